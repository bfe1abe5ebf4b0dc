// Reacting: the threat is drawn on the table, and beside each answer stands what the dice would
// say to it, as the server counted it; two touches answer.

import assert from "node:assert/strict";
import { test } from "node:test";
import { leave, seats } from "./seated.mjs";

const inch = 2540;
const house = seats();
const { sit_at } = house;

const unit = (side, name, y, stats, more = {}) => ({
	side,
	name,
	figures: 10,
	files: 5,
	base: { width: 2000, depth: 2000 },
	pose: { x: 24 * inch, y: y * inch, facing: side === "red" ? 0 : 32768 },
	stats,
	...more,
});

const muster = (...units) => ({
	board: { width: 48 * inch, depth: 48 * inch, terrain: [] },
	ends: { turns: 4, count: "none" },
	units,
});

const ninth_age = { advance: 4 * inch, discipline: 7, health: 1, resilience: 3 };
const archers = { ...ninth_age, aim: 4, shots: 1, range: 18 * inch, strength: 3 };

test("The 9th Age: three answers, each with its chances", async () => {
	const { red, blue, act } = await sit_at({
		ruleset: "t9a-2e",
		muster: muster(
			unit("red", "Ashdown Spears", 16, ninth_age, { class: "standard" }),
			unit("blue", "Marsh Wardens", 26, archers, { class: "standard" }),
		),
	});

	// The charger sees before he declares what it will hang on.
	await red.pick({ offer: { do: { type: "declare_charge" }, unit: "r1" } });
	const told = red.page.locator("#preview .odds");
	await told.filter({ hasText: "6 or more on 2d6: 26 in 36" }).waitFor();
	assert.match(await told.locator("strong").textContent(), /^72\s?%$/);
	await red.inspect("odds-charging");
	await red.confirm();

	await blue.page.getByRole("heading", { name: "Ashdown Spears charges Marsh Wardens" }).waitFor();
	const chance = (type) => blue.page.locator(`.offer[data-type=${type}] .odds`);
	await chance("hold").filter({ hasText: "26 in 36" }).waitFor();
	await chance("flee").filter({ hasText: "Marsh Wardens gets away: 1226 in 1296" }).waitFor();
	assert.equal(await chance("stand_and_shoot").count(), 2, "shots, and what comes after");
	await chance("stand_and_shoot").filter({ hasText: "10d6, each 6 or more: 1 in 6" }).waitFor();
	await blue.inspect("odds-reacting");
	await blue.play({ offer: { do: { type: "hold" }, unit: "b1" } });
	assert.equal(await chance("hold").count(), 0, "answered is answered");
	await act("red", { type: "resign" });
	await leave(red, blue);
});

test("Battlesystem: an opportunity charge tells of its check, and of no distance", async () => {
	const stats = { movement_allowance: 12 * inch, morale_rating: 12 };
	const { red, blue, view, act } = await sit_at({
		ruleset: "battlesystem-2e",
		muster: muster(
			unit("red", "Ashdown Spears", 16, stats, { class: "foot" }),
			unit("blue", "Marsh Wardens", 30, stats, { class: "foot" }),
		),
	});

	for (let moves = 0; moves < 20; moves++) {
		const views = [await view("red"), await view("blue")];
		const mine = views.find((one) => one.waiting_for.some((wait) => wait.side === one.side));
		const { decision } = mine.waiting_for.find((wait) => wait.side === mine.side);
		if (decision === "opportunity")
			break;
		const of = (group) => mine.actions.find((one) => one.group === group);
		await act(mine.side, (decision === "movement" && of("move") ? of("move") : of("step")).do);
	}
	const asked = (await view("red")).waiting_for[0].side === "red" ? red : blue;
	const line = asked.page.locator(".offer[data-type=opportunity_charge] .odds");
	await line.filter({ hasText: "10 or less on 2d10 for the charge: 45 in 100" }).waitFor();
	await asked.inspect("odds-opportunity");
	await leave(red, blue);
});

test("whose turn it is, and until when, stands in the tab's title; who looks elsewhere is told", async () => {
	const stats = { movement_allowance: 12 * inch, morale_rating: 12 };
	const { red, blue, view, act } = await sit_at({
		ruleset: "battlesystem-2e",
		muster: muster(
			unit("red", "Ashdown Spears", 16, stats, { class: "foot" }),
			unit("blue", "Marsh Wardens", 40, stats, { class: "foot" }),
		),
	});
	const owing = async () =>
		(await view("red")).waiting_for.some((wait) => wait.side === "red") ? "red" : "blue";
	const players = { red, blue };
	const side = await owing();
	const other = side === "red" ? "blue" : "red";

	assert.match(await players[side].page.title(), /^● Your turn – \d+ d \d+ h left – /);
	assert.match(await players[other].page.title(), /^Waiting for \w+: .* – \d+ d \d+ h left – /);

	// The other tab is hidden, and its player wished to be told.
	const { page } = players[other];
	await page.evaluate(() => {
		window.told = [];
		window.Notification = class {
			static permission = "granted";
			static requestPermission = async () => "granted";
			constructor(title, { body }) {
				window.told.push(`${title} ${body}`);
			}
		};
	});
	await players[other].press(page.locator("[data-key=share]"));
	await players[other].press(page.locator("#notices"));
	await players[other].press(page.getByRole("button", { name: "Close" }));
	await page.evaluate(() => Object.defineProperty(document, "hidden", { get: () => true }));
	for (let moves = 0; moves < 10 && (await owing()) === side; moves++) {
		const { actions } = await view(side);
		await act(side, (actions.find((one) => one.group === "step") ?? actions[0]).do);
	}
	await page.waitForFunction(() => window.told.length > 0);
	assert.match((await page.evaluate(() => window.told))[0], /^Your turn/);
	await page.waitForFunction(() => document.title.startsWith("●"));
	await leave(red, blue);
});
