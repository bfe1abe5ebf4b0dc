// Whatever is wrong with a file: each refusal has words in both languages, leads to the unit or field
// that it is about, and nothing is lost.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Maker } from "./maker.mjs";
import { leave, seats } from "./seated.mjs";
import { desk } from "./support.mjs";

const house = seats();
const strip = (y) => ({ x: 0, y, width: 121920, depth: 25400 });
const lay = (board, points) => board.terrain.push({ kind: "brush", height: 0, points: points.map(([x, y]) => ({ x, y })) });
const unplaced = (muster) => {
	for (const unit of muster.units)
		delete unit.pose;
};

/** What is done to a muster, of Battlesystem or of a scenario, and the key that tells of it, without "muster.". */
const wrongs = {
	"nobody of blue": ["no_units", (muster) => (muster.units = muster.units.filter(({ side }) => side === "red"))],
	"81 units": ["too_long", (muster) => (muster.units = Array.from({ length: 81 }, () => structuredClone(muster.units[0])))],
	"a table too small": ["board_size", (muster) => (muster.board.width = 100)],
	"a number out of range": ["bounds", ({ units }) => (units[0].stats.morale_rating = 99)],
	"more files than figures": ["bounds", ({ units }) => (units[0].files = 99)],
	"a base too large": ["out_of_range", ({ units }) => (units[0].base.width = 90000)],
	"more units than a side may have": [
		"side_full",
		(muster) => {
			const of = (side) => muster.units.filter((unit) => unit.side === side);
			muster.units = [...Array.from({ length: 41 }, () => structuredClone(of("red")[0])), ...of("blue")];
		},
	],
	"a number missing": ["missing", ({ units }) => delete units[0].stats.morale_rating],
	"an agreement that is not to be made": ["not_allowed", (muster) => (muster.position = { turn: 2, agreed: { method: "sealed" } })],
	"blue before red": ["red_units_come_first", (muster) => muster.units.reverse()],
	"over the edge": ["off_table", ({ units }) => (units[0].pose.x = 0)],
	"in each other": ["units_overlap", ({ units }) => (units[1].pose = { ...units[0].pose })],
	"on what nobody goes on": [
		"on_impassable_ground",
		({ board, units: [{ pose: { x, y } }] }) => {
			const points = [[-4000, -4000], [-4000, 4000], [4000, 4000], [4000, -4000]].map(([dx, dy]) => ({ x: x + dx, y: y + dy }));
			board.terrain.push({ kind: "impassable", height: 0, points });
		},
	],
	"an outline that crosses itself": ["not_a_simple_polygon", ({ board }) => lay(board, [[40000, 50000], [60000, 60000], [60000, 50000], [40000, 60000]])],
	"ground over the edge": ["ground_off_table", ({ board }) => lay(board, [[1000, 1000], [1000, 630000], [2000, 1000]])],
	"zones in each other": [
		"zones_meet",
		(muster) => {
			unplaced(muster);
			muster.deployment = { how: "sealed", zones: { red: strip(0), blue: strip(20000) } };
		},
	],
	"zones without room": [
		"no_room",
		(muster) => {
			unplaced(muster);
			muster.deployment = { how: "sealed", zones: { red: { ...strip(0), width: 5080, depth: 2540 }, blue: strip(90000) } };
		},
	],
	"a first where all deploy at once": [
		"no_first",
		(muster) => {
			unplaced(muster);
			muster.deployment = { how: "sealed", first: "red", zones: { red: strip(0), blue: strip(90000) } };
		},
	],
	"a place where there are zones": [
		"no_pose",
		(muster) => {
			const { pose } = muster.units[0];
			unplaced(muster);
			muster.units[0].pose = pose;
			muster.deployment = { how: "sealed", zones: { red: strip(0), blue: strip(90000) } };
		},
	],
	"nobody's place": ["no_member", ({ units }) => delete units[0].pose],
	"no place of who is on the table": [
		"no_member",
		(muster) => {
			delete muster.units[0].pose;
			muster.position = { turn: 2, units: { r1: { on_table: true } } };
		},
	],
	"no place of who has come on": [
		"no_place",
		(muster) => {
			muster.units[0].stats.arrives = 2;
			delete muster.units[0].pose;
			muster.position = { turn: 2, units: { r1: { on_table: true } } };
		},
		"drawn-by-card",
	],
	"a contact that does not touch": [
		"no_contact",
		(muster) => (muster.position = { turn: 2, contacts: [{ unit: "r1", with: "b1", facing: "front" }] }),
	],
	"what does not last": ["not_lasting", (muster) => (muster.position = { turn: 2, units: { r1: { flags: ["moved"] } } })],
	"an id that nobody has": ["no_unit", (muster) => (muster.position = { turn: 2, units: { r99: { figures: 1 } } })],
	"more figures left than there were": ["bounds", (muster) => (muster.position = { turn: 2, units: { r1: { figures: 150 } } })],
	"a state of another book": ["no_such_name", ({ units }) => (units[0].state = "broken")],
	"a class of another book": ["no_such_name", ({ units }) => (units[0].class = "brutes")],
	"a member that nobody knows": ["no_such_name", ({ units }) => (units[0].colour = "green")],
	"a trait twice": ["twice", ({ units }) => (units[0].traits = ["charge_weapon", "charge_weapon"])],
	"a name that is none": ["text.length", ({ units }) => (units[0].name = "")],
	"a name that begins with a space": ["text.space", ({ units }) => (units[0].name = " Guard")],
	"a name that turns the line round": ["text.direction", ({ units }) => (units[0].name = "Guard\u202e")],
	"a name of two lines": ["text.line", ({ units }) => (units[0].name = "Old\u2028Guard")],
	"a name that is not to be seen": ["text.unseen", ({ units }) => (units[0].name = "\u200b")],
	"a name of no characters": ["text.unknown", ({ units }) => (units[0].name = "Guard\uffff")],
	"a name with a joiner in it": ["text.joiner", ({ units }) => (units[0].name = "Gu\u200dard")],
	"a letter that wants to be an emoji": ["text.variant", ({ units }) => (units[0].name = "Guard\ufe0f")],
	"a tower of marks": ["text.mark", ({ units }) => (units[0].name = `q${"\u0301".repeat(5)}`)],
	"a name that is a number": ["text", ({ units }) => (units[0].name = 5)],
	"figures that are words": ["integer", ({ units }) => (units[0].figures = "many")],
	"a base that is a number": ["object", ({ units }) => (units[0].base = 2000)],
	"traits that are no list": ["list", ({ units }) => (units[0].traits = "charge_weapon")],
	"measuring that is neither yes nor no": ["boolean", (muster) => (muster.premeasure = "yes")],
	"skirmishers beyond number": [
		"too_many_figures",
		({ units }) => {
			const figures_at = Array.from({ length: 48 }, () => ({ x: 60000, y: 60000, facing: 0 }));
			for (let count = 0; count < 24; count++)
				units.unshift({ ...structuredClone(units[0]), name: `Skirmishers ${count}`, formation: "skirmish", figures_at });
		},
	],
	"more words than a battle has": ["text.length", (_, file) => (file.description = "x".repeat(2001))],
};

