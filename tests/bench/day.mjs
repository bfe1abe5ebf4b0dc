// A day of a club of clubs, at full speed: 2,000 games, of which a few hundred fit into
// memory, 10,000 streams that somebody reads, players at random tables, new games for those
// that end. Memory must be flat, and no rule may break. It stops after so many commands or
// minutes, whichever comes first.

import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

import * as game from "../crash/daemon.mjs";
import { check, crashed, end } from "../crash/report.mjs";
import { openStream, percentile, resident, step } from "./players.mjs";

const minutes = Number(process.env.PENNON_SOAK_MINUTES || 1);
const GAMES = Number(process.env.PENNON_DAY_GAMES || 2000);
const STREAMS = Number(process.env.PENNON_DAY_STREAMS || 10000);
const COMMANDS = Number(process.env.PENNON_DAY_COMMANDS || 40000);
const PLAYERS = 16;
const SAMPLES = 10;

const heard = { bytes: 0, closed: 0 };

function follow(daemon, table) {
	table.streams = Array.from({ length: STREAMS / GAMES }, (_, number) => {
		const socket = openStream(daemon, table, number % 2 ? "blue" : "red", (bytes) => {
			heard.bytes += bytes.length;
		});
		socket.on("close", () => (heard.closed += !table.left));
		return socket;
	});
}

function leave(table) {
	table.left = true;
	for (const socket of table.streams) socket.destroy();
}

async function setUp(daemon, tables) {
	let next = 0;
	const maker = async () => {
		while (next < GAMES) {
			const number = next++;
			tables[number] = await game.makeTable(daemon, number);
			follow(daemon, tables[number]);
		}
	};
	await Promise.all(Array.from({ length: PLAYERS }, maker));
}

async function main() {
	const dice = game.random(29);
	const folder = game.makeFolder();
	const daemon = await game.start(folder);
	const tables = [];
	const wrong = [];
	const latencies = [];
	const samples = [];
	let ended = 0;

	await setUp(daemon, tables);
	const began = Date.now();
	const until = began + minutes * 60000;
	const share = () => Math.max(latencies.length / COMMANDS, (Date.now() - began) / (minutes * 60000));
	const player = async (number) => {
		while (latencies.length < COMMANDS && Date.now() < until && !daemon.ended && wrong.length < 20) {
			const index = number + PLAYERS * dice(Math.floor(GAMES / PLAYERS));
			const ms = await step(daemon, tables[index], dice, wrong);
			if (ms === null) {
				leave(tables[index]);
				tables[index] = await game.makeTable(daemon, index);
				follow(daemon, tables[index]);
				ended++;
			} else {
				latencies.push(ms);
			}
			if (share() * SAMPLES >= samples.length + 1) samples.push(resident(daemon));
		}
	};
	await Promise.all(Array.from({ length: PLAYERS }, (_, number) => player(number)));
	const seconds = (Date.now() - began) / 1000;
	const middle = samples[Math.floor(samples.length / 2)];
	const last = samples[samples.length - 1];

	console.log(
		`${GAMES} games, ${STREAMS} streams, ${latencies.length} commands in ${seconds.toFixed(0)} s, ` +
			`p99 ${percentile(latencies, 99).toFixed(0)} ms, ${ended} games ended, ` +
			`${(heard.bytes / 1e6).toFixed(1)} MB heard; memory ${samples.map((mb) => mb.toFixed(0)).join(" ")} MB`,
	);
	check("every request is answered as it should be", wrong);
	check("no stream is cut", heard.closed === 0 ? [] : [`${heard.closed} were`]);
	check("streams were told", heard.bytes > latencies.length * 100);
	check("memory is flat in the second half", last < middle * 1.1 + 2);
	const faults = join(folder, "faults");
	check("no rule broke", existsSync(faults) ? readdirSync(faults) : []);
	check("the daemon lives and its log has no error", !/"level":"error"/.test(daemon.errors) && !daemon.ended);
	for (const table of tables) leave(table);
	await game.kill(daemon);
	end();
}

main().catch(crashed);
