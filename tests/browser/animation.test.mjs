// What happened is seen: one's own dice however slow the line is, what came while the tab was
// hidden, and what came while nobody was there. The dice cover no unit.

import assert from "node:assert/strict";
import { test } from "node:test";
import { company } from "./hand.mjs";
import { latencies, leave, seats } from "./seated.mjs";
import { desk } from "./support.mjs";

const inch = 2540;
const house = seats();
const { sit_at } = house;

/** Two that can reach each other, and rows at both edges of the table for dice to stand on. */
const muster = {
	board: { width: 48 * inch, depth: 40 * inch, terrain: [] },
	ends: { turns: 4, count: "none" },
	units: [
		company("red", "Ashdown Spears", 24, 14, 10),
		...[8, 16, 24, 32, 40].map((x) => company("red", `Rear ${x}`, x, 3, 10)),
		company("blue", "Marsh Wardens", 24, 24, 10),
		...[8, 16, 24, 32, 40].map((x) => company("blue", `Back ${x}`, x, 37, 10)),
	],
};

/** By the API, until Red may charge with r1; gives the action. */
async function until_charge({ view, act }) {
	for (let moves = 0; moves < 60; moves++) {
		const views = [await view("red"), await view("blue")];
		const mine = views.find((one) => one.waiting_for.some((wait) => wait.side === one.side));
		const of = (type) => mine.actions.find((one) => one.do.type === type && one.unit === "r1");
		if (mine.side === "red" && of("charge"))
			return of("charge");
		const declared = mine.units.r1.draft?.target ?? mine.units.r1.order?.target;
		const declare = mine.side === "red" && !declared && of("declare_charge");
		await act(
			mine.side,
			declare
				? { type: "declare_charge", unit: "r1", target: "b1" }
				: mine.actions.find((one) => one.group === "step").do,
		);
	}
	return assert.fail("Red is never asked to charge");
}

/** Runs in the page: note from now on what dice are shown, and which units they cover. */
function note_dice() {
	const meets = (a, b) =>
		a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

	globalThis.thrown = [];
	new MutationObserver(() => {
		const box = document.querySelector(".thrown.seen") ?? document.querySelector("pn-story:not([hidden]) .told");
		const said = box?.textContent;
		if (!box || said === globalThis.thrown.at(-1)?.said)
			return;
		const at = box.getBoundingClientRect();
		const hides = [...document.querySelectorAll(".units [data-unit]")].filter((unit) =>
			meets(at, unit.querySelector(".rim").getBoundingClientRect()),
		);
		globalThis.thrown.push({ said, hides: hides.map((unit) => unit.dataset.unit) });
	}).observe(document, { childList: true, attributes: true, subtree: true });
}

const watch_dice = (page) => page.evaluate(note_dice);

const shown = async (page, text) => {
	await page.waitForFunction(
		(wanted) => globalThis.thrown.some((one) => one.said.includes(wanted)),
		text,
	);
	return page.evaluate(() => globalThis.thrown);
};

for (const latency of latencies)
	test(`one's own dice are seen, and cover nobody, at ${latency} ms`, async () => {
		for (const side of ["desk", "phone"]) {
			const table = await sit_at({ ruleset: "battlesystem-2e", muster });
			const charge = await until_charge(table);
			const { red, blue } = table;
			// The player on the phone is Blue: it sees the same dice.
			const player = side === "desk" ? red : blue;

			const { version } = await table.view("red");
			await red.page.locator(`main.game[data-version="${version}"]`).waitFor();
			await red.slow(latency);
			await blue.slow(latency);
			await watch_dice(player.page);
			await red.pick({ action: charge });
			await red.page.locator("#preview:not(:empty)").waitFor();
			await red.press(red.page.locator("[data-key=confirm]"));
			const dice = await shown(player.page, "for the charge");
			assert.deepEqual(
				dice.flatMap((one) => one.hides),
				[],
				"the dice cover a unit",
			);
			await player.shot(`dice-${side}`);
			await leave(red, blue);
		}
	});

