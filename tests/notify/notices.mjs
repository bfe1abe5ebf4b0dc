// What server/notify/ makes, taken by those who take such things elsewhere: pushes are opened by
// http_ece and their signature by node's own cryptography, mails come through a local SMTP server
// and are read by mailparser.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createECDH, createPublicKey, randomBytes, verify } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import ece from "http_ece";
import { simpleParser } from "mailparser";
import { SMTPServer } from "smtp-server";
import webpush from "web-push";

const maker = join(process.env.PENNON_BUILD ?? "build", "tests/notify/maker");

// Runs the maker with a text on its standard input: what it printed, or an error.
const make = (args, input) =>
	new Promise((resolve, reject) => {
		const child = spawn(maker, args, { stdio: ["pipe", "pipe", "inherit"] });
		let out = "";
		child.stdout.on("data", (data) => (out += data));
		child.on("close", (code) => (code === 0 ? resolve(out) : reject(new Error(`exit ${code}`))));
		child.on("error", reject);
		child.stdin.end(input);
	});

// ---- pushes ----

const browser = () => {
	const curve = createECDH("prime256v1");
	curve.generateKeys();
	return { curve, auth: randomBytes(16) };
};

const push = async ({ curve, auth }, plain, endpoint = "https://push.example:8443/send/abc") =>
	JSON.parse(
		await make(
			["push", curve.getPublicKey("base64url"), auth.toString("base64url"), endpoint, "1700000000000"],
			plain,
		),
	);

// The text behind the padding: RFC 8188 has it end with a byte 2 and zeros, which http_ece takes off.
const open = ({ curve, auth }, body) =>
	ece.decrypt(Buffer.from(body, "base64"), {
		version: "aes128gcm",
		privateKey: curve,
		authSecret: auth.toString("base64url"),
	});

test("http_ece opens a push, whatever its text", async () => {
	const to = browser();
	for (const plain of ["", "{\"kind\":\"turn\"}", "Ihr seid dran – 7½ Zoll", "x".repeat(2048)]) {
		const { body } = await push(to, plain);
		assert.equal(open(to, body).toString(), plain);
	}
});

test("nobody else opens it, and no two are alike", async () => {
	const to = browser();
	const [one, two] = [await push(to, "same"), await push(to, "same")];
	assert.notEqual(one.body, two.body);
	assert.equal(one.body.length, two.body.length);
	assert.throws(() => open({ ...to, auth: randomBytes(16) }, one.body));
	assert.throws(() => open(browser(), one.body));
	await assert.rejects(push(to, "x".repeat(2049)));
});

test("the signature is the sender's, for that push service, and web-push's reader agrees on its form", async () => {
	const { authorization } = await push(browser(), "text");
	const [, token, key] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization);
	const [head, claims, signature] = token.split(".");
	const raw = Buffer.from(key, "base64url");
	const public_key = createPublicKey({
		format: "jwk",
		key: {
			kty: "EC",
			crv: "P-256",
			x: raw.subarray(1, 33).toString("base64url"),
			y: raw.subarray(33).toString("base64url"),
		},
	});
	assert.deepEqual(JSON.parse(Buffer.from(head, "base64url")), { typ: "JWT", alg: "ES256" });
	assert.deepEqual(JSON.parse(Buffer.from(claims, "base64url")), {
		aud: "https://push.example:8443",
		exp: 1700000000 + 12 * 3600,
		sub: "mailto:operator@pennon.example",
	});
	assert.ok(
		verify(
			"sha256",
			Buffer.from(`${head}.${claims}`),
			{ key: public_key, dsaEncoding: "ieee-p1363" },
			Buffer.from(signature, "base64url"),
		),
	);
	// What web-push itself would send has the same members, in the same form.
	const theirs = webpush.generateVAPIDKeys();
	const header = webpush.getVapidHeaders(
		"https://push.example:8443",
		"mailto:operator@pennon.example",
		theirs.publicKey,
		theirs.privateKey,
		"aes128gcm",
		Math.floor(Date.now() / 1000) + 3600,
	).Authorization;
	assert.match(header, /^vapid t=[\w-]+\.[\w-]+\.[\w-]+, k=[\w-]+$/);
	assert.match(authorization, /^vapid t=[\w-]+\.[\w-]+\.[\w-]+, k=[\w-]+$/);
	assert.deepEqual(
		Object.keys(JSON.parse(Buffer.from(/t=\w+\.([\w-]+)/.exec(header)[1], "base64url"))).sort(),
		["aud", "exp", "sub"],
	);
});

// ---- mails ----

let server, relay, folder;
let got = [];

