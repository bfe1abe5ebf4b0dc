// From nothing to a game: a battle set up in the editor is played by two; by keys alone; with what
// was begun before; and what is wrong with it is told where it is.

import assert from "node:assert/strict";
import { test } from "node:test";
import { tab_to } from "./keys.mjs";
import { Maker } from "./maker.mjs";
import { next_to_act } from "./player.mjs";
import { leave, seats, terms_of } from "./seated.mjs";
import { desk, phone, some_of } from "./support.mjs";

const house = seats();
const { daemon } = house;
const open = (size = desk) => Maker.open(house.browser, daemon.url, size);
const pieces = 3; // of terrain, a side
const regiments = 6;

/** Put six units and three pieces of terrain a side on the table. */
async function fill_table(maker, { classes, terrain, title }) {
	let clicks = 0;
	const press = async (key) => {
		clicks++;
		await maker.press(maker.key(key));
	};

	await press("panel-units");
	for (let number = 0; number < regiments; number++) {
		clicks += 2;
		await maker.field("/kind").selectOption(classes[number % classes.length]);
		await press("add.red");
		await press("add.blue");
	}
	await press("panel-ground");
	for (let number = 0; number < 2 * pieces; number++) {
		clicks += 2;
		await maker.field("/ground/kind").selectOption(terrain[number % terrain.length].name);
		await press("ground.put");
	}
	await maker.good(title);
	return clicks;
}

/** Start the game that is set up, with another in the other seat. What the invitation said. */
async function start(maker, guest) {
	await maker.panel("play");
	await maker.press(maker.key("go"));
	const link = await maker.page.locator("#invitation").inputValue();

	await guest.page.goto(link);
	await guest.page.locator(".terms").waitFor();
	const terms = await terms_of(guest.page);
	await guest.press(guest.page.getByRole("button", { name: "Take the seat" }));
	for (const one of [maker, guest])
		await one.page.locator("main.game[data-version]:not([data-version='0'])").waitFor();
	return terms;
}

test("in each rule book two play what one of them set up from nothing", async () => {
	const { rulesets } = await house.ask("rulesets");

	for (const [at, { id, title }] of some_of(rulesets).entries()) {
		const rules = await house.ask(`rulesets/${id}`);
		const [maker, guest] = [await open(at % 2 ? phone : desk), await open(at % 2 ? desk : phone)];
		const begun = Date.now();

		await maker.begin();
		await maker.field("/ruleset").selectOption(id);
		const clicks = (await fill_table(maker, { ...rules, title })) + 5;
		await start(maker, guest);
		const view = await maker.view();
		assert.equal(view.ruleset, id);
		assert.equal(Object.keys(view.units).length, 2 * regiments);
		assert.equal(view.board.terrain.length, 2 * pieces);
		console.log(`${id}: ${clicks} clicks, ${Math.round((Date.now() - begun) / 1000)} s`);
		const player = await next_to_act(maker, guest);
		const { actions } = await player.view();
		const action = actions.find((one) => one.group === "step") ?? actions[0];
		await player.play({ action });
		await leave(maker, guest);
	}
});

test("by keys alone a unit is put on the table, moved, turned and told of, and the game begun", async () => {
	const maker = await open();
	const { page } = maker;
	const press = async (selector, key = "Enter") => {
		await tab_to(page, selector);
		await page.keyboard.press(key);
	};

	await maker.begin("#scenario=first-charge");
	await press("[data-key=panel-units]");
	await press("[data-key='add.red']");
	const added = (await maker.file()).muster.units.findIndex((unit) => unit.name === "Foot 1");
	const [before] = (await maker.file()).muster.units.slice(added);
	await tab_to(page, "pn-ground > svg");
	for (const key of ["ArrowUp", "Shift+ArrowLeft", ".", ","])
		await page.keyboard.press(key);
	await page.keyboard.press(".");
	const after = (await maker.file()).muster.units[added];
	assert.deepEqual(after.pose, { x: before.pose.x - 254, y: before.pose.y + 1270, facing: 1024 });
	await tab_to(page, `[data-at="/muster/units/${added}/name"]`);
	await page.keyboard.press("Control+a");
	await page.keyboard.type("Late Comers");
	await press("[data-key=panel-play]");
	assert.equal((await maker.file()).muster.units[added].name, "Late Comers");
	await maker.good();
	await press("[data-key=go]");
	await page.locator("#invitation").waitFor();
	await leave(maker);
});

