// Hooks of a seat, what hooks were told, and what is asked for once by a key.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { after, before, test } from "node:test";

import { kill, makeFolder, request, sleep, start } from "../crash/daemon.mjs";
import { actOnce, done, makeGame, makePlayer, until, whole } from "../support/players.mjs";

const SETTLE_MS = 400;
const NOBODYS = "7d2a4c16-0b9e-4f53-a1c8-5e6f70819203";

let daemon, receiver, base;
const got = []; // {path, headers, body}
const statuses = {}; // path: what it answers

const at = (path) => got.filter((message) => message.path === path);
const types = (path) => at(path).map(({ body }) => JSON.parse(body).type);
const good = (method, path, token, body) => done(daemon, method, path, token, body);
const status = async (method, path, token, more = {}) =>
	(await request(daemon, method, path, { token, key: method === "POST" ? randomUUID() : undefined, ...more })).status;

before(async () => {
	receiver = createServer(whole((message, response) => {
		got.push({ ...message, body: message.body.toString() });
		response.writeHead(statuses[message.path] ?? 204).end();
	}));
	await new Promise((resolve) => receiver.listen(0, "127.0.0.1", resolve));
	base = `http://127.0.0.1:${receiver.address().port}`;
	daemon = await start(makeFolder(), { flags: ["--allow-private-hooks"] });
});

after(async () => {
	await kill(daemon);
	receiver.closeAllConnections?.();
	receiver.close();
});

/** A new game of two seats with tokens of their own. */
async function seated() {
	const made = await good("POST", "/v1/games", undefined, {
		ruleset: "battlesystem-2e",
		scenario: "first-charge",
		side: "red",
	});
	const { id } = made.body.game;
	const { body } = await good("POST", `/v1/games/${id}/seats`, undefined, { code: made.body.invitation.code });
	return { game: id, red: made.body.seat.token, blue: body.seat.token };
}

async function put(folder, token, path, more = {}) {
	const hook = `${folder}/${randomUUID()}`;
	return { hook, ...(await good("PUT", hook, token, { url: base + path, ...more })) };
}

const deliveries = async (hook, token) => (await good("GET", `${hook}/deliveries`, token)).body.deliveries;

test("a seat is told of its own game, and nobody else sees its hooks", async () => {
	const { game, red, blue } = await seated();
	const folder = `/v1/games/${game}/hooks`;
	const { hook, body, status: made } = await put(folder, blue, "/seat?token=hush", { kinds: ["turn"] });
	assert.equal(made, 201);
	assert.match(body.secret, /^whsec_/);
	const one = await good("GET", hook, blue);
	assert.deepEqual(one.body.kinds, ["turn"]);
	assert.ok(!one.text.includes("hush") && !one.text.includes("whsec"), "neither its URL nor its secret");
	assert.equal((await good("GET", folder, blue)).body.hooks.length, 1);
	assert.deepEqual((await good("GET", folder, red)).body.hooks, []);
	assert.equal(await status("GET", hook, red), 404);
	assert.equal(await status("GET", hook, await makePlayer(daemon, "Eve")), 403);
	assert.equal(await status("GET", hook), 401);
	const turn = async () => (await good("GET", `/v1/games/${game}`, red)).body.waiting_for[0].side;
	for (let i = 0; i < 12 && (await turn()) !== "red"; i++) await actOnce(daemon, game, blue);
	for (let i = 0; i < 12 && (await turn()) !== "blue"; i++) await actOnce(daemon, game, red);
	const told = JSON.parse((await until("the turn", () => at("/seat?token=hush")[0])).body);
	assert.equal(told.type, "turn");
	assert.equal(told.data.side, "blue");
	assert.equal(told.data.game, game);
	await good("DELETE", hook, blue);
	assert.equal(await status("GET", hook, blue), 404);
});

test("a seat's hook ends when the seat moves", async () => {
	const { game, red, blue } = await seated();
	const { hook } = await put(`/v1/games/${game}/hooks`, blue, "/moved");
	const { code } = (await good("POST", `/v1/games/${game}/seats/mine/handover`, blue, { moves: true })).body;
	const next = (await good("POST", `/v1/games/${game}/seats`, undefined, { code })).body.seat.token;
	assert.equal(await status("GET", hook, blue), 401);
	assert.deepEqual((await good("GET", `/v1/games/${game}/hooks`, next)).body.hooks, []);
	await good("POST", `/v1/games/${game}/messages`, red, { text: "Are you there?" });
	await sleep(SETTLE_MS);
	assert.deepEqual(at("/moved"), []);
});

