// @ts-check
// Terrain: of every kind that the book knows, put on the table in a shape of four, or drawn there.

import { make } from "../dom.js";
import { words } from "../words.js";
import { named, usual_height } from "./book.js";
import { button, choice_field, number_field, shown } from "./fields.js";
import { box_of, clockwise, middle_of_box } from "./geometry.js";
import { move, outline_of, turn } from "./move.js";
import { board_of, piece_of, remove, terrain_of } from "./muster.js";
import { corner_points, round_points, strip_points } from "./shapes.js";

const pieces_max = 24;
const points_max = 16;
const quarter = 4096; // 22.5°
const apart = 2540;

/** The shapes, each by two corners, a line or an outline, and how many points it takes. */
const shapes = {
	rectangle: { least: 2, most: 2, made: ([a, b]) => corner_points(a, b) },
	ellipse: { least: 2, most: 2, made: ([a, b]) => round_points(a, b) },
	strip: { least: 2, most: points_max / 2, made: (line, width) => strip_points(line, width) },
	polygon: { least: 3, most: points_max, made: (points) => points },
};

/** Where a shape lies until it is dragged: about the middle of the table. */
function usual_points(shape, board) {
	const at = (x, y) => ({ x: Math.round(board.width * x), y: Math.round(board.depth * y) });

	if (shape === "strip")
		return [at(0.3, 0.5), at(0.5, 0.52), at(0.7, 0.5)];
	return shape === "polygon"
		? [at(0.42, 0.44), at(0.4, 0.55), at(0.5, 0.6), at(0.6, 0.54), at(0.56, 0.43)]
		: [at(0.42, 0.42), at(0.58, 0.58)];
}

/** The same, beside other pieces that lie there still. */
function free_points(value, shape) {
	const board = board_of(value);
	const middles = terrain_of(value).map((piece) => middle_of_box(box_of(piece.points)));
	const is_taken = (points) => {
		const { x, y } = middle_of_box(box_of(points));
		return middles.some((other) => Math.hypot(other.x - x, other.y - y) < apart);
	};
	const points = usual_points(shape, board);

	for (const { x, y } of nearby(board)) {
		const moved = points.map((point) => ({ x: point.x + x, y: point.y + y }));
		if (!is_taken(moved))
			return moved;
	}
	return points;
}

/** Steps away from the middle of the table, the nearest first. */
function nearby({ width, depth }) {
	const steps = [-2, -1, 0, 1, 2];

	return steps
		.flatMap((x) => steps.map((y) => ({ x: Math.round((x * width) / 6), y: Math.round((y * depth) / 12) })))
		.sort((a, b) => Math.hypot(a.x, a.y) - Math.hypot(b.x, b.y));
}

/** Put a piece on top of the others. */
function add_piece(copy, piece) {
	copy.muster.board.terrain = [...terrain_of(copy), piece];
	return [`t${copy.muster.board.terrain.length - 1}`];
}

/** What is put on the table next. @param {import("./boot.js").Editor} editor */
function chosen(editor) {
	const kinds = editor.book.rules.terrain.map((one) => one.name);
	const ground = (editor.ground ??= { kind: "", shape: "rectangle", width: 5080 });

	if (!kinds.includes(ground.kind))
		ground.kind = kinds[0];
	return ground;
}

/** @param {import("./boot.js").Editor} editor */
function drawing(editor) {
	const { battle, book, table, redraw } = editor;
	const { kind, shape, width } = chosen(editor);
	const { least, most, made } = shapes[shape];
	const piece_of_points = (points) => ({
		kind,
		height: usual_height(book, kind),
		points: clockwise(made(points.slice(0, most), width)),
	});
	const put = (points) => battle.change((copy) => add_piece(copy, piece_of_points(points)));
	const is_full = terrain_of(battle.value).length >= pieces_max;

	if (!table.asked)
		return make(
			"div",
			{ class: "row" },
			button("ui.battle.ground.put", () => put(free_points(battle.value, shape)), { disabled: is_full }),
			button(
				"ui.battle.ground.draw",
				() => {
					table.ask(put, most, shape === "strip");
					redraw();
				},
				{ disabled: is_full },
			),
		);
	return make(
		"div",
		null,
		make("p", { role: "status" }, words(`ui.battle.draw.${shape}`)),
		make(
			"div",
			{ class: "row" },
			button("ui.battle.ground.done", () => table.done(true), { disabled: table.asked.points.length < least }),
			button("ui.battle.ground.leave", () => table.done(false)),
		),
	);
}

/** @param {import("./boot.js").Editor} editor */
function adders(editor) {
	const { book, redraw } = editor;
	const ground = chosen(editor);
	const choose = (name) => (value) => {
		ground[name] = value;
		redraw();
	};

	return [
		make(
			"div",
			{ class: "pair" },
			choice_field({
				at: "/ground/kind",
				label: words("ui.battle.ground.kind"),
				value: ground.kind,
				of: book.rules.terrain.map(({ name }) => [name, named("terrain", name)]),
				change: choose("kind"),
			}),
			choice_field({
				at: "/ground/shape",
				label: words("ui.battle.ground.shape"),
				value: ground.shape,
				of: Object.keys(shapes).map((shape) => [shape, words(`ui.battle.shape.${shape}`)]),
				change: choose("shape"),
			}),
		),
		ground.shape === "strip"
			? number_field({
					at: "/ground/width",
					label: words("ui.battle.ground.width"),
					kind: "length",
					value: ground.width,
					min: 500,
					max: 50800,
					change: choose("width"),
				})
			: null,
		drawing(editor),
	];
}

