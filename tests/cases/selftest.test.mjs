// The runner must be able to fail. Cases of the format that pass are changed in one thing
// each; the runner must name the case, say FAIL and end with status 1.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

const root = process.env.PENNON_ROOT ?? new URL("../..", import.meta.url).pathname;
const program = join(process.env.PENNON_BUILD ?? join(root, "build"), "pennon-cases");
const folder = mkdtempSync(join(tmpdir(), "pennon-cases-"));

after(() => rmSync(folder, { recursive: true }));

const load = (name) => JSON.parse(readFileSync(join(root, "tests/cases/format", name), "utf8"));

function run(content, ...more) {
	const file = join(folder, "case.json");

	writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
	return spawnSync(program, [file, ...more], { encoding: "utf8" });
}

/** The changed case must fail, and its line must say `why`. */
function must_fail(name, why, change) {
	const content = load(name);
	const changed = change(content) ?? content;
	const { status, stdout } = run(changed);

	assert.equal(status, 1, stdout);
	assert.match(stdout.split("\n").find((line) => line.startsWith("FAIL")) ?? "", why);
	assert.match(stdout.trimEnd().split("\n").pop(), /^\d+ passed, [1-9]\d* failed$/);
}

test("the cases pass as they are", () => {
	for (const name of ["example.json", "sealed.json", "absence.json", "refused.json"]) {
		const { status, stdout } = run(load(name));
		assert.equal(status, 0, stdout);
		assert.match(stdout, /\n0 failed$|, 0 failed\n$/);
	}
});

test("the golden example of the page passes", () => {
	const page = readFileSync(join(root, "tests/cases/README.md"), "utf8");
	const { status, stdout } = run(page.match(/```json\n(.*?)```/s)[1]);
	assert.equal(status, 0, stdout);
});

test("wrong faces", () => must_fail("example.json", /did not happen/, ([first]) => {
	first.begin.dice = [4, 7];
}));

test("a face that no such die has", () => must_fail("example.json", /no such die can show/, ([first]) => {
	first.begin = { dice: [11, 7] };
	first.clauses = [];
}));

test("a die too many", () => must_fail("example.json", /not all dice were thrown/, ([first]) => {
	first.begin.dice.push(1);
}));

test("a die too few", () => must_fail("example.json", /more dice were thrown/, ([first]) => {
	first.begin.dice.pop();
}));

test("dice for a command that is refused", () => must_fail("example.json", /refused throws no dice/, ([first]) => {
	first.steps[0].dice = [1];
}));

test("an event that did not happen", () => must_fail("example.json", /step 2: this did not happen/, ([first]) => {
	first.steps[1].expect.events.push({ type: "moved" });
}));

test("events in another order", () => must_fail("example.json", /begin: this did not happen/, ([first]) => {
	first.begin.expect.events.reverse();
}));

test("a member of an event that is otherwise", () => must_fail("example.json", /did not happen/, ([first]) => {
	first.steps[1].expect.events[0].active = "red";
}));

test("a clause that nothing cites", () => must_fail("example.json", /nothing in the run cites B2-16/, ([first]) => {
	first.clauses.push("B2-16");
}));

test("a clause only shown that a run cites", () => must_fail(
	"example.json", /is cited by the run of/, ([first]) => {
		first.shows = first.clauses;
	}));

test("nothing shown", () => must_fail("example.json", /"shows" is a list of clauses/, ([first]) => {
	first.shows = [];
}));

test("another refusal", () => must_fail("example.json", /it was refused/, ([first]) => {
	first.steps[0].expect.refused = "not_now";
}));

test("a refusal with another clause", () => must_fail("example.json", /it was refused/, ([first]) => {
	first.steps[0].expect.clause = "PN-03";
}));

test("a refusal that nobody expected", () => must_fail("example.json", /it was refused/, ([first]) => {
	delete first.steps[0].expect;
}));

test("a refusal that did not come", () => must_fail("example.json", /it was allowed/, ([first]) => {
	first.steps[1].expect = { refused: "not_now" };
}));

