// A full disk, a second daemon, a folder that cannot be written.

import { chmodSync } from "node:fs";
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

async function readOnly() {
	const folder = game.makeFolder();
	chmodSync(folder, 0o555);
	// Root may write anywhere, unless it gives that up. It still reads the program, wherever that lies.
	const wrapper = process.getuid() === 0 ? ["setpriv", "--bounding-set=-dac_override", "--inh-caps=-all"] : [];
	const daemon = await game.start(folder, { wrapper }).catch((failed) => failed);
	check("a folder that cannot be written is an error at start", daemon.ended?.code > 0);
	check("said in words", /writ/i.test(daemon.errors + daemon.output) ? [] : [daemon.errors]);
	chmodSync(folder, 0o755);
}

async function main() {
	await fullDisk(game.random(3));
	await secondDaemon();
	await readOnly();
	end();
}

main().catch(crashed);
