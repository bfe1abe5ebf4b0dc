// @ts-check
// The panels beside the table, in the order in which a battle is set up. Each makes its nodes anew.

import { about_panel } from "./about_panel.js";
import { army_panel } from "./army.js";
import { book_panel } from "./book_panel.js";
import { ground_panel } from "./ground_panel.js";
import { play_panel } from "./play_panel.js";
import { rows_panel } from "./rows_panel.js";
import { rules_panel } from "./rules_panel.js";
import { turn_panel } from "./turn_panel.js";
import { units_panel } from "./units_panel.js";

/** @type {Record<string, (editor: any) => any>} */
const panels = {
	about: about_panel,
	book: book_panel,
	units: units_panel,
	ground: ground_panel,
	rules: rules_panel,
	rows: rows_panel,
	turn: turn_panel,
	play: play_panel,
};

const of_army = { units: units_panel, rows: rows_panel, army: army_panel };

/**
 * The panels of what is set up: of a battle, or of one's own army, which once it is sealed stays
 * as it is. @param {import("./boot.js").Editor} editor @returns {typeof panels}
 */
export function panels_of({ army }) {
	if (!army)
		return panels;
	return army.sealed ? { army: army_panel } : of_army;
}
