// Names on the table are shortened by sense: the word stays that tells which unit it is.

import assert from "node:assert/strict";
import { test } from "node:test";
import { short_name } from "../../web/board/vocabulary.js";

const cases = [
	["Guard of Aln", [], "Guard"],
	["Guard of Aln", ["Guard of Bor"], "Aln"],
	["Silent Ranks", ["Salt Spears"], "Ranks"],
	["Salt Spears", ["Marsh Spears"], "Salt"],
	["King's own", [], "King's"],
	["Captain Orla", ["Captain Finn"], "Orla"],
	["The Rabble", [], "Rabble"],
	["Ferrymen", ["Ferrymen"], "Ferrymen"],
	["Die Garde von Aln", [], "Garde"],
	["Lion 1", ["Lion 2"], "Lion 1"],
	["The", [], "The"],
	["Red Hill Giants", ["Grey Giants"], "Hill"],
	["Red Giants", ["Grey Giants"], "Red Giants"],
	["Hill Men", ["Hill Giants", "Marsh Men"], "Hill Men"],
	["First Band of Aln", ["First Band of Bor", "Second Band of Aln", "Third Band of Bor"], "First"],
];

test("a short name is the weightiest word that no other unit bears, and no side", () => {
	for (const [name, others, short] of cases)
		assert.equal(short_name(name, [name, ...others]), short, name);
});
