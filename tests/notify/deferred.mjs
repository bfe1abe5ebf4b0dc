// Answers that are not ready in time: promised, and sent by the interaction's token; and what comes of
// it when the daemon is killed at each moment on the way. A printed table of what came of each.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { sleep } from "../crash/daemon.mjs";
import { all, ann, bert, checkTypes, Club, components } from "../support/discord_club.mjs";
import { tooMany } from "../support/discord_rest.mjs";
import { done, until } from "../support/players.mjs";

const SLOW_MS = 1500;
const VERY_SLOW_MS = 20000; // until it is killed
const PRIVATE = 64, THINKING = 128;
const carl = { id: "2100000000000000007", global_name: "Carl", locale: "de" };
const came = []; // [what happened, what came of it]
let club, discord;

before(async () => {
	club = await Club.open();
	({ discord } = club);
});

after(async () => {
	await club.close();
	console.log(came.map(([what, that]) => `  ${what.padEnd(58)} ${that}`).join("\n"));
});

const asked = ({ token }) => discord.requests.filter(({ path }) => path.includes(token));
const told = (answer) => asked(answer).map(({ method, path, status, answer: { hang } }) => `${method}${path.endsWith("@original") ? " @original" : ""} ${hang ? "…" : status}`).join(", ");
const events = async (game) => (await done(club.daemon, "GET", `/v1/games/${game}/events?limit=500`)).body.events.length;

const isOwed = () => readFileSync(join(club.data, "promises")).includes("aW50ZXJhY3Rpb24");

// A promise: what was answered, and how soon.
async function promised(user, channel, type, body) {
	const since = performance.now();
	const answer = await club.ask(user, channel, type, body);
	return { ...answer, took: performance.now() - since };
}

// A game in a channel, of which nothing is in memory.
async function cold(more) {
	const channel = discord.makeChannel();
	const game = await club.begin(channel);
	const chosen = more && (await club.offered(channel, game));
	await until("the table", () => all(channel)[0]);
	await club.restart();
	return { channel, game, ...chosen };
}

test("what is ready in time is answered at once", async () => {
	const channel = discord.makeChannel();
	const game = await club.begin(channel);
	const answer = await club.ask(ann, channel, 3, club.pressed(`o:${game}`));
	assert.equal(answer.type, 4);
	await until("its picture", () => asked(answer).length === 1);
	assert.equal(answer.shown.original.content, undefined, "the picture alone follows");
});

test("orders of a cold game are promised to the asker alone, and come with their picture", async () => {
	const { channel, game } = await cold();
	club.slowDown(SLOW_MS);
	const answer = await promised(ann, channel, 3, club.pressed(`o:${game}`));
	club.slowDown(0);
	assert.deepEqual([answer.type, answer.data], [5, { flags: PRIVATE }]);
	assert.ok(answer.took >= 450 && answer.took < SLOW_MS, `after ${answer.took} ms`);
	await until("the answer", () => answer.shown.original.flags === PRIVATE && answer.shown.original.content);
	assert.ok(components(answer.shown.original).some((one) => one.custom_id?.startsWith("y:")));
	await until("its picture", () => answer.shown.original.files?.length === 1);
	assert.ok(answer.shown.original.content, "the picture leaves it as it is");
	assert.equal(answer.shown.messages.length, 0);
	came.push(["orders of a cold game", told(answer)]);
});

test("a command that takes long leaves its menu standing, and is done once", async () => {
	const channel = discord.makeChannel();
	const game = await club.begin(channel);
	const { user, id } = await club.offered(channel, game);
	const before = await events(game);
	club.slowDown(SLOW_MS);
	const answer = await promised(user, channel, 3, club.pressed(id));
	assert.deepEqual([answer.type, answer.data], [6, undefined]);
	const again = await promised(user, channel, 3, club.pressed(id));
	club.slowDown(0);
	await until("the answers", () => [answer, again].every(({ shown }) => shown.original.content !== "what was pressed"));
	const after = await events(game);
	assert.ok(after > before);
	assert.equal(answer.shown.original.content.split("\n")[0], again.shown.original.content.split("\n")[0], "pressed twice, answered alike");
	await club.press(user, channel, id);
	assert.equal(await events(game), after);
	came.push(["a slow command, pressed twice", `done once; ${told(answer)}; ${told(again)}`]);
});

