// @ts-check
// The states of a game's page, as tables: what may arrive in each state, and which state follows; null: it
// changes nothing there. What arrives late, for something that is over, is dropped in one place: arrive().
// web/README.md tells what the states mean.

/** The way to the server: what is heard of the game. */
export const line = {
	blank: { opened: "loading", loaded: null, refused: null, ended: null, live: null, cut: null, closed: "over" },
	loading: { opened: "loading", loaded: "connecting", refused: "refused", ended: null, live: null, cut: null, closed: "over" },
	connecting: { opened: "loading", loaded: null, refused: "refused", ended: null, live: "live", cut: "cut", closed: "over" },
	live: { opened: "loading", loaded: null, refused: "refused", ended: "connecting", live: null, cut: "cut", closed: "over" },
	cut: { opened: "loading", loaded: null, refused: "refused", ended: null, live: "live", cut: null, closed: "over" },
	refused: { opened: "loading", loaded: null, refused: null, ended: null, live: null, cut: null, closed: "over" },
	over: { opened: null, loaded: null, refused: null, ended: null, live: null, cut: null, closed: null },
};

/** What is asked one at a time: all that is wished for meanwhile is one more question. */
export const question = {
	idle: { wished: "asked", answered: null, failed: null, dropped: "idle" },
	asked: { wished: "again", answered: "idle", failed: "idle", dropped: "idle" },
	again: { wished: null, answered: "asked", failed: "idle", dropped: "idle" },
};

/** The order that is on its way: one at a time. */
export const order = {
	idle: { given: "sent", answered: null, refused: null, broken: null, seen: null, unseen: null, dropped: "idle" },
	sent: { given: null, answered: "looking", refused: "looking", broken: "doubt", seen: null, unseen: null, dropped: "idle" },
	looking: { given: "next", answered: null, refused: null, broken: null, seen: "idle", unseen: "idle", dropped: "idle" },
	next: { given: null, answered: null, refused: null, broken: null, seen: "idle", unseen: "idle", dropped: "idle" },
	doubt: { given: null, answered: null, refused: null, broken: null, seen: "idle", unseen: null, dropped: "idle" },
};

/** What ends all that was asked before it: its answers come late. */
const ends = new Set(["opened", "closed", "dropped"]);

/**
 * Where something stands in its table.
 * @template {Record<string, Record<string, string|null>>} Table
 */
export class Machine {
	#table;
	/** The state. @type {keyof Table} */
	now;
	/** Of which time what is asked now is: another one once it is over. */
	number = 0;

	/** It stands in the first state of its table. @param {Table} table */
	constructor(table) {
		this.#table = table;
		this.now = Object.keys(table)[0];
	}

	/** Was something asked in a time that is over? @param {number} number of that time */
	is_late(number) {
		return number !== this.number;
	}

	/**
	 * Something arrives, of the time of that number. Gives the state that follows, or null where nothing does:
	 * it is late, or changes nothing.
	 * @param {string & keyof Table[keyof Table]} what
	 */
	arrive(what, number = this.number) {
		const next = this.is_late(number) ? null : this.#table[this.now][what];

		if (next === null)
			return null;
		if (ends.has(what))
			this.number++;
		this.now = next;
		return next;
	}
}
