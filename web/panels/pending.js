// @ts-check
// What is picked: its presets and controls, what the server says it would do, and doing it.

import { value_at, with_value } from "../json_pointer.js";
import { choices_of, meanings } from "../board/glossary.js";
import { make } from "../dom.js";
import { is_laid, is_unsealed, same, target_of, unwritten } from "../store.js";
import { action_words, inches, together, unit_name, words } from "../words.js";
import { is_pass } from "./choices.js";
import { editors } from "./editors.js";
import { is_hopeless, odds_note, odds_rows } from "./odds.js";
import { problem_words, refusal_words } from "./problem.js";

const many_choices = 4;
const least_move = 254; // a tenth of an inch, the finest step that a hand makes here

/** Does this go straight on, but less than anybody sees? @param {Command} body */
const is_no_move = ({ path }) => path?.length === 1 && path[0].kind === "advance" && path[0].length < least_move;

/** The choices of an action: what is no move is none. @param {Action} action */
const presets_of = (action) => (action.presets ?? []).filter((preset) => !is_no_move(preset.do));

// Where nothing ends the step but doing it, it must be done whether it can succeed or not.
/** @param {State} state */
const is_only_way = ({ game, pending }) =>
	pending.action.group === "charge" && !(game.actions ?? []).some(({ group }) => group === "step");

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
	const is_vain = is_hopeless(game, preview.odds, state.pending.body.unit);
	return [
		[
			words(is_vain ? "ui.preview.hopeless" : "ui.preview.lawful"),
			is_vain && is_only_way(state) ? words("ui.preview.must") : "",
			preview.cost > 0
				? words("ui.preview.cost", { cost: inches(preview.cost) })
				: "",
			preview.rolls && preview.odds.length === 0 ? words("ui.preview.rolls") : "",
			editors?.left_open_words(state) ?? "",
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
	const presets = presets_of(action);
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

let is_explained = false; // who has opened the meanings wants them open

/** What the orders mean that there are to choose from, in the book's own words. @param {State} state */
function meanings_part({ game, pending }) {
	const told = meanings(game, choices_of(pending.action)); // none before the rare words are there

	if (told.length === 0)
		return null;
	const node = make(
		"details",
		{ class: "help", open: is_explained, toggle: () => (is_explained = node.open) },
		make("summary", { "data-key": "meanings" }, words("ui.gloss")),
		told.map((text) => make("p", { class: "small" }, text)),
	);

	return node;
}

// What is chosen stands beside doing it, with how many there are: the list may be out of sight.
/** @param {State} state */
function chosen_line({ game, pending: { action, body } }) {
	const presets = presets_of(action);
	const chosen = presets.find((preset) => same(preset.do, body));

	return chosen && presets.length >= many_choices
		? make(
				"p",
				{ class: "small choice-told" },
				words("ui.chosen", { choice: action_words(game, chosen), count: presets.length }),
			)
		: null;
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

/**
 * The standing orders that would give this answer again: to the enemy's unit that asks for it, and to all of its class.
 * Not where no enemy does.
 * @param {State} state
 */
function orders_of({ game, side, pending }) {
	const wait = game.waiting_for.find((one) => one.side === side);
	const enemy = [wait?.unit, wait?.other].find((id) => id && game.units[id] && game.units[id].side !== side);
	const { action, body } = pending;
	const lets_go = is_pass(action);

	if (!enemy || (!lets_go && (action.group !== "react" || !action.unit)))
		return [];
	const answer = lets_go ? { answer: "pass" } : { answer: "react", with: action.unit, reaction: body.type };
	const [one, all] = lets_go ? ["ui.always.pass", "ui.always.pass.class"] : ["ui.always", "ui.always.class"];
	const { class: of_class } = game.units[enemy];
	return [
		["always", { ...answer, decision: wait.decision, unit: enemy }, words(one, { unit: unit_name(game, enemy) })],
		["always-class", { ...answer, decision: wait.decision, class: of_class }, words(all, { class: words(`class.${of_class}`) })],
	];
}

/** Answering so whenever this enemy asks again, or any of its class. @param {State} state @param {Session} session */
function always_part(state, session) {
	return (session.may_plan ? orders_of(state) : []).map(([key, order, said]) => {
		const box = make("input", {
			type: "checkbox",
			"data-key": key,
			checked: same(state.pending.always, order),
			change: () => session.promise(box.checked ? order : undefined),
		});

		return make("label", { class: "check" }, box, make("span", null, said));
	});
}

/** @param {State} state @param {Session} session */
function do_it(state, session, refused) {
	const { game, pending, preview, sending, link } = state;
	const { action, body } = pending;
	const button = (key, label, click, more = {}) =>
		make("button", { type: "button", "data-key": key, click, ...more }, label);
	const label =
		action.group === "table"
			? action_words(game, action)
			: words(is_laid(state, action) && !preview?.rolls ? "ui.draft.lay" : pending.is_ahead ? "ui.ahead.write" : "ui.confirm");

	return make(
		"p",
		{ class: "row" },
		button("confirm", sending ? words("ui.sending") : label, () => session.confirm(), {
			class: is_hopeless(game, preview?.odds, body.unit) && !is_only_way(state) ? "hopeless" : "primary",
			"aria-describedby": "preview",
			disabled: sending || refused || link === "cut",
		}),
		action.group === "table" || action.group === "react" || pending.is_ahead || !session.may_plan
			? null
			: button("later", words("ui.plan.add"), () => session.queue_pending(), {
					disabled: refused,
				}),
		button("cancel", words("ui.cancel"), () => session.cancel()),
	);
}

/** A player who gets ready is told which units have no order, and that what is written stays. @param {State} state */
function ready_part({ game, side, pending }) {
	const missing = unwritten(game);
	const { decision } = game.waiting_for.find((wait) => wait.side === side) ?? {};
	const key = decision?.startsWith("declare") ? "ui.ready.missing.declare" : "ui.ready.missing";

	if (pending.action.do.type !== "ready")
		return null;
	return [
		missing.length > 0
			? make("p", { class: "missing" }, words(key, { units: together(missing.map((id) => unit_name(game, id))) }))
			: null,
		is_unsealed(game, side) ? make("p", { class: "small" }, words("ui.ready.seals")) : null,
	];
}

/** What is picked, in words: aimed at whom it is aimed at by now. @param {State} state */
function picked_words({ game, pending }) {
	const { action } = pending;
	const target = target_of(pending);

	if (!target || !action.words?.args?.target)
		return action_words(game, action);
	return action_words(game, { ...action, words: { ...action.words, args: { ...action.words.args, target } } });
}

/** The card of what is picked. @param {State} state @param {Session} session */
export function pending_card(state, session) {
	const { game, pending, preview } = state;
	const { action, body } = pending;
	const path = (action.bounds ?? []).find((bound) => bound.kind === "path");

	return make(
		"div",
		{ class: "card pending" },
		make(
			"div",
			{ class: "head" },
			make("h3", null, picked_words(state)),
			make("p", { class: "clauses" }, (action.clauses ?? []).map(clause_tag)),
		),
		preset_buttons(state, session),
		meanings_part(state),
		bound_controls(state, session, path),
		path && game.units[body.unit]
			? editors?.leg_editor(state, path, (next) => session.vary(next))
			: null,
		line_part(state, session),
		is_no_move(body) && is_no_move(action.do) ? make("p", { class: "small" }, words("ui.no_room")) : null,
		ready_part(state),
		action.do.type === "resign" ? make("p", null, words("ui.resign.sure")) : null,
		odds_note(game, body, preview?.odds, true),
		always_part(state, session),
	);
}

/** What the server says of what is picked, and doing it. @param {State} state @param {Session} session */
export function pending_foot(state, session) {
	const { game, pending, preview } = state;
	const refused = preview?.lawful === false;

	return make(
		"div",
		{ class: "last" },
		make(
			"div",
			{ class: "told" },
			chosen_line(state),
			make(
				"p",
				{
					id: "preview",
					class: refused ? "preview refused" : "preview",
					role: "status",
				},
				preview_text(state),
				odds_rows(game, pending.body, preview?.odds, true),
			),
		),
		do_it(state, session, refused),
	);
}
