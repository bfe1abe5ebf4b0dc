// Two people in two browsers, one at a desk and one on a phone, play a whole game: from a
// scenario, by a link, three turns, with charges declared in secret, one charged home, one
// in answer, and a melee settled by agreement; and both check the record in the page.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { begin, choose, next_to_act, Player } from "./player.mjs";
import { leave, seats, with_brave_units } from "./seated.mjs";
import { desk, phone, program } from "./support.mjs";

const games_max = 6; // the dice may keep the lines apart in one game, not in all of these
const house = seats();
const { daemon } = house;

/** Did a unit charge home, in its own step or in answer? */
const charged = (log) => log.some((event) => event.type === "moved" && event.manner === "charge");
const answered = (log) =>
	log.some((event) => event.type === "moved" && event.manner === "opportunity_charge");

const agreed = (log) =>
	log.some((event) => event.type === "outcome_answered" && event.answer === "accepted");
const sealed = (log) => log.some((event) => event.type === "sealed");
const is_whole = (log) => [charged, answered, agreed, sealed].every((test) => test(log));

/** Pictures and a look by axe at each kind of moment, the first time it comes. */
async function inspect_once(player, seen, what) {
	const moment = `${what} ${player.is_phone}`;

	if (seen.has(moment))
		return;
	seen.add(moment);
	await player.inspect(what);
}

async function play_out(red, blue, seen) {
	const plans = new Map([
		[red, { declares: true, moves: true, settles: true }],
		[blue, { declares: false, moves: true, settles: true }],
	]);

	for (let moves = 0; moves < 400; moves++) {
		const player = await next_to_act(red, blue);
		if (player === null)
			return;
		const view = await player.view();
		if (!view.waiting_for.some((wait) => wait.side === view.side)) continue; // the page was quicker than this look
		const choice = choose(view, view.side, plans.get(player));
		await inspect_once(player, seen, `asked-${view.waiting_for[0].decision}`);
		await player.pick(choice);
		await inspect_once(player, seen, `picked-${choice.action.words.key.split(".")[1]}`);
		await player.confirm();
		if (choice.action.group === "react")
			await inspect_once(player, seen, "answered");
	}
	assert.fail("the game does not end");
}

test("a game from a scenario to its end: sealed, charged, answered, agreed, checked", async () => {
	const red = await Player.open(house.browser, daemon.url, desk);
	const blue = await Player.open(house.browser, daemon.url, phone);
	const seen = new Set();
	await with_brave_units(red.page);
	let log = [];

	for (let games = 0; games < games_max && !is_whole(log); games++) {
		await begin(red, blue, "two-lines");
		await inspect_once(red, seen, "invitation");
		await inspect_once(blue, seen, "invited");
		await blue.press(blue.page.getByRole("button", { name: "Take the seat" }));
		await red.page.locator("main.game[data-version]:not([data-version='0'])").waitFor();
		await blue.page
			.locator("main.game[data-version]:not([data-version='0'])")
			.waitFor();
		await play_out(red, blue, seen);
		log = await red.events();
	}
	assert.ok(charged(log), "no unit charged");
	assert.ok(answered(log), "no unit charged in answer");
	assert.ok(sealed(log), "nobody declared in secret");
	assert.ok(agreed(log), "no melee was settled by agreement");
	assert.ok(log.some((event) => event.type === "turn_began" && event.turn === 3));

	await blue.page.locator(".result").waitFor();
	await red.inspect("finished");
	await blue.inspect("finished");
	assert.match(await red.page.title(), /over/);
	const [download] = await Promise.all([
		red.page.waitForEvent("download"),
		red.press(red.page.getByRole("button", { name: "Download the record" })),
	]);
	const record = readFileSync(await download.path(), "utf8")
		.trimEnd()
		.split("\n");
	assert.ok(record.length > log.length);
	assert.ok(JSON.parse(record[record.length - 1]).signature);

	const verified = spawnSync(program("pennon-verify"), [await download.path()], {
		encoding: "utf8",
	});
	assert.equal(verified.status, 0, verified.stdout + verified.stderr);

	for (const player of [red, blue]) {
		await player.press(player.page.locator("[data-key=verify]"));
		await player.page.getByText("The record holds.").waitFor();
		await player.page.getByText("Every command was judged again in this browser").waitFor();
		await player.page.getByText("Your last command is in it, just as the server confirmed it.").waitFor();
		await player.inspect("verified");
	}

	// A line of the log opens its clause and its dice.
	const check = red.page.locator("pn-log li.rolled").filter({ hasText: "for the charge" }).last();
	await check.locator("summary").click();
	await check.getByText("Rule B2-").first().waitFor();
	assert.ok((await check.locator("dd .die").count()) === 2);
	await red.inspect("log-open");
	await blue.press(blue.page.getByRole("button", { name: "Log" }));
	assert.ok(
		await blue.page
			.locator("pn-log li.ended")
			.evaluate((line) => line.getBoundingClientRect().bottom <= innerHeight),
		"the last line of the log is in sight",
	);
	await blue.inspect("log");
	await blue.press(blue.page.getByRole("button", { name: "Units", exact: true }));
	await blue.inspect("units");
	await leave(red, blue);
});
