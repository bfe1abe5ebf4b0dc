// @ts-check
// The five steps of the lesson above the orders: what to do now, and what is done.

import { fill, make } from "../dom.js";
import { play_against, progress } from "../lesson.js";
import { words } from "../words.js";

class Coach extends HTMLElement {
	#stop = () => {};
	#drawn = -1;

	/** @param {string} game @param {string} token of the seat that the page plays */
	begin(game, token) {
		this.#stop = play_against(game, token, "blue");
	}

	disconnectedCallback() {
		this.#stop();
	}

	/** @param {any} state */
	render(state) {
		if (state.log.length === this.#drawn)
			return;
		this.#drawn = state.log.length;
		const steps = progress(state.log);
		const now = steps.find((step) => step.now);

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
			make(
				"p",
				{ class: "coach-said", role: "status" },
				words(now ? `lesson.${now.key}.text` : "lesson.over"),
			),
			now ? null : make("a", { class: "button primary", href: "#" }, words("ui.lesson.end")),
		);
	}
}

customElements.define("pn-coach", Coach);
