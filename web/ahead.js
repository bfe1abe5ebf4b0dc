// @ts-check
// Writing what is to be done next: while the other side decides, what one will probably be asked, into the plan; and
// in one's own step its orders, of which none is sent before all are laid. Read when somebody begins to.

import * as api from "./api_later.js";
import { announce } from "./dom.js";
import { command_words } from "./panels/actions.js";
import { is_pass } from "./panels/choices.js";
import { put_plan } from "./requests.js";
import { same } from "./store.js";
import { rare_words, words } from "./words.js";

/** What a plan stops at unless its owner said otherwise. */
export const usual_stops = ["reaction", "failed_check"];

/** @param {Command[]} bodies */
export const planned = (bodies) => bodies.map((body) => ({ do: body }));

/** What is written: orders that are laid, or the plan that stands. @param {State} state @returns {Command[]} */
export const written = ({ draft, game }) => draft ?? (game.plan?.commands ?? []).map(({ do: body }) => body);

/** @param {Game} game */
export const stops_of = (game) => ((game.plan?.commands ?? []).length > 0 ? (game.plan?.stop_at ?? []) : usual_stops);

/** What ends the step that this side is in, if one thing does. @param {State} state @returns {Action|null} */
export function end_of_step({ game, side }) {
	const ends = (game.actions ?? []).filter((action) => action.group === "step" && !action.unit && !is_pass(action));

	return ends.length === 1 && !wait_of(game, side)?.unit ? ends[0] : null;
}

/** What this side is asked. @param {Game} game @param {Caller} side */
export const wait_of = (game, side) => game.waiting_for.find((wait) => wait.side === side);

/** @param {State} state */
const trial_of = ({ draft, game }) => ({ commands: planned(draft ?? []), stop_at: stops_of(game) });

/** What was picked is picked still, if it is among these. @param {Session} session @param {Action[]} actions */
function pick_again(session, actions) {
	const { pending, ahead, draft } = session.state;
	const action = actions.find((one) => same(one.do, pending?.action.do));

	if (!pending || !action)
		return session.cancel();
	session.store.set({ pending: { ...pending, action, is_ahead: ahead !== null && (draft === null || draft.length > 0) } });
	session.ask_preview();
}

/** Is there something to look at: orders that are laid, or what comes while the other side decides? @param {Session} session */
const may_look = (session) => (session.state.draft ? session.state.draft.length > 0 : session.may_write_ahead());

/** Look at what the side will be asked after what is written. @param {Session} session */
export async function write_ahead(session) {
	const { game, game_id, draft } = session.state;
	const { number } = session;
	const [ahead] = await Promise.all([
		draft ? api.tryPlan(game_id, session.token, trial_of(session.state)) : api.lookAhead(game_id, session.token),
		rare_words(),
	]);

	// What came meanwhile has looked again, or asks this side itself.
	if (session.is_late(number) || session.state.game !== game || session.state.draft !== draft || !may_look(session))
		return;
	const { pending, selected, ahead: before } = session.state;
	session.store.set({ ahead });
	if (pending?.is_ahead)
		pick_again(session, ahead.actions);
	else if (!before && selected && !draft)
		session.pick_unit(selected);
}

/**
 * Write no more ahead. What is asked by now is picked still; what was about to go into the plan goes
 * on its way. @param {Session} session
 */
export function stop_ahead(session) {
	const { pending, game } = session.state;

	session.store.set({ ahead: null });
	if (pending?.is_ahead && !pending.is_now)
		pick_again(session, game.actions ?? []);
}

/** The game has gone on, or something else is written: look again, or no more. @param {Session} session */
export function look_again(session) {
	return may_look(session) ? write_ahead(session) : stop_ahead(session);
}

/** What a command would do after all that is written. @param {Session} session @param {Command} body @returns {Promise<Preview>} */
export async function foretell(session, body) {
	const { draft, game_id } = session.state;

	if (!draft)
		return api.previewAhead(game_id, session.token, body);
	const { preview } = await api.tryPlan(game_id, session.token, { ...trial_of(session.state), then: body });
	return /** @type {Preview} */ (preview);
}

/** Write these in the place of what is written. @param {Session} session @param {Command[]} bodies */
export async function write(session, bodies) {
	const { draft, game } = session.state;

	if (!draft)
		return put_plan(session, { commands: planned(bodies), stop_at: stops_of(game) });
	session.store.set({ draft: bodies });
	await look_again(session);
}

/**
 * Is it asked for by itself, though it was whole when it was picked?
 * @param {State} state @param {Pending} pending @param {Preview} preview
 */
const asks = ({ draft }, { is_now, action }, preview) =>
	draft && is_now && (preview.rolls || action.group !== "move");

/**
 * Put commands behind those that are written, unless the first would not be allowed by then.
 * @param {Session} session @param {Pending} pending @param {Command[]} bodies
 */
export async function write_down(session, pending, bodies) {
	const { number } = session;
	const preview = await foretell(session, pending.body);
	const { state } = session;

	if (session.is_late(number))
		return;
	if (preview.lawful === false || asks(state, pending, preview))
		return session.vary(pending.body);
	session.store.set({ pending: null, preview: null, selected: null, pointing: null });
	const all = [...written(state), ...bodies];
	await write(session, all);
	announce(
		bodies
			.map((body) => words(state.draft ? "ui.draft.laid" : "ui.ahead.written", { command: command_words(state.game, body) }))
			.join(" "),
	);
}

/** Take the last command back. @param {Session} session */
export function take_back(session) {
	return write(session, written(session.state).slice(0, -1));
}
