// @ts-check
// Small signs for how a unit stands: each has a shape of its own, and a word in the legend.

import { draw } from "../dom.js";

/** In the order of their weight. Flags of a rule book that have no sign are words only. */
const shown_badges = [
	"shaken",
	"struck",
	"declared",
	"drafted",
	"check_failed",
	"charged",
	"moved",
];

const shapes = {
	routed: "M-3 6V-6L5-3.5L-3-1",
	shaken: "M-5 2L-2.5-3L0 2L2.5-3L5 2",
	struck: "M0-6L1.5-1.5L6 0L1.5 1.5L0 6L-1.5 1.5L-6 0L-1.5-1.5z",
	crack: "M-2-6L2-1.5L-2 1.5L2 6M-5.5 0H-3M5.5 0H3",
	back: "M5 0H-4M0-4L-4.5 0L0 4",
	rallying: "M0 5.5V-5M-4-1L0-5L4-1",
	engaged: "M-4-4L4 4M-4 4L4-4",
	declared: "M-5 0H4M0-4L4.5 0L0 4",
	drafted: "M-5 0H-3M-1 0H1M1-4L4.5 0L1 4",
	check_failed: "M-4.5 4.5L4.5-4.5M-5 0A5 5 0 1 0 5 0A5 5 0 1 0-5 0",
	charged: "M-5-4L-1 0L-5 4M0-4L4 0L0 4",
	moved: "M-5 0L-1.5 4L5-4",
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

/** The sign of a badge on a disc, about 0, 0, 16 wide. */
export function badge_sign(name) {
	return [
		draw("circle", { class: "disc", r: 8 }),
		draw("path", { class: "stroke", d: shapes[alike[name] ?? name] ?? shapes.shaken }),
	];
}

/** Which signs a unit bears: how it stands first. */
export function badges_of(game, id) {
	const unit = game.units[id];
	const flags = unit.flags ?? [];
	const said = [
		...flags,
		unit.order?.target !== undefined
			? "declared"
			: (unit.draft?.target !== undefined ||
					(unit.draft?.verb ?? "none") !== "none") &&
				"drafted",
	];
	const signs = shown_badges.filter(
		(one) => said.includes(one) && !(one === "moved" && flags.includes("charged")),
	);

	return unit.state === "good" ? signs : [...new Set([unit.state, ...signs])];
}
