// @ts-check
// A way of several legs: each leg a line with its own controls, and a button for each
// kind of leg that the server says may be added. What a way may be is not known here: the
// preview says so.

import { value_at, with_value } from "../json_pointer.js";
import { make } from "../dom.js";
import { compass, inches, words } from "../words.js";
import { command_words } from "./actions.js";
import { bound_control } from "./bounds.js";

const half_turn = 32768;
const some_turn = 8192;
const short_way = 2540;

/** The legs that can be added for each kind, with the words for them. @param {Pose} pose */
function new_legs(kinds, unit, pose, formations) {
	const all = {
		form: formations
			.filter((one) => one !== unit.formation)
			.map((formation) => [`form_${formation}`, { kind: "form", formation }]),
		advance: [["ahead", { kind: "advance", heading: pose.facing, length: short_way }]],
		wheel: ["left", "right"].map((about) => [
			`wheel_${about}`,
			{ kind: "wheel", about, angle: some_turn },
		]),
		face: ["left", "right", "rear"].map((to) => [`face_${to}`, { kind: "face", to }]),
		frontage: [
			["wider", { kind: "frontage", files: unit.files + 1 }],
			["narrower", { kind: "frontage", files: Math.max(1, unit.files - 1) }],
		],
	};

	return kinds.flatMap((kind) => all[kind] ?? []);
}

/** What a new or given leg is called; formations by the rule book's names. */
function leg_words(name) {
	const formation = /^form_(.+)$/.exec(name)?.[1];

	return formation
		? words("ui.leg.form", { formation: words(`formation.${formation}`) })
		: words(`leg.${name}`);
}

/** @param {Leg} leg */
function leg_name(leg, unit) {
	const name = {
		advance: "ahead",
		wheel: `wheel_${leg.about}`,
		face: `face_${leg.to}`,
		frontage: leg.files > unit.files ? "wider" : "narrower",
		form: `form_${leg.formation}`,
	}[leg.kind];

	return leg_words(name ?? leg.kind);
}

/** @param {Leg} leg @param {Unit} unit */
const said_leg = (leg, unit) =>
	[
		leg_name(leg, unit),
		leg.length ? inches(leg.length) : leg.angle ? `${Math.round((leg.angle * 360) / 65536)}°` : "",
		leg.heading === undefined ? "" : words("ui.leg.heading", { compass: compass(leg.heading) }),
	]
		.filter(Boolean)
		.join(" ");

/** An order with its whole way: lengths, angles, headings. @param {Game} game @param {Command} body */
export function way_words(game, body) {
	if (body.type === "pass")
		return words(body.until ? `ui.pass.${body.until}` : "ui.plan.pass");
	const unit = game.units[body.unit];
	const way = unit ? (body.path ?? []).map((leg) => said_leg(leg, unit)).join(", ") : "";

	return [command_words(game, body), way].filter(Boolean).join(": ");
}

// The server bounds the first leg; of the others it says what the whole way may cost.
/** @param {Game} game @param {Bound} bound @param {Leg} leg @param {Command} body */
function controls(game, bounds, bound, index, leg, body, facing, change) {
	const at = `${bound.at}/${index}`;
	const made = [
		{ at: `${at}/length`, kind: "length", min: 1, max: bound.budget },
		{
			at: `${at}/heading`,
			kind: "angle",
			from: (facing + half_turn + 1) % 65536,
			to: (facing + half_turn) % 65536,
		},
		{ at: `${at}/angle`, kind: "turn", min: 0, max: half_turn },
	];

	return made
		.filter((one) => value_at(body, one.at) !== undefined)
		.map((one) => bounds.find((other) => other.at === one.at) ?? one)
		.map((one) => bound_control(game, one, one.at.slice(1).replaceAll("/", "-"), body, change));
}

/** The ways to go on with another leg. */
function add_leg(legs, add) {
	const node = make(
		"details",
		{ class: "add-leg" },
		make("summary", { "data-key": "add-leg" }, words("ui.leg.add")),
		make(
			"div",
			{ class: "presets" },
			legs.map(([name, leg]) =>
				make(
					"button",
					{
						type: "button",
						class: "preset",
						"data-key": `leg-${name}`,
						click: () => {
							node.open = false;
							add(leg);
						},
					},
					leg_words(name),
				),
			),
		),
	);

	return node;
}

function leg_head(name, index, drop) {
	return make(
		"p",
		{ class: "leg-head" },
		make("span", null, `${index + 1}. ${name}`),
		make(
			"button",
			{
				type: "button",
				class: "quiet",
				"data-key": `drop-leg-${index}`,
				"aria-label": words("ui.leg.drop", { leg: name }),
				click: drop,
			},
			"✕",
		),
	);
}

/** The editor of the path bound of an action. @param {State} state @param {Bound} bound */
export function leg_editor(state, bound, change) {
	const { game, pending, preview } = state;
	const { body, action } = pending;
	const path = value_at(body, bound.at) ?? [];
	const unit = game.units[body.unit];
	const stops = [unit.pose, ...(preview?.legs ?? [])];
	const formations = (state.rules?.formations ?? []).map((one) => one.name ?? one);
	const put = (next) => change(with_value(body, bound.at, next));
	const last = stops[Math.min(path.length, stops.length - 1)];

	return make(
		"div",
		{ class: "legs" },
		path.map((leg, index) =>
			make(
				"div",
				{ class: "leg" },
				leg_head(leg_name(leg, unit), index, () =>
					put(path.filter((_, other) => other !== index)),
				),
				controls(
					game,
					action.bounds,
					bound,
					index,
					leg,
					body,
					(stops[index] ?? unit.pose).facing,
					change,
				),
			),
		),
		path.length < bound.points_max
			? add_leg(new_legs(bound.kinds, unit, last, formations), (leg) =>
					put([...path, leg]),
				)
			: null,
	);
}
