// @ts-check
// How the book is read in this battle: every switch and every number of its own, with its clause and
// what it decides.

import { make } from "../dom.js";
import { sentence_of, switch_notes } from "../switches.js";
import { words } from "../words.js";
import { clause_part, named } from "./book.js";
import { button, choice_field, number_field } from "./fields.js";

/** How a switch or a number stands in the book. */
const usual = (rule) => rule.default ?? rule.sample;

/** What differs from the book, of a table of the muster. */
function unusual(rules, given = {}) {
	const known = new Map(rules.map((rule) => [rule.name, usual(rule)]));

	return Object.entries(given).filter(([name, value]) => known.get(name) !== value);
}

/** Keep what differs from the book; nothing where nothing does. */
function set_member(copy, table, rules, name, value) {
	const others = unusual(rules, { ...copy.muster[table], [name]: value });

	delete copy.muster[table];
	if (others.length > 0)
		copy.muster[table] = Object.fromEntries(others);
}

/** @param {import("./boot.js").Editor} editor */
function one_switch({ battle, book }, rule) {
	const position = (one) => words(`reading.${rule.name}.${one}`);

	return choice_field({
		at: `/muster/readings/${rule.name}`,
		label: named("reading", rule.name),
		value: battle.value.muster.readings?.[rule.name] ?? rule.default,
		of: rule.positions.map((one) => [
			one,
			one === rule.default ? words("ui.switches.default", { position: position(one) }) : position(one),
		]),
		note: switch_notes(rule),
		change: (value) => battle.change((copy) => set_member(copy, "readings", book.rules.readings, rule.name, value)),
	});
}

// On the page a length has its unit beside it, whatever the note says of the wire.
const without_unit = (note) => note.replace(/,? in hundredths of a millimetre/, "");

/** @param {import("./boot.js").Editor} editor */
function one_number({ battle, book }, rule) {
	return number_field({
		at: `/muster/params/${rule.name}`,
		label: named("param", rule.name),
		kind: rule.kind,
		value: battle.value.muster.params?.[rule.name] ?? rule.sample,
		min: rule.min,
		max: rule.max,
		note: [sentence_of("why", rule, rule.kind === "length" ? without_unit(rule.note) : rule.note), clause_part(book, rule.clause, `/params/${rule.name}`)],
		change: (value) => battle.change((copy) => set_member(copy, "params", book.rules.params, rule.name, value)),
	});
}

/** @param {import("./boot.js").Editor} editor */
export function rules_panel(editor) {
	const { battle, book } = editor;
	const { readings, params } = battle.value.muster;
	const is_usual = unusual(book.rules.readings, readings).length + unusual(book.rules.params, params).length === 0;

	return [
		make("p", { class: "small" }, words("ui.switches.text", { book: book.rules.title })),
		button(
			"ui.battle.rules.usual",
			() =>
				battle.change((copy) => {
					delete copy.muster.readings;
					delete copy.muster.params;
				}),
			{ disabled: is_usual },
		),
		make("section", { "data-at": "/muster/readings" }, book.rules.readings.map((rule) => one_switch(editor, rule))),
		make("section", { "data-at": "/muster/params" }, book.rules.params.map((rule) => one_number(editor, rule))),
	];
}
