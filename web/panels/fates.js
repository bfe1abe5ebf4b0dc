// @ts-check
// What becomes of the units of a melee, as the two sides agree: figures lost, a state, gone
// from the table. What is not named stays as it is.

import { make } from "../dom.js";
import { bound_control } from "./bounds.js";
import { together, unit_name, words } from "../words.js";

/** A list of fates in words: "Marsh Wardens: 3 figures lost, shaken". */
export function fates_words(game, fates) {
	return (fates ?? [])
		.map((fate) => {
			const parts = [
				fate.removed && words("ui.fate.removed"),
				fate.lost && words(fate.lost === 1 ? "ui.fate.lost.one" : "ui.fate.lost", fate),
				fate.state && words(`state.${fate.state}`),
				fate.to && words("ui.fate.moved"),
			].filter(Boolean);
			return `${unit_name(game, fate.unit)}: ${together(parts)}`;
		})
		.join("; ");
}

/** Does a fate say anything besides its unit's name? */
const says = (fate) => Object.keys(fate).length > 1;

function with_fate(fates, unit, change) {
	const old = fates.find((one) => one.unit === unit) ?? { unit };
	const next = Object.fromEntries(
		Object.entries({ ...old, ...change }).filter(
			([, value]) => value !== undefined && value !== 0 && value !== false && value !== "",
		),
	);
	const others = fates.filter((one) => one.unit !== unit);

	return says(next) ? [...others, next] : others;
}

// Where a unit is to stand: shown on the table, or by how far east and north it is.
function place_part(state, session, fate, id, change) {
	const { game, aim } = state;
	const { board } = game;
	const key = `place-${id}`;
	const to = fate.to ?? game.units[id].pose;
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
				"aria-pressed": String(aim?.key === key),
				click: () => {
					change({ to });
					session.aim(key, 1, ([point]) => change({ to: { ...to, ...point } }));
				},
			},
			words(aim?.key === key ? "ui.aim.point" : "ui.fate.place"),
		),
		fate.to
			? make(
					"div",
					{ class: "wide" },
					control({ at: "/to", kind: "polygon", points: corners }),
					control({ at: "/to/facing", kind: "angle", from: 0, to: 65535 }),
				)
			: null,
	];
}

function fate_row(state, session, fates, id, put) {
	const unit = state.game.units[id];
	const fate = fates.find((one) => one.unit === id) ?? {};
	const change = (more) => put((latest) => with_fate(latest, id, more));
	const lost = make("input", {
		id: `lost-${id}`,
		type: "number",
		min: 0,
		max: unit.figures,
		value: fate.lost ?? 0,
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
				{ selected: one === (fate.state ?? "") },
				words(one ? `state.${one}` : "ui.fate.same"),
			),
		),
	);
	const removed = make("input", {
		id: `removed-${id}`,
		type: "checkbox",
		checked: fate.removed,
		"data-key": `removed-${id}`,
		change: () => change({ removed: removed.checked }),
	});

	return make(
		"fieldset",
		{ class: "fate" },
		make("legend", null, unit.name),
		make("label", { for: `lost-${id}` }, words("ui.fate.figures")),
		lost,
		make("label", { for: `state-${id}` }, words("ui.fate.state")),
		select,
		make("label", { class: "check wide", for: `removed-${id}` }, removed, words("ui.fate.removed")),
		fate.removed ? null : place_part(state, session, fate, id, change),
	);
}

/**
 * The editor of an outcome: a row for each unit that the bound names. `put` is given what
 * makes the next fates of those there are by then.
 */
export function fates_editor(state, session, bound, fates, put) {
	return make(
		"div",
		{ class: "fates" },
		bound.of.map((id) => fate_row(state, session, fates, id, put)),
	);
}
