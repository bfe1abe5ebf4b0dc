// @ts-check
// Fields of the editor: each has a name, its bounds and what it means beside it, and knows which
// member of the file it is about, so that what is wrong is shown there. Nothing raw is shown:
// lengths stand in inches or centimetres, angles in degrees.

import { make, typed_text } from "../dom.js";
import { words } from "../words.js";

const unit_key = "pennon.lengths";
const per = { in: 2540, cm: 1000, mm: 100, deg: 65536 / 360, number: 1 };
let lengths = "in";

try {
	lengths = localStorage.getItem(unit_key) === "cm" ? "cm" : "in";
} catch {
	// Storage is forbidden: inches.
}

/** In what lengths are told, "in" or "cm". */
export const lengths_in = () => lengths;

export function tell_lengths_in(unit) {
	lengths = unit;
	try {
		localStorage.setItem(unit_key, unit);
	} catch {
		// Then it is chosen again next time.
	}
}

const decimals = { in: 2, cm: 1, mm: 1, deg: 1, number: 0 };
const unit_of = (kind) => (kind === "length" ? lengths : kind);

/** A number of the wire as it is written in a field. */
export function shown(kind, value) {
	const unit = unit_of(kind);

	return Number.isFinite(value) ? String(Number((value / per[unit]).toFixed(decimals[unit]))) : "";
}

/** What is written in a field as a number of the wire, or NaN. */
export function taken(kind, text) {
	return Math.round(Number.parseFloat(text.replace(",", ".").replace("−", "-")) * per[unit_of(kind)]);
}

const unit_words = (kind) => (kind === "number" ? "" : words(`ui.battle.unit.${unit_of(kind)}`));

function bounds_words(kind, min, max) {
	return min === undefined || max === undefined
		? ""
		: words("ui.battle.bounds", { min: shown(kind, min), max: shown(kind, max) });
}

const id_of = (at) => `at${at.replaceAll("/", "-")}`;

/** A field with its label and what there is to say of it. */
function labelled(at, label, field, said) {
	const id = id_of(at);

	field.id = id;
	field.dataset.key = id;
	field.dataset.at = at;
	if (said)
		field.setAttribute("aria-describedby", `${id}-said`);
	return make(
		"div",
		{ class: "entry" },
		make("label", { for: id }, label),
		field,
		said ? make("div", { class: "small", id: `${id}-said` }, said) : null,
	);
}

/** Those that there are, with a space between them; null where there are none. */
function spaced(parts) {
	const there = parts.filter(Boolean);

	return there.length > 0 ? there.flatMap((part, index) => (index > 0 ? [" ", part] : [part])) : null;
}

/**
 * What there is to say of a field may be a text, a node or a list of them.
 * @typedef {string|Node|null|(string|Node|null)[]} Note
 *
 * A number. `kind` is "length", "mm", "deg" or "number"; without a value, and `optional`, it is empty.
 * @param {{at: string, label: string, kind?: string, value: number|undefined, min?: number, max?: number,
 *          note?: Note, optional?: boolean, change: (value: number|undefined) => void}} field
 */
export function number_field({ at, label, kind = "number", value, min, max, note, optional, change }) {
	const unit = unit_words(kind);
	const input = make("input", {
		type: "number",
		inputmode: "decimal",
		step: kind === "number" ? 1 : "any",
		min: shown(kind, min),
		max: shown(kind, max),
		value: shown(kind, value),
		change: () => {
			const given = taken(kind, input.value);
			if (Number.isNaN(given))
				change(optional ? undefined : value);
			else
				change(Math.min(Math.max(given, min ?? given), max ?? given));
		},
	});

	return labelled(
		at,
		unit ? `${label} (${unit})` : label,
		input,
		spaced([bounds_words(kind, min, max), ...[note].flat()]),
	);
}

/** A line of text. */
export function text_field({ at, label, value, max, change, note = "", is_long = false }) {
	const field = make(is_long ? "textarea" : "input", {
		type: is_long ? null : "text",
		maxlength: max,
		rows: is_long ? 3 : null,
		autocomplete: "off",
		change: () => change(typed_text(field)),
	});

	field.value = value;
	return labelled(at, label, field, note);
}

/** One of several; `of` are pairs of a value and what it is called. */
export function choice_field({ at, label, value, of, change, note = "" }) {
	const field = make(
		"select",
		{ change: () => change(field.value) },
		of.some(([one]) => one === value) ? null : make("option", { value: value ?? "", selected: true }, value ?? ""),
		of.map(([one, name]) => make("option", { value: one, selected: one === value }, name)),
	);

	return labelled(at, label, field, note);
}

/** Yes or no. */
export function check_field({ at, label, value, change, note = "" }) {
	const id = id_of(at);
	const field = make("input", {
		type: "checkbox",
		id,
		"data-key": id,
		"data-at": at,
		checked: value,
		change: () => change(field.checked),
	});

	return make(
		"div",
		{ class: "entry" },
		make("label", { class: "check", for: id }, field, make("span", null, label)),
		note ? make("div", { class: "small" }, note) : null,
	);
}

/** A button of the editor; `key` of its words is what a test and the focus know it by. */
export function button(key, act, more = {}) {
	return make("button", { type: "button", "data-key": key.slice(10), click: act, ...more }, words(key));
}
