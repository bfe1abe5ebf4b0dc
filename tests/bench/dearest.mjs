// What a route costs at most: of each that takes a long body or draws, requests that were made to be
// dear, and the processor time of the whole server for one of them. The dearest of each route is in a
// table. Nothing fails for a time; what fails is a request that is not answered as it should be.

import { randomUUID } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import http from "node:http";
import { kill, makeFolder, start } from "../crash/daemon.mjs";
import { check, crashed, end } from "../crash/report.mjs";

const KIB = 1024;
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
let daemon;

function ask(method, path, { body, token, keyed } = {}) {
	const headers = {};
	if (body !== undefined) headers["content-type"] = "application/json";
	if (token) headers.authorization = `Bearer ${token}`;
	if (keyed) headers["idempotency-key"] = randomUUID();
	return new Promise((resolve, reject) => {
		const request = http.request(daemon.url + path, { method, agent, headers }, (response) => {
			const pieces = [];
			response.on("data", (piece) => pieces.push(piece));
			response.on("end", () => resolve({ status: response.statusCode, text: Buffer.concat(pieces).toString() }));
		});
		request.on("error", reject);
		request.end(body);
	});
}
const get = async (path, token) => JSON.parse((await ask("GET", path, { token })).text);

// Nanoseconds that all threads of the server have run.
function processorTime() {
	const tasks = `/proc/${daemon.child.pid}/task`;
	const ran = (task) => BigInt(readFileSync(`${tasks}/${task}/schedstat`, "utf8").split(" ")[0]);
	return readdirSync(tasks).reduce((sum, task) => sum + ran(task), 0n);
}

const dearest = new Map(); // route to {us, what, bytes}

// Ask `times`; the first one warms up, unless there is but one.
async function measure(route, what, status, method, path, options = {}, times = 20) {
	const body = options.body === undefined ? undefined : JSON.stringify(options.body);
	const request = { ...options, body };
	let answer;
	if (times > 1) await ask(method, path, request);
	const before = processorTime();
	for (let i = 0; i < times; i++) answer = await ask(method, path, request);
	const us = Number(processorTime() - before) / times / 1000;
	check(`${route}, ${what}: ${Math.round(us)} us`, answer.status === status ? [] : [answer.text.slice(0, 300)]);
	if (us > (dearest.get(route)?.us ?? 0)) dearest.set(route, { us, what, bytes: body ? body.length : 0 });
	return answer;
}

// So many of what `make` gives as fit into so many bytes. A text may hold 16384 values besides.
function fill(bytes, make) {
	const out = [];
	for (let size = 0, i = 0; ; i++) {
		const item = make(i);
		size += JSON.stringify(item).length + 1;
		if (size > bytes) return out;
		out.push(item);
	}
}
const asObject = (pairs) => Object.fromEntries(pairs);

// ---- battles ----

// Forty units a side in four rows, none of them on another, and hills everywhere.
function wideBattle(scenario) {
	const muster = structuredClone(scenario.muster);
	const [model] = muster.units;
	const UNITS = 40;
	const IN_ROW = 10;
	muster.board = { width: 300000, depth: 300000, terrain: [] };
	muster.units = ["red", "blue"].flatMap((side) =>
		Array.from({ length: UNITS }, (_, i) => ({
			...structuredClone(model),
			side,
			name: `${side} ${i + 1}`,
			pose: {
				facing: side === "red" ? 0 : 32768,
				x: 20000 + (i % IN_ROW) * 28000,
				y: side === "red" ? 20000 + Math.floor(i / IN_ROW) * 20000 : 280000 - Math.floor(i / IN_ROW) * 20000,
			},
		})),
	);
	for (let i = 0; i < 16; i++)
		muster.board.terrain.push({
			kind: "hill",
			height: 2540,
			points: Array.from({ length: 16 }, (_, at) => ({
				x: 40000 + (i % 4) * 60000 + Math.round(20000 * Math.cos((at * Math.PI) / 8)),
				y: 40000 + Math.floor(i / 4) * 60000 - Math.round(20000 * Math.sin((at * Math.PI) / 8)),
			})),
		});
	return { format: 1, ruleset: scenario.ruleset, name: "Dear", muster };
}

const dearBattles = {
	"as it should be": () => {},
	"ids of no unit": (battle, room) => {
		battle.muster.position = { turn: 1, units: asObject(fill(room, (i) => [`r${100 + i}`, {}]).slice(0, 5000)) };
	},
	"unknown members": (battle, room) =>
		Object.assign(battle.muster, asObject(fill(room, (i) => [`member${i}`, i]).slice(0, 12000))),
	"unknown parameters": (battle, room) => {
		battle.muster.params = asObject(fill(room, (i) => [`p${i}`, i]).slice(0, 12000));
	},
	"all units in one place": (battle) => {
		for (const unit of battle.muster.units) unit.pose = battle.muster.units[0].pose;
	},
	"too many pieces": (battle, room) => {
		battle.muster.board.terrain = fill(room, () => ({ kind: "hill", points: [{ x: 1, y: 1 }] })).slice(0, 1500);
	},
	"empty objects": (battle, room) => {
		battle.muster.units = fill(room, () => ({})).slice(0, 5000);
	},
	numbers: (battle, room) => {
		battle.muster.units = fill(room, () => 1).slice(0, 12000);
	},
	"one long text": (battle, room) => {
		battle.name = "x".repeat(room);
	},
};

