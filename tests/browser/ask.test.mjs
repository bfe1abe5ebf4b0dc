// Ask the referee: for each book a question set up and answered by the referee in the page, its
// dice given, thrown or branched, steps taken back, the line of play sent by a link to another
// browser, and a ruling that somebody holds to be wrong taken away as a case.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { tab_to } from "./keys.mjs";
import { seats } from "./seated.mjs";
import { desk, phone, program, some_of, Visitor } from "./support.mjs";

const house = seats();
const { daemon } = house;
const cases_of = (book) => fetch(`${daemon.url}/cases/${book}.json`).then((answer) => answer.json()).then((files) => files.flat());
const books = async () => some_of((await house.ask("rulesets")).rulesets.map(({ id }) => id));

/** A page on which something is asked, once it is answered. */
async function open(fragment, size = desk, options = {}) {
	const visitor = await Visitor.open(house.browser, daemon.url, size, options);

	await visitor.page.goto(`${daemon.url}/ask${fragment}`);
	await visitor.page.locator("#page[data-version]").waitFor();
	return visitor;
}

const at = (page) => page.locator("#page").getAttribute("data-at").then(Number);
const panel = (visitor, id) => visitor.press(visitor.page.locator(`[data-key=panel-${id}]`));

/** Throws the dice that are wanted, as often as more are. */
async function roll(visitor) {
	const button = visitor.page.locator("[data-key=roll]");

	await visitor.settle();
	if (await button.isVisible())
		await visitor.press(button);
	await button.waitFor({ state: "detached" });
}

/** Something is done, and the page stands behind it. */
async function does(visitor, action) {
	const before = await visitor.page.locator("#page").getAttribute("data-version");

	await action();
	await visitor.page.locator(`#page:not([data-version="${before}"]), [data-key=roll]`).first().waitFor();
	await roll(visitor);
}

/**
 * Charges that cases of the book hold to be refused, each by another clause where there are so many:
 * the questions that players argue about.
 */
async function refused_charges(book, count) {
	const found = (await cases_of(book)).flatMap((one) =>
		(one.steps ?? []).flatMap(({ side, do: body, expect }, place) =>
			/charge$/.test(body?.type) && body.unit && body.target && !body.path && expect?.clause && !expect.clause.startsWith("PN-") && !/^(not_an_enemy|off_table|not_your_unit)$/.test(expect.refused) ? { one, side, clause: expect.clause, place } : [],
		),
	);
	const firsts = found.filter(({ clause }, at) => found.findIndex((other) => other.clause === clause) === at);

	assert.ok(found.length > 0, `${book} has no such case`);
	return [...firsts, ...found.filter((one) => !firsts.includes(one))].slice(0, count);
}

test("of each book: charges are refused by the clauses that its cases name, each in under a minute", async () => {
	for (const book of await books()) {
		const visitor = await Visitor.open(house.browser, daemon.url, desk);
		const { page } = visitor;

		for (const [number, { one, side, clause, place }] of (await refused_charges(book, 5)).entries()) {
			const begun = performance.now();

			await page.goto("about:blank"); // another fragment alone would not be waited for
			await page.goto(`${daemon.url}/ask#case=${encodeURIComponent(one.case)}&book=${book}`);
			await page.locator("#page[data-version]").waitFor();
			if (place > 0) {
				await panel(visitor, "tree");
				await does(visitor, () => visitor.press(page.locator(`[data-key=place-${place}]`)));
			}
			await panel(visitor, "charges");
			const row = page.locator(`.charges[data-side=${side}] details li[data-lawful=false]`, { hasText: clause }).first();

			for (const summary of await page.locator(".charges details:not([open]) > summary").all())
				await summary.click();
			await row.waitFor();
			assert.equal(await row.getByRole("link").getAttribute("href"), `rules#word=${clause}`);
			await visitor.press(row.getByRole("button"));
			assert.match(await page.locator(".ask-picture").innerText(), new RegExp(`may it\\?\\s+The referee: no, ${clause}\\.`));
			const seconds = (performance.now() - begun) / 1000;

			console.log(`${one.case}: ${clause}, answered in ${seconds.toFixed(1)} s`);
			assert.ok(seconds < 60, one.case);
			await panel(visitor, "charges");
			if (number === 0)
				await visitor.inspect(`ask-charges-${book}`);
		}
		await visitor.context.close();
	}
});

