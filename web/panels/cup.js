// @ts-check
// The cup: dice for what the book leaves to other chapters, rolled before both sides. Rolls of this
// phase stay here; an outcome that is being written takes its losses from the last.

import * as api from "../api.js";
import { die } from "../dice.js";
import { fill, make } from "../dom.js";
import { cups_of } from "../store.js";
import { read_part } from "../parts.js";
import { event_words, words } from "../words.js";
import { problem_words, refusal_words } from "./problem.js";

const rolls_shown = 4;

/** @param {Game} game @param {GameEvent} event */
function roll_line(game, event) {
	const faces = event.faces.map((face) => {
		const one = die(face, event.sides);

		one.classList.toggle("made", event.needed !== undefined && face >= event.needed);
		return one;
	});

	return make(
		"li",
		null,
		make("span", { class: "small" }, event_words(game, event)),
		make("span", { class: "dice" }, faces),
	);
}

class Cup extends HTMLElement {
	#inputs = {
		dice: this.#input("dice", 1),
		sides: this.#input("sides", 6),
		needed: this.#input("needed", ""),
	};
	#roll = make("button", { type: "button", class: "primary", "data-key": "cup-roll", click: () => this.#throw() });
	#left = make("p", { class: "small" });
	#told = make("p", { class: "error", role: "alert" });
	#rolls = make("ul", { class: "rolls" });
	#limits = /** @type {Record<string, number>|null} */ (null);
	#is_rolling = false;
	#given = /** @type {[State, Session]|null} */ (null);
	#shown = /** @type {unknown[]} */ ([]);

	connectedCallback() {
		if (this.#roll.isConnected)
			return;
		const open = ({ target }) => target.open && this.#ask_limits();
		const field = (name, label) =>
			make("div", null, make("label", { for: `cup-${name}` }, words(label)), this.#inputs[name]);

		this.append(
			make(
				"details",
				{ class: "cup", toggle: open },
				make("summary", { "data-key": "cup" }, words("ui.cup")),
				make("p", { class: "small" }, words("ui.cup.text")),
				make(
					"div",
					{ class: "fields" },
					field("dice", "ui.cup.dice"),
					field("sides", "ui.cup.sides"),
					field("needed", "ui.cup.needed"),
				),
				make("p", { class: "row" }, this.#roll),
				this.#told,
				this.#left,
				this.#rolls,
			),
		);
		// A player who waits for an opponent may open this before it is first given the game's state.
		this.#name_roll();
		if (this.#given)
			this.#draw(...this.#given);
	}

	#input(name, value) {
		return make("input", {
			id: `cup-${name}`,
			type: "number",
			min: name === "dice" ? 1 : 2,
			max: 100,
			value,
			inputmode: "numeric",
			"data-key": `cup-${name}`,
			input: () => this.#name_roll(),
			keydown: (event) => event.key === "Enter" && this.#throw(),
		});
	}

	async #ask_limits() {
		if (this.#limits)
			return;
		const server = await api.getServer().catch(() => null); // Asked again when it is opened again.

		this.#limits = server?.limits ?? null;
		if (this.#limits)
			for (const name of ["dice", "sides", "needed"])
				this.#inputs[name].max = this.#limits[name === "dice" ? "cup_dice" : "cup_sides"];
		if (this.#given)
			this.#draw(...this.#given);
	}

	/** What is named, as a command has it. */
	#named() {
		const of = (name) => Math.trunc(Number(this.#inputs[name].value)) || 0;
		const needed = of("needed");

		return { dice: of("dice"), sides: of("sides"), ...(needed ? { needed } : {}) };
	}

	#name_roll() {
		const { dice, sides, needed } = this.#named();
		const values = { dice: words("roll.cup", { dice, sides }), needed };

		this.#roll.textContent = words(needed ? "ui.cup.roll.needed" : "ui.cup.roll", values);
	}

	async #throw() {
		const [, session] = this.#given ?? [];

		if (!session || this.#is_rolling || this.#roll.disabled)
			return;
		this.#is_rolling = true;
		this.#told.textContent = "";
		try {
			const { roll_cup } = await read_part("./requests.js");
			const asked = await roll_cup(session, this.#named());
			if (asked.lawful === false)
				this.#told.textContent = `${refusal_words(session.state.game, asked)} (${asked.clause})`;
		} catch (problem) {
			if (!(problem instanceof api.Problem))
				throw problem;
			this.#told.textContent = problem_words(problem);
		} finally {
			this.#is_rolling = false;
		}
	}

	/** @param {State} state */
	#draw(state, session) {
		const { game, side, link } = state;
		const left = this.#limits && this.#limits.cup_rolls - (game.cups?.[side] ?? 0);

		this.#name_roll();
		this.#roll.disabled = left === 0 || link === "cut" || Boolean(game.paused);
		this.#left.textContent = left === null ? "" : words("ui.cup.left", { left });
		fill(this.#rolls, cups_of(state).slice(-rolls_shown).reverse().map((event) => roll_line(game, event)));
	}

	/** @param {State} state @param {Session} session */
	render(state, session) {
		const shown = [state.game, state.log, state.link];

		this.#given = [state, session];
		if (!this.#roll.isConnected || shown.every((one, index) => one === this.#shown[index]))
			return;
		this.#shown = shown;
		this.#draw(state, session);
	}
}

customElements.define("pn-cup", Cup);
