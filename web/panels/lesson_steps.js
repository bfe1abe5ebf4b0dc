// @ts-check
// The five steps of the lesson above the orders: what to do now, and what is done. However
// the dice fall it comes to an end: with all steps done, or with the game.

import { fill, make } from "../dom.js";
import { begin_lesson } from "../seating.js";
import { answered_home, is_early, is_spent, let_go, nerve, play_against, progress } from "../lesson.js";
import { note, seats_of } from "../seats.js";
import { words } from "../words.js";

/** What is said of a step that is done. @param {GameEvent[]} log */
function said_of_done(key, log) {
	if (key === "charge" && is_spent(log))
		return words("lesson.charge.over");
	if (key !== "answer" || answered_home(log))
		return words(`lesson.${key}.done`, { nerve });
	return words(let_go(log) ? "lesson.answer.let" : "lesson.answer.over");
}

/** The steps that are done and not read, which are read at once. */
const unread = (steps, read) => {
	const rest = steps.slice(read);
	const next = rest.findIndex((step) => !step.done);

	return next < 0 ? rest : rest.slice(0, next);
};

/** What is said of the step that is learnt now. @param {State} state */
function said_of(state, steps, read, ended) {
	const now = steps.find((step) => step.now);

	if (!now)
		return words("lesson.over");
	if (ended)
		return words("lesson.ended");
	if (now.done)
		return unread(steps, read).map(({ key }) => said_of_done(key, state.log)).join(" ");
	// Both steps wait for a charge that hits: another one is needed first.
	if (["charge", "strike"].includes(now.key) && is_spent(state.log))
		return words("lesson.charge.spent");
	return (is_early(state, now) ? `${words("lesson.first")} ` : "") + words(`lesson.${now.key}.text`, { nerve });
}

class LessonSteps extends HTMLElement {
	#stop = () => {};
	#drawn = "";
	#read = 0; // steps that were read to their ends
	#said = "";
	#is_folded = false; // where there is little room; what is said anew is seen
	#was_pending = false;
	#was_ended = false;

	/** @param {string} game @param {string} token of the seat that the page plays */
	begin(game, token) {
		this.#read = seats_of(game).read ?? 0;
		this.#stop = play_against(game, token, "blue");
	}

	// What is done is read before the next step is told: with one touch, however many steps were done at once.
	/** @param {State} state @param {Session} session */
	#go_on(state, session) {
		this.#read += unread(progress(state.log, this.#read), this.#read).length;
		note(session.state.game_id, { read: this.#read });
		this.render(state, session);
	}

	disconnectedCallback() {
		this.#stop();
	}

	/** Which step it is; where there is little room, folds what is said of it. */
	#fold_button(steps, now) {
		const place = now ? steps.indexOf(now) + 1 : steps.length;
		const button = make(
			"button",
			{
				type: "button",
				class: "quiet fold",
				"data-key": "lesson-fold",
				"aria-expanded": String(!this.#is_folded),
				click: () => {
					this.#is_folded = !this.#is_folded;
					button.setAttribute("aria-expanded", String(!this.#is_folded));
					this.toggleAttribute("data-folded", this.#is_folded);
				},
			},
			words("ui.lesson.step", { number: place, count: steps.length, step: words(`lesson.${steps[place - 1].key}`) }),
		);

		return button;
	}

	/** @param {State} state @param {Session} session */
	render(state, session) {
		const { game, log } = state;
		const is_picked = state.pending !== null && !this.#was_pending; // what was said is being done
		const drawn = JSON.stringify([log.length, game.status, game.version, this.#read]);

		this.#was_pending = state.pending !== null;
		if (drawn === this.#drawn && !is_picked)
			return;
		this.#drawn = drawn;
		const steps = progress(log, this.#read);
		const now = steps.find((step) => step.now);
		const ended = game.status === "finished";
		const said = said_of(state, steps, this.#read, ended);
		// What is said anew is seen, and so is the end, with the ways on from there.
		this.#is_folded = !(ended && !this.#was_ended) && (is_picked || (this.#is_folded && said === this.#said));
		this.#was_ended = ended;
		this.#said = said;
		this.toggleAttribute("data-folded", this.#is_folded);
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
			this.#fold_button(steps, now),
			make("p", { class: "lesson-said", role: "status" }, said),
			make(
				"p",
				{ class: "row" },
				now?.done && !ended
					? make(
							"button",
							{
								type: "button",
								class: "primary",
								"data-key": "lesson-go",
								click: () => this.#go_on(session.state, session),
							},
							words("ui.lesson.go_on"),
						)
					: null,
				now && !ended
					? null
					: make("a", { class: "button primary", href: "#" }, words("ui.lesson.end")),
				again,
			),
		);
	}
}

customElements.define("pn-lesson", LessonSteps);
