// @ts-check
// The chances that the server counted of the dice that an action would bring: each says what it
// is. Where reach is not measured beforehand, half of a charge is unknown, and no bar is drawn.

import { make } from "../dom.js";
import { has_words, language, words } from "../words.js";

/** "64 %"; what is nearly sure or nearly hopeless is not rounded to what is. */
function percent({ ways, of }) {
	const share = ways === 0 || ways === of ? ways / of : Math.min(0.99, Math.max(0.01, ways / of));

	return new Intl.NumberFormat(language(), { style: "percent" }).format(share);
}

/** Is it the charger's nerve alone, which does not say whether it gets there? */
const is_half = (game, body, one) =>
	!game.premeasure &&
	body.target !== undefined &&
	one.who === body.unit &&
	/\.at_(most|least)$/.test(one.words);

/** Can it not succeed for `unit`, or for whose dice are rolled again, whatever they say? @param {Game} game */
export const is_hopeless = (game, odds, unit) =>
	(odds ?? []).some(
		(one) =>
			one.ways === 0 && !one.each && (unit ? one.who === unit : game.units[one.who]?.side === game.side),
	);

/** The side that the chance is good for, where that is the viewer's enemy. */
const good_for = (game, one) => {
	const side = game.units[one.who]?.side;

	return game.side && side && side !== game.side ? ` ${words("ui.odds.for", { side: words(`side.${side}`) })}` : "";
};

/** @param {Game} game @param {Command} body */
function line(game, body, one, with_clause) {
	// "about 1.7 hits: Mill Bows rolls 10d6": the chance, and what it is of.
	const [chance, ...what] = one.label.split(": ");
	const is_whole = !one.each && !is_half(game, body, one);

	return make(
		"span",
		{ class: is_whole ? "odds" : "odds half" },
		is_whole
			? make("meter", { min: 0, max: one.of, value: one.ways, "aria-hidden": "true" })
			: null,
		make("strong", null, one.each ? chance : percent(one), good_for(game, one)),
		make(
			"span",
			null,
			what.join(": "),
			with_clause && one.clause
				? [" ", make("span", { class: "clause" }, words("ui.log.clause", { clause: one.clause }))]
				: null,
		),
	);
}

/**
 * What the numbers do not tell, and what happens if it falls short; empty when there is nothing.
 * @param {Game} game @param {Command} body
 */
function note_words(game, body, odds, with_clause) {
	if (!odds || odds.length === 0)
		return "";
	const key = `short.${game.ruleset}`;
	const unknown = odds.some((one) => is_half(game, body, one));
	const said = [
		unknown ? words("ui.odds.unmeasured") : null,
		unknown && with_clause && has_words(key) ? words(key) : null,
		!with_clause && is_hopeless(game, odds, body.unit) ? words("ui.odds.never") : null,
	].filter(Boolean);

	return said.join(" ");
}

const note = (text) => make("span", { class: "odds-note" }, text);

/** @param {Game} game @param {Command} body */
export function odds_note(game, body, odds, with_clause) {
	const text = note_words(game, body, odds, with_clause);

	return text === "" ? null : note(text);
}

/**
 * What several of these actions would each say beside their chances: said once, above them; empty when nothing is.
 * @param {Game} game @param {Action[]} actions @param {Record<string, any>} odds by the JSON of their commands
 */
export function common_note(game, actions, odds) {
	const texts = actions.map((action) => note_words(game, action.do, odds[JSON.stringify(action.do)], false));

	return texts.find((text, place) => text !== "" && texts.indexOf(text) !== place) ?? "";
}

/** That, as it stands above them. */
export const common_line = (text) => (text === "" ? null : note(text));

/**
 * The chances of a preview of `body`, a line each; null when there are none.
 * @param {Game} game @param {Command} body
 */
export const odds_rows = (game, body, odds, with_clause) =>
	odds?.length > 0 ? odds.map((one) => line(game, body, one, with_clause)) : null;

/**
 * The chances of a preview of `body`, and what they do not tell, if that is not `said` already; null when there
 * are none.
 * @param {Game} game @param {Command} body
 */
export function odds_lines(game, body, odds, with_clause = false, said = "") {
	const untold = note_words(game, body, odds, with_clause);

	return odds?.length > 0
		? [odds_rows(game, body, odds, with_clause), untold === said || untold === "" ? null : note(untold)]
		: null;
}
