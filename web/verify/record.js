// @ts-check
// Checks a record in the page, as pennon-verify does but for the rules: that every line is
// canonical, that each viewer's chain holds, that the seed is the one committed to, that
// every die and every opening follows from it, and who signed. What each hash covers stands
// in server/game/README.md.

import {
	dice_key,
	die_face,
	from_hex,
	seed_commitment,
	sha256,
	to_hex,
} from "./dice.js";
import { canonical, is_signed, receipt_flaw } from "./signed.js";

const VIEWERS = ["red", "blue", "public"];

/** What is wrong with a record, and the line where it shows, from 1. */
class Flaw extends Error {
	constructor(line, reason, args = {}) {
		super(reason);
		this.line = line;
		this.reason = reason;
		this.args = args;
	}
}

function parse(line, number) {
	let value;

	try {
		value = JSON.parse(line);
	} catch {
		throw new Flaw(number, "not_json");
	}
	if (canonical(value) !== line) throw new Flaw(number, "not_canonical");
	return value;
}

/** Header, lines between, seed (null in an extract) and signature. */
function take_apart(text) {
	const rows = text.split("\n");

	if (rows.length < 3 || rows.pop() !== "") throw new Flaw(rows.length, "cut_off");
	const lines = rows.map((row, index) => parse(row, index + 1));
	const header = lines[0];
	const last = lines.pop();

	if (header?.format !== 1 || typeof header.game !== "string")
		throw new Flaw(1, "not_a_header");
	if (!last.signature) throw new Flaw(rows.length, "not_signed");
	if (header.viewer) return { header, lines, seed: null, last };
	const seed = lines.pop()?.seed;

	if (typeof seed !== "string") throw new Flaw(rows.length - 1, "no_seed");
	return { header, lines, seed, last };
}

async function check_chains({ header, lines }, counts, tell) {
	const chains = {};
	const viewers = header.viewer ? [header.viewer] : VIEWERS;

	for (const viewer of viewers)
		chains[viewer] = {
			hash: await sha256("pennon chain", header.game, viewer),
			seq: 0,
		};
	for (const [index, { event, seen }] of lines.entries()) {
		if (!event) continue;
		counts.events++;
		tell(index / lines.length);
		for (const viewer of Object.keys(seen)) {
			const chain = chains[viewer];

			if (!chain || seen[viewer].seq !== ++chain.seq)
				throw new Flaw(index + 1, "wrong_number", { viewer });
			chain.hash = await sha256(
				chain.hash,
				canonical({ ...event, seq: chain.seq }),
			);
			if (to_hex(chain.hash) !== seen[viewer].hash)
				throw new Flaw(index + 1, "chain_breaks", { viewer });
		}
	}
}

/** The labels of all dice of a roll: its own is that of the first. */
function labels_of({ label, faces }) {
	const at = label.lastIndexOf("/") + 1;
	const first = Number(label.slice(at));

	return faces.map((_, index) => label.slice(0, at) + (first + index));
}

async function check_dice({ header, lines, seed }, counts) {
	const { game, creator, nonces } = header;
	const joiner = creator === "red" ? "blue" : "red";
	const bytes = from_hex(seed);

	if (to_hex(await seed_commitment(game, bytes)) !== header.seed_commitment)
		throw new Flaw(lines.length + 1, "other_seed");
	const key = await dice_key(
		game,
		bytes,
		from_hex(nonces[creator].value),
		from_hex(nonces[joiner].value),
	);

	for (const [index, { event }] of lines.entries()) {
		if (event?.type !== "rolled" && event?.type !== "cup_rolled") continue;
		for (const [die, label] of labels_of(event).entries()) {
			if ((await die_face(key, label, event.sides)) !== event.faces[die])
				throw new Flaw(index + 1, "other_face", { label });
			counts.dice++;
		}
	}
}

