// @ts-check
// What may be done here, what it would do, and the dice that it takes.

import { make } from "../dom.js";
import { asked } from "../panels/actions.js";
import { action_list, picked_line, step_part } from "../panels/choices.js";
import * as passes from "../panels/passes.js";
import { pending_card, pending_foot } from "../panels/pending.js";
import { refusal_words } from "../panels/problem.js";
import { is_minor } from "../follow.js";
import { owes } from "../store.js";
import { event_words, words } from "../words.js";
import { clause_link } from "./said.js";

const button = (key, label, click, more = {}) => make("button", { type: "button", "data-key": key, click, ...more }, label);

/** Red's eyes or Blue's: what they may do. @param {import("./session.js").AskSession} session */
function side_buttons(session) {
	return make(
		"p",
		{ class: "row", role: "group", "aria-label": words("ui.ask.side") },
		["red", "blue"].map((side) =>
			button(`side-${side}`, words(`side.${side}`), () => session.look(side), {
				class: "quiet",
				"aria-pressed": String(session.state.side === side),
			}),
		),
	);
}

/** What came of the last step. @param {import("./session.js").AskSession} session */
export function happened(session) {
	const { game, came } = session.asked;
	const refused = came.at(-1)?.refused;

	if (refused)
		return make("p", { class: "error" }, refusal_words(game, refused), " ", clause_link(refused.clause));
	const told = (came.at(-1)?.events ?? []).filter((event) => !is_minor(event));

	return told.length === 0
		? null
		: make(
				"details",
				{ class: "happened", open: true },
				make("summary", null, words("ui.ask.happened")),
				make(
					"ol",
					null,
					told.map((event) => make("li", null, event_words(game, event), " ", clause_link(event.clause))),
				),
			);
}

/** One die that is to be given. */
function die_field(session, place, sides, face) {
	return make(
		"label",
		{ class: "die-field" },
		words("ui.ask.die", { number: place + 1, sides }),
		make(
			"select",
			{ "data-key": `die-${place}`, "data-die": place },
			make("option", { value: "", selected: face === undefined }, words("ui.ask.die.any")),
			Array.from({ length: sides }, (_, i) => make("option", { value: i + 1, selected: face === i + 1 }, i + 1)),
		),
	);
}

/** Dice that are wanted: by hand, by chance, or each way they can come out. */
function dice_card(session) {
	const { step, came } = session.asked.throwing;
	const fields = came.dice.map(({ sides }, place) => die_field(session, place, sides, step.dice[place]));
	// Those before the first that is left open; the rest are asked for again.
	const given = () => {
		const faces = fields.map((field) => field.querySelector("select").value);
		const open = faces.indexOf("");

		return (open < 0 ? faces : faces.slice(0, open)).map(Number);
	};

	return make(
		"div",
		{ class: "card", role: "group", "aria-label": words("ui.ask.dice") },
		make("h3", null, words("ui.ask.dice")),
		make("div", { class: "dice-fields" }, fields),
		make(
			"p",
			{ class: "row" },
			button("roll", words("ui.ask.roll"), () => session.roll(), { class: "primary" }),
			button("give", words("ui.ask.give"), () => session.with_dice(given())),
			step.is_beginning ? null : button("branch", words("ui.ask.branch"), () => session.branch()),
			step.is_beginning ? null : button("drop", words("ui.cancel"), () => session.drop_dice()),
		),
	);
}

/** @param {import("./session.js").AskSession} session */
export function try_panel(session) {
	const { state } = session;
	const { wrong, throwing, at, question } = session.asked;

	if (wrong)
		return [make("p", { class: "error", role: "alert" }, words("ui.ask.wrong")), make("p", null, wrong.detail), make("p", { class: "small" }, wrong.pointer)];
	if (throwing)
		return dice_card(session);
	const { game, side, pending } = state;
	const answers = game.actions.filter(({ group }) => group === "react");

	return [
		side_buttons(session),
		make("p", { class: "where" }, words("ui.turn", { turn: game.turn, turns: game.ends?.turns ?? "?" }), " · ", words(`phase.${game.phase}`)),
		make("h3", { id: "asked", tabindex: -1 }, game.result ? words("ui.ended") : asked(state)),
		at > 0 ? button("back", words("ui.ask.back"), () => session.go(question, question.tree[at].from), { class: "wide" }) : null,
		pending
			? [pending_card(state, session), pending_foot(state, session)]
			: [picked_line(state, session), action_list(state, session, passes), step_part(state, session, passes)],
		!pending && answers.length > 0 ? button("try-all", words("ui.ask.try_all"), () => session.try_all(), { class: "wide" }) : null,
		!pending && owes(game, side) ? button("expire", words("ui.ask.expire"), () => session.expire(), { class: "wide quiet" }) : null,
		happened(session),
	];
}
