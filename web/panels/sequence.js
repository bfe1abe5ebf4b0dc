// @ts-check
// The editor of a list of units whose order counts: each is moved up or down.

import { make } from "../dom.js";
import { unit_name, words } from "../words.js";

function exchanged(list, a, b) {
	const next = [...list];

	[next[a], next[b]] = [list[b], list[a]];
	return next;
}

function mover(name, key, sign, disabled, click) {
	return make(
		"button",
		{
			type: "button",
			"data-key": key,
			"aria-label": words(`ui.sequence.${sign}`, { unit: name }),
			disabled,
			click,
		},
		sign === "up" ? "↑" : "↓",
	);
}

/** `put` is given the list in its new order. @param {Game} game */
export function sequence_editor(game, list, put) {
	return make(
		"ol",
		{ class: "sequence" },
		list.map((id, index) => {
			const name = unit_name(game, id);

			return make(
				"li",
				null,
				make("span", null, `${index + 1}. ${name}`),
				mover(name, `up-${id}`, "up", index === 0, () =>
					put(exchanged(list, index, index - 1)),
				),
				mover(name, `down-${id}`, "down", index === list.length - 1, () =>
					put(exchanged(list, index, index + 1)),
				),
			);
		}),
	);
}
