// @ts-check
// What somebody is invited to, before the seat is taken: who asks, the book, the side that is free,
// both sides' sizes, the pace, the switches that were changed, and a picture of the table.

import * as api from "./api.js";
import { make } from "./dom.js";
import { changed_part } from "./switches.js";
import { pace_words } from "./pace.js";
import { rare_words, words } from "./words.js";

/** @param {Game} view @param {Side} side */
function size_words(view, side) {
	const own = Object.values(view.units).filter((unit) => unit.side === side);
	const figures = own.reduce((sum, unit) => sum + unit.figures, 0);

	return words("ui.join.size", { side: words(`side.${side}`), units: own.length, figures });
}

/** @param {Game} view */
function picture(view, title) {
	return make("img", {
		class: "table-picture",
		src: `v1/games/${encodeURIComponent(view.id)}/board.svg`,
		alt: words("ui.join.picture", { scenario: title }),
		width: Math.round(view.board.width / 100),
		height: Math.round(view.board.depth / 100),
	});
}

/**
 * What there is to know of an open game, as nodes; the picture of the table first, unless the
 * table is shown anyway. A private game is told of to who sits there: then this throws.
 */
export async function invitation_part(id, has_picture = true) {
	const view = await api.getGame(id);
	const [rules, { scenarios }] = await Promise.all([
		api.getRuleset(view.ruleset),
		api.listScenarios(),
		rare_words(),
	]);
	const title = scenarios.find((one) => one.id === view.scenario)?.title ?? words("ui.untitled");
	const free = view.seats.red === "open" ? "red" : "blue";
	const from = view.players[view.creator];
	const rows = [
		from && ["ui.join.from", from],
		["ui.join.book", `${rules.title}: ${title}`],
		["ui.join.side", words(`ui.start.${free}`)],
		["ui.join.sizes", `${size_words(view, "red")}; ${size_words(view, "blue")}`],
		["ui.join.turns", String(view.ends.turns)],
		["ui.join.pace", pace_words(view.clock)],
	];

	return [
		has_picture ? picture(view, title) : null,
		make(
			"dl",
			{ class: "terms" },
			rows
				.filter(Boolean)
				.map(([key, said]) => [make("dt", null, words(key)), make("dd", null, said)]),
		),
		changed_part(view, rules),
	];
}
