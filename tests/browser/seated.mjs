// Games whose two seats are taken at once, through the API, with a page at each.

import assert from "node:assert/strict";
import { randomBytes, randomUUID } from "node:crypto";
import { after, before } from "node:test";
import { Player } from "./player.mjs";
import { Daemon, desk, open_browser, phone } from "./support.mjs";

/** A roll is looked at over lines of these delays, in milliseconds. */
export const latencies = [0, 120, 400];

export async function leave(...players) {
	for (const player of players) {
		player.blameless();
		await player.context.close();
	}
}

/**
 * What the page begins, it begins with units that pass every check of morale: a game that needs
 * charges does not wait for dice. `page` is one of Battlesystem.
 */
export async function with_brave_units(page) {
	await page.route("**/v1/games", async (route) => {
		const request = route.request();
		if (request.method() !== "POST")
			return route.continue();
		const { scenario, ...body } = request.postDataJSON();
		const { ruleset, muster } = scenario ? await (await fetch(new URL(`scenarios/${scenario}`, request.url()))).json() : body;
		for (const { stats } of muster.units)
			stats.morale_rating = 20;
		return route.continue({ postData: JSON.stringify({ ...body, ruleset, muster }) });
	});
}

/** A daemon, with more `flags`, and a browser while the tests of a file run, and what sits people down there. */
export function seats(...flags) {
	const daemon = new Daemon(flags);
	const house = { daemon, browser: null };

	before(async () => {
		await daemon.start();
		house.browser = await open_browser();
	});

	after(async () => {
		await house.browser?.close();
		await daemon.remove();
	});

	async function ask(path, { token, body, method = body ? "POST" : "GET" } = {}) {
		const answer = await fetch(`${daemon.url}/v1/${path}`, {
			method,
			headers: {
				...(token ? { authorization: `Bearer ${token}` } : {}),
				...(method === "POST" ? { "idempotency-key": randomUUID() } : {}),
				...(body ? { "content-type": "application/json" } : {}),
			},
			body: body && JSON.stringify(body),
		});
		const told = await answer.json();
		assert.ok(answer.ok, JSON.stringify(told));
		return told;
	}

	/**
	 * A game with both seats taken, and a page at each: Red at a desk, Blue on a phone, by lamplight. `chosen` of how
	 * they want their orders to go, see Visitor.open().
	 */
	async function sit_at(body, chosen = {}) {
		const nonce = () => randomBytes(32).toString("hex");
		const made = await ask("games", { body: { side: "red", nonce: nonce(), ...body } });
		const { id } = made.game;
		const joined = await ask(`games/${id}/seats`, {
			body: { code: made.invitation.code, nonce: nonce() },
		});
		const tokens = { red: made.seat.token, blue: joined.seat.token };
		const seated = {};

		for (const [side, size, options] of [
			["red", desk, {}],
			["blue", phone, { colorScheme: "dark" }],
		]) {
			const player = await Player.open(house.browser, daemon.url, size, { ...options, ...chosen });
			await player.page.goto(`${daemon.url}/#seat=${id}.${tokens[side]}`);
			await player.page
				.locator("main.game[data-version]:not([data-version='0'])")
				.waitFor();
			seated[side] = player;
		}
		const view = (side) => ask(`games/${id}`, { token: tokens[side] });
		const act = (side, command) => ask(`games/${id}/actions`, { token: tokens[side], body: command });
		return { ...seated, view, act };
	}

	return Object.assign(house, { ask, sit_at });
}

/** What a list of terms says, by its terms. */
export const terms_of = (page) =>
	page.locator(".terms").evaluate((list) =>
		Object.fromEntries(
			[...list.querySelectorAll("dt")].map((term) => [term.textContent, term.nextElementSibling.textContent]),
		),
	);
