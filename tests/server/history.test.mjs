// How a game stood, out of its events: for the replay, and for a player who comes back.

import assert from "node:assert/strict";
import { test } from "node:test";
import { seen_after } from "../../web/history.js";

const unit = { side: "red", figures: 10, files: 5, flags: [] };
const after = (log) => seen_after({ r1: { ...unit }, b1: { ...unit, side: "blue" } }, log.map((event, index) => ({ seq: index + 1, ...event })), log.length).units.r1;
const declared = { type: "charge_declared", unit: "r1", target: "b1" };

test("a charge that was declared is an order until it has come to its end, however it ended", () => {
	assert.deepEqual(after([declared]).order, { verb: "charge", target: "b1" });
	for (const outcome of ["contact", "check_failed", "too_far"])
		assert.equal(after([declared, { type: "charge_ended", unit: "r1", outcome }]).order, undefined);
	assert.equal(after([declared, { type: "turn_began", turn: 2 }]).order, undefined);
});

test("what was taken back has not happened", () => {
	assert.equal(after([{ ...declared, mark: "m" }, { type: "undone", undone: "m" }]).order, undefined);
});
