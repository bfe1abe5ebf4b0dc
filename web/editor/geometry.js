// @ts-check
// Points and angles of the table: 0.01 mm, x east, y north; 65536ths of a turn, clockwise from north.

import { size_of } from "../board/measure.js";

export const whole_turn = 65536;
const radians = (angle) => (angle * 2 * Math.PI) / whole_turn;

/** An angle as the wire has it: 0 to 65535. */
export const turned = (angle) => ((Math.round(angle) % whole_turn) + whole_turn) % whole_turn;

/** The angle from one point to another. */
export const heading = (from, to) => turned((Math.atan2(to.x - from.x, to.y - from.y) * whole_turn) / (2 * Math.PI));

/** How far, and which way, one angle is from another: -32768 to 32767. */
export const angle_between = (from, to) => turned(to - from + whole_turn / 2) - whole_turn / 2;

/** A point so far ahead and to the right of a pose. */
export function beside(pose, ahead, right) {
	const turn = radians(pose.facing);

	return {
		x: Math.round(pose.x + Math.sin(turn) * ahead + Math.cos(turn) * right),
		y: Math.round(pose.y + Math.cos(turn) * ahead - Math.sin(turn) * right),
	};
}

/** A point turned about another. */
export function about(middle, point, angle) {
	const turn = radians(angle);
	const east = point.x - middle.x,
		north = point.y - middle.y;

	return {
		...point,
		x: Math.round(middle.x + east * Math.cos(turn) + north * Math.sin(turn)),
		y: Math.round(middle.y - east * Math.sin(turn) + north * Math.cos(turn)),
	};
}

/** The corners of a unit's block, clockwise from the left of its front. */
export function block_of(unit) {
	const { width, depth } = size_of(unit);

	return [
		[0, -width / 2],
		[0, width / 2],
		[-depth, width / 2],
		[-depth, -width / 2],
	].map(([ahead, right]) => beside(unit.pose, ahead, right));
}

/** The upright box around points. */
export function box_of(points) {
	const xs = points.map((point) => point.x),
		ys = points.map((point) => point.y);

	return { left: Math.min(...xs), right: Math.max(...xs), low: Math.min(...ys), high: Math.max(...ys) };
}

export function middle_of_box({ left, right, low, high }) {
	return { x: Math.round((left + right) / 2), y: Math.round((low + high) / 2) };
}

/** Do two boxes come closer than `gap`? */
export const boxes_meet = (a, b, gap) =>
	a.left < b.right + gap && b.left < a.right + gap && a.low < b.high + gap && b.low < a.high + gap;

/** Where the points of an outline lie on a line in the direction of `way`. */
function shadow(points, way) {
	const along = points.map(({ x, y }) => x * way.x + y * way.y);

	return { from: Math.min(...along), to: Math.max(...along) };
}

/** Do two convex outlines lie over each other? To touch is not enough. */
export function outlines_meet(a, b) {
	const sides = [a, b].flatMap((points) => points.map((point, index) => [point, points[(index + 1) % points.length]]));

	return sides.every(([p, q]) => {
		const way = { x: p.y - q.y, y: q.x - p.x };
		const one = shadow(a, way),
			other = shadow(b, way);
		return one.from < other.to && other.from < one.to;
	});
}

/** Does a point lie within an outline? */
export function is_inside(points, { x, y }) {
	let inside = false;

	for (let a = 0, b = points.length - 1; a < points.length; b = a++) {
		const p = points[a],
			q = points[b];
		if (p.y > y !== q.y > y && x < ((q.x - p.x) * (y - p.y)) / (q.y - p.y) + p.x)
			inside = !inside;
	}
	return inside;
}

/** Twice the area, below nothing for an outline that goes clockwise as seen on the table. */
const area = (points) =>
	points.reduce((sum, p, index) => {
		const q = points[(index + 1) % points.length];
		return sum + p.x * q.y - q.x * p.y;
	}, 0);

/** The same outline, clockwise as the API wants it. */
export const clockwise = (points) => (area(points) > 0 ? [...points].reverse() : points);
