// @ts-check
// State to SVG: the scene and its layers, from the ground up. Blocks are hatched as in
// heraldry, red upright and blue level, so the sides differ without colour too.

import { draw, fill, set } from "../dom.js";
import { read_part } from "../parts.js";
import { inches, rare_words, words } from "../words.js";
import { as_planned, target_of, targets_of, unit_ids } from "../store.js";
import { ground } from "./ground.js";
import { draw_labels } from "./labels.js";
import { turned_pose } from "./measure.js";
import {
	draw_orders,
	draw_trails,
	draw_announced,
	draw_zones,
	own_move_of,
	threat_of,
} from "./overlay.js";
import { draw_unit } from "./units.js";

const hatch_px = 4;

function hatch(side, line) {
	return draw(
		"pattern",
		{ id: `hatch-${side}`, width: 1, height: 1, patternUnits: "userSpaceOnUse" },
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
		kept: new Map(),
		ground_of: "",
		is_turned: false, // north is below
	};
	for (const name of ["ground", "units", "orders", "contacts", "labels", "ghost"])
		scene[name] = draw("g", {
			class: name,
			"aria-hidden": name === "units" ? null : "true",
		});
	svg.append(
		draw("defs", null, scene.hatches, scene.head),
		scene.ground,
		scene.orders,
		scene.units,
		scene.contacts,
		scene.labels,
		scene.ghost,
	);
	return scene;
}

/** Where north is: a sign beside the table, where no unit stands. */
export function compass_rose() {
	return draw(
		"svg",
		{ viewBox: "-14 -24 28 40", "aria-hidden": "true" },
		draw("circle", { r: 9 }),
		draw("circle", { r: 6.5 }),
		draw("path", { d: "M-12 0H12M0-13V12" }),
		draw("path", { class: "paper", d: "M0-14L2.6 0L0 12L-2.6 0z" }),
		draw("path", { class: "solid", d: "M0-14L2.6 0H0zM0 12L-2.6 0H0z" }),
		draw("text", { y: -16, "text-anchor": "middle" }, "N"),
	);
}

// A board never changes while its game lasts.
/** @param {Game} game */
function draw_ground(scene, game) {
	const of = `${game.id} ${scene.is_turned}`;

	if (scene.ground_of === of)
		return;
	scene.ground_of = of;
	fill(scene.ground, ground(game, scene.is_turned));
}

// Everything but the ground and the names, which stay upright, is turned as one picture.
/** @param {Game} game */
function turn_layers(scene, game) {
	const { board } = game;
	const transform = scene.is_turned && `rotate(180 ${board.width / 2} ${board.depth / 2})`;

	for (const name of ["orders", "units", "contacts", "ghost"])
		set(scene[name], { transform });
}

/**
 * Which units to mark: those with something to do, those that can be a target, the one
 * that is picked, the one that threatens, and the one stop of the keyboard.
 * @param {State} state
 */
function marks_of(state, threat) {
	const actions = state.game.actions ?? [];
	const ids = unit_ids(state.game);
	const picked = state.pending
		? [state.pending.action]
		: actions.filter((action) => action.unit && action.unit === state.selected);

	return {
		selected: state.selected,
		can: new Set(actions.filter((action) => action.unit).map((action) => action.unit)),
		target: new Set(picked.flatMap(targets_of)),
		chosen: target_of(state.pending),
		threat: threat?.unit,
		asked: (state.game.waiting_for ?? []).flatMap(({ unit, other }) => [unit, other]),
		stop:
			state.selected ??
			ids.find((id) => state.game.units[id].side === state.side) ??
			ids[0],
	};
}

/**
 * Ruler and ranges, where a game allows measuring, a charge before it is made, units that touch each other: each
 * is read when it is wanted, and shown when it is there.
 */
const late = {
	ghost: /** @type {Ghosts|null} */ (null),
	ruler: /** @type {Rulers|null} */ (null),
	charge: /** @type {Charges|null} */ (null),
	line: /** @type {Lines|null} */ (null),
	planned: /** @type {Planned|null} */ (null),
	way: /** @type {Ways|null} */ (null),
	contacts: /** @type {Contacts|null} */ (null),
};
const reading = /** @type {Record<string, Promise<void>>} */ ({});

