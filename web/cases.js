// @ts-check
// The rule cases by clause: what is held to be right, one sentence each, and the way to try it. What
// is chosen stands in the address, after the #: `book`, and `word`, a clause or what is looked for.

import { listClauses, listRulesets } from "./api_later.js";
import { cases_of } from "./cases_read.js";
import { fill, make } from "./dom.js";
import { dotted, has_referee, ways_to_referee } from "./referee/offered.js";
import { rare_words, use_language, wanted_language, words } from "./words.js";

const root = /** @type {HTMLElement} */ (document.getElementById("page"));

async function read_books() {
	const { rulesets } = await listRulesets();

	return Promise.all(rulesets.map(async (book) => ({ ...book, ...(await listClauses(book.id)) })));
}

/** What the address asks for; a clause alone names its book. */
function wanted_of(books) {
	const said = new URLSearchParams(location.hash.slice(1));
	const word = (said.get("word") ?? "").trim();
	const of_clause = (book) => book.clauses.some(({ clause, cases }) => clause === word && cases.length > 0);

	return { book: books.find(({ id }) => id === said.get("book")) ?? books.find(of_clause) ?? books[0], word };
}

/** Put what is wanted into the address, without another entry of the history. */
function want(book, word) {
	const said = new URLSearchParams({ book: book.id });

	if (word)
		said.set("word", word);
	history.replaceState(null, "", `#${said}`);
}

/** One case: what it holds, which opens it to be tried where there is a referee, and its name. */
const case_item = (one, can_try) =>
	make(
		"li",
		null,
		can_try ? make("a", { href: `ask#case=${encodeURIComponent(one.case)}&book=${one.ruleset}` }, one.title) : one.title,
		" ",
		make("small", null, one.case),
	);

/** A clause with its cases, and the way to it among the rules. */
const clause_part = ({ clause, text }, cases, can_try) =>
	make(
		"section",
		null,
		make("h2", { class: "clause" }, make("a", { href: `rules#word=${clause}` }, clause)),
		make("p", null, text),
		make("ul", null, cases.map((one) => case_item(one, can_try))),
	);

/** The cases that claim or show a clause, and those that are called by it: some claim nothing. */
const own_cases = ({ clause, cases: names }, cases) =>
	cases.filter((one) => names.includes(one.case) || one.case.startsWith(`${clause}/`));

/** How many were found. */
const count_words = (count) => words(["ui.cases.none", "ui.cases.found.one"][count] ?? "ui.cases.found", { count });

/** A book's clauses, and those that only a case is called by. */
function clauses_of(book, cases) {
	const alone = cases.filter((one) => !book.clauses.some((clause) => own_cases(clause, [one]).length > 0));
	const called = new Set(alone.map((one) => one.case.split("/")[0]));

	return [...book.clauses, ...[...called].map((clause) => ({ clause, text: "", cases: [] }))];
}

/** The clauses that are meant by a word, each with those of its cases that are. */
function parts_of(book, cases, word) {
	const small = word.toLowerCase();
	const has = (text) => text.toLowerCase().includes(small);
	const clauses = clauses_of(book, cases);
	const named = clauses.filter(({ clause }) => clause.toLowerCase() === small);

	return (named.length > 0 ? named : clauses).flatMap((clause) => {
		const own = own_cases(clause, cases);
		const found = named.length > 0 || has(clause.text) ? own : own.filter((one) => has(one.title) || has(one.case));

		return found.length > 0 ? { clause, found } : [];
	});
}

async function fill_result(place, book, word) {
	fill(place, make("p", { role: "status" }, words("ui.cases.reading")));
	try {
		const [cases, can_try] = await Promise.all([cases_of(book.id), has_referee()]);
		const parts = parts_of(book, cases, word);
		const count = new Set(parts.flatMap(({ found }) => found)).size;

		fill(
			place,
			make("p", { role: "status" }, count_words(count)),
			parts.map(({ clause, found }) => clause_part(clause, found, can_try)),
		);
	} catch {
		fill(place, make("p", { role: "alert" }, words("ui.cases.unread")));
	}
}

/** Everything under the heading, as the address wants it. */
function draw(place, books) {
	const { book, word } = wanted_of(books);
	const result = make("div");

	fill(
		place,
		make(
			"form",
			{ class: "tools", submit: (event) => event.preventDefault() },
			make(
				"label",
				null,
				words("ui.cases.book"),
				make(
					"select",
					{
						"data-key": "book",
						change: ({ target }) => {
							want(books[target.selectedIndex], "");
							draw(place, books);
						},
					},
					books.map((one) => make("option", { selected: one === book }, one.title)),
				),
			),
			make(
				"label",
				null,
				words("ui.rules.word"),
				make("input", {
					type: "search",
					"data-key": "word",
					value: word,
					change: ({ target }) => {
						want(book, target.value.trim());
						void fill_result(result, book, target.value.trim());
					},
				}),
			),
		),
		result,
	);
	void fill_result(result, book, word);
}

async function show() {
	await use_language(wanted_language());
	await rare_words();
	document.title = words("ui.cases.title");
	const heading = [
		make("p", null, make("a", { href: "./" }, "Pennon"), " · ", make("a", { href: "rules" }, words("ui.rules.title")), dotted(await ways_to_referee("ask"))),
		make("h1", null, words("ui.cases.title")),
		make("p", null, words("ui.cases.what")),
		make("p", null, make("a", { href: "cases/case.schema.json" }, words("ui.cases.schema"))),
	];

	try {
		const books = await read_books();
		const place = make("div");

		fill(root, heading, place);
		draw(place, books);
		addEventListener("hashchange", () => draw(place, books));
	} catch {
		fill(root, heading, make("p", { role: "alert" }, words("ui.cases.unread")));
	}
}

await show();