async function check_seals({ header, lines }, counts) {
	const seals = new Map();

	// First all commitments of a slot in force: content may stand before its public line.
	for (const [index, { event }] of lines.entries())
		if (event?.type === "sealed") {
			const list = seals.get(event.slot) ?? [];

			list.push({ commitment: event.commitment, index, opened: false });
			seals.set(event.slot, list);
		}
	for (const [index, { event }] of lines.entries()) {
		if (event?.type !== "sealed_content" && event?.type !== "revealed") continue;
		const made = to_hex(
			await sha256(
				"pennon seal",
				header.game,
				event.slot,
				from_hex(event.salt),
				canonical(event.content),
			),
		);
		const seal = seals.get(event.slot)?.find((one) => one.commitment === made);

		if (!seal) throw new Flaw(index + 1, "other_seal", { slot: event.slot });
		seal.opened = true;
		counts.seals++;
	}
	if (header.viewer) return;
	for (const [slot, list] of seals)
		for (const { index, opened } of list)
			if (!opened) throw new Flaw(index + 1, "never_opened", { slot });
}

/** Armies written in secret: each side's part of the muster is what it committed to. */
async function check_armies({ header, lines }, counts) {
	const commitments = new Map();
	let opened = 0;

	for (const [index, { event }] of lines.entries()) {
		if (event?.type === "army_sealed") {
			if (commitments.has(event.side)) throw new Flaw(index + 1, "other_army", { side: event.side });
			commitments.set(event.side, event.commitment);
		}
		if (event?.type !== "army_revealed") continue;
		const { side, salt } = event;
		const units = header.muster.units.filter((unit) => unit.side === side);
		const made = await sha256("pennon seal", header.game, `army/${side}`, from_hex(salt), canonical(units));

		if (to_hex(made) !== commitments.get(side)) throw new Flaw(index + 1, "other_army", { side });
		opened++;
		counts.seals++;
	}
	if (header.armies && opened !== (header.muster.units.length > 0 ? 2 : 0)) throw new Flaw(1, "armies_unopened");
}

async function check_signature({ header, last }, text, keys) {
	const number = text.split("\n").length - 1;
	const before = text.slice(0, text.lastIndexOf("\n", text.length - 2) + 1);

	if (last.key !== header.key || (keys.length && !keys.includes(last.key)))
		throw new Flaw(number, "other_key");
	const digest = await sha256("pennon record", new TextEncoder().encode(before));
	const good = await is_signed(last.key, last.signature, digest);

	if (good === null) return false;
	if (!good) throw new Flaw(number, "bad_signature");
	return true;
}

/** That the record has what the server said when the commands came. */
async function check_receipts({ header, lines, last }, receipts, keys, counts) {
	for (const receipt of receipts) {
		const { viewer, seq } = receipt;
		const index = lines.findIndex(({ seen }) => seen?.[viewer]?.seq === seq);
		const flaw = await receipt_flaw(receipt, {
			game: header.game,
			seen: lines[index]?.seen[viewer],
			keys: keys.length ? keys : [last.key],
		});

		if (flaw) throw new Flaw(index + 1, flaw);
		counts.receipts++;
	}
}

/**
 * Check a record (JSON Lines). `keys` are the server's public keys in hex; without any the
 * signature says only that the record agrees with itself. `receipts` are those of commands of
 * this game, as they were answered. `tell` hears how far it is, 0 to 1.
 *
 * Resolves to {good, counts: {events, dice, seals, receipts}, signed, line?, reason?, args?}: `signed`
 * is false where this browser cannot check signatures; `line` is the first that is wrong, and
 * `reason` with `args` says how (`ui.verify.<reason>` in the words).
 */
export async function verify_record(text, { keys = [], receipts = [], tell = () => {} } = {}) {
	const counts = { events: 0, dice: 0, seals: 0, receipts: 0 };

	try {
		const record = take_apart(text);

		await check_chains(record, counts, tell);
		if (record.seed) await check_dice(record, counts);
		await check_seals(record, counts);
		await check_armies(record, counts);
		await check_receipts(record, receipts, keys, counts);
		return { good: true, counts, signed: await check_signature(record, text, keys) };
	} catch (error) {
		if (error instanceof Flaw) {
			const { line, reason, args } = error;

			return { good: false, counts, signed: false, line, reason, args };
		}
		return { good: false, counts, signed: false, line: 0, reason: "cannot" };
	}
}

/** Can this page hash at all? Browsers keep that for https and for this machine. */
export function can_verify() {
	return Boolean(globalThis.crypto?.subtle);
}
