// One's account on the front page: a token for each device, another name, leaving for good.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { leave, seats } from "./seated.mjs";
import { desk, phone, Visitor } from "./support.mjs";

const house = seats();

/** Ask the server beside the page. */
async function ask(method, path, token, body) {
	const answer = await fetch(new URL(`v1/${path}`, house.daemon.url), {
		method,
		headers: {
			...(token && { authorization: `Bearer ${token}` }),
			...(method === "POST" && { "idempotency-key": randomUUID() }),
			...(body && { "content-type": "application/json" }),
		},
		body: body && JSON.stringify(body),
	});
	return { status: answer.status, ...(await answer.json()) };
}

/** Somebody who has taken a name, before their account. */
async function begin(size, name) {
	const visitor = await Visitor.open(house.browser, house.daemon.url, size);
	const { page } = visitor;

	await page.goto(`${visitor.url}/`);
	await page.locator("#name").fill(name);
	await visitor.press(page.locator("[data-key=player]"));
	await page.getByText(`You are ${name}`).waitFor();
	await visitor.press(page.locator("[data-key=account]"));
	await page.locator("[data-key=new_token]").waitFor();
	const token = await page.evaluate(() => JSON.parse(localStorage.getItem("pennon.player")).token);
	return { visitor, page, token };
}

test("a token is made, shown once, and ended when that is asked for by name", async () => {
	const { visitor, page, token } = await begin(phone, "Ann");

	await visitor.inspect("account");
	await page.locator("#token-name").fill("Scoreboard");
	await page.locator("#token-may").selectOption("read");
	await visitor.press(page.locator("[data-key=new_token]"));
	const line = page.locator("li", { hasText: "Scoreboard" });
	await line.waitFor();
	const made = await page.locator("#token").inputValue();
	assert.match(made, /^pn_player_/);
	assert.equal((await ask("GET", "me", made)).player.name, "Ann");
	assert.equal((await ask("PATCH", "me", made, { name: "Eve" })).code, "insufficient_scope");
	await visitor.inspect("account-made");

	// Opened anew, the token is in the list and not to be seen; its use is told.
	await visitor.press(page.locator("[data-key=account]"));
	await page.locator("#token").waitFor({ state: "detached" });
	await page.getByText("may only look on; last used").waitFor();
	await visitor.press(line.locator("button"));
	await visitor.inspect("account-ending");
	await visitor.press(page.locator("[data-key=keep]"));
	assert.equal((await ask("GET", "me", made)).status, 200, "nothing has ended yet");
	await visitor.press(line.locator("button"));
	await visitor.press(page.getByRole("button", { name: "End Scoreboard" }));
	await page.getByText("Scoreboard has ended.").waitFor();
	assert.equal((await ask("GET", "me", made)).code, "token_ended");
	assert.equal((await ask("GET", "me", token)).status, 200);
	await leave(visitor);
});

test("an account that lies open stays, with what is typed in it, while something happens in one's games", async () => {
	const { visitor, page, token } = await begin(desk, "Ed");
	const streams = page.waitForResponse((answer) => answer.url().endsWith("/v1/stream"));

	await page.reload();
	await streams;
	await visitor.press(page.locator("[data-key=account]"));
	await page.locator("#token-name").fill("Scoreb");
	const { game } = await ask("POST", "games", token, { scenario: "first-charge", side: "red" });
	await page.locator(`.games a[href$="${game.id}"]`).first().waitFor();
	assert.deepEqual(await page.locator("#token-name").evaluateAll((fields) => fields.map(({ value }) => value)), ["Scoreb"]);
	await leave(visitor);
});

