// What is wanted first is seen first: the orders of a picked unit, what is still to be done, and how to say no. On a
// phone all of it stands in what is seen of the sheet, without scrolling.

import assert from "node:assert/strict";
import { test } from "node:test";
import { until } from "./hand.mjs";
import { leave, seats } from "./seated.mjs";

const { sit_at } = seats();

/** Runs in the page: which of these lie whole in the panel and under nothing else. */
function seen_whole(selector) {
	const panel = document.querySelector("pn-actions");
	const room = panel.getBoundingClientRect();

	return [...document.querySelectorAll(selector)].map((one) => {
		const box = one.getBoundingClientRect();
		const corners = [box.top + 3, box.bottom - 3].map((y) => document.elementFromPoint(box.left + box.width / 2, y));
		return box.top >= room.top - 1 && box.bottom <= room.bottom + 1 && corners.every((hit) => (one.closest("button") ?? one).contains(hit));
	});
}

const in_sight = ({ page }, selector) => page.evaluate(seen_whole, selector);

/** By the API: go on until `side` is asked what `holds` is true of. */
async function go_to({ view, act }, side, holds) {
	for (let steps = 0; steps < 60; steps++) {
		const own = await view(side);
		if (own.waiting_for.some((wait) => wait.side === side) && holds(own))
			return own;
		const { side: other } = own.waiting_for[0];
		await act(other, (await view(other)).actions.find((one) => one.group === "step").do);
	}
	return assert.fail("it is never asked");
}

test("the orders of who is picked stand first on a phone, what ends the step after them", async () => {
	const table = await sit_at({ scenario: "ferry-road" });
	const { red, blue } = table;
	const { page } = blue;
	const several = ({ actions }) => actions.some((one) => one.group === "charge" || one.group === "move");
	const { actions, version } = await go_to(table, "blue", several);

	await page.waitForFunction((now) => Number(document.querySelector("main.game").dataset.version) >= now, version);
	// With nobody picked it is said how many are left.
	const movers = new Set(actions.filter(({ group }) => ["charge", "move"].includes(group)).map(({ unit }) => unit));
	await page.locator(".to-do", { hasText: `May still move: ${movers.size}` }).waitFor();
	assert.deepEqual(await in_sight(blue, ".to-do"), [true]);
	await page.locator(".players").waitFor({ state: "attached" }); // all is there that comes later

	for (const unit of movers) {
		const own = actions.filter((one) => one.unit === unit);
		if (own.length < 2)
			continue;
		await blue.press(page.locator(`.units [data-unit=${unit}]`));
		await page.locator(`.units [data-unit=${unit}].selected`).waitFor();
		await blue.settle();
		assert.equal(await page.evaluate(() => document.querySelector("pn-actions").scrollTop), 0);
		assert.deepEqual(await in_sight(blue, `.action[data-for=${unit}]`), own.map(() => true), `${unit} has its orders in sight`);
		const below = await page.evaluate(() => {
			const last = [...document.querySelectorAll(".action[data-for]")].at(-1);
			return [".group.step", ".undo", ".help", ".players"]
				.flatMap((one) => [...document.querySelectorAll(`pn-actions ${one}`)])
				.every((one) => last.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING);
		});
		assert.ok(below, "help, clocks, take back and the end of the step come after");
		await blue.inspect("picked-first");
		await blue.press(page.locator("[data-key=all]"));
	}
	await leave(red, blue);
});

test("how many orders are unwritten is said first", async () => {
	const table = await sit_at({ scenario: "two-kings" });
	const { actions, units } = await table.view("blue");
	const own = new Set(actions.filter(({ group }) => group === "declare").map(({ unit }) => unit));

	for (const player of [table.red, table.blue])
		await player.press(player.page.locator("[data-key=all]"));
	for (const player of [table.red, table.blue])
		await player.page.locator(".to-do", { hasText: `Without an order: ${own.size}` }).waitFor();
	assert.ok(Object.keys(units).length > own.size);
	assert.deepEqual(await in_sight(table.blue, ".to-do"), [true]);
	await leave(table.red, table.blue);
});

