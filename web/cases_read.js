// @ts-check
// The rule cases as they stand in the tree, one file a rule book, and the rule book of a clause.

/** What cannot be had, as a text or an address that names nothing. */
export class CaseMissing extends Error {}

/** @type {Map<string, Promise<any>>} */
const read = new Map();

async function get(name) {
	const answer = await fetch(new URL(`cases/${name}.json`, document.baseURI), { credentials: "omit" });

	if (!answer.ok)
		throw new CaseMissing(name);
	return answer.json();
}

/** A file of the folder, asked for once, and again after a failure. @param {string} name */
function file(name) {
	if (!read.has(name)) {
		const asked = get(name);

		read.set(name, asked);
		asked.catch(() => read.delete(name));
	}
	return /** @type {Promise<any>} */ (read.get(name));
}

/** All cases of a rule book, as tests/cases/README.md describes them. @returns {Promise<any[]>} */
export const cases_of = async (book) => (await file(book)).flat();

/** What a case leaves out, by rule book. @returns {Promise<Record<string, any>>} */
export const case_defaults = () => file("defaults");
