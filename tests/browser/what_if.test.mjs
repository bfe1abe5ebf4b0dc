// What if, in a game: while a way is dragged over a slow line the referee in the page answers, and the
// server says its word where it comes to rest; where they differ, or there is no referee of the
// game's revision, or it dies, the server alone is asked.

import assert from "node:assert/strict";
import { test } from "node:test";
import { latencies, leave, seats } from "./seated.mjs";
import { patience } from "./support.mjs";

const house = seats();
const latency = latencies.at(-1);
const drag_steps = 40;

/** Players of whom Red moves, what is asked of whom in Red's page, and Red's unit held by the mouse. */
async function sit_down(prepare = async () => {}) {
	const { red, blue, view, act } = await house.sit_at({ scenario: "first-charge" });
	const { page } = red;
	const may_move = ({ actions = [] }) => actions.some((one) => one.do.type === "move");

	for (let steps = 0; steps < 20 && !may_move(await view("red")); steps++)
		for (const side of ["red", "blue"]) {
			const { waiting_for, actions } = await view(side);

			if (waiting_for.some((wait) => wait.side === side) && !(side === "red" && may_move({ actions })))
				await act(side, (actions.find((one) => one.group === "step") ?? actions[0]).do);
		}
	await prepare(page);
	const read = page.waitForResponse("**/referee/what_if.js");
	await page.reload();
	await read;
	await page.evaluate(() => {
		const { postMessage } = Worker.prototype;

		globalThis.asked_here = 0;
		Worker.prototype.postMessage = function (message) {
			globalThis.asked_here += message.ask === "foretell" ? 1 : 0;
			if (globalThis.is_dead)
				this.dispatchEvent(new ErrorEvent("error", { message: "it is ended" }));
			else
				postMessage.call(this, message);
		};
	});
	await red.until(may_move);
	const { unit } = (await view("red")).actions.find((one) => one.do.type === "move");
	const block = page.locator(`.units [data-unit=${unit}] .rim`);

	await red.still();
	await block.click();
	await page.locator("[data-key=confirm]").waitFor();
	const box = await block.boundingBox();
	const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
	const drag_to = (step) => page.mouse.move(from.x, from.y - 8 - step);

	await page.mouse.move(from.x, from.y);
	await page.mouse.down();
	await drag_to(0);
	return { red, blue, drag_to, asked_here: () => page.evaluate(() => globalThis.asked_here), said: page.locator(".ghost .said") };
}

/** Drag until the referee in the page is asked: then all that it takes is read. */
async function drag_until_here({ drag_to, asked_here, red }) {
	const end = Date.now() + patience;

	for (let step = 1; (await asked_here()) === 0; step++) {
		assert.ok(Date.now() < end, "the referee in the page is never asked");
		await drag_to(step % 8);
		await red.settle();
	}
}

test(`at ${latency} ms a ghost has its answers while the server has said nothing`, async () => {
	const table = await sit_down();
	const { red, blue, drag_to, asked_here, said } = table;
	const { page } = red;
	let asked_there = 0;
	let let_go = () => {};
	const said_nothing = new Promise((done) => (let_go = done));

	await red.slow(latency);
	await drag_until_here(table);
	const before = await asked_here();
	await page.route("**/preview", async (route) => {
		asked_there++;
		await said_nothing;
		await route.continue();
	});
	const costs = new Set();

	for (let step = 10; step < 10 + drag_steps; step++) {
		await drag_to(step);
		await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
		costs.add(await said.textContent());
	}
	const asked = (await asked_here()) - before;

	console.log(`${drag_steps} steps of a drag: ${asked} asked of the page, ${asked_there} of the server, ${costs.size} costs shown`);
	assert.ok(asked >= drag_steps / 2 && costs.size >= 10, "the ghost waits for nobody");
	assert.ok(asked_there < asked, "the server is asked where it rests");
	for (const cost of costs)
		assert.match(cost, /^\d+(\.\d+)? in$/);
	// At rest the server is asked, and what it says is what was told.
	const told = await said.textContent();
	const confirmed = page.waitForResponse("**/preview");

	await page.mouse.up();
	let_go();
	await confirmed;
	await red.settle();
	assert.equal(await said.textContent(), told);
	await page.unrouteAll({ behavior: "wait" });
	await leave(red, blue);
});

test("the server says its word although the line becomes good just as the ghost comes to rest", async () => {
	let join_line = () => {};
	const joined = new Promise((done) => (join_line = done));
	const table = await sit_down((page) =>
		page.route(/\/stream(\?|$)/, async (route) => {
			await joined;
			await route.continue();
		}),
	);
	const { red, blue, drag_to, asked_here } = table;
	const { page } = red;

	await drag_until_here(table);
	await red.settle();
	const before = await asked_here();
	const confirmed = page.waitForResponse("**/preview");

	await drag_to(20);
	await page.waitForFunction((before) => globalThis.asked_here > before, before);
	join_line();
	await confirmed;
	await page.mouse.up();
	await page.unrouteAll({ behavior: "wait" });
	await leave(red, blue);
});

test("where the server says otherwise its word shows, and it alone is asked from then on", async () => {
	const table = await sit_down();
	const { red, blue, drag_to, asked_here } = table;
	const { page } = red;
	const shown = page.locator("#preview").filter({ hasText: "B2-30" });

	await drag_until_here(table);
	await page.route("**/preview", async (route) => {
		const response = await route.fetch();

		await route.fulfill({ response, json: { clause: "B2-30", code: "too_far", detail: "It is planted.", lawful: false } });
	});
	await drag_to(20);
	await shown.waitFor();
	const before = await asked_here();

	for (let step = 21; step < 30; step++)
		await drag_to(step);
	await red.settle();
	await shown.waitFor();
	assert.equal(await asked_here(), before);
	await page.mouse.up();
	await page.unroute("**/preview");
	await leave(red, blue);
});

test("no referee in the page, one of another revision, one that dies: the server alone is asked", async () => {
	const cases = {
		missing: (page) => page.route("**/referee/*.wasm", (route) => route.abort()),
		unable: (page) =>
			page.route("**/referee/worker.js", async (route) => {
				const answer = await route.fetch();

				await route.fulfill({ response: answer, body: `delete globalThis.WebAssembly;${await answer.text()}` });
			}),
		revised: (page) =>
			page.route(/\/v1\/games\/[0-9a-f-]+$/, async (route) => {
				const response = await route.fetch();
				const game = await response.json();

				await route.fulfill({ response, json: { ...game, revision: game.revision + 1 } });
			}),
	};

	for (const [name, prepare] of Object.entries(cases)) {
		const { red, blue, drag_to, asked_here, said } = await sit_down(prepare);

		red.cut = true;
		for (let step = 1; step < 20; step++) {
			await drag_to(step);
			await red.settle();
		}
		assert.match(await said.textContent(), /^\d+(\.\d+)? in$/, name);
		assert.equal(await asked_here(), 0, name);
		await red.page.mouse.up();
		await red.page.unrouteAll({ behavior: "wait" });
		await leave(red, blue);
	}
	const table = await sit_down();
	const { red, blue, drag_to, asked_here, said } = table;

	await drag_until_here(table);
	await red.page.evaluate(() => (globalThis.is_dead = true));
	await drag_to(10);
	await red.settle();
	const before = await asked_here();

	for (let step = 11; step < 20; step++) {
		await drag_to(step);
		await red.settle();
	}
	assert.equal(await asked_here(), before);
	assert.match(await said.textContent(), /^\d+(\.\d+)? in$/);
	await red.page.mouse.up();
	await leave(red, blue);
});