function load(name, then) {
	reading[name] ??= Promise.all([read_part(`./board/${name}.js`), rare_words()]).then(([loaded]) => {
		late[name] = loaded;
	});
	reading[name].then(then);
}

/** Is something picked, or shown by pointing? @param {State} state */
const is_pointed_at = ({ game, pending, pointing, line }) =>
	Boolean(pending || pointing || line || game.standing_orders?.orders.some((order) => order.line));

/**
 * Draw what is picked: alone, while a finger holds the ghost.
 * @param {State} state @param {View} view @param {Handle} handle
 */
export function draw_picked(scene, state, view, handle, held) {
	const again = () => draw_picked(scene, state, view, handle, held);
	const ruler = state.game.premeasure ? late.ruler : null;

	if (state.game.premeasure && !ruler)
		load("ruler", again);
	if (is_pointed_at(state) && !late.ghost)
		load("ghost", again);
	if (state.pending && !late.charge)
		load("charge", again);
	if (state.pending?.line && !late.line)
		load("line", again);
	if (state.ahead?.places.length > 0 && !late.planned)
		load("planned", again);
	if (state.way && !late.way)
		load("way", again);
	const planned = { ...state, game: as_planned(state) };

	fill(
		scene.ghost,
		late.planned?.draw_planned(state) ?? [],
		late.line?.draw_line(planned) ?? [],
		ruler?.draw_ranges(state, view) ?? [],
		ruler?.draw_ruler(state, view) ?? [],
		ruler?.draw_reach(planned, handle) ?? [],
		late.charge?.draw_charge(planned, view) ?? [],
		late.way?.draw_way(state, view) ?? [],
		late.ghost?.draw_pointing(state, view) ?? [],
		late.ghost?.draw_ghost(planned, view, handle, held) ?? [],
	);
}

/** Units that touch each other. @param {Game} game @param {View} view */
function mark_contacts(scene, game, view) {
	if (game.contacts?.length > 0 && !late.contacts)
		load("contacts", () => mark_contacts(scene, game, view));
	fill(scene.contacts, late.contacts?.draw_contacts(game, view) ?? []);
}

/** A unit as its owner sees it: where it was put in secret, too. */
const as_placed = (unit) =>
	unit.place ? { ...unit, pose: unit.place, on_table: true, is_secret: true } : unit;

/** A unit as it is seen from the north. @param {BoardSize} board */
const turned = (board) => ([id, unit]) => [id, { ...unit, pose: turned_pose(board, unit.pose) }];

/**
 * Draw a state as seen by `view`, but for what is picked.
 * @param {State} state @param {View} view
 */
export function draw_scene(scene, state, view) {
	const { game } = state;
	const units = Object.entries(game.units)
		.map(([id, unit]) => [id, as_placed(unit)])
		.filter(([, unit]) => unit.on_table !== false);
	const threat = threat_of(state);
	const marks = marks_of(state, threat);

	for (const pattern of scene.hatches)
		pattern.setAttribute("patternTransform", `scale(${hatch_px / view.scale})`);
	set(scene.head, { markerWidth: 12 / view.scale, markerHeight: 12 / view.scale });
	draw_ground(scene, game);
	turn_layers(scene, game);
	for (const [id, unit] of units)
		draw_unit(scene, state, id, unit, marks, view);
	for (const [id, kept] of scene.kept) {
		if (!units.some(([other]) => other === id)) {
			kept.node.remove();
			scene.kept.delete(id);
		}
	}
	const arrows = [
		draw_orders(game, view),
		draw_announced(state, threat, "threat-way"),
		draw_announced(state, own_move_of(state), "own-way"),
	]
		.flat()
		.filter(Boolean);
	const { width, depth } = game.board;

	fill(scene.orders, draw_zones(game), draw_trails(state), arrows);
	mark_contacts(scene, game, view);
	fill(
		scene.labels,
		scene.is_turned
			? draw_labels(game, units.map(turned(game.board)), marks, view, arrows, ({ x, y }) => ({
					x: width - x,
					y: depth - y,
				}))
			: draw_labels(game, units, marks, view, arrows),
	);
	set(scene.svg, {
		"aria-label": words("ui.table.label", {
			width: inches(game.board.width),
			depth: inches(game.board.depth),
		}),
	});
}
