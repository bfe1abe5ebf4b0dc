// @ts-check
// What lies over the units: orders as arrows, trails, the threat of a move that was
// announced. Nothing here measures to an enemy.

import { draw } from "../dom.js";
import { middle_of, reach_of, size_of, tip_of, to_picture } from "./measure.js";

const least_trail = 300; // less is a push, no way

/** An angle of the wire in radians. @param {number} angle */
export const turn_of = (angle) => (angle * 2 * Math.PI) / 65536;

// A line from a unit's front to just short of another's block, as a path.
/** @param {Game} game @param {View} view */
function arrow_to(game, unit, target, view) {
	const middle = middle_of(target);
	const way = Math.hypot(middle.x - unit.pose.x, middle.y - unit.pose.y) || 1;
	const ahead = { x: (middle.x - unit.pose.x) / way, y: (middle.y - unit.pose.y) / way };
	const tip = tip_of(size_of(target)) * 1.1;
	const length = Math.max(0, way - reach_of(target, ahead) - tip - 2 / view.scale);
	const from = to_picture(game.board, unit.pose);

	return `M${from.x} ${from.y}l${ahead.x * length} ${-ahead.y * length}`;
}

/** @param {Game} game @param {View} view */
export function draw_orders(game, view) {
	return Object.values(game.units)
		.filter((unit) => unit.on_table !== false)
		.map((unit) => {
			const order = unit.order?.target !== undefined ? unit.order : unit.draft;
			const target = game.units[order?.target];

			if (!target || target.on_table === false)
				return null;
			return draw("path", {
				class: `order ${unit.side} ${order === unit.order ? "open" : "draft"}`,
				"marker-end": "url(#arrow-head)",
				d: arrow_to(game, unit, target, view),
			});
		});
}

/**
 * Where units came from since what was last done here: a line to where each stands.
 * @param {State} state
 */
export function draw_trails({ game, stood }) {
	return Object.entries(stood ?? {}).map(([id, before]) => {
		const unit = game.units[id];
		const is_there = [unit, before].every((one) => one?.pose && one.on_table !== false);

		if (!is_there || Math.hypot(unit.pose.x - before.pose.x, unit.pose.y - before.pose.y) < least_trail)
			return null;
		const from = to_picture(game.board, middle_of(before)),
			to = to_picture(game.board, middle_of(unit));
		return draw("path", { class: `trail ${unit.side}`, d: `M${from.x} ${from.y}L${to.x} ${to.y}` });
	});
}

/** Where each side may deploy, while it does. @param {Game} game */
export function draw_zones(game) {
	const { zones } = game.deployment ?? {};

	if (!zones || game.phase !== "deployment")
		return [];
	return Object.entries(zones).map(([side, points]) =>
		draw("polygon", {
			class: `zone ${side}`,
			fill: `url(#hatch-${side})`,
			points: points_of(game.board, points),
		}),
	);
}

/** Points of the table as SVG has them. @param {BoardSize} board @param {any} points */
export const points_of = (board, points) =>
	points
		.map((point) => to_picture(board, point))
		.map((point) => `${point.x},${point.y}`)
		.join(" ");

/**
 * The enemy that an open decision is about, and the path it announced if it has yet to move:
 * the one that moves before one's eyes, or that is to charge the unit that must answer. Or undefined.
 * @param {State} state
 */
export function threat_of(state) {
	const { units, waiting_for } = state.game;
	const wait = waiting_for?.find((one) => one.side === state.side && one.unit);
	const is_enemy = (id) => units[id] && units[id].side !== state.side;

	if (!wait || wait.decision === "settle_melee")
		return undefined;
	const unit = is_enemy(wait.unit)
		? wait.unit
		: is_enemy(wait.other) && units[wait.other].order?.target === wait.unit
			? wait.other
			: undefined;
	return unit && { unit, path: announced(state, unit) };
}

/**
 * One's own unit that the other side is asked about, with the path that it announced.
 * @param {State} state
 */
export function own_move_of(state) {
	const { units, waiting_for } = state.game;
	const unit = waiting_for?.find(
		(one) => one.side !== state.side && units[one.unit]?.side === state.side && one.decision !== "settle_melee",
	)?.unit;

	return unit && { unit, path: announced(state, unit) };
}

// Nothing that a unit has announced, unless it has yet to move.
/** @param {State} state */
function announced(state, unit) {
	const said = state.log.findLast(
		(event) =>
			["move_announced", "moved", "reformed"].includes(event.type) &&
			event.unit === unit,
	);

	return said?.path ?? [];
}

// Straight legs are drawn as announced; a leg that turns the unit ends what is certain.
/** @param {State} state */
export function draw_announced(state, move, name) {
	const unit = move && state.game.units[move.unit];

	if (!unit || move.path.length === 0)
		return [];
	let at = to_picture(state.game.board, unit.pose);
	let d = `M${at.x} ${at.y}`;

	for (const leg of move.path) {
		if (leg.kind !== "advance")
			break;
		at = {
			x: at.x + Math.sin(turn_of(leg.heading)) * leg.length,
			y: at.y - Math.cos(turn_of(leg.heading)) * leg.length,
		};
		d += `L${at.x} ${at.y}`;
	}
	return draw("path", { class: name, d, "marker-end": "url(#arrow-head)" });
}