test("of each book: steps are done, their dice thrown, taken back, and a link brings it all to somebody else", async () => {
	const { scenarios } = await house.ask("scenarios");

	for (const book of await books()) {
		const { id } = scenarios.find(({ ruleset }) => ruleset === book);
		const visitor = await open(`#scenario=${id}`);
		const { page } = visitor;

		await roll(visitor);
		for (let steps = 0; steps < 3; steps++) {
			await does(visitor, async () => {
				await visitor.press(page.locator("button.action:not(.of-unit)").first());
				await visitor.settle();
				const confirm = page.locator("[data-key=confirm]");
				if (await confirm.isVisible())
					await visitor.press(confirm);
			});
		}
		const stands = await at(page);

		assert.ok(stands >= 3, `${book}: ${stands}`);
		await does(visitor, () => visitor.press(page.locator("[data-key=back]")));
		assert.ok((await at(page)) < stands, book);
		await panel(visitor, "tree");
		const told = await page.locator(".step").allInnerTexts();

		assert.equal(told.length, stands + 1, book);
		await panel(visitor, "share");
		const link = await page.locator("#ask-link").inputValue();
		const [address, fragment] = link.split("#");

		assert.equal(address, `${daemon.url}/ask`);
		assert.ok(fragment.length <= 8192, `${fragment.length}`);
		const other = await open(`#${fragment}`, phone, { colorScheme: "dark" });

		await panel(other, "tree");
		assert.deepEqual(await other.page.locator(".step").allInnerTexts(), told, book);
		assert.equal(await at(other.page), await at(page));
		await other.context.close();
		await visitor.context.close();
	}
});

test("dice are given, or each outcome becomes a branch; a branch is named and cut off", async () => {
	const visitor = await open("#case=B2-33%2Fit-may-still-move&book=battlesystem-2e");
	const { page } = visitor;

	await does(visitor, async () => {
		await visitor.press(page.locator("button.action[data-type=charge]").first());
		await visitor.press(page.locator("[data-key=confirm]"));
		await page.locator("[data-key=roll]").waitFor();
		await visitor.inspect("ask-dice");
		await page.locator("[data-key=die-0]").selectOption("9");
		await page.locator("[data-key=die-1]").selectOption("9");
		await visitor.press(page.locator("[data-key=give]"));
		await page.locator(".happened").getByRole("link", { name: "B2-33" }).waitFor();
	});
	await visitor.inspect("ask-happened");
	await does(visitor, () => visitor.press(page.locator("[data-key=back]")));
	await visitor.press(page.locator("button.action[data-type=charge]").first());
	await visitor.press(page.locator("[data-key=confirm]"));
	await visitor.press(page.locator("[data-key=branch]"));
	await page.locator("[data-key=roll]").waitFor({ state: "detached" });
	await panel(visitor, "tree");
	const branches = page.locator(".branches > li");

	await branches.nth(1).waitFor();
	const count = await branches.count();

	await branches.first().locator(".step").first().click();
	await page.locator("#page:not([data-at='0'])").waitFor();
	await branches.first().locator(".step.here").waitFor();
	await page.locator("[data-key=step-name]").fill("If it fails");
	await page.locator("[data-key=step-name]").blur();
	await page.locator(".step strong", { hasText: "If it fails" }).waitFor();
	await visitor.inspect("ask-tree");
	await visitor.press(page.locator("[data-key=cut]"));
	await page.waitForFunction((most) => document.querySelectorAll(".branches > li").length < most, count);
	assert.equal(await at(page), 0);
	await visitor.context.close();
});

