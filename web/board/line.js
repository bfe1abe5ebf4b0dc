// @ts-check
// Units that stand abreast and move together: which they are, what each is told to do, and where each
// would end. Only one's own units are looked at. Read when a move is picked.

import { to_picture, size_of } from "./measure.js";
import { ghost_figure } from "./ghost.js";

const same_facing = 364; // two degrees, in parts of a turn
const gap_part = 1.5; // of a front, between two that are neighbours

const radians_of = (angle) => (angle * 2 * Math.PI) / 65536;

/** Is it a way of straight legs alone? @param {Command} body */
const is_straight = ({ path }) => Boolean(path?.length) && path.every((leg) => leg.kind === "advance");

/** How far an action's first leg may go. @param {Action} action */
function most_of(action) {
	const path = action.bounds.find((bound) => bound.kind === "path");
	const length = action.bounds.find((bound) => bound.kind === "length");

	return length?.max ?? path?.budget ?? 0;
}

/** The actions of all units that may do the same as `action`, by unit. @param {Game} game */
const alike = (game, action) =>
	new Map(
		(game.actions ?? [])
			.filter((one) => one.do.type === action.do.type && one.unit && one.target === null && one.do.path)
			.map((one) => [one.unit, one]),
	);

/**
 * The units that stand in a line with the one that `action` moves, without it: facing as it does,
 * their fronts no farther before or behind it than a unit is deep, each near the next.
 * @param {Game} game @param {Action} action @returns {string[]}
 */
export function line_of(game, action) {
	const lead = game.units[action.unit];
	const turn = radians_of(lead.pose.facing);
	const { depth } = size_of(lead);
	const row = [...alike(game, action).keys()]
		.map((id) => {
			const { pose } = game.units[id];
			const east = pose.x - lead.pose.x,
				north = pose.y - lead.pose.y;
			return {
				id,
				off: Math.abs(((pose.facing - lead.pose.facing + 98304) % 65536) - 32768),
				along: east * Math.sin(turn) + north * Math.cos(turn),
				aside: east * Math.cos(turn) - north * Math.sin(turn),
				half: size_of(game.units[id]).width / 2,
			};
		})
		.filter((one) => one.off <= same_facing && Math.abs(one.along) <= depth)
		.sort((a, b) => a.aside - b.aside);
	const is_near = (a, b) => b.aside - b.half - (a.aside + a.half) <= gap_part * 2 * Math.max(a.half, b.half);
	const here = row.findIndex((one) => one.id === action.unit);
	let first = here,
		last = here;

	while (first > 0 && is_near(row[first - 1], row[first]))
		first--;
	while (last >= 0 && last < row.length - 1 && is_near(row[last], row[last + 1]))
		last++;
	return row.slice(Math.max(first, 0), last + 1).flatMap(({ id }) => (id === action.unit ? [] : [id]));
}

/**
 * What each of a line does when its lead does `body`: the same way, no longer than all can go. Null
 * when the way is none that a line can go.
 * @param {Game} game @param {Action} action @param {Command} body @param {string[]} line
 * @returns {{lead: Command, others: Command[]}|null}
 */
export function bodies_of(game, action, body, line) {
	const actions = alike(game, action);
	const own = line.flatMap((id) => actions.get(id) ?? []);

	if (!is_straight(body) || body.path.length !== 1)
		return null;
	const [leg] = body.path;
	const path = [{ ...leg, length: Math.min(leg.length, ...[action, ...own].map(most_of)) }];
	return { lead: { ...body, path }, others: own.map((one) => ({ ...structuredClone(one.do), path })) };
}

/** Where the others of a line would end. @param {State} state */
export function draw_line({ game, pending }) {
	const done = pending?.line && bodies_of(game, pending.action, pending.body, pending.line);

	return (done?.others ?? []).map(({ unit, path: [leg] }) => {
		const { pose } = game.units[unit];
		const heading = radians_of(leg.heading);
		const end = { x: pose.x + Math.sin(heading) * leg.length, y: pose.y + Math.cos(heading) * leg.length };
		return ghost_figure(game.units[unit], to_picture(game.board, end), pose.facing, pending.stays?.[unit] ? "refused" : "");
	});
}
