// @ts-check
// The outcome of a melee as the two sides agree on it, a row a unit: figures lost, a state, gone
// from the table. What is not named stays as it is.

import { make } from "../dom.js";
import { cups_of } from "../store.js";
import { bound_control } from "./bounds.js";
import { isolated, together, unit_name, words } from "../words.js";

/** An outcome in words: "Marsh Wardens: 3 figures lost, shaken". @param {Game} game */
export function outcome_words(game, losses) {
	return (losses ?? [])
		.map((loss) => {
			const parts = [
				loss.removed && words("ui.fate.removed"),
				loss.lost && words(loss.lost === 1 ? "ui.fate.lost.one" : "ui.fate.lost", loss),
				loss.state && words(`state.${loss.state}`),
				loss.to && words("ui.fate.moved"),
			].filter(Boolean);
			return `${unit_name(game, loss.unit)}: ${together(parts)}`;
		})
		.join("; ");
}

/** Does it say anything besides its unit's name? */
const says = (loss) => Object.keys(loss).length > 1;

function with_loss(losses, unit, change) {
	const old = losses.find((one) => one.unit === unit) ?? { unit };
	const next = Object.fromEntries(
		Object.entries({ ...old, ...change }).filter(
			([, value]) => value !== undefined && value !== 0 && value !== false && value !== "",
		),
	);
	const others = losses.filter((one) => one.unit !== unit);

	return says(next) ? [...others, next] : others;
}

// Where a unit is to stand: shown on the table, or by how far east and north it is.
/** @param {State} state @param {Session} session */
function place_part(state, session, loss, id, change) {
	const { game, pointing } = state;
	const { board } = game;
	const key = `place-${id}`;
	const to = loss.to ?? game.units[id].pose;
	const corners = [
		{ x: 0, y: 0 },
		{ x: board.width, y: board.depth },
	];
	const control = (bound) =>
		bound_control(game, bound, `${key}${bound.kind}`, { to }, (next) => change(next));

	return [
		make(
			"button",
			{
				type: "button",
				class: "wide",
				"data-key": key,
				"aria-pressed": String(pointing?.key === key),
				click: () => {
					change({ to });
					session.ask_points(key, 1, ([point]) => change({ to: { ...to, ...point } }));
				},
			},
			words(pointing?.key === key ? "ui.aim.point" : "ui.fate.place"),
		),
		loss.to
			? make(
					"div",
					{ class: "wide" },
					control({ at: "/to", kind: "polygon", points: corners }),
					control({ at: "/to/facing", kind: "angle", from: 0, to: 65535 }),
				)
			: null,
	];
}

// What the cup showed last, as so many figures lost.
/** @param {State} state */
function take_button(state, id, take) {
	const count = cups_of(state).at(-1)?.total ?? 0;

	if (count < 1)
		return null;
	return make(
		"button",
		{ type: "button", class: "wide", "data-key": `take-${id}`, click: () => take(count) },
		words("ui.cup.take", { count }),
	);
}

/** @param {State} state @param {Session} session */
function loss_row(state, session, losses, id, put) {
	const unit = state.game.units[id];
	const loss = losses.find((one) => one.unit === id) ?? {};
	const change = (more) => put((latest) => with_loss(latest, id, more));
	const lost = make("input", {
		id: `lost-${id}`,
		type: "number",
		min: 0,
		max: unit.figures,
		value: loss.lost ?? 0,
		"data-key": `lost-${id}`,
		change: () =>
			change({
				lost: Math.min(unit.figures, Math.max(0, Math.trunc(Number(lost.value)) || 0)),
			}),
	});
	const states = ["", ...(state.rules?.states ?? [unit.state])];
	const select = make(
		"select",
		{
			id: `state-${id}`,
			"data-key": `state-${id}`,
			change: () => change({ state: states[select.selectedIndex] }),
		},
		states.map((one) =>
			make(
				"option",
				{ selected: one === (loss.state ?? "") },
				words(one ? `state.${one}` : "ui.fate.same"),
			),
		),
	);
	const removed = make("input", {
		id: `removed-${id}`,
		type: "checkbox",
		checked: loss.removed,
		"data-key": `removed-${id}`,
		change: () => change({ removed: removed.checked }),
	});

	return make(
		"fieldset",
		{ class: "loss" },
		make("legend", null, isolated(unit.name)),
		make("label", { for: `lost-${id}` }, words("ui.fate.figures")),
		lost,
		take_button(state, id, (count) => change({ lost: Math.min(unit.figures, count) })),
		make("label", { for: `state-${id}` }, words("ui.fate.state")),
		select,
		make("label", { class: "check wide", for: `removed-${id}` }, removed, words("ui.fate.removed")),
		loss.removed ? null : place_part(state, session, loss, id, change),
	);
}

/**
 * The editor of an outcome: a row for each unit that the bound names. `put` is given what
 * makes the next losses of those there are by then.
 * @param {State} state @param {Session} session @param {Bound} bound
 */
export function outcome_editor(state, session, bound, losses, put) {
	return make(
		"div",
		{ class: "losses" },
		bound.of.map((id) => loss_row(state, session, losses, id, put)),
	);
}
