// @ts-check
// The referee in the page: core and codec as one WebAssembly module, in a thread of its own. It is
// read when something is asked of it first, from the address that getServer names.

/** So long may it say nothing: then it is ended, and its caller is told. */
const patience_ms = 30_000;

export class RefereeFailed extends Error {}

/** One thread with the module in it. After a failure it answers no more. */
class Referee {
	/** @type {Map<number, {resolve: (answer: any) => void, reject: (error: Error) => void, tell: (share: number) => void}>} */
	#waiting = new Map();
	#worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
	#next = 1;
	/** @type {ReturnType<typeof setTimeout> | undefined} */
	#timer;
	failed = false;
	/** What it plays. @type {{id: string, revision: number}[]} */
	rulesets = [];

	constructor() {
		this.#worker.onmessage = ({ data }) => this.#hear(data);
		this.#worker.onerror = (event) => this.end(event.message || "the thread ended");
	}

	/** Ends the thread; what was asked of it fails. @param {string} reason */
	end(reason) {
		this.failed = true;
		clearTimeout(this.#timer);
		this.#worker.terminate();
		for (const { reject } of this.#waiting.values())
			reject(new RefereeFailed(reason));
		this.#waiting.clear();
	}

	#wait() {
		clearTimeout(this.#timer);
		if (this.#waiting.size > 0)
			this.#timer = setTimeout(() => this.end("it says nothing"), patience_ms);
	}

	#hear({ id, told, answer, failed }) {
		const waiting = this.#waiting.get(id);

		if (told !== undefined) {
			waiting?.tell(told);
		} else if (failed !== undefined) {
			this.end(failed);
			return;
		} else {
			this.#waiting.delete(id);
			waiting?.resolve(answer);
		}
		this.#wait();
	}

	/** @param {object} question @param {(share: number) => void} tell @returns {Promise<any>} */
	post(question, tell = () => {}) {
		return new Promise((resolve, reject) => {
			if (this.failed) {
				reject(new RefereeFailed("it has ended"));
				return;
			}
			const id = this.#next++;

			this.#waiting.set(id, { resolve, reject, tell });
			this.#worker.postMessage({ id, ...question });
			this.#wait();
		});
	}
}

/** @type {Map<string, Promise<Referee>>} */
const opened = new Map();

async function start(address) {
	const referee = new Referee();

	({ rulesets: referee.rulesets } = await referee.post({ open: new URL(address, location.href).href }));
	return referee;
}

/** The referee at this address: the one there is, or another when that has failed. */
async function referee_at(address) {
	const known = await opened.get(address)?.catch(() => null);

	if (known && !known.failed)
		return known;
	const started = start(address);

	opened.set(address, started);
	return started;
}

/**
 * Play the commands of a record through the rules again; server/game/README.md tells what a
 * record is. `tell` hears how far it is, 0 to 1. Rejects with RefereeFailed where it cannot: no
 * WebAssembly, no memory, a thread that ended or says nothing.
 *
 * @param {string} address
 * @param {string} record
 * @param {(share: number) => void} [tell]
 * @returns {Promise<{verdict: "right" | "wrong" | "unasked", commands?: number, line?: number,
 *	clause?: string, reason?: string, revision?: number}>}
 */
export async function judge_record(address, record, tell) {
	const referee = await referee_at(address);

	return referee.post({ ask: "judge", text: record }, tell);
}

/**
 * Ask about a line of play: module.h tells of module_play() what a question and its answer are.
 * Rejects as judge_record() does.
 *
 * @param {string} address
 * @param {object} question
 * @returns {Promise<any>}
 */
export const play_line = (address, question) => post_text(address, "play", JSON.stringify(question));

/**
 * Ask what module.h exports under this name. Rejects as judge_record() does.
 *
 * @param {string} address
 * @param {string} name
 * @param {string} text
 * @returns {Promise<any>}
 */
export async function post_text(address, name, text) {
	const referee = await referee_at(address);

	return referee.post({ ask: name, text });
}

/**
 * The revision of each rule book that it plays. Rejects as judge_record() does.
 *
 * @param {string} address
 * @returns {Promise<Record<string, number>>}
 */
export async function revisions_at(address) {
	const { rulesets } = await referee_at(address);

	return Object.fromEntries(rulesets.map(({ id, revision }) => [id, revision]));
}

/**
 * Follow a running game: module.h tells of module_follow() what the lines are. Rejects as
 * judge_record() does.
 *
 * @param {string} address
 * @param {string} lines
 * @returns {Promise<{seq?: number, wrong?: {detail: string, pointer: string}}>}
 */
export async function follow_game(address, lines) {
	const referee = await referee_at(address);

	return referee.post({ ask: "follow", text: lines });
}

/**
 * What a command would do in the game that is followed, with keys for sentences; module_foretell().
 * Rejects as judge_record() does.
 *
 * @param {string} address
 * @param {object} body
 * @returns {Promise<any>}
 */
export async function foretell(address, body) {
	const referee = await referee_at(address);

	return referee.post({ ask: "foretell", text: JSON.stringify(body) });
}