/** Refusals that no file opened here leads to, and where they are seen. */
const elsewhere = {
	none: "nothing is wrong",
	army_too_large: "armies.test.mjs: armies written in secret",
	format: "drafts.test.mjs: the page opens no file of another format, and does not lose a draft",
	bad_member: "a fault without words of its own, of which there is none",
};

test("there is no refusal that is not shown here or elsewhere", () => {
	const words = JSON.parse(readFileSync(new URL("../../web/words/en.rare.json", import.meta.url), "utf8"));
	const keys = Object.keys(words)
		.filter((key) => /^(muster|text)\./.test(key))
		.map((key) => key.replace(/^muster\./, ""));
	const shown = new Set([...Object.values(wrongs).map(([code]) => code), ...Object.keys(elsewhere)]);

	assert.deepEqual(keys.sort(), [...shown].sort());
});

test("each refusal is told in words at the unit or field it is about, and undone", async () => {
	const catalogues = await Promise.all(
		["en", "de"].map(async (one) => {
			const of = async (name) => (await fetch(`${house.daemon.url}/words/${name}.json`)).json();
			return { ...(await of(one)), ...(await of(`${one}.rare`)) };
		}),
	);
	const maker = await Maker.open(house.browser, house.daemon.url, desk);

	await maker.begin("#scenario=first-charge");
	const before = await maker.file();
	for (const [what, [code, break_it, scenario = "first-charge"]] of Object.entries(wrongs)) {
		const { ruleset, muster } = await house.ask(`scenarios/${scenario}`);
		const file = { format: 1, name: what, ruleset, muster: structuredClone(muster) };
		break_it(file.muster, file);
		const { faults } = await house.ask("battles/check", { body: file });
		assert.ok(faults.length > 0, `${what}: nothing is wrong`);
		assert.ok(faults.some(({ words }) => words.key.replace(/^muster\./, "") === code), `${what}: ${JSON.stringify(faults)}`);
		for (const { words } of faults)
			for (const catalogue of catalogues) {
				assert.ok(catalogue[words.key], `${what}: no words for ${words.key}`);
				for (const [, name] of catalogue[words.key].matchAll(/\{(\w+)\}/g))
					assert.ok(words.args[name], `${what}: ${words.key} says no ${name}`);
			}

		await maker.page.locator("#shelf input[type=file]").first().setInputFiles({
			name: "wrong.json",
			mimeType: "application/json",
			buffer: Buffer.from(JSON.stringify(file)),
		});
		await maker.page.locator("h1", { hasText: what }).waitFor();
		const told = await maker.faults();
		assert.equal(told.length, faults.length, what);
		await maker.press(maker.page.locator(".faults button").first());
		await maker.page.locator(".panel .error:not(:empty)").first().waitFor({ timeout: 5000 }).catch(() => assert.fail(`${what}: not shown where it is`));
		await maker.press(maker.key("undo"));
		await maker.good(what);
		assert.deepEqual(await maker.file(), before, what);
	}
	await leave(maker);
});
