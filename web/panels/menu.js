// @ts-check
// The menu of the game: giving up, agreeing on its end, asking the umpire, or the referee. It lies away from
// the orders, where no finger is by chance; what is chosen is still to be confirmed.

import { make } from "../dom.js";
import { has_referee } from "../referee/offered.js";
import { in_menu } from "../store.js";
import { action_words, rare_words, words } from "../words.js";

/**
 * The way to ask the referee about the position as this seat sees it: where measuring is free, and a
 * referee is there.
 * @param {State} state
 */
function ask_row({ game, side }) {
	const row = make("p", { class: "row" });
	const may_ask = game.status === "playing" && game.premeasure && game.turn > 0;

	Promise.all([may_ask && has_referee(), rare_words()]).then(([is_offered]) => {
		if (is_offered)
			row.append(make("a", { class: "button", "data-key": "ask", href: `ask#view=${game.id}.${side}` }, words("ui.ask.from_here")));
	});
	return row;
}

/** Open the menu over the page. @param {State} state @param {Session} session */
export function open_menu(state, session) {
	const { game } = state;
	const pick = (action) => {
		sheet.close();
		session.pick(action);
	};
	const sheet = make(
		"dialog",
		{ class: "sheet", "aria-labelledby": "menu-title", close: () => sheet.remove() },
		make(
			"div",
			{ class: "panel-head" },
			make("h2", { id: "menu-title" }, words("group.table")),
			make("button", { type: "button", click: () => sheet.close() }, words("ui.close")),
		),
		(game.actions ?? []).filter(in_menu).map((action) =>
			make(
				"button",
				{
					type: "button",
					class: "action",
					"data-key": `action ${JSON.stringify(action.do)}`,
					"data-type": action.do.type,
					click: () => pick(action),
				},
				action_words(game, action),
			),
		),
		ask_row(state),
	);

	document.body.append(sheet);
	sheet.showModal();
}
