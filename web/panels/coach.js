// @ts-check
// The five steps of the lesson above the orders: what to do now, and what is done. However
// the dice fall it comes to an end: with all steps done, or with the game.

import { fill, make } from "../dom.js";
import { begin_lesson } from "../seating.js";
import { play_against, progress } from "../lesson.js";
import { words } from "../words.js";

class Coach extends HTMLElement {
	#stop = () => {};
	#drawn = "";

	/** @param {string} game @param {string} token of the seat that the page plays */
	begin(game, token) {
		this.#stop = play_against(game, token, "blue");
	}

	disconnectedCallback() {
		this.#stop();
	}

	/** @param {any} state @param {any} session */
	render(state, session) {
		const drawn = `${state.log.length} ${state.game.status}`;

		if (drawn === this.#drawn)
			return;
		this.#drawn = drawn;
		const steps = progress(state.log);
		const now = steps.find((step) => step.now);
		const ended = state.game.status === "finished";
		const said = !now ? "lesson.over" : ended ? "lesson.ended" : `lesson.${now.key}.text`;
		const again = make(
			"button",
			{
				type: "button",
				class: ended && now ? "primary" : "quiet",
				"data-key": "lesson-again",
				click: session.attempt(begin_lesson),
			},
			words("ui.lesson.again"),
		);

		fill(
			this,
			make(
				"ol",
				{ class: "steps" },
				steps.map((step) =>
					make(
						"li",
						{ class: step.done ? "done" : step.now ? "now" : "", "aria-current": step.now ? "step" : null },
						make("span", { "aria-hidden": "true" }, step.done ? "✓ " : ""),
						words(`lesson.${step.key}`),
						step.done ? make("span", { class: "unseen" }, words("ui.lesson.done")) : null,
					),
				),
			),
			make("p", { class: "coach-said", role: "status" }, words(said)),
			make(
				"p",
				{ class: "row" },
				now && !ended
					? null
					: make("a", { class: "button primary", href: "#" }, words("ui.lesson.end")),
				again,
			),
		);
	}
}

customElements.define("pn-coach", Coach);
