// @ts-check
// What a game is asked for besides commands: plans, talk, other devices, the umpire, and what
// comes after the game. Read when it is wanted.

import { declineRematch } from "./again.js";
import * as api from "./api_later.js";
import { read_part } from "./parts.js";
import { keep_receipt, keep_seat, seats_of } from "./seats.js";
import { same } from "./store.js";

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

/** @param {Session} session @param {number} [version] that it was written at, if it must be the present one */
export async function put_plan(session, body, version) {
	await api.putPlan(session.state.game_id, session.token, body, api.new_key(), version);
	await session.refresh();
}

/** @param {Session} session */
export async function put_standing_orders(session, body) {
	await api.putStandingOrders(session.state.game_id, session.token, body, api.new_key());
	await session.refresh();
}

/**
 * What belongs to an order that was just given: the others of its line follow, as a plan, for their enemy may be
 * asked in between; and an answer that was promised for the next times stands, before all others, for it says the
 * most.
 * @param {Session} session @param {Pending} pending the order @param {Command[]} others of its line
 */
export async function follow_up(session, { stays, always }, others) {
	const { number } = session;
	const { plan } = session.state.game;
	const commands = others.filter((body) => !stays?.[body.unit]).map((body) => ({ do: body }));

	if (commands.length > 0)
		await put_plan(session, {
			commands: [...commands, ...(plan?.commands ?? []).map(({ do: body }) => ({ do: body }))],
			stop_at: plan?.stop_at ?? [],
		});
	if (!always || session.is_late(number))
		return;
	const { orders = [], ...rest } = session.state.game.standing_orders ?? {};
	await put_standing_orders(session, { ...rest, orders: [always, ...orders.filter((one) => !same(one, always))] });
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

/**
 * Ask for a rematch, decline one or take it back, or see how it stands. Keeps the new seat.
 * @param {Session} session @param {"offer"|"decline"|"look"} act
 */
export async function ask_rematch(session, act) {
	const { game_id, title } = session.state;
	const ask = {
		offer: () => api.offerRematch(game_id, session.token, api.new_key()),
		decline: () => declineRematch(game_id, session.token),
		look: () => api.getRematch(game_id, session.token),
	}[act];
	const answer = await ask();

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
 * What the rules say to every command of the record, in this page.
 * @param {Session} session @param {string | undefined} address @param {string} text
 */
async function ask_rules(session, address, text) {
	if (!address)
		return { verdict: "unasked", reason: "none" };
	try {
		const { judge_record } = await read_part("./referee/referee.js");

		return await judge_record(address, text, (share) => session.store.set({ check: { running: true, share } }));
	} catch {
		return { verdict: "unasked", reason: "failed" };
	}
}

/**
 * Check the finished game's record here: seed, dice, chains, seals, signature, and every command
 * by the rules.
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

		if (check.good)
			check.rules = await ask_rules(session, server.referee?.address, text);
		session.store.set({ check });
	} catch (problem) {
		session.store.set({ check: null });
		throw problem;
	}
}
