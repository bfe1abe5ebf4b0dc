// @ts-check
// Units as rows of text with tabs between, as every spreadsheet reads and writes them. The columns
// are those of the book; numbers stand as on the page, names as it calls them.

import { named, usual_unit } from "./book.js";
import { shown, taken } from "./fields.js";
import { words } from "../words.js";

/**
 * A column: what stands in it for a unit, and putting it there; `put` gives false for what it
 * cannot be.
 * @typedef {{id: string, label: string, get: (unit: any) => string, put: (unit: any, text: string) => boolean}} Column
 */

const same = (a, b) => a.trim().toLowerCase() === b.trim().toLowerCase();

/** A column of names out of a table of the book. */
function name_column(id, label, table, of) {
	const find = (text) => of.find((one) => same(one, text) || same(named(table, one), text));

	return {
		id,
		label,
		get: (unit) => named(table, unit[id] ?? of[0]),
		put: (unit, text) => {
			unit[id] = text.trim() === "" ? of[0] : find(text);
			return unit[id] !== undefined;
		},
	};
}

/** A column of numbers; `path` leads to it within a unit. */
function number_column(path, label, kind = "number", is_optional = false) {
	const parts = path.split("/");
	const last = parts.pop();
	const place = (unit, is_made) =>
		parts.reduce((at, part) => at?.[part] ?? (is_made && at ? (at[part] = {}) : undefined), unit);

	return {
		id: path,
		label,
		get: (unit) => shown(kind, place(unit, false)?.[last]),
		put: (unit, text) => {
			if (text.trim() === "") {
				if (is_optional && place(unit, false))
					delete place(unit, false)[last];
				return true; // What is not said stays as it is usual.
			}
			const value = /^\s*[-−+]?\d+([.,]\d+)?\s*$/.test(text) ? taken(kind, text) : NaN;
			if (Number.isNaN(value))
				return false;
			place(unit, true)[last] = value;
			return true;
		},
	};
}

/** The names of several traits, with commas between. */
function traits_column(of) {
	return {
		id: "traits",
		label: words("ui.battle.traits"),
		get: (unit) => (unit.traits ?? []).map((one) => named("trait", one)).join(", "),
		put: (unit, text) => {
			const given = text.split(",").filter((one) => one.trim() !== "");
			const found = given.map((one) => of.find((trait) => same(trait, one) || same(named("trait", trait), one)));
			unit.traits = of.filter((trait) => found.includes(trait));
			return found.every(Boolean);
		},
	};
}

/** All columns of a book. @param {import("./book.js").Book} book @returns {Column[]} */
export function columns_of({ rules }) {
	const forms = rules.formations.map((one) => one.name);

	return [
		name_column("side", words("ui.battle.side"), "side", ["red", "blue"]),
		{
			id: "name",
			label: words("ui.battle.unit_name"),
			get: (unit) => unit.name,
			put: (unit, text) => {
				unit.name = text.trim().replace(/\s+/g, " ");
				return unit.name !== ""; // The server says what else is wrong with it.
			},
		},
		name_column("class", words("ui.battle.class"), "class", rules.classes),
		number_column("figures", words("ui.battle.figures")),
		number_column("files", words("ui.battle.files")),
		number_column("base/width", `${words("ui.battle.base_width")} (mm)`, "mm"),
		number_column("base/depth", `${words("ui.battle.base_depth")} (mm)`, "mm"),
		...(forms.length > 1 ? [name_column("formation", words("ui.battle.formation"), "formation", forms)] : []),
		name_column("state", words("ui.battle.state"), "state", rules.states),
		...rules.stats.map((stat) =>
			number_column(`stats/${stat.name}`, named("stat", stat.name), stat.kind, stat.optional),
		),
		...(rules.traits.length > 0 ? [traits_column(rules.traits)] : []),
		number_column("pose/x", words("ui.battle.x"), "length"),
		number_column("pose/y", words("ui.battle.y"), "length"),
		number_column("pose/facing", words("ui.battle.facing"), "deg"),
	];
}

/** Units as rows, the columns' names first. @param {Column[]} columns */
export function rows_of(columns, units) {
	const lines = units.map((unit) => columns.map((column) => column.get(unit)));

	return [columns.map((column) => column.label), ...lines].map((cells) => cells.join("\t")).join("\n");
}

/** Which column each cell of a row belongs to: by the names in the first row, else in order. */
function read_head(columns, first) {
	const named_ones = first.map((cell) => columns.find((column) => same(column.label, cell) || same(column.id, cell)));
	const is_head = named_ones.filter(Boolean).length > first.length / 2;

	return { is_head, order: is_head ? named_ones : columns };
}

/**
 * Units out of rows, each as it is usual for its class where the row says nothing; or what is
 * wrong: the row, the column's name and the text there.
 * @param {import("./book.js").Book} book @param {string} text
 * @returns {{units: any[], wrong: {row: number, column: string, text: string}[]}}
 */
export function read_rows(book, text) {
	const columns = columns_of(book);
	const rows = text
		.split(/\r?\n/)
		.map((line) => line.split("\t"))
		.filter((cells) => cells.some((cell) => cell.trim() !== ""));
	const { is_head, order } = read_head(columns, rows[0] ?? []);
	const wrong = [];
	const units = rows.slice(is_head ? 1 : 0).map((cells, row) => {
		const cell = (id) => cells[order.findIndex((column) => column?.id === id)] ?? "";
		const first = {};
		for (const id of ["side", "class"])
			columns.find((column) => column.id === id)?.put(first, cell(id));
		const { rules } = book;
		const unit = usual_unit(book, first.side ?? "red", first.class ?? rules.classes[0]);

		for (const [index, given] of cells.entries())
			if (order[index] && !order[index].put(unit, given))
				wrong.push({ row: row + 1 + Number(is_head), column: order[index].label, text: given });
		if (unit.pose && ![unit.pose.x, unit.pose.y, unit.pose.facing].every(Number.isFinite))
			delete unit.pose;
		return unit;
	});

	return { units, wrong };
}
