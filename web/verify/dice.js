// @ts-check
// The faces of a game's dice, by WebCrypto alone: the same bytes as the server's.
// core/determinism.md says what a label is, server/game/README.md what the bytes are.

const encoder = new TextEncoder();

/** Bytes from lower-case hex. */
export function from_hex(hex) {
	return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

export function to_hex(bytes) {
	return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** In every hash input each text is followed by one 0x0A byte. */
export function joined(parts) {
	const bytes = parts.map((part) =>
		typeof part === "string" ? encoder.encode(`${part}\n`) : part,
	);
	const all = new Uint8Array(bytes.reduce((size, part) => size + part.length, 0));

	bytes.reduce((at, part) => (all.set(part, at), at + part.length), 0);
	return all;
}

/** SHA-256 of the parts, joined. */
export async function sha256(...parts) {
	return new Uint8Array(await crypto.subtle.digest("SHA-256", joined(parts)));
}

async function hmac(key, ...parts) {
	const algorithm = { name: "HMAC", hash: "SHA-256" };
	const imported = await crypto.subtle.importKey("raw", key, algorithm, false, ["sign"]);

	return new Uint8Array(await crypto.subtle.sign("HMAC", imported, joined(parts)));
}

/** What the server published before the first decision: SHA-256("pennon seed", game, seed). */
export function seed_commitment(game, seed) {
	return sha256("pennon seed", game, seed);
}

/**
 * The key of all dice of a game: HMAC of the seed over the game and both nonces, that of
 * who created the game first.
 */
export function dice_key(game, seed, nonce_creator, nonce_joiner) {
	return hmac(seed, game, nonce_creator, nonce_joiner);
}

/** Block 0, 1, … of the 32 bytes each that belong to a label. */
export function dice_block(key, label, block) {
	const number = new Uint8Array([block >>> 24, block >>> 16, block >>> 8, block]);

	return hmac(key, label, number);
}

/**
 * The face of the die with this label. A byte not below the largest multiple of the sides
 * is skipped, so that every face is as likely.
 */
export async function die_face(key, label, sides) {
	for (let block = 0; ; block++) {
		for (const byte of await dice_block(key, label, block)) {
			if (byte < 256 - (256 % sides))
				return (byte % sides) + 1;
		}
	}
}