test("a player takes another name, and leaves for good once no game needs them", async () => {
	const { visitor, page, token } = await begin(desk, "Ben");

	// The console tells of the 400 that is wanted.
	visitor.cut = true;
	await page.locator("#new-name").fill("Ben\u202e");
	await visitor.press(page.locator("[data-key=rename]"));
	await page.getByText("Character 4 (U+202E) turns the direction of text.").waitFor();
	await visitor.inspect("account-name-refused");
	assert.equal((await ask("GET", "me", token)).player.name, "Ben");

	// What is no fault of anybody's is mended: decomposed letters, other spaces, two of them.
	await page.locator("#new-name").fill("Jo\u0301zef \u00a0\u2694\ufe0f");
	await visitor.press(page.locator("[data-key=rename]"));
	await page.getByText("You are J\u00f3zef \u2694\ufe0f").waitFor();
	visitor.cut = false;
	await visitor.press(page.locator("[data-key=account]"));
	await page.locator("#new-name").fill("Benjamin");
	await visitor.press(page.locator("[data-key=rename]"));
	await page.getByText("You are Benjamin").waitFor();
	assert.equal((await ask("GET", "me", token)).player.name, "Benjamin");

	const { game, invitation } = await ask("POST", "games", token, { scenario: "first-charge", side: "red" });
	visitor.cut = true; // the console tells of the 409 that is wanted
	await visitor.press(page.locator("[data-key=account]"));
	await visitor.press(page.locator("[data-key=account-leave]"));
	await visitor.press(page.getByRole("button", { name: "Delete Benjamin for ever" }));
	await page.getByText("You still hold seats of games that have not ended.").waitFor();
	await visitor.inspect("account-seats-held");
	assert.equal((await ask("GET", "me", token)).status, 200);

	await ask("POST", `games/${game.id}/seats`, null, { code: invitation.code });
	await ask("POST", `games/${game.id}/actions`, token, { type: "resign" });
	await visitor.press(page.getByRole("button", { name: "Delete Benjamin for ever" }));
	await page.locator("#name").waitFor();
	assert.equal((await ask("GET", "me", token)).code, "token_ended");
	const kept = await page.evaluate(() => [localStorage.getItem("pennon.player"), localStorage.getItem("pennon.seats")]);
	assert.ok(!kept.join().includes(token));
	await leave(visitor);
});

test("the day on which somebody was here is shown when they want it, and while they play nothing", async () => {
	const { visitor, page, token } = await begin(phone, "Cleo");
	const { game, invitation } = await ask("POST", "games", token, { scenario: "first-charge", side: "red" });
	const guest = await Visitor.open(house.browser, house.daemon.url, desk);
	const told = (words) => guest.page.getByText(words);

	await guest.page.goto(`${guest.url}/#join=${game.id}.${invitation.code}`);
	await guest.page.locator("dl.terms").waitFor();
	assert.equal(await told("was here").count(), 0, "off at first");

	const box = page.locator("#presence");
	assert.equal(await box.isChecked(), false);
	await box.check();
	await page.getByText("Others may see on which day you were last here.").waitFor();
	await visitor.inspect("account-presence");
	// The server writes down once a minute who was here.
	while (!(await ask("GET", `games/${game.id}/presence`)).presence.red)
		await new Promise((done) => setTimeout(done, 2_000));
	await guest.page.reload();
	await guest.page.goto(`${guest.url}/#join=${game.id}.${invitation.code}`);
	await told("Cleo was here today.").waitFor();
	await guest.inspect("invitation-presence");

	const joined = await ask("POST", `games/${game.id}/seats`, null, { code: invitation.code });
	assert.deepEqual((await ask("GET", `games/${game.id}/presence`)).presence, {});
	await ask("POST", `games/${game.id}/actions`, joined.seat.token, { type: "resign" });
	await guest.page.goto(`${guest.url}/#seat=${game.id}.${joined.seat.token}`);
	await told("Cleo was here today.").waitFor();

	await visitor.press(page.locator("[data-key=account]"));
	await box.uncheck();
	await page.getByText("Nobody sees when you were here.").waitFor();
	assert.deepEqual((await ask("GET", `games/${game.id}/presence`)).presence, {});
	await leave(visitor);
	await leave(guest);
});

test("a day is told as today, yesterday or by its date", async () => {
	const { visitor, page } = await begin(desk, "Dora");
	const said = await page.evaluate(async () => {
		const { day_words } = await import("/presence.js");
		const now = Date.parse("2026-11-23T00:10:00Z");

		return ["2026-11-23", "2026-11-22", "2026-11-21"].map((day) => day_words("Ann", day, now));
	});

	assert.deepEqual(said, ["Ann was here today.", "Ann was here yesterday.", "Ann was last here on Nov 21, 2026."]);
	await leave(visitor);
});
