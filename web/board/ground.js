// @ts-check
// The ground as an engraver draws it. Outlines are exact, for rules hang on them; what
// fills them is drawing. All strokes are in the table's own measure, so that the map
// grows like a printed one when one bends over it. A piece of terrain is one <g>; of a
// kind that this page does not know, an outline and dots.

import { draw } from "../dom.js";
import { to_picture } from "./measure.js";
import { ground_place, ground_sign } from "./vocabulary.js";

const tree = 2300; // the crown of a tree, in 0.01 mm
const marks_max = 260; // in one piece of terrain
let clips = 0;

/** Numbers that look like chance and are the same each time. */
function chance(seed) {
	let state = seed * 2654435761 + 12345;

	return () => {
		state = (Math.imul(state ^ (state >>> 15), 2246822519) + 3266489917) >>> 0;
		return state / 4294967296;
	};
}

function is_inside(points, x, y) {
	let inside = false;

	for (let a = 0, b = points.length - 1; a < points.length; b = a++) {
		const p = points[a],
			q = points[b];
		if (p.y > y !== q.y > y && x < ((q.x - p.x) * (y - p.y)) / (q.y - p.y) + p.x)
			inside = !inside;
	}
	return inside;
}

/** Points about `step` apart inside a polygon, from the back of the picture to its front. */
function scattered(points, step, seed) {
	const random = chance(seed);
	const xs = points.map((point) => point.x),
		ys = points.map((point) => point.y);
	const found = [];
	const [left, right, top, bottom] = [
		Math.min(...xs),
		Math.max(...xs),
		Math.min(...ys),
		Math.max(...ys),
	];
	// However large a forest is, it has a few hundred trees.
	const grown = Math.max(1, Math.sqrt(((right - left) * (bottom - top)) / marks_max) / step);
	const apart = step * grown;
	let odd = 0;

	for (let y = top + apart / 3; y < bottom; y += apart * 0.8, odd ^= 1) {
		for (let x = left + (odd * apart) / 2; x < right; x += apart) {
			const at = {
				x: x + (random() - 0.5) * apart * 0.6,
				y: y + (random() - 0.5) * apart * 0.5,
				size: (0.75 + random() * 0.5) * grown,
			};
			if (is_inside(points, at.x, at.y))
				found.push(at);
		}
	}
	return found.sort((a, b) => a.y - b.y);
}

const round = Math.round;

// A crown of five arcs, and the shade on its side away from the light.
function crown({ x, y, size }) {
	const r = (tree * size) / 2;
	const arcs = [];

	for (let lobe = 1; lobe <= 5; lobe++) {
		const turn = (lobe * 2 * Math.PI) / 5 - Math.PI / 2;
		arcs.push(
			`A${round(r * 0.62)} ${round(r * 0.62)} 0 0 1 ` +
				`${round(x + Math.cos(turn) * r)} ${round(y + Math.sin(turn) * r)}`,
		);
	}
	return `M${round(x)} ${round(y - r)}${arcs.join("")}z`;
}

function shade({ x, y, size }) {
	const r = (tree * size) / 2;

	return [0.15, 0.5, 0.85]
		.map(
			(part) =>
				`M${round(x + r * 0.25 * part)} ${round(y + r * (0.95 - part * 0.75))}` +
				`h${round(r * (0.6 + 0.35 * part))}`,
		)
		.join("");
}

function trees(points, step, seed) {
	// Crowns overlap: each is filled before the next is drawn over it.
	return scattered(points, step, seed).map((at) => [
		draw("path", { class: "crown", d: crown(at) }),
		draw("path", { class: "shade", d: shade(at) }),
	]);
}

const marks = {
	tuft: ({ x, y, size }) =>
		[-0.5, -0.2, 0.2, 0.5]
			.map(
				(lean) =>
					`M${round(x + lean * 400)} ${round(y)}` +
					`q${round(lean * 250)} ${round(-450 * size)} ${round(lean * 1100)} ${round(-800 * size)}`,
			)
			.join(""),
	stone: ({ x, y, size }) =>
		`M${round(x - 480 * size)} ${round(y)}l${round(200 * size)} ${round(-420 * size)}` +
		`l${round(420 * size)} ${round(40 * size)}l${round(300 * size)} ${round(380 * size)}` +
		`M${round(x + 60 * size)} ${round(y - 60)}h${round(420 * size)}`,
	marsh: ({ x, y, size }) =>
		`M${round(x - 1100 * size)} ${round(y)}h${round(2200 * size)}` +
		`M${round(x - 600 * size)} ${round(y + 420)}h${round(1300 * size)}` +
		`M${round(x)} ${round(y)}v${round(-900 * size)}` +
		`M${round(x - 320)} ${round(y)}l-260 ${round(-700 * size)}` +
		`M${round(x + 320)} ${round(y)}l260 ${round(-700 * size)}`,
	dot: ({ x, y }) => `M${round(x)} ${round(y)}h1`,
};

function strewn(points, mark, step, seed) {
	return draw("path", {
		class: `strewn ${mark}`,
		d: scattered(points, step, seed).map(marks[mark]).join(""),
	});
}

// Strokes along the outline, seen only inside it: their inner half is what is drawn.
function lines_within(d, classes) {
	return classes.map((name) => draw("path", { class: name, d }));
}

