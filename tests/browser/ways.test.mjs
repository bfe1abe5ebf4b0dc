// The ways to the referee in the page: from the front page, the rules, the cases, the editor and a game's
// menu, where the server has one; and a running game as one's own seat sees it, where it may be measured.

import assert from "node:assert/strict";
import { test } from "node:test";
import { leave, seats } from "./seated.mjs";
import { desk, phone, Visitor } from "./support.mjs";

const house = seats();
const { daemon } = house;
const measured = "medieval-warfare";

/** The server as if it had been built without. */
const without_referee = (page) =>
	page.route("**/v1/server", async (route) => {
		const response = await route.fetch();
		const { referee: _, ...server } = await response.json();

		await route.fulfill({ response, json: server });
	});

/** Reads on to where the front page leads to the referee: it asks for one then. */
const read_on = (page) =>
	page
		.locator("main section", { has: page.getByRole("heading", { name: /^(How it works|Wie es geht)$/ }) })
		.evaluate((section) => section.lastElementChild.scrollIntoView({ block: "center" }));

/** Opens a page, and gives where its links lead once it has heard of the referee. */
async function links_of(visitor, path) {
	const told = visitor.page.waitForResponse("**/v1/server");

	await visitor.page.goto("about:blank");
	await visitor.page.goto(`${daemon.url}${path}`);
	if (path === "/")
		await read_on(visitor.page);
	await told;
	await visitor.settle();
	return () => visitor.page.locator("a").evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? "").filter((href) => /^(ask|cases)(#|$)/.test(href)));
}

test("the front page, the rules and the cases lead to the referee where there is one", async () => {
	for (const [size, options] of [[desk, {}], [phone, { locale: "de-DE" }]]) {
		const visitor = await Visitor.open(house.browser, daemon.url, size, options);
		const { page } = visitor;

		await links_of(visitor, "/");
		await page.locator("main a[href=ask]").waitFor();
		await page.locator("main a[href=cases]").waitFor();
		await visitor.inspect("front-ways");
		await visitor.press(page.locator("main a[href=ask]"));
		await page.locator("#page[data-version]").waitFor();
		await links_of(visitor, "/rules");
		await page.locator("p > a[href=cases]").waitFor();
		await page.locator("a[href^='cases#word=']").first().waitFor({ state: "attached" });
		await links_of(visitor, "/cases#word=B2-33");
		await page.locator("section a[href^='ask#case=']").first().waitFor();
		await leave(visitor);
	}
});

test("a server without a referee leads nobody to it", async () => {
	const visitor = await Visitor.open(house.browser, daemon.url, desk);
	const { page } = visitor;

	await without_referee(page);
	for (const path of ["/", "/rules", "/rules#word=B2-33", "/cases#word=B2-33"]) {
		const links = await links_of(visitor, path);

		if (path.includes("B2-33"))
			await page.getByText("B2-33").first().waitFor();
		assert.deepEqual(await links(), [], path);
	}
	await links_of(visitor, "/ask");
	await page.getByText("This server has no referee for the page.").waitFor();
	await page.goto(`${daemon.url}/`);
	await visitor.press(page.locator("summary[data-key=machine]"));
	await page.locator("details[open]").getByText("This server has no referee for the page.").waitFor();
	assert.equal(await page.locator("[data-key=machine-scenario]").count(), 0, "nobody begins what cannot be played");
	await leave(visitor);
});

test("a running game as its seat sees it is asked about, where measuring is free", async () => {
	const { scenarios } = await house.ask("scenarios");

	for (const [name, { id }] of Object.entries({ free: scenarios.find(({ ruleset }) => ruleset === measured), forbidden: scenarios.find((one) => one.id === "first-charge") })) {
		const { red, blue, view } = await house.sit_at({ scenario: id });

		for (const [side, player] of [["red", red], ["blue", blue]]) {
			const { page } = player;
			const ask = page.locator("dialog [data-key=ask]");

			await player.press(page.locator("[data-key=menu]"));
			await page.locator("dialog[open]").waitFor();
			await player.settle();
			if (name === "forbidden") {
				assert.equal(await ask.count(), 0);
				player.cut = true; // the console tells that the server refuses
				const game = /[0-9a-f-]{36}/.exec(page.url())[0];
				await page.goto(`${daemon.url}/ask#view=${game}.${side}`);
				await page.getByRole("alert").waitFor();
				continue;
			}
			await ask.waitFor();
			await player.inspect(`menu-${side}`);
			await player.press(ask);
			await page.locator("#page[data-version]").waitFor();
			assert.match(page.url(), new RegExp(`/ask#view=[0-9a-f-]{36}\\.${side}$`));
			const { units, turn } = await view(side);

			assert.equal(await page.locator(".units [data-unit]").count(), Object.values(units).filter((unit) => unit.on_table).length);
			assert.match(await page.locator(".panel .where").innerText(), new RegExp(`\\b${turn}\\b`));
			await player.inspect(`asked-view-${side}`);
		}
		await leave(red, blue);
	}
});