test("a position that is otherwise", () => must_fail("example.json", /then\/units\/r1\/state/, ([first]) => {
	first.then.units.r1.state = "shaken";
}));

test("somebody else who is waited for", () => must_fail("example.json", /then\/waiting_for/, ([first]) => {
	first.then.waiting_for[0].side = "red";
}));

test("an offer that is not made", () => must_fail("example.json", /was not offered/, ([first]) => {
	first.steps[1].offers.has.push({ do: { type: "pass" } });
}));

test("an offer that must not be made", () => must_fail("example.json", /was offered/, ([first]) => {
	first.steps[1].offers.not.push({ do: { type: "go_first" } });
}));

test("a leak", () => must_fail("sealed.json", /saw what they should not/, (sealed) => {
	sealed.steps[1].sees.blue.not.push({ type: "sealed" });
}));

test("an event that a viewer does not get", () => must_fail("sealed.json", /should have seen/, (sealed) => {
	sealed.steps[0].sees.blue.has = [{ type: "drafted" }];
}));

test("a typo in a pattern", () => must_fail("sealed.json", /no kind of event/, (sealed) => {
	sealed.steps[0].sees.blue.not = [{ type: "draft" }];
}));

test("a typo in the case", () => must_fail("example.json", /unknown member "expcet"/, ([first]) => {
	first.steps[0].expcet = first.steps[0].expect;
	delete first.steps[0].expect;
}));

test("absence without a sibling", () => must_fail("absence.json", /no case that differs in one value/,
						 ([, absent]) => [absent]));

test("absence with a sibling that differs in two", () => must_fail(
	"absence.json", /no case that differs in one value/, ([, absent]) => {
		absent.given.turn = 3;
	}));

test("absence of what is there", () => must_fail("absence.json", /is cited, not absent/, ([there]) => {
	there.by = "absence";
}));

test("a fault in the muster that nobody expected", () => must_fail("refused.json", /it was refused/, ([first]) => {
	delete first.begin;
}));

test("a muster that was to be refused", () => must_fail("refused.json", /the muster was accepted/, ([first]) => {
	first.muster.units[0].pose.y = 20000;
}));

test("another pointer", () => must_fail("refused.json", /it was refused/, ([, second]) => {
	second.steps[0].expect.pointer = "/type";
}));

test("a given state that cannot be", () => must_fail("absence.json", /given\/units\/r9/, ([first]) => {
	first.given.units.r9 = {};
}));

test("two cases of one name", () => must_fail("example.json", /has a case of this name/, ([first]) => [first, first]));

test("a file that is not JSON", () => {
	const { status, stdout } = run("[{");
	assert.equal(status, 1);
	assert.match(stdout, /FAIL .*line 1/);
});

test("a pattern that no case has ends with status 2", () => {
	const { status, stdout } = run(load("example.json"), "no-such-case");
	assert.equal(status, 2);
	assert.match(stdout, /0 passed, 0 failed/);
});

test("a pattern picks cases, and their siblings still count", () => {
	const { status, stdout } = run(load("absence.json"), "absent");
	assert.equal(status, 0);
	assert.match(stdout, /^ok {3}format\/a-modifier-that-is-absent\n1 passed, 0 failed\n$/);
});

test("--cited tells what runs produced and cases claim", () => {
	const { status, stdout } = run(load("absence.json"), "--cited");
	assert.equal(status, 0);
	assert.match(stdout, /^B2-05 claimed 2 cited 1$/m);
});

test("--cited tells which clauses no blind case touches", () => {
	const blind = join(folder, "blind.json");
	const [there, absent] = load("absence.json");
	const seen = load("absence.json");

	writeFileSync(blind, JSON.stringify([{ ...there, case: "format/blind" }]));
	const both = run(seen, blind, "--cited").stdout;
	assert.match(both, /^B2-05 blind 1$/m);
	writeFileSync(blind, JSON.stringify([{ ...absent, case: "format/blind", clauses: [], by: undefined }]));
	assert.match(run(seen, blind, "--cited").stdout, /^B2-05 blind 0$/m);
});
