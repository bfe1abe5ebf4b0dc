// @ts-check
// The way that a unit has announced, for a player who may answer it: a line through its points, and the
// unit where it would be answered. What is shown is what its owner said; nothing is measured.

import { draw } from "../dom.js";
import { to_picture } from "./measure.js";
import { ghost_figure } from "./ghost.js";
import { moment_of } from "./moment.js";

/** The point of the way next to a point of the table. */
export function nearest_point(way, shown) {
	const distance = ({ pose }) => Math.hypot(pose.x - shown.x, pose.y - shown.y);

	return way.points.reduce((best, one) => (distance(one) < distance(best) ? one : best));
}

/**
 * The way with its points; the moment that is picked has the unit's outline.
 * @param {State} state @param {View} view
 */
export function draw_way(state, view) {
	const { game, way } = state;
	const unit = game.units[way?.unit];

	if (!unit)
		return [];
	const moment = moment_of(state);
	const places = way.points.map((point) => ({ point, at: to_picture(game.board, point.pose) }));

	return [
		draw("path", {
			class: "announced",
			d: `M${places.map(({ at }) => `${at.x} ${at.y}`).join("L")}`,
		}),
		...places.map(({ point, at }) =>
			draw("circle", {
				class: point === moment ? "moment chosen" : "moment",
				cx: at.x,
				cy: at.y,
				r: (point === moment ? 6 : 3) / view.scale,
			}),
		),
		...places
			.filter(({ point }) => point === moment)
			.map(({ point, at }) => ghost_figure(unit, at, point.pose.facing, "answered")),
	];
}
