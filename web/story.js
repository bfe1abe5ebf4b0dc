// @ts-check
// What happened, told in scenes: which events belong together, and how long each scene stays. A
// charge is one scene, whatever it brings: declared, checked, moved, struck. No document here.

/** What begins a scene of the unit that does it, unless the unit is in the middle of one. */
const begins = new Set(["charge_declared", "charge_began", "move_announced"]);
/** Where these are, others than who began move in the same scene. */
const answers = new Set(["charge_began", "reaction_declared"]);
/** What is told by itself. */
const alone = new Set(["turn_began", "revealed", "sealed", "ended", "resigned", "offer_made", "offer_answered", "umpire_seated"]);
/** What everybody sees by what comes of it. */
const silent = new Set(["phase_entered", "will_pass", "drafted", "clock_reminder"]);

const least_ms = 900;
const reading_ms = 38; // a character
const longest_ms = 20_000; // a scene may have ten sentences

/**
 * @typedef {{unit: string|undefined, units: Set<string>, events: GameEvent[]}} Scene
 */

/** Sides roll, too. @param {GameEvent} event @returns {string[]} */
const units_of = (event) =>
	/** @type {string[]} */ ([event.unit, event.target, event.with, event.who].filter((one) => /^[rb]\d/.test(one ?? "")));

/** Do all of a scene's events and this one say what a side will charge? @param {Scene} scene */
const all_declare = (scene, event) =>
	[...scene.events, event].every((one) => one.type === "charge_declared" && one.by === event.by);

/** Does an event go on with the scene? @param {Scene|undefined} scene @param {GameEvent} event */
function goes_on(scene, event) {
	if (!scene || alone.has(event.type) || alone.has(scene.events[0].type))
		return false;
	const units = units_of(event);
	const is_own = event.unit === scene.unit;

	if (units.length === 0)
		return event.type === "passed" || scene.units.size === 0;
	if (all_declare(scene, event))
		return true;
	if (!units.some((one) => scene.units.has(one)))
		return false;
	if (event.type === "moved" && !is_own)
		return scene.events.some((one) => answers.has(one.type));
	if (begins.has(event.type))
		return is_own && !scene.events.some((one) => one.type === "moved" && one.unit === event.unit);
	return true;
}

/**
 * Events in scenes; what was taken back, and small steps, are left out.
 * @param {GameEvent[]} events @param {(event: GameEvent) => boolean} is_minor @returns {Scene[]}
 */
export function scenes_of(events, is_minor) {
	const undone = new Set(events.flatMap((event) => (event.type === "undone" ? [event.undone] : [])));
	const scenes = /** @type {Scene[]} */ ([]);

	for (const event of events) {
		if (is_minor(event) || silent.has(event.type) || event.type === "undone" || undone.has(event.mark))
			continue;
		const last = scenes.at(-1);
		if (last && goes_on(last, event)) {
			last.events.push(event);
			for (const unit of units_of(event))
				last.units.add(unit);
		} else {
			scenes.push({ unit: event.unit, units: new Set(units_of(event)), events: [event] });
		}
	}
	return scenes;
}

/** Is an event told by another of its scene, which says more? @param {GameEvent[]} events @param {GameEvent} event */
function is_told_by_another(events, event) {
	switch (event.type) {
		case "passed": // that it was let go on is seen by what came of it
			return events.some((one) => one.type !== "passed" || (one.side === event.side && one.seq > event.seq));
		case "move_announced":
			return events.some((one) => one.type === "moved" && one.unit === event.unit);
		case "charge_ended":
			return event.outcome === "contact" && events.some((one) => one.type === "contact" && one.unit === event.unit);
		case "rolled":
			return event.what === "initiative" && events.some((one) => one.type === "initiative_decided");
		case "initiative_decided": // a tie is rolled again
			return !event.winner && events.some((one) => one.type === event.type && one.winner);
		default:
			return false;
	}
}

/** Whose charge begins again has found another target. @param {GameEvent} event @param {number} index @param {GameEvent[]} told */
const redirected = (event, index, told) =>
	event.type === "charge_began" && told.slice(0, index).some((one) => one.type === event.type && one.unit === event.unit)
		? { ...event, is_redirected: true }
		: event;

/**
 * What of a scene is said, each thing once: what another event tells as well is left out, and
 * whoever charges home does so after they have moved.
 * @param {Scene} scene @returns {GameEvent[]}
 */
export function told_of({ events }) {
	const told = events.filter((event) => !is_told_by_another(events, event));
	const is_home = (event) => event.type === "charge_ended" && event.outcome === "contact";

	return [...told.filter((event) => !is_home(event)), ...told.filter(is_home)].map(redirected);
}

/**
 * How long each scene stays, by what is to be read; all together no longer than `whole_ms`.
 * @param {string[]} lines @param {number} whole_ms
 */
export function lengths_of(lines, whole_ms) {
	const wanted = lines.map((line) => Math.min(least_ms + reading_ms * line.length, longest_ms));
	const sum = wanted.reduce((a, b) => a + b, 0);
	const part = Math.min(1, whole_ms / Math.max(sum, 1));

	return wanted.map((one) => one * part);
}
