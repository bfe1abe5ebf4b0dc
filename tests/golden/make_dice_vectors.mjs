// Makes dice_vectors.json, once, from what server/game/README.md says of dice, with
// node:crypto: a computation that shares no line with the server's.
//
//	node tests/golden/make_dice_vectors.mjs > tests/golden/dice_vectors.json

import { createHash, createHmac } from "node:crypto";

const LF = Buffer.from([0x0a]);
const text = (string) => Buffer.concat([Buffer.from(string, "utf8"), LF]);
const sha256 = (...parts) => createHash("sha256").update(Buffer.concat(parts)).digest();
const hmac = (key, ...parts) => createHmac("sha256", key).update(Buffer.concat(parts)).digest();

// Bytes that anybody can make again.
const bytes = (name) => sha256(Buffer.from(name, "utf8"));

function block(key, label, number) {
	const at = Buffer.alloc(4);
	at.writeUInt32BE(number);
	return hmac(key, text(label), at);
}

function face(key, label, sides) {
	const limit = 256 - (256 % sides);
	for (let number = 0; ; number++)
		for (const byte of block(key, label, number))
			if (byte < limit)
				return (byte % sides) + 1;
}

// The creator of the game has the first nonce.
function key_of(id, seed, creator, red, blue) {
	return hmac(seed, text(id), ...(creator === "red" ? [red, blue] : [blue, red]));
}

function game(id, seed, creator, red, blue, rolls) {
	const key = key_of(id, seed, creator, red, blue);
	return {
		game: id,
		seed: seed.toString("hex"),
		creator,
		nonces: { red: red.toString("hex"), blue: blue.toString("hex") },
		seed_commitment: sha256(text("pennon seed"), text(id), seed).toString("hex"),
		key: key.toString("hex"),
		blocks: [0, 1, 0x01020304].map((number) => ({
			label: rolls[0][0],
			block: number,
			bytes: block(key, rolls[0][0], number).toString("hex"),
		})),
		rolls: rolls.map(([label, sides]) => ({ label, sides, face: face(key, label, sides) })),
	};
}

const labels = [];
for (const sides of [2, 3, 6, 10, 20, 100])
	for (let n = 1; n <= 8; n++)
		labels.push([`3/first_movement/r1/charge_initiation/${n}`, sides]);
for (let turn = 1; turn <= 3; turn++)
	for (const side of ["red", "blue"])
		labels.push([`${turn}/initiative/${side}/initiative/1`, 10]);

// Labels under which the first byte is thrown away (255 of a 100-sided die and the like),
// so that skipping is tested whatever the ones above happen to do.
function skipped(key, sides, count) {
	const found = [];
	for (let n = 1; found.length < count; n++) {
		const label = `99/second_movement/b40/skipped/${n}`;
		if (block(key, label, 0)[0] >= 256 - (256 % sides))
			found.push([label, sides]);
	}
	return found;
}

function make(id, creator, name, zero) {
	const seed = zero ? Buffer.alloc(32) : bytes(`${name} seed`);
	const red = zero ? Buffer.alloc(32) : bytes(`${name} red`);
	const blue = zero ? Buffer.alloc(32, 0xff) : bytes(`${name} blue`);
	const key = key_of(id, seed, creator, red, blue);
	const rolls = [...labels, ...skipped(key, 100, 6), ...skipped(key, 6, 2)];
	return game(id, seed, creator, red, blue, rolls);
}

const vectors = {
	about: "Made by make_dice_vectors.mjs; server/game/README.md says how faces follow.",
	games: [
		make("00000000-0000-4000-8000-000000000000", "red", "", true),
		make("3f0c1a52-9d1e-4b7a-8c55-0d6f2be1a901", "blue", "first", false),
		make("ffffffff-ffff-4fff-bfff-ffffffffffff", "red", "second", false),
	],
};
process.stdout.write(`${JSON.stringify(vectors, null, "\t")}\n`);
