// @ts-check
// Letting happen what the other side does: this time, for the whole step, or until something named. Read when there
// is something to answer.

import { make } from "../dom.js";
import { habit, is_slow, keep_habit } from "../habits.js";
import { words } from "../words.js";
import { action_button } from "./choices.js";

const kind = "pass"; // of habit: how far it was let happen last
const once = "once";

/** @param {Preset} preset */
const is_for_step = ({ do: { until } }) => until === "step";

/** @param {string} until @param {HTMLElement} button that is to be noted when it is used */
function noted(until, button) {
	button.addEventListener("click", () => keep_habit(kind, until));
	return button;
}

/** To let the other side go on until `preset` says. @param {Action} action @param {Session} session */
const pass_button = (action, preset, session) =>
	make(
		"button",
		{
			type: "button",
			class: "action",
			"data-key": `pass ${preset.do.until}`,
			click: () => session.pick(action, structuredClone(preset.do)),
		},
		make("span", null, words(`ui.pass.${preset.do.until}`)),
	);

let ordered = { step: "", first: once }; // which is first, and the step of which game that is of

/** Which is first: the same in all of a step, so that no button changes its place under a finger. @param {Game} game */
function first_of(game) {
	const step = `${game.id} ${game.turn} ${game.phase} ${game.active}`;

	if (ordered.step !== step)
		ordered = { step, first: habit(kind) ?? (is_slow(game) ? "step" : once) };
	return ordered.first;
}

/**
 * This time or for the whole step, what was used last before the other. Before any was used it is what a game by
 * correspondence needs, where each answer may cost a day.
 * @param {Game} game @param {Action} action @param {Session} session
 */
export function pass_buttons(game, action, session) {
	const this_time = noted(once, action_button(game, action, session));
	const steps = action.presets.filter(is_for_step).map((preset) => noted("step", pass_button(action, preset, session)));

	return first_of(game) === once ? [this_time, steps] : [steps, this_time];
}

/** To let the other side go on until something named: seldom wanted, and so below the rest. @param {Action} action @param {Session} session */
export const finer_passes = (action, session) =>
	make(
		"details",
		{ class: "finer" },
		make("summary", { "data-key": "finer" }, words("ui.pass.finer")),
		action.presets.filter((preset) => !is_for_step(preset)).map((preset) => pass_button(action, preset, session)),
	);
