// The editor of battles at /battle: by pointer, by keys and by numbers, at a desk and on a phone.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Maker } from "./maker.mjs";
import { leave, seats } from "./seated.mjs";
import { desk, phone } from "./support.mjs";

const house = seats();
const { daemon } = house;

const open = (size = desk) => Maker.open(house.browser, daemon.url, size);

for (const [name, size] of Object.entries({ desk, phone }))
	test(`units are put on the table, told of, undone and saved: ${name}`, async () => {
		const maker = await open(size);

		await maker.begin();
		assert.equal(await maker.checked(), 1, "nobody is there");
		await maker.panel("units");
		const place = async () => (await maker.key("add.blue").boundingBox()).y;
		const before = await place();
		await maker.press(maker.key("add.red"));
		await maker.press(maker.key("add.blue"));
		await maker.page.locator(".good").waitFor();
		assert.equal(await place(), before, "what is to be touched stays where it is");
		await maker.press(maker.key("unit-r1"));
		await maker.write("/muster/units/0/name", "Old Guard");
		await maker.write("/muster/units/0/figures", 9);
		await maker.write("/muster/units/0/files", 3);
		await maker.good();
		await maker.inspect(`editor-units`);
		const made = await maker.file();
		assert.deepEqual(
			[made.muster.units[0].name, made.muster.units[0].figures, made.muster.units[0].files],
			["Old Guard", 9, 3],
		);
		for (let steps = 0; steps < 5; steps++)
			await maker.press(maker.key("undo"));
		assert.equal(await maker.checked(), 1);
		assert.deepEqual((await maker.file()).muster.units, []);
		assert.ok(await maker.key("undo").isDisabled());
		await leave(maker);
	});

test("what is typed into a field that was come to by the tab key replaces what stood there", async () => {
	const maker = await open();
	const { page } = maker;
	let let_go = () => {};

	await maker.begin("#scenario=first-charge");
	const [before] = (await maker.file()).muster.units;
	await maker.panel("units");
	await maker.press(maker.key("unit-r1"));
	await page.route("**/v1/battles/check", async (route) => {
		await new Promise((resolve) => (let_go = resolve));
		await route.continue();
	});
	await maker.field("/muster/units/0/figures").fill(String(before.figures - 1));
	const asked = page.waitForRequest("**/v1/battles/check");
	await page.keyboard.press("Tab");
	await asked;
	assert.equal(await page.evaluate(() => document.activeElement?.dataset.at), "/muster/units/0/files");
	// The answer comes while nothing has been typed yet, and the panel is drawn anew.
	let_go();
	await maker.good();
	await page.unroute("**/v1/battles/check");
	await page.keyboard.type("2");
	await page.keyboard.press("Tab");
	assert.equal((await maker.file()).muster.units[0].files, 2);
	await leave(maker);
});

test("a button that is held down long, from within a field, is pressed when it is let go", async () => {
	const maker = await open();
	const { page } = maker;

	await maker.begin("#scenario=first-charge");
	await maker.field("/name").fill("Held");
	await maker.key("panel-units").hover();
	await page.mouse.down();
	// The field has lost the focus, what it held is taken, and checked.
	await page.waitForFunction(() => location.hash.startsWith("#draft="));
	await maker.checked();
	await page.mouse.up();
	await maker.key("add.red").waitFor();
	await leave(maker);
});

test("what is found wrong is never told of a battle that has changed since", async () => {
	const maker = await open();
	const { page } = maker;
	let let_go = () => {};

	let held = 0;

	await maker.begin();
	await page.route("**/v1/battles/check", async (route) => {
		if (held++ === 0)
			await new Promise((resolve) => (let_go = resolve));
		await route.continue();
	});
	const asked = page.waitForRequest("**/v1/battles/check");
	await maker.write("/muster/ends/turns", 7);
	await asked;
	await maker.panel("units");
	await maker.press(maker.key("add.red"));
	// The answer is about the battle before, where nobody is.
	const answered = page.waitForResponse("**/v1/battles/check");
	await maker.press(maker.key("add.blue"));
	let_go();
	await (await answered).finished();
	await maker.good();
	await leave(maker);
});

