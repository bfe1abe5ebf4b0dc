// A charge is seen before it is made: where measuring is forbidden a ray past the target that tells
// no distance, where it is allowed the way and the side that is struck; and who moves and is waited
// for sees what was announced.

import assert from "node:assert/strict";
import { test } from "node:test";
import { company } from "./hand.mjs";
import { next_to_act } from "./player.mjs";
import { leave, seats } from "./seated.mjs";

const inch = 2540;
const house = seats();
const { sit_at } = house;

const pool = (y) => ({
	kind: "shallow_water",
	height: 0,
	points: [
		{ x: 12 * inch, y: y * inch },
		{ x: 12 * inch, y: (y + 3) * inch },
		{ x: 28 * inch, y: (y + 3) * inch },
		{ x: 28 * inch, y: y * inch },
	],
});

/** Two companies so far apart, with water between them and behind. */
const table = (apart, premeasure) => ({
	ruleset: "battlesystem-2e",
	muster: {
		board: { width: 40 * inch, depth: 44 * inch, terrain: [pool(13), pool(38)] },
		units: [company("red", "Ashdown Spears", 20, 10), company("blue", "Marsh Wardens", 20, 10 + apart)],
		method: "sealed",
		ends: { turns: 4, count: "none" },
	},
	options: { premeasure },
});

/** What is drawn of what is aimed, in words. */
const aim_drawn = ({ page }) =>
	page.locator(".ghost").evaluate((ghost) =>
		[...ghost.querySelectorAll(".charge-way, .charge-ray, .crossed, .arc, .charge-said, .struck")].map(
			(node) => `${node.getAttribute("class")} ${node.getAttribute("d") ?? node.getAttribute("points") ?? node.textContent}`,
		),
	);

/** Press what ends a step, and do it, until Red may do something of that kind. */
async function until({ red, blue, view }, type) {
	for (let steps = 0; steps < 20; steps++) {
		const player = await next_to_act(red, blue);
		const { actions } = await view(player === red ? "red" : "blue");
		if ((await view("red")).actions.some((one) => one.do.type === type))
			return;
		await player.play({ action: actions.find((one) => one.group === "step") });
	}
	assert.fail(`Red is never asked: ${type}`);
}

/** How far a ray that is drawn goes down the picture. */
const drop = (drawn, name) => Number(/l[-\d.e]+ (-?[\d.]+)/.exec(drawn.find((one) => one.startsWith(`${name} M`)))[1]);

test("where measuring is forbidden the way is a ray a little past the target, as far at any distance", async () => {
	const drawn = [];

	for (const apart of [8, 14, 26]) {
		const seated = await sit_at(table(apart, false));
		const { red, blue } = seated;
		await until(seated, "declare_charge");
		await red.page.locator(".action[data-type=declare_charge]").click();
		await red.page.locator(".charge-ray.past").waitFor({ state: "attached" });
		drawn.push(await aim_drawn(red));
		if (apart === 14)
			await red.inspect("charge-unmeasured");
		await leave(red, blue);
	}
	for (const [index, crossed] of [1, 1, 2].entries()) {
		const kinds = drawn[index].map((one) => one.split(" ")[0]);
		assert.ok(kinds.includes("arc") && !kinds.includes("struck"));
		assert.equal(kinds.filter((one) => one === "crossed").length, crossed, "the water a little behind the target, too");
		assert.equal(-drop(drawn[index], "charge-ray past"), 3 * inch);
		// Not beyond the table, and not over whom it is aimed at.
		assert.equal(-drop(drawn[index], "charge-ray"), [8, 14, 26][index] * inch);
	}
});

test("where it is allowed the way ends at the target, with the side that is struck", async () => {
	const measured = table(8, true);
	const stats = { movement_rate: 9 * inch, hit_dice: 100, armour_class: 4, thac0: 20, figure_ratio: 10, damage_die: 8 };
	for (const unit of measured.muster.units)
		unit.stats = stats;
	for (const piece of measured.muster.board.terrain)
		piece.kind = "rough";
	delete measured.muster.method;
	const seated = await sit_at({ ...measured, ruleset: "battlesystem-1e" });
	const { red, blue } = seated;

	await until(seated, "charge");
	await red.page.locator(".units [data-unit=r1]").click();
	await red.page.locator(".units [data-unit=b1].target").click();
	await red.page.locator(".struck").waitFor({ state: "attached" });
	const drawn = await aim_drawn(red);
	assert.ok(drawn.includes("charge-said hits the front"), drawn.join("\n"));
	assert.equal(drawn.filter((one) => one.startsWith("crossed")).length, 1, "only what lies before the target");
	await red.inspect("charge-measured");
	await leave(red, blue);
});

test("who moves sees what was announced while the other side is asked", async () => {
	const { red, blue, view, act } = await sit_at(table(14, false));

	for (let steps = 0; steps < 12; steps++) {
		const player = await next_to_act(red, blue);
		const side = player === red ? "red" : "blue";
		const { actions } = await view(side);
		const move = actions.find((one) => one.do.type === "move");
		if (move) {
			const other = player === red ? blue : red;
			await act(side, move.do);
			await other.page.locator("[data-key='pass step']").waitFor();
			await player.page.locator(".own-way").waitFor({ state: "attached" });
			await other.page.locator(".threat-way").waitFor({ state: "attached" });
			assert.equal(
				await player.page.locator(".own-way").getAttribute("d"),
				await other.page.locator(".threat-way").getAttribute("d"),
			);
			await player.inspect("own-way");
			break;
		}
		await player.play({ action: actions.find((one) => one.group === "step") });
	}
	await leave(red, blue);
});

test("where the server tells the way it alone is drawn", async () => {
	const seated = await sit_at({ scenario: "pikes-and-knights" });
	const { red, blue } = seated;

	await until(seated, "charge");
	const { actions, units } = await seated.view("red");
	const charge = actions.find((one) => one.do.type === "charge");
	await red.pick({ action: charge });
	await red.page.locator(".ghost .way").waitFor({ state: "attached" });
	const drawn = await aim_drawn(red);
	assert.ok(!drawn.some((one) => one.startsWith("charge-ray")), "no second line");
	// Its lane is as wide as the unit and goes where the ghost does.
	const [lane, ghost] = await Promise.all(
		[".ghost .charge-way", ".ghost .figure .front"].map((name) => red.page.locator(name).boundingBox()),
	);
	assert.ok(Math.abs(lane.x - ghost.x) < 4 && Math.abs(lane.width - ghost.width) < 8, `${units[charge.unit].name}`);
	await red.inspect("charge-told");
	await leave(red, blue);
});
