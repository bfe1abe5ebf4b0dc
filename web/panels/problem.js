// @ts-check
// What went wrong, and why something is refused, as sentences.

import { has_words, unit_name, words } from "../words.js";

/** A problem as a sentence, with the clause that forbids what was asked. */
export function problem_words(problem) {
	const key = `problem.${problem.code}`;
	const text =
		problem.code === "refused" && problem.detail
			? problem.detail
			: has_words(key)
				? words(key)
				: (problem.detail ?? problem.code);

	return problem.clause ? `${text} (${problem.clause})` : text;
}

/** Why not, as a sentence. @param {Game} game @param {Preview} preview */
export function refusal_words(game, preview) {
	const key = `refusal.${preview.code}`;
	const reason = has_words(key) ? words(key) : (preview.detail ?? preview.code ?? "");

	const who = preview.in_the_way && unit_name(game, preview.in_the_way);

	return words("ui.preview.refused", { reason: who ? `${reason} ${words("ui.preview.in_the_way", { unit: who })}` : reason });
}
