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

/** The books by columns: those that answer alike share one. */
const columns_of = (books) => {
	const answers = [...new Set(books.map(({ side_by_side }) => JSON.stringify(side_by_side)))];

	return answers.map((answer) => books.filter(({ side_by_side }) => JSON.stringify(side_by_side) === answer));
};
const heads_of = (books) => columns_of(books).map((column) => column.map(({ title }) => title).join(", "));

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
		// Before anything is touched: what is touched is scrolled to.
		if (size === desk)
			assert.ok(
				await page
					.locator("thead th")
					.last()
					.evaluate((last) => last.getBoundingClientRect().right <= innerWidth),
				"the last book is in sight",
			);
		for (const [at, book] of books.entries()) {
			// Two stand beside each other where there is room for no more.
			if (size === phone)
				await page.locator("[data-key=book-1]").selectOption({ index: at });
			const shown = size === phone ? [books[0], book] : books;
			const column = columns_of(shown).findIndex((one) => one.includes(book));

			for (const [row, question] of questions.entries()) {
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
		}
		await visitor.press(page.locator("tbody tr").first().locator("summary").first());
		await visitor.inspect("rules-open");
		await leave(visitor);
	});

test("the books that are compared are chosen, and stand in the address", async () => {
	const books = await books_of();
	const visitor = await Visitor.open(house.browser, daemon.url, desk);
	const { page } = visitor;
	const titles = () => page.locator("thead th").allInnerTexts();

	await page.goto(`${daemon.url}/rules`);
	await page.locator("tbody tr").first().waitFor();
	assert.deepEqual(await titles(), heads_of(books));
	assert.ok((await titles()).includes("Ancient Warfare, Medieval Warfare"), "both ages share a column");
	for (const { id } of books.slice(2))
		await page.locator(`[data-key="book-${id}"]`).uncheck();
	assert.deepEqual(await titles(), heads_of(books.slice(0, 2)));
	await visitor.inspect("rules-chosen");
	await page.reload();
	await page.locator("tbody tr").first().waitFor();
	assert.deepEqual(await titles(), heads_of(books.slice(0, 2)));
	// Without any there would be nothing to see.
	for (const { id } of books.slice(0, 2))
		await page.locator(`[data-key="book-${id}"]`).click();
	assert.deepEqual(await titles(), heads_of(books));
	await leave(visitor);
});

for (const [name, size] of Object.entries({ desk, phone }))
	test(`clauses are found by a word and by their number, with their cases: ${name}`, async () => {
		const books = await books_of();
		const visitor = await Visitor.open(house.browser, daemon.url, size);
		const { page } = visitor;
		const has = (word) => ({ text }) => text.toLowerCase().includes(word);
		const own = ({ clause }) => !clause.startsWith("PN-");
		const word = "wheel";

		await page.goto(`${daemon.url}/rules`);
		await page.locator("[data-key=word]").fill(word.toUpperCase());
		await page.locator("section").first().waitFor();
		const expected = books.flatMap(({ clauses }) => clauses.filter(own).filter(has(word))).length +
			books[0].clauses.filter((one) => !own(one)).filter(has(word)).length;
		assert.equal(await page.locator("section li").count(), expected);
		assert.ok((await page.locator("[role=status]").innerText()).includes(String(expected)));
		for (const text of await page.locator("mark").allInnerTexts())
			assert.equal(text.toLowerCase(), word);
		await visitor.inspect("rules-found");

		// A clause's number leads to it.
		const clause = books.flatMap(({ clauses }) => clauses).find((one) => own(one) && one.cases.length > 0);
		await page.goto(`${daemon.url}/rules#word=${clause.clause}`);
		await page.reload();
		const item = page.locator("section li").first();
		await item.waitFor();
		assert.ok((await item.innerText()).startsWith(clause.clause));
		assert.ok((await item.locator(".cases").innerText()).includes(clause.cases[0]));
		await page.locator("[data-key=word]").fill("no such word");
		await page.getByText("No clause says no such word.").waitFor();
		assert.equal(await page.locator("section").count(), 0);
		await leave(visitor);
	});

test("in German it is said once that the books speak English, and what is ours is German", async () => {
	for (const [locale, said] of [["de-DE", 1], ["en-GB", 0]]) {
		const visitor = await Visitor.open(house.browser, daemon.url, desk, { locale });
		const { page } = visitor;

		await page.goto(`${daemon.url}/rules`);
		await page.locator("td summary").first().waitFor();
		assert.equal(await page.getByText("Antworten und Klauseln stehen in der Sprache der Bücher, auf Englisch.").count(), said);
		assert.equal(await page.locator(".books-language").count(), said);
		assert.equal(await page.locator("td summary:not([lang=en])").count(), 0);
		await page.locator("td summary").first().click();
		assert.ok((await page.locator("td li span[lang=en]").count()) > 0);
		if (said === 1)
			for (const label of await page.locator("h1, caption, th[scope=row], legend, label, td li small").allInnerTexts())
				// Cases and books have names.
				assert.doesNotMatch(label.replace(/(Fälle: |Battlesystem|The 9th Age|The .*Conquest).*/, ""), /\b(the|of|our|cases|each|who|how|rules?)\b/i);
		visitor.blameless();
		await visitor.context.close();
	}
});
