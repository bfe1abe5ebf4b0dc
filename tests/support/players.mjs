// Players of a daemon and the receivers that listen for them: what the tests of notices share.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";

import { request, sleep } from "../crash/daemon.mjs";

const WAIT_MS = 60000;

/** What `ask` gives as soon as it gives something; throws when that does not come. */
export async function until(what, ask) {
	for (const end = Date.now() + WAIT_MS; Date.now() < end; await sleep(20)) {
		const found = await ask();
		if (found) return found;
	}
	throw new Error(`${what} did not come`);
}

/** The answer to a request that is to be done; throws when it is refused. */
export async function done(daemon, method, path, token, body) {
	const key = method === "POST" ? randomUUID() : undefined;
	const answer = await request(daemon, method, path, { token, key, body });
	assert.ok([200, 201].includes(answer.status), `${method} ${path}: ${answer.status} ${answer.text}`);
	return answer;
}

/** The token of a new player. */
export async function makePlayer(daemon, name) {
	return (await done(daemon, "POST", "/v1/players", undefined, { name })).body.token;
}

/** A player's hook as it is now. */
export async function hookState(daemon, token, hook) {
	const { body } = await done(daemon, "GET", "/v1/me/hooks", token);
	return body.hooks.find((one) => one.hook === hook);
}

/** The id of a new game of two players. */
export async function makeGame(daemon, red, blue) {
	const made = await done(daemon, "POST", "/v1/games", red, {
		ruleset: "battlesystem-2e",
		scenario: "first-charge",
		side: "red",
	});
	const { id } = made.body.game;
	await done(daemon, "POST", `/v1/games/${id}/seats`, blue, { code: made.body.invitation.code });
	return id;
}

/** Do the first thing of the game that is offered. */
export async function actOnce(daemon, game, token) {
	const { body } = await done(daemon, "GET", `/v1/games/${game}/actions`, token);
	const offer = body.actions.find((action) => action.group !== "table");
	assert.ok(offer, `nothing is offered in ${game}`);
	await done(daemon, "POST", `/v1/games/${game}/actions`, token, offer.presets?.[0]?.do ?? offer.do);
}

/** A server's listener: each request goes to `take`, with its whole body as bytes. */
export const whole = (take) => (incoming, response) => {
	const pieces = [];
	incoming.on("data", (piece) => pieces.push(piece));
	incoming.on("end", () =>
		take({ path: incoming.url, headers: incoming.headers, body: Buffer.concat(pieces) }, response),
	);
};
