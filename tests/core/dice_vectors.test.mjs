// The page's own dice pass the vectors that the C code passes.

import assert from "node:assert/strict";
import { webcrypto } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import {
	dice_block,
	dice_key,
	die_face,
	from_hex,
	seed_commitment,
	to_hex,
} from "../../web/verify/dice.js";

globalThis.crypto ??= webcrypto; // node 18 has it under another name
const file = new URL("../golden/dice_vectors.json", import.meta.url);
const { games } = JSON.parse(readFileSync(file, "utf8"));

test("the vectors are there", () => {
	assert.ok(games.length > 0);
	assert.ok(games.every((one) => one.blocks.length > 0 && one.rolls.length > 0));
});

test("a seed has the commitment that was published", async () => {
	for (const { game, seed, seed_commitment: published } of games)
		assert.equal(to_hex(await seed_commitment(game, from_hex(seed))), published);
});

test("seed, game and nonces make the key, the creator's first", async () => {
	for (const { game, seed, creator, nonces, key } of games) {
		const first = from_hex(nonces[creator]);
		const second = from_hex(nonces[creator === "red" ? "blue" : "red"]);

		assert.equal(to_hex(await dice_key(game, from_hex(seed), first, second)), key);
	}
});

test("a label and a block make bytes", async () => {
	for (const { key, blocks } of games) {
		for (const { label, block, bytes } of blocks)
			assert.equal(
				to_hex(await dice_block(from_hex(key), label, block)),
				bytes,
				label,
			);
	}
});

test("a label and the sides make a face", async () => {
	for (const { key, rolls } of games) {
		for (const { label, sides, face } of rolls)
			assert.equal(
				await die_face(from_hex(key), label, sides),
				face,
				`${label}, ${sides} sides`,
			);
	}
});
