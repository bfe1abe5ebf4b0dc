// The orders of a step are laid on the table and sent together: nothing is sent before, they can be changed, they are
// kept, and carried out in their order; a player who would rather send each at once says so once.

import assert from "node:assert/strict";
import { test } from "node:test";
import { counted, later, rows, until } from "./hand.mjs";
import { listen, tab_to } from "./keys.mjs";
import { latencies, leave, seats } from "./seated.mjs";

const inch = 2540;
const house = seats();
const { sit_at } = house;
const foot_1e = { movement_rate: 9 * inch, hit_dice: 100, armour_class: 4, thac0: 20, figure_ratio: 10, damage_die: 8 };
const foot_2e = { movement_allowance: 12 * inch, morale_rating: 20 };
const windows = 2; // of a move: while it is made, and right after it
const chosen = { orders: null }; // nothing is chosen yet

const sit_down = (ruleset, stats, more = {}) =>
	sit_at({ ruleset, muster: rows(3, stats, { class: "foot" }), ...more }, chosen);
const may_move = ({ actions }) => actions.some((one) => one.do.type === "move");
const own_of = ({ units, side }) => Object.keys(units).filter((id) => units[id].side === side);
const step_of = (view) => view.actions.find((one) => one.group === "step");
const laid = (player) => player.page.locator(".orders-laid .grip");
const outline = (player, id) => player.page.locator(`.ghost .planned[data-unit=${id}]`);

/** Lay a move straight on for each of these units: two touches each. */
async function lay(player, { units, board, side }, ids, inches = 5) {
	const hand = counted(player);
	const ahead = (side === "red" ? inches : -inches) * inch;

	// Orders are collected once the page has read what collects them.
	await player.page.locator("pn-actions[data-lays]").waitFor({ state: "attached" });
	for (const id of ids) {
		const { x, y } = units[id].pose;
		await hand.unit(id);
		await player.page.locator(`.units [data-unit=${id}].selected.can`).waitFor();
		await hand.place({ x, y: y + ahead }, board.depth);
		await outline(player, id).waitFor();
	}
	return hand;
}

/** They stand so much further, once the plan is done. */
async function moved(player, { units, side }, ids, inches = 5) {
	const ahead = (side === "red" ? inches : -inches) * inch;
	const view = await player.until(
		({ plan, units: now }) => (plan?.commands ?? []).length === 0 && ids.every((id) => now[id].pose.y !== units[id].pose.y),
	);

	for (const id of ids)
		assert.ok(Math.abs(view.units[id].pose.y - units[id].pose.y - ahead) < inch / 2, id);
	return view;
}

test("orders are laid with two touches each, changed, kept over a reload, and sent with one, with the end of the step or without", async () => {
	const table = await sit_down("battlesystem-1e", foot_1e);

	for (const ends of [false, true]) {
		const { player, view } = await until(table, may_move);
		const foe = player === table.red ? table.blue : table.red;
		const { page } = player;
		const own = own_of(view);
		const before = await foe.view();
		const hand = await lay(player, view, own);

		assert.equal(hand.touches, 2 * own.length);
		await player.inspect("laid");
		assert.deepEqual(await foe.view(), before, "the other side sees nothing of it");
		assert.equal(await player.version(), view.version, "nothing is sent");

		const names = own.map((id) => view.units[id].name);
		const listed = async () => (await laid(player).allTextContents()).map((text) => names.findIndex((name) => text.includes(name)));
		await player.raise();
		assert.match(await laid(player).first().textContent(), /straight on (4\.9\d|5|5\.0\d) in/);
		await player.press(page.locator("[data-key=laid-down-0]"));
		await page.locator(".orders-laid li:first-child", { hasText: names[1] }).waitFor();
		assert.deepEqual(await listed(), [1, 0, 2]);
		// The last is taken before the others, by its words.
		if (!player.is_phone) {
			await laid(player).last().scrollIntoViewIfNeeded();
			const from = await laid(player).last().boundingBox();
			await page.mouse.move(from.x + 20, from.y + from.height / 2);
			await page.mouse.down();
			const to = await laid(player).first().boundingBox();
			await page.mouse.move(to.x + 20, to.y + 4, { steps: 6 });
			await page.mouse.up();
			await page.locator(".orders-laid li:first-child", { hasText: names[2] }).waitFor();
			assert.deepEqual(await listed(), [2, 1, 0]);
		}
		const order = await listed();

		await page.reload();
		await page.locator(".orders-laid").waitFor({ state: "attached" });
		assert.deepEqual(await listed(), order, "kept over a reload");
		await player.raise();
		await player.press(page.locator("[data-key=laid-drop-2]"));
		await outline(player, own[order[2]]).waitFor({ state: "detached" });
		await player.press(page.locator("[data-key=laid-undo]"));
		await outline(player, own[order[1]]).waitFor({ state: "detached" });
		await lay(player, view, [own[order[1]]]);

		const touches = counted(player);
		await touches.press(ends ? "[data-key=send-and-end]" : "[data-key=send-laid]");
		assert.equal(touches.touches, 1);
		await moved(player, view, order.slice(0, 2).map((at) => own[at]));
		const told = (await player.events()).filter(({ type, unit }) => type === "moved" && own.includes(unit));
		assert.deepEqual(told.map(({ unit }) => unit), order.slice(0, 2).map((at) => own[at]), "in their order");
		await page.locator(".orders-laid").waitFor({ state: "detached" });
		if (ends)
			await player.until(({ turn, phase }) => turn !== view.turn || phase !== view.phase);
		else
			await player.play({ action: step_of(await table.view(view.side)) });
	}
	await leave(table.red, table.blue);
});

