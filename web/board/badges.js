// @ts-check
// Small signs for how a unit stands: each has a shape of its own, and a word in the legend.

import { draw } from "../dom.js";
import { first_words, words } from "../words.js";

/** In the order of their weight. Flags of a rule book that have no sign are words only. */
const shown_badges = [
	"shaken",
	"struck",
	"order",
	"check_failed",
	"charged",
	"moved",
	"answered",
];

const shapes = {
	routed: "M-3 6V-6L5-3.5L-3-1",
	shaken: "M-5 2L-2.5-3L0 2L2.5-3L5 2",
	struck: "M0-6L1.5-1.5L6 0L1.5 1.5L0 6L-1.5 1.5L-6 0L-1.5-1.5z",
	crack: "M-2-6L2-1.5L-2 1.5L2 6M-5.5 0H-3M5.5 0H3",
	back: "M5 0H-4M0-4L-4.5 0L0 4",
	rallying: "M0 5.5V-5M-4-1L0-5L4-1",
	engaged: "M-4-4L4 4M-4 4L4-4",
	check_failed: "M-4.5 4.5L4.5-4.5M-5 0A5 5 0 1 0 5 0A5 5 0 1 0-5 0",
	charged: "M-5-4L-1 0L-5 4M0-4L4 0L0 4",
	moved: "M-5 0L-1.5 4L5-4",
	answered: "M-5-4.5H5V2H1L-2.5 5.5V2H-5z",
};

// What units are told to do: one sign a verb, whichever book has it.
const verbs = {
	charge: "M-5 0H4M0-4L4.5 0L0 4",
	fly: "M-6 3Q-3-5 0 1Q3-5 6 3M0 1V5",
	advance: "M-4 5L0 1L4 5M-4 0L0-4L4 0",
	retreat: "M5 0H-4M0-4L-4.5 0L0 4",
	defend: "M-4-5H4V0Q4 4 0 6Q-4 4-4 0z",
	deploy: "M-6-3H6M-6-3V3M6-3V3M0-3V3",
	recover: "M4-4A5 5 0 1 0 5 2M5-7V-3H1",
	fire_and_flee: "M5 3H-4M-1 0L-4 3L-1 6M-5-4H5M2-6.5L5-4",
	oblique_left: "M4 4L-4-4M-4 1V-4H1",
	oblique_right: "M-4 4L4-4M4 1V-4H-1",
	face_left: "M4 5V-2H-4M-1-5L-4-2L-1 1",
	face_right: "M-4 5V-2H4M1-5L4-2L1 1",
	face_about: "M-3 5V-2A3 3 0 0 1 3-2V4M0 1L3 4.5L6 1",
	form_line: "M-6 0H6M-6-2.5V2.5M6-2.5V2.5",
	form_column: "M0-6V6M-2.5-6H2.5M-2.5 6H2.5",
	form_square: "M-4-4H4V4H-4z",
	card: "M-3-5H3V5H-3z",
};

// States of the rule books that share a sign with another's. One that nobody thought of here
// is told by the sign of the shaken.
const alike = {
	routing: "routed",
	fleeing: "routed",
	fragmented: "crack",
	broken: "crack",
	falls_back: "back",
	retreating: "back",
};

const verb_of = (name) => /^(?:order|draft)\.(.+)$/.exec(name)?.[1];

function shape_of(name) {
	const verb = verb_of(name);

	return verb
		? (verbs[verb] ?? verbs.charge)
		: (shapes[alike[name] ?? name] ?? shapes.shaken);
}

/** What a sign is called, for the legend. */
export function badge_words(name) {
	const verb = verb_of(name);

	return verb
		? words(name.startsWith("draft.") ? "ui.unit.drafted" : "ui.unit.ordered", {
				order: words(`verb.${verb}`, { number: "" }).trim(),
			})
		: first_words([`badge.${name}`, `state.${name}`]);
}

// What a unit is to do, told to all or drafted: "order.advance", "draft.charge", or false.
/** @param {Unit} unit */
function order_badge({ order, draft }) {
	const is_one = (one) => one?.target !== undefined || (one?.verb ?? "none") !== "none";
	const named = (kind, one) => `${kind}.${one.verb && one.verb !== "none" ? one.verb : "charge"}`;

	return is_one(order) ? named("order", order) : is_one(draft) && named("draft", draft);
}

/** The sign of a badge on a disc, about 0, 0, 16 wide. */
export function badge_sign(name) {
	return [
		draw("circle", { class: name.startsWith("draft.") ? "disc drafted" : "disc", r: 8 }),
		draw("path", { class: "stroke", d: shape_of(name) }),
	];
}

/**
 * Is a standing order about a unit: an enemy's that it answers, or the one that answers?
 * @param {Game} game @param {any} order
 */
export const is_about = ({ side, units }, order, id) =>
	order.with === id ||
	order.unit === id ||
	(!order.unit && units[id].side !== side && order.class === units[id].class);

/** Is any of one's own standing orders about a unit? @param {Game} game */
export const is_answered = (game, id) => (game.standing_orders?.orders ?? []).some((order) => is_about(game, order, id));

/** Which signs a unit bears: how it stands first. @param {Game} game */
export function badges_of(game, id) {
	const unit = game.units[id];
	const flags = unit.flags ?? [];
	const order = order_badge(unit);
	// A charge that was declared is told by its order, as long as there is one.
	const said = [...flags.filter((flag) => flag !== "order"), order && "order", is_answered(game, id) && "answered"];
	const signs = shown_badges
		.filter((one) => said.includes(one) && !(one === "moved" && flags.includes("charged")))
		.map((one) => (one === "order" ? order : one));

	return unit.state === "good" ? signs : [...new Set([unit.state, ...signs])];
}
