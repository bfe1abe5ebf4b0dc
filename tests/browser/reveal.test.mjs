// Secret orders that are revealed are a moment: both sides' beside each other, with the numbers that they
// were given, until the card is put away.

import assert from "node:assert/strict";
import { test } from "node:test";
import { leave, seats } from "./seated.mjs";

const house = seats();
const { sit_at } = house;

test("revealed orders lie beside each other until they are put away", async () => {
	const { red, blue, view, act } = await sit_at({ scenario: "two-kings" });
	const given = { red: [], blue: [] };

	for (const side of ["red", "blue"]) {
		const { actions } = await view(side);
		const orders = actions.flatMap((one) =>
			[one.do, ...(one.presets ?? []).map((preset) => preset.do)].filter((body) => body.type === "place_order"),
		);
		for (const verb of ["advance", "defend"]) {
			const order = orders.find(
				(one) => one.order === verb && !given[side].some((other) => other.unit === one.unit),
			);
			await act(side, order);
			given[side].push(order);
		}
	}
	await act("red", { type: "ready" });
	assert.equal(await red.page.locator("pn-card .reveal").count(), 0, "what is sealed is not shown");
	await act("blue", { type: "ready" });
	for (const player of [red, blue]) {
		const { page } = player;
		// They are opened one after the other, and whoever is asked something has the card folded.
		const whole = page.locator("pn-card .reveal li").nth(3);
		const open = page.locator("pn-card [data-key=card-open]");
		for (await whole.or(open).first().waitFor(); !(await whole.isVisible()); await player.settle())
			await player.press(open, 3000).catch(() => null);
		const sections = page.locator("pn-card .reveal section");
		assert.equal(await sections.count(), 2);
		const own = player === red ? "Red" : "Blue";
		assert.equal(await sections.first().locator("h3").textContent(), own, "one's own first");
		for (const section of await sections.all()) {
			const lines = await section.locator("li").allTextContents();
			assert.equal(lines.length, 2, lines.join("\n"));
			assert.ok(lines.some((line) => line.endsWith(" advance")), lines.join("\n"));
		}
	}
	await red.inspect("reveal");
	await red.page.keyboard.press("Escape");
	await red.page.locator("pn-card").waitFor({ state: "hidden" });
	await leave(red, blue);
});

test("who is ready with orders missing is told whose, and what is written is told to be unsealed", async () => {
	const { red, blue, view, act } = await sit_at({ scenario: "two-kings" });
	const { page } = red;
	const { actions, units } = await view("red");
	const [last, ...others] = actions.filter(({ group }) => group === "declare");
	const unsealed = page.locator(".unsealed");

	await page.locator(".action[data-type=ready]").waitFor();
	assert.equal(await unsealed.count(), 0, "nothing is written yet");
	for (const { unit } of others)
		await act("red", { type: "place_order", unit, order: "defend" });
	await page.locator(".unsealed", { hasText: "All is written: I am ready" }).waitFor();
	await red.inspect("unsealed");
	await red.pick({ action: { do: { type: "ready" } } });
	const missing = page.locator(".pending .missing");
	await missing.waitFor();
	const said = await missing.textContent();
	assert.ok(said.includes(units[last.unit].name), said);
	assert.ok(others.every(({ unit }) => !said.includes(units[unit].name)), said);
	await red.inspect("orders-missing");
	await red.confirm();
	await unsealed.waitFor({ state: "detached" });
	assert.ok(!(await view("red")).waiting_for.some(({ side }) => side === "red"));
	await leave(red, blue);
});

test("a stack that is written says that it is not sealed, and one touch seals it", async () => {
	const { red, blue, view } = await sit_at({ scenario: "drawn-by-card" });
	const unsealed = blue.page.locator(".unsealed");

	await blue.page.locator(".action[data-type=order_stack]").waitFor();
	assert.equal(await unsealed.count(), 0);
	await blue.play({ action: { do: { type: "order_stack" } } });
	await unsealed.waitFor();
	await blue.inspect("stack-unsealed");
	await blue.raise();
	await blue.press(blue.page.locator(".action[data-type=ready]"));
	await unsealed.waitFor({ state: "detached" });
	await blue.until(({ waiting_for }) => !waiting_for.some(({ side }) => side === "blue"));
	assert.ok((await view("red")).waiting_for.some(({ side }) => side === "red"));
	await leave(red, blue);
});
