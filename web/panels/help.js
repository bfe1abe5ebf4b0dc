// @ts-check
// What a decision asks, what matters, and what happens when nothing is done: told to players who open it.

import { make } from "../dom.js";
import { read_part } from "../parts.js";
import { played_token } from "../seats.js";
import { may_lay } from "../store.js";
import { has_words, rare_words, words } from "../words.js";

/** A player who has opened it wants it open at the next decision, too. */
let is_open = false;

/** Some decisions differ from book to book. @param {Game} game @param {string} decision */
function help_key({ ruleset }, decision) {
	const own = `help.${decision}.${ruleset}`;

	return has_words(own) ? own : `help.${decision}`;
}

/** Orders of a step that are sent one by one may be collected. @param {State} state @param {Session} session */
function collect_part(state, session) {
	if (state.draft || !may_lay(state) || played_token(state.game_id))
		return null;
	const button = make("button", {
		type: "button",
		class: "quiet",
		"data-key": "collect",
		hidden: true,
		click: session.attempt(async () => (await read_part("./compose.js")).send_at_once(session, false)),
	});

	rare_words().then(() => {
		button.textContent = words("ui.draft.collect");
		button.hidden = false;
	});
	return button;
}

/** How orders go, and what the decision asks that this side owes. @param {State} state @param {Session} session */
export function help_part(state, session) {
	return [collect_part(state, session), decision_part(state)];
}

/** @param {State} state */
function decision_part({ game, side }) {
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
