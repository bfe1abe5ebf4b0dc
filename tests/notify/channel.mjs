// The table in a Discord channel: interactions go in, and what the bot posts comes out at a stand-in
// for the REST API. Storms, lost answers, removed messages and kills: a printed table of what came of each.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { sleep } from "../crash/daemon.mjs";
import { all, ann, bert, checkTypes, Club, components, TOKEN } from "../support/discord_club.mjs";
import { tooMany } from "../support/discord_rest.mjs";
import { done, until } from "../support/players.mjs";

const came = []; // [what happened, what came of it]
let club, discord, daemon;

before(async () => {
	club = await Club.open({ PENNON_TEST_PATIENCE: "60000" }); // what is promised for later is what deferred.mjs tests
	({ discord, daemon } = club);
});

after(async () => {
	await club.close();
	console.log(came.map(([what, that]) => `  ${what.padEnd(58)} ${that}`).join("\n"));
});

async function restart() {
	await club.restart();
	({ daemon } = club);
}

const command = (...more) => club.command(...more);
const press = (...more) => club.press(...more);
const fill = (...more) => club.fill(...more);
const begin = (...more) => club.begin(...more);
const act = (...more) => club.act(...more);

async function table(channel) {
	return until("the table", () => all(channel)[0]);
}

// ---- what is shown ----

test("one message a game shows what anybody may see, and follows the game", async () => {
	const channel = discord.makeChannel();
	const game = await begin(channel);
	const message = await table(channel);
	assert.match(message.embeds[0].description, /Ann \\\*bold\\\* \\@everyone/);
	assert.match(message.embeds[0].description, /Bert/);
	assert.equal(message.files.length, 1);
	assert.deepEqual(message.allowed_mentions, { parse: [] });
	assert.deepEqual(components(message).map((one) => one.custom_id ?? one.url), [`o:${game}`, `t:${game}`, `l:${game}`, `${daemon.url}/g/${game}`]);
	const first = message.embeds[0].description;
	await act(channel, game);
	await act(channel, game);
	await until("an edit", () => message.edits >= 1 && message.embeds[0].description !== first);
	assert.match(message.embeds[0].description, /\n• /, "what happened last");
	assert.match(message.embeds[0].description, /▸ (Rot|Blau): /, "who is waited for");
	assert.equal(all(channel).length, 1);
	assert.ok(message.edits <= 3);
});

test("it is put into another channel by who plays; a stranger only looks", async () => {
	const [one, other] = [discord.makeChannel(), discord.makeChannel()];
	const game = await begin(one);
	await table(one);
	await command({ ...bert, id: "2100000000000000009" }, other, "table", { game });
	await sleep(1000);
	assert.equal(all(other).length, 0);
	const answer = await command(bert, other, "table", { game });
	assert.equal(answer.flags, 64);
	assert.match(answer.content, /^Der Tisch steht ab jetzt in diesem Kanal\./);
	assert.match((await table(other)).embeds[0].description, /Rot/);
	await until("the old one is removed", () => all(one).length === 0);
	await act(other, game);
	await until("an edit", () => all(other)[0].edits > 0);
	assert.equal(all(other).length, 1);
});

const moves = [
	["a table that moves", () => {}],
	["a table that moves, its old message removed by others", (old) => delete old.messages[all(old)[0].id]],
	["a table that moves, its old channel gone", (old) => (discord.channels[old.id].gone = true)],
	["a table that moves, its old channel closed to the bot", (old) => (discord.channels[old.id].missing = 50001)],
	["a table that moves beside 503", (old) => discord.next({ status: 503 }, ({ method, path }) => method === "DELETE" && path.includes(old.id))],
	["a table that moves, and a kill before the new one is heard of", (old, next) => discord.scripted.push((asked) => {
		if (asked.method !== "POST" || !asked.path.includes(next.id)) return undefined;
		discord.answer(asked);
		return { status: 200, hang: true };
	}), true],
];

