// Apps on the page: the question names the app, who made it and what it may do; what was allowed is
// ended where it stands; a device's code is typed.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { leave, seats } from "./seated.mjs";
import { desk, phone, Visitor } from "./support.mjs";

const house = seats();

async function ask(method, path, token, body, more = {}) {
	const answer = await fetch(new URL(`v1/${path}`, house.daemon.url), {
		method,
		headers: {
			...(token && { authorization: `Bearer ${token}` }),
			...(method === "POST" && { "idempotency-key": randomUUID() }),
			...(body && { "content-type": "application/json" }),
			...more,
		},
		body: body && JSON.stringify(body),
	});
	return { status: answer.status, ...(await answer.json()) };
}

/** Somebody with a name, and an app that another has made. */
async function begin(size, name) {
	const visitor = await Visitor.open(house.browser, house.daemon.url, size);
	const { page } = visitor;
	const maker = await ask("POST", "players", null, { name: "Maker" });
	const app = await ask("POST", "apps", maker.token, { name: "Table bot", asks: ["look", "act", "resign"] });

	await page.goto(`${visitor.url}/`);
	await page.locator("#name").fill(name);
	await visitor.press(page.locator("[data-key=player]"));
	await page.getByText(`You are ${name}`).waitFor();
	const token = await page.evaluate(() => JSON.parse(localStorage.getItem("pennon.player")).token);
	return { visitor, page, token, app };
}

const by = (grant) => ({ "pennon-grant": grant });

test("an app's link asks, what is ticked is allowed, and it is ended in the account", async () => {
	const { visitor, page, token, app } = await begin(phone, "Ann");

	await page.goto(`${visitor.url}/#app=${app.app}`);
	await page.getByRole("heading", { name: "Table bot wants to act for you" }).waitFor();
	await page.getByText("Made by Maker, a player here.").waitFor();
	await page.getByText("including your plans and unfinished orders").waitFor();
	assert.equal(await page.locator("#may-look").isChecked(), true);
	assert.equal(await page.locator("#may-resign").isChecked(), false, "what ends a game is never ticked before");
	await visitor.inspect("apps-question");
	// To act is to look: one goes with the other.
	await page.locator("#may-look").uncheck();
	assert.equal(await page.locator("#may-act").isChecked(), false);
	await page.locator("#may-act").check();
	assert.equal(await page.locator("#may-look").isChecked(), true);
	assert.equal((await ask("GET", "me/grants", token)).grants.length, 0, "nothing is allowed by looking");
	await visitor.press(page.locator("[data-key=allow]"));
	await page.getByText("Table bot may do that now.").waitFor();
	const [grant] = (await ask("GET", "me/grants", token)).grants;
	assert.deepEqual(grant.may, ["look", "act"]);
	assert.equal(grant.game, undefined);
	assert.equal((await ask("GET", "me/games", app.token, null, by(grant.grant))).status, 200);

	await page.goto(`${visitor.url}/#`);
	await visitor.press(page.locator("[data-key=account]"));
	const line = page.locator("#apps li", { hasText: "Table bot" });
	await line.waitFor();
	await page.getByText("sees all, plays; in all my games").waitFor();
	await visitor.inspect("apps-account");
	await visitor.press(line.locator("button"));
	await visitor.press(page.getByRole("button", { name: "End Table bot" }));
	await page.getByText("Table bot has ended.").waitFor();
	assert.equal((await ask("GET", "me/games", app.token, null, by(grant.grant))).code, "bad_grant");
	await leave(visitor);
});

test("a device's code is typed, named and refused or allowed for one game", async () => {
	const { visitor, page, token, app } = await begin(desk, "Ben");
	const poll = async (code) => (await ask("POST", "app/codes/poll", app.token, { device_code: code.device_code }));
	const first = await ask("POST", "app/codes", app.token);
	const second = await ask("POST", "app/codes", app.token);
	const { game } = await ask("POST", "games", token, { scenario: "first-charge", side: "red" });

	await page.goto(`${visitor.url}/#code`);
	await page.locator("#device-code").fill(first.user_code.toLowerCase());
	await visitor.press(page.locator("[data-key=device-go]"));
	await page.getByRole("heading", { name: "Table bot wants to act for you" }).waitFor();
	await visitor.press(page.locator("[data-key=refuse]"));
	await page.getByText("Table bot was allowed nothing.").waitFor();
	assert.equal((await poll(first)).code, "access_denied");

	assert.equal(new URL(second.verification_uri_complete).hash, `#code=${second.user_code}`);
	await page.goto(`${visitor.url}/#code=${second.user_code}`);
	await page.locator("#grant-game").selectOption(game.id);
	await visitor.press(page.locator("[data-key=allow]"));
	await page.getByText("Table bot may do that now.").waitFor();
	const granted = await poll(second);
	assert.equal(granted.game, game.id);
	assert.equal(granted.player.name, "Ben");
	visitor.cut = true; // the console tells of the 404 that is wanted
	await page.goto(`${visitor.url}/#`);
	await page.goto(`${visitor.url}/#code=${second.user_code}`);
	await page.getByText("There is no such code.").waitFor();
	await leave(visitor);
});

test("who has no name is told to take one", async () => {
	const visitor = await Visitor.open(house.browser, house.daemon.url, phone);

	await visitor.page.goto(`${visitor.url}/#app=${randomUUID()}`);
	await visitor.page.getByText("Take a name on the front page first").waitFor();
	await visitor.inspect("apps-nobody");
	await leave(visitor);
});
