// What stands on the table in words lies on nothing else, however small the table and however many
// units: names, and how far what is picked reaches. Signs stand where they belong.

import assert from "node:assert/strict";
import { test } from "node:test";
import { play_turns, two_lines } from "./absent.mjs";
import { company } from "./hand.mjs";
import { leave, seats } from "./seated.mjs";

const inch = 2540;
const { ask, sit_at } = seats();

/** Runs in the page: what is written on the table, and the blocks, as boxes of the window. */
function written() {
	const box = (node) => node.getBoundingClientRect().toJSON();
	const parts = (text) => [...text.querySelectorAll("tspan")].map((part) => part.textContent);
	const texts = [...document.querySelectorAll(".labels text, .ghost .range-said")];

	return {
		texts: texts.map((text) => ({ said: parts(text).join(" ") || text.textContent, side: text.getAttribute("class"), ...box(text) })),
		blocks: [...document.querySelectorAll(".units [data-unit] .rim")].map(box),
		units: [...document.querySelectorAll(".units [data-unit]")].map(box), // with the points of their fronts
	};
}

/** Do two boxes have more than a pixel in common, with so many pixels around one? */
const meet = (a, b, around = -1) =>
	a.left - around < b.right && b.left < a.right + around && a.top - around < b.bottom && b.top < a.bottom + around;

const pairs_of = (all) => all.flatMap((a, index) => all.slice(index + 1).map((b) => [a, b]));

test("in a crowd a name lies on no other, on no block, and near none but its own", async () => {
	// Three ranks of each side, close behind each other, as after a turn or two of fighting.
	const row = (side, y, names) => names.map((name, place) => company(side, name, 6 + place * 6, y, 12));
	const units = [
		...row("red", 14.8, ["Ashdown Spears", "Marsh Wardens", "Castle Guard"]),
		...row("red", 12.2, ["Fell Riders", "Morning Watch", "Queen's Own"]),
		...row("red", 9.6, ["Hill Bows", "Moor Javelins", "Old Company"]),
		...row("blue", 18, ["Dart Men", "Reed Slingers", "Guard of Bor"]),
		...row("blue", 20.6, ["Bannermen of Lune", "Stone Backs", "Moss Mothers"]),
		...row("blue", 23.2, ["Howling Kin", "East Levy", "Ferry Watch"]),
	];
	const table = await sit_at({
		ruleset: "battlesystem-2e",
		muster: { board: { width: 24 * inch, depth: 32 * inch }, units, ends: { turns: 3, count: "none" } },
	});

	for (const player of [table.blue, table.red]) {
		await player.settle();
		const { texts, blocks, units: whole } = await player.page.evaluate(written);
		assert.ok(texts.length >= 9, `${texts.length} names`);
		for (const [a, b] of pairs_of(texts))
			assert.ok(!meet(a, b), `${a.said} lies on ${b.said}`);
		for (const text of texts) {
			assert.ok(!blocks.some((block) => meet(text, block)), `${text.said} lies on a block`);
			const near = whole.filter((unit) => meet(text, unit, 3)).length;
			assert.ok(near <= 1, `whose is ${text.said}?`);
		}
		await player.inspect("crowd");
	}
	// A picked unit is named, however thick the crowd.
	const { page } = table.red;
	for (const [place, { name, side }] of units.entries()) {
		if (side !== "red")
			continue;
		const id = `r${place + 1}`;
		await table.red.press(page.locator(`.units [data-unit=${id}]`));
		await page.locator(`.units [data-unit=${id}].selected`).waitFor();
		await table.red.settle();
		const { texts } = await page.evaluate(written);
		assert.ok(texts.some(({ said }) => ` ${name} `.includes(` ${said} `)), `${name} is picked and not named`);
		await table.red.shot(`picked-in-crowd-${id}`);
	}
	await leave(table.red, table.blue);
});

const long_names = {
	"of many words": (side, place) => `${place} Battalion of the ${side === "red" ? "Eastern" : "Western"} Marshes`,
	"in one word": (side, place) => `${place}marschlandschaftsverteidigungskompanie`,
};