test("a player's seat has hooks too, of that game alone, which end with the token that put them", async () => {
	const ann = await makePlayer(daemon, "Ann");
	const ben = await makePlayer(daemon, "Ben");
	const game = await makeGame(daemon, ann, ben);
	const other = await makeGame(daemon, ann, ben);
	const second = (await good("POST", "/v1/me/tokens", ben, { name: "phone" })).body;
	const folder = `/v1/games/${game}/hooks`;
	const { hook } = await put(folder, second.token, "/mine");
	assert.deepEqual((await good("GET", "/v1/me/hooks", ben)).body.hooks, []);
	assert.equal((await good("GET", folder, ben)).body.hooks.length, 1, "with each of their tokens");
	await good("POST", `/v1/games/${other}/messages`, ann, { text: "Elsewhere." });
	await good("POST", `/v1/games/${game}/messages`, ann, { text: "Here." });
	await until("the message", () => types("/mine").includes("message"));
	assert.deepEqual([...new Set(at("/mine").map(({ body }) => JSON.parse(body).data.game))], [game]);
	await good("DELETE", `/v1/me/tokens/${second.id}`, ben);
	assert.deepEqual((await good("GET", folder, ben)).body.hooks, []);
	assert.equal(await status("GET", hook, ben), 404);
});

test("by one key a secret is changed once, and a test sent once", async () => {
	const ann = await makePlayer(daemon, "Ann");
	const { hook, body } = await put("/v1/me/hooks", ann, "/keyed");
	assert.equal(await status("POST", `${hook}/secret`, ann, { key: undefined }), 400);
	assert.equal(await status("PUT", `${hook}/secret`, ann), 405);
	const key = randomUUID();
	const ask = async (what, own = key) => (await request(daemon, "POST", `${hook}/${what}`, { token: ann, key: own })).body;
	const { secret } = await ask("secret");
	assert.notEqual(secret, body.secret);
	assert.equal((await ask("secret")).secret, secret);
	assert.notEqual((await ask("secret", randomUUID())).secret, secret);
	await ask("test");
	await until("the test", () => at("/keyed").length);
	await ask("test");
	await sleep(SETTLE_MS);
	assert.equal(at("/keyed").length, 1);
	await ask("test", randomUUID());
	await until("another", () => at("/keyed").length === 2);
});

test("what a hook was told is listed with its answer, and sent again as the same message", async () => {
	const ann = await makePlayer(daemon, "Ann");
	const { hook } = await put("/v1/me/hooks", ann, "/listed");
	assert.deepEqual(await deliveries(hook, ann), []);
	statuses["/listed"] = 503;
	await good("POST", `${hook}/test`, ann);
	const failed = await until("it to fail", async () => (await deliveries(hook, ann))[0]);
	assert.equal(failed.type, "test");
	assert.equal(failed.state, "failed");
	assert.equal(failed.attempts, 1);
	assert.equal(failed.heard.status, 503);
	assert.ok(Math.abs(Date.now() - Date.parse(failed.heard.time)) < 60000);
	assert.equal(failed.delivery, at("/listed")[0].headers["webhook-id"]);
	statuses["/listed"] = 200;
	const key = randomUUID();
	for (let i = 0; i < 2; i++)
		await request(daemon, "POST", `${hook}/deliveries/${failed.delivery}/send`, { token: ann, key });
	const told = await until("it again", async () => (await deliveries(hook, ann)).find((one) => one.state === "told"));
	assert.equal(told.delivery, failed.delivery);
	assert.equal(told.attempts, 2);
	assert.equal(told.heard.status, 200);
	await sleep(SETTLE_MS);
	assert.equal(at("/listed").length, 2);
	assert.equal(at("/listed")[1].headers["webhook-id"], failed.delivery);
	assert.equal(await status("POST", `${hook}/deliveries/${NOBODYS}/send`, ann), 404);
});

test("what is tried again is listed as waiting, until the turn is taken", async () => {
	const ann = await makePlayer(daemon, "Ann");
	const ben = await makePlayer(daemon, "Ben");
	const tokens = { red: ann, blue: ben };
	statuses["/waits"] = 500;
	const { hook } = await put("/v1/me/hooks", ann, "/waits", { kinds: ["turn"] });
	const game = await makeGame(daemon, ann, ben);
	const turnOf = async () => (await good("GET", `/v1/games/${game}`, ann)).body.waiting_for[0].side;
	for (let i = 0; i < 12 && (await turnOf()) !== "red"; i++) await actOnce(daemon, game, tokens.blue);
	const waiting = await until("it to fail", async () => (await deliveries(hook, ann))[0]);
	assert.equal(waiting.state, "waiting");
	assert.equal(waiting.game, game);
	assert.ok(Date.parse(waiting.next) > Date.parse(waiting.heard.time));
	for (let i = 0; i < 12 && (await turnOf()) === "red"; i++) await actOnce(daemon, game, tokens.red);
	await until("it to wait no longer", async () =>
		(await deliveries(hook, ann)).every((one) => one.state === "failed"),
	);
});
