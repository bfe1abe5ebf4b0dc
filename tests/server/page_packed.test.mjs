// What the daemon sends of each script of the page is the script without comments that fill
// whole lines, and nothing else: the parser sees the same pieces.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { get } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

const root = process.env.PENNON_ROOT;
const ts = createRequire(join(root, "tests/browser/package.json"))("typescript");
const folder = mkdtempSync(join(tmpdir(), "pennon-packed-"));
let daemon;
let url;

before(async () => {
	daemon = spawn(join(process.env.PENNON_BUILD, "pennond"), ["--listen", "127.0.0.1:0", "--data", folder], {
		stdio: ["ignore", "pipe", "inherit"],
	});
	url = await new Promise((resolve, reject) => {
		let said = "";

		daemon.on("exit", (code) => reject(new Error(`pennond left with ${code}`)));
		daemon.stdout.on("data", (bytes) => {
			said += bytes;
			const found = /listening on (http:\S+)/.exec(said);

			if (found)
				resolve(found[1]);
		});
	});
});

after(async () => {
	daemon.removeAllListeners("exit");
	const gone = new Promise((resolve) => daemon.on("exit", resolve));

	daemon.kill("SIGTERM");
	await gone;
	rmSync(folder, { recursive: true, force: true });
});

/** A script as the parser sees it: each piece by its kind, names and literals with their text. */
function pieces(text) {
	const source = ts.createSourceFile("a.js", text, ts.ScriptTarget.Latest, false, ts.ScriptKind.JS);
	const out = [];
	const visit = (node) => {
		ts.forEachChild(node, visit);
		if (node !== source)
			out.push(`${node.kind} ${node.rawText ?? node.text ?? ""}`);
	};

	assert.equal(source.parseDiagnostics.length, 0);
	visit(source);
	return out;
}

test("a script as it is sent says what it says in the tree", async () => {
	const scripts = readdirSync(join(root, "web"), { recursive: true }).filter((name) => name.endsWith(".js"));

	assert.ok(scripts.length > 40);
	for (const name of scripts) {
		const sent = await (await fetch(`${url}/${name}`)).text();
		const written = readFileSync(join(root, "web", name), "utf8");

		assert.deepEqual(pieces(sent), pieces(written), name);
		assert.doesNotMatch(sent, /^\s*\/(\/|\*\*)/m, name);
	}
});

test("another piece is another script", () => {
	assert.notDeepEqual(pieces("const a = `b\n// c`;"), pieces("const a = `b`;"));
	assert.deepEqual(pieces("/** a */\nconst a = 1; // b"), pieces("const a = 1; // b"));
});

/** How many bytes of a file go over the line, packed as a browser asks for it. */
const packed_bytes = (name) =>
	new Promise((resolve, reject) => {
		get(`${url}/${name}`, { headers: { "accept-encoding": "gzip, br" } }, (answer) => {
			let bytes = 0;

			assert.equal(answer.statusCode, 200, name);
			answer.on("data", (piece) => (bytes += piece.length));
			answer.on("end", () => resolve(bytes));
		}).on("error", reject);
	});

const editor_bytes = 60_000;

test("the editor of battles adds no more than it may to what the page has anyway", async () => {
	const files = readdirSync(join(root, "web/editor"), { recursive: true }).map((name) => `editor/${name}`);
	const sizes = await Promise.all(["battle", ...files].map(packed_bytes));
	const bytes = sizes.reduce((a, b) => a + b);

	assert.ok(files.length > 10);
	console.log(`editor: ${bytes} bytes`);
	assert.ok(bytes <= editor_bytes, `${bytes} bytes`);
});

test("nothing of the editor is read before it is opened", () => {
	const before = ["app.js", "page.js", "home.js"].map((name) => readFileSync(join(root, "web", name), "utf8"));

	assert.ok(before.every((text) => !text.includes("editor/")));
});
