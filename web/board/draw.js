// @ts-check
// State to SVG. A unit is one <g>, kept by its id and only moved, so that the browser
// animates what changed. Blocks are hatched as engravers hatch: red upright, blue level,
// so the sides differ without colour too.

import { draw, fill, set } from "../dom.js";
import { compass, inches, together, unit_name, words } from "../words.js";
import { draw_labels, label_px } from "./labels.js";
import { target_of, targets_of, unit_ids } from "../store.js";
import {
	degrees,
	figure_places,
	middle_of,
	reach_of,
	size_of,
	tip_part,
	to_picture,
} from "./measure.js";

const hatch_px = 5;
const touch_px = 44;

function hatch(side, line) {
	return draw(
		"pattern",
		{ id: `hatch-${side}`, width: 1, height: 1, patternUnits: "userSpaceOnUse" },
		draw("rect", { class: `ground ${side}`, width: 1, height: 1 }),
		draw("path", { class: "hatch", d: line }),
	);
}

function arrow_head() {
	return draw(
		"marker",
		{
			id: "arrow-head",
			viewBox: "0 0 10 10",
			refX: 9,
			refY: 5,
			markerWidth: 12,
			markerHeight: 12,
			orient: "auto",
			markerUnits: "userSpaceOnUse",
		},
		draw("path", { class: "arrow-head", d: "M0 1L10 5L0 9L3 5z" }),
	);
}

/** The parts of the picture, from the ground up. */
export function make_scene(svg) {
	const scene = {
		svg,
		hatches: [hatch("red", "M.5 0V1"), hatch("blue", "M0 .5H1")],
		head: arrow_head(),
		units: new Map(),
		labels_of: new Map(),
		ground_of: null,
	};
	for (const name of ["ground", "units", "orders", "contacts", "labels", "ghost"])
		scene[name] = draw("g", {
			class: name,
			"aria-hidden": name === "units" ? null : "true",
		});
	svg.append(
		draw("defs", null, scene.hatches, scene.head),
		scene.ground,
		scene.units,
		scene.orders,
		scene.contacts,
		scene.labels,
		scene.ghost,
	);
	return scene;
}

// ---- the table -----------------------------------------------------------------

/** North is up, always: a sign beside the table, where no unit stands. */
export function compass_rose() {
	return draw(
		"svg",
		{ class: "rose", viewBox: "-11 -24 22 39", "aria-hidden": "true" },
		draw("circle", { r: 8 }),
		draw("path", { d: "M0-13L3 0L0 13L-3 0z" }),
		draw("path", { class: "solid", d: "M0-13L3 0H-3z" }),
		draw("text", { y: -15, "text-anchor": "middle" }, "N"),
	);
}

// Only where both players want distances shown: a grid of 6 inches.
function grid(board) {
	const lines = [];

	for (let x = 15240; x < board.width; x += 15240)
		lines.push(`M${x} 0V${board.depth}`);
	for (let y = 15240; y < board.depth; y += 15240)
		lines.push(`M0 ${board.depth - y}H${board.width}`);
	return draw("path", { class: "grid", d: lines.join("") });
}

function terrain(board, piece) {
	const points = piece.points.map((point) => {
		const { x, y } = to_picture(board, point);
		return `${x},${y}`;
	});
	return draw("polygon", { class: `terrain ${piece.kind}`, points: points.join(" ") });
}

function draw_ground(scene, game) {
	const { board } = game;
	const edge = Math.max(board.width, board.depth) * 0.008;

	if (scene.ground_of === board.width + board.depth * 1e6)
		return;
	scene.ground_of = board.width + board.depth * 1e6;
	fill(
		scene.ground,
		draw("rect", {
			class: "neat-line",
			x: -edge,
			y: -edge,
			width: board.width + 2 * edge,
			height: board.depth + 2 * edge,
		}),
		draw("rect", { class: "field", width: board.width, height: board.depth }),
		game.premeasure ? grid(board) : null,
		(board.terrain ?? []).map((piece) => terrain(board, piece)),
	);
}

// ---- units ---------------------------------------------------------------------

function troop_symbol(unit, { width, depth }) {
	const left = -width / 2,
		right = width / 2;
	const horse = `M${left} ${depth}L${right} 0`;

	// The diagonal of horse, the cross of foot.
	return unit.class === "cavalry" ? horse : `${horse}M${left} 0L${right} ${depth}`;
}

