// @ts-check
// Units: put on the table by their class, told of in a form out of the book's own tables.

import { make } from "../dom.js";
import { isolated, words } from "../words.js";
import { clause_part, named, usual_unit } from "./book.js";
import { button, check_field, choice_field, number_field, text_field } from "./fields.js";
import { block_of, box_of, boxes_meet } from "./geometry.js";
import { lend_part } from "./lend.js";
import { can_join, join_picked, move_picked } from "./contact.js";
import { board_of, drawn_unit, index_of, remove, set_units, unit_of, units_of } from "./muster.js";
import { outline_of, turn } from "./move.js";
import { beginning, name_most } from "./names.js";
import { align, copy_units, dress, mirror } from "./ranks.js";

const apart = 1270; // between units that are put on the table
const row_apart = 2540;
const figures_max = 200;
const units_max = 80;
const base_max = 20000;
const eighth = 4096; // of a half turn: 22.5°

/** Rows of a side, from its own edge: the usual one, those behind it, and at last those before it. */
function rows_from_edge(depth) {
	const rows = Array.from({ length: Math.ceil(depth / row_apart / 2) }, (_, row) => (row + 1) * row_apart);
	const usual = depth * 0.22;

	return [usual, ...rows.filter((row) => row < usual).reverse(), ...rows.filter((row) => row > usual)];
}

/** A free place for a unit on its own side of the table, row behind row. */
export function free_place(value, unit) {
	const { width, depth } = board_of(value);
	const taken = units_of(value).flatMap(([id, other]) => (other.pose ? [box_of(outline_of(value, id))] : []));
	const is_red = unit.side === "red";
	const pose = { x: 0, y: 0, facing: is_red ? 0 : 32768 };

	for (const row of rows_from_edge(depth)) {
		for (let step = 0; step * apart < width; step++) {
			// From the middle outwards.
			pose.x = Math.round(width / 2 + (step % 2 ? -1 : 1) * Math.ceil(step / 2) * apart);
			pose.y = Math.round(is_red ? row : depth - row);
			const box = box_of(block_of(drawn_unit({ ...unit, pose })));
			const is_on = box.left >= 0 && box.right <= width && box.low >= 0 && box.high <= depth;
			if (is_on && !taken.some((other) => boxes_meet(box, other, apart)))
				return { ...pose };
		}
	}
	return { ...pose, x: Math.round(width / 2) };
}

/** "Foot 2": a class with the first number that no unit of the side has. */
function free_name(value, side, kind) {
	const names = units_of(value).map(([, unit]) => unit.name);
	const title = named("class", kind).replace(/^./u, (letter) => letter.toUpperCase());

	for (let number = 1; ; number++) {
		const name = `${beginning(title, name_most - 4)} ${number}`;
		if (!names.includes(name))
			return name;
	}
}

/** Put a unit on the table, where its side has room; in zones it has no place yet. */
export function add_unit(copy, unit) {
	const added = { ...unit, name: unit.name || free_name(copy, unit.side, unit.class) };

	if (copy.muster.deployment)
		delete added.pose;
	else
		added.pose ??= free_place(copy, added);
	return set_units(copy, [...copy.muster.units, added], [added]);
}

/** Whose units are set up: both sides', or one's own. @param {import("./boot.js").Editor} editor */
const sides_of = ({ army }) => (army ? [army.side] : ["red", "blue"]);

/** @param {import("./boot.js").Editor} editor */
function adders(editor) {
	const { battle, book } = editor;
	const kinds = book.rules.classes;
	const is_full = battle.value.muster.units.length >= units_max;

	editor.kind = kinds.includes(editor.kind) ? editor.kind : kinds[0];
	const add = (side) => () => battle.change((copy) => add_unit(copy, usual_unit(book, side, editor.kind)));
	return make(
		"div",
		{ class: "adders" },
		choice_field({
			at: "/kind",
			label: words("ui.battle.class"),
			value: editor.kind,
			of: kinds.map((kind) => [kind, named("class", kind)]),
			change: (kind) => void (editor.kind = kind),
		}),
		make(
			"div",
			{ class: "row" },
			sides_of(editor).map((side) => button(`ui.battle.add.${side}`, add(side), { disabled: is_full })),
		),
	);
}