test("until another rule book is read, nothing of the one before is put on the table", async () => {
	const maker = await open();
	const { page } = maker;
	let let_go = () => {};

	await maker.begin();
	await page.route("**/v1/rulesets/chainmail", async (route) => {
		await new Promise((resolve) => (let_go = resolve));
		await route.continue();
	});
	await maker.panel("book");
	await maker.field("/ruleset").selectOption("chainmail");
	await maker.checked();
	await maker.press(maker.key("panel-units"));
	await page.locator(".panel [role=status]").waitFor();
	assert.equal(await maker.key("add.red").count(), 0);
	let_go();
	await maker.press(maker.key("add.red"));
	await maker.press(maker.key("add.blue"));
	await maker.good();
	await leave(maker);
});

test("the table's size is told and given in inches and in centimetres, and is the same table", async () => {
	const maker = await open(phone);
	const { page } = maker;
	const width = async () => (await maker.file()).muster.board.width;
	const fields = async () => [await maker.field("/muster/board/width").inputValue(), await maker.field("/muster/board/depth").inputValue()];

	await maker.begin("#scenario=first-charge");
	const before = await maker.file();
	assert.deepEqual(await fields(), ["48", "48"]);
	await maker.field("/lengths").selectOption("cm");
	await page.getByText("Width (cm)").waitFor();
	assert.deepEqual(await fields(), ["121.9", "121.9"]);
	assert.deepEqual(await maker.file(), before, "to be told of otherwise changes nothing");
	await maker.write("/muster/board/width", "180");
	assert.equal(await width(), 180_000);
	await maker.write("/muster/board/width", "1");
	assert.equal(await width(), 2540, "no less than may be");
	await maker.write("/muster/board/width", "150.5");
	assert.equal(await width(), 150_500);
	await maker.good();
	// Units are told of in the same, and the next visit knows it.
	await maker.panel("units");
	await maker.press(maker.key("unit-r1"));
	assert.equal(await maker.field("/muster/units/0/pose/x").inputValue(), (before.muster.units[0].pose.x / 1000).toFixed(1));
	await maker.inspect("editor-centimetres");
	await page.reload();
	await maker.checked();
	assert.deepEqual(await fields(), ["150.5", "121.9"]);
	await maker.field("/lengths").selectOption("in");
	await page.getByText("Width (inches)").waitFor();
	assert.deepEqual(await fields(), ["59.25", "48"]);
	assert.equal(await width(), 150_500);
	await maker.write("/muster/board/width", "72");
	assert.equal(await width(), 182_880);
	await leave(maker);
});

test("nothing of the editor comes over the line before it is opened", async () => {
	const maker = await open();
	const asked = [];

	maker.page.on("request", (request) => asked.push(new URL(request.url()).pathname));
	await maker.page.goto(`${daemon.url}/`);
	await maker.page.locator("input[name=scenario]").first().waitFor();
	await maker.press(maker.page.locator("[data-key=start]"));
	await maker.page.locator("#invitation").waitFor();
	await maker.settle();
	assert.ok(asked.length > 10);
	assert.deepEqual(asked.filter((path) => path.startsWith("/editor/")), []);
	await maker.begin();
	assert.ok(asked.some((path) => path.startsWith("/editor/")));
	await leave(maker);
});

/** A battle of a book with a unit of each class a side, and a piece of each kind of terrain. */
async function set_up(maker, book) {
	const { classes, terrain } = await house.ask(`rulesets/${book}`);

	await maker.panel("book");
	await maker.page.locator(`[data-at="/ruleset"]`).selectOption(book);
	await maker.checked();
	await maker.panel("units");
	for (const kind of classes) {
		await maker.page.locator(`[data-at="/kind"]`).selectOption(kind);
		await maker.press(maker.key("add.red"));
		await maker.press(maker.key("add.blue"));
	}
	await maker.checked();
	assert.equal(await maker.page.locator("pn-ground .units [data-unit^=b]").count(), classes.length);
	return { classes, terrain };
}

test("a unit of each class of each of the seven books can be placed, and nothing is wrong with it", async () => {
	const { rulesets } = await house.ask("rulesets");
	const maker = await open();

	assert.equal(rulesets.length, 7);
	for (const { id } of rulesets) {
		await maker.begin();
		const { classes } = await set_up(maker, id);
		await maker.good(id);
		assert.equal((await maker.file()).muster.units.length, 2 * classes.length, id);
	}
	await leave(maker);
});

