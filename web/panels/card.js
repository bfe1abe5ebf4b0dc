// @ts-check
// <pn-card>: the card of a charge that is made or answered: both units, the way, the dice, and what
// came of it; or of orders that are revealed, both sides' beside each other. It has the place of the log until it
// is put away, and never the table's. While something is asked, where there is little room and when the game has
// ended it is folded to a button in a corner of the table, until it is opened. New sentences are read out as they
// come (follow.js): the card is where they can be read again.

import { ground } from "../board/ground.js";
import { degrees, middle_of, size_of, tip_of, to_picture } from "../board/measure.js";
import { body_of, figures_words } from "../board/units.js";
import { weapon_mark, weapon_of } from "../board/weapons.js";
import { die } from "../dice.js";
import { draw, fill, has_little_room, make, set } from "../dom.js";
import { is_minor } from "../follow.js";
import { read_part } from "../parts.js";
import { seats_of } from "../seats.js";
import { owes } from "../store.js";
import { event_words, isolated, unit_name, words } from "../words.js";
import { odds_lines } from "./odds.js";
import { reveal_of, reveal_sheet } from "./reveal.js";

/** What makes a card: one unit is on its way to another, or answers it. */
const made = new Set(["charge_declared", "charge_began", "reaction_declared", "contact"]);
const begins = new Set(["charge_declared", "charge_began"]);
const silent = new Set(["will_pass", "phase_entered", "move_announced"]);
const dice_shown = 12; // of one roll
const wide = 2.1; // the picture of the way, by its height
const corners = ["start", "start end", "end start", "end", "center start", "center end"]; // of the board

/** @param {GameEvent} event @returns {[string, string]} who comes, and to whom */
const pair_of = ({ type, unit, target, with: other }) =>
	type === "reaction_declared" ? [target, unit] : [unit, target ?? other];

/**
 * The last charge of a log and all that is told of it in its turn; null when there is none.
 * @param {GameEvent[]} log
 */
export function charge_of(log) {
	const undone = new Set(log.map((event) => event.undone).filter(Boolean));
	const told = log.filter(
		(event) => !is_minor(event) && !silent.has(event.type) && !undone.has(event.mark),
	);
	const last = told.findLast((event) => made.has(event.type) && pair_of(event).every(Boolean));

	if (!last)
		return null;
	const pair = pair_of(last);
	const next = told.find((event) => event.type === "turn_began" && event.seq > last.seq);
	const turn = told.findLastIndex((event) => event.type === "turn_began" && event.seq < last.seq);
	const is_own = (event) => made.has(event.type) && pair_of(event).every((one) => pair.includes(one));
	const both = told
		.slice(turn + 1)
		.slice(told.slice(turn + 1).findIndex(is_own))
		.filter(
			(event) =>
				pair.includes(event.unit ?? event.who) &&
				[event.target, event.with].every((one) => one === undefined || pair.includes(one)),
		);

	// When one pair charges twice in a turn, leave out the charge that is over.
	const begun = both.findLastIndex(({ type }) => begins.has(type));
	const events = both.slice(both.slice(0, Math.max(0, begun)).findLastIndex(({ type }) => type === "charge_ended") + 1);
	// The unit that began it comes first, whichever met the other in the end.
	const first = events.find(({ type }) => begins.has(type))?.unit ?? pair[0];

	// What it has to show: losses and the like bring no card back that was put away.
	const scene = events.findLast((event) => made.has(event.type) || event.faces || event.type === "charge_ended") ?? last;

	return { from: first, to: pair.find((one) => one !== first), turn: next && next.turn - 1, scene: scene.seq, events };
}

/**
 * The roll beside a charge's last line: what was thrown last, but of a charge that is over only what its own
 * unit threw before the end. Whether the other side held, or fled later, is told by other lines.
 * @param {GameEvent[]} events
 */
export function roll_beside(events) {
	const at = events.findLastIndex(({ type }) => type === "charge_ended");
	const own = events[at]?.unit;

	return events
		.slice(0, at < 0 ? undefined : at + 1)
		.findLast((event) => event.faces && (at < 0 || (event.unit ?? event.who) === own));
}

