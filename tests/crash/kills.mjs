// kill -9 at random moments under load: no acknowledged command is lost, none happens
// twice, nothing was visible that did not happen; the games end with records that verify.

import * as game from "./daemon.mjs";
import { verifyRecords } from "./records.mjs";
import { check, crashed, end } from "./report.mjs";

const KILLS = process.env.PENNON_SOAK_MINUTES ? 200 : 50;
const TABLES = 5;

async function main() {
	const seed = Number(process.env.PENNON_CRASH_SEED || 1);
	const dice = game.random(seed);
	const folder = game.makeFolder();
	const tables = [];
	const done = [];
	const wrong = [];
	let creations = [];
	let created = 0;
	let open = 0;
	let daemon = await game.start(folder);
	const until = Date.now() + Number(process.env.PENNON_SOAK_MINUTES || 0) * 60000;

	let kills = 0;
	for (; kills < KILLS || Date.now() < until; kills++) {
		await game.refill(daemon, tables, done, TABLES);
		const stop = await game.playAll(daemon, tables, creations, dice, 20 + dice(250));
		await game.kill(daemon);
		await stop();
		open += tables.reduce((sum, table) => sum + table.open.length, 0);
		daemon = await game.start(folder);
		for (const line of await game.examineCreations(daemon, creations))
			wrong.push(`kill ${kills}: ${line}`);
		created += creations.length;
		creations = [];
		for (const table of tables)
			for (const line of await game.examine(daemon, table)) wrong.push(`kill ${kills}: ${line}`);
	}
	const all = [...tables, ...done];
	const accepted = all.reduce((sum, table) => sum + table.accepted.length, 0);
	const seen = all.reduce((sum, table) => sum + table.seen.size, 0);
	console.log(
		`${kills} kills, ${accepted} commands, ${created} games made or joined, ` +
			`${open} requests cut off, ${seen} events seen`,
	);
	check("no command is lost, doubled or seen before it happened", wrong);
	const enough = accepted > 10 * KILLS && open > KILLS / 2 && seen > 10 * KILLS;
	check(`there was enough to lose, with seed ${seed}`, enough);
	await verifyRecords(daemon, [...done, ...tables].slice(0, 30), folder);
	await game.kill(daemon);
	end();
}

main().catch(crashed);
