// @ts-check
// From where a table is seen: whose side is below, and what part of it matters now.

import { keep_turn, kept_turn } from "../seats.js";
import { actions_of, has_side, target_of, targets_of } from "../store.js";
import { bounded, middle_of, size_of, to_picture, turned_pose } from "./measure.js";

const around_px = 36; // of the table beside what matters, so that names are seen
const foot_px = 84; // the buttons below

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
 * Is the table seen from the north? One's own side is below; who holds both seats, or none, looks
 * from the south.
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

/** The units that matter now: what is picked and its targets, or who may act, or all. @param {State} state */
function units_that_matter({ game, side, selected, pending }) {
	const wait = (game.waiting_for ?? []).find((one) => one.side === side);
	const actions = pending ? [pending.action] : actions_of(game, selected);
	const ids = new Set([
		selected,
		pending?.action.unit,
		target_of(pending),
		wait?.unit,
		wait?.other,
		...actions.map((action) => action.unit),
		...(selected || pending ? actions.flatMap(targets_of) : []),
	]);
	const are_there = ([id, unit]) => unit.pose && unit.on_table !== false && ids.has(id);
	const found = Object.entries(game.units).filter(are_there);

	return found.length > 0
		? found.map(([, unit]) => unit)
		: Object.values(game.units).filter((unit) => unit.pose && unit.on_table !== false);
}

/**
 * The view of what matters now, or null where nothing stands on the table.
 * @param {State} state
 */
export function fitted(state, is_turned, width, height) {
	const { board } = state.game;
	const boxes = units_that_matter(state).map((unit) => {
		const pose = is_turned ? turned_pose(board, unit.pose) : unit.pose;
		const { x, y } = to_picture(board, middle_of({ ...unit, pose }));
		const size = size_of(unit);
		return { x, y, r: Math.hypot(size.width, size.depth) / 2 };
	});

	if (boxes.length === 0)
		return null;
	const left = Math.min(...boxes.map(({ x, r }) => x - r)),
		right = Math.max(...boxes.map(({ x, r }) => x + r)),
		top = Math.min(...boxes.map(({ y, r }) => y - r)),
		bottom = Math.max(...boxes.map(({ y, r }) => y + r));
	const scale = Math.min(
		(width - 2 * around_px) / (right - left),
		(height - around_px - foot_px) / (bottom - top),
	);
	return bounded(
		{ x: (left + right) / 2, y: (top + bottom + (foot_px - around_px) / scale) / 2, scale },
		board,
		width,
		height,
	);
}
