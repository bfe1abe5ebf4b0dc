// @ts-check
// Dice that look like dice: a cube with pips for six sides, a kite with its number for
// ten, a plain many-sided body for others. What fell is said in words too.

import { draw, make } from "./dom.js";
import { words } from "./words.js";

const pips = {
	1: [[0, 0]],
	2: [[-1, -1], [1, 1]],
	3: [[-1, -1], [0, 0], [1, 1]],
	4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
	5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
	6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};

function cube(face) {
	return [
		draw("rect", { class: "body", x: -10, y: -10, width: 20, height: 20, rx: 4 }),
		pips[face].map(([x, y]) =>
			draw("circle", { class: "pip", cx: x * 5, cy: y * 5, r: 2 }),
		),
	];
}

// Seen from above a corner: a kite in front, and two faces falling away from it.
function kite(face) {
	return [
		draw("path", { class: "body", d: "M0-12L11-4V4L0 12L-11 4V-4z" }),
		draw("path", { class: "edge", d: "M0-12L-7 3L0 7.5L7 3zM-11 4L-7 3M11 4L7 3M0 12V7.5" }),
		draw("text", { y: 3.2, "text-anchor": "middle", "font-size": face > 9 ? 8.5 : 10 }, face),
	];
}

/** One die that shows `face`. */
export function die(face, sides) {
	return make(
		"span",
		{ class: "die", role: "img", "aria-label": words("ui.die", { face, sides }) },
		draw(
			"svg",
			{ viewBox: "-13 -13 26 26", "aria-hidden": "true" },
			sides === 6 ? cube(face) : kite(face),
		),
	);
}
