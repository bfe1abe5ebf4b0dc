// @ts-check
// Small signs for how a unit stands: each has a shape of its own, and a word in the legend.

import { draw } from "../dom.js";

/** In the order of their weight. Flags of a rule book that have no sign are words only. */
export const shown_badges = [
	"routed",
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
	engaged: "M-4-4L4 4M-4 4L4-4",
	declared: "M-5 0H4M0-4L4.5 0L0 4",
	drafted: "M-5 0H-3M-1 0H1M1-4L4.5 0L1 4",
	check_failed: "M-4.5 4.5L4.5-4.5M-5 0A5 5 0 1 0 5 0A5 5 0 1 0-5 0",
	charged: "M-5-4L-1 0L-5 4M0-4L4 0L0 4",
	moved: "M-5 0L-1.5 4L5-4",
};

/** The sign of a badge on a disc, about 0, 0, 16 wide. */
export function badge_sign(name) {
	return [
		draw("circle", { class: "disc", r: 8 }),
		draw("path", { class: "stroke", d: shapes[name] }),
	];
}

/** Which signs a unit bears. */
export function badges_of(game, id) {
	const unit = game.units[id];
	const flags = unit.flags ?? [];
	const said = [
		unit.state !== "good" && unit.state,
		...flags,
		unit.order?.target !== undefined
			? "declared"
			: unit.draft?.target !== undefined && "drafted",
	];

	return shown_badges.filter(
		(one) => said.includes(one) && !(one === "moved" && flags.includes("charged")),
	);
}
