// @ts-check
// Controls for the bounds of an action: where a member of its command may vary.

import { value_at, with_value } from "../json_pointer.js";
import { make } from "../dom.js";
import { compass, inches, unit_name, words } from "../words.js";

const step_length = 254; // a tenth of an inch
const steps_max = 400;
const degree = 65536 / 360;

// A slider whose two ends are exact, whatever its steps.
function slider(id, label, from, span, step, value, say, change) {
	const steps = Math.min(steps_max, Math.max(1, Math.round(span / step)));
	const at = span === 0 ? 0 : Math.round(((value - from) * steps) / span);
	const reading = make("output", { for: id }, say(value));
	const exact = (input) => from + Math.round((Number(input.value) * span) / steps);
	const input = make("input", {
		id,
		type: "range",
		min: 0,
		max: steps,
		value: at,
		"data-key": id,
		"aria-valuetext": say(value),
		input: () => {
			reading.textContent = say(exact(input));
			input.setAttribute("aria-valuetext", reading.textContent);
		},
		change: () => change(exact(input)),
	});

	return make("p", { class: "bound" }, make("label", { for: id }, label), reading, input);
}

/** @param {Bound} bound @param {Game} game */
function choice(id, label, bound, value, game, change) {
	const select = make(
		"select",
		{ id, "data-key": id, change: () => change(bound.of[select.selectedIndex]) },
		bound.of.map((one) =>
			make("option", { selected: one === value }, unit_name(game, one)),
		),
	);

	return make("p", { class: "bound" }, make("label", { for: id }, label), select);
}

// A place: how far east and north, for those who do not drag.
/** @param {Bound} bound */
function place(id, label, bound, value, change) {
	const axes = [
		["x", "ui.place.x"],
		["y", "ui.place.y"],
	];

	return axes.map(([axis, key]) => {
		const all = bound.points.map((point) => point[axis]);
		const from = Math.min(...all);
		return slider(
			`${id}-${axis}`,
			`${label}: ${words(key)}`,
			from,
			Math.max(...all) - from,
			step_length,
			value?.[axis] ?? from,
			inches,
			(next) => change({ ...value, [axis]: next }),
		);
	});
}

const controlled = new Set(["length", "angle", "turn", "polygon", "choice"]);

/**
 * A control for one bound, or null when presets are the way to vary it.
 * @param {Game} game @param {Bound} bound @param {object} body
 */
export function bound_control(game, bound, name, body, change) {
	if (!controlled.has(bound.kind))
		return null;
	const id = `bound-${name}`;
	const label = words(`bound.${bound.kind}`);
	const value = value_at(body, bound.at);
	const put = (next) => change(with_value(body, bound.at, next));

	if (bound.kind === "length" && value !== undefined)
		return slider(
			id,
			label,
			bound.min,
			bound.max - bound.min,
			step_length,
			value,
			inches,
			put,
		);
	if (bound.kind === "angle" && value !== undefined) {
		const span = (bound.to - bound.from + 65536) % 65536;
		const from_start = (value - bound.from + 65536) % 65536;
		const say = (turn) => {
			const angle = (bound.from + turn) % 65536;
			return `${Math.round(angle / degree) % 360}° ${compass(angle)}`;
		};
		return slider(id, label, 0, span, degree, Math.min(from_start, span), say, (turn) =>
			put((bound.from + turn) % 65536),
		);
	}
	if (bound.kind === "turn" && value !== undefined) {
		const say = (turn) => `${Math.round(turn / degree)}°`;
		return slider(id, label, bound.min, bound.max - bound.min, degree, value, say, put);
	}
	if (bound.kind === "polygon")
		return place(id, label, bound, value, put);
	if (bound.kind === "choice")
		return choice(id, label, bound, value, game, put);
	return null;
}
