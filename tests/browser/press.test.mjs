// A button that is held down while the page comes to know something still does what it says: by
// pointer, by the space bar, whose press and release are two events, and by a finger, whose click
// comes some time after its release.

import assert from "node:assert/strict";
import { test } from "node:test";
import { tab_to } from "./keys.mjs";
import { next_to_act } from "./player.mjs";
import { leave, seats } from "./seated.mjs";

const { sit_at } = seats();
const answer_ms = 300;
const drawn_ms = 400; // the page draws what it knows within 150

const by_pointer = async (page, button, meanwhile) => {
	await button.hover();
	await page.mouse.down();
	await meanwhile();
	await page.mouse.up();
};

const by_finger = async (page, button, meanwhile) => {
	const touch = { bubbles: true, pointerType: "touch", pointerId: 7 };
	await button.dispatchEvent("pointerdown", touch);
	await meanwhile();
	const is_there = await button.evaluate(async (node, init) => {
		node.dispatchEvent(new PointerEvent("pointerup", init));
		await new Promise((done) => setTimeout(done));
		await new Promise((done) => setTimeout(done));
		const { isConnected } = node;
		node.click();
		return isConnected;
	}, touch);
	assert.ok(is_there, "it is drawn anew before its click");
};

const by_space = async (page, button, meanwhile) => {
	await tab_to(page, "[data-key=confirm]");
	await page.keyboard.down(" ");
	await meanwhile();
	await page.keyboard.up(" ");
};

for (const [name, hold] of Object.entries({ by_pointer, by_finger, by_space })) {
	test(`a press counts although the page learns something before the release, ${name}`, async () => {
		const { red, blue } = await sit_at({ scenario: "first-charge" });
		const player = await next_to_act(red, blue);
		const { page } = player;
		const before = await player.version();
		const step = (await player.view()).actions.find((action) => action.group === "step" && !action.undo);
		const told = () => page.locator("#preview").textContent();
		const confirm = page.locator("[data-key=confirm]");

		await page.route("**/preview", async (route) => {
			await new Promise((resolve) => setTimeout(resolve, answer_ms));
			await route.continue();
		});
		const answered = page.waitForResponse(
			(response) => response.url().endsWith("/preview") && response.request().postDataJSON().type === step.do.type,
		);
		await player.press(page.locator(`.action[data-type=${step.do.type}]`));
		await confirm.waitFor();
		await hold(page, confirm, async () => {
			const asking = await told();
			await (await answered).finished();
			await page.waitForTimeout(drawn_ms);
			assert.equal(await told(), asking, "what is held down is not drawn anew");
		});
		await player.after(before);
		await leave(red, blue);
	});
}

test("a finger on the table is not taken a second time, for what lies there when its click comes", async () => {
	const { red, blue } = await sit_at({ scenario: "first-charge" });
	const { page } = blue;
	const { left, top, width, height } = await page
		.locator("svg.table")
		.evaluate((node) => node.getBoundingClientRect().toJSON());

	await page.evaluate(() => {
		Object.assign(globalThis, { heard: [] });
		for (const type of ["pointerup", "click"])
			addEventListener(type, () => globalThis.heard.push(type), true);
	});
	await blue.point(left + width / 2, top + height / 2);
	await blue.press(page.locator("[data-key=sheet]"));
	assert.deepEqual(await page.evaluate(() => globalThis.heard), ["pointerup", "pointerup", "click"]);
	await leave(red, blue);
});
