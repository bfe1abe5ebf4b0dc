// Killed at each named point of a command's life, early and late; in the long form 200 times.

import { randomUUID } from "node:crypto";
import * as game from "./daemon.mjs";
import { check, crashed, end } from "./report.mjs";

const POINTS = [
	"queued",
	"checked",
	"beside_commit",
	"before_begin",
	"before_state",
	"before_commit",
	"after_commit",
	"before_answer",
	"between_answer_and_publish",
];

// Only a batch of eight or more is written beside the next: it takes many who ask at once.
function isBeside(point) {
	return point === "beside_commit";
}

// A game writes its state once in 64 rows.
function isRare(point) {
	return isBeside(point) || point === "before_state";
}

async function talkAtOnce(daemon, tables) {
	const say = (table, side) =>
		game.request(daemon, "POST", `/v1/games/${table.game}/messages`, {
			token: table.tokens[side],
			key: randomUUID(),
			body: { text: "now" },
		});
	for (let round = 0; round < 100 && !daemon.ended; round++)
		await Promise.all(tables.flatMap((table) => [say(table, "red"), say(table, "blue")]));
}

// The how manieth command to reach the point kills.
function timesOf(dice, point) {
	const next = () => (isRare(point) ? 1 : 2 + dice(35));
	if (!process.env.PENNON_SOAK_MINUTES) return [1, next()];
	return [1, ...Array.from({ length: Math.ceil(200 / POINTS.length) - 1 }, next)];
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
	const talk = isBeside(point) ? talkAtOnce(daemon, tables) : null;
	const stop = await game.playAll(daemon, tables, creations, dice, 20000);
	await talk;
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
		for (const time of timesOf(dice, point)) {
			let daemon = await game.start(folder);
			await game.refill(daemon, tables, done, isBeside(point) ? 24 : 6);
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
