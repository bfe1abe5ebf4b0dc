// The practice opponent as a seat on the server: a game against it comes to its end by what the
// server offers, its record is proved like any other, and it goes on after a restart.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { open_daemon } from "../support/daemon.mjs";

const steps_max = 3000;

/** A battle of each book, and a strength. */
const battles = {
	"spears-and-javelins": 1,
	"ferry-road": 2,
	"first-charge": 1,
	"levies-in-front": 2,
	"drawn-by-card": 1,
	lances: 1,
	"hold-or-run": 1,
};

let daemon, folder;

before(async () => {
	daemon = await open_daemon();
	folder = mkdtempSync(join(tmpdir(), "pennon-machine-"));
});
after(async () => {
	await daemon?.remove();
	rmSync(folder, { recursive: true, force: true });
});

const make = (body, token) => daemon.ask("games", { body: { side: "red", ...body }, token });

/** A random number below `bound`, always the same ones. */
function dice(seed) {
	let state = seed;

	return (bound) => {
		state = (Math.imul(state, 1103515245) + 12345) >>> 0;
		return (state >>> 8) % bound;
	};
}

/** The game, once more has happened in it than in `view`, or it is over. */
const news = (game, token, view) => daemon.ask(`games/${game}?after=${view.version}&wait=25`, { token });

/** What the person does next, at random; null: nothing is asked of them. */
function choice({ actions, waiting_for, side }, below) {
	const asked = waiting_for.some((wait) => wait.side === side);
	const open = actions.filter((action) => action.group !== "table");

	return asked && open.length ? open[below(open.length)].do : null;
}

/** One command of the person's; what had moved on meanwhile is looked at again. */
async function act(game, token, body) {
	try {
		await daemon.ask(`games/${game}/actions`, { token, body });
	} catch (error) {
		if (error.problem?.code !== "refused")
			throw error;
	}
}

/** Play on until it is over, or `steps` commands were given. How many were. */
async function play(game, token, below, steps = steps_max) {
	let view = await daemon.ask(`games/${game}`, { token });
	let given = 0;

	while (view.status === "playing" && given < steps) {
		const body = choice(view, below);

		if (body) {
			await act(game, token, body);
			given++;
			view = await daemon.ask(`games/${game}`, { token });
		} else {
			const next = await news(game, token, view);

			assert.ok(next.version > view.version || next.status !== "playing", `it stands still: ${JSON.stringify(view.waiting_for)}`);
			view = next;
		}
	}
	return view;
}

/** The record, proved by the program for that. */
async function prove(game) {
	const record = await daemon.ask(`games/${game}/record`, { text: true });
	const path = join(folder, `${game}.jsonl`);

	writeFileSync(path, record);
	execFileSync(join(process.env.PENNON_BUILD, "pennon-verify"), [path]);
	return record.trimEnd().split("\n").map((line) => JSON.parse(line));
}

for (const [scenario, strength] of Object.entries(battles))
	test(`${scenario}: a game is played to its end, and its record proved`, async () => {
		const { game, seat, invitation } = await make({ scenario, opponent: { machine: strength } });

		assert.deepEqual(game.machine, { side: "blue", strength });
		assert.equal(game.status, "playing");
		assert.deepEqual(game.seats, { red: "taken", blue: "taken" });
		assert.equal(invitation, undefined);
		const view = await play(game.id, seat.token, dice(strength + 7));

		assert.equal(view.status, "finished");
		const lines = await prove(game.id);
		const sides = lines.filter((line) => line.command).map((line) => line.side);

		assert.deepEqual(lines[0].machine, { side: "blue", strength });
		assert.ok(sides.includes("red") && sides.includes("blue"));
		console.log(`${scenario}: turn ${view.turn}, ${sides.filter((side) => side === "blue").length} commands of its own, won by ${view.result.winner}`);
	});

/** What the server says to a request that it refuses. */
async function refused(request) {
	try {
		await request;
	} catch (error) {
		return { status: error.status, code: error.problem?.code, pointer: error.problem?.pointer };
	}
	assert.fail("it was not refused");
}

