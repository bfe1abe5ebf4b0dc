// The table and what stands about it: the ghost that is dragged, a plan, talk, a seat on
// two devices, two tabs of one player, looking back, the record checked in place, the
// lesson; and what it costs: script a frame while panning, memory over many events.

import assert from "node:assert/strict";
import { test } from "node:test";
import { crowd, work_of } from "./crowd.mjs";
import { begin, next_to_act, Player } from "./player.mjs";
import { leave, seats, with_brave_units } from "./seated.mjs";
import { desk, patience, phone, Visitor } from "./support.mjs";

const house = seats();
const { daemon } = house;

const ready = (player) =>
	player.page.locator("main.game[data-version]:not([data-version='0'])").waitFor();

async function sit_down(scenario, sizes = [desk, phone]) {
	const red = await Player.open(house.browser, daemon.url, sizes[0]);
	const blue = await Player.open(house.browser, daemon.url, sizes[1]);

	await begin(red, blue, scenario);
	await blue.press(blue.page.getByRole("button", { name: "Take the seat" }));
	await ready(red);
	await ready(blue);
	return [red, blue];
}

/** Answer whatever is asked with the step that ends it, until a decision comes. */
async function play_until(players, decision) {
	for (let moves = 0; moves < 60; moves++) {
		const player = await next_to_act(...players);
		assert.ok(player, `the game ended before ${decision}`);
		const view = await player.view();
		const asked = view.waiting_for.find((wait) => wait.side === view.side);
		if (asked?.decision === decision)
			return player;
		if (asked)
			await player.play({ action: view.actions.find((one) => one.group === "step") });
	}
	return assert.fail(`nobody was asked: ${decision}`);
}

