// A game of two sides by the client that @hey-api/openapi-ts makes of the description, with nothing
// of it cast or guessed: what does not fit the types does not compile.

import { randomUUID } from "node:crypto";
import { act, createGame, getGame, joinGame, listActions } from "./hey/sdk.gen";
import { client } from "./hey/client.gen";
import type { Event, Game, MovedEvent, Offer, Seat, Side } from "./hey/types.gen";

const orders_max = 400;

client.setConfig({ baseUrl: process.argv[2], throwOnError: true });

const keyed = () => ({ "Idempotency-Key": randomUUID() });

/** There is one unless a player took the seat. */
function token_of({ token }: Seat) {
	if (!token) throw new Error("a seat without a token");
	return token;
}

/** Something to do, and rather not what lies beside the game. */
const chosen = (actions: Offer[]) => actions.find(({ group }) => group !== "table" && group !== "step") ?? actions.find(({ group }) => group === "step");

/** The branches of an event are told apart by their type. */
const moves = (events: Event[]) => events.filter((event): event is MovedEvent => event.type === "moved");

async function play() {
	const { data: made } = await createGame({ body: { scenario: "first-charge", side: "red" }, headers: keyed(), throwOnError: true });
	const path = { game: made.game.id };
	const { data: joined } = await joinGame({ path, body: { code: made.invitation!.code }, headers: keyed(), throwOnError: true });
	const tokens: Record<Side, string> = { red: token_of(made.seat), blue: token_of(joined.seat) };
	let orders = 0;
	let moved = 0;

	for (;;) {
		let game: Game | undefined;
		let side: Side | undefined;

		for (const one of ["red", "blue"] as const) {
			game = (await getGame({ path, auth: tokens[one], throwOnError: true })).data;
			if (game.you) side = one;
			if (side || game.status === "finished") break;
		}
		if (game?.status === "finished" || orders === orders_max) break;
		if (!side) throw new Error("nobody is waited for");
		const { data } = await listActions({ path, auth: tokens[side], throwOnError: true });
		const offer = chosen(data.actions);

		if (!offer) throw new Error("nothing may be done");
		const { data: acted } = await act({ path, auth: tokens[side], body: offer.do, headers: keyed(), throwOnError: true });
		moved += moves(acted.events).length;
		orders++;
	}
	if (orders < 10 || moved === 0) throw new Error(`only ${orders} orders and ${moved} moves`);
}

play().catch((error) => {
	console.error(error);
	process.exitCode = 1;
});
