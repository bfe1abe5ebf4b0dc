// @ts-check
// Files that the browser saves.

import { make } from "./dom.js";

/** A name that every system lets a file have. */
const file_name = (name) => name.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "") || "pennon";

/** Let the browser save a file. @param {Blob} blob @param {string} name @param {string} ending */
export function save_as(blob, name, ending) {
	const address = URL.createObjectURL(blob);

	make("a", { href: address, download: `${file_name(name)}.${ending}` }).click();
	URL.revokeObjectURL(address);
}
