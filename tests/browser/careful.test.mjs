// What cannot be got back lies away from the orders, is asked for by its name, and can be undone.

import assert from "node:assert/strict";
import { test } from "node:test";
import { begin, Player } from "./player.mjs";
import { leave, seats } from "./seated.mjs";
import { desk, phone } from "./support.mjs";

const house = seats();
const { sit_at } = house;

test("what ends the game is in its menu, and the last button says what it does", async () => {
	const { red, blue } = await sit_at({ scenario: "first-charge" });

	for (const player of [red, blue]) {
		const { page } = player;
		await page.locator("[data-key=menu]").waitFor();
		for (const type of ["resign", "offer_draw", "offer_result"])
			assert.equal(await page.locator(`pn-actions .action[data-type=${type}]`).count(), 0, type);
		for (const [type, said] of [
			["offer_draw", "Offer a draw"],
			["resign", "Resign the game"],
		]) {
			await player.press(page.locator("[data-key=menu]"));
			await page.locator("dialog .action").first().waitFor();
			await player.inspect("menu");
			await player.press(page.locator(`dialog .action[data-type=${type}]`));
			await page.locator("[data-key=confirm]").waitFor();
			assert.equal(await page.locator("[data-key=confirm]").textContent(), said);
			await player.press(page.locator("[data-key=cancel]"));
		}
	}
	await leave(red, blue);

	// A visitor who only watches has no menu.
	const watcher = await Player.open(house.browser, house.daemon.url, desk);
	await watcher.page.goto(`${watcher.url}/#game=${red.page.url().split("game=")[1]}`);
	await watcher.page.getByText("You are watching").waitFor();
	assert.equal(await watcher.page.locator("[data-key=menu]").count(), 0);
	await leave(watcher);
});

test("a game is forgotten when it is asked for by name, and brought back", async () => {
	const host = await Player.open(house.browser, house.daemon.url, phone);
	const guest = await Player.open(house.browser, house.daemon.url, desk);
	const { page } = host;
	const kept = () => page.evaluate(() => Object.keys(JSON.parse(localStorage.getItem("pennon.seats"))).length);

	await begin(host, guest, "first-charge");
	await page.goto(`${host.url}/`);
	const forget = page.locator("[data-key^=forget-]");
	await host.press(forget);
	await page.getByText("Forget First charge, where you are Red?").waitFor();
	await host.inspect("forgetting");
	assert.equal(await kept(), 1, "nothing is gone yet");
	await host.press(page.locator("[data-key=keep]"));
	await host.press(forget);
	await host.press(page.getByRole("button", { name: "Forget First charge" }));
	await page.getByText("First charge is forgotten.").waitFor();
	await host.inspect("forgotten");
	assert.equal(await kept(), 0);
	await host.press(page.getByRole("button", { name: "Bring it back" }));
	await page.locator(".games a").first().waitFor();
	assert.equal(await kept(), 1);
	await host.press(page.locator(".games a").first());
	await page.getByText("You are Red").waitFor();
	await leave(host, guest);
});