/** Does a question name units, and none of the charge? @param {Game["waiting_for"][number]|undefined} wait */
const is_about_others = (wait, { from, to }) => {
	const named = [wait?.unit, wait?.other].filter(Boolean);

	return named.length > 0 && !named.some((id) => id === from || id === to);
};

/** A unit as on the board, looking up, with its name and what it is. */
function portrait(unit) {
	const { width, depth } = size_of(unit);
	const weapon = weapon_of(unit);
	const room = Math.max(width, depth) * 0.06;
	const before = tip_of({ width, depth }) * 1.2 + room;
	const box = [-width / 2 - room, -before, width + 2 * room, depth + before + 3 * room];

	return make(
		"div",
		{ class: "portrait" },
		draw(
			"svg",
			{ class: "vignette", viewBox: box.join(" "), "aria-hidden": "true" },
			draw("g", { class: "units" }, draw("g", { class: `unit ${unit.side}` }, body_of(unit))),
		),
		make("strong", { class: `side ${unit.side}` }, isolated(unit.name)),
		make(
			"span",
			{ class: "small" },
			weapon && draw("svg", { class: "arms", viewBox: "-10 -10 20 20", "aria-hidden": "true" }, weapon_mark(weapon)),
			[words(`class.${unit.class}`), weapon && words(`weapon.${weapon}`), figures_words(unit)].filter(Boolean).join(", "),
		),
	);
}

/** The ground between the two, and the way: from where the first stood to the other. */
function way_picture(game, { from, to }, stood, is_turned) {
	const [a, b] = [game.units[from], game.units[to]];
	const start = to_picture(game.board, middle_of(stood?.pose ? stood : a));
	const places = [start, ...[a, b].map((unit) => to_picture(game.board, middle_of(unit)))];
	const room = Math.max(...[a, b].flatMap((unit) => Object.values(size_of(unit)))) * 0.75;
	const [left, right] = [Math.min, Math.max].map((most, i) => most(...places.map(({ x }) => x)) + (i ? room : -room));
	const [top, bottom] = [Math.min, Math.max].map((most, i) => most(...places.map(({ y }) => y)) + (i ? room : -room));
	const height = Math.max(bottom - top, (right - left) / wide);
	const box = [(left + right - height * wide) / 2, (top + bottom - height) / 2, height * wide, height];
	const end = places[2];
	const turn = Math.atan2(end.y - start.y, end.x - start.x);
	const head = (side) => `M${end.x} ${end.y}l${Math.cos(turn + side) * room * 0.35} ${Math.sin(turn + side) * room * 0.35}`;
	const block = (unit) => {
		const { x, y } = to_picture(game.board, unit.pose);
		const place = `translate(${x} ${y}) rotate(${degrees(unit.pose.facing)})`;
		return draw("g", { class: `unit ${unit.side}`, transform: place }, body_of(unit));
	};

	const about = `${(left + right) / 2} ${(top + bottom) / 2}`;

	return draw(
		"svg",
		{ class: "vignette way-picture", viewBox: box.join(" "), "aria-hidden": "true" },
		draw(
			"g",
			is_turned ? { transform: `rotate(180 ${about})` } : {},
			ground({ board: game.board, premeasure: false }),
			draw("g", { class: "units" }, block(b), block(a)),
			draw(
				"g",
				{ class: "orders" },
				draw("path", { class: "card-way", d: `M${start.x} ${start.y}L${end.x} ${end.y}${head(2.6)}${head(-2.6)}` }),
			),
		),
	);
}

/** The dice of one roll. @param {GameEvent} event */
const dice_of = (event) =>
	event.faces && make("span", { class: "dice", "aria-hidden": "true" }, event.faces.slice(0, dice_shown).map((face) => die(face, event.sides)));

