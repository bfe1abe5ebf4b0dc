// What happened while somebody was away is told on coming back: scene by scene, to be stopped, told
// again or left; by hand where no motion is wanted; 40 events in a minute.

import assert from "node:assert/strict";
import { test } from "node:test";
import { lengths_of, scenes_of, told_of } from "../../web/story.js";
import { leave, seats } from "./seated.mjs";

const inch = 2540;
const house = seats();
const { sit_at } = house;

const foot = (side, name, x, y) => ({
	side,
	name,
	class: "foot",
	figures: 10,
	files: 5,
	base: { width: 2000, depth: 2000 },
	pose: { x: x * inch, y: y * inch, facing: side === "red" ? 0 : 32768 },
	stats: { movement_allowance: 12 * inch, morale_rating: 20 },
});

const muster = {
	board: { width: 48 * inch, depth: 40 * inch, terrain: [] },
	ends: { turns: 4, count: "none" },
	units: [
		...[8, 16, 24, 32, 40].map((x) => foot("red", `Lion ${x}`, x, 12)),
		...[8, 16, 24, 32, 40].map((x) => foot("blue", `Stag ${x}`, x, 26)),
	],
};

/** By the API: everybody stands in turn one, and then charges or moves, until it holds. */
async function play_turns({ view, act }, until) {
	for (let moves = 0; moves < 200; moves++) {
		const views = [await view("red"), await view("blue")];
		const mine = views.find((one) => one.waiting_for.some((wait) => wait.side === one.side));
		if (!mine || until(mine))
			return;
		const own = mine.actions.filter((one) => one.group !== "table");
		const of = (type) => own.find((one) => one.do.type === type);
		const declare = own.find((one) => one.do.type === "declare_charge" && !mine.units[one.unit].order && !mine.units[one.unit].draft);
		await act(
			mine.side,
			(declare ?? of("charge") ?? (mine.turn > 1 ? of("move") : undefined) ?? of("leave_open") ?? own.find((one) => one.group === "step") ?? own[0]).do,
		);
	}
}

/** Go away, let `play` happen, come back; the story that is told. */
async function away(player, play) {
	const { page } = player;
	const address = page.url();

	await page.waitForFunction(() => {
		const [entry] = Object.values(JSON.parse(localStorage.getItem("pennon.seats")));
		return Object.values(entry.seen ?? {}).some((seq) => seq > 0);
	});
	await page.goto("about:blank");
	await play();
	await page.goto(address);
	const story = page.locator("pn-story:not([hidden])");
	await story.locator(".told:not(:empty)").waitFor();
	return story;
}

test("who comes back is told scene by scene, may stop, hear it again, and leave", async () => {
	const table = await sit_at({ ruleset: "battlesystem-2e", muster });
	const { blue } = table;
	const { page } = blue;
	const story = await away(blue, () => play_turns(table, (mine) => mine.turn === 3));
	const told = story.locator(".told");

	assert.match(await story.locator(".small").textContent(), /^1 of \d+$/);
	const first = await told.textContent();
	await blue.press(story.locator("[data-key=story-stop]"));
	const stopped = await told.textContent();
	await blue.inspect("story");
	assert.equal(await told.textContent(), stopped, "stopped is stopped");
	await blue.press(story.locator("[data-key=story-on]"));
	await page.waitForFunction((text) => document.querySelector("pn-story .told").textContent !== text, stopped);
	await blue.press(story.locator("[data-key=story-again]"));
	await page.waitForFunction((text) => document.querySelector("pn-story .told").textContent === text, first);
	// The sentence is one that a screen reader reads out.
	assert.equal(await told.getAttribute("role"), "status");
	await blue.press(story.locator("[data-key=story-skip]"));
	await page.locator("pn-story").waitFor({ state: "hidden" });
	await page.locator("path.trail").first().waitFor({ state: "attached" });
	await blue.inspect("trails");
	await leave(table.red, blue);
});

test("whoever wants no motion goes on by hand", async () => {
	const table = await sit_at({ ruleset: "battlesystem-2e", muster });
	const { red } = table;
	const { page } = red;

	await page.emulateMedia({ reducedMotion: "reduce" });
	const story = await away(red, () => play_turns(table, (mine) => mine.turn === 3));
	const told = await story.locator(".told").textContent();
	await page.waitForTimeout(3000); // nothing may come meanwhile: longer than a first scene
	assert.equal(await story.locator(".told").textContent(), told);
	await red.press(story.locator("[data-key=story-on]"));
	await page.waitForFunction((text) => document.querySelector("pn-story .told").textContent !== text, told);
	await leave(red, table.blue);
});

test("forty events are told in a minute at most, and a charge is one scene", async () => {
	const table = await sit_at({ ruleset: "battlesystem-2e", muster });
	const { red } = table;

	await play_turns(table, (mine) => mine.turn === 3);
	const minor = new Set(["decision_opened", "decision_answered", "decision_closed", "flag_set", "tally_set", "fact_set", "sealed_content"]);
	const events = (await red.events()).filter((event) => !minor.has(event.type));
	assert.ok(events.length > 40, `${events.length} events`);
	const scenes = scenes_of(events, minor);
	const lines = scenes.map((scene) => told_of(scene).map((event) => "x".repeat(40) + event.type).join(" "));
	const whole = lengths_of(lines, 55_000).reduce((a, b) => a + b, 0);
	assert.ok(whole <= 60_000 && scenes.length < events.length, `${whole} ms, ${scenes.length} scenes`);
	const charge = scenes.find((scene) => scene.events.some((event) => event.type === "contact"));
	assert.ok(charge.events.some((event) => event.type === "rolled"), charge.events.map((event) => event.type).join());
	assert.ok(charge.events.some((event) => event.type === "moved"), charge.events.map((event) => event.type).join());
	await leave(red, table.blue);
});
