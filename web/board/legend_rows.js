// @ts-check
// What the legend has to explain of a table: read when it is opened.

import { draw, make } from "../dom.js";
import { words } from "../words.js";
import { badge_sign, badge_words, badges_of } from "./badges.js";
import { terrain } from "./ground.js";
import { troop_sign, troop_strokes } from "./vocabulary.js";
import { weapon_mark, weapon_of, weapons } from "./weapons.js";

const sample = [
	[0, 700],
	[1500, 0],
	[7400, 200],
	[9000, 1500],
	[8600, 4600],
	[6500, 5600],
	[1300, 5400],
	[100, 3700],
].map(([x, y]) => ({ x, y }));

function swatch(kind) {
	return draw(
		"svg",
		{ class: "swatch", viewBox: "-300 -300 9600 6200", "aria-hidden": "true" },
		terrain(kind, sample, 7),
	);
}

function sign(...content) {
	return draw("svg", { class: "sign", viewBox: "-12 -9 24 18", "aria-hidden": "true" }, content);
}

const row = (picture, text) => make("li", null, picture, make("span", null, text));

/** Everything to explain: kinds of ground, classes of troops, weapons, states. @param {Game} game */
export function legend_rows(game) {
	const kinds = [...new Set((game.board.terrain ?? []).map((piece) => piece.kind))];
	const units = Object.values(game.units);
	const classes = [...new Set(units.map((unit) => unit.class))];
	const carried = new Set(units.map(weapon_of));
	const badges = [...new Set(Object.keys(game.units).flatMap((id) => badges_of(game, id)))];

	return [
		...classes.map((one) =>
			row(
				sign(
					draw("rect", { class: "block", x: -11, y: -7, width: 22, height: 14 }),
					draw("path", {
						class: "mark",
						d: troop_strokes(troop_sign(one), 22, 14),
					}),
				),
				words(`class.${one}`),
			),
		),
		...weapons
			.filter(([weapon]) => carried.has(weapon))
			.map(([weapon]) => row(sign(weapon_mark(weapon)), words(`weapon.${weapon}`))),
		row(
			sign(
				draw("rect", { class: "block", x: -11, y: -2, width: 22, height: 9 }),
				draw("path", { class: "tip", d: "M-11-2H11M-4-2L0-8L4-2z" }),
			),
			words("ui.legend.front"),
		),
		...badges.map((badge) =>
			row(sign(badge_sign(badge)), badge_words(badge)),
		),
		(game.contacts ?? []).length > 0
			? row(sign(badge_sign("engaged")), words("badge.engaged"))
			: null,
		...kinds.map((kind) => row(swatch(kind), words(`terrain.${kind}`))),
	];
}
