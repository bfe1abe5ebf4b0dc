// @ts-check
// From where a table is seen: whose side is below, and what part of it matters now.

import { keep_turn, kept_turn } from "../seats.js";
import { actions_of, has_side, target_of, targets_of } from "../store.js";
import { bounded, middle_of, size_of, to_picture, turned_pose } from "./measure.js";

const around_px = 36; // of the table beside what matters, so that names are seen
const foot_px = 84; // the buttons below
const head_px = 64; // what is said above the table
const legible_px = 56; // the front of a unit whose sign can be read

/**
 * How far north a side stands, or is to be deployed; null where neither is told.
 * @param {Game} game @param {Side} side
 */
function middle_of_side({ units, deployment }, side) {
	const zone = deployment?.zones?.[side];
	const own = Object.values(units).filter((unit) => unit.side === side && unit.pose);
	const places = zone ? [zone].flat() : own.map((unit) => unit.pose);

	return places.length > 0 ? places.reduce((sum, { y }) => sum + y, 0) / places.length : null;
}

/**
 * Is the table seen from the north? One's own side is below; a player of both seats, or of none,
 * looks from the south.
 * @param {State} state
 */
export function is_from_north({ game, game_id, side, seats }) {
	const kept = kept_turn(game_id);

	if (kept !== null || !has_side(side) || seats.length > 1)
		return kept ?? false;
	const own = middle_of_side(game, side),
		other = middle_of_side(game, side === "red" ? "blue" : "red");
	return own === null || other === null ? side === "blue" : keep_turn(game_id, own > other);
}

/**
 * The units that matter now: what somebody picked and its targets, or those that may act, or all.
 * @param {State} state
 */
function units_that_matter({ game, side, selected: unit, led, pending }) {
	const selected = unit === led ? null : unit;
	const wait = (game.waiting_for ?? []).find((one) => one.side === side);
	const actions = pending ? [pending.action] : actions_of(game, selected);
	const asked = [wait?.unit, wait?.other].filter(Boolean);
	const touched = (game.contacts ?? []).filter((one) => asked.includes(one.unit) || asked.includes(one.with));
	const ids = new Set([
		selected,
		pending?.action.unit,
		target_of(pending),
		...asked,
		...touched.flatMap((one) => [one.unit, one.with]),
		...actions.map((action) => action.unit),
		...(selected || pending || asked.length > 0 ? actions.flatMap(targets_of) : []),
	]);
	const are_there = ([id, unit]) => unit.pose && unit.on_table !== false && ids.has(id);
	const found = Object.entries(game.units).filter(are_there);

	return found.length > 0
		? found.map(([, unit]) => unit)
		: Object.values(game.units).filter((unit) => unit.pose && unit.on_table !== false);
}

/**
 * The units that a side's own decision is about, as a key and as units; null where it names none.
 * @param {State} state
 */
export function asked_about({ game, side }) {
	const wait = (game.waiting_for ?? []).find((one) => one.side === side);
	const ids = [wait?.unit, wait?.other].filter((id) => id && game.units[id]?.pose);

	return ids.length > 0
		? { key: [game.turn, wait.decision, ...ids].join(), units: ids.map((id) => game.units[id]) }
		: null;
}

/** Is a unit drawn so small that its sign cannot be read? @param {Unit} unit @param {View} view */
export function is_small(unit, view) {
	return size_of(unit).width * view.scale < legible_px;
}

/** The part of the picture that what matters now takes, or null where nothing stands. @param {State} state */
function extent_of(state, is_turned) {
	const { board } = state.game;
	const boxes = units_that_matter(state).map((unit) => {
		const pose = is_turned ? turned_pose(board, unit.pose) : unit.pose;
		const { x, y } = to_picture(board, middle_of({ ...unit, pose }));
		const size = size_of(unit);
		return { x, y, r: Math.hypot(size.width, size.depth) / 2 };
	});

	if (boxes.length === 0)
		return null;
	return {
		left: Math.min(...boxes.map(({ x, r }) => x - r)),
		right: Math.max(...boxes.map(({ x, r }) => x + r)),
		top: Math.min(...boxes.map(({ y, r }) => y - r)),
		bottom: Math.max(...boxes.map(({ y, r }) => y + r)),
	};
}

/**
 * The view of what matters now, or null where nothing stands on the table.
 * @param {State} state
 */
export function fitted(state, is_turned, width, height) {
	const extent = extent_of(state, is_turned);

	if (!extent)
		return null;
	const { left, right, top, bottom } = extent;
	const scale = Math.min(
		(width - 2 * around_px) / (right - left),
		(height - head_px - foot_px) / (bottom - top),
	);
	return bounded(
		{ x: (left + right) / 2, y: (top + bottom + (foot_px - head_px) / scale) / 2, scale },
		state.game.board,
		width,
		height,
	);
}

/**
 * A view of the same scale, moved no further than what matters must be seen over the buttons, or null where
 * it has no room at that scale.
 * @param {State} state @param {View} view @param {number} foot pixels that are covered below
 * @returns {View|null}
 */
export function moved(state, is_turned, view, width, height, foot = foot_px) {
	const extent = extent_of(state, is_turned);
	const along = (middle, from, to, room, cover) => {
		const least = to - (room / 2 - cover) / view.scale;
		const most = from + room / 2 / view.scale;
		return least > most ? null : Math.min(Math.max(middle, least), most);
	};

	if (!extent)
		return view;
	const x = along(view.x, extent.left, extent.right, width, 0);
	const y = along(view.y, extent.top, extent.bottom, height, foot);
	return x === null || y === null ? null : { ...view, x, y };
}

/** Is that unit alone in this view? @param {State} state @param {View} view @param {string} unit */
export const is_unit_seen = (state, is_turned, view, width, height, unit) =>
	is_seen({ ...state, selected: unit, led: null, pending: null, game: { ...state.game, waiting_for: [], actions: [] } }, is_turned, view, width, height);

/** Is all that matters in this view? @param {State} state @param {View} view */
export function is_seen(state, is_turned, view, width, height) {
	const { x, y } = moved(state, is_turned, view, width, height, 0) ?? {};

	return x === view.x && y === view.y;
}
