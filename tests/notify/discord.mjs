// What the daemon posts in Discord's channels by webhooks, taken by a stand-in with its documented
// limits. Each body is compared with the types of discord-api-types.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { kill, makeFolder, request, sleep, start } from "../crash/daemon.mjs";
import { checkTypes } from "../support/discord_club.mjs";
import { Discord, tooMany } from "../support/discord_rest.mjs";
import { actOnce, done, hookState, makeGame, makePlayer, until } from "../support/players.mjs";

const SETTLE_MS = 7000; // in which what is told after five seconds has come
const folder = makeFolder();
let discord, daemon, flags, environment, data;

before(async () => {
	discord = await Discord.start(folder);
	data = makeFolder();
	flags = ["--allow-private-hooks", "--ca-file", discord.certificate.cert];
	environment = { PENNON_TEST_DISCORD: `127.0.0.1:${discord.port}` };
	daemon = await startDaemon();
});

const startDaemon = () => start(data, { flags, environment, program: "tests/notify/pennond-diverted" });

after(async () => {
	await kill(daemon);
	discord.stop();
});

async function hooked(token, more = {}) {
	const webhook = discord.makeWebhook();
	const hook = randomUUID();
	await done(daemon, "PUT", `/v1/me/hooks/${hook}`, token, { format: "discord", url: webhook.url, ...more });
	return { hook, ...webhook, all: () => Object.values(webhook.messages), asked: () => discord.requests.filter(({ path }) => path.includes(webhook.name)) };
}

const players = async () => [await makePlayer(daemon, "Ann *bold* @everyone"), await makePlayer(daemon, "Bert")];

async function waitedFor(game, token) {
	const { body } = await done(daemon, "GET", `/v1/games/${game}`, token);
	return body.waiting_for[0].side;
}

// Somebody acts once.
async function turn(game, tokens) {
	const side = await waitedFor(game, tokens.red);
	await actOnce(daemon, game, tokens[side]);
}

test("a turn is told with the public table and its picture, and pings whom the hook names", async () => {
	const [ann, bert] = await players();
	const hook = await hooked(ann, { mentions: ["2100000000000000001"] });
	const other = await hooked(bert, { language: "de" });
	const game = await makeGame(daemon, ann, bert);
	const message = await until("a message", () => [...hook.all(), ...other.all()].find((one) => one.content.includes("decide") || one.content.includes("am Zug")));
	assert.equal(message.embeds[0].url, `${daemon.url}/g/${game}`);
	assert.match(message.embeds[0].description, /Ann \\\*bold\\\* \\@everyone/);
	assert.equal(message.files.length, 1);
	const turns = hook.all().filter((one) => one.content.includes("<@2100000000000000001>"));
	assert.deepEqual(turns.flatMap((one) => one.pings), turns.map(() => "2100000000000000001"));
	for (const one of other.all()) assert.deepEqual(one.allowed_mentions, { parse: [] });
	const { body } = await done(daemon, "GET", "/v1/me/hooks", ann);
	assert.deepEqual(body.hooks[0].mentions, ["2100000000000000001"]);
	assert.equal(body.hooks[0].edits, false);
});

test("a private game is shown by a link alone", async () => {
	const [ann, bert] = await players();
	const hooks = [await hooked(ann), await hooked(bert), await hooked(ann, { edits: true })];
	const made = await done(daemon, "POST", "/v1/games", ann, { ruleset: "battlesystem-2e", scenario: "first-charge", side: "red", access: "private" });
	const { id } = made.body.game;
	await done(daemon, "POST", `/v1/games/${id}/seats`, bert, { code: made.body.invitation.code });
	await until("the table", () => hooks[2].all()[0]);
	await until("a turn", () => [...hooks[0].all(), ...hooks[1].all()].find((one) => one.content.includes("decide")));
	for (const message of hooks.flatMap((hook) => hook.all())) {
		assert.deepEqual(message.embeds, []);
		assert.deepEqual(message.attachments, []);
		assert.match(message.content, new RegExp(`^[A-Z][^\\n]*\\n${daemon.url}/g/${id}$`));
		assert.doesNotMatch(message.content, /Ann|Bert|charge/i);
	}
});

