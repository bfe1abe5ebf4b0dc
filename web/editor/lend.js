// @ts-check
// Armies apart: one side's units as a battle file of their own, and the units of any battle file put
// into this one.

import { announce, make } from "../dom.js";
import { save_as } from "../saving.js";
import { words } from "../words.js";
import { button } from "./fields.js";
import { units_of } from "./muster.js";
import { beginning, name_most } from "./names.js";
import { read_file } from "./shelf.js";
import { add_unit } from "./units_panel.js";

const units_max = 80;

/** A battle file with the units of one side alone. */
function army_file(value, side) {
	const { position, ...muster } = value.muster;
	const units = units_of(value).map(([, unit]) => unit).filter((unit) => unit.side === side);

	const behind = `, ${words(`side.${side}`)}`;

	return { ...value, name: beginning(value.name ?? words("ui.battle.unnamed"), name_most - behind.length) + behind, muster: { ...muster, units } };
}

/** The units that a file lends to a side: its own there, or whichever side has any. */
function lent(file, side) {
	const all = units_of(file).map(([, unit]) => unit);
	const own = all.filter((unit) => unit.side === side);

	return own.length > 0 ? own : all;
}

/**
 * Put a file's units on a side, each where there is room. Gives the key of what is wrong, or "".
 * @param {import("./battle.js").Battle} battle
 */
export function put_army(battle, text, side) {
	const { file, wrong, values } = read_file(text);

	if (wrong)
		return words(`ui.battle.file.${wrong}`, values);
	if (file.ruleset !== battle.value.ruleset)
		return words("ui.battle.army.other_book");
	const units = lent(file, side);
	if (units.length === 0)
		return words("ui.battle.army.nobody");
	if (units.length + battle.value.muster.units.length > units_max)
		return words("ui.battle.army.too_many", { most: units_max });
	battle.change((copy) => {
		for (const { pose, figures_at, ...unit } of structuredClone(units))
			add_unit(copy, { ...unit, side });
	});
	announce(words("ui.battle.army.put", { count: units.length }));
	return "";
}

/**
 * Whether it is open and what was wrong with the last file outlive a drawing of the panel.
 * @param {import("./boot.js").Editor} editor @param {string[]} sides
 */
export function lend_part(editor, sides) {
	const { battle } = editor;
	const shown = (editor.lending ??= { is_open: false, told: "" });
	const of_side = (side) => {
		const picker = make("input", { type: "file", accept: ".json,application/json", hidden: true });
		const has_units = battle.value.muster.units.some((unit) => unit.side === side);
		const keep = () =>
			save_as(
				new Blob([`${JSON.stringify(army_file(battle.value, side), null, "\t")}\n`], { type: "application/json" }),
				`${battle.value.name}-${words(`side.${side}`)}`,
				"json",
			);

		picker.addEventListener("change", async () => {
			const [chosen] = picker.files;
			picker.value = "";
			if (!chosen)
				return;
			shown.told = put_army(battle, await chosen.text(), side);
			announce(shown.told);
			editor.redraw();
		});
		return make(
			"div",
			{ class: "row" },
			picker,
			button(`ui.battle.army.keep.${side}`, keep, { disabled: !has_units }),
			button(`ui.battle.army.take.${side}`, () => picker.click()),
		);
	};

	return make(
		"details",
		{ open: shown.is_open },
		make("summary", { "data-key": "armies", click: () => (shown.is_open = !shown.is_open) }, words("ui.battle.armies_apart")),
		make("p", { class: "small" }, words("ui.battle.army.note")),
		sides.map(of_side),
		make("p", { class: "error" }, shown.told),
	);
}
