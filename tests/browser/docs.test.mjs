// The API's page: every operation is there, it can be read and tried, by lamplight and on
// a phone, under the page's own policy, and axe finds nothing.

import assert from "node:assert/strict";
import { test } from "node:test";
import { leave, seats } from "./seated.mjs";
import { desk, phone, Visitor } from "./support.mjs";

const house = seats();
const { daemon } = house;

async function open(size, options = {}) {
	const visitor = await Visitor.open(house.browser, daemon.url, size, options);

	await visitor.page.goto(`${daemon.url}/docs`);
	await visitor.page.locator("details.try").first().waitFor({ state: "attached" });
	return visitor;
}

/** Open the form of an operation, fill it in, send it, and give what came back. */
async function try_it(page, operation, fields = {}) {
	const section = page.locator(`#${operation}`);

	await section.locator("details.try > summary").click();
	for (const [name, value] of Object.entries(fields))
		await section.getByLabel(name, { exact: true }).fill(value);
	await section.getByRole("button", { name: "Send" }).click();
	const output = section.locator("output");
	await page.waitForFunction(
		(element) => /^\d{3} /.test(element.textContent ?? ""),
		await output.elementHandle(),
	);
	return output.textContent();
}

test("every operation of the description is there", async () => {
	const described = await (await fetch(`${daemon.url}/v1/openapi.json`)).json();
	const page = await (await fetch(`${daemon.url}/docs`)).text();
	const operations = Object.values({ ...described.paths, ...described.webhooks }).flatMap((path) =>
		Object.values(path).map((operation) => operation.operationId),
	);

	assert.ok(operations.length > 30);
	assert.ok(operations.includes("receiveNotice"), "what a hook is sent");
	for (const operation of operations)
		assert.ok(page.includes(`<section class="operation" id="${operation}">`), operation);
	for (const schema of Object.keys(described.components.schemas))
		assert.ok(page.includes(`id="schema-${schema}"`), schema);
	for (const [, anchor] of page.matchAll(/href="#([^"]+)"/g))
		assert.ok(page.includes(`id="${anchor}"`), anchor);
});

test("it runs under the policy of the page, without anything from elsewhere", async () => {
	const response = await fetch(`${daemon.url}/docs`);
	const policy = response.headers.get("content-security-policy");

	assert.match(policy, /default-src 'none'/);
	assert.doesNotMatch(policy, /unsafe|data:|https?:/);
	const page = await response.text();
	assert.doesNotMatch(page, /<script(?![^>]*src="docs\.js")|style=|onclick|(?:src|href|action)="?https?:|url\(/);
});

test("a player and a game are made by trying", async () => {
	const visitor = await open(desk);
	const { page } = visitor;
	const player = await try_it(page, "createPlayer");

	assert.match(player, /^201 /);
	const token = /"token": "(pn_player_[^"]+)"/.exec(player)[1];
	const game = await try_it(page, "createGame", { token });
	assert.match(game, /^201 /);
	assert.doesNotMatch(game, /"token"/);
	const id = /"id": "([0-9a-f-]{36})"/.exec(game)[1];
	// The token was taken over by the other forms.
	const mine = await try_it(page, "listMyGames");
	assert.match(mine, /^200 /);
	assert.ok(mine.includes(id));
	visitor.cut = true; // the browser notes every answer that is an error
	const nothing = await try_it(page, "getGame", { game: id, after: "x" });
	assert.match(nothing, /^400 [^]*bad_query/);
	await leave(visitor);
});

test("a stream is shown as it comes", async () => {
	const visitor = await open(desk);
	const player = await try_it(visitor.page, "createPlayer");
	const token = /"token": "(pn_player_[^"]+)"/.exec(player)[1];

	assert.match(await try_it(visitor.page, "streamMine", { token }), /^200 /);
	await visitor.page.locator("#streamMine output", { hasText: "event: reset" }).waitFor();
	await leave(visitor);
});

for (const [name, size, options] of [
	["at a desk", desk, {}],
	["on a phone by lamplight", phone, { colorScheme: "dark" }],
])
	test(`axe finds nothing, ${name}`, async () => {
		const visitor = await open(size, options);

		for (const details of await visitor.page.locator("#act details > summary").all())
			await details.click();
		// The second time as this visitor sees it. Sections are all made alike.
		await visitor.inspect("docs", ["header", "nav", "#act", "#schema-Game", "#schema-Action"]);
		const wide = await visitor.page.evaluate(
			() => document.documentElement.scrollWidth > window.innerWidth,
		);
		assert.ok(!wide, "nothing sticks out to the side");
		await leave(visitor);
	});

test("without scripts it is read just as well", async () => {
	const visitor = await Visitor.open(house.browser, daemon.url, desk, { javaScriptEnabled: false });

	await visitor.page.goto(`${daemon.url}/docs`);
	assert.ok(await visitor.page.locator("#act h3").isVisible());
	assert.ok(!(await visitor.page.locator("#act details.try").isVisible()));
	await leave(visitor);
});

test("a mistyped address is a page to a browser, in both languages, and a problem to a program", async () => {
	for (const path of ["/nothing", "/a/b.html", "/.hidden"]) {
		const asked = await fetch(`${daemon.url}${path}`, { headers: { accept: "text/html,*/*;q=0.8" } });
		assert.deepEqual([asked.status, asked.headers.get("content-type")], [404, "text/html; charset=utf-8"], path);
		assert.equal(asked.headers.get("cache-control"), "no-store");
		const told = await fetch(`${daemon.url}${path}`);
		assert.equal((await told.json()).code, "no_such_route", path);
	}
	const api = await fetch(`${daemon.url}/v1/nothing`, { headers: { accept: "text/html" } });
	assert.equal((await api.json()).code, "no_such_route");

	const visitor = await Visitor.open(house.browser, daemon.url, desk);
	visitor.cut = true; // the console tells of the 404 that is wanted
	await visitor.page.goto(`${daemon.url}/a/mistyped/address`);
	await visitor.page.getByRole("heading", { name: "There is nothing at this address" }).waitFor();
	await visitor.page.getByRole("heading", { name: "Unter dieser Adresse gibt es nichts" }).waitFor();
	await visitor.inspect("nothing-here");
	await visitor.press(visitor.page.getByRole("link", { name: "To the front page" }));
	await visitor.page.locator("[data-key=start]").waitFor();
	await leave(visitor);
});
