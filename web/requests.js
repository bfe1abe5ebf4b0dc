// @ts-check
// What a game is asked for besides commands: plans, talk, other devices, the umpire, and what
// comes after the game. Read when it is wanted.

import * as api from "./api.js";
import { read_part } from "./parts.js";
import { keep_receipt, keep_seat, seats_of } from "./seats.js";

/**
 * The record, as text: the whole of a finished game, one's own part before.
 * @param {Session} session
 */
export function record(session) {
	return api.getRecord(session.state.game_id, session.token);
}

/**
 * Roll the cup, if it takes these dice: whatever is picked stays picked, whatever the version is.
 * Gives what previewAction said of them.
 * @param {Session} session @param {Command} cup
 */
export async function roll_cup(session, cup) {
	const { game_id } = session.state;
	const body = /** @type {Command} */ ({ type: "roll_cup", ...cup });
	const asked = await api.previewAction(game_id, session.token, body);

	if (asked.lawful === false)
		return asked;
	const answer = await api.act(game_id, session.token, body, api.new_key());
	session.take_events(answer.events ?? []);
	keep_receipt(game_id, answer.receipt);
	return asked;
}

/** @param {Session} session */
export async function put_plan(session, body) {
	await api.putPlan(session.state.game_id, session.token, body, api.new_key());
	await session.refresh();
}

/** @param {Session} session */
export async function put_standing_orders(session, body) {
	await api.putStandingOrders(session.state.game_id, session.token, body, api.new_key());
	await session.refresh();
}

/** @param {Session} session @param {number} after @param {number} wait seconds */
export function messages(session, after, wait) {
	return api.listMessages(session.state.game_id, session.token, after, wait);
}

/** @param {Session} session */
export function say(session, text) {
	return api.sendMessage(session.state.game_id, session.token, text, api.new_key());
}

/** @param {Session} session */
export function block(session, blocked) {
	return api.blockMessages(session.state.game_id, session.token, blocked);
}

/** A code that shares this seat with another device. @param {Session} session */
export function hand_over(session) {
	return api.handOver(session.state.game_id, session.token, false, api.new_key());
}

/** A code for somebody who is to be the umpire. @param {Session} session */
export function invite_umpire(session) {
	return api.inviteUmpire(session.state.game_id, session.token, api.new_key());
}

/** Ask for a rematch, or see whether there is one. Keeps the new seat. @param {Session} session */
export async function ask_rematch(session, asks) {
	const { game_id, title } = session.state;
	const answer = asks
		? await api.offerRematch(game_id, session.token, api.new_key())
		: await api.getRematch(game_id, session.token);

	// A player's seats have no tokens of their own.
	if (answer.game && answer.seat)
		keep_seat(
			answer.game,
			answer.seat.side,
			{ token: answer.seat.token ?? session.token },
			{ scenario: title },
		);
	session.store.set({ rematch: answer });
	return answer;
}

/**
 * Check the finished game's record here: seed, dice, chains, seals, signature.
 * @param {Session} session
 */
export async function check_record(session) {
	session.store.set({ check: { running: true } });
	try {
		const [{ can_verify, verify_record }, server, text] = await Promise.all([
			read_part("./verify/record.js"),
			api.getServer(),
			record(session),
		]);
		const check = can_verify()
			? await verify_record(text, {
					keys: server.keys.map((one) => one.key),
					receipts: Object.values(seats_of(session.state.game_id).receipts ?? {}),
				})
			: { good: false, line: 0, reason: "insecure" };
		session.store.set({ check });
	} catch (problem) {
		session.store.set({ check: null });
		throw problem;
	}
}