for (const latency of latencies)
	test(`dice that fell while the tab was hidden are seen afterwards, at ${latency} ms`, async () => {
		const table = await sit_at({ ruleset: "battlesystem-2e", muster });
		const { red, blue, act } = table;
		const charge = await until_charge(table);
		const { page } = blue;
		const turn = (hidden) =>
			page.evaluate((value) => {
				Object.defineProperty(document, "hidden", { configurable: true, get: () => value });
				document.dispatchEvent(new Event("visibilitychange"));
			}, hidden);

		await blue.slow(latency);
		await turn(true);
		await watch_dice(page);
		await act("red", charge.do);
		await page.locator("pn-log li.rolled").filter({ hasText: "for the charge" }).waitFor({ state: "attached" });
		const early = await page.evaluate(() => globalThis.thrown);
		assert.ok(!early.some((one) => one.said.includes("for the charge")), "nobody looked");
		await turn(false);
		await shown(page, "for the charge");
		await leave(red, blue);
	});

for (const latency of latencies)
	test(`who comes back sees what happened since, once, at ${latency} ms`, async () => {
		const table = await sit_at({ ruleset: "battlesystem-2e", muster });
		const { red, blue, act, view } = table;
		const charge = await until_charge(table);
		const { page } = blue;
		const address = page.url();
		const seen = () =>
			page.evaluate(() => Object.values(JSON.parse(localStorage.getItem("pennon.seats")))[0].seen?.blue);
		const come_back = async () => {
			await page.goto("about:blank");
			await page.goto(address);
			await page.locator(".thrown").waitFor({ state: "attached" });
		};
		const all_is_seen = async () => {
			const { seq } = await view("blue");
			await page.waitForFunction(
				(wanted) =>
					Object.values(JSON.parse(localStorage.getItem("pennon.seats")))[0].seen?.blue >= wanted,
				seq,
			);
		};

		await all_is_seen();
		await page.addInitScript(note_dice);
		await page.goto("about:blank");
		await act("red", charge.do);
		const before = (await view("blue")).units.r1.pose;
		await blue.slow(latency);
		await come_back();
		await shown(page, "for the charge");
		await all_is_seen();
		await come_back();
		await page.locator(".units [data-unit=r1]").waitFor();
		await all_is_seen();
		assert.deepEqual(await page.evaluate(() => globalThis.thrown), [], "it is told once");
		assert.ok((await seen()) > 0);
		assert.deepEqual((await view("blue")).units.r1.pose, before);
		await leave(red, blue);
	});

test("what both sides roll against each other is seen together, and nothing else is", async () => {
	const { red, blue } = await sit_at({ ruleset: "battlesystem-2e", muster });
	const seen = await red.page.evaluate(async () => {
		const { Animation } = await import("/board/animation.js");
		const dice = async (...rolls) => {
			const animation = new Animation(() => {}, () => []);
			const game = { id: "g", seq: 1, units: {}, contacts: [] };
			const state = { log: [{ seq: 1, type: "turn_began", turn: 1 }], game, side: "red", since: null, shown_seq: null, pending: null, sending: false, story: null };

			document.createElement("div").append(animation.node);
			animation.add(state);
			for (const [place, [who, what]] of rolls.entries())
				state.log.push({ seq: 2 + place, type: "rolled", who, what, faces: [3], sides: 10, total: 3 });
			animation.add(state);
			while (animation.frame) {
				animation.place(); // as the board does when it has drawn
				await new Promise((done) => setTimeout(done, 50));
			}
			const shown = animation.node.querySelectorAll(".die").length;
			animation.leave();
			return shown;
		};
		return [
			await dice(["red", "initiative"], ["blue", "initiative"]),
			await dice(["red", "initiative"], ["blue", "initiative"], ["red", "initiative"]),
			await dice(["red", "initiative"], ["blue", "roll_off"]),
			await dice(["r1", "rally"], ["b1", "rally"]),
		];
	});

	assert.deepEqual(seen, [2, 1, 1, 1]);
	await leave(red, blue);
});

