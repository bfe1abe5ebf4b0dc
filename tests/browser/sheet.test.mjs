// The board is the page: on a phone it has the room while one looks, and one's own side is below.

import assert from "node:assert/strict";
import { test } from "node:test";
import { leave, seats } from "./seated.mjs";

const house = seats();
const { sit_at } = house;

const height_of = async (locator) => (await locator.boundingBox()).height;

test("on a phone the table has three fifths, and the orders come up when they are wanted", async () => {
	const { red, blue } = await sit_at({ scenario: "two-kings" });
	const { page } = blue;
	const board = page.locator("pn-board");
	const part = async () => (await height_of(board)) / blue.size.height;
	const grip = page.locator("[data-key=sheet]");

	assert.ok((await part()) >= 0.6, `${await part()} while one looks`);
	await blue.inspect("sheet-low");
	await blue.press(grip);
	await page.locator("[data-key=sheet][aria-expanded=true]").waitFor();
	assert.ok((await part()) < 0.5);
	await blue.inspect("sheet-high");
	await grip.focus();
	await page.keyboard.press("Enter");
	await page.locator("main[data-sheet=low]").waitFor();

	// What is picked brings them up, and leaves them low again.
	await blue.press(page.locator("pn-actions .action").first());
	await page.locator("main[data-sheet=high]").waitFor();
	await page.locator(".pending").waitFor();
	await blue.press(page.locator("[data-key=cancel]"));
	await blue.press(page.locator("[data-key=all]"));
	await page.locator("main[data-sheet=low]").waitFor();
	assert.ok(!(await red.page.locator("[data-key=sheet]").isVisible()), "a desk has room for both");
	await leave(red, blue);
});

test("one's own side is below, and the table can be turned round", async () => {
	const { red, blue } = await sit_at({ scenario: "two-kings" });

	for (const [player, own, other] of [[red, "r1", "b1"], [blue, "b1", "r1"]]) {
		const { page } = player;
		const top = async (unit) => (await page.locator(`.units [data-unit=${unit}] .rim`).boundingBox()).y;
		const rose = page.locator("button.rose");

		assert.ok((await top(own)) > (await top(other)), "one's own side is below");
		await player.press(rose);
		await page.waitForFunction(
			(is_turned) => document.querySelector("pn-board").hasAttribute("data-turned") === is_turned,
			player === red,
		);
		await player.settle();
		assert.ok((await top(own)) < (await top(other)));
		await player.inspect("turned");
		// It stays so when one comes back to the page.
		await page.reload();
		await page.locator(".units [data-unit]").first().waitFor();
		await player.settle();
		assert.ok((await top(own)) < (await top(other)));
		await page.locator("button.rose").press("Enter");
		await page.waitForFunction(
			(is_turned) => document.querySelector("pn-board").hasAttribute("data-turned") === is_turned,
			player === blue,
		);
	}
	await leave(red, blue);
});

test("the table is brought near to what matters, and back", async () => {
	const { red, blue } = await sit_at({ scenario: "hold-or-run" });

	for (const player of [red, blue]) {
		const { page } = player;
		const width = async () => (await page.locator(".field").boundingBox()).width;
		const fit = page.getByRole("button", { name: "Show what counts, or the whole table" });
		const before = await width();

		await player.press(fit);
		await page.waitForFunction(
			(was) => document.querySelector(".field").getBoundingClientRect().width > was * 1.02,
			before,
		);
		await player.inspect("near");
		await player.settle(); // it was looked at in other sizes meanwhile
		const board = await page.locator("pn-board").boundingBox();
		for (const rim of await page.locator(".units .can .rim").all()) {
			const box = await rim.boundingBox();
			assert.ok(box.x >= board.x && box.x + box.width <= board.x + board.width, "all who may act are seen");
		}
		await player.press(fit);
		await player.settle();
		assert.ok(Math.abs((await width()) - before) < 1);
	}
	await leave(red, blue);
});

test("ground has its height and its banks, and units have their standards", async () => {
	const drawn = await sit_at({ scenario: "hedge-and-ford" });
	for (const player of [drawn.red, drawn.blue]) {
		const { page } = player;
		await page.locator(".hill .contour").nth(1).waitFor({ state: "attached" });
		await page.locator(".shallow_water .banks").first().waitFor({ state: "attached" });
		await page.locator(".obstacle .shadow").first().waitFor({ state: "attached" });
		// What flies from a staff stays on its own block.
		for (const unit of await page.locator(".units [data-unit]").all()) {
			const [flag, block] = await Promise.all(
				[".pennon", ".rim"].map((part) => unit.locator(part).boundingBox()),
			);
			assert.ok(flag.x >= block.x - 1 && flag.x + flag.width <= block.x + block.width + 1);
			assert.ok(flag.y >= block.y - 1 && flag.y + flag.height <= block.y + block.height + 1);
		}
		await player.inspect("ground");
	}
	await leave(drawn.red, drawn.blue);
});

test("nothing is heard until somebody wants it, then dice and one's turn are", async () => {
	const { red, blue, view, act } = await sit_at({ scenario: "ferry-road" });
	const heard = (player) => player.page.evaluate(() => globalThis.heard ?? 0);

	for (const player of [red, blue])
		await player.page.evaluate(() => {
			const start = OscillatorNode.prototype.start;
			OscillatorNode.prototype.start = function (when) {
				globalThis.heard = (globalThis.heard ?? 0) + 1;
				return start.call(this, when);
			};
		});
	const go_on = async () => {
		const { version, waiting_for } = await view("red");
		const { side } = waiting_for[0];
		const { actions } = await view(side);
		await act(side, actions.find((one) => one.group === "step").do);
		for (const player of [red, blue])
			await player.page.waitForFunction(
				(before) => Number(document.querySelector("main.game").dataset.version) > before,
				version,
			);
	};

	await red.press(red.page.locator("[data-key=share]"));
	assert.ok(!(await red.page.locator("#sounds").isChecked()), "off at first");
	await red.press(red.page.locator("#sounds"));
	await red.inspect("sounds");
	await red.page.keyboard.press("Escape");
	for (let steps = 0; steps < 12 && (await heard(red)) === 0; steps++)
		await go_on();
	assert.ok((await heard(red)) > 0);
	assert.equal(await heard(blue), 0);
	await red.page.reload();
	await red.press(red.page.locator("[data-key=share]"));
	assert.ok(await red.page.locator("#sounds").isChecked(), "the wish is kept");
	await leave(red, blue);
});
