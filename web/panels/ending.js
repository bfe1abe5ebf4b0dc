// @ts-check
// The end of a game: who won and how, the record checked in this page, and another game.

import { ask_rematch, check_record, record } from "../requests.js";
import { make } from "../dom.js";
import { has_side } from "../store.js";
import { words } from "../words.js";

/** @param {Session} session */
async function save(session) {
	const file = new Blob([await record(session)], { type: "application/jsonl" });
	const address = URL.createObjectURL(file);

	make("a", { href: address, download: `pennon-${session.state.game_id}.jsonl` }).click();
	setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

function check_words(check) {
	if (check.running)
		return make("p", { role: "status" }, words("ui.verify.running"));
	if (!check.good)
		return make(
			"p",
			{ class: "error", role: "alert" },
			words("ui.verify.bad", {
				line: check.line,
				reason: words(`ui.verify.${check.reason}`, check.args),
			}),
		);
	return make(
		"div",
		{ class: "checked", role: "status" },
		make("p", null, make("strong", null, words("ui.verify.good"))),
		make(
			"ul",
			null,
			make("li", null, words("ui.verify.seed")),
			make("li", null, words("ui.verify.dice", check.counts)),
			make("li", null, words("ui.verify.chain", check.counts)),
			make("li", null, words("ui.verify.seals", check.counts)),
			check.counts.receipts > 0 ? make("li", null, words("ui.verify.receipts")) : null,
			make("li", null, words(check.signed ? "ui.verify.signed" : "ui.verify.unsigned")),
		),
	);
}

/** @param {State} state @param {Session} session */
function rematch_part(state, session, act) {
	const { rematch, side } = state;
	const other = side === "red" ? "blue" : "red";

	if (!has_side(side))
		return null;
	if (rematch?.game)
		return make("a", { class: "button", href: `#game=${rematch.game}` }, words("ui.rematch.open"));
	if (rematch?.offered.includes(side))
		return make("span", { class: "small", role: "status" }, words("ui.rematch.asked"));
	return make(
		"button",
		{ type: "button", "data-key": "rematch", click: act(() => ask_rematch(session, true)) },
		words(rematch?.offered.includes(other) ? "ui.rematch.accept" : "ui.rematch"),
	);
}

/** @param {State} state @param {Session} session @param {(work: () => any) => () => void} act */
export function result_card(state, session, act) {
	const { result } = state.game;
	const winner = result?.winner;
	const key = !winner ? "draw" : winner === state.side ? "won" : "lost";

	return make(
		"div",
		{ class: "card" },
		make(
			"p",
			{ class: "result" },
			words(`ui.ended.${key}`, {
				winner: winner ? words(`side.${winner}`) : "",
				reason: words(`reason.${result?.reason}`),
			}),
		),
		make("p", { class: "small" }, words("ui.record.text")),
		state.check ? check_words(state.check) : null,
		make(
			"p",
			{ class: "row" },
			make(
				"button",
				{
					type: "button",
					class: "primary",
					"data-key": "verify",
					disabled: state.check?.running,
					click: act(() => check_record(session)),
				},
				words("ui.verify"),
			),
			make(
				"button",
				{ type: "button", "data-key": "record", click: act(() => save(session)) },
				words("ui.record"),
			),
		),
		make(
			"p",
			{ class: "row" },
			rematch_part(state, session, act),
			make(
				"button",
				{
					type: "button",
					"data-key": "look-back",
					click: () => session.open_replay(),
				},
				words("ui.past"),
			),
			make("a", { class: "button", href: "#" }, words("ui.again")),
		),
	);
}
