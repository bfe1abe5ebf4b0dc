// Another engine's runner: run_cases.py plays the cases of the format by its own reading of
// README.md, and can fail.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "pennon-python-"));

after(() => rmSync(folder, { recursive: true }));

function run(cases) {
	const file = join(folder, "case.json");

	writeFileSync(file, JSON.stringify(cases));
	return spawnSync("python3", [here("run_cases.py"), file, "--", process.execPath, here("engine.mjs")], { encoding: "utf8" });
}

const example = () => JSON.parse(readFileSync(here("README.md"), "utf8").match(/```json\n(.*?)```/s)[1]);

test("the golden example passes", () => {
	const { stdout, status } = run(example());

	assert.equal(status, 0, stdout);
	assert.equal(stdout, "1 passed, 0 failed\n");
});

test("what is changed in it fails, and says why", () => {
	const wrongs = {
		"did not happen": (one) => (one.steps[0].expect.events[0].total = 17),
		"other dice": (one) => one.steps[0].dice.push(9),
		"came so": (one) => (one.steps[1].expect.clause = "B2-32"),
		"came so:.*\\{": (one) => (one.steps[0].expect = { refused: "check_failed" }),
		"is not there": (one) => one.steps[0].sees.blue.has.push({ type: "sealed_content" }),
		"is there": (one) => one.steps[0].sees.blue.not.push({ type: "rolled" }),
		"in the end": (one) => (one.then.units.r1.flags = []),
		"cited otherwise": (one) => one.clauses.push("B2-01"),
		"only shown": (one) => (one.shows = ["B2-33"]),
		"is not there:.*resign_": (one) => (one.steps[0].offers = { has: [{ do: { type: "resign_" } }] }),
		"preview says": (one) => (one.steps[0].preview = { lawful: false }),
		"question is refused": (one) => (one.given.phase = "tea"),
	};

	for (const [why, change] of Object.entries(wrongs)) {
		const one = example();

		change(one);
		const { stdout, status } = run([one]);

		assert.equal(status, 1, why);
		assert.match(stdout, new RegExp(`^FAIL B2-33/check-failed: .*${why}.*\\n0 passed, 1 failed\\n$`), stdout);
	}
});
