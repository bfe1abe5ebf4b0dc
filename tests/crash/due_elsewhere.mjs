// Two nodes on one database: what a node owes in a game when it is killed, here the move of the machine, another does
// without being asked for the game.

import { makeCluster } from "./cluster.mjs";
import * as game from "./daemon.mjs";
import { check, crashed, end } from "./report.mjs";
import * as players from "../support/players.mjs";

const TRIES = 10;
const DIES_MS = 5000; // by when the machine's move would be written
const DONE_MS = 60000;

const nodes = [];

/** What has been written of all games. */
const rows = (cluster) => Number(cluster.ask("games", "SELECT count(*) FROM command"));

/** Something that a side does on `node`, which may give the turn away: the last that is offered. */
async function act(node, table, token) {
	const { body } = await players.done(node, "GET", `/v1/games/${table}/actions`, token);
	const offers = body.actions.filter(({ group }) => group !== "table");
	const offer = offers.find((one) => one.do.type === "pass") ?? offers.at(-1);

	await players.done(node, "POST", `/v1/games/${table}/actions`, token, offer.presets?.[0]?.do ?? offer.do);
}

async function main() {
	const cluster = await makeCluster();
	if (!cluster) {
		console.log("skipped: PostgreSQL is not installed");
		process.exit(0);
	}
	process.env.PENNON_STORE = cluster.makeDatabase("games");
	const stays = await game.startNode(nodes);
	const made = await players.done(stays, "POST", "/v1/games", undefined, {
		scenario: "hold-or-run",
		side: "red",
		opponent: { machine: 1 },
	});
	const { id } = made.body.game;
	const { token } = made.body.seat;
	let owed = false;

	for (let i = 0; !owed && i < TRIES; i++) {
		await players.until("the side's turn", async () => (await players.done(stays, "GET", `/v1/games/${id}`, token)).body.you);
		// The side's command is its first; the machine's would be its second.
		const goes = await game.startNode(nodes, { environment: { PENNON_CRASH_AT: "checked:2" } });
		await act(goes, id, token);
		await Promise.race([goes.end, game.sleep(DIES_MS)]);
		owed = goes.ended !== null;
		if (!owed) await game.kill(goes);
		nodes.pop();
	}
	check("a node was killed before the machine's move was written", owed);
	const before = rows(cluster);
	const since = Date.now();
	while (rows(cluster) === before && Date.now() < since + DONE_MS) await game.sleep(200);
	console.log(`done by the other node after ${Date.now() - since} ms`);
	check("the other node has done it", rows(cluster) > before);
	await players.done(stays, "GET", `/v1/games/${id}`, token);
	await game.kill(stays);
	end();
}

main().catch(crashed);
