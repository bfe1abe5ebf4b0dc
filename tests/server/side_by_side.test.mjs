// What the rule books answer to the same questions: each row names clauses that the book
// has, and the table of core/rulesets/README.md says what the books say.

import assert from "node:assert/strict";
import { test } from "node:test";
import { read, section, tables } from "../support/tables.mjs";
import { columns, side_by_side } from "../tables/side_by_side.mjs";

const questions = ["who", "how_far", "declared", "answer", "failure", "winning"];

function cells(line) {
	return line
		.slice(1, -1)
		.split("|")
		.map((cell) => cell.trim());
}

const rows = (text) =>
	text
		.split("\n")
		.filter((line) => line.startsWith("|") && line.endsWith("|"))
		.map(cells);

const books = tables.books.map(({ id, clauses }) => ({
	id,
	answers: rows(read(`core/rulesets/${id}/RULES.md`)).filter(([question]) => questions.includes(question)),
	clauses: clauses.map(({ clause }) => clause),
}));

test("a book answers every question once, in their order", () => {
	assert.ok(books.length > 1);
	for (const { id, answers } of books)
		assert.deepEqual(
			answers.map(([question]) => question),
			questions,
			id,
		);
});

test("an answer rests on clauses that the book has", () => {
	for (const { id, answers, clauses } of books)
		for (const [question, text, numbers] of answers) {
			const named = numbers.split(", ");

			assert.ok(text.length > 5 && named.length > 0, `${id} ${question}`);
			for (const number of named)
				assert.ok(clauses.includes(number), `${id} ${question}: ${number}`);
		}
});

test("core/rulesets/README.md says what the books say", () => {
	const written = section(read("core/rulesets/README.md"), "The rule books side by side");

	assert.deepEqual(
		written.filter((line) => line.startsWith("|")),
		side_by_side(),
		"node tests/tables/side_by_side.mjs prints the table",
	);
});

test("books that answer alike share a column, and no others do", () => {
	const book = (id, text, clause = "XX-01") => ({
		id,
		side_by_side: [{ question: "who", text, clauses: [clause] }],
	});
	const ids = (books) => columns(books).map((column) => column.map(({ id }) => id));

	assert.deepEqual(ids([book("a", "all"), book("b", "none"), book("c", "all")]), [["a", "c"], ["b"]]);
	assert.deepEqual(ids([book("a", "all"), book("b", "all", "XX-02")]), [["a"], ["b"]]);
	assert.ok(
		columns(tables.books).some((column) => column.map(({ id }) => id).join() === "ancient-warfare,medieval-warfare"),
	);
});
