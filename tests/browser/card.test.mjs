// The card of a charge: it comes when one was made or answered and its film is over, stays with its dice
// until it is put away, covers neither the table nor what is asked, and can be kept as a picture.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { latencies, leave, seats } from "./seated.mjs";

const inch = 2540;
const house = seats();
const { sit_at } = house;

const foot = (side, name, y, morale_rating) => ({
	side,
	name,
	class: side === "red" ? "cavalry" : "foot",
	traits: side === "red" ? ["charge_weapon"] : [],
	figures: 10,
	files: 5,
	base: { width: 2000, depth: 2000 },
	pose: { x: 24 * inch, y: y * inch, facing: side === "red" ? 0 : 32768 },
	stats: { movement_allowance: 12 * inch, morale_rating },
});

const table = {
	ruleset: "battlesystem-2e",
	muster: {
		board: {
			width: 48 * inch,
			depth: 48 * inch,
			terrain: [
				{
					kind: "light_woods",
					height: 0,
					points: [[28, 20], [28, 30], [36, 30], [36, 20]].map(([x, y]) => ({ x: x * inch, y: y * inch })),
				},
			],
		},
		ends: { turns: 4, count: "none" },
		units: [foot("red", "Ashdown Lances", 16, 20), foot("blue", "Marsh Wardens", 26, 20)],
	},
};

/** By the API: Red declares, charges and strikes; nothing is done past the contact. */
async function charge({ view, act }) {
	for (let moves = 0; moves < 60; moves++) {
		const views = [await view("red"), await view("blue")];
		if ((views[0].contacts ?? []).length > 0)
			return;
		const mine = views.find((one) => one.waiting_for.some((wait) => wait.side === one.side));
		const charges = mine.side === "red" ? mine.actions.find((one) => one.do.type === "charge") : undefined;
		const declares =
			mine.side === "red" && !mine.units.r1.draft && !mine.units.r1.order
				? mine.actions.find((one) => one.do.type === "declare_charge")
				: undefined;
		await act(mine.side, (charges ?? declares ?? mine.actions.find((one) => one.group === "step")).do);
	}
	assert.fail("no contact");
}

const card_of = ({ page }) => page.locator("pn-card:not([hidden])");

/** Everything was told, by a line of the log that all get, and the card is open. */
async function shown(player) {
	const card = card_of(player);
	const open = card.locator("[data-key=card-open]");
	const end = card.locator(".outcome", { hasText: "charges home" });

	for (;;) {
		await end.or(open).first().waitFor();
		if (await end.isVisible())
			return;
		// What a film folds unfolds by itself after it.
		await player.press(open, 3000).catch(() => null);
		await player.settle();
	}
}

/** Does the card lie over the board? */
const lie_over = ({ page }) =>
	page.evaluate(() => {
		const [card, board] = ["pn-card", "pn-board"].map((one) => document.querySelector(one).getBoundingClientRect());
		return card.left < board.right - 1 && board.left < card.right - 1 && card.top < board.bottom - 1 && board.top < card.bottom - 1;
	});

/** The way to put it away lies whole in the window, however long the card is. */
async function seen_to_put_away({ page }) {
	const { y, height } = await page.locator("[data-key=card-away]").boundingBox();

	assert.ok(y >= 0 && y + height <= (await page.evaluate(() => innerHeight)), `at ${y}`);
}

