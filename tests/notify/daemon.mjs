// The daemon mails and pushes: a local SMTP server takes the mails and mailparser reads them, a local
// push service takes the pushes and http_ece opens them, as the browser would.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createECDH, createPublicKey, randomBytes, randomUUID, verify } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import { join } from "node:path";
import { after, before, test } from "node:test";

import ece from "http_ece";
import { simpleParser } from "mailparser";
import { SMTPServer } from "smtp-server";
import { Webhook } from "standardwebhooks";

import { kill, makeFolder, request, sleep, start } from "../crash/daemon.mjs";
import { actOnce, done, hookState, makeGame, makePlayer, until, whole } from "../support/players.mjs";

const SETTLE_MS = 1500; // in which nothing comes that is not to come
const HOOKS_MAX = 8; // of one player
const HOST_MAX = 4; // of the courier

let daemon, relay, service, port, certificate, flags;
const mails = []; // parsed, with `raw`
const pushes = []; // {path, headers, body}
const answers = {}; // path: status
let held = []; // answers that /held... waits for; null: it waits no more

const takeMail = (stream, session, done) => {
	const pieces = [];
	stream.on("data", (piece) => pieces.push(piece));
	stream.on("end", async () => {
		const raw = Buffer.concat(pieces);
		const mail = await simpleParser(raw, { keepCidLinks: true });
		mails.push(Object.assign(mail, { raw: raw.toString(), address: session.envelope.rcptTo[0].address }));
		done();
	});
};

before(async () => {
	const folder = makeFolder();
	certificate = { key: join(folder, "key.pem"), cert: join(folder, "cert.pem") };
	execFileSync("openssl", [
		..."req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost".split(" "),
		"-keyout", certificate.key, "-out", certificate.cert,
	], { stdio: "ignore" });
	relay = new SMTPServer({ disabledCommands: ["STARTTLS", "AUTH"], authOptional: true, onData: takeMail });
	relay.on("error", () => {});
	await new Promise((resolve) => relay.listen(0, "127.0.0.1", resolve));
	const read = { key: readFileSync(certificate.key), cert: readFileSync(certificate.cert) };
	service = createServer(read, whole((push, response) => {
		pushes.push(push);
		const answer = () => response.writeHead(answers[push.path] ?? 201).end();
		if (held && push.path.startsWith("/held")) held.push(answer);
		else answer();
	}));
	await new Promise((resolve) => service.listen(0, "localhost", resolve));
	port = service.address().port;
	flags = [
		"--allow-private-hooks", "--ca-file", certificate.cert,
		"--smtp", `smtp://127.0.0.1:${relay.server.address().port}`, "--smtp-from", "table@pennon.example",
		"--push-contact", "mailto:operator@pennon.example",
	];
	daemon = await start(makeFolder(), { flags });
});

after(async () => {
	await kill(daemon);
	relay.close();
	service.closeAllConnections();
	service.close();
});

