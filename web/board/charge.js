// @ts-check
// A charge before it is made: the arc before the unit's front, the straight way towards whom it is
// aimed at, with the ground under it, and, where anybody may measure, the side that it would
// strike. Where measuring is forbidden the way is a ray past the target that ends nowhere: it
// tells neither how far the unit goes nor how far off the target is. Read when something is aimed.

import { draw } from "../dom.js";
import { has_words, words } from "../words.js";
import { middle_of, reach_of, size_of, to_picture } from "./measure.js";

const said_px = 13;
const arc_px = 70;
const quarter = Math.PI / 4;

/** @param {BoardSize} board */
const points_of = (board, points) =>
	points
		.map((point) => to_picture(board, point))
		.map(({ x, y }) => `${x},${y}`)
		.join(" ");

/** Of a polygon what lies where `side` is not negative. */
function cut(points, side) {
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

/**
 * The straight way of a unit's front towards the middle of another: to the other where anybody may
 * measure, else past it without an end.
 * @param {Game} game @param {Unit} unit @param {Unit} target
 */
function strip_of(game, unit, target) {
	const to = middle_of(target);
	const length = Math.hypot(to.x - unit.pose.x, to.y - unit.pose.y) || 1;
	const ahead = { x: (to.x - unit.pose.x) / length, y: (to.y - unit.pose.y) / length };
	const half = size_of(unit).width / 2;
	const along = (point) => (point.x - unit.pose.x) * ahead.x + (point.y - unit.pose.y) * ahead.y;
	const aside = (point) => (point.x - unit.pose.x) * ahead.y - (point.y - unit.pose.y) * ahead.x;

	const { width, depth } = game.board;
	const to_edge = (at, step, size) => (step > 0 ? (size - at) / step : step < 0 ? -at / step : Infinity);
	const far = game.premeasure
		? length - reach_of(target, ahead)
		: Math.min(to_edge(unit.pose.x, ahead.x, width), to_edge(unit.pose.y, ahead.y, depth));
	const limits = [
		along,
		(point) => far - along(point),
		(point) => half - aside(point),
		(point) => half + aside(point),
	];

	return { ahead, far, within: (points) => limits.reduce(cut, points) };
}

/** What lies under the way, each piece of ground with its name. @param {Game} game @param {View} view */
function ground_under(game, strip, view) {
	return (game.board.terrain ?? []).flatMap((piece) => {
		const points = strip.within(piece.points);
		if (points.length < 3)
			return [];
		const middle = to_picture(game.board, {
			x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
			y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
		});
		const key = `terrain.${piece.kind}`;
		return [
			draw("polygon", { class: "crossed", points: points_of(game.board, points) }),
			draw(
				"text",
				{
					class: "charge-said",
					x: middle.x,
					y: middle.y,
					"font-size": said_px / view.scale,
					"text-anchor": "middle",
				},
				has_words(key) ? words(key) : piece.kind.replaceAll("_", " "),
			),
		];
	});
}

/** Two short rays from the corners of the front: what is between them lies before it. */
function arc(game, unit, view) {
	const { width } = size_of(unit);
	const turn = (unit.pose.facing * 2 * Math.PI) / 65536;
	const far = arc_px / view.scale;
	const ray = (side) => {
		const corner = to_picture(game.board, {
			x: unit.pose.x + (Math.cos(turn) * side * width) / 2,
			y: unit.pose.y - (Math.sin(turn) * side * width) / 2,
		});
		const heading = turn + side * quarter;
		return `M${corner.x} ${corner.y}l${Math.sin(heading) * far} ${-Math.cos(heading) * far}`;
	};

	return draw("path", { class: "arc", d: ray(-1) + ray(1) });
}

/** The corners of a block, from the left of its front on, clockwise. @param {Unit} unit */
function corners_of(unit) {
	const { width, depth } = size_of(unit);
	const turn = (unit.pose.facing * 2 * Math.PI) / 65536;
	const at = (right, back) => ({
		x: unit.pose.x + Math.cos(turn) * right - Math.sin(turn) * back,
		y: unit.pose.y - Math.sin(turn) * right - Math.cos(turn) * back,
	});

	return [at(-width / 2, 0), at(width / 2, 0), at(width / 2, depth), at(-width / 2, depth)];
}

/** @param {Point[]} ends of a side @param {Point} point */
function distance_to([a, b], point) {
	const length = (b.x - a.x) ** 2 + (b.y - a.y) ** 2 || 1;
	const part = ((point.x - a.x) * (b.x - a.x) + (point.y - a.y) * (b.y - a.y)) / length;
	const near = Math.min(Math.max(part, 0), 1);

	return Math.hypot(a.x + (b.x - a.x) * near - point.x, a.y + (b.y - a.y) * near - point.y);
}

/**
 * The side of the target at which the unit ends, where the server tells whom it touches.
 * @param {State} state @param {Unit} target @param {View} view
 */
function struck({ game, preview, pending }, target, view) {
	const last = preview?.legs?.at(-1);

	if (!game.premeasure || !last || !preview.touches?.includes(pending.body.target))
		return [];
	const corners = corners_of(target);
	const sides = ["front", "right", "rear", "left"].map((facing, index) => ({
		facing,
		ends: [corners[index], corners[(index + 1) % 4]],
	}));
	const { facing, ends } = sides.reduce((a, b) => (distance_to(b.ends, last) < distance_to(a.ends, last) ? b : a));
	const [a, b] = ends.map((end) => to_picture(game.board, end));

	return [
		draw("path", { class: "struck", d: `M${a.x} ${a.y}L${b.x} ${b.y}` }),
		draw(
			"text",
			{
				class: "charge-said",
				x: (a.x + b.x) / 2,
				y: (a.y + b.y) / 2 - 8 / view.scale,
				"font-size": said_px / view.scale,
				"text-anchor": "middle",
			},
			words("ui.charge.struck", { facing: words(`facing.${facing}`) }),
		),
	];
}

/**
 * What is picked, if it is aimed at somebody.
 * @param {State} state @param {View} view
 */
export function draw_charge(state, view) {
	const { game, pending } = state;
	const unit = game.units[pending?.body.unit];
	const target = game.units[pending?.body.target];

	if (!unit?.pose || !target?.pose || unit.on_table === false || target.on_table === false)
		return [];
	const strip = strip_of(game, unit, target);
	const { width, depth } = game.board;
	const way = strip.within([
		{ x: 0, y: 0 },
		{ x: width, y: 0 },
		{ x: width, y: depth },
		{ x: 0, y: depth },
	]);
	const from = to_picture(game.board, unit.pose);

	return [
		draw("polygon", { class: "charge-way", points: points_of(game.board, way) }),
		...ground_under(game, strip, view),
		// Where measuring is allowed all arcs are drawn (ruler.js).
		...(game.premeasure ? [] : [arc(game, unit, view)]),
		draw("path", {
			class: "charge-ray",
			d: `M${from.x} ${from.y}l${strip.ahead.x * strip.far} ${-strip.ahead.y * strip.far}`,
		}),
		...struck(state, target, view),
	];
}
