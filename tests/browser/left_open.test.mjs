// What "allowed" leaves open is said: how far off a charge's target stands, or that nobody measures;
// an order to charge that comes to nothing when the step ends.

import assert from "node:assert/strict";
import { test } from "node:test";
import { apart } from "../../web/board/blocks.js";
import { leave, seats } from "./seated.mjs";

const house = seats();

/** Red's spears and javelins are ordered to charge, Blue waits, until Red is to declare. */
async function to_declarations({ view, act }) {
	for (let steps = 0; steps < 40; steps++) {
		for (const side of ["red", "blue"]) {
			const { actions, units } = await view(side);
			const own = actions.filter(({ group }) => group !== "table");
			if (own.some((action) => action.do.type === "declare_charge")) return;
			const order = own.find(({ do: { type }, unit }) => type === "place_order" && !units[unit].draft);
			if (order && side === "red") await act(side, { ...order.do, order: "charge" });
			else if (own.length > 0) await act(side, own.find(({ group }) => group === "step").do);
		}
	}
	assert.fail("nobody comes to declare");
}

test("how far apart blocks stand", () => {
	const unit = (x, y, facing) => ({ pose: { x, y, facing }, files: 4, figures: 8, base_width: 10, base_depth: 10 });
	const one = unit(0, 0, 0); // 40 wide, 20 deep behind its front

	assert.equal(apart(one, unit(0, 120, 32768)), 120, "front to front");
	assert.equal(apart(one, unit(50, 0, 0)), 10, "side by side");
	assert.equal(Math.round(apart(one, unit(43, 24, 0))), 5, "corner to corner");
});

test("a charge that may fall short is told as one, and so is an order that comes to nothing", async () => {
	const table = await house.sit_at({ scenario: "spears-and-javelins" });
	const { page } = table.red;

	await to_declarations(table);
	const { actions } = await table.red.view();
	const declare = actions.find((action) => action.do.type === "declare_charge");

	await page.locator(`.units [data-unit=${declare.unit}]`).click();
	await page.locator("#preview", { hasText: /Allowed\. They stand \d+(\.\d+)? in apart/ }).waitFor();
	await table.red.press(page.locator("[data-key=cancel]"));
	await table.red.press(page.locator(".action[data-type=pass]").first());
	await page.locator("#preview", { hasText: "Ordered to charge, but no charge is declared" }).waitFor();
	await table.red.press(page.locator("[data-key=cancel]"));
	await leave(table.red, table.blue);
});
