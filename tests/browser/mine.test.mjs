// One's own games on the front page: those from before a name was taken, and whom one has played; the club's page.

import assert from "node:assert/strict";
import { test } from "node:test";
import { leave, seats } from "./seated.mjs";
import { desk, phone, Visitor } from "./support.mjs";

const house = seats();
const kept = (page) => page.evaluate(() => JSON.parse(localStorage.getItem("pennon.seats") ?? "{}"));

/** A game with a token for each seat. */
async function host(scenario = "first-charge") {
	const made = await house.ask("games", { body: { scenario, side: "red" } });
	const joined = await house.ask(`games/${made.game.id}/seats`, { body: { code: made.invitation.code } });

	return { id: made.game.id, red: made.seat.token, blue: joined.seat.token };
}

/** Somebody's browser that has come by links to seats. */
async function with_seats(size, ...links) {
	const visitor = await Visitor.open(house.browser, house.daemon.url, size);

	for (const { id, token } of links) {
		await visitor.page.goto(`${visitor.url}/#seat=${id}.${token}`);
		await visitor.page.locator("main.game[data-version]:not([data-version='0'])").waitFor();
	}
	await visitor.page.goto(`${visitor.url}/#`);
	return visitor;
}

/** Take a name on the front page; its token. */
async function take_name(visitor, name) {
	await visitor.page.locator("#name").fill(name);
	await visitor.press(visitor.page.locator("[data-key=player]"));
	await visitor.page.getByText(`You are ${name}`).waitFor();
	return visitor.page.evaluate(() => JSON.parse(localStorage.getItem("pennon.player")).token);
}

test("who takes a name may claim the games from before, running and over", async () => {
	const [running, over] = [await host(), await host()];
	await house.ask(`games/${over.id}/actions`, { token: over.red, body: { type: "resign" } });
	const visitor = await with_seats(phone, { id: running.id, token: running.red }, { id: over.id, token: over.blue });
	const { page } = visitor;
	const claim = page.locator("[data-key=claim]");

	await page.locator("#name").waitFor();
	assert.equal(await claim.count(), 0, "nobody in particular cannot claim");
	const token = await take_name(visitor, "Ann");
	await claim.waitFor();
	await visitor.inspect("claim");
	await visitor.press(claim);
	await claim.waitFor({ state: "detached" });
	await page.getByText("Ann holds the seat now").waitFor();

	const { games } = await house.ask("me/games", { token });
	assert.deepEqual(
		games.map(({ game, side, status }) => `${game} ${side} ${status}`).sort(),
		[`${running.id} red playing`, `${over.id} blue finished`].sort(),
	);
	assert.equal((await house.ask(`games/${running.id}`)).players.red, "Ann");
	assert.equal((await house.ask(`games/${running.id}`, { token: running.red })).side, "red", "another device may have it");
	const held = await kept(page);
	assert.equal(held[running.id].seats.red.token, token);
	assert.equal(held[over.id].seats.blue.token, token);
	await leave(visitor);
});

test("a seat claimed on one device is not claimed twice, and nobody sits on both sides", async () => {
	const one = await host();
	const both = await host();
	const first = await with_seats(desk, { id: one.id, token: one.blue });
	const token = await take_name(first, "Ben");

	await first.press(first.page.locator("[data-key=claim]"));
	await first.page.getByText("Ben holds the seat now").waitFor();
	const second = await with_seats(
		desk,
		{ id: one.id, token: one.blue },
		{ id: both.id, token: both.red },
		{ id: both.id, token: both.blue },
	);
	await second.page.goto(`${second.url}/#player=${token}`);
	await second.page.getByText("You are Ben").waitFor();
	await second.press(second.page.locator("[data-key=claim]"));
	await second.page.getByText("Ben holds the seat now").waitFor();
	assert.equal((await kept(second.page))[one.id].seats.blue.token, token);
	assert.equal((await kept(second.page))[both.id].seats.red.token, both.red, "it is a table for two at one screen");

	// Whose other side is Ben's already holds both here, and stays so.
	const third = await with_seats(desk, { id: one.id, token: one.red });
	await third.page.goto(`${third.url}/#player=${token}`);
	await third.page.waitForFunction((id) => JSON.parse(localStorage.getItem("pennon.seats"))[id].seats.blue, one.id);
	await third.page.getByText("First charge, you are Red / Blue").waitFor();
	await third.page.locator("[data-key=claim]").waitFor({ state: "detached" });
	assert.equal((await house.ask(`games/${one.id}`)).players.red, undefined);
	await leave(first, second, third);
});

