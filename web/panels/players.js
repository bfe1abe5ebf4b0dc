// @ts-check
// The players, and how long each has: beside what is asked.

import { make } from "../dom.js";
import { duration_words, isolated, span_words, time_left, words } from "../words.js";

/** The clock of a side: what is left of it, running while its side owes. @param {Game} game */
function clock_of(game, side) {
	const until = game.waiting_for.find((wait) => wait.side === side)?.until;

	if (until)
		return make("span", { class: "left", "data-until": until }, time_left(until));
	return game.clock && game.status === "playing"
		? make("span", { class: "left" }, words("ui.left", { left: duration_words(game.clock.left[side]) }))
		: null;
}

/**
 * Both sides with their players' names and clocks, and what a decision adds to one.
 * @param {Game} game
 */
export function player_lines(game) {
	const { players, clock } = game;
	const { increment, cap } = clock ?? {};

	if (!players.red && !players.blue && (!clock || game.status !== "playing"))
		return null;
	return make(
		"div",
		{ class: "players" },
		["red", "blue"].map((side) =>
			make(
				"p",
				{ class: "until" },
				make("span", { class: `side ${side}` }, words(`side.${side}`)),
				make("span", { class: "name" }, isolated(players[side] ?? "")),
				clock_of(game, side),
			),
		),
		increment > 0 && game.status === "playing"
			? make(
					"p",
					{ class: "small" },
					words("ui.clock.adds", {
						increment: span_words(increment),
						cap: span_words(cap),
					}),
				)
			: null,
	);
}