/** The outline drawn in towards its middle and rounded: a line of the same height. */
function contour(points, part) {
	const middle = (axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
	const x = middle("x"),
		y = middle("y");
	const inner = points.map((point) => ({ x: x + (point.x - x) * part, y: y + (point.y - y) * part }));
	const half = (index) => {
		const a = inner[index % inner.length],
			b = inner[(index + 1) % inner.length];
		return `${round((a.x + b.x) / 2)} ${round((a.y + b.y) / 2)}`;
	};
	const bends = inner.map((_, index) => {
		const at = inner[(index + 1) % inner.length];
		return `Q${round(at.x)} ${round(at.y)} ${half(index + 1)}`;
	});

	return draw("path", { class: "contour", d: `M${half(0)}${bends.join("")}z` });
}

/** What stands higher than the ground throws a shadow, so many 0.01 mm long. */
const heights = {
	light_woods: 500,
	dense_woods: 600,
	obstacle: 420,
	wall: 560,
	building: 900,
	impassable: 900,
};

const is_soft = /^(hill|light_woods|dense_woods|brush|rough|swamp|shallow_water)$/;

// What lies about a piece: its shadow, the banks of water, and no hard edge where the ground has none.
function about(sign, d) {
	const height = heights[sign];

	return [
		height ? draw("path", { class: "shadow", d, transform: `translate(${height * 0.6} ${height})` }) : null,
		is_soft.test(sign) ? lines_within(d, ["soft wide", "soft"]) : null,
		sign === "shallow_water" ? lines_within(d, ["banks"]) : null,
	];
}

/** What fills the outline of each kind. */
const fillings = {
	hill: (d, points) => [
		lines_within(d, ["slope far", "slope"]),
		[0.72, 0.42].map((part) => contour(points, part)),
	],
	shallow_water: (d) => lines_within(d, ["shore wide", "shore gap", "shore mid", "shore gap2", "shore near"]),
	light_woods: (d, points, seed) => trees(points, tree * 1.75, seed),
	dense_woods: (d, points, seed) => trees(points, tree * 0.92, seed),
	brush: (d, points, seed) => strewn(points, "tuft", 2600, seed),
	rough: (d, points, seed) => strewn(points, "stone", 2300, seed),
	swamp: (d, points, seed) => strewn(points, "marsh", 3200, seed),
	obstacle: (d) => lines_within(d, ["hedge"]),
	wall: (d) => lines_within(d, ["stones"]),
	ditch: (d) => lines_within(d, ["bank"]),
	road: (d) => lines_within(d, ["ruts"]),
	building: (d) => lines_within(d, ["roof", "eaves"]),
	impassable: (d) => lines_within(d, ["walls"]),
	clear: () => [],
};

/** One piece of terrain: its kind, and its outline in the picture's measure. */
export function terrain(kind, points, seed) {
	const sign = ground_sign(kind);
	const id = `ground-${++clips}`;
	const d = `M${points.map((point) => `${point.x} ${point.y}`).join("L")}z`;
	const filling = fillings[sign] ?? (() => strewn(points, "dot", 1500, seed));

	return draw(
		"g",
		{ class: `terrain ${sign}` },
		draw("clipPath", { id }, draw("path", { d })),
		about(sign, d),
		draw("path", { class: "body", d }),
		draw("g", { "clip-path": `url(#${id})` }, filling(d, points, seed)),
		draw("path", { class: "outline", d }),
	);
}

// Only where both players want distances shown: a grid of 6 inches.
/** @param {BoardSize} board */
function grid(board) {
	const lines = [];

	for (let x = 15240; x < board.width; x += 15240)
		lines.push(`M${x} 0V${board.depth}`);
	for (let y = 15240; y < board.depth; y += 15240)
		lines.push(`M0 ${board.depth - y}H${board.width}`);
	return draw("path", { class: "grid", d: lines.join("") });
}

/**
 * Everything that lies on the table before a unit stands on it, seen from the north if it is turned.
 * @param {Pick<Game, "board"|"premeasure">} game
 */
export function ground(game, is_turned = false) {
	const { board } = game;
	const edge = Math.max(board.width, board.depth) * 0.0045;
	const frame = (out, name) =>
		draw("rect", {
			class: name,
			x: -out,
			y: -out,
			width: board.width + 2 * out,
			height: board.depth + 2 * out,
		});
	const inside = `ground-${++clips}`;
	const pieces = (board.terrain ?? [])
		.map((piece, index) => ({ ...piece, index }))
		.sort((a, b) => ground_place(a.kind) - ground_place(b.kind));
	const seen = (point) => {
		const { x, y } = to_picture(board, point);
		return is_turned ? { x: board.width - x, y: board.depth - y } : { x, y };
	};
	const drawn = (piece) => terrain(piece.kind, piece.points.map(seen), piece.index + 1);

	return [
		frame(2.2 * edge, "margin"),
		frame(edge, "neat-line"),
		frame(0, "field"),
		game.premeasure ? grid(board) : null,
		draw("clipPath", { id: inside }, frame(0, null)),
		draw("g", { "clip-path": `url(#${inside})` }, pieces.map(drawn)),
	];
}
