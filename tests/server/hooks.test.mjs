// The daemon tells hooks: what they get, who signed it, and what comes of receivers that are bad.
// Receivers are on loopback, which only --allow-private-hooks lets in.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createHmac, createPublicKey, randomUUID, verify } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { kill, makeFolder, request, start } from "../crash/daemon.mjs";
import { actOnce, done, hookState, makeGame, makePlayer, until, whole } from "../support/players.mjs";

let daemon, receiver, base;
const got = []; // {path, headers, body}
const answers = {}; // path: what it does, (response) => {}

const at = (path) => got.filter((message) => message.path === path);
const first = (path) => until(path, () => at(path)[0]);

before(async () => {
	receiver = createServer(whole((message, response) => {
		got.push({ ...message, body: message.body.toString() });
		(answers[message.path] ?? ((fine) => fine.writeHead(204).end()))(response);
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

const good = (method, path, token, body, where = daemon) => done(where, method, path, token, body);
const player = (name, where = daemon) => makePlayer(where, name);
const put = async (token, path, more = {}, where) => {
	const hook = randomUUID();
	const answer = await good("PUT", `/v1/me/hooks/${hook}`, token, { url: base + path, ...more }, where);
	return { hook, ...answer };
};
const state = (token, hook, where = daemon) => hookState(where, token, hook);
const tryOut = (token, hook, where) => good("POST", `/v1/me/hooks/${hook}/test`, token, undefined, where);

const macs = (secret, message) => {
	const signed = `${message.headers["webhook-id"]}.${message.headers["webhook-timestamp"]}.${message.body}`;
	const key = Buffer.from(secret.slice("whsec_".length), "base64");
	return { signed, mac: `v1,${createHmac("sha256", key).update(signed).digest("base64")}` };
};

test("a hook is put, has its secret once, and says nothing of its URL", async () => {
	const ann = await player("Ann");
	const made = await put(ann, "/kept?token=hush");
	assert.equal(made.status, 201);
	assert.match(made.body.secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
	const again = await good("PUT", `/v1/me/hooks/${made.hook}`, ann, { url: `${base}/kept`, kinds: ["turn"] });
	assert.equal(again.status, 200);
	assert.equal(again.body.secret, undefined);
	const list = await good("GET", "/v1/me/hooks", ann);
	assert.deepEqual(list.body.hooks[0].kinds, ["turn"]);
	assert.ok(!list.text.includes("hush") && !list.text.includes("whsec"));
	const gone = await good("DELETE", `/v1/me/hooks/${made.hook}`, ann);
	assert.deepEqual(gone.body, { hook: made.hook });
	const key = randomUUID();
	assert.equal((await request(daemon, "POST", `/v1/me/hooks/${made.hook}/test`, { token: ann, key })).status, 404);
});

test("what is no address for notices is refused", async () => {
	const ann = await player("Ann");
	for (const body of [
		{ url: "ftp://example.org/" },
		{ url: "http://ann:secret@example.org/" },
		{ url: "http://example.org:22/" },
		{ url: "http://example.org/ x" },
		{ url: `http://example.org/${"x".repeat(1100)}` },
		{ url: "https://example.org/api/webhooks/1/x", format: "discord" },
		{ url: "https://discord.com/api/webhooks/1/x/../y", format: "discord" },
		{ url: "http://example.org/", kinds: ["plans"] },
		{ url: "http://example.org/", more: 1 },
		{},
	]) {
		const answer = await request(daemon, "PUT", `/v1/me/hooks/${randomUUID()}`, { token: ann, body });
		assert.equal(answer.status, 400, `${JSON.stringify(body)}: ${answer.text}`);
	}
	assert.deepEqual((await good("GET", "/v1/me/hooks", ann)).body.hooks, []);
	const discord = { url: "https://discord.com/api/webhooks/123/abc-DEF_1", format: "discord" };
	const made = await good("PUT", `/v1/me/hooks/${randomUUID()}`, ann, discord);
	assert.equal(made.body.secret, undefined);
});

test("messages are signed with the secrets that are good, and by the server", async () => {
	const ann = await player("Ann");
	const { hook, body } = await put(ann, "/signed");
	const next = (await good("POST", `/v1/me/hooks/${hook}/secret`, ann)).body.secret;
	assert.notEqual(next, body.secret);
	await tryOut(ann, hook);
	const message = await first("/signed");
	const signatures = message.headers["webhook-signature"].split(" ");
	assert.equal(signatures[0], macs(next, message).mac);
	assert.equal(signatures[1], macs(body.secret, message).mac);
	const key = (await good("GET", "/v1/server")).body.keys[0].key;
	const spki = Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), Buffer.from(key, "hex")]);
	const signature = Buffer.from(signatures[2].slice("v1a,".length), "base64");
	const { signed } = macs(next, message);
	assert.ok(verify(null, Buffer.from(signed), createPublicKey({ key: spki, format: "der", type: "spki" }), signature));
	assert.ok(Math.abs(Date.now() / 1000 - Number(message.headers["webhook-timestamp"])) < 60);
	assert.deepEqual(JSON.parse(message.body).data, { hook });
	await until("a good state", async () => (await state(ann, hook)).heard?.status === 204);
	assert.equal((await state(ann, hook)).state, "good");
});

test("a turn is told to whom the game waits for, once, and nothing else of it", async () => {
	const red = await player("Ann");
	const blue = await player("Ben");
	await put(red, "/red");
	await put(blue, "/blue");
	const game = await makeGame(daemon, red, blue);
	await until("that Ben has joined", () =>
		at("/red").some((one) => JSON.parse(one.body).type === "joined"),
	);
	const seats = { red: { token: red, path: "/red" }, blue: { token: blue, path: "/blue" } };
	const turns = (side) => at(seats[side].path).filter((one) => JSON.parse(one.body).type === "turn");
	for (let i = 0; i < 12; i++) {
		const view = (await good("GET", `/v1/games/${game}`, red)).body;
		const side = view.waiting_for[0]?.side;
		if (!side) break;
		await until(`a turn of ${side}`, () => turns(side).length);
		await actOnce(daemon, game, seats[side].token);
	}
	for (const side of ["red", "blue"]) {
		for (const one of turns(side)) {
			const { data, type } = JSON.parse(one.body);
			assert.deepEqual(Object.keys(data), ["game", "link", "side", "version"]);
			assert.equal(data.game, game);
			assert.equal(data.side, side);
			assert.equal(type, "turn");
		}
		const ids = at(seats[side].path).map((one) => one.headers["webhook-id"]);
		assert.equal(new Set(ids).size, ids.length, "each is another");
	}
});

test("bad receivers: what comes of each, and nobody waits for them", async () => {
	const ann = await player("Ann");
	answers["/gone"] = (response) => response.writeHead(410).end();
	answers["/breaks"] = (response) => response.writeHead(500).end();
	answers["/leads-away"] = (response) => response.writeHead(302, { location: "/secret" }).end();
	answers["/floods"] = (response) => response.writeHead(200).end("x".repeat(1 << 20));
	answers["/hangs"] = () => {};
	const hooks = {};
	for (const path of ["/hangs", "/gone", "/breaks", "/leads-away", "/floods"]) {
		hooks[path] = (await put(ann, path)).hook;
		await tryOut(ann, hooks[path]);
		await first(path);
	}
	const comesTo = async (path, wanted, status) => {
		const hook = await until(`what came of ${path}`, async () => {
			const now = await state(ann, hooks[path]);
			return now.heard && now;
		});
		assert.equal(hook.state, wanted, path);
		assert.equal(hook.heard.status, status, path);
	};
	await comesTo("/gone", "off", 410);
	await comesTo("/breaks", "failing", 500);
	await comesTo("/leads-away", "failing", 302);
	await comesTo("/floods", "good", 200);
	assert.equal((await state(ann, hooks["/hangs"])).heard, undefined, "it still hangs");
	await comesTo("/hangs", "failing", undefined);
	assert.equal(at("/secret").length, 0);
});

test("what was not taken comes again after a kill, as the same message", async () => {
	const folder = makeFolder();
	let own = await start(folder, { flags: ["--allow-private-hooks"] });
	const red = await player("Ann", own);
	const blue = await player("Ben", own);
	answers["/again"] = (response) => response.writeHead(503).end();
	await put(red, "/again", { kinds: ["joined"] }, own);
	await makeGame(own, red, blue);
	const before = await first("/again");
	await kill(own);
	delete answers["/again"];
	const told = at("/again").length;
	own = await start(folder, { flags: ["--allow-private-hooks"] });
	const next = await until("it again", () => at("/again")[told]);
	assert.equal(next.headers["webhook-id"], before.headers["webhook-id"]);
	assert.equal(JSON.parse(next.body).data.game, JSON.parse(before.body).data.game);
	await kill(own);
});

test("without being told so the daemon reaches nothing inside", async () => {
	const own = await start(makeFolder());
	const ann = await player("Ann", own);
	const port = receiver.address().port;
	for (const host of ["127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "2130706433"]) {
		const hook = randomUUID();
		const url = `http://${host}:${port}/inside`;
		await good("PUT", `/v1/me/hooks/${hook}`, ann, { url }, own);
		await tryOut(ann, hook, own);
		const now = await until(host, async () => {
			const one = await state(ann, hook, own);
			return one.heard && one;
		});
		assert.equal(now.state, "failing");
		assert.equal(now.heard.status, undefined);
	}
	assert.equal(at("/inside").length, 0);
	await kill(own);
});

test("no proxy and no .netrc of the environment is heeded", async () => {
	const home = makeFolder();
	const asked = [];
	const proxy = createServer(whole(({ path }, response) => {
		asked.push(path);
		response.writeHead(204).end();
	}));
	await new Promise((resolve) => proxy.listen(0, "127.0.0.1", resolve));
	const url = `http://127.0.0.1:${proxy.address().port}`;
	writeFileSync(join(home, ".netrc"), "machine 127.0.0.1 login ann password hush\n");
	const environment = { HOME: home, http_proxy: url, https_proxy: url, ALL_PROXY: url, no_proxy: "", NO_PROXY: "" };
	const own = await start(makeFolder(), { flags: ["--allow-private-hooks"], environment });
	const ann = await player("Ann", own);
	const { hook } = await put(ann, "/straight", {}, own);
	await tryOut(ann, hook, own);
	const message = await first("/straight");
	assert.equal(message.headers.authorization, undefined);
	assert.deepEqual(asked, []);
	await kill(own);
	proxy.close();
});

test("the receiver of api-spec/README.md takes what it is sent, and nothing that is forged", async () => {
	const text = readFileSync(new URL("../../api-spec/README.md", import.meta.url), "utf8");
	const file = join(makeFolder(), "receiver.mjs");
	writeFileSync(file, text.match(/```javascript\n([^]*?)```/)[1]);
	const free = createServer();
	await new Promise((resolve) => free.listen(0, "127.0.0.1", resolve));
	const port = free.address().port;
	await new Promise((resolve) => free.close(resolve));
	const ann = await player("Ann");
	const hook = randomUUID();
	const url = `http://127.0.0.1:${port}/`;
	const { body } = await good("PUT", `/v1/me/hooks/${hook}`, ann, { url });
	const child = spawn(process.execPath, [file, body.secret, String(port)]);
	let out = "";
	child.stdout.on("data", (data) => (out += data));
	try {
		const forged = await until("the receiver", async () =>
			fetch(url, { method: "POST", body: "{}", headers: { "webhook-id": "x" } }).catch(() => null),
		);
		assert.equal(forged.status, 401);
		await tryOut(ann, hook);
		await until("what it says", () => out.includes("\n"));
		assert.equal(JSON.parse(out).type, "test");
		await until("a good state", async () => (await state(ann, hook)).heard?.status === 204);
	} finally {
		child.kill();
	}
});
