// @ts-check
// A charge before it is made: the arc before the unit's front, the straight way towards the unit
// that it is aimed at, with the ground under it, and, where anybody may measure, the side that it would
// strike. Where measuring is forbidden the way is a ray that fades a little past the target: it
// tells nothing of how far the unit goes. Where the server tells the way, that one is drawn and no
// other. Read when something is aimed.

import { draw } from "../dom.js";
import { has_words, words } from "../words.js";
import { corners_of, cut, distance_to } from "./blocks.js";
import { middle_of, reach_of, size_of, to_picture } from "./measure.js";
import { moment_of } from "./moment.js";

const said_px = 13;
const arc_px = 70;
const quarter = Math.PI / 4;
const past = 3 * 2540; // beyond the target, in the units of the wire

/** @param {BoardSize} board */
const points_of = (board, points) =>
	points
		.map((point) => to_picture(board, point))
		.map(({ x, y }) => `${x},${y}`)
		.join(" ");

/**
 * The straight way of a unit's front from one place to another: so far, and half its width to
 * either side.
 * @param {Unit} unit @param {Point} from @param {Point} ahead of length 1
 */
function strip_of(unit, from, ahead, far) {
	const half = size_of(unit).width / 2;
	const along = (point) => (point.x - from.x) * ahead.x + (point.y - from.y) * ahead.y;
	const aside = (point) => (point.x - from.x) * ahead.y - (point.y - from.y) * ahead.x;
	const limits = [
		along,
		(point) => far - along(point),
		(point) => half - aside(point),
		(point) => half + aside(point),
	];

	return { from, ahead, far, within: (points) => limits.reduce(cut, points) };
}

/** @param {Point} from @param {Point} to */
function towards(from, to) {
	const length = Math.hypot(to.x - from.x, to.y - from.y);

	return { length, ahead: { x: (to.x - from.x) / (length || 1), y: (to.y - from.y) / (length || 1) } };
}

/**
 * The way towards another, straight: to it where anybody may measure, else a little past it, as
 * much from however far off.
 * @param {Game} game @param {Unit} unit @param {Unit} target
 */
function aimed(game, unit, target) {
	const { length, ahead } = towards(unit.pose, middle_of(target));
	const reach = reach_of(target, ahead);

	return {
		...strip_of(unit, unit.pose, ahead, game.premeasure ? length - reach : length + reach + past),
		near: length - reach,
	};
}

/** The ways of the legs that the server told. @param {Unit} unit @param {Pose[]} legs */
const told = (unit, legs) =>
	legs.flatMap((pose, index) => {
		const from = legs[index - 1] ?? unit.pose;
		const { length, ahead } = towards(from, pose);
		return length > 0 ? [strip_of(unit, from, ahead, length)] : [];
	});

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

/** @param {Game} game */
const corners_of_table = ({ board: { width, depth } }) => [
	{ x: 0, y: 0 },
	{ x: width, y: 0 },
	{ x: width, y: depth },
	{ x: 0, y: depth },
];

/** To the target, and, if it goes on, what fades behind it: nothing lies over the unit that it is aimed at. */
function rays(game, { from, ahead, near, far }) {
	const ray = (name, start, end) => {
		const at = to_picture(game.board, { x: from.x + ahead.x * start, y: from.y + ahead.y * start });
		const way = `${ahead.x * (end - start)} ${-ahead.y * (end - start)}`;
		return draw("path", { class: name, d: `M${at.x} ${at.y}l${way}` });
	};

	return [
		ray("charge-ray", 0, near),
		far > near ? ray("charge-ray past", far - past, far) : null,
	].filter(Boolean);
}

/** A unit as it will stand when it is met on its way. @param {Unit} unit @param {WayPoint|null|undefined} moment */
const met_at = (unit, moment) => (unit && moment ? { ...unit, pose: moment.pose } : unit);

/**
 * What is picked, if it is aimed at somebody.
 * @param {State} state @param {View} view
 */
export function draw_charge(state, view) {
	const { game, pending } = state;
	const unit = game.units[pending?.body.unit];
	const moment = moment_of(state);
	const target = met_at(game.units[pending?.body.target], moment);

	if (!unit?.pose || !target?.pose || unit.on_table === false || target.on_table === false)
		return [];
	const legs = state.preview?.legs ?? [];
	const aim = aimed(game, unit, target);
	// Where it will stand that is to be met when it comes in sight, nobody knows beforehand.
	const is_aimed = legs.length === 0 && moment !== null;
	const strips = legs.length > 0 ? told(unit, legs) : is_aimed ? [aim] : [];

	return [
		...strips.map((strip) =>
			draw("polygon", { class: "charge-way", points: points_of(game.board, strip.within(corners_of_table(game))) }),
		),
		...strips.flatMap((strip) => ground_under(game, strip, view)),
		// Where measuring is allowed all arcs are drawn (ruler.js).
		...(game.premeasure ? [] : [arc(game, unit, view)]),
		...(is_aimed ? rays(game, aim) : []),
		...struck(state, target, view),
	];
}
