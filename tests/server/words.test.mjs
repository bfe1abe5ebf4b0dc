// The catalogue of words has every key that the API, the rule books and the page
// name, and the page names every sentence of its own that the catalogue has.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { tables } from "../support/tables.mjs";

const root = new URL("../../", import.meta.url);
const read = (path) => readFileSync(new URL(path, root), "utf8");
const first = JSON.parse(read("web/words/en.json"));
const rare = JSON.parse(read("web/words/en.rare.json"));
const words = { ...first, ...rare };

function files(folder, ending) {
	return readdirSync(new URL(`${folder}/`, root), {
		recursive: false,
		withFileTypes: true,
	}).flatMap((entry) => {
		const path = `${folder}/${entry.name}`;
		return entry.isDirectory()
			? files(path, ending)
			: path.endsWith(ending)
				? [path]
				: [];
	});
}

/** Fails with all that is missing at once. */
function has_all(prefix, names) {
	const missing = names
		.map((name) => `${prefix}${name}`)
		.filter((key) => !Object.hasOwn(words, key));

	assert.deepEqual(missing, []);
}

test("the catalogue is flat text without empty sentences", () => {
	for (const [key, text] of Object.entries(words)) {
		assert.match(key, /^[a-z_]+\.[a-z0-9_.-]+$/);
		assert.equal(typeof text, "string", key);
		assert.ok(text.length > 0, key);
	}
});

test("it has every name that all books share", () => {
	const prefixes = {
		events: "event.",
		manners: "event.moved.",
		charge_outcomes: "event.charge_ended.",
		refusals: "refusal.",
		problems: "problem.",
		groups: "group.",
		methods: "method.",
		counts: "count.",
		endings: "reason.",
	};

	for (const [list, prefix] of Object.entries(prefixes)) {
		assert.ok(tables.names[list].length > 0, list);
		has_all(prefix, tables.names[list]);
	}
});

test("it has every command that can be offered", () => {
	const offered = files("core", ".c").flatMap((path) =>
		[...read(path).matchAll(/"((?:offer|preset)\.[a-z_.]+)"/g)].map(
			(match) => match[1],
		),
	);

	assert.ok(offered.length > 10);
	has_all("", [...new Set(offered)]);
});

test("it has every chance that a book tells of, and none besides", () => {
	const source = [...files("core", ".c"), ...files("server/codec", ".c")].map(read).join("\n");
	const told = [...source.matchAll(/(?<!include )"(odds\.[a-z_.]+)"/g)].map((match) => match[1]);
	const drops = tables.names.drops.filter((one) => one !== "none");
	const wanted = [...new Set([...told, ...drops.map((one) => `odds.drop.${one}`)])];

	has_all("", wanted);
	assert.deepEqual(
		Object.keys(words).filter((key) => key.startsWith("odds.") && !wanted.includes(key)),
		[],
	);
});

test("it has all that can be wrong with a muster or a position, and none besides", () => {
	const source = files("server/codec", ".c").map(read).join("\n");
	const wanted = [...source.matchAll(/"((?:muster|position|text)\.[a-z_]+)"/g)].map((match) => match[1]);

	assert.ok(wanted.length > 20);
	has_all("", wanted);
	assert.deepEqual(
		Object.keys(words).filter((key) => /^(muster|position|text)\./.test(key) && !wanted.includes(key)),
		[],
	);
});

