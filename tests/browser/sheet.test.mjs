// The board is the page: on a phone it has the room while one looks, and one's own side is below.

import assert from "node:assert/strict";
import { test } from "node:test";
import { company } from "./hand.mjs";
import { leave, seats } from "./seated.mjs";

const house = seats();
const { sit_at } = house;

const height_of = async (locator) => (await locator.boundingBox()).height;

test("on a phone the table has three fifths, and the orders come up when they are wanted", async () => {
	const { red, blue } = await sit_at({ scenario: "two-kings" });
	const { page } = blue;
	const board = page.locator("pn-board");
	const part = async () => (await height_of(board)) / blue.size.height;
	const grip = page.locator("[data-key=sheet]");

	assert.ok((await part()) >= 0.6, `${await part()} while one looks`);
	await blue.inspect("sheet-low");
	await blue.press(grip);
	await page.locator("[data-key=sheet][aria-expanded=true]").waitFor();
	const is_whole = () => document.querySelector(".offers").scrollHeight <= document.querySelector(".offers").clientHeight;
	assert.ok(await page.evaluate(is_whole), "it takes what it needs");
	await blue.inspect("sheet-high");
	await grip.focus();
	await page.keyboard.press("Enter");
	await page.locator("main[data-sheet=low]").waitFor();

	// What is picked brings them up, and leaves them low again.
	await blue.press(page.locator("pn-actions .action").first());
	await page.locator("main[data-sheet=high]").waitFor();
	await page.locator(".pending").waitFor();
	await blue.press(page.locator("[data-key=cancel]"));
	await blue.press(page.locator("[data-key=all]"));
	await page.locator("main[data-sheet=low]").waitFor();
	assert.ok(!(await red.page.locator("[data-key=sheet]").isVisible()), "a desk has room for both");
	await leave(red, blue);
});

test("one's own side is below, and the table can be turned round", async () => {
	const { red, blue } = await sit_at({ scenario: "two-kings" });

	for (const [player, own, other] of [[red, "r1", "b1"], [blue, "b1", "r1"]]) {
		const { page } = player;
		const top = async (unit) => (await page.locator(`.units [data-unit=${unit}] .rim`).boundingBox()).y;
		const rose = page.locator("button.rose");

		assert.ok((await top(own)) > (await top(other)), "one's own side is below");
		await player.press(rose);
		await page.waitForFunction(
			(is_turned) => document.querySelector("pn-board").hasAttribute("data-turned") === is_turned,
			player === red,
		);
		await player.settle();
		assert.ok((await top(own)) < (await top(other)));
		await player.inspect("turned");
		// It stays so when one comes back to the page.
		await page.reload();
		await page.locator(".units [data-unit]").first().waitFor();
		await player.settle();
		assert.ok((await top(own)) < (await top(other)));
		await page.locator("button.rose").press("Enter");
		await page.waitForFunction(
			(is_turned) => document.querySelector("pn-board").hasAttribute("data-turned") === is_turned,
			player === blue,
		);
	}
	await leave(red, blue);
});

test("the table is brought near to what matters, and back", async () => {
	const { red, blue } = await sit_at({ scenario: "hold-or-run" });

	for (const player of [red, blue]) {
		const { page } = player;
		const width = async () => (await page.locator(".field").boundingBox()).width;
		const fit = page.getByRole("button", { name: "Show where it happens, or the whole table" });
		const before = await width();

		await player.press(fit);
		await page.waitForFunction(
			(was) => document.querySelector(".field").getBoundingClientRect().width > was * 1.02,
			before,
		);
		await player.inspect("near");
		await player.settle(); // it was looked at in other sizes meanwhile
		const board = await page.locator("pn-board").boundingBox();
		for (const rim of await page.locator(".units .can .rim").all()) {
			const box = await rim.boundingBox();
			assert.ok(box.x >= board.x && box.x + box.width <= board.x + board.width, "all who may act are seen");
		}
		await player.press(fit);
		await player.settle();
		assert.ok(Math.abs((await width()) - before) < 1);
	}
	await leave(red, blue);
});

