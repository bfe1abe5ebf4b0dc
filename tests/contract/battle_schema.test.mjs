// The schema of battle files says what the API's description says of them, and no more.

import assert from "node:assert/strict";
import { readFileSync, mkdtempSync, rmSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

const root = new URL("../../", import.meta.url);
const tool = join(process.env.PENNON_BUILD ?? "build", "yaml-to-json");
const schema = JSON.parse(readFileSync(new URL("api-spec/battle.schema.json", root), "utf8"));

function description() {
	const folder = mkdtempSync(join(tmpdir(), "pennon-schema-"));
	const out = join(folder, "out.json");

	try {
		const done = spawnSync(tool, [new URL("api-spec/openapi.yaml", root).pathname, out], { encoding: "utf8" });

		assert.equal(done.status, 0, done.stderr);
		return JSON.parse(readFileSync(out, "utf8")).components.schemas;
	} finally {
		rmSync(folder, { recursive: true });
	}
}

/** The same with references as the file has them. */
const moved = (value) => JSON.parse(JSON.stringify(value).replaceAll("#/components/schemas/", "#/$defs/"));

test("it has the members of the description's BattleFile", () => {
	const file = moved(description().BattleFile);

	for (const part of ["properties", "required", "additionalProperties"])
		assert.deepEqual(schema[part], file[part]);
});

test("what it defines is what the description defines, and all of it is used", () => {
	const schemas = description();
	const used = new Set();
	const walk = (value) => {
		if (value === null || typeof value !== "object") return;
		const name = value.$ref?.replace("#/$defs/", "");

		if (name && !used.has(name)) {
			used.add(name);
			walk(schema.$defs[name]);
		}
		Object.values(value).forEach(walk);
	};

	walk(schema.properties);
	assert.deepEqual(Object.keys(schema.$defs).sort(), [...used].sort());
	for (const name of used) assert.deepEqual(schema.$defs[name], moved(schemas[name]), name);
});
