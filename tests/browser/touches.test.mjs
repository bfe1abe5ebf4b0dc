// How often somebody touches the page for what is done most: a unit with one order opens it, a
// place on the board is where it goes, and what can always be taken back is done at once, with
// taking back beside it. The rest is asked for.

import assert from "node:assert/strict";
import { test } from "node:test";
import { counted, later, rows, until } from "./hand.mjs";
import { leave, seats } from "./seated.mjs";

const inch = 2540;
const house = seats();
const { sit_at } = house;

const foot_1e = { movement_rate: 9 * inch, hit_dice: 100, armour_class: 4, thac0: 20, figure_ratio: 10, damage_die: 8 };
const ninth_age = { advance: 5 * inch, discipline: 8, health: 1, resilience: 3 };

test("where moves can always be taken back: two touches a move, one takes back", async () => {
	const table = await sit_at({ ruleset: "t9a-2e", muster: rows(4, ninth_age, { class: "standard" }) });

	for (let turns = 0; turns < 2; turns++) {
		const { player, view } = await until(table, ({ actions }) => actions.some((one) => one.do.type === "move"));
		const hand = counted(player);
		const { units, board, side } = view;
		const own = Object.keys(units).filter((id) => units[id].side === side);
		const ahead = side === "red" ? 4 * inch : -4 * inch;

		assert.ok(view.actions.filter((one) => one.do.type === "move").every((one) => one.undo));
		for (const id of own) {
			const before = await player.version();
			const { x, y } = units[id].pose;
			await hand.unit(id);
			await player.page.locator(`.units [data-unit=${id}].selected`).waitFor();
			await hand.place({ x, y: y + ahead }, board.depth);
			await later(player, before);
		}
		console.log(`touches for a move that can be taken back: ${hand.touches / own.length}`);
		assert.equal(hand.touches, 2 * own.length);
		const moved = (await table.view(side)).units;
		for (const id of own)
			assert.ok(Math.abs(moved[id].pose.y - units[id].pose.y - ahead) < inch / 2, `${id} ${moved[id].pose.y}`);
		await player.inspect("moved-at-once");
		const version = await player.version();
		await hand.press("[data-key=undo]");
		await later(player, version);
		assert.deepEqual((await table.view(side)).units[own.at(-1)].pose, units[own.at(-1)].pose);
		await player.play({ action: (await table.view(side)).actions.find((one) => one.group === "step") });
	}
	await leave(table.red, table.blue);
});

test("where a move may meet somebody, it is shown first and asked for", async () => {
	const table = await sit_at({ ruleset: "battlesystem-1e", muster: rows(2, foot_1e, { class: "foot" }) });
	const { player, view } = await until(table, ({ actions }) => actions.some((one) => one.do.type === "move"));
	const { units, board, side } = view;
	const [id] = Object.keys(units).filter((one) => units[one].side === side);
	const { x, y } = units[id].pose;
	const hand = counted(player);
	const before = await player.version();

	await hand.unit(id);
	await player.page.locator(`.units [data-unit=${id}].selected`).waitFor();
	await hand.place({ x, y: y + (side === "red" ? 8 : -8) * inch }, board.depth);
	await player.page.locator("#preview").filter({ hasText: "Allowed" }).waitFor();
	assert.equal(await player.version(), before, "nothing is done yet");
	await player.page.locator(".preset").filter({ hasText: "half as far as it may" }).waitFor();
	await hand.press("[data-key=confirm]");
	await later(player, before);
	console.log(`touches for a move that may meet somebody: ${hand.touches}`);
	assert.equal(hand.touches, 3);
	const { [id]: moved } = (await table.view(side)).units;
	assert.ok(Math.abs(Math.abs(moved.pose.y - y) - 8 * inch) < inch / 2);
	// Here, too, one touch takes it back, while it can be.
	const version = await player.version();
	await hand.press("[data-key=undo]");
	await later(player, version);
	await leave(table.red, table.blue);
});

test("what is picked while an order is on its way stays picked when its answer comes", async () => {
	const table = await sit_at({ ruleset: "battlesystem-1e", muster: rows(2, foot_1e, { class: "foot" }) });
	const { player, view } = await until(table, ({ actions }) => actions.some((one) => one.do.type === "move"));
	const { units, board, side } = view;
	const { page } = player;
	const [first, second] = Object.keys(units).filter((one) => units[one].side === side);
	const hand = counted(player);
	const before = await player.version();
	let answer;
	const may_answer = new Promise((resolve) => (answer = resolve));

	await page.route("**/actions", async (route) => {
		const told = await route.fetch();
		if (route.request().method() === "POST")
			await may_answer;
		await route.fulfill({ response: told });
	});
	await hand.unit(first);
	await page.locator(`.units [data-unit=${first}].selected`).waitFor();
	const { x, y } = units[first].pose;
	await hand.place({ x, y: y + (side === "red" ? 8 : -8) * inch }, board.depth);
	await hand.press("[data-key=confirm]");
	await player.after(before);
	await hand.unit(second);
	await page.locator(`.units [data-unit=${second}].selected`).waitFor();
	const answered = page.waitForResponse((response) => response.request().method() === "POST" && response.url().endsWith("/actions"));
	answer();
	await (await answered).finished();
	await player.settle();
	assert.equal(await page.locator(`.units [data-unit=${second}].selected`).count(), 1);
	await leave(table.red, table.blue);
});

