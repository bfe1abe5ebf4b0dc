// The page's own check of a record, on the record that the C code is held against: right as
// it stands, and wrong, at the right line, with any one thing in it changed.

import assert from "node:assert/strict";
import { webcrypto } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { verify_record } from "../../web/verify/record.js";
import { canonical, receipt_flaw } from "../../web/verify/signed.js";

globalThis.crypto ??= webcrypto; // node 18 has it under another name
const file = new URL("../golden/formats/record.jsonl", import.meta.url);
const text = readFileSync(file, "utf8");
const rows = text.trimEnd().split("\n");
const { key } = JSON.parse(rows.at(-1));

/** The record with the line of that number changed as a value, and still canonical. */
function with_line(number, change) {
	const value = JSON.parse(rows[number - 1]);

	change(value);
	return `${replaced(number, value)}\n`;
}

function replaced(number, value) {
	const copy = [...rows];

	copy[number - 1] = canonical(value);
	return copy.join("\n");
}

const line_of = (wanted) => rows.findIndex((row) => wanted(JSON.parse(row))) + 1;

test("the golden record is right, and signed", async () => {
	const report = await verify_record(text, { keys: [key] });

	assert.deepEqual(
		[report.good, report.signed, report.reason],
		[true, true, undefined],
		JSON.stringify(report),
	);
	assert.ok(report.counts.events > 40 && report.counts.dice > 4 && report.counts.seals > 2);
});

test("a key that is not the server's is told", async () => {
	const report = await verify_record(text, { keys: ["00".repeat(32)] });

	assert.equal(report.reason, "other_key");
	assert.equal(report.line, rows.length);
});

test("an event that says something else breaks the chain there", async () => {
	const line = line_of(({ event }) => event?.type === "fact_set");
	const report = await verify_record(
		with_line(line, ({ event }) => {
			event.value = 7;
		}),
	);

	assert.deepEqual([report.good, report.line, report.reason], [false, line, "chain_breaks"]);
});

test("a hash that was changed with it is no help: the signature is of other bytes", async () => {
	const changed = with_line(1, (header) => {
		header.scenario = "other";
	});
	const report = await verify_record(changed, { keys: [key] });

	assert.deepEqual([report.line, report.reason], [rows.length, "bad_signature"]);
});

test("another seed is told", async () => {
	const line = rows.length - 1;
	const report = await verify_record(
		with_line(line, (value) => {
			value.seed = "11".repeat(32);
		}),
	);

	assert.deepEqual([report.line, report.reason], [line, "other_seed"]);
});

/** The record made again around a change: chains and all, but not the signature. */
async function forged(change, of = rows) {
	const values = of.map((row) => JSON.parse(row));
	const chain = {};
	const digest = async (...parts) => {
		const bytes = Buffer.concat(
			parts.map((part) => (typeof part === "string" ? Buffer.from(`${part}\n`) : part)),
		);

		return Buffer.from(await crypto.subtle.digest("SHA-256", bytes));
	};

	change(values);
	for (const { event, seen } of values) {
		if (!event) continue;
		for (const viewer of Object.keys(seen)) {
			chain[viewer] ??= await digest("pennon chain", values[0].game, viewer);
			chain[viewer] = await digest(
				chain[viewer],
				canonical({ ...event, seq: seen[viewer].seq }),
			);
			seen[viewer].hash = chain[viewer].toString("hex");
		}
	}
	return `${values.map(canonical).join("\n")}\n`;
}

test("a die that shows another face is told", async () => {
	const line = line_of(({ event }) => event?.type === "rolled");
	const report = await verify_record(
		await forged((values) => {
			values[line - 1].event.faces[0] = (values[line - 1].event.faces[0] % 10) + 1;
		}),
	);

	assert.deepEqual([report.line, report.reason], [line, "other_face"]);
});

