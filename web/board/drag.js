// @ts-check
// What of a picked command can be dragged on the table, read from the bounds that the
// server lists: a length and a heading of one leg are a way from where the leg begins, a
// point in a polygon is a place. A bound of any other kind has no handle here
// and is varied in the panel.

import { value_at, with_value } from "../json_pointer.js";

/**
 * What of a picked command is dragged: the end of a leg of its way, or a place.
 * @typedef {object} Handle
 * @property {"way"|"place"} kind
 * @property {string} at          of what varies, in the body
 * @property {number} leg
 * @property {Pose} origin
 * @property {Bound} [length]
 * @property {Bound|null} [turn]
 * @property {Point[]|null} [points]
 * @property {number} [facing]
 * @property {any} [value]
 */

const whole_turn = 65536;

const bound_at = (bounds, at, kind) => bounds.find((one) => one.at === at && one.kind === kind);

/** The last leg of a path that goes straight, or −1. */
function straight_leg(path) {
	return Array.isArray(path) ? path.findLastIndex((leg) => leg.length !== undefined) : -1;
}

/** @param {Command} body @param {Unit} unit @param {Preview} preview @returns {Handle|null} */
function way_handle(bounds, body, unit, preview) {
	const path = bounds.find((one) => one.kind === "path");
	const index = path ? straight_leg(value_at(body, path.at)) : -1;

	if (index < 0)
		return null;
	const at = `${path.at}/${index}`;
	const origin = index === 0 ? unit.pose : preview?.legs[index - 1];
	return origin
		? {
				kind: "way",
				at,
				leg: index,
				origin,
				length: bound_at(bounds, `${at}/length`, "length") ?? {
					min: 1,
					max: path.budget,
				},
				turn: bound_at(bounds, `${at}/heading`, "angle") ?? null,
			}
		: null;
}

/** @param {Command} body @param {Unit} unit @returns {Handle|null} */
function place_handle(bounds, body, unit) {
	const bound = bounds.find((one) => one.kind === "polygon");
	const value = bound && value_at(body, bound.at);

	return bound
		? {
				kind: "place",
				at: bound.at,
				leg: 0,
				points: bound.points ?? null,
				facing: value?.facing ?? unit.pose?.facing ?? 0,
				origin: { facing: 0, ...unit.pose, ...value },
				value,
			}
		: null;
}

/** What can be dragged of what is picked, or null. @returns {Handle|null} @param {State} state */
export function handle_of(state) {
	const { game, pending, preview } = state;
	const unit = game.units[pending?.body.unit];

	if (!unit)
		return null;
	const bounds = pending.action.bounds ?? [];
	return way_handle(bounds, pending.body, unit, preview) ?? place_handle(bounds, pending.body, unit);
}

/**
 * An angle within from…to, going clockwise; else the nearer end.
 * @param {number} angle @param {Bound} limits
 */
function within(angle, { from, to }) {
	const span = (to - from + whole_turn) % whole_turn;
	const past = (angle - from + whole_turn) % whole_turn;

	if (past <= span)
		return angle;
	return past - span < whole_turn - past ? to : from;
}

/**
 * Drag a handle to a point of the table: the body it makes, and where the ghost is.
 * @param {Handle} handle @param {Command} body
 */
export function dragged(handle, body, point) {
	if (handle.kind === "place") {
		const at = { x: Math.round(point.x), y: Math.round(point.y) };
		return {
			body: with_value(body, handle.at, { ...handle.value, ...at }),
			held: { ...at, facing: handle.facing },
		};
	}
	const { origin, length, turn } = handle;
	const east = point.x - origin.x,
		north = point.y - origin.y;
	const aimed =
		(Math.round((Math.atan2(east, north) * whole_turn) / (2 * Math.PI)) + whole_turn) %
		whole_turn;
	const heading = turn ? within(aimed, turn) : aimed;
	const radians = (heading * 2 * Math.PI) / whole_turn;
	const along = east * Math.sin(radians) + north * Math.cos(radians);
	const way = Math.min(Math.max(Math.round(along), length.min), length.max);
	const leg = { ...value_at(body, handle.at), heading, length: way };

	return {
		body: with_value(body, handle.at, leg),
		held: {
			x: origin.x + Math.sin(radians) * way,
			y: origin.y + Math.cos(radians) * way,
			facing: origin.facing,
		},
	};
}
