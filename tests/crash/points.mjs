// Killed once at each named point of a command's life, early and late.

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

async function die(folder, tables, creations, dice, point, time) {
	const daemon = await game.start(folder, { environment: { PENNON_CRASH_AT: `${point}:${time}` } });
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

	for (const point of POINTS) {
		for (const time of [1, 7 + dice(30)]) {
			let daemon = await game.start(folder);
			await game.refill(daemon, tables, done, 4);
			await game.kill(daemon);
			const creations = [];
			const died = await die(folder, tables, creations, dice, point, time);
			daemon = await game.start(folder);
			const wrong = died ? [] : ["the point was never reached"];
			wrong.push(...(await game.examineCreations(daemon, creations)));
			for (const table of tables) wrong.push(...(await game.examine(daemon, table)));
			check(`killed at ${point}, time ${time}`, wrong);
			await game.kill(daemon);
		}
	}
	end();
}

main().catch(crashed);
