// @ts-check
// The roster: every unit of both sides as a line, and another way to pick one.

import { draw, fill, make } from "../dom.js";
import { figures_words, unit_label } from "../board/units.js";
import { troop_sign, troop_strokes } from "../board/vocabulary.js";
import { weapon_mark, weapon_of } from "../board/weapons.js";
import { actions_of, unit_ids } from "../store.js";
import { changed, changed_list, switch_notes } from "../switches.js";
import { inches, isolated, words } from "../words.js";

/** The small block of a unit, as on the table. */
function glyph(unit) {
	return draw(
		"svg",
		{ class: `glyph ${unit.side}`, viewBox: "0 0 28 18", "aria-hidden": "true" },
		draw("rect", { x: 3, y: 3, width: 22, height: 12 }),
		draw("path", {
			transform: "translate(14 9)",
			d: troop_strokes(troop_sign(unit.class), 22, 12),
		}),
	);
}

/** @param {State} state */
function stat_words(state, unit) {
	// Which of them are lengths the rule book says; until it is read nothing is shown.
	if (!state.rules)
		return words("ui.loading");
	const kinds = new Map(state.rules.stats.map((stat) => [stat.name, stat.kind]));

	return Object.entries(unit.stats ?? {})
		.map(([name, value]) => {
			const shown = kinds.get(name) === "length" ? inches(value) : value;
			return `${words(`stat.${name}`)} ${shown}`;
		})
		.join(", ");
}

/** @param {State} state @param {Session} session */
function line_of(state, session, id, unit) {
	const [, ...said] = unit_label(state, unit, id);
	const picked = state.selected === id;
	const weapon = weapon_of(unit);
	const gone = unit.on_table === false && actions_of(state.game, id).length === 0;

	return make(
		"li",
		null,
		make(
			"button",
			{
				type: "button",
				class: "unit-line",
				"data-key": `roster ${id}`,
				"aria-pressed": String(picked),
				disabled: gone,
				click: () => session.select(picked && session.state.led !== id ? null : id),
			},
			glyph(unit),
			make(
				"span",
				{ class: "unit-name" },
				isolated(unit.name),
				weapon &&
					draw("svg", { class: "arms", viewBox: "-10 -10 20 20", "aria-hidden": "true" }, weapon_mark(weapon)),
			),
			make(
				"span",
				{ class: "small" },
				[
					words(`class.${unit.class}`),
					...(weapon ? [words(`weapon.${weapon}`)] : []),
					figures_words(unit),
					words(`state.${unit.state}`),
					...said,
				].join(", "),
			),
			picked ? make("span", { class: "small" }, stat_words(state, unit)) : null,
		),
	);
}

const row = (term, ...value) => [make("dt", null, term), make("dd", null, ...value)];

/** What the book leaves open, with the samples that are played. */
function params_rows({ game, rules }) {
	const is_length = (name) => rules?.params.find((one) => one.name === name)?.kind === "length";

	return Object.entries(rules ? (game.params ?? {}) : {}).map(([name, value]) =>
		row(
			words(`param.${name}`),
			words("ui.details.sample", { value: is_length(name) ? inches(value) : value }),
		),
	);
}

/** The switches that were changed, and behind them those that stand as the book has them. */
function switches_part({ game, rules }) {
	const others = changed(rules, game.readings);

	return [
		changed_list(rules, game.readings) ?? make("p", null, words("ui.switches.none")),
		make(
			"details",
			null,
			make("summary", { "data-key": "other-switches" }, words("ui.switches.others")),
			make(
				"dl",
				null,
				rules.readings
					.filter((rule) => !others.includes(rule))
					.map((rule) =>
						row(
							words(`reading.${rule.name}`),
							words(`reading.${rule.name}.${rule.default}`),
							switch_notes(rule),
						),
					),
			),
		),
	];
}

/** @param {State} state */
function about(state) {
	const { game, rules } = state;
	const commitment = game.seed_commitment ?? "";

	return make(
		"details",
		{ class: "about" },
		make("summary", { "data-key": "about" }, words("ui.details")),
		make(
			"dl",
			null,
			row(words("ui.details.rules"), rules?.title ?? game.ruleset),
			row(words("ui.details.method"), words(`method.${game.method}`)),
			row(words("ui.details.count"), words(`count.${game.ends.count}`)),
			row(
				words("ui.details.premeasure"),
				words(`ui.details.premeasure.${game.premeasure ? "yes" : "no"}`),
			),
			rules ? row(words("ui.details.switches"), switches_part(state)) : null,
			params_rows(state),
			row(
				words("ui.seed"),
				make("code", { title: commitment }, `${commitment.slice(0, 16)}…`),
				make("span", { class: "small" }, ` ${words("ui.seed.text")}`),
			),
		),
	);
}

/** @param {State} state @param {Session} session */
function side_section(state, session, side) {
	const { game } = state;
	const key = side === state.side ? "ui.roster.you" : `side.${side}`;
	const ids = unit_ids(game).filter((id) => game.units[id].side === side);

	return make(
		"section",
		null,
		make(
			"h3",
			null,
			[words(key, { side: words(`side.${side}`) }), isolated(game.players?.[side] ?? "")]
				.filter(Boolean)
				.join(" · "),
		),
		make(
			"ul",
			{ class: "roster" },
			ids.map((id) => line_of(state, session, id, game.units[id])),
		),
	);
}

class Roster extends HTMLElement {
	#open = false;
	#drawn = [];

	/** @param {State} state @param {Session} session */
	render(state, session) {
		const { game, side } = state;
		const shown = [game, side, state.selected, state.pending, state.rules];
		const sides = side === "blue" ? ["blue", "red"] : ["red", "blue"];

		if (shown.every((one, index) => one === this.#drawn[index]))
			return;
		this.#drawn = shown;
		if (state.selected !== null)
			session.read_rules();
		const details = about(state);

		details.open = this.#open;
		details.addEventListener("toggle", () => {
			this.#open = details.open;
			if (details.open)
				session.read_rules();
		});
		fill(
			this,
			make("h2", null, words("ui.units")),
			sides.map((one) => side_section(state, session, one)),
			details,
		);
	}
}

customElements.define("pn-roster", Roster);
