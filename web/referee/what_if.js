// @ts-check
// What a command would do in a running game, told by the referee in the page before the server is
// heard: a ghost that is dragged has its answer in the next frame, however bad the line is. The
// referee knows what this seat has seen, and nothing else. The server's word stands: it is asked where a
// ghost comes to rest, shows in place of what was told here, and where the two differ, or the referee
// fails, the server alone is asked from then on.

import { getServer } from "../api.js";
import { canonical } from "../verify/signed.js";
import { event_line, header_of } from "./lines.js";
import { with_label } from "./odds_label.js";
import { follow_game, foretell, revisions_at } from "./referee.js";

const rest_ms = 150; // a ghost that has not moved for so long has come to rest

const lines = new WeakMap();

/** Its line, made once. */
function line_of(event) {
	if (!lines.has(event))
		lines.set(event, event_line(event));
	return lines.get(event);
}

/** A preview but for its sentences, which each writes in its own way. @param {any} preview */
function gist({ detail: _, odds, ...preview }) {
	return canonical({ legs: [], touches: [], ...preview, odds: odds?.map(({ label: _, ...one }) => one) ?? [] });
}

/** The referee of one game's page. */
class WhatIf {
	#session;
	#address = "";
	#revisions = /** @type {Record<string, number>} */ ({});
	#headers = /** @type {Record<string, string>} */ ({}); // by whose they are
	#asked = new Set(); // what is being read, or was
	#followed = null; // the log that the referee has
	is_over = false;

	/** @param {Session} session */
	constructor(session) {
		this.#session = session;
	}

	/** From now on the server alone. */
	end() {
		this.is_over = true;
	}

	/** Read something once; what cannot be read ends it. */
	#read(what, work) {
		if (this.#asked.has(what))
			return;
		this.#asked.add(what);
		work().catch(() => this.end());
	}

	async #open() {
		const { referee } = await getServer();

		if (!referee)
			return this.end();
		this.#revisions = await revisions_at(referee.address);
		this.#address = referee.address;
	}

	async #read_header(side) {
		this.#headers[side] = await header_of(this.#session.state.game_id, this.#session.token);
	}

	/** Is all there that it takes? What is not is read meanwhile. */
	#is_ready() {
		const { side, game, log } = this.#session.state;

		this.#read("module", () => this.#open());
		this.#read(side, () => this.#read_header(side));
		return (
			this.#address !== "" &&
			side in this.#headers &&
			this.#revisions[game.ruleset] === game.revision &&
			log.every(({ seq }, place) => seq === place + 1)
		);
	}

	async #follow() {
		const { side, log } = this.#session.state;
		const { wrong } = await follow_game(this.#address, this.#headers[side] + log.map(line_of).join(""));

		if (wrong)
			this.end();
		this.#followed = log;
	}

	/** What a command would do, as previewAction says it; null: it cannot be told here, or not yet. */
	async tell(body) {
		const { log, game } = this.#session.state;

		if (this.is_over || !this.#is_ready())
			return null;
		try {
			if (this.#followed !== log)
				await this.#follow();
			const said = this.is_over ? null : await foretell(this.#address, body);

			return !said || said.wrong ? null : { legs: [], touches: [], ...said, odds: said.odds?.map((one) => with_label(game, one)) ?? [] };
		} catch {
			this.end();
			return null;
		}
	}
}

/**
 * Whatever is previewed in this game is told by the referee in the page first, once it is read, which it is
 * when something is picked.
 * @param {Session} session
 */
export function ask_here_first(session) {
	const here = new WhatIf(session);
	const { foretell: ask_server, ask_preview } = session;
	let wake = (_) => {};
	let resting = null; // what the server is to confirm

	/** Nothing, as soon as something else is asked; else what `work` gives. */
	const unless_moved = (work) => Promise.race([new Promise((done) => (wake = done)), work]);
	const rest = () => new Promise((done) => setTimeout(() => done(true), rest_ms));

	/** The server's word on what was told here; nothing, if it is not waited for or not to be had. */
	async function confirmed(pending, body, told) {
		const { log } = session.state;

		resting = pending;
		if (!(await unless_moved(rest())))
			return null;
		const said = await unless_moved(ask_server.call(session, pending, body).catch((problem) => problem));

		// What both were asked of must be the same game.
		if (said && !(said instanceof Error) && session.state.log === log && gist(said) !== gist(told))
			here.end();
		return said?.code === "network" ? null : said;
	}

	session.ask_preview = () => {
		// Asked once more about the same, as when the line is good again, the server is still to say its word.
		if (session.state.pending !== resting)
			wake(null);
		return ask_preview.call(session);
	};
	session.foretell = async (pending, body) => {
		const is_picked = !pending.is_ahead && body === pending.body;
		const told = is_picked ? await here.tell(body) : null;

		if (!told)
			return ask_server.call(session, pending, body);
		if (session.state.pending !== pending)
			return told;
		session.store.set({ preview: told });
		return (await confirmed(pending, body, told)) ?? told;
	};
}
