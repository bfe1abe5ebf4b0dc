// Battles of one's own by keyboard alone: what was begun here and files, armies apart, what is kept
// on the server and shown by a link, two armies in secret, and what happened, to be taken away.

import assert from "node:assert/strict";
import { test } from "node:test";
import { tab_to } from "./keys.mjs";
import { Maker } from "./maker.mjs";
import { leave, seats } from "./seated.mjs";
import { desk, phone } from "./support.mjs";

const house = seats();
const { daemon } = house;
const open = (size = desk) => Maker.open(house.browser, daemon.url, size);

/** Go to what matches, and press a key there. */
async function press({ page }, selector, key = "Enter") {
	await page.locator(selector).first().waitFor();
	await tab_to(page, selector);
	await page.keyboard.press(key);
}

const press_key = (one, name) => press(one, `[data-key="${name}"]`);

/** Choose in a list, by arrows. */
async function choose({ page }, selector, wanted) {
	await tab_to(page, selector);
	for (let steps = 0; steps < 20; steps++) {
		if ((await page.locator(selector).inputValue()) === wanted)
			return;
		await page.keyboard.press("ArrowDown");
	}
	assert.fail(`${selector} never comes to ${wanted}`);
}

/** Write in a field instead of what stands there, and leave it. */
async function write({ page }, selector, text) {
	await tab_to(page, selector);
	await page.keyboard.press("Control+a");
	await page.keyboard.type(text);
	await page.keyboard.press("Tab");
}

/** What the browser saves when a key is pressed at a button. */
async function saved(one, name) {
	const [file] = await Promise.all([one.page.waitForEvent("download"), press_key(one, name)]);
	return Buffer.concat(await (await file.createReadStream()).toArray()).toString();
}

async function give(one, name, file) {
	const [chooser] = await Promise.all([one.page.waitForEvent("filechooser"), press_key(one, name)]);
	await chooser.setFiles({ name: "given.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(file)) });
}

test("by keys armies are kept apart and put in, files saved and opened, drafts thrown away and brought back", async () => {
	const maker = await open();

	await maker.begin("#scenario=first-charge");
	await press_key(maker, "panel-units");
	await press_key(maker, "armies");
	const army = JSON.parse(await saved(maker, "army.keep.red"));
	const count = async () => JSON.parse(await saved(maker, "save")).muster.units.length;
	const before = await count();
	await give(maker, "army.take.blue", army);
	await maker.page.waitForFunction(() => location.hash.startsWith("#draft="));
	await maker.good("with an army put in");
	assert.equal(await count(), before + army.muster.units.length);
	await press_key(maker, "undo");
	await maker.good();
	assert.equal(await count(), before);
	await maker.page.keyboard.press("Control+Shift+z");
	await maker.good();
	const id = await maker.page.evaluate(() => location.hash.slice("#draft=".length));

	await maker.begin();
	await press_key(maker, "drafts");
	await press_key(maker, `drop-${id}`);
	await press_key(maker, "put-back");
	await press_key(maker, `draft-${id}`);
	await maker.page.waitForURL(`**#draft=${id}`);
	await maker.page.locator("[data-unit=r1]").first().waitFor();
	await maker.good("a draft brought back");
	assert.equal(await count(), before + army.muster.units.length);
	await give(maker, "open", army);
	assert.equal(await maker.checked(), 1, "an army alone has nobody before it");
	await press_key(maker, "faults");
	await press_key(maker, "fault-0");
	await maker.page.locator(".panel .error:not(:empty)").first().waitFor();
	await maker.inspect("keys-army");
	await leave(maker);
});

test("by keys a battle is kept, shown by a link and played from there, the link withdrawn", async () => {
	const [maker, guest] = [await open(), await open(phone)];
	const made = await house.ask("players", { body: { name: "Clara" } });

	await maker.page.goto(`${daemon.url}/#player=${made.token ?? made.player.token}`);
	await maker.page.getByText(/\bClara\b/).first().waitFor();
	await maker.begin("#scenario=first-charge");
	await write(maker, "[data-at='/name']", "The bridge at dawn");
	await press_key(maker, "keep");
	await press(maker, "[data-key^=share-]");
	const link = await maker.page.locator("#battle-link").inputValue();
	await maker.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
	await press_key(maker, "copy-battle-link");
	assert.equal(await maker.page.evaluate(() => navigator.clipboard.readText()), link);

	await guest.page.goto(link);
	await guest.page.locator("h1", { hasText: "The bridge at dawn" }).waitFor();
	await guest.checked();
	await press_key(guest, "about-play");
	await press_key(guest, "go");
	await guest.page.locator("#invitation").waitFor();

	await press(maker, "[data-key^=withdraw-]");
	await maker.page.locator("[data-key^=withdraw-]").waitFor({ state: "detached" });
	await press(maker, "[data-key^=forget-]");
	await press(maker, "[data-key^=keep-again-]");
	await press(maker, "[data-key^=open-]");
	await maker.page.locator("h1", { hasText: "The bridge at dawn" }).waitFor();
	await maker.good("kept");
	await leave(maker, guest);
});

test("by keys two write their armies in secret, seal them, and come to the table", async () => {
	const [maker, guest] = [await open(), await open(phone)];

	await maker.begin();
	await choose(maker, "[data-at='/muster/deployment/how']", "sealed");
	await maker.checked();
	await press_key(maker, "panel-play");
	await press(maker, "[data-at='/armies']", "Space");
	await maker.field("/armies/figures").waitFor();
	await write(maker, "[data-at='/armies/figures']", "40");
	await press_key(maker, "go");
	const link = await maker.page.locator("#invitation").inputValue();
	await guest.page.goto(link);
	await press_key(guest, "join");
	for (const [one, side] of [[maker, "red"], [guest, "blue"]]) {
		await press_key(one, "army");
		await one.page.waitForURL("**/battle#army=*");
		await one.checked();
		await press_key(one, "panel-units");
		await press_key(one, `add.${side}`);
		await one.good(side);
		await press_key(one, "panel-army");
		await press_key(one, "seal");
	}
	for (const one of [maker, guest]) {
		await one.page.getByText("Both armies are opened").waitFor();
		await press_key(one, "to-game");
		await one.page.locator("main.game[data-version]:not([data-version='0'])").waitFor();
	}
	assert.deepEqual(Object.keys((await guest.view()).units).sort(), ["b1", "r1"]);
	await leave(maker, guest);
});

test("by keys what happened is copied and saved, and one is back where one was", async () => {
	const { red, blue, act } = await house.sit_at({ scenario: "two-kings" });

	await act("red", { type: "resign" });
	await red.page.locator(".result").waitFor();
	await press_key(red, "share");
	await press_key(red, "report");
	await choose(red, "[data-key=report-turn]", "1");
	await red.context.grantPermissions(["clipboard-read", "clipboard-write"]);
	await press_key(red, "report-copy");
	await red.page.getByText("The text is copied.").waitFor();
	assert.match(await saved(red, "report-save"), /== Turn 1 begins/);
	assert.equal(JSON.parse(await saved(red, "report-battle")).format, 1);
	await red.page.keyboard.press("Escape");
	await red.page.waitForFunction(() => document.activeElement?.dataset.key === "share");
	await leave(red, blue);
});