class Card extends HTMLElement {
	#session = /** @type {Session|null} */ (null);
	#state = /** @type {State|null} */ (null);
	#seen = 0; // the number of the last event that was shown on the board
	#away = 0; // what was on the card when it was put away
	#opened = ""; // which card was opened although something is asked for
	#drawn = "";
	#units = /** @type {Game["units"]} */ ({}); // as they stood when the table was last drawn
	#of = ""; // whose charge came last
	#stood = /** @type {Unit|undefined} */ (undefined); // who charges, before that
	#odds = /** @type {{of: string, body: Command, odds: Odds[]}|null} */ (null); // what was foretold
	/** @param {any} event */
	#look = ({ detail }) => {
		if (detail.kind !== "seen")
			return;
		this.#seen = detail.seen;
		if (this.#state)
			this.render(this.#state, this.#session);
	};
	#escape = ({ key }) => {
		const { pending, pointing } = this.#state ?? {};

		if (key === "Escape" && !this.hidden && !pending && !pointing && this.querySelector("article"))
			this.#put_away();
	};

	connectedCallback() {
		set(this, { role: "region", "aria-label": words("ui.card") });
		this.parentElement.addEventListener("intent", this.#look, true);
		addEventListener("keydown", this.#escape);
		if (!document.querySelector("link[data-part=card]"))
			document.head.append(
				make("link", { rel: "stylesheet", href: new URL("card.css", import.meta.url), "data-part": "card" }),
			);
	}

	disconnectedCallback() {
		removeEventListener("keydown", this.#escape);
	}

	#put_away() {
		const had_focus = this.contains(document.activeElement);

		this.#away = this.#seen;
		this.#opened = "";
		this.hidden = true;
		if (had_focus)
			document.getElementById("asked")?.focus();
	}

	/** What the dice are about, as long as they lie in the cup. */
	#foretold(charge) {
		const is_it = this.#odds?.of === `${charge.from} ${charge.to}`;
		const has_rolled = charge.events.some((event) => event.faces);

		return is_it && !has_rolled ? odds_lines(this.#state.game, this.#odds.body, this.#odds.odds) : null;
	}

	/** The table as the viewer has it before them. */
	#is_turned() {
		return this.parentElement.querySelector("[data-turned]") !== null;
	}

	/** @returns {any[]} */
	#charge(charge) {
		const { game } = this.#state;
		const { from, to, events } = charge;
		const end = events.findLast(({ type }) => ["charge_ended", "removed"].includes(type)) ?? events.at(-1);
		const others = events.filter((event) => event !== end);

		return [
			make("div", { class: "both" }, portrait(game.units[from]), way_picture(game, charge, this.#stood, this.#is_turned()), portrait(game.units[to])),
			make(
				"ol",
				{ class: "told-lines" },
				others.map((event) => make("li", null, make("span", null, event_words(game, event)), dice_of(event))),
			),
			this.#foretold(charge),
			make("p", { class: "outcome" }, make("span", null, event_words(game, end)), dice_of(end)),
		];
	}

	/** @param {any} newest */
	#whole({ name, charge, reveal }) {
		const { game, title } = this.#state;
		const turn = words("ui.turn", { turn: charge?.turn ?? game.turn, turns: game.ends?.turns ?? "?" });
		const button = (key, label, click, more = {}) =>
			make("button", { type: "button", "data-key": key, click, ...more }, words(label));

		return make(
			"article",
			null,
			make("h2", null, name),
			make("p", { class: "small" }, [title, turn].filter(Boolean).join(" · ")),
			charge ? this.#charge(charge) : reveal_sheet(this.#state, reveal),
			make(
				"p",
				{ class: "row card-end" },
				button("card-away", "ui.card.away", () => this.#put_away(), { class: "primary" }),
				button("card-save", "ui.card.save", () => this.#save()),
			),
		);
	}

	// Folded it lies where it hides least of the units and of what lies over the board.
	#find_corner() {
		const over = this.parentElement.querySelectorAll(".units .rim, .zoom, .rose, .legend");
		const covered = [...over].map((one) => one.getBoundingClientRect());
		const hidden = corners.map((corner) => {
			this.style.placeSelf = corner;
			const { left, right, top, bottom } = this.getBoundingClientRect();
			return covered.reduce((sum, one) => {
				const width = Math.min(right, one.right) - Math.max(left, one.left);
				const height = Math.min(bottom, one.bottom) - Math.max(top, one.top);
				return sum + Math.max(0, width) * Math.max(0, height);
			}, 0);
		});

		this.style.placeSelf = corners[hidden.indexOf(Math.min(...hidden))];
	}

	/** @param {any} newest */
	#folded({ name, charge, key }) {
		const rolled = charge && roll_beside(charge.events);
		const end = charge?.events.findLast(({ type }) => type === "charge_ended");

		return make(
			"button",
			{
				type: "button",
				class: "card-folded",
				"data-key": "card-open",
				"aria-expanded": "false",
				click: () => {
					this.#opened = key;
					this.render(this.#state, this.#session);
				},
			},
			rolled && dice_of({ ...rolled, faces: rolled.faces.slice(0, 3) }),
			end ? event_words(this.#state.game, end) : name,
		);
	}

	/**
	 * What came last of what was seen: a charge, or orders that were revealed.
	 * @param {State} state
	 */
	#newest({ game, log }) {
		const seen = log.filter(({ seq }) => seq > Number(this.dataset.after) && seq <= this.#seen);
		const charge = charge_of(seen);
		const reveal = reveal_of(seen);
		const last = charge?.scene ?? 0;

		if (reveal && reveal.seq > last)
			return { last: reveal.seq, of: "orders", reveal, name: words("ui.reveal", { turn: game.turn }) };
		if (!charge || [charge.from, charge.to].some((id) => !game.units[id]?.pose))
			return null;
		const [unit, target] = [charge.from, charge.to].map((id) => unit_name(game, id));
		return { last, of: `${charge.from} ${charge.to}`, charge, name: words("ui.card.title", { unit, target }) };
	}

	async #save() {
		const { save_picture } = await read_part("./panels/card_picture.js");

		await save_picture(this.querySelector("article"), `pennon-${this.#state.game_id}-${this.#seen}.png`);
	}

	// What was looked at before it was done, and where the unit stood: the card tells them afterwards.
	/** @param {State} state */
	#remember({ game, log, pending, preview, stood }) {
		const newest = charge_of(log.filter((event) => event.seq > Number(this.dataset.after)));
		const of = newest ? `${newest.from} ${newest.events[0].seq}` : "";

		if (pending?.body.target && preview?.odds?.length > 0)
			this.#odds = { of: `${pending.body.unit} ${pending.body.target}`, body: pending.body, odds: preview.odds };
		if (of !== this.#of)
			this.#stood = [this.#units, stood, game.units].map((all) => all?.[newest?.from]).find(Boolean);
		this.#of = of;
		this.#units = game.units;
	}

	/** @param {State} state @param {Session} session */
	render(state, session) {
		const { game, log, story, shown_seq, is_replaying, side, pending } = state;
		this.#state = state;
		this.#session = session;
		this.#seen = Math.max(this.#seen, seats_of(game.id).seen?.[side] ?? 0);
		this.#remember(state);
		const newest = this.#newest(state);
		// Nothing lies over a story, nor over the film of what comes next.
		const runs = story !== null || shown_seq !== null || is_replaying;
		const wait = owes(game, side) ? game.waiting_for.find((one) => one.side === side) : undefined;
		const asked = owes(game, side) ? (wait?.decision ?? "?") : "";
		// On a phone it goes when somebody else is asked about.
		const is_of_others = has_little_room() && Boolean(newest?.charge) && is_about_others(wait, newest.charge);
		// ... and a charge of an earlier turn when anything is asked.
		const is_past = has_little_room() && asked !== "" && newest?.charge?.turn !== undefined;
		this.hidden = runs || !newest || newest.last <= this.#away || is_of_others || is_past;
		if (this.hidden)
			return;
		const key = `${side} ${newest.of} ${asked}`;
		const has_film = this.#seen < (log.at(-1)?.seq ?? 0) && !document.hidden;
		const is_wanted = this.#opened === key || (asked === "" && !has_little_room() && game.status === "playing");
		const is_folded = !is_wanted || pending !== null || has_film;
		const drawn = `${key} ${newest.last} ${is_folded} ${game.version}`;

		if (drawn === this.#drawn && this.firstChild)
			return;
		this.#drawn = drawn;
		this.toggleAttribute("data-folded", is_folded);
		fill(this, is_folded ? this.#folded({ ...newest, key }) : this.#whole(newest));
		if (is_folded)
			this.#find_corner();
		else
			this.style.placeSelf = "";
	}
}

customElements.define("pn-card", Card);
