// @ts-check
// How the panels call things: a clause as the way to its words, a command that is not listed now.

import { make } from "../dom.js";
import { has_words, unit_name, words } from "../words.js";

export const clause_link = (clause) =>
	clause ? make("a", { class: "clause", href: `rules#word=${clause}`, target: "_blank", rel: "noopener" }, words("ui.log.clause", { clause })) : null;

/** What a name of a command's member is called, if there are words for it. */
const named = (table, name) => (name !== undefined && has_words(`${table}.${name}`) ? words(`${table}.${name}`) : null);

/** A command in words, with what was chosen of it. @param {Game} game */
export function called(game, body) {
	const key = `offer.${body.type}`;
	const target = body.target === undefined ? words("ui.some_target") : unit_name(game, body.target);
	const what = has_words(key) ? words(key, { unit: unit_name(game, body.unit), target }) : (named("decision", body.type) ?? body.type.replaceAll("_", " "));

	return [what, named("facing", body.flank) ?? named("verb", body.order)].filter(Boolean).join(": ");
}
