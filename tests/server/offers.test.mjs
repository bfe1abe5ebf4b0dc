// What a button says before it is pressed: what it leaves unused, and whom an order is aimed at.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { open_daemon } from "../support/daemon.mjs";

let daemon;

before(async () => {
	daemon = await open_daemon();
});
after(() => daemon.remove());

test("who ends an activation is told how many actions are lost with it", async () => {
	const made = await daemon.ask("games", { body: { scenario: "drawn-by-card", side: "red" } });
	const { seat } = await daemon.ask(`games/${made.game.id}/seats`, { body: { code: made.invitation.code } });
	const tokens = { red: made.seat.token, blue: seat.token };
	const ask = (side, path, body) => daemon.ask(`games/${made.game.id}${path}`, { token: tokens[side], body });
	const told = new Set();
	const stacked = new Set();

	for (let steps = 0; steps < 80 && told.size < 2; steps++) {
		const views = [await ask("red", ""), await ask("blue", "")];
		const view = views.find((one) => one.waiting_for.some((wait) => wait.side === one.side));
		const { decision, unit } = view.waiting_for[0];
		const of = (...types) => view.actions.find(({ do: { type } }) => types.includes(type));
		const end = of("pass");
		if (decision === "activation" && end) {
			const has_acted = view.units[unit].flags.includes("acted");
			assert.equal(end.label, `End the activation, ${has_acted ? "one action" : "both actions"} unused`);
			told.add(has_acted);
		}
		const stack = decision === "activation" || stacked.has(view.side) ? undefined : of("order_stack");
		const step = view.actions.find(({ group }) => group === "step");
		const next = stack ?? (decision === "activation" ? of("move", "arrive") : undefined) ?? step ?? view.actions[0];
		if (stack)
			stacked.add(view.side);
		await ask(view.side, "/actions", next.do);
	}
	assert.equal(told.size, 2, "both were seen");
});
