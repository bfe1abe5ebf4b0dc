// The schema of the cases: all cases keep it, it says what README.md says, and it can refuse.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { faults_of } from "../support/json_schema.mjs";

const folder = new URL("./", import.meta.url);
const read = (path) => JSON.parse(readFileSync(new URL(path, folder), "utf8"));
const schema = read("case.schema.json");
const page = readFileSync(new URL("README.md", folder), "utf8");
const files = readdirSync(folder, { withFileTypes: true })
	.filter((entry) => entry.isDirectory())
	.flatMap((entry) =>
		readdirSync(new URL(`${entry.name}/`, folder))
			.filter((name) => name.endsWith(".json"))
			.map((name) => `${entry.name}/${name}`),
	);
const example = () => JSON.parse(page.match(/```json\n(.*?)```/s)[1]);

test("every case keeps it", () => {
	assert.ok(files.length > 100, `${files.length} files`);
	for (const file of files)
		assert.deepEqual(faults_of(schema, read(file)), [], file);
	assert.deepEqual(faults_of(schema, example()), []);
});

test("it has the members that README.md tells of, and its version", () => {
	const members = page.slice(page.indexOf("## Members"), page.indexOf("**given**"));
	const told = [...members.matchAll(/^\| (.*?) \|/gm)].flatMap(([, cell]) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name));

	assert.deepEqual(Object.keys(schema.$defs.case.properties).sort(), [...new Set([...told, "views"])].sort());
	assert.match(page, new RegExp(`version ${/format (\S+)$/.exec(schema.title)[1]}\\b`));
});

test("it refuses what is no case", () => {
	const wrongs = {
		"a member nobody knows": (one) => (one.cleanses = []),
		"no title": (one) => delete one.title,
		"a clause that is none": (one) => one.clauses.push("B2"),
		"a side that is none": (one) => (one.steps[0].side = "green"),
		"a die of nothing": (one) => (one.steps[0].dice = [0]),
		"a pattern without a type": (one) => delete one.steps[0].expect.events[0].type,
		"who cannot see": (one) => (one.steps[0].sees.green = {}),
		"given what is not to give": (one) => (one.given.weather = "rain"),
		"a unit of nobody's": (one) => delete one.muster.units[0].side,
		"no name": (one) => (one.case = "B2-33"),
		"an absence of another kind": (one) => (one.by = "presence"),
	};

	for (const [what, change] of Object.entries(wrongs)) {
		const one = example();

		change(one);
		assert.notEqual(faults_of(schema, one).length, 0, what);
		assert.notEqual(faults_of(schema, [one]).length, 0, `${what}, in a list`);
	}
	assert.notEqual(faults_of(schema, []).length, 0);
});