test("ground has its height and its banks, and units have their standards", async () => {
	const drawn = await sit_at({ scenario: "hedge-and-ford" });
	for (const player of [drawn.red, drawn.blue]) {
		const { page } = player;
		await page.locator(".hill .contour").nth(1).waitFor({ state: "attached" });
		await page.locator(".shallow_water .banks").first().waitFor({ state: "attached" });
		await page.locator(".obstacle .shadow").first().waitFor({ state: "attached" });
		// What flies from a staff stays on its own block.
		for (const unit of await page.locator(".units [data-unit]").all()) {
			const [flag, block] = await Promise.all(
				[".pennon", ".rim"].map((part) => unit.locator(part).boundingBox()),
			);
			assert.ok(flag.x >= block.x - 1 && flag.x + flag.width <= block.x + block.width + 1);
			assert.ok(flag.y >= block.y - 1 && flag.y + flag.height <= block.y + block.height + 1);
		}
		await player.inspect("ground");
	}
	await leave(drawn.red, drawn.blue);
});

test("nothing is heard until somebody wants it, then dice and one's turn are", async () => {
	const { red, blue, view, act } = await sit_at({ scenario: "ferry-road" });
	const heard = (player) => player.page.evaluate(() => globalThis.heard ?? 0);

	for (const player of [red, blue])
		await player.page.evaluate(() => {
			const start = OscillatorNode.prototype.start;
			OscillatorNode.prototype.start = function (when) {
				globalThis.heard = (globalThis.heard ?? 0) + 1;
				return start.call(this, when);
			};
		});
	const go_on = async () => {
		const { version, waiting_for } = await view("red");
		const { side } = waiting_for[0];
		const { actions } = await view(side);
		await act(side, actions.find((one) => one.group === "step").do);
		for (const player of [red, blue])
			await player.page.waitForFunction(
				(before) => Number(document.querySelector("main.game").dataset.version) > before,
				version,
			);
	};

	await red.press(red.page.locator("[data-key=share]"));
	assert.ok(!(await red.page.locator("#sounds").isChecked()), "off at first");
	await red.press(red.page.locator("#sounds"));
	await red.inspect("sounds");
	await red.page.keyboard.press("Escape");
	for (let steps = 0; steps < 12 && (await heard(red)) === 0; steps++)
		await go_on();
	assert.ok((await heard(red)) > 0);
	assert.equal(await heard(blue), 0);
	await red.page.reload();
	await red.press(red.page.locator("[data-key=share]"));
	assert.ok(await red.page.locator("#sounds").isChecked(), "the wish is kept");
	await leave(red, blue);
});

const inch = 2540;
const regiment = (side, name, y, x = 36) => ({
	side,
	name,
	class: "standard",
	figures: 10,
	files: 5,
	base: { width: 2000, depth: 2000 },
	pose: { x: x * inch, y: y * inch, facing: side === "red" ? 0 : 32768 },
	stats: { advance: 4 * inch, discipline: 7, health: 1, resilience: 3 },
});

/** A charge that Blue is asked about, on a table where a phone draws units small. */
async function asked_on_a_phone(before_question = async () => {}, more = []) {
	const game = await sit_at({
		ruleset: "t9a-2e",
		muster: {
			board: { width: 72 * inch, depth: 72 * inch, terrain: [] },
			ends: { turns: 4, count: "none" },
			units: [regiment("red", "Ashdown Spears", 30), regiment("blue", "Marsh Wardens", 38), ...more].sort((a, b) => (a.side < b.side ? 1 : a.side > b.side ? -1 : 0)),
		},
	});
	await before_question(game.blue);
	await game.red.play({ action: { do: { type: "declare_charge" }, unit: "r1" } });
	await game.blue.page.locator(".action[data-type=hold]").waitFor();
	await game.blue.settle();
	return game;
}

const front = async (player, unit) =>
	(await player.page.locator(`.units [data-unit=${unit}] .rim`).boundingBox()).width;

