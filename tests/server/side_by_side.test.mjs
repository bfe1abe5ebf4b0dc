// What the rule books answer to the same questions: each row names clauses that the book
// has, and the table of the README says what the books say.

import assert from "node:assert/strict";
import { test } from "node:test";
import { read, tables } from "../support/tables.mjs";

const words = {
	...JSON.parse(read("web/words/en.json")),
	...JSON.parse(read("web/words/en.rare.json")),
};
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

/** Under which heading of a book each clause stands, as links to it are written. */
function headings(id) {
	const found = new Map();
	let heading = "";

	for (const line of read(`core/rulesets/${id}/RULES.md`).split("\n")) {
		if (line.startsWith("#"))
			heading = line
				.replace(/^#+ /, "")
				.toLowerCase()
				.replace(/[^\w -]/g, "")
				.replaceAll(" ", "-");
		const [numbers] = line.match(/^\| ([A-Z0-9]{2}-G?\d+(, )?)+ \|/) ?? [""];
		for (const number of numbers.match(/[A-Z0-9]{2}-G?\d+/g) ?? [])
			found.set(number, heading);
	}
	return found;
}

/** A cell without its links, each of which leads to where its clauses stand. */
function plain(cell, id, where) {
	return cell.replace(/\[([A-Z0-9]{2}-[^\]]+)\]\(([^)]*)\)/g, (_, numbers, target) => {
		for (const number of numbers.split(", "))
			assert.equal(
				target,
				`core/rulesets/${id}/RULES.md#${where.get(number)}`,
				`${id} ${number}`,
			);
		return numbers;
	});
}

test("the README says what the books say", () => {
	const table = rows(read("README.md"));
	const heads = table.find((row) => row[0] === "" && row[1]?.includes("RULES.md"));

	assert.equal(heads.length, books.length + 1);
	for (const [at, { id, answers }] of books.entries()) {
		assert.equal(heads[at + 1], `[${id}](core/rulesets/${id}/RULES.md)`);
		const where = headings(id);
		for (const [question, text, numbers] of answers) {
			const row = table.find(([head]) => head === `**${words[`ui.question.${question}`]}**`);

			assert.equal(
				plain(row[at + 1], id, where),
				`${text} (${numbers})`,
				`${id} ${question}`,
			);
		}
	}
});
