// @ts-check
// Possible charges, and why not: every unit of a side against every enemy, each refusal with its clause.

import { make } from "../dom.js";
import { refusal_words } from "../panels/problem.js";
import { unit_ids } from "../store.js";
import { unit_name, words } from "../words.js";
import { clause_link } from "./said.js";

/** The action that a charge is offered by, with the body aimed at its target. */
const offer_of = (game, { do: body }) =>
	game.actions.find(({ do: { type }, unit }) => type === body.type && unit === body.unit);

/** @param {import("./session.js").AskSession} session */
function verdict(session, game, row) {
	const { says, do: body } = row;
	const action = says.lawful && offer_of(game, row);

	if (!says.lawful)
		return make(
			"span",
			null,
			"✗ ",
			refusal_words(game, says),
			" ",
			clause_link(says.clause),
			" ",
			make(
				"button",
				{
					type: "button",
					class: "quiet",
					"data-key": `show ${body.unit} ${body.target}`,
					click: () => session.turn_to("share", { about: row }),
				},
				words("ui.ask.show"),
			),
		);
	return action
		? make(
				"button",
				{
					type: "button",
					class: "quiet",
					"data-key": `may ${body.unit} ${body.target}`,
					click: () => {
						session.pick(action, structuredClone(body));
						session.turn_to("try");
					},
				},
				words("ui.ask.may"),
			)
		: make("span", null, words("ui.ask.may"));
}

/** @param {import("./session.js").AskSession} session */
function side_part(session, side) {
	const { game, charges } = session.asked;
	const rows = charges[side] ?? [];
	const units = unit_ids(game).filter((id) => rows.some(({ unit }) => unit === id));

	return make(
		"section",
		{ class: "charges", "data-side": side },
		make("h3", null, words("ui.ask.charges", { side: words(`side.${side}`) })),
		units.map((unit) => {
			const own = rows.filter((row) => row.unit === unit);

			return make(
				"details",
				{ open: own.some(({ says }) => says.lawful) || units.length <= 3 },
				make("summary", null, unit_name(game, unit), " ", make("span", { class: "small" }, words("ui.ask.charges.count", { count: own.filter(({ says }) => says.lawful).length, of: own.length }))),
				make("ul", null, own.map((row) => make("li", { "data-lawful": String(row.says.lawful) }, make("b", null, unit_name(game, row.target)), ": ", verdict(session, game, row)))),
			);
		}),
	);
}

/** @param {import("./session.js").AskSession} session */
export function charges_panel(session) {
	const { game, wrong } = session.asked;

	if (wrong || !game)
		return make("p", null, words("ui.ask.wrong"));
	const other = game.side === "red" ? "blue" : "red";

	return [game.side, other].map((side) => side_part(session, side));
}
