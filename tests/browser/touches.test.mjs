// How often somebody touches the page for what is done most: a unit with one order opens it, a
// place on the board is where it goes, and what can always be taken back is done at once, with
// taking back beside it. The rest is asked for.

import assert from "node:assert/strict";
import { test } from "node:test";
import { next_to_act, Player } from "./player.mjs";
import { leave, seats } from "./seated.mjs";
import { desk, phone } from "./support.mjs";

const inch = 2540;
const house = seats();
const { sit_at } = house;

/** A unit of either side, in a row with others. */
function unit(side, place, stats, more = {}) {
	return {
		side,
		name: `${side === "red" ? "Lion" : "Stag"} ${place + 1}`,
		figures: 8,
		files: 4,
		base: { width: 2000, depth: 2000 },
		pose: {
			x: (5 + place * 5) * inch,
			y: (side === "red" ? 8 : 50) * inch,
			facing: side === "red" ? 0 : 32768,
		},
		stats,
		...more,
	};
}

/** So many units a side, far apart, until turn three. */
const rows = (count, stats, more) => ({
	board: { width: 66 * inch, depth: 58 * inch },
	units: ["red", "blue"].flatMap((side) => Array.from({ length: count }, (_, place) => unit(side, place, stats, more))),
	ends: { turns: 3, count: "none" },
});
const foot_1e = { movement_rate: 9 * inch, hit_dice: 100, armour_class: 4, thac0: 20, figure_ratio: 10, damage_die: 8 };
const ninth_age = { advance: 5 * inch, discipline: 8, health: 1, resilience: 3 };

/** A player whose touches are counted. */
function counted(player) {
	const { page } = player;
	let touches = 0;

	/** Where a point of the table is in the window. */
	const spot = (point, depth) =>
		page.evaluate(
			({ x, y }) => {
				const svg = document.querySelector("svg.table");
				const box = svg.viewBox.baseVal;
				const { left, top, width } = svg.getBoundingClientRect();
				const scale = width / box.width;
				const field = document.querySelector(".field").getBBox();
				const at = document.querySelector("pn-board[data-turned]")
					? { x: field.width - x, y: field.height - y }
					: { x, y };
				return { left: left + (at.x - box.x) * scale, top: top + (at.y - box.y) * scale };
			},
			{ x: point.x, y: depth - point.y },
		);

	return {
		get touches() {
			return touches;
		},
		async unit(id) {
			touches++;
			await player.press(page.locator(`.units [data-unit=${id}]`));
		},
		async place(point, depth) {
			await player.settle(); // a sheet that comes up changes the table's size
			const { left, top } = await spot(point, depth);
			touches++;
			await player.point(left, top);
		},
		async press(selector) {
			touches++;
			await player.press(page.locator(selector).first());
		},
	};
}

const later = (player, version) =>
	player.page.waitForFunction(
		(before) =>
			Number(document.querySelector("main.game").dataset.version) > before && !document.querySelector(".pending"),
		version,
	);

/** Press what ends a step, and do it, until `holds` of the view of who is asked. */
async function until(table, holds) {
	for (let steps = 0; steps < 40; steps++) {
		const player = await next_to_act(table.red, table.blue);
		const view = await table.view(player === table.red ? "red" : "blue");
		if (holds(view))
			return { player, view };
		await player.play({ action: view.actions.find((one) => one.group === "step") });
	}
	return assert.fail("it is never asked");
}

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
	await hand.press("[data-key=confirm]");
	await later(player, before);
	assert.equal(hand.touches, 3);
	const { [id]: moved } = (await table.view(side)).units;
	assert.ok(Math.abs(Math.abs(moved.pose.y - y) - 8 * inch) < inch / 2);
	// Here, too, one touch takes it back, while it can be.
	const version = await player.version();
	await hand.press("[data-key=undo]");
	await later(player, version);
	await leave(table.red, table.blue);
});

test("four secret charges and ready are ten touches", async () => {
	const stats = { movement_allowance: 12 * inch, morale_rating: 12 };
	const muster = { ...rows(4, stats, { class: "foot" }), method: "sealed" };
	const table = await sit_at({ ruleset: "battlesystem-2e", muster });

	await until(table, ({ actions }) => actions.some((one) => one.do.type === "declare_charge"));
	for (const [player, side] of [[table.red, "red"], [table.blue, "blue"]]) {
		const hand = counted(player);
		const { units } = await table.view(side);
		const own = Object.keys(units).filter((id) => units[id].side === side);
		const enemies = Object.keys(units).filter((id) => units[id].side !== side);

		for (const [place, id] of own.entries()) {
			const before = await player.version();
			await hand.unit(id);
			await player.page.locator(`.units [data-unit=${enemies[place]}].target`).waitFor();
			await hand.unit(enemies[place]);
			await later(player, before);
		}
		if (side === "red")
			await player.inspect("drafted-at-once");
		const before = await player.version();
		await hand.press(".action[data-type=ready]");
		await hand.press("[data-key=confirm]");
		await later(player, before);
		assert.equal(hand.touches, 10);
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
