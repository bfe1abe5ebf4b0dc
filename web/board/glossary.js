// @ts-check
// Words of a rule book that its players ask about: orders, states, formations, phases. Those that a
// table has are told in its legend, and an order beside its choices. A book without any tells none.

import { has_words, words } from "../words.js";

/** What a word of the book means, or undefined. @param {Game} game @param {string|undefined} name */
export function meaning_of(game, name) {
	const key = `gloss.${game.ruleset}.${name}`;

	return name && has_words(key) ? words(key) : undefined;
}

/** What the words mean that are among these, each once. @param {Game} game @param {(string|undefined)[]} names */
export const meanings = (game, names) =>
	[...new Set(names)].map((name) => meaning_of(game, name)).filter((text) => text !== undefined);

/** What a command is about, as the book calls it. @param {Command} body */
const name_of = (body) => body.order ?? body.type;

/** What one may be asked to choose, as the book calls it. @param {Action} action */
export const choices_of = (action) => [action.do, ...(action.presets ?? []).map((preset) => preset.do)].map(name_of);

/** The words that this table has now. @param {Game} game */
export function words_here(game) {
	const of_units = Object.values(game.units).flatMap(({ formation, state, order, draft }) => [
		formation,
		state,
		order?.verb,
		draft?.verb,
	]);

	return meanings(game, [game.phase, ...of_units, ...(game.actions ?? []).flatMap(choices_of)]);
}
