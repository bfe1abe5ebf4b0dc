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
	await red.pick({ action: { do: { type: "declare_charge" }, unit: "r1" } });
	const told = red.page.locator("#preview .odds");
	await told.filter({ hasText: "comes far enough: 6 or more on 2d6" }).waitFor();
	assert.equal(await told.locator("meter").count(), 1, "the whole charge is known: it has a bar");
	assert.equal(await red.page.locator("#preview .odds-note").count(), 0);
	assert.match(await told.locator("strong").textContent(), /^72\s?%$/);
	await red.inspect("odds-charging");
	await red.confirm();

	await blue.page.getByRole("heading", { name: "Ashdown Spears charges Marsh Wardens" }).waitFor();
	const chance = (type) => blue.page.locator(`.action[data-type=${type}] .odds`);
	await chance("hold").filter({ hasText: /72\s?%/ }).waitFor();
	await chance("flee").filter({ hasText: /95\s?%Marsh Wardens gets away/ }).waitFor();
	assert.equal(await chance("stand_and_shoot").count(), 2, "shots, and what comes after");
	const shots = chance("stand_and_shoot").filter({ hasText: "about 1.7 hits" });
	await shots.waitFor();
	assert.equal(await shots.locator("meter").count(), 0);
	assert.doesNotMatch(await blue.page.locator("pn-actions").innerText(), /\d in \d{2}/);
	await blue.inspect("odds-reacting");
	await blue.play({ action: { do: { type: "hold" }, unit: "b1" } });
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
	const line = asked.page.locator(".action[data-type=opportunity_charge] .odds");
	await line.filter({ hasText: /45\s?%.*10 or less on 2d10 for the charge/ }).waitFor();
	assert.equal(await line.locator("meter").count(), 0, "reach is not measured: no bar");
	await asked.page.getByText("That is its nerve alone: reach is not measured under this book.").waitFor();
	await asked.inspect("odds-opportunity");
	await leave(red, blue);
});

test("Battlesystem: a reaction says where on the way it comes, by keys and by pointing", async () => {
	const stats = { movement_allowance: 12 * inch, morale_rating: 20 };
	const table = await sit_at({
		ruleset: "battlesystem-2e",
		muster: muster(
			unit("red", "Ashdown Spears", 12, stats, { class: "foot" }),
			unit("blue", "Marsh Wardens", 34, stats, { class: "foot" }),
		),
	});
	const { red, blue, view, act } = table;
	let side = null;

	for (let moves = 0; moves < 20 && !side; moves++) {
		const views = [await view("red"), await view("blue")];
		const mine = views.find((one) => one.waiting_for.some((wait) => wait.side === one.side));
		const { decision } = mine.waiting_for.find((wait) => wait.side === mine.side);
		const of = (group) => mine.actions.find((one) => one.group === group);
		if (decision === "opportunity" && of("react"))
			side = mine.side;
		else
			await act(mine.side, (decision === "movement" && of("move") ? of("move") : of("step")).do);
	}
	const asked = side === "red" ? red : blue;
	const { page } = asked;
	const points = page.locator(".ghost .moment");
	await points.nth(3).waitFor();
	await asked.inspect("way-announced");

	await asked.pick({ action: { do: { type: "opportunity_charge" } } });
	await page.locator("#moment").focus();
	await page.keyboard.press("ArrowRight");
	await page.keyboard.press("ArrowRight");
	await page.locator(".moments output").filter({ hasText: "after 2 in of its way" }).waitFor();
	await page.locator(".ghost .figure.answered").waitFor();
	await asked.press(page.locator("[data-key=moment-point]"));
	await asked.settle();
	const { x, y } = await page.evaluate(() =>
		document.querySelectorAll(".ghost .moment")[3].getBoundingClientRect().toJSON(),
	);
	await asked.point(x + 3, y + 3);
	await page.locator(".moments output").filter({ hasText: "after 3 in of its way" }).waitFor();
	assert.equal(await page.locator(".ghost .moment.chosen").count(), 1);
	await page.locator("#preview").filter({ hasText: "Allowed" }).waitFor();
	await asked.inspect("moment-chosen");
	await asked.confirm();
	await points.first().waitFor({ state: "detached" });
	const log = await asked.events();
	const declared = log.findIndex((event) => event.type === "reaction_declared");
	const gone = log.slice(0, declared).findLast((event) => event.type === "moved");
	assert.equal(gone.spent, 3 * inch, "it is met there");
	await leave(red, blue);
});