/** Pick all units of a side, where there are several. @param {import("./battle.js").Battle} battle */
function all_of(battle, side) {
	const ids = units_of(battle.value).filter(([, unit]) => unit.side === side).map(([id]) => id);
	const act = () => battle.select(ids);

	return ids.length > 1
		? make("button", { type: "button", class: "quiet", "data-key": `all-${side}`, click: act }, words(`ui.battle.all.${side}`))
		: null;
}

/** @param {import("./boot.js").Editor} editor */
function list(editor) {
	const { battle, table } = editor;
	const of_side = (side) =>
		units_of(battle.value)
			.filter(([, unit]) => unit.side === side)
			.map(([id, unit]) =>
				make(
					"li",
					null,
					make(
						"button",
						{
							type: "button",
							class: `quiet ${side}`,
							"data-key": `unit-${id}`,
							"aria-pressed": String(battle.selected.includes(id)),
							click: (event) =>
								battle.select(
									event.shiftKey || event.ctrlKey || table.picks_several
										? [...battle.selected.filter((one) => one !== id), id]
										: [id],
								),
						},
						isolated(unit.name) || words("ui.battle.unnamed_unit"),
					),
				),
			);

	return make(
		"div",
		{ class: "pair", "data-at": "/muster/units" },
		sides_of(editor).map((side) =>
			make(
				"section",
				null,
				make("h3", null, words(`side.${side}`)),
				all_of(battle, side),
				make("ul", { class: "units-list" }, of_side(side)),
			),
		),
	);
}

/** Fields that every unit of every book has. */
function shape_fields(battle, unit, at, edit) {
	const number = (name, label, value, more) =>
		number_field({
			at: `${at}/${name}`,
			label: words(label),
			value,
			change: (given) => edit((one) => put(one, name, given), `${at}/${name}`),
			...more,
		});

	return [
		make(
			"div",
			{ class: "pair" },
			number("figures", "ui.battle.figures", unit.figures, { min: 1, max: figures_max }),
			number("files", "ui.battle.files", unit.files, { min: 1, max: unit.figures }),
		),
		make(
			"div",
			{ class: "pair" },
			number("base/width", "ui.battle.base_width", unit.base?.width, { kind: "mm", min: 500, max: base_max }),
			number("base/depth", "ui.battle.base_depth", unit.base?.depth, { kind: "mm", min: 500, max: base_max }),
		),
	];
}

/** Write a member by its path within a unit; undefined takes it away. */
function put(unit, path, value) {
	const parts = path.split("/");
	const last = /** @type {string} */ (parts.pop());
	const place = parts.reduce((at, part) => (at[part] ??= {}), unit);

	if (value === undefined)
		delete place[last];
	else
		place[last] = value;
	unit.files = Math.min(unit.files, unit.figures);
}

/** Where it stands, by numbers. */
function place_fields({ battle, table }, id, at) {
	const unit = unit_of(battle.value, id);
	const { width, depth } = board_of(battle.value);
	const number = (name, label, more) =>
		number_field({
			at: `${at}/pose/${name}`,
			label: words(label),
			kind: "length",
			value: unit.pose[name],
			min: 0,
			change: (given) => move_picked(battle, table.checked, (copy) => put(unit_of(copy, id), `pose/${name}`, given)),
			...more,
		});

	return make(
		"fieldset",
		{ class: "three", "data-at": `${at}/pose` },
		make("legend", null, words("ui.battle.place")),
		number("x", "ui.battle.x", { max: width }),
		number("y", "ui.battle.y", { max: depth }),
		number("facing", "ui.battle.facing", { kind: "deg", max: 65535 }),
	);
}

