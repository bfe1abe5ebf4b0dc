// Where battles of one's own are kept: files, what was begun in this browser, and the turns of games.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Maker } from "./maker.mjs";
import { leave, seats } from "./seated.mjs";
import { desk, phone } from "./support.mjs";

const house = seats();
const { daemon } = house;

const open = (size = desk) => Maker.open(house.browser, daemon.url, size);

async function give_file(maker, name, text) {
	await maker.page.locator("#shelf input[type=file]").setInputFiles({
		name,
		mimeType: "application/json",
		buffer: Buffer.from(text),
	});
}

const alert = (maker) => maker.page.locator("#shelf-news [role=alert]");

test("a file is opened as it was saved; what is none is told, and nothing is lost", async () => {
	const maker = await open();

	await maker.begin("#scenario=two-kings");
	const saved = await maker.file();
	await maker.begin();
	const empty = await maker.file();

	for (const [name, text, told] of [
		["a.json", "{", "This is no JSON file."],
		["a.json", "[]", "This file is no battle"],
		["a.json", JSON.stringify({ ...saved, format: 2 }), "This file has format 2"],
		["a.json", " ".repeat(65 * 1024), "more than 64 KiB"],
	]) {
		await give_file(maker, name, text);
		await alert(maker).filter({ hasText: told }).waitFor();
		assert.deepEqual(await maker.file(), empty, told);
	}
	await maker.inspect("shelf-refused");
	await give_file(maker, "kings.json", JSON.stringify(saved));
	await maker.good("what was saved");
	assert.deepEqual(await maker.file(), saved);
	assert.equal(await alert(maker).textContent(), "");
	await maker.press(maker.key("undo"));
	await maker.checked();
	assert.deepEqual(await maker.file(), empty);

	// A member that nobody knows is refused by name, by the server, where it stands.
	await give_file(maker, "new.json", JSON.stringify({ ...saved, muster: { ...saved.muster, weather: "rain" } }));
	assert.match((await maker.faults()).join(), /weather/);
	await leave(maker);
});

test("what was begun is there again, can be thrown away, and brought back", async () => {
	const maker = await open(phone);

	await maker.begin();
	await maker.panel("units");
	await maker.press(maker.key("add.red"));
	await maker.checked();
	const begun = await maker.file();
	const id = await maker.page.evaluate(() => location.hash.slice("#draft=".length));
	await maker.page.reload();
	await maker.checked();
	assert.deepEqual(await maker.file(), begun, "after the page was read again");

	await maker.begin();
	assert.equal((await maker.file()).muster.units.length, 0);
	await maker.press(maker.key("drafts"));
	await maker.inspect("shelf-drafts");
	await maker.press(maker.key(`drop-${id}`));
	await maker.press(maker.key("put-back"));
	await maker.press(maker.key(`draft-${id}`));
	await maker.page.waitForURL(`**#draft=${id}`);
	await maker.page.locator("[data-unit=r1]").first().waitFor();
	await maker.checked();
	assert.deepEqual(await maker.file(), begun);
	await leave(maker);
});

test("a finished game is set up again from its end, and from a turn that is looked at", async () => {
	const { red, blue, act } = await house.sit_at({ scenario: "two-kings" });

	await act("red", { type: "resign" });
	const link = red.page.locator("[data-key=set-up]");
	await link.waitFor();
	const shown = await link.getAttribute("href");
	await red.press(red.page.locator("[data-key=look-back]"));
	const turn = red.page.locator("[data-key=set-up-turn]");
	await turn.waitFor();
	await red.inspect("set-up-turn");
	await red.press(turn);
	await red.page.locator("#page[data-checked='0']").waitFor();
	assert.equal(await red.page.locator("pn-ground .units [data-unit]").count() > 1, true);

	const maker = await open();
	await maker.begin(shown.slice("battle".length));
	await maker.checked();
	await leave(maker, red, blue);
});

test("a game that is not there is told, and the page begins empty", async () => {
	const maker = await open();

	await maker.begin("#game=00000000-0000-4000-8000-000000000000");
	await alert(maker).filter({ hasText: /game/i }).waitFor();
	assert.equal((await maker.file()).muster.units.length, 0);
	// The link was wrong: somebody caused that.
	maker.complaints = maker.complaints.filter((one) => !one.includes("404"));
	await leave(maker);
});

