// A picked order is named after the unit that it is aimed at.

import assert from "node:assert/strict";
import { test } from "node:test";
import { until } from "./hand.mjs";
import { leave, seats } from "./seated.mjs";

const { sit_at } = seats();

test("a charge is called after whom it is aimed at by now", async () => {
	const table = await sit_at({ scenario: "ferry-road" });
	const aimed = ({ actions }) =>
		actions.find((one) => one.words.args?.target && new Set(one.presets.map(({ do: { target } }) => target)).size > 1);
	const { player, view } = await until(table, aimed);
	const { page } = player;
	const action = aimed(view);

	await player.pick({ action });
	for (const [place, preset] of action.presets.entries()) {
		await player.press(page.locator(`[data-key=preset-${place}]`));
		await page.locator(`[data-key=preset-${place}][aria-pressed=true]`).waitFor();
		const heading = await page.locator(".pending h3").textContent();
		assert.ok(heading.includes(view.units[preset.do.target].name), `${heading}: ${preset.do.target}`);
	}
	await player.inspect("aimed");
	await leave(table.red, table.blue);
});
