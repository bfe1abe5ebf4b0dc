// @ts-check
// What ways, outcomes and orders of units are made with: read when one is picked.

import { read_part } from "../parts.js";
import { rare_words } from "../words.js";

/** Null until they are read. */
export let editors = /** @type {any} */ (null);

export async function load_editors() {
	const names = ["bounds", "left_open", "legs", "moments", "outcome", "sequence"];
	const [, ...parts] = await Promise.all([
		rare_words(),
		...names.map((name) => read_part(`./panels/${name}.js`)),
	]);

	editors = Object.assign({}, ...parts);
}
