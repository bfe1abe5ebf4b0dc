// Killed at named points and at random moments while players are told of their turns: of each turn
// that is on the disk somebody was told, or it was taken since; and nobody was told of one that is not.

import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import * as game from "./daemon.mjs";
import { check, crashed, end } from "./report.mjs";
import * as players from "../support/players.mjs";

const POINTS = ["before_commit", "after_commit", "before_answer", "between_answer_and_publish"];
const KILLS = process.env.PENNON_SOAK_MINUTES ? 200 : 16;
const TABLES = 4;
const TOLD_MS = 30000; // by when a notice must have come
const PLAYED_MS = 600; // before a kill at no point

const flags = ["--allow-private-hooks"];
const told = []; // {game, side, version}

async function receive() {
	const receiver = createServer(players.whole((message, response) => {
		const { data, type } = JSON.parse(message.body);
		if (["turn", "reaction"].includes(type)) told.push(data);
		response.writeHead(204).end();
	}));
	await new Promise((resolve) => receiver.listen(0, "127.0.0.1", resolve));
	receiver.unref();
	return `http://127.0.0.1:${receiver.address().port}/`;
}

async function makePlayer(daemon, name, url) {
	const token = await players.makePlayer(daemon, name);
	await players.done(daemon, "PUT", `/v1/me/hooks/${randomUUID()}`, token, { url, kinds: ["turn"] });
	return token;
}

/** `free`: the version at which a side was last seen to owe nothing. `open`: a command without an answer. */
async function makeTable(daemon, tokens) {
	const id = await players.makeGame(daemon, tokens.red, tokens.blue);
	return { id, free: { red: null, blue: null }, open: null, over: false };
}

/** One look at a table by each side, and one thing done there; until the daemon ends. */
async function playTable(daemon, table, tokens, dice, halt) {
	while (!halt.now && !daemon.ended && !table.over) {
		for (const side of ["red", "blue"]) {
			const token = tokens[side];
			const look = await game.request(daemon, "GET", `/v1/games/${table.id}`, { token });
			if (look.status !== 200) return;
			const { version, you, actions, status } = look.body;
			table.over = status === "finished";
			if (!you) table.free[side] = version;
			const own = (actions ?? []).filter(({ group }) => group !== "table");
			if (!you || own.length === 0) continue;
			table.open = { side, key: randomUUID(), body: own[dice(own.length)].do };
			await send(daemon, table, tokens);
		}
	}
}

async function send(daemon, table, tokens) {
	const { side, key, body } = table.open;
	const answer = await game.request(daemon, "POST", `/v1/games/${table.id}/actions`, { token: tokens[side], key, body });
	if (answer.status > 0 && answer.status < 500) table.open = null;
}

/** What nobody was told of; what was told of and is not. */
async function examine(daemon, table, tokens) {
	const wrong = [];
	for (let i = 0; table.open && i < 50; i++) {
		await send(daemon, table, tokens);
		if (table.open) await game.sleep(20);
	}
	for (const side of ["red", "blue"]) {
		const { body: view } = await players.done(daemon, "GET", `/v1/games/${table.id}`, tokens[side]);
		const own = () => told.filter((one) => one.game === table.id && one.side === side);
		const early = own().find(({ version }) => version > view.version);
		const since = table.free[side];

		if (early) wrong.push(`${side} of ${table.id} was told of version ${early.version}, and there are ${view.version}`);
		if (!view.you || since === null || view.status !== "playing") continue;
		const is_told = () => own().some(({ version }) => version > since);
		for (const until = Date.now() + TOLD_MS; !is_told() && Date.now() < until; ) await game.sleep(20);
		if (!is_told()) wrong.push(`${side} of ${table.id} is waited for since version ${since}, and nobody was told`);
	}
	return wrong;
}

async function main() {
	const dice = game.random(18);
	const folder = game.makeFolder();
	const url = await receive();
	let daemon = await game.start(folder, { flags });
	const tokens = { red: await makePlayer(daemon, "Ann", url), blue: await makePlayer(daemon, "Bert", url) };
	let tables = [];
	let waited = 0;

	for (let kills = 0; kills < KILLS; kills++) {
		tables = tables.filter((table) => !table.over);
		while (tables.length < TABLES) tables.push(await makeTable(daemon, tokens));
		await game.kill(daemon);
		const point = POINTS[kills % (POINTS.length + 1)];
		const environment = point ? { PENNON_CRASH_AT: `${point}:${2 + dice(30)}` } : {};

		daemon = await game.start(folder, { flags, environment });
		const halt = { now: false };
		const plays = Promise.all(tables.map((table) => playTable(daemon, table, tokens, dice, halt)));
		await Promise.race([daemon.end, game.sleep(point ? TOLD_MS : PLAYED_MS)]);
		if (!daemon.ended) await game.kill(daemon);
		halt.now = true;
		await plays;
		daemon = await game.start(folder, { flags });
		const wrong = [];
		for (const table of tables) wrong.push(...(await examine(daemon, table, tokens)));
		waited += tables.length;
		check(`killed ${point ? `at ${point}` : "at a random moment"}`, wrong);
	}
	check("there was enough to tell", told.length > KILLS && waited > KILLS);
	console.log(`${KILLS} kills, ${told.length} notices`);
	await game.kill(daemon);
	end();
}

main().catch(crashed);
