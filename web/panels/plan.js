// @ts-check
// Deciding in advance: a list of commands that are given one after another as their
// decisions come, and answers to decisions that may come. Both are one's own secret.

import * as api from "../api.js";
import { put_plan } from "../requests.js";
import { fill, make } from "../dom.js";
import { has_side } from "../store.js";
import { isolated, unit_name, words } from "../words.js";
import { bound_control } from "./bounds.js";
import { way_words } from "./legs.js";
import { problem_words } from "./problem.js";
import { put_orders, standing_rows } from "./standing.js";

const stops = ["reaction", "failed_check", "contact", "loss"];
const answers = ["pass", "react", "default", "ask"];
const delays = [0, 5, 15, 60];

/**
 * The line the way round that leaves a side's own units on its left.
 * @param {Game} game @param {Caller} side @param {Point[]} ends
 */
function turned_home(game, side, [a, b]) {
	const own = Object.values(game.units).filter((unit) => unit.side === side);
	const left = own.reduce(
		(sum, { pose }) => sum + (b.x - a.x) * (pose.y - a.y) - (b.y - a.y) * (pose.x - a.x),
		0,
	);

	return left < 0 ? [b, a] : [a, b];
}

/** The subjects of an order: any enemy, a class, one of these enemies. */
function subjects_of(enemies) {
	const classes = [...new Set(enemies.map(([, unit]) => unit.class))];

	return [
		[words("ui.standing.any"), {}],
		...classes.map((one) => [
			words("ui.standing.class", { class: words(`class.${one}`) }),
			{ class: one },
		]),
		...enemies.map(([id, unit]) => [isolated(unit.name), { unit: id }]),
	];
}

class Plan extends HTMLElement {
	#drawn = [];
	#stop_at = new Set(["reaction", "failed_check"]);
	#shows_ends = false;
	#chosen = {}; // what the form of a new order says so far
	#session = /** @type {Session|null} */ (null);
	#told = make("p", { class: "error", role: "alert" });

	/** @param {State} state @param {Session} session */
	render(state, session) {
		const shown = [
			state.game,
			state.queue,
			state.side,
			state.selected,
			state.pointing?.key,
			state.line,
		];

		this.#session = session;
		if (shown.every((one, index) => one === this.#drawn[index]))
			return;
		this.#drawn = shown;
		if (!has_side(state.side))
			return fill(this);
		return fill(
			this,
			make("h2", null, words("ui.plan")),
			make("p", { class: "small" }, words("ui.plan.text")),
			this.#standing_plan(state),
			this.#queue(state),
			make("h3", null, words("ui.standing")),
			make("p", { class: "small" }, words("ui.standing.text")),
			this.#orders(state),
			this.#told,
		);
	}

	async #do(work) {
		this.#told.textContent = "";
		try {
			await work();
		} catch (problem) {
			if (!(problem instanceof api.Problem))
				throw problem;
			this.#told.textContent = problem_words(problem);
		}
	}

	// What the server still holds.
	/** @param {State} state */
	#standing_plan(state) {
		const left = state.game.plan?.commands ?? [];

		if (left.length === 0)
			return null;
		return make(
			"div",
			{ class: "card" },
			make("p", null, words("ui.plan.stands")),
			make(
				"ol",
				null,
				left.map((one) => make("li", null, way_words(state.game, one.do))),
			),
			make(
				"button",
				{
					type: "button",
					"data-key": "plan-drop",
					click: () => this.#do(() => put_plan(this.#session, { commands: [] })),
				},
				words("ui.plan.drop"),
			),
		);
	}

