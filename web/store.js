// @ts-check
// What the page knows: one object, changed by set(), told to subscribers once a frame.
// Nothing here knows the document or the network.

/**
 * @typedef {object} State
 * @property {string} game_id
 * @property {Caller} side           whose eyes
 * @property {string[]} seats        sides this browser holds tokens for
 * @property {Game} game             null until it came
 * @property {GameEvent[]} log       by seq ascending
 * @property {Ruleset|null} rules
 * @property {string} title          of the scenario
 * @property {string|null} invitation  the link to send, while the game is open
 * @property {"connecting"|"live"|"cut"} link
 * @property {boolean} sending       a command is on its way
 * @property {Problem|null} error    the last one, until something else is done
 * @property {string|null} selected  a unit id
 * @property {Pending|null} pending  what is picked, and not yet done
 * @property {Ahead|null} ahead      what will probably be asked next, while that is written
 * @property {Command[]|null} draft  orders of this step that are laid and not sent; null: each is sent at once
 * @property {Way|null} way          that a unit has announced, while its points may be answered at
 * @property {number|null} shown_seq the last event of the position shown; null: now
 * @property {boolean} is_replaying  the slider through the game is open
 * @property {{seq: number, units: Game["units"], contacts: Contact[]}|null} since  how it stood
 *                                   when this seat last looked
 * @property {number|null} story     the event that the story of what happened begins after, while it
 *                                   is told
 * @property {Game["units"]|null} stood  where units were before what was last done
 * @property {any} check             what verify_record() said, or null
 * @property {boolean} notices       tell of one's turn while the tab is hidden
 * @property {boolean} sounds        dice, charges and one's turn are heard
 * @property {Action[]} queue        as varied, to be given as a plan
 * @property {Pointing|null} pointing
 * @property {Point[]|null} line     of the standing order that is being written
 * @property {Point[]|null} ruler    two points that are measured between
 * @property {Rematch|null} rematch
 * @property {import("./bell.js").Elsewhere[]} elsewhere  other games that wait for one, as far as it was looked
 * @property {boolean} talk_news     something was said that was not seen
 * @property {Record<string, Odds[]>} odds  of the answers to a window, by their bodies as text
 * @property {Preview|null} preview  of `pending`
 * @property {string} tab            which panel a narrow screen shows
 * @property {string|null} led       the unit that was picked by itself
 * @property {boolean} is_raised     the orders of a narrow screen are up although nothing is picked
 * @property {string} more           which panel stands below the orders on a wide one
 */

/** @returns {State} */
export function initial_state(game_id, side, seats) {
	return {
		game_id,
		side,
		seats,
		game: null,
		log: [],
		rules: null,
		title: "",
		invitation: null,
		link: "connecting",
		sending: false,
		error: null,
		selected: null,
		pending: null,
		preview: null,
		odds: {},
		tab: "orders",
		led: null,
		is_raised: false,
		more: "log",
		shown_seq: null,
		ahead: null,
		draft: null,
		way: null,
		queue: [],
		pointing: null,
		line: null,
		ruler: null,
		is_replaying: false,
		since: null,
		story: null,
		stood: null,
		check: null,
		notices: false,
		sounds: false,
		rematch: null,
		elsewhere: [],
		talk_news: false,
	};
}

/** Are orders written in secret? @param {Game|null} game */
export const is_writing = (game) =>
	["ready", "declare"].every((wanted) =>
		game?.actions?.some(({ do: { type }, group }) => type === wanted || group === wanted),
	);

/** Whose orders are written in secret and have none yet. @param {Game} game */
export const unwritten = ({ actions = [], units }) => [
	...new Set(
		actions
			.filter(({ group, unit }) => unit && /^(declare|charge|move)$/.test(group) && !units[unit]?.draft)
			.map(({ unit }) => unit),
	),
];

/** What a side has written or placed in secret, and can still change. @param {Game} game @param {Caller} side */
export const is_unsealed = (game, side) =>
	owes(game, side) && Object.values(game.units).some((unit) => unit.side === side && (unit.draft || unit.place));

/** Has every unit that may be given an order one, and what is written for all of them at once, too? @param {Game} game */
export const is_all_written = (game) =>
	is_writing(game) &&
	unwritten(game).length === 0 &&
	(Object.values(game.units).some((unit) => unit.draft) || game.actions.every(({ group }) => group !== "declare"));

