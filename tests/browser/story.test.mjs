// What happened while somebody was away is told on coming back: scene by scene, to be stopped, told
// again or left; by hand where no motion is wanted; 40 events in a minute.

import assert from "node:assert/strict";
import { test } from "node:test";
import { lengths_of, scenes_of, told_of } from "../../web/story.js";
import { noted, play_turns, two_lines } from "./absent.mjs";
import { leave, seats } from "./seated.mjs";

const house = seats();
const { sit_at } = house;

/** Go away, let `play` happen, come back; the story that is told. */
async function away(player, play) {
	const { page } = player;
	const address = page.url();

	await noted(player);
	await page.goto("about:blank");
	await play();
	await page.goto(address);
	const story = page.locator("pn-story:not([hidden])");
	await story.locator(".told:not(:empty)").waitFor();
	return story;
}

test("who comes back is told scene by scene, may stop, hear it again, and leave", async () => {
	const table = await sit_at(two_lines);
	const { blue } = table;
	const { page } = blue;
	const story = await away(blue, () => play_turns(table, (mine) => mine.turn === 3));
	const told = story.locator(".told");

	await story.getByRole("heading", { name: "While you were away" }).waitFor();
	assert.match(await story.locator(".small").textContent(), /^\d+ of \d+$/);
	await blue.press(story.locator("[data-key=story-stop]"));
	const stopped = await told.textContent();
	await blue.inspect("story");
	assert.equal(await told.textContent(), stopped, "stopped is stopped");
	await blue.press(story.locator("[data-key=story-on]"));
	await page.waitForFunction((text) => document.querySelector("pn-story .told").textContent !== text, stopped);
	await blue.press(story.locator("[data-key=story-again]"));
	await page.waitForFunction(() => /^1 of \d+$/.test(document.querySelector("pn-story .small").textContent));
	// The sentence is one that a screen reader reads out.
	assert.equal(await told.getAttribute("role"), "status");
	await blue.press(story.locator("[data-key=story-skip]"));
	await page.locator("pn-story").waitFor({ state: "hidden" });
	await page.locator("path.trail").first().waitFor({ state: "attached" });
	await blue.inspect("trails");
	await leave(table.red, blue);
});

test("whoever wants no motion goes on by hand", async () => {
	const table = await sit_at(two_lines);
	const { red } = table;
	const { page } = red;

	await page.emulateMedia({ reducedMotion: "reduce" });
	await page.clock.install();
	const story = await away(red, () => play_turns(table, (mine) => mine.turn === 3));
	const told = await story.locator(".told").textContent();
	await page.clock.runFor(60_000); // nothing may come meanwhile: longer than a whole story
	assert.equal(await story.locator(".told").textContent(), told);
	await red.press(story.locator("[data-key=story-on]"));
	await page.waitForFunction((text) => document.querySelector("pn-story .told").textContent !== text, told);
	await leave(red, table.blue);
});

test("forty events are told in a minute at most, and a charge is one scene", async () => {
	const table = await sit_at(two_lines);
	const { red } = table;

	await play_turns(table, (mine) => mine.turn === 3);
	const minor = new Set(["decision_opened", "decision_answered", "decision_closed", "flag_set", "tally_set", "fact_set", "sealed_content"]);
	const events = (await red.events()).filter((event) => !minor.has(event.type));
	assert.ok(events.length > 40, `${events.length} events`);
	const scenes = scenes_of(events, ({ type }) => minor.has(type));
	const lines = scenes.map((scene) => told_of(scene).map((event) => "x".repeat(40) + event.type).join(" "));
	const whole = lengths_of(lines, 55_000).reduce((a, b) => a + b, 0);
	assert.ok(whole <= 60_000 && scenes.length < events.length, `${whole} ms, ${scenes.length} scenes`);
	const charge = scenes.find((scene) => scene.events.some((event) => event.type === "contact"));
	assert.ok(charge.events.some((event) => event.type === "rolled"), charge.events.map((event) => event.type).join());
	assert.ok(charge.events.some((event) => event.type === "moved"), charge.events.map((event) => event.type).join());
	await leave(red, table.blue);
});
