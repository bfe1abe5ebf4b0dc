// What the page makes of events: a sentence of each kind in each language, whatever is in it, and
// never a length as the wire has it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const root = new URL("../../", import.meta.url);
const read = (path) => readFileSync(new URL(path, root), "utf8");

globalThis.document = { baseURI: "http://pennon.test/", documentElement: {} };
globalThis.fetch = async (url) =>
	new Response(read(`web${new URL(url).pathname}`), { status: 200 });

const { action_words, event_words, isolated, note_choosers, rare_words, use_language } = await import("../../web/words.js");
const { problem_words } = await import("../../web/panels/problem.js");
const { Problem } = await import("../../web/api.js");
const events = read("tests/golden/formats/events.jsonl")
	.trim()
	.split("\n")
	.map((line) => JSON.parse(line));
const kinds = new Set(events.map((event) => event.type));
const game = {
	units: Object.fromEntries(
		["r", "b"].flatMap((side) =>
			Array.from({ length: 40 }, (_, at) => [
				`${side}${at + 1}`,
				{ name: `Company ${side}`, side: side === "r" ? "red" : "blue" },
			]),
		),
	),
};

/** Run `work`, and give back what the console was warned of meanwhile. */
async function warnings_of(work) {
	const { warn } = console;
	const said = [];

	console.warn = (text) => said.push(text);
	try {
		await work();
	} finally {
		console.warn = warn;
	}
	return said;
}

