// Several nodes on one database, each with a courier: whoever is waited for is told once, whichever node wrote
// that; and of what a node was telling when it was killed another tells.

import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { makeCluster } from "./cluster.mjs";
import * as game from "./daemon.mjs";
import { check, crashed, end } from "./report.mjs";
import * as players from "../support/players.mjs";

const NODES = 3;
const TABLES = 4;
const ENOUGH = 40; // notices, and the games that they are of
const PLAYED_MS = 60000; // at most
const ANSWER_MS = 150; // so long a receiver thinks: others look at what is due meanwhile
const TOLD_MS = 60000; // by when one must have come, also when the node that had claimed it is gone

const flags = ["--allow-private-hooks"];
const nodes = [];
const any = {
	get url() {
		return nodes[dice(nodes.length)].url;
	},
};
const dice = game.random(21);
const told = []; // {id, game, side, version}
let holds = false; // the receiver answers nothing

async function receive() {
	const receiver = createServer(
		players.whole((message, response) => {
			const { data } = JSON.parse(message.body);
			told.push({ id: message.headers["webhook-id"], ...data });
			if (!holds) setTimeout(() => response.writeHead(204).end(), ANSWER_MS);
		}),
	);
	await new Promise((resolve) => receiver.listen(0, "127.0.0.1", resolve));
	receiver.unref();
	return `http://127.0.0.1:${receiver.address().port}/`;
}

async function makePlayer(name, url) {
	const token = await players.makePlayer(any, name);
	await players.done(any, "PUT", `/v1/me/hooks/${randomUUID()}`, token, { url, kinds: ["turn"] });
	return token;
}

const viewOf = async (node, table, token) => (await players.done(node, "GET", `/v1/games/${table}`, token)).body;

/** The side that is waited for does the first thing it may, each time on another node. False: the game is over. */
async function go_on(table, tokens) {
	for (const side of ["red", "blue"]) {
		const view = await viewOf(any, table, tokens[side]);
		if (view.status === "finished") return false;
		if (view.you) await players.actOnce(any, table, tokens[side]);
	}
	return true;
}

async function play(tokens) {
	const tables = new Set();
	for (const until = Date.now() + PLAYED_MS; told.length < ENOUGH && Date.now() < until; ) {
		while (tables.size < TABLES) tables.add(await players.makeGame(any, tokens.red, tokens.blue));
		await Promise.all([...tables].map(async (table) => (await go_on(table, tokens)) || tables.delete(table)));
	}
	return [...tables];
}

const toldOf = (table, side) => told.filter((one) => one.game === table && one.side === side);

/** A side that is waited for now has been told of it, or is within the time. */
async function examine(tables, tokens) {
	const wrong = [];
	for (const table of tables) {
		for (const side of ["red", "blue"]) {
			const { you, version } = await viewOf(any, table, tokens[side]);
			const has = () => toldOf(table, side).length > 0;
			if (!you) continue;
			for (const until = Date.now() + TOLD_MS; !has() && Date.now() < until; ) await game.sleep(50);
			if (!has()) wrong.push(`${side} of ${table} is waited for at ${version}, and nobody was told`);
		}
	}
	return wrong;
}

function twice() {
	const times = new Map();
	for (const { id } of told) times.set(id, (times.get(id) ?? 0) + 1);
	return [...times].filter(([, count]) => count > 1).map(([id, count]) => `${id} was told ${count} times`);
}

/** A node is killed while a receiver has not answered it: somebody else tells it again. */
async function killed(tokens) {
	const [victim] = nodes;
	const table = await players.makeGame(victim, tokens.red, tokens.blue);

	await players.until("the first notices", () => ["red", "blue"].some((side) => toldOf(table, side).length > 0));
	await game.sleep(2 * ANSWER_MS);
	const known = told.length;
	holds = true;
	for (const until = Date.now() + TOLD_MS; told.length === known && Date.now() < until; ) {
		for (const side of ["red", "blue"])
			if ((await viewOf(victim, table, tokens[side])).you) await players.actOnce(victim, table, tokens[side]);
	}
	await game.kill(victim);
	nodes.shift();
	holds = false;
	const [last] = told.slice(known);
	const again = () => told.slice(known + 1).some(({ id }) => id === last.id);
	const since = Date.now();
	while (!again() && Date.now() < since + TOLD_MS) await game.sleep(50);
	console.log(`told again after ${Date.now() - since} ms`);
	return again() ? [] : [`${last.id} was not told again`];
}

async function main() {
	const cluster = await makeCluster();
	if (!cluster) {
		console.log("skipped: PostgreSQL is not installed");
		process.exit(0);
	}
	process.env.PENNON_STORE = cluster.makeDatabase("games");
	while (nodes.length < NODES) await game.startNode(nodes, { flags });
	const url = await receive();
	const tokens = { red: await makePlayer("Ann", url), blue: await makePlayer("Bert", url) };

	const tables = await play(tokens);
	check("all are told", await examine(tables, tokens));
	check("there was enough to tell", told.length >= ENOUGH);
	check("nothing is told twice", twice());
	console.log(`${told.length} notices by ${NODES} nodes`);
	check("what a killed node was telling is told by another", await killed(tokens));
	for (const node of nodes) await game.kill(node);
	end();
}

main().catch(crashed);
