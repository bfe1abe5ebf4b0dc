// Tell me by mail: from the account to the mail, its page and its button; and what is not there is
// not offered.

import assert from "node:assert/strict";
import { createECDH, randomBytes, randomUUID } from "node:crypto";
import { createServer } from "node:net";
import { after, before, test } from "node:test";
import { leave } from "./seated.mjs";
import { Daemon, open_browser, phone, Visitor } from "./support.mjs";

const mails = [];
let relay, daemon, bare, browser;

/** As much of SMTP as a relay's client asks for. */
function serve(socket) {
	let said = "", is_mail = false;
	const answer = (line) => socket.write(`${line}\r\n`);

	answer("220 relay");
	socket.on("error", () => {});
	socket.on("data", (bytes) => {
		said += bytes;
		for (let end = said.indexOf("\r\n"); end >= 0; end = said.indexOf("\r\n")) {
			const line = said.slice(0, end);
			if (is_mail) {
				const stop = said.indexOf("\r\n.\r\n");
				if (stop < 0) return;
				mails.push(said.slice(0, stop));
				said = said.slice(stop + 5);
				is_mail = false;
				answer("250 taken");
				continue;
			}
			said = said.slice(end + 2);
			is_mail = line === "DATA";
			answer(is_mail ? "354 go on" : line === "QUIT" ? "221 bye" : "250 yes");
		}
	});
}

before(async () => {
	relay = createServer(serve);
	await new Promise((resolve) => relay.listen(0, "127.0.0.1", resolve));
	daemon = new Daemon(["--smtp", `smtp://127.0.0.1:${relay.address().port}`, "--smtp-from", "table@pennon.example", "--push-contact", "mailto:table@pennon.example"]);
	bare = new Daemon();
	await daemon.start();
	await bare.start();
	browser = await open_browser();
});

after(async () => {
	await browser?.close();
	await daemon.remove();
	await bare.remove();
	relay.close();
});

async function account(of, options) {
	const visitor = await Visitor.open(browser, of.url, phone, options);
	const { page } = visitor;

	await page.goto(`${visitor.url}/`);
	await page.locator("#name").fill("Ann");
	await visitor.press(page.locator("[data-key=player]"));
	await page.getByText("You are Ann").waitFor();
	await visitor.press(page.locator("[data-key=account]"));
	await page.locator("[data-key=new_token]").waitFor();
	return visitor;
}

test("a server without a relay offers no mails", async () => {
	const visitor = await account(bare);

	assert.equal(await visitor.page.locator("[data-key=told_mail]").count(), 0);
	assert.equal(await visitor.page.locator("[data-key=told_push]").count(), 0);
	await leave(visitor);
});

