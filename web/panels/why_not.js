// @ts-check
// The player's units that may not answer what the enemy does, and why: asked of the server when somebody
// wants to know, of each unit that has no answer among the actions. Nothing is told but what the referee
// refuses this side.

import { previewAction } from "../api.js";
import { fill, make } from "../dom.js";
import { unit_ids } from "../store.js";
import { unit_name, words } from "../words.js";
import { refusal_words } from "./problem.js";

export * as passes from "./passes.js";

/**
 * The answer that any unit might give to a move of the enemy's, and who of this side cannot; null where one
 * unit alone is asked.
 * @param {State} state
 */
function unasked({ game, side }) {
	const answers = (game.actions ?? []).filter(({ group, unit }) => group === "react" && unit);
	const wait = game.waiting_for.find((one) => one.side === side);
	const is_one_asked = [wait?.unit, wait?.other].some((id) => id && game.units[id]?.side === side);

	if (answers.length === 0 || is_one_asked || answers.some(({ do: body }) => body.target !== wait?.unit))
		return null;
	const can = new Set(answers.map(({ unit }) => unit));
	const { moment, ...body } = answers[0].do;
	const units = unit_ids(game).filter((id) => {
		const { side: whose, on_table } = game.units[id];
		return whose === side && on_table !== false && !can.has(id);
	});

	return { body, units };
}

/** @param {Game} game @param {string} token @param {Command} body */
async function row(game, token, body) {
	const preview = await previewAction(game.id, token, body).catch(() => null);

	return preview?.lawful === false
		? make(
				"li",
				null,
				make("strong", null, unit_name(game, body.unit)),
				": ",
				refusal_words(game, preview),
				preview.clause ? [" ", make("span", { class: "clause" }, words("ui.log.clause", { clause: preview.clause }))] : null,
			)
		: null;
}

/** What is open stays open while the panel is drawn again, until the game has gone on. */
let drawn = { of: "", node: /** @type {HTMLElement|null} */ (null) };

/** @param {Session} session @param {Game} game @param {{body: Command, units: string[]}} asked */
function list_of(session, game, { body, units }) {
	const list = make("ul", { class: "small" });
	const node = make(
		"details",
		{
			class: "help",
			toggle: async () => {
				if (!node.open || list.childElementCount > 0)
					return;
				const rows = await Promise.all(units.map((unit) => row(game, session.token, { ...body, unit })));
				fill(list, ...rows);
			},
		},
		make("summary", { "data-key": "why-not" }, words("ui.why_not", { count: units.length })),
		list,
	);

	return node;
}

/**
 * Where nothing else is left to do, that it must be done, and by which rule; null where there is a choice.
 * @param {Game} game
 */
export function forced_line(game) {
	const own = (game.actions ?? []).filter((one) => one.do.type !== "undo" && one.group !== "table");
	const [only, other] = own;

	return only?.group === "react" && !other
		? make("p", { class: "small forced" }, words("ui.forced", { clauses: (only.clauses ?? []).join(", ") }))
		: null;
}

/**
 * The list of units that may not answer, closed until it is wanted; null where there is none.
 * @param {State} state @param {Session} session
 */
export function why_not(state, session) {
	const { game, side } = state;
	const asked = unasked(state);
	const of = `${game.id} ${game.version} ${side}`;

	if (!asked || asked.units.length === 0)
		return null;
	if (drawn.of !== of)
		drawn = { of, node: list_of(session, game, asked) };
	return drawn.node;
}
