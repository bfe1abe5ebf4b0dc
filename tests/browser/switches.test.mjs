// The switches of a rule book: set beside what each leaves out, told to a player who joins, and in the game to both.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Player } from "./player.mjs";
import { leave, seats } from "./seated.mjs";
import { desk, phone } from "./support.mjs";

const house = seats();
const { daemon } = house;

/** Choose a scenario of the front page, opening its book. */
async function choose_scenario(player, id) {
	const choice = player.page.locator(`input[name=scenario][value=${id}]`);

	await choice.waitFor({ state: "attached" });
	if (!(await choice.isVisible()))
		await player.press(player.page.locator(".book").filter({ has: choice }).locator("summary"));
	await player.press(choice);
}

async function open_about(player) {
	const { page } = player;

	await player.press(page.getByRole("button", { name: "Units", exact: true }));
	await player.press(page.locator("[data-key=about]"));
	await page.locator(".about .changed").waitFor();
	await page.locator("[data-key=other-switches]").scrollIntoViewIfNeeded();
	return page.locator(".about .changed").textContent();
}

for (const [size, other] of [[desk, phone], [phone, desk]]) {
	const place = size === desk ? "desk" : "phone";

	test(`a switch is set beside what it leaves out, and seen by both (${place})`, async () => {
		const red = await Player.open(house.browser, daemon.url, size);
		const blue = await Player.open(house.browser, daemon.url, other);
		const { page } = red;
		const select = page.locator("#switch-answering_charge");

		await page.goto(`${daemon.url}/`);
		await choose_scenario(red, "river-and-ridge");
		await red.press(page.locator("[data-key=switches]"));
		await select.waitFor();
		const part = page.locator(".switch").filter({ has: select });
		assert.match(await part.textContent(), /only takes the charge \(default\)/);
		assert.match(await part.textContent(), /Left out by default: If both units are charging.*\(CH-23\)/);
		assert.equal(
			await page.locator(".switch").filter({ has: page.locator("#switch-swiss_row") }).locator(".left-out").count(),
			0,
		);
		await select.selectOption("on");
		await page.getByText("1 changed").waitFor();
		await part.scrollIntoViewIfNeeded();
		await red.inspect(`switches-${place}`);

		// Another book has other switches; what was set stays with its book.
		await choose_scenario(red, "first-charge");
		await page.locator("#switch-range_edge").waitFor();
		assert.equal(await page.getByText("1 changed").count(), 0);
		await choose_scenario(red, "river-and-ridge");
		await select.waitFor();
		assert.equal(await select.inputValue(), "on");
		await red.press(page.locator("[data-key=start]"));
		const link = await page.locator("#invitation").inputValue();

		await blue.page.goto(link);
		await blue.page.getByRole("heading", { name: /^Changed switches of/ }).waitFor();
		const told = await blue.page.locator(".changed").textContent();
		assert.match(told, /A unit that is charged.*may charge back.*instead of “only takes the charge” \(CH-23\)/);
		await blue.inspect(`invited-with-switches-${place}`);
		await blue.press(blue.page.getByRole("button", { name: "Take the seat" }));
		for (const player of [red, blue]) {
			await player.page.locator("main.game[data-version]:not([data-version='0'])").waitFor();
			assert.equal(await open_about(player), told);
		}
		await red.inspect(`about-with-switches-${place}`);
		await leave(red, blue);
	});
}

test("a scenario's own switches stand as it has them, and nothing is told where none differs", async () => {
	const red = await Player.open(house.browser, daemon.url, desk, { locale: "de-DE" });
	const blue = await Player.open(house.browser, daemon.url, phone, { locale: "de-DE" });
	const { page } = red;

	await page.goto(`${daemon.url}/`);
	await choose_scenario(red, "lances");
	await red.press(page.locator("[data-key=switches]"));
	await page.getByText("3 geändert").waitFor();
	assert.equal(await page.locator("#switch-lances_charge").inputValue(), "on");
	assert.match(
		await page.locator(".switch").filter({ has: page.locator("#switch-lances_charge") }).textContent(),
		/Entfällt sonst: Einheiten mit Lanzen/,
	);
	await red.inspect("switches-german");

	await choose_scenario(red, "first-charge");
	await page.locator("#switch-range_edge").waitFor();
	await red.press(page.locator("[data-key=start]"));
	await blue.page.goto(await page.locator("#invitation").inputValue());
	await blue.page.getByRole("button", { name: "Platz nehmen" }).waitFor();
	assert.equal(await blue.page.locator(".changed").count(), 0);
	await leave(red, blue);
});
