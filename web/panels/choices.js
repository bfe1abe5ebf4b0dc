// @ts-check
// What may be done: a button an action of the server, by groups and by units, and taking back.

import { make } from "../dom.js";
import { told_order } from "../board/units.js";
import { actions_of, in_menu, is_all_written, is_unsealed, is_writing, owes, unwritten } from "../store.js";
import { action_words, unit_name, words } from "../words.js";
import { common_line, common_note, is_hopeless, odds_lines } from "./odds.js";

const groups = ["react", "charge", "declare", "move", "table"];

/**
 * @param {Game} game @param {Action} action @param {Session} session
 * @param {string} [said] what stands above it already of its chances
 */
export function action_button(game, action, session, said) {
	const odds = session.state.odds[JSON.stringify(action.do)];

	return make(
		"button",
		{
			type: "button",
			class: is_hopeless(game, odds, action.unit) ? "action hopeless" : "action",
			"data-key": `action ${JSON.stringify(action.do)}`,
			"data-type": action.do.type,
			"data-for": action.unit,
			// When all is written there is nothing left to ask.
			click: () =>
				action.do.type === "ready" && is_all_written(game) ? session.do_now(action) : session.choose(action),
		},
		make("span", null, action_words(game, action)),
		action.group === "declare" && game.units[action.unit]?.draft
			? make("span", { class: "small told" }, told_order(game, game.units[action.unit]))
			: null,
		odds_lines(game, action.do, odds, false, said),
	);
}

// Without a unit picked, one with several actions is one button: two touches to any order.
/** @param {Game} game @param {Session} session */
function unit_buttons(game, actions, session, said) {
	const units = [...new Set(actions.map((action) => action.unit))];

	return units.map((unit) => {
		const own = actions.filter((action) => action.unit === unit);
		return own.length === 1 || units.length === 1
			? own.map((action) => action_button(game, action, session, said))
			: make(
					"button",
					{
						type: "button",
						class: "action of-unit",
						"data-key": `pick ${unit}`,
						click: () => session.select(unit),
					},
					make("span", null, unit_name(game, unit)),
					make(
						"span",
						{ class: "small" },
						words("ui.orders.count", { count: own.length }),
					),
				);
	});
}

/** Does it answer what the other side proposes, or take one's own back? */
export const is_answer = (action) =>
	/^((accept|decline|withdraw)_offer|withdraw_question|rule_.*)$/.test(action.do.type);

/**
 * What was done is taken back with one touch, as long as it can be.
 * @param {State} state @param {Session} session
 */
export function undo_button(state, session) {
	const undo = (state.game.actions ?? []).find((action) => action.do.type === "undo");

	return undo
		? make(
				"button",
				{
					type: "button",
					class: "action undo",
					"data-key": "undo",
					"data-type": "undo",
					disabled: state.sending || state.link === "cut",
					click: () => session.do_now(undo),
				},
				make("span", null, `↶ ${action_words(state.game, undo)}`),
			)
		: null;
}

/** Does it let the other side go on, this time or longer? */
export const is_pass = (action) => action.presets.some(({ do: { until } }) => until);

/** The picked unit; null, if it may do nothing and would hide the orders of all. @param {State} state */
const picked_of = ({ game, selected }) => (selected !== null && actions_of(game, selected).length > 0 ? selected : null);

/** What is listed of those who are picked, or of all. @param {State} state */
function listed(state) {
	const selected = picked_of(state);

	return (state.game.actions ?? []).filter(
		(action) =>
			!is_answer(action) &&
			!in_menu(action) &&
			action.do.type !== "undo" &&
			(!action.unit || selected === null || action.unit === selected),
	);
}

/** @param {State} state @param {Session} session @param {string} group @param {any} passes passes.js, once it is read */
function group_part(state, session, group, actions, passes) {
	const { game } = state;
	const of_units = actions.filter((action) => action.unit);
	const others = actions.filter((action) => !action.unit);
	const said = common_note(game, of_units, session.state.odds);

	return make(
		"section",
		{ class: `group ${group}` },
		make("h3", null, words(`group.${group}`)),
		common_line(said),
		picked_of(state) === null
			? unit_buttons(game, of_units, session, said)
			: of_units.map((action) => action_button(game, action, session, said)),
		// Which of them is first is known once they are read, and none may slip under a finger.
		others.map((action) => (is_pass(action) ? passes?.pass_buttons(game, action, session) : action_button(game, action, session))),
	);
}

/**
 * What may be done, but for what goes on from here, which step_part has.
 * @param {State} state @param {Session} session @param {any} passes passes.js, once it is read
 */
export function action_list(state, session, passes) {
	const shown = listed(state);
	// A group that this page does not know yet comes last, but it comes.
	const all = new Set([...groups, ...shown.map((action) => action.group)]);

	all.delete("step");
	return [
		[...all].map((group) => {
			const actions = shown.filter((action) => action.group === group);

			return actions.length > 0 ? group_part(state, session, group, actions, passes) : null;
		}),
		shown.filter((action) => passes && !action.unit && is_pass(action)).map((action) => passes.finer_passes(action, session)),
	];
}

/**
 * What ends the step or lets the other side go on; null when there is nothing of the kind.
 * @param {State} state @param {Session} session @param {any} passes passes.js, once it is read
 */
export function step_part(state, session, passes) {
	const actions = listed(state).filter(({ group }) => group === "step");

	return actions.length > 0 ? group_part(state, session, "step", actions, passes) : null;
}

/** How many units are without an order yet, or may still move. @param {Game} game */
function left_to_do(game) {
	const left = unwritten(game);
	const orders = is_writing(game)
		? left.length
		: left.filter((id) => game.actions.some(({ group, unit }) => unit === id && group === "declare")).length;
	const moves = left.length - orders;

	if (orders > 0)
		return words("ui.left.orders", { count: orders });
	return moves > 0 ? words("ui.left.moves", { count: moves }) : null;
}

/** That what is written is not sealed yet, and what seals it. @param {State} state */
export function unsealed_line({ game, side }) {
	const ready = (game.actions ?? []).find((action) => action.do.type === "ready");

	if (!is_unsealed(game, side))
		return null;
	return make(
		"p",
		{ class: "unsealed" },
		make("strong", null, words("ui.unsealed")),
		ready ? [" ", make("span", { class: "small" }, words("ui.unsealed.ready", { ready: action_words(game, ready) }))] : null,
	);
}

/** The picked unit, or what is still to be done. @param {State} state @param {Session} session */
export function picked_line(state, session) {
	const { game, selected } = state;

	if (selected === null)
		return owes(game, state.side) &&
			new Set(game.actions.map((action) => action.unit).filter(Boolean)).size > 1
			? make("p", { class: "to-do" }, make("strong", null, left_to_do(game)), " ", make("span", { class: "small" }, words("ui.pick")))
			: null;
	const none = actions_of(game, selected).length === 0;
	return make(
		"p",
		{ class: "picked" },
		make(
			"span",
			null,
			words(none ? "ui.picked.none" : "ui.picked", {
				unit: unit_name(game, selected),
			}),
		),
		make(
			"button",
			{
				type: "button",
				class: "quiet",
				"data-key": "all",
				click: () => session.select(null),
			},
			words("ui.picked.clear"),
		),
	);
}
