// Reacting: the threat is drawn on the table, and beside each answer stands what the dice would
// say to it, as the server counted it; two touches answer.

import assert from "node:assert/strict";
import { test } from "node:test";
import { until } from "./hand.mjs";
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

	// The charging player sees what it will depend on before declaring it.
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
	await chance("hold").filter({ hasText: /72\s?% for Red/ }).waitFor();
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

test("an answer can be given for good, from the question", async () => {
	const { red, blue, view } = await sit_at({
		ruleset: "t9a-2e",
		muster: muster(
			unit("red", "Ashdown Spears", 16, ninth_age, { class: "standard" }),
			unit("blue", "Marsh Wardens", 26, archers, { class: "standard" }),
		),
	});
	const always = blue.page.getByRole("checkbox", { name: "Always answer Ashdown Spears like this (listed under Plan)" });

	await red.play({ action: { do: { type: "declare_charge" }, unit: "r1" } });
	await blue.pick({ action: { do: { type: "hold" }, unit: "b1" } });
	await always.check();
	for (const id of ["r1", "b1"]) {
		const block = await blue.page.locator(`.units [data-unit=${id}] .rim`).boundingBox();
		const board = await blue.page.locator("pn-board svg.table").boundingBox();
		assert.ok(block.y > board.y && block.y + block.height < board.y + board.height, `${id} is seen above the card`);
	}
	await blue.inspect("always");
	await blue.confirm();
	await blue.page.waitForFunction(() => !document.querySelector(".pending"));
	await blue.settle();
	const { standing_orders: stands } = await view("blue");
	assert.deepEqual(stands.orders, [
		{ answer: "react", decision: stands.orders[0].decision, unit: "r1", with: "b1", reaction: "hold" },
	]);
	assert.deepEqual((await view("red")).standing_orders.orders, [], "nobody else is told");
	await blue.press(blue.page.locator("[data-tab=plan]"));
	await blue.page.locator("pn-plan .queue li").filter({ hasText: "Ashdown Spears" }).waitFor();
	await leave(red, blue);
});

test("a unit, or its whole troop type, is let go on for good, from the question; signs tell it, and it is ended at the unit", async () => {
	const stats = { movement_allowance: 12 * inch, morale_rating: 20 };
	const at = (side, x, y) => ({ class: "foot", pose: { x: x * inch, y: y * inch, facing: side === "red" ? 0 : 32768 } });
	const table = await sit_at({
		ruleset: "battlesystem-2e",
		muster: muster(
			...[10, 24, 38].map((x) => unit("red", `Lion ${x}`, 16, stats, at("red", x, 12))),
			...[10, 24, 38].map((x) => unit("blue", `Stag ${x}`, 30, stats, at("blue", x, 36))),
		),
	});
	const asks = ({ waiting_for, side }) => waiting_for.some((wait) => wait.side === side && wait.decision === "opportunity");
	const moves = ({ waiting_for, side, actions }) =>
		waiting_for.some((wait) => wait.side === side && wait.decision === "movement") && actions.some(({ do: { type } }) => type === "move");

	const { player: mover, view: before } = await until(table, moves);
	const foe = mover === table.red ? table.blue : table.red;
	const foe_side = mover === table.red ? "blue" : "red";
	const own = Object.keys(before.units).filter((id) => before.units[id].side === before.side);
	const move = async (id) => {
		const action = (await table.view(before.side)).actions.find((one) => one.do.type === "move" && one.unit === id);
		await table.act(before.side, action.do);
	};
	const box = (name) => foe.page.getByRole("checkbox", { name });
	const sign = (id) => foe.page.locator(`.units [data-unit=${id}][aria-label*="in one of your standing orders"]`);

	// One unit: of it nobody is asked again, of the next one is.
	await move(own[0]);
	await foe.until(asks);
	await foe.press(foe.page.locator("[data-type=pass]"));
	await box(`Never ask about ${before.units[own[0]].name}, let it go on (listed under Plan)`).check();
	await foe.inspect("never");
	await foe.confirm();
	await sign(own[0]).waitFor({ state: "attached" });
	assert.equal(await sign(own[1]).count(), 0);
	const stands = (await table.view(foe_side)).standing_orders.orders;
	assert.deepEqual(stands, [{ answer: "pass", decision: "opportunity", unit: own[0] }]);
	assert.deepEqual((await table.view(before.side)).standing_orders.orders, [], "nobody else is told");
	await mover.until(moves);
	await move(own[1]);
	await foe.until(asks);

	// Its whole troop type instead: the last of the three is not asked about.
	await foe.press(foe.page.locator("[data-type=pass]"));
	await box("Never ask about any foot, let them go on").check();
	assert.equal(await box(/^Never ask about Stag|^Never ask about Lion/).isChecked(), false, "one of the two");
	await foe.confirm();
	await sign(own[2]).waitFor({ state: "attached" });
	await mover.until(moves);
	await move(own[2]);
	await mover.until(({ units, waiting_for }) =>
		units[own[2]].pose.y !== before.units[own[2]].pose.y && waiting_for.every(({ decision }) => decision === "movement"));

	// Both are about the first: they are listed where it is picked, and each is ended there.
	await foe.press(foe.page.locator(`.units [data-unit=${own[0]}]`));
	await foe.raise();
	const listed = foe.page.locator("[data-key^=standing-end]");
	await listed.nth(1).waitFor();
	await foe.inspect("standing-of-unit");
	await foe.press(listed.first());
	await foe.page.waitForFunction(() => document.querySelectorAll("[data-key^=standing-end]").length === 1);
	await foe.press(listed.first());
	await sign(own[0]).waitFor({ state: "detached" });
	assert.deepEqual((await table.view(foe_side)).standing_orders.orders, []);
	await leave(table.red, table.blue);
});

