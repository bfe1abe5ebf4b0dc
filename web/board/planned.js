// @ts-check
// Where one's own units will stand when the plan is carried out: an outline of each, and a line to it
// from where it stands now. Read when something is planned.

import { draw } from "../dom.js";
import { middle_of, to_picture } from "./measure.js";
import { ghost_figure } from "./ghost.js";

/** @param {State} state with units where they stand now */
export function draw_planned({ game, ahead, pending }) {
	return (ahead?.places ?? []).flatMap(({ unit: id, pose }) => {
		const unit = game.units[id];

		if (!unit)
			return [];
		const from = to_picture(game.board, middle_of(unit)),
			to = to_picture(game.board, middle_of({ ...unit, pose }));
		const figure = ghost_figure(unit, to_picture(game.board, pose), pose.facing, "planned");
		figure.setAttribute("data-unit", id);
		return [
			draw("path", { class: "trail planned-way", d: `M${from.x} ${from.y}L${to.x} ${to.y}` }),
			id === pending?.body.unit ? null : figure,
		];
	});
}
