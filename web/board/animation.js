// @ts-check
// What happened, shown frame by frame, one an event, with its dice. It begins where this seat
// last looked; it waits while nobody looks at the tab; a player who acts, has the replay open or
// wants no motion sees what is.

import { make } from "../dom.js";
import { die } from "../dice.js";
import { frames } from "../history.js";
import { has_side } from "../store.js";
import { event_words } from "../words.js";

/** @typedef {import("../history.js").Frame} Frame */

const frame_ms = 520;
const unit_weight = 100; // of what dice may hide
const kept_free = ".labels text, pn-card[data-folded]:not([hidden]), .zoom, .rose, .legend";
const least_ms = 200; // a frame must be seen, however many there are
const longest_ms = 20_000;
const dice_ms = 3500;
const dice_shown = 8; // no roll of a book has more
const gap_px = 10;
const buttons_px = 54; // of the buttons at the bottom of the table, and a gap
const rows_between = 11; // places for dice between the top and the bottom
const stillness = matchMedia("(prefers-reduced-motion: reduce)");

/** How much of two boxes is the same, in square pixels. */
function shared(a, b) {
	const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
	const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);

	return Math.max(0, width) * Math.max(0, height);
}

/** Where a box of this size may stand in another, the middle of the top first, then the bottom, then what is between. */
function spots(width, height, room) {
	const across = [(room.width - width) / 2, gap_px, room.width - width - gap_px];
	const lowest = room.height - height - gap_px;
	const between = Array.from({ length: rows_between }, (_, row) => gap_px + ((lowest - gap_px) * (row + 1)) / (rows_between + 1));

	return [gap_px, lowest - buttons_px, lowest, ...between].flatMap((top) =>
		across.map((left) => ({ left, top, right: left + width, bottom: top + height })),
	);
}

/** Is a roll the other side's, against the one that is shown? Then both are seen. @param {GameEvent|null} shown @param {GameEvent} event */
const is_answer = (shown, { what, who }) =>
	shown !== null && shown.what === what && shown.who !== who && [shown.who, who].every(has_side);

export class Animation {
	node = make("div", { class: "thrown", "aria-hidden": "true" });
	#frames = /** @type {Frame[]} */ ([]);
	#told = 0; // the number of the last event that was shown or is in the animation
	#of = "";
	#tells = false; // the story of what happened goes on: nothing of it was seen to its end
	#timer = 0;
	#dice_timer = 0;
	#thrown = /** @type {GameEvent|null} */ (null); // what is shown, while another may join it
	#dice = /** @type {Element[]} */ ([]); // with their words, while they lie on the table
	#lies = /** @type {ReturnType<typeof spots>[number]|null} */ (null); // where they do, once they are seen
	#sizes = new ResizeObserver(() => this.place()); // of a charge's card, which comes when it comes
	#go_on;
	#boxes;
	#woken = () => {
		if (!document.hidden && this.#frames.length > 0 && !this.#timer)
			this.#show();
		this.#go_on();
	};
	#game = /** @type {Game|null} */ (null);
	#base = /** @type {Pick<Game, "units" | "contacts">|null} */ (null); // as it was at #told

	/**
	 * @param {() => void} go_on draws the board anew
	 * @param {() => DOMRect[]} boxes of the units, in the window
	 */
	constructor(go_on, boxes) {
		this.#go_on = go_on;
		this.#boxes = boxes;
	}

