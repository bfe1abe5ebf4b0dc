// @ts-check
// What the practice opponent does next: the referee in the page is asked, in a thread of its own,
// about the game as the side that it plays has been told it. What it was told once is kept: only what
// is new since its last command is fetched.

import * as api from "../api.js";
import { event_line, header_of } from "../referee/lines.js";
import { post_text, RefereeFailed } from "../referee/referee.js";

/** What the side of one seat was told so far. */
class Told {
	#game;
	#token;
	#lines = "";
	#last = 0;

	/** @param {string} game @param {string} token */
	constructor(game, token) {
		this.#game = game;
		this.#token = token;
	}

	/** What is kept may be wrong: it is read anew. */
	forget() {
		this.#lines = "";
		this.#last = 0;
	}

	/** All of it, with what is new. */
	async lines() {
		if (this.#lines === "")
			this.#lines = await header_of(this.#game, this.#token);
		for (;;) {
			const { events } = await api.listEvents(this.#game, this.#token, this.#last);

			if (events.length === 0)
				return this.#lines;
			this.#lines += events.map(event_line).join("");
			this.#last = events[events.length - 1].seq;
		}
	}
}

/**
 * A chooser for the seat of this token. The function that is returned gives its command, or null when nothing
 * is asked of it; it rejects with RefereeFailed where there is no working referee here.
 *
 * @param {string} game
 * @param {string} token
 * @returns {(strength: number) => Promise<object|null>} of a strength from 1 to 3
 */
export function chooser(game, token) {
	const told = new Told(game, token);

	return async (strength) => {
		const [server, lines] = await Promise.all([api.getServer(), told.lines()]);

		if (!server.referee?.address)
			throw new RefereeFailed("the server has none");
		const answer = await post_text(server.referee.address, "choose", `${strength}\n${lines}`);

		if (answer.wrong) {
			told.forget();
			throw new RefereeFailed(answer.wrong);
		}
		return answer.do ?? null;
	};
}
