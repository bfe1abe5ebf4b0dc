// @ts-check
// The referee in the page has keys where the server writes sentences.

import { unit_name, words } from "../words.js";

/** A chance with its words, as the server would write them. */
export function with_label(game, odds) {
	const thrown = `${odds.dice}d${odds.sides}${odds.modifier ? (odds.modifier > 0 ? `+${odds.modifier}` : odds.modifier) : ""}`;
	const dice = odds.drop ? words(`odds.drop.${odds.drop}`, { dice: thrown }) : thrown;
	const what = words(odds.words, {
		unit: unit_name(game, odds.who),
		what: words(`roll.${odds.what}`),
		dice,
		needed: odds.needed,
	});
	const tenths = Math.round((10 * odds.dice * odds.ways) / odds.of);
	const chance = words("odds.hits", { number: Math.floor(tenths / 10), tenth: tenths % 10 });

	return { ...odds, label: `${odds.each ? chance : ""}: ${odds.again ? words("odds.again", { odds: what }) : what}` };
}
