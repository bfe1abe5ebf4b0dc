// @ts-check
// Zones in which units are deployed when the game begins, instead of places of their own.

import { make } from "../dom.js";
import { words } from "../words.js";
import { choice_field, number_field } from "./fields.js";
import { box_of } from "./geometry.js";
import { board_of, corners, units_of } from "./muster.js";

/** A strip along each side's own edge, a quarter of the table deep. */
function usual_zones(copy) {
	const { width, depth } = board_of(copy);
	const strip = Math.round(depth / 4);

	return {
		red: { x: 0, y: 0, width, depth: strip },
		blue: { x: 0, y: depth - strip, width, depth: strip },
	};
}

/** Units get places by `place`, or zones "in_turn" or "sealed" instead. */
export function take_manner(copy, how, place) {
	const { muster } = copy;

	if (how === "places") {
		delete muster.deployment;
		for (const [, unit] of units_of(copy))
			unit.pose ??= place(copy, unit);
		return;
	}
	muster.deployment = { how, zones: muster.deployment?.zones ?? usual_zones(copy) };
	for (const [, unit] of units_of(copy)) {
		delete unit.pose;
		delete unit.figures_at;
	}
}

/** A zone by its box: a rectangle from then on. */
function zone_fields(battle, side) {
	const box = box_of(corners(battle.value.muster.deployment.zones[side]));
	const board = board_of(battle.value);
	const zone = { x: box.left, y: box.low, width: box.right - box.left, depth: box.high - box.low };
	const field = (name, label, max) =>
		number_field({
			at: `/muster/deployment/zones/${side}/${name}`,
			label: words(label),
			kind: "length",
			value: zone[name],
			min: 0,
			max,
			change: (value) =>
				battle.change((copy) => void (copy.muster.deployment.zones[side] = { ...zone, [name]: value })),
		});

	return make(
		"fieldset",
		{ "data-at": `/muster/deployment/zones/${side}` },
		make("legend", null, words(`ui.battle.zone.${side}`)),
		make(
			"div",
			{ class: "pair" },
			field("x", "ui.battle.x", board.width),
			field("y", "ui.battle.y", board.depth),
			field("width", "ui.battle.width", board.width),
			field("depth", "ui.battle.depth", board.depth),
		),
		make(
			"button",
			{
				type: "button",
				"data-key": `zone-${side}`,
				"aria-pressed": String(battle.selected.includes(`z${side}`)),
				click: () => battle.select([`z${side}`]),
			},
			words("ui.battle.zone.pick"),
		),
	);
}

/** @param {import("./boot.js").Editor} editor */
export function zone_panel({ battle }, place) {
	const { deployment } = battle.value.muster;

	return make(
		"section",
		{ "data-at": "/muster/deployment" },
		choice_field({
			at: "/muster/deployment/how",
			label: words("ui.battle.deployment"),
			value: deployment?.how ?? "places",
			of: ["places", "in_turn", "sealed"].map((how) => [how, words(`ui.battle.deployment.${how}`)]),
			change: (how) => battle.change((copy) => take_manner(copy, how, place)),
		}),
		deployment?.how === "in_turn"
			? choice_field({
					at: "/muster/deployment/first",
					label: words("ui.battle.deployment.first"),
					value: deployment.first ?? "red",
					of: ["red", "blue"].map((side) => [side, words(`side.${side}`)]),
					change: (side) => battle.change((copy) => void (copy.muster.deployment.first = side)),
				})
			: null,
		deployment ? ["red", "blue"].map((side) => zone_fields(battle, side)) : null,
	);
}