test("whoever reads a battle says by a key what is wrong with it", () => {
	for (const path of ["codec_muster.c", "codec_muster_read.c", "codec_under_way.c"])
		assert.doesNotMatch(read(`server/codec/${path}`), /json_in_fail\(/, path);
});

test("it has all that notices say, and none besides", () => {
	const source = files("server/notify", ".c").map(read).join("\n");
	const wanted = [...source.matchAll(/"(notice\.[a-z_]+)"/g)].map((match) => match[1]);

	assert.ok(wanted.length > 10);
	has_all("", wanted);
	assert.deepEqual(
		Object.keys(words).filter((key) => key.startsWith("notice.") && !wanted.includes(key)),
		[],
	);
});

test("it has what every scenario is called, and no other", () => {
	const ids = files("server/scenarios", ".json").map((path) => JSON.parse(read(path)).id);
	const wanted = ids.flatMap((id) => [`scenario.${id}.title`, `scenario.${id}.summary`]);

	assert.deepEqual(
		Object.keys(words)
			.filter((key) => key.startsWith("scenario."))
			.sort(),
		wanted.sort(),
	);
});

test("a counter that is the number of a unit is told as that unit", () => {
	const told = Object.keys(words).filter((key) => /^tally\..*\.unit$/.test(key));

	assert.ok(told.length > 0);
	for (const key of told) {
		assert.ok(Object.hasOwn(words, key.replace(/\.unit$/, "")), key);
		assert.match(words[key], /\{unit\}/);
	}
	assert.deepEqual(
		Object.keys(words).filter(
			(key) => /^tally\.\w+$/.test(key) && /number of the unit/.test(words[key]) && !told.includes(`${key}.unit`),
		),
		[],
	);
});

test("it has every name of every rule book", () => {
	const prefixes = {
		phases: "phase.",
		decisions: "decision.",
		classes: "class.",
		stats: "stat.",
		flags: "flag.",
		rolls: "roll.",
		facts: "fact.",
		tallies: "tally.",
		readings: "reading.",
		params: "param.",
		formations: "formation.",
		terrain: "terrain.",
		states: "state.",
		traits: "trait.",
		reactions: "reaction.",
		verbs: "verb.",
	};
	const met = new Set();

	for (const book of tables.books) {
		for (const [table, prefix] of Object.entries(prefixes)) {
			const names = book[table].map((row) => row.name ?? row);

			if (names.length > 0) met.add(table);
			has_all(prefix, names);
		}
		for (const { name, positions } of book.readings) has_all(`reading.${name}.`, positions);
	}
	assert.equal(met.size, Object.keys(prefixes).length);
	// And none of a switch or a parameter that no book has.
	for (const table of ["readings", "params"]) {
		const known = tables.books.flatMap((book) => book[table].map(({ name }) => name));
		const told = Object.keys(words).filter((key) => key.startsWith(prefixes[table]));

		assert.deepEqual(
			told.filter((key) => !known.includes(key.split(".")[1])),
			[],
		);
	}
});

const page = files("web", ".js").map(read).join("\n");

test("it has every sentence that the page names", () => {
	const named = [
		...page.matchAll(/"((?:ui|problem|refusal|status|side|badge|ask|lesson)\.[a-z0-9_.]+)"/g),
	].map((match) => match[1]);

	assert.ok(named.length > 50);
	has_all("", [...new Set(named)]);
});

test("the page uses every sentence that is its own", () => {
	const unused = Object.keys(words).filter((key) => {
		const stem = key.slice(0, key.lastIndexOf(".") + 1);
		return (
			key.startsWith("ui.") &&
			!page.includes(`"${key}"`) &&
			!page.includes(`\`${stem}\${`)
		);
	});

	assert.deepEqual(unused, []);
});

test("every decision that somebody owes is asked in words of its own", () => {
	for (const book of tables.books)
		for (const { name, commands } of book.decisions)
			assert.ok(
				commands.length === 0 || words[`ask.${name}`] || words[`ask.${name}.unit`],
				`${book.id}: ask.${name}`,
			);
});

test("every decision that somebody owes is explained in three sentences, and nothing else is", () => {
	const asked = tables.books.flatMap((book) =>
		book.decisions
			.filter(({ commands }) => commands.length > 0)
			.map(({ name }) => (words[`help.${name}.${book.id}`] ? `help.${name}.${book.id}` : `help.${name}`)));
	const told = Object.keys(words).filter((key) => key.startsWith("help."));

	assert.deepEqual(told.sort(), [...new Set(asked)].sort());
	for (const key of told)
		assert.equal(words[key].match(/[.!?](?= |$)/g).length, 3, key);
});

test("pictures use every sentence that is theirs", () => {
	const drawing = [...files("server/picture", ".c").map(read), read("server/api/table_page.c")].join("\n");
	const own = Object.keys(words).filter((key) => key.startsWith("picture."));
	const unused = own.filter(
		(key) => !drawing.includes(`"${key}"`) && !drawing.includes(`"picture", "${key.slice(8)}"`),
	);

	assert.ok(own.length > 5);
	assert.deepEqual(unused, []);
});

/** The modules that the page reads before its first board: those that import each other. */
function at_first(path = "web/app.js", found = new Set()) {
	if (found.has(path)) return found;
	found.add(path);
	for (const [, name] of read(path).matchAll(/(?:from|^import) "(\.[^"]+)"/gm))
		at_first(new URL(name, `file:///${path}`).pathname.slice(1), found);
	return found;
}

test("what the first board names is read at first, and nothing is told twice", () => {
	const modules = [...at_first()];
	const source = modules.map(read).join("\n");

	assert.ok(modules.length > 20 && !modules.includes("web/panels/plan.js"));
	assert.deepEqual(
		Object.keys(rare).filter((key) => Object.hasOwn(first, key) || source.includes(`"${key}"`)),
		[],
	);
});

// In English the rule books themselves say these.
const is_of_the_book = /^(why|left_out)\./;

test("every other catalogue says why each switch and number stands so, and what that leaves out", () => {
	const wanted = tables.books.flatMap(({ readings, params }) =>
		[...readings, ...params].flatMap(({ name, leaves_out }) => [
			`why.${name}`,
			...(leaves_out ? [`left_out.${name}`] : []),
		]),
	);

	assert.ok(wanted.length > 40);
	for (const name of readdirSync(new URL("web/words/", root)).filter((one) => one.endsWith(".rare.json"))) {
		const told = Object.keys(JSON.parse(read(`web/words/${name}`))).filter((key) => is_of_the_book.test(key));
		assert.deepEqual(told.sort(), name.startsWith("en.") ? [] : [...new Set(wanted)].sort(), name);
	}
});

test("every other catalogue says the same things, with the same arguments", () => {
	const files = readdirSync(new URL("web/words/", root));
	const others = files.filter((name) => !name.startsWith("en."));
	const arguments_of = (text) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();

	assert.ok(others.length > 0);
	for (const name of others) {
		const same = name.endsWith(".rare.json") ? rare : first;
		const other = JSON.parse(read(`web/words/${name}`));
		assert.ok(files.includes(name.replace(/^\w+/, "en")));
		const keys = Object.keys(other).filter((key) => !is_of_the_book.test(key));
		assert.deepEqual(keys.sort(), Object.keys(same).sort(), name);
		for (const [key, text] of Object.entries(other).filter(([key]) => keys.includes(key)))
			assert.deepEqual(arguments_of(text), arguments_of(same[key]), `${name}: ${key}`);
	}
});
