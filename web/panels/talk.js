// @ts-check
// Table talk of the two sides: read while the page is looked at, sent when it is said.
// It is asked for now and then and holds no connection open: browsers allow few.

import * as api from "../api.js";
import { announce, fill, make } from "../dom.js";
import { has_side } from "../store.js";
import { has_words, words } from "../words.js";
import { problem_words } from "./actions.js";

const often_ms = 5_000;
const seldom_ms = 30_000;
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: "short", dateStyle: "short" });

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
	#field = make("textarea", { id: "say", rows: 2, maxlength: 500 });
	#mute = make("input", { type: "checkbox", id: "talk-mute", change: () => this.#block() });
	#session = null;
	#of = "";
	#last = 0;
	#timer = 0;
	#is_shown = false;

	connectedCallback() {
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
		clearTimeout(this.#timer);
		this.#session = null;
	}

	/** @param {any} state @param {any} session */
	render(state, session) {
		const of = `${state.game_id} ${state.side}`;
		const is_shown = [state.tab, state.more].includes("talk");

		this.#session = session;
		if (of !== this.#of) {
			this.#of = of;
			this.#last = 0;
			fill(this.#list);
			this.#read();
		} else if (is_shown && !this.#is_shown) {
			this.#read();
		}
		this.#is_shown = is_shown;
		if (is_shown && state.talk_news)
			session.store.set({ talk_news: false });
	}

	async #read() {
		clearTimeout(this.#timer);
		const session = this.#session;

		if (!session || !has_side(session.state.side))
			return;
		const of = this.#of;
		try {
			const answer = document.hidden ? null : await session.messages(this.#last);
			if (of !== this.#of || !this.isConnected)
				return;
			if (answer)
				this.#take(answer);
		} catch {
			// Asked again soon; the line's own notice says that it is cut.
		}
		this.#timer = setTimeout(() => this.#read(), this.#is_shown ? often_ms : seldom_ms);
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
			this.#session.attempt(() => this.#session.rematch(false))();
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
				clock.format(new Date(message.time)),
			),
			make("p", null, text_of(message)),
			game ? make("a", { class: "button", href: `#game=${game}` }, words("ui.talk.game")) : null,
		);
	}

	async #say() {
		const text = this.#field.value.trim().replace(/\s+/g, " ");

		if (text === "")
			return;
		this.#told.textContent = "";
		try {
			await this.#session.say(text);
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
			await this.#session.block(this.#mute.checked);
		} catch (problem) {
			if (!(problem instanceof api.Problem))
				throw problem;
			this.#told.textContent = problem_words(problem);
		}
	}
}

customElements.define("pn-talk", Talk);