for (const latency of latencies)
	test(`a charge that was made lies beside the table with its dice until it is put away, at ${latency} ms`, async () => {
		const seated = await sit_at(table);
		const { red, blue, view } = seated;

		await red.slow(latency);
		await blue.slow(latency);
		await charge(seated);
		const owes = (await view("red")).waiting_for.some((wait) => wait.side === "red");
		const [asked, waits] = owes ? [red, blue] : [blue, red];
		// A player who is asked something has the card folded, beside what is asked.
		const folded = card_of(asked).locator("[data-key=card-open]");
		await folded.waitFor();
		assert.equal(await card_of(asked).locator("article").count(), 0, "it covers a decision");
		assert.match(await folded.textContent(), /Ashdown Lances (against Marsh Wardens|charges home)/);

		for (const player of [asked, waits]) {
			const open = card_of(player);
			await shown(player);
			assert.equal(await open.locator(".portrait .vignette .symbol").count(), 2, "both units");
			assert.equal(await open.locator(".portrait .weapon.lance").count(), 1);
			assert.equal(await open.locator(".card-way").count(), 1);
			assert.ok((await open.locator(".die").count()) > 0, "dice");
			assert.ok(!(await lie_over(player)), "the table keeps its room");
			await seen_to_put_away(player);
			const lines = await open.locator("li, .outcome").allTextContents();
			assert.ok(lines.some((line) => /roll for .* against /.test(line)), lines.join("\n"));
			assert.match(lines.at(-1), /charges home/);
		}
		await asked.inspect("charge-card");
		const dice = await card_of(waits).locator(".die").count();
		await waits.page.locator(".thrown.seen").waitFor({ state: "hidden" }); // those of the board
		assert.equal(await card_of(waits).locator(".die").count(), dice, "they stay");
		for (const player of [asked, waits]) {
			if (player.is_phone)
				await player.press(player.page.locator("[data-key=card-away]"));
			else
				await player.page.keyboard.press("Escape");
			await player.page.locator("pn-card").waitFor({ state: "hidden" });
		}
		await leave(red, blue);
	});

test("who only waits has it open, and whoever is asked has it folded", async () => {
	const seated = await sit_at(table);
	const { red, blue, view, act } = seated;
	let looks = 0;

	for (let moves = 0; moves < 60 && looks < 2; moves++) {
		const views = [await view("red"), await view("blue")];
		const [mine, other] = views[0].waiting_for.some((wait) => wait.side === "red") ? views : views.toReversed();
		const asks_both = mine.waiting_for.some((wait) => wait.side === other.side);
		if (mine.units.r1.order && !asks_both) {
			const open = card_of(seated[other.side]).locator("article");
			// Where there is little room it waits to be opened, too.
			if (seated[other.side].is_phone)
				await seated[other.side].press(card_of(seated[other.side]).locator("[data-key=card-open]"));
			await open.waitFor();
			assert.match(await open.textContent(), /Ashdown Lances is to charge Marsh Wardens/);
			await card_of(seated[mine.side]).locator("[data-key=card-open]").waitFor();
			assert.equal(await card_of(seated[mine.side]).locator("article").count(), 0, "it covers a decision");
			looks++;
		}
		const own = mine.actions.filter((one) => mine.side === "red" && one.group !== "table");
		const made = own.find((one) => one.do.type === "charge") ??
			(mine.units.r1.draft || mine.units.r1.order ? undefined : own.find((one) => one.do.type === "declare_charge"));
		await act(mine.side, (made ?? mine.actions.find((one) => one.group === "step")).do);
	}
	assert.equal(looks, 2);
	await leave(red, blue);
});

