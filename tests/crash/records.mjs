// What anybody can check of games that were played through kills.

import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import * as game from "./daemon.mjs";
import { check } from "./report.mjs";

// Check the records of finished games with pennon-verify, each with all its receipts.
export async function verifyRecords(daemon, tables, folder) {
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