test("a question about units too small to read brings them into view, and the end of the step the whole table", async () => {
	const others = [regiment("red", "Hill Company", 30, 12), regiment("blue", "North Gate Band", 38, 12)];
	const { red, blue } = await asked_on_a_phone(undefined, others);
	const box = await blue.page.locator("pn-board svg.table").boundingBox();

	assert.ok((await front(blue, "b1")) >= 56, `${await front(blue, "b1")} px`);
	for (const unit of ["r1", "b1"]) {
		const block = await blue.page.locator(`.units [data-unit=${unit}] .rim`).boundingBox();
		assert.ok(block.x > box.x && block.x + block.width < box.x + box.width, `${unit} is seen`);
		assert.ok(block.y > box.y && block.y + block.height < box.y + box.height, `${unit} is seen`);
	}
	await blue.inspect("brought");
	await blue.play({ action: { do: { type: "hold" }, unit: "b1" } });
	// Between two questions the table stays where it is.
	await blue.page.locator("main.game[data-waits='']").waitFor();
	await blue.settle();
	await blue.shot("between-questions");
	assert.ok((await front(blue, "b1")) >= 56, `${await front(blue, "b1")} px`);
	await red.play({ action: { do: { type: "declare_charge" }, unit: "r2" } });
	await blue.page.locator(".action[data-type=hold][data-for=b2]").waitFor();
	await blue.settle();
	assert.ok((await front(blue, "b2")) >= 56, `${await front(blue, "b2")} px`);
	await blue.play({ action: { do: { type: "hold" }, unit: "b2" } });
	await blue.page.waitForFunction(
		() => document.querySelector(".units [data-unit=b1] .rim").getBoundingClientRect().width < 56,
	);
	await leave(red, blue);
});

test("who has just looked where they want is left alone", async () => {
	const { red, blue } = await asked_on_a_phone(async (player) => {
		await player.press(player.page.getByRole("button", { name: "Zoom in" }));
	});

	assert.ok((await front(blue, "b1")) < 56);
	await leave(red, blue);
});

/** Five companies a side: each may declare against any of five. */
const many_targets = {
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
};

/** How many of the choices are seen whole: in their list, in the panel, over its foot. */
const choices_seen = ({ page }) =>
	page.evaluate(() => {
		const top = Math.max(...["pn-actions", ".presets"].map((name) => document.querySelector(name).getBoundingClientRect().top));
		const end = Math.min(
			document.querySelector(".presets").getBoundingClientRect().bottom,
			document.querySelector(".foot .last").getBoundingClientRect().top,
		);
		return [...document.querySelectorAll(".preset")].filter((one) => {
			const box = one.getBoundingClientRect();
			return box.top >= top - 1 && box.bottom <= end + 1;
		}).length;
	});

test("what there is to choose from is seen over the foot", async () => {
	const table = await sit_at(many_targets);

	for (const [player, unit, least] of [[table.red, "r3", 4], [table.blue, "b3", 2]]) {
		const { page } = player;
		while ((await table.view(unit[0] === "r" ? "red" : "blue")).actions.every((one) => one.do.type !== "declare_charge")) {
			const { waiting_for } = await table.view("red");
			const { side } = waiting_for[0];
			await table.act(side, (await table.view(side)).actions.find((one) => one.group === "step").do);
		}
		await page.locator(".can").first().waitFor({ state: "attached" });
		await player.settle();
		await player.pick({ action: { do: { type: "declare_charge" }, unit } });
		await page.locator("#preview .odds").first().waitFor();
		await player.settle();
		assert.ok((await choices_seen(player)) >= least, `${await choices_seen(player)} of ${await page.locator(".preset").count()}`);
		await page.locator(".choice-told", { hasText: "Chosen from 5" }).waitFor();
		await player.inspect("choices");
		await player.press(page.locator("[data-key=cancel]"));
	}
	await leave(table.red, table.blue);
});

