// The log at a desk: who reads its end goes on reading it, whatever becomes of the pane; who reads
// what was before is left there.

import assert from "node:assert/strict";
import { test } from "node:test";
import { play_turns, two_lines } from "./absent.mjs";
import { leave, seats } from "./seated.mjs";

const house = seats();

/** How far below what is seen the end of the log lies, once all is drawn. */
const below = (page) =>
	page.evaluate(async () => {
		const list = document.querySelector("pn-log ol");

		for (let frame = 0; frame < 4; frame++)
			await new Promise((done) => requestAnimationFrame(done));
		return list.scrollHeight - list.scrollTop - list.clientHeight;
	});

test("the log is read to its end, also when the pane shrinks as lines come", async () => {
	const table = await house.sit_at(two_lines);
	const { page } = table.red;
	const height = (pixels) =>
		page.evaluate((pixels) => {
			document.querySelector("pn-log ol").style.maxHeight = `${pixels}px`;
		}, pixels);

	await play_turns(table, (mine) => mine.turn === 3);
	await table.red.press(page.getByRole("button", { name: "Log", exact: true }));
	await page.locator("pn-log li").nth(12).waitFor({ state: "attached" });
	await height(220);
	assert.ok((await below(page)) < 40);
	// In one frame: the end is scrolled to, as for a new line, and the pane becomes shorter.
	await page.evaluate(() => {
		const list = document.querySelector("pn-log ol");

		list.append(list.lastElementChild.cloneNode(true));
		list.scrollTop = list.scrollHeight;
		list.style.maxHeight = "90px";
	});
	assert.ok((await below(page)) < 40, "it follows when it becomes shorter");
	await play_turns(table, (mine) => mine.turn === 4);
	assert.ok((await below(page)) < 40, "and when lines come");

	await page.locator("pn-log ol").hover();
	await page.mouse.wheel(0, -400);
	await page.waitForFunction(() => {
		const list = document.querySelector("pn-log ol");
		return list.scrollHeight - list.scrollTop - list.clientHeight > 200;
	});
	// Lines that go on above fade under the heading, and none is cut there.
	const fade = await page.locator("pn-log ol").evaluate((list) => {
		const { position, top, height, backgroundImage } = getComputedStyle(list, "::before");

		return { position, top, high: parseFloat(height) >= 12, is_fading: backgroundImage.startsWith("linear-gradient") };
	});
	assert.deepEqual(fade, { position: "sticky", top: "0px", high: true, is_fading: true });
	await table.red.shot("log-goes-on-above");
	await height(200);
	assert.ok((await below(page)) > 100, "who reads what was before is left there");
	await leave(table.red, table.blue);
});

test("who wins the roll and lets the other side go first: the log says so, and the line above the table who goes first", async () => {
	const table = await house.sit_at(two_lines);
	const { view, act } = table;
	const asked = async () => {
		for (const side of ["red", "blue"]) {
			const mine = await view(side);

			if (mine.waiting_for.some((wait) => wait.side === side))
				return mine;
		}
		return null;
	};
	let winner = "";

	for (let moves = 0; moves < 20 && !winner; moves++) {
		const mine = await asked();
		const let_go = mine.actions.find(({ do: { type } }) => type === "go_second");

		await act(mine.side, (let_go ?? mine.actions.find(({ group }) => group === "step")).do);
		winner = let_go ? mine.side : "";
	}
	const [won, first] = winner === "red" ? ["Red", "Blue"] : ["Blue", "Red"];
	const { page } = table.red;

	await table.red.press(page.getByRole("button", { name: "Log", exact: true }));
	const line = page.locator("pn-log .said", { hasText: `${won} lets ${first} go first this turn.` });
	await line.waitFor();
	await page.locator(".where", { hasText: `${first} goes first` }).waitFor();
	// After a reload the log reads the same.
	await page.reload();
	await table.red.press(page.getByRole("button", { name: "Log", exact: true }));
	await line.waitFor();
	await leave(table.red, table.blue);
});