test("who has a name keeps battles on the server, shows one by a link, and another plays it from there", async () => {
	const maker = await open();
	const guest = await open(phone);
	const { token } = await house.ask("players", { body: { name: "Anna" } }).then(({ player, ...made }) => ({ token: made.token ?? player.token }));

	await maker.page.goto(`${daemon.url}/#player=${token}`);
	await maker.page.getByText(/\bAnna\b/).first().waitFor();
	await maker.begin("#scenario=first-charge");
	await maker.write("/name", "The bridge at dusk");
	await maker.press(maker.key("keep"));
	await maker.page.locator("[data-key^=share-]").waitFor();
	await maker.page.locator("[data-key^=share-]").click();
	const link = await maker.page.locator("#battle-link").inputValue();
	await maker.inspect("battle-shared");

	// The server's own form of the link, at the front page, comes to the same.
	await guest.page.goto(link.replace("/battle#battle=", "/#battle="));
	await guest.page.locator("h1", { hasText: "The bridge at dusk" }).waitFor();
	const { muster } = await house.ask("scenarios/first-charge");
	for (const { name, figures } of muster.units)
		await guest.page.locator(".panel li", { hasText: `${name}: ${figures}, ` }).first().waitFor();
	await guest.checked();
	await guest.inspect("battle-shown");
	await guest.press(guest.key("about-play"));
	await guest.press(guest.key("go"));
	await guest.page.locator("#invitation").waitFor();

	// Withdrawn and deleted it is the same: not there.
	await maker.page.locator("[data-key^=withdraw-]").click();
	await maker.page.locator("[data-key^=withdraw-]").waitFor({ state: "detached" });
	for (const what of ["withdrawn", "deleted"]) {
		const late = await open();
		await late.begin(link.slice(link.indexOf("#")));
		await late.page.getByText("There is no such battle, or its link was withdrawn.").waitFor();
		late.complaints.length = 0;
		await leave(late);
		if (what === "withdrawn") {
			await maker.page.locator("[data-key^=forget-]").click();
			await maker.page.locator("[data-key^=keep-again-]").waitFor();
		}
	}
	// Thrown away, and brought back.
	await maker.page.locator("[data-key^=keep-again-]").click();
	await maker.page.locator("[data-key^=open-]").click();
	await maker.page.locator("h1", { hasText: "The bridge at dusk" }).waitFor();
	await maker.good("kept");
	await leave(maker, guest);
});

test("an army is kept apart and put into another battle; one of another book is not", async () => {
	const maker = await open();
	const put = async (side, file) => {
		const [chooser] = await Promise.all([maker.page.waitForEvent("filechooser"), maker.press(maker.key(`army.take.${side}`))]);
		await chooser.setFiles({ name: "army.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(file)) });
	};

	await maker.begin("#scenario=first-charge");
	await maker.panel("units");
	await maker.press(maker.key("armies"));
	const [saved] = await Promise.all([maker.page.waitForEvent("download"), maker.press(maker.key("army.keep.red"))]);
	const army = JSON.parse(Buffer.concat(await (await saved.createReadStream()).toArray()));
	assert.ok(army.muster.units.length > 0 && army.muster.units.every(({ side }) => side === "red"));
	await maker.begin();
	await maker.panel("book");
	await maker.field("/ruleset").selectOption("chainmail");
	await maker.checked();
	await maker.panel("units");
	await maker.press(maker.key("armies"));
	await put("blue", army);
	await maker.page.locator("#page").getByText("This army is of another rule book.").waitFor();
	await maker.panel("book");
	await maker.field("/ruleset").selectOption("battlesystem-2e");
	await maker.checked();
	await maker.panel("units");
	for (const side of ["blue", "red"]) {
		await put(side, army);
		await maker.checked();
	}
	await maker.good("two armies");
	const { units } = (await maker.file()).muster;
	assert.equal(units.length, 2 * army.muster.units.length);
	await maker.inspect("editor-armies");
	await leave(maker);
});
