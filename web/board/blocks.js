// @ts-check
// Blocks on the table as polygons, in the units of the wire: their corners, what of one lies where,
// how far one is from another.

import { size_of } from "./measure.js";

/** Of a polygon what lies where `side` is not negative. */
export function cut(points, side) {
	return points.flatMap((point, index) => {
		const next = points[(index + 1) % points.length];
		const here = side(point),
			there = side(next);
		const kept = here >= 0 ? [point] : [];

		if (here * there >= 0)
			return kept;
		const part = here / (here - there);
		return [...kept, { x: point.x + (next.x - point.x) * part, y: point.y + (next.y - point.y) * part }];
	});
}

/** The corners of a block, from the left of its front on, clockwise. @param {Unit} unit */
export function corners_of(unit) {
	const { width, depth } = size_of(unit);
	const turn = (unit.pose.facing * 2 * Math.PI) / 65536;
	const at = (right, back) => ({
		x: unit.pose.x + Math.cos(turn) * right - Math.sin(turn) * back,
		y: unit.pose.y - Math.sin(turn) * right - Math.cos(turn) * back,
	});

	return [at(-width / 2, 0), at(width / 2, 0), at(width / 2, depth), at(-width / 2, depth)];
}

/** @param {Point[]} ends of a side @param {Point} point */
export function distance_to([a, b], point) {
	const length = (b.x - a.x) ** 2 + (b.y - a.y) ** 2 || 1;
	const part = ((point.x - a.x) * (b.x - a.x) + (point.y - a.y) * (b.y - a.y)) / length;
	const near = Math.min(Math.max(part, 0), 1);

	return Math.hypot(a.x + (b.x - a.x) * near - point.x, a.y + (b.y - a.y) * near - point.y);
}

/** The same side of each edge of a polygon whose corners go clockwise: inside it. @param {Point[]} points */
const inside_of = (points) =>
	points.map((a, index) => {
		const b = points[(index + 1) % points.length];
		return (point) => (b.y - a.y) * (point.x - a.x) - (b.x - a.x) * (point.y - a.y);
	});

/**
 * What two blocks have in common: no corners, where they do not meet.
 * @param {Unit} one @param {Unit} other
 */
export const shared_by = (one, other) => inside_of(corners_of(other)).reduce(cut, corners_of(one));

/** How far two blocks that do not overlap are from each other. @param {Unit} one @param {Unit} other */
export function apart(one, other) {
	const [a, b] = [corners_of(one), corners_of(other)];
	const from = (points, edges) =>
		points.flatMap((point) => edges.map((start, index) => distance_to([start, edges[(index + 1) % edges.length]], point)));

	return Math.min(...from(a, b), ...from(b, a));
}
