// What is written about the rule books says what their tables say: RULES.md, the README, the
// form in which a wrong ruling is told.

import assert from "node:assert/strict";
import { test } from "node:test";
import { print_tables, read, section, tables } from "../support/tables.mjs";

const { books } = tables;
const rules = (book) => read(`core/rulesets/${book.id}/RULES.md`);
const in_quotes = (cell) => [...cell.matchAll(/`(\w+)`/g)].map((match) => match[1]);

test("there are books, each with its letters and two scenarios", () => {
	assert.ok(books.length > 1);
	for (const { id, letters, scenarios } of books) {
		assert.match(letters, /^[A-Z][A-Z0-9]$/, id);
		assert.ok(scenarios.length >= 2, `${id} has too few scenarios`);
	}
});

test("RULES.md has the switches as the tables have them", () => {
	for (const book of books) {
		const written = section(rules(book), "Switches").filter((line) => line.startsWith("|"));
		const wanted = print_tables("switches", book.id).trimEnd().split("\n");

		if (book.readings.length === 0 && written.length === 0) continue;
		assert.deepEqual(written, wanted, `${book.id}: build/pennon-tables switches ${book.id}`);
	}
});

test("the clause of a switch says which switch it is", () => {
	for (const book of books) {
		const row_of = new Map(book.clauses.map(({ clause, text }) => [clause, text]));

		for (const { name, clause } of book.readings)
			if (row_of.has(clause))
				assert.ok(row_of.get(clause).split(/\W+/).includes(name), `${book.id}: ${clause} does not say ${name}`);
	}
});

test("RULES.md has every parameter with its sample, its clause and where it comes from", () => {
	for (const book of books) {
		const told = new Map();

		for (const line of section(rules(book), "Parameters")) {
			const [, names, samples, clause, what] = line.split("|").map((cell) => cell.trim());
			const numbers = (samples ?? "").split(", ");

			for (const [at, name] of in_quotes(names ?? "").entries())
				told.set(name, { sample: Number(numbers[at] ?? numbers[0]), clause, what });
		}
		assert.deepEqual([...told.keys()].sort(), book.params.map(({ name }) => name).sort(), book.id);
		for (const { name, sample, clause, provenance } of book.params) {
			assert.equal(told.get(name).sample, sample, `${book.id} ${name}`);
			assert.equal(told.get(name).clause, clause, `${book.id} ${name}`);
			assert.match(told.get(name).what, new RegExp(`\\b${provenance}\\b`), `${book.id} ${name}`);
		}
	}
});

test("what the tables cite is a clause of the book", () => {
	for (const book of books) {
		const known = new Set([...book.clauses, ...tables.clauses].map(({ clause }) => clause));
		const cited = [...book.phases, ...book.stats, ...book.readings, ...book.params, book.premeasure]
			.map(({ clause }) => clause)
			.filter(Boolean);

		assert.ok(book.clauses.length > 0, `${book.id}: no clause in RULES.md`);
		for (const clause of cited) assert.ok(known.has(clause), `${book.id}: ${clause}`);
		for (const { clause } of book.clauses)
			assert.ok(clause.startsWith(`${book.letters}-`), `${book.id}: ${clause}`);
	}
});

test("a row of a RULES.md that begins with a clause is read as one", () => {
	const known = new Set([...books, tables].flatMap(({ clauses }) => clauses.map(({ clause }) => clause)));
	const texts = [...books.map((book) => `core/rulesets/${book.id}/RULES.md`), "core/clauses.md"];

	for (const path of texts)
		for (const line of read(path).split("\n")) {
			const [numbers] = /^\| *[A-Z][A-Z0-9]-G?\d+[^|]*\|/.exec(line) ?? [""];

			if (numbers) assert.match(line, /^\|[^|]*(\|[^|]*)?\|[^|]*\|$/, path);
			for (const [clause] of numbers.matchAll(/[A-Z][A-Z0-9]-G?\d+/g))
				assert.ok(known.has(clause), `${path}: ${clause}`);
		}
});

test("cases have a usual board and unit of every book", () => {
	const defaults = JSON.parse(read("tests/cases/defaults.json"));

	assert.deepEqual(
		Object.keys(defaults).sort(),
		books.map(({ id }) => id),
	);
});

test("whoever tells of a wrong ruling can name every book", () => {
	const [, options] = /options: \[(.*)\]/.exec(read(".github/ISSUE_TEMPLATE/wrong_ruling.yml"));

	assert.deepEqual(
		options.split(", "),
		books.map(({ id }) => id),
	);
});

test("the README names every book", () => {
	const readme = read("README.md");

	for (const { id } of books) assert.ok(readme.includes(`(core/rulesets/${id}/RULES.md)`), id);
});

test("whatever counts the books, or says something of each, has them all", () => {
	const numbers = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"];
	const examples = (name) => JSON.parse(read(`api-spec/examples/${name}.response.json`));
	const ids = books.map(({ id }) => id);

	assert.ok(read("README.md").includes(`${numbers[books.length]} rule books`), "README.md: how many there are");
	for (const id of ids)
		assert.ok(section(read("core/figures.md"), "The size of a game").some((line) => line.includes(`\`${id}\``)), id);
	assert.deepEqual(examples("listRulesets").rulesets.map(({ id }) => id), ids, "the example listRulesets");
	assert.deepEqual(
		examples("listScenarios").scenarios.map(({ id }) => id).sort(),
		books.flatMap(({ scenarios }) => scenarios).sort(),
		"the example listScenarios",
	);
});
