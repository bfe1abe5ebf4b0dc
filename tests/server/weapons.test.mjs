// The marks of weapons: the page and the daemon's pictures have one table, and every class and trait
// that a book's scenarios use gets the mark that a player expects.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { troop_sign } from "../../web/board/vocabulary.js";
import { weapon_of, weapons } from "../../web/board/weapons.js";

test("page and pictures draw the same marks", () => {
	const source = readFileSync(new URL("../../server/picture/weapons.c", import.meta.url), "utf8");
	const [, table] = /weapons\[\] = \{(.*?)\n\};/s.exec(source);
	const rows = [...table.matchAll(/\{\s*"(.*?)",\s*"(.*?)",\s*"(.*?)",\s*"(.*?)"\s*\}/gs)];

	assert.deepEqual(
		rows.map(([, ...row]) => row),
		weapons,
	);
});

test("a unit's traits tell its weapon before its class does", () => {
	const of = (name, ...traits) => weapon_of({ class: name, traits });

	assert.equal(of("heavy_infantry", "trained", "pike"), "pike");
	assert.equal(of("heavy_infantry", "trained"), "sword");
	assert.equal(of("swiss"), "pike");
	assert.equal(of("turk_archers"), "bow");
	assert.equal(of("skirmish_infantry", "missiles"), "bow");
	assert.equal(of("cavalry", "charge_weapon"), "lance");
	assert.equal(of("cavalry", "charge"), "sword", "a part of a word is no word");
	assert.equal(of("light_chariots", "missiles"), "chariot");
	assert.equal(of("peasants"), "levy");
	assert.equal(of("monster"), null);
	assert.equal(of("kind_of_a_later_book"), null);
});

test("every class that is horse has its sign, and so has what goes on wheels", () => {
	for (const [sign, ...names] of [
		["horse", "cavalry", "light_cavalry", "skirmish_cavalry", "heavy_horse", "camelry"],
		["wheels", "light_chariots", "heavy_chariots", "war_wagons", "artillery"],
		["foot", "light_foot", "heavy_infantry", "turk_archers", "levies"],
		["beast", "monster", "gigantic"],
		["ring", "kind_of_a_later_book"],
	])
		for (const name of names)
			assert.equal(troop_sign(name), sign, name);
});
