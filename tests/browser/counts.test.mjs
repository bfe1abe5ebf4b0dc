// What web/README.md counts: clicks to the lesson's first charge, stops of a turn as its players see
// them, and script in a frame while a way is dragged over 80 units. Each is printed as it is checked.

import assert from "node:assert/strict";
import { test } from "node:test";
import { crowd, work_of } from "./crowd.mjs";
import { rows } from "./hand.mjs";
import { Maker } from "./maker.mjs";
import { next_to_act } from "./player.mjs";
import { leave, seats } from "./seated.mjs";
import { desk, patience, phone, Visitor } from "./support.mjs";

const inch = 2540;
const clicks_max = 13; // what it took before
const stops_max = 8;
const house = seats();
const { sit_at } = house;

test("the lesson's first charge takes fewer clicks than it did", async () => {
	for (const [place, size] of Object.entries({ desk, phone })) {
		const pupil = await Visitor.open(house.browser, house.daemon.url, size);
		const { page } = pupil;
		let clicks = 0;
		const press = async (locator) => {
			clicks++;
			await pupil.press(locator);
			await pupil.settle();
		};
		// What a reader of the steps presses, the first that is there: its own order where the step's
		// has come, else what ends the step.
		const wanted = [
			"[data-key=lesson-go]",
			"[data-key=confirm]:enabled",
			"main.game:has(.group.declare .action) .units [data-unit=r1]:not(.selected)",
			".action[data-type=declare_charge][data-for=r1]",
			"main.game:not(:has(.group.declare .action)) .group.step .action",
		];

		await page.goto(`${house.daemon.url}/`);
		await press(page.getByRole("button", { name: "Begin the lesson" }));
		await page.locator(".steps .now").waitFor({ state: "attached" });
		const declared = page.locator("pn-log li.charge_declared, pn-log li.declaration_made");
		for (const end = Date.now() + patience; Date.now() < end && (await declared.count()) === 0; await pupil.settle())
			for (const selector of wanted) {
				const found = page.locator(selector).first();
				if (await found.isVisible()) {
					await press(found);
					break;
				}
			}
		console.log(`clicks to the lesson's first charge, ${place}: ${clicks}`);
		assert.ok((await declared.count()) > 0, await page.locator("main").innerText());
		assert.ok(clicks < clicks_max, `${clicks} clicks`);
		await leave(pupil);
	}
});

test("a turn of Battlesystem stops each player a few times", async () => {
	const stats = { movement_allowance: 12 * inch, morale_rating: 12 };
	const table = await sit_at({ ruleset: "battlesystem-2e", muster: rows(4, stats, { class: "foot" }) });
	const players = [table.red, table.blue];
	let stops = 0,
		turn = 0;

	for (const player of players)
		await player.page.evaluate(() => {
			const main = document.querySelector("main.game");
			let waits = main.dataset.waits;
			window.stops = waits ? 1 : 0;
			new MutationObserver(() => {
				window.stops += !waits && main.dataset.waits ? 1 : 0;
				waits = main.dataset.waits;
			}).observe(main, { attributes: true, attributeFilter: ["data-waits"] });
		});
	for (const end = Date.now() + patience; Date.now() < end; ) {
		const player = await next_to_act(...players);
		const view = await player.view();
		turn = view.turn;
		if (turn > 1)
			break;
		const { do: body } =
			view.actions.flatMap((one) => one.presets ?? []).find((preset) => preset.do.until === "step") ??
			view.actions.find((one) => one.do.type === "move" && one.target === null) ??
			view.actions.find((one) => one.group === "step") ?? {};
		if (!body)
			continue; // a standing answer was carried out since: this side is asked nothing more
		try {
			await table.act(view.side, body);
		} catch (error) {
			assert.match(error.message, /"refusal":"not_(now|your_decision)"/, "or it was carried out just now");
			continue;
		}
		await player.until((now) => now.version > view.version);
	}
	for (const player of players)
		stops += await player.page.evaluate(() => window.stops);
	console.log(`stops of a turn of Battlesystem 2e, both players, four units a side: ${stops}`);
	assert.ok(turn === 2 && stops <= stops_max, `${stops} stops`);
	await leave(...players);
});

