// However little room a window has, one can play in it: three controls of the orders lie whole in sight, and the
// table has half of what they leave. What changes nothing, and doing it, never scrolls away.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { company } from "./hand.mjs";
import { Player } from "./player.mjs";
import { leave, seats } from "./seated.mjs";
import { desk, open_browser, phone } from "./support.mjs";

const house = seats();
const { sit_at } = house;
const inch = 2540;

/** A desk; one at 200 %; a phone that lies; a small one; a phone. */
const shapes = [desk, { width: 720, height: 450 }, { width: 844, height: 390 }, { width: 320, height: 568 }, phone];

/** Runs in the page: the controls of the orders, which of them lie whole in sight, and what the table has. */
function room() {
	const panel = document.querySelector("pn-actions");
	const controls = [...panel.querySelectorAll("button, a[href], select, summary, input")].filter((one) => one.checkVisibility());
	const whole = controls.filter((one) => {
		const { left, right, top, bottom } = one.getBoundingClientRect();
		const points = [[left + 3, top + 3], [right - 3, bottom - 3], [(left + right) / 2, (top + bottom) / 2]];
		return points.every(([x, y]) => one.contains(document.elementFromPoint(x, y)));
	});
	const area = (node) => {
		const { width, height } = node.getBoundingClientRect();
		return width * height;
	};

	return {
		controls: controls.length,
		whole: whole.map((one) => one.textContent.trim() || one.dataset.key),
		share: area(document.querySelector("pn-board")) / (innerWidth * innerHeight - area(panel)),
		over: document.documentElement.scrollWidth - innerWidth,
		below: document.documentElement.scrollHeight - innerHeight,
	};
}

/** Looks at what `player` sees in windows of these shapes. */
async function fits(player, state, wanted = shapes) {
	const { page } = player;

	await player.settle();
	for (const size of wanted) {
		const name = `${state}, ${size.width} by ${size.height}`;
		await page.setViewportSize(size);
		await player.settle();
		const { controls, whole, share, over, below } = await page.evaluate(room);
		assert.ok(whole.length >= Math.min(3, controls), `${name}: of ${controls} only ${whole.join(", ")}`);
		assert.ok(share >= 0.5, `${name}: the table has ${share.toFixed(2)} of what the orders leave`);
		assert.ok(over <= 0 && below <= 0, `${name}: the page is larger than its window`);
		await player.shot(`${state}-${size.width}`);
	}
	await page.setViewportSize(player.size);
	await player.settle();
}

const spears = { advance: 4 * inch, discipline: 7, health: 1, resilience: 3 };
const bows = { ...spears, aim: 4, shots: 1, range: 18 * inch, strength: 3 };
const unit = (side, name, y, stats) => ({
	side,
	name,
	class: "standard",
	figures: 10,
	files: 5,
	base: { width: 2000, depth: 2000 },
	pose: { x: 24 * inch, y: y * inch, facing: side === "red" ? 0 : 32768 },
	stats,
});
const spears_and_bows = {
	ruleset: "t9a-2e",
	muster: {
		board: { width: 48 * inch, depth: 48 * inch, terrain: [] },
		ends: { turns: 4, count: "none" },
		units: [unit("red", "Ashdown Spears", 16, spears), unit("blue", "Marsh Wardens", 26, bows)],
	},
};

/** A charge is declared on the page of Red and asked of Blue; both are looked at. */
async function charge_and_answer(table, wanted) {
	const { red, blue } = table;

	await fits(red, "declare", wanted);
	await red.pick({ action: { do: { type: "declare_charge" }, unit: "r1" } });
	await fits(red, "chosen", wanted);
	await red.confirm();
	await blue.page.locator(".group.react .odds").nth(3).waitFor({ state: "attached" });
	await fits(blue, "answer", wanted);
	await leave(red, blue);
}

test("orders, what is picked and answers, in every shape of window", async () => {
	await charge_and_answer(await sit_at(spears_and_bows));
});

test("what has many choices, in every shape of window; a phone that lies is as good as a desk", async () => {
	const { red, blue } = await sit_at({ scenario: "two-kings" });

	for (const player of [red, blue]) {
		await fits(player, "orders");
		await player.press(player.page.locator("pn-actions .action").first());
		await player.page.locator("[data-key=confirm]").waitFor();
		await fits(player, "order");
	}
	await red.page.setViewportSize((red.size = { width: 844, height: 390 }));
	await red.inspect("lying");
	await red.press(red.page.locator("[data-tab=log]"));
	await red.page.locator("pn-log").waitFor();
	assert.ok(!(await red.page.locator("pn-actions").isVisible()), "one panel at a time");
	await red.inspect("lying-log");
	await leave(red, blue);
});

