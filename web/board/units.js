// @ts-check
// A unit as a block, as the officers' table had them: a base for each figure, a plate with
// the sign of its troops, a thick edge and a point where its front is. Kept by its id and
// only moved, so that the browser animates what changed.

import { draw, fill, set } from "../dom.js";
import { compass, has_words, isolated, order_words, together, unit_name, words } from "../words.js";
import { is_answered } from "./badges.js";
import { degrees, figure_places, size_of, tip_of, to_picture } from "./measure.js";
import { troop_sign, troop_strokes } from "./vocabulary.js";

const touch_px = 44;

/** The sign of its troops, as large as its plate. @param {Shape} unit*/
export function troop_symbol(unit, size) {
	const { width, height } = plate(size);

	return draw("path", {
		class: "symbol",
		transform: `translate(0 ${size.depth / 2})`,
		d: troop_strokes(troop_sign(unit.class), width, height),
	});
}

// In the middle of the block, so that bases show about it.
function plate({ width, depth }) {
	const wide = Math.min(width * 0.6, depth * 1.7);
	const height = wide / 1.7;

	return { x: -wide / 2, y: (depth - height) / 2, width: wide, height };
}

export function outline({ width, depth }) {
	return { x: -width / 2, y: 0, width, height: depth };
}

/** Every base as a rectangle, and on each the figure as a disc. @param {Shape} unit*/
function bases_of(unit) {
	const base = `h${unit.base_width}v${unit.base_depth}h${-unit.base_width}z`;
	const r = Math.min(unit.base_width, unit.base_depth) * 0.27;
	const places = figure_places(unit);
	const disc = (place) =>
		`M${place.x + unit.base_width / 2 - r} ${place.y + unit.base_depth / 2}` +
		`a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;

	return {
		bases: places.map((place) => `M${place.x} ${place.y}${base}`).join(""),
		figures: places.map(disc).join(""),
	};
}

/** A standard in the first ranks, beside the plate: a staff, and what flies from it. */
function standard({ width, depth }) {
	const { x } = plate({ width, depth });
	const room = x + width / 2; // before the plate
	const high = Math.min(depth * 0.8, room * 1.1);
	const at = x - room * 0.12;

	return [
		draw("path", {
			class: "pennon",
			d: `M${at} ${depth * 0.1}h${-high * 0.7}l${high * 0.22} ${high * 0.22}l${-high * 0.22} ${high * 0.22}h${high * 0.7}z`,
		}),
		draw("path", { class: "staff", d: `M${at} ${depth * 0.06}v${high}` }),
	];
}

/** How much of its rear edge is seen: a block has some height. */
const thick = 420;

/** The block of a unit about its front's middle, facing north. @param {Shape} unit */
export function body_of(unit) {
	const size = size_of(unit);
	const { bases, figures } = bases_of(unit);
	const tip = tip_of(size);

	return [
		draw("rect", { class: "touch" }),
		draw("rect", { class: "halo", ...outline(size) }),
		draw("path", {
			class: "under",
			d: `M${-size.width / 2} ${size.depth}h${size.width}l${-thick / 2} ${thick}H${(thick - size.width) / 2}z`,
		}),
		draw("path", { class: "bases", d: bases }),
		draw("path", { class: "hatching", d: bases, fill: `url(#hatch-${unit.side})` }),
		draw("path", { class: "figures", d: figures }),
		standard(size),
		draw("rect", {
			class: "plate",
			...plate(size),
			rx: unit.side === "blue" ? plate(size).height * 0.2 : 0,
		}),
		troop_symbol(unit, size),
		draw("rect", { class: "rim", ...outline(size) }),
		draw("path", { class: "front", d: `M${-size.width / 2} 0H${size.width / 2}` }),
		draw("path", { class: "tip", d: `M${-tip} 0L0 ${-tip * 1.1}L${tip} 0z` }),
	];
}

/**
 * A counter of a unit: "wounds 2"; where it is the number of another unit, that unit's name.
 * @param {Game} game
 */
function tally_words(game, tally, count) {
	const key = `tally.${tally}.unit`;

	if (!has_words(key))
		return `${words(`tally.${tally}`)} ${count}`;
	const reds = Object.values(game.units).filter((unit) => unit.side === "red").length;
	return words(key, {
		unit: unit_name(game, count <= reds ? `r${count}` : `b${count - reds}`),
	});
}