test("folded it hides no unit; on a phone it goes when somebody else is asked about", async () => {
	const at = (unit, x) => ({ ...unit, pose: { ...unit.pose, x: x * inch } });
	const units = [
		...table.muster.units.map((unit) => at(unit, 12)),
		{ ...at(foot("red", "Fell Foot", 16, 20), 36), class: "foot", traits: [] }, // it comes into no contact
		at(foot("blue", "Dart Men", 32, 20), 36),
		at(foot("blue", "Guard of Bor", 46, 20), 3), // where it lies when nobody stands there
	].sort((a, b) => b.side.localeCompare(a.side));
	const seated = await sit_at({ ...table, muster: { ...table.muster, units } });
	const { red, blue, view, act } = seated;
	const is_asked = (mine) => mine.waiting_for.some(({ side, unit, decision }) => side === "blue" && unit === "r2" && decision === "opportunity");

	await charge(seated);
	for (let moves = 0; moves < 60 && !is_asked(await view("blue")); moves++) {
		const views = [await view("red"), await view("blue")];
		const mine = views.find((one) => one.waiting_for.some((wait) => wait.side === one.side));
		const folded = card_of(seated[mine.side]).locator("[data-key=card-open]");
		await folded.waitFor();
		// Units walk for a moment; then none is below it.
		await seated[mine.side].page.waitForFunction(() => {
			const chip = document.querySelector("pn-card").getBoundingClientRect();
			return [...document.querySelectorAll(".units .rim")]
				.map((rim) => rim.getBoundingClientRect())
				.every((rim) => rim.left >= chip.right || chip.left >= rim.right || rim.top >= chip.bottom || chip.top >= rim.bottom);
		});
		const moves_on = mine.actions.find((one) => one.unit === "r2" && one.do.type === "move");
		await act(mine.side, (moves_on ?? mine.actions.find((one) => one.group === "step")).do);
	}
	assert.ok(is_asked(await view("blue")), "Blue is asked about who moves");
	await blue.page.locator("main.game[data-waits='opportunity']").waitFor();
	// It is not hidden by a film of what came before: it stays so.
	await blue.page.locator(".thrown.seen").waitFor({ state: "hidden" });
	await blue.still();
	assert.ok(await blue.page.locator("pn-card").isHidden());
	await blue.inspect("asked-about-others");
	await leave(red, blue);
});

test("when the game has ended it is folded, beside its result", async () => {
	const seated = await sit_at(table);
	const { red, blue, act } = seated;

	await charge(seated);
	await card_of(red).waitFor();
	await act("blue", { type: "resign" });
	await red.page.locator(".result").waitFor();
	// The film is over.
	await red.page.waitForFunction((last) => {
		const [{ seen }] = Object.values(JSON.parse(localStorage.getItem("pennon.seats")));
		return seen?.red >= last;
	}, (await red.events()).at(-1).seq);
	await red.settle();
	await card_of(red).locator("[data-key=card-open]").waitFor();
	assert.equal(await card_of(red).locator("article").count(), 0, "it covers the log of what happened");
	await leave(red, blue);
});

test("the card is kept as a picture, and nothing is asked of the network for it", async () => {
	const seated = await sit_at(table);
	const { red, blue } = seated;

	await charge(seated);
	const card = card_of(red);
	await shown(red);
	const asked = [];
	red.page.on("request", (request) => /^https?:/.test(request.url()) && !/card_picture\.js/.test(request.url()) && asked.push(request.url()));
	const [file] = await Promise.all([red.page.waitForEvent("download"), red.press(card.locator("[data-key=card-save]"))]);
	const bytes = readFileSync(await file.path());
	assert.match(file.suggestedFilename(), /^pennon-.*\.png$/);
	assert.deepEqual([...bytes.subarray(0, 8)], [137, 80, 78, 71, 13, 10, 26, 10]);
	assert.deepEqual(asked, []);
	if (process.env.PENNON_SHOTS)
		await file.saveAs(`${process.env.PENNON_SHOTS}/charge-card-kept.png`);
	// It is no empty sheet: many colours, both sides' among them.
	const colours = await red.page.evaluate(async (given) => {
		const bitmap = await createImageBitmap(new Blob([Uint8Array.from(given)]));
		const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
		const context = canvas.getContext("2d");
		context.drawImage(bitmap, 0, 0);
		const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
		const found = new Set();
		for (let i = 0; i < data.length; i += 4)
			found.add((data[i] << 16) | (data[i + 1] << 8) | data[i + 2]);
		return [...found];
	}, [...bytes]);
	assert.ok(colours.length > 200, `${colours.length} colours`);
	for (const colour of [0xa8392d, 0x335c8d])
		assert.ok(colours.includes(colour), colour.toString(16));
	await leave(red, blue);
});

