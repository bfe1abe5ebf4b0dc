// @ts-check
// What went wrong, and why something is refused, as sentences.

import { has_words, unit_name, words } from "../words.js";

/** What is wrong with a member that was sent, or null when nobody has a sentence for it. */
function member_words({ code, detail, body }) {
	const { key, args } = body?.words ?? {};

	if (code !== "bad_member" || !key || key === "problem.bad_member")
		return null;
	// Until the page has these words the server's own are shown, which are in the reader's language, too.
	return has_words(key) ? words(key, args) : detail;
}

/** A problem as a sentence, with the clause that forbids what was asked. */
export function problem_words(problem) {
	const key = `problem.${problem.code}`;
	const own = problem.code === "refused" ? problem.detail : member_words(problem);
	const text = own || (has_words(key) ? words(key) : (problem.detail ?? problem.code));

	return problem.clause ? `${text} (${problem.clause})` : text;
}

/** Why not, as a sentence. @param {Game} game @param {Preview} preview */
export function refusal_words(game, preview) {
	const key = `refusal.${preview.code}`;
	const reason = has_words(key) ? words(key) : (preview.detail ?? preview.code ?? "");

	const who = preview.in_the_way && unit_name(game, preview.in_the_way);

	return words("ui.preview.refused", { reason: who ? `${reason} ${words("ui.preview.in_the_way", { unit: who })}` : reason });
}
