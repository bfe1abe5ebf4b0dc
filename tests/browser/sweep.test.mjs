// The pages and states that no other test stays at: each looked at by axe, by day and by
// lamplight, at a desk and on a phone; and one state that only one book has, of three books.

import assert from "node:assert/strict";
import { test } from "node:test";
import { begin, Player } from "./player.mjs";
import { leave, seats } from "./seated.mjs";
import { desk, phone } from "./support.mjs";

const inch = 2540;
const house = seats();
const { ask, sit_at } = house;

test("an invitation at both its ends, one's games, the rule books", async () => {
	const host = await Player.open(house.browser, house.daemon.url, desk);
	const guest = await Player.open(house.browser, house.daemon.url, phone);

	await begin(host, guest, "mill-hill");
	await host.page.locator(".qr path").waitFor();
	await host.inspect("lobby");
	await guest.inspect("invited");
	await guest.press(guest.page.getByRole("button", { name: "Take the seat" }));
	await guest.page.getByText("You are Blue").waitFor();
	await guest.press(guest.page.locator("[data-key=home]"));
	await guest.page.getByRole("heading", { name: "Your games" }).waitFor();
	await guest.page.locator(".games .small:not(:empty)").first().waitFor();
	await guest.inspect("my-games");
	await guest.page.goto(`${house.daemon.url}/rules`);
	await guest.page.locator("table").waitFor();
	await guest.inspect("rules");
	await leave(host, guest);
});

/** Play by the API, what `choose` picks, until somebody owes `decision`. */
async function until(table, decision, choose) {
	for (let moves = 0; moves < 80; moves++) {
		const views = [await table.view("red"), await table.view("blue")];
		const mine = views.find((one) => one.waiting_for.some((wait) => wait.side === one.side));
		const asked = mine.waiting_for.find((wait) => wait.side === mine.side);
		if (asked.decision === decision)
			return mine.side;
		const action =
			mine.actions.find((one) => choose.includes(one.do.type) && one.group !== "table") ??
			mine.actions.find((one) => one.group === "step") ??
			mine.actions.find((one) => one.group !== "table");
		await table.act(mine.side, action.do);
	}
	return assert.fail(`nobody was asked: ${decision}`);
}

test("a paused game, a refusal, and both seats at one screen", async () => {
	const table = await sit_at({ scenario: "hedge-and-ford" });
	const { red, blue } = table;
	const side = await until(table, "movement", []);
	const mover = side === "red" ? red : blue;
	const view = await table.view(side);
	const move = view.actions.find((one) => one.do.type === "move" && one.presets.length > 0);
	const path = move.bounds.find((bound) => bound.kind === "path");

	// Farther than it may: the rule that forbids it is named.
	await mover.page.locator(".group.move").waitFor();
	await mover.pick({ action: move });
	await mover.press(mover.page.locator("[data-key^=preset-]").first());
	for (let legs = 0; legs < path.points_max - 1; legs++) {
		if (!(await mover.page.locator("[data-key=leg-ahead]").isVisible()))
			await mover.press(mover.page.locator("[data-key=add-leg]"));
		const answered = mover.page.waitForResponse((answer) => answer.url().endsWith("/preview"));
		await mover.press(mover.page.locator("[data-key=leg-ahead]"));
		await answered;
		await mover.settle();
		if (await mover.page.locator("#preview.refused").isVisible())
			break;
	}
	await mover.page.locator("#preview.refused .clause").waitFor();
	await mover.inspect("refused");

	await ask(`operator/games/${view.id}`, {
		token: house.daemon.operator_token(),
		body: { act: "pause" },
	});
	await red.page.getByText("paused").first().waitFor();
	await red.inspect("paused");
	await leave(red, blue);
});

test("what only one book has: cards in a stack, orders in writing, several ways to answer", async () => {
	const stack = await sit_at({ scenario: "drawn-by-card" });
	await stack.red.pick({ action: { do: { type: "order_stack" } } });
	await stack.red.page.locator(".pending").waitFor();
	await stack.red.inspect("stack");
	await stack.blue.inspect("stack-waiting");
	await leave(stack.red, stack.blue);

	const orders = await sit_at({ scenario: "horn-and-standard" });
	await orders.red.page.locator(".action").first().waitFor();
	await orders.red.inspect("orders");
	await orders.red.press(orders.red.page.locator(".action").first());
	await orders.red.inspect("order-of-one");
	await leave(orders.red, orders.blue);
});

test("German, while somebody reacts on a phone", async () => {
	const unit = (side, y) => ({
		side,
		name: side === "red" ? "Speere von Aschental" : "Wächter der Marschen",
		class: "standard",
		figures: 10,
		files: 5,
		base: { width: 2000, depth: 2000 },
		pose: { x: 24 * inch, y: y * inch, facing: side === "red" ? 0 : 32768 },
		stats: { advance: 4 * inch, discipline: 7, health: 1, resilience: 3 },
	});
	const table = await sit_at({
		ruleset: "t9a-2e",
		muster: {
			board: { width: 48 * inch, depth: 48 * inch, terrain: [] },
			ends: { turns: 3, count: "none" },
			units: [unit("red", 16), unit("blue", 26)],
		},
	});
	const { red, blue } = table;

	await blue.page.evaluate(() => localStorage.setItem("pennon.language", "de"));
	await blue.page.reload();
	await table.act("red", { type: "declare_charge", unit: "r1", target: "b1" });
	await blue.page.getByText("Wächter der Marschen entkommt").waitFor();
	await blue.inspect("german-reacting");
	await leave(red, blue);
});
