// @ts-check
// Table talk of the two sides: read while the page is looked at, sent when it is said.
// A tab that nobody looks at holds no connection open for it: browsers allow few.

import * as api from "../api.js";
import { ask_rematch, block, messages, say } from "../requests.js";
import { announce, fill, make, typed_text } from "../dom.js";
import { has_side } from "../store.js";
import { has_words, isolated, locale, words } from "../words.js";
import { problem_words } from "./problem.js";

const seldom_ms = 30_000;
const failed_ms = 5_000;
const wait_s = 15;
const clock = () => new Intl.DateTimeFormat(locale(), { timeStyle: "short", dateStyle: "short" });

function text_of(message) {
	if (message.text !== undefined)
		return message.text;
	const { key, args } = message.words ?? {};
	return key && has_words(key)
		? words(key, { ...args, side: words(`side.${args?.side ?? message.by}`) })
		: message.label;
}

class Talk extends HTMLElement {
	#list = make("ol", { class: "said-list", tabindex: 0, "aria-label": words("ui.talk") });
	#told = make("p", { class: "error", role: "alert" });
	#both = make("p", { class: "small", role: "note" });
	#field = make("textarea", { id: "say", rows: 2, maxlength: 2000 });
	#mute = make("input", { type: "checkbox", id: "talk-mute", change: () => this.#block() });
	#session = /** @type {Session|null} */ (null);
	#of = "";
	#last = 0;
	#timer = 0;
	#is_shown = false;
	#was_over = false;
	#was_read = false;
	#round = 0;
	#seen_again = () => {
		if (!document.hidden && this.#was_read)
			this.#read();
	};

	connectedCallback() {
		document.addEventListener("visibilitychange", this.#seen_again);
		if (this.#list.isConnected)
			return;
		const say = make(
			"button",
			{ type: "button", class: "primary", "data-key": "say", click: () => this.#say() },
			words("ui.talk.say"),
		);

		this.#field.addEventListener("keydown", (event) => {
			if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
				event.preventDefault();
				this.#say();
			}
		});
		this.append(
			make(
				"div",
				{ class: "panel-head" },
				make("h2", null, words("ui.talk")),
				make(
					"label",
					{ for: "talk-mute", class: "small" },
					this.#mute,
					words("ui.talk.mute"),
				),
			),
			this.#both,
			this.#list,
			make(
				"div",
				{ class: "say" },
				make("label", { for: "say", class: "unseen" }, words("ui.talk.field")),
				this.#field,
				say,
			),
			this.#told,
		);
	}

	disconnectedCallback() {
		document.removeEventListener("visibilitychange", this.#seen_again);
		clearTimeout(this.#timer);
		this.#session = null;
	}

	/** @param {State} state @param {Session} session */
	render(state, session) {
		const of = `${state.game_id} ${state.side}`;
		const is_shown = [state.tab, state.more].includes("talk");

		const app = state.game.common_app;
		this.#session = session;
		this.#both.textContent = app ? words("ui.apps.both", { ...app, name: isolated(app.name) }) : "";
		if (of !== this.#of) {
			this.#of = of;
			this.#last = 0;
			this.#was_read = false;
			fill(this.#list);
			this.#read();
		}
		const is_over = state.game.status === "finished";
		const wakes = (is_shown && !this.#is_shown) || (is_over && !this.#was_over);
		this.#is_shown = is_shown;
		this.#was_over = is_over;
		// Unless it listens already.
		if (wakes && of === this.#of && this.#was_read)
			this.#read();
		if (is_shown && state.talk_news)
			session.store.set({ talk_news: false });
	}

	// A player who looks at the page learns it at once: what is said is marked, whatever panel is open.
	#listens() {
		return !document.hidden;
	}

	async #read() {
		clearTimeout(this.#timer);
		const session = this.#session;
		const round = ++this.#round;

		if (!session || !has_side(session.state.side))
			return;
		const of = this.#of;
		let next_ms = seldom_ms;
		try {
			const answer = document.hidden
				? null
				: await messages(
						session,
						this.#last,
						this.#listens() && this.#was_read ? wait_s : 0,
					);
			if (this.#listens())
				next_ms = 0;
			this.#was_read = true;
			if (of !== this.#of || round !== this.#round || !this.isConnected)
				return;
			if (answer)
				this.#take(answer);
		} catch {
			// Asked again soon; the line's own notice says that it is cut.
			next_ms = failed_ms;
		}
		if (round !== this.#round)
			return;
		this.#timer = setTimeout(() => this.#read(), next_ms);
	}

	#take(answer) {
		const fresh = answer.messages.filter((one) => one.number > this.#last);
		const { side } = this.#session.state;

		this.#mute.checked = answer.blocked;
		for (const message of fresh) {
			this.#last = message.number;
			this.#list.append(this.#line(message));
		}
		if (fresh.length === 0)
			return;
		this.#list.scrollTop = this.#list.scrollHeight;
		// Whether there will be another game is told in the talk.
		if (fresh.some((one) => one.words?.key.startsWith("message.rematch")))
			this.#session.attempt(() => ask_rematch(this.#session, "look"))();
		const news = fresh.filter((one) => one.by !== side);
		if (news.length > 0 && !this.#is_shown)
			this.#session.store.set({ talk_news: true });
		if (news.length > 0 && this.#is_shown)
			announce(news.map(text_of).join(" "));
	}

	#line(message) {
		const game = message.game;

		return make(
			"li",
			{ class: message.by },
			make("strong", null, words(`side.${message.by}`)),
			" ",
			make(
				"time",
				{ class: "small", datetime: message.time },
				clock().format(new Date(message.time)),
			),
			make("p", { dir: "auto" }, text_of(message)),
			game ? make("a", { class: "button", href: `#game=${game}` }, words("ui.talk.game")) : null,
		);
	}

	async #say() {
		const text = typed_text(this.#field);

		if (text === "")
			return;
		this.#told.textContent = "";
		try {
			await say(this.#session, text);
			this.#field.value = "";
			await this.#read();
		} catch (problem) {
			if (!(problem instanceof api.Problem))
				throw problem;
			this.#told.textContent = problem_words(problem);
		}
	}

	async #block() {
		try {
			await block(this.#session, this.#mute.checked);
		} catch (problem) {
			if (!(problem instanceof api.Problem))
				throw problem;
			this.#told.textContent = problem_words(problem);
		}
	}
}

customElements.define("pn-talk", Talk);