test("of each book that rolls for its charges: the chance is told whole, as the server tells it", async () => {
	const { scenarios } = await house.ask("scenarios");
	let told = 0;

	for (const { id } of scenarios.filter(({ ruleset }) => /^(t9a|conquest|battlesystem-2e)/.test(ruleset)).slice(0, 6)) {
		const visitor = await open(`#scenario=${id}`);
		const { page } = visitor;

		await roll(visitor);
		for (const name of ["declare_charge", "charge"])
			if (await page.locator(`button.action[data-type=${name}]`).count()) {
				await visitor.press(page.locator(`button.action[data-type=${name}]`).first());
				await visitor.settle();
				await page.locator("#preview").getByText("Allowed").waitFor();
				assert.doesNotMatch(await page.locator("#preview").innerText(), /undefined|odds\.|NaN/);
				told++;
				break;
			}
		await visitor.context.close();
	}
	assert.ok(told > 0, "no chance was told");
});

test("a position is set up in the editor, its moment chosen, and asked about", async () => {
	const visitor = await open("#scenario=two-lines");
	const { page } = visitor;

	await panel(visitor, "position");
	await visitor.inspect("ask-position");
	await does(visitor, () => page.locator("[data-at='/given/phase']").selectOption("first_movement"));
	await panel(visitor, "try");
	assert.match(await page.locator(".panel .where").innerText(), /First movement/i);
	await panel(visitor, "position");
	await visitor.press(page.locator("[data-key=edit]"));
	await page.locator("[data-key=panel-play]").waitFor();
	await visitor.press(page.locator("[data-key=panel-play]"));
	await visitor.press(page.locator("[data-key=ask]"));
	await page.locator("#page[data-version]").waitFor();
	await page.locator("[data-key=panel-charges]").waitFor();
	await visitor.context.close();
});

test("a finished game is a line of play, to any moment of it", async () => {
	const { red, blue } = await house.sit_at({ scenario: "first-charge" });

	await red.play({ action: { do: { type: "resign" } } });
	await red.page.locator(".result").waitFor();
	await red.press(red.page.locator("[data-key=look-back]"));
	await red.press(red.page.locator("[data-key=ask-here]"));
	await red.page.locator("#page[data-version]").waitFor();
	assert.equal(await at(red.page), 1);
	await panel(red, "tree");
	await red.page.locator("[data-key=place-1]").getByText(/resign/i).waitFor();
	await red.page.locator("[data-key=place-0]").click();
	await red.page.locator("#page[data-at='0']").waitFor();
	await red.context.close();
	await blue.context.close();
});

test("by keys alone: an order is found, given and taken back, and the focus stays beside the table", async () => {
	const { page, context } = await open("#case=B2-33%2Fit-may-still-move&book=battlesystem-2e");
	const enter = async (key, then) => {
		await tab_to(page, `[data-key^="${key}"]`);
		await page.keyboard.press("Enter");
		await page.locator(then).first().waitFor();
		assert.equal(await page.evaluate(() => (document.querySelector(".beside").contains(document.activeElement) ? "" : document.activeElement.outerHTML.slice(0, 80))), "", key);
	};

	await enter("action {", "[data-key=confirm]");
	await enter("confirm", "[data-key=roll]");
	await enter("roll", "#page:not([data-at='0']) [data-key=back]");
	await enter("back", "#page[data-at='0'] [data-key^='action {']");
	await enter("panel-charges", ".charges");
	await enter("show ", ".ask-picture");
	await context.close();
});

