// @ts-check
// Names and states beside the units, upright whichever way they face, sized in pixels.

import { draw } from "../dom.js";
import { words } from "../words.js";
import { size_of, tip_part, to_picture } from "./measure.js";

export const label_px = 12;

// A long name on two lines of about the same length.
function name_lines(name) {
	const parts = name.split(" ");
	let best = [name];

	for (let cut = 1; cut < parts.length; cut++) {
		const lines = [parts.slice(0, cut).join(" "), parts.slice(cut).join(" ")];
		const longer = (pair) => Math.max(...pair.map((line) => line.length));
		if (longer(lines) < longer(best))
			best = lines;
	}
	return best;
}

/** What is worth saying beside a unit's name: nothing is told by colour alone. */
function status_line(unit) {
	const said = [];

	if (unit.state !== "good")
		said.push(words(`state.${unit.state}`));
	const flag = ["struck", "check_failed", "charged", "moved"].find((one) =>
		unit.flags?.includes(one),
	);
	if (flag)
		said.push(words(`badge.${flag}`));
	return said.join(" · ");
}

// Where a block of `count` lines stands at the end of a way `far` along `towards`: the
// first line's baseline, and how its lines are aligned.
function label_place(at, towards, far, count, height) {
	const below = towards.y > 0.35,
		above = towards.y < -0.35;
	const first = below ? 0.85 : above ? 0.85 - count : 0.4 - count / 2;

	return {
		x: at.x + towards.x * far,
		y: at.y + towards.y * far + first * height,
		anchor: below || above ? "middle" : towards.x > 0 ? "start" : "end",
	};
}

// The lines beside one unit: behind it, or before it where the table ends behind.
function place_label(game, unit, lines, view) {
	const turn = (unit.pose.facing * 2 * Math.PI) / 65536;
	const back = { x: -Math.sin(turn), y: Math.cos(turn) };
	const ahead = { x: -back.x, y: -back.y };
	const { width, depth } = size_of(unit);
	const at = to_picture(game.board, unit.pose);
	const height = (1.12 * label_px) / view.scale;
	const gap = 5 / view.scale;
	const behind = label_place(at, back, depth + gap, lines.length, height);
	const outside = (place) =>
		place.y < height || place.y + (lines.length - 1) * height > game.board.depth;

	return outside(behind)
		? label_place(at, ahead, width * tip_part * 1.1 + gap, lines.length, height)
		: behind;
}

// About how much of the picture some lines cover.
function label_box(place, lines, view) {
	const height = (1.12 * label_px) / view.scale;
	const longest = Math.max(...lines.map((line) => line.length));
	const width = (longest * label_px * 0.52) / view.scale;
	const left = { start: 0, middle: width / 2, end: width }[place.anchor];

	return {
		left: place.x - left,
		right: place.x - left + width,
		top: place.y - height,
		bottom: place.y + (lines.length - 1) * height,
	};
}

const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

// Names and states beside the units; where two would cover each other, the later one makes
// do with the first word of its name.
export function draw_labels(game, units, view) {
	const taken = [];

	return units.map((unit) => {
		const status = status_line(unit);
		const name = name_lines(unit.name);
		const choices = [name, [unit.name.split(" ")[0]]].map((lines) => {
			const all = status ? [...lines, status] : lines;
			const place = place_label(game, unit, all, view);
			return { lines: all, place, box: label_box(place, all, view) };
		});
		const fits = choices.find(({ box }) => !taken.some((other) => meet(box, other)));
		const { lines, place, box } = fits ?? choices[1];

		taken.push(box);
		return draw(
			"text",
			{ "text-anchor": place.anchor, class: unit.side },
			lines.map((line, index) =>
				draw(
					"tspan",
					{
						class:
							status && index === lines.length - 1
								? "status"
								: "name",
						x: place.x,
						y: place.y + (index * 1.12 * label_px) / view.scale,
					},
					line,
				),
			),
		);
	});
}