test("dice of the cup are held against their labels", async () => {
	const with_cup = readFileSync(new URL("record_cup.jsonl", file), "utf8");
	const lines = with_cup.trimEnd().split("\n");
	const right = await verify_record(with_cup, { keys: [JSON.parse(lines.at(-1)).key] });
	const line = lines.findIndex((row) => JSON.parse(row).event?.type === "cup_rolled") + 1;
	const report = await verify_record(
		await forged((values) => {
			const { faces } = values[line - 1].event;

			faces[4] = (faces[4] % 10) + 1;
		}, lines),
	);

	assert.ok(right.good && right.counts.dice > 106, JSON.stringify(right));
	assert.deepEqual([report.line, report.reason], [line, "other_face"]);
	assert.match(report.args.label, /\/red\/cup\/5$/);
});

test("an opening that is not what was sealed is told", async () => {
	const line = line_of(({ event }) => event?.type === "revealed");
	const report = await verify_record(
		await forged((values) => {
			values[line - 1].event.content = [];
		}),
	);

	assert.deepEqual([report.line, report.reason], [line, "other_seal"]);
});

test("rubbish is answered, not thrown", async () => {
	for (const rubbish of ["", "\n", "{}\n{}\n{}\n", "no\nrecord\nat all\n", text.slice(0, -1)])
		assert.equal((await verify_record(rubbish)).good, false, rubbish.slice(0, 20));
});

test("another spelling of a line is refused", async () => {
	const report = await verify_record(text.replace('"by":', '"by": '));

	assert.equal(report.reason, "not_canonical");
});

/* ---- receipts ---- */

const receipts = readFileSync(new URL("../golden/formats/receipts.jsonl", import.meta.url), "utf8")
	.trimEnd()
	.split("\n")
	.map((line) => JSON.parse(line));
const of_record = (receipt) => ({ game: receipt.game, seen: { hash: receipt.hash }, keys: [key] });

test("the golden receipts hold, whatever their format", async () => {
	for (const receipt of receipts)
		assert.equal(await receipt_flaw(receipt, of_record(receipt)), null);
});

test("a receipt that was changed, of another key or of another event is told", async () => {
	for (const receipt of receipts) {
		assert.equal(await receipt_flaw({ ...receipt, seq: receipt.seq + 1 }, of_record(receipt)), "bad_receipt");
		assert.equal(await receipt_flaw(receipt, { ...of_record(receipt), keys: ["00".repeat(32)] }), "other_key");
		for (const other of [{ game: "another" }, { seen: undefined }, { seen: { hash: "00" } }])
			assert.equal(await receipt_flaw(receipt, { ...of_record(receipt), ...other }), "other_event");
	}
	const [, leaf] = receipts;
	assert.equal(await receipt_flaw({ ...leaf, place: leaf.place ^ 4 }, of_record(leaf)), "bad_receipt");
	assert.equal(await receipt_flaw({ ...leaf, path: leaf.path.slice(1) }, of_record(leaf)), "bad_receipt");
});

// They are of the beginning of the golden record's game.
test("a record is held against receipts", async () => {
	const report = await verify_record(text, { keys: [key], receipts });
	const [, receipt] = receipts;
	const changed = await verify_record(text, { keys: [key], receipts: [{ ...receipt, hash: "00" }] });

	assert.deepEqual([report.good, report.counts.receipts], [true, 2]);
	assert.deepEqual([changed.good, changed.reason], [false, "bad_receipt"]);
	assert.ok(changed.line > 0);
});

test("armies that were written in secret are what was committed to", async () => {
	const armies = readFileSync(new URL("../golden/formats/record_armies.jsonl", import.meta.url), "utf8");
	const report = await verify_record(armies);
	const flaw_of = async (from, to) => {
		assert.ok(armies.includes(from), from);
		const { good, line, reason } = await verify_record(armies.replace(from, to));

		return [good, line, reason];
	};
	const opened = armies.split("\n").findIndex((line) => line.includes("army_revealed")) + 1;

	assert.deepEqual([report.good, report.reason], [true, undefined], JSON.stringify(report));
	assert.equal(report.counts.seals, 2);
	assert.deepEqual(await flaw_of('"files":', '"files":1'), [false, opened, "other_army"]);
});
