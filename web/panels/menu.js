// @ts-check
// The menu of the game: giving up, agreeing on its end, asking the umpire. It lies away from
// the orders, where no finger is by chance; what is chosen is still to be confirmed.

import { make } from "../dom.js";
import { in_menu } from "../store.js";
import { action_words, words } from "../words.js";

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
	);

	document.body.append(sheet);
	sheet.showModal();
}
