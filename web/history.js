// @ts-check
// What the table looked like at a moment, for scrubbing through a game and for showing
// one event after another. It moves blocks as events say and knows no rule; the position
// itself is always the server's.

const copy = (units) => structuredClone(units);

/** A game's units before anything happened, from the muster in its record. */
export function first_units(muster) {
	const counts = { red: 0, blue: 0 };
	const units = {};

	for (const given of muster.units) {
		const id = `${given.side[0]}${++counts[given.side]}`;
		units[id] = {
			...given,
			base_width: given.base.width,
			base_depth: given.base.depth,
			on_table: Boolean(given.pose),
			state: given.state ?? "good",
			flags: [],
			traits: given.traits ?? [],
		};
	}
	return units;
}

const touches = (id) => (contact) => contact.unit === id || contact.with === id;

/** How each kind of event changes what is seen. Kinds that are not here change nothing. */
const changes = {
	turn_began: (seen) => {
		for (const unit of Object.values(seen.units)) {
			unit.flags = [];
			delete unit.order;
		}
	},
	charge_declared: (seen, event) => {
		seen.units[event.unit].order = { verb: "charge", target: event.target };
	},
	revealed: (seen, event) => {
		for (const { unit, ...order } of event.content ?? [])
			seen.units[unit].order = order;
	},
	charge_ended: (seen, event) => {
		delete seen.units[event.unit].order;
	},
	state_set: (seen, event) => {
		seen.units[event.unit].state = event.state;
	},
	flag_set: (seen, event) => {
		const unit = seen.units[event.unit];
		const others = (unit.flags ?? []).filter((flag) => flag !== event.flag);
		unit.flags = event.on ? [...others, event.flag] : others;
	},
	tally_set: (seen, event) => {
		const unit = seen.units[event.unit];
		unit.tallies = { ...unit.tallies, [event.tally]: event.count };
	},
	contact: (seen, event) => {
		seen.contacts = [...seen.contacts, event];
	},
	contact_ended: (seen, event) => {
		seen.contacts = seen.contacts.filter(
			(one) => one.unit !== event.unit || one.with !== event.with,
		);
	},
	casualties: (seen, event) => {
		const unit = seen.units[event.unit];
		unit.figures -= event.lost ?? 0;
		unit.files = Math.min(unit.files, Math.max(1, unit.figures));
	},
	removed: (seen, event) => {
		seen.units[event.unit].on_table = false;
		seen.contacts = seen.contacts.filter((one) => !touches(event.unit)(one));
	},
};

/** @param {GameEvent} event */
function apply(seen, event) {
	const unit = seen.units[event.unit];

	if (event.unit !== undefined && !unit)
		return;
	// Any event that says where a unit stands moves it there, whatever its kind.
	if (unit && event.to?.x !== undefined)
		Object.assign(unit, { pose: event.to, on_table: true });
	if (unit && event.files !== undefined)
		unit.files = event.files;
	changes[event.type]?.(seen, event);
}

/** What a viewer of `log` saw after its first `count` events. */
export function seen_after(first, log, count) {
	const seen = { units: copy(first), contacts: [], turn: 1, phase: undefined };
	const prefix = log.slice(0, count);
	const last_of = new Map(
		prefix.flatMap((event, index) =>
			event.type === "undone" ? [[event.undone, index]] : [],
		),
	);

	for (const [index, event] of prefix.entries()) {
		if (event.mark !== undefined && index < (last_of.get(event.mark) ?? -1))
			continue;
		apply(seen, event);
		seen.turn = event.type === "turn_began" ? event.turn : seen.turn;
		seen.phase = event.type === "phase_entered" ? event.phase : seen.phase;
	}
	return seen;
}

/** Is an event worth a frame of its own? */
export const is_seen = (event) =>
	event.to?.x !== undefined ||
	["state_set", "contact", "casualties", "removed", "rolled", "cup_rolled"].includes(event.type);

/**
 * The frames between a game as shown and what events made of it, one a visible event.
 * None when something was taken back: then there is nothing to walk through.
 * @typedef {{event: GameEvent, units: Game["units"], contacts: Contact[]}} Frame
 * @param {Pick<Game, "units" | "contacts">} game @param {GameEvent[]} events @returns {Frame[]}
 */
export function frames(game, events) {
	const seen = { units: copy(game.units), contacts: [...(game.contacts ?? [])] };
	const shown = /** @type {Frame[]} */ ([]);

	if (events.some((event) => event.type === "undone"))
		return [];
	for (const event of events) {
		apply(seen, event);
		if (is_seen(event))
			shown.push({
				event,
				units: copy(seen.units),
				contacts: [...seen.contacts],
			});
	}
	return shown;
}
