// What a page comes to while it stays open, which loading it anew never shows: the other side joins, seals,
// charges, rolls, talks, offers, resigns; the line goes and comes back. Each state is looked at as it is reached.

import assert from "node:assert/strict";
import { test } from "node:test";
import { play_turns } from "./absent.mjs";
import { company } from "./hand.mjs";
import { Player } from "./player.mjs";
import { leave, seats } from "./seated.mjs";
import { desk, patience, phone } from "./support.mjs";

const inch = 2540;
const small = { width: 720, height: 450 }; // a desk at 200 %
const lying = { width: 844, height: 390 };
const least = 20; // states
const german = { locale: "de-DE" };
const lamplight = { colorScheme: "dark" };

const house = seats();
const { ask } = house;

/** States that were looked at: by name, whether on a phone. */
const looked_at = new Map();
/** When the page of each player was loaded. */
const loaded = new WeakMap();

const load_time = ({ page }) => page.evaluate(() => performance.timeOrigin);

/** A page that is there before anything happens. */
async function open(size, address, options = {}) {
	const player = await Player.open(house.browser, house.daemon.url, size, options);

	await player.page.goto(`${player.url}/${address}`);
	loaded.set(player, await load_time(player));
	return player;
}

/** Both sides at a table, before anything happens there. */
async function sit_at(body) {
	const table = await house.sit_at(body);

	for (const player of [table.red, table.blue])
		loaded.set(player, await load_time(player));
	return table;
}

