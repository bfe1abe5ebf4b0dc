// How often the bot's table is edited: what happens within five seconds is one edit, and of a message that
// has stood for an hour there is one a minute. The hour and the minute are seconds here.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { sleep } from "../crash/daemon.mjs";
import { all, Club } from "../support/discord_club.mjs";
import { tooMany } from "../support/discord_rest.mjs";
import { until } from "../support/players.mjs";

const AGED_MS = 9000, PACE_MS = 15000;
const JOINED_MS = 5000;
const EARLY_MS = 300; // clocks of two processes, and what is written to the millisecond
let club, discord;

before(async () => {
	club = await Club.open({ PENNON_TEST_PACE: `${AGED_MS} ${PACE_MS}` });
	({ discord } = club);
});

after(() => club.close());

const asked = (channel, method) => discord.requests.filter((one) => one.path.includes(channel.id) && (!method || one.method === method));

// A game's table in a channel, brought up to date with its beginning.
async function begin() {
	const channel = discord.makeChannel();
	const game = await club.begin(channel);
	await until("the table", () => all(channel)[0]);
	return { channel, game };
}

// The table has stood for its hour, and has been edited since.
async function age({ channel, game }) {
	await sleep(AGED_MS);
	const count = asked(channel, "PATCH").length;
	await club.act(channel, game);
	await until("an edit", () => asked(channel, "PATCH").length > count && all(channel)[0].edits > 0);
}

test("what happens within five seconds is one edit, five seconds after the first of it", async () => {
	const { channel, game } = await begin();
	await sleep(1000);
	const since = Date.now();
	for (let i = 0; i < 3; i++) await club.act(channel, game);
	await until("the edit", () => asked(channel, "PATCH").length);
	assert.ok(asked(channel, "PATCH")[0].at - since >= JOINED_MS - EARLY_MS);
	await sleep(2000);
	assert.equal(asked(channel, "PATCH").length, 1);
	const [{ json, files }] = asked(channel, "PATCH");
	assert.deepEqual(json.allowed_mentions, { parse: [] }, "each edit says it anew");
	assert.deepEqual([json.attachments.length, Object.keys(files).length], [1, 1], "and has its own picture alone");
});

test("after its hour there is one edit a minute, and the last one shows how it is", async () => {
	const table = await begin();
	const { channel, game } = table;
	await age(table);
	const first = asked(channel, "PATCH").at(-1).at;
	for (let i = 0; i < 3; i++) {
		await club.act(channel, game);
		await sleep(1000);
	}
	const before = all(channel)[0].embeds[0].description;
	const count = asked(channel, "PATCH").length;
	await until("the next edit", () => asked(channel, "PATCH").length > count && all(channel)[0].embeds[0].description !== before);
	const edits = asked(channel, "PATCH").filter(({ at }) => at >= first);
	assert.equal(edits.length, 2, "three moves are one edit");
	assert.ok(edits[1].at - edits[0].at >= PACE_MS - EARLY_MS, `${edits[1].at - edits[0].at} ms between two edits`);
	assert.equal(all(channel).length, 1);
});

for (const [what, happens, wanted] of [
	["one that may be edited no more (30046)", (channel) => discord.next(tooMany(2, {}, { code: 30046 }), ({ method, path }) => method === "PATCH" && path.includes(channel.id)), ["PATCH", "DELETE", "POST"]],
	["one that others removed", (channel) => delete channel.messages[all(channel)[0].id], ["PATCH", "POST"]],
])
	test(`${what} is posted anew, alone, and is young again`, async () => {
		const table = await begin();
		const { channel, game } = table;
		await age(table);
		const old = all(channel)[0].id;
		const count = asked(channel).length;
		happens(channel);
		await club.act(channel, game);
		await until("a new one", () => all(channel)[0] && all(channel)[0].id !== old && all(channel).length === 1);
		assert.deepEqual(asked(channel).slice(count).map(({ method }) => method), wanted);
		const posted = asked(channel).at(-1).at;
		await club.act(channel, game);
		await until("an edit", () => all(channel)[0].edits > 0);
		const took = asked(channel).at(-1).at - posted;
		assert.ok(took < PACE_MS - EARLY_MS, `${took} ms to the first edit of a new message`);
		assert.deepEqual(discord.faults, []);
	});
