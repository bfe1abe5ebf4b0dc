// What was begun in this browser, whoever left it there: told where it cannot be read, and never
// lost. Files of other rule books, and what a link leads to that is not to be had.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { Maker } from "./maker.mjs";
import { leave, seats } from "./seated.mjs";
import { desk, phone } from "./support.mjs";

const house = seats();
const { daemon } = house;
const open = (size = desk) => Maker.open(house.browser, daemon.url, size);
const older = (maker) => maker.page.evaluate(() => localStorage.getItem("pennon.battles"));
const alert = (maker) => maker.page.locator("#shelf-news [role=alert]");

/** A browser in which somebody has left `text` where battles are kept, at the editor. */
async function find(text, fragment = "", size = desk) {
	const maker = await open(size);

	await maker.page.goto(`${daemon.url}/rules`);
	await maker.page.evaluate((left) => localStorage.setItem("pennon.battles", left), text);
	await maker.begin(fragment);
	return maker;
}

async function saved_text(maker, key) {
	const [saved] = await Promise.all([maker.page.waitForEvent("download"), maker.press(maker.key(key))]);
	return Buffer.concat(await (await saved.createReadStream()).toArray()).toString();
}

const scenario = async (id) => {
	const { ruleset, muster } = await house.ask(`scenarios/${id}`);
	return { format: 1, name: "Kept", ruleset, muster };
};

test("what another version of the page has left is told, kept as it was, and saved", async () => {
	const file = await scenario("first-charge");
	const left = {
		"another layout": JSON.stringify({ version: 7, drafts: [{ id: "old", at: 1, file }] }),
		"no list": JSON.stringify({ version: 1, drafts: { old: file } }),
		"no JSON": "{version",
		"nothing": "null",
	};

	for (const [what, text] of Object.entries(left)) {
		const maker = await find(text, "#draft=old", phone);

		await alert(maker).filter({ hasText: "put aside" }).waitFor();
		await alert(maker).filter({ hasText: "not kept in this browser" }).waitFor();
		await maker.inspect("draft-of-another-version");
		// The page is of use meanwhile, and the next visit tells it again.
		await maker.panel("units");
		await maker.press(maker.key("add.red"));
		await maker.checked();
		await maker.page.reload();
		await maker.checked();
		assert.equal((await maker.file()).muster.units.length, 1, what);
		assert.equal(await saved_text(maker, "aside-save"), text, what);
		await maker.press(maker.key("aside-drop"));
		await maker.page.reload();
		await maker.checked();
		assert.equal(await alert(maker).filter({ hasText: "put aside" }).count(), 0, what);
		assert.equal((await maker.file()).muster.units.length, 1, what);
		await leave(maker);
	}
});

test("of what is left, each battle that can be read is there", async () => {
	const file = await scenario("first-charge");
	const good = { id: "good", at: 1, file };
	const maker = await find(JSON.stringify({ version: 1, drafts: [{ id: "odd", at: 1, file: null }, good, 5] }), "#draft=good");

	assert.deepEqual(await maker.file(), file);
	await alert(maker).filter({ hasText: "put aside" }).waitFor();
	assert.deepEqual(await maker.stored(), [good]);
	assert.equal(await older(maker), null, "it has been brought over");
	assert.match(await saved_text(maker, "aside-save"), /"odd"/);
	await leave(maker);
});

test("where there is no room to bring anything over, nothing is written over, and each change says so", async () => {
	const text = JSON.stringify({ version: 7, drafts: [] });
	const maker = await open();

	await maker.page.addInitScript(() => {
		for (const name of ["add", "put"])
			IDBObjectStore.prototype[name] = () => {
				throw new DOMException("no room", "QuotaExceededError");
			};
	});
	await maker.page.goto(`${daemon.url}/rules`);
	await maker.page.evaluate((left) => (localStorage["pennon.battles"] = left), text);
	await maker.begin();
	await maker.panel("units");
	await maker.press(maker.key("add.red"));
	await alert(maker).filter({ hasText: "no room to keep the battle" }).waitFor();
	assert.equal(await older(maker), text);
	assert.deepEqual(await maker.stored(), []);
	await leave(maker);
});

test("where storage is forbidden a battle is set up, checked and played all the same", async () => {
	const maker = await open();

	await maker.page.addInitScript(() => {
		IDBFactory.prototype.open = () => {
			throw new DOMException("not here", "SecurityError");
		};
	});
	await maker.begin("#scenario=first-charge");
	await maker.panel("units");
	await maker.press(maker.key("add.red"));
	await alert(maker).filter({ hasText: "no room to keep the battle" }).waitFor();
	await maker.good();
	await maker.panel("play");
	await maker.press(maker.key("go"));
	await maker.page.locator("#invitation").waitFor();
	await leave(maker);
});

