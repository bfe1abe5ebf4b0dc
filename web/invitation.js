// @ts-check
// What somebody is invited to, before the seat is taken: who asks, the book, the side that is free,
// both sides' sizes, the pace, the switches that were changed, and a picture of the table.

import * as api from "./api.js";
import { draw_scene, make_scene } from "./board/draw.js";
import { view_box, whole } from "./board/measure.js";
import { draw, make } from "./dom.js";
import { changed_part } from "./switches.js";
import { pace_words } from "./pace.js";
import { presence_words } from "./presence.js";
import { game_title, has_words, isolated, rare_words, words } from "./words.js";

const widest_px = 640;
const picture_foot_px = 12; // no buttons lie over it

const name_words = (table, name) => (has_words(`${table}.${name}`) ? words(`${table}.${name}`) : name.replaceAll("_", " "));

/** @param {Game} view @param {Side} side */
function size_words(view, side) {
	const own = Object.values(view.units).filter((unit) => unit.side === side);
	const figures = own.reduce((sum, unit) => sum + unit.figures, 0);

	return words("ui.join.size", { side: words(`side.${side}`), units: own.length, figures });
}

/** What was agreed about armies that each side writes in secret. @param {NonNullable<Game["armies"]>} armies */
function armies_words({ days, figures }) {
	return words(figures ? "ui.join.armies.figures" : "ui.join.armies", { days, figures });
}

/** Each side's army: its units, with figures, class and what else a unit is. @param {Game} view */
function armies_part(view) {
	const of = (side) => Object.values(view.units).filter((unit) => unit.side === side);
	const line = (unit) =>
		make(
			"li",
			null,
			words("ui.join.unit", { name: isolated(unit.name), figures: unit.figures, class: name_words("class", unit.class) }),
			unit.traits.length > 0 ? `, ${unit.traits.map((trait) => name_words("trait", trait)).join(", ")}` : "",
		);

	if (Object.keys(view.units).length === 0)
		return null;
	return make(
		"details",
		{ class: "armies" },
		make("summary", { "data-key": "armies" }, words("ui.join.armies.both")),
		["red", "blue"].map((side) =>
			make("section", null, make("h3", { class: `side ${side}` }, words(`side.${side}`)), make("ul", null, of(side).map(line))),
		),
	);
}

/**
 * The table as it stands, drawn as on the board: by lamplight, too.
 * @param {Game} view
 */
function picture(view, title) {
	const width = Math.min(innerWidth, widest_px);
	const height = (width * view.board.depth) / view.board.width;
	const eye = whole(view.board, width, height, picture_foot_px);
	const svg = draw("svg", { class: "table", viewBox: view_box(eye, width, height) });
	const state = /** @type {any} */ ({ game: { ...view, actions: [] }, side: "public", log: [], selected: null, pending: null });

	draw_scene(make_scene(svg), state, eye);
	return make(
		"div",
		{ class: "table-picture", role: "img", "aria-label": words("ui.join.picture", { scenario: title }) },
		make("div", { inert: true }, svg),
	);
}

/** How many turns it has, and with which it begins, if that is not the first. @param {Game} view */
const turns_words = ({ begins, ends: { turns } }) =>
	begins ? words("ui.join.turns.from", { turns, begins }) : String(turns);

/**
 * What there is to know of an open game, as nodes; the picture of the table first, unless the table is shown anyway.
 * A private game is told of only to its players: then this throws.
 */
export async function invitation_part(id, { has_picture = true, side = /** @type {string|null} */ (null) } = {}) {
	const view = await api.getGame(id);
	const [rules, { scenarios }, here] = await Promise.all([
		api.getRuleset(view.ruleset),
		api.listScenarios(),
		presence_words(view, [view.creator]),
		rare_words(),
	]);
	const title = game_title(view, scenarios);
	const seat = side ?? (view.seats.red === "open" ? "red" : "blue");
	const from = view.players[view.creator];
	const rows = [
		from && ["ui.join.from", [isolated(from), ...here].join(". ")],
		title && ["ui.join.battle", title],
		["ui.join.book", rules.title],
		seat !== "umpire" && ["ui.join.side", words(`ui.start.${seat}`)],
		["ui.join.sizes", view.armies ? armies_words(view.armies) : `${size_words(view, "red")}; ${size_words(view, "blue")}`],
		["ui.join.turns", turns_words(view)],
		["ui.join.fight", words("ui.join.fight.text")],
		["ui.join.pace", pace_words(view.clock)],
	];

	return [
		has_picture ? picture(view, title ?? words("ui.untitled")) : null,
		make(
			"dl",
			{ class: "terms" },
			rows
				.filter(Boolean)
				.map(([key, said]) => [make("dt", null, words(key)), make("dd", null, said)]),
		),
		armies_part(view),
		changed_part(view, rules),
	];
}
