// @ts-check
// Where measuring is allowed: a ruler between two points that are shown, and of the unit that is
// picked its arcs and how far its lengths reach, all about its block.

import { draw } from "../dom.js";
import { inches, words } from "../words.js";
import { degrees, size_of, to_picture } from "./measure.js";

const said_px = 13;

/** @param {View} view */
function text_at(point, name, text, view, above) {
	return draw(
		"text",
		{
			class: name,
			x: point.x,
			y: point.y - above / view.scale,
			"font-size": said_px / view.scale,
			"text-anchor": "middle",
		},
		text,
	);
}

const line_px = 15;

/**
 * Texts at points of the picture, none on another: one that would be is told a line further up.
 * @param {{point: Point, text: string}[]} texts @param {View} view
 */
function spread(texts, view) {
	const placed = /** @type {{x: number, y: number, half: number}[]} */ ([]);

	for (const { point, text } of texts) {
		const half = (text.length * said_px * 0.28) / view.scale;
		const lies_on = ({ x, y }) => (one) =>
			Math.abs(one.y - y) * view.scale < line_px - 0.5 && Math.abs(one.x - x) < one.half + half;
		let { x, y } = point;
		while (placed.some(lies_on({ x, y })))
			y -= line_px / view.scale;
		placed.push({ x, y, half });
	}
	return placed.map((at, index) => text_at(at, "range-said", texts[index].text, view, 4));
}

/** The ruler as it lies, or nothing. @param {State} state @param {View} view */
export function draw_ruler(state, view) {
	const { game, ruler } = state;

	if (!ruler || !game.premeasure)
		return [];
	const [a, b] = ruler.map((point) => to_picture(game.board, point));
	const length = Math.hypot(b.x - a.x, b.y - a.y);
	const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };

	return [
		draw("path", { class: "ruler", d: `M${a.x} ${a.y}L${b.x} ${b.y}` }),
		...[a, b].map(({ x, y }) => draw("circle", { class: "ruler-end", cx: x, cy: y, r: 4 / view.scale })),
		text_at(middle, "ruler-said", inches(length), view, 8),
	];
}

/** Four lines at 45 degrees from the corners of a block: what is between two of them lies before
 * its front, a flank or its rear. */
function arcs(at, turn, { width, depth }, far) {
	const line = (x, y, aside, along) => `M${x} ${y}l${aside * far} ${along * far}`;

	return draw("path", {
		class: "arc",
		transform: `translate(${at.x} ${at.y}) rotate(${turn})`,
		d: [-1, 1]
			.flatMap((side) => [
				line((side * width) / 2, 0, side, -1),
				line((side * width) / 2, depth, side, 1),
			])
			.join(""),
	});
}

/**
 * How far what is picked may go: an arc between the limits of its heading.
 * @param {State} state @param {Handle|null} handle
 */
export function draw_reach({ game }, handle) {
	if (!game.premeasure || handle?.kind !== "way")
		return [];
	const { x, y } = to_picture(game.board, handle.origin);
	const far = handle.length.max;
	const { from, to } = handle.turn ?? { from: 0, to: 65535 };
	const end = (angle) => {
		const radians = (degrees(angle) * Math.PI) / 180;
		return `${x + Math.sin(radians) * far} ${y - Math.cos(radians) * far}`;
	};
	const is_wide = (to - from + 65536) % 65536 > 32768 ? 1 : 0;

	return [draw("path", { class: "reach", d: `M${end(from)}A${far} ${far} 0 ${is_wide} 1 ${end(to)}` })];
}

/**
 * Every point of such a line is so far from the block as one of its lengths says.
 * @param {State} state @param {View} view
 */
export function draw_ranges(state, view) {
	const { game, rules, selected, pending } = state;
	const unit = game.units[selected];

	// Of a move its own reach is drawn.
	if (!game.premeasure || !rules || !unit?.pose || unit.on_table === false || pending?.body.path)
		return [];
	const at = to_picture(game.board, unit.pose);
	const { width, depth } = size_of(unit);
	const turn = degrees(unit.pose.facing);
	const lengths = rules.stats.filter(
		(stat) => stat.kind === "length" && unit.stats?.[stat.name] > 0,
	);
	const farthest = Math.max(...lengths.map(({ name }) => unit.stats[name]));
	const form = rules.formations.find((one) => one.name === unit.formation);
	const has_sides = lengths.length > 0 && !form?.all_round && !form?.loose;
	const ranges = lengths.map(({ name }) => {
		const reach = unit.stats[name];
		const radians = (turn * Math.PI) / 180;
		const ahead = { x: at.x + Math.sin(radians) * reach, y: at.y - Math.cos(radians) * reach };
		return {
			line: draw("rect", {
				class: "range",
				transform: `translate(${at.x} ${at.y}) rotate(${turn})`,
				x: -width / 2 - reach,
				y: -reach,
				width: width + 2 * reach,
				height: depth + 2 * reach,
				rx: reach,
			}),
			said: { point: ahead, text: `${words(`stat.${name}`)} ${inches(reach)}` },
		};
	});
	const lines = ranges.map(({ line }) => line);
	const said = spread(ranges.map(({ said }) => said), view);

	return [...lines, ...said, ...(has_sides ? [arcs(at, turn, { width, depth }, farthest)] : [])];
}