test("a game in the list names who is played, and the title says how many games wait", async () => {
	const made = await house.ask("games", { body: { scenario: "first-charge", side: "red" } });
	const named = async (name) => (await house.ask("players", { body: { name } })).token;
	const [ann, ben] = [await named("Ann of York"), await named("Ben of Wick")];
	const { code } = await house.ask(`games/${made.game.id}/seats/mine/handover`, { token: made.seat.token, body: { moves: true } });

	await house.ask(`games/${made.game.id}/seats`, { token: ann, body: { code } });
	await house.ask(`games/${made.game.id}/seats`, { token: ben, body: { code: made.invitation.code } });
	const { waiting_for } = await house.ask(`games/${made.game.id}`, { token: ann });
	const [owing] = waiting_for.map(({ side }) => side);
	const tokens = { red: ann, blue: ben };
	const names = { red: "Ann of York", blue: "Ben of Wick" };
	const other = owing === "red" ? "blue" : "red";

	for (const [side, title, line] of [
		[owing, "● Your turn (1) – Pennon", `Your turn, turn 1, against ${names[other]}`],
		[other, "Pennon", `Waiting for ${names[owing]}, turn 1`],
	]) {
		const visitor = await Visitor.open(house.browser, house.daemon.url, phone);
		const { page } = visitor;

		await page.goto(`${visitor.url}/#player=${tokens[side]}`);
		const told = await page.locator(".games .small", { hasText: /turn 1/ }).textContent();
		assert.equal(told.replace(/, [^,]* left/, ""), line);
		await page.waitForFunction((wanted) => document.title === wanted, title);
		const [game, forget] = await Promise.all([".games .what", ".games [data-key^=forget-]"].map((one) => page.locator(one).boundingBox()));
		assert.ok(forget.width < game.width && forget.y < game.y + game.height, "to forget it is smaller than the game, and beside it");
		// The game's own title is not overwritten by what the list hears later.
		let let_go;
		const held = new Promise((resolve) => (let_go = resolve));
		const late = async (route) => {
			await held;
			await route.continue();
		};
		await page.route(`**/v1/games/${made.game.id}`, late, { times: 1 });
		await page.reload();
		await visitor.press(page.locator(".games a"));
		await page.locator("main.game[data-version]:not([data-version='0'])").waitFor();
		let_go();
		await visitor.settle();
		assert.match(await page.title(), /First charge/);
		await leave(visitor);
	}
});

/** A game that is over, Ann's as Red and a token's as Blue, with a page at each. */
async function over_with_ann() {
	const game = await host();
	const [ann, blue] = [await with_seats(desk), await with_seats(phone, { id: game.id, token: game.blue })];
	const token = await take_name(ann, "Ann");
	const { code } = await house.ask(`games/${game.id}/seats/mine/handover`, { token: game.red, body: { moves: true } });

	await house.ask(`games/${game.id}/seats`, { token, body: { code } });
	await house.ask(`games/${game.id}/actions`, { token, body: { type: "resign" } });
	await ann.page.reload();
	return { ann, blue, id: game.id };
}

test("who was played can be asked again from the list, and accepts there", async () => {
	const { ann, blue, id } = await over_with_ann();

	await ann.press(ann.page.locator("summary[data-key=over]"));
	await ann.press(ann.page.getByRole("button", { name: "Ask Blue to play again" }));
	await ann.page.getByText("You have asked for a rematch.").waitFor();
	await ann.inspect("mine-asked");

	await blue.page.reload();
	await blue.page.getByText("Ann would like to play again").waitFor();
	await blue.inspect("mine-wanted");
	await blue.press(blue.page.getByRole("button", { name: "Accept the rematch" }));
	const open = blue.page.getByRole("link", { name: "Open the rematch" });
	await open.waitFor();
	const seat = Object.entries(await kept(blue.page)).find(([game]) => game !== id);
	assert.ok(seat[1].seats.red.token, "the new seat is kept");

	await ann.page.reload();
	await ann.page.getByText("First charge, you are Blue").waitFor();
	await leave(ann, blue);
});

test("a rematch is asked for, accepted and taken up without the lists being opened anew", async () => {
	const { ann, blue, id } = await over_with_ann();

	await blue.page.reload();
	await blue.page.waitForResponse((answer) => answer.url().includes(`${id}/messages`)); // it listens
	await ann.press(ann.page.locator("summary[data-key=over]"));
	await ann.press(ann.page.getByRole("button", { name: "Ask Blue to play again" }));
	await blue.page.getByText("Ann would like to play again").waitFor();
	await blue.press(blue.page.getByRole("button", { name: "Accept the rematch" }));
	await ann.page.getByText("First charge, you are Blue").waitFor();
	await leave(ann, blue);
});

