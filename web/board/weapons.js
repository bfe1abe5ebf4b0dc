// @ts-check
// The mark of a unit's weapon, of what the unit is: its traits, else its class, a whole name or the last
// word of it. The first that fits. The daemon's pictures are built from the same rows (server/rows.cmake).

import { draw } from "../dom.js";

/** Name, traits, classes, and its strokes in a square of 20 about (0, 0). */
export const weapons = [
	["chariot", "chariot", "chariot chariots", "M-8 -5L-4 3L5 3L9 -1M-3 3L-4 6L-2 8L1 8L3 6L2 3"],
	["levy", "", "levies peasants", "M-4 8L5 -2M2 -8L8 -1L5 -2L3 -4L2 -8"],
	["pike", "pike pikes long_spear spears halberd pole_arms", "swiss landsknechte", "M-8 8L6 -6M2 -6L8 -8L6 -2L2 -6"],
	["lance", "lance charge_weapon knights", "heavy_horse", "M-8 2L8 -4M-8 2L-4 5L-2 0M3 -2L3 3L8 1L3 -2"],
	["bow", "missiles", "archers bowmen crossbowmen longbowmen", "M-4 -8L2 -6L5 0L2 6L-4 8L-4 -8M-8 0L8 0M5 -3L8 0L5 3"],
	["sword", "", "foot infantry cavalry horse camelry standard", "M-7 7L7 -8M-6 1L0 7"],
];

/** @param {{class: string, traits?: string[]}} unit @returns {string|null} */
export function weapon_of({ class: name, traits = [] }) {
	const is_one = (list, one) => list.split(" ").includes(one);
	const last = name.slice(name.lastIndexOf("_") + 1);
	const found = weapons.find(
		([, of_traits, of_classes]) =>
			traits.some((trait) => is_one(of_traits, trait)) || [name, last].some((one) => is_one(of_classes, one)),
	);

	return found?.[0] ?? null;
}

/** The mark by the name of its weapon. */
export const weapon_mark = (weapon, transform) =>
	draw("path", { class: `weapon ${weapon}`, transform, d: weapons.find(([name]) => name === weapon)[3] });
