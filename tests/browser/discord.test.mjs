// What a club sees in its channel, and what its players see for themselves: each message as Discord's client
// would show it, on a page that is looked at.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { names, page_of } from "../contract/discord_page.mjs";
import {
	ann, api, bert, button, choose, command, daemon, fill_in, menu, parts, press, start, stop,
} from "../contract/discord_stand_in.mjs";
import { open_browser, Visitor } from "./support.mjs";

const folder = mkdtempSync(join(tmpdir(), "pennon-discord-page-"));
const shots = process.env.PENNON_SHOTS;
let browser;

before(async () => {
	await start(folder);
	browser = await open_browser();
	for (const { id, global_name } of [ann, bert]) names.set(id, global_name);
});

after(async () => {
	await browser?.close();
	await stop();
	rmSync(folder, { recursive: true, force: true });
});

/** What one sees, and a picture of it. */
async function look(name, shown) {
	const visitor = await Visitor.open(browser, "", { width: 680, height: 400 });
	const { page } = visitor;

	await page.setContent(page_of(shown));
	if (shots) await page.screenshot({ path: join(shots, `discord-${name}.png`), fullPage: true });
	const text = await page.locator("main").innerText();
	const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
	await visitor.context.close();
	assert.equal(over, 0, `${name} hangs over its side`);
	assert.doesNotMatch(text, /\\|\*\*|<[@t]|\{\w+\}|undefined|discord\.\w/, name);
	return text;
}

/** The menu of a message as it is when it is open. */
function opened(message) {
	const copy = structuredClone(message);

	parts(copy).filter((one) => one.type === 3).forEach((one) => Object.assign(one, { open: true }));
	return copy;
}

/** One has a choice before them; each step on the way. */
async function choose_one(user, orders) {
	const steps = [{ by: "Orders", answer: orders }];
	let message = orders;

	while (menu(message) && !button(message, "d")) {
		steps.at(-1).answer = opened(message);
		const [{ label, value }] = menu(message).options;
		message = await choose(user, menu(message).custom_id, value);
		steps.push({ by: label, answer: message });
	}
	return { steps, message };
}

test("a game begins in the channel, and its orders are for one's own eyes", async () => {
	const made = await command(ann, "new", { scenario: "first-charge", opponent: bert.id });
	const begun = await press(bert, button(made, "j").custom_id);
	const id = button(begun, "o").custom_id;

	const channel = await look("channel", [{ by: "Ann: /pennon new", answer: made }, { by: "Bert: Platz nehmen", answer: begun }]);
	assert.match(channel, /Ann @everyone/);
	assert.match(channel, /@Bert/);
	for (const user of [ann, bert]) {
		const orders = await press(user, id);
		if (!menu(orders)) {
			await look(`waits-${user.locale}`, [{ by: user.global_name, answer: orders }]);
			continue;
		}
		const { steps, message } = await choose_one(user, orders);
		await look(`orders-${user.locale}`, steps);
		const done = await press(user, button(message, "d").custom_id);
		const stale = await choose(user, menu(orders).custom_id, menu(orders).options[0].value);
		await look(`done-${user.locale}`, [{ by: "Do it", answer: done }, { by: "an old menu", answer: stale }]);
	}
});

/** The first choice of the game that has numbers. */
async function with_numbers(user, id) {
	let orders = await press(user, id);

	for (let tries = 0; tries < 60 && menu(orders); tries++) {
		const list = menu(orders);
		for (const { value } of list.options) {
			let message = await choose(user, list.custom_id, value);
			for (const { value: way } of message.data.components.length && !button(message, "d") && menu(message) ? menu(message).options : []) {
				const shown = await choose(user, menu(message).custom_id, way);
				if (button(shown, "v")) return shown;
			}
			if (button(message, "v")) return message;
		}
		return null;
	}
	return null;
}

test("numbers are typed into a form, and what they come to is shown", async () => {
	const made = await command(ann, "new", { scenario: "first-charge" });
	const id = button(await press(bert, button(made, "j").custom_id), "o").custom_id;

	for (let turns = 0; turns < 400; turns++) {
		for (const user of [ann, bert]) {
			const orders = await press(user, id);
			if (!menu(orders)) continue;
			const shown = await with_numbers(user, id);
			if (shown) {
				const form = await press(user, button(shown, "v").custom_id);
				const texts = Object.fromEntries(form.data.components.map(({ components: [one] }) => [one.custom_id, String(Number(one.value) / 2)]));
				const changed = await fill_in(user, form.data.custom_id, texts);
				await look("numbers", [{ by: "chosen", answer: shown }, { by: "Other numbers", answer: form }, { by: "Submit", answer: changed }]);
				return;
			}
			const { message } = await choose_one(user, orders);
			if (button(message, "d")) await press(user, button(message, "d").custom_id);
		}
	}
	assert.fail("nothing in this game has numbers");
});

/** The way to a charge of one's own, if there is one now. */
async function to_charge(user, orders) {
	const first = menu(orders);

	for (const { label, value } of first.options) {
		const message = await choose(user, first.custom_id, value);
		const charge = menu(message)?.options.find((one) => /charge/i.test(one.label));
		if (charge) {
			const shown = await choose(user, menu(message).custom_id, charge.value);
			return [{ by: "Orders", answer: opened(orders) }, { by: label, answer: opened(message) }, { by: charge.label, answer: shown }];
		}
	}
	return null;
}

test("the first charge", async () => {
	const made = await command(ann, "new", { scenario: "first-charge" });
	const id = button(await press(bert, button(made, "j").custom_id), "o").custom_id;

	for (let turns = 0; turns < 400; turns++) {
		for (const user of [bert, ann]) {
			const orders = await press(user, id);
			if (!menu(orders)) continue;
			const steps = user === ann && (await to_charge(user, orders));
			if (steps && button(steps.at(-1).answer, "d")) {
				const done = await press(user, button(steps.at(-1).answer, "d").custom_id);
				assert.match(await look("charge", [...steps, { by: "Do it", answer: done }]), /charge/i);
				return;
			}
			const { message } = await choose_one(user, orders);
			if (button(message, "d")) await press(user, button(message, "d").custom_id);
		}
	}
	assert.fail("nobody could charge");
});

test("settings, the log, a rule, and the code of the page", async () => {
	const { token } = await api("POST", "players", "", { name: "Annette" });
	const { code } = await api("POST", "me/links", token);
	const before = await command(ann, "settings");
	const form = await press(ann, "k");
	const linked = await fill_in(ann, form.data.custom_id, { text: code });

	assert.match(await look("settings", [{ by: "Ann: /pennon settings", answer: before }, { by: "I have an account on the page", answer: form }, { by: "Submit", answer: linked }]), /Annette/);
	const shown = [];
	for (const [user, name, options] of [[bert, "games", {}], [bert, "log", {}], [ann, "rule", { clause: "flank charge" }], [bert, "plan", {}], [bert, "offer", {}], [bert, "resign", {}], [bert, "open", {}]])
		shown.push({ by: `${user.global_name}: /pennon ${name}`, answer: opened(await command(user, name, options)) });
	await look("commands", shown);
	assert.ok(daemon.address);
});
