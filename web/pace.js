// @ts-check
// How fast a game is to be: chosen in words when it is set up, or by numbers; told to a player who joins.

import { fill, make } from "./dom.js";
import { span_words, rare_words, words } from "./words.js";

const hour = 3600;
const day = 24 * hour;

/** Clocks by their names, in seconds. "two_weeks" is the server's own where nothing is said. */
const paces = {
	two_weeks: { bank: 14 * day, increment: 3 * day, cap: 21 * day },
	move_a_day: { bank: 2 * day, increment: day, cap: 3 * day },
	evening: { bank: hour, increment: 2 * 60, cap: 2 * hour },
	none: null,
};
const limits = { bank: [1, 2160], increment: [0, 720], cap: [1, 4320] }; // in hours

const is_same = (a, b) => (a && b ? a.bank === b.bank && a.increment === b.increment && a.cap === b.cap : a === b);

/** A game's clock in words: by its name where it has one. @param {Game["clock"]|null} clock */
export function pace_words(clock) {
	const [name] = Object.entries(paces).find(([, one]) => is_same(one, clock ?? null)) ?? [];
	const told = clock
		? words("ui.pace.clock", {
				bank: span_words(clock.bank),
				increment: span_words(clock.increment),
				cap: span_words(clock.cap),
			})
		: "";

	return [name && words(`ui.pace.${name}`), told].filter(Boolean).join(": ");
}

/** A field of hours; what stands in it goes into `clock`, its bank never above its cap. */
function hours_field(clock, name, changed) {
	const [min, max] = limits[name];
	const field = make("input", {
		id: `pace-${name}`,
		type: "number",
		min,
		max,
		step: "any",
		value: clock[name] / hour,
		change: () => {
			const hours = Math.min(Math.max(field.valueAsNumber || min, min), max);
			field.value = String(hours);
			clock[name] = Math.round(hours * hour);
			clock.cap = Math.max(clock.cap, clock.bank);
			changed();
		},
	});

	return make("p", { class: "bound" }, make("label", { for: `pace-${name}` }, words(`ui.pace.numbers.${name}`)), field);
}

/**
 * Show the paces in `place`. What is chosen is kept in `chosen.clock`, nothing for the server's
 * own; `told` says which it is.
 */
export async function show_pace(place, chosen, told) {
	await rare_words();
	const own = { ...paces.two_weeks };
	const numbers = make("div");
	const take = (name) => {
		if (name === "two_weeks")
			delete chosen.clock;
		else
			chosen.clock = name === "numbers" ? own : paces[name];
		const draw_numbers = () => {
			fill(numbers, ["bank", "increment", "cap"].map((one) => hours_field(own, one, draw_numbers)));
		};
		fill(numbers);
		if (name === "numbers")
			draw_numbers();
		told.textContent = words(`ui.pace.${name}`);
	};

	fill(
		place,
		make(
			"div",
			{ role: "radiogroup", "aria-label": words("ui.pace") },
			[...Object.keys(paces), "numbers"].map((name) =>
				make(
					"label",
					{ class: "choice" },
					make("input", {
						type: "radio",
						name: "pace",
						value: name,
						checked: name === "two_weeks",
						change: () => take(name),
					}),
					make(
						"span",
						null,
						make("strong", null, words(`ui.pace.${name}`)),
						make("span", { class: "small" }, words(`ui.pace.text.${name}`)),
					),
				),
			),
		),
		numbers,
	);
	told.textContent = words("ui.pace.two_weeks");
}
