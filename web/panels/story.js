// @ts-check
// <pn-story>: what happened while nobody looked, told on the board scene by scene with a line under each: it
// can be stopped, told again or left. Players who want no motion go on by hand.

import { die } from "../dice.js";
import { fill, make, set } from "../dom.js";
import { is_minor } from "../follow.js";
import { is_seen } from "../history.js";
import { lengths_of, scenes_of, told_of } from "../story.js";
import { event_words, words } from "../words.js";

const whole_ms = 55_000;
const dice_shown = 8; // of one roll: no book has more
const stillness = matchMedia("(prefers-reduced-motion: reduce)");

class Story extends HTMLElement {
	#session = /** @type {Session|null} */ (null);
	#since = /** @type {number|null} */ (null); // what it begins after
	#scenes = /** @type {import("../story.js").Scene[]} */ ([]);
	#lines = /** @type {string[]} */ ([]);
	#lengths = /** @type {number[]} */ ([]);
	#at = 0;
	#timer = 0;
	#playing = 0;
	#runs = false;
	#line = make("p", { class: "replay-line told", role: "status" });
	#count = make("span", { class: "small" });
	#stop = make("button", { type: "button", "data-key": "story-stop", click: () => this.#toggle() });

	connectedCallback() {
		if (this.#line.isConnected)
			return;
		const button = (key, name, sign, click) =>
			make("button", { type: "button", "data-key": name, "aria-label": words(key), title: words(key), click }, sign);

		this.append(
			make("h2", { class: "story-head" }, words("ui.story.head")),
			make(
				"div",
				{ class: "replay-row" },
				button("ui.story.again", "story-again", "↻", () => this.#begin()),
				this.#stop,
				button("ui.past.on", "story-on", "▶|", () => this.#go(this.#at + 1)),
				this.#count,
				make(
					"button",
					{ type: "button", class: "primary", "data-key": "story-skip", click: () => this.#end() },
					words("ui.past.now"),
				),
			),
			this.#line,
		);
	}

	disconnectedCallback() {
		this.#halt();
	}

	#halt() {
		clearTimeout(this.#timer);
		clearTimeout(this.#playing);
	}

	#begin() {
		this.#runs = !stillness.matches;
		this.#go(0);
	}

	#toggle() {
		this.#runs = !this.#runs;
		clearTimeout(this.#timer);
		if (this.#runs)
			this.#wait();
		this.#name_stop();
	}

	#name_stop() {
		const key = this.#runs ? "ui.past.stop" : "ui.past.play";

		this.#stop.textContent = this.#runs ? "❚❚" : "▶▶";
		set(this.#stop, { "aria-label": words(key), title: words(key) });
	}

	/** Show a scene; past the last one, what is. */
	#go(index) {
		clearTimeout(this.#timer);
		if (index >= this.#scenes.length)
			return this.#end();
		const { events } = this.#scenes[index];
		const rolled = events.filter((event) => event.faces);

		this.#at = index;
		this.#play(this.#runs ? events.filter(is_seen) : [], events.at(-1));
		this.#count.textContent = words("ui.story.count", { scene: index + 1, scenes: this.#scenes.length });
		fill(
			this.#line,
			make("span", null, this.#lines[index]),
			rolled.length > 0
				? make(
						"span",
						{ class: "dice", "aria-hidden": "true" },
						rolled.flatMap((event) => event.faces.slice(0, dice_shown).map((face) => die(face, event.sides))),
					)
				: null,
		);
		this.#name_stop();
		if (this.#runs)
			this.#wait();
	}

	/**
	 * Within a scene the board goes on from one thing that is seen to the next.
	 * @param {GameEvent[]} seen @param {GameEvent} last
	 */
	#play(seen, last, pause = this.#lengths[this.#at] / (seen.length + 1)) {
		const [now, ...rest] = seen;

		clearTimeout(this.#playing);
		this.#session.show_after((now ?? last).seq);
		if (now)
			this.#playing = setTimeout(() => this.#play(rest, last, pause), pause);
	}

	#wait() {
		this.#timer = setTimeout(() => {
			// Nobody looks: the scene stays.
			if (document.hidden)
				this.#wait();
			else
				this.#go(this.#at + 1);
		}, this.#lengths[this.#at]);
	}

	#end() {
		this.#halt();
		this.#since = null;
		this.hidden = true;
		this.#session.end_story();
	}

	/** @param {State} state @param {Session} session */
	render(state, session) {
		const { story, game, log } = state;

		this.#session = session;
		this.hidden = story === null;
		if (story === null || story === this.#since) {
			if (story === null)
				this.#halt();
			this.#since = story;
			return;
		}
		this.#since = story;
		this.#scenes = scenes_of(
			log.filter((event) => event.seq > story),
			is_minor,
		);
		this.#lines = this.#scenes.map((scene) =>
			told_of(scene)
				.map((event) => event_words(game, event))
				.join(" "),
		);
		this.#lengths = lengths_of(this.#lines, whole_ms);
		this.#begin();
	}
}

customElements.define("pn-story", Story);