test("terrain of every kind and shape lies on the table, is drawn there, turned, copied and taken away", async () => {
	const maker = await open();
	const { terrain } = await house.ask("rulesets/chainmail");
	const points = async () => (await maker.file()).muster.board.terrain.map((piece) => piece.points.length);

	await maker.begin("#scenario=pikes-and-knights");
	await maker.panel("ground");
	const before = (await points()).length;
	for (const { name } of terrain) {
		await maker.page.locator(`[data-at="/ground/kind"]`).selectOption(name);
		await maker.press(maker.key("ground.put"));
	}
	const there = await maker.file();
	assert.deepEqual(
		there.muster.board.terrain.slice(before).map((piece) => piece.kind),
		terrain.map((one) => one.name),
	);
	for (const [shape, count] of Object.entries({ ellipse: 16, strip: 6, polygon: 5, rectangle: 4 })) {
		await maker.page.locator(`[data-at="/ground/shape"]`).selectOption(shape);
		await maker.press(maker.key("ground.put"));
		assert.equal((await points()).at(-1), count, shape);
	}
	await maker.good("terrain");
	await maker.page.locator(`[data-at="/ground/shape"]`).selectOption("strip");
	await maker.press(maker.key("ground.draw"));
	const box = await maker.page.locator("pn-ground > svg").boundingBox();
	for (const [x, y] of [[0.35, 0.5], [0.5, 0.55], [0.6, 0.5], [0.65, 0.4]])
		await maker.point(box.x + box.width * x, box.y + box.height * y);
	await maker.press(maker.key("ground.done"));
	assert.equal((await points()).at(-1), 8, "two points for each of the line's");
	await maker.press(maker.key("turn_right"));
	await maker.press(maker.key("copy"));
	await maker.inspect("editor-ground");
	const many = (await points()).length;
	await maker.press(maker.key("remove"));
	assert.equal((await points()).length, many - 1);
	await maker.key("undo").click();
	assert.equal((await points()).length, many);
	await leave(maker);
});

test("terrain is dragged as it lies; what reaches out of sight is the ground on which one looks about", async () => {
	const maker = await open();
	const { page } = maker;
	const { depth } = (await house.ask("scenarios/mill-hill")).muster.board;
	const [wood, mill] = [5, 0]; // of its terrain
	const pieces = async () => (await maker.file()).muster.board.terrain;
	const middle = ({ points }) => ({ x: points.reduce((sum, { x }) => sum + x, 0) / points.length, y: points.reduce((sum, { y }) => sum + y, 0) / points.length });
	const grips = () => page.locator("pn-ground .grip:not([data-unit=turn])").count();
	const drag = async (from, way) => {
		const [x, y] = await maker.seen(from, depth);
		await page.mouse.move(x, y);
		await page.mouse.down();
		await page.mouse.move(x + way, y);
		await page.mouse.up();
		await maker.settle();
	};

	await maker.begin("#scenario=mill-hill");
	const before = await pieces();
	await drag(middle(before[wood]), 40);
	const after = await pieces();
	const gone = middle(after[wood]).x - middle(before[wood]).x;
	assert.ok(gone > 2540, `${gone} to the east`);
	assert.deepEqual(after.with(wood, null), before.with(wood, null), "nothing else moves");
	assert.equal(await grips(), after[wood].points.length);
	// The mill would lie under its own grips.
	const [x, y] = await maker.seen(middle(after[mill]), depth);
	await page.mouse.click(x, y);
	await page.locator("pn-ground .figure[data-unit=t0]").first().waitFor({ state: "attached" });
	assert.equal(await grips(), 0);
	// From near by it has them.
	const go_near = async (to) => {
		for (let steps = 0; steps < 12; steps++) {
			await page.mouse.move(...(await maker.seen(to, depth)));
			await page.mouse.wheel(0, -400);
			await maker.settle();
		}
	};
	await go_near(middle(after[mill]));
	await page.waitForFunction(() => document.querySelectorAll("pn-ground .grip:not([data-unit=turn])").length === 4);
	await page.keyboard.press("Escape");
	await maker.press(page.getByRole("button", { name: "Show where it happens, or the whole table" }));
	await maker.settle();
	await go_near(middle(after[wood]));
	const [was] = await maker.seen(middle(after[wood]), depth);
	await drag(middle(after[wood]), 60);
	assert.deepEqual(await pieces(), after);
	const [is] = await maker.seen(middle(after[wood]), depth);
	assert.ok(Math.abs(is - was - 60) < 3, `the table goes along: ${is - was}`);
	await leave(maker);
});