test("one message a game is kept up to date, also after a restart, and pings nobody", async () => {
	const [ann, bert] = await players();
	const hook = await hooked(ann, { edits: true });
	const game = await makeGame(daemon, ann, bert);
	const tokens = { red: ann, blue: bert };
	const message = await until("the table", () => hook.all()[0]);
	for (let i = 0; i < 3; i++) await turn(game, tokens);
	await until("an edit", () => message.edits >= 1);
	const first = message.embeds[0].description;
	await kill(daemon);
	daemon = await startDaemon();
	await turn(game, tokens);
	const edits = message.edits;
	await until("another edit", () => message.edits > edits && message.embeds[0].description !== first);
	assert.equal(hook.all().length, 1);
	assert.equal(hook.all()[0].id, message.id);
	assert.equal(message.files.length, 1, "the old picture is gone");
	assert.deepEqual(message.allowed_mentions, { parse: [] });
	assert.ok(message.edits <= 3, "what happens within five seconds is one edit");
});

test("a message that somebody removed is posted anew, once", async () => {
	const [ann, bert] = await players();
	const hook = await hooked(ann, { edits: true });
	const game = await makeGame(daemon, ann, bert);
	const old = await until("the table", () => hook.all()[0]);
	delete hook.messages[old.id];
	await turn(game, { red: ann, blue: bert });
	await until("another", () => hook.all()[0]);
	await sleep(SETTLE_MS);
	assert.deepEqual(hook.all().map((one) => one.id !== old.id), [true]);
	assert.equal((await hookState(daemon, ann, hook.hook)).state, "good");
});

test("one that may be edited no more (30046) is removed, and posted anew", async () => {
	const [ann, bert] = await players();
	const hook = await hooked(ann, { edits: true });
	const game = await makeGame(daemon, ann, bert);
	const old = await until("the table", () => hook.all()[0]);
	discord.next(tooMany(30, {}, { code: 30046 }), ({ method, path }) => method === "PATCH" && path.includes(hook.name));
	await turn(game, { red: ann, blue: bert });
	await until("another", () => hook.all().some((one) => one.id !== old.id));
	assert.equal(hook.all().length, 1);
	assert.deepEqual(hook.asked().map(({ method }) => method), ["POST", "PATCH", "DELETE", "POST"]);
});

test("what the operator hides is taken out of the channel", async () => {
	const [ann, bert] = await players();
	const hook = await hooked(ann, { edits: true });
	const game = await makeGame(daemon, ann, bert);
	await until("the table", () => hook.all()[0]);
	const token = (await import("node:fs")).readFileSync(join(data, "operator.token"), "utf8").trim();
	await done(daemon, "POST", `/v1/operator/games/${game}`, token, { act: "hide" });
	await until("it is gone", () => hook.all().length === 0);
	await done(daemon, "POST", `/v1/operator/games/${game}`, token, { act: "show" });
	await until("it is back", () => hook.all().length === 1);
});

test("429 is waited for and is no failure; a global one holds everything up", async () => {
	const [ann, bert] = await players();
	const hook = await hooked(ann);
	const other = await hooked(bert);
	const test = (token, one) => done(daemon, "POST", `/v1/me/hooks/${one.hook}/test`, token);
	const mine = (one) => (asked) => asked.path.includes(one.name);
	for (let i = 0; i < 3; i++) discord.next(tooMany(0.4, { "x-ratelimit-scope": "shared", "x-ratelimit-reset-after": "0.4" }), mine(hook));
	await test(ann, hook);
	await until("the message", () => hook.all()[0]);
	const times = hook.asked().map(({ at }) => at);
	assert.equal(times.length, 4);
	for (let i = 1; i < 4; i++) assert.ok(times[i] - times[i - 1] >= 900, "Retry-After says a second");
	assert.equal((await hookState(daemon, ann, hook.hook)).state, "good");
	discord.next(tooMany(3, { "x-ratelimit-global": "true" }, { global: true }), mine(hook));
	await test(ann, hook);
	const held = await until("the storm", () => hook.asked()[4]?.at);
	await test(bert, other);
	await until("both", () => other.all().length === 1 && hook.all().length === 2);
	assert.ok(other.asked()[0].at - held >= 3000, "nobody asked anything");
});

