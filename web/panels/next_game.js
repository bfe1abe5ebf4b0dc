// @ts-check
// Where nothing is left to do here: the way to the next game that waits for one.

import { address_of } from "../seating.js";
import { make } from "../dom.js";
import { owes } from "../store.js";
import { time_left, words } from "../words.js";

/** The one with the least time, and how many more there are; null while this game waits for one, or no other does. @param {State} state */
export function next_game({ elsewhere, game, side }) {
	const [next, ...more] = elsewhere;

	if (!next || owes(game, side))
		return null;
	return make(
		"a",
		{ class: "button wide next-game", href: address_of(next.id), "data-key": "next-game" },
		words("ui.next_game", { game: next.name }),
		next.until ? make("span", { class: "small", "data-until": next.until }, time_left(next.until)) : null,
		more.length > 0 ? make("span", { class: "small" }, words("ui.next_game.more", { count: more.length })) : null,
	);
}
