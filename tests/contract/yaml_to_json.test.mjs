// The build's converter says in JSON exactly what the YAML said, or says no.

import test from "node:test";
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";

const tool = join(process.env.PENNON_BUILD ?? "build", "yaml-to-json");

// The text of the JSON, or the complaint.
function convert(yaml)
{
	const folder = mkdtempSync(join(tmpdir(), "pennon-yaml-"));
	try {
		writeFileSync(join(folder, "in.yaml"), yaml);
		const done = spawnSync(tool, ["in.yaml", "out.json"], { cwd: folder, encoding: "utf8" });
		if (done.status !== 0)
			return { complaint: done.stderr };
		return { json: readFileSync(join(folder, "out.json"), "utf8") };
	} finally {
		rmSync(folder, { recursive: true });
	}
}

const converted = [
	["a mapping keeps its order", "b: 1\na: 2\n", '{"b":1,"a":2}'],
	["nested", "a:\n  - b: [x, {c: d}]\n  - e\n", '{"a":[{"b":["x",{"c":"d"}]},"e"]}'],
	["plain scalars", "[~, null, true, false, 7, -7, 1.5, 3.1.0]", '[null,null,true,false,7,-7,1.5,"3.1.0"]'],
	["an empty value", "a:\n", '{"a":null}'],
	["what is quoted is text", `["1", 'true', "~"]`, '["1","true","~"]'],
	["what YAML 1.1 took for something else", "[yes, no, on, off, 0x1F, 2026-01-02, -, '']",
		'["yes","no","on","off","0x1F","2026-01-02","-",""]'],
	["keys are text", "200: a\ntrue: b\n", '{"200":"a","true":"b"}'],
	["the largest integers", "[9007199254740991, -9007199254740991]", "[9007199254740991,-9007199254740991]"],
	["block text", "a: |\n  one\n  two\nb: >-\n  one\n  two\n", '{"a":"one\\ntwo\\n","b":"one two"}'],
	["an alias", "a: &x {b: 1}\nc: *x\n", '{"a":{"b":1},"c":{"b":1}}'],
	["letters of all kinds", "a: \u00e9\u2026\u{1f3f3}\n", '{"a":"\u00e9\u2026\u{1f3f3}"}'],
];

for (const [name, yaml, json] of converted) {
	test(name, () => assert.deepEqual(convert(yaml), { json }));
}

const refused = [
	["a key twice", "a: 1\nb: 2\na: 3\n", /^in\.yaml:3: the key stands there twice: a/],
	["a merge key", "a: &x {b: 1}\nc:\n  <<: *x\n", /merge keys/],
	["a second document", "a: 1\n---\nb: 2\n", /second document/],
	["nothing", "", /empty/],
	["a document inside itself", "a: &x [*x]\n", /nested too deeply/],
	["a broken line", "a: [1\nb: 2\n", /not YAML/],
	["an integer beyond 64 bits", "a: 99999999999999999999\n", /does not fit/],
	["a key that is a list", "? [a]\n: b\n", /key must be text/],
];

for (const [name, yaml, complaint] of refused) {
	test(`refused: ${name}`, () => assert.match(convert(yaml).complaint ?? "", complaint));
}