test("every answer of a window is tried: each becomes a branch, and one stays where one is", async () => {
	const visitor = await open("#case=T9-10%2Fshoots-at-once&book=t9a-2e");
	const { page } = visitor;

	await panel(visitor, "tree");
	await does(visitor, () => visitor.press(page.locator("[data-key=place-1]")));
	const before = await page.locator(".step").count();

	await panel(visitor, "try");
	await does(visitor, () => visitor.press(page.locator("[data-key=try-all]")));
	assert.equal(await at(page), 1);
	await panel(visitor, "tree");
	await page.locator(".branches > li").nth(1).waitFor();
	assert.ok((await page.locator(".step").count()) > before);
	await visitor.context.close();
});

test("a referee that ends is told whatever was asked, and the next question has another", async () => {
	const visitor = await open("#case=T9-10%2Fshoots-at-once&book=t9a-2e");
	const { page } = visitor;
	const alert = page.getByRole("alert").getByText("The referee cannot run in this browser.");
	const ask = async (key) => {
		await visitor.press(page.locator(`[data-key=${key}]`));
		await alert.waitFor();
		await does(visitor, async () => {
			await page.evaluate(() => (Worker.prototype.postMessage = globalThis.post));
			await visitor.press(page.locator(`[data-key=${key}]`));
		});
		await alert.waitFor({ state: "detached" });
	};
	const end_referee = () =>
		page.evaluate(() => {
			globalThis.post ??= Worker.prototype.postMessage;
			Worker.prototype.postMessage = function () {
				this.dispatchEvent(new ErrorEvent("error", { message: "it is ended" }));
			};
		});

	await panel(visitor, "tree");
	await end_referee();
	await ask("place-1");
	await panel(visitor, "try");
	await end_referee();
	await ask("try-all");
	await visitor.context.close();
});

test("a position whose book is not to be had says so, and asks again", async () => {
	const visitor = await open("#case=T9-10%2Fshoots-at-once&book=t9a-2e");
	const { page } = visitor;

	visitor.cut = true;
	await page.route("**/v1/rulesets/t9a-2e", (route) => route.abort());
	await panel(visitor, "position");
	await page.locator(".panel").getByRole("alert").waitFor();
	await page.unroute("**/v1/rulesets/t9a-2e");
	await visitor.press(page.locator("[data-key=read-again]"));
	await page.locator("[data-at='/given/phase']").waitFor();
	await visitor.context.close();
});

test("a ruling held to be wrong is taken away as a case that can be run", async () => {
	const visitor = await open("#case=B2-33%2Fit-may-still-move&book=battlesystem-2e");
	const { page } = visitor;

	await panel(visitor, "tree");
	await does(visitor, () => visitor.press(page.locator("[data-key=place-2]")));
	await panel(visitor, "try");
	await page.locator(".panel .error").getByRole("link", { name: "B2-33" }).waitFor();
	await panel(visitor, "share");
	assert.match(await page.locator(".ask-picture").innerText(), /The referee: no, B2-33\./);
	await visitor.press(page.locator("[data-key=case]"));
	await page.locator("[data-key=case-title]").fill("It may try again");
	await page.locator("[data-key=case-note]").fill("The book says so.");
	await visitor.inspect("ask-share");
	const [download] = await Promise.all([page.waitForEvent("download"), visitor.press(page.locator("[data-key=save-case]"))]);
	const file = await download.path();
	const written = JSON.parse(readFileSync(file, "utf8"));

	assert.equal(written.title, "It may try again");
	assert.deepEqual(written.steps[1].expect, { refused: "check_failed", clause: "B2-33" });
	const { stdout, status } = spawnSync(program("pennon-cases"), [file], { encoding: "utf8" });

	assert.equal(status, 0, stdout);
	const [picture] = await Promise.all([page.waitForEvent("download"), visitor.press(page.locator("[data-key=picture]"))]);

	assert.deepEqual([...readFileSync(await picture.path()).subarray(1, 4)], [...Buffer.from("PNG")]);
	await visitor.context.close();
});

