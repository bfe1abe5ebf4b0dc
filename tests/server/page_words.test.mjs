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

const { event_words, rare_words, use_language } = await import("../../web/words.js");
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

	assert.match(told([3, 6], 9), /rolls 3 and 6 for initiative: 9\.$/);
	assert.match(told([6], 6), /rolls 6 for initiative\.$/);
	const drops = { seq: 1, type: "rolled", who: "r1", what: "two_dice", sides: 6, faces: [6, 1, 4], modifier: -1, total: 10 };
	assert.match(event_words(game, drops), /rolls 6, 1 and 4 for a distance, without the 1: 10\.$/);
});

test("windows that are let pass are told by how long, not as a time", async () => {
	await use_language("en");
	const told = (until) => event_words(game, { seq: 1, type: "will_pass", unit: "b1", until });

	assert.equal(told("unit_does_more"), "You let Company b go on until it does more.");
	assert.equal(told("class"), "You let Company b and all of its class go on for this step.");
	assert.equal(told("step"), "You let everything of this step go on.");
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
