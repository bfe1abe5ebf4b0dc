// Several nodes on one database, and players who change between them with every request: two, then
// three, killed at random and at the points around a COMMIT. No acknowledged command is lost, none
// happens twice, nobody reads what is older than what they were told, every viewer's chain is whole,
// the records verify, and so does all that lies in the database.

import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { request as send } from "node:http";
import { join } from "node:path";
import { makeCluster } from "./cluster.mjs";
import * as game from "./daemon.mjs";
import { verifyRecords } from "./records.mjs";
import { check, crashed, end } from "./report.mjs";

const SOAK = Number(process.env.PENNON_SOAK_MINUTES || 0);
const TABLES = SOAK ? 200 : 6;
const ROUNDS = SOAK ? 10 * SOAK : 4; // with each number of nodes
const POINTS = ["before_commit", "commit_sent", "after_commit", "before_answer"];
const dice = game.random(Number(process.env.PENNON_CRASH_SEED || 1));

// All of them, seen as one daemon: whoever asks gets another at each request.
const nodes = [];
const any = {
	ended: null,
	get url() {
		return nodes[dice(nodes.length)].url;
	},
};

const addNode = async (environment = {}) => game.startNode(nodes, { environment });

// Follow a game as the public does, on whichever node is there: a stream that ends goes on elsewhere.
async function follow(table, halt) {
	while (!halt.now) {
		const once = { stops: [] };
		halt.stops.push({ abort: () => once.stops.forEach((stop) => stop.abort()) });
		await game.watch(any, table, once);
		await game.sleep(20);
	}
}

// What one node says is not older than what another has said.
async function read(table, halt) {
	let version = 0;
	while (!halt.now) {
		const answer = await game.request(any, "GET", `/v1/games/${table.game}`, { token: table.tokens.red });
		if (answer.status === 200 && answer.body.version < version)
			table.wrong.push(`version ${answer.body.version} after ${version}`);
		if (answer.status === 200) version = answer.body.version;
		else if (answer.status !== 0 && answer.status !== 503) table.wrong.push(`a read: ${answer.text}`);
		await game.sleep(dice(20));
	}
}

// What was acknowledged by one node is known to all.
async function confirm(table, halt) {
	let known = 0;
	while (!halt.now) {
		const entry = table.accepted[known];
		if (!entry) {
			await game.sleep(2);
			continue;
		}
		known = table.accepted.length;
		const last = table.accepted[known - 1];
		const { seq, hash } = last.answer.receipt;
		const token = table.tokens[last.side];
		const answer = await game.request(any, "GET", `/v1/games/${table.game}/events?after=${seq - 1}`, { token });
		if (answer.status === 200 && answer.body.events[0]?.hash !== hash)
			table.wrong.push(`receipt ${seq} is not known elsewhere`);
	}
}

// Play at all tables; answers what ends it.
function play(tables, creations) {
	const halt = { now: false, stops: [] };
	const all = [game.createAbout(any, creations, dice, halt)];
	for (const table of tables) {
		table.wrong ??= [];
		for (const side of ["red", "blue"]) all.push(game.playSeat(any, table, side, dice, halt));
		all.push(follow(table, halt), read(table, halt), confirm(table, halt));
	}
	return async () => {
		halt.now = true;
		for (const stop of halt.stops) stop.abort();
		await Promise.all(all);
	};
}

// What is said of the nodes that ended without being told to.
const ended = () => nodes.filter((node) => node.ended).map((node) => `a node has ended: ${JSON.stringify(node.ended)} ${node.errors}`);

async function look(tables, creations) {
	if (ended().length) throw new Error(ended().join("\n"));
	const wrong = await game.examineCreations(any, creations);
	creations.length = 0;
	for (const table of tables) {
		wrong.push(...(await game.examine(any, table)), ...table.wrong);
		table.wrong = [];
		for (let seq = 1; seq <= table.seen.size; seq++)
			if (!table.seen.has(seq)) wrong.push(`a stream left out ${seq}`);
	}
	return [...wrong, ...ended()];
}

// One of them is killed while all play, another comes.
async function round(tables, creations, at) {
	if (at) {
		const [old] = nodes.splice(dice(nodes.length), 1);
		await addNode({ PENNON_CRASH_AT: at });
		await game.kill(old);
	}
	const stop = play(tables, creations);
	const victim = at ? nodes.at(-1) : nodes[dice(nodes.length)];
	await Promise.race([victim.end, game.sleep(at ? 60000 : 1000 + dice(1500))]);
	const died = victim.ended !== null;
	if (!died) await game.kill(victim);
	await game.sleep(dice(300));
	await stop();
	nodes.splice(nodes.indexOf(victim), 1);
	await addNode();
	const wrong = await look(tables, creations);
	if (at && !died) wrong.push("the point was never reached");
	return wrong;
}

