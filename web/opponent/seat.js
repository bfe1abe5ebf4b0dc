// @ts-check
// The seat that the practice opponent plays while the page shows the game, and the line above the
// table that says so. What it does goes to the server as anybody's commands do.

import * as api from "../api.js";
import { fill, make } from "../dom.js";
import { RefereeFailed } from "../referee/referee.js";
import { note, seats_of } from "../seats.js";
import { owes } from "../store.js";
import { words } from "../words.js";
import { chooser } from "./choose.js";

const pause_ms = 700; // so that one sees what it does
const courtesy = 10; // pauses in which the player goes first where both are asked

/** Has the other side proposed something that is not answered yet? */
const is_asked = (view) =>
	(view.actions ?? []).some((action) => ["accept_offer", "decline_offer"].includes(action.do.type));

/**
 * Play the seat until the returned function is called. `tell` hears "thinks", "waits" or "cannot".
 *
 * @param {string} game
 * @param {string} token
 * @param {string} side
 * @param {() => number} strength_of
 * @param {(what: "thinks" | "waits" | "cannot") => void} tell
 */
function play(game, token, side, strength_of, tell) {
	const choose = chooser(game, token);
	let stopped = false;
	let tried = false; // that it can play here is found out before it is asked
	let seen = 0;
	let waited = 0;
	/** @type {ReturnType<typeof setTimeout> | undefined} */
	let timer;

	// Wait while the other side, too, is asked: an answer a moment earlier would move the game on under
	// their finger.
	function lets_pass({ version, waiting_for }) {
		waited = seen === version ? waited + 1 : 0;
		seen = version;
		return waited < courtesy && waiting_for.some((wait) => wait.side !== side);
	}

	async function decide(view) {
		tell("thinks");
		const body = await choose(strength_of());

		tried = true;
		if (body && !stopped)
			await api.act(game, token, body, api.new_key(), view.version);
		tell("waits");
	}

	async function turn() {
		try {
			const view = await api.getGame(game, token);

			if (view.status === "finished")
				stopped = true;
			else if (!stopped && (!tried || is_asked(view) || (owes(view, side) && !lets_pass(view))))
				await decide(view);
		} catch (problem) {
			// Else it is asked again: the line may be cut, or the game has moved on meanwhile.
			if (problem instanceof RefereeFailed)
				tell("cannot");
		}
		if (!stopped)
			timer = setTimeout(turn, pause_ms);
	}

	turn();
	return () => {
		stopped = true;
		clearTimeout(timer);
	};
}

/** The line above the table. */
class Machine extends HTMLElement {
	#stop = () => {};
	#told = make("span", { role: "status", class: "small" });

	/** @param {string} game @param {string} token */
	begin(game, token) {
		const { machine } = seats_of(game);

		if (!machine)
			return;
		const strength_of = () => seats_of(game).machine?.strength ?? machine.strength;

		fill(
			this,
			make("link", { rel: "stylesheet", href: new URL("machine.css", import.meta.url) }),
			make("span", null, words("ui.machine.plays", { side: words(`side.${machine.side}`) })),
			strength_field(strength_of(), (strength) => note(game, { machine: { ...machine, strength } })),
			this.#told,
		);
		this.#stop = play(game, token, machine.side, strength_of, (what) => {
			this.#told.textContent = what === "waits" ? "" : words(`ui.machine.${what}`);
		});
	}

	render() {}

	disconnectedCallback() {
		this.#stop();
	}
}

/** How strong it is, to be chosen. @param {number} now @param {(strength: number) => void} chosen */
export function strength_field(now, chosen) {
	const change = ({ target }) => chosen(Number(target.value));

	return make(
		"label",
		{ class: "strength" },
		make("span", null, words("ui.machine.strength")),
		make(
			"select",
			{ "data-key": "strength", change },
			[1, 2, 3].map((strength) =>
				make("option", { value: String(strength), selected: strength === now }, words(`ui.machine.${strength}`)),
			),
		),
	);
}

customElements.define("pn-machine", Machine);