function outline({ width, depth }) {
	return { x: -width / 2, y: 0, width, height: depth };
}

function body_of(unit) {
	const size = size_of(unit);
	const base = `h${unit.base_width}v${unit.base_depth}h${-unit.base_width}z`;
	const bases = figure_places(unit)
		.map((place) => `M${place.x} ${place.y}${base}`)
		.join("");
	const tip = size.width * tip_part;

	return [
		draw("rect", { class: "touch" }),
		draw("rect", { class: "halo", ...outline(size) }),
		draw("path", { class: "bases", d: bases, fill: `url(#hatch-${unit.side})` }),
		draw("path", { class: "symbol", d: troop_symbol(unit, size) }),
		draw("path", { class: "front", d: `M${-size.width / 2} 0H${size.width / 2}` }),
		draw("path", { class: "tip", d: `M${-tip} 0L0 ${-tip * 1.1}L${tip} 0z` }),
	];
}

/** What a unit is and how it stands, for those who hear the page. */
export function unit_label(state, unit, id) {
	const game = state.game;
	const target = (order) => unit_name(game, order.target);
	const touching = new Set(
		(game.contacts ?? [])
			.filter((one) => one.unit === id || one.with === id)
			.map((one) => unit_name(game, one.unit === id ? one.with : one.unit)),
	);
	const parts = [
		words("ui.unit.label", {
			name: unit.name,
			side: words(`side.${unit.side}`),
			class: words(`class.${unit.class}`),
			figures: unit.figures,
			state: words(`state.${unit.state}`),
			compass: compass(unit.pose.facing),
		}),
	];

	parts.push(...(unit.flags ?? []).map((flag) => words(`flag.${flag}`)));
	if (unit.order?.target !== undefined)
		parts.push(words("ui.unit.orders", { target: target(unit.order) }));
	else if (unit.draft?.target !== undefined)
		parts.push(words("ui.unit.draft", { target: target(unit.draft) }));
	if (touching.size > 0)
		parts.push(words("ui.unit.contact", { units: together([...touching]) }));
	return parts;
}

function make_unit(scene, id) {
	const node = draw("g", { "data-unit": id, role: "button", tabindex: -1 });

	scene.units.append(node);
	return { node, shape: "", turned: null };
}

// Angles go the shorter way round in an animation.
function nearest_turn(kept, facing) {
	const wanted = degrees(facing);
	const turned = kept.turned ?? wanted;

	kept.turned = wanted + 360 * Math.round((turned - wanted) / 360);
	return kept.turned;
}

function draw_unit(scene, state, id, unit, marks, view) {
	const kept = scene.kept.get(id) ?? make_unit(scene, id);
	const shape = [
		unit.class,
		unit.side,
		unit.figures,
		unit.files,
		unit.base_width,
		unit.base_depth,
		unit.gap,
	].join();
	const at = to_picture(state.game.board, unit.pose);
	const size = size_of(unit);
	const least = touch_px / view.scale;
	const touch = { width: Math.max(size.width, least), height: Math.max(size.depth, least) };
	const said = unit_label(state, unit, id);

	scene.kept.set(id, kept);
	if (kept.shape !== shape) {
		kept.shape = shape;
		fill(kept.node, body_of(unit));
	}
	kept.node.style.transform = `translate(${at.x}px, ${at.y}px) rotate(${nearest_turn(kept, unit.pose.facing)}deg)`;
	set(kept.node.firstChild, {
		...touch,
		x: -touch.width / 2,
		y: (size.depth - touch.height) / 2,
	});
	if (marks.target.has(id))
		said.push(words("ui.unit.target"));
	else if (marks.can.has(id))
		said.push(words("ui.unit.can"));
	set(kept.node, {
		class: [
			"unit",
			unit.side,
			unit.state,
			marks.selected === id && "selected",
			marks.target.has(id) && "target",
			marks.can.has(id) && "can",
			marks.chosen === id && "chosen",
		]
			.filter(Boolean)
			.join(" "),
		"aria-label": `${said.join(", ")}.`,
		"aria-pressed": String(marks.selected === id),
		tabindex: marks.stop === id ? 0 : -1,
	});
}

