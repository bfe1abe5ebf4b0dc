// What somebody is invited to, before the seat is taken, and who plays how fast afterwards.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Player } from "./player.mjs";
import { leave, seats, terms_of } from "./seated.mjs";
import { desk, phone } from "./support.mjs";

const house = seats();
const { daemon } = house;

/** Take a name on the front page. */
async function be(player, name) {
	await player.page.goto(`${daemon.url}/`);
	await player.page.locator("#name").fill(name);
	await player.press(player.page.getByRole("button", { name: "Take this name" }));
	await player.page.getByRole("heading", { name: `You are ${name}` }).waitFor();
}

/** Choose a pace of the front page. */
async function choose_pace(player, name) {
	await player.press(player.page.locator("[data-key=pace]"));
	await player.press(player.page.locator(`input[name=pace][value=${name}]`));
}

test("an invitation stays as it is while what is around it is drawn anew", async () => {
	const host = await Player.open(house.browser, daemon.url, desk);
	const { page } = host;

	await be(host, "Anna of York");
	await host.press(page.locator("[data-key=start]"));
	const link = page.locator("#invitation");
	await page.locator(".qr svg").waitFor();
	await link.evaluate((field) => {
		field.select();
		field.dataset.mine = "yes";
		document.querySelector(".qr").dataset.mine = "yes";
		document.querySelector("#asked").dataset.mine = "yes";
	});
	await page.locator(".units [data-unit=r1]").click();
	await page.locator("#asked:not([data-mine])").waitFor(); // what is around it was drawn anew
	assert.equal(await link.getAttribute("data-mine"), "yes");
	assert.equal(await page.locator(".qr[data-mine] svg").count(), 1);
	await leave(host);
});

test("an invitation that is opened while the page begins is shown, and the front page does not come over it", async () => {
	const { game, invitation } = await house.ask("games", { body: { side: "red", scenario: "first-charge" } });
	const guest = await Player.open(house.browser, daemon.url, phone);
	const { page } = guest;

	// The address changes as late as it can for the page to see it by itself, and to be told of it, too.
	await page.addInitScript((hash) => {
		const { addEventListener: listen } = globalThis;

		globalThis.addEventListener = (type, ...more) => {
			listen(type, ...more);
			if (type !== "hashchange")
				return;
			listen(type, () => (globalThis.is_told = true));
			location.hash = hash;
		};
	}, `#join=${game.id}.${invitation.code}`);
	await page.goto(`${daemon.url}/`);
	await page.waitForFunction(() => globalThis.is_told);
	const front = page.getByRole("heading", { name: "Start a game" });
	await page.locator(".terms").or(front).first().waitFor();
	assert.equal(await front.count(), 0);
	assert.equal(new URL(page.url()).hash, "", "the code is out of the address");
	await leave(guest);
});

test("an invitation says who asks, what is played, how large, how fast, and shows the table", async () => {
	const host = await Player.open(house.browser, daemon.url, desk);
	const guest = await Player.open(house.browser, daemon.url, phone);

	await be(host, "Anna of York");
	await host.page.getByText(/The server does not play the fight itself.*with the cup/).waitFor();
	await choose_pace(host, "move_a_day");
	await host.inspect("pace");
	await host.press(host.page.locator("[data-key=start]"));
	const link = await host.page.locator("#invitation").inputValue();

	await guest.page.goto(link);
	await guest.page.locator(".terms").waitFor();
	const terms = await terms_of(guest.page);
	assert.equal(terms.From, "Anna of York");
	assert.deepEqual([terms.Battle, terms.Book], ["First charge", "Battlesystem, 2nd edition"]);
	assert.equal(terms["Your side"], "Blue, from the north");
	assert.match(terms.Sizes, /^Red: \d+ units, \d+ figures; Blue: \d+ units, \d+ figures$/);
	assert.match(terms["The fight"], /^Not played by the server: you roll it with the cup/);
	assert.match(terms.Turns, /^\d+$/);
	assert.match(terms.Pace, /^a move a day: 2 d each, 1 d more for each decision, 3 d at most$/);
	const { muster } = await house.ask("scenarios/first-charge");
	const table = guest.page.locator(".table-picture");
	assert.equal(await table.getAttribute("role"), "img");
	assert.match(await table.getAttribute("aria-label"), /First charge/);
	assert.equal(await table.locator(".units [data-unit]").count(), muster.units.length);
	assert.ok((await table.locator(".labels text").count()) > muster.units.length / 2, "names");
	// By lamplight it is dark, and the seat is taken without reading down to the end.
	const paper = () => table.locator(".field").evaluate((field) => getComputedStyle(field).fill);
	const by_day = await paper();
	await guest.page.emulateMedia({ colorScheme: "dark" });
	assert.notEqual(await paper(), by_day);
	await guest.page.emulateMedia({ colorScheme: "light" });
	const { y, height } = await guest.page.getByRole("button", { name: "Take the seat" }).boundingBox();
	assert.ok(y + height < phone.height, "the seat is in sight");
	await guest.press(guest.page.locator("[data-key=armies]"));
	for (const { name, figures } of muster.units)
		await guest.page.locator(".armies li", { hasText: `${name}: ${figures}, ` }).first().waitFor();
	await guest.inspect("invited-in-full");

	await be(guest, "Ben".padEnd(40, "n"));
	await guest.page.goto(link);
	await guest.press(guest.page.getByRole("button", { name: "Take the seat" }));
	await guest.raise();
	for (const player of [host, guest]) {
		const lines = player.page.locator(".players .until");
		await lines.filter({ hasText: "Ben" }).waitFor();
		const [red, blue] = await lines.allTextContents();
		assert.match(red, /^RedAnna of York.* left$/);
		assert.match(blue, /^BlueBen.* left$/);
		const is_cut = (all) => all.some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
		assert.equal(await lines.locator(".name").evaluateAll(is_cut), false, "a name is read to its end");
		await player.page.locator(".players").filter({ hasText: "Each decision adds 1 d, up to 3 d." }).waitFor();
	}
	await guest.inspect("players");
	await leave(host, guest);
});

