// kill -9 at random moments under load: no acknowledged command is lost, none happens
// twice, nothing was visible that did not happen; the games end with records that verify.

import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import * as game from "./daemon.mjs";
import { check, crashed, end } from "./report.mjs";

const KILLS = process.env.PENNON_SOAK_MINUTES ? 200 : 50;
const TABLES = 5;

// Check the records of finished games with pennon-verify, each with all its receipts.
async function verifyRecords(daemon, tables, folder) {
	const server = (await game.request(daemon, "GET", "/v1/server")).body;
	const keys = join(folder, "public.keys");
	writeFileSync(keys, server.keys.map((key) => `${key.key ?? key.public_key}\n`).join(""));
	for (const table of tables) {
		await game.finish(daemon, table);
		const path = join(folder, `${table.game}.jsonl`);
		writeFileSync(path, await game.record(daemon, table));
		const receipts = table.accepted.slice(-200).flatMap((entry, index) => {
			const file = join(folder, `receipt-${index}.json`);
			writeFileSync(file, `${canonical(entry.answer.receipt)}\n`);
			return ["--receipt", file];
		});
		const wrong = [];
		try {
			execFileSync(join(game.build, "pennon-verify"), [path, "--key", keys, ...receipts]);
		} catch (error) {
			wrong.push(`exit ${error.status}: ${error.stdout}${error.stderr}`);
		}
		check(`the record of ${table.game} with ${table.accepted.length} commands verifies`, wrong);
	}
}

// Keys sorted, no spaces.
function canonical(value) {
	if (value === null || typeof value !== "object") return JSON.stringify(value);
	if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
	const members = Object.keys(value).sort();
	return `{${members.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(",")}}`;
}

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