test("a battle that is under way begins at its turn, with what is left", async () => {
	const [maker, guest] = [await open(), await open(phone)];

	await maker.begin("#scenario=first-charge");
	await maker.panel("book");
	await maker.write("/name", "The bridge at noon");
	await maker.panel("turn");
	await maker.press(maker.field("/muster/position"));
	await maker.write("/muster/position/turn", 3);
	await maker.write("/muster/position/units/r1/figures", 7);
	await maker.field("/muster/position/units/b1/state").selectOption("shaken");
	await maker.press(maker.field("/muster/position/units/r3/flags/closes"));
	await maker.press(maker.field("/muster/position/units/b2/on_table"));
	await maker.field("/muster/position/facts/initiative_winner").selectOption("blue");
	await maker.good();
	const { muster } = await maker.file();
	assert.deepEqual(muster.position.units.r3, { flags: ["closes"] });
	assert.equal(muster.units.find((unit) => unit.name === "Copper Shields").pose, undefined);
	await maker.press(maker.key("contact.add"));
	const [told] = await maker.faults();
	assert.match(told, /in contact/);
	assert.equal(await maker.page.locator(".panel .error").count(), 1, "it is told at the contact");
	await maker.inspect("editor-turn");
	await maker.press(maker.key("undo"));
	await maker.good();
	await maker.panel("about");
	await maker.key("about-play").waitFor();
	const glance = await maker.page.locator(".panel").innerText();
	for (const said of [/Ashdown Spears: 7, foot/, /shaken/, /Copper Shields: \d+, foot, Not on the table/])
		assert.match(glance, said);
	const terms = await start(maker, guest);
	const view = await guest.view();
	assert.deepEqual([terms.Battle, terms.Turns], ["The bridge at noon", `${view.ends.turns}, beginning with turn 3`]);
	await guest.page.waitForFunction(() => document.title.includes("The bridge at noon"));
	assert.deepEqual([view.units.b2.on_table, view.facts.initiative_winner], [false, "blue"]);
	assert.deepEqual([view.turn, view.units.r1.figures, view.units.b1.state], [3, 7, "shaken"]);
	await leave(maker, guest);
});

test("what is wrong is told at the unit or field it is about, with its clause, and nothing is lost", async () => {
	const maker = await open(phone);

	await maker.begin("#scenario=first-charge");
	await maker.panel("units");
	await maker.press(maker.key("unit-r1"));
	await maker.write("/muster/units/0/pose/x", 0);
	const [off] = await maker.faults();
	assert.match(off, /off the table.*\(PN-08\)/);
	assert.equal(await maker.page.locator("pn-ground .struck").count(), 1);
	await maker.panel("book");
	await maker.press(maker.page.locator(".faults button").first());
	await maker.page.locator("fieldset[data-at='/muster/units/0/pose'] .error, .unit-form .error").first().waitFor();
	await maker.inspect("editor-faults");
	await maker.press(maker.key("undo"));
	await maker.good();

	const [first, second] = (await maker.file()).muster.units;
	await maker.write("/muster/units/0/pose/x", second.pose.x / 2540);
	assert.equal(first.pose.y, second.pose.y);
	assert.match((await maker.faults()).join(), /It stands in the place of /);
	await maker.press(maker.key("undo"));
	await maker.write("/muster/units/0/figures", 100000);
	assert.equal((await maker.file()).muster.units[0].figures, 200, "no more than may be");
	await maker.write("/muster/units/0/stats/morale_rating", 99);
	assert.equal((await maker.file()).muster.units[0].stats.morale_rating, 20);
	await maker.press(maker.key("undo"));
	await maker.press(maker.key("undo"));
	assert.deepEqual((await maker.file()).muster.units[0], first);

	await maker.panel("ground");
	await maker.field("/ground/shape").selectOption("polygon");
	await maker.press(maker.key("ground.put"));
	await maker.press(maker.key("corners"));
	const at = `/muster/board/terrain/${(await maker.file()).muster.board.terrain.length - 1}/points/0`;
	await maker.write(`${at}/x`, 30);
	await maker.write(`${at}/y`, 40);
	await maker.write(`${at}/x`, 10);
	assert.match((await maker.faults()).join(), /simple polygon/);
	await leave(maker);
});