test("tell me by mail: an address, one touch, and the button of the page that the mail opens", async () => {
	const visitor = await account(daemon);
	const { page } = visitor;

	await visitor.press(page.locator("[data-key=told_mail]"));
	await page.getByRole("alert").getByText("This is no mail address.").waitFor();
	await page.locator("#told-mail").fill("ann@club.example");
	await visitor.press(page.locator("[data-key=told_mail]"));
	await page.getByText("By mail, at club.example: open the link in the mail that you get").waitFor();
	await visitor.inspect("told");
	while (mails.length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
	const plain = mails[0].replaceAll("=\r\n", "").replaceAll("=3D", "=");
	const [link] = /http:\S+\/mail#confirm=[\w-]+/.exec(plain);

	await page.goto(link);
	await visitor.press(page.getByRole("button", { name: "Yes, write to me" }));
	await page.getByText("You are told by mail from now on.").waitFor();
	assert.equal(new URL(page.url()).hash, "", "the code leaves the address bar");
	await visitor.inspect("mail");

	await page.goto(`${visitor.url}/`);
	await visitor.press(page.locator("[data-key=account]"));
	await visitor.press(page.locator("[data-key=told_try]"));
	await page.getByText("A message is on its way.").waitFor();
	while (mails.length === 1) await new Promise((resolve) => setTimeout(resolve, 50));

	await page.goto(link.replace("#confirm=", "#stop="));
	await page.reload();
	await visitor.press(page.getByRole("button", { name: "No more mails" }));
	await page.getByText("No more mails come to this address.").waitFor();

	await page.goto(`${visitor.url}/`);
	await visitor.press(page.locator("[data-key=account]"));
	await page.getByText("By mail, at club.example: stopped").waitFor();
	assert.equal(await page.locator("[data-key=told_try]").count(), 0);
	await visitor.press(page.locator("[data-key=told_drop]"));
	await page.getByText("By mail, at club.example").waitFor({ state: "detached" });
	await leave(visitor);
});

test("a channel of Discord's is told by its webhook, one message a game if asked for", async () => {
	const visitor = await account(daemon);
	const { page } = visitor;
	const token = await own_token(page);
	const url = page.locator("#told-channel");
	const put = async (text) => {
		await url.fill(text);
		await visitor.press(page.locator("[data-key=told_channel]"));
	};

	for (const other of ["", "https://discord.com/channels/1/2", "https://discord.com.example.org/api/webhooks/1/x"]) {
		await put(other);
		await page.getByRole("alert").getByText("This is no webhook URL.").waitFor();
	}
	assert.deepEqual((await ask("me/hooks", token)).hooks, []);
	await page.locator("#told-night").uncheck();
	await put("https://discord.com/api/webhooks/2100000000000000001/Tok-en_1");
	await page.getByRole("listitem").getByText("In a Discord channel").waitFor();
	assert.equal(await page.getByText("This is no webhook URL.").count(), 0);
	assert.equal(await url.inputValue(), "", "it holds a secret, and stays nowhere");
	await visitor.inspect("told-channel");
	await page.locator("#told-edits").check();
	await put("https://discord.com/api/webhooks/2100000000000000002/Tok-en_2");
	await page.getByRole("listitem").getByText("In a Discord channel").nth(1).waitFor();
	const { hooks } = await ask("me/hooks", token);
	assert.deepEqual(hooks.map(({ format, edits, quiet }) => ({ format, edits, quiet })), [
		{ format: "discord", edits: false, quiet: undefined },
		{ format: "discord", edits: true, quiet: undefined },
	]);
	await leave(visitor);
});

async function ask(path, token, body, method = body ? "POST" : "GET") {
	const headers = { "content-type": "application/json", "idempotency-key": randomUUID() };
	if (token) headers.authorization = `Bearer ${token}`;
	const answer = await fetch(`${daemon.url}/v1/${path}`, { method, headers, body: body && JSON.stringify(body) });
	assert.ok(answer.ok, path);
	return answer.json();
}

const own_token = (page) => page.evaluate(() => JSON.parse(localStorage.getItem("pennon.player")).token);

test("a browser is asked for its permission only once it has been one's turn, and is told why", async () => {
	const visitor = await account(daemon);
	const { page } = visitor;
	const token = await own_token(page);

	await page.getByText("Once it has been your turn, this browser can tell you").waitFor();
	assert.equal(await page.locator("[data-key=told_push]").count(), 0);
	const waits = async () => (await ask("me/games", token)).games.some(({ your_turn }) => your_turn);
	while (!(await waits())) {
		const { invitation, game } = await ask("games", token, { scenario: "first-charge", side: "red" });
		await ask(`games/${game.id}/seats`, null, { code: invitation.code });
	}
	await page.reload();
	await visitor.press(page.locator("[data-key=account]"));
	await page.locator("[data-key=told_push]").waitFor();
	await page.getByText("Your browser will ask whether this page may notify you.").waitFor();
	assert.equal(await page.getByText("Once it has been your turn").count(), 0);
	await leave(visitor);
});

test("a browser and an address that are named again are told once", async () => {
	const visitor = await account(daemon);
	const { page } = visitor;
	const token = await own_token(page);
	const curve = createECDH("prime256v1");

	curve.generateKeys();
	// The browser without windows gives nobody the permission.
	const subscription = {
		endpoint: "https://push.example/send/1",
		keys: { p256dh: curve.getPublicKey("base64url"), auth: randomBytes(16).toString("base64url") },
	};
	await page.addInitScript((json) => {
		const worker = { pushManager: { subscribe: async () => ({ toJSON: () => json }) } };

		Notification.requestPermission = async () => "granted";
		navigator.serviceWorker.register = async () => worker;
		Object.defineProperty(navigator.serviceWorker, "ready", { value: Promise.resolve(worker) });
	}, subscription);
	while (!(await ask("me/games", token)).games.some(({ your_turn }) => your_turn)) {
		const { invitation, game } = await ask("games", token, { scenario: "first-charge", side: "red" });
		await ask(`games/${game.id}/seats`, null, { code: invitation.code });
	}
	await page.reload();
	await visitor.press(page.locator("[data-key=account]"));
	for (let times = 1; times <= 2; times++) {
		await visitor.press(page.locator("[data-key=told_push]"));
		await page.getByRole("listitem").getByText("By a browser").waitFor();
		await visitor.settle();
		await page.locator("#told-mail").fill("cat@club.example");
		await visitor.press(page.locator("[data-key=told_mail]"));
		await page.getByRole("listitem").getByText("By mail, at club.example").waitFor();
		await visitor.settle();
		await page.locator("#told-night").uncheck();
	}
	const { hooks } = await ask("me/hooks", token);
	assert.deepEqual(hooks.map(({ format, quiet }) => ({ format, quiet })), [
		{ format: "push", quiet: undefined },
		{ format: "mail", quiet: undefined },
	]);
	await leave(visitor);
});

test("the night is that of one's own clock, and said by it", async () => {
	const visitor = await account(daemon, { timezoneId: "Asia/Kolkata" });
	const { page } = visitor;

	await page.locator("#told-mail").fill("bert@club.example");
	await visitor.press(page.locator("[data-key=told_mail]"));
	await page.getByRole("listitem").getByText("nothing between 22:00 and 7:00").waitFor();
	const { hooks } = await ask("me/hooks", await own_token(page));
	assert.deepEqual(hooks[0].quiet, { from: "16:30", until: "01:30" });
	await leave(visitor);
});
