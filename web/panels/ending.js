// @ts-check
// The end of a game: who won and how, the record checked in this page, and another game.

import { again_row } from "../again.js";
import { ask_rematch, check_record, record } from "../requests.js";
import { make } from "../dom.js";
import { read_part } from "../parts.js";
import { presence_line } from "../presence.js";
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
		return make(
			"p",
			{ role: "status" },
			words(check.share === undefined ? "ui.verify.running" : "ui.verify.judging"),
			check.share === undefined ? null : make("progress", { value: check.share, "aria-label": words("ui.verify.judging") }),
		);
	if (check.rules?.verdict === "wrong")
		return make(
			"p",
			{ class: "error", role: "alert" },
			words("ui.verify.bad", {
				line: check.rules.line,
				reason: words(check.rules.clause ? "ui.verify.otherwise" : "ui.verify.unruled", check.rules),
			}),
		);
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
			make(
				"li",
				null,
				words(check.rules.verdict === "right" ? "ui.verify.rules" : `ui.verify.rules.${check.rules.reason}`, check.rules),
			),
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
	const { rematch, side, game } = state;

	if (!has_side(side))
		return null;
	return again_row(game, rematch ?? { offered: [], declined: [] }, side, {
		offer: act(() => ask_rematch(session, "offer")),
		decline: act(() => ask_rematch(session, "decline")),
	});
}

/** @param {Session} session */
const tell_all = async (session) => (await read_part("./panels/report.js")).open_report(session);

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
			make(
				"a",
				{ class: "button", href: `battle#game=${state.game_id}@${state.game.turn + 1}`, "data-key": "set-up" },
				words("ui.set_up"),
			),
			make("button", { type: "button", "data-key": "report-end", click: act(() => tell_all(session)) }, words("ui.report.open")),
			make("a", { class: "button", href: "#" }, words("ui.again")),
		),
		presence_line(state.game, state.side, session.token),
	);
}
