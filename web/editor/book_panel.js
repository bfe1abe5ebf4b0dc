// @ts-check
// The battle as a whole: its name, the rule book, the table's size, how long it lasts, how charges
// are declared, and whether units have places or zones.

import { make } from "../dom.js";
import { words } from "../words.js";
import { clause_part, named } from "./book.js";
import { check_field, choice_field, lengths_in, number_field, tell_lengths_in, text_field } from "./fields.js";
import { free_place } from "./units_panel.js";
import { zone_panel } from "./zones.js";

const least_side = 2540;
const longest_side = 635000;

/** @param {import("./boot.js").Editor} editor */
function table_fields({ battle, redraw }) {
	const { board } = battle.value.muster;
	const side = (name) =>
		number_field({
			at: `/muster/board/${name}`,
			label: words(`ui.battle.${name}`),
			kind: "length",
			value: board[name],
			min: least_side,
			max: longest_side,
			change: (value) => battle.change((copy) => void (copy.muster.board[name] = value)),
		});

	return make(
		"fieldset",
		{ "data-at": "/muster/board" },
		make("legend", null, words("ui.battle.table_size")),
		choice_field({
			at: "/lengths",
			label: words("ui.battle.lengths"),
			value: lengths_in(),
			of: [
				["in", words("ui.battle.lengths.in")],
				["cm", words("ui.battle.lengths.cm")],
			],
			change: (unit) => {
				tell_lengths_in(unit);
				redraw();
			},
		}),
		make("div", { class: "pair" }, side("width"), side("depth")),
	);
}

/** @param {import("./boot.js").Editor} editor */
function end_fields({ battle, book }) {
	const { ends } = battle.value.muster;

	return make(
		"div",
		{ class: "pair" },
		number_field({
			at: "/muster/ends/turns",
			label: words("ui.battle.turns"),
			value: ends?.turns,
			min: 1,
			max: 99,
			change: (value) => battle.change((copy) => void (copy.muster.ends = { count: "none", ...ends, turns: value })),
		}),
		choice_field({
			at: "/muster/ends/count",
			label: words("ui.battle.count"),
			value: ends?.count,
			of: book.rules.counts.map((one) => [one, named("count", one)]),
			change: (value) => battle.change((copy) => void (copy.muster.ends = { turns: 6, ...ends, count: value })),
		}),
	);
}

/** @param {import("./boot.js").Editor} editor */
function manner_fields({ battle, book }) {
	const { rules } = book;
	const { method, premeasure } = battle.value.muster;
	const usual = rules.methods.find((one) => one.default);

	return [
		choice_field({
			at: "/muster/method",
			label: words("ui.battle.method"),
			value: method ?? usual?.id,
			of: rules.methods.map(({ id }) => [
				id,
				id === usual?.id ? words("ui.switches.default", { position: named("method", id) }) : named("method", id),
			]),
			change: (value) => battle.change((copy) => void (copy.muster.method = value)),
		}),
		check_field({
			at: "/muster/premeasure",
			label: words("ui.battle.premeasure"),
			value: premeasure ?? rules.premeasure.default,
			note: clause_part(book, rules.premeasure.clause, "/premeasure"),
			change: (value) => battle.change((copy) => void (copy.muster.premeasure = value)),
		}),
	];
}

/** Another book has other classes and switches: what only the old one had goes. */
function take_book(battle, id) {
	battle.change((copy) => {
		const { board, units, ends, deployment } = copy.muster;
		copy.ruleset = id;
		copy.muster = { board, units, ends, ...(deployment && { deployment }) };
	});
}

/** @param {import("./boot.js").Editor} editor */
export function book_panel(editor) {
	const { battle, book, books } = editor;
	const { value } = battle;

	return [
		text_field({
			at: "/name",
			label: words("ui.battle.name"),
			value: value.name ?? "",
			max: 160,
			change: (name) => battle.change((copy) => void (copy.name = name)),
		}),
		text_field({
			at: "/description",
			label: words("ui.battle.description"),
			value: value.description ?? "",
			max: 8000,
			is_long: true,
			change: (text) =>
				battle.change((copy) => {
					delete copy.description;
					if (text)
						copy.description = text;
				}),
		}),
		choice_field({
			at: "/ruleset",
			label: words("ui.battle.book"),
			value: value.ruleset,
			of: books.map((one) => [one.id, one.title]),
			change: (id) => take_book(battle, id),
		}),
		table_fields(editor),
		end_fields(editor),
		manner_fields({ ...editor, book }),
		zone_panel(editor, free_place),
	];
}