test("the lesson's banner folds, and opens with what is said next", async () => {
	const player = await Player.open(house.browser, house.daemon.url, phone);
	const { page } = player;
	const said = page.locator(".lesson-said");
	const fold = page.locator("[data-key=lesson-fold]");

	await page.goto(house.daemon.url);
	await player.press(page.locator("[data-key=lesson]"));
	await said.waitFor();
	await player.press(fold);
	await said.waitFor({ state: "hidden" });
	assert.equal(await fold.getAttribute("aria-expanded"), "false");
	await fits(player, "lesson");
	await player.inspect("lesson-folded");
	// On a desk there is nothing to fold: all of it is there.
	await page.setViewportSize(desk);
	assert.ok((await said.isVisible()) && !(await fold.isVisible()));
	await page.setViewportSize(phone);
	await player.press(fold);
	await said.waitFor();
	// What is picked has the room; what is said next is seen.
	const go_on = page.locator("[data-key=lesson-go]");
	for (let steps = 0; steps < 5 && !(await go_on.isVisible()); steps++) {
		const version = await player.version();
		await player.press(page.locator(".foot .group .action").first());
		await page.locator("[data-key=confirm]").waitFor();
		await said.waitFor({ state: "hidden" });
		await player.press(page.locator("[data-key=confirm]"));
		await page.waitForFunction((was) => Number(document.querySelector("main.game").dataset.version) > was, version);
		await page.locator(".foot .group .action, [data-key=lesson-go]").first().waitFor();
	}
	await go_on.waitFor();
	assert.ok(await said.isVisible());
	await leave(player);
});

test("the foot never scrolls and covers nothing; a list that goes on says so", async () => {
	const table = await sit_at({
		ruleset: "battlesystem-2e",
		muster: {
			board: { width: 60 * inch, depth: 44 * inch, terrain: [] },
			units: [
				...[6, 17, 28, 39, 50].map((x, place) => company("red", `Lion ${place + 1}`, x, 12)),
				...[6, 17, 28, 39, 50].map((x, place) => company("blue", `Stag ${place + 1}`, x, 30)),
			],
			method: "sealed",
			ends: { turns: 3, count: "none" },
		},
	});

	for (const [side, player] of [["red", table.red], ["blue", table.blue]]) {
		const { page } = player;
		const list = page.locator(".offers");
		const goes_on = page.locator(".offers[data-goes-on]");

		while ((await table.view(side)).actions.every((one) => one.do.type !== "declare_charge")) {
			const [{ side: other }] = (await table.view(side)).waiting_for;
			await table.act(other, (await table.view(other)).actions.find((one) => one.group === "step").do);
		}
		await player.press(page.locator("[data-key=all]"));
		await page.locator(".group.declare .action").nth(4).waitFor({ state: "attached" });
		await page.locator("[data-key=help]").waitFor({ state: "attached" });
		await page.locator("[data-key=help]").evaluate((one) => (one.parentElement.open = true));
		const sign = await page.locator(".offers[data-goes-on] + .foot").evaluate((node) => getComputedStyle(node, "::before").content);
		assert.match(sign, /▾/);
		for (const one of await list.locator("button:visible, summary:visible").all()) {
			await one.scrollIntoViewIfNeeded();
			assert.ok(
				await one.evaluate((node) => {
					const { left, top, width, height } = node.getBoundingClientRect();
					return node.contains(document.elementFromPoint(left + width / 2, top + height / 2));
				}),
				`${await one.textContent()} lies under something`,
			);
			assert.ok((await page.evaluate(room)).whole.includes("All is written: I am ready"), "the way on is in sight");
		}
		await list.evaluate((node) => node.scrollTo(0, node.scrollHeight));
		await goes_on.waitFor({ state: "detached" });
		await list.evaluate((node) => node.scrollTo(0, 0));
		await goes_on.waitFor();
	}
	// On a phone the sheet that is pulled up takes what its list needs, and the table keeps a strip.
	await table.blue.raise();
	await table.blue.page.locator("main[data-sheet=full]").waitFor();
	const [board, panel] = await Promise.all(["pn-board", "pn-actions"].map((one) => table.blue.page.locator(one).boundingBox()));
	assert.ok(panel.height > board.height && board.height >= 9 * 16);
	await table.blue.inspect("sheet-full");
	await leave(table.red, table.blue);
});

let large = null; // a browser whose letters are twice as large

before(async () => {
	large = await open_browser(["--blink-settings=defaultFontSize=32"]);
});

after(() => large?.close());

test("letters twice as large", async () => {
	const usual = house.browser;

	house.browser = large;
	try {
		await charge_and_answer(await sit_at(spears_and_bows), [desk]);
	} finally {
		house.browser = usual;
	}
});