test("what cannot be asked is told, and nothing hangs", async () => {
	const wrongs = {
		"#q=nonsense": "This is no question that could be read.",
		"#q=%00": "This is no question that could be read.",
		"#case=B2-33%2Fnothing&book=battlesystem-2e": "There is no such case.",
		"#case=B2-33%2Fit-may-still-move&book=nowhere": "There is no such case.",
		"#scenario=nowhere": "",
		"#game=00000000-0000-4000-8000-000000000000": "",
		"#draft=nowhere": "This battle is not kept in this browser.",
	};

	for (const [fragment, told] of Object.entries(wrongs)) {
		const visitor = await Visitor.open(house.browser, daemon.url, desk);

		visitor.cut = true; // some of them the server does not know
		await visitor.page.goto(`${daemon.url}/ask${fragment}`);
		const alert = visitor.page.getByRole("alert");

		await alert.waitFor();
		assert.ok((await alert.innerText()).includes(told), fragment);
		await visitor.context.close();
	}
});

test("without WebAssembly, or without memory for it, it is said that the referee cannot run here", async () => {
	const lacking = [
		"delete globalThis.WebAssembly",
		'WebAssembly.instantiateStreaming = async () => { throw new RangeError("WebAssembly.Memory(): could not allocate memory"); }',
	];

	for (const before of lacking) {
		const visitor = await Visitor.open(house.browser, daemon.url, desk);

		visitor.cut = true;
		await visitor.page.route("**/referee/worker.js", async (route) => {
			const answer = await route.fetch();

			await route.fulfill({ response: answer, body: `${before};${await answer.text()}` });
		});
		await visitor.page.goto(`${daemon.url}/ask`);
		await visitor.page.getByText("The referee cannot run in this browser.").waitFor();
		await visitor.context.close();
	}
});

test("a question is saved as a file, and opened elsewhere; another file is told of and changes nothing", async () => {
	const visitor = await open("#case=B2-33%2Fit-may-still-move&book=battlesystem-2e");
	const { page } = visitor;

	await panel(visitor, "share");
	await page.locator("[data-key=name]").fill("May it still move?");
	await page.locator("[data-key=name]").blur();
	const [download] = await Promise.all([page.waitForEvent("download"), visitor.press(page.locator("[data-key=save]"))]);
	const saved = readFileSync(await download.path());
	const steps = JSON.parse(saved).tree.length;
	const other = await open("", phone);
	const give = async (buffer) => {
		const [chooser] = await Promise.all([other.page.waitForEvent("filechooser"), other.press(other.page.locator("[data-key=open]"))]);

		await chooser.setFiles({ name: "question.json", mimeType: "application/json", buffer: Buffer.from(buffer) });
	};

	await panel(other, "share");
	const before = await other.page.locator("h1").innerText();

	for (const wrong of ["", "{", "[]", '{"format":1}', JSON.stringify({ ...JSON.parse(saved), tree: [{}] }), Buffer.alloc(1 << 24, " ")]) {
		await give(wrong);
		await other.page.getByText("This file is no question and no battle.").waitFor();
		await other.settle();
		assert.equal(await other.page.locator("h1").innerText(), before);
	}
	await give(saved);
	await other.page.locator("h1", { hasText: "May it still move?" }).waitFor();
	await panel(other, "tree");
	await other.page.locator(".step").nth(steps - 1).waitFor();
	assert.equal(await other.page.locator(".step").count(), steps);
	// A position that no game could reach is told where it is wrong, and another file opens.
	await panel(other, "share");
	const off = JSON.parse(saved);

	off.muster.units[0].pose.x = -1;
	await give(JSON.stringify(off));
	await panel(other, "try");
	await other.page.getByRole("alert").getByText("No game can come to this position.").waitFor();
	await panel(other, "share");
	await give(saved);
	await panel(other, "try");
	await other.page.locator("[data-key^='action {']").first().waitFor();
	await visitor.context.close();
	await other.context.close();
});
