// @ts-check
// Moving and turning what is picked: edits of a copy, and what a drag on the table means.

import { about, block_of, box_of, heading, middle_of_box, turned } from "./geometry.js";
import { corners, drawn_unit, piece_of, unit_of } from "./muster.js";

/** Move a pose or point of a copy. */
function shift(at, by) {
	at.x = Math.round(at.x + by.x);
	at.y = Math.round(at.y + by.y);
}

/** Give a unit another pose; figures that stand by themselves go with it. */
export function stand(unit, pose) {
	const by = { x: pose.x - unit.pose.x, y: pose.y - unit.pose.y };

	for (const at of unit.figures_at ?? [])
		shift(at, by);
	unit.pose = pose;
}

/** The outline of what an id names. @returns {Point[]} */
export function outline_of(value, id) {
	if (id?.[0] === "z")
		return corners(value.muster.deployment?.zones?.[id.slice(1)]);
	const unit = unit_of(value, id);

	return unit?.pose ? block_of(drawn_unit(unit)) : (piece_of(value, id)?.points ?? []);
}

/** The middle of all that is picked. */
export function middle_of_all(value, ids) {
	const points = ids.flatMap((id) => outline_of(value, id));

	return points.length > 0 ? middle_of_box(box_of(points)) : null;
}

/** Every point and pose of what is picked. */
function spots(copy, ids) {
	return ids.flatMap((id) => {
		if (id[0] === "z") {
			const { zones } = copy.muster.deployment;
			zones[id.slice(1)] = corners(zones[id.slice(1)]);
			return zones[id.slice(1)];
		}
		const unit = unit_of(copy, id);
		return unit ? [unit.pose, ...(unit.figures_at ?? [])].filter(Boolean) : (piece_of(copy, id)?.points ?? []);
	});
}

export function move(copy, ids, by) {
	for (const spot of spots(copy, ids))
		shift(spot, by);
}

/** Turn what is picked: one unit about its front, anything else about its middle. */
export function turn(copy, ids, angle) {
	const alone = ids.length === 1 ? unit_of(copy, ids[0])?.pose : undefined;
	const middle = alone ? { ...alone } : middle_of_all(copy, ids);

	for (const spot of middle ? spots(copy, ids) : []) {
		Object.assign(spot, about(middle, spot, angle));
		if (spot.facing !== undefined)
			spot.facing = turned(spot.facing + angle);
	}
}

/** The handle that turns: what it turns about, and the way it points at first. */
export function turning_of(value, ids) {
	const unit = ids.length === 1 ? unit_of(value, ids[0]) : undefined;
	const middle = unit ? unit.pose : middle_of_all(value, ids);

	return middle ? { middle, facing: unit?.pose?.facing ?? 0 } : null;
}

/**
 * What a drag does to the copy: `held` is what was taken hold of, an id, "turn", or "v2" for a corner.
 */
export function dragged(copy, ids, held, from, to) {
	if (held === "turn") {
		const { middle } = turning_of(copy, ids) ?? {};
		if (middle)
			turn(copy, ids, heading(middle, to) - heading(middle, from));
	} else if (held[0] === "v") {
		const point = spots(copy, ids)[Number(held.slice(1))];
		if (point)
			shift(point, { x: to.x - from.x, y: to.y - from.y });
	} else {
		move(copy, ids, { x: to.x - from.x, y: to.y - from.y });
	}
}
