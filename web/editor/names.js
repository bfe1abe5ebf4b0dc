// @ts-check
// Names of battles and units that the page makes itself: no longer than the server takes.

import { characters_of } from "../words.js";

/** How many characters a name has at most, as people count them. */
export const name_most = 40;

/** The beginning of a name, so that something else has room behind it. */
export function beginning(name, most = name_most) {
	return characters_of(name).slice(0, most).join("").trim();
}
