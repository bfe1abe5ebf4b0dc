// @ts-check
// The first charge: a small table, five steps, and an opponent that the page plays. What
// may be done comes from the server like in any game; here are only the table, the words'
// order and a preference among the actions of the other side.

import * as api from "./api.js";
import { owes } from "./store.js";

const inch = 2540;
const pause_ms = 900;
const courtesy = 10; // pauses in which the pupil goes first where both are asked

/** Of all units: 90 of 100 checks on two ten-sided dice are passed. */
export const nerve = 16;

function company(side, name, x, y, figures, traits = []) {
	return {
		side,
		name,
		class: "foot",
		figures,
		files: figures / 2,
		base: { width: 2000, depth: 2000 },
		pose: { x: x * inch, y: y * inch, facing: side === "red" ? 0 : 32768 },
		stats: { movement_allowance: 12 * inch, morale_rating: nerve },
		traits,
	};
}

/** Whose charge is taught. */
export const ruleset = "battlesystem-2e";

/**
 * Two companies a side near enough to charge at once, and so steady that they seldom refuse; and a third pair
 * so far apart that an answer to whoever comes on strikes home, for somebody must be free when
 * the rest fight.
 */
export const muster = {
	board: { width: 40 * inch, depth: 34 * inch, terrain: [] },
	units: [
		company("red", "Ashdown Spears", 8, 11, 16),
		company("red", "Hill Company", 20, 11, 12),
		company("red", "Old Bridge Guard", 32, 5, 12),
		company("blue", "Marsh Wardens", 8, 22, 12),
		company("blue", "North Gate Band", 20, 22, 12),
		company("blue", "Stone Ford Band", 32, 21, 12),
	],
	method: "loser-first",
	ends: { turns: 6, count: "none" },
};

const has = (log, test) => log.some(test);
const is_end_of = (side, decision) => (one) =>
	one.type === "decision_closed" && one.by === side && one.decision === decision;

/** What came of the pupil's first answer so far. @param {GameEvent[]} log */
function after_answer(log) {
	const at = log.findIndex((one) => one.type === "reaction_declared" && one.by === "red");

	return at < 0 ? [] : log.slice(at);
}

/** Did it strike home? @param {GameEvent[]} log */
export const answered_home = (log) => has(after_answer(log), (one) => one.type === "contact");

/**
 * Was an enemy that came on let go, until its side's movement was over? Then nothing was left to answer, whatever
 * the pupil answers to the next. @param {GameEvent[]} log
 */
export function let_go(log) {
	const before = log.slice(0, log.length - after_answer(log).length);
	const at = before.findIndex((one) => one.type === "passed" && one.by === "red" && one.decision === "opportunity");

	return at >= 0 && has(before.slice(at), is_end_of("blue", "movement"));
}

// Whether it struck home or not, and though it was let go, it was learnt.
const answered = (log) =>
	answered_home(log) ||
	has(after_answer(log), (one) => one.type === "charge_ended" && one.unit === after_answer(log)[0].unit) ||
	let_go(log);

/** Has the pupil declared a charge, and said that these are all? @param {GameEvent[]} log */
function declared(log) {
	const at = log.findIndex((one) => one.type === "charge_declared" && one.by === "red");

	return at >= 0 && has(log.slice(at), is_end_of("red", "declare"));
}

const has_hit = (log) => has(log, (one) => one.type === "contact");

/** Is every charge that the pupil declared over, and has none hit? Then another one is needed. @param {GameEvent[]} log */
export function is_spent(log) {
	const declared = log.filter((one) => one.type === "charge_declared" && one.by === "red");
	const is_over = (charge) => has(log.slice(log.indexOf(charge)), (one) => one.type === "charge_ended" && one.unit === charge.unit);

	return declared.length > 0 && declared.every(is_over) && !has_hit(log);
}

/**
 * Each step: its key, what in the log tells that it is done, and the actions that do it.
 * @type {[string, (log: GameEvent[]) => boolean, string[]?][]}
 */