for (const [what, happens, restarts] of moves)
	test(`${what}: it stands in the new channel, once, and not in the old one`, async () => {
		const [old, next] = [discord.makeChannel(), discord.makeChannel()];
		const game = await begin(old);
		await table(old);
		await sleep(1000);
		const asked = discord.requests.length;
		happens(old, next);
		await command(bert, next, "table", { game });
		await table(next);
		if (restarts) await restart();
		const mineAll = () => discord.requests.slice(asked).filter((one) => [old, next].some(({ id }) => one.path.includes(id)));
		await until("it is heard of", () => mineAll().at(-1).status === 200 && !mineAll().at(-1).answer.hang);
		await act(next, game);
		await until("an edit", () => all(next)[0].edits > 0);
		assert.equal(all(next).length, 1);
		const { gone, missing } = discord.channels[old.id];
		if (!gone && !missing) assert.equal(all(old).length, 0);
		came.push([what, mineAll().map((one) => `${one.method} ${one.path.includes(old.id) ? "old" : "new"} ${one.answer.hang ? "…" : one.status}`).join(", ")]);
	});

const cleo = { id: "2100000000000000011", global_name: "Cleo", locale: "de" };
const dora = { id: "2100000000000000012", global_name: "Dora", locale: "en-GB" };
const named = (channel) => all(channel).filter((one) => one.content.includes("<@"));

// Cleo and Dora play until this side is waited for.
async function until_side(channel, game, wanted) {
	const side = async () => (await done(daemon, "GET", `/v1/games/${game}`)).body.waiting_for[0]?.side;
	for (let i = 0; i < 60 && (await side()) !== wanted; i++) await act(channel, game, [cleo, dora]);
	assert.equal(await side(), wanted);
}

// A game of theirs in a channel of its own, in which Cleo is named.
async function beginNamed() {
	const channel = discord.makeChannel();
	await fill(cleo, channel, "h", { named: "ja", language: "de", quiet: "-" });
	const game = await begin(channel, cleo, dora);
	await until("the table", () => all(channel).find((one) => one.embeds.length));
	await until_side(channel, game, "red");
	await until("the mention", () => named(channel)[0]);
	return { channel, game, first: named(channel)[0] };
}

test("who is waited for is named once, as they set it, and no more when they have acted", async () => {
	const away = discord.makeChannel();
	assert.deepEqual(components(await command(cleo, away, "settings")).map((one) => one.custom_id), ["k", "e"]);
	assert.deepEqual((await press(cleo, away, "e")).components.map(({ components: [one] }) => one.value), ["nein", "de", "-"]);
	const { channel, game, first } = await beginNamed();
	assert.match(first.content, /^<@2100000000000000011> Rot ist am Zug$/);
	assert.deepEqual([first.pings, first.embeds, first.files], [[cleo.id], [], []]);
	assert.deepEqual(components(first).map((one) => one.custom_id), [`o:${game}`]);
	assert.deepEqual((await press(cleo, away, "e")).components.map(({ components: [one] }) => one.value), ["ja", "de", "-"]);
	await until_side(channel, game, "blue");
	await until("it is gone", () => named(channel).length === 0);
	await sleep(7000);
	assert.equal(all(channel).length, 1, "Dora has not asked for it");
	await until_side(channel, game, "red");
	await until("the next one", () => named(channel)[0]);
	assert.equal(named(channel).length, 1);
	assert.notEqual(named(channel)[0].id, first.id);
});

test("she acts and is waited for again while Discord does not answer: there is one, of the later turn", async () => {
	const { channel, game, first } = await beginNamed();
	discord.next({ status: 503 }, ({ method, path }) => method === "DELETE" && path.includes(channel.id));
	await until_side(channel, game, "blue");
	await until_side(channel, game, "red");
	await until("a new one", () => named(channel).length === 1 && named(channel)[0].id !== first.id);
	await sleep(7000);
	assert.equal(named(channel).length, 1);
	await fill(cleo, channel, "h", { named: "nein", language: "de", quiet: "-" });
	await until_side(channel, game, "blue");
	await until("the last one is gone", () => named(channel).length === 0);
	const posts = discord.requests.filter((one) => one.path.includes(channel.id) && one.json?.allowed_mentions.users);
	assert.deepEqual(posts.map((one) => [one.method, one.json.allowed_mentions.users.join()]), [["POST", cleo.id], ["POST", cleo.id]]);
	came.push(["named, and waited for again beside a 503", "the old one removed, the new one posted"]);
});

// ---- what one sees alone ----

const pictures = ({ token }) => discord.requests.filter(({ path }) => path.includes(token));
const picture = (message) => until("the picture", () => pictures(message).find(({ status }) => status === 200));

