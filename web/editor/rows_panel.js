// @ts-check
// All units as a table like a spreadsheet's: each cell can be written in, rows of one can be pasted
// into it, and copied out.

import { announce, make } from "../dom.js";
import { isolated, words } from "../words.js";
import { button } from "./fields.js";
import { set_units, unit_of, units_of } from "./muster.js";
import { columns_of, read_rows, rows_of } from "./rows.js";
import { add_unit } from "./units_panel.js";

/** @param {import("./boot.js").Editor} editor */
function cell({ battle }, column, id, unit) {
	const index = battle.value.muster.units.indexOf(unit);
	const said = column.get(unit);
	const input = make("input", {
		type: "text",
		value: said,
		autocomplete: "off",
		"aria-label": `${column.label}, ${isolated(unit.name)}`,
		"data-key": `cell-${id}-${column.id}`,
		"data-at": `/muster/units/${index}/${column.id}`,
		change: () => {
			// What cannot be is not kept: the cell shows again what is so.
			if (!column.put(structuredClone(unit), input.value)) {
				input.value = said;
				announce(words("ui.battle.rows.no", { column: column.label }));
				return;
			}
			battle.change((copy) => {
				const one = unit_of(copy, id);
				column.put(one, input.value);
				return set_units(copy, copy.muster.units, [one]);
			});
		},
	});

	input.style.minWidth = `${said.length + 3}ch`;
	return make("td", null, input);
}

/** @param {import("./boot.js").Editor} editor */
function grid(editor) {
	const { battle, book } = editor;
	const columns = columns_of(book);

	return make(
		"div",
		{ class: "grid-of-units", role: "region", tabindex: 0, "aria-label": words("ui.battle.panel.rows") },
		make(
			"table",
			null,
			make("thead", null, make("tr", null, columns.map((column) => make("th", { scope: "col" }, column.label)))),
			make(
				"tbody",
				null,
				units_of(battle.value).map(([id, unit]) =>
					make("tr", { class: unit.side }, columns.map((column) => cell(editor, column, id, unit))),
				),
			),
		),
	);
}

/** @param {import("./boot.js").Editor} editor */
function paste_part(editor) {
	const { battle, book } = editor;
	const field = make("textarea", {
		id: "rows",
		rows: 6,
		"data-key": "rows-text",
		spellcheck: "false",
		input: ({ target }) => (editor.rows = target.value),
	});
	const take = (is_instead) => () => {
		const { units, wrong } = read_rows(book, field.value);

		editor.wrong = wrong.map((one) => words("ui.battle.rows.wrong", one));
		if (wrong.length === 0 && units.length === 0)
			editor.wrong = [words("ui.battle.rows.none")];
		editor.redraw();
		if (editor.wrong.length > 0)
			return;
		editor.rows = "";
		battle.change((copy) => {
			if (is_instead)
				set_units(copy, []);
			for (const unit of units)
				add_unit(copy, unit);
		});
	};

	field.value = editor.rows ?? "";
	return [
		make("label", { for: "rows" }, words("ui.battle.rows.paste")),
		field,
		make("p", { class: "small" }, words("ui.battle.rows.note")),
		make("div", { class: "row" }, button("ui.battle.rows.add", take(false)), button("ui.battle.rows.instead", take(true))),
		make(
			"div",
			{ role: "alert" },
			(editor.wrong ?? []).map((said) => make("p", { class: "error" }, said)),
			editor.wrong?.length > 0 ? make("p", null, words("ui.battle.rows.unchanged")) : null,
		),
	];
}

/** @param {import("./boot.js").Editor} editor */
export function rows_panel(editor) {
	const { battle, book } = editor;
	const told = make("span", { role: "status", class: "small" });
	const units = units_of(battle.value).map(([, unit]) => unit);
	const copy_out = async () => {
		const text = rows_of(columns_of(book), units);
		try {
			await navigator.clipboard.writeText(text);
			told.textContent = words("ui.copied");
		} catch {
			editor.rows = text;
			editor.redraw();
		}
	};

	return [
		units.length > 0 ? grid(editor) : null,
		make("div", { class: "row" }, button("ui.battle.rows.copy", copy_out, { disabled: units.length === 0 }), told),
		paste_part(editor),
	];
}
