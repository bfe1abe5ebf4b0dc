// @ts-check
// Units that touch each other: a sign where the two blocks meet. Read when two do.

import { draw } from "../dom.js";
import { corners_of, distance_to } from "./blocks.js";
import { to_picture } from "./measure.js";

const slack = 300; // blocks that touch may be so far apart, or overlap, in 0.01 mm

/** The corners of one block with how far each is from the nearest side of another. */
const from_sides = (corners, others) =>
	corners.map((point) => ({
		point,
		away: Math.min(...others.map((start, index) => distance_to([start, others[(index + 1) % others.length]], point))),
	}));

/**
 * The middle of where two blocks touch.
 * @param {Unit} one @param {Unit} other @returns {Point}
 */
export function touching_point(one, other) {
	const [a, b] = [corners_of(one), corners_of(other)];
	const corners = [...from_sides(a, b), ...from_sides(b, a)];
	const least = Math.min(...corners.map(({ away }) => away));
	const points = corners.filter(({ away }) => away <= least + slack).map(({ point }) => point);
	const middle = (axis) => (Math.min(...points.map((point) => point[axis])) + Math.max(...points.map((point) => point[axis]))) / 2;

	return { x: middle("x"), y: middle("y") };
}

/** One sign a pair, even where both struck. @param {Game} game @param {View} view */
export function draw_contacts(game, view) {
	const pairs = new Map((game.contacts ?? []).map(({ unit, with: other }) => [[unit, other].sort().join(), [unit, other]]));
	const there = [...pairs.values()]
		.map((pair) => pair.map((id) => game.units[id]))
		.filter((pair) => pair.every((unit) => unit?.pose && unit.on_table !== false));

	return there.map(([one, other]) => {
		const at = to_picture(game.board, touching_point(one, other));

		return draw(
			"g",
			{ class: "contact", transform: `translate(${at.x} ${at.y}) scale(${8 / view.scale})` },
			draw("circle", { r: 1.15 }),
			draw("path", { d: "M-.6-.6L.6.6M-.6.6L.6-.6" }),
		);
	});
}
