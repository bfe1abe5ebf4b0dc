// The cup: at contact both sides roll before each other, and the form of an outcome takes what
// fell; by hand and by keyboard, at a desk and on a phone; in the log and in the record that the
// page checks.

import assert from "node:assert/strict";
import { test } from "node:test";
import { company } from "./hand.mjs";
import { latencies, leave, seats } from "./seated.mjs";
import { Player } from "./player.mjs";
import { desk } from "./support.mjs";

const inch = 2540;
const house = seats();
const { sit_at } = house;

const contact = {
	ruleset: "battlesystem-2e",
	muster: {
		board: { width: 30 * inch, depth: 30 * inch, terrain: [] },
		units: [company("red", "Ashdown Spears", 15, 8), company("blue", "Marsh Wardens", 15, 20)],
		ends: { turns: 3, count: "none" },
	},
};

/** Red charges; everybody lets the rest go on until the melee is to be settled. */
async function come_to_blows({ view, act }) {
	for (let moves = 0; moves < 60; moves++) {
		const views = [await view("red"), await view("blue")];
		const mine = views.find((one) => one.waiting_for.some((wait) => wait.side === one.side));
		const { decision } = mine.waiting_for.find((wait) => wait.side === mine.side);
		const has = (type) =>
			mine.side === "red" && mine.actions.find((action) => action.do.type === type);

		if (decision === "settle_melee")
			return;
		const action =
			has("declare_charge") ||
			has("charge") ||
			mine.actions.find((one) => one.group === "step");
		await act(mine.side, action.do);
	}
	assert.fail("nobody comes to blows");
}

async function open_cup({ page }) {
	await page.locator("[data-key=cup]").click();
	await page.locator(".cup[open] [data-key=cup-roll]").waitFor();
}

/** Name the dice, and roll them. */
async function roll(player, { dice, sides, needed = "" }) {
	const { page } = player;
	const before = await page.locator(".rolls li").count();

	for (const [name, value] of Object.entries({ dice, sides, needed }))
		await page.locator(`[data-key=cup-${name}]`).fill(String(value));
	await player.press(page.locator("[data-key=cup-roll]"));
	await page.locator(".rolls li").nth(Math.min(before, 3)).waitFor();
}

for (const delay of latencies)
	test(`an outcome takes from the cup what both have seen fall, at ${delay} ms`, async () => {
		const table = await sit_at(contact);
		const { red, blue, view } = table;

		await come_to_blows(table);
		await red.page.locator(".action[data-type=propose_outcome]").waitFor();
		if (delay > 0)
			await red.page.route("**/v1/**", async (route) => {
				await new Promise((done) => setTimeout(done, delay));
				await route.continue();
			});
		await red.pick({ action: { do: { type: "propose_outcome" } } });
		await red.page.locator("#asked").filter({ hasText: /Roll the melee .* with the cup/ }).waitFor();
		await open_cup(red);
		await red.page.locator(".cup").getByText(/The server does not play the fight: roll it here/).waitFor();
		await roll(red, { dice: 12, sides: 10, needed: 4 });
		const [{ faces, total, label }] = (await red.events()).filter((one) => one.type === "cup_rolled");

		assert.equal(total, faces.filter((face) => face >= 4).length);
		assert.match(label, /^\d+\/melee\/red\/cup\/1$/);
		assert.equal(await red.page.locator(".rolls .die").count(), 12);
		assert.equal(await red.page.locator(".rolls .made").count(), total);
		await red.page.getByText("Rolls left this turn: 29").waitFor();
		await red.inspect("cup");
		await red.press(red.page.locator("[data-key=take-b1]"));
		await red.page.locator(`#lost-b1[value="${total}"]`).waitFor();
		await red.page.locator("#preview").filter({ hasText: "Allowed" }).waitFor();
		// The other side rolls while the form is being written: it stays as it is.
		await open_cup(blue);
		await roll(blue, { dice: 2, sides: 6 });
		await red.page.getByText(/Blue rolls 2d6/).first().waitFor();
		assert.equal(await red.page.locator("#lost-b1").inputValue(), String(total));
		await blue.inspect("cup-on-a-phone");
		await red.confirm();
		await blue.page.getByText(/Red proposes: Marsh Wardens/).waitFor();
		await blue.play({ action: { do: { type: "accept_outcome" } } });
		assert.equal((await view("blue")).units.b1.figures, 12 - total);
		await leave(red, blue);
	});

