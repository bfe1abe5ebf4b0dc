// Hostile clients beside players: a thousand that send a byte a second, a thousand that ask
// and never read, a thousand that come and go. The players are served all the same; what they
// wait is printed, and the memory must come back.

import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

import * as game from "../crash/daemon.mjs";
import { check, crashed, end } from "../crash/report.mjs";
import { open, percentile, resident, step } from "./players.mjs";

const EACH = 1000;
const TABLES = 32;
const HOT = 300; // more games than stay in memory: it is as full as it gets
const PLAYERS = 8;
const COMMANDS = 800;
const WARM_UPS = 8;

async function play(daemon, tables, dice, wrong) {
	const latencies = [];
	const player = async (number) => {
		while (latencies.length < COMMANDS) {
			const index = number + PLAYERS * dice(TABLES / PLAYERS);
			const ms = await step(daemon, tables[index], dice, wrong);
			if (ms === null) tables[index] = await game.makeTable(daemon, index);
			else latencies.push(ms);
		}
	};
	await Promise.all(Array.from({ length: PLAYERS }, (_, number) => player(number)));
	return latencies;
}

// A byte a second, of a request that is never whole.
function dawdle(daemon) {
	const text = "POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nX-Long: ";
	const sockets = Array.from({ length: EACH }, () => open(daemon, "P"));
	let at = 1;
	const timer = setInterval(() => {
		for (const [index, socket] of sockets.entries()) {
			if (socket.destroyed) {
				sockets[index] = open(daemon, "P"); // cut off: it comes again
				continue;
			}
			socket.write(text[at] ?? "x");
		}
		at++;
	}, 1000);
	return () => {
		clearInterval(timer);
		sockets.forEach((socket) => socket.destroy());
	};
}

// Twenty answers of 60 KB are asked for, and none is read.
function ignore(daemon) {
	const text = "GET /v1/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n".repeat(20);
	const sockets = Array.from({ length: EACH }, () => open(daemon, text, { reads: false }));
	return () => sockets.forEach((socket) => socket.destroy());
}

function comeAndGo(daemon) {
	let count = 0;
	const timer = setInterval(() => {
		for (let i = 0; i < EACH / 10; i++) {
			const socket = open(daemon, "GET /v1/server HTTP/1.1\r\n");
			setTimeout(() => socket.destroy(), 50);
			count++;
		}
	}, 100);
	return () => {
		clearInterval(timer);
		return count;
	};
}

// In a process of its own, so that what it costs to attack does not count as waiting.
async function attack(url) {
	const daemon = { url };
	const stops = [dawdle(daemon), ignore(daemon), comeAndGo(daemon)];
	await new Promise((resolve) => process.stdin.on("end", resolve).resume());
	const [, , gone] = stops.map((stop) => stop());
	console.log(gone);
	process.exit(0);
}

function startAttack(daemon) {
	const child = spawn(process.execPath, [fileURLToPath(import.meta.url), daemon.url], {
		stdio: ["pipe", "pipe", "inherit"],
	});
	let said = "";
	child.stdout.on("data", (bytes) => (said += bytes));
	return () =>
		new Promise((resolve) => {
			child.on("exit", () => resolve(Number(said)));
			child.stdin.end();
		});
}

async function main() {
	const dice = game.random(11);
	const daemon = await game.start(game.makeFolder());
	const tables = [];
	const wrong = [];

	for (let i = 0; i < HOT; i++) tables[i % TABLES] = await game.makeTable(daemon, i);
	// Until what players need is there: games in memory grow with what happens in them.
	for (let had = 0, i = 0; resident(daemon) > had * 1.03 && i < WARM_UPS; i++) {
		had = resident(daemon);
		await play(daemon, tables, dice, wrong);
	}
	const before = await play(daemon, tables, dice, wrong);
	// What as much play costs without an attack: games grow, and what is compared is the rest.
	const quiet = resident(daemon);
	await play(daemon, tables, dice, wrong);
	await game.sleep(5000);
	await play(daemon, tables, dice, wrong);
	const memory = resident(daemon);
	const grown = Math.max(0, memory - quiet);
	const stop = startAttack(daemon);
	await game.sleep(4000);
	const meanwhile = await play(daemon, tables, dice, wrong);
	const most = resident(daemon);
	const gone = await stop();
	await game.sleep(5000);
	await play(daemon, tables, dice, wrong);
	const after = resident(daemon);

	console.log(
		`${EACH} slow, ${EACH} deaf, ${gone} that came and went; players' p50 ` +
			`${percentile(before, 50).toFixed(1)} -> ${percentile(meanwhile, 50).toFixed(1)} ms, p99 ` +
			`${percentile(before, 99).toFixed(1)} -> ${percentile(meanwhile, 99).toFixed(1)} ms; ` +
			`memory ${memory.toFixed(1)} -> ${most.toFixed(1)} -> ${after.toFixed(1)} MB, ` +
			`of which as much play alone costs ${grown.toFixed(1)}`,
	);
	check("players are served beside hostile clients", wrong);
	check("there were as many as there should be", gone >= EACH);
	check("memory comes back", after - grown < memory * 1.1);
	check("the daemon lives and its log has no error", !/"level":"error"/.test(daemon.errors) && !daemon.ended);
	await game.kill(daemon);
	end();
}

(process.argv[2] ? attack(process.argv[2]) : main()).catch(crashed);
