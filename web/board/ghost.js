// @ts-check
// The ghost of what is picked, and what is shown by pointing. Nothing here measures to an enemy. Read
// when something is picked, or soon after the first board.

import { draw } from "../dom.js";
import { inches, unit_name, words } from "../words.js";
import { degrees, size_of, to_picture } from "./measure.js";
import { points_of, turn_of } from "./overlay.js";
import { outline, troop_symbol } from "./units.js";

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
