// Killed at each named point of a command's life, early and late; in the long form 200 times.

import * as game from "./daemon.mjs";
import { check, crashed, end } from "./report.mjs";

const POINTS = [
	"queued",
	"checked",
	"before_begin",
	"before_commit",
	"after_commit",
	"before_answer",
	"between_answer_and_publish",
];

// The how manieth command to reach the point kills.
function timesOf(dice) {
	if (!process.env.PENNON_SOAK_MINUTES) return [1, 7 + dice(30)];
	return [1, ...Array.from({ length: Math.ceil(200 / POINTS.length) - 1 }, () => 2 + dice(45))];
}

async function die(folder, tables, creations, dice, point, time) {
	let daemon;
	try {
		daemon = await game.start(folder, { environment: { PENNON_CRASH_AT: `${point}:${time}` } });
	} catch (failed) {
		// What a daemon writes while it starts comes by these points too.
		if (failed.ended?.signal === "SIGKILL") return true;
		throw failed;
	}
	const stop = await game.playAll(daemon, tables, creations, dice, 20000);
	const died = daemon.ended?.signal === "SIGKILL";
	if (!daemon.ended) await game.kill(daemon);
	await stop();
	return died;
}

async function main() {
	const dice = game.random(7);
	const folder = game.makeFolder();
	const tables = [];
	const done = [];
	let deaths = 0;

	for (const point of POINTS) {
		for (const time of timesOf(dice)) {
			let daemon = await game.start(folder);
			await game.refill(daemon, tables, done, 6);
			await game.kill(daemon);
			const creations = [];
			const died = await die(folder, tables, creations, dice, point, time);
			daemon = await game.start(folder);
			const wrong = died ? [] : ["the point was never reached"];
			wrong.push(...(await game.examineCreations(daemon, creations)));
			for (const table of tables) wrong.push(...(await game.examine(daemon, table)));
			deaths += died;
			check(`killed at ${point}, time ${time}`, wrong);
			await game.kill(daemon);
		}
	}
	const all = [...tables, ...done];
	console.log(
		`${deaths} kills at ${POINTS.length} points, ` +
			`${all.reduce((sum, table) => sum + table.accepted.length, 0)} commands acknowledged`,
	);
	end();
}

main().catch(crashed);
