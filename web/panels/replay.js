// @ts-check
// The replay: a slider through the whole game, step by step, and back to the present.

import { make, set } from "../dom.js";
import { is_minor } from "../follow.js";
import { has_referee } from "../referee/offered.js";
import { event_words, words } from "../words.js";

const step_ms = 900;

class Replay extends HTMLElement {
	#session = /** @type {Session|null} */ (null);
	#timer = 0;
	#is_offered = false; // the referee, where the server has one
	#slider = make("input", {
		type: "range",
		min: 0,
		"aria-label": words("ui.past.slider"),
		input: () => this.#go(Number(this.#slider.value)),
	});
	#line = make("p", { class: "replay-line", role: "status" });
	#set_up = make("a", { class: "button", "data-key": "set-up-turn" });
	#ask = make("a", { class: "button", "data-key": "ask-here" });
	#play = make("button", { type: "button", click: () => this.#toggle() }, "▶");

	connectedCallback() {
		if (this.#slider.isConnected)
			return;
		has_referee().then((is_there) => {
			this.#is_offered = is_there;
			this.#session?.store.set({});
		});
		const button = (key, sign, click) =>
			make("button", { type: "button", "aria-label": words(key), title: words(key), click }, sign);

		this.append(
			make(
				"div",
				{ class: "replay-row" },
				button("ui.past.back", "◀", () => this.#step(-1)),
				this.#play,
				button("ui.past.on", "▶|", () => this.#step(1)),
				this.#slider,
				make(
					"button",
					{ type: "button", class: "primary", click: () => this.#leave() },
					words("ui.past.now"),
				),
			),
			this.#line,
			this.#set_up,
			this.#ask,
		);
	}

	disconnectedCallback() {
		clearInterval(this.#timer);
	}

	/** The numbers of the events that are steps of their own. */
	get #steps() {
		return this.#session.state.log
			.filter((event) => !is_minor(event))
			.map((event) => event.seq);
	}

	#go(index) {
		this.#session.show_after(this.#steps[index] ?? null);
	}

	#step(by) {
		const steps = this.#steps;
		const { shown_seq } = this.#session.state;
		const here = shown_seq === null ? steps.length - 1 : steps.findLastIndex((seq) => seq <= shown_seq);

		this.#go(Math.max(0, here + by));
		if (here + by >= steps.length - 1)
			this.#stop();
	}

	#stop() {
		clearInterval(this.#timer);
		this.#timer = 0;
		this.#name_play();
	}

	#toggle() {
		if (this.#timer)
			return this.#stop();
		this.#timer = setInterval(() => this.#step(1), step_ms);
		return this.#name_play();
	}

	#name_play() {
		const key = this.#timer ? "ui.past.stop" : "ui.past.play";

		this.#play.textContent = this.#timer ? "❚❚" : "▶▶";
		set(this.#play, { "aria-label": words(key), title: words(key) });
	}

	#leave() {
		this.#stop();
		this.#session.show_after(null);
		this.#session.store.set({ is_replaying: false });
	}

	/** @param {State} state @param {Session} session */
	render(state, session) {
		this.#session = session;
		this.hidden = !state.is_replaying && (state.shown_seq === null || state.story !== null);
		if (this.hidden)
			return;
		const steps = this.#steps;
		const here = state.shown_seq === null ? steps.length - 1 : steps.findLastIndex((seq) => seq <= state.shown_seq);
		const event = state.log.find((one) => one.seq === steps[here]);

		this.#name_play();
		set(this.#slider, { max: Math.max(0, steps.length - 1) });
		this.#slider.value = String(here);
		// Of a running game only where it may be measured.
		const { armies, status, premeasure, turn } = state.game;
		this.#set_up.hidden = turn < 1 || (status !== "finished" && !premeasure);
		set(this.#set_up, { href: `battle#game=${state.game_id}@${turn}` });
		this.#set_up.textContent = words("ui.set_up.turn", { turn });
		this.#ask.hidden = !this.#is_offered || status !== "finished" || armies !== undefined;
		set(this.#ask, { href: `ask#game=${state.game_id}@${state.side === "umpire" ? "public" : state.side}.${state.shown_seq ?? state.log.at(-1)?.seq ?? 0}` });
		this.#ask.textContent = words("ui.ask.from_here");
		this.#line.textContent = event
			? words("ui.past.line", {
					step: here + 1,
					steps: steps.length,
					said: event_words(state.game, event),
				})
			: "";
	}
}

customElements.define("pn-replay", Replay);
