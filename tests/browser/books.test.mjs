// Rule books in two browsers, a desk and a phone: a short game of each (in the long forms; else of
// some) from the smallest of its scenarios, three turns of it, by people who take what the page offers and know
// nothing of the book. And what only one book has: a charge that sticks in its own ranks; one
// that is held, shot at, fled from and redirected.

import assert from "node:assert/strict";
import { test } from "node:test";
import { begin, next_to_act, Player } from "./player.mjs";
import { leave, seats } from "./seated.mjs";
import { desk, phone, some_of } from "./support.mjs";

const turns = 3;
const moves_max = 260; // of a game
const offers_max = 60; // of one kind before whoever owes only ends the step
const house = seats();
const { daemon } = house;

const ask = async (path) => (await fetch(`${daemon.url}/v1/${path}`)).json();

/** The smallest scenario of each rule book. */
async function smallest() {
	const best = new Map();

	for (const { id, ruleset } of (await ask("scenarios")).scenarios) {
		const units = (await ask(`scenarios/${id}`)).muster.units.length;
		if (!best.has(ruleset) || units < best.get(ruleset).units)
			best.set(ruleset, { id, units });
	}
	return best;
}

/** What somebody does who has not read the book: charge where one may, answer what comes, move
 * in the first turn, and else say that one is done. What drafts can be written again for
 * ever, so each is written once a turn. */
function choose(game, done) {
	const actions = game.actions.filter((one) => one.group !== "table");
	const fresh = (action) => {
		const key = JSON.stringify([game.turn, action.do.type, action.unit, action.words.key]);
		if (done.has(key) || done.size > offers_max * turns)
			return false;
		done.add(key);
		return true;
	};
	const of = (group) => actions.filter((one) => one.group === group);

	for (const group of ["charge", "react", "declare"]) {
		const action = of(group).find(fresh);
		if (action)
			return action;
	}
	const move = game.turn === 1 ? of("move").find(fresh) : undefined;
	return move ?? of("step")[0] ?? actions[0];
}

async function sit_down(scenario) {
	const red = await Player.open(house.browser, daemon.url, desk);
	const blue = await Player.open(house.browser, daemon.url, phone);

	await begin(red, blue, scenario);
	await blue.press(blue.page.getByRole("button", { name: "Take the seat" }));
	for (const player of [red, blue])
		await player.page
			.locator("main.game[data-version]:not([data-version='0'])")
			.waitFor();
	return [red, blue];
}

/** Play until the last of the turns has been played, or the game is over. */
async function play_turns(red, blue) {
	const done = new Map([
		[red, new Set()],
		[blue, new Set()],
	]);

	for (let moves = 0; moves < moves_max; moves++) {
		const player = await next_to_act(red, blue);
		if (player === null)
			return;
		const view = await player.view();
		if (view.turn > turns)
			return;
		if (!view.waiting_for.some((wait) => wait.side === view.side)) continue; // the page was quicker than this look
		await player.play({ action: choose(view, done.get(player)) });
	}
	assert.fail("three turns take too long");
}

async function play_book(ruleset, id) {
	const [red, blue] = await sit_down(id);

	await play_turns(red, blue);
	const log = await red.events();
	assert.ok(
		log.some((event) => event.type === "ended") ||
			log.some((event) => event.type === "turn_began" && event.turn === turns),
		"three turns were played",
	);
	assert.ok(log.some((event) => event.type === "rolled"), "dice were thrown");
	assert.ok(log.some((event) => event.clause), "rules were named");
	for (const line of await red.log())
		assert.ok(!/\bevent\.|undefined|\{\w+\}|nobody| 0 in\b/.test(line), `the log says: ${line}`);
	await red.inspect(`book-${ruleset}`);
	await blue.inspect(`book-${ruleset}`);
	await leave(red, blue);
}

// Four books at once: pages wait for their animations more than they work.
test("three turns of a rule book", { concurrency: 4 }, async (t) => {
	const books = some_of([...(await smallest())]);

	await Promise.all(
		books.map(([ruleset, { id }]) => t.test(`${ruleset}: ${id}`, () => play_book(ruleset, id))),
	);
});

// A friend before the charger, and the enemy close behind the friend: there is no room, whatever is
// rolled.
const mire = {
	board: { width: 121920, depth: 121920, terrain: [] },
	ends: { turns: 3, count: "none" },
	units: [
		["red", "Charger", 40000, 0],
		["red", "Friend", 46000, 0],
		["blue", "Target", 50000, 32768],
	].map(([side, name, y, facing]) => ({
		side,
		name,
		class: side === "blue" ? "monster" : "infantry",
		figures: 3,
		files: 3,
		base: { width: 5000, depth: 5000 },
		pose: { x: 60000, y, facing },
		stats: { march: 12700, character_march: 0, models: 1, impact: 0 },
	})),
};

/** A game of a muster of one's own, and the links by which its two seats are opened. */
async function make_game(ruleset, muster) {
	const post = async (path, body) => {
		const answer = await fetch(`${daemon.url}/v1/${path}`, {
			method: "POST",
			headers: {
				"content-type": "application/json",
				"idempotency-key": crypto.randomUUID(),
			},
			body: JSON.stringify(body),
		});
		const made = await answer.json();
		assert.ok(answer.ok, JSON.stringify(made));
		return made;
	};
	const made = await post("games", { ruleset, side: "red", muster });
	const { id } = made.game;
	const joined = await post(`games/${id}/seats`, { code: made.invitation.code });

	return [made, joined].map(({ seat }) => `${daemon.url}/#seat=${id}.${seat.token}`);
}

