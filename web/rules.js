// @ts-check
// The rule books side by side: what each answers to the same questions; those that the reader
// chose, or what they say of a word. All that is said comes from the server's clauses; the page asks
// no book by its name. What is chosen stands in the address, after the #.

import { listClauses, listRulesets } from "./api_later.js";
import { fill, make } from "./dom.js";
import { dotted, ways_to_referee } from "./referee/offered.js";
import { book_language, clause_item, found_parts } from "./rules_find.js";
import { language, rare_words, use_language, wanted_language, words } from "./words.js";

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

/** Books that answer every question alike, by the same clauses, share a column. */
function columns_of(books) {
	const columns = new Map();

	for (const book of new Set(books)) {
		const answers = JSON.stringify(book.side_by_side);

		columns.set(answers, [...(columns.get(answers) ?? []), book]);
	}
	return [...columns.values()];
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
			make("summary", { lang: book_language }, answer.text),
			make(
				"ul",
				{},
				answer.clauses.map((number) => clause_item(book.clauses.find((one) => one.clause === number))),
			),
		),
	);
}

function table_of(books) {
	const columns = columns_of(books);

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
				columns.map((column) => make("th", { scope: "col" }, column.map((book) => book.title).join(", "))),
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
					columns.map(([book]) => answer_cell(book, question)),
				),
			),
		),
	);
}

const is_narrow = matchMedia("(max-width: 40rem)");
const word_min = 2;

/** What the address says is wanted: on a narrow screen two books, else all, unless it names some. */
function wanted_of(all) {
	const said = new URLSearchParams(location.hash.slice(1));
	const named = (said.get("books") ?? "").split(",").flatMap((id) => all.find((book) => book.id === id) ?? []);
	const word = (said.get("word") ?? "").trim();

	const chosen = named.length > 0 ? all.filter((book) => named.includes(book)) : all;

	// A word is looked for in all of them until somebody chooses.
	if (is_narrow.matches)
		return { books: [...named, ...all.filter((book) => !named.includes(book))].slice(0, 2), chosen, word };
	return { books: chosen, chosen, word };
}

/** Put what is wanted into the address, without another entry of the history. */
function want(books, all, word) {
	const said = new URLSearchParams();

	if (books.length < all.length)
		said.set("books", books.map((book) => book.id).join(","));
	if (word)
		said.set("word", word);
	history.replaceState(null, "", said.size > 0 ? `#${said}` : "#");
}

/** Two of all, to compare where there is room for no more. */
function pair_fields(all, chosen, changed) {
	const field = (at) =>
		make(
			"label",
			null,
			words(at === 0 ? "ui.rules.left" : "ui.rules.right"),
			make(
				"select",
				{
					"data-key": `book-${at}`,
					change: ({ target }) => changed(chosen.map((book, i) => (i === at ? all[target.selectedIndex] : book))),
				},
				all.map((book) => make("option", { selected: book === chosen[at] }, book.title)),
			),
		);

	return chosen.map((_, at) => field(at));
}

function book_boxes(all, chosen, changed) {
	return all.map((book) =>
		make(
			"label",
			{ class: "box" },
			make("input", {
				type: "checkbox",
				"data-key": `book-${book.id}`,
				checked: chosen.includes(book),
				change: ({ target }) => {
					const next = all.filter((one) => (one === book ? target.checked : chosen.includes(one)));
					changed(next.length > 0 ? next : all);
				},
			}),
			book.title,
		),
	);
}

/** Everything under the heading, as the address wants it. */
function draw(place, all) {
	const { books, chosen, word } = wanted_of(all);
	const again = (next) => {
		want(next, all, word);
		draw(place, all);
	};
	const result = make("div");
	const show_result = (text) =>
		fill(
			result,
			text.length >= word_min
				? found_parts(chosen, text)
				: make(
						"div",
						{ class: "wide", role: "region", tabindex: "0", "aria-label": words("ui.rules.title") },
						table_of(books),
					),
		);

	fill(
		place,
		make(
			"form",
			{ class: "tools", submit: (event) => event.preventDefault() },
			make(
				"fieldset",
				null,
				make("legend", null, words("ui.rules.books")),
				is_narrow.matches ? pair_fields(all, books, again) : book_boxes(all, books, again),
			),
			make(
				"label",
				null,
				words("ui.rules.word"),
				make("input", {
					type: "search",
					"data-key": "word",
					value: word,
					input: ({ target }) => {
						want(chosen, all, target.value.trim());
						show_result(target.value.trim());
					},
				}),
			),
		),
		result,
	);
	show_result(word);
}

async function show() {
	await use_language(wanted_language());
	await rare_words();
	document.title = words("ui.rules.title");
	const heading = [
		make("p", {}, make("a", { href: "./" }, "Pennon"), dotted(await ways_to_referee("cases", "ask"))),
		make("h1", {}, words("ui.rules.title")),
		// What the books say is theirs; it is said once that it is not translated.
		language() === book_language ? null : make("p", { class: "books-language" }, words("ui.rules.language")),
	];

	try {
		const books = await read_books();
		const place = make("div");
		const again = () => draw(place, books);

		fill(root, heading, place);
		again();
		addEventListener("hashchange", again);
		is_narrow.addEventListener("change", again);
	} catch {
		fill(root, heading, make("p", { role: "alert" }, words("ui.rules.unread")));
	}
}

await show();