const steps = [
	["roll", (log) => has(log, (one) => one.type === "turn_began" && one.turn === 2)],
	["declare", declared, ["declare_charge"]],
	["charge", (log) => has(log, (one) => one.type === "charge_began" && one.by === "red"), ["charge"]],
	["strike", has_hit],
	// Until the enemy comes on nothing else is to be done first.
	["answer", answered],
];

/**
 * The steps with whether each is done; the first that was not read to its end, `read` steps on, is
 * the one to do: `actions` do it, if any are its own.
 */
export function progress(log, read = Infinity) {
	const done = steps.map(([, test]) => test(log));
	const next = done.indexOf(false);
	const now = Math.min(next < 0 ? done.length : next, read);

	return steps.map(([key, , actions], index) => ({
		key,
		actions,
		done: done[index],
		now: index === now,
	}));
}

/**
 * Is something else asked of the pupil before a step can be done? The book asks for one thing after another.
 * What is asked may have the step's own name: who has declared all is still declaring.
 * @param {Pick<State, "game" | "side">} state @param {{key?: string, actions?: string[]}} step
 */
export const is_early = ({ game, side }, { key, actions }) =>
	actions !== undefined &&
	owes(game, side) &&
	!game.waiting_for.some((wait) => wait.side === side && wait.decision === key) &&
	!game.actions?.some((one) => actions.includes(one.do.type));

// What the other side likes best: a charge, then coming on, then ending its step.
const likes = ["declare_charge", "charge", "move", "leave_open", "pass", "ready"];
const patience = 3; // turns after which it comes on though nobody charged it

/**
 * What the other side would do, best first. Until it was charged it lets the pupil go
 * first and waits; then it comes on with one unit a turn, the last of its line first.
 */
export function choices(view, log, has_moved) {
	const charged = progress(log).every((step) => step.done || step.key === "answer");
	const comes = charged || view.turn > patience;
	const order = [comes ? "go_first" : "go_second", ...likes];
	const place = (action) => {
		const at = order.indexOf(action.do.type);
		return at < 0 ? order.length : at;
	};
	const waits = (action) =>
		action.group === "react" ||
		(action.do.type === "move" && has_moved) ||
		(!comes && ["declare_charge", "move"].includes(action.do.type));
	const actions = view.actions.filter((action) => action.group !== "table").reverse();
	const liked = actions.filter((action) => !waits(action)).sort((a, b) => place(a) - place(b));

	return [...liked, ...actions.filter(waits)].map((action) => action.do);
}

/** Play the other side until the returned function is called. */
export function play_against(game, token, side) {
	let stopped = false;
	let timer = 0;
	let moved_in = 0;
	let seen = 0;
	let waited = 0;
	let log = [];

	async function decide(view) {
		const { events } = await api.listEvents(game, token, log.at(-1)?.seq ?? 0);
		log = [...log, ...events];
		for (const body of choices(view, log, moved_in === view.turn)) {
			if (stopped)
				return;
			try {
				await api.act(game, token, body, api.new_key(), view.version);
				if (body.type === "move")
					moved_in = view.turn;
				return;
			} catch (problem) {
				// What the rules refuse is not asked again: the next best is.
				if (problem.code !== "refused")
					throw problem;
			}
		}
	}

	// Wait while the pupil, too, is asked: an answer a moment earlier would move the game on under their
	// finger.
	function lets_pass({ version, waiting_for }) {
		waited = seen === version ? waited + 1 : 0;
		seen = version;
		return waited < courtesy && waiting_for.some((wait) => wait.side !== side);
	}

	async function turn() {
		try {
			const view = await api.getGame(game, token);
			if (owes(view, side) && !lets_pass(view))
				await decide(view);
			stopped ||= view.status === "finished";
		} catch {
			// Asked again: the line may be cut, or the game has moved on meanwhile.
		}
		if (!stopped)
			timer = setTimeout(turn, pause_ms);
	}

	turn();
	return () => {
		stopped = true;
		clearTimeout(timer);
	};
}
