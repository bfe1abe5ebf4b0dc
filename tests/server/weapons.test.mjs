// The marks of weapons and the drawings of ground: every class, trait and kind of ground that a book
// knows gets the mark that a player expects, in the page and in the daemon's pictures alike.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ground_place, ground_sign, troop_sign } from "../../web/board/vocabulary.js";
import { weapon_of } from "../../web/board/weapons.js";

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

test("a kind of ground has its drawing, and its place among what lies over it", () => {
	assert.deepEqual(["river", "rampart", "garrison", "dense", "hill", "kind_of_a_later_book"].map(ground_sign), ["shallow_water", "wall", "building", "dense_woods", "hill", "kind_of_a_later_book"]);
	const kinds = ["hill", "river", "marsh", "woods", "rampart", "garrison", "kind_of_a_later_book"];

	assert.deepEqual([...kinds].reverse().sort((a, b) => ground_place(a) - ground_place(b)), kinds);
});
