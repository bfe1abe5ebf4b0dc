// @ts-check
// Units that move in a line with the one that is picked: taken along, asked about, and told what to do. Read
// when somebody takes a line.

import { bodies_of, line_of } from "./board/line.js";
import { preview_of } from "./session.js";
import { as_planned } from "./store.js";

/** Move the units that stand in a line with the picked one together with it, or no longer. @param {Session} session */
export function take_line(session) {
	const { pending } = session.state;

	if (!pending)
		return;
	const game = as_planned({ ...session.state, game: session.offered() });
	session.store.set({ pending: { ...pending, line: pending.line ? undefined : line_of(game, pending.action) } });
	session.ask_preview();
}

/**
 * What the others of a line do, each by itself: those that the server would let go there.
 * @param {Session} session @param {Pending} pending @returns {{lead: Command, others: Command[]}}
 */
export function in_line(session, { action, body, line }) {
	return (line && bodies_of(session.offered(), action, body, line)) ?? { lead: body, others: [] };
}

/** The units of a line that would have to stay, and why. @param {Session} session @param {Pending} pending */
export async function ask_line(session, pending) {
	const stays = /** @type {Record<string, Preview>} */ ({});
	const { others } = in_line(session, pending);

	await Promise.all(
		others.map(async (body) => {
			const answer = await session.foretell(pending, body).catch((problem) => problem);
			if (answer.lawful !== true)
				stays[body.unit] = preview_of(answer);
		}),
	);
	if (session.state.pending === pending)
		session.store.set({ pending: { ...pending, stays } });
}
