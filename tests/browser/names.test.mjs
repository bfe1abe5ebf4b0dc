// Names that people type, on the page: each that the table of texts keeps stands as the table says,
// kept apart where it runs from right to left, and is never cut inside a character.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { company } from "./hand.mjs";
import { leave, seats } from "./seated.mjs";

const inch = 2540;
const { sit_at } = seats();
const kept = JSON.parse(readFileSync(new URL("../data/texts.json", import.meta.url), "utf8")).filter((row) => row.kept);
const shown_name = ({ kept: name, turns }) => (turns ? `\u2068${name}\u2069` : name);

const table_of = (width, depth, units) => ({
	ruleset: "battlesystem-2e",
	muster: { board: { width: width * inch, depth: depth * inch }, units, ends: { turns: 3, count: "none" } },
});

/** Runs in the page: the lines of names on the board, in the list and for those who hear the page. */
function names_shown() {
	const texts = (selector) => [...document.querySelectorAll(selector)].map((node) => node.textContent);

	return {
		board: texts(".labels text tspan"),
		list: texts("pn-roster .unit-name"),
		heard: [...document.querySelectorAll(".units [data-unit]")].map((node) => node.getAttribute("aria-label")),
	};
}

const characters = (text) => Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);

/** Is the part made of whole characters of the name? */
function is_part(part, name) {
	const all = characters(name);
	const some = characters(part);

	return all.some((_, at) => some.every((character, index) => all[at + index] === character));
}

test("each name that is kept is shown as the table says, on a desk and on a phone", async () => {
	const reds = Math.ceil(kept.length / 2);
	const units = kept.map((row, place) => {
		const side = place < reds ? "red" : "blue";
		const at = place % reds;
		const y = side === "red" ? 20 - 5 * Math.floor(at / 10) : 36 + 5 * Math.floor(at / 10);

		return company(side, row.kept, 4 + 6 * (at % 10), y);
	});
	const { red, blue } = await sit_at(table_of(64, 56, units));

	for (const player of [red, blue]) {
		await player.press(player.page.locator("[data-tab=units]"));
		await player.page.locator("pn-roster .unit-name").nth(kept.length - 1).waitFor({ state: "attached" });
		await player.settle();
		const { board, list, heard } = await player.page.evaluate(names_shown);

		assert.deepEqual(list.sort(), kept.map(shown_name).sort());
		for (const row of kept)
			assert.ok(heard.some((label) => label.startsWith(shown_name(row))), row.what);
		assert.ok(board.length > kept.length / 2, `${board.length} lines`);
		for (const line of board) {
			const [, inner] = line.match(/^\u2068(.*)\u2069$/) ?? [];
			const part = (inner ?? line).replace("…", "");
			const whose = kept.filter((row) => is_part(part, row.kept));

			assert.ok(whose.some((row) => inner === undefined || row.turns), line);
			assert.equal(/[\u0590-\u08ff]/.test(line), inner !== undefined, line);
		}
		await player.inspect("names");
	}
	await leave(red, blue);
});

test("a name that finds no room is cut behind a whole character", async () => {
	const names = ["\u{1f1e9}\u{1f1ea}", "q\u0323\u0301", "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}"].map((character, place) =>
		`${place}${character.repeat(place === 2 ? 8 : 19)}`);
	const row = (side, y) => names.map((name, place) => company(side, `${name}${side === "red" ? "r" : "b"}`, 6 + place * 6, y, 12));
	const units = [14.8, 12.2, 9.6].flatMap((y) => row("red", y)).concat([18, 20.6, 23.2].flatMap((y) => row("blue", y)));
	const { red, blue } = await sit_at(table_of(24, 32, units));
	let cut = 0;

	for (const player of [red, blue]) {
		await player.settle();
		const { board } = await player.page.evaluate(names_shown);

		for (const line of board)
			assert.ok(units.some(({ name }) => is_part(line.replace("…", ""), name)), JSON.stringify(line));
		cut += board.filter((line) => line.endsWith("…")).length;
		await player.inspect("cut-names");
	}
	assert.ok(cut > 3, `${cut} are cut`);
	await leave(red, blue);
});