// From their orders to something that can be done, by the nth choice of each menu: all pictures, and the last answer.
async function choose(user, channel, game, nth) {
	let message = await press(user, channel, `o:${game}`);
	assert.equal(message.flags, 64);
	const seen = [await picture(message)];
	for (let i = 0; i < 6 && !components(message).some((one) => /^d:/.test(one.custom_id ?? "")); i++) {
		const menu = components(message).find((one) => one.type === 3);
		if (!menu) break;
		message = await press(user, channel, menu.custom_id, [menu.options[nth % menu.options.length].value]);
		assert.deepEqual(message.attachments, [], "the one before goes");
		seen.push(await picture(message));
	}
	return { seen, message };
}

test("orders are followed by a picture of one's own view, with what is chosen, for one's own eyes", async () => {
	const channel = discord.makeChannel();
	const game = await begin(channel);
	let seen, drawn;
	const bytes = (one) => Object.values(one.files)[0];
	// What would not move is drawn nowhere.
	for (let i = 0; i < 30 && !drawn; i++) {
		const user = (await done(daemon, "GET", `/v1/games/${game}`)).body.waiting_for[0].side === "red" ? ann : bert;
		const chosen = await choose(user, channel, game, i);
		seen = chosen.seen;
		drawn = !bytes(seen[0]).equals(bytes(seen.at(-1)));
		const does = components(chosen.message).find((one) => /^d:/.test(one.custom_id ?? ""));
		if (!drawn && does) await press(user, channel, does.custom_id);
	}
	assert.ok(drawn, "what is chosen is drawn into it");
	for (const { method, path, json, files, headers } of seen) {
		assert.equal(method, "PATCH");
		assert.match(path, /\/messages\/@original$/, "it is put to what they were answered, and stays as private");
		assert.deepEqual(Object.keys(json).sort(), ["allowed_mentions", "attachments"]);
		assert.deepEqual([json.attachments.length, Object.values(files).length], [1, 1]);
		assert.equal(headers.authorization, undefined);
	}
	await sleep(6000);
	for (const { files } of all(channel)) for (const file of files) assert.ok(!file.equals(bytes(seen.at(-1))), "nobody else sees it");
	const shown = await command(ann, channel, "log", { game });
	await sleep(1500);
	assert.equal(pictures(shown).length, 0);
	came.push(["a picture of one's own view", "PATCH @original 200"]);
});

test("the picture of an answer that Discord does not know yet comes later; 429 and 5xx are waited for", async () => {
	const channel = discord.makeChannel();
	const game = await begin(channel);
	const mineNext = (answer) => discord.next(answer, ({ path }) => path.includes("@original"));
	mineNext({ status: 404, body: { code: 10015, message: "Unknown Webhook" } });
	mineNext(tooMany(1));
	mineNext({ status: 502 });
	const message = await press(ann, channel, `o:${game}`);
	await picture(message);
	const asked = pictures(message).map(({ method, status }) => `${method} ${status}`);
	assert.deepEqual(asked, ["PATCH 404", "PATCH 429", "PATCH 502", "PATCH 200"]);
	came.push(["a picture beside 404, 429 and 502", asked.join(", ")]);
	for (let i = 0; i < 9; i++) mineNext({ status: 500 });
	const other = await press(ann, channel, `o:${game}`);
	await until("it is given up", () => pictures(other).length >= 4);
	await sleep(3000);
	assert.equal(pictures(other).length, 4);
	discord.scripted = [];
	came.push(["a picture beside 500 without end", "given up after four; the answer stands without"]);
});

// ---- what may go wrong ----

const trials = [
	["429 five times", (channel) => {
		for (let i = 0; i < 5; i++) discord.next(tooMany(0.3, { "x-ratelimit-reset-after": "0.3" }), mine(channel));
	}],
	["500, 502 and 503", (channel) => [500, 502].map((status) => discord.next({ status }, mine(channel)))],
	["somebody removes the message", (channel) => {
		for (const id of Object.keys(discord.channels[channel.id].messages)) delete channel.messages[id];
	}],
	["it may be edited no more (30046)", (channel) => discord.next(tooMany(30, {}, { code: 30046 }), mine(channel))],
	["a kill while the edit is under way", (channel) => discord.next({ status: 200, hang: true }, mine(channel)), true],
];
const mine = (channel) => ({ path, method }) => path.includes(channel.id) && method !== "DELETE";

