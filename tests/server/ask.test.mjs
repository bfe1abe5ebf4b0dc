// Questions to the referee in the page: who may charge is what the cases hold, a finished game is
// played again event for event, a link holds what was sent and nothing else is believed.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { case_of, muster_of_case, question_of_case } from "../../web/ask/case.js";
import { link_bytes_max, link_of, question_of_link } from "../../web/ask/link.js";
import { after, asked_of, line_to, question_of, read_question, with_name, with_step, without } from "../../web/ask/question.js";
import { question_of_record } from "../../web/ask/record.js";
import { open_referee } from "../support/referee.mjs";

const cases_folder = new URL("../cases/", import.meta.url);
const read = (path) => readFileSync(new URL(path, cases_folder), "utf8");
const defaults = JSON.parse(read("defaults.json"));
const cases = readdirSync(cases_folder, { withFileTypes: true })
	.filter((entry) => entry.isDirectory())
	.flatMap(({ name }) => readdirSync(new URL(`${name}/`, cases_folder)).filter((file) => file.endsWith(".json")).map((file) => `${name}/${file}`))
	.flatMap((file) => JSON.parse(read(file)));
const referee = open_referee();
const ask = (question) => referee.ask("play", JSON.stringify(question));
const example = () => question_of_case(cases.find((one) => one.case === "B2-33/it-may-still-move"), defaults);

test("who may not charge is refused by the clause that the cases hold, for every pair at once", () => {
	let held = 0;

	for (const one of cases)
		for (const [place, { side, do: body, expect }] of (one.steps ?? []).entries()) {
			// A case that names a way asks about the way.
			if (!/charge$/.test(body?.type) || !expect?.refused || !expect.clause || !body.unit || !body.target || body.path)
				continue;
			const question = question_of_case(one, defaults);
			const row = ask(asked_of(question, place)).sides[side].charges.find(({ unit, target }) => unit === body.unit && target === body.target);

			if (row?.do.type !== body.type)
				continue; // nobody may charge a friend, or asks about another kind now
			assert.deepEqual([row.says.code, row.says.clause], [expect.refused, expect.clause], one.case);
			held++;
		}
	console.log(`${held} refusals of cases, the same among all pairs`);
	assert.ok(held >= 100, `${held}`);
});

test("what is offered as a charge is lawful among the pairs, and each pair is there", () => {
	const { sides, views } = ask(asked_of(example(), 0));
	const units = Object.keys(views.public.units);

	assert.equal(sides.red.charges.length, units.filter((id) => id[0] === "r").length * units.filter((id) => id[0] === "b").length);
	assert.equal(sides.red.charges[0].says.lawful, true);
	assert.ok(sides.red.charges[0].says.odds.every(({ ways, of }) => ways <= of));
});

test("every case is a question whose steps come out as the case expects", () => {
	for (const one of cases.filter((_, place) => place % 20 === 0)) {
		const question = question_of_case(one, defaults);
		const { steps, wrong } = ask(asked_of(question, question.tree.length - 1));

		assert.equal(wrong, undefined, one.case);
		if (one.begin?.expect?.refused)
			assert.equal(steps[0].refused.code, one.begin.expect.refused, one.case);
		else
			assert.equal(steps.length, question.tree.length, one.case);
	}
});

test("a line is a case again, with what the referee says", () => {
	const question = example();
	const { steps } = ask(asked_of(question, 2));
	const written = case_of(question, 2, steps, { name: "asked", title: "Asked", note: "" });
	const again = ask(asked_of(question_of_case({ ...written, muster: question.muster }, defaults), 2));

	assert.equal(written.case, "B2-33/asked");
	assert.deepEqual(written.steps[1].expect, { refused: "check_failed", clause: "B2-33" });
	assert.deepEqual(again.steps, steps);
});