for (const language of ["en", "de"])
	test(`every kind of event is told: ${language}`, async () => {
		await use_language(language);
		await rare_words();
		assert.ok(kinds.size > 40 && kinds.has("will_pass"));
		const said = await warnings_of(() => {
			for (const event of events)
				assert.doesNotMatch(
					event_words(game, event),
					/undefined|NaN|\[object/,
					JSON.stringify(event),
				);
		});
		assert.deepEqual(said.filter((text) => text.startsWith("event ")), []);
	});

test("several dice show their sum, one shows itself", async () => {
	await use_language("en");
	const told = (faces, total) =>
		event_words(game, { seq: 1, type: "rolled", unit: "r1", who: "r1", what: "initiative", sides: 6, faces, total });

	assert.match(told([3, 6], 9), /, roll for initiative: 3 and 6, total 9\.$/);
	assert.match(told([6], 6), /, roll for initiative: 6\.$/);
	const drops = { seq: 1, type: "rolled", who: "r1", what: "two_dice", sides: 6, faces: [6, 1, 4], modifier: -1, total: 10 };
	assert.match(event_words(game, drops), /, roll for a distance: 6, 1 and 4, without the 1, total 10\.$/);
});

test("a test says which of low and high passes, where the roll shows it", async () => {
	const said = (language, total, needed, result) =>
		use_language(language).then(() =>
			event_words(game, { seq: 1, type: "rolled", who: "red", what: "charge_initiation", sides: 10, faces: [1, 7], total, needed, result }),
		);

	assert.match(await said("en", 8, 9, "passed"), /total 8 against 9 or less, passed\.$/);
	assert.match(await said("en", 8, 7, "failed"), /total 8 against 7 or less, failed\.$/);
	assert.match(await said("en", 8, 7, "passed"), /total 8 against 7 or more, passed\.$/);
	assert.match(await said("en", 8, 9, "failed"), /total 8 against 9 or more, failed\.$/);
	assert.match(await said("en", 8, 8, "passed"), /total 8 against 8, passed\.$/);
	assert.match(await said("de", 8, 9, "passed"), /zusammen 8 gegen höchstens 9, bestanden\.$/);
	assert.match(await said("de", 8, 7, "passed"), /zusammen 8 gegen mindestens 7, bestanden\.$/);
	await use_language("en");
});

test("who wins the roll and lets the other side go first is told to have done so", async () => {
	const won = { seq: 1, type: "initiative_decided", winner: "blue", totals: { red: 8, blue: 3 } };
	const first = (value, seq = 2) => ({ seq, type: "fact_set", fact: "first", value });

	for (const [language, let_go, own] of [
		["en", "Blue lets Red go first this turn.", "Blue goes first this turn."],
		["de", "Blau lässt Rot in diesem Zug beginnen.", "Blau beginnt in diesem Zug."],
	]) {
		await use_language(language);
		for (const [value, said] of [
			["red", let_go],
			["blue", own],
		]) {
			const log = [won, first(value)];

			note_choosers(log);
			assert.equal(event_words(game, log[1]), said);
		}
	}
});

test("who passes what is a step of its own has finished it", async () => {
	await use_language("en");
	const told = (decision) => event_words(game, { seq: 1, type: "passed", side: "red", decision });

	assert.equal(told("declare_or_end"), "Red has declared all its charges.");
	assert.equal(told("declare"), "Red has declared all its charges.");
	assert.equal(told("movement"), "Red has finished moving.");
	assert.equal(told("rally"), "Red has finished rallying.");
	assert.equal(told("opportunity"), "Red passes.");
});

test("windows that are let pass are told by how long, not as a time", async () => {
	await use_language("en");
	const told = (until) => event_words(game, { seq: 1, type: "will_pass", unit: "b1", until });

	assert.equal(told("unit_does_more"), "You will not be asked about Company b again until it does something else.");
	assert.equal(told("class"), "You will not be asked about Company b and its troop type again in this step.");
	assert.equal(told("step"), "You will not be asked again in this step.");
	assert.match(
		event_words(game, {
			seq: 2,
			type: "clock_reminder",
			side: "red",
			until: "2026-11-22T10:00:00.000Z",
		}),
		/^Red has until Nov 22/,
	);
});

test("what cannot be told is told as such", async () => {
	await use_language("en");
	let told;
	const said = await warnings_of(() => {
		told = event_words(game, { seq: 7, type: "clock_reminder", side: "red", until: "soon" });
	});

	assert.match(told, /no words for what happened here \(clock_reminder, number 7\)/);
	assert.equal(said.length, 1);
});

// The server's sentences, of units that are called by their ids. It tells a moment in UTC, the page
// as the reader's clock has it.
const moments = new Set(["clock_reminder", "down_time", "restored", "armies_awaited"]);

for (const language of ["en", "de"])
	test(`the server tells what the page tells: ${language}`, async () => {
		const told = read(`tests/golden/formats/told.${language}.txt`).trimEnd().split("\n");
		const called = {
			units: Object.fromEntries(
				Object.keys(game.units).map((id) => [id, { name: `Company ${id}` }]),
			),
		};

		await use_language(language);
		await rare_words();
		assert.equal(told.length, events.length);
		await warnings_of(() => {
			for (const [at, event] of events.entries()) {
				if (!moments.has(event.type))
					assert.equal(told[at], event_words(called, event), JSON.stringify(event));
			}
		});
	});

test("a name that runs from right to left turns nothing around it", async () => {
	await use_language("en");
	const hebrew = "\u05e9\u05dc\u05d5\u05dd";
	const of = { units: { r1: { name: hebrew, side: "red" }, b1: { name: "Hill Bows", side: "blue" } } };
	const action = { label: "", words: { key: "offer.declare_charge", args: { unit: "r1", target: "b1" } } };

	assert.ok(action_words(of, action).includes(`\u2068${hebrew}\u2069`));
	assert.ok(event_words(of, { seq: 1, type: "charge_declared", unit: "b1", target: "r1" }).includes(`\u2068${hebrew}\u2069`));
	assert.equal(isolated("Hill Bows"), "Hill Bows");
});

test("each name that is kept is told as the table says", async () => {
	const kept = JSON.parse(read("tests/data/texts.json")).filter((row) => row.kept);

	await use_language("en");
	assert.ok(kept.length > 40);
	for (const { kept: name, turns } of kept) {
		const of = { units: { r1: { name, side: "red" }, b1: { name: "Hill Bows", side: "blue" } } };
		const told = event_words(of, { seq: 1, type: "charge_declared", unit: "r1", target: "b1" });

		assert.ok(told.startsWith(turns ? `\u2068${name}\u2069 ` : `${name} `), told);
		assert.equal(told.includes("\u2068"), turns === true, told);
	}
});

test("the page and the server keep the same names apart", () => {
	const source = read("server/base/text.c");
	const [table] = source.match(/areas\[\]\[2\] = \{[^;]*;/);
	const areas = [...table.matchAll(/\{(0x[0-9A-F]+), (0x[0-9A-F]+)\}/g)].map(([, ...ends]) => ends.map(Number));

	assert.equal(areas.length, 8);
	for (let code = 1; code <= 0x10ffff; code++) {
		const letter = String.fromCodePoint(code);

		if (isolated(letter) !== letter !== areas.some(([first, last]) => code >= first && code <= last))
			assert.fail(code.toString(16));
	}
});

test("what is wrong with a text is told with the character and its place, in the reader's language", async () => {
	const words = { key: "text.direction", args: { character: "U+202E", place: "7" } };
	const problem = new Problem(400, { code: "bad_member", detail: "the server's own sentence", words });

	await use_language("en");
	await rare_words();
	assert.equal(problem_words(problem), "Character 7 (U+202E) turns the direction of text.");
	await use_language("de");
	await rare_words();
	assert.equal(problem_words(problem), "Zeichen 7 (U+202E) kehrt die Richtung der Schrift um.");
	// A server that is newer than the page says it itself; of what has no sentence the old one is told.
	assert.equal(problem_words(new Problem(400, { code: "bad_member", detail: "new", words: { key: "text.new", args: {} } })), "new");
	assert.equal(
		problem_words(new Problem(400, { code: "bad_member", detail: "x", words: { key: "problem.bad_member", args: {} } })),
		"Der Server nahm nicht an, was diese Seite schickte.",
	);
});