for (const [what, happens, restarts] of trials)
	test(`${what}: the channel has one message, and it is up to date`, async () => {
		const channel = discord.makeChannel();
		const game = await begin(channel);
		await table(channel);
		await sleep(1000);
		happens(channel);
		const at = Date.now();
		const asked = discord.requests.length;
		await act(channel, game);
		if (restarts) {
			await until("the request", () => discord.requests.slice(asked).find((one) => one.path.includes(channel.id)));
			await restart();
		}
		await until("the table", async () => {
			const [message] = all(channel);
			const { body } = await done(daemon, "GET", `/v1/games/${game}`);
			return message?.changed > at && message.embeds[0].description.includes(`▸ ${body.waiting_for[0].side === "red" ? "Rot" : "Blau"}: `);
		});
		await until("it is quiet", async () => {
			const count = discord.requests.length;
			await sleep(2000);
			return discord.requests.length === count;
		});
		const mineAll = discord.requests.slice(asked).filter((one) => one.path.includes(channel.id));
		assert.equal(all(channel).length, 1);
		assert.equal(mineAll.at(-1).status, 200);
		came.push([what, mineAll.map((one) => `${one.method} ${one.answer.hang ? "…" : one.status}`).join(", ")]);
	});

test("a kill before the answer to the first post is heard: it is not posted twice", async () => {
	const channel = discord.makeChannel();
	// Discord has it, and its answer never comes.
	discord.scripted.push((asked) => {
		if (!mine(channel)(asked)) return undefined;
		discord.answer(asked);
		return { status: 200, hang: true };
	});
	await begin(channel);
	await until("the message", () => all(channel)[0]);
	await restart();
	const asked = () => discord.requests.filter((one) => one.path.includes(channel.id));
	await until("it is asked again", () => asked().length >= 2 && asked().at(-1).status === 200);
	assert.equal(all(channel).length, 1);
	came.push(["a kill before the answer to the first post", asked().map((one) => `${one.method} ${one.answer.hang ? "…" : one.status}`).join(", ")]);
});

test("a kill right after a command: what it changed is shown", async () => {
	const channel = discord.makeChannel();
	const game = await begin(channel);
	const message = await table(channel);
	await sleep(1000);
	const edits = message.edits;
	await act(channel, game);
	await restart();
	await until("the edit", () => message.edits > edits);
	assert.equal(all(channel).length, 1);
	came.push(["a kill right after a command", "shown after the restart"]);
});

test("whoever may not post says so to who asks, and tries again", async () => {
	const channel = discord.makeChannel({ missing: 50013 });
	const game = await begin(channel);
	await until("the refusal", () => discord.requests.find((one) => one.path.includes(channel.id) && one.status === 403));
	await sleep(1000);
	assert.equal(discord.requests.filter((one) => one.path.includes(channel.id)).length, 1, "it is not asked again");
	delete discord.channels[channel.id].missing;
	const answer = await command(ann, channel, "table", { game });
	assert.equal(answer.flags, 64);
	assert.match(answer.content, /^I was not allowed to post in this channel/);
	await until("the table", () => Object.values(discord.channels[channel.id].messages)[0]);
	came.push(["permissions are missing", "403 once; told to who asks, and tried again then"]);
});

test("a channel that is gone is asked once more at most", async () => {
	const channel = discord.makeChannel();
	const game = await begin(channel);
	await table(channel);
	await sleep(1000);
	discord.channels[channel.id].gone = true;
	const before = discord.requests.length;
	await act(channel, game);
	await sleep(9000);
	await act(channel, game);
	await sleep(7000);
	const asked = discord.requests.slice(before).filter((one) => one.path.includes(channel.id));
	assert.deepEqual(asked.map((one) => one.status), [404, 404]);
	came.push(["the channel is gone", asked.map((one) => `${one.method} ${one.status}`).join(", ")]);
});

test("each body is as discord-api-types has it, and within the documented limits", () => {
	assert.deepEqual(discord.faults, []);
	const types = { POST: "RESTPostAPIChannelMessageJSONBody", PATCH: "RESTPatchAPIChannelMessageJSONBody" };
	const sent = discord.requests.filter(({ json }) => json).map(({ method, json }) => [types[method], json]);
	assert.ok(sent.length > 10);
	checkTypes(club.folder, sent);
});

test("the bot's token stands in nothing that is said, and in no file of the daemon's", () => {
	for (const text of [...club.said, daemon.output, daemon.errors]) assert.ok(!text.includes(TOKEN));
	assert.ok(club.said.join("").length > 1000, "there is something to look at");
	const grep = execFileSync("bash", ["-c", `grep -rlF -- '${TOKEN}' ${club.data} || true`], { encoding: "utf8" });
	assert.equal(grep, "");
	assert.ok(readFileSync(join(club.folder, "token"), "utf8").includes(TOKEN));
});
