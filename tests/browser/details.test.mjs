// Small things that a newcomer stumbles over: lengths, signs, clocks, lists, what is open to whom.

import assert from "node:assert/strict";
import { test } from "node:test";
import { counted, rows, until } from "./hand.mjs";
import { begin, next_to_act, Player } from "./player.mjs";
import { leave, seats } from "./seated.mjs";
import { desk, phone } from "./support.mjs";

const house = seats();
const { ask, sit_at } = house;

test("lengths are told in inches, before the rule book is read and after", async () => {
	for (const scenario of ["horn-and-standard", "the-long-wall"]) {
		const { red, blue } = await sit_at({ scenario });
		const { page } = red;
		let let_go;
		const held = new Promise((resolve) => (let_go = resolve));

		await page.route("**/v1/rulesets/*", async (route) => {
			await held;
			await route.continue();
		});
		await red.press(page.locator("[data-tab=units]"));
		await red.press(page.locator("[data-key='roster r1']"));
		await page.locator("[data-key='roster r1'][aria-pressed=true]").waitFor();
		assert.doesNotMatch(await page.locator("pn-roster").innerText(), /\d{3,}/);
		let_go();
		await page.locator("[data-key='roster r1']").filter({ hasText: /\d in\b/ }).waitFor();
		await red.press(page.locator("[data-key=about]"));
		await page.locator("pn-roster dd").filter({ hasText: "a sample" }).first().waitFor();
		const told = await page.locator("pn-roster .about > dl").evaluate((list) =>
			[...list.querySelectorAll("dd")]
				.filter((one) => !one.querySelector("code"))
				.map((one) => one.textContent),
		);
		assert.deepEqual(told.filter((text) => /\d{4,}/.test(text)), []);
		await red.inspect(`lengths-${scenario}`);
		await leave(red, blue);
	}
});

test("the roster and the table give a unit the same sign", async () => {
	const { red, blue } = await sit_at({ scenario: "two-kings" });
	const { page } = red;

	await red.press(page.locator("[data-tab=units]"));
	await page.locator("[data-key='roster r1']").waitFor();
	const shape = (selector) =>
		page.locator(selector).evaluate((path) => (path.getAttribute("d").match(/[a-z]/gi) ?? []).join(""));
	for (const unit of ["r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8"])
		assert.equal(
			await shape(`[data-key="roster ${unit}"] .glyph path`),
			await shape(`.units [data-unit=${unit}] .symbol`),
			unit,
		);
	await leave(red, blue);
});

test("a standing order asks with whom only where somebody is to react", async () => {
	const { red, blue } = await sit_at({ scenario: "first-charge" });
	const { page } = red;

	await red.press(page.locator("[data-tab=plan]"));
	await page.locator("#standing-answer").waitFor();
	assert.ok(!(await page.locator("#standing-with").isVisible()));
	await page.locator("#standing-answer").selectOption({ index: 1 });
	await page.locator("#standing-with").waitFor();
	await leave(red, blue);
});

test("the clock says what a decision adds, and rule tags are no buttons", async () => {
	const { red, blue } = await sit_at({ scenario: "first-charge" });

	for (const player of [red, blue]) {
		await player.page.locator(".players").filter({ hasText: /Each decision adds \d+ d/ }).waitFor({ state: "attached" });
		const edges = await player.page
			.locator(".clause")
			.evaluateAll((tags) => tags.map((tag) => getComputedStyle(tag).borderTopStyle));
		assert.ok(edges.length > 0 && edges.every((edge) => edge === "none"));
	}
	await leave(red, blue);
});

test("the front page follows one's games, and a lesson left alone is nobody's turn", async () => {
	const anna = await Player.open(house.browser, house.daemon.url, desk);
	const bert = await Player.open(house.browser, house.daemon.url, phone);

	await anna.page.goto(`${anna.url}/`);
	await anna.press(anna.page.getByRole("button", { name: "Begin the lesson" }));
	await anna.page.locator("pn-lesson .steps .now").waitFor({ state: "attached" });
	await anna.page.goto(`${anna.url}/`);
	await anna.page.locator(".games .small").filter({ hasText: "a lesson, turn" }).waitFor();
	await anna.page.getByText("The first charge, you are Red", { exact: true }).waitFor();
	assert.equal(await anna.page.locator(".games .waits").count(), 0);

	await anna.page.locator("#name").fill("Anna of Wick");
	await anna.press(anna.page.getByRole("button", { name: "Take this name" }));
	await anna.page.getByRole("heading", { name: "You are Anna of Wick" }).waitFor();
	await begin(anna, bert, "first-charge");
	await anna.page.goto("about:blank");
	await anna.page.goto(`${anna.url}/`);
	await anna.page.locator(".games .small").filter({ hasText: "waiting for an opponent" }).waitFor();
	await bert.press(bert.page.getByRole("button", { name: "Take the seat" }));
	await bert.page.getByText("You are Blue").waitFor();
	await anna.page.locator(".games .small").filter({ hasText: /Waiting for|Your turn/ }).waitFor();
	assert.equal(await anna.page.locator(".games .small").filter({ hasText: "waiting for an opponent" }).count(), 0);
	await leave(anna, bert);
});