test("orders go on with the next unit that has none, until all are written", async () => {
	const table = await sit_at({ scenario: "two-kings" });
	const { blue } = table;
	const { page } = blue;
	const written = async () => Object.values((await table.view("blue")).units).filter(({ draft }) => draft).length;
	const listed = page.locator(".group.declare .action[data-for]");

	// The news of an order comes before its answer, as it may.
	await page.route("**/actions", async (route) => {
		const before = await blue.version();
		const answer = await route.fetch();

		await page.waitForFunction((version) => Number(document.querySelector("main.game").dataset.version) > version, before);
		await route.fulfill({ response: answer });
	});
	await page.locator(".units .selected").waitFor();
	const { actions } = await table.view("blue");
	const own = actions.filter(({ group }) => group === "declare").map(({ unit }) => unit);
	for (const [place, id] of own.entries()) {
		await blue.press(page.locator(`.group.declare .action[data-for=${id}]`));
		await blue.press(page.locator(".preset").nth(1));
		const next = own[place + 1];
		await page.locator(next ? `.units [data-unit=${next}].selected` : "[data-type=ready]").waitFor();
		assert.equal(await written(), place + 1);
		// Its orders alone are there, and seen from their beginning.
		await page.waitForFunction(
			(count) =>
				document.querySelector("pn-actions").scrollTop === 0 &&
				document.querySelectorAll(".group.declare .action[data-for]").length === count,
			next ? 1 : own.length,
		);
		if (place === 2)
			await blue.inspect("orders-go-on");
	}
	await blue.settle();
	await page.locator(".units .selected").first().waitFor({ state: "detached" }); // all have theirs
	await leave(table.red, blue);
});

test("a sheet that comes up leaves the table's scale, and shows who is picked and whom it may charge", async () => {
	const { red, blue, view, act } = await sit_at({ scenario: "ferry-road" });
	const { page } = blue;
	const may_move = ({ actions = [] }) => actions.some(({ group }) => group === "move");
	const rim = (unit) => page.locator(`.units [data-unit=${unit}] .rim`);

	while (!may_move(await view("blue"))) {
		const { side } = (await view("red")).waiting_for[0];
		await act(side, (await view(side)).actions.find((one) => one.group === "step").do);
	}
	await page.locator(".units .can").first().waitFor({ state: "attached" });
	await blue.settle();
	const own = await page.evaluate(() => [...document.querySelectorAll(".units .can")].map((one) => one.dataset.unit));
	for (const unit of own.slice(0, 3)) {
		const before = await front(blue, unit);
		await blue.press(page.locator(`.units [data-unit=${unit}]`));
		await page.locator("main.game[data-sheet=high]").waitFor();
		await blue.settle();
		assert.ok(Math.abs((await front(blue, unit)) - before) < 0.5, `${unit} was ${before} wide, and is ${await front(blue, unit)}`);
		const svg = await page.locator("pn-board svg.table").boundingBox();
		const box = await rim(unit).boundingBox();
		assert.ok(box.y >= svg.y && box.y + box.height <= svg.y + svg.height, `${unit} is seen`);
		await page.keyboard.press("Escape");
		if (await page.locator("[data-key=all]").isVisible())
			await blue.press(page.locator("[data-key=all]"));
		await page.locator("main.game[data-sheet=low]").waitFor();
		await blue.settle();
		assert.ok(Math.abs((await front(blue, unit)) - before) < 0.5);
	}
	await leave(red, blue);
});

test("a question is shown with both of its sides: who is in contact, and who may be charged", async () => {
	const { red, blue, view } = await sit_at({ scenario: "ferry-road" });
	const game = await view("blue");
	const [own, enemy] = ["blue", "red"].map((side) => Object.keys(game.units).find((id) => game.units[id].side === side));
	const charge = { unit: own, group: "charge", target: enemy, bounds: [], presets: [], do: { type: "charge", unit: own, target: enemy } };
	const shown = await blue.page.evaluate(
		async ([games, ids]) => {
			const { fitted } = await import(new URL("board/fit.js", location.href).href);
			const { to_picture } = await import(new URL("board/measure.js", location.href).href);
			return games.map((one) => {
				const at = fitted({ game: one, side: "blue", selected: null, pending: null }, false, 390, 500);
				return ids.map((id) => {
					const { x, y } = to_picture(one.board, one.units[id].pose);
					return Math.abs(x - at.x) * at.scale < 195 && Math.abs(y - at.y) * at.scale < 250;
				});
			});
		},
		[
			[
				{ ...game, waiting_for: [{ side: "blue", decision: "settle_melee", unit: enemy }], contacts: [{ unit: enemy, with: own }], actions: [] },
				{ ...game, waiting_for: [{ side: "blue", decision: "activation", unit: own }], contacts: [], actions: [charge] },
			],
			[own, enemy],
		],
	);

	assert.deepEqual(shown, [[true, true], [true, true]]);
	await leave(red, blue);
});
