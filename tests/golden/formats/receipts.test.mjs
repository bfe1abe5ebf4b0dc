// The golden receipts, checked by another program: hashes and signatures are Node's.

import assert from "node:assert/strict";
import { createHash, createPublicKey, verify } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const read = (name) => readFileSync(new URL(name, import.meta.url), "utf8").trim().split("\n");
const [older, newer] = read("receipts.jsonl").map((line) => JSON.parse(line));
const { key } = JSON.parse(read("record.jsonl")[0]);

const sha256 = (...parts) => {
	const hash = createHash("sha256");
	for (const part of parts)
		hash.update(part);
	return hash.digest();
};
const bytes = (hex) => Buffer.from(hex, "hex");

/** The Ed25519 key of 32 raw bytes: RFC 8410 says what stands before them. */
const public_key = (raw) =>
	createPublicKey({
		key: Buffer.concat([bytes("302a300506032b6570032100"), bytes(raw)]),
		format: "der",
		type: "spki",
	});

const line_of = ({ path, place, salt, signature, ...said }) =>
	JSON.stringify(Object.fromEntries(Object.keys(said).sort().map((name) => [name, said[name]])));

function root_of(receipt) {
	let node = sha256(bytes("00"), bytes(receipt.salt), line_of(receipt));
	let { place } = receipt;

	for (const beside of receipt.path.map(bytes)) {
		node = place % 2 ? sha256(bytes("01"), beside, node) : sha256(bytes("01"), node, beside);
		place = Math.floor(place / 2);
	}
	return node;
}

const is_signed = (receipt, by = key) => {
	const signed = receipt.format === 2
		? Buffer.concat([Buffer.from("pennon receipts\n"), root_of(receipt)])
		: Buffer.from(line_of(receipt));
	return verify(null, signed, public_key(by), bytes(receipt.signature));
};

test("a receipt of format 1 is signed as it stands", () => assert.ok(is_signed(older)));

test("a receipt of format 2 is a leaf of a tree that is signed", () => assert.ok(is_signed(newer)));

test("both are of the server's key", () => {
	for (const receipt of [older, newer])
		assert.equal(receipt.key, sha256(bytes(key)).toString("hex", 0, 8));
});

test("nothing of a receipt can be changed", () => {
	const other = (value) =>
		typeof value === "number" ? value + 1 : value.replace(/^./, (first) => (first === "0" ? "1" : "0"));

	for (const receipt of [older, newer]) {
		for (const member of Object.keys(receipt).filter((name) => name !== "path" && name !== "format"))
			assert.ok(!is_signed({ ...receipt, [member]: other(receipt[member]) }), member);
	}
	for (let level = 0; level < newer.path.length; level++)
		assert.ok(!is_signed({ ...newer, path: newer.path.map((hash, at) => (at === level ? other(hash) : hash)) }), `${level}`);
	assert.ok(!is_signed({ ...newer, path: newer.path.slice(1) }), "a shorter path");
});

test("the description's example can be checked", () => {
	const [answer, server] = ["act", "getServer"].map((name) =>
		JSON.parse(readFileSync(new URL(`../../../api-spec/examples/${name}.response.json`, import.meta.url), "utf8")));

	assert.ok(is_signed(answer.receipt, server.keys[0].key));
	assert.equal(answer.receipt.key, server.keys[0].id);
});
