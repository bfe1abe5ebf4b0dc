// A whole game without a pointer: made from a scenario, joined by link, three turns with a
// sealed declaration, a charge, a reaction and an agreed outcome, to its end, and checked.

import assert from "node:assert/strict";
import { test } from "node:test";
import { listen, play_by_keys, tab_to } from "./keys.mjs";
import { choose, next_to_act, Player } from "./player.mjs";
import { leave, seats, with_brave_units } from "./seated.mjs";
import { desk, phone } from "./support.mjs";

const games_max = 6; // the dice may keep the lines apart in one game, not in all of these
const house = seats();
const { daemon } = house;

async function press(page, selector) {
	await tab_to(page, selector);
	await page.keyboard.press("Enter");
}

async function begin_by_keys(host, guest) {
	await host.page.goto(`${host.url}/`);
	await host.page.locator("input[name=scenario]").first().waitFor();
	await tab_to(host.page, "input[name=scenario]");
	for (let steps = 0; steps < 10; steps++) {
		if (await host.page.locator("input[value=two-lines]:checked").count())
			break;
		await host.page.keyboard.press("ArrowDown");
	}
	await press(host.page, "[data-key=start]");
	const link = await host.page.locator("#invitation").inputValue();
	await guest.page.goto(link);
	await press(guest.page, "[data-key=join]");
	for (const player of [host, guest])
		await player.page
			.locator("main.game[data-version]:not([data-version='0'])")
			.waitFor();
}

test("a game by keyboard alone, heard as it goes", async () => {
	const red = await Player.open(house.browser, daemon.url, desk);
	const blue = await Player.open(house.browser, daemon.url, phone);
	await with_brave_units(red.page);
	const plan = { declares: true, moves: true, settles: true };
	const wanted = {
		charged: "moved charge",
		answered: "reaction_declared",
		agreed: "outcome_answered accepted",
		sealed: "sealed",
	};
	const seen = new Set();
	let heard = "";

	for (let games = 0; games < games_max && Object.values(wanted).some((one) => !seen.has(one)); games++) {
		await begin_by_keys(red, blue);
		const hear = [await listen(red.page), await listen(blue.page)];
		for (let moves = 0; moves < 400; moves++) {
			const player = await next_to_act(red, blue);
			if (player === null)
				break;
			const view = await player.view();
			if (view.waiting_for.some((wait) => wait.side === view.side))
				await play_by_keys(player, choose(view, view.side, plan));
		}
		for (const one of hear)
			heard += await one();
		for (const event of await red.events())
			for (const name of [event.manner, event.answer, undefined])
				seen.add([event.type, name].filter(Boolean).join(" "));
	}
	for (const [what, event] of Object.entries(wanted))
		assert.ok(seen.has(event), `nothing was ${what}`);
	for (const said of [/has sealed its secret orders/, /charges/, /Your turn/, /accepts the result/])
		assert.match(heard, said);
	for (const { page } of [red, blue]) {
		await page.locator(".result").waitFor();
		await press(page, "[data-key=verify]");
		await page.getByText("The record holds.").waitFor();
	}
	await leave(red, blue);
});
