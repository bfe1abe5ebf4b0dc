// @ts-check
// Clauses by a word or a number: those of the chosen books, and our own once.

import { make } from "./dom.js";
import { is_offered } from "./referee/offered.js";
import { words } from "./words.js";

/** What the books, their answers and clauses, are written in. */
export const book_language = "en";

/** Ours stand in every book's list. */
const is_ours = (clause) => clause.clause.startsWith("PN-");

/** The text with each place where the word stands marked. */
function marked(text, word) {
	const small = text.toLowerCase();
	const parts = [];
	let at = 0;

	for (let next; (next = small.indexOf(word, at)) >= 0; at = next + word.length)
		parts.push(text.slice(at, next), make("mark", null, text.slice(next, next + word.length)));
	return [...parts, text.slice(at)];
}

/** The cases of a clause, and where there is a referee the way to them. */
function cases_link({ clause, cases }) {
	const text = words("ui.rules.cases", { cases: cases.join(", ") });

	return is_offered ? make("a", { href: `cases#word=${clause}` }, text) : text;
}

/** One clause: its number, which is also the way to it, its words, where it comes from, its cases. */
export function clause_item(clause, word = "") {
	return make(
		"li",
		null,
		make("a", { href: `#word=${clause.clause}` }, make("b", null, clause.clause)),
		" ",
		make("span", { lang: book_language }, word ? marked(clause.text, word) : clause.text),
		make("small", null, words(`ui.provenance.${clause.provenance}`)),
		clause.cases.length > 0 &&
			make(
				"small",
				{ class: "cases" },
				cases_link(clause),
			),
	);
}

function part(title, clauses, word) {
	return make(
		"section",
		null,
		make("h2", null, title),
		make("ul", null, clauses.map((clause) => clause_item(clause, word))),
	);
}

/** What is found of a word in books: a part for each, and how many in all. */
export function found_parts(books, word) {
	const wanted = word.toLowerCase();
	const has = ({ clause, text }) =>
		clause.toLowerCase() === wanted ||
		clause.toLowerCase().startsWith(`${wanted}-`) ||
		text.toLowerCase().includes(wanted);
	const groups = books
		.map((book) => ({ title: book.title, clauses: book.clauses.filter((one) => !is_ours(one) && has(one)) }))
		.concat({ title: words("ui.rules.ours"), clauses: (books[0]?.clauses ?? []).filter((one) => is_ours(one) && has(one)) })
		.filter(({ clauses }) => clauses.length > 0);
	const count = groups.reduce((sum, { clauses }) => sum + clauses.length, 0);

	return [
		make("p", { role: "status" }, words(count > 0 ? "ui.rules.found" : "ui.rules.nothing", { count, word })),
		...groups.map(({ title, clauses }) => part(title, clauses, wanted)),
	];
}
