// A full disk, a second daemon, a folder that cannot be written: for a daemon, for a copy, and for
// looking whether all is whole.

import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import * as game from "./daemon.mjs";
import { check, crashed, end } from "./report.mjs";

// With a limit on the size of its files the daemon's disk is soon full.
async function fullDisk(dice) {
	const folder = game.makeFolder();
	const wrapper = ["bash", "-c", 'ulimit -f 700 && exec "$0" "$@"'];
	let daemon = await game.start(folder, { wrapper });
	const tables = [];
	await game.refill(daemon, tables, [], 3);
	let refused = null;
	for (let i = 0; i < 200 && !refused; i++) {
		const stop = await game.playAll(daemon, tables, null, dice, 300);
		await stop();
		const open = tables.flatMap((table) => table.open);
		if (open.length) {
			const ready = await game.request(daemon, "GET", "/readyz");
			const health = await game.request(daemon, "GET", "/healthz");
			refused = { ready: ready.status, health: health.status, ended: daemon.ended };
		} else {
			await game.refill(daemon, tables, [], 3).catch(() => {});
		}
	}
	check("a full disk is answered by 503 and the daemon lives on",
		refused && !refused.ended && refused.health === 200 ? [] : [JSON.stringify(refused)]);
	check("and it says that it is not ready", refused?.ready === 503 ? [] : [JSON.stringify(refused)]);
	await game.kill(daemon);
	daemon = await game.start(folder);
	const wrong = [];
	for (const table of tables) wrong.push(...(await game.examine(daemon, table)));
	check("with room again nothing that was acknowledged is missing", wrong);
	await game.kill(daemon);
}

async function secondDaemon() {
	const folder = game.makeFolder();
	const first = await game.start(folder);
	const second = await game.start(folder).catch((daemon) => daemon);
	check("a second daemon on the same folder ends with an error", second.ended?.code > 0);
	check("and names the first", (second.errors + second.output).includes(String(first.child.pid)));
	const state = await game.request(first, "GET", "/healthz");
	check("the first does not mind", state.status === 200);
	await game.kill(first);
	const third = await game.start(folder).catch((daemon) => daemon);
	check("a killed daemon leaves no lock", !third.ended);
	await game.kill(third);
}

// Root may write anywhere, unless it gives that up. It still reads the program, wherever that lies.
const unprivileged =
	process.getuid() === 0 ? ["setpriv", "--bounding-set=-dac_override", "--inh-caps=-all"] : [];

async function readOnly() {
	const folder = game.makeFolder();
	chmodSync(folder, 0o555);
	const daemon = await game.start(folder, { wrapper: unprivileged }).catch((failed) => failed);
	check("a folder that cannot be written is an error at start", daemon.ended?.code > 0);
	check("said in words", /writ/i.test(daemon.errors + daemon.output) ? [] : [daemon.errors]);
	chmodSync(folder, 0o755);
}

// Run pennond to its end.
function run(wrapper, ...flags) {
	const command = [...wrapper, join(game.build, "pennond"), ...flags];
	const { status, stdout, stderr } = spawnSync(command[0], command.slice(1), { encoding: "utf8", timeout: 60000 });
	return { status, said: stdout + stderr };
}
const is = (result, status, words) =>
	result.status === status && words.test(result.said) ? [] : [JSON.stringify(result)];
const listing = (folder) =>
	JSON.stringify(readdirSync(folder).map((name) => [name, statSync(join(folder, name)).size])) +
	readFileSync(join(folder, "pennon.db"), "hex");

// A folder as a daemon leaves it that was killed: most is still in the log.
async function makeKilled() {
	const folder = game.makeFolder();
	const daemon = await game.start(folder);
	await game.makeTable(daemon, 0);
	await game.kill(daemon);
	return folder;
}

async function copies() {
	const folder = await makeKilled();
	const place = game.makeFolder();
	const file = join(place, "copy.db");
	const copy = (wrapper) => run(wrapper, "--data", folder, "--backup", file);
	check("a copy is made", is(copy([]), 0, /^$/));
	const before = readFileSync(file, "hex");
	const limit = ["bash", "-c", 'ulimit -f 20 && exec "$0" "$@"'];
	check("a full disk is told when a copy is made", is(copy(limit), 1, /The disk is full/));
	chmodSync(place, 0o555);
	check("so is a place that cannot be written", is(copy(unprivileged), 1, /cannot be written/));
	chmodSync(place, 0o755);
	check("and the copy of before is as it was", readFileSync(file, "hex") === before);
	check("with nothing beside it", readdirSync(place).length === 1);
}

async function onlyToRead() {
	const folder = await makeKilled();
	const other = game.makeFolder();
	rmSync(join(folder, "pennon.db-shm"));
	chmodSync(folder, 0o555);
	const before = listing(folder);
	const looked = run(unprivileged, "--check", folder);
	check("what can only be read is looked at", is(looked, 0, /^1 games, .* 0 faults$/m));
	check("and copied", is(run(unprivileged, "--data", folder, "--backup", join(other, "pennon.db")), 0, /^$/));
	check("and nothing in it has changed", listing(folder) === before);
	chmodSync(folder, 0o755);
	cpSync(join(folder, "keys"), join(other, "keys"), { recursive: true });
	check("the copy has what was in the log", is(run([], "--check", other), 0, /^1 games, .* 0 faults$/m));
	mkdirSync(join(folder, "empty"));
	chmodSync(join(folder, "empty"), 0o555);
	check("an empty folder holds no games", is(run(unprivileged, "--check", join(folder, "empty")), 2, /holds no games/));
}

async function main() {
	await fullDisk(game.random(3));
	await secondDaemon();
	await readOnly();
	await copies();
	await onlyToRead();
	end();
}

main().catch(crashed);
