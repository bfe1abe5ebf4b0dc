// The rule books side by side: every cell opens its clauses, all of them in words, at a desk and
// on a phone, by mouse, finger and key.

import assert from "node:assert/strict";
import { test } from "node:test";
import { leave, seats } from "./seated.mjs";
import { desk, phone, Visitor } from "./support.mjs";

const house = seats();
const { daemon, ask } = house;
const questions = ["who", "how_far", "declared", "answer", "failure", "winning"];
let known = null;

/** The rule books with their clauses; asked for once. */
async function read_books() {
	const { rulesets } = await ask("rulesets");

	return Promise.all(
		rulesets.map(async (book) => ({ ...book, ...(await ask(`rulesets/${book.id}/clauses`)) })),
	);
}

const books_of = () => (known ??= read_books());

test("every book answers every question, by clauses that it has", async () => {
	const books = await books_of();

	assert.equal(books.length, 7);
	for (const book of books) {
		assert.deepEqual(
			book.side_by_side.map((row) => row.question),
			questions,
			book.id,
		);
		for (const row of book.side_by_side) {
			assert.ok(row.text.length > 0 && row.clauses.length > 0, `${book.id}: ${row.question}`);
			for (const number of row.clauses)
				assert.ok(
					book.clauses.some((one) => one.clause === number && one.text.length > 0),
					`${book.id}: ${row.question}: ${number}`,
				);
		}
	}
});

/** What an open cell shows: as many clauses as the server says, each with its words, in sight. */
async function expect_clauses(cell, answer, what) {
	const items = cell.locator("li");
	const text = await items.allInnerTexts();

	assert.equal(text.length, answer.clauses.length, what);
	for (const [i, number] of answer.clauses.entries()) {
		assert.ok(text[i].startsWith(number), `${what}: ${text[i]}`);
		assert.ok(text[i].length > number.length + 10, `${what}: ${text[i]}`);
		assert.ok(await items.nth(i).isVisible(), `${what}: ${number} is not seen`);
		await items.nth(i).scrollIntoViewIfNeeded();
	}
}

for (const [name, size] of Object.entries({ desk, phone }))
	test(`each cell opens its clauses and closes again: ${name}`, async () => {
		const books = await books_of();
		const visitor = await Visitor.open(house.browser, daemon.url, size);
		const { page } = visitor;

		await page.goto(`${daemon.url}/rules`);
		await page.locator("tbody tr").first().waitFor();
		assert.equal(await page.locator("tbody tr").count(), questions.length);
		for (const [row, question] of questions.entries())
			for (const [column, book] of books.entries()) {
				const cell = page.locator("tbody tr").nth(row).locator("td").nth(column);
				const answer = book.side_by_side.find((one) => one.question === question);
				const what = `${name}: ${book.id}: ${question}`;

				assert.equal(await cell.locator("summary").innerText(), answer.text, what);
				assert.ok(!(await cell.locator("ul").isVisible()), `${what}: it is open already`);
				await visitor.press(cell.locator("summary"));
				await expect_clauses(cell, answer, what);
				await cell.locator("summary").press("Enter");
				assert.ok(!(await cell.locator("ul").isVisible()), `${what}: it does not close`);
			}
		if (size === desk)
			assert.ok(
				await page
					.locator("thead th")
					.last()
					.evaluate((last) => last.getBoundingClientRect().right <= innerWidth),
				"the last book is in sight",
			);
		await visitor.press(page.locator("tbody tr").first().locator("summary").first());
		await visitor.inspect("rules-open");
		await leave(visitor);
	});