	listen() {
		document.addEventListener("visibilitychange", this.#woken);
	}

	leave() {
		document.removeEventListener("visibilitychange", this.#woken);
		this.#sizes.disconnect();
		clearTimeout(this.#timer);
		clearTimeout(this.#dice_timer);
	}

	/** The frame to show instead of the state, or undefined. */
	get frame() {
		return this.#frames[0];
	}

	/** The frame that it ends with, or undefined. */
	get last() {
		return this.#frames.at(-1);
	}

	/** The number of the last event that somebody has seen the outcome of, or null. */
	get seen() {
		return this.#frames.length === 0 && !document.hidden && !this.#tells ? this.#told : null;
	}

	/**
	 * Take up what a state's log tells that was not told yet. The game of a state may be older or
	 * newer than its log: a scene begins where the last one ended, or at a game of that moment.
	 * @param {State} state
	 */
	add(state) {
		const { log, shown_seq, pending, sending, game, side, since, story } = state;
		const last = log.at(-1)?.seq ?? 0;
		const of = `${game.id} ${side}`;
		const is_first = of !== this.#of;

		if (is_first) {
			this.#of = of;
			this.#drop();
			this.#told = since?.seq ?? last;
			this.#base = since ? { ...game, ...since } : null;
		}
		this.#game = game;
		const fresh = log.filter((event) => event.seq > this.#told);

		this.#told = last;
		this.#tells = story !== null;
		// A command on its way is no hindrance: its own dice may be told before its answer.
		if (this.#tells || shown_seq !== null || (pending && !sending) || stillness.matches) {
			this.#drop();
			if (fresh.length > 0)
				this.#base = null;
		} else if (fresh.length > 0 && this.#base) {
			this.#frames.push(...frames(this.#base, fresh));
			this.#base = this.#frames.at(-1) ?? this.#base;
		}
		if (game.seq === last)
			this.#base = game;
		if (this.#frames.length > 0 && !this.#timer && !document.hidden)
			this.#show();
	}

	#drop() {
		clearTimeout(this.#timer);
		this.#timer = 0;
		this.#frames = [];
	}

	#show() {
		const [{ event }] = this.#frames;
		const pause = longest_ms / this.#frames.length;

		if (event.faces)
			this.#throw_dice(event);
		this.#timer = setTimeout(
			() => {
				this.#timer = 0;
				this.#frames.shift();
				if (this.#frames.length > 0 && !document.hidden)
					this.#show();
				this.#go_on();
			},
			Math.max(least_ms, Math.min(frame_ms, pause)),
		);
	}

	/** @param {GameEvent} event */
	#throw_dice(event) {
		const joins = this.#dice.length > 0 && is_answer(this.#thrown, event);

		this.#thrown = joins ? null : event;
		clearTimeout(this.#dice_timer);
		this.#dice = [
			...(joins ? this.#dice : []),
			...event.faces.slice(0, dice_shown).map((face) => die(face, event.sides)),
			make("span", null, event_words(this.#game, event)),
		];
		this.#lies = null;
		this.#dice_timer = setTimeout(() => {
			this.#dice = [];
			this.node.classList.remove("seen");
		}, dice_ms);
	}

	/**
	 * What was thrown lies where it hides least of the units, their names and what lies over the table; there it
	 * stays while it hides nothing and the table does not become too small for it. It is placed when the table was drawn: the same news that made it
	 * roll may change how large the table is, and where.
	 */
	place() {
		const room = this.node.parentElement?.getBoundingClientRect();

		if (this.#dice.length === 0 || !room)
			return;
		if (!this.#lies)
			this.node.replaceChildren(...this.#dice);
		const main = this.node.closest("main");
		const card = main?.querySelector("pn-card");
		if (card)
			this.#sizes.observe(card);
		const hidden_of = (boxes, spot) =>
			boxes.reduce(
				(sum, { left, right, top, bottom }) =>
					sum +
					shared(spot, {
						left: left - room.left,
						right: right - room.left,
						top: top - room.top,
						bottom: bottom - room.top,
					}),
				0,
			);
		const units = this.#boxes();
		const rest = [...(main?.querySelectorAll(kept_free) ?? [])].map((one) => one.getBoundingClientRect());
		// Where there is no free place, rather a name or what lies over the table is hidden than a unit.
		const hidden_at = (spot) => unit_weight * hidden_of(units, spot) + hidden_of(rest, spot);
		const lies = this.#lies;

		if (lies && lies.right <= room.width && lies.bottom <= room.height && hidden_at(lies) === 0)
			return;
		// At the left nothing squeezes it.
		this.node.style.left = "0";
		const { offsetWidth: width, offsetHeight: height } = this.node;
		const free = spots(width, height, room).map((spot) => ({ spot, hidden: hidden_at(spot) }));
		const best = free.reduce((a, b) => (b.hidden < a.hidden ? b : a)).spot;

		Object.assign(this.node.style, { left: `${best.left}px`, top: `${best.top}px` });
		this.node.classList.add("seen");
		this.#lies = best;
	}
}
