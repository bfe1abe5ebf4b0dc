// @ts-check
// Battles that were begun in this browser, kept from each change to the next visit.

const key = "pennon.battles";
const aside_key = "pennon.battles.aside";
const version = 1;
/** What goes to and fro between the editor and the referee. */
export const asked_draft = "asked";
const most = 30; // of more the oldest goes

/**
 * @typedef {import("./battle.js").BattleFile} BattleFile
 * @typedef {{id: string, at: number, file: BattleFile}} Draft
 */

// Whatever its file holds, the page can show what is wrong with it.
const is_draft = (one) =>
	typeof one?.id === "string" &&
	Number.isFinite(one.at) &&
	one.file !== null &&
	typeof one.file === "object" &&
	!Array.isArray(one.file);

/** The drafts in what is stored, and whether that is all of it. @param {string} text */
function understood(text) {
	try {
		const kept = JSON.parse(text);

		if (kept.version === version && Array.isArray(kept.drafts)) {
			const drafts = /** @type {Draft[]} */ (kept.drafts.filter(is_draft));
			return { drafts, is_all: drafts.length === kept.drafts.length };
		}
	} catch {
		// No JSON: somebody else wrote there.
	}
	return { drafts: /** @type {Draft[]} */ ([]), is_all: false };
}

/**
 * What was kept here and cannot be read, as it stood: what an older or newer version of the page
 * left. Text that a player may save, piece by piece.
 * @returns {string[]}
 */
export function aside() {
	try {
		const pieces = JSON.parse(localStorage.getItem(aside_key) ?? "[]");
		return Array.isArray(pieces) ? pieces.filter((one) => typeof one === "string") : [];
	} catch {
		return [];
	}
}

/** Forget what was put aside. */
export function drop_aside() {
	localStorage.removeItem(aside_key);
}

/** What is kept, the latest first. What of it cannot be read is put aside before anything is written over it. */
export function drafts() {
	try {
		const text = localStorage.getItem(key);
		const { drafts, is_all } = text === null ? { drafts: [], is_all: true } : understood(text);

		if (!is_all) {
			localStorage.setItem(aside_key, JSON.stringify([...aside(), text]));
			localStorage.setItem(key, JSON.stringify({ version, drafts }));
		}
		return drafts;
	} catch {
		return []; // Storage is forbidden, or has no room to put anything aside: nothing is touched.
	}
}

/** False: there is no room for it. @param {Draft[]} all */
function write(all) {
	try {
		const text = localStorage.getItem(key);
		if (text !== null && !understood(text).is_all)
			return false;
		localStorage.setItem(key, JSON.stringify({ version, drafts: all }));
		return true;
	} catch {
		return false;
	}
}

/** Keep a battle by its id, instead of what was kept by it. */
export function keep_draft(id, file) {
	const others = drafts().filter((one) => one.id !== id);

	return write([{ id, at: Date.now(), file }, ...others].slice(0, most));
}

/** Forget one; put_back() undoes it. @returns {Draft[]} what was there */
export function drop_draft(id) {
	const before = drafts();

	write(before.filter((one) => one.id !== id));
	return before;
}

/** @param {Draft[]} before */
export function put_back(before) {
	write(before);
}
