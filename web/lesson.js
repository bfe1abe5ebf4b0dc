// @ts-check
// The first charge: a small table, five steps, and an opponent that the page plays. What
// may be done comes from the server like in any game; here are only the table, the words'
// order and a preference among the offers of the other side.

import * as api from "./api.js";
import { owes } from "./store.js";

const inch = 2540;
const pause_ms = 900;

function company(side, name, x, y, figures, traits = []) {
	return {
		side,
		name,
		class: "foot",
		figures,
		files: figures / 2,
		base: { width: 2000, depth: 2000 },
		pose: { x: x * inch, y: y * inch, facing: side === "red" ? 0 : 32768 },
		stats: { movement_allowance: 12 * inch, morale_rating: 20 },
		traits,
	};
}

/** Two companies a side, near enough to charge at once, and too steady to refuse. */
export const muster = {
	board: { width: 36 * inch, depth: 30 * inch, terrain: [] },
	units: [
		company("red", "Ashdown Spears", 11, 9, 16),
		company("red", "Hill Company", 25, 9, 12),
		company("blue", "Marsh Wardens", 11, 20, 12),
		company("blue", "North Gate Band", 25, 20, 12),
	],
	method: "loser-first",
	ends: { turns: 4, count: "none" },
};

const has = (log, test) => log.some(test);

/** Each step: its key, and what in the log tells that it is done. */
const steps = [
	["roll", (log) => has(log, (one) => one.type === "turn_began" && one.turn === 2)],
	["declare", (log) => has(log, (one) => one.type === "charge_declared" && one.by === "red")],
	["charge", (log) => has(log, (one) => one.type === "charge_began" && one.by === "red")],
	["strike", (log) => has(log, (one) => one.type === "contact")],
	[
		"answer",
		(log) =>
			has(
				log,
				(one) =>
					one.by === "red" &&
					(one.type === "reaction_declared" ||
						(one.type === "passed" && one.decision === "opportunity")),
			),
	],
];

/** The steps with whether each is done; the first that is not is the one to do. */
export function progress(log) {
	const done = steps.map(([, test]) => test(log));

	return steps.map(([key], index) => ({
		key,
		done: done[index],
		now: index === done.indexOf(false),
	}));
}

// What the other side likes best: a charge, then coming on, then ending its step.
const likes = ["declare_charge", "charge", "move", "leave_open", "pass", "ready", "go_first"];

function choose(view, has_moved) {
	const offers = view.actions.filter((offer) => offer.group !== "table");
	const place = (offer) => {
		const at = likes.indexOf(offer.do.type);
		return at < 0 ? likes.length : at;
	};
	const liked = offers
		.filter((offer) => !(offer.group === "react" || (has_moved && offer.do.type === "move")))
		.sort((a, b) => place(a) - place(b));
	const offer = liked[0] ?? offers[0];
	// In the first two turns it waits to be charged.
	const waits = view.turn <= 2 && ["declare_charge", "move"].includes(offer?.do.type);
	const calm = waits ? liked.find((one) => one.group === "step") : undefined;

	return (calm ?? offer)?.do;
}

/** Play the other side until the returned function is called. */
export function play_against(game, token, side) {
	let stopped = false;
	let timer = 0;
	let moved_in = 0;

	async function turn() {
		try {
			const view = await api.getGame(game, token);
			if (owes(view, side)) {
				const body = choose(view, moved_in === view.turn);
				if (body?.type === "move")
					moved_in = view.turn;
				if (body && !stopped)
					await api.act(game, token, body, api.new_key(), view.version);
			}
			if (view.status === "finished")
				stopped = true;
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