/**
 * Is an order laid on the table, to be sent with the others of its step? What can be taken back is sent at once.
 * @param {State} state @param {Action} action
 */
export const is_laid = ({ draft }, { group, undo }) =>
	Boolean(draft && group !== "table" && (draft.length > 0 || (group === "move" && !undo)));

/** May orders be laid: is there one that another player may be asked about? @param {State} state */
export const may_lay = ({ game, side, seats }) =>
	owes(game, side) && seats.length === 1 && (game.actions ?? []).some(({ group, undo }) => group === "move" && !undo);

/** May it be done at a moment of the other's move? */
export const has_moment = (action) => (action.bounds ?? []).some((bound) => bound.kind === "moment");

/** @param {State} state */
export function make_store(state) {
	const subscribers = new Set();
	let frame = 0;
	let timer = 0;

	function tell() {
		cancelAnimationFrame(frame);
		clearTimeout(timer);
		frame = timer = 0;
		for (const subscriber of subscribers)
			subscriber(state);
	}

	return {
		get state() {
			return state;
		},

		/** @param {Partial<State>} change */
		set(change) {
			Object.assign(state, change);
			// A hidden tab gets no animation frames, but its title must still turn.
			frame ||= requestAnimationFrame(tell);
			timer ||= setTimeout(tell, 150);
		},

		subscribe(subscriber) {
			subscribers.add(subscriber);
			return () => subscribers.delete(subscriber);
		},
	};
}

/**
 * The game as it will stand when one's plan is carried out: what is picked ahead begins there.
 * @param {State} state
 */
export function as_planned({ game, ahead }) {
	if (!ahead || ahead.places.length === 0)
		return game;
	const units = { ...game.units };

	for (const { unit, pose } of ahead.places)
		units[unit] = { ...units[unit], pose };
	return { ...game, units };
}

/** The ids of a game's units in muster order: r1, r2, … r10, b1, … @param {Game} game */
export function unit_ids(game) {
	const place = (id) => (id[0] === "r" ? 0 : 1000) + Number(id.slice(1));
	return Object.keys(game?.units ?? {}).sort((a, b) => place(a) - place(b));
}

/** Are two pieces of JSON from the server the same? */
export const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** The rolls of the cup in this phase, the latest last. @param {State} state */
export const cups_of = ({ game, log }) =>
	log.filter((event) => event.type === "cup_rolled" && event.label.startsWith(`${game.turn}/${game.phase}/`));

/** Does `side` owe a decision? @param {Game} game */
export function owes(game, side) {
	return game?.status === "playing" && game.waiting_for.some((wait) => wait.side === side);
}

/**
 * Does who sees with these eyes play? Spectators do not, nor does the umpire.
 * @type {(side: Caller) => side is Side}
 */
export const has_side = (side) => side === "red" || side === "blue";

/**
 * Does an action end the game, or ask for that? It lies in the menu, not among the orders. What is
 * answered, taken back or claimed stays at hand.
 */
export const in_menu = (action) =>
	action.group === "table" &&
	/^(resign|offer_\w+|ask_\w+|withdraw_method|step_down)$/.test(action.do.type);

/** The actions of one unit, or of the whole side when `unit` is null. @param {Game} game */
export function actions_of(game, unit) {
	const actions = game?.actions ?? [];
	return unit === null ? actions : actions.filter((action) => action.unit === unit);
}

/** The unit that an action or a preset is aimed at, as its words tell, or undefined. */
const aim_of = (action) => action.words?.args?.target ?? action.do.target;

/**
 * Every unit that an action could be aimed at: its own, its presets' and its choices'.
 * @param {Action} action
 */
export function targets_of(action) {
	const choices = (action.bounds ?? [])
		.filter((bound) => bound.at === "/target")
		.flatMap((bound) => bound.of);

	return [
		...new Set(
			[action, ...(action.presets ?? [])]
				.map(aim_of)
				.concat(choices)
				.filter(Boolean),
		),
	];
}

/** The body of an action aimed at `target`. @param {Action} action */
export function aimed_at(action, target) {
	const preset = (action.presets ?? []).find((one) => aim_of(one) === target);

	return structuredClone(preset?.do ?? { ...action.do, target });
}

/** The unit that what is picked is aimed at, or undefined. @param {Pending} pending */
export function target_of(pending) {
	if (!pending)
		return undefined;
	const { action, body } = pending;
	const preset = (action.presets ?? []).find((one) => same(one.do, body));

	return preset ? aim_of(preset) : body.target;
}
