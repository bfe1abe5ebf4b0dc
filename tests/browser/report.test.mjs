// What comes out of a game: what happened as text, as a picture, and as a battle that goes on from
// the position that was reached, shaken units and contacts and all.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Maker } from "./maker.mjs";
import { company } from "./hand.mjs";
import { leave, seats } from "./seated.mjs";
import { desk } from "./support.mjs";

const house = seats();
const { ask, sit_at } = house;
const most_steps = 400;
const inch = 2540;

/** Two units a side, each before one of the enemy, who pass every check; distances may be measured. */
function table() {
	return {
		ruleset: "battlesystem-2e",
		muster: {
			board: { width: 30 * inch, depth: 30 * inch, terrain: [] },
			units: [
				company("red", "Ashdown Spears", 10, 8),
				company("red", "Ferry Guard", 20, 8),
				company("blue", "Marsh Wardens", 10, 18),
				company("blue", "Hill Bows", 20, 18),
			],
			ends: { turns: 6, count: "none" },
			premeasure: true,
		},
	};
}

/** Play by the API until `holds` is true of the view: the first unit of red charges where it may. */
async function play_until({ view, act }, holds) {
	for (let step = 0; step < most_steps; step++) {
		const seen = await view("red");
		if (holds(seen))
			return seen;
		const [wait] = seen.waiting_for;
		const { actions, version } = wait.side === "red" ? seen : await view(wait.side);
		const apart = ({ do: { target } }) => Math.abs(seen.units[target].pose.x - seen.units.r1.pose.x);
		const [charge] = actions
			.filter(({ do: { type, unit } }) => ["declare_charge", "charge"].includes(type) && unit === "r1")
			.sort((one, other) => apart(one) - apart(other));
		const wanted =
			charge ??
			actions.find(({ group, undo }) => group === "step" && !undo) ??
			actions[0];
		assert.ok(wanted, `version ${version}: nothing to do`);
		await act(wait.side, wanted.do);
	}
	throw new Error("it never holds");
}

const saved = async (player, key) => {
	const [file] = await Promise.all([
		player.page.waitForEvent("download"),
		player.press(player.page.locator(`[data-key=${key}]`)),
	]);
	const chunks = await (await file.createReadStream()).toArray();
	return { name: file.suggestedFilename(), bytes: Buffer.concat(chunks) };
};

test("what happened is taken away as text, as a picture and as a battle, turn by turn", async () => {
	const seated = await sit_at(table());
	const { red, blue } = seated;
	const { page } = red;
	const text = () => page.locator("#report").inputValue();

	const there = await play_until(seated, ({ contacts, turn }) => contacts.length > 0);
	await page.waitForFunction((turn) => document.querySelector(".where span")?.textContent.startsWith(`Turn ${turn} `), there.turn);
	await red.settle();
	await red.press(page.locator("[data-key=share]"));
	await red.press(page.locator("[data-key=report]"));
	await page.locator("[data-key=report-turn]").selectOption("all");
	await page.waitForFunction(() => /== Turn 1 begins/.test(document.querySelector("#report")?.value ?? ""));
	const whole = await text();
	const [contact] = there.contacts;
	const name = (id) => there.units[id].name;
	assert.match(whole, /is to charge/);
	assert.match(whole, /roll for [^:]*: \d+/);
	assert.match(whole, new RegExp(`${name(contact.unit)} hits ${name(contact.with)} in the .*, with`));
	assert.match(whole, new RegExp(`- ${name(contact.unit)}: .*figures, facing .* in from the west and .*in contact with`));
	assert.match(whole, /\(B2-\d+\)/);
	await red.inspect("report");

	await page.locator("[data-key=report-turn]").selectOption("1");
	await page.waitForFunction(() => !/== Turn 2 begins/.test(document.querySelector("#report")?.value));
	assert.match(await text(), /== Turn 1 begins/);

	await red.context.grantPermissions(["clipboard-read", "clipboard-write"]);
	await red.press(page.locator("[data-key=report-copy]"));
	await page.getByText("The text is copied.").waitFor();
	assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await text());
	await page.evaluate(() => {
		const { prototype } = CanvasRenderingContext2D;
		const { fillText } = prototype;
		window.written = [];
		prototype.fillText = function write(text, ...more) {
			window.written.push(text);
			fillText.call(this, text, ...more);
		};
	});
	const picture = await saved(red, "report-picture");
	assert.match(picture.name, /\.png$/);
	assert.deepEqual([...picture.bytes.subarray(1, 4)], [...Buffer.from("PNG")]);
	const [title, below] = await page.evaluate(() => window.written);
	assert.match(title, /Battlesystem/);
	assert.ok(below.includes(String(new Date().getFullYear())), below);
	assert.match(below, new RegExp(`^Turn ${there.turn} of .* · .*#game=${there.id}$`));
	const inked = await page.evaluate(async (base64) => {
		const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
		const table = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
		const canvas = new OffscreenCanvas(table.width, table.height).getContext("2d");
		canvas.drawImage(table, 0, 0);
		const { data } = canvas.getImageData(0, table.height - 58, table.width, 58);
		return Array.from({ length: data.length / 4 }, (_, at) => data[4 * at]).filter((red) => red < 90).length;
	}, picture.bytes.toString("base64"));
	assert.ok(inked > 300, `${inked} pixels of words below the table`);
	assert.match((await saved(red, "report-save")).name, /-1\.txt$/);
	const file = JSON.parse((await saved(red, "report-battle")).bytes);
	assert.equal(file.format, 1);
	assert.equal(file.muster.position.turn, 2);
	const { faults } = await ask("battles/check", { body: file });
	assert.deepEqual(faults, []);
	await leave(red, blue);
});

