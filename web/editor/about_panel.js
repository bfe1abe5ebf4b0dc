// @ts-check
// What a battle is, for people who were sent its link: what is played, both armies, what stands otherwise than in the
// book. The table is beside it.

import { make } from "../dom.js";
import { changed_part } from "../switches.js";
import { isolated, words } from "../words.js";
import { named } from "./book.js";
import { lengths_in, shown } from "./fields.js";
import { unit_of, units_of } from "./muster.js";

/** @param {import("./boot.js").Editor} editor */
function terms({ battle, book }) {
	const { board, ends, method, position } = battle.value.muster;
	const { rules } = book;
	const long = (value) => shown("length", value);
	const usual = rules.methods.find((one) => one.default)?.id;
	const rows = [
		["ui.battle.book", rules.title],
		["ui.battle.table_size", words(`ui.battle.size.${lengths_in()}`, { width: long(board.width), depth: long(board.depth) })],
		["ui.battle.turns", String(ends?.turns ?? "")],
		position ? ["ui.battle.turn", String(position.turn)] : null,
		method && method !== usual ? ["ui.battle.method", named("method", method)] : null,
	];

	return make(
		"dl",
		{ class: "terms" },
		rows.filter(Boolean).map(([key, said]) => [make("dt", null, words(key)), make("dd", null, said)]),
	);
}

/** Numbers of the book that stand otherwise. @param {import("./boot.js").Editor} editor */
function numbers({ battle, book }) {
	const given = Object.entries(battle.value.muster.params ?? {});

	return given.length > 0
		? [
				make("h3", null, words("ui.battle.part.params")),
				make(
					"ul",
					null,
					given.map(([name, value]) => {
						const kind = book.rules.params.find((one) => one.name === name)?.kind ?? "number";
						return make("li", null, `${named("param", name)}: ${shown(kind, value)}`);
					}),
				),
			]
		: null;
}

/** What is so of a unit of a battle under way: its state, whom it is in contact with, whether it is gone. */
function under_way(value, id, unit, usual_state) {
	const { contacts = [], units = {} } = value.muster.position ?? {};
	const name = (other) => isolated(unit_of(value, other)?.name ?? "");

	return [
		unit.state && unit.state !== usual_state ? named("state", unit.state) : "",
		...contacts
			.filter((one) => one.unit === id)
			.map((one) => words("ui.report.contact", { unit: name(one.with), facing: words(`facing.${one.facing}`) })),
		units[id]?.on_table === false ? words("ui.battle.gone") : "",
	]
		.filter(Boolean)
		.map((said) => `, ${said}`)
		.join("");
}

/** @param {import("./boot.js").Editor} editor */
function army({ battle, book }, side) {
	const { value } = battle;
	const own = units_of(value).filter(([, unit]) => unit.side === side);
	const traits = (unit) => (unit.traits ?? []).map((trait) => `, ${named("trait", trait)}`).join("");
	const figures = (id, unit) => value.muster.position?.units?.[id]?.figures ?? unit.figures;

	return make(
		"section",
		null,
		make("h3", { class: `side ${side}` }, words(`side.${side}`)),
		make(
			"ul",
			null,
			own.map(([id, unit]) =>
				make(
					"li",
					null,
					words("ui.join.unit", { name: isolated(unit.name), figures: figures(id, unit), class: named("class", unit.class) }),
					traits(unit),
					under_way(value, id, unit, book.rules.states[0]),
				),
			),
		),
	);
}

/** @param {import("./boot.js").Editor} editor */
export function about_panel(editor) {
	const { battle, book } = editor;
	const { description, muster } = battle.value;
	const play = () => {
		editor.panel = "play";
		editor.redraw();
	};

	return [
		description ? make("p", null, description) : null,
		terms(editor),
		make("p", { class: "row" }, make("button", { type: "button", class: "primary", "data-key": "about-play", click: play }, words("ui.battle.panel.play"))),
		army(editor, "red"),
		army(editor, "blue"),
		changed_part(/** @type {any} */ ({ readings: muster.readings ?? {} }), book.rules),
		numbers(editor),
	];
}