test("a record is a line of play, and what happens in it is what the record says", () => {
	for (const name of ["record", "record_cup"]) {
		const text = readFileSync(new URL(`../golden/formats/${name}.jsonl`, import.meta.url), "utf8");
		const { question, place_at } = question_of_record(text);
		const { steps } = ask(asked_of(question, question.tree.length - 1));
		const bare = ({ seq: _, time: _t, salt: _s, commitment: _c, mark: _m, hash: _h, ...event }) => event;
		const told = text.trimEnd().split("\n").map((line) => JSON.parse(line).event).filter(Boolean);

		assert.deepEqual(
			steps.flatMap(({ events }) => events.map(bare)).filter(({ type }) => !/seal|ended/.test(type)),
			told.map(bare).filter(({ type }) => !/seal|ended/.test(type)),
			name,
		);
		assert.deepEqual([place_at("public", 0), place_at("green", 9), place_at("red", 1e9)], [0, 0, question.tree.length - 1]);
		const middle = told.findIndex((event, i) => i > 0 && event.mark === "2");

		assert.equal(place_at("public", told[middle].seq), 2, "the event of the second command");
	}
	for (const text of ["", "{}", "nonsense", '{"muster":{}}', "[1]\n[2]"])
		assert.equal(question_of_record(text), null, text);
});

test("a tree keeps a step once, and drops with a step what follows it", () => {
	const question = question_of({ name: "q", ruleset: "chainmail", muster: {} });
	const step = (type) => ({ side: "red", do: { type }, dice: [] });
	const a = with_step(question, 0, step("a"));
	const b = with_step(a.question, a.at, step("b"));
	const c = with_step(b.question, 0, step("c"));
	const same = with_step(c.question, 0, step("a"));

	assert.deepEqual([a.at, b.at, c.at, same.at], [1, 2, 3, 1]);
	assert.equal(same.question, c.question);
	assert.deepEqual(line_to(c.question, 2), [1, 2]);
	assert.deepEqual(after(c.question, 0), [1, 3]);
	const cut = without(c.question, 1);

	assert.deepEqual(cut.question.tree.map(({ do: body }) => body?.type), [undefined, "c"]);
	assert.deepEqual([cut.at, cut.question.tree[1].from], [0, 0]);
	assert.equal(with_name(c.question, 1, " x ").tree[1].name, "x");
	assert.equal(with_name(with_name(c.question, 1, "x"), 1, "").tree[1].name, undefined);
	let full = { question, at: 0 };

	for (let i = 0; i < 3000; i++)
		full = with_step(full.question, full.at, { ...step("a"), dice: [(i % 6) + 1] });
	assert.ok(full.is_full);
});

test("a link holds a question and a place of it; a long one has none", async () => {
	const question = example();
	const link = await link_of(question, 1);

	assert.match(link, /^q=[\w-]+$/);
	assert.ok(link.length < link_bytes_max);
	assert.deepEqual(await question_of_link(link.slice(2)), { question, at: 1 });
	const noise = Array.from({ length: 9000 }, (_, i) => ((i * 2654435761) % 4294967296).toString(36)).join("");

	assert.equal(await link_of({ ...question, description: noise, name: noise }, 0), null);
});