test("who is asked sees at once how to refuse, at a desk and on a phone", async () => {
	const table = await sit_at({ scenario: "hedge-and-ford" });
	const met = new Set();

	for (let steps = 0; steps < 40 && met.size < 2; steps++) {
		const { player, view } = await until(table, ({ waiting_for, actions }) =>
			waiting_for[0].decision === "opportunity" || actions.some((one) => one.do.type === "move"),
		);
		const { page } = player;
		if (view.waiting_for[0].decision === "opportunity") {
			await page.locator(".group.react .odds, .group.react .odds-note").first().waitFor({ state: "attached" });
			await player.settle();
			assert.deepEqual(await in_sight(player, ".group.step .action"), [true, true], view.side);
			assert.ok((await in_sight(player, ".group.react .action span")).some(Boolean), "and the first answer begins in sight");
			await player.inspect("refusal");
			met.add(view.side);
			await table.act(view.side, view.actions.find((one) => one.group === "step").do);
		} else {
			const is_met = met.has(view.side === "red" ? "blue" : "red");
			const move = is_met ? undefined : view.actions.find((one) => one.do.type === "move" && one.presets.length > 0);
			await table.act(view.side, move?.presets.at(-1).do ?? view.actions.find((one) => one.group === "step").do);
		}
		await page.waitForFunction((now) => Number(document.querySelector("main.game").dataset.version) > now, view.version);
	}
	assert.equal(met.size, 2);
	await leave(table.red, table.blue);
});

test("what is the only answer is said to be forced, and by which rule", async () => {
	const { red, blue } = await sit_at({ scenario: "two-kings" });
	const said = await red.page.evaluate(async () => {
		const { rare_words } = await import(new URL("words.js", location.href).href);
		const { forced_line } = await import(new URL("panels/why_not.js", location.href).href);
		const retreat = { group: "react", unit: "r1", clauses: ["AW-34"], do: { type: "retreat", unit: "r1" } };
		const undo = { group: "table", do: { type: "undo" } };
		const pass = { group: "step", do: { type: "pass" } };
		await rare_words();
		return [[retreat, undo], [retreat, pass], [pass]].map((actions) => forced_line({ actions })?.textContent ?? null);
	});

	assert.deepEqual(said, ["Nothing else is allowed here: rule AW-34.", null, null]);
	await leave(red, blue);
});

test("who was picked and may do nothing hides no orders: neither when one is asked, nor by hand", async () => {
	const table = await sit_at({ scenario: "ferry-road" });
	// Dice say which side is asked first: the other one looks at the enemy meanwhile.
	const first = await table.view("red");
	const [side, other] = first.waiting_for[0].side === "blue" ? ["red", "blue"] : ["blue", "red"];
	const player = table[side];
	const { page } = player;
	const may_move = ({ actions }) => actions.some((one) => one.group === "charge" || one.group === "move");
	const pick = async (unit) => {
		await page.locator(`.units [data-unit=${unit}]`).dispatchEvent("click");
		await page.locator(`.units [data-unit=${unit}].selected`).waitFor();
	};
	const enemy = Object.keys(first.units).find((id) => first.units[id].side === other);
	assert.equal(first.waiting_for.length, 1);

	await pick(enemy);
	const { actions, version } = await go_to(table, side, may_move);
	await page.waitForFunction((now) => Number(document.querySelector("main.game").dataset.version) >= now, version);
	await player.settle();
	const orders = page.locator("pn-actions .group :is([data-for], .of-unit)");
	assert.equal(await page.locator(".units .selected").count(), 0, "who was picked before is picked no longer");
	await orders.first().waitFor();
	const count = await orders.count();
	assert.ok(count > 0 && actions.length > 0);
	// The unit that is looked at now stays picked, beside what may be done.
	await pick(enemy);
	await page.locator(".picked").waitFor();
	assert.equal(await orders.count(), count);
	await player.inspect("picked-without-orders");
	await leave(table.red, table.blue);
});
