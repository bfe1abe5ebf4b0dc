// The referee of the page judges records as pennon-verify does: the golden ones are right, and
// with an event or a command changed both name the same line. It is served with its hash in the
// address, and may compile itself in its own thread alone.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { canonical } from "../../web/verify/signed.js";
import { open_daemon } from "../support/daemon.mjs";
import { open_referee } from "../support/referee.mjs";

const module_bytes = 300_000;
const build = process.env.PENNON_BUILD;
const folder = mkdtempSync(join(tmpdir(), "pennon-referee-"));
const golden = ["record", "record_armies", "record_cup"].map((name) =>
	readFileSync(new URL(`../golden/formats/${name}.jsonl`, import.meta.url), "utf8"),
);
let daemon;
let url;

before(async () => {
	daemon = await open_daemon();
	({ url } = daemon);
});

after(async () => {
	await daemon.remove();
	rmSync(folder, { recursive: true, force: true });
});

/** The line that pennon-verify names, 0 when it finds nothing. */
function line_by_verify(record) {
	const file = join(folder, "record.jsonl");

	writeFileSync(file, record);
	const { stdout, stderr } = spawnSync(join(build, "pennon-verify"), [file], { encoding: "utf8" });

	return Number(/line (\d+)/.exec(stdout + stderr)?.[1] ?? 0);
}

const replaced = (rows, at, other) => `${rows.map((row, i) => (i === at ? other : row)).join("\n")}\n`;

/** Every number and name of an event changed, one at a time, as other values of the line. */
function* changes(row) {
	const line = JSON.parse(row);
	const inside = line.event?.type.startsWith("army_") ? null : (line.event ?? line.command);

	for (const [member, value] of Object.entries(inside ?? {})) {
		// What the page's own check finds: it has the cryptography.
		if (["seq", "salt", "commitment", "time"].includes(member)) continue;
		const other = typeof value === "number" ? value + 1 : value === "red" ? "blue" : null;

		if (other === null) continue;
		inside[member] = other;
		yield canonical(line);
		inside[member] = value;
	}
}

test("the golden records are right, command for command", () => {
	for (const record of golden) {
		const commands = record.split("\n").filter((row) => row.startsWith('{"command"')).length;
		const referee = open_referee();

		assert.deepEqual(referee.ask("judge", record), { commands, verdict: "right" });
		assert.ok(referee.told >= commands, "it tells how far it is");
	}
});

test("what is changed is found at the line at which pennon-verify finds it", () => {
	const referee = open_referee();
	let changed = 0;

	for (const record of golden) {
		const rows = record.trimEnd().split("\n");

		for (const [at, row] of rows.entries())
			for (const other of changes(row)) {
				const text = replaced(rows, at, other);
				const said = referee.ask("judge", text);

				assert.equal(said.verdict, "wrong", other);
				assert.equal(said.line, line_by_verify(text), other);
				changed++;
			}
	}
	assert.ok(changed > 60, `${changed}`);
});

test("what the rules say instead is named by its clause", () => {
	const rows = golden[0].trimEnd().split("\n");
	const at = rows.findIndex((row) => row.includes('"type":"rolled"') && row.includes('"result":"passed"'));
	const said = open_referee().ask("judge", replaced(rows, at, rows[at].replace('"passed"', '"failed"')));

	assert.equal(said.line, at + 1);
	assert.match(said.clause, /^B2-\d+$/);
});

test("a record of another revision, one cut off, one of nonsense: each is told", () => {
	const referee = open_referee();
	const rows = golden[0].split("\n");
	const other = golden[0].replace(/"revision":\d+/, '"revision":1');

	assert.deepEqual(referee.ask("judge", other), { reason: "revision", revision: 1, verdict: "unasked" });
	for (let count = 0; count < rows.length - 1; count++)
		assert.equal(referee.ask("judge", `${rows.slice(0, count).join("\n")}\n`).verdict, "wrong");
	for (const text of ["", "\n", "{}", "{}\n{}\n", "[".repeat(100_000), `${"x\n".repeat(1 << 19)}`, `${rows[0]}\n${"\n".repeat(50)}`])
		assert.equal(referee.ask("judge", text).verdict, "wrong");
	assert.equal(referee.ask("judge", golden[0]).verdict, "right", "and it goes on");
});

test("it is served under its hash, for ever, small enough", async () => {
	const { referee, rulesets } = await (await fetch(`${url}/v1/server`)).json();
	const answer = await fetch(url + referee.address, { headers: { "Accept-Encoding": "gzip" } });

	assert.equal(answer.status, 200);
	assert.equal(answer.headers.get("content-type"), "application/wasm");
	assert.match(answer.headers.get("cache-control"), /immutable/);
	assert.ok(referee.bytes <= module_bytes, `${referee.bytes} bytes`);
	assert.ok(WebAssembly.validate(new Uint8Array(await answer.arrayBuffer())));
	assert.deepEqual(open_referee().rulesets, rulesets, "it has the server's revisions");
	const another = referee.address.replace(/[0-9a-f]{32}/, "0".repeat(32));

	assert.equal((await fetch(url + another)).status, 404);
});

test("only its thread may compile it", async () => {
	const policy = async (path) => (await fetch(url + path)).headers.get("content-security-policy") ?? "";

	assert.match(await policy("/referee/worker.js"), /script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'$/);
	for (const path of ["/", "/rules", "/cases", "/battle", "/ask", "/docs"]) assert.doesNotMatch(await policy(path), /unsafe/);
});
