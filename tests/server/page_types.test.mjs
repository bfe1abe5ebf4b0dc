// The page's types: a misspelt member of what the API sends is found before a player finds it. The
// API's types are made of its description each time, into build/.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const programs = `${root}tests/browser/node_modules/.bin`;
const folder = `${root}build/types`;
const options = {
	allowJs: true,
	checkJs: true,
	noEmit: true,
	target: "es2023",
	module: "es2022",
	moduleResolution: "bundler",
	lib: ["es2023", "dom", "dom.iterable"],
	types: [],
};

mkdirSync(folder, { recursive: true });
execFileSync(`${programs}/openapi-typescript`, [`${root}api-spec/openapi.yaml`, "-o", `${folder}/api.d.ts`], {
	stdio: "ignore",
});

/** What the checker finds in files, by patterns from the root, as its lines. */
function check(name, ...include) {
	const config = `${folder}/${name}.json`;

	writeFileSync(
		config,
		JSON.stringify({
			compilerOptions: options,
			include: ["web/types.d.ts", ...include].map((one) => root + one),
		}),
	);
	const { stdout, status } = spawnSync(`${programs}/tsc`, ["-p", config], { encoding: "utf8" });
	const lines = stdout.split("\n").filter(Boolean);

	assert.equal(status === 0, lines.length === 0, stdout);
	return lines;
}

test("the page says nothing of the API's shapes that they do not have", () => {
	assert.deepEqual(check("page", "web/**/*.js"), []);
});

test("a misspelt member is found, whatever it is read from", () => {
	const faults = [
		["state.gaem", "the page's state"],
		["state.game.wating_for", "a game"],
		["state.game.waiting_for[0].desicion", "a decision"],
		["state.game.units.r1.pose.facnig", "a pose"],
		["state.pending.action.bounds[0].budgte", "a bound"],
		["state.pending.body.taregt", "a command"],
		["state.preview.in_the_wya", "a preview"],
		["state.log[0].clasue", "an event"],
		["session.confrim()", "the session"],
		["session.store.set({ selectde: null })", "what is set"],
	];

	writeFileSync(
		`${folder}/faults.js`,
		[
			"/** @param {State} state @param {Session} session */",
			"export function read(state, session) {",
			...faults.map(([fault]) => `\t${fault};`),
			"}",
		].join("\n"),
	);
	const lines = check("faults", "build/types/faults.js").filter((line) => line.includes("faults.js"));

	rmSync(`${folder}/faults.js`);
	for (const [index, [, where]] of faults.entries())
		assert.ok(
			lines.some((line) => line.includes(`faults.js(${index + 3},`)),
			`not found in ${where}`,
		);
	assert.equal(lines.length, faults.length, lines.join("\n"));
});
