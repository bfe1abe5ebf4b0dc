// @ts-check
// What a line of the log opens: its clause, its dice and what a program would need to check it.

import * as api from "../api_later.js";
import { die } from "../dice.js";
import { make } from "../dom.js";
import { left_out, locale, signed, words } from "../words.js";

const clock = () =>
	new Intl.DateTimeFormat(locale(), { dateStyle: "medium", timeStyle: "medium" });

/** @param {GameEvent} event */
function dice(event) {
	const modifier =
		!event.modifier || left_out(event)
			? null
			: make(
					"span",
					{ class: "small" },
					words("ui.modifier", { modifier: signed(event.modifier) }),
				);

	return [event.faces.map((face) => die(face, event.sides)), modifier];
}

function row(term, ...value) {
	return [make("dt", null, words(term)), make("dd", null, ...value)];
}

/** The texts of a rule book's clauses, asked for once, when a line is first opened. */
const books = new Map();

function clause_texts(ruleset) {
	if (!books.has(ruleset))
		books.set(
			ruleset,
			api.listClauses(ruleset).then(
				(answer) =>
					new Map(answer.clauses.map((row) => [row.clause, row.text])),
			),
		);
	return books.get(ruleset);
}

async function tell_clause(ruleset, clause, where) {
	try {
		where.textContent = (await clause_texts(ruleset)).get(clause) ?? "";
	} catch {
		// Not now: the next line that is opened asks again.
		books.delete(ruleset);
	}
}

/** @param {GameEvent} event @param {Session} session */
function moment_row(event, session) {
	return make(
		"p",
		{ class: "row" },
		make(
			"button",
			{
				type: "button",
				class: "quiet",
				click: session.attempt(() => session.show_after(event.seq)),
			},
			words("ui.past.here"),
		),
		make(
			"a",
			{ class: "button quiet", href: `#game=${session.state.game_id}@${event.seq}` },
			words("ui.past.link"),
		),
	);
}

/** @param {GameEvent} event */
function details(event, told) {
	const clause = event.clause
		? [words("ui.log.clause", { clause: event.clause }), told]
		: words("ui.log.noclause", { why: words("ui.log.server") });

	return make(
		"dl",
		null,
		row("ui.log.rule", clause),
		event.faces ? row("ui.log.dice", dice(event)) : null,
		event.label ? row("ui.log.label", make("code", null, event.label)) : null,
		event.commitment
			? row("ui.log.commitment", make("code", null, event.commitment))
			: null,
		event.by ? row("ui.log.by", words(`side.${event.by}`)) : null,
		row(
			"ui.log.time",
			make("time", { datetime: event.time }, clock().format(new Date(event.time))),
		),
		row("ui.log.number", event.seq),
		event.hash
			? row(
					"ui.log.hash",
					make(
						"code",
						{ title: event.hash },
						`${event.hash.slice(0, 16)}…`,
					),
				)
			: null,
	);
}

/** @param {Game} game @param {GameEvent} event @param {Session} session */
export function opened_part(game, event, session) {
	const told = make("p", { class: "small" });

	if (event.clause)
		tell_clause(game.ruleset, event.clause, told);
	return [details(event, told), moment_row(event, session)];
}