async function middle_of(locator) {
	const box = await locator.boundingBox();

	return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test("a unit is dragged, its ghost tells what it costs, and it goes there", async () => {
	const [red, blue] = await sit_down("first-charge", [desk, desk]);
	const player = await play_until([red, blue], "movement");
	const { page } = player;
	const view = await player.view();
	const unit = view.actions.find((one) => one.do.type === "move").unit;
	const ahead = -1; // one's own side is below
	const block = page.locator(`.units [data-unit=${unit}] .rim`);

	await block.click();
	const from = await middle_of(block);
	await page.mouse.move(from.x, from.y);
	await page.mouse.down();
	for (let step = 1; step <= 10; step++)
		await page.mouse.move(from.x, from.y + ahead * step * 6);
	await page.locator(".ghost .said").waitFor();
	await page.locator("#preview").filter({ hasText: "of its movement" }).waitFor();
	await player.inspect("dragging");
	const said = await page.locator(".ghost .said").textContent();
	assert.match(said, /^\d+(\.\d+)? in$/);
	await page.mouse.up();

	// A leg more, by its button; what the book does not allow names its rule.
	await page.locator("[data-key=add-leg]").click();
	await page.locator("[data-key=leg-face_left]").click();
	await page.locator(".leg").nth(1).waitFor();
	await page.locator("#preview").filter({ hasText: /Allowed|Not allowed/ }).waitFor();
	await player.inspect("two-legs");
	await page.locator("[data-key=drop-leg-1]").click();
	await page.locator(".leg").nth(1).waitFor({ state: "detached" });
	await page.locator("#preview").filter({ hasText: "of its movement" }).waitFor();
	await player.confirm();
	const { name } = view.units[unit];
	const told = (await player.log()).filter((line) => line.startsWith(name));
	assert.match(told.at(-1), /about to move|advances/);
	await leave(red, blue);
});

test("talk, a seat on another device, and two tabs that agree", async () => {
	const [red, blue] = await sit_down("first-charge");

	// A player who looks at the orders learns at once what is said, for the page listens all the while.
	await blue.page.waitForRequest((request) => /\/messages\?.*wait=\d/.test(request.url()));
	await red.press(red.page.getByRole("button", { name: "Talk" }));
	await red.page.locator("#say").fill("Good luck!");
	await red.press(red.page.locator("[data-key=say]"));
	await red.page.locator(".said-list li").filter({ hasText: "Good luck!" }).waitFor();
	await red.inspect("talk");
	await blue.page.locator("[data-tab=talk][data-news]").waitFor();
	await blue.press(blue.page.getByRole("button", { name: "Talk" }));
	await blue.page.locator(".said-list li").filter({ hasText: "Good luck!" }).waitFor();
	await blue.inspect("talk");
	await blue.press(blue.page.locator(".tabs [data-tab=orders]"));

	await red.press(red.page.getByRole("button", { name: "Share" }));
	await red.press(red.page.locator("[data-key=hand-over-go]"));
	await red.page.locator(".qr path").waitFor();
	await red.inspect("hand-over");
	const link = await red.page.locator("#hand-over").inputValue();
	const other = await Player.open(house.browser, daemon.url, phone);
	await other.page.goto(link);
	await other.press(other.page.getByRole("button", { name: "Take the seat" }));
	await other.page.getByText("You are Red").waitFor();
	await red.press(red.page.getByRole("button", { name: "Close" }));

	// What one tab does the other shows; what it had picked meanwhile is let go.
	const player = await next_to_act(red, blue);
	const view = await player.view();
	const [one, two] =
		player === red ? [red, other] : [blue, await blue.open_tab()];
	const step = view.actions.find((action) => action.group === "step");
	await two.pick({ action: step });
	await one.play({ action: step });
	const version = await one.version();
	await two.page.waitForFunction(
		(wanted) => Number(document.querySelector("main.game").dataset.version) >= wanted,
		version,
	);
	await two.page.locator(".pending").waitFor({ state: "detached" });
	await leave(red, blue, other);
});

test("an umpire comes with a link, both agree, and the umpire answers what is asked", async () => {
	const [red, blue] = await sit_down("first-charge");
	const table = async (player, type) => {
		const view = await player.view();
		await player.play({ action: view.actions.find((action) => action.do.type === type) });
	};

	await red.press(red.page.getByRole("button", { name: "Share" }));
	await red.press(red.page.locator("[data-key=umpire-go]"));
	const umpire = await Player.open(house.browser, daemon.url, phone);
	await umpire.page.goto(await red.page.locator("#umpire").inputValue());
	await umpire.press(umpire.page.getByRole("button", { name: "Take the seat" }));
	await umpire.page.getByText("You are the umpire").waitFor();
	await red.inspect("umpire-link");
	await red.press(red.page.getByRole("button", { name: "Close" }));

	await table(red, "offer_umpire");
	await blue.page.getByRole("region", { name: "An offer" }).waitFor();
	await table(blue, "accept_offer");
	await table(blue, "ask_draw");
	const question = umpire.page.getByRole("region", { name: "A question to the umpire" });
	await question.waitFor();
	await question.getByText("Blue asks the umpire for a draw.").waitFor();
	await umpire.inspect("umpire-asked");
	await umpire.press(question.locator(".action[data-type=rule_for]"));
	await umpire.press(umpire.page.locator("[data-key=confirm]"));
	await red.page.locator("main.game").getByText("by the umpire").first().waitFor();
	await leave(red, blue, umpire);
});

test("a finished game: looked back through, linked to, checked in the page", async () => {
	const [red, blue] = await sit_down("two-lines");

	for (let steps = 0; steps < 6; steps++) {
		const player = await next_to_act(red, blue);
		const view = await player.view();
		if (view.waiting_for.some((wait) => wait.side === view.side))
			await player.play({ action: view.actions.find((one) => one.group === "step") });
	}
	const player = await next_to_act(red, blue);
	await player.play({ action: { do: { type: "resign" } } });
	await red.page.locator(".result").waitFor();
	if (await blue.page.locator(".tabs [data-tab=orders]").isVisible())
		await blue.press(blue.page.locator(".tabs [data-tab=orders]"));
	for (const one of [red, blue]) {
		await one.press(one.page.locator("[data-key=verify]"));
		await one.page.getByText("The record holds.").waitFor();
		await one.inspect("checked");
		await one.press(one.page.locator("[data-key=look-back]"));
		await one.page.locator("pn-replay:not([hidden])").waitFor();
		const slider = one.page.locator("pn-replay input[type=range]");
		assert.equal(await slider.inputValue(), await slider.getAttribute("max"), "it opens at the end");
		await one.press(one.page.getByRole("button", { name: "One step back" }));
		await one.press(one.page.getByRole("button", { name: "One step back" }));
		await one.inspect("looking-back");
	}
	const watcher = await Visitor.open(house.browser, daemon.url, desk);
	await watcher.page.goto(`${red.page.url()}@5`);
	await watcher.page.locator("pn-replay:not([hidden])").waitFor();
	await watcher.press(watcher.page.getByRole("button", { name: "Now" }));
	await watcher.page.locator("pn-replay[hidden]").waitFor({ state: "attached" });
	await leave(red, blue, watcher);
});

test("orders given in advance are carried out, standing orders answer, a line by pointing", async () => {
	const sizes = [desk, phone];
	const seated = await sit_down("first-charge", sizes);
	const player = await play_until(seated, "movement");
	const other = seated.find((one) => one !== player);
	const to_plan = async (one) => {
		await one.press(one.page.getByRole("button", { name: "Plan", exact: true }));
		await one.page.locator("pn-plan").waitFor();
	};
	const later = async (action) => {
		await player.pick({ action });
		await player.press(player.page.locator("[data-key=later]"));
	};

	// The other lets pass whatever comes over a line drawn on the table, and any enemy's move.
	await to_plan(other);
	await other.press(other.page.locator("[data-key=line]"));
	const table = await other.page.locator("pn-board").boundingBox();
	for (const [x, y] of [
		[0.3, 0.4],
		[0.7, 0.45],
	])
		await other.point(table.x + table.width * x, table.y + table.height * y);
	await other.page.locator(".ghost .line").waitFor();
	await other.press(other.page.locator("[data-key=line-ends]"));
	await other.page.locator("#bound-line-0-x").focus();
	await other.page.keyboard.press("ArrowRight");
	await other.inspect("line");
	await other.press(other.page.locator("[data-key=standing-add]"));
	await other.page.locator("pn-plan .queue li").filter({ hasText: "line" }).waitFor();
	await other.press(other.page.locator("[data-key=standing-add]"));
	await other.page.locator("[data-key=order-1]").waitFor();
	assert.equal((await other.view()).standing_orders.orders[0].line.length, 2);
	await other.page.reload();
	await ready(other);
	await to_plan(other);
	await other.press(other.page.locator("[data-key=order-0]"));
	await other.page.locator("[data-key=order-1]").waitFor({ state: "detached" });
	await other.inspect("standing-orders");

	const { actions } = await player.view();
	await later(actions.find((one) => one.do.type === "move"));
	await later(actions.find((one) => one.group === "step"));
	if (player.is_phone)
		await to_plan(player);
	await player.inspect("plan");
	await player.press(player.page.locator("[data-key=plan-give]"));
	await player.page.locator("[data-key=plan-give]").waitFor({ state: "detached" });
	// Each of its commands is carried out a moment after what came before it.
	const { phase } = await player.until((view) => view.plan.commands.length === 0);
	assert.equal(phase, "second_movement", "the plan moved a unit and ended the movement");
	assert.equal(await next_to_act(...seated), other);
	await leave(...seated);
});

/** Press the first of several things that is there. */
async function press_first(visitor, selectors) {
	for (const selector of selectors) {
		const found = visitor.page.locator(selector).first();
		if (!(await found.isVisible()))
			continue;
		// What the other side does may take it away under the finger.
		await visitor.press(found, 2000).catch(() => null);
		break;
	}
	await visitor.settle();
}

async function begin_lesson(size) {
	const pupil = await Visitor.open(house.browser, daemon.url, size);

	await with_brave_units(pupil.page);
	await pupil.page.goto(`${daemon.url}/`);
	await pupil.press(pupil.page.getByRole("button", { name: "Begin the lesson" }));
	await pupil.page.locator(".steps .now").waitFor({ state: "attached" });
	return pupil;
}

// Whatever is picked is done, or let go when the book does not allow it.
const answers = ["[data-key=lesson-go]", "[data-key=confirm]:enabled", ".foot:has(.refused) [data-key=cancel]"];

// A list that was drawn anew under the finger has another unit picked than was meant.
const other_picked = "main.game:has(.units .selected:not([data-unit=r1])) [data-key=all]";

/** A player who has folded the banner sees the ways on when the game ends, though nothing is said anew. */
async function end_folded(pupil, over) {
	const { page } = pupil;
	const result = page.locator(".result");

	if (await result.isVisible())
		return; // it ended with the last step
	await pupil.press(page.locator("[data-key=lesson-fold]"));
	await over.waitFor({ state: "hidden" });
	await page.evaluate(async () => {
		const game = location.hash.slice("#game=".length);
		const { token } = JSON.parse(localStorage.getItem("pennon.seats"))[game].seats.blue;

		await fetch(`v1/games/${game}/actions`, {
			method: "POST",
			headers: { authorization: `Bearer ${token}`, "content-type": "application/json", "idempotency-key": crypto.randomUUID() },
			body: JSON.stringify({ type: "resign" }),
		});
	});
	await result.waitFor();
	await over.waitFor();
	assert.ok(await page.locator("[data-key=lesson-again]").isVisible());
}

test("the first charge is learnt in five steps", async () => {
	for (const size of [desk, phone]) {
		const pupil = await begin_lesson(size);
		const { page } = pupil;
		const over = page.getByText("That is all of it");

		await pupil.inspect("lesson");
		// The way out is a button, not text.
		const border = await page.locator("[data-key=lesson-again]").evaluate((node) => getComputedStyle(node).borderTopColor);
		assert.match(border, /^rgb\(/, "its border is seen");
		// Nobody waits, and so nobody has a clock.
		await page.locator("[data-key=help]").waitFor({ state: "attached" });
		assert.equal(await page.locator("pn-actions .until").count(), 0);
		assert.doesNotMatch(await page.title(), / left/);
		// No step is left before it was read: what is said of each waits for "go on".
		assert.match(await page.locator(".steps .now").textContent(), /Roll/);
		await page.evaluate(() => {
			globalThis.read = "";
			addEventListener("click", ({ target }) => {
				if (/** @type {Element} */ (target).matches("[data-key=lesson-go]"))
					globalThis.read += document.querySelector(".lesson-said").textContent;
				if (/** @type {Element} */ (target).matches("[data-key=lesson-again]"))
					globalThis.read = "";
			}, true);
		});
		for (const end = Date.now() + patience; Date.now() < end && !(await over.isVisible()); ) {
			await press_first(pupil, [
				...answers,
				// The dice may end the game before the last step: then it begins again.
				"[data-key=lesson-again].primary",
				".action[data-type=declare_charge][data-for=r1]",
				".group.declare [data-key='pick r1']",
				".action[data-type=charge]",
				".action[data-type=opportunity_charge]",
				other_picked,
				".group.step .action",
				"[data-key=all]",
			]);
		}
		assert.ok(await over.isVisible(), await page.locator("main").innerText());
		const read = await page.evaluate(() => globalThis.read);
		for (const step of [/the first turn is over/g, /is declared/g, /has begun/g, /It has hit/g, /Your opportunity charge|You let it/g])
			assert.equal(read.match(step)?.length, 1, `${step} waited until it was read, once: ${read}`);
		await pupil.inspect("lesson-over");
		if (size === phone)
			await end_folded(pupil, over);
		await leave(pupil);
	}
});

test("steps of the lesson that were done at once are told together, and left with one touch", async () => {
	const pupil = await begin_lesson(desk);
	const [told, next, over, spent] = await pupil.page.evaluate(() => {
		const game = { id: "none", status: "playing", version: 1, waiting_for: [], actions: [] };
		const log = [
			{ type: "turn_began", turn: 2 },
			{ type: "charge_declared", by: "red", unit: "r1" },
			{ type: "decision_closed", by: "red", decision: "declare" },
			{ type: "charge_began", by: "red" },
			{ type: "contact" },
		];
		const state = { game, game_id: game.id, log, side: "red", pending: null };
		const banner = /** @type {any} */ (document.createElement("pn-lesson"));
		const said = () => banner.querySelector(".lesson-said").textContent;

		banner.render(state, { state, attempt: (work) => work });
		const before = said();
		banner.querySelector("[data-key=lesson-go]").click();
		const after = said();
		// The check failed: the step that waits for the charge says so.
		const failed = /** @type {any} */ (document.createElement("pn-lesson"));
		const ended = { ...state, log: [...log.slice(0, 4), { type: "charge_ended", unit: "r1", outcome: "check_failed" }] };
		failed.render(ended, { state: ended, attempt: (work) => work });
		const over = failed.querySelector(".lesson-said").textContent;
		failed.querySelector("[data-key=lesson-go]").click();
		return [before, after, over, failed.querySelector(".lesson-said").textContent];
	});

	for (const step of [/the first turn is over/, /is declared/, /has begun/, /It has hit/])
		assert.match(told, step);
	assert.match(next, /^Press “End my movement”/);
	assert.match(over, /is declared.*Your charge is over and has not hit/);
	assert.doesNotMatch(over, /has begun/);
	assert.match(spent, /^No charge of yours is under way/);
	await leave(pupil);
});

test("a lesson that nobody learns from comes to its end too, and begins again", async () => {
	const pupil = await begin_lesson(phone);
	const { page } = pupil;
	// With luck even this player has met all five steps.
	const ended = page.getByText(/^(This game is over, though|That is all of it)/);
	const over = page.locator(".result");

	for (const end = Date.now() + patience; Date.now() < end && !(await over.isVisible()); )
		await press_first(pupil, [...answers, ".group.step .action", ".group:not(.table) .action"]);
	assert.ok(await over.isVisible(), await page.locator("main").innerText());
	await ended.waitFor();
	await pupil.inspect("lesson-ended");
	const before = page.url();
	await pupil.press(page.locator("[data-key=lesson-again]"));
	await page.waitForURL((url) => url.href !== before);
	await page.locator(".steps .now").filter({ hasText: "Roll" }).waitFor({ state: "attached" });
	await leave(pupil);
});

// ---- what it costs ----------------------------------------------------------------

test("80 units: a pan moves what is seen of the table, and draws no unit", async () => {
	const visitor = await Visitor.open(house.browser, daemon.url, desk);
	const { page } = visitor;

	await page.goto(`${daemon.url}/`);
	const id = await page.evaluate(async (muster) => {
		const answer = await fetch("v1/games", {
			method: "POST",
			headers: {
				"content-type": "application/json",
				"idempotency-key": crypto.randomUUID(),
			},
			body: JSON.stringify({
				ruleset: "battlesystem-2e",
				muster,
				side: "red",
				access: "public",
			}),
		});
		const made = await answer.json();
		if (!answer.ok)
			throw new Error(JSON.stringify(made));
		return made.game.id;
	}, crowd());
	await page.goto(`${daemon.url}/#game=${id}`);
	await page.locator(".units [data-unit=b40]").waitFor();
	await page.getByRole("button", { name: "Zoom in" }).click();
	await visitor.still();
	await visitor.shot("crowd");
	const table = await page.locator("pn-board").boundingBox();
	const moves = 60;
	await page.mouse.move(table.x + 300, table.y + 30);
	await page.mouse.down();
	const { calls, changes, layouts, frames } = await work_of(visitor, async () => {
		for (let step = 0; step < moves; step++)
			await page.mouse.move(table.x + 300 + step * 5, table.y + 30 + (step % 20) * 8);
	});
	await page.mouse.up();
	console.log(`pan of 80 units: ${moves} moves, ${frames} frames, ${calls} calls, ${changes} changes, ${layouts} layouts`);
	// Were the units drawn again, a move would take 65,000 calls.
	assert.ok(changes > 0, "the table moves");
	assert.ok(layouts <= 3 * moves, `${layouts} layouts`);
	assert.ok(calls <= 200 * moves, `${calls} calls`);
	await leave(visitor);
});

test("memory stays flat over a thousand events", async () => {
	const visitor = await Visitor.open(house.browser, daemon.url, desk);
	const { page } = visitor;
	const session = await visitor.context.newCDPSession(page);
	const used = async () => {
		await session.send("HeapProfiler.collectGarbage");
		const { metrics } = await session.send("Performance.getMetrics");
		const of = (name) => metrics.find((one) => one.name === name).value;
		return { heap: of("JSHeapUsedSize") / 1e6, nodes: of("Nodes") };
	};

	await session.send("Performance.enable");
	await page.goto(`${daemon.url}/`);
	await visitor.press(page.getByRole("button", { name: "Play both sides" }));
	await page.locator(".units [data-unit]").first().waitFor();
	// Draft and take back: events without end. They come to the page by its stream.
	const more = (count) =>
		page.evaluate(async (wanted) => {
			const [game, { seats }] = Object.entries(
				JSON.parse(localStorage.getItem("pennon.seats")),
			)[0];
			const ask = async (side, path, body) => {
				const answer = await fetch(`v1/games/${game}${path}`, {
					method: body ? "POST" : "GET",
					headers: {
						authorization: `Bearer ${seats[side].token}`,
						...(body
							? {
									"content-type": "application/json",
									"idempotency-key": crypto.randomUUID(),
								}
							: {}),
					},
					body: body && JSON.stringify(body),
				});
				return answer.json();
			};
			for (let at = 0, seq = 0; at < 3000 && seq < wanted; at++) {
				for (const side of ["red", "blue"]) {
					const view = await ask(side, "");
					seq = view.seq;
					if (!view.waiting_for.some((wait) => wait.side === side))
						continue;
					const undo = view.actions.find((one) => one.do.type === "undo");
					const move = view.actions.find((one) => one.group === "move");
					const step = view.actions.find((one) => one.group === "step");
					await ask(side, "/actions", (undo ?? move ?? step).do);
				}
			}
			const { version } = await ask(sessionStorage.getItem(`pennon.side.${game}`), "");
			return version;
		}, count);
	const shown = async (version) => {
		await page.waitForFunction(
			(least) => Number(document.querySelector("main.game").dataset.version) >= least,
			version,
		);
		await visitor.settle();
	};
	await shown(await more(200));
	const early = await used();
	await shown(await more(1200));
	const late = await used();
	console.log(
		`1,000 events: heap ${early.heap.toFixed(1)} to ${late.heap.toFixed(1)} MB, ` +
			`nodes ${early.nodes} to ${late.nodes}`,
	);
	assert.ok(late.heap < early.heap + 4, `${late.heap - early.heap} MB more`);
	assert.ok(late.nodes < early.nodes + 4000, `${late.nodes - early.nodes} nodes more`);
	await leave(visitor);
});
