// What the tests themselves must notice: an error of a page, and a QR code that no camera reads.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { begin, Player } from "./player.mjs";
import { leave, seats } from "./seated.mjs";
import { desk, patience, phone } from "./support.mjs";

const house = seats();
const { sit_at } = house;

test("every QR code that is shown can be read, by day and by lamplight", async () => {
	const open = (size, options) => Player.open(house.browser, house.daemon.url, size, options);
	const host = await open(desk);
	const guest = await open(phone);
	const link = await begin(host, guest, "first-charge");

	assert.deepEqual(await host.read_codes(), [link]);
	await leave(host, guest);

	const { red, blue } = await sit_at({ scenario: "first-charge" });
	for (const player of [red, blue]) {
		await player.press(player.page.locator("[data-key=share]"));
		for (const key of ["hand-over", "umpire"])
			await player.press(player.page.locator(`[data-key=${key}-go]`));
		await player.page.locator("#umpire").waitFor();
		const links = [];
		for (const key of ["hand-over", "umpire"])
			links.push(await player.page.locator(`#${key}`).inputValue());
		assert.deepEqual(await player.read_codes(), links);
	}
	await leave(red, blue);

	const anna = await open(phone, { colorScheme: "dark" });
	await anna.page.goto(`${anna.url}/`);
	await anna.page.locator("#name").fill("Anna of Wick");
	await anna.press(anna.page.getByRole("button", { name: "Take this name" }));
	await anna.press(anna.page.locator("[data-key=player-link]"));
	await anna.page.locator("#player-link").waitFor();
	assert.deepEqual(await anna.read_codes(), [await anna.page.locator("#player-link").inputValue()]);
	await leave(anna);
});

test("what a page does wrong is noticed: an error, a complaint, an answer that is none", async () => {
	const visitor = await Player.open(house.browser, house.daemon.url, desk);
	const { page } = visitor;

	await page.goto(`${visitor.url}/`);
	await page.evaluate(() => {
		setTimeout(() => {
			throw new RangeError("thrown on purpose");
		});
		console.error("said on purpose");
		fetch("v1/games/none");
	});
	const until = async (holds) => {
		for (const end = Date.now() + patience; Date.now() < end && !holds(); )
			await page.evaluate(() => new Promise(requestAnimationFrame));
		assert.ok(holds(), visitor.complaints.join("\n"));
	};
	await until(() => /thrown on purpose/.test(visitor.complaints.join("\n")) && visitor.complaints.length >= 3);
	assert.throws(() => visitor.blameless());

	// A line that was cut on purpose excuses nothing but itself.
	visitor.complaints.length = 0;
	visitor.cut = true;
	await page.evaluate(() => {
		setTimeout(() => {
			throw new RangeError("thrown on purpose");
		});
	});
	await until(() => visitor.complaints.length > 0);
	assert.throws(() => visitor.blameless());
	visitor.complaints.length = 0;
	await leave(visitor);
});

for (const [colorScheme, colour] of [
	["light", "#e8e0d0"],
	["dark", "#302c28"],
])
	test(`colours that are too near each other are noticed, ${colorScheme}`, async () => {
		const visitor = await Player.open(house.browser, house.daemon.url, phone, { colorScheme });
		const { page } = visitor;

		await page.goto(`${visitor.url}/`);
		await page.getByRole("heading", { name: "Start a game" }).waitFor();
		await page.evaluate((rule) => {
			const [sheet] = document.styleSheets;
			sheet.insertRule(rule, sheet.cssRules.length);
		}, `@media (prefers-color-scheme: ${colorScheme}) { h2 { color: ${colour}; } }`);
		await assert.rejects(visitor.inspect(`too-near-${colorScheme}`), ({ actual }) =>
			actual.some((fault) => fault.startsWith("color-contrast")),
		);
		await leave(visitor);
	});

test("no test opens a window by itself, unwatched", () => {
	const folder = new URL("./", import.meta.url);
	const found = readdirSync(folder)
		.filter((name) => name.endsWith(".mjs") && name !== "support.mjs" && name !== "watch.test.mjs")
		.filter((name) => /newPage|newContext/.test(readFileSync(new URL(name, folder), "utf8")));

	assert.deepEqual(found, []);
});

test("the log goes on after windows were let pass until something more happens", async () => {
	const inch = 2540;
	const foot = (side, name, y) => ({
		side,
		name,
		class: "foot",
		figures: 10,
		files: 5,
		base: { width: 2000, depth: 2000 },
		pose: { x: 24 * inch, y: y * inch, facing: side === "red" ? 0 : 32768 },
		stats: { movement_allowance: 12 * inch, morale_rating: 12 },
	});
	const { red, blue, view, act } = await sit_at({
		ruleset: "battlesystem-2e",
		muster: {
			board: { width: 48 * inch, depth: 48 * inch, terrain: [] },
			ends: { turns: 4, count: "none" },
			units: [foot("red", "Ashdown Spears", 16), foot("blue", "Marsh Wardens", 30)],
		},
	});
	let asked = null;

	for (let moves = 0; moves < 20 && !asked; moves++) {
		const views = [await view("red"), await view("blue")];
		const mine = views.find((one) => one.waiting_for.some((wait) => wait.side === one.side));
		const { decision } = mine.waiting_for.find((wait) => wait.side === mine.side);
		const of = (group) => mine.actions.find((one) => one.group === group);
		if (decision === "opportunity") {
			asked = mine.side;
			await act(asked, { type: "pass", until: "unit_does_more" });
		} else {
			await act(mine.side, (decision === "movement" && of("move") ? of("move") : of("step")).do);
		}
	}
	const asker = asked === "red" ? red : blue;
	const line = asker.page.locator("pn-log li.will_pass .said");
	await line.waitFor({ state: "attached" });
	assert.match(await line.textContent(), /^You will not be asked about .* again until it does something else\.$/);
	// The player who passed sees what comes after it, also after a reload.
	await act(asked, { type: "resign" });
	await asker.page.locator("pn-log li.ended").waitFor({ state: "attached" });
	await asker.page.reload();
	await asker.page.locator("pn-log li.ended").waitFor({ state: "attached" });
	// A line that cannot be made is told as such, and the next is there.
	const lines = await red.page.evaluate(() => {
		const log = document.createElement("pn-log");
		const events = [{ seq: 1, type: "rolled", who: "r1", what: "rally", faces: 7 }, { seq: 2, type: "ended", winner: "red" }];

		document.body.append(log);
		log.render({ game_id: "g", side: "red", log: events, game: { units: {} } }, null);
		const told = [...log.querySelectorAll("ol > li")].map((line) => line.textContent);
		log.remove();
		return told;
	});
	assert.equal(lines.length, 2);
	assert.match(lines[0], /\(rolled, number 1\)/);
	assert.ok(red.complaints.splice(0).every((said) => /^(event|line) 1: /.test(said)));
	await leave(red, blue);
});
