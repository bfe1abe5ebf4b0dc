// A browser that keeps nothing, as private windows and policies have it: that is said before a seat is taken, and the
// way back to it is shown.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Player } from "./player.mjs";
import { leave, seats } from "./seated.mjs";
import { desk, phone } from "./support.mjs";

const house = seats();
const { daemon } = house;

/** From its next page on the browser keeps nothing: storage is not there at all, or takes nothing more. */
const kinds = {
	"storage is forbidden": () => {
		const get = () => {
			throw new DOMException("The operation is insecure.", "SecurityError");
		};

		for (const name of ["localStorage", "sessionStorage"])
			Object.defineProperty(globalThis, name, { configurable: true, get });
	},
	"storage is full": () => {
		Storage.prototype.setItem = () => {
			throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
		};
	},
};
const said = /This browser keeps nothing from one visit to the next/;

/** The game is shown, as whom it says. */
const is_at_table = (player, text) => player.page.getByText(text, { exact: true }).waitFor();

for (const [name, forget] of Object.entries(kinds))
	test(`${name}: a seat is found again by the link that its game shows`, async () => {
		const host = await Player.open(house.browser, daemon.url, desk);
		const guest = await Player.open(house.browser, daemon.url, phone, { colorScheme: "dark" });

		for (const player of [host, guest])
			await player.page.addInitScript(forget);
		await host.page.goto(`${daemon.url}/`);
		await host.page.getByText(said).waitFor();
		await host.inspect("forgetful-home");
		await host.press(host.page.locator("[data-key=start]"));
		const invitation = await host.page.locator("#invitation").inputValue();
		const back = host.page.locator("#seat-red");
		await back.waitFor(); // it lies open while nobody plays
		const red = await back.inputValue();
		// It stays as it is while what is around it is drawn anew.
		await back.evaluate((field) => (field.dataset.mine = document.querySelector("#asked").dataset.mine = "yes"));
		await host.page.locator(".units [data-unit=r1]").click();
		await host.page.locator("#asked:not([data-mine])").waitFor();
		assert.equal(await back.getAttribute("data-mine"), "yes");

		await guest.page.goto(invitation);
		await guest.page.getByText(said).waitFor();
		await guest.press(guest.page.getByRole("button", { name: "Take the seat" }));
		await host.page.locator("summary[data-key=unkept]").waitFor();
		assert.equal(await back.isVisible(), false, "once it is played the orders have the room");
		await guest.raise();
		const fold = guest.page.locator("summary[data-key=unkept]");
		await fold.waitFor();
		assert.equal(await guest.page.locator("#seat-blue").isVisible(), false, "it is not in the way of the orders");
		await guest.press(fold);
		await guest.inspect("forgetful-game");
		const blue = await guest.page.locator("#seat-blue").inputValue();

		await guest.page.reload();
		await is_at_table(guest, "You are watching");
		await guest.raise();
		await guest.page.getByText("open the link of your seat again").waitFor();
		for (const [player, link, side] of [[guest, blue, "Blue"], [host, red, "Red"]]) {
			await player.page.goto("about:blank");
			await player.page.goto(link);
			await is_at_table(player, `You are ${side}`);
		}
		await leave(host, guest);
	});

test("a battle of one's own is begun where nothing is kept, and its seat comes along", async () => {
	const host = await Player.open(house.browser, daemon.url, desk);
	const { page } = host;

	await page.addInitScript(kinds["storage is forbidden"]);
	await page.goto(`${daemon.url}/battle#scenario=first-charge`);
	await host.press(page.locator("[data-key=panel-play]"));
	await host.press(page.locator("[data-key=go]:not([disabled])"));
	await is_at_table(host, "You are Red");
	await host.press(page.getByRole("button", { name: "Make a new link" }));
	await page.locator("#invitation").waitFor();
	await leave(host);
});

test("a browser that keeps seats is told nothing of it", async () => {
	const host = await Player.open(house.browser, daemon.url, desk);
	const { page } = host;

	await page.goto(`${daemon.url}/`);
	await host.press(page.locator("[data-key=start]"));
	await page.locator("#invitation").waitFor();
	await host.settle();
	assert.equal(await page.locator("[data-key=unkept]").count(), 0);
	await page.reload();
	await is_at_table(host, "You are Red");
	assert.deepEqual(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("probe"))), []);
	await leave(host);
});