test("a pace by numbers is the clock of the game, no clock is none, and German says so", async () => {
	const host = await Player.open(house.browser, daemon.url, phone, { locale: "de-DE" });
	const guest = await Player.open(house.browser, daemon.url, desk, { locale: "de-DE" });
	const { page } = host;
	const invited = async () => {
		await host.press(page.locator("[data-key=start]"));
		await guest.page.goto(await page.locator("#invitation").inputValue());
		await guest.page.locator(".terms").waitFor();
		return terms_of(guest.page);
	};

	await page.goto(`${daemon.url}/`);
	await choose_pace(host, "numbers");
	await page.locator("#pace-bank").fill("12");
	await page.locator("#pace-bank").press("Tab");
	await page.locator("#pace-increment").fill("0.5");
	await page.locator("#pace-increment").press("Tab");
	await page.locator("#pace-cap").fill("6");
	await page.locator("#pace-cap").press("Tab");
	assert.equal(await page.locator("#pace-cap").inputValue(), "12", "never below what one begins with");
	await host.inspect("pace-by-numbers");
	const numbers = await invited();
	assert.equal(numbers.Tempo, "12 Std für jeden, 30 Min mehr mit jeder Entscheidung, höchstens 12 Std");
	await guest.inspect("invited-german");

	await page.goto(`${daemon.url}/`);
	await choose_pace(host, "none");
	assert.equal((await invited()).Tempo, "ohne Uhr");
	await guest.press(guest.page.getByRole("button", { name: "Platz nehmen" }));
	await guest.page.locator("main.game[data-version]:not([data-version='0'])").waitFor();
	assert.equal(await guest.page.locator(".players").count(), 0);
	await leave(host, guest);
});

test("a link that is opened while the front page still loads is what is shown", async () => {
	const guest = await Player.open(house.browser, daemon.url, desk);
	const { invitation } = await house.ask("games", { body: { scenario: "first-charge", side: "red" } });
	let [begin, go_on] = [() => {}, () => {}];
	const begun = new Promise((resolve) => (begin = resolve));
	const held = new Promise((resolve) => (go_on = resolve));

	await guest.page.route("**/v1/scenarios", async (route) => {
		begin();
		await held;
		await route.fallback();
	}, { times: 1 });
	await guest.page.goto(`${daemon.url}/`);
	await begun;
	const came = guest.page.waitForResponse("**/v1/scenarios");
	await guest.page.evaluate((link) => (location.hash = new URL(link).hash), invitation.link);
	await guest.page.getByRole("heading", { name: "You are invited" }).waitFor();
	go_on();
	await came;
	await guest.settle();
	assert.ok(await guest.page.locator(".terms").isVisible(), "the front page came over it");
	await leave(guest);
});

