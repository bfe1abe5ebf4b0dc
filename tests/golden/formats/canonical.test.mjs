// Every golden line is what JavaScript writes of the same data: JSON.stringify with the
// members of each object in ascending order. So a browser can hash what the daemon hashed.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const folder = new URL("./", import.meta.url);

/** The same value with the members of every object in ascending order. */
function sorted(value) {
	if (Array.isArray(value))
		return value.map(sorted);
	if (value === null || typeof value !== "object")
		return value;
	return Object.fromEntries(Object.keys(value).sort().map((key) => [key, sorted(value[key])]));
}

const files = readdirSync(folder).filter((name) => name.endsWith(".jsonl"));

test("there are golden files", () => assert.ok(files.length >= 3));

for (const name of files) {
	test(`${name} is canonical`, () => {
		const lines = readFileSync(new URL(name, folder), "utf8").split("\n");

		assert.equal(lines.pop(), "", "the last line ends");
		assert.ok(lines.length > 0);
		for (const line of lines)
			assert.equal(JSON.stringify(sorted(JSON.parse(line))), line);
	});
}

test("the check sees what is not canonical", () => {
	for (const line of ['{"b":1,"a":2}', '{"a": 1}', '{"a":1.0}', '{"a":"\\u00fc"}', '{"a":"\\/"}'])
		assert.notEqual(JSON.stringify(sorted(JSON.parse(line))), line);
});