test("what all see is promised to all; what fails is told to the asker alone", async () => {
	const channel = discord.makeChannel();
	club.slowDown(SLOW_MS);
	const made = await promised(ann, channel, 2, club.typed("new", { scenario: "first-charge" }));
	club.slowDown(0);
	assert.deepEqual([made.type, made.data], [5, undefined]);
	await until("the challenge", () => components(made.shown.original).length);
	assert.equal(made.shown.original.flags, 0, "all see it");
	const [join] = components(made.shown.original);
	assert.match(join.custom_id, /^j:/);
	await club.press(bert, channel, join.custom_id);
	await until("the table", () => all(channel)[0]);
	await club.restart();
	club.slowDown(SLOW_MS);
	const late = await promised(carl, channel, 3, club.pressed(join.custom_id));
	club.slowDown(0);
	assert.deepEqual([late.type, late.data], [5, undefined]);
	await until("why not", () => late.shown.messages.length && late.shown.removed);
	assert.equal(late.shown.messages[0].flags, PRIVATE);
	assert.match(late.shown.messages[0].content, /Platz|Spiel/);
	const [first] = asked(late);
	assert.equal(first.json.content, "Diese Antwort sieht nur, wer gefragt hat.");
	came.push(["a challenge that takes long", told(made)], ["a seat that is taken, found out late", told(late)]);
});

test("nothing of a private game is put where a promise was made to all", async () => {
	const channel = discord.makeChannel();
	const { token } = (await done(club.daemon, "POST", "/v1/players", undefined, { name: "Paula" })).body;
	const { body } = await done(club.daemon, "POST", "/v1/games", token, { scenario: "first-charge", side: "red", access: "private" });
	await club.command(carl, channel, "join", { invitation: body.invitation.link });
	await club.restart();
	club.slowDown(SLOW_MS);
	const answer = await promised(carl, channel, 2, club.typed("table", { game: body.game.id }));
	club.slowDown(0);
	assert.deepEqual([answer.type, answer.data], [5, undefined]);
	await until("it is removed", () => answer.shown.removed);
	assert.match(answer.shown.messages[0].content, /Paula/);
	assert.equal(answer.shown.messages[0].flags, PRIVATE);
	for (const { json } of asked(answer).filter(({ path }) => path.endsWith("@original"))) assert.doesNotMatch(JSON.stringify(json ?? ""), /Paula|Carl/);
	came.push(["the table of a private game, cold", told(answer)]);
});

test("of a cold game a form says: once more, and is there then; what is typed is completed at once", async () => {
	for (const user of [ann, bert]) {
		const { channel, game } = await cold();
		club.slowDown(SLOW_MS);
		const first = await promised(user, channel, 3, club.pressed(`p:${game}`));
		assert.deepEqual([first.type, first.data.flags], [4, PRIVATE]);
		assert.equal(first.data.content, user === ann ? "The game is being fetched. Press once more." : "Das Spiel wird gerade geladen. Drück bitte noch einmal.");
		const typed = await promised(user, channel, 4, { name: "pennon", options: [{ type: 1, name: "orders", options: [{ type: 3, name: "game", value: "", focused: true }] }] });
		assert.equal(typed.type, 8);
		assert.ok(first.took < SLOW_MS / 2 && typed.took < SLOW_MS / 2, `${first.took} and ${typed.took} ms`);
		club.slowDown(0);
		await until("the form", async () => (await club.ask(user, channel, 3, club.pressed(`p:${game}`))).type === 9);
		assert.equal(asked(first).length, 0, "it was no promise");
	}
	came.push(["a form of a cold game", "once more; then the form"]);
});

test("a promise is kept beside 404, 429 and 5xx, and given up when Discord refuses", async () => {
	const channel = discord.makeChannel();
	const game = await club.begin(channel);
	await club.restart();
	const mineNext = (answer) => discord.next(answer, ({ path }) => path.includes("@original"));
	for (const answer of [{ status: 404, body: { code: 10015, message: "Unknown Webhook" } }, tooMany(1), { status: 502 }, { status: 503 }, { status: 500 }]) mineNext(answer);
	club.slowDown(SLOW_MS);
	const answer = await promised(ann, channel, 2, club.typed("log", { game }));
	club.slowDown(0);
	await until("the answer", () => answer.shown.original.content);
	came.push(["a promise beside 404, 429, 502, 503 and 500", told(answer)]);
	await club.restart();
	mineNext({ status: 403 });
	club.slowDown(SLOW_MS);
	const refused = await promised(ann, channel, 2, club.typed("log", { game }));
	club.slowDown(0);
	await until("the refusal", () => asked(refused).length === 1);
	await until("it is heard", () => !isOwed());
	await club.restart();
	await sleep(2000);
	assert.equal(asked(refused).length, 1);
	came.push(["a promise that Discord refuses", `${told(refused)}; not asked again`]);
});

// ---- killed on the way ----

