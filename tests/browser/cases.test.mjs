// The rule cases by clause: all of them are there, a clause leads to its rule and back, and each case
// opens as a position.

import assert from "node:assert/strict";
import { test } from "node:test";
import { seats } from "./seated.mjs";
import { desk, phone, Visitor } from "./support.mjs";

const house = seats();
const { daemon } = house;

async function open(fragment, size = desk, options = {}) {
	const visitor = await Visitor.open(house.browser, daemon.url, size, options);

	await visitor.page.goto(`${daemon.url}/cases${fragment}`);
	await visitor.page.getByRole("status").filter({ hasText: /\d/ }).waitFor();
	return visitor;
}

test("every case of every book stands under its clauses", async () => {
	const visitor = await open("");
	const { rulesets } = await house.ask("rulesets");

	for (const { id, title } of rulesets) {
		const files = await (await fetch(`${daemon.url}/cases/${id}.json`)).json();

		await visitor.page.locator("[data-key=book]").selectOption(title);
		await visitor.page.getByRole("status").filter({ hasText: `${files.flat().length} cases` }).waitFor();
		const shown = new Set(await visitor.page.locator("li small").allInnerTexts());

		assert.deepEqual(files.flat().map((one) => one.case).filter((name) => !shown.has(name)), [], id);
	}
	await visitor.inspect("cases");
	await visitor.context.close();
});

test("a clause leads to its rule, the rule to its cases, a case to the referee", async () => {
	for (const [size, options] of [[desk, {}], [phone, { colorScheme: "dark", locale: "de-DE" }]]) {
		const visitor = await open("#word=B2-33", size, options);
		const { page } = visitor;

		assert.equal(await page.locator("h2.clause").first().innerText(), "B2-33");
		await visitor.inspect(`cases-of-a-clause-${size === desk ? "en" : "de"}`);
		await visitor.press(page.locator("h2.clause a").first());
		await page.locator(".cases a").first().waitFor();
		assert.match(page.url(), /\/rules#word=B2-33$/);
		await visitor.press(page.locator(".cases a").first());
		await page.locator("h2.clause").first().waitFor();
		assert.match(page.url(), /\/cases#word=B2-33$/);
		await visitor.press(page.locator("section li a").first());
		await page.locator("#page[data-version]").waitFor();
		assert.match(page.url(), /\/ask#case=/);
		await visitor.context.close();
	}
});

test("cases are found by a word; one and none are said in words; a file that is not to be had is told", async () => {
	const visitor = await open("#book=chainmail&word=pikes");

	assert.ok((await visitor.page.locator("section").count()) > 0);
	await visitor.page.locator("[data-key=word]").fill("CH-44/whatever-order-they-stand-in");
	await visitor.page.locator("[data-key=word]").blur();
	await visitor.page.getByText("One case", { exact: true }).waitFor();
	assert.equal(await visitor.page.locator("section li").count(), 1);
	await visitor.page.locator("[data-key=word]").fill("zeppelin");
	await visitor.page.locator("[data-key=word]").blur();
	await visitor.page.getByText("No case is about that.").waitFor();
	visitor.cut = true;
	await visitor.page.route("**/cases/t9a-2e.json", (route) => route.abort());
	await visitor.page.locator("[data-key=book]").selectOption({ index: 6 });
	await visitor.page.getByRole("alert").getByText("The cases cannot be read now.").waitFor();
	await visitor.context.close();
});
