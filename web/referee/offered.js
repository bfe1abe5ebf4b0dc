// @ts-check
// The pages that need the referee in the page: nobody is led to them where the server has none.

import { getServer } from "../api.js";
import { make } from "../dom.js";
import { words } from "../words.js";

/** @type {Promise<boolean>|null} */
let asked = null;

/** What has_referee() said; false until it has. */
export let is_offered = false;

/** Has this server a referee for its page? Asked once, unless it could not be reached. */
export function has_referee() {
	asked ??= getServer().then(
		({ referee }) => (is_offered = referee !== undefined),
		() => {
			asked = null;
			return false;
		},
	);
	return asked;
}

const ways = { cases: "ui.cases.title", ask: "ui.ask.title" };

/** Links to those of the pages that are named, or none. */
export async function ways_to_referee(...names) {
	return (await has_referee()) ? names.map((name) => make("a", { href: name }, words(ways[name]))) : [];
}

/** Each behind a dot, as they stand at the head of a page. @param {HTMLElement[]} links */
export const dotted = (links) => links.flatMap((link) => [" · ", link]);
