// @ts-check
// What the legend has to explain of a table: read when it is opened.

import { draw, make } from "../dom.js";
import { words } from "../words.js";
import { badge_sign, badge_words, badges_of } from "./badges.js";
import { words_here } from "./glossary.js";
import { terrain } from "./ground.js";
import { troop_sign, troop_strokes } from "./vocabulary.js";
import { weapon_mark, weapon_of, weapons } from "./weapons.js";

const sample = [
	[0, 700],
	[1500, 0],
	[7400, 200],
	[9000, 1500],
	[8600, 4600],
	[6500, 5600],
	[1300, 5400],
	[100, 3700],
].map(([x, y]) => ({ x, y }));

function swatch(kind) {
	return draw(
		"svg",
		{ class: "swatch", viewBox: "-300 -300 9600 6200", "aria-hidden": "true" },
		terrain(kind, sample, 7),
	);
}

function sign(...content) {
	return draw("svg", { class: "sign", viewBox: "-12 -9 24 18", "aria-hidden": "true" }, content);
}

const row = (picture, text) => make("li", null, picture, make("span", null, text));

const line = (colour, width, dashes, d) =>
	draw("path", { d, fill: "none", stroke: `var(--${colour})`, "stroke-width": width, "stroke-dasharray": dashes, "stroke-linecap": "round" });
const block = "M-9-5H9V5H-9z";

/** Lines on the table and about units. @param {Game} game */
const lines = (game) => [
	row(sign(line("ink", 1.5, "0.5 4", "M-11 0H11")), words("ui.legend.trail")),
	row(sign(line("warn", 3, "1.5 4", block)), words("ui.legend.threat")),
	row(sign(line("target", 3, "5 4", block)), words("ui.legend.target")),
	row(sign(line("ink", 1, "3 2", block)), words("ui.legend.ghost")),
	Object.values(game.units).some(({ gap }) => gap > 0)
		? row(sign(line("ink", 1, null, "M-10-6h4v4h-4zM-2-6h4v4h-4zM6-6h4v4h-4zM-10 2h4v4h-4zM-2 2h4v4h-4zM6 2h4v4h-4z")), words("ui.legend.open"))
		: null,
];

/** What words of the book mean that this table has. @param {Game} game */
function said(game) {
	const told = words_here(game);

	return told.length > 0
		? make("li", { class: "legend-words" }, make("span", null, make("strong", null, words("ui.legend.words")), told.map((text) => make("p", { class: "small" }, text))))
		: null;
}

/** Everything to explain: kinds of ground, classes of troops, weapons, states. @param {Game} game */
export function legend_rows(game) {
	const kinds = [...new Set((game.board.terrain ?? []).map((piece) => piece.kind))];
	const units = Object.values(game.units);
	const classes = [...new Set(units.map((unit) => unit.class))];
	const carried = new Set(units.map(weapon_of));
	const badges = [...new Set(Object.keys(game.units).flatMap((id) => badges_of(game, id)))];

	return [
		...classes.map((one) =>
			row(
				sign(
					draw("rect", { class: "block", x: -11, y: -7, width: 22, height: 14 }),
					draw("path", {
						class: "mark",
						d: troop_strokes(troop_sign(one), 22, 14),
					}),
				),
				words(`class.${one}`),
			),
		),
		...weapons
			.filter(([weapon]) => carried.has(weapon))
			.map(([weapon]) => row(sign(weapon_mark(weapon)), words(`weapon.${weapon}`))),
		row(
			sign(
				draw("rect", { class: "block", x: -11, y: -2, width: 22, height: 9 }),
				draw("path", { class: "tip", d: "M-11-2H11M-4-2L0-8L4-2z" }),
			),
			words("ui.legend.front"),
		),
		...badges.map((badge) =>
			row(sign(badge_sign(badge)), badge_words(badge)),
		),
		(game.contacts ?? []).length > 0
			? row(sign(badge_sign("engaged")), words("badge.engaged"))
			: null,
		...lines(game),
		...kinds.map((kind) => row(swatch(kind), words(`terrain.${kind}`))),
		said(game),
	];
}