test("who began a charge stands first, in its own turn; a lesson's answer counts though it fails", async () => {
	const { red, blue } = await sit_at({ scenario: "two-kings" });
	const [charge, back, read, rolls] = await red.page.evaluate(async () => {
		const { charge_of, roll_beside } = await import(new URL("panels/card.js", location.href).href);
		const { answered_home, progress } = await import(new URL("lesson.js", location.href).href);
		const log = [
			{ seq: 1, type: "turn_began", turn: 1 },
			{ seq: 2, type: "charge_began", unit: "r1", target: "b1", by: "red" },
			{ seq: 3, type: "charge_ended", unit: "r1", target: "b1" },
			{ seq: 4, type: "contact", unit: "b1", with: "r1" },
			{ seq: 5, type: "turn_began", turn: 2 },
		];
		// b1 charges r1 back, after that came to nothing; then it loses somebody.
		const second = [
			...log.slice(0, 3),
			{ seq: 4, type: "charge_declared", unit: "b1", target: "r1", by: "blue" },
			{ seq: 5, type: "charge_ended", unit: "b1", target: "r1" },
			{ seq: 6, type: "casualties", unit: "b1", lost: 2 },
		];
		const answer = [
			{ seq: 6, type: "reaction_declared", by: "red", unit: "r3", target: "b3" },
			{ seq: 7, type: "charge_ended", unit: "r3", target: "b3" },
		];
		const is_learnt = (told) => progress(told).find((step) => step.key === "answer").done;
		// The other side's nerve, the charger's, its end, and what the other side threw for later on.
		const end = { seq: 4, type: "charge_ended", unit: "r1", target: "b1" };
		const thrown = [
			{ seq: 1, type: "rolled", who: "b1", faces: [6, 6] },
			{ seq: 2, type: "rolled", who: "r1", faces: [3, 5] },
			{ seq: 3, type: "rolled", who: "b1", faces: [1, 1] },
		];
		const later = { seq: 5, type: "rolled", who: "b1", faces: [5] };
		const seq_of = (...events) => roll_beside(events)?.seq ?? null;
		const rolls = [seq_of(...thrown), seq_of(...thrown, end, later), seq_of(thrown[0], end, later), seq_of(end, { ...later, who: "r1" })];
		return [charge_of(log), charge_of(second), [is_learnt(answer.slice(0, 1)), is_learnt(answer), answered_home(answer)], rolls];
	});

	assert.deepEqual([charge.from, charge.to, charge.turn], ["r1", "b1", 1]);
	assert.deepEqual([back.from, back.to, back.scene], ["b1", "r1", 5]);
	assert.deepEqual(back.events.map(({ seq }) => seq), [4, 5, 6]);
	assert.deepEqual(read, [false, true, false]);
	assert.deepEqual(rolls, [3, 2, null, null], "dice beside an end are those that brought it about");
	await leave(red, blue);
});

test("dice that are thrown lie over the folded card, not under it", async () => {
	const seated = await sit_at(table);
	const { red, blue, view } = seated;

	await charge(seated);
	const asked = (await view("red")).waiting_for.some((wait) => wait.side === "red") ? red : blue;
	const { page } = asked;
	await card_of(asked).locator("[data-key=card-open]").waitFor();
	// Where there is no other room they are thrown just there.
	const on_top = await page.evaluate(() => {
		const chip = document.querySelector("pn-card").getBoundingClientRect();
		const thrown = document.querySelector(".thrown");
		const room = thrown.parentElement.getBoundingClientRect();
		thrown.classList.add("seen");
		thrown.style.pointerEvents = "auto"; // so that it can be asked for
		thrown.style.left = `${chip.left - room.left}px`;
		thrown.style.top = `${chip.top - room.top}px`;
		const node = document.elementFromPoint(chip.left + 12, chip.top + 12);
		return thrown.contains(node);
	});
	assert.ok(on_top);
	await leave(red, blue);
});
