// What units are told to do is seen on the table: one sign a verb, drafted and revealed, and one
// line a side when the seals are opened.

import assert from "node:assert/strict";
import { test } from "node:test";
import { leave, seats } from "./seated.mjs";

const house = seats();
const { sit_at } = house;

const signs = (page, badge) => page.locator(`.labels .badge[class~="${badge}"]`).count();

test("written orders have a sign a verb, keep it when revealed, and are one line a side", async () => {
	const { red, blue, view, act } = await sit_at({ scenario: "two-kings" });
	const { page } = red;
	const given = { red: [], blue: [] };

	for (const side of ["red", "blue"]) {
		const { actions } = await view(side);
		const orders = actions.flatMap((one) =>
			[one.do, ...(one.presets ?? []).map((preset) => preset.do)].filter(
				(body) => body.type === "place_order",
			),
		);
		for (const verb of ["advance", "defend"]) {
			const order = orders.find(
				(one) => one.order === verb && !given[side].some((other) => other.unit === one.unit),
			);
			assert.ok(order, `${side} may order: ${verb}`);
			await act(side, order);
			given[side].push(order);
		}
	}
	await page.locator(`.labels .badge[class~="draft.advance"]`).waitFor({ state: "attached" });
	await page.locator(`.labels .badge[class~="draft.defend"]`).waitFor({ state: "attached" });
	const drawn = async (badge) =>
		page.locator(`.labels .badge[class~="${badge}"] .stroke`).first().getAttribute("d");
	assert.notEqual(await drawn("draft.advance"), await drawn("draft.defend"));
	await red.inspect("drafted-orders");

	for (const side of ["red", "blue"])
		await act(side, { type: "ready" });
	// They are revealed one after the other.
	for (const badge of ["order.advance", "order.defend"])
		await page.locator(`.labels .badge[class~="${badge}"]`).nth(1).waitFor({ state: "attached" });
	assert.equal(await signs(page, "order.advance"), 2, "both sides' advances");
	assert.equal(await signs(page, "order.defend"), 2);
	await red.inspect("revealed-orders");
	for (const player of [red, blue]) {
		const lines = player.page.locator("pn-log li.revealed .said");
		await lines.nth(1).waitFor({ state: "attached" });
		const told = await lines.allTextContents();
		assert.deepEqual(told.map((line) => line.split(" ")[0]).sort(), ["Blue", "Red"]);
		for (const line of told)
			assert.match(line, /\(advance\)/);
	}
	await leave(red, blue);
});

test("who failed to charge is shown as such, and no longer as about to charge", async () => {
	const inch = 2540;
	const foot = (side, name, y, morale_rating) => ({
		side,
		name,
		class: "foot",
		figures: 10,
		files: 5,
		base: { width: 2000, depth: 2000 },
		pose: { x: 24 * inch, y: y * inch, facing: side === "red" ? 0 : 32768 },
		stats: { movement_allowance: 12 * inch, morale_rating },
	});
	const { red, blue, view, act } = await sit_at({
		ruleset: "battlesystem-2e",
		muster: {
			board: { width: 48 * inch, depth: 48 * inch, terrain: [] },
			ends: { turns: 4, count: "none" },
			units: [foot("red", "Ashdown Spears", 16, 1), foot("blue", "Marsh Wardens", 30, 12)],
		},
	});
	let failed = false; // no two dice come to 1

	for (let moves = 0; moves < 60 && !failed; moves++) {
		const views = [await view("red"), await view("blue")];
		const mine = views.find((one) => one.waiting_for.some((wait) => wait.side === one.side));
		const is_red = mine.side === "red";
		const charge = is_red && mine.actions.find((one) => one.do.type === "charge");
		const declare =
			is_red &&
			!mine.units.r1.draft &&
			!mine.units.r1.order &&
			mine.actions.find((one) => one.do.type === "declare_charge");
		await act(mine.side, (charge || declare || mine.actions.find((one) => one.group === "step")).do);
		failed = (await view("red")).units.r1.flags.includes("check_failed");
	}
	assert.ok(failed, "the charge was never refused");
	const badge = red.page.locator(".labels .badge.check_failed");
	await badge.waitFor({ state: "attached" });
	await red.page.locator(".labels .badge[class*='order.']").waitFor({ state: "detached" });
	await red.page.locator("path.order").waitFor({ state: "detached" });
	assert.equal(await red.page.locator(".labels .badge.declared").count(), 0);
	await leave(red, blue);
});

test("the book's own words are explained beside the choice and in the legend, with every line there is", async () => {
	const { red, blue, view, act } = await sit_at({ scenario: "two-kings" });
	const { page } = red;
	const { actions } = await view("red");
	const orders = actions.filter((one) => one.do.type === "place_order");

	await red.pick({ action: orders[0] });
	await red.press(page.locator("[data-key=meanings]"));
	for (const meaning of ["Advance: ", "Defend: ", "Recover: "])
		await page.locator(".pending details p", { hasText: meaning }).waitFor();
	await red.inspect("meanings");
	const order = [orders[0].do, ...orders[0].presets.map((preset) => preset.do)].find((one) => one.order === "defend");
	await act("red", order);
	for (const [player, said] of [[red, "Defend: "], [blue, "Angriff: "]]) {
		if (player === blue) {
			await player.page.evaluate(() => localStorage.setItem("pennon.language", "de"));
			await player.page.reload();
			await player.page.locator("main.game[data-version]:not([data-version='0'])").waitFor();
		}
		await player.press(player.page.locator(".legend > button"));
		await player.page.locator(".legend-words p", { hasText: said }).waitFor();
		const rows = await player.page.locator(".legend-list li").allTextContents();
		const lines = player === red
			? ["where a unit came from since your last command", "is about to move, and you may react", "where a unit would stand"]
			: ["woher eine Einheit seit deinem letzten Befehl kam", "wo eine Einheit stünde"];
		for (const line of lines)
			assert.ok(rows.includes(line), rows.join("\n"));
		await player.inspect("legend-words");
	}
	await leave(red, blue);
});