test("a link whose invitation is used, withdrawn or nobody's says so, and offers no seat", async () => {
	const guest = await Player.open(house.browser, daemon.url, phone);
	const { page } = guest;
	const open = async (game, code, said) => {
		await page.goto("about:blank");
		await page.goto(`${daemon.url}/#join=${game}.${code}`);
		await page.getByRole("heading", { name: "This link gives no seat" }).waitFor();
		await page.getByText(said).waitFor();
		assert.equal(await page.getByRole("button", { name: "Take the seat" }).count(), 0);
		assert.equal(new URL(page.url()).hash, "", "the code is out of the address");
	};
	const make = () => house.ask("games", { body: { scenario: "first-charge", side: "red" } });
	const used = await make();
	const { id } = used.game;

	await house.ask(`games/${id}/seats`, { body: { code: used.invitation.code } });
	await open(id, used.invitation.code, "This seat is already taken.");
	await guest.inspect("no-seat");
	await open(id, "nobodys", "This invitation is not for this game, or it was used already.");
	await guest.press(page.getByRole("link", { name: "Only watch" }));
	await page.locator("main.game[data-version]:not([data-version='0'])").waitFor();

	const withdrawn = await make();
	await house.ask(`games/${withdrawn.game.id}/invitation`, { token: withdrawn.seat.token, method: "DELETE" });
	await open(withdrawn.game.id, withdrawn.invitation.code, "The invitation was withdrawn.");

	// A player who sits there already is led to their seat.
	await page.goto(`${daemon.url}/#seat=${id}.${used.seat.token}`);
	await page.locator("main.game[data-version]:not([data-version='0'])").waitFor();
	await open(id, used.invitation.code, "This seat is already taken.");
	await guest.press(page.getByRole("link", { name: "Open the game" }));
	await page.getByText("You are Red").first().waitFor();
	await leave(guest);
});

test("an invitation that cannot be asked about is kept until the line is back", async () => {
	const guest = await Player.open(house.browser, daemon.url, phone);
	const { page } = guest;
	const { game, invitation } = await house.ask("games", { body: { scenario: "first-charge", side: "red" } });

	guest.cut = true;
	await page.route("**/seats/check", (route) => route.abort());
	await page.goto(`${daemon.url}/#join=${game.id}.${invitation.code}`);
	await page.getByText("The link was not used up.").waitFor();
	await page.unroute("**/seats/check");
	guest.cut = false;
	await guest.press(page.getByRole("button", { name: "Try now" }));
	await page.getByRole("heading", { name: "You are invited" }).waitFor();
	await leave(guest);
});

test("a seat that is handed over, and the umpire's, are called what they are", async () => {
	const guest = await Player.open(house.browser, daemon.url, phone);
	const { page } = guest;
	const { game, seat, invitation } = await house.ask("games", { body: { scenario: "first-charge", side: "red" } });
	const of = (rest) => `games/${game.id}/${rest}`;

	await house.ask(of("seats"), { body: { code: invitation.code } });
	const handed = await house.ask(of("seats/mine/handover"), { token: seat.token, body: { moves: false } });
	const umpire = await house.ask(of("umpire"), { token: seat.token, method: "POST" });

	await page.goto(`${daemon.url}/#join=${game.id}.${umpire.code}`);
	await page.getByRole("heading", { name: "You are asked to be the umpire" }).waitFor();
	await page.locator(".terms").waitFor();
	assert.equal((await terms_of(page))["Your side"], undefined);
	await guest.inspect("asked-as-umpire");
	await page.goto("about:blank");
	await page.goto(`${daemon.url}/#join=${game.id}.${handed.code}`);
	await page.getByRole("heading", { name: "A seat is handed to you" }).waitFor();
	await page.getByText("With this link you play Red in this browser.").waitFor();
	await page.locator(".terms").waitFor();
	assert.equal((await terms_of(page))["Your side"], "Red, from the south");
	await guest.press(page.getByRole("button", { name: "Take the seat" }));
	await page.getByText("You are Red").first().waitFor();
	await leave(guest);
});

test("who opens an open game where its invitation is not known makes another", async () => {
	const host = await Player.open(house.browser, daemon.url, phone);
	const guest = await Player.open(house.browser, daemon.url, desk);
	const { game, seat, invitation } = await house.ask("games", { body: { scenario: "first-charge", side: "red" } });
	const { page } = host;

	await page.goto(`${daemon.url}/#seat=${game.id}.${seat.token}`);
	await host.raise();
	await host.press(page.getByRole("button", { name: "Make a new link" }));
	const link = page.locator("#invitation");
	await link.waitFor();
	await host.inspect("invited-anew");
	const made = await link.inputValue();
	assert.notEqual(made, invitation.link);
	await guest.page.goto(invitation.link);
	await guest.page.getByRole("heading", { name: "This link gives no seat" }).waitFor();
	await guest.page.goto(made);
	await guest.press(guest.page.getByRole("button", { name: "Take the seat" }));
	await guest.page.getByText("You are Blue").first().waitFor();
	// It is kept like one that was made with the game.
	await page.reload();
	await page.locator("main.game[data-version]:not([data-version='0'])").waitFor();
	await leave(host, guest);
});