test("what is no question is none, however it is packed", async () => {
	const packed = async (value) => {
		const stream = new Blob([typeof value === "string" ? value : JSON.stringify(value)]).stream().pipeThrough(new CompressionStream("deflate"));

		return Buffer.from(await new Response(stream).arrayBuffer()).toString("base64url");
	};
	const question = example();
	const step = { from: 0, side: "red", do: { type: "pass" }, dice: [] };
	const wrongs = [
		null,
		7,
		[],
		"x",
		{},
		{ ...question, format: 2 },
		{ ...question, ruleset: 7 },
		{ ...question, muster: null },
		{ ...question, tree: [] },
		{ ...question, tree: {} },
		{ ...question, tree: [null] },
		{ ...question, tree: [{ dice: [0] }] },
		{ ...question, tree: [{ dice: [] }, { ...step, from: 1 }] },
		{ ...question, tree: [{ dice: [] }, { ...step, from: -1 }] },
		{ ...question, tree: [{ dice: [] }, { ...step, dice: ["6"] }] },
		{ ...question, tree: [{ dice: [] }, { ...step, name: {} }] },
		{ ...question, tree: [{ dice: [] }, { ...step, do: undefined }] },
		{ ...question, tree: [{ dice: [] }, { ...step, do: null, expires: 1 }] },
		{ ...question, tree: [{ dice: [] }, { ...step, do: {} }] },
		{ ...question, tree: [{ dice: [] }, { ...step, do: { type: 7 } }] },
		{ ...question, tree: [{ dice: [] }, { ...step, side: "purple" }] },
		{ ...question, muster: [] },
		{ ...question, given: "now" },
		{ ...question, given: { units: [] } },
		{ ...question, given: { units: { r1: null } } },
		{ ...question, given: { units: { r1: { flags: 7 } } } },
	];

	for (const wrong of wrongs) {
		assert.equal(read_question(wrong), null, JSON.stringify(wrong));
		assert.equal(await question_of_link(await packed(wrong)), null);
	}
	for (const text of ["", "%", "AAAA", "a".repeat(8192), await packed("[".repeat(100_000)), await packed(" ".repeat(1 << 22))])
		assert.equal(await question_of_link(text), null);
	assert.deepEqual((await question_of_link(await packed({ ...question, at: 99 }))).at, 0, "a place that is not there");
});

test("a question that makes no sense is told, and the referee goes on", () => {
	const good = asked_of(example(), 1);
	const wrongs = [
		{},
		[],
		{ ...good, ruleset: "tea" },
		{ ...good, weather: "rain" },
		{ ...good, given: { phase: "tea" } },
		{ ...good, given: { units: { r9: {} } } },
		{ ...good, begin: { dice: [0] } },
		{ ...good, steps: 7 },
		{ ...good, steps: [7] },
		{ ...good, steps: [{ side: "green", do: { type: "pass" } }] },
		{ ...good, steps: [{ side: "red", expires: true, dice: [101] }] },
		{ ...good, steps: Array.from({ length: 5000 }, () => good.steps[0]) },
		{ ...good, steps: [{ ...good.steps[0], dice: [19, 9] }] },
	];

	for (const wrong of wrongs) {
		const said = ask(wrong);

		assert.ok(said.wrong?.detail, `${JSON.stringify(wrong).slice(0, 200)} ${JSON.stringify(said).slice(0, 200)}`);
	}
	for (const text of ["", "{", "[".repeat(1000), '{"a":1e9}', "\0"])
		assert.ok(referee.ask("play", text).wrong, text);
	const { steps } = ask({ ...good, muster: { ...good.muster, units: [] } });

	assert.deepEqual([steps.length, steps[0].refused.code], [1, "no_units"]);
	assert.equal(ask({ ...good, steps: [{ side: "red", do: { type: "fly" }, dice: [] }] }).steps[1].refused.code, "bad_member");
	assert.equal(ask(good).steps.length, 2);
});

test("a case leaves out what its book has usual, and its muster is whole", () => {
	const units = [{ side: "red" }, { side: "red", pose: { x: 1 }, stats: { morale_rating: 9 } }, { side: "blue" }, { side: "blue", pose: null }];
	const muster = muster_of_case({ ruleset: "battlesystem-2e", options: { method: "sealed" }, muster: { units } }, defaults);
	const { board, unit } = defaults["battlesystem-2e"];

	assert.deepEqual([muster.board, muster.method], [board, "sealed"]);
	assert.deepEqual(
		muster.units.map(({ name, pose }) => [name, pose]),
		[
			["Red 1", { x: 6 * 2540, y: 8 * 2540, facing: 0 }],
			["Red 2", { x: 1, y: 8 * 2540, facing: 0 }],
			["Blue 1", { x: 6 * 2540, y: board.depth - 8 * 2540, facing: 32768 }],
			["Blue 2", undefined],
		],
	);
	assert.deepEqual(muster.units[1].stats, { ...unit.stats, morale_rating: 9 });
	assert.equal(units[0].name, undefined, "the case itself stays as it is");
});