test("of what is sent each that may be answered is, and nobody is waited for besides", async () => {
	const table = await sit_down("battlesystem-2e", foot_2e);
	const { player, view } = await until(table, may_move);
	const foe = player === table.red ? table.blue : table.red;
	const own = own_of(view);
	const { page } = player;

	await lay(player, view, own);
	await player.raise();
	assert.equal(await page.locator(".group.step .action").count(), 0, "the step does not end with orders in it that are not sent");
	assert.equal(await page.locator(".sends .primary").getAttribute("data-key"), "send-and-end", "nobody is left to move");
	await player.press(page.locator("[data-key=send-laid]"));
	for (let answers = 0; answers < windows * own.length; answers++) {
		const { actions, phase } = await foe.until(({ waiting_for: [wait] }) => wait?.side !== view.side);
		assert.equal(phase, view.phase);
		await foe.play({ action: actions.find((one) => one.do.type === "pass") });
	}
	await moved(player, view, own);
	await leave(table.red, table.blue);
});

test("what the page offers first costs a step two visits: orders with the end, and one answer to all of them", async () => {
	const table = await sit_down("battlesystem-2e", foot_2e);
	const { player, view } = await until(table, may_move);
	const foe = player === table.red ? table.blue : table.red;
	const foe_side = view.side === "red" ? "blue" : "red";
	const own = own_of(view);
	const first = (one) => one.page.locator("pn-actions .foot button").first();

	await lay(player, view, own.slice(1));
	await player.raise();
	assert.equal(await first(player).getAttribute("data-key"), "send-laid", "one may still move");
	await lay(player, view, own.slice(0, 1));
	await player.raise();
	await player.inspect("laid-all");
	await player.press(first(player));

	await foe.until(({ waiting_for: [wait] }) => wait?.side === foe_side);
	await foe.page.locator("[data-key='pass step']").waitFor({ state: "attached" });
	await foe.raise();
	assert.equal(await first(foe).getAttribute("data-key"), "pass step", "each answer may cost a day");
	const before = await foe.version();
	await foe.press(first(foe));
	await foe.press(foe.page.locator("[data-key=confirm]:enabled"));
	await later(foe, before);
	const after = await moved(player, view, own);
	assert.notEqual(`${after.turn} ${after.phase} ${after.active}`, `${view.turn} ${view.phase} ${view.active}`, "the step is over");
	await leave(table.red, table.blue);
});

test("how far something was let happen last is offered first the next time, also in another page", async () => {
	const table = await sit_at({ ruleset: "battlesystem-2e", muster: rows(3, foot_2e, { class: "foot" }) });
	const { player, view } = await until(table, may_move);
	const foe = player === table.red ? table.blue : table.red;
	const [one, two] = view.actions.filter(({ do: { type } }) => type === "move");
	const foe_side = view.side === "red" ? "blue" : "red";
	const first = foe.page.locator("pn-actions .foot button").first();
	const asked = () => foe.until(({ waiting_for: [wait] }) => wait?.side === foe_side);

	await player.play({ action: one });
	await asked();
	await foe.raise();
	await foe.page.locator("[data-key='pass step']").waitFor();
	assert.equal(await first.getAttribute("data-key"), "pass step");
	await foe.press(foe.page.locator("[data-type=pass]"));
	await foe.press(foe.page.locator("[data-key=confirm]:enabled"));
	for (let answers = 1; answers < windows; answers++) {
		await asked();
		await foe.press(foe.page.locator("[data-type=pass]"));
		await foe.press(foe.page.locator("[data-key=confirm]:enabled"));
	}
	await player.until(({ actions }) => actions.some((again) => again.do.unit === two.do.unit));
	await player.play({ action: (await player.view()).actions.find((again) => again.do.type === "move" && again.do.unit === two.do.unit) });
	await asked();
	await foe.page.reload();
	await foe.page.locator("[data-key='pass step']").waitFor({ state: "attached" });
	await foe.raise();
	assert.equal(await first.getAttribute("data-type"), "pass", "let it happen this time");
	await leave(table.red, table.blue);
});