for (const [what, user, words] of [["English", ann, /^Pennon was restarted/], ["German", bert, /^Pennon wurde neu gestartet/]])
	test(`a kill between promise and answer: whoever waits is told, in ${what}`, async () => {
		const { channel, game } = await cold();
		club.slowDown(VERY_SLOW_MS);
		const answer = await promised(user, channel, 3, club.pressed(`o:${game}`));
		assert.equal(answer.type, 5);
		club.slowDown(0);
		await club.restart();
		await until("it is told", () => words.test(answer.shown.original.content));
		assert.equal(answer.shown.original.flags, PRIVATE);
		assert.equal((await club.ask(user, channel, 3, club.pressed(`o:${game}`))).type, 4);
		came.push([`killed before it was answered (${what})`, told(answer)]);
	});

// The button of a game that is cold, or that its presser has just looked at, is pressed, and the daemon killed before it answers for good.
for (const [what, isCold] of [["before the command", true], ["after the command", false]])
	test(`a kill ${what}, which was promised: pressed again it is done once, and the menu stands`, async () => {
		const { channel, game, user, id } = await cold(true);
		const before = await events(game);
		if (isCold) await club.restart();
		else await club.press(user, channel, `o:${game}`);
		club.slowDown(VERY_SLOW_MS);
		const answer = await promised(user, channel, 3, club.pressed(id));
		assert.equal(answer.type, 6);
		club.slowDown(0);
		await club.restart();
		await until("it is told", () => /^Pennon (was restarted|wurde neu)/.test(answer.shown.original.content));
		assert.deepEqual(Object.keys(asked(answer).at(-1).json).sort(), ["allowed_mentions", "content"], "its menu stays");
		const found = await events(game);
		assert.equal(found > before, !isCold);
		await club.press(user, channel, id);
		const once = await events(game);
		assert.ok(once > before);
		if (!isCold) assert.equal(once, found);
		await club.press(user, channel, id);
		assert.equal(await events(game), once);
		came.push([`killed ${what}, pressed again`, `done once; ${told(answer)}`]);
	});

test("a kill while the answer is sent: what arrived stands, what did not is told", async () => {
	for (const arrives of [true, false]) {
		const { channel, game } = await cold();
		discord.scripted.push((request) => {
			if (!request.path.includes("@original") || !request.json && !request.body.length) return undefined;
			if (arrives) discord.answer(request);
			return { status: 200, hang: true };
		});
		club.slowDown(SLOW_MS);
		const answer = await promised(ann, channel, 2, club.typed("log", { game }));
		club.slowDown(0);
		await until("it is being sent", () => asked(answer).length === 1);
		await club.restart();
		await until("it is asked about", () => asked(answer).some(({ method, status }) => method === "GET" && status === 200));
		await until("the end", () => !(answer.shown.original.flags & THINKING));
		await sleep(1000);
		assert.equal(/^Pennon was restarted/.test(answer.shown.original.content), !arrives);
		came.push([`killed while it was sent, and it ${arrives ? "arrived" : "did not arrive"}`, told(answer)]);
	}
});

test("a kill while the picture is sent: the answer stands without", async () => {
	const { channel, game } = await cold();
	let held = false;
	discord.scripted.push((request) => (/^multipart/.test(request.headers["content-type"] ?? "") && request.path.includes("@original") ? ((held = true), { status: 200, hang: true }) : undefined));
	club.slowDown(SLOW_MS);
	const answer = await promised(ann, channel, 3, club.pressed(`o:${game}`));
	club.slowDown(0);
	await until("the picture", () => held);
	const said = answer.shown.original.content;
	assert.ok(said);
	await club.restart();
	await sleep(3000);
	assert.equal(answer.shown.original.content, said);
	assert.equal(asked(answer).length, 2);
	came.push(["killed while the picture was sent", `the answer stands; ${told(answer)}`]);
});

test("nothing was promised that is not kept; only its owner reads the file", async () => {
	await until("nothing is owed", () => !isOwed());
	assert.ok(existsSync(join(club.data, "promises")));
	assert.deepEqual(discord.faults, []);
	for (const text of [...club.said, club.daemon.output, club.daemon.errors]) assert.ok(!text.includes("aW50ZXJhY3Rpb24"), "a token in what is said");
});

test("each answer and what follows it is as discord-api-types has it", () => {
	const types = { POST: "RESTPostAPIWebhookWithTokenJSONBody", PATCH: "RESTPatchAPIWebhookWithTokenMessageJSONBody" };
	const sent = discord.requests.filter(({ json, path }) => json && path.includes("aW50")).map(({ method, json }) => [types[method], json]);
	assert.ok(sent.length > 10);
	checkTypes(club.folder, [...sent, ...club.answers.filter(({ type }) => type === 5 || type === 6).map((one) => ["APIInteractionResponse", one])]);
});
