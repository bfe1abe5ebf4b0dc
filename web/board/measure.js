// @ts-check
// From the table (0.01 mm, x east, y north, angles clockwise from north) to the picture
// (x right, y down) and to pixels.

export const zoom_max = 12; // times the whole table
const tip_part = 0.14; // the point on a unit's front, as a part of its width
const margin_px = 20;
const foot_px = 72; // kept clear below the table for the zoom buttons

/** Half as wide as the point in front of a unit is: small before a thin line, too. */
export function tip_of(size) {
	return Math.min(size.width * tip_part, size.depth * 0.6);
}

/** A point of the table in the picture's own units. @param {BoardSize} board */
export function to_picture(board, point) {
	return { x: point.x, y: board.depth - point.y };
}

/** The same pose on a table that is looked at from the north. @param {BoardSize} board */
export function turned_pose(board, pose) {
	return {
		...pose,
		x: board.width - pose.x,
		y: board.depth - pose.y,
		facing: (pose.facing + 32768) % 65536,
	};
}

export function degrees(angle) {
	return (angle * 360) / 65536;
}

// A figure that stands by itself, as drawn facing up with the first one's front at 0, 0.
/** @param {Shape} unit */
function from_front(unit, at) {
	const turn = (unit.pose.facing * 2 * Math.PI) / 65536;
	const east = at.x - unit.pose.x;
	const north = at.y - unit.pose.y;

	return {
		x: east * Math.cos(turn) - north * Math.sin(turn) - unit.base_width / 2,
		y: -east * Math.sin(turn) - north * Math.cos(turn),
	};
}

/**
 * Where a unit's figures stand, as drawn facing up with the front's centre at 0, 0.
 * @param {Shape} unit
 */
export function figure_places(unit) {
	const places = [];
	const { width } = size_of(unit);
	const gap = unit.gap ?? 0;

	if (unit.figures_at) return unit.figures_at.map((at) => from_front(unit, at));

	for (let figure = 0; figure < unit.figures; figure++) {
		const file = figure % unit.files;
		const rank = Math.floor(figure / unit.files);
		places.push({
			x: file * (unit.base_width + gap) - width / 2,
			y: rank * (unit.base_depth + gap),
		});
	}
	return places;
}

/** The width and depth of the formation. @param {Shape} unit */
export function size_of(unit) {
	const gap = unit.gap ?? 0;

	return {
		width: unit.files * (unit.base_width + gap) - gap,
		depth: Math.ceil(unit.figures / unit.files) * (unit.base_depth + gap) - gap,
	};
}

/** The centre of a unit's block on the table. @param {Shape} unit */
export function middle_of(unit) {
	const turn = (unit.pose.facing * 2 * Math.PI) / 65536;
	const back = size_of(unit).depth / 2;

	return { x: unit.pose.x - Math.sin(turn) * back, y: unit.pose.y - Math.cos(turn) * back };
}

/** Does a point of the table lie on a unit's block? @param {Shape} unit */
export function is_on(unit, point) {
	const turn = (unit.pose.facing * 2 * Math.PI) / 65536;
	const { width, depth } = size_of(unit);
	const middle = middle_of(unit);
	const east = point.x - middle.x,
		north = point.y - middle.y;

	return (
		Math.abs(east * Math.cos(turn) - north * Math.sin(turn)) <= width / 2 &&
		Math.abs(east * Math.sin(turn) + north * Math.cos(turn)) <= depth / 2
	);
}

/**
 * How far a unit's block reaches from its middle in a direction of the table.
 * @param {Shape} unit
 */
export function reach_of(unit, direction) {
	const turn = (unit.pose.facing * 2 * Math.PI) / 65536;
	const { width, depth } = size_of(unit);
	const ahead = Math.abs(direction.x * Math.sin(turn) + direction.y * Math.cos(turn));
	const aside = Math.abs(direction.x * Math.cos(turn) - direction.y * Math.sin(turn));

	return Math.min(width / 2 / Math.max(aside, 1e-6), depth / 2 / Math.max(ahead, 1e-6));
}

/**
 * What part of the table is seen: the point of the picture in the middle, and pixels per
 * unit of length.
 * @typedef {{x: number, y: number, scale: number}} View
 */

/** The view that shows all of the table with a margin. @returns {View} @param {BoardSize} board */
export function whole(board, width, height, foot = foot_px) {
	const scale = Math.max(
		1e-5,
		Math.min(
			(width - 2 * margin_px) / board.width,
			(height - margin_px - foot) / board.depth,
		),
	);

	return {
		x: board.width / 2,
		y: board.depth / 2 + (foot - margin_px) / 2 / scale,
		scale,
	};
}

/**
 * Keep a view near the table and its zoom within limits. @returns {View}
 * @param {View} view @param {BoardSize} board
 */
export function bounded(view, board, width, height) {
	const fit = whole(board, width, height).scale;
	const scale = Math.min(Math.max(view.scale, fit), fit * zoom_max);
	const clamp = (value, size) => Math.min(Math.max(value, 0), size);

	if (scale <= fit * 1.001)
		return { ...whole(board, width, height) };
	return { x: clamp(view.x, board.width), y: clamp(view.y, board.depth), scale };
}

/**
 * Zoom by `factor` while the point under (px, py), from the middle, stays. @returns {View}
 * @param {View} view
 */
export function zoomed(view, factor, px, py) {
	const scale = view.scale * factor;

	return {
		x: view.x + px / view.scale - px / scale,
		y: view.y + py / view.scale - py / scale,
		scale,
	};
}

/** The viewBox of a view. @param {View} view */
export function view_box(view, width, height) {
	const w = width / view.scale;
	const h = height / view.scale;

	return `${view.x - w / 2} ${view.y - h / 2} ${w} ${h}`;
}