before(async () => {
	folder = mkdtempSync(join(tmpdir(), "pennon-mail-"));
	server = new SMTPServer({
		disabledCommands: ["STARTTLS"],
		authOptional: true,
		allowInsecureAuth: true,
		onAuth: ({ username, password }, _session, done) => {
			got.push({ username, password });
			done(null, { user: username });
		},
		onData: (stream, session, done) => {
			const pieces = [];
			stream.on("data", (piece) => pieces.push(piece));
			stream.on("end", () => {
				got.push({ envelope: session.envelope, hello: session.hostNameAppearsAs, raw: Buffer.concat(pieces) });
				done();
			});
		},
	});
	server.on("error", () => {});
	await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
	relay = `smtp://127.0.0.1:${server.server.address().port}`;
});

after(() => {
	server.close();
	rmSync(folder, { recursive: true });
});

const send = (subject, text, html, { to = "anna@club.example", from = "table@pennon.example", credentials = "" } = {}) => {
	got = [];
	return make(["mail", relay, from, to, credentials], [subject, text, html].join("\0"));
};

test("a mail comes through a relay and is read as it was meant", async () => {
	const text = "Rot: „Reiter“ greifen an – 7½ Zoll.\n.\n.. Punkt am Anfang \nlang " + "ä".repeat(300) + "\n= gleich\n";
	const html = `<p lang="de">Grün &amp; Rot: ${"Wörter ".repeat(80)}</p><img src="cid:table" alt="">`;
	const subject = "Ihr seid dran: „Zwischen zwei Wäldern“ – und das ist ein langer Titel, der nicht in eine Zeile geht";
	assert.equal((await send(subject, text, html)).trim(), "sent");
	assert.equal(got.length, 1);
	assert.equal(got[0].envelope.mailFrom.address, "table@pennon.example");
	assert.deepEqual(got[0].envelope.rcptTo.map((to) => to.address), ["anna@club.example"]);
	assert.equal(got[0].hello, "pennon.example", "and not the machine's own name");

	const mail = await simpleParser(got[0].raw, { keepCidLinks: true });
	assert.equal(mail.subject, subject);
	assert.equal(mail.text.trimEnd(), text.trimEnd());
	assert.equal(mail.html.trimEnd(), html);
	assert.equal(mail.from.value[0].name, "Pennon, “übers Land”");
	assert.equal(mail.from.value[0].address, "table@pennon.example");
	assert.equal(mail.messageId, "<notice-1@pennon.example>");
	assert.equal(mail.date.getTime(), 1700000000000);
	assert.equal(mail.attachments.length, 1);
	assert.equal(mail.attachments[0].contentType, "image/png");
	assert.equal(mail.attachments[0].cid, "table");
	assert.ok(mail.attachments[0].related, "in the mail, not linked");
	assert.equal(mail.attachments[0].content.subarray(0, 4).toString("latin1"), "\x89PNG");
	// RFC 8058
	assert.equal(mail.headers.get("list").unsubscribe.url, "https://pennon.example/v1/mail/stop/abc");
	assert.match(got[0].raw.toString(), /^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
});

test("every line is ASCII, short, and ends with CR LF", async () => {
	await send("ß".repeat(200), "ü".repeat(500), `<p>${"x".repeat(3000)}</p>`);
	const raw = got[0].raw.toString("latin1");
	assert.doesNotMatch(raw, /[^\r\n\x20-\x7e]/);
	assert.doesNotMatch(raw, /[^\r]\n|\r[^\n]/);
	for (const line of raw.split("\r\n"))
		assert.ok(line.length <= 78, line);
	assert.equal((await simpleParser(got[0].raw)).subject, "ß".repeat(200));
});

test("nothing gets out of its header", async () => {
	const bad = [
		["a\r\nBcc: all@club.example", {}],
		["a\nX: y", {}],
		["a\rX: y", {}],
		["a\x07", {}],
		["fine", { to: "anna@club.example\r\nBcc: all@club.example" }],
		["fine", { to: "<anna@club.example>" }],
		["fine", { to: "anna@club.example, bert@club.example" }],
		["fine", { to: "änna@club.example" }],
		["fine", { from: "table@pennon.example>\r\nX: <y@z.example" }],
	];
	for (const [subject, others] of bad) {
		assert.equal((await send(subject, "text", "<p>", others)).trim(), "refused", JSON.stringify([subject, others]));
		assert.deepEqual(got, []);
	}
	// What looks like a header in a subject stays one: text.
	assert.equal((await send("=?utf-8?Q?a=0D=0ABcc:_x?= Bcc: all@club.example", "t", "<p>")).trim(), "sent");
	const mail = await simpleParser(got[0].raw);
	assert.equal(mail.bcc, undefined);
	assert.equal(mail.subject, "=?utf-8?Q?a=0D=0ABcc:_x?= Bcc: all@club.example");
});

test("a password goes to no relay in the open", async () => {
	const file = join(folder, "credentials");
	writeFileSync(file, "table:geheim\n");
	chmodSync(file, 0o600);
	assert.notEqual((await send("s", "t", "<p>", { credentials: file })).trim(), "sent");
	assert.deepEqual(got, []);
	await assert.rejects(send("s", "t", "<p>", { credentials: join(folder, "none") }));
});