test("a charge sticks in its own ranks, both are seen to be Broken, and three turns are played", async () => {
	const links = await make_game("conquest-1.5", mire);
	const red = await Player.open(house.browser, daemon.url, desk);
	const blue = await Player.open(house.browser, daemon.url, phone);
	const done = new Set();
	let log = [];

	await red.page.goto(links[0]);
	await blue.page.goto(links[1]);
	for (let moves = 0; moves < 20 && !log.some((one) => one.outcome === "mired"); moves++) {
		const player = await next_to_act(red, blue);
		const view = await player.view();
		if (!view.waiting_for.some((wait) => wait.side === view.side)) continue; // the page was quicker than this look
		const stack = view.actions.find((one) => one.do.type === "order_stack");
		const charge = view.actions.find((one) => one.group === "charge" && one.unit === "r1");
		const step = view.actions.find((one) => one.group === "step");

		await player.play({ action: charge ?? (stack && !done.has(player) ? stack : step) });
		if (stack)
			done.add(player);
		log = await red.events();
	}
	assert.ok(log.some((one) => one.outcome === "mired" && one.clause === "CQ-28"));
	for (const unit of ["r1", "r2"])
		assert.ok(
			log.some(
				(one) =>
					one.type === "state_set" &&
					one.unit === unit &&
					one.state === "broken" &&
					one.clause === "CQ-30",
			),
			`${unit} is Broken`,
		);
	for (const player of [red, blue]) {
		if (player.is_phone)
			await player.press(player.page.getByRole("button", { name: "Log" }));
		assert.ok((await player.log()).some((line) => /gets stuck in friendly ranks/.test(line)));
		await player.press(player.page.getByRole("button", { name: "Units", exact: true }));
		for (const unit of ["r1", "r2"])
			await player.page
				.locator(`[data-key="roster ${unit}"]`)
				.filter({ hasText: "broken" })
				.waitFor({ state: "attached" });
		await player.inspect("mired");
	}
	if (blue.is_phone)
		await blue.press(blue.page.locator("[data-tab=orders]"));
	await play_turns(red, blue);
	log = await red.events();
	assert.ok(
		log.some((one) => one.type === "turn_began" && one.turn === turns),
		"three turns were played",
	);
	await leave(red, blue);
});

// Three charges: one is held, one is shot at, from one the target flees, and another enemy
// stands near enough to be charged instead.
const answered = {
	board: { width: 121920, depth: 121920, terrain: [] },
	ends: { turns: 3, count: "none" },
	units: [
		["red", "First", 25000, 45000],
		["red", "Second", 50000, 45000],
		["red", "Third", 78000, 45000],
		["blue", "Holds", 25000, 62000],
		["blue", "Shoots", 50000, 62000],
		["blue", "Flees", 78000, 62000],
		["blue", "Stands by", 91000, 62000],
	].map(([side, name, x, y]) => ({
		side,
		name,
		class: "standard",
		figures: 10,
		files: 5,
		base: { width: 2000, depth: 2000 },
		pose: { x, y, facing: side === "red" ? 0 : 32768 },
		stats: {
			advance: 10160,
			discipline: 9,
			health: 1,
			resilience: 4,
			...(name === "Shoots" && { aim: 5, shots: 1, range: 60960, strength: 3 }),
		},
	})),
};

/** What the plan has for whoever is asked: whom one charges, and how one answers. */
function by_plan(view) {
	const answers = { b2: "stand_and_shoot", b3: "flee" };
	const targets = { r1: "b1", r2: "b2", r3: "b3" };
	const actions = view.actions;
	const reaction = actions.find((one) => answers[one.unit] === one.do.type);
	const declared = actions.find((one) => one.do.type === "declare_charge" && targets[one.unit]);

	if (declared)
		return { action: declared, target: targets[declared.unit] };
	return {
		action:
			reaction ??
			actions.find((one) => one.do.type === "redirect") ??
			actions.find((one) => one.do.type === "hold") ??
			actions.find((one) => one.group === "step"),
	};
}

test("a charge is held, shot at, fled from and redirected, and three turns are played", async () => {
	const links = await make_game("t9a-2e", answered);
	const red = await Player.open(house.browser, daemon.url, desk);
	const blue = await Player.open(house.browser, daemon.url, phone);
	let log = [];

	await red.page.goto(links[0]);
	await blue.page.goto(links[1]);
	for (let moves = 0; moves < 30; moves++) {
		const player = await next_to_act(red, blue);
		const view = await player.view();
		if (view.phase !== "declaration") break;
		if (!view.waiting_for.some((wait) => wait.side === view.side)) continue; // the page was quicker than this look
		await player.play(by_plan(view));
	}
	log = await red.events();
	for (const [unit, reaction, clause] of [
		["b1", "hold", "T9-08"],
		["b2", "stand_and_shoot", "T9-10"],
		["b3", "flee", "T9-20"],
	])
		assert.ok(
			log.some(
				(one) =>
					one.type === "reaction_declared" &&
					one.unit === unit &&
					one.reaction === reaction &&
					one.clause === clause,
			),
			`${unit}: ${reaction}`,
		);
	assert.ok(
		log.some((one) => one.type === "rolled" && one.who === "r3" && one.clause === "T9-40"),
		"the third tries to redirect at once",
	);
	await play_turns(red, blue);
	log = await red.events();
	assert.ok(
		log.some((one) => one.type === "turn_began" && one.turn === turns),
		"three turns were played",
	);
	await leave(red, blue);
});
