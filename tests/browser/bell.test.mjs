// The bell: in how many other games it is one's turn, and the way to them; the next one when one's turn ends; what the
// tab and an installed page's icon say of them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { leave, seats } from "./seated.mjs";
import { desk, phone, Visitor } from "./support.mjs";

const house = seats();

/** Games of one scenario with both seats taken, the first with these clocks: their ids and tokens. */
async function games(count, clocks = []) {
	const made = [];

	for (let i = 0; i < count; i++) {
		const options = clocks[i] ? { options: { clock: clocks[i] } } : {};
		const { game, seat, invitation } = await house.ask("games", { body: { side: "red", scenario: "first-charge", ...options } });
		const joined = await house.ask(`games/${game.id}/seats`, { body: { code: invitation.code } });

		made.push({ id: game.id, tokens: { red: seat.token, blue: joined.seat.token } });
	}
	return made;
}

/** The side that a game waits for, or does not. */
async function side_of({ id, tokens }, waits) {
	const { waiting_for } = await house.ask(`games/${id}`, { token: tokens.red });
	const [owing] = waiting_for.map((wait) => wait.side);

	return waits ? owing : owing === "red" ? "blue" : "red";
}

for (const [size, name] of [[phone, "phone"], [desk, "desk"]])
	test(`what waits in other games is told on the page of one, ${name}`, async () => {
		const [shown, waiting, idle] = await games(3);
		const visitor = await Visitor.open(house.browser, house.daemon.url, size);
		const { page } = visitor;
		const bell = page.locator("[data-key=bell]");
		// On a page that is loaded anew there is no other bell, and what it says it says when it has looked.
		const sit = async (game, side) => {
			await page.goto("about:blank");
			await page.goto(`${visitor.url}/#seat=${game.id}.${game.tokens[side]}`);
			await page.locator("pn-board .unit").first().waitFor();
			await page.locator("[data-key=bell][aria-label]").waitFor({ state: "attached" });
		};

		await sit(idle, await side_of(idle, false));
		await sit(shown, "red");
		assert.equal(await bell.isVisible(), false, "nothing waits elsewhere");

		await sit(waiting, await side_of(waiting, true));
		await sit(shown, "red");
		assert.equal(await bell.getAttribute("aria-label"), "Your turn in other games: 1");
		await visitor.inspect("bell");
		await visitor.press(bell);
		await page.getByRole("heading", { name: "Your turn elsewhere" }).waitFor();
		assert.equal(await page.locator("dialog li").count(), 1);
		await visitor.inspect("bell-open");
		await visitor.press(page.locator(`[data-key="bell-${waiting.id}"]`));
		await page.waitForURL(`**/#game=${waiting.id}`);
		await page.locator("main.game[data-waits]").waitFor();
		await leave(visitor);
	});

const clock = (hours) => ({ bank: hours * 3600, increment: 0, cap: hours * 3600 });

for (const [size, name] of [[phone, "phone"], [desk, "desk"]])
	test(`where one's turn ends the next game that waits is one touch away, ${name}`, async () => {
		// No clock, two weeks, three days: the last has the least time.
		const [shown, calm, urgent] = await games(3, [null, clock(24 * 14), clock(24 * 3)]);
		const visitor = await Visitor.open(house.browser, house.daemon.url, size);
		const { page } = visitor;
		const next = page.locator("[data-key=next-game]");
		const icon = () => page.locator("link[rel=icon]").getAttribute("href");
		const side = await side_of(shown, true);

		await page.addInitScript(() => {
			window.badges = [];
			navigator.setAppBadge = async (count) => void window.badges.push(count);
		});
		for (const [game, whose] of [[calm, await side_of(calm, true)], [urgent, await side_of(urgent, true)], [shown, side]]) {
			await page.goto("about:blank");
			await page.goto(`${visitor.url}/#seat=${game.id}.${game.tokens[whose]}`);
			await page.locator("pn-board .unit").first().waitFor();
			await page.locator("[data-key=bell][aria-label]").waitFor({ state: "attached" });
		}
		await page.locator("[data-key=bell]").filter({ hasText: "2" }).waitFor();
		assert.equal(await next.count(), 0, "this game waits itself");
		assert.equal(await icon(), "icon-waits.svg");
		assert.equal(await page.evaluate(() => window.badges.at(-1)), 3);

		// One's turn here ends, from another device perhaps.
		const view = await house.ask(`games/${shown.id}`, { token: shown.tokens[side] });
		for (let mine = view; mine.waiting_for.some((wait) => wait.side === side); mine = await house.ask(`games/${shown.id}`, { token: shown.tokens[side] }))
			await house.ask(`games/${shown.id}/actions`, { token: shown.tokens[side], body: mine.actions.find(({ group }) => group === "step").do });
		await next.waitFor();
		assert.match(await next.textContent(), /^Next game that waits for you: First charge, you are (Red|Blue).*2 d 23 h.*and 1 more$/i);
		await page.waitForFunction(() => window.badges.at(-1) === 2);
		await visitor.inspect("next-game");
		await visitor.press(next);
		await page.waitForURL(`**/#game=${urgent.id}`);
		await page.locator("main.game[data-waits]").waitFor();
		assert.equal(await next.count(), 0);
		await leave(visitor);
	});

test("the front page marks its picture while a game waits, and no longer than that", async () => {
	const [game] = await games(1);
	const side = await side_of(game, true);
	const visitor = await Visitor.open(house.browser, house.daemon.url, desk);
	const { page } = visitor;
	const shows = (icon) => page.waitForFunction((name) => document.querySelector("link[rel=icon]").getAttribute("href") === name, icon);

	await page.goto(`${visitor.url}/#seat=${game.id}.${game.tokens[side]}`);
	await page.locator("pn-board .unit").first().waitFor();
	await page.goto(`${visitor.url}/#`);
	await shows("icon-waits.svg");
	assert.equal((await page.request.get(`${visitor.url}/icon-waits.svg`)).status(), 200);
	await house.ask(`games/${game.id}/actions`, { token: game.tokens[side], body: { type: "resign" } });
	await page.reload();
	await page.locator("[data-key=over]").waitFor();
	await shows("icon.svg");
	await leave(visitor);
});

test("of games held by a name the server is asked once, whatever this browser knows", async () => {
	const [shown] = await games(1);
	const visitor = await Visitor.open(house.browser, house.daemon.url, desk);
	const { page } = visitor;
	const { token, player } = await house.ask("players", { body: { name: "Ann" } });
	const made = await house.ask("games", { token, body: { side: "red", scenario: "first-charge" } });

	await house.ask(`games/${made.game.id}/seats`, { body: { code: made.invitation.code } });
	const view = await house.ask(`games/${made.game.id}`, { token });
	const waits = view.waiting_for.some(({ side }) => side === "red");

	// Where nothing of the page runs: the front page, still beginning, would find the name and ask about its games.
	await page.goto(`${visitor.url}/icon.svg`);
	await page.evaluate((own) => localStorage.setItem("pennon.player", JSON.stringify(own)), { name: player.name, token });
	const asked = [];
	page.on("request", (request) => asked.push(new URL(request.url()).pathname));
	await page.goto(`${visitor.url}/#seat=${shown.id}.${shown.tokens.red}`);
	await page.locator("[data-key=bell][aria-label]").waitFor({ state: "attached" });
	assert.equal(asked.filter((path) => path === "/v1/me/turns").length, 1);
	assert.equal(await page.locator("[data-key=bell]").isVisible(), waits);
	assert.equal(asked.filter((path) => path === `/v1/games/${made.game.id}`).length, Number(waits), "what it is called, if it waits");
	await leave(visitor);
});