test("an order that would not be allowed after those before it says why, and stays", async () => {
	const table = await sit_down("battlesystem-1e", foot_1e);
	const { player, view } = await until(table, may_move);
	const [first, second] = own_of(view);
	const { page } = player;

	await lay(player, view, [first, second]);
	// As another page of the same seat would have it: the first has moved by now.
	const [move] = view.actions.filter(({ do: { type, unit } }) => type === "move" && unit === first);
	await table.act(view.side, move.do);
	await page.locator(".orders-laid .refused").waitFor({ state: "attached" });
	assert.equal(await laid(player).count(), 2);
	await player.raise();
	await player.inspect("laid-refused");
	await player.press(page.locator("[data-key=laid-drop-0]"));
	await page.locator(".orders-laid .refused").waitFor({ state: "detached" });
	await player.press(page.locator("[data-key=send-laid]"));
	await moved(player, view, [second]);
	await leave(table.red, table.blue);
});

test("each order is sent at once where that was chosen, and in a game of an evening; both can be changed", async () => {
	const evening = { bank: 3600, increment: 120, cap: 7200 };
	const slow = await sit_down("battlesystem-1e", foot_1e);
	const quick = await sit_down("battlesystem-1e", foot_1e, { options: { clock: evening } });

	for (const [table, collects] of [[slow, true], [quick, false]]) {
		const { player, view } = await until(table, may_move);
		const [first, second, third] = own_of(view);
		const { page } = player;

		if (!collects) {
			await page.locator("[data-key=collect]").waitFor({ state: "attached" });
			await player.raise();
			await player.press(page.locator("[data-key=collect]"));
		}
		await lay(player, view, [first]);
		await player.raise();
		await player.press(page.locator("[data-key=laid-at-once]"));
		await moved(player, view, [first]);
		await page.locator("[data-key=collect]").waitFor({ state: "attached" });

		// On a phone a finger beside a unit takes the unit: they do not go side by side.
		for (const [id, inches] of [[second, 1], [third, 5]]) {
			const hand = counted(player);
			const before = await player.version();
			await hand.unit(id);
			await page.locator(`.units [data-unit=${id}].selected.can`).waitFor();
			const { x, y } = view.units[id].pose;
			await hand.place({ x, y: y + (view.side === "red" ? inches : -inches) * inch }, view.board.depth);
			await page.locator("#preview").filter({ hasText: "Allowed" }).waitFor();
			await hand.press("[data-key=confirm]");
			await later(player, before);
			assert.equal(hand.touches, 3);
			if (id === second)
				await page.reload();
		}
	}
	await leave(slow.red, slow.blue, quick.red, quick.blue);
});

test("a charge is asked for by itself, with or without orders before it", async () => {
	const inches = (x, y, facing) => ({ x: x * inch, y: y * inch, facing });
	const unit = (side, name, pose) => ({
		side, name, class: "foot", figures: 8, files: 4, base: { width: 2000, depth: 2000 }, pose, stats: foot_1e,
	});
	const muster = {
		board: { width: 60 * inch, depth: 48 * inch },
		units: [
			unit("red", "Lion", inches(10, 20, 0)),
			unit("red", "Boar", inches(30, 20, 0)),
			unit("blue", "Stag", inches(10, 27, 32768)),
			unit("blue", "Hind", inches(30, 27, 32768)),
		],
		ends: { turns: 3, count: "none" },
	};
	const table = await sit_at({ ruleset: "battlesystem-1e", muster }, chosen);
	const { player, view } = await until(table, ({ actions }) => actions.some((one) => one.do.type === "charge"));
	const [first, second] = own_of(view);
	const target = view.actions.find(({ do: { type, unit: who } }) => type === "charge" && who === second).do.target;
	const { page } = player;

	const charge = { action: view.actions.find(({ do: { type, unit: who } }) => type === "charge" && who === second), target };

	await page.locator("pn-actions[data-lays]").waitFor({ state: "attached" });
	await player.pick(charge);
	await page.locator("#preview:not(:empty)").waitFor();
	assert.equal(await page.locator("[data-key=confirm]").textContent(), "Do it", "sent by itself");
	await player.press(page.locator("[data-key=cancel]"));
	await player.press(page.locator("[data-key=all]"));

	await lay(player, view, [first], 2);
	await player.pick(charge);
	await page.locator("#preview:not(:empty)").waitFor();
	assert.equal(await laid(player).count(), 0, "what is picked is shown alone");
	await player.press(page.locator("[data-key=confirm]:enabled").filter({ hasText: "Lay it on the table" }));
	await laid(player).nth(1).waitFor({ state: "attached" });
	await page.locator(".laid", { hasText: "Nobody can tell yet" }).waitFor();
	assert.equal(await player.version(), view.version, "nothing is sent");
	await player.press(page.locator("[data-key=send-laid]"));
	await player.until(({ version }) => version > view.version);
	const told = await player.events();
	for (const end = Date.now() + 5000; Date.now() < end && !told.some(({ type }) => type === "charge_began"); )
		told.push(...(await player.events()));
	assert.ok(told.some(({ type, unit: who }) => type === "charge_began" && who === second));
	await leave(table.red, table.blue);
});