for (const [kind, name_of] of Object.entries(long_names))
	test(`a unit whose name has forty letters, ${kind}, has its label, on a desk and on a phone`, async () => {
		const name = (side, place) => name_of(side, place).padEnd(40, "s").slice(0, 40);
		const row = (side, y) => ["First", "Second", "Third", "Fourth"].map((place, at) => company(side, name(side, place), 8 + at * 10, y, 12));
		const units = [...row("red", 10), ...row("blue", 26)];
		const table = await sit_at({
			ruleset: "battlesystem-2e",
			muster: { board: { width: 46 * inch, depth: 36 * inch }, units, ends: { turns: 3, count: "none" } },
		});

		for (const player of [table.red, table.blue]) {
			await player.settle();
			const { texts, blocks } = await player.page.evaluate(written);
			await player.shot("forty-letters");
			// Each has one, its own or a part of it, and no two of a side are called the same.
			assert.equal(texts.length, units.length, texts.map(({ said }) => said).join(", "));
			for (const { said } of texts)
				assert.ok(units.some(({ name: whole }) => whole.includes(said.replace("…", ""))), said);
			assert.equal(new Set(texts.map(({ said, side }) => side + said.slice(0, 5))).size, units.length);
			for (const [a, b] of pairs_of(texts))
				assert.ok(!meet(a, b), `${a.said} lies on ${b.said}`);
			for (const text of texts)
				assert.ok(!blocks.some((block) => meet(text, block)), `${text.said} lies on a block`);
			await player.inspect("forty-letters");
		}
		await leave(table.red, table.blue);
	});

test("how far a unit reaches is told beside the lines, no two on each other", async () => {
	const { muster } = await ask("scenarios/hold-or-run");
	const own = ["red", "blue"].map((side) => muster.units.find((unit) => unit.side === side && unit.stats.range > 0));
	for (const { stats } of own)
		stats.range = stats.advance + inch;
	const { red, blue } = await sit_at({ ruleset: "t9a-2e", muster });
	const id_of = (unit) => `${unit.side[0]}${muster.units.filter(({ side }) => side === unit.side).indexOf(unit) + 1}`;

	for (const [player, id] of [[red, id_of(own[0])], [blue, id_of(own[1])]]) {
		const { page } = player;
		await player.press(page.locator(`.units [data-unit=${id}] .rim`));
		await page.locator(".ghost .range-said").nth(1).waitFor({ state: "attached" });
		const { texts } = await page.evaluate(written);
		const ranges = texts.filter(({ said }) => / in$/.test(said));
		assert.ok(ranges.length > 1);
		for (const [a, b] of pairs_of(ranges))
			assert.ok(!meet(a, b, -2), `${a.said} lies on ${b.said}`);
		await player.inspect("ranges-apart");
	}
	await leave(red, blue);
});

test("the sign of a contact stands where the two touch, one a pair", async () => {
	const table = await sit_at(two_lines);

	await play_turns(table, (mine) => mine.turn === 3);
	const { contacts } = await table.view("red");
	const pairs = new Set(contacts.map((one) => [one.unit, one.with].sort().join(" ")));
	assert.ok(pairs.size > 2, `${pairs.size} pairs`);
	for (const player of [table.red, table.blue]) {
		const { page } = player;
		await page.locator(".contacts .contact").nth(pairs.size - 1).waitFor({ state: "attached" });
		await player.still();
		const { signs, blocks } = await page.evaluate(() => {
			const box = (node) => node.getBoundingClientRect().toJSON();
			return {
				signs: [...document.querySelectorAll(".contacts .contact circle")].map(box),
				blocks: Object.fromEntries(
					[...document.querySelectorAll(".units [data-unit]")].map((unit) => [unit.dataset.unit, box(unit.querySelector(".rim"))]),
				),
			};
		});
		assert.equal(signs.length, pairs.size);
		for (const pair of pairs) {
			const at_both = signs.filter(({ left, top, width, height }) => {
				const [x, y] = [left + width / 2, top + height / 2];
				return pair.split(" ").every((id) => meet({ left: x, right: x, top: y, bottom: y }, blocks[id], 3));
			});
			assert.ok(at_both.length > 0, `no sign where ${pair} touch`);
		}
		await player.inspect("contacts");
	}
	await leave(table.red, table.blue);
});
