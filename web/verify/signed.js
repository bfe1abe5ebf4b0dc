// @ts-check
// What is signed: the one spelling of a value, signatures, and receipts, each a leaf of a tree whose
// root is signed. What each hash covers stands in server/game/README.md.

import { from_hex, joined, sha256, to_hex } from "./dice.js";

/** The one spelling of a value: keys sorted, no spaces. */
export function canonical(value) {
	if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
	if (value === null || typeof value !== "object") return JSON.stringify(value);
	return `{${Object.keys(value)
		.sort()
		.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`)
		.join(",")}}`;
}

/** Is it this key's? Null where this browser cannot check signatures. */
export async function is_signed(key, signature, bytes) {
	try {
		const imported = await crypto.subtle.importKey("raw", from_hex(key), { name: "Ed25519" }, false, [
			"verify",
		]);
		return await crypto.subtle.verify("Ed25519", imported, from_hex(signature), bytes);
	} catch (error) {
		if (error?.name === "NotSupportedError") return null;
		throw error;
	}
}

/** From the leaf up: RFC 9162 says what is hashed. */
async function root_of(line, { salt, place, path }) {
	let node = await sha256(Uint8Array.of(0), from_hex(salt), line);

	for (const beside of path.map(from_hex)) {
		node = await (place % 2
			? sha256(Uint8Array.of(1), beside, node)
			: sha256(Uint8Array.of(1), node, beside));
		place = Math.floor(place / 2);
	}
	return node;
}

/**
 * What is wrong with a receipt of a recorded game, as the end of a name in the words, or null. `seen`
 * says what the record has of the event it names, for its viewer; `keys` are those that are trusted.
 */
export async function receipt_flaw(receipt, { game, seen, keys }) {
	const { path, place, salt, signature, ...said } = receipt;
	const line = new TextEncoder().encode(canonical(said));
	const signed = receipt.format === 2 ? joined(["pennon receipts", await root_of(line, receipt)]) : line;

	for (const key of keys) {
		if (to_hex(await sha256(from_hex(key))).slice(0, 16) !== receipt.key) continue;
		if ((await is_signed(key, signature, signed)) === false) return "bad_receipt";
		return receipt.game === game && seen?.hash === receipt.hash ? null : "other_event";
	}
	return "other_key";
}
