// @ts-check
// Deciding in advance: a list of commands that are given one after another as their
// decisions come, and answers to decisions that may come. Both are one's own secret.

import * as api from "../api.js";
import { fill, make } from "../dom.js";
import { unit_name, words } from "../words.js";
import { command_words, problem_words } from "./actions.js";

const stops = ["reaction", "failed_check", "contact", "loss"];
const answers = ["pass", "react", "default", "ask"];
const delays = [0, 5, 15, 60];

/** An answer to decisions that may come, in words. */
function order_words(game, order) {
	const about = order.unit
		? unit_name(game, order.unit)
		: order.class
			? words("ui.standing.class", { class: words(`class.${order.class}`) })
			: words("ui.standing.any");

	return words(`ui.standing.line.${order.answer}`, {
		about,
		with: unit_name(game, order.with),
	});
}

class Plan extends HTMLElement {
	#drawn = [];
	#stop_at = new Set(["reaction", "failed_check"]);
	#delay = 0;
	#session = null;
	#told = make("p", { class: "error", role: "alert" });

	/** @param {any} state @param {any} session */
	render(state, session) {
		const shown = [state.game, state.queue, state.side, state.selected, state.game.plan];

		this.#session = session;
		if (shown.every((one, index) => one === this.#drawn[index]))
			return;
		this.#drawn = shown;
		if (state.side === "public")
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
				left.map((one) => make("li", null, command_words(state.game, one.do))),
			),
			make(
				"button",
				{
					type: "button",
					"data-key": "plan-drop",
					click: () => this.#do(() => this.#session.put_plan({ commands: [] })),
				},
				words("ui.plan.drop"),
			),
		);
	}

	#queue(state) {
		const { queue, game } = state;
		const give = () =>
			this.#do(async () => {
				await this.#session.put_plan({
					commands: queue.map((body) => ({ do: body })),
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
				queue.map((body, index) =>
					make(
						"li",
						null,
						make("span", null, command_words(game, body)),
						make(
							"button",
							{
								type: "button",
								class: "quiet",
								"data-key": `queue-${index}`,
								"aria-label": words("ui.leg.drop", {
									leg: command_words(game, body),
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

	#orders(state) {
		const { game } = state;
		const orders = game.standing_orders?.orders ?? [];
		const put = (next) =>
			this.#do(() =>
				this.#session.put_standing_orders({
					orders: next,
					...(this.#delay ? { delay_minutes: this.#delay } : {}),
				}),
			);

		return [
			make(
				"ol",
				{ class: "queue" },
				orders.map((order, index) =>
					make(
						"li",
						null,
						make("span", null, order_words(game, order)),
						make(
							"button",
							{
								type: "button",
								class: "quiet",
								"data-key": `order-${index}`,
								"aria-label": words("ui.leg.drop", {
									leg: order_words(game, order),
								}),
								click: () => put(orders.filter((_, at) => at !== index)),
							},
							"✕",
						),
					),
				),
			),
			this.#new_order(state, (order) => put([...orders, order])),
		];
	}

	// About the enemy that is picked on the table, else about any or a class of them.
	#new_order(state, add) {
		const { game, side } = state;
		const units = Object.entries(game.units).filter(([, unit]) => unit.on_table !== false);
		const enemies = units.filter(([, unit]) => unit.side !== side);
		const own = units.filter(([, unit]) => unit.side === side);
		const classes = [...new Set(enemies.map(([, unit]) => unit.class))];
		const subjects = [
			[words("ui.standing.any"), {}],
			...classes.map((one) => [
				words("ui.standing.class", { class: words(`class.${one}`) }),
				{ class: one },
			]),
			...enemies.map(([id, unit]) => [unit.name, { unit: id }]),
		];
		const pick = (id, label, options, chosen = 0) => {
			const select = make(
				"select",
				{ id, "data-key": id },
				options.map((text, index) => make("option", { selected: index === chosen }, text)),
			);
			return [make("p", { class: "bound" }, make("label", { for: id }, label), select), select];
		};
		const [about_row, about] = pick(
			"standing-about",
			words("ui.standing.about"),
			subjects.map(([text]) => text),
			Math.max(
				0,
				subjects.findIndex(([, one]) => one.unit && one.unit === state.selected),
			),
		);
		const [answer_row, answer] = pick(
			"standing-answer",
			words("ui.standing.answer"),
			answers.map((one) => words(`ui.standing.${one}`)),
		);
		const [with_row, by] = pick(
			"standing-with",
			words("ui.standing.with"),
			own.map(([, unit]) => unit.name),
		);
		const [delay_row, delay] = pick(
			"standing-delay",
			words("ui.standing.delay"),
			delays.map((one) => words(one ? "ui.standing.minutes" : "ui.standing.at_once", { minutes: one })),
			Math.max(0, delays.indexOf(this.#delay)),
		);

		return make(
			"div",
			{ class: "card" },
			about_row,
			answer_row,
			with_row,
			delay_row,
			make(
				"button",
				{
					type: "button",
					"data-key": "standing-add",
					click: () => {
						const chosen = answers[answer.selectedIndex];
						this.#delay = delays[delay.selectedIndex];
						add({
							answer: chosen,
							...subjects[about.selectedIndex][1],
							...(chosen === "react" ? { with: own[by.selectedIndex][0] } : {}),
						});
					},
				},
				words("ui.standing.add"),
			),
		);
	}
}

customElements.define("pn-plan", Plan);
