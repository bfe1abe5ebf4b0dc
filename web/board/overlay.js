// @ts-check
// What lies over the units: orders as arrows, contacts, the threat of a move that was
// announced, and the ghost of what is picked. Nothing here measures to an enemy.

import { draw } from "../dom.js";
import { inches, unit_name, words } from "../words.js";
import { degrees, middle_of, reach_of, size_of, tip_of, to_picture } from "./measure.js";
import { outline, troop_symbol } from "./units.js";

const least_trail = 300; // less is a push, no way

const turn_of = (angle) => (angle * 2 * Math.PI) / 65536;

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

const points_of = (board, points) =>
	points
		.map((point) => to_picture(board, point))
		.map((point) => `${point.x},${point.y}`)
		.join(" ");

// One sign a pair, at the front of who came, even where both struck.
/** @param {Game} game @param {View} view */
export function draw_contacts(game, view) {
	const pairs = new Map(
		(game.contacts ?? []).map((one) => [[one.unit, one.with].sort().join(), one]),
	);

	return [...pairs.values()].map((contact) => {
		const at = to_picture(game.board, game.units[contact.unit].pose);
		const size = 8 / view.scale;

		return draw(
			"g",
			{
				class: "contact",
				transform: `translate(${at.x} ${at.y}) scale(${size})`,
			},
			draw("circle", { r: 1.15 }),
			draw("path", { d: "M-.6-.6L.6.6M-.6.6L.6-.6" }),
		);
	});
}

/**
 * The enemy that an open decision is about, and the path it announced if it has yet to move:
 * who moves before one's eyes, or who is to charge the unit that must answer. Or undefined.
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

/** The outline of a unit somewhere else: `at` in pixels of the picture, `facing` as on the wire. */
export function ghost_figure(unit, at, facing, name) {
	const size = size_of(unit);

	return draw(
		"g",
		{
			class: `figure ${unit.side} ${name}`,
			transform: `translate(${at.x} ${at.y}) rotate(${degrees(facing)})`,
		},
		draw("rect", outline(size)),
		troop_symbol(unit, size),
		draw("path", { class: "front", d: `M${-size.width / 2} 0H${size.width / 2}` }),
	);
}

// The two limits of a heading, as rays that end nowhere: how far is not drawn.
/** @param {BoardSize} board @param {Handle} handle @param {View} view */
function rays(board, handle, view) {
	if (!handle?.turn)
		return null;
	const at = to_picture(board, handle.origin);
	const ray = (angle) =>
		`M${at.x} ${at.y}l${(Math.sin(turn_of(angle)) * 90) / view.scale} ` +
		`${(-Math.cos(turn_of(angle)) * 90) / view.scale}`;

	return draw("path", { class: "limit", d: ray(handle.turn.from) + ray(handle.turn.to) });
}

/** @param {BoardSize} board @param {Handle} handle */
function area(board, handle) {
	return handle?.points
		? draw("polygon", {
				class: "limit area",
				points: points_of(board, handle.points),
			})
		: null;
}

// How far down the picture a word stands so that it clears a block: behind its rear, or,
// where the unit's name stands there, before its front.
/** @param {Pose} pose @param {View} view */
function beside(pose, size, view, is_before) {
	const is_up = Math.cos(turn_of(pose.facing)) > 0;

	if (is_before)
		return is_up ? -14 / view.scale : 24 / view.scale;
	return is_up ? size.depth + 18 / view.scale : -size.depth - 8 / view.scale;
}

/**
 * What is told beside the ghost: its cost, or why not.
 * @param {Game} game @param {Preview} preview
 */
function verdict(game, preview) {
	if (!preview || preview.problem)
		return "";
	if (preview.in_the_way)
		return `✕ ${unit_name(game, preview.in_the_way)} (${preview.clause})`;
	if (preview.lawful === false)
		return `✕ ${preview.clause ?? words(`refusal.${preview.code}`)}`;
	return preview.cost > 0 ? inches(preview.cost) : "";
}

