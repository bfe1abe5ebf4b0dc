// States that a common game does not come to: units deployed in their zones, openly and in
// secret; what one side offers the other, told with its terms; a rematch; a melee whose
// units are placed by pointing; each looked at by axe, in both variants.

import assert from "node:assert/strict";
import { test } from "node:test";
import { company } from "./hand.mjs";
import { leave, seats } from "./seated.mjs";

const inch = 2540;
const house = seats();
const { ask, sit_at } = house;

const muster = (at) => ({
	board: { width: 30 * inch, depth: 30 * inch, terrain: [] },
	units: [
		company("red", "Ashdown Spears", ...(at?.[0] ?? [])),
		company("blue", "Marsh Wardens", ...(at?.[1] ?? [])),
	],
	ends: { turns: 3, count: "none" },
});

const zone = (y) => ({ x: 0, y: y * inch, width: 30 * inch, depth: 8 * inch });
const deployed = (how) => ({
	ruleset: "battlesystem-2e",
	muster: { ...muster(), deployment: { how, zones: { red: zone(0), blue: zone(22) } } },
});

/** Touch a point of the table, as parts of it from the west and the south. */
async function point_at(player, east, north) {
	const box = await player.page.locator(".field").boundingBox();

	const is_turned = await player.page.locator("pn-board[data-turned]").count();
	const [right, down] = is_turned ? [1 - east, north] : [east, 1 - north];
	await player.point(box.x + box.width * right, box.y + box.height * down);
}

for (const how of ["in_turn", "sealed"])
	test(`units are deployed by pointing, ${how}`, async () => {
		const { red, blue, view } = await sit_at(deployed(how));
		const deploy = async (player, unit, north) => {
			await player.press(player.page.locator(`.action[data-type=deploy][data-for=${unit}]`));
			await player.page.locator(".ghost .figure").waitFor();
			await player.page.locator("#preview").filter({ hasText: "Allowed" }).waitFor();
			await player.inspect(`deploying-${how}`);
			// A place that is shown is taken at once: it can be left again.
			player.before = await player.version();
			await point_at(player, 0.5, north);
			await player.confirm();
		};

		await red.page.locator(".zone.red").waitFor();
		await deploy(red, "r1", 0.15);
		await red.inspect(`deployed-${how}`);
		const seen = (await view("red")).units.r1;
		const { x } = seen.place ?? seen.pose;
		assert.ok(Math.abs(x - 15 * inch) < inch, `${x} is where it was pointed`);
		if (how === "sealed") {
			assert.equal(await blue.page.locator(".units [data-unit=r1]").count(), 0);
			await deploy(blue, "b1", 0.9);
			for (const player of [red, blue])
				await player.play({ action: { do: { type: "ready" } } });
		} else {
			await red.play({ action: { do: { type: "deploy_rest" } } });
			await blue.page.locator(".action[data-type=deploy]").waitFor();
			await deploy(blue, "b1", 0.9);
			await blue.play({ action: { do: { type: "deploy_rest" } } });
		}
		await blue.page.locator(".units [data-unit=r1]").waitFor();
		await blue.page.locator(".zone").first().waitFor({ state: "detached" });
		assert.notEqual((await view("red")).phase, "deployment");
		await leave(red, blue);
	});

test("what one side offers is told with its terms, and answered in place; a rematch", async () => {
	const at = [
		[15, 6],
		[15, 24],
	];
	const { red, blue } = await sit_at({
		ruleset: "battlesystem-2e",
		muster: { ...muster(at), method: "agreed" },
	});
	// One who was refused may not offer again until something has happened: so Blue begins.
	const offered = async (from, to, choice, text) => {
		await from.pick(choice);
		if (choice.preset)
			await from.press(from.page.locator(`[data-key=preset-${choice.preset}]`));
		await from.confirm();
		await to.page.getByText(text).first().waitFor();
		await blue.inspect(choice.action.do.type);
		await red.inspect(choice.action.do.type);
	};
	const action = (type, preset) => ({ action: { do: { type } }, preset });

	await offered(blue, red, action("offer_draw"), "Blue offers: a draw.");
	await red.play(action("decline_offer"));
	await offered(red, blue, action("offer_method", 1), "Red offers: charges are declared: ");
	await blue.play(action("accept_offer"));
	await offered(red, blue, action("offer_result", 1), "Red offers: Blue has won.");
	await blue.play(action("accept_offer"));
	for (const player of [red, blue])
		await player.page.locator(".result").waitFor();
	await red.press(red.page.locator("[data-key=rematch]"));
	await red.page.getByText("You have asked for a rematch.").waitFor();
	// Neither asks again: it is told at once, both ways.
	const accept = blue.page.getByRole("button", { name: "Accept the rematch" });
	await accept.waitFor();
	await blue.press(accept);
	await red.page.getByRole("link", { name: "Open the rematch" }).waitFor();
	await blue.inspect("rematch");
	await blue.press(blue.page.getByRole("link", { name: "Open the rematch" }));
	await blue.page.getByText("You are Red").waitFor();
	await leave(red, blue);
});

test("the units of a melee are placed by pointing, and the outcome is agreed", async () => {
	const at = [
		[15, 8],
		[15, 20],
	];
	const { red, blue, view, act } = await sit_at({ ruleset: "battlesystem-2e", muster: muster(at) });

	for (let moves = 0; moves < 60; moves++) {
		const views = [await view("red"), await view("blue")];
		const mine = views.find((one) => one.waiting_for.some((wait) => wait.side === one.side));
		const { decision } = mine.waiting_for.find((wait) => wait.side === mine.side);
		if (decision === "settle_melee")
			break;
		const has = (type) =>
			mine.side === "red" && mine.actions.find((action) => action.do.type === type);
		const action =
			has("declare_charge") ||
			has("charge") ||
			mine.actions.find((one) => one.group === "step");
		await act(mine.side, action.do);
	}
	const [proposer, other] = [red, blue];
	await proposer.pick({ action: { do: { type: "propose_outcome" } } });
	await proposer.press(proposer.page.locator("[data-key=place-b1]"));
	await point_at(proposer, 0.5, 0.9);
	await proposer.page.locator("#preview").filter({ hasText: "Allowed" }).waitFor();
	await proposer.page.locator("[data-key=state-b1]").selectOption({ label: "shaken" });
	await proposer.inspect("placing");
	await proposer.confirm();
	await other.page.getByText("Red proposes: Marsh Wardens").waitFor();
	await other.play({ action: { do: { type: "accept_outcome" } } });
	const { pose, state } = (await view("blue")).units.b1;
	assert.ok(Math.abs(pose.y - 27 * inch) < inch, `${pose.y} is where it was pointed`);
	assert.equal(state, "shaken");
	await leave(red, blue);
});