test("Battlesystem: an opportunity charge tells of its check, and of no distance", async () => {
	const stats = { movement_allowance: 12 * inch, morale_rating: 12 };
	const beside = (side, y) => ({ class: "foot", pose: { x: 30 * inch, y: y * inch, facing: side === "red" ? 0 : 32768 } });
	const { red, blue, view, act } = await sit_at({
		ruleset: "battlesystem-2e",
		muster: muster(
			unit("red", "Ashdown Spears", 16, stats, { class: "foot" }),
			unit("red", "Fell Foot", 16, stats, beside("red", 16)),
			unit("blue", "Marsh Wardens", 30, stats, { class: "foot" }),
			unit("blue", "Dart Men", 30, stats, beside("blue", 30)),
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
	await line.filter({ hasText: /45\s?%.*10 or less on 2d10 for the charge/ }).nth(1).waitFor();
	assert.equal(await line.locator("meter").count(), 0, "reach is not measured: no bar");
	// What is so for both is said once.
	await asked.page.getByText("That is the chance that it dares to charge: this book forbids measuring beforehand.").waitFor();
	assert.equal(await asked.page.locator(".group.react .odds-note").count(), 1);
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

	// The line goes to where the other will stand by then; in sight it does nobody knows where.
	const rays = page.locator(".ghost .charge-ray:not(.past)");
	const length = () => rays.evaluate((ray) => ray.getTotalLength());
	const after_three = await length();
	await asked.press(page.getByRole("button", { name: "when it is nearest" }));
	await page.locator(".moments output").filter({ hasText: "of its way" }).waitFor();
	await page.waitForFunction((before) => {
		const ray = document.querySelector(".ghost .charge-ray:not(.past)");
		return ray && ray.getTotalLength() < before - 2540;
	}, after_three);
	assert.equal(await page.locator(".ghost .figure.answered").count(), 1);
	await asked.inspect("moment-nearest");
	await asked.press(page.getByRole("button", { name: "when it comes in sight" }));
	await rays.waitFor({ state: "detached" });
	assert.equal(await page.locator(".ghost .figure.answered").count(), 0);
	await page.locator("#moment").fill("3");
	await page.locator(".moments output").filter({ hasText: "after 3 in of its way" }).waitFor();
	await page.locator("#preview").filter({ hasText: "Allowed" }).waitFor();
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
	await red.page.locator(".pending .odds-note").getByText("That is the chance that it dares to charge: this book forbids measuring beforehand.").waitFor();
	assert.match(await told.locator("strong").textContent(), /^97\s?%$/);
	assert.equal(await told.locator("meter").count(), 0);
	assert.match(await red.page.locator(".pending .odds-note").innerText(), /If it does not reach the enemy, it goes as far as it may/);
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
	await told.getByText("Allowed, but as things stand it cannot succeed.").waitFor();
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

test("who may not answer a move is named, with the reason and its clause", async () => {
	const stats = { movement_allowance: 12 * inch, morale_rating: 20 };
	const at = (side, x, y) => ({ pose: { x: x * inch, y: y * inch, facing: side === "red" ? 0 : 32768 } });
	const table = await sit_at({
		ruleset: "battlesystem-2e",
		muster: muster(
			unit("red", "Ashdown Horse", 0, stats, { class: "cavalry", ...at("red", 24, 12) }),
			unit("red", "Ashdown Spears", 0, stats, { class: "foot", ...at("red", 32, 12) }),
			unit("blue", "Marsh Horse", 0, stats, { class: "cavalry", ...at("blue", 24, 30) }),
			unit("blue", "Marsh Wardens", 0, stats, { class: "foot", ...at("blue", 32, 30) }),
		),
	});
	const { player, view } = await until(table, ({ actions }) => actions.some((one) => one.do.type === "move"));
	const own = view.side[0];
	const other = player === table.red ? table.blue : table.red;
	const move = view.actions.find((one) => one.do.type === "move" && one.unit === `${own}1`);

	await table.act(view.side, move.do);
	const closed = other.page.locator("[data-key=why-not]").filter({ hasText: "Units that may not react, and why (1)" });
	await closed.waitFor({ state: "attached" }); // on a phone the sheet lies low until it is pulled up
	await other.raise();
	await other.press(closed);
	const told = other.page.locator("details:has([data-key=why-not]) li");
	await told.filter({ hasText: "Foot may not charge horse like that." }).waitFor();
	assert.match(await told.innerText(), own === "r" ? /^Marsh Wardens: .*B2-64/ : /^Ashdown Spears: .*B2-64/);
	await other.pick({ action: { do: { type: "opportunity_charge" }, unit: own === "r" ? "b1" : "r1" } });
	await other.press(other.page.locator("[data-key=cancel]"));
	await told.waitFor(); // what was opened stays open while the panel is drawn again
	await other.inspect("why-not");
	await leave(table.red, table.blue);
});

test("a second roll that cannot come far enough is muted and says so", async () => {
	const stats = { march: 5 * inch, character_march: 0, models: 4, impact: 0 };
	const { red, blue, view, act } = await sit_at({
		ruleset: "conquest-1.5",
		muster: muster(
			unit("red", "Ashdown Spears", 6, stats, { class: "infantry", traits: ["standard_bearer"] }),
			unit("blue", "Marsh Wardens", 40, stats, { class: "infantry" }),
		),
	});
	const is_asked = (one) => one.do.type === "reroll";
	const stacked = new Set();

	for (let moves = 0; moves < 20 && !(await view("red")).actions.some(is_asked); moves++) {
		const views = [await view("red"), await view("blue")];
		const { side, actions } = views.find((one) => one.waiting_for.some((wait) => wait.side === one.side));
		const stack = stacked.has(side) ? undefined : actions.find((one) => one.do.type === "order_stack");
		const charge = side === "red" ? actions.find((one) => one.group === "charge") : undefined;
		if (stack)
			stacked.add(side);
		await act(side, (charge ?? stack ?? actions.find((one) => one.group === "step")).do);
	}
	const again = red.page.locator(".action.hopeless[data-type=reroll]");
	await again.getByText("As things stand it cannot succeed.").waitFor();
	await red.press(again);
	await red.page.locator("#preview").getByText("Allowed, but as things stand it cannot succeed.").waitFor();
	assert.equal(await red.page.locator("[data-key=confirm].primary").count(), 0);
	await red.inspect("reroll-hopeless");
	await leave(red, blue);
});

test("a hair's breadth before a friend is no move: it is not among the choices, and why is told", async () => {
	const stats = { movement_allowance: 12 * inch, morale_rating: 12 };
	const places = [16 * inch, 16 * inch + 4010, 40 * inch, 40 * inch - 4010];
	const table = await sit_at({
		ruleset: "battlesystem-2e",
		muster: muster(
			...places.map((y, place) => {
				const side = place < 2 ? "red" : "blue";
				const pose = { x: 24 * inch, y, facing: side === "red" ? 0 : 32768 };
				return unit(side, `Ashdown ${place + 1}`, 0, stats, { class: "foot", pose });
			}),
		),
	});
	const { player, view } = await until(table, ({ actions }) => actions.some((one) => one.do.type === "move"));
	const id = view.side === "red" ? "r1" : "b1";
	const action = view.actions.find((one) => one.do.type === "move" && one.unit === id);
	const seen = action.presets.filter(({ do: { path } }) => path[0].kind !== "advance");

	assert.ok(action.do.path[0].length < 254 && seen.length > 0 && seen.length < action.presets.length);
	await player.pick({ action });
	await player.page.getByText("There is no room to move straight ahead.").waitFor();
	await player.page.waitForFunction((count) => document.querySelectorAll(".pending > .presets .preset").length === count, seen.length);
	await player.press(player.page.locator(".preset").first());
	await player.page.locator(".preset[aria-pressed=true]").waitFor();
	await player.page.getByText("There is no room straight on").waitFor({ state: "detached" });
	await leave(table.red, table.blue);
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

test("a browser is asked for leave to notify only once it has been one's turn, and is told why", async () => {
	const stats = { movement_allowance: 12 * inch, morale_rating: 12 };
	const table = await sit_at({
		ruleset: "battlesystem-2e",
		muster: muster(
			unit("red", "Ashdown Spears", 16, stats, { class: "foot" }),
			unit("blue", "Marsh Wardens", 40, stats, { class: "foot" }),
		),
	});
	const owes = (view) => view.waiting_for.some((wait) => wait.side === view.side);
	const [first, other] = owes(await table.view("red")) ? ["red", "blue"] : ["blue", "red"];
	const player = table[other];
	const { page } = player;

	await page.addInitScript(() => {
		window.asked = 0;
		window.Notification = class {
			static permission = "default";
			static requestPermission = async () => {
				window.asked++;
				return "denied";
			};
		};
	});
	await page.reload();
	await player.press(page.locator("[data-key=share]"));
	await page.getByText("Once it has been your turn, this page can tell you of the next one.").waitFor();
	assert.equal(await page.locator("#notices").count(), 0);
	await page.getByText("How to be told while this page is closed").waitFor();
	await player.press(page.getByRole("button", { name: "Close" }));
	for (let moves = 0; moves < 10 && !owes(await table.view(other)); moves++) {
		const { actions } = await table.view(first);
		await table.act(first, (actions.find((one) => one.group === "step") ?? actions[0]).do);
	}
	await page.waitForFunction(() => document.title.startsWith("●"));
	await player.press(page.locator("[data-key=share]"));
	await page.getByText("Your browser will ask whether this page may notify you.").waitFor();
	assert.equal(await page.evaluate(() => window.asked), 0, "nobody was asked by himself");
	await page.locator("#notices").click();
	await page.waitForFunction(() => window.asked === 1 && !document.querySelector("#notices").checked);
	await page.getByText("Notices are not allowed for this site in your browser.").waitFor();
	await player.inspect("notices");
	await leave(table.red, table.blue);
});

test("a charge that cannot succeed but must be made is a working button, and says that it must", async () => {
	const { muster: whole } = await house.ask("scenarios/hold-or-run");
	const [lion, stag] = ["red", "blue"].map((side) => whole.units.find((one) => one.side === side));
	const at = (one, y, facing) => ({ ...one, pose: { x: 24 * inch, y: y * inch, facing } });
	// In reach until the target flees: by two dice it is out of reach for certain.
	const table = await sit_at({ ruleset: "t9a-2e", muster: { ...whole, units: [at(lion, 10, 0), at(stag, 25.5, 32768)] } });
	const { red, blue, view, act } = table;
	const { page } = red;

	await act("red", (await view("red")).actions.find((one) => one.do.type === "declare_charge").do);
	await act("blue", (await view("blue")).actions.find((one) => one.do.type === "flee").do);
	const { waiting_for } = await view("red");
	assert.equal(waiting_for[0].decision, "next_charge");
	await page.locator("main.game[data-waits]:not([data-waits=''])").waitFor();
	await red.pick({ action: { do: { type: "charge" }, unit: "r1" } });
	await page.locator("#preview", { hasText: "It must be made anyway." }).waitFor();
	const button = page.locator("[data-key=confirm]");
	assert.equal(await button.getAttribute("class"), "primary");
	assert.ok(await button.isEnabled());
	await red.inspect("obliged");
	await red.confirm();
	await page.locator("pn-log li.charge_ended").waitFor({ state: "attached" });
	await leave(red, blue);
});
