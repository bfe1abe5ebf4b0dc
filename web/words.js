// @ts-check
// Words: key and arguments to a sentence. The catalogue is the file that the daemon
// reads too; the page holds no sentence of its own.

import { get_words, speak } from "./api.js";
import { when_reached } from "./parts.js";

/** @type {Record<string, string>} */
let catalogue = {};
let current = "en";
const choice_key = "pennon.language";

/** The languages there are, each by its own name. */
export const languages = { en: "English", de: "Deutsch" };

export const language = () => current;

/** How times are written: as where this reader lives, if the page speaks its language. */
export const locale = () =>
	globalThis.navigator?.languages?.find((one) => one.split("-")[0] === current) ?? current;

// What the first board does without stands in a file of its own, read when it is wanted.
let rare = /** @type {Promise<void>|null} */ (null);

/** The words of what is not on the first board: wait for them before it is shown. */
export function rare_words() {
	const id = current;

	rare ??= when_reached(() => get_words(`${id}.rare`)).then(
		(more) => {
			if (id === current)
				catalogue = { ...more, ...catalogue };
		},
		() => {
			rare = null; // Keys show themselves until it is asked for again.
		},
	);
	return rare;
}

/** Speak a language from now on, and again next time. Parts that are there already have all their words of it. */
export async function use_language(id) {
	const has_rare = rare !== null;
	const [plain, more] = await Promise.all([get_words(id), has_rare ? get_words(`${id}.rare`) : {}]);

	catalogue = { ...more, ...plain };
	current = id;
	rare = has_rare ? Promise.resolve() : null;
	speak(id);
	document.documentElement.lang = id;
	try {
		localStorage.setItem(choice_key, id);
	} catch {
		// Then the browser's own language is taken again.
	}
}

/** The language that was chosen here, else the browser's first that there is, else English. */
export function wanted_language() {
	let chosen = null;

	try {
		chosen = localStorage.getItem(choice_key);
	} catch {
		// Storage is forbidden.
	}
	const wishes = [chosen, ...navigator.languages].map((one) => one?.slice(0, 2));
	return wishes.find((one) => one && Object.hasOwn(languages, one)) ?? "en";
}

export function has_words(key) {
	return Object.hasOwn(catalogue, key);
}

/**
 * The text of `key` with {name}s filled in. A key that is missing shows itself with
 * its underscores opened: an old page still says something of a newer server.
 */
export function words(key, values = {}) {
	const text = catalogue[key] ?? key.slice(key.indexOf(".") + 1).replaceAll("_", " ");

	if (!has_words(key))
		console.warn(`no words for ${key}`);
	return text.replace(/\{(\w+)\}/g, (whole, name) =>
		values[name] === undefined || values[name] === null ? whole : String(values[name]),
	);
}

/** The first of several keys that the catalogue has, or the last. */
export function first_words(keys, values) {
	return words(keys.find(has_words) ?? keys[keys.length - 1], values);
}

/** What a game is called: by its own name or its scenario's title, or undefined. */
export const game_title = (game, scenarios) =>
	game.name ? isolated(game.name) : scenarios.find(({ id }) => id === game.scenario)?.title;

/** "a", "a and b", "a, b and c". */
export function together(items) {
	if (items.length < 2)
		return items.join("");
	return words("ui.and", { a: items.slice(0, -1).join(", "), b: items[items.length - 1] });
}

/** A length of the wire (0.01 mm) in inches. */
export function inches(length) {
	return words("ui.inches", { inches: new Intl.NumberFormat(current, { maximumFractionDigits: 2, useGrouping: false }).format(length / 2540) });
}

/** How long it is until a moment: "2 d 4 h", "3 h 20 min", "4:05". */
export function time_left(until) {
	return words("ui.left", { left: duration_words((Date.parse(until) - Date.now()) / 1000) });
}

