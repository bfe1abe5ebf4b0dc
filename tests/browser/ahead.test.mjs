// A player who waits writes what is to be done next, on the board: it lies in the plan, its outlines where
// the units will stand, and is done when it is asked for.

import assert from "node:assert/strict";
import { test } from "node:test";
import { counted, later, rows, until } from "./hand.mjs";
import { leave, seats } from "./seated.mjs";

const inch = 2540;
const house = seats();
const { sit_at } = house;
const foot_1e = { movement_rate: 9 * inch, hit_dice: 100, armour_class: 4, thac0: 20, figure_ratio: 10, damage_die: 8 };

test("moves are written while the other side moves, with outlines, and are made in turn", async () => {
	const table = await sit_at({ ruleset: "battlesystem-1e", muster: rows(3, foot_1e, { class: "foot" }) });
	const { player: mover, view } = await until(table, ({ actions }) => actions.some((one) => one.do.type === "move"));

	for (const player of [table.red, table.blue].filter((one) => one !== mover)) {
		const side = view.side === "red" ? "blue" : "red";
		const { units, board } = await table.view(side);
		const own = Object.keys(units).filter((id) => units[id].side === side);
		const hand = counted(player);
		const { page } = player;
		const ahead = (side === "red" ? 5 : -5) * inch;

		for (const id of own.slice(0, 2)) {
			const { x, y } = units[id].pose;
			await hand.unit(id);
			await page.locator(`.units [data-unit=${id}].selected.can`).waitFor();
			await hand.place({ x, y: y + ahead }, board.depth);
			await page.locator(`.ghost .planned[data-unit=${id}]`).waitFor();
		}
		assert.equal(hand.touches, 4, "two touches a move");
		await player.inspect("writing-ahead");
		const { plan } = await table.view(side);
		assert.deepEqual(plan.commands.map(({ do: { type, unit } }) => [type, unit]), own.slice(0, 2).map((id) => ["move", id]));
		assert.deepEqual((await table.view(view.side)).units[own[0]].pose, units[own[0]].pose);

		// The last is taken out again, and written once more with the list alone.
		await player.raise();
		await hand.press("[data-key=ahead-undo]");
		await page.locator(`.ghost .planned[data-unit=${own[1]}]`).waitFor({ state: "detached" });
		const move = page.locator(`.action[data-type=move][data-for=${own[1]}]`);
		const whole = page.locator(`[data-key="pick ${own[1]}"]`);
		await move.or(whole).first().waitFor();
		if (!(await move.isVisible()))
			await player.press(whole);
		await player.press(move);
		await player.press(page.locator("[data-key=confirm]:enabled"));
		await page.locator(`.ghost .planned[data-unit=${own[1]}]`).waitFor();

		await mover.play({ action: view.actions.find((one) => one.group === "step") });
		const moved = await player.until(({ plan: left, units: now }) =>
			(left?.commands ?? []).length === 0 && own.slice(0, 2).every((id) => now[id].pose.y !== units[id].pose.y),
		);
		assert.ok(Math.abs(moved.units[own[0]].pose.y - units[own[0]].pose.y - ahead) < inch / 2);
		await page.locator(".ghost .planned").first().waitFor({ state: "detached" });
		await page.locator(`[data-key="pick ${own[2]}"], .action[data-for=${own[2]}]`).first().waitFor();
	}
	await leave(table.red, table.blue);
});
