// Two armies in secret: one sets up the table, each writes its own, neither sees the other's until
// both are sealed; or one of them calls it off.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Maker } from "./maker.mjs";
import { leave, seats } from "./seated.mjs";
import { desk, phone } from "./support.mjs";

const house = seats();
const { daemon } = house;
const open = (size, options) => Maker.open(house.browser, daemon.url, size, options);

/** A table with zones and at most 30 figures a side, made by one and joined by the other. */
async function agree(ruleset) {
	const [maker, guest] = [await open(desk), await open(phone, { colorScheme: "dark" })];

	await maker.begin();
	await maker.field("/ruleset").selectOption(ruleset);
	await maker.field("/muster/deployment/how").selectOption("sealed");
	await maker.panel("play");
	await maker.field("/armies").check();
	await maker.write("/armies/figures", 30);
	await maker.write("/armies/days", 2);
	await maker.inspect("armies-agreed");
	await maker.press(maker.key("go"));
	const link = await maker.page.locator("#invitation").inputValue();

	await guest.page.goto(link);
	await guest.page.getByText("at most 30 figures, within 2 days").waitFor();
	await guest.inspect("armies-invited");
	await guest.press(guest.page.getByRole("button", { name: "Take the seat" }));
	for (const one of [maker, guest])
		await one.press(one.key("army"));
	return { maker, guest, link };
}

/** Write so many units of a side. */
async function write(one, side, count) {
	await one.checked();
	await one.panel("units");
	for (let number = 0; number < count; number++)
		await one.press(one.key(`add.${side}`));
	await one.checked();
}

test("two write their armies in secret, seal them, and deploy what both see then", async () => {
	const { maker, guest } = await agree("battlesystem-2e");

	await write(maker, "red", 2);
	await maker.press(maker.key("unit-r1"));
	await maker.write("/muster/units/0/name", "Hidden Guard");
	await maker.good();
	assert.equal(await maker.key("add.blue").count(), 0, "nobody writes the other's");
	await write(guest, "blue", 1);
	await guest.good();
	assert.equal(await guest.page.getByText("Hidden Guard").count(), 0);

	// More figures than were agreed are told of, and are not sealed.
	await guest.press(guest.key("unit-b1"));
	await guest.write("/muster/units/0/figures", 31);
	assert.deepEqual(await guest.faults(), ["Units The army has more than the 30 figures that were agreed. (PN-07)"]);
	await guest.panel("army");
	assert.ok(await guest.key("seal").isDisabled());
	await guest.inspect("armies-too-many");
	// What was refused is there again after the page was closed, too.
	await guest.page.reload();
	assert.equal(await guest.checked(), 1);
	await guest.panel("units");
	await guest.press(guest.key("unit-b1"));
	await guest.write("/muster/units/0/figures", 12);
	await guest.good();

	await maker.panel("army");
	await maker.inspect("armies-writing");
	await maker.press(maker.key("seal"));
	await maker.page.getByText("Your army is sealed").waitFor();
	await guest.panel("army");
	await guest.page.getByText("has sealed it").waitFor();
	assert.equal(await guest.page.getByText("Hidden Guard").count(), 0);
	await guest.press(guest.key("seal"));
	for (const one of [maker, guest]) {
		await one.page.getByText("Both armies are opened").waitFor();
		await one.press(one.key("to-game"));
		await one.page.locator("main.game[data-version]:not([data-version='0'])").waitFor();
	}
	const view = await guest.view();
	assert.equal(view.status, "playing");
	assert.equal(view.units.r1.name, "Hidden Guard");
	assert.equal(view.units.b1.figures, 12);
	assert.equal(view.phase, "deployment");
	await leave(maker, guest);
});

test("either may call it off before both are sealed, and then nobody sees an army", async () => {
	const { maker, guest } = await agree("chainmail");

	await write(maker, "red", 1);
	await maker.panel("army");
	await maker.press(maker.key("seal"));
	await maker.page.getByText("Your army is sealed").waitFor();
	await guest.checked();
	await guest.press(guest.key("call-off"));
	await guest.press(guest.key("call_off"));
	for (const one of [maker, guest])
		await one.page.getByText("no army was opened").waitFor();
	await maker.inspect("armies-called-off");
	await guest.press(guest.key("to-game"));
	await guest.page.locator("main.game[data-version]:not([data-version='0'])").waitFor();
	assert.deepEqual((await guest.view()).units, {});
	await leave(maker, guest);
});