/** So many seconds: "2 d 4 h", "3 h 20 min", "4:05". */
export function duration_words(length) {
	const seconds = Math.max(0, Math.floor(length));
	const minutes = Math.floor(seconds / 60),
		hours = Math.floor(minutes / 60);

	if (hours >= 48 && hours % 24 === 0)
		return words("ui.left.day", { days: hours / 24 });
	if (hours >= 48)
		return words("ui.left.days", { days: Math.floor(hours / 24), hours: hours % 24 });
	return hours >= 1
		? words("ui.left.hours", { hours, minutes: minutes % 60 })
		: `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
}

/** A span that does not run, such as what a clock adds: "3 d", "12 h", "30 min", else as it would run. */
export function span_words(seconds) {
	for (const [name, length] of Object.entries({ day: 86400, hour: 3600, minute: 60 })) {
		if (seconds >= length && seconds % length === 0)
			return words(`ui.left.${name}`, { [`${name}s`]: seconds / length });
	}
	return duration_words(seconds);
}

/** A number with a real minus sign. */
function number(value) {
	return value < 0 ? `−${-value}` : String(value);
}

/** "+2" or "−2". */
export function signed(value) {
	return value < 0 ? `−${-value}` : `+${value}`;
}

/** The eight-part compass word of an angle of the wire. */
export function compass(angle) {
	return words(`ui.compass.${Math.round(angle / 8192) % 8}`);
}

// The areas that Unicode keeps for scripts from right to left, and controls of direction, which names of
// earlier versions may have. The server has the same in base/text.c.
const turning_letters =
	/[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** A name as it stands in a sentence: one that runs from right to left is kept apart and turns nothing around it. */
export function isolated(name) {
	return turning_letters.test(name) ? `\u2068${name}\u2069` : name;
}

const segmenter = "Segmenter" in Intl ? new Intl.Segmenter() : null;

/** The characters of a text as people count them. @param {string} text @returns {string[]} */
export const characters_of = (text) => (segmenter ? Array.from(segmenter.segment(text), ({ segment }) => segment) : [...text]);

/**
 * "Ashdown Spears" as it stands in a sentence, or the id when the game has no such unit; sides by their names.
 * @param {Game} game
 */
export function unit_name(game, id) {
	if (["red", "blue", "umpire", "public"].includes(id))
		return words(`side.${id}`);
	return isolated(game?.units?.[id]?.name ?? String(id));
}

/**
 * What an action or a preset is called. The server's own label serves where a key is new.
 * @param {Game} game @param {Named} action
 */
export function action_words(game, action) {
	const key = action.words?.key;
	const values = {};

	for (const [name, id] of Object.entries(action.words?.args ?? {}))
		values[name] = unit_name(game, id);
	return key && has_words(key) ? words(key, values) : action.label;
}

// What a member's value is called. Anything not listed is shown as it came.
const tables = {
	phase: "phase",
	decision: "decision",
	state: "state",
	flag: "flag",
	tally: "tally",
	formation: "formation",
	reaction: "reaction",
	facing: "facing",
	what: "roll",
	reason: "reason",
	fact: "fact",
	side: "side",
	winner: "side",
	active: "side",
	by: "side",
	act: "operated",
};
const units = new Set(["unit", "target", "with", "other", "who"]);
// What another kind calls by the same name may be no moment.
const moments = { clock_reminder: ["until"], down_time: ["from", "until"], restored: ["backup"], armies_awaited: ["until"] };

/** A moment as it is written in this language: "22 Nov, 14:05". */
export function moment_words(time) {
	return new Intl.DateTimeFormat(locale(), {
		day: "numeric",
		month: "short",
		hour: "2-digit",
		minute: "2-digit",
	}).format(new Date(time));
}

/** What a proposal of one side to the other says: "a draw", "that Red has won". */
export function terms_words(offer, terms = {}) {
	const most = Object.entries(terms.most ?? {}).map(([side, count]) =>
		words("terms.most", { side: words(`side.${side}`), count }),
	);
	const begins = terms.begins && words("terms.begins", { side: words(`side.${terms.begins}`) });
	const key = `terms.${offer}`;
	const told =
		has_words(key) &&
		words(key, {
			winner: terms.winner && words(`side.${terms.winner}`),
			method: terms.method && words(`method.${terms.method}`),
		});

	return [told, begins, ...most].filter(Boolean).join("; ");
}

/** What a unit is to do: "to charge Ashdown Spears", "advance". @param {Game} game */
export function order_words(game, order) {
	if (order.target === undefined && order.verb && order.verb !== "none")
		return words(`verb.${order.verb}`, { number: order.number });
	const target =
		order.target === undefined ? words("ui.nobody") : unit_name(game, order.target);
	return words("ui.unit.orders", { target });
}

// An order of a list: "Ashdown Spears to charge Hill Bows", "Light Bows (advance)". What is told
// here the server tells, too, in codec_told.c.
/** @param {Game} game */
function ordered_words(game, order) {
	const text = order_words(game, order);
	const name = unit_name(game, order.unit);

	if (order.to)
		return name; // a unit that is deployed has a place and no order
	return order.target === undefined && order.verb && order.verb !== "none"
		? `${name} (${text})`
		: `${name} ${text}`;
}

/** @param {Game} game */
function argument(game, type, name, value) {
	if (units.has(name))
		return unit_name(game, value);
	if (type === "plan_stopped" && name === "reason")
		return words(`stopped.${value}`);
	if (tables[name] && typeof value === "string")
		return words(`${tables[name]}.${value}`);
	if (name === "value" && value === null)
		return words("ui.nobody");
	if (name === "value" && (value === "red" || value === "blue"))
		return words(`side.${value}`);
	if (name === "spent")
		return inches(value);
	if (name === "modifier")
		return signed(value);
	if (moments[type]?.includes(name))
		return moment_words(value);
	if (name === "faces")
		return together(value);
	if (name === "waiting")
		return together(value.map((side) => words(`side.${side}`)));
	if (name === "content")
		return together(value.map((order) => ordered_words(game, order)));
	if (name === "order")
		return order_words(game, value);
	return typeof value === "number" ? number(value) : typeof value === "object" ? null : value;
}

// Manners of moving that are not told in inches, and those that turn a unit where it stands.
const listed_dice = 12; // of more it is told what came of them
const least_told = 13; // what is less is no hundredth of an inch
const unmeasured = new Set(["align", "pushed", "agreed"]);
const turning = new Set(["wheel", "flee", "retreat"]);

/** The die that a roll leaves out, of three or more: the lowest, which it takes off the sum; else 0. @param {Told} event */
export function left_out({ faces = [], modifier }) {
	const lowest = Math.min(...faces);

	return faces.length > 2 && modifier === -lowest ? lowest : 0;
}

// Does the lower roll win?
/** @param {Told} event */
const is_lowest = ({ winner, totals: { red, blue } }) => red !== blue && (winner === "red") === red < blue;

/** @type {WeakMap<object, string>} */
const choosers = new WeakMap();

/** Note the sides that won the roll and let the other go first: an event alone does not say. @param {Told[]} log */
export function note_choosers(log) {
	let winner = /** @type {string|undefined} */ (undefined);

	for (const event of log) {
		if (event.type === "initiative_decided")
			winner = event.winner;
		else if (event.fact === "first" && event.value && winner && event.value !== winner)
			choosers.set(event, winner);
	}
}

/** Where a test's total is not what was needed, it tells whether low or high passes. @param {Told} event */
function bound({ what, result, total, needed }) {
	if (!result || needed === undefined || what === "pool" || total === needed)
		return null;
	return (result === "passed") === total < needed ? "roll.at_most" : "roll.at_least";
}

/** Which sentence tells a roll: by what was rolled for, by how it came out, by what was done with its dice. */
function roll_variant(event) {
	if (has_words(`event.rolled.${event.what}`))
		return `.${event.what}`;
	if (event.result)
		return `.${event.result}`;
	if (left_out(event))
		return ".left_out";
	if (event.modifier)
		return ".modified";
	return event.faces?.length > 1 ? ".total" : "";
}

// Which wording of its kind an event takes; the plain one when there is no other.
/** @param {Told} event */
function variant(event) {
	switch (event.type) {
		case "phase_entered":
			return event.active ? "" : ".both";
		case "decision_opened":
			return event.waiting?.length ? (event.unit ? ".unit" : "") : ".going_on";
		case "drafted":
			return event.order?.target !== undefined
				? ""
				: event.order?.verb && event.order.verb !== "none"
					? ".verb"
					: ".none";
		case "sealed_content":
		case "revealed":
			return event.content?.length ? "" : ".none";
		case "rolled":
			return roll_variant(event);
		case "passed":
			return `.${event.decision}`;
		case "cup_rolled":
			return `${event.needed ? ".needed" : ""}${event.faces.length > listed_dice ? ".many" : ""}`;
		case "charge_began":
			return event.is_redirected ? ".redirected" : "";
		case "charge_ended":
			return `.${event.outcome}`;
		case "moved":
			return event.spent >= least_told || unmeasured.has(event.manner)
				? `.${event.manner}`
				: turning.has(event.manner)
					? ".turned"
					: ".still";
		case "reaction_declared":
			return `.${event.reaction}`;
		case "reformed":
			return event.formation && has_words(`formation.${event.formation}`)
				? ".formation"
				: `.${event.manner}`;
		case "casualties":
			return event.lost === 1 ? ".one" : "";
		case "contact":
			return event.benefits ? ".benefits" : "";
		case "question_asked":
			return `.${event.question}`;
		case "offer_answered":
		case "question_answered":
		case "outcome_answered":
			return `.${event.answer}`;
		case "flag_set":
			return event.on ? "" : ".off";
		case "will_pass":
			return `.${event.until}`;
		case "fact_set":
			return event.fact !== "first" || !event.value ? "" : choosers.has(event) ? ".let" : ".first";
		case "initiative_decided":
			return !event.winner ? ".tie" : is_lowest(event) ? ".low" : "";
		case "ended":
			return event.winner ? "" : ".draw";
		default:
			return "";
	}
}

/** @param {Game} game @param {Told} event */
function sentence(game, event) {
	const values = { target: words("ui.some_target") };

	for (const [name, value] of Object.entries(event))
		values[name] = argument(game, event.type, name, value);
	if (event.type === "rolled" && event.needed !== undefined && has_words(`roll.${event.what}.needed`))
		values.what = words(`roll.${event.what}.needed`);
	if (event.type === "rolled" && bound(event))
		values.needed = words(bound(event), { needed: values.needed });
	values.left_out = left_out(event);
	if (choosers.has(event))
		values.winner = words(`side.${choosers.get(event)}`);
	if (event.type === "cup_rolled")
		values.dice = words("roll.cup", { dice: event.faces.length, sides: event.sides });
	if (event.order?.target !== undefined)
		values.target = unit_name(game, event.order.target);
	if (event.terms)
		values.terms = terms_words(event.offer ?? event.question, event.terms);
	for (const [side, total] of Object.entries(event.totals ?? {}))
		values[side] = number(total);
	return first_words([`event.${event.type}${variant(event)}`, `event.${event.type}`], values);
}

/**
 * One event as a sentence; of one that this page cannot tell, that it cannot.
 * @param {Game} game @param {Told} event
 */
export function event_words(game, event) {
	try {
		return sentence(game, event);
	} catch (reason) {
		console.warn(`event ${event.seq}: ${reason}`);
		return words("ui.untold", { type: event.type, number: event.seq });
	}
}
