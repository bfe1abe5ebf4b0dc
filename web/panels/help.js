// @ts-check
// What a decision asks, what matters, and what happens when nothing is done: told to players who open it.

import { make } from "../dom.js";
import { has_words, rare_words, words } from "../words.js";

/** A player who has opened it wants it open at the next decision, too. */
let is_open = false;

/** Some decisions differ from book to book. @param {Game} game @param {string} decision */
function help_key({ ruleset }, decision) {
	const own = `help.${decision}.${ruleset}`;

	return has_words(own) ? own : `help.${decision}`;
}

/** Of the decision that this side owes, or nothing. @param {Game} game @param {Caller} side */
export function help_part(game, side) {
	const decision = game.waiting_for.find((wait) => wait.side === side)?.decision;
	const text = make("p", { class: "small" });
	const tell = async () => {
		await rare_words();
		text.textContent = words(help_key(game, decision ?? ""));
	};

	if (game.status !== "playing" || !decision)
		return null;
	const node = make(
		"details",
		{
			class: "help",
			open: is_open,
			toggle: () => {
				is_open = node.open;
				if (is_open && !text.textContent)
					tell();
			},
		},
		make("summary", { "data-key": "help" }, words("ui.help")),
		text,
	);

	return node;
}