// ---- what lies over the units --------------------------------------------------

function draw_orders(game, view) {
	return Object.values(game.units)
		.filter((unit) => unit.on_table !== false)
		.map((unit) => {
			const order = unit.order?.target !== undefined ? unit.order : unit.draft;
			const target = game.units[order?.target];

			if (!target || target.on_table === false)
				return null;
			const middle = middle_of(target);
			const way = Math.hypot(middle.x - unit.pose.x, middle.y - unit.pose.y) || 1;
			const ahead = {
				x: (middle.x - unit.pose.x) / way,
				y: (middle.y - unit.pose.y) / way,
			};
			const tip = size_of(target).width * tip_part * 1.1;
			const length = Math.max(
				0,
				way - reach_of(target, ahead) - tip - 2 / view.scale,
			);
			const from = to_picture(game.board, unit.pose);
			return draw("path", {
				class: `order ${unit.side} ${order === unit.order ? "open" : "draft"}`,
				"marker-end": "url(#arrow-head)",
				d: `M${from.x} ${from.y}l${ahead.x * length} ${-ahead.y * length}`,
			});
		});
}

// One sign a pair, at the front of who came, even where both struck.
function draw_contacts(game, view) {
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

function draw_ghost(game, pending, preview) {
	const unit = game.units[pending?.body?.unit ?? pending?.action?.unit];
	const legs = preview?.legs ?? [];

	if (!unit || legs.length === 0)
		return [];
	const points = [unit.pose, ...legs].map((pose) => to_picture(game.board, pose));
	const last = legs[legs.length - 1];
	const at = points[points.length - 1];
	const size = size_of(unit);
	const place = `translate(${at.x} ${at.y}) rotate(${degrees(last.facing)})`;
	return [
		draw("path", {
			class: "way",
			d: `M${points.map((point) => `${point.x} ${point.y}`).join("L")}`,
		}),
		draw(
			"g",
			{ class: `figure ${unit.side}`, transform: place },
			draw("rect", outline(size)),
			draw("path", { d: troop_symbol(unit, size) }),
			draw("path", {
				class: "front",
				d: `M${-size.width / 2} 0H${size.width / 2}`,
			}),
		),
	];
}

// ---- all of it -----------------------------------------------------------------

/**
 * Which units to mark: those with something to do, those that can be a target, the one
 * that is picked, and the one stop of the keyboard.
 */
function marks_of(state) {
	const actions = state.game.actions ?? [];
	const ids = unit_ids(state.game);
	const offers = state.pending
		? [state.pending.action]
		: actions.filter((action) => action.unit && action.unit === state.selected);

	return {
		selected: state.selected,
		can: new Set(actions.filter((action) => action.unit).map((action) => action.unit)),
		target: new Set(offers.flatMap(targets_of)),
		chosen: target_of(state.pending),
		stop:
			state.selected ??
			ids.find((id) => state.game.units[id].side === state.side) ??
			ids[0],
	};
}

/** Draw a state as seen by `view`. */
export function draw_scene(scene, state, view) {
	const { game } = state;
	const units = Object.entries(game.units).filter(([, unit]) => unit.on_table !== false);
	const marks = marks_of(state);

	scene.kept ??= new Map();
	for (const pattern of scene.hatches)
		pattern.setAttribute("patternTransform", `scale(${hatch_px / view.scale})`);
	set(scene.head, { markerWidth: 12 / view.scale, markerHeight: 12 / view.scale });
	draw_ground(scene, game);
	for (const [id, unit] of units)
		draw_unit(scene, state, id, unit, marks, view);
	for (const [id, kept] of scene.kept) {
		if (!units.some(([other]) => other === id)) {
			kept.node.remove();
			scene.kept.delete(id);
		}
	}
	fill(scene.orders, draw_orders(game, view));
	fill(scene.contacts, draw_contacts(game, view));
	fill(scene.ghost, draw_ghost(game, state.pending, state.preview));
	scene.labels.style.fontSize = `${label_px / view.scale}px`;
	fill(
		scene.labels,
		draw_labels(
			game,
			units.map(([, unit]) => unit),
			view,
		),
	);
	set(scene.svg, {
		"aria-label": words("ui.table.label", {
			width: inches(game.board.width),
			depth: inches(game.board.depth),
		}),
	});
}
