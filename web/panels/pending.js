// @ts-check
// What is picked: its presets and controls, what the server says it would do, and doing it.

import { value_at, with_value } from "../json_pointer.js";
import { make } from "../dom.js";
import { read_part } from "../parts.js";
import { same } from "../store.js";
import { action_words, has_words, inches, rare_words, together, unit_name, words } from "../words.js";
import { is_hopeless, odds_lines } from "./odds.js";

// What ways, outcomes and orders of units are made with is read when one is picked.
export let editors = /** @type {any} */ (null);

export async function load_editors() {
	const names = ["bounds", "legs", "moments", "outcome", "sequence"];
	const [, ...parts] = await Promise.all([
		rare_words(),
		...names.map((name) => read_part(`./panels/${name}.js`)),
	]);

	editors = Object.assign({}, ...parts);
}

/** A problem as a sentence, with the clause that forbids what was asked. */
export function problem_words(problem) {
	const key = `problem.${problem.code}`;
	const text =
		problem.code === "refused" && problem.detail
			? problem.detail
			: has_words(key)
				? words(key)
				: (problem.detail ?? problem.code);

	return problem.clause ? `${text} (${problem.clause})` : text;
}

/** Why not, as a sentence. @param {Game} game @param {Preview} preview */
export function refusal_words(game, preview) {
	const key = `refusal.${preview.code}`;
	const reason = has_words(key) ? words(key) : (preview.detail ?? preview.code ?? "");

	const who = preview.in_the_way && unit_name(game, preview.in_the_way);

	return words("ui.preview.refused", { reason: who ? `${reason} ${words("ui.preview.in_the_way", { unit: who })}` : reason });
}

/** @param {State} state */
function preview_text(state) {
	const { game, preview } = state;

	if (!preview)
		return [words("ui.preview.asking")];
	if (preview.problem)
		return [problem_words(preview.problem)];
	if (preview.lawful === false)
		return [
			refusal_words(game, preview),
			" ",
			preview.clause ? clause_tag(preview.clause) : null,
		];
	return [
		[
			words(
				is_hopeless(preview.odds, state.pending.body.unit)
					? "ui.preview.hopeless"
					: "ui.preview.lawful",
			),
			preview.cost > 0
				? words("ui.preview.cost", { cost: inches(preview.cost) })
				: "",
			preview.rolls && preview.odds.length === 0 ? words("ui.preview.rolls") : "",
			preview.touches.length > 0
				? words("ui.preview.touches", {
						touches: together(
							preview.touches.map((id) =>
								unit_name(game, id),
							),
						),
					})
				: "",
		]
			.filter(Boolean)
			.join(" "),
	];
}

function clause_tag(clause) {
	return make("span", { class: "clause" }, words("ui.log.clause", { clause }));
}

/** @param {State} state @param {Session} session */
function preset_buttons(state, session) {
	const { action, body } = state.pending;
	const presets = action.presets ?? [];
	const pressed = presets.findIndex((preset) => same(preset.do, body));
	const choices = presets.map((preset, index) =>
		make(
			"button",
			{
				type: "button",
				class: "preset",
				"data-key": `preset-${index}`,
				"aria-pressed": String(index === pressed),
				click: () =>
					action.undo
						? session.pick(action, structuredClone(preset.do), true)
						: session.vary(structuredClone(preset.do)),
			},
			action_words(state.game, preset),
		),
	);

	return choices.length > 0 ? make("div", { class: "presets" }, choices) : null;
}

// A choice whose every answer is a button already needs no control of its own.
/** @param {Action} action @param {Bound} bound */
function is_all_presets(action, bound) {
	const values = (action.presets ?? []).map((preset) => value_at(preset.do, bound.at));

	return bound.kind === "choice" && bound.of.every((one) => values.includes(one));
}