test("rows go out as they came in, and what cannot be is told by its row", async () => {
	const maker = await open();

	await maker.begin("#scenario=the-long-wall");
	const before = await maker.file();
	await maker.context.grantPermissions(["clipboard-read", "clipboard-write"]);
	await maker.panel("rows");
	await maker.press(maker.key("rows.copy"));
	await maker.page.getByText("Copied").waitFor();
	const rows = await maker.page.evaluate(() => navigator.clipboard.readText());
	assert.equal(rows.split("\n").length, before.muster.units.length + 1);
	await maker.key("rows-text").fill(rows);
	await maker.press(maker.key("rows.instead"));
	const near = (a, b) => Math.abs(a - b) <= 13; // a hundredth of an inch, halved
	const after = await maker.file();
	for (const [at, unit] of before.muster.units.entries()) {
		const { pose, ...rest } = after.muster.units[at];
		const { pose: was, ...others } = unit;
		assert.deepEqual({ formation: "closed", state: "good", traits: [], ...others }, rest);
		assert.ok(near(pose.x, was.x) && near(pose.y, was.y), unit.name);
	}
	await maker.key("rows-text").fill("Blue\tGreen Band\tfoot\tmany\nBlue\tGrey Band\telves\t12");
	await maker.press(maker.key("rows.add"));
	await maker.page.locator(".panel .error").first().waitFor();
	assert.deepEqual(await maker.page.locator(".panel .error").allInnerTexts(), [
		"Row 1, Figures: “many” cannot be.",
		"Row 2, Class: “elves” cannot be.",
	]);
	assert.equal((await maker.file()).muster.units.length, before.muster.units.length);
	await maker.key("rows-text").fill("Side\tName\tFigures\nBlue\tGreen Band\t10");
	await maker.press(maker.key("rows.add"));
	assert.equal((await maker.file()).muster.units.at(-1).name, "Green Band");
	await maker.inspect("editor-rows");
	await leave(maker);
});

test("units are aligned, dressed, copied and mirrored, zones take the place of places", async () => {
	const maker = await open();
	const units = async () => (await maker.file()).muster.units;

	await maker.begin("#scenario=two-kings");
	await maker.panel("units");
	await maker.press(maker.key("unit-r3"));
	await maker.key("unit-r7").click({ modifiers: ["Shift"] });
	await maker.key("align").click();
	let [, , third, , , , seventh] = await units();
	assert.equal(seventh.pose.y, third.pose.y);
	await maker.key("dress").click();
	[, , third, , , , seventh] = await units();
	const wide = (unit) => unit.files * unit.base.width;
	assert.equal(Math.abs(third.pose.x - seventh.pose.x), (wide(third) + wide(seventh)) / 2 + 1270);
	await maker.key("mirror").click();
	const all = await units();
	assert.equal(all.length, 18);
	assert.equal(all.at(-1).side, "blue");
	assert.equal(all.at(-1).pose.facing, 32768);
	await maker.key("copy").click();
	assert.equal((await units()).length, 20);
	await maker.panel("book");
	await maker.page.locator(`[data-at="/muster/deployment/how"]`).selectOption("sealed");
	assert.ok((await units()).every((unit) => unit.pose === undefined));
	await maker.press(maker.key("zone-blue"));
	await maker.write("/muster/deployment/zones/blue/depth", 10);
	await maker.good();
	assert.equal((await maker.file()).muster.deployment.zones.blue.depth, 25400);
	await maker.inspect("editor-zones");
	await maker.page.locator(`[data-at="/muster/deployment/how"]`).selectOption("places");
	assert.ok((await units()).every((unit) => unit.pose));
	await leave(maker);
});