/** "12 figures", "one figure". */
export const figures_words = ({ figures }) =>
	words(figures === 1 ? "ui.unit.figure" : "ui.unit.figures", { figures });

/**
 * What a unit was told to do, "drafted: advance", or null.
 * @param {Game} game @param {Unit} unit
 */
export function told_order(game, unit) {
	const order = [unit.order, unit.draft].find(
		(one) => one?.target !== undefined || (one?.verb && one.verb !== "none"),
	);

	if (!order)
		return null;
	const key = order === unit.order ? "ordered" : "drafted";
	return order.target === undefined
		? words(`ui.unit.${key}`, { order: order_words(game, order) })
		: words(key === "ordered" ? "ui.unit.orders" : "ui.unit.draft", {
				target: unit_name(game, order.target),
			});
}

/**
 * What a unit is and how it stands, for those who hear the page.
 * @param {State} state @param {Unit} unit
 */
export function unit_label(state, unit, id) {
	const game = state.game;
	const touching = new Set(
		(game.contacts ?? [])
			.filter((one) => one.unit === id || one.with === id)
			.map((one) => unit_name(game, one.unit === id ? one.with : one.unit)),
	);
	const parts = [
		words("ui.unit.label", {
			name: isolated(unit.name),
			side: words(`side.${unit.side}`),
			class: words(`class.${unit.class}`),
			figures: figures_words(unit),
			state: words(`state.${unit.state}`),
			compass: compass(unit.pose.facing),
		}),
	];

	parts.push(...(unit.flags ?? []).map((flag) => words(`flag.${flag}`)));
	for (const [tally, count] of Object.entries(unit.tallies ?? {}))
		parts.push(tally_words(game, tally, count));
	const told = told_order(game, unit);
	if (told)
		parts.push(told);
	if (touching.size > 0)
		parts.push(words("ui.unit.contact", { units: together([...touching]) }));
	if (is_answered(game, id))
		parts.push(words("badge.answered"));
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

/**
 * Which of the marks hold for a unit, as classes: "selected", "target", "can" …
 * @param {Unit} unit
 */
function classes_of(id, unit, marks) {
	return [
		"unit",
		unit.side,
		unit.state !== "good" && "unsteady",
		marks.selected === id && "selected",
		marks.target.has(id) && "target",
		marks.can.has(id) && "can",
		marks.chosen === id && "chosen",
		marks.threat === id && "threat",
		unit.is_secret && "secret",
	]
		.filter(Boolean)
		.join(" ");
}

/**
 * How far it is to the middle of the nearest other unit's front: what answers to a finger is
 * no wider, or it would lie over its neighbour's figures.
 * @param {Game} game
 */
function room_about(game, id) {
	const { pose } = game.units[id];
	let nearest = Infinity;

	for (const [other, { pose: at }] of Object.entries(game.units))
		if (other !== id && at)
			nearest = Math.min(nearest, Math.hypot(at.x - pose.x, at.y - pose.y));
	return nearest;
}

/** @param {State} state @param {Unit} unit @param {View} view */
export function draw_unit(scene, state, id, unit, marks, view) {
	const kept = scene.kept.get(id) ?? make_unit(scene, id);
	const shape = [
		unit.class,
		unit.side,
		unit.figures,
		unit.files,
		unit.base_width,
		unit.base_depth,
		unit.gap,
		JSON.stringify(unit.figures_at),
	].join();
	const at = to_picture(state.game.board, unit.pose);
	const size = size_of(unit);
	const least = Math.min(touch_px / view.scale, room_about(state.game, id));
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
	if (marks.threat === id)
		said.push(words("ui.unit.threat"));
	if (marks.target.has(id))
		said.push(words("ui.unit.target"));
	else if (marks.can.has(id))
		said.push(words("ui.unit.can"));
	set(kept.node, {
		class: classes_of(id, unit, marks),
		"aria-label": `${said.join(", ")}.`,
		"aria-pressed": String(marks.selected === id),
		tabindex: marks.stop === id ? 0 : -1,
	});
}