// The controls of what may vary; the legs of a path have theirs beside them.
/** @param {State} state @param {Session} session */
function bound_controls(state, session, path) {
	const { game, pending } = state;
	const { action, body } = pending;
	const change = (next) => session.vary(next);

	return (action.bounds ?? [])
		.filter((bound) => !(path && bound.at.startsWith(path.at)))
		.map((bound, index) => {
			const value = value_at(body, bound.at);

			if (is_all_presets(action, bound))
				return null;
			if (bound.kind === "moment")
				return editors?.moment_editor(state, session, bound);
			if (!Array.isArray(value))
				return editors?.bound_control(game, bound, index, body, change);
			if (typeof value[0] === "string")
				return editors?.sequence_editor(game, value, (next) =>
					change(with_value(session.state.pending.body, bound.at, next)),
				);
			return editors?.outcome_editor(state, session, bound, value, (next_of) => {
				const { body: now } = session.state.pending;
				change(with_value(now, bound.at, next_of(value_at(now, bound.at))));
			});
		});
}

/**
 * A move straight ahead may take with it who stands in a line with the unit.
 * @param {State} state @param {Session} session
 */
function line_part({ game, pending }, session) {
	const { action, body, line, stays } = pending;
	const others = (game.actions ?? []).filter((one) => one.do.type === action.do.type && one.unit && one !== action);

	if (action.target !== null || body.path?.length !== 1 || body.path[0].kind !== "advance" || others.length === 0)
		return null;
	return [
		make(
			"button",
			{
				type: "button",
				class: "wide",
				"data-key": "line-go",
				"aria-pressed": String(line !== undefined),
				click: () => session.take_line(),
			},
			line ? words("ui.line.count", { count: line.length }) : words("ui.line"),
		),
		Object.entries(stays ?? {}).map(([unit, preview]) =>
			make(
				"p",
				{ class: "small" },
				words("ui.line.stays", {
					unit: unit_name(game, unit),
					reason: preview.problem ? problem_words(preview.problem) : refusal_words(game, preview),
				}),
			),
		),
	];
}

/** @param {State} state @param {Session} session */
function do_it(state, session, refused) {
	const { game, pending, preview, sending, link } = state;
	const { action, body } = pending;
	const button = (key, label, click, more = {}) =>
		make("button", { type: "button", "data-key": key, click, ...more }, label);
	const label =
		action.group === "table" ? action_words(game, action) : words("ui.confirm");

	return make(
		"p",
		{ class: "row" },
		button("confirm", sending ? words("ui.sending") : label, () => session.confirm(), {
			class: is_hopeless(preview?.odds, body.unit) ? "hopeless" : "primary",
			"aria-describedby": "preview",
			disabled: sending || refused || link === "cut",
		}),
		action.group === "table" || action.group === "react"
			? null
			: button("later", words("ui.plan.add"), () => session.queue_pending(), {
					disabled: refused,
				}),
		button("cancel", words("ui.cancel"), () => session.cancel()),
	);
}

/** The card of what is picked. @param {State} state @param {Session} session */
export function pending_card(state, session) {
	const { game, pending, preview } = state;
	const { action, body } = pending;
	const refused = preview?.lawful === false;
	const path = (action.bounds ?? []).find((bound) => bound.kind === "path");

	return make(
		"div",
		{ class: "card pending" },
		make(
			"div",
			{ class: "head" },
			make("h3", null, action_words(game, action)),
			make("p", { class: "clauses" }, (action.clauses ?? []).map(clause_tag)),
		),
		preset_buttons(state, session),
		bound_controls(state, session, path),
		path && game.units[body.unit]
			? editors?.leg_editor(state, path, (next) => session.vary(next))
			: null,
		line_part(state, session),
		action.do.type === "resign" ? make("p", null, words("ui.resign.sure")) : null,
		make(
			"div",
			{ class: "last" },
			make(
				"p",
				{
					id: "preview",
					class: refused ? "preview refused" : "preview",
					role: "status",
				},
				preview_text(state),
				odds_lines(game, body, preview?.odds, true),
			),
			do_it(state, session, refused),
		),
	);
}
