// @ts-check
// The rule books side by side: what each answers to the same questions. All that is said
// comes from the server's clauses; the page asks no book by its name.

import { listClauses, listRulesets } from "./api.js";
import { fill, make } from "./dom.js";
import { rare_words, use_language, wanted_language, words } from "./words.js";

const root = /** @type {HTMLElement} */ (document.getElementById("page"));

async function read_books() {
	const { rulesets } = await listRulesets();

	return Promise.all(
		rulesets.map(async (book) => ({ ...book, ...(await listClauses(book.id)) })),
	);
}

/** Every question that some book answers, in the order of the first that answers most. */
function questions_of(books) {
	const asked = books
		.map((book) => book.side_by_side.map((row) => row.question))
		.sort((a, b) => b.length - a.length);

	return [...new Set(asked.flat())];
}

function clause_item(book, number) {
	const clause = book.clauses.find((one) => one.clause === number);

	return make(
		"li",
		{},
		make("b", {}, number),
		" ",
		clause?.text ?? "",
		clause && make("small", {}, words(`ui.provenance.${clause.provenance}`)),
	);
}

/** A cell opens its clauses. */
function answer_cell(book, question) {
	const answer = book.side_by_side.find((row) => row.question === question);

	if (!answer)
		return make("td", {}, "–");
	return make(
		"td",
		{},
		make(
			"details",
			{},
			make("summary", {}, answer.text),
			make("ul", {}, answer.clauses.map((number) => clause_item(book, number))),
		),
	);
}

function table_of(books) {
	return make(
		"table",
		{},
		make("caption", {}, words("ui.rules.how")),
		make(
			"thead",
			{},
			make(
				"tr",
				{},
				make("td"),
				books.map((book) => make("th", { scope: "col" }, book.title)),
			),
		),
		make(
			"tbody",
			{},
			questions_of(books).map((question) =>
				make(
					"tr",
					{},
					make("th", { scope: "row" }, words(`ui.question.${question}`)),
					books.map((book) => answer_cell(book, question)),
				),
			),
		),
	);
}

async function show() {
	await use_language(wanted_language());
	await rare_words();
	document.title = words("ui.rules.title");
	const heading = [
		make("p", {}, make("a", { href: "./" }, "Pennon")),
		make("h1", {}, words("ui.rules.title")),
	];

	try {
		const books = await read_books();

		fill(
			root,
			heading,
			make(
				"div",
				{ class: "wide", role: "region", tabindex: "0", "aria-label": words("ui.rules.title") },
				table_of(books),
			),
		);
	} catch {
		fill(root, heading, make("p", { role: "alert" }, words("ui.rules.unread")));
	}
}

await show();
