// @ts-check
// A player of a game by correspondence lays the orders of a step on the table and sends them together: each that is
// sent alone may cost a day, for the other side may be asked in between. Read when there is such a step.

import { end_of_step, look_again, planned, stops_of, wait_of } from "./ahead.js";
import { announce } from "./dom.js";
import { habit, is_slow, keep_habit } from "./habits.js";
import { put_plan } from "./requests.js";
import { note, seats_of } from "./seats.js";
import { may_lay } from "./store.js";
import { words } from "./words.js";

const patience_ms = 3000; // for the server to carry out what it has

const kind = "orders"; // of habit: "together" or "at_once"

/** Unless it was chosen otherwise, orders are collected but in a game that is played in an evening. @param {Game} game */
const collects = (game) => (habit(kind) ?? (is_slow(game) ? "together" : "at_once")) === "together";

/** Orders are for the step in which they were laid. @param {Game} game */
const step_of = ({ turn, phase }) => `${turn} ${phase}`;

/** @param {State} state @param {{step: string, commands: Command[]}|null} draft */
const keep_draft = ({ game_id, side }, draft) => note(game_id, { draft: draft && { side, ...draft } });

/** The orders that this browser has kept of this step. @param {State} state @returns {Command[]} */
function kept_draft({ game, game_id, side }) {
	const { draft } = seats_of(game_id);

	return draft?.side === side && draft.step === step_of(game) ? draft.commands : [];
}

let noted = /** @type {Command[]|null} */ (null); // what was kept last

/** @param {Session} session @param {Command[]|null} draft */
async function set_draft(session, draft) {
	session.store.set({ draft, ...(draft ? {} : { ahead: null }) });
	if (draft && draft.length > 0)
		await look_again(session);
}

/** Lay orders, or lay none any more, as the game now is. @param {Session} session */
function follow(session) {
	const { state } = session;
	const { draft, game, sending } = state;

	if (sending || !game)
		return;
	if (!may_lay(state) || (!collects(game) && !(draft && draft.length > 0))) {
		if (draft)
			set_draft(session, null);
		return;
	}
	if (!draft)
		session.attempt(() => set_draft(session, kept_draft(state)))();
	else if (draft !== noted) {
		noted = draft;
		keep_draft(state, draft.length > 0 ? { step: step_of(game), commands: draft } : null);
	}
}

/** As long as the page shows the game. @param {Session} session */
export function compose(session) {
	const again = () => follow(session);

	again();
	return session.store.subscribe(again);
}

/** The server has carried out something, or has stopped. @param {Session} session @param {number} count */
function carried_out(session, count) {
	return new Promise((resolve) => {
		const end = session.store.subscribe(({ game }) => {
			if ((game.plan?.commands ?? []).length < count)
				over();
		});
		const timer = setTimeout(() => over(), patience_ms);
		const over = () => {
			clearTimeout(timer);
			end();
			resolve(undefined);
		};
	});
}

/**
 * Send what is laid: before what was planned.
 * @param {Session} session @param {boolean} ends the step ends when it is done
 */
export async function send(session, ends) {
	const { draft, game, side } = session.state;
	const end = ends ? end_of_step(session.state) : null;
	const laid = [
		...planned(draft ?? []),
		// Not what lets something happen that the other side does.
		...(end ? [{ do: end.do, decision: wait_of(game, side)?.decision }] : []),
	];
	// What is left of them must not be done in a later step.
	const commands = [...laid.map((one) => ({ ...one, this_step: true })), ...(game.plan?.commands ?? [])];

	session.store.set({ sending: true, error: null, pending: null, preview: null });
	try {
		await put_plan(session, { commands, stop_at: stops_of(game) }, game.version);
		keep_draft(session.state, null);
		session.store.set({ draft: null, ahead: null });
		announce(words("ui.draft.sent"));
		await carried_out(session, commands.length);
	} finally {
		session.store.set({ sending: false });
	}
}

/** From now on each order is sent at once, or none before all are laid. @param {Session} session @param {boolean} is_at_once */
export async function send_at_once(session, is_at_once) {
	keep_habit(kind, is_at_once ? "at_once" : "together");
	if ((session.state.draft ?? []).length > 0)
		await send(session, false);
	follow(session);
	session.store.set({});
}