test("four secret charges and ready are five touches: who has none is picked, and nothing is asked when all have", async () => {
	const stats = { movement_allowance: 12 * inch, morale_rating: 12 };
	const muster = { ...rows(4, stats, { class: "foot" }), method: "sealed" };
	const table = await sit_at({ ruleset: "battlesystem-2e", muster });

	await until(table, ({ actions }) => actions.some((one) => one.do.type === "declare_charge"));
	// The news of an order comes before its answer.
	await table.red.page.route("**/actions", async (route) => {
		const before = await table.red.version();
		const answer = await route.fetch();
		if (route.request().method() === "POST")
			await table.red.after(before);
		await route.fulfill({ response: answer });
	});
	for (const [player, side] of [[table.red, "red"], [table.blue, "blue"]]) {
		const hand = counted(player);
		const { units } = await table.view(side);
		const own = Object.keys(units).filter((id) => units[id].side === side);
		const enemies = Object.keys(units).filter((id) => units[id].side !== side);

		for (const [place, id] of own.entries()) {
			const before = await player.version();
			await player.page.locator(`.units [data-unit=${id}].selected`).waitFor();
			if (player.is_phone)
				await player.page.locator("main[data-sheet=low]").waitFor(); // nobody touched a unit
			await player.page.locator(`.units [data-unit=${enemies[place]}].target`).waitFor();
			// A unit that the page picked and that is touched stays picked, and its orders come
			// up.
			if (player.is_phone && place === 3) {
				await player.press(player.page.locator(`.units [data-unit=${id}]`));
				await player.page.locator("main[data-sheet=high]").waitFor();
				await player.page.locator(".pending").waitFor();
			}
			await hand.unit(enemies[place]);
			await later(player, before);
		}
		if (side === "red")
			await player.inspect("drafted-at-once");
		const before = await player.version();
		await hand.press(".action[data-type=ready]");
		await later(player, before);
		console.log(`touches for four secret orders and ready: ${hand.touches}`);
		assert.equal(hand.touches, 5);
	}
	await leave(table.red, table.blue);
});

test("all moves of a step are let go on with one button, and some under it", async () => {
	const stats = { movement_allowance: 12 * inch, morale_rating: 12 };
	const muster = {
		...rows(2, stats, { class: "foot" }),
		board: { width: 40 * inch, depth: 40 * inch },
	};
	for (const one of muster.units)
		one.pose.y = (one.side === "red" ? 10 : 30) * inch;
	const table = await sit_at({ ruleset: "battlesystem-2e", muster });
	const { player, view } = await until(table, ({ actions }) => actions.some((one) => one.do.type === "move"));
	const move = view.actions.find((one) => one.do.type === "move");

	await table.act(view.side, move.do);
	const other = player === table.red ? table.blue : table.red;
	await other.page.locator("[data-key='pass step']").waitFor();
	assert.ok(!(await other.page.locator("[data-key='pass unit_does_more']").isVisible()));
	await other.press(other.page.locator("[data-key=finer]"));
	await other.page.locator("[data-key='pass unit_does_more']").waitFor();
	// What was opened stays open when the orders are drawn anew.
	await other.page.locator(".finer").evaluate((node) => (node.dataset.before = "yes"));
	await other.press(other.page.locator(`.units [data-unit=${view.side[0]}2]`));
	await other.page.locator(".finer:not([data-before]) [data-key='pass unit_does_more']").waitFor();
	await other.inspect("let-go-on");
	const before = await other.version();
	await other.press(other.page.locator("[data-key='pass step']"));
	await other.press(other.page.locator("[data-key=confirm]"));
	await later(other, before);
	await leave(table.red, table.blue);
});

test("twelve units in a line move with five touches, each by a command of its own", async () => {
	const table = await sit_at({ ruleset: "battlesystem-1e", muster: rows(12, foot_1e, { class: "foot" }) });

	for (let turns = 0; turns < 2; turns++) {
		const { player, view } = await until(table, ({ actions }) => actions.some((one) => one.do.type === "move"));
		const { units, board, side } = view;
		const own = Object.keys(units).filter((id) => units[id].side === side);
		const [, id] = own;
		const { x, y } = units[id].pose;
		const ahead = (side === "red" ? 7 : -7) * inch;
		const hand = counted(player);

		await hand.unit(id);
		await player.page.locator(`.units [data-unit=${id}].selected`).waitFor();
		await hand.press(`.action[data-type=move][data-for=${id}]`);
		await hand.press("[data-key=line-go]");
		await player.page.locator("[data-key=line-go][aria-pressed=true]").filter({ hasText: "11" }).waitFor();
		await hand.place({ x, y: y + ahead }, board.depth);
		await player.page.locator("#preview").filter({ hasText: "Allowed" }).waitFor();
		await player.inspect("a-line");
		await hand.press("[data-key=confirm]");
		console.log(`touches for twelve moves in a line: ${hand.touches}`);
		assert.equal(hand.touches, 5);
		const moved = await player.until(({ plan, units: now }) =>
			(plan?.commands ?? []).length === 0 && own.every((one) => now[one].pose.y !== units[one].pose.y),
		);
		for (const one of own)
			assert.equal(moved.units[one].pose.y, moved.units[id].pose.y, `${one} keeps its dressing`);
		assert.ok(Math.abs(moved.units[id].pose.y - y - ahead) < inch / 2);
		const told = (await player.events()).filter((event) => event.type === "moved" && event.unit[0] === side[0]);
		assert.equal(told.length, 12);
		await player.play({ action: (await table.view(side)).actions.find((one) => one.group === "step") });
	}
	await leave(table.red, table.blue);
});