/**
 * The ghost of what is picked: where the server says each leg ends, or, while a finger
 * holds it, where the finger is.
 * @param {State} state @param {Handle} handle what can be dragged, see drag.js, or null
 * @param {{x: number, y: number, facing: number}|null} held
 */
export function draw_ghost(state, view, handle, held) {
	const { game, pending, preview } = state;
	const unit = game.units[pending?.body?.unit ?? pending?.action?.unit];

	if (!unit)
		return [];
	const shaped = { ...unit, files: files_after(unit, pending.body.path) };
	const legs = preview?.legs ?? [];
	const stops = held ? [...legs.slice(0, handle?.leg ?? 0), held] : legs;
	const place = (pose) => to_picture(game.board, pose);
	const from = handle?.kind === "place" ? handle.origin : unit.pose;
	const points = [from, ...stops].map(place);
	const last = stops[stops.length - 1] ?? from;
	const at = place(last);
	const refused = preview?.lawful === false;
	const said = verdict(game, preview);

	return [
		area(game.board, handle),
		rays(game.board, handle, view),
		stops.length > 0 && handle?.kind !== "place"
			? draw("path", {
					class: "way",
					d: `M${points.map((point) => `${point.x} ${point.y}`).join("L")}`,
				})
			: null,
		stops.length > 0 || handle
			? ghost_figure(shaped, at, last.facing, refused ? "refused" : "")
			: null,
		handle
			? draw("circle", {
					class: "grip",
					cx: at.x,
					cy: at.y,
					r: 11 / view.scale,
				})
			: null,
		said
			? draw(
					"text",
					{
						class: refused ? "said refused" : "said",
						x: at.x,
						y: at.y + beside(last, size_of(shaped), view, stops.length === 0),
						"font-size": 13 / view.scale,
						"text-anchor": "middle",
					},
					said,
				)
			: null,
	];
}

const tooth_px = 12; // between the hachures of a line

/**
 * A line with hachures on its left: what has come over it is there.
 * @param {BoardSize} board @param {Point[]} ends @param {View} view
 */
function hachured(board, [from, to], view) {
	const a = to_picture(board, from),
		b = to_picture(board, to);
	const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
	const ahead = { x: (b.x - a.x) / length, y: (b.y - a.y) / length };
	const step = tooth_px / view.scale;
	let d = `M${a.x} ${a.y}L${b.x} ${b.y}`;

	for (let at = step / 2; at < length; at += step)
		d +=
			`M${a.x + ahead.x * at} ${a.y + ahead.y * at}` +
			`l${(ahead.y * step) / 2} ${(-ahead.x * step) / 2}`;
	return draw("path", { class: "line", d });
}

/**
 * What is shown on the table by pointing: lines, points, where units of a melee are to go.
 * @param {State} state @param {View} view
 */
export function draw_pointing(state, view) {
	const { game, pointing, pending } = state;
	const lines = [
		...(game.standing_orders?.orders ?? []).map((order) => order.line),
		state.line,
	];
	const outcome = pending?.body.outcome ?? [];

	return [
		...lines.filter(Boolean).map((line) => hachured(game.board, line, view)),
		...outcome
			.filter((loss) => loss.to)
			.map((loss) =>
				ghost_figure(
					game.units[loss.unit],
					to_picture(game.board, loss.to),
					loss.to.facing,
					"",
				),
			),
		...(pointing?.taken ?? []).map((point) => {
			const { x, y } = to_picture(game.board, point);
			return draw("circle", { class: "grip", cx: x, cy: y, r: 7 / view.scale });
		}),
	];
}

// A change of frontage shows in the ghost's width.
function files_after(unit, path) {
	return (
		(Array.isArray(path) ? path : []).findLast((leg) => leg.kind === "frontage")?.files ??
		unit.files
	);
}
