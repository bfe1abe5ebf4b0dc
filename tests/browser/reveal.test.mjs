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