const good = async (...asked) => (await done(daemon, ...asked)).body;
const player = (name) => makePlayer(daemon, name);
const state = (token, hook) => hookState(daemon, token, hook);
const table = (red, blue) => makeGame(daemon, red, blue);
const put = async (token, body, hook = randomUUID()) => ({
	hook,
	...(await request(daemon, "PUT", `/v1/me/hooks/${hook}`, { token, body })),
});
const to = (address) => mails.filter((mail) => mail.address === address);
const codeOf = (mail) => mail.text.match(/#confirm=([\w-]+)/)[1];

async function confirmed(token, address, more = {}) {
	const { hook } = await put(token, { format: "mail", url: `mailto:${address}`, ...more });
	const mail = await until(`a mail to ${address}`, () => to(address)[0]);
	await good("POST", `/v1/mail/${codeOf(mail)}/confirm`);
	return hook;
}

// Both play until the game waits for a side, at first for the other.
async function playTo(game, tokens, wanted) {
	const other = wanted === "red" ? "blue" : "red";
	for (const goal of [other, wanted]) {
		for (;;) {
			const { side } = (await good("GET", `/v1/games/${game}`, tokens.red)).waiting_for[0];
			if (side === goal) break;
			await actOnce(daemon, game, tokens[side]);
		}
	}
}

test("the server says what it can do; another does not offer it", async () => {
	const { notices } = await good("GET", "/v1/server");
	assert.deepEqual(notices.formats, ["standard", "discord", "mail", "push"]);
	assert.equal(Buffer.from(notices.push_key, "base64url").length, 65);
	const bare = await start(makeFolder());
	const answer = await request(bare, "GET", "/v1/server");
	assert.deepEqual(answer.body.notices, { formats: ["standard", "discord"] });
	const made = await request(bare, "POST", "/v1/players", { key: randomUUID(), body: { name: "Ann" } });
	const refused = await request(bare, "PUT", `/v1/me/hooks/${randomUUID()}`, {
		token: made.body.token,
		body: { format: "mail", url: "mailto:ann@club.example" },
	});
	assert.equal(refused.status, 409);
	assert.equal(refused.body.code, "not_offered");
	await kill(bare);
});

test("an address is asked first, by a post and not by its link, and three times a day at most", async () => {
	const ann = await player("Ann");
	const { status, body, hook } = await put(ann, { format: "mail", url: "mailto:ann@club.example" });
	assert.equal(status, 201);
	assert.equal(body.state, "unconfirmed");
	assert.equal(body.host, "club.example");
	const mail = await until("the question", () => to("ann@club.example")[0]);
	assert.equal(mail.subject, "May Pennon write to you?");
	assert.doesNotMatch(mail.text + mail.html, /Ann/, "nobody writes through us to strangers");
	const code = codeOf(mail);
	assert.equal((await request(daemon, "GET", `/v1/mail/${code}/confirm`)).status, 405);
	assert.equal((await state(ann, hook)).state, "unconfirmed");
	await put(ann, { format: "mail", url: "mailto:Ann@Club.example" }, hook);
	await put(await player("Ben"), { format: "mail", url: "mailto:ann@club.example" });
	const fourth = await put(await player("Cat"), { format: "mail", url: "mailto:ann@club.example" });
	assert.equal(fourth.body.code, "too_many_mails");
	await until("three", () => mails.filter((one) => one.address.toLowerCase() === "ann@club.example").length === 3);
	assert.equal((await request(daemon, "POST", `/v1/mail/${code.slice(0, -2)}xx/confirm`)).status, 404);
	await good("POST", `/v1/mail/${code}/confirm`);
	assert.equal((await state(ann, hook)).state, "good");
});

test("what is no address is refused, and whatever would write a header", async () => {
	const ann = await player("Ann");
	for (const url of [
		"mailto:ann@club.example\r\nBcc: all@club.example",
		"mailto:ann@club.example\nX: y",
		"mailto:ann@club.example?cc=bob@club.example",
		"mailto:ann@club.example,bob@club.example",
		"mailto:ann@localhost",
		"mailto:<ann@club.example>",
		"ann@club.example",
		"mailto:",
	]) {
		const answer = await put(ann, { format: "mail", url });
		assert.equal(answer.status, 400, `${JSON.stringify(url)}: ${answer.text}`);
	}
	assert.deepEqual((await good("GET", "/v1/me/hooks", ann)).hooks, []);
});

test("a turn comes as a mail with the table in it, once an hour a game, until one click stops it", async () => {
	const tokens = { red: await player("Ann <b>"), blue: await player("Ben") };
	const hook = await confirmed(tokens.blue, "ben@club.example", { one_unread: false, language: "de" });
	const game = await table(tokens.red, tokens.blue);
	await playTo(game, tokens, "blue");
	const mail = await until("a mail of the game", () => to("ben@club.example").find((one) => one.text.includes(game)));
	assert.equal(mail.subject, "Du bist dran: Erster Angriff · Battlesystem, 2nd edition");
	assert.match(mail.text, /Du bist Blau, gegen Ann <b>/);
	assert.match(mail.text, new RegExp(`${daemon.url}/g/${game}`));
	assert.equal(mail.attachments.length, 1);
	assert.equal(mail.attachments[0].contentType, "image/png");
	assert.ok(mail.attachments[0].related);
	assert.match(mail.html, /<img src="cid:table"/);
	assert.match(mail.html, /lang="de"/);
	assert.doesNotMatch(mail.html, /src="http|<b>/);
	await playTo(game, tokens, "blue");
	await sleep(SETTLE_MS);
	assert.equal(to("ben@club.example").filter((one) => one.text.includes(game)).length, 1, "one an hour");
	assert.match(mail.raw, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
	const stop = mail.headers.get("list").unsubscribe.url;
	assert.ok(stop.startsWith(`${daemon.url}/v1/mail/`));
	const answer = await fetch(stop, { method: "POST", body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }) });
	assert.equal(answer.status, 200);
	assert.equal((await state(tokens.blue, hook)).state, "off");
	assert.equal((await request(daemon, "POST", new URL(stop).pathname.replace("stop", "confirm"))).status, 404);
});

test("no mail is lost to a relay that has ended a connection that nobody used", async () => {
	const ann = await player("Ann");
	const hook = await confirmed(ann, "idle@club.example");
	for (const connection of relay.connections) {
		connection.send(421, "idle too long");
		connection.close();
	}
	await good("POST", `/v1/me/hooks/${hook}/test`, ann);
	await until("the mail that was asked for", () => to("idle@club.example")[1]);
	assert.equal((await state(ann, hook)).state, "good");
});

test("in quiet hours nothing is sent but what was asked for", async () => {
	const tokens = { red: await player("Ann"), blue: await player("Ben") };
	const clock = (ms) => new Date(Date.now() + ms).toISOString().slice(11, 16);
	const quiet = { from: clock(-600000), until: clock(600000) };
	const hook = await confirmed(tokens.blue, "quiet@club.example", { quiet });
	assert.deepEqual((await state(tokens.blue, hook)).quiet, quiet);
	await playTo(await table(tokens.red, tokens.blue), tokens, "blue");
	await sleep(SETTLE_MS);
	assert.equal(to("quiet@club.example").length, 1, "the question alone");
	await good("POST", `/v1/me/hooks/${hook}/test`, tokens.blue);
	await until("what was asked for", () => to("quiet@club.example")[1]);
	for (const wrong of ["24:00", "7:00", "22:60", "noon", ""]) {
		const body = { format: "mail", url: "mailto:quiet@club.example", quiet: { from: wrong, until: "07:00" } };
		assert.equal((await put(tokens.blue, body, hook)).status, 400, wrong);
	}
});

const browser = () => {
	const curve = createECDH("prime256v1");
	curve.generateKeys();
	return { curve, auth: randomBytes(16) };
};
const subscription = ({ curve, auth }, path) => ({
	format: "push",
	url: `https://localhost:${port}${path}`,
	keys: { p256dh: curve.getPublicKey("base64url"), auth: auth.toString("base64url") },
});
const open = ({ curve, auth }, { body }) =>
	JSON.parse(
		ece.decrypt(body, { version: "aes128gcm", privateKey: curve, authSecret: auth.toString("base64url") }),
	);
const at = (path) => pushes.filter((push) => push.path === path);

function checkSender(push, key) {
	const [, token, own] = /^vapid t=([^,]+), k=(.+)$/.exec(push.headers.authorization);
	const [head, claims, signature] = token.split(".");
	const raw = Buffer.from(own, "base64url");
	const x = raw.subarray(1, 33).toString("base64url");
	const y = raw.subarray(33).toString("base64url");
	const point = createPublicKey({ format: "jwk", key: { kty: "EC", crv: "P-256", x, y } });
	assert.equal(own, key);
	assert.ok(
		verify("sha256", Buffer.from(`${head}.${claims}`), { key: point, dsaEncoding: "ieee-p1363" },
			Buffer.from(signature, "base64url")),
	);
	const told = JSON.parse(Buffer.from(claims, "base64url"));
	assert.equal(told.aud, `https://localhost:${port}`);
	assert.equal(told.sub, "mailto:operator@pennon.example");
}

test("a browser is told in its language, once until the turn is taken, and nobody else can read it", async () => {
	const tokens = { red: await player("Ann"), blue: await player("Ben") };
	const own = browser();
	const { body } = await put(tokens.blue, { ...subscription(own, "/ben"), language: "de", kinds: ["turn", "message"] });
	assert.equal(body.state, "good");
	assert.equal(body.one_unread, true);
	const game = await table(tokens.red, tokens.blue);
	await playTo(game, tokens, "blue");
	await sleep(SETTLE_MS);
	const told_first = at("/ben").length;
	const push = at("/ben").at(-1);
	const told = open(own, push);
	assert.equal(told.title, "Du bist dran");
	assert.equal(told.game, game);
	assert.throws(() => open(browser(), push));
	assert.equal(push.headers["content-encoding"], "aes128gcm");
	assert.match(push.headers.topic, /^[\w-]{1,32}$/);
	assert.ok(Number(push.headers.ttl) > 0);
	checkSender(push, (await good("GET", "/v1/server")).notices.push_key);
	for (let i = 0; i < 2; i++)
		await good("POST", `/v1/games/${game}/messages`, tokens.red, { text: `Your turn ${i}` });
	await sleep(SETTLE_MS);
	assert.equal(at("/ben").length, told_first, "one unread notice");
	await playTo(game, tokens, "blue");
	await until("the next turn", () => at("/ben").length > told_first);
});

test("a browser that is gone is told no more", async () => {
	const ann = await player("Ann");
	answers["/gone"] = 410;
	const { hook } = await put(ann, subscription(browser(), "/gone"));
	await good("POST", `/v1/me/hooks/${hook}/test`, ann);
	await until("off", async () => (await state(ann, hook)).state === "off");
	for (const body of [
		{ format: "push", url: `https://localhost:${port}/x` },
		{ ...subscription(browser(), "/x"), url: `http://localhost:${port}/x` },
		{ ...subscription(browser(), "/x"), keys: { p256dh: "AA", auth: "AA" } },
		{ ...subscription(browser(), "/x"), format: "standard" },
		{ ...subscription(browser(), "/x"), language: "tlh" },
	]) {
		assert.equal((await put(ann, body)).status, 400, JSON.stringify(body));
	}
});

test("of one place no more is asked at once than it may be, however many are to be told there", async () => {
	const tokens = { red: await player("Ann"), blue: await player("Ben") };
	for (let i = 0; i < HOOKS_MAX; i++) await put(tokens.red, subscription(browser(), `/held/${i}`));
	await table(tokens.red, tokens.blue);
	await until("as many as may be", () => held.length >= HOST_MAX);
	await sleep(SETTLE_MS);
	const first = held;
	held = null;
	assert.equal(first.length, HOST_MAX);
	for (const answer of first) answer();
	const told = () => new Set(pushes.map(({ path }) => path).filter((path) => path.startsWith("/held")));
	await until("all of them", () => told().size === HOOKS_MAX);
});

test("a webhook is taken by npm's standardwebhooks, with the secret of now and the one before", async () => {
	const ann = await player("Ann");
	const { hook, body } = await put(ann, { url: `https://localhost:${port}/webhook` });
	const next = (await good("POST", `/v1/me/hooks/${hook}/secret`, ann)).secret;
	await good("POST", `/v1/me/hooks/${hook}/test`, ann);
	const message = await until("the message", () => pushes.find(({ path }) => path === "/webhook"));
	const text = message.body.toString();
	const stranger = `whsec_${randomBytes(32).toString("base64")}`;

	for (const secret of [body.secret, next])
		assert.equal(new Webhook(secret).verify(text, message.headers).type, "test");
	assert.throws(() => new Webhook(stranger).verify(text, message.headers));
	assert.throws(() => new Webhook(next).verify(text.replace("test", "turn"), message.headers));
	assert.throws(() => new Webhook(next).verify(text, { ...message.headers, "webhook-id": randomUUID() }));
});
