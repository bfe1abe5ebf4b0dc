// Contacts of a battle under way: units are dragged together and apart, put together by keys, and what
// the page takes for flush the server does, too.

import assert from "node:assert/strict";
import { test } from "node:test";
import { tab_to } from "./keys.mjs";
import { Maker } from "./maker.mjs";
import { leave, seats } from "./seated.mjs";
import { desk, phone } from "./support.mjs";

const house = seats();
const { daemon } = house;
const open = (size = desk) => Maker.open(house.browser, daemon.url, size);

/** Take hold of a unit behind its front, and let it go so that its front is at `to`. */
async function drag(maker, pose, to) {
	const { mouse } = maker.page;
	await maker.still(); // units glide to where an undo puts them
	const hold = { x: pose.x, y: pose.y + (pose.facing === 0 ? -1000 : 1000) };
	const [x, y] = await maker.seen(hold);
	const [right, down] = await maker.seen({ x: to.x + hold.x - pose.x, y: to.y + hold.y - pose.y });

	await mouse.move(x, y);
	await mouse.down();
	await mouse.move((x + right) / 2, (y + down) / 2);
	await mouse.move(right, down);
	await mouse.up();
	await maker.settle();
}

const muster_of = async (maker) => (await maker.file()).muster;

async function contact_of(maker) {
	const { position } = await muster_of(maker);

	return position?.contacts?.map(({ unit, with: other, facing }) => `${unit} ${other} ${facing}`) ?? [];
}

const first_of = ({ units }, side) => units.find((unit) => unit.side === side).pose;

for (const [name, size] of [["desk", desk], ["phone", phone]])
	test(`a unit that is dragged to an enemy is in contact with it, and drawn apart no more: ${name}`, async () => {
		const maker = await open(size);

		await maker.begin("#scenario=first-charge");
		const begun = await muster_of(maker);
		const [red, blue] = ["red", "blue"].map((side) => first_of(begun, side));
		const near = { x: blue.x + 1500, y: blue.y - 1000 };

		await drag(maker, red, near);
		const loose = first_of(await muster_of(maker), "red");
		assert.ok(Math.abs(loose.x - near.x) < 600 && loose.y < blue.y - 300, "before a battle is under way nothing is put anywhere");
		await maker.press(maker.key("undo"));
		await maker.panel("turn");
		await maker.press(maker.field("/muster/position"));
		await drag(maker, red, near);
		const put = first_of(await muster_of(maker), "red");
		assert.deepEqual([put.y, put.facing], [blue.y, 0]);
		assert.ok(Math.abs(put.x - near.x) < 600, "along the side it stays where it was let go");
		assert.deepEqual(await contact_of(maker), ["r1 b1 front"]);
		await maker.good("flush");
		await maker.inspect(`editor-contact-${name}`);

		// It is taken a little to the side, and is in contact still; then away.
		await drag(maker, put, { x: put.x + 4000, y: put.y });
		assert.deepEqual(await contact_of(maker), ["r1 b1 front"]);
		const beside = first_of(await muster_of(maker), "red");
		assert.ok(beside.x > put.x + 3000);
		await drag(maker, beside, { x: beside.x, y: beside.y - 20000 });
		assert.deepEqual(await contact_of(maker), []);
		await maker.good("apart");
		await maker.press(maker.key("undo"));
		assert.deepEqual(await contact_of(maker), ["r1 b1 front"]);
		await maker.good("back");
		await leave(maker);
	});