test("where nothing is kept, orders are laid and sent all the same", async () => {
	const table = await sit_down("battlesystem-1e", foot_1e);
	const { player, view } = await until(table, may_move);
	const own = own_of(view);

	await player.page.evaluate(() => {
		Storage.prototype.setItem = () => {
			throw new DOMException("no", "QuotaExceededError");
		};
	});
	await lay(player, view, own);
	await player.press(player.page.locator("[data-key=send-laid]"));
	await moved(player, view, own);
	await leave(table.red, table.blue);
});

for (const latency of latencies.slice(1))
	test(`orders are laid, changed and sent faster than answers come, at ${latency} ms, without motion`, async () => {
		const table = await sit_down("battlesystem-1e", foot_1e);
		const { player, view } = await until(table, may_move);
		const { page } = player;
		const own = own_of(view);
		const press_all = (...keys) =>
			page.evaluate((wanted) => {
				for (const key of wanted)
					document.querySelector(`[data-key=${key}]`).click();
			}, keys);

		await page.emulateMedia({ reducedMotion: "reduce" });
		await page.locator("pn-actions[data-lays]").waitFor({ state: "attached" });
		await player.slow(latency);
		await lay(player, view, own);
		// All before the first of them is answered.
		await press_all("laid-down-0", "laid-undo", "send-laid");
		await moved(player, view, [own[1], own[0]]);
		const told = (await player.events()).filter(({ type, unit }) => type === "moved" && own.includes(unit));
		assert.deepEqual(told.map(({ unit }) => unit), [own[1], own[0]], "what was shown when it was sent");
		await leave(table.red, table.blue);
	});

test("orders are laid and sent with a keyboard, and each is said", async () => {
	const table = await sit_down("battlesystem-1e", foot_1e);
	const { player, view } = await until(table, may_move);
	const { page } = player;
	const [first, second] = own_of(view);

	await page.locator("pn-actions[data-lays]").waitFor({ state: "attached" });
	await player.raise();
	const heard = await listen(page);
	for (const id of [first, second]) {
		const move = `.action[data-type=move][data-for=${id}]`;
		const count = await laid(player).count();

		// A unit that has several orders is picked first.
		await tab_to(page, `[data-key="pick ${id}"], ${move}`);
		if (await page.evaluate(() => document.activeElement.dataset.key?.startsWith("pick "))) {
			await page.keyboard.press("Enter");
			await page.locator(move).waitFor();
			await tab_to(page, move);
		}
		await page.keyboard.press("Enter");
		await page.locator("[data-key=confirm]:enabled").filter({ hasText: "Lay it on the table" }).waitFor();
		await tab_to(page, "[data-key=confirm]");
		await page.keyboard.press("Enter");
		await laid(player).nth(count).waitFor({ state: "attached" });
	}
	assert.equal((await heard()).match(/^Laid: /gm)?.length, 2);
	await tab_to(page, "[data-key=laid-down-0]");
	await page.keyboard.press("Enter");
	await page.locator(".orders-laid li:first-child", { hasText: view.units[second].name }).waitFor();
	await tab_to(page, "[data-key=send-laid]");
	await page.keyboard.press("Enter");
	await player.until(({ plan, units }) => (plan?.commands ?? []).length === 0 && [first, second].every((id) => units[id].pose.y !== view.units[id].pose.y));
	assert.match(await heard(), /^Sent\. ?$/m);
	await leave(table.red, table.blue);
});
