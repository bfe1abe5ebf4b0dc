// @ts-check
// A table as it stands, small enough for a line of a list: ground, and a block for each unit.

import { ground } from "./board/ground.js";
import { degrees, middle_of, size_of, to_picture } from "./board/measure.js";
import { draw } from "./dom.js";

/** Thin lines of skirmishers would vanish. */
const least = 2200;

/** It says nothing that the line does not say, so it is not read aloud. @param {Game} game */
export function small_picture({ board, units }) {
	const blocks = Object.values(units)
		.filter((unit) => unit.pose && unit.figures > 0 && unit.on_table !== false)
		.map((unit) => {
			const { width, depth } = size_of(unit);
			const { x, y } = to_picture(board, middle_of(unit));
			const wide = Math.max(width, least);
			const deep = Math.max(depth, least);

			return draw("rect", {
				class: `block ${unit.side}`,
				x: -wide / 2,
				y: -deep / 2,
				width: wide,
				height: deep,
				transform: `translate(${x} ${y}) rotate(${degrees(unit.pose.facing)})`,
			});
		});

	return draw(
		"svg",
		{ class: "small-picture", viewBox: `0 0 ${board.width} ${board.depth}`, "aria-hidden": "true" },
		ground({ board, premeasure: false }),
		blocks,
	);
}
