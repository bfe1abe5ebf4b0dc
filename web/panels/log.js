// @ts-check
// The log: what happened, in plain words. Each line opens what log_line.js tells of it.

import { die } from "../dice.js";
import { make } from "../dom.js";
import { is_minor } from "../follow.js";
import { read_part } from "../parts.js";
import { event_words, rare_words, words } from "../words.js";

const lines_max = 200;
const dice_shown = 12; // beside a line; it opens to all

/** @param {Game} game @param {GameEvent} event @param {Session} session */
function line_of(game, event, session) {
	const text = event_words(game, event);
	// What a line opens is read and made when it is opened: most never are.
	const open = async ({ target }) => {
		const [{ opened_part }] = await Promise.all([read_part("./panels/log_line.js"), rare_words()]);
		if (target.open && target.childElementCount === 1)
			target.append(...opened_part(game, event, session));
	};

	if (event.type === "turn_began")
		return make("li", { class: "turn" }, make("h3", null, text));
	return make(
		"li",
		{
			class: `${event.type}${is_minor(event) ? " minor" : ""}`,
			"data-mark": event.mark,
		},
		make(
			"details",
			{ toggle: open },
			make(
				"summary",
				null,
				make("span", { class: "said" }, text),
				event.faces
					? make(
							"span",
							{ class: "dice" },
							event.faces.slice(0, dice_shown).map((face) =>
								die(face, event.sides),
							),
						)
					: null,
				event.clause
					? make("span", { class: "clause" }, event.clause)
					: null,
			),
		),
	);
}

// What one line cannot be made of does not keep the others from being read.
/** @param {Game} game @param {GameEvent} event @param {Session} session */
function told_line(game, event, session) {
	try {
		return line_of(game, event, session);
	} catch (reason) {
		console.warn(`line ${event.seq}: ${reason}`);
		return make("li", null, words("ui.untold", { type: event.type, number: event.seq }));
	}
}

class Log extends HTMLElement {
	#list = make("ol", { class: "log", tabindex: 0, "aria-label": words("ui.log") });
	#earlier = make(
		"button",
		{ type: "button", class: "quiet earlier", click: () => this.#show_earlier() },
		words("ui.log.earlier"),
	);
	#all = make("input", { type: "checkbox", id: "log-all", change: () => rare_words().then(() => this.#anew()) });
	#shown = 0; // how many events of the log have been looked at
	#last = 0; // the number of the last of them
	#before = /** @type {GameEvent|null} */ (null); // the last of them that was no small step
	#revealed = new Map(); // the last line of each side that opened its seals, while it may grow
	#lines = lines_max; // how many lines are kept at most
	#reads_end = true;
	#top = 0; // where it was last scrolled to
	#of = "";
	#tab = "";
	#given = /** @type {[State, Session]|null} */ (null);

	connectedCallback() {
		if (this.#list.isConnected)
			return;
		this.append(
			make(
				"div",
				{ class: "panel-head" },
				make("h2", null, words("ui.log")),
				make(
					"label",
					{ for: "log-all", class: "small" },
					this.#all,
					words("ui.log.all"),
				),
			),
			this.#list,
		);
		// A reader at the end stays there when the list becomes shorter or longer: a list that became
		// shorter is no longer at its end, but nobody has scrolled up.
		this.#list.addEventListener("scroll", () => {
			const top = this.#list.scrollTop;

			this.#reads_end = this.#is_at_end() || (this.#reads_end && top >= this.#top);
			this.#top = top;
		});
		new ResizeObserver(() => this.#reads_end && this.#to_end()).observe(this.#list);
	}

	#is_at_end() {
		return this.#list.scrollHeight - this.#list.scrollTop - this.#list.clientHeight < 40;
	}

	#to_end() {
		this.#list.scrollTop = this.#list.scrollHeight;
		this.#top = this.#list.scrollTop;
		this.#reads_end = true;
	}

	#anew() {
		this.#list.replaceChildren();
		this.#revealed.clear();
		this.#shown = this.#last = 0;
		this.render(...this.#given);
		this.#to_end();
	}

	#show_earlier() {
		const before = this.#list.scrollHeight;

		this.#lines += lines_max;
		this.#list.replaceChildren();
		this.#revealed.clear();
		this.#shown = this.#last = 0;
		this.render(...this.#given);
		this.#list.scrollTop = this.#list.scrollHeight - before;
	}

	// A long game keeps a page of lines; the ones before are made again when asked for.
	#trim() {
		const lines = this.#list.querySelectorAll(":scope > li:not(.before)");
		const over = lines.length - this.#lines;

		for (let at = 0; at < over; at++)
			lines[at].remove();
		if (over > 0 && !this.#earlier.isConnected)
			this.#list.prepend(make("li", { class: "before" }, this.#earlier));
	}

	// What has been told since, but for the small steps; a side that seals an order for each
	// of its units is told of once.
	/** @param {State} state */
	#fresh(state) {
		const fresh = [];

		if (this.#shown === 0)
			this.#before = null;
		for (const event of state.log.slice(this.#shown)) {
			const is_small = is_minor(event);
			const repeats =
				event.type === "sealed" &&
				this.#before?.type === "sealed" &&
				this.#before.side === event.side;

			if (this.#all.checked || (!is_small && !repeats))
				fresh.push(event);
			if (!is_small)
				this.#before = event;
		}
		return fresh;
	}

	/** @param {State} state @param {Session} session */
	render(state, session) {
		const of = `${state.game_id} ${state.side}`;
		const was_at_end = this.#reads_end || this.#is_at_end();

		this.#given = [state, session];
		// What came late belongs further up: then the list is made anew.
		if (of !== this.#of || (state.log[this.#shown - 1]?.seq ?? 0) !== this.#last) {
			this.#list.replaceChildren();
			this.#revealed.clear();
			this.#shown = this.#last = 0;
			this.#lines = lines_max;
			this.#of = of;
		}
		const fresh = this.#fresh(state);
		const skipped = Math.max(0, fresh.length - this.#lines - 1);
		for (const event of fresh.slice(skipped))
			this.#append(state.game, event, session);
		for (const event of fresh.filter((one) => one.type === "undone"))
			this.#strike(event.undone);
		this.#trim();
		// On a narrow screen a list that was out of sight has not been scrolled.
		const comes_up = state.tab === "log" && this.#tab !== "log";
		this.#tab = state.tab;
		if (
			comes_up ||
			(this.#shown < state.log.length && (was_at_end || this.#shown === 0))
		)
			this.#to_end();
		this.#shown = state.log.length;
		this.#last = state.log.at(-1)?.seq ?? 0;
	}

	// What a side reveals is one line, however many seals it opens.
	/** @param {Game} game @param {GameEvent} event @param {Session} session */
	#append(game, event, session) {
		const before = this.#revealed.get(event.side);
		const is_one = event.type === "revealed" && !this.#all.checked;
		const told =
			is_one && before
				? {
						...before.event,
						content: [...(before.event.content ?? []), ...(event.content ?? [])],
					}
				: event;
		const line = told_line(game, told, session);

		if (!is_one)
			this.#revealed.clear();
		if (told !== event)
			before.line.replaceWith(line);
		else
			this.#list.append(line);
		if (is_one)
			this.#revealed.set(event.side, { event: told, line });
	}

	// What was taken back stays in the log, struck through.
	#strike(mark) {
		for (const line of this.#list.querySelectorAll(
			`[data-mark="${CSS.escape(mark)}"]`,
		)) {
			if (!line.classList.contains("undone"))
				line.classList.add("taken-back");
		}
	}
}

customElements.define("pn-log", Log);