test("80 units: while a way is dragged what moves is drawn, and no other unit", async () => {
	const { red, blue, view, act } = await sit_at({ ruleset: "battlesystem-2e", muster: crowd() });
	const { page } = red;
	const may_move = ({ actions = [] }) => actions.some((one) => one.do.type === "move");
	const step_of = ({ actions }) => actions.find((one) => one.group === "step") ?? actions[0];

	for (let steps = 0; steps < 20 && !may_move(await view("red")); steps++)
		for (const side of ["red", "blue"]) {
			const now = await view(side);
			if (now.waiting_for.some((wait) => wait.side === side) && !(side === "red" && may_move(now)))
				await act(side, step_of(now).do);
		}
	await red.until(may_move);
	const unit = page.locator(".units .can[data-unit=r1]");
	await unit.waitFor();
	await red.still();
	await unit.click();
	await page.locator(".units .selected[data-unit=r1]").waitFor();
	await red.settle();
	const box = await page.locator(".units [data-unit=r1] .rim").boundingBox();
	const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
	await page.mouse.move(from.x, from.y);
	await page.mouse.down();
	await page.mouse.move(from.x, from.y - 10);
	await page.locator(".ghost .figure").waitFor(); // what draws it is read by now
	const moves = 60;
	const { calls, changes, layouts, frames } = await work_of(red, async () => {
		for (let step = 0; step < moves; step++)
			await page.mouse.move(from.x + (step % 10) * 3, from.y - 10 - step);
	});
	await page.mouse.up();
	console.log(`a way dragged over 80 units: ${moves} moves, ${frames} frames, ${calls} calls, ${changes} changes, ${layouts} layouts`);
	// Were all units drawn again, a move would take 148,000 calls.
	assert.ok(changes > 0, "the ghost moves");
	assert.ok(layouts <= 8 * moves, `${layouts} layouts`);
	// On a busy machine a move takes several frames, and each is drawn.
	assert.ok(calls <= 8000 * Math.max(moves, frames), `${calls} calls`);
	await leave(red, blue);
});

test("80 units set up: they are dressed at once, and dragged together without drawing what stands still", async () => {
	const maker = await Maker.open(house.browser, house.daemon.url, desk);
	const { page } = maker;
	const moves = 60;

	await maker.begin();
	await page.locator("#shelf input[type=file]").first().setInputFiles({
		name: "crowd.json",
		mimeType: "application/json",
		buffer: Buffer.from(JSON.stringify({ format: 1, name: "Crowd", ruleset: "battlesystem-2e", muster: crowd() })),
	});
	await page.locator("h1", { hasText: "Crowd" }).waitFor();
	await maker.good();
	await maker.panel("units");
	await maker.press(maker.key("all-red"));
	await maker.key("dress").waitFor();
	const dressed = await work_of(maker, async () => {
		await maker.press(maker.key("dress"));
		await maker.checked();
	});
	const { muster } = await maker.file();
	assert.equal(new Set(muster.units.filter(({ side }) => side === "red").map(({ pose }) => pose.y)).size, 1, "on one line");
	await page.locator("pn-ground svg.table").focus();
	await page.keyboard.press("Control+z");
	await page.keyboard.press("Control+a");
	await maker.still();
	const box = await page.locator(".units [data-unit=r1] .rim").boundingBox();
	const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
	await page.mouse.move(x, y);
	await page.mouse.down();
	await page.mouse.move(x + 8, y);
	const dragged = await work_of(maker, async () => {
		for (let step = 0; step < moves; step++)
			await page.mouse.move(x + 8 + (step % 10), y - (step % 7));
	});
	await page.mouse.up();
	const told = ({ calls, changes, layouts, frames }) => `${frames} frames, ${calls} calls, ${changes} changes, ${layouts} layouts`;
	console.log(`40 units dressed: ${told(dressed)}; 80 dragged, ${moves} moves: ${told(dragged)}`);
	// Each unit is told where it goes, and nothing of it is drawn again.
	assert.ok(dragged.changes > 0 && dragged.changes <= 200 * moves, `${dragged.changes} changes`);
	assert.ok(dragged.layouts <= 8 * moves, `${dragged.layouts} layouts`);
	assert.ok(dragged.calls <= 200000 * moves, `${dragged.calls} calls`);
	await leave(maker);
});
