// @ts-check
// The switches of a rule book: where its text can be read in two ways, which way is played. Set when a game is made,
// told to a player who joins and in the game. All of it comes from the book.

import * as api from "./api.js";
import { fill, make } from "./dom.js";
import { has_words, rare_words, words } from "./words.js";

const position_words = (rule, position) => words(`reading.${rule.name}.${position}`);

/** A sentence about a switch or a number of a book: in this language, or as the book has it. */
export const sentence_of = (kind, rule, text) => (has_words(`${kind}.${rule.name}`) ? words(`${kind}.${rule.name}`) : text);

/** Why the default is the default and, where a source says otherwise, what that leaves out. */
export function switch_notes(rule, id = null) {
	return make(
		"div",
		{ id, class: "small" },
		make("p", null, `${sentence_of("why", rule, rule.reason)} (${rule.clause})`),
		rule.leaves_out
			? make(
					"p",
					{ class: "left-out" },
					make("strong", null, words("ui.switches.left_out")),
					` ${sentence_of("left_out", rule, rule.leaves_out)} (${rule.clause})`,
				)
			: null,
	);
}

/** The switches that stand otherwise than the book has them. */
export const changed = (rules, readings) =>
	rules.readings.filter((rule) => (readings[rule.name] ?? rule.default) !== rule.default);

/** The same as a list of terms; nothing when there are none. */
export function changed_list(rules, readings) {
	const others = changed(rules, readings);

	return others.length === 0
		? null
		: make(
				"dl",
				{ class: "changed" },
				others.map((rule) => [
					make("dt", null, words(`reading.${rule.name}`)),
					make(
						"dd",
						null,
						make("strong", null, position_words(rule, readings[rule.name])),
						` ${words("ui.switches.instead", { position: position_words(rule, rule.default) })}`,
						` (${rule.clause})`,
					),
				]),
			);
}

/**
 * The switches of a game that stand otherwise than in the book, with a heading; null when none does.
 * @param {Game} view @param {Ruleset} rules
 */
export function changed_part(view, rules) {
	const list = changed_list(rules, view.readings);

	return list && [make("h3", null, words("ui.switches.changed", { book: rules.title })), list];
}

function one_switch(rule, position, choose) {
	const id = `switch-${rule.name}`;
	const select = make(
		"select",
		{ id, "aria-describedby": `${id}-notes`, change: () => choose(select.value) },
		rule.positions.map((one) =>
			make(
				"option",
				{ value: one, selected: one === position },
				one === rule.default
					? words("ui.switches.default", { position: position_words(rule, one) })
					: position_words(rule, one),
			),
		),
	);

	return make(
		"div",
		{ class: "switch" },
		make("label", { for: id }, words(`reading.${rule.name}`)),
		select,
		switch_notes(rule, `${id}-notes`),
	);
}

/**
 * Show all switches of a scenario's book in `place`. What stands otherwise than in the scenario
 * is kept in `chosen`; `count` tells how many stand otherwise than in the book.
 */
export async function show_switches(place, scenario, chosen, count) {
	const [rules, { muster }] = await Promise.all([
		api.getRuleset(scenario.ruleset),
		api.getScenario(scenario.id),
		rare_words(),
	]);
	const given = { ...muster.readings };
	const tell = () => {
		const { length } = changed(rules, { ...given, ...chosen });
		count.textContent = length > 0 ? words("ui.switches.count", { number: length }) : "";
	};

	fill(
		place,
		make("p", { class: "small" }, words("ui.switches.text", { book: rules.title })),
		rules.readings.map((rule) => {
			const at_first = given[rule.name] ?? rule.default;
			return one_switch(rule, chosen[rule.name] ?? at_first, (position) => {
				if (position === at_first)
					delete chosen[rule.name];
				else
					chosen[rule.name] = position;
				tell();
			});
		}),
	);
	tell();
}