/** Formation, state and traits, as far as the book has any to choose from. */
function kind_fields(book, unit, at, edit) {
	const { rules } = book;
	const choice = (name, label, table, of) =>
		choice_field({
			at: `${at}/${name}`,
			label: words(label),
			value: unit[name] ?? of[0],
			of: of.map((one) => [one, named(table, one)]),
			change: (given) => edit((one) => put(one, name, given)),
		});
	const traits = unit.traits ?? [];

	return [
		choice("class", "ui.battle.class", "class", rules.classes),
		rules.formations.length > 1
			? choice("formation", "ui.battle.formation", "formation", rules.formations.map((one) => one.name))
			: null,
		choice("state", "ui.battle.state", "state", rules.states),
		rules.traits.length > 0
			? make(
					"fieldset",
					{ "data-at": `${at}/traits` },
					make("legend", null, words("ui.battle.traits")),
					make(
						"div",
						{ class: "boxes" },
						rules.traits.map((trait) =>
							check_field({
								at: `${at}/traits/${trait}`,
								label: named("trait", trait),
								value: traits.includes(trait),
								change: (is_on) =>
									edit((one) => {
										one.traits = rules.traits.filter((other) =>
											other === trait ? is_on : traits.includes(other),
										);
									}),
							}),
						),
					),
				)
			: null,
	];
}

/** The numbers that the book wants of a unit, each with its clause. @param {import("./book.js").Book} book */
function stat_fields(book, unit, at, edit) {
	return book.rules.stats.map((stat) =>
		number_field({
			at: `${at}/stats/${stat.name}`,
			label: named("stat", stat.name),
			kind: stat.kind,
			value: unit.stats?.[stat.name],
			min: stat.min,
			max: stat.max,
			optional: stat.optional,
			note: [stat.optional ? words("ui.battle.optional") : null, clause_part(book, stat.clause, `${at}/stats/${stat.name}`)],
			change: (given) => edit((one) => put(one, `stats/${stat.name}`, given)),
		}),
	);
}

/** All that is told of one unit. @param {import("./boot.js").Editor} editor */
function form(editor, id) {
	const { battle, book } = editor;
	const unit = unit_of(battle.value, id);
	const at = `/muster/units/${index_of(battle.value, id)}`;
	const edit = (change, why = "") => battle.change((copy) => void change(unit_of(copy, id)), why);

	return make(
		"section",
		{ class: "unit-form", "data-at": at },
		text_field({
			at: `${at}/name`,
			label: words("ui.battle.unit_name"),
			value: unit.name ?? "",
			max: 160,
			change: (name) => edit((one) => put(one, "name", name)),
		}),
		shape_fields(battle, unit, at, edit),
		unit.pose ? place_fields(editor, id, at) : null,
		kind_fields(book, unit, at, edit),
		stat_fields(book, unit, at, edit),
	);
}

/** What is done to one or several units together. @param {import("./boot.js").Editor} editor */
function tools({ battle, table, army }, picked) {
	const act = (key, edit, least = 1) =>
		picked.length >= least ? button(key, () => battle.change((copy) => edit(copy, picked)), {}) : null;
	const shift = (key, edit, least = 1) =>
		picked.length >= least ? button(key, () => move_picked(battle, table.checked, (copy) => edit(copy, picked))) : null;
	const by = (angle) => (copy, ids) => turn(copy, ids, angle);

	return make(
		"div",
		{ class: "row tools" },
		shift("ui.battle.turn_left", by(-eighth)),
		shift("ui.battle.turn_right", by(eighth)),
		shift("ui.battle.align", align, 2),
		shift("ui.battle.dress", dress, 2),
		can_join(battle.value, picked)
			? button("ui.battle.join", () => join_picked(battle, table.checked, table.is_all_round))
			: null,
		act("ui.battle.copy", copy_units),
		army ? null : act("ui.battle.mirror", mirror),
		act("ui.battle.remove", remove),
	);
}

/** @param {import("./boot.js").Editor} editor */
export function units_panel(editor) {
	const { battle } = editor;
	const picked = battle.selected.filter((id) => unit_of(battle.value, id));

	return [
		adders(editor),
		list(editor),
		picked.length > 0
			? tools(editor, picked)
			: make("p", { class: "small" }, words("ui.battle.pick")),
		picked.length === 1 ? form(editor, picked[0]) : null,
		lend_part(editor, sides_of(editor)),
	];
}
