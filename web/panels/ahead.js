// @ts-check
// What is written for later while the other side decides: what the server expects to ask, what lies in
// the plan, and taking the last of it back. The orders themselves are listed below it as always.

import { take_back } from "../ahead.js";
import { make } from "../dom.js";
import { words } from "../words.js";
import { command_words } from "./actions.js";

/** @param {State} state @param {Session} session */
export function ahead_card({ game, ahead, pending }, session) {
	const plan = game.plan?.commands ?? [];
	const button = (key, label, click) => make("button", { type: "button", "data-key": key, click }, words(label));

	return make(
		"div",
		{ class: "card", role: "region", "aria-label": words("ui.ahead.title") },
		make(
			"p",
			null,
			ahead.end === "asked"
				? words("ui.ahead.asked", { turn: ahead.turn, decision: words(`decision.${ahead.decision}`) })
				: words(`ui.ahead.${ahead.end}`),
		),
		plan.length > 0
			? [
					make("p", null, words("ui.plan.stands")),
					make("ol", null, plan.map(({ do: body }) => make("li", null, command_words(game, body)))),
				]
			: make("p", { class: "small" }, words("ui.ahead.text")),
		pending
			? null
			: make(
					"p",
					{ class: "row" },
					plan.length > 0 ? button("ahead-undo", "ui.ahead.undo", session.attempt(() => take_back(session))) : null,
					button("ahead-stop", "ui.ahead.stop", () => session.stop_ahead()),
				),
	);
}
