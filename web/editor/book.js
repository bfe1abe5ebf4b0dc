// @ts-check
// What the server says of a rule book: its tables, the text of its clauses, and how units of each
// class look in the scenarios that the server has of it.

import { getRuleset, getScenario, listClauses, listScenarios } from "../api_later.js";
import { make } from "../dom.js";
import { has_words, words } from "../words.js";

/**
 * @typedef {{rules: any, clauses: Map<string, string>, usual: any[], ground: any[]}} Book
 *          usual, ground: units and terrain of scenarios, the first of a class or kind is as usual
 */

const kept = /** @type {Map<string, Promise<Book>>} */ (new Map());

/** The units in the formation that most have, then the others. */
function commonest_first(units) {
	const count = (formation) => units.filter((unit) => unit.formation === formation).length;
	const most = Math.max(...units.map((unit) => count(unit.formation)));
	const is_common = (unit) => count(unit.formation) === most;

	return [...units.filter(is_common), ...units.filter((unit) => !is_common(unit))];
}

async function read(id) {
	const [rules, { clauses }, { scenarios }] = await Promise.all([getRuleset(id), listClauses(id), listScenarios()]);
	const own = await Promise.all(
		scenarios.filter((one) => one.ruleset === id).map((one) => getScenario(one.id)),
	);

	return {
		rules,
		clauses: new Map(clauses.map((one) => [one.clause, one.text])),
		usual: commonest_first(own.flatMap((one) => one.muster.units)),
		ground: own.flatMap((one) => one.muster.board.terrain ?? []),
	};
}

/** @returns {Promise<Book>} */
export function read_book(id) {
	if (!kept.has(id)) {
		const reading = read(id);
		kept.set(id, reading);
		reading.catch(() => kept.delete(id));
	}
	return /** @type {Promise<Book>} */ (kept.get(id));
}

/** What a name of a book is called; a name that the page has no words for shows itself. */
export const named = (table, name) => (has_words(`${table}.${name}`) ? words(`${table}.${name}`) : String(name).replaceAll("_", " "));

/**
 * The clause that what is set at `at` hangs on: its number, which opens to its text. The texts are in English.
 * @param {Book} book @param {string|undefined} clause @param {string} at
 */
export function clause_part(book, clause, at) {
	const text = clause && book.clauses.get(clause);

	return text
		? make("details", { class: "clause" }, make("summary", { "data-key": `clause${at}` }, clause), make("p", { lang: "en" }, text))
		: (clause ?? null);
}

/**
 * A unit of a class as it is usual, without name and place.
 * @param {Book} book @param {string} kind
 */
export function usual_unit(book, side, kind) {
	const { rules, usual } = book;
	const like = usual.find((unit) => unit.class === kind) ?? usual[0];
	const stats = rules.stats
		.filter((stat) => !stat.optional)
		.map((stat) => [stat.name, like?.stats[stat.name] ?? stat.min]);

	return {
		side,
		name: "",
		class: kind,
		figures: like?.figures ?? 12,
		files: like?.files ?? 6,
		formation: like?.formation ?? rules.formations[0]?.name,
		base: { ...(like?.base ?? { width: 2000, depth: 2000 }) },
		traits: [],
		stats: Object.fromEntries(stats),
	};
}

/** Has a unit no flanks, by its formation? @param {Book} book */
export function is_all_round(book, { formation }) {
	const { formations } = book.rules;

	return Boolean((formations.find(({ name }) => name === formation) ?? formations[0])?.all_round);
}

/** How high terrain of a kind usually is. @param {Book} book */
export const usual_height = (book, kind) => book.ground.find((piece) => piece.kind === kind)?.height ?? 0;

/** A battle of a book with nothing on its table. */
export function empty_battle(ruleset) {
	return {
		format: 1,
		name: words("ui.battle.unnamed"),
		ruleset,
		muster: {
			board: { width: 121920, depth: 121920, terrain: [] },
			units: [],
			ends: { turns: 6, count: "units_in_good_order" },
		},
	};
}