// A player is known everywhere as soon as they have their token, and it is dead everywhere once it ended.
async function tokens() {
	const wrong = [];
	const [here, there] = nodes;
	const want = async (node, method, path, token, status, body) => {
		const key = method === "POST" ? randomUUID() : undefined;
		const answer = await game.request(node, method, path, { token, key, body });
		if (answer.status !== status) wrong.push(`${method} ${path}: ${answer.status} ${answer.text}, not ${status}`);
		return answer.body;
	};
	for (let i = 0; i < 10; i++) {
		const { token: first } = await want(here, "POST", "/v1/players", null, 201, { name: `Player ${i}` });
		await want(there, "GET", "/v1/me", first, 200);
		const second = await want(there, "POST", "/v1/me/tokens", first, 201, { name: "second", may: ["play"] });
		await want(here, "GET", "/v1/me", second.token, 200);
		await want(here, "DELETE", `/v1/me/tokens/${second.id}`, first, 200);
		await want(there, "GET", "/v1/me", second.token, 401);
	}
	check("tokens are good and end on all nodes at once", wrong);
}

// Rename a player by a body that waits to be asked for: was it, and what is the answer?
function rename(node, token, name) {
	return new Promise((resolve, reject) => {
		const body = JSON.stringify({ name });
		const headers = { authorization: `Bearer ${token}`, "content-type": "application/json", "content-length": body.length, expect: "100-continue" };
		const request = send(`${node.url}/v1/me`, { method: "PATCH", headers });
		let asked = false;
		request.on("continue", () => {
			asked = true;
			request.end(body);
		});
		request.on("response", (answer) => {
			answer.resume();
			resolve({ asked, status: answer.statusCode });
		});
		request.on("error", reject);
		request.flushHeaders();
	});
}

// What other nodes wrote counts before the body is asked for, too.
async function bodies() {
	const wrong = [];
	const [here, there] = nodes;
	const expect = (what, got, asked, status) => {
		if (got.asked !== asked || got.status !== status) wrong.push(`${what}: ${JSON.stringify(got)}`);
	};
	for (let i = 0; i < 10; i++) {
		const made = await game.request(here, "POST", "/v1/players", { key: randomUUID(), body: { name: `Player ${i}` } });
		const { token } = made.body;
		expect("a new token", await rename(there, token, `Other ${i}`), true, 200);
		expect("no token", await rename(there, "pn_player_nobody", "Other"), false, 401);
		await game.request(here, "DELETE", "/v1/me", { token });
		expect("an ended token", await rename(there, token, "Other"), false, 401);
	}
	check("who waits to be asked for a body is known by what all nodes know", wrong);
}

// What the check says when all of them are gone, unless everything is whole.
function damage() {
	const flags = ["--data", nodes[0].folder, "--check", process.env.PENNON_STORE];
	const { status, stdout, stderr } = spawnSync(join(game.build, "pennond"), flags, { encoding: "utf8" });
	return status === 0 ? [] : [stdout + stderr];
}

async function main() {
	const cluster = await makeCluster();
	if (!cluster) {
		console.log("skipped: PostgreSQL is not installed");
		process.exit(0);
	}
	const tables = [];
	const done = [];
	const creations = [];

	process.env.PENNON_STORE = cluster.makeDatabase("games");
	await addNode();
	for (const count of [2, 3]) {
		while (nodes.length < count) await addNode();
		await tokens();
		await bodies();
		for (let i = 0; i < ROUNDS; i++) {
			await game.refill(any, tables, done, TABLES);
			const at = i % 2 ? `${POINTS[dice(POINTS.length)]}:${2 + dice(10)}` : null;
			check(`${count} nodes, one killed ${at ? `at ${at}` : "at any time"}`, await round(tables, creations, at));
		}
	}
	const all = [...tables, ...done];
	const accepted = all.reduce((sum, table) => sum + table.accepted.length, 0);
	const seen = all.reduce((sum, table) => sum + table.seen.size, 0);
	console.log(`${accepted} commands acknowledged, ${seen} events seen`);
	check("there was enough to lose", accepted > 100 && seen > 100);
	await verifyRecords(any, all.slice(0, 12), nodes[0].folder);
	check("no node ended by itself", ended());
	for (const node of nodes) await game.kill(node);
	check("what they wrote together is whole", damage());
	end();
}

// Of a node that is gone no request tells why.
main().catch((error) => crashed(ended().length ? new Error([...ended(), error.stack].join("\n")) : error));