test("in each rule book, on each side, at any angle: what the page puts flush the server takes for a contact", async () => {
	const maker = await open();

	await maker.begin();
	const told = await maker.page.evaluate(async () => {
		const { checkBattle, listRulesets } = await import("/api_later.js");
		const { make_battle } = await import("/editor/battle.js");
		const { empty_battle, is_all_round, read_book, usual_unit } = await import("/editor/book.js");
		const { settle } = await import("/editor/contact.js");
		const { beside, turned } = await import("/editor/geometry.js");
		const { unit_of } = await import("/editor/muster.js");
		const sides = ["front", "right", "rear", "left"];
		const across = 4;

		async function of_book(id) {
			let seed = 7;
			const random = (most) => (seed = (seed * 48271) % 2147483647) % most;
			const book = await read_book(id);
			const wanted = [];
			const battle = make_battle(empty_battle(id));

			battle.change((copy) => {
				Object.assign(copy.muster.board, { width: 243840, depth: 243840 });
				copy.muster.position = { turn: 2 };
				for (const side of ["red", "blue"])
					for (let at = 0; at < across * across; at++) {
						const unit = { ...usual_unit(book, side, book.rules.classes[0]), name: `${side} ${at}` };
						const square = book.rules.formations.find((one) => one.all_round && !one.loose);
						// A formation without flanks is a square of figures.
						if (square && side === "blue" && at % 5 === 0)
							Object.assign(unit, { formation: square.name, figures: 16, files: 4 });
						const middle = { x: 36000 + (at % across) * 56000, y: 52000 + Math.floor(at / across) * 56000 };
						const facing = side === "red" ? 0 : random(65536);
						// Red's stand behind until they are dragged.
						copy.muster.units.push({ ...unit, pose: side === "blue" ? { ...middle, facing } : { x: middle.x, y: middle.y - 28000, facing } });
					}
			});
			const { faults, position } = await checkBattle(battle.value);
			if (faults.length > 0)
				return [`${id}: ${JSON.stringify(faults[0])}`];
			for (let at = 1; at <= across * across; at++)
				battle.change((copy) => {
					const [red, blue] = [unit_of(copy, `r${at}`), unit_of(copy, `b${at}`)];
					const side = at % sides.length;
					const seen = position.units[`b${at}`];
					const width = seen.files * (seen.base_width + seen.gap) - seen.gap;
					const depth = Math.ceil(seen.figures / seen.files) * (seen.base_depth + seen.gap) - seen.gap;
					const out = turned(blue.pose.facing + side * 16384);
					const ahead = [0, -depth / 2, -depth, -depth / 2][side] + [1, 0, -1, 0][side] * 900;
					const right = [0, width / 2, 0, -width / 2][side] + [0, 1, 0, -1][side] * 900;
					const askew = random(16000) - 8000;

					red.pose = { ...beside(blue.pose, ahead, right), facing: turned(out + 32768 + askew) };
					const { met } = settle(copy, position, [`r${at}`], { reach: 1270, is_all_round: (unit) => is_all_round(book, unit) });
					wanted.push(`r${at} b${at} ${is_all_round(book, blue) ? "front" : sides[side]}`);
					if (!met)
						wanted.push(`r${at} met nobody`);
				});
			const { contacts } = battle.value.muster.position;
			const made = contacts.map((one) => `${one.unit} ${one.with} ${one.facing}`);
			const { faults: after } = await checkBattle(battle.value);
			return [
				...wanted.filter((one) => !made.includes(one)).map((one) => `${id}: ${one} is missing`),
				...after.map((one) => `${id}: ${JSON.stringify(one)} ${JSON.stringify(contacts[0])}`),
			];
		}

		const { rulesets } = await listRulesets();
		return (await Promise.all(rulesets.map(({ id }) => of_book(id)))).flat();
	});
	assert.deepEqual(told, []);
	await leave(maker);
});

test("by keys two that are picked are put in contact, and what a form adds are two that touch", async () => {
	const maker = await open(phone);
	const { page } = maker;
	const press = async (selector, key = "Enter") => {
		await tab_to(page, selector);
		await page.keyboard.press(key);
		await maker.settle();
	};

	await maker.begin("#scenario=first-charge");
	await press("[data-key=panel-turn]");
	await press("[data-at='/muster/position']", "Space");
	await press("[data-key=panel-units]");
	await press(".zooms [aria-pressed]");
	await press("[data-key=unit-r4]");
	assert.equal(await maker.key("join").count(), 0, "one alone is put nowhere");
	await press("[data-key=unit-b2]");
	await press("[data-key=join]");
	await page.locator("[aria-live]").filter({ hasText: /is in contact with .* on its front/ }).first().waitFor({ state: "attached" });
	await maker.good("joined");
	assert.deepEqual(await contact_of(maker), ["r4 b2 front"]);
	await press("[data-key=panel-turn]");
	await press("[data-key=part-0]");
	assert.deepEqual(await contact_of(maker), []);
	await press("[data-key='contact.add']");
	await maker.good("the two that are picked");
	assert.deepEqual((await contact_of(maker)).map((one) => one.split(" ").slice(0, 2).sort().join()), ["b2,r4"]);
	await press("[data-key=part-0]");
	await press("pn-ground svg.table", "Escape");
	await press("[data-key='contact.add']");
	await maker.good("the two that touch");
	await leave(maker);
});