/** Two that declare at once, so far apart, under Battlesystem. */
const apart = (inches, more) => ({
	ruleset: "battlesystem-2e",
	muster: {
		...muster(
			unit("red", "Ashdown Spears", 4, { movement_allowance: 12 * inch, morale_rating: 18 }, { class: "foot" }),
			unit("blue", "Marsh Wardens", 4 + inches, { movement_allowance: 12 * inch, morale_rating: 12 }, { class: "foot" }),
		),
		...more,
	},
});

async function until_declaring({ view, act }) {
	for (let moves = 0; moves < 20; moves++) {
		const views = [await view("red"), await view("blue")];
		const mine = views.find((one) => one.waiting_for.some((wait) => wait.side === one.side));
		const declare = mine.actions.find((one) => one.do.type === "declare_charge");
		if (mine.side === "red" && declare)
			return declare;
		await act(mine.side, mine.actions.find((one) => one.group === "step").do);
	}
	return assert.fail("Red never declares");
}

test("across the table: nerve alone, no bar, and what happens if it falls short", async () => {
	const table = await sit_at(apart(40));
	const action = await until_declaring(table);
	const { red, blue, view } = table;
	const { version } = await view("red");

	await red.page.locator(`main.game[data-version="${version}"]`).waitFor();
	await red.pick({ action });
	const told = red.page.locator("#preview");
	await told.getByText("That is its nerve alone: reach is not measured under this book.").waitFor();
	assert.match(await told.locator("strong").textContent(), /^97\s?%$/);
	assert.equal(await told.locator("meter").count(), 0);
	assert.match(await told.innerText(), /Whom it does not reach it goes at all the same/);
	await red.inspect("odds-unmeasured");
	await leave(red, blue);
});

test("where both measure, a charge that cannot reach is muted and says so", async () => {
	const far = await sit_at(apart(40, { premeasure: true }));
	const action = await until_declaring(far);
	const { version } = await far.view("red");

	await far.red.page.locator(`main.game[data-version="${version}"]`).waitFor();
	await far.red.pick({ action });
	const told = far.red.page.locator("#preview");
	await told.getByText("Allowed, but as it stands it cannot succeed.").waitFor();
	await told.getByText("Ashdown Spears cannot reach its target").waitFor();
	assert.equal(await far.red.page.locator("[data-key=confirm].primary").count(), 0);
	await far.red.inspect("odds-hopeless");
	await leave(far.red, far.blue);

	const near = await sit_at(apart(14, { premeasure: true }));
	const reached = await until_declaring(near);
	const { version: now } = await near.view("red");
	await near.red.page.locator(`main.game[data-version="${now}"]`).waitFor();
	await near.red.pick({ action: reached });
	await near.red.page.locator("#preview .odds meter").waitFor();
	assert.match(await near.red.page.locator("#preview strong").textContent(), /^97\s?%$/);
	assert.equal(await near.red.page.locator("[data-key=confirm].primary").count(), 1);
	await leave(near.red, near.blue);
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

	// The other tab is hidden, and its player wished to be told: before the page was read again.
	const { page } = players[other];
	await page.addInitScript(() => {
		window.told = [];
		window.Notification = class {
			static permission = "granted";
			static requestPermission = async () => "granted";
			constructor(title, { body }) {
				window.told.push(`${title} ${body}`);
			}
		};
	});
	await page.reload();
	await players[other].press(page.locator("[data-key=share]"));
	await players[other].press(page.locator("#notices"));
	await page.reload();
	await players[other].press(page.locator("[data-key=share]"));
	assert.ok(await page.locator("#notices").isChecked(), "the leave is kept");
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