test("dice go out of the way of units, names and a card that come to lie under them, and else stay", async () => {
	const { red, blue } = await sit_at({ ruleset: "battlesystem-2e", muster });
	const hidden = await red.page.evaluate(async () => {
		const { Animation } = await import("/board/animation.js");
		const room = document.createElement("main");
		const card = document.createElement("pn-card");
		const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
		const at = (left, top, width, height) => DOMRect.fromRect({ x: left, y: top, width, height });
		let boxes = [];
		const animation = new Animation(() => {}, () => boxes);
		const game = { id: "g", seq: 1, units: {}, contacts: [] };
		const state = { log: [{ seq: 1, type: "turn_began", turn: 1 }], game, side: "red", since: null, shown_seq: null, pending: null, sending: false, story: null };
		const place = () => {
			animation.place();
			return animation.node.getBoundingClientRect();
		};
		const is_clear = (dice) => boxes.every((box) => dice.right <= box.left || dice.left >= box.right || dice.bottom <= box.top || dice.top >= box.bottom);

		Object.assign(room.style, { position: "fixed", left: "0", top: "0", width: "900px", height: "600px" });
		document.body.append(room);
		card.hidden = true;
		room.append(animation.node, card);
		animation.add(state);
		state.log.push({ seq: 2, type: "rolled", who: "red", what: "initiative", faces: [3], sides: 10, total: 3 });
		boxes = [at(0, 560, 900, 40)];
		animation.add(state);
		boxes = [at(0, 0, 900, 80)]; // the table is drawn for the same news
		const first = place();
		const was_clear = is_clear(first);
		boxes = [at(first.left + 5, first.top + 5, 40, 20)];
		const second = place();
		const is_away = is_clear(second);
		boxes = [];
		const third = place();
		const wide = room.style.width;
		room.style.width = `${third.right - 40}px`; // the window became smaller
		const narrow = place();
		const is_inside = narrow.right <= third.right - 40 && narrow.width === third.width;
		room.style.width = wide;
		const last = place();
		const under = (dice) => ({ position: "fixed", left: `${dice.left}px`, top: `${dice.top}px`, width: "60px", height: "20px" });
		const names = document.createElement("div");
		const name = document.createElement("text");
		names.className = "labels";
		names.append(name);
		room.append(names);
		Object.assign(name.style, { display: "block", ...under(last) });
		const fourth = place();
		boxes = [name.getBoundingClientRect()];
		const leaves_name = is_clear(fourth);
		boxes = [];
		// Nothing draws the table when the card comes.
		Object.assign(card.style, under(fourth));
		card.dataset.folded = "";
		card.hidden = false;
		await drawn();
		boxes = [card.getBoundingClientRect()];
		const leaves_card = is_clear(animation.node.getBoundingClientRect());
		animation.leave();
		room.remove();
		return { was_clear, is_away, stays: third.left === second.left && third.top === second.top, is_inside, leaves_name, leaves_card };
	});

	assert.deepEqual(hidden, { was_clear: true, is_away: true, stays: true, is_inside: true, leaves_name: true, leaves_card: true });
	await leave(red, blue);
});

test("losses are counted once, whether the game or its log comes first", async () => {
	const { red, blue } = await sit_at({ ruleset: "battlesystem-2e", muster });
	const left = await red.page.evaluate(async () => {
		const { Animation } = await import("/board/animation.js");
		const log = (seq) =>
			[
				{ seq: 1, type: "turn_began", turn: 1 },
				{ seq: 2, type: "casualties", unit: "r1", lost: 4 },
				{ seq: 3, type: "casualties", unit: "r1", lost: 3 },
			].slice(0, seq);
		const game = (seq) => ({
			id: "g",
			seq,
			units: { r1: { figures: [10, 10, 6, 3][seq], files: 5 } },
			contacts: [],
		});
		const state = (seq, told) => ({
			log: log(told),
			game: game(seq),
			side: "red",
			since: null,
			shown_seq: null,
			pending: null,
			sending: false,
			story: null,
		});
		// Each pair: up to which event the game and its log are known, one after the other.
		return [
			[[1, 1], [2, 1], [2, 2]],
			[[1, 1], [1, 2], [2, 2]],
			[[1, 1], [1, 2], [1, 3]],
			[[1, 1], [2, 1], [2, 2], [2, 3]],
			[[1, 1], [3, 2], [3, 3]],
		].map((steps) => {
			const animation = new Animation(() => {}, () => []);
			const seen = [];

			for (const [seq, told] of steps) {
				animation.add(state(seq, told));
				seen.push(animation.last?.units.r1.figures);
			}
			animation.leave();
			return seen.at(-1);
		});
	});

	assert.deepEqual(left, [6, 6, 3, 3, 3]);
	await leave(red, blue);
});
