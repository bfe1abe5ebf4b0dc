// Sentences that visitors did not understand stay away, and so do others of their kind: words of
// how the program is made, riddles, and old turns of phrase that nobody finds in a dictionary.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const root = new URL("../../", import.meta.url);
const read = (name) => Object.entries(JSON.parse(readFileSync(new URL(`web/words/${name}.json`, root), "utf8")));

const kinds = {
	en: {
		"a statement that begins with “who”": /(?:^|[.:] )Whom? [^?.]*\.(?: |$)/,
		"“no longer” and “good” turned round": /(?:is|are) you no longer|good no longer|talk no longer|Ask no longer|\bBe \{name\}/,
		"somebody is nobody": /\bnobody here\b|are nobody\b/,
		"how records are made": /\bchains? (?:of|breaks)\b|\bthe seed\b|^Commitment$|Seed commitment|\bseat token\b/,
		"what is is what is": /What was sealed|is what was/,
		"a length before the word in": /\{(?:spent|length|distance)\} in\b/,
		"an old phrase": /all the same|its class, this step|whose leave|such leave|hair’s breadth/,
		"a program’s word for a button": /Tokens and name|to be mended/i,
	},
	de: {
		"jemand ist niemand": /niemand sein|bisher niemand|nicht mehr \{name\} sein/,
		"wie Aufzeichnungen gemacht sind": /\bKetten?\b|Startwert|Sitzschlüssel/,
		"wer einen Link hat, ist jemand": /hat, ist du\b|nicht mehr du\b|niemand wieder/,
		"was war, ist was ist": /Was versiegelt war/,
		"ein Wort des Programms": /Schlüssel und Name/,
	},
};

for (const [language, riddles] of Object.entries(kinds))
	for (const [kind, found] of Object.entries(riddles))
		test(`no sentence is of this kind (${language}): ${kind}`, () => {
			const all = [...read(language), ...read(`${language}.rare`)];

			assert.ok(all.length > 1000);
			assert.deepEqual(
				all.filter(([, text]) => found.test(text)),
				[],
			);
		});