test("the cup by keyboard; what it does not take is told; the record holds it", async () => {
	const { red, blue, act } = await sit_at(contact);
	const { page } = red;
	const field = (name) => page.locator(`[data-key=cup-${name}]`);

	await page.locator("[data-key=cup]").waitFor();
	await page.locator("[data-key=cup]").focus();
	await page.keyboard.press("Enter");
	await page.keyboard.press("Tab");
	assert.equal(await page.evaluate(() => document.activeElement.id), "cup-dice");
	await page.keyboard.type("3");
	await page.keyboard.press("Tab");
	await field("sides").fill("6");
	await page.keyboard.press("Tab");
	await page.keyboard.type("7");
	await page.keyboard.press("Enter");
	await page.locator(".cup .error").filter({ hasText: /1 to 100 dice of 2 to 100 sides.*PN-60/ }).waitFor();
	assert.equal(await page.locator(".rolls li").count(), 0);
	await field("needed").fill("5");
	await page.keyboard.press("Enter");
	await page.locator(".rolls li").waitFor();
	// A screen reader says it, and it stands in the log, on both sides.
	for (const player of [red, blue])
		await player.page.locator("#news").filter({ hasText: /Red rolls \d+d6, 5 or more: .* made it/ }).waitFor({ state: "attached" });
	assert.ok((await blue.log()).some((line) => /^Red rolls \d+d6, 5 or more/.test(line)));
	await act("blue", { type: "roll_cup", dice: 100, sides: 100 });
	await page.locator(".rolls li").nth(1).waitFor();
	assert.equal(await page.locator(".rolls li").first().locator(".die").count(), 100);
	await red.inspect("a-hundred-dice");
	await act("blue", { type: "resign" });
	await page.locator("[data-key=verify]").click();
	await page.locator(".checked").filter({ hasText: "Dice rolled again from it, all with the same result: " }).waitFor();
	assert.equal(await page.locator("pn-cup").count(), 0);
	await leave(red, blue);
});

test("who waits for an opponent has every word of what is drawn then, and of another language", async () => {
	const made = await house.ask("games", { body: { side: "red", ...contact } });
	const { id } = made.game;
	const host = await Player.open(house.browser, house.daemon.url, desk);
	const { page } = host;

	await page.goto(`${host.url}/#seat=${id}.${made.seat.token}`);
	await page.waitForFunction(() => ["pn-cup", "pn-talk"].every((name) => customElements.get(name)));
	await page.locator("#asked").filter({ hasText: "Waiting for an opponent" }).waitFor();
	await host.inspect("waits");
	const joined = await house.ask(`games/${id}/seats`, { body: { code: made.invitation.code } });
	await page.locator("main.game:not([data-version='0']) [data-key=cup]").waitFor();
	await open_cup(host);
	await host.inspect("joined");
	assert.match(await page.locator("[data-key=cup-roll]").textContent(), /1d6/);
	await house.ask(`games/${id}/actions`, { token: joined.seat.token, body: { type: "roll_cup", dice: 2, sides: 6 } });
	await page.locator(".rolls li").waitFor();
	await host.inspect("live");
	// The parts are there, and so a language that is chosen now has all its words before they are drawn.
	await page.locator("[data-key=home]").click();
	await page.locator("[data-key=language-de]").click();
	await page.locator("html[lang=de] #asked, html[lang=de] .languages").first().waitFor();
	await page.goto(`${host.url}/#game=${id}`);
	await page.locator("[data-key=cup]").waitFor();
	await open_cup(host);
	assert.match(await page.locator("[data-key=cup-roll]").textContent(), /1W6/);
	await leave(host);
});