async function battles(scenario) {
	const isOften = scenario.ruleset === "battlesystem-2e";
	for (const [what, change] of Object.entries(dearBattles)) {
		const battle = wideBattle(scenario);
		const whole = (kib) => {
			const made = structuredClone(battle);
			change(made, kib * KIB - JSON.stringify(made).length - 400);
			return made;
		};
		const name = `${scenario.ruleset}, ${what}`;
		await measure("checkBattle", name, 200, "POST", "/v1/battles/check", { body: whole(128) });
		if (!isOften || what === "as it should be" || what === "one long text") continue;
		const { muster, ruleset } = whole(128);
		const status = what === "all units in one place" ? 422 : 400;
		await measure("createGame", what, status, "POST", "/v1/games", { body: { muster, ruleset, side: "red" }, keyed: true });
		await measure("putBattle", what, 400, "PUT", `/v1/me/battles/${randomUUID()}`, { body: { ...whole(64), other: 1 }, token: player });
	}
}

// ---- a game of eighty units ----

let player;

async function makeGame(body) {
	const made = JSON.parse((await measure("createGame", "eighty units", 201, "POST", "/v1/games", { body, keyed: true }, 1)).text);
	const path = `/v1/games/${made.game.id}`;
	const code = JSON.stringify({ code: made.invitation.code });
	const joined = JSON.parse((await ask("POST", `${path}/seats`, { body: code, keyed: true })).text);
	return { path, red: made.seat.token, blue: joined.seat.token };
}

// Pass until something moves.
async function passToMoves({ path, red, blue }) {
	for (let i = 0; i < 40; i++) {
		for (const token of [red, blue]) {
			const { actions } = await get(`${path}/actions`, token);
			if (actions.some((action) => action.do.path)) return { token, actions };
			const way = actions.findLast((action) => action.group !== "table");
			if (way) await ask("POST", `${path}/actions`, { body: JSON.stringify(way.do), token, keyed: true });
		}
	}
	return { token: red, actions: (await get(`${path}/actions`, red)).actions };
}

async function game(scenario) {
	const battle = wideBattle(scenario);
	const made = await makeGame({ muster: battle.muster, ruleset: battle.ruleset, side: "red" });
	const { token, actions } = await passToMoves(made);
	const own = token === made.red ? "r" : "b";
	for (const [route, rest] of [
		["getGame", ""],
		["listActions", "/actions"],
		["listEvents", "/events?limit=500"],
		["getRecord", "/record"],
	]) {
		await measure(route, "the first time", 200, "GET", made.path + rest, { token }, 1);
		await measure(route, "again", 200, "GET", made.path + rest, { token });
	}
	for (const [route, rest] of [["getBoard", "/board.svg"], ["getBoardImage", "/board.png"]]) {
		await measure(route, "drawn", 200, "GET", made.path + rest, { token }, 1);
		await measure(route, "kept", 200, "GET", made.path + rest, { token });
	}
	check("something can move", actions.some((action) => action.do.path));
	const offered = actions.flatMap((action) => [action.do, ...(action.presets ?? []).map((preset) => preset.do)]);
	const legs = { path: fill(3600, (i) => ({ kind: i % 2 ? "wheel" : "advance", length: 400, heading: (i * 997) % 65536 })) };
	for (const body of [...offered.slice(0, 40), { type: "move", unit: `${own}1`, ...legs }]) {
		const answer = await ask("POST", `${made.path}/preview`, { body: JSON.stringify(body), token });
		await measure("previewAction", body.type, answer.status, "POST", `${made.path}/preview`, { body, token }, 5);
	}
	const move = offered.find((body) => body.path) ?? { type: "move", unit: `${own}1`, path: [{ kind: "advance", length: 400 }] };
	const commands = Array.from({ length: 64 }, (_, i) => ({ do: { ...move, unit: `${own}${1 + (i % 40)}` } }));
	const plan = { body: { commands }, token };
	const planned = await ask("PUT", `${made.path}/plan`, { ...plan, body: JSON.stringify(plan.body) });
	await measure("putPlan", "64 commands", planned.status, "PUT", `${made.path}/plan`, plan, 5);
	const moves = actions.filter((action) => action.do.path).slice(0, 64).map((action) => ({ do: action.do }));
	const trial = { body: { commands: moves, then: moves[0].do }, token };
	const tried = await ask("POST", `${made.path}/ahead/plan`, { ...trial, body: JSON.stringify(trial.body) });
	await measure("tryPlan", `${JSON.parse(tried.text).carried_out} commands carried out`, tried.status, "POST", `${made.path}/ahead/plan`, trial, 5);
	const orders = Array.from({ length: 32 }, (_, i) => ({ answer: "pass", unit: `${own === "r" ? "b" : "r"}${1 + i}` }));
	await measure("putStandingOrders", "32 orders", 200, "PUT", `${made.path}/standing-orders`, { body: { orders }, token }, 5);
	await measure("sendMessage", "as long as it may be", 201, "POST", `${made.path}/messages`, { body: { text: "x".repeat(500) }, token, keyed: true }, 5);
}

async function main() {
	daemon = await start(makeFolder(), { flags: ["--disk-floor", "1"] });
	await measure("getServer", "the least there is", 200, "GET", "/v1/server");
	player = JSON.parse((await ask("POST", "/v1/players", { body: JSON.stringify({ name: "Ann" }), keyed: true })).text).token;
	const { scenarios } = await get("/v1/scenarios");
	const first = new Map();
	for (const { id, ruleset } of scenarios) if (!first.has(ruleset)) first.set(ruleset, id);
	for (const id of first.values()) await battles(await get(`/v1/scenarios/${id}`));
	await game(await get("/v1/scenarios/two-lines"));
	console.log("| route | the dearest that was found | bytes | µs |\n|---|---|---|---|");
	for (const [route, { us, what, bytes }] of dearest)
		console.log(`| \`${route}\` | ${what} | ${bytes.toLocaleString("en")} | ${Math.round(us).toLocaleString("en")} |`);
	await kill(daemon);
	end();
}

main().catch(crashed);