/** Runs in the page: what can be pressed or filled in and has no name or shows nothing, and text that is no sentence. */
function faults_of_words() {
	const said = (text) => (text ?? "").trim() !== "";
	const by_id = (ids) => (ids ?? "").split(" ").map((id) => document.getElementById(id)?.textContent ?? "").join("");
	const is_field = (node) => node.matches("input, select, textarea");
	const is_named = (node) =>
		[
			node.getAttribute("aria-label"),
			by_id(node.getAttribute("aria-labelledby")),
			...[...(node.labels ?? [])].map((label) => label.textContent),
			is_field(node) ? "" : node.textContent,
		].some(said);
	const shows = (node) => {
		const { width, height } = node.getBoundingClientRect();

		if (node.matches("select"))
			return [...node.options].some(({ text }) => said(text));
		return width > 0 && height > 0 && (is_field(node) || said(node.innerText) || node.querySelector("svg, img") !== null);
	};
	const seen = [...document.querySelectorAll("button, a[href], summary, select, input, textarea")].filter((node) =>
		node.checkVisibility({ visibilityProperty: true }),
	);
	const told = (attribute) => [...document.querySelectorAll(`[${attribute}]`)].map((node) => node.getAttribute(attribute));
	const texts = [document.title, ...document.body.innerText.split("\n"), ...["aria-label", "title", "placeholder"].flatMap(told)];

	return [
		...seen.filter((node) => !is_named(node) || !shows(node)).map((node) => node.outerHTML.slice(0, 160)),
		// A key shows itself with a dot between its words, what was not filled in with braces.
		...texts.filter((text) => /[a-z]{2,}\.[a-z]{2,}|\{\w+\}|\bundefined\b|\bNaN\b|\[object/.test(text)),
	];
}

/** Look at a state that the page came to without being loaded anew. */
async function look(player, name) {
	assert.ok(!looked_at.has(name), `${name} is looked at twice`);
	await player.settle();
	assert.equal(await load_time(player), loaded.get(player), `${name} was not reached live`);
	assert.deepEqual(await player.page.evaluate(faults_of_words), [], `words on ${name}`);
	await player.inspect(`live-${name}`);
	looked_at.set(name, player.is_phone);
}

const see = ({ page }, selector) => page.locator(selector).first().waitFor();
const is_asked = (player, decision) => player.page.locator(`main.game[data-waits="${decision}"]`).waitFor();
const owes = (side, decision) => (view) =>
	view.side === side && view.waiting_for.some((wait) => wait.side === side && wait.decision === decision);
const do_it = (player, type, unit) => player.play({ action: { do: { type }, unit } });

/** Open the card of what happened, which is folded for whoever is asked something, until it shows `selector`. */
async function open_card(player, selector) {
	const { page } = player;
	const wanted = page.locator(`pn-card:not([hidden]) ${selector}`).first();
	const folded = page.locator("pn-card:not([hidden]) [data-key=card-open]");

	for (const end = Date.now() + patience; Date.now() < end; await player.settle()) {
		await wanted.or(folded).first().waitFor();
		if (await wanted.isVisible())
			return;
		await player.press(folded, 3000).catch(() => null); // what a film folds unfolds after it
	}
	assert.fail(`no card shows ${selector}`);
}

async function put_card_away(player) {
	await player.press(player.page.locator("[data-key=card-away]"));
	await player.page.locator("pn-card").waitFor({ state: "hidden" });
}

/** The game that this browser has seats of, and their tokens. */
const kept = ({ page }) =>
	page.evaluate(() => {
		const [[id, { seats }]] = Object.entries(JSON.parse(localStorage.getItem("pennon.seats")));

		return { id, tokens: Object.fromEntries(Object.entries(seats).map(([side, { token }]) => [side, token])) };
	});

/** A panel beside the orders, or in their place. */
const open_panel = (player, tab) => player.press(player.page.locator(`.tabs [data-tab=${tab}]`));

// ---- a whole game -----------------------------------------------------------------

const zone = (y) => ({ x: 0, y: y * inch, width: 30 * inch, depth: 8 * inch });

const duel = {
	side: "red",
	ruleset: "battlesystem-2e",
	muster: {
		board: { width: 30 * inch, depth: 26 * inch, terrain: [] },
		units: [company("red", "Ashdown Spears"), company("blue", "Marsh Wardens")],
		method: "sealed",
		deployment: { how: "in_turn", zones: { red: zone(0), blue: zone(18) } },
		ends: { turns: 4, count: "none" },
	},
};

/** The side that chooses lets `side` move first this turn. */
async function goes_first({ view, act }, side) {
	await play_turns({ view, act }, ({ waiting_for }) => waiting_for[0].decision === "choose_order");
	const [{ side: chooses }] = (await view(side)).waiting_for;

	await act(chooses, { type: chooses === side ? "go_first" : "go_second" });
}

/** The host sits at the table with the invitation until the guest takes the seat. */
async function join() {
	const made = await ask("games", { body: duel });
	const { id } = made.game;
	const host = await open(desk, `#seat=${id}.${made.seat.token}`);

	await host.press(host.page.locator("[data-key=invite-anew]"));
	await see(host, ".qr path");
	await look(host, "invitation-waiting");
	const link = await host.page.locator("#invitation").inputValue();
	const guest = await open(phone, new URL(link).hash, german);
	await guest.press(guest.page.locator("[data-key=join]"));
	await see(guest, "main.game[data-version]:not([data-version='0'])");
	await look(guest, "seat-just-taken");
	await see(host, ".action[data-type=deploy]");
	await look(host, "opponent-has-joined");
	const watcher = await open(lying, `#game=${id}`, lamplight);
	await see(watcher, "main.game[data-version]:not([data-version='0'])");

	const tokens = { red: made.seat.token, ...(await kept(guest)).tokens };
	return {
		host,
		guest,
		watcher,
		view: (side) => ask(`games/${id}`, { token: tokens[side] }),
		act: (side, body) => ask(`games/${id}/actions`, { token: tokens[side], body }),
	};
}

async function deploy({ host, guest, watcher, act }) {
	const at = (unit, y, facing) => ({ type: "deploy", unit, to: { x: 15 * inch, y: y * inch, facing } });

	const before = await host.version();
	await act("red", at("r1", 7, 0));
	// Or its coming would be taken for what is done next.
	await host.after(before);
	await do_it(host, "deploy_rest");
	await is_asked(guest, "deploy");
	await look(guest, "asked-to-deploy");
	await act("blue", at("b1", 19, 32768));
	await act("blue", { type: "deploy_rest" });
	for (const { page } of [guest, watcher]) {
		await page.locator(".zone").first().waitFor({ state: "detached" });
		await see({ page }, ".units [data-unit=r1]");
	}
	await look(guest, "deployment-has-ended");
	await look(watcher, "watching-deployment-has-ended");
}

/** The guest's first movement: talk comes in between, the line is lost, and the rest is left to a plan. */
async function first_movement(table) {
	const { host, guest } = table;
	const { page } = guest;

	await goes_first(table, "blue");
	await is_asked(guest, "movement");
	await look(guest, "movement-begins");
	await open_panel(host, "talk");
	await host.page.locator("#say").fill("Good luck!");
	await host.press(host.page.locator("[data-key=say]"));
	await see(guest, ".tabs [data-tab=talk][data-news]");
	await look(guest, "something-was-said-elsewhere");
	await open_panel(guest, "talk");
	await page.locator(".said-list li", { hasText: "Good luck!" }).waitFor();
	await look(guest, "what-was-said-is-read");
	await open_panel(guest, "orders");

	guest.cut = true;
	await guest.context.setOffline(true);
	await see(guest, ".cut[role=alert]:not(:empty)");
	await look(guest, "line-is-lost");
	await guest.context.setOffline(false);
	await see(guest, ".link.live");
	await page.locator(".cut[role=alert]:not(:empty)").waitFor({ state: "detached" });
	await look(guest, "line-is-back");
	guest.cut = false;

	await guest.raise();
	await guest.pick({ action: { do: { type: "pass" } } });
	await guest.press(page.locator("[data-key=later]"));
	await open_panel(guest, "plan");
	await see(guest, "[data-key=queue-0]");
	await look(guest, "plan-is-written");
	await guest.press(page.locator("[data-key=plan-give]"));
	await is_asked(host, "movement");
	await look(host, "turn-comes-over");
	await open_panel(guest, "orders");
}

async function seal(table) {
	const { host, guest } = table;

	await play_turns(table, owes("red", "declare"));
	await is_asked(host, "declare");
	await do_it(host, "declare_charge", "r1");
	await see(host, ".unsealed");
	await look(host, "order-is-written-not-sealed");
	await do_it(host, "ready");
	await host.page.locator(".unsealed").waitFor({ state: "detached" });
	await look(host, "order-is-sealed");
	await guest.page.locator("pn-log li.sealed").waitFor({ state: "attached" });
	await look(guest, "other-side-has-sealed");
	await guest.raise();
	await do_it(guest, "ready");
	await open_card(guest, ".reveal li");
	await look(guest, "orders-are-revealed");
	await put_card_away(guest);
}

async function charge(table) {
	const { host, guest, watcher } = table;

	await goes_first(table, "red");
	await play_turns(table, owes("blue", "opportunity"));
	await is_asked(guest, "opportunity");
	await see(guest, ".group.react .action");
	await look(guest, "asked-to-answer-a-charge");
	await open_card(guest, "article");
	await look(guest, "card-of-the-charge");
	await put_card_away(guest);
	await guest.raise();
	await do_it(guest, "pass");
	await play_turns(table, owes("red", "settle_melee"));
	await open_card(host, "article .die");
	await look(host, "dice-have-fallen");
	await watcher.page.locator("pn-log li.contact").waitFor({ state: "attached" });
	await watcher.still();
	await look(watcher, "watching-charge-strikes-home");
}

/** The fight is rolled with the cup, and what came of it proposed. */
async function fight(table) {
	const { host, guest, act } = table;
	const { page } = guest;
	const roll = page.locator("[data-key=cup-roll]");

	await is_asked(guest, "settle_melee");
	await guest.raise();
	await guest.press(page.locator("[data-key=cup]"));
	await roll.waitFor();
	assert.match(await roll.innerText(), /\d+W\d+/);
	await look(guest, "roll-is-owed");
	await guest.press(roll);
	await host.press(host.page.locator("[data-key=cup]"));
	await see(host, ".rolls li .die");
	await look(host, "other-side-has-rolled");
	await act("red", { type: "propose_outcome", unit: "r1", outcome: [{ unit: "b1", lost: 2 }] });
	await see(guest, ".action[data-type=accept_outcome]");
	await look(guest, "outcome-is-proposed");
	await act("red", { type: "offer_draw" });
	await see(guest, ".action[data-type=accept_offer]");
	await look(guest, "draw-is-offered");
	await do_it(guest, "decline_offer");
	await host.page.locator("pn-log li.offer_answered").waitFor({ state: "attached" });
	await look(host, "draw-is-declined");
}

async function end({ host, guest, watcher, act }) {
	await act("blue", { type: "resign" });
	for (const one of [host, guest, watcher])
		await see(one, ".result");
	await look(guest, "game-is-lost");
	await look(watcher, "watching-game-is-over");
	await host.press(host.page.locator("[data-key=rematch]"));
	await see(guest, "[data-key=rematch-decline]");
	await look(guest, "rematch-is-asked-for");
	await guest.press(guest.page.locator("[data-key=rematch]"));
	await see(host, "a.button[href^='#game=']");
	await look(host, "rematch-is-accepted");
}

test("a game from its invitation to the rematch, each state as it is reached", async () => {
	const table = await join();

	for (const part of [deploy, first_movement, seal, charge, fight, end])
		await part(table);
	await leave(table.host, table.guest, table.watcher);
});

// ---- answers, sheets, the line ------------------------------------------------------

test("a charge that may be answered, in a window of 200 % and on a phone by lamplight; notices that are refused", async () => {
	const { red, blue, view, act } = await sit_at({ scenario: "hold-or-run" });

	await red.page.setViewportSize((red.size = small));
	await red.press(red.page.locator("[data-key=share]"));
	await see(red, "dialog #watch-link");
	await act("red", (await view("red")).actions.find((one) => one.do.type === "declare_charge").do);
	await see(red, "main.game[data-waits='']");
	await look(red, "sheet-lies-open-while-the-turn-goes-over");
	await red.page.keyboard.press("Escape");
	await see(blue, ".group.react .odds");
	await look(blue, "answers-with-their-chances");
	const { actions } = await view("blue");
	await act("blue", actions.find((one) => one.do.type === "hold").do);
	await is_asked(red, "declare_or_end");
	await look(red, "charge-is-held-in-little-room");
	await blue.press(blue.page.locator("[data-key=share]"));
	await blue.press(blue.page.locator("#notices"));
	await see(blue, "dialog [role=alert]:not(:empty)");
	await look(blue, "notices-are-refused");
	await leave(red, blue);
});

test("what others do about a table: the seat is taken, another tab plays, an umpire is asked, it is paused", async () => {
	const made = await ask("games", { body: { side: "red", scenario: "first-charge" } });
	const late = await open(phone, new URL(made.invitation.link).hash, lamplight);

	await see(late, ".terms");
	await ask(`games/${made.game.id}/seats`, { body: { code: made.invitation.code } });
	late.cut = true; // the console tells of the refusal
	await late.press(late.page.locator("[data-key=join]"));
	await see(late, ".error[role=alert]:not(:empty)");
	await look(late, "seat-was-taken-meanwhile");
	await leave(late);

	const { red, blue, view, act } = await sit_at({ scenario: "first-charge" });
	const { waiting_for } = await view("red");
	const [{ side }] = waiting_for;
	const asked = side === "red" ? red : blue;
	const step = (await view(side)).actions.find((one) => one.group === "step");
	await asked.pick({ action: step });
	await asked.page.locator("[data-key=confirm]").waitFor();
	await act(side, step.do);
	await asked.page.locator(".pending").waitFor({ state: "detached" });
	await look(asked, "what-was-picked-is-let-go");

	const { id, tokens } = await kept(red);
	const { code } = await ask(`games/${id}/umpire`, { token: tokens.red, method: "POST" });
	const umpire = await open(phone, `#join=${id}.${code}`, german);
	await umpire.press(umpire.page.locator("[data-key=join]"));
	await see(umpire, "main.game[data-version]:not([data-version='0'])");
	await act("red", { type: "offer_umpire" });
	await see(blue, ".action[data-type=accept_offer]");
	await look(blue, "umpire-is-offered");
	await act("blue", { type: "accept_offer" });
	await act("blue", { type: "ask_draw" });
	await see(umpire, ".action[data-type=rule_for]");
	await look(umpire, "umpire-is-asked");
	await ask(`operator/games/${id}`, { token: house.daemon.operator_token(), body: { act: "pause" } });
	await blue.page.getByText("The game is paused").first().waitFor();
	await look(blue, "game-is-paused");
	await leave(red, blue, umpire);
});

// ---- the front page ---------------------------------------------------------------

test("one's games change while they are shown, in German; a front page that is cut off", async () => {
	const { token } = await ask("players", { body: { name: "Anna von Wick" } });
	const anna = await open(phone, `#player=${token}`, german);
	const { page } = anna;
	const line = (text) => page.locator(".games li .small", { hasText: text }).first().waitFor();

	await page.getByRole("heading", { name: "Du bist Anna von Wick" }).waitFor();
	const { game, invitation } = await ask("games", { token, body: { side: "red", scenario: "first-charge" } });
	await page.locator(".games li .small-picture").first().waitFor();
	await look(anna, "game-comes-into-the-list");
	const { seat } = await ask(`games/${game.id}/seats`, { body: { code: invitation.code } });
	await line(/Du bist dran|ist am Zug/);
	await look(anna, "game-of-the-list-has-begun");
	// It is asked when the list is there, and just before the list begins to listen.
	let let_go;
	const held = new Promise((resolve) => (let_go = resolve));
	await page.route("**/messages?**", async (route) => {
		await held;
		await route.continue();
	});
	await ask(`games/${game.id}/actions`, { token: seat.token, body: { type: "resign" } });
	await see(anna, "details:not([hidden]) > [data-key=over]");
	await ask(`games/${game.id}/rematch`, { token: seat.token, method: "POST" });
	let_go();
	await see(anna, ".games > li.waits [data-key=rematch]");
	await look(anna, "rematch-is-asked-for-in-the-list");
	await leave(anna);

	const ben = await open(small, "", lamplight);
	await see(ben, "[data-key=start]");
	ben.cut = true;
	await ben.context.setOffline(true);
	await ben.press(ben.page.locator("[data-key=start]"));
	await see(ben, ".error[role=alert]:not(:empty)");
	await look(ben, "front-page-is-cut-off");
	await leave(ben);
});

// ---- the lesson -------------------------------------------------------------------

test("the lesson: its banner, a step that is done, its end", async () => {
	const pupil = await open(phone, "");
	const { page } = pupil;
	const go_on = page.locator("[data-key=lesson-go]");
	const next = page.locator("[data-key=confirm]:enabled, .foot .group .action").first();

	await pupil.press(page.locator("[data-key=lesson]"));
	await see(pupil, ".lesson-said");
	await look(pupil, "lesson-begins");
	for (const end = Date.now() + patience; Date.now() < end; await pupil.settle()) {
		await next.or(go_on).first().waitFor();
		if (await go_on.isVisible())
			break;
		await pupil.press(next, 2000).catch(() => null); // what the other side does may take it away under the finger
	}
	await look(pupil, "step-of-the-lesson-is-done");
	const { id, tokens } = await kept(pupil);
	await ask(`games/${id}/actions`, { token: tokens.blue, body: { type: "resign" } });
	await see(pupil, "[data-key=lesson-again].primary");
	await see(pupil, ".result");
	await look(pupil, "lesson-ends-with-its-game");
	await leave(pupil);
});

test(`at least ${least} states were looked at, a good half of them on a phone`, () => {
	const on_phone = [...looked_at.values()].filter(Boolean).length;

	assert.ok(looked_at.size >= least, [...looked_at.keys()].join("\n"));
	assert.ok(on_phone >= looked_at.size / 2, `${on_phone} of ${looked_at.size}`);
	console.log(`${looked_at.size} states reached live, ${on_phone} of them on a phone`);
});