const a_battle = { scenario: "hold-or-run", opponent: { machine: 1 } };

test("what is no opponent is refused, with where", async () => {
	const at = async (opponent, more = {}) => {
		const { status, code, pointer } = await refused(make({ ...a_battle, ...more, opponent }));

		assert.deepEqual([status, code], [400, "bad_member"]);
		return pointer;
	};

	assert.equal(await at({ machine: 0 }), "/opponent/machine");
	assert.equal(await at({ machine: 4 }), "/opponent/machine");
	assert.equal(await at({ machine: [1, 2] }), "/opponent/machine", "both sides");
	assert.equal(await at({}), "/opponent/machine");
	assert.equal(await at({ machine: 1, side: "red" }), "/opponent/side");
	assert.equal(await at("machine"), "/opponent");
	assert.equal(await at(null), "/opponent");
	const { scenario, ...bare } = a_battle;
	const { muster, ruleset } = await daemon.ask(`scenarios/${scenario}`);

	assert.equal(await at({ machine: 1 }, { ...bare, scenario: undefined, ruleset, muster: { ...muster, units: [] }, armies: {} }), "/opponent", "armies in secret");
});

test("its seat is nobody's: no code, no invitation, no token, no rematch", async () => {
	const { game, seat } = await make({ ...a_battle, access: "public" });
	const { token } = seat;
	const to = (path) => refused(daemon.ask(`games/${game.id}/${path}`, { token, method: "POST" }));

	assert.equal((await refused(daemon.ask(`games/${game.id}/seats`, { body: { code: null } }))).code, "seat_taken");
	assert.equal((await to("invitation")).code, "seat_taken");
	const operator = readFileSync(join(daemon.folder, "data/operator.token"), "utf8").trim();

	assert.equal(
		(await refused(daemon.ask(`operator/games/${game.id}`, { token: operator, body: { act: "end_token", side: "blue" } }))).code,
		"not_offered",
	);
	await act(game.id, token, { type: "resign" });
	assert.equal((await to("rematch")).code, "rematch_declined");
	const { games } = await daemon.ask("games");

	assert.deepEqual(games.find((listed) => listed.game === game.id).machine, { side: "blue", strength: 1 });
});

test("a player has four such games at a time, and whoever asks twice has one", async () => {
	const { token } = await daemon.ask("players", { body: { name: "Fiora" } });
	const key = randomUUID();
	const first = await daemon.ask("games", { body: { side: "red", ...a_battle }, token, key });
	const again = await daemon.ask("games", { body: { side: "red", ...a_battle }, token, key });

	assert.equal(again.game.id, first.game.id);
	assert.equal(again.game.status, "playing");
	await Promise.all([1, 2, 3].map(() => make(a_battle, token)));
	assert.deepEqual(await refused(make(a_battle, token)), { status: 429, code: "too_many_machines", pointer: undefined });
	await make({ scenario: "hold-or-run" }, token);
	await daemon.again("SIGKILL");
	assert.equal((await refused(make(a_battle, token))).status, 429, "after a restart, too");
	await act(first.game.id, token, { type: "resign" });
	await make(a_battle, token);
	assert.equal((await refused(make(a_battle, token))).status, 429);
});

test("killed as it thinks it goes on where it was", async () => {
	const { game, seat } = await make({ scenario: "ferry-road", opponent: { machine: 2 } });
	const below = dice(5);
	let { status } = game;

	for (let kills = 0; kills < 4 && status === "playing"; kills++) {
		({ status } = await play(game.id, seat.token, below, 4));
		await daemon.again("SIGKILL");
	}
	assert.equal((await play(game.id, seat.token, below)).status, "finished");
	await prove(game.id);
});

test("told to stop in the middle of a thought the server stops", async () => {
	const { game, seat } = await make({ scenario: "the-long-reach", opponent: { machine: 3 } });

	await play(game.id, seat.token, dice(3), 6);
	const began = Date.now();

	await daemon.again("SIGTERM");
	assert.ok(Date.now() - began < 20000);
	await act(game.id, seat.token, { type: "resign" });
});