test("a bucket that is empty is waited for without asking", async () => {
	const ann = await makePlayer(daemon, "Ann");
	const hook = await hooked(ann);
	for (let i = 0; i < 8; i++) {
		const count = hook.all().length;
		await done(daemon, "POST", `/v1/me/hooks/${hook.hook}/test`, ann);
		await until("a message", () => hook.all().length > count);
	}
	assert.deepEqual(hook.asked().filter(({ status }) => status === 429), []);
});

test("5xx and silence are asked again; a webhook that is gone is off", async () => {
	const ann = await makePlayer(daemon, "Ann");
	const bert = await makePlayer(daemon, "Bert");
	const hook = await hooked(ann, { edits: true });
	discord.next({ status: 502 }, ({ path }) => path.includes(hook.name));
	const game = await makeGame(daemon, ann, bert);
	await until("it fails", async () => (await hookState(daemon, ann, hook.hook)).state === "failing");
	await until("the table", () => hook.all()[0]);
	await until("it is good", async () => (await hookState(daemon, ann, hook.hook)).state === "good");
	delete discord.webhooks[hook.name];
	await turn(game, { red: ann, blue: bert });
	await until("it is off", async () => (await hookState(daemon, ann, hook.hook)).state === "off");
});

test("what a hook of a channel cannot be is refused", async () => {
	const ann = await makePlayer(daemon, "Ann");
	const { url } = discord.makeWebhook();
	const put = (body) => request(daemon, "PUT", `/v1/me/hooks/${randomUUID()}`, { token: ann, body: { format: "discord", url, ...body } });
	for (const [body, pointer] of [
		[{ mentions: ["everyone"] }, "/mentions"],
		[{ mentions: ["123456789012345678901"] }, "/mentions"],
		[{ mentions: ["1", "2", "3", "4", "5"] }, "/mentions"],
		[{ edits: true, mentions: ["1"] }, "/mentions"],
		[{ edits: true, kinds: ["turn"] }, "/kinds"],
		[{ edits: 1 }, "/edits"],
		[{ edits: true, format: "standard" }, "/edits"],
		[{ mentions: ["1"], format: "standard", url: "https://example.org/" }, "/mentions"],
		[{ url: `${url}/messages` }, "/url"],
		[{ url: url.replace("discord.com", "discord.com.example.org") }, "/url"],
		[{ url: url.replace("https", "http") }, "/url"],
		[{ url: `https://127.0.0.1:${discord.port}/api/webhooks/1/x` }, "/url"],
	]) {
		const answer = await put(body);
		assert.equal(answer.status, 400, JSON.stringify(body));
		assert.equal(answer.body.pointer, pointer, JSON.stringify(body));
	}
});

test("each body is as discord-api-types has it, and within the documented limits", () => {
	assert.deepEqual(discord.faults, []);
	const bodies = discord.requests.filter(({ json }) => json);
	assert.ok(bodies.length > 10);
	const types = {
		POST: "RESTPostAPIWebhookWithTokenJSONBody",
		PATCH: "RESTPatchAPIWebhookWithTokenMessageJSONBody",
	};
	checkTypes(folder, bodies.map(({ method, json }) => [types[method], json]));
});

test("no token stands in what the daemon says", () => {
	assert.doesNotMatch(daemon.output + daemon.errors, /Tok-en_/);
});
