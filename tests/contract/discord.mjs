// Two users play in Discord, as discord_stand_in.mjs is one: Ann in English, by commands, Bert in German, by
// buttons alone. Whole games of each rule book must come of it, and forged, repeated and misdirected
// interactions must come to nothing. PENNON_SHOTS: a folder for what they saw, as a page.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { try_beside, try_commands, try_links, try_new, try_told, try_umpire } from "./discord_beside.mjs";
import { measured, play } from "./discord_games.mjs";
import { try_machine } from "./discord_machine.mjs";
import { table, try_rubbish, try_table, try_twice } from "./discord_hostile.mjs";
import { all_faults, api, check, count, shapes, slowest, start, stop } from "./discord_stand_in.mjs";
import { faults_of_types } from "./discord_types.mjs";

/** The smallest battle of each rule book. */
async function battles() {
	const { scenarios } = await api("GET", "scenarios");
	const smallest = new Map();

	for (const one of scenarios)
		if (one.units < (smallest.get(one.ruleset)?.units ?? Infinity)) smallest.set(one.ruleset, one);
	return [...smallest].map(([ruleset, { id }]) => ({ ruleset, id }));
}

const folder = mkdtempSync(join(tmpdir(), "pennon-discord-"));
await start(folder);
try {
	await try_rubbish();
	await try_commands();
	await try_new();
	await try_machine();
	await try_twice();
	await try_beside();
	await try_umpire();
	await try_links();
	await try_told();
	await try_table();
	for (const { ruleset, id } of await battles()) await play(ruleset, id);
	const touches = (measured.touches / measured.orders).toFixed(2);
	check("units beyond a list were asked for", measured.beyond > 0 || "never");
	console.log(`${measured.orders} orders, ${touches} touches each; other numbers ${measured.numbers} times, other units ${measured.units} times; all that the page offers in ${measured.positions} positions; slowest answer ${slowest.ms.toFixed(0)} ms`);
	check("numbers are typed, and units taken", measured.numbers > 0 && measured.positions > 0);
	check("each answer within Discord's three seconds", slowest.ms < 3000);
	check("what was answered keeps to Discord's limits", [...all_faults]);
	check(`${shapes.size} shapes of answers are of discord-api-types`, await faults_of_types([...shapes.values()]));
} finally {
	await stop();
	rmSync(folder, { recursive: true, force: true });
}
for (const [name, came] of table) console.log(`  ${name.padEnd(50)} ${came}`);
console.log(`${count.passed} passed, ${count.failed} failed`);
process.exitCode = count.failed === 0 ? 0 : 1;
