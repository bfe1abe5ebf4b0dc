// @ts-check
// When, on the way of a unit that moves, it is answered: as a point of the way, for the table and
// for its controls. Only what the way tells is used.

import { value_at } from "../json_pointer.js";
import { apart, shared_by } from "./blocks.js";

/** Is the moment {leg, at} at the point? @param {WayPoint} point */
const is_at = (point, moment) => point.leg === moment.leg && point.at === moment.at;

/**
 * Of the points before the two would meet the one at which they are nearest; of equal ones the first.
 * @param {Unit} unit @param {Unit} mover @param {WayPoint[]} points
 */
function nearest(unit, mover, points) {
	const on = points.map((point) => ({ ...mover, pose: point.pose }));
	const meets = on.findIndex((there) => shared_by(there, unit).length > 2);
	const free = meets < 1 ? on : on.slice(0, meets);
	const ways = free.map((there) => apart(there, unit));

	return points[ways.indexOf(Math.min(...ways))];
}

/**
 * The point of the way at which what is picked answers it: undefined where that is at once or
 * nothing is asked of when, null where it is not known beforehand.
 * @param {State} state @returns {WayPoint|null|undefined}
 */
export function moment_of({ game, way, pending }) {
	const bound = way && pending?.action.bounds?.find((one) => one.kind === "moment");
	const moment = bound ? value_at(pending.body, bound.at) : undefined;
	const [unit, mover] = [game.units[pending?.body.unit], game.units[way?.unit]];

	if (!moment || !unit?.pose || !mover?.pose)
		return undefined;
	if (moment.when === "nearest")
		return nearest(unit, mover, way.points);
	return way.points.find((point) => is_at(point, moment)) ?? null;
}