test("a battle begins from turn 3 of another game, with shaken units and a contact", async () => {
	const seated = await sit_at(table());
	const { red, blue } = seated;
	const maker = await Maker.open(house.browser, house.daemon.url, desk);
	const begun = Date.now();

	const there = await play_until(seated, ({ contacts, turn }) => turn === 3 && contacts.length > 0);
	await red.page.goto(`${house.daemon.url}/battle#game=${there.id}@3`);
	await red.page.locator("#page[data-checked='0']").waitFor();
	const [file] = await Promise.all([red.page.waitForEvent("download"), red.press(red.page.locator("[data-key=save]"))]);
	const battle = JSON.parse(Buffer.concat(await (await file.createReadStream()).toArray()));
	assert.equal(battle.muster.position.turn, 3);
	assert.ok(battle.muster.position.contacts.length > 0);
	// A unit that is out of it is shaken, in the editor.
	const busy = battle.muster.position.contacts.flatMap((one) => [one.unit, one.with]);
	const ids = ["red", "blue"].flatMap((side) =>
		battle.muster.units.filter((unit) => unit.side === side).map((unit, index) => [`${side[0]}${index + 1}`, unit]),
	);
	const [free] = ids.filter(([id]) => !busy.includes(id));
	assert.ok(free, "all are in contact");
	await maker.begin(`#scenario=first-charge`);
	const [chooser] = await Promise.all([maker.page.waitForEvent("filechooser"), maker.press(maker.key("open"))]);
	await chooser.setFiles({ name: "battle.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(battle)) });
	await maker.good("opened");
	await maker.panel("units");
	await maker.press(maker.key(`unit-${free[0]}`));
	await maker.field(`/muster/units/${battle.muster.units.indexOf(free[1])}/state`).selectOption("shaken");
	await maker.good("shaken");
	await maker.inspect("editor-from-turn-3");
	await maker.panel("play");
	await maker.press(maker.key("go"));
	const link = await maker.page.locator("#invitation").inputValue();
	await blue.page.goto(link);
	await blue.press(blue.page.getByRole("button", { name: "Take the seat" }));
	for (const one of [maker, blue])
		await one.page.locator("main.game[data-version]:not([data-version='0'])").waitFor();
	const view = await maker.until(({ status }) => status === "playing");
	assert.equal(view.turn, 3);
	assert.equal(view.units[free[0]].state, "shaken");
	assert.equal(view.contacts.length, battle.muster.position.contacts.length);
	console.log(`from turn 3: 6 clicks, ${Math.round((Date.now() - begun) / 1000)} s with the game before it`);
	await leave(maker, red, blue);
});
