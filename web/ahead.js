// @ts-check
// Writing what is to be done next while the other side decides: what one will probably be asked, and
// the plan that what is picked of it goes into. Read when somebody begins to.

import * as api from "./api_later.js";
import { announce } from "./dom.js";
import { command_words } from "./panels/actions.js";
import { put_plan } from "./requests.js";
import { same } from "./store.js";
import { rare_words, words } from "./words.js";

/** What a plan stops at unless its owner said otherwise. */
export const usual_stops = ["reaction", "failed_check"];

/** @param {Game} game */
const commands_of = (game) => (game.plan?.commands ?? []).map(({ do: body }) => ({ do: body }));

/** @param {Game} game */
const stops_of = (game) => (commands_of(game).length > 0 ? (game.plan?.stop_at ?? []) : usual_stops);

/** What was picked is picked still, if it is among these. @param {Session} session @param {Action[]} actions */
function pick_again(session, actions) {
	const { pending, ahead } = session.state;
	const action = actions.find((one) => same(one.do, pending?.action.do));

	if (!pending || !action)
		return session.cancel();
	session.store.set({ pending: { ...pending, action, is_ahead: ahead !== null } });
	session.ask_preview();
}

/** Look at what the side will probably be asked next. @param {Session} session */
export async function write_ahead(session) {
	const { game, game_id } = session.state;
	const { number } = session;
	const [ahead] = await Promise.all([api.lookAhead(game_id, session.token), rare_words()]);

	// What came meanwhile has looked again, or asks this side itself.
	if (session.is_late(number) || session.state.game !== game || !session.may_write_ahead())
		return;
	const { pending, selected, ahead: before } = session.state;
	session.store.set({ ahead });
	if (pending?.is_ahead)
		pick_again(session, ahead.actions);
	else if (!before && selected)
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

/**
 * Put commands behind those of the plan, unless the first would not be allowed by then.
 * @param {Session} session @param {Pending} pending @param {Command[]} bodies
 */
export async function write_down(session, pending, bodies) {
	const { game, game_id } = session.state;
	const { number } = session;
	const preview = await api.previewAhead(game_id, session.token, pending.body);

	if (session.is_late(number))
		return;
	if (preview.lawful === false)
		return session.vary(pending.body);
	session.store.set({ pending: null, preview: null, selected: null, pointing: null });
	await put_plan(session, {
		commands: [...commands_of(game), ...bodies.map((body) => ({ do: body }))],
		stop_at: stops_of(game),
	});
	announce(bodies.map((body) => words("ui.ahead.written", { command: command_words(game, body) })).join(" "));
}

/** Take the last command of the plan back. @param {Session} session */
export async function take_back(session) {
	const { game } = session.state;

	await put_plan(session, { commands: commands_of(game).slice(0, -1), stop_at: stops_of(game) });
}