/** What the book says of a kind in a few words. */
function kind_words(book, kind) {
	const rule = book.rules.terrain.find((one) => one.name === kind);

	return [
		rule?.impassable && words("ui.battle.ground.impassable"),
		rule?.blocks_sight && words("ui.battle.ground.blocks_sight"),
	]
		.filter(Boolean)
		.join(" ");
}

/** Where a piece lies and how large it is, by numbers. */
function box_fields(battle, id) {
	const board = board_of(battle.value);
	const box = box_of(outline_of(battle.value, id));
	const middle = middle_of_box(box);
	const size = { width: box.right - box.left, depth: box.high - box.low };
	const place = (axis, label, max) =>
		number_field({
			at: `/piece/${axis}`,
			label: words(label),
			kind: "length",
			value: middle[axis],
			min: 0,
			max,
			change: (value) =>
				battle.change((copy) => move(copy, [id], { x: 0, y: 0, [axis]: value - middle[axis] })),
		});
	const length = (name, axis, label, max) =>
		number_field({
			at: `/piece/${name}`,
			label: words(label),
			kind: "length",
			value: size[name],
			min: 100,
			max,
			change: (value) =>
				battle.change((copy) => {
					for (const point of piece_of(copy, id).points)
						point[axis] = Math.round(middle[axis] + ((point[axis] - middle[axis]) * value) / size[name]);
				}),
		});

	return make(
		"div",
		{ class: "pair" },
		place("x", "ui.battle.middle_x", board.width),
		place("y", "ui.battle.middle_y", board.depth),
		length("width", "x", "ui.battle.width", board.width),
		length("depth", "y", "ui.battle.depth", board.depth),
	);
}

/** Each corner by numbers, for people who do not drag. */
function corner_fields(editor, at, piece, id) {
	const { battle } = editor;
	const number = (index, axis) =>
		number_field({
			at: `${at}/points/${index}/${axis}`,
			label: words(axis === "x" ? "ui.battle.corner_x" : "ui.battle.corner_y", { number: index + 1 }),
			kind: "length",
			value: piece.points[index][axis],
			change: (value) => battle.change((copy) => void (piece_of(copy, id).points[index][axis] = value)),
		});

	return make(
		"details",
		{ class: "corners", open: editor.shows_corners, toggle: ({ target }) => (editor.shows_corners = target.open) },
		make("summary", { "data-key": "corners" }, words("ui.battle.corners", { count: piece.points.length })),
		make(
			"div",
			{ class: "pair", "data-at": `${at}/points` },
			piece.points.flatMap((_, index) => [number(index, "x"), number(index, "y")]),
		),
	);
}

/** @param {import("./boot.js").Editor} editor */
function form(editor, id) {
	const { battle, book } = editor;
	const piece = piece_of(battle.value, id);
	const at = `/muster/board/terrain/${id.slice(1)}`;
	const copy_piece = (copy) => {
		const picked = add_piece(copy, structuredClone(piece_of(copy, id)));
		move(copy, picked, { x: 2540, y: -2540 });
		return picked;
	};

	return make(
		"section",
		{ class: "entry", "data-at": at },
		make(
			"div",
			{ class: "row" },
			button("ui.battle.turn_left", () => battle.change((copy) => turn(copy, [id], -quarter), "turn")),
			button("ui.battle.turn_right", () => battle.change((copy) => turn(copy, [id], quarter), "turn")),
			button("ui.battle.copy", () => battle.change(copy_piece)),
			button("ui.battle.remove", () => battle.change((copy) => remove(copy, [id]))),
		),
		choice_field({
			at: `${at}/kind`,
			label: words("ui.battle.ground.kind"),
			value: piece.kind,
			of: book.rules.terrain.map(({ name }) => [name, named("terrain", name)]),
			note: kind_words(book, piece.kind),
			change: (kind) => battle.change((copy) => void (piece_of(copy, id).kind = kind)),
		}),
		number_field({
			at: `${at}/height`,
			label: words("ui.battle.ground.height"),
			kind: "length",
			value: piece.height,
			min: 0,
			max: 635000,
			note: words("ui.battle.ground.height.note"),
			change: (height) => battle.change((copy) => void (piece_of(copy, id).height = height)),
		}),
		box_fields(battle, id),
		corner_fields(editor, at, piece, id),
	);
}

/** @param {import("./boot.js").Editor} editor */
export function ground_panel(editor) {
	const { battle } = editor;
	const picked = battle.selected.filter((id) => piece_of(battle.value, id));
	const name = (piece, index) => {
		const { x, y } = middle_of_box(box_of(piece.points));
		return words("ui.battle.ground.item", {
			kind: named("terrain", piece.kind),
			number: index + 1,
			x: shown("length", x),
			y: shown("length", y),
		});
	};

	return [
		adders(editor),
		make(
			"ul",
			{ class: "units-list" },
			terrain_of(battle.value).map((piece, index) =>
				make(
					"li",
					null,
					make(
						"button",
						{
							type: "button",
							class: "quiet",
							"data-key": `piece-${index}`,
							"aria-pressed": String(picked.includes(`t${index}`)),
							click: () => battle.select([`t${index}`]),
						},
						name(piece, index),
					),
				),
			),
		),
		picked.length === 1 ? form(editor, picked[0]) : null,
	];
}