test("what a decision asks is explained to who opens it, and stays open", async () => {
	const { red, blue } = await sit_at({ scenario: "first-charge" });
	const player = await next_to_act(red, blue);
	const { page } = player;
	const help = page.locator("pn-actions .help");
	const { decision } = (await player.view()).waiting_for[0];

	await player.raise();
	await player.press(help.locator("summary"));
	await help.locator("p").filter({ hasText: /\. .*\. If your time runs out, / }).waitFor();
	await player.inspect("help");
	const said = await help.locator("p").innerText();
	for (let turns = 0; turns < 20; turns++) {
		const now = await next_to_act(red, blue);
		const view = await now.view();
		const step = view.actions.find((one) => one.group === "step" || one.do.type.startsWith("go_"));

		if (now === player && view.waiting_for[0].decision !== decision)
			break;
		await now.play({ action: step });
	}
	await page.waitForFunction(
		(before) => {
			const text = document.querySelector("pn-actions .help[open] p")?.textContent;
			return text && text !== before;
		},
		said,
	);
	await leave(red, blue);
});

test("games that are over lie apart, with who won; each game has its picture", async () => {
	const { red, blue, act } = await sit_at({ scenario: "first-charge" });

	await act("blue", { type: "resign" });
	for (const [player, said] of [
		[red, "You won"],
		[blue, "Red won"],
	]) {
		const { page } = player;

		await page.goto(`${player.url}/`);
		await player.press(page.locator("[data-key=over]"));
		await page.locator("details .games li .small").filter({ hasText: said }).waitFor();
		assert.equal(await page.locator("details .games .small-picture .block").count(), 8);
		assert.equal(await page.locator(".games li").count(), 1, "it is nowhere else");
		await player.inspect("games-over");
	}
	// The longest words beside the narrowest picture: nothing hangs over the side.
	await blue.page.evaluate(() => localStorage.setItem("pennon.language", "de"));
	await blue.page.reload();
	await blue.press(blue.page.locator("[data-key=over]"));
	await blue.page.locator("details .games li .small").filter({ hasText: "Rot hat gewonnen" }).waitFor();
	await blue.inspect("games-over-german");
	await leave(red, blue);
});

test("measuring is allowed where the book allows it, unless the players say otherwise", async () => {
	for (const { id } of (await ask("rulesets")).rulesets) {
		const book = await ask(`rulesets/${id}`);
		assert.equal(book.premeasure.default, book.premeasure.clause !== undefined, id);
		const scenario = (await ask("scenarios")).scenarios.find((one) => one.ruleset === id);
		const { muster } = await ask(`scenarios/${scenario.id}`);
		if (book.premeasure.default)
			assert.ok(muster.premeasure, `${scenario.id} follows its book`);
	}
	const book = await ask("rulesets/t9a-2e");
	assert.deepEqual(book.premeasure, { clause: "T9-82", default: true });
	const { red, blue, view } = await sit_at({ scenario: "hold-or-run" });
	assert.equal((await view("red")).premeasure, true);

	// The ruler: two touches, and the way between them in inches.
	for (const player of [red, blue]) {
		const { page } = player;
		await player.press(page.locator("[data-key=ruler]"));
		const table = await page.locator(".field").boundingBox();
		await player.point(table.x + table.width * 0.3, table.y + table.height * 0.5);
		await player.point(table.x + table.width * 0.7, table.y + table.height * 0.5);
		await page.locator(".ghost .ruler-said").filter({ hasText: /^\d+(\.\d+)? in$/ }).waitFor();
		await player.inspect("ruler");
	}
	await red.press(red.page.locator(".units [data-unit=r2] .rim"));
	await red.page.locator(".ghost .range").first().waitFor();
	const arcs = await red.page.locator(".ghost .arc").getAttribute("d");
	assert.equal(arcs.match(/M/g).length, 4, "a line from each corner");
	await red.inspect("ranges");
	await leave(red, blue);

	const strict = await sit_at({ scenario: "first-charge" });
	assert.ok(!(await strict.red.page.locator("[data-key=ruler]").isVisible()));
	await leave(strict.red, strict.blue);
});

test("who is in the way of a move is told by name, beside it and on the table", async () => {
	const inch = 2540;
	const stats = { movement_rate: 9 * inch, hit_dice: 100, armour_class: 4, thac0: 20, figure_ratio: 10, damage_die: 8 };
	const muster = rows(2, stats, { class: "foot" });
	for (const [place, one] of muster.units.entries())
		if (place % 2 === 1)
			one.pose = { ...one.pose, x: 5 * inch, y: one.pose.y + (one.side === "red" ? 4 : -4) * inch };
	const table = await sit_at({ ruleset: "battlesystem-1e", muster });
	const { player, view } = await until(table, ({ actions }) => actions.some((one) => one.do.type === "move"));
	const own = Object.keys(view.units).filter((id) => view.units[id].side === view.side);
	const [id, other] = own.map((one) => [one, view.units[one]]).sort(([, a], [, b]) => (b.name < a.name ? 1 : -1)).map(([one]) => one);
	const hand = counted(player);
	const { x, y } = view.units[id].pose;
	const { page } = player;

	await hand.unit(id);
	await page.locator(`.units [data-unit=${id}].selected`).waitFor();
	await hand.place({ x, y: y + (view.side === "red" ? 8 : -8) * inch }, view.board.depth);
	await page.locator("#preview.refused").filter({ hasText: view.units[other].name }).waitFor();
	await page.locator(".ghost .said.refused").filter({ hasText: view.units[other].name }).waitFor();
	await leave(table.red, table.blue);
});