test("what both an older page and this one have kept is the later of the two, and of more than thirty the oldest goes", async () => {
	const file = await scenario("first-charge");
	const maker = await open();
	const named = (name, at) => ({ id: "both", at, file: { ...file, name } });
	const leave_older = (draft) =>
		maker.page.evaluate((text) => localStorage.setItem("pennon.battles", text), JSON.stringify({ version: 1, drafts: [draft] }));

	await maker.begin();
	await leave_older(named("First", 5));
	await maker.begin("#draft=both");
	assert.equal((await maker.file()).name, "First");
	await leave_older(named("Earlier", 4));
	await maker.begin("#draft=both");
	assert.equal((await maker.file()).name, "First");
	await leave_older(named("Later", 6));
	await maker.begin("#draft=both");
	assert.equal((await maker.file()).name, "Later");

	await maker.page.evaluate(async (one) => {
		const { keep_draft } = await import("/editor/drafts.js");
		for (let count = 0; count < 30; count++)
			await keep_draft(`n${count}`, one);
	}, file);
	const ids = (await maker.stored()).map(({ id }) => id);
	assert.equal(ids.length, 30);
	assert.ok(!ids.includes("both") && ids.includes("n0"));
	await leave(maker);
});

test("a change is kept though the page is closed at once", async () => {
	const maker = await open();

	await maker.begin();
	for (let count = 1; count <= 5; count++) {
		const tab = await maker.open_tab();
		await tab.checked();
		const [draft] = await maker.stored();
		await tab.begin(draft ? `#draft=${draft.id}` : "#scenario=first-charge");
		await tab.panel("units");
		await tab.key("add.red").waitFor();
		await tab.page.evaluate(() => document.querySelector("[data-key='add.red']").click());
		await tab.page.close();
		assert.deepEqual((await maker.stored()).map(({ file }) => file.muster.units.length), [8 + count]);
	}
	await leave(maker);
});

test("two pages at once keep what each has begun", async () => {
	const maker = await open();

	await maker.begin();
	const other = await maker.open_tab();
	await other.checked();
	for (const one of [maker, other]) {
		await one.panel("units");
		await one.press(one.key("add.red"));
		await one.page.waitForFunction(() => location.hash.startsWith("#draft="));
	}
	assert.equal((await maker.stored()).length, 2);
	await leave(other, maker);
});

test("a battle of a later format with members that nobody knows is shown, told by their names, and stays as it is", async () => {
	const file = await scenario("first-charge");
	file.format = 2;
	file.muster.weather = "rain";
	file.muster.units[1].mood = 3;
	const maker = await find(JSON.stringify({ version: 1, drafts: [{ id: "new", at: 1, file }] }), "#draft=new");
	const told = (await maker.faults()).join();

	for (const said of [/weather/, /mood/, /reads battles of format 1/])
		assert.match(told, said);
	assert.equal(await alert(maker).filter({ hasText: /./ }).count(), 0);
	assert.deepEqual(await maker.file(), file);
	await leave(maker);
});

test("a battle of another book is opened as it is; of a book that is not here it is told at the book", async () => {
	const [file, other] = [await scenario("first-charge"), await scenario("pikes-and-knights")];
	const unknown = { ...file, ruleset: "battlesystem-9e" };
	const maker = await find(JSON.stringify({ version: 1, drafts: [{ id: "far", at: 1, file: unknown }] }), "#draft=far");
	const give = (given) =>
		maker.page.locator("#shelf input[type=file]").first().setInputFiles({
			name: "given.json",
			mimeType: "application/json",
			buffer: Buffer.from(JSON.stringify(given)),
		});

	assert.match((await maker.faults()).join(), /battlesystem-9e/);
	await maker.page.locator(".entry:has([data-at='/ruleset']) .error").waitFor();
	assert.equal(await maker.field("/ruleset").inputValue(), "battlesystem-9e");
	await maker.inspect("draft-of-an-unknown-book");
	assert.deepEqual(await maker.file(), unknown);
	await maker.field("/ruleset").selectOption(file.ruleset);
	await maker.good("with a book that is here");
	await maker.press(maker.key("undo"));
	await maker.checked();
	assert.deepEqual(await maker.file(), unknown);

	assert.notEqual(other.ruleset, file.ruleset);
	for (const given of [other, unknown, file]) {
		await give(given);
		assert.equal((await maker.checked()) > 0, given === unknown);
		assert.deepEqual(await maker.file(), given);
	}
	await leave(maker);
});

test("a battle that is not shown, a link cut short, a game that is private: told, and the page begins empty", async () => {
	const { token } = await house.ask("players", { body: { name: "Berta" } });
	const id = randomUUID();
	const kept = await fetch(`${daemon.url}/v1/me/battles/${id}`, {
		method: "PUT",
		headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
		body: JSON.stringify(await scenario("first-charge")),
	});
	const { game } = await house.ask("games", { body: { scenario: "first-charge", side: "red", access: "private" } });

	assert.ok(kept.ok);
	for (const [fragment, told] of [
		[`#battle=${id}.${"A".repeat(43)}`, "There is no such battle, or its link was withdrawn."],
		[`#battle=${id}`, "There is no such battle, or its link was withdrawn."],
		["#battle=nowhere.code", "There is no such battle, or its link was withdrawn."],
		[`#game=${game.id}@1`, /Only its players/],
		["#scenario=no-such-one", /scenario/i],
		["#draft=no-such-one", "not kept in this browser"],
	]) {
		const maker = await open();

		await maker.begin(fragment);
		await alert(maker).filter({ hasText: told }).waitFor();
		assert.equal((await maker.file()).muster.units.length, 0, fragment);
		// The link was wrong: somebody caused that.
		maker.complaints = maker.complaints.filter((one) => !/40[0134]/.test(one));
		await leave(maker);
	}
});