test("a rematch is declined, in the list and in the game; then only who declined may ask", async () => {
	const { ann, blue, id } = await over_with_ann();
	const ask_again = ann.page.getByRole("button", { name: "Ask Blue to play again" });

	await ann.press(ann.page.locator("summary[data-key=over]"));
	await ann.press(ask_again);
	await ann.press(ann.page.getByRole("button", { name: "Stop asking" }));
	await ann.press(ask_again);
	await ann.page.getByText("You have asked for a rematch.").waitFor();
	await blue.page.reload();
	await blue.press(blue.page.getByRole("button", { name: "No, thanks" }));
	await blue.page.getByText("Ann would like to play again").waitFor({ state: "detached" });

	await ann.page.goto(`${ann.url}/#game=${id}`);
	await ann.page.locator(".result").waitFor();
	await ann.page.getByText("Blue would rather not play again.").first().waitFor();
	assert.equal(await ask_again.count(), 0);
	await ann.inspect("rematch-declined");
	await blue.page.goto(`${blue.url}/#game=${id}`);
	await blue.press(blue.page.getByRole("button", { name: "Ask Ann to play again" }));
	await ann.press(ann.page.getByRole("button", { name: "No, thanks" }));
	await blue.page.getByText("Ann would rather not play again.").first().waitFor();
	await leave(ann, blue);
});

test("the club's page shows open challenges with their pictures, and a seat is taken there", async () => {
	const open = (scenario) => house.ask("games", { body: { scenario, side: "red", access: "public" } });
	const empty = await Visitor.open(house.browser, house.daemon.url, phone);

	await empty.page.goto(`${empty.url}/#tables`);
	await empty.page.getByText("Nobody is waiting for an opponent.").waitFor();
	await empty.inspect("club-empty");
	const { game } = await open("first-charge");
	const visitor = await Visitor.open(house.browser, house.daemon.url, desk);
	const { page } = visitor;
	await page.goto(`${visitor.url}/#`);
	await visitor.press(page.getByRole("link", { name: "Open tables" }));
	const card = page.getByRole("region", { name: "First charge" });
	await card.locator("dl.terms").waitFor();
	assert.equal(await card.locator("svg, img").count() > 0, true, "the table is drawn");
	await visitor.inspect("club");
	await empty.page.reload();
	await empty.page.locator("dl.terms").waitFor();
	await empty.inspect("club-phone");
	await visitor.press(card.locator("[data-key=join]"));
	await page.locator("main.game[data-version]:not([data-version='0'])").waitFor();
	assert.equal((await house.ask(`games/${game.id}`)).status, "playing");
	await leave(empty, visitor);
});

/** Runs in the page: where each link and button of the front page stood, frame by frame. */
function watch_places() {
	const places = (globalThis.places = {});
	const look = () => {
		const count = {}; // several have the same words
		for (const one of document.querySelectorAll("main a, main button")) {
			if (!one.checkVisibility())
				continue; // what is in a closed part stands nowhere
			const said = one.dataset.key ?? one.textContent;
			const key = `${said} ${(count[said] = (count[said] ?? 0) + 1)}`;
			const { left, top } = one.getBoundingClientRect();
			(places[key] ??= new Set()).add(`${Math.round(left)} ${Math.round(top)}`);
		}
		requestAnimationFrame(look);
	};

	requestAnimationFrame(look);
}

for (const [name, size] of Object.entries({ desk, phone }))
	test(`what is seen on the front page stays where it is, on a ${name}`, async () => {
		const { token } = await house.ask("players", { body: { name: "Pia" } });
		const games = [];
		for (const scenario of ["first-charge", "first-charge", "hold-or-run"]) {
			const made = await house.ask("games", { token, body: { scenario, side: "red" } });
			const joined = await house.ask(`games/${made.game.id}/seats`, { body: { code: made.invitation.code } });
			games.push({ id: made.game.id, red: token, blue: joined.seat.token });
		}
		await house.ask("games", { body: { scenario: "first-charge", side: "red", access: "public" } });
		await house.ask(`games/${games[0].id}/actions`, { token: games[0].blue, body: { type: "resign" } });
		const visitor = await with_seats(size, { id: games[1].id, token });
		const { page } = visitor;

		await page.evaluate((own) => localStorage.setItem("pennon.player", JSON.stringify({ name: "Pia", token: own })), token);
		await page.reload();
		await page.locator(".own-games svg").nth(2).waitFor({ state: "attached" });
		// A returning player sees each thing where it will be, and what happens in a game moves
		// nothing.
		await page.addInitScript(watch_places);
		await visitor.slow(120);
		await page.reload();
		await page.locator(".own-games svg").nth(2).waitFor({ state: "attached" });
		const heard = page.waitForResponse((answer) => answer.url().endsWith(`/games/${games[1].id}`) && answer.ok());
		await house.ask(`games/${games[1].id}/actions`, { token: games[1].blue, body: { type: "offer_draw" } });
		await heard;
		await visitor.settle();
		const moved = await page.evaluate(() =>
			Object.entries(globalThis.places).flatMap(([key, all]) => (all.size > 1 ? [`${key}: ${[...all].join(", ")}`] : [])),
		);
		assert.deepEqual(moved, []);
		await leave(visitor);
	});
