// Games in a database: the daemon killed at random and at named points, the database killed and
// started under it. No acknowledged command is lost, none happens twice; then everything is copied
// into a folder and played on there.

import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { makeCluster } from "./cluster.mjs";
import * as game from "./daemon.mjs";
import { verifyRecords } from "./records.mjs";
import { check, crashed, end } from "./report.mjs";

const ROUNDS = process.env.PENNON_SOAK_MINUTES ? 40 : 4;
const TABLES = 4;
const POINTS = ["before_commit", "commit_sent"];

async function waitReady(daemon, status) {
	for (let tries = 0; tries < 600; tries++) {
		if ((await game.request(daemon, "GET", "/readyz")).status === status) return true;
		await game.sleep(100);
	}
	return false;
}

// Is everything there that was acknowledged, once?
async function look(daemon, tables, creations) {
	const wrong = await game.examineCreations(daemon, creations);
	creations.length = 0;
	for (const table of tables) wrong.push(...(await game.examine(daemon, table)));
	return wrong;
}

// The daemon is killed, `at` a named point or at any time; the next waits until the row of the dead
// one is old.
async function killDaemon(play, at) {
	const { folder, tables, creations, dice } = play;
	if (at) {
		await game.kill(play.daemon);
		play.daemon = await game.start(folder, { environment: { PENNON_CRASH_AT: at } });
	}
	const stop = await game.playAll(play.daemon, tables, creations, dice, at ? 20000 : 100 + dice(400));
	const died = play.daemon.ended?.signal === "SIGKILL";
	if (!died) await game.kill(play.daemon);
	await stop();
	play.daemon = await game.start(folder);
	const wrong = await look(play.daemon, tables, creations);
	if (at && !died) wrong.push("the point was never reached");
	check(`the daemon killed ${at ? `at ${at}` : "at any time"}`, wrong);
}

// What is refused while the database is away can be asked again with its key.
async function killDatabase(play, cluster) {
	const { tables, creations, dice } = play;
	const stop = await game.playAll(play.daemon, tables, creations, dice, 100 + dice(400));
	await cluster.kill();
	const wrong = [];
	if (!(await waitReady(play.daemon, 503))) wrong.push("it says that it is ready without a database");
	await stop();
	await cluster.start();
	if (!(await waitReady(play.daemon, 200))) wrong.push("it does not go on when the database is back");
	if (play.daemon.ended) throw play.daemon;
	wrong.push(...(await look(play.daemon, tables, creations)));
	check("the database killed and started", wrong);
}

async function refusesTwo(play) {
	let wrong = ["a second daemon has started"];
	try {
		await game.kill(await game.start(game.makeFolder()));
	} catch (second) {
		wrong = second.errors?.includes("is used by the process") ? [] : [second.errors || String(second)];
	}
	check("a second daemon is refused while the first lives", wrong);
	const answers = (await game.request(play.daemon, "GET", "/readyz")).status === 200;
	check("the first goes on", answers);
}

// A password is in a file, and neither among the processes nor in what is printed.
function hides(play, secret) {
	const line = readFileSync(`/proc/${play.daemon.child.pid}/cmdline`, "latin1");
	const shown = line + play.daemon.output + play.daemon.errors;
	check("no password is shown", !shown.includes(secret));
}

async function copyBack(play, cluster, place) {
	const target = game.makeFolder();
	const program = join(game.build, "pennond");
	const copy = (...flags) => execFileSync(program, ["--data", play.folder, ...flags], { encoding: "utf8" });
	await play.daemon.child.kill("SIGTERM");
	await play.daemon.end;
	check("everything is whole", copy("--check", place).includes(" 0 faults"));
	check("a copy is whole", copy("--copy", place, target).includes(" rows from "));
	for (const name of ["keys", "operator.token"])
		await cp(join(play.folder, name), join(target, name), { recursive: true });
	delete process.env.PENNON_STORE;
	play.daemon = await game.start(target);
	play.folder = target;
	check("all is there in a folder", await look(play.daemon, play.tables, play.creations));
}

async function main() {
	const cluster = await makeCluster();
	if (!cluster) {
		console.log("skipped: PostgreSQL is not installed");
		process.exit(0);
	}
	const dice = game.random(Number(process.env.PENNON_CRASH_SEED || 1));
	const play = { folder: game.makeFolder(), tables: [], creations: [], dice };
	const done = [];
	const place = join(play.folder, "place");
	const secret = randomUUID();

	writeFileSync(place, `${cluster.makeDatabase("games")}&password=${secret}\n`);
	chmodSync(place, 0o600);
	process.env.PENNON_STORE = place;
	play.daemon = await game.start(play.folder);
	await refusesTwo(play);
	for (let round = 0; round < ROUNDS; round++) {
		await game.refill(play.daemon, play.tables, done, TABLES);
		if (round % 2 === 0) await killDaemon(play);
		await killDatabase(play, cluster);
	}
	for (const point of POINTS) {
		await game.refill(play.daemon, play.tables, done, TABLES);
		await killDaemon(play, `${point}:${2 + dice(30)}`);
	}
	hides(play, secret);
	await copyBack(play, cluster, place);
	const accepted = [...play.tables, ...done].reduce((sum, table) => sum + table.accepted.length, 0);
	console.log(`${accepted} commands acknowledged`);
	check("there was enough to lose", accepted > 100);
	await verifyRecords(play.daemon, [...done, ...play.tables].slice(0, 12), play.folder);
	await game.kill(play.daemon);
	end();
}

main().catch(crashed);