test("units are dragged, turned by the handle, and several at once", async () => {
	const maker = await open();
	const { page } = maker;
	const pose = async (at) => (await maker.file()).muster.units[at].pose;
	const middle = async (locator) => {
		let box = await locator.boundingBox();
		while (!box) // it was just drawn anew
			box = await locator.boundingBox();
		return [box.x + box.width / 2, box.y + box.height / 2];
	};
	const drag = async ([x, y], [right, down]) => {
		await page.mouse.move(x, y);
		await page.mouse.down();
		await page.mouse.move(x + right / 2, y + down / 2);
		await page.mouse.move(x + right, y + down);
		await page.mouse.up();
		await maker.settle();
	};
	const plate = (id) => page.locator(`pn-ground [data-unit=${id}] .plate`);

	await maker.begin("#scenario=first-charge");
	const [first, second] = [await pose(0), await pose(1)];
	await drag(await middle(plate("r1")), [60, -120]);
	const moved = await pose(0);
	assert.ok(moved.x > first.x + 2540 && moved.y > first.y + 5080, JSON.stringify(moved));
	assert.equal(moved.facing, first.facing);
	await drag(await middle(page.locator("pn-ground .grip[data-unit=turn]")), [60, 40]);
	const turned = await pose(0);
	assert.ok(turned.facing > 4096 && turned.facing < 20000, String(turned.facing));
	assert.deepEqual([turned.x, turned.y], [moved.x, moved.y]);
	await page.keyboard.down("Shift");
	await page.mouse.click(...(await middle(plate("r2"))));
	await page.keyboard.up("Shift");
	await drag(await middle(plate("r2")), [0, -100]);
	assert.ok((await pose(1)).y > second.y + 5080);
	assert.ok((await pose(0)).y > moved.y + 5080, "what is picked goes together");
	for (let steps = 0; steps < 3; steps++)
		await page.keyboard.press("Control+z");
	assert.deepEqual([await pose(0), await pose(1)], [first, second]);
	await page.keyboard.press("Control+Shift+z");
	assert.deepEqual(await pose(0), moved);
	await leave(maker);
});

test("whatever a file holds, the page goes on, tells what is wrong, and undoes it", async () => {
	const maker = await open();

	await maker.begin("#scenario=first-charge");
	const broken = await maker.page.evaluate(async (file) => {
		const { make_battle } = await import("/editor/battle.js");
		const { read_book } = await import("/editor/book.js");
		const { board_of, game_of, is_shaped, units_of } = await import("/editor/muster.js");
		const { panels_of } = await import("/editor/panels.js");
		const book = await read_book(file.ruleset);
		const odd = [null, 1, "x", [], {}, [null], { x: 1 }, -5, 1e12];
		const places = ["/muster", "/muster/board", "/muster/board/width", "/muster/board/terrain", "/muster/units",
			"/muster/units/0", "/muster/units/0/pose", "/muster/units/0/figures", "/muster/units/0/base",
			"/muster/units/0/traits", "/muster/units/0/stats", "/muster/ends", "/muster/position", "/muster/deployment"];
		let shaped = 0;

		for (const place of places)
			for (const value of odd) {
				const parts = place.slice(1).split("/");
				const battle = make_battle(file);
				battle.change((copy) => {
					const last = parts.pop();
					parts.reduce((at, part) => at[part], copy)[last] = value;
				});
				game_of(battle.value, null);
				board_of(battle.value);
				units_of(battle.value);
				if (is_shaped(battle.value)) {
					shaped++;
					battle.select(["r1", "t0"]);
					for (const [name, panel] of Object.entries(panels_of({})))
						try {
							panel({ battle, book, books: [book.rules], table: {}, faults: [], redraw: () => {} });
						} catch (reason) {
							return `${place} ${JSON.stringify(value)}: ${name}: ${reason.stack}`;
						}
				}
				battle.undo();
				if (JSON.stringify(battle.value) !== JSON.stringify(file))
					return `${place} ${JSON.stringify(value)}`;
			}
		return shaped > 0 && shaped < places.length * odd.length ? "" : "never";
	}, await maker.file());
	assert.equal(broken, "");
	await leave(maker);
});

test("a check that did not come through is asked again by itself", async () => {
	const maker = await open();
	let refused = 0;

	await maker.begin("#scenario=first-charge");
	maker.cut = true; // the browser tells of what is refused below
	await maker.page.route("**/v1/battles/check", (route) =>
		refused++ === 0
			? route.fulfill({ status: 503, contentType: "application/problem+json", body: `{"code":"busy","status":503}` })
			: route.continue(),
	);
	await maker.write("/muster/board/width", 50);
	await maker.page.locator(".told details").waitFor();
	await maker.page.locator(".told .good").waitFor();
	assert.equal(refused, 2);
	await leave(maker);
});

test("a switch and a number of the book are set, and set back", async () => {
	const maker = await open(phone);
	const { readings, params } = await house.ask("rulesets/battlesystem-2e");
	const [rule] = readings;
	const [number] = params;

	await maker.begin("#scenario=first-charge");
	await maker.panel("rules");
	await maker.field(`/muster/readings/${rule.name}`).selectOption(rule.positions[1]);
	await maker.write(`/muster/params/${number.name}`, number.max + 1);
	await maker.good();
	const { muster } = await maker.file();
	assert.deepEqual([muster.readings, muster.params], [{ [rule.name]: rule.positions[1] }, { [number.name]: number.max }]);
	await maker.inspect("editor-rules");
	await maker.press(maker.key("rules.usual"));
	assert.deepEqual(Object.keys((await maker.file()).muster).filter((name) => ["readings", "params"].includes(name)), []);
	await maker.panel("play");
	await maker.inspect("editor-play");
	await leave(maker);
});
