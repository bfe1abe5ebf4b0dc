// Against the machine: from the front page, on a phone, a whole game; where there is no referee in
// the page it says so, and the page goes on.

import assert from "node:assert/strict";
import { test } from "node:test";
import { choose, next_to_act, Player } from "./player.mjs";
import { leave, seats } from "./seated.mjs";
import { phone } from "./support.mjs";

const house = seats();

/** From the front page to the table. */
async function begin(player, scenario, strength, side = "red") {
	const { page } = player;

	await page.goto(`${house.daemon.url}/`);
	await player.press(page.locator("summary[data-key=machine]"));
	await page.locator("[data-key=machine-scenario]").selectOption(scenario);
	await page.locator(".machine-card .starts", { hasText: "Rule book: " }).waitFor();
	await page.locator(".machine-card [data-key=strength]").selectOption(String(strength));
	await page.locator("[data-key=machine-side]").selectOption(side);
	const go = page.locator(".machine-card button.primary");
	const both = page.getByRole("button", { name: "Play both sides" });

	assert.ok((await go.boundingBox()).y < (await both.boundingBox()).y, "it stands above playing both sides");
	await player.press(go);
	await page.locator("main.game[data-version]:not([data-version='0'])").waitFor();
}

/** Play this side by hand until `holds`, or to the end. */
async function play_until(player, side, holds) {
	while (!(await holds())) {
		const next = await next_to_act(player);

		if (!next)
			return;
		const view = await player.view();
		const mine = view.waiting_for.some((wait) => wait.side === side);

		// It may have gone on by itself between the two looks.
		if (mine)
			await player.play(choose(view, side, { declares: true, moves: true, settles: true })).catch(async (error) => {
				if ((await player.view()).version === view.version)
					throw error;
			});
	}
}

test("a whole game against it on a phone, and each of its commands is its own seat's", async () => {
	const player = await Player.open(house.browser, house.daemon.url, phone);
	const { page } = player;

	player.cut = true; // where both are asked one of them may come too late, and is told
	await begin(player, "two-lines", 2);
	assert.equal(await page.locator("[data-key=swap]").count(), 0, "its seat is not to be played by hand");
	await page.locator("pn-machine", { hasText: "The machine plays Blue." }).waitFor();
	await player.look?.("machine");
	await play_until(player, "red", async () => false);
	const events = await player.events();
	const by_it = events.filter((event) => event.by === "blue").length;

	assert.ok(by_it > 5, `it has done something: ${by_it}`);
	assert.equal(events.at(-1).type, "ended");
	await leave(player);
});

test("it plays Red as well, and what it was told is fetched once", async () => {
	const player = await Player.open(house.browser, house.daemon.url, phone);
	const { page } = player;
	const records = [];

	player.cut = true;
	page.on("request", (request) => request.url().endsWith("/record") && records.push(request.headers().authorization));
	await begin(player, "two-lines", 1, "blue");
	await page.locator("pn-machine", { hasText: "The machine plays Red." }).waitFor();
	await play_until(player, "blue", async () => (await player.events()).filter((event) => event.by === "red").length > 2);
	assert.equal((await player.view()).side, "blue");
	assert.ok(records.length > 0, "its header is read");
	assert.deepEqual(records, [...new Set(records)], "and for one seat once only");
	await leave(player);
});

test("where the module cannot be had it says so, and the table stays", async () => {
	const player = await Player.open(house.browser, house.daemon.url, phone);

	player.cut = true;
	await player.page.route("**/*.wasm*", (route) => route.abort());
	await begin(player, "two-lines", 1);
	await player.page.locator("pn-machine", { hasText: "It cannot play in this browser" }).waitFor();
	assert.ok(await player.page.locator("svg.table").isVisible());
	// Its turn is its own, however long it takes: nobody else is asked to play it, and no clock runs.
	const is_its_turn = async () => (await player.view()).waiting_for.every(({ side }) => side === "blue");

	await play_until(player, "red", is_its_turn);
	await player.page.getByText("Waiting for Blue").first().waitFor();
	assert.equal(await player.page.locator("[data-key=swap], [data-key=swap-here]").count(), 0);
	assert.equal((await player.view()).clock, undefined);
	assert.equal(await player.page.locator(".players").count(), 0);
	await leave(player);
});
