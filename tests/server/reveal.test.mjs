// Orders that are revealed: together where they were sealed together, and once for all of them.

import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.document = /** @type {any} */ ({ baseURI: "http://pennon.test/", documentElement: {} });

const { reveal_of } = await import("../../web/panels/reveal.js");

const revealed = (seq, side, slot) => ({ seq, type: "revealed", side, slot, content: [{ unit: `${side[0]}1`, verb: "charge" }] });
const sides = [revealed(4, "red", "1/orders/red/0"), revealed(5, "blue", "1/orders/blue/0")];

test("both sides' orders are one reveal", () => {
	const { seq, lists } = reveal_of(sides);

	assert.equal(seq, 4);
	assert.deepEqual(Object.keys(lists), ["red", "blue"]);
});

test("a card that is turned over later is of the same reveal: it is not shown anew", () => {
	const later = reveal_of([...sides, { seq: 6, type: "moved" }, revealed(7, "red", "1/orders/red/1")]);

	assert.equal(later.seq, 4);
	assert.equal(later.lists.red.length, 2);
});

test("the next turn's orders are another", () => {
	assert.equal(reveal_of([...sides, revealed(9, "blue", "2/orders/blue/0")]).seq, 9);
});

test("nothing was revealed", () => assert.equal(reveal_of([{ seq: 1, type: "moved" }]), null));