	/** @param {State} state */
	#queue(state) {
		const { queue, game } = state;
		const give = () =>
			this.#do(async () => {
				await put_plan(this.#session, {
					commands: queue.map((one) => ({ do: one.do })),
					stop_at: [...this.#stop_at],
				});
				this.#session.store.set({ queue: [] });
			});

		if (queue.length === 0)
			return make("p", null, words("ui.plan.empty"));
		return make(
			"div",
			{ class: "card" },
			make(
				"ol",
				{ class: "queue" },
				queue.map((one, index) =>
					make(
						"li",
						null,
						make("span", null, way_words(game, one.do)),
						make(
							"button",
							{
								type: "button",
								class: "quiet",
								"data-key": `queue-${index}`,
								"aria-label": words("ui.leg.drop", {
									leg: way_words(game, one.do),
								}),
								click: () =>
									this.#session.store.set({
										queue: queue.filter((_, at) => at !== index),
									}),
							},
							"✕",
						),
					),
				),
			),
			make(
				"fieldset",
				null,
				make("legend", null, words("ui.plan.stop")),
				stops.map((stop) => {
					const box = make("input", {
						type: "checkbox",
						checked: this.#stop_at.has(stop),
						"data-key": `stop-${stop}`,
						change: () =>
							box.checked ? this.#stop_at.add(stop) : this.#stop_at.delete(stop),
					});
					return make("label", { class: "check" }, box, words(`ui.plan.stop.${stop}`));
				}),
			),
			make(
				"button",
				{ type: "button", class: "primary", "data-key": "plan-give", click: give },
				words("ui.plan.give"),
			),
		);
	}

	/** @param {State} state */
	#orders(state) {
		const { game } = state;
		const orders = game.standing_orders?.orders ?? [];
		const put = (next, more = {}) => this.#do(() => put_orders(this.#session, next, more));
		const end = (ended) => put(orders.filter((order) => order !== ended));

		return [
			make("ol", { class: "queue" }, standing_rows(game, orders, "order", end)),
			this.#new_order(state, (order, delay) => put([...orders, order], { delay_minutes: delay || undefined })),
		];
	}

	// Only once the enemy has come over a line: shown on the table, or by its two ends.
	/** @param {State} state */
	#line_part(state) {
		const { game, side, line, pointing } = state;
		const { board } = game;
		const set = (next) => this.#session.store.set({ line: next });
		const corners = [
			{ x: 0, y: 0 },
			{ x: board.width, y: board.depth },
		];
		const middle = Math.round(board.depth / 2);
		const across = [
			{ x: 0, y: middle },
			{ x: board.width, y: middle },
		];
		const is_pointing = pointing?.key === "line";
		const show = make(
			"button",
			{
				type: "button",
				"data-key": "line",
				"aria-pressed": String(is_pointing),
				click: () => {
					set(line ?? turned_home(game, side, across));
					this.#session.ask_points("line", 2, (ends) => set(turned_home(game, side, ends)));
				},
			},
			words(is_pointing ? "ui.aim.line" : "ui.standing.draw"),
		);
		const drop = make(
			"button",
			{ type: "button", "data-key": "line-drop", click: () => set(null) },
			words("ui.standing.no_line"),
		);

		return [
			make("p", { class: "row" }, show, line ? drop : null),
			line
				? make(
						"details",
						{
							open: this.#shows_ends,
							toggle: ({ target }) => (this.#shows_ends = target.open),
						},
						make("summary", { "data-key": "line-ends" }, words("ui.standing.ends")),
						line.map((_, end) =>
							bound_control(
								game,
								{ at: `/${end}`, kind: "polygon", points: corners },
								`line-${end}`,
								line,
								(next) => set(next),
							),
						),
					)
				: null,
		];
	}

	/** A list to choose from, with its label; what was chosen stays while the panel is redrawn. */
	#choice(id, label, options, chosen = 0) {
		const at = this.#chosen[id] ?? chosen;
		const select = make(
			"select",
			{
				id,
				"data-key": id,
				change: () => (this.#chosen[id] = select.selectedIndex),
			},
			options.map((text, index) => make("option", { selected: index === at }, text)),
		);

		return [make("p", { class: "bound" }, make("label", { for: id }, label), select), select];
	}

	/** About the enemy that is picked on the table, else about any or a class of them. @param {State} state */
	#new_order(state, add) {
		const { game, side } = state;
		const units = Object.entries(game.units).filter(([, unit]) => unit.on_table !== false);
		const own = units.filter(([, unit]) => unit.side === side);
		const subjects = subjects_of(units.filter(([, unit]) => unit.side !== side));
		const [about_row, about] = this.#choice(
			"standing-about",
			words("ui.standing.about"),
			subjects.map(([text]) => text),
			Math.max(
				0,
				subjects.findIndex(([, one]) => one.unit && one.unit === state.selected),
			),
		);
		const [answer_row, answer] = this.#choice(
			"standing-answer",
			words("ui.standing.answer"),
			answers.map((one) => words(`ui.standing.${one}`)),
		);
		const [with_row, by] = this.#choice(
			"standing-with",
			words("ui.standing.with"),
			own.map(([, unit]) => isolated(unit.name)),
		);
		const stands = game.standing_orders?.delay_minutes ?? 0;
		const offered = [...new Set([...delays, stands])].sort((a, b) => a - b);
		const [delay_row, delay] = this.#choice(
			"standing-delay",
			words("ui.standing.delay"),
			offered.map((one) => words(one ? "ui.standing.minutes" : "ui.standing.at_once", { minutes: one })),
			offered.indexOf(stands),
		);
		const show_with = () => {
			with_row.hidden = answers[answer.selectedIndex] !== "react";
		};
		const click = () => {
			const chosen = answers[answer.selectedIndex];
			const over = state.line ? { line: state.line } : {};

			this.#chosen = {};
			this.#session.store.set({ line: null });
			const order = {
				answer: chosen,
				...subjects[about.selectedIndex][1],
				...(chosen === "react" ? { with: own[by.selectedIndex][0] } : {}),
				...over,
			};
			add(order, offered[delay.selectedIndex]);
		};

		show_with();
		answer.addEventListener("change", show_with);
		return make(
			"div",
			{ class: "card" },
			about_row,
			answer_row,
			with_row,
			delay_row,
			this.#line_part(state),
			make(
				"button",
				{ type: "button", "data-key": "standing-add", click },
				words("ui.standing.add"),
			),
		);
	}
}

customElements.define("pn-plan", Plan);
