// A bot in a chat client, which has nothing but buttons: a label of at most 80 characters, an
// id of at most 90 that holds the game's and the action's, and 25 of them a page. People
// press what they see; whole games must come of it, also with twenty units a side.

import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const LABEL = 80;
const ID = 90;
const PAGE = 25;
const PRESSES = 3000;
const root = process.env.PENNON_ROOT ?? process.cwd();
const build = process.env.PENNON_BUILD ?? join(root, "build");

let passed = 0;
let failed = 0;

function check(name, wrong) {
	const good = wrong.length === 0;
	passed += good;
	failed += !good;
	if (!good) console.log(`FAIL ${name}\n  ${[...new Set(wrong)].slice(0, 5).join("\n  ")}`);
}

// The same games each time.
let state = 20261122;
function dice(sides) {
	state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
	return Math.floor((state / 2 ** 32) * sides);
}

function start(folder) {
	return new Promise((resolve, reject) => {
		const daemon = spawn(
			join(build, "pennond"),
			["--listen", "127.0.0.1:0", "--data", join(folder, "data")],
			{ stdio: ["ignore", "pipe", "ignore"] },
		);
		let said = "";
		daemon.on("error", reject);
		daemon.on("exit", () => reject(new Error("the daemon ended")));
		daemon.stdout.on("data", (bytes) => {
			said += bytes;
			const at = /listening on (\S+)/.exec(said);
			if (at) resolve({ daemon, server: at[1] });
		});
	});
}

async function ask(server, path, token, body) {
	const headers = { "Content-Type": "application/json", "Idempotency-Key": randomUUID() };
	if (token) headers.Authorization = `Bearer ${token}`;
	const answer = await fetch(server + path, {
		method: body ? "POST" : "GET",
		headers,
		body: body && JSON.stringify(body),
	});
	return { status: answer.status, body: await answer.json() };
}

// What a chat client would refuse of one page of buttons.
function refuse(buttons, wrong) {
	if (buttons.length > PAGE) wrong.push(`${buttons.length} buttons on a page`);
	for (const { id, label } of buttons) {
		if (id.length > ID) wrong.push(`${id} has ${id.length} characters`);
		if ([...label].length > LABEL || label.length > LABEL)
			wrong.push(`"${label}" has ${label.length} characters`);
		if (label.trim() === "") wrong.push(`${id} has no label`);
	}
	if (new Set(buttons.map((button) => button.id)).size < buttons.length)
		wrong.push("two buttons have one id");
}

// Somebody leafs through the pages and presses a button; its id is all that comes back.
function press(game, choices, wrong) {
	const pages = [];
	for (let from = 0; from < choices.length; from += PAGE)
		pages.push(
			choices.slice(from, from + PAGE).map((one) => ({ id: `${game}/${one.id}`, label: one.label })),
		);
	for (const page of pages) refuse(page, wrong);
	const page = pages[dice(pages.length)];
	return page[dice(page.length)].id.split("/");
}

async function turn(server, table, wrong) {
	const { body: view } = await ask(server, `/v1/games/${table.game}`);
	if (view.status === "finished") return false;
	const side = view.waiting_for[dice(view.waiting_for.length)].side;
	const { body: list } = await ask(server, `/v1/games/${table.game}/actions`, table.token[side]);
	const offers = list.actions.filter((one) => one.group !== "table");
	refuse(
		list.actions.slice(0, PAGE).map((one) => ({ id: `${table.game}/${one.id}`, label: one.label })),
		wrong,
	);
	// A pass of several windows, said before, has just answered this one.
	if (offers.length === 0) return true;
	const [game, id] = press(table.game, offers, wrong);
	const offer = offers.find((one) => one.id === id);
	const [, action] = press(game, [offer, ...(offer.presets ?? [])], wrong);
	const done = await ask(server, `/v1/games/${game}/actions`, table.token[side], { action });
	if (done.status === 412) return true; // the same, a moment later
	if (done.status !== 200) wrong.push(`${offer.label} (${action}): ${JSON.stringify(done.body)}`);
	return done.status === 200;
}

async function open(server, body) {
	const { status, body: made } = await ask(server, "/v1/games", null, { ...body, side: "red" });
	if (status !== 201) throw new Error(JSON.stringify(made));
	const game = made.game.id;
	const joined = await ask(server, `/v1/games/${game}/seats`, null, { code: made.invitation.code });
	return { game, token: { red: made.seat.token, blue: joined.body.seat.token } };
}

async function play(server, name, body) {
	const wrong = [];
	const table = await open(server, body);
	let presses = 0;

	while (presses < PRESSES && (await turn(server, table, wrong))) presses++;
	const { body: view } = await ask(server, `/v1/games/${table.game}`);
	if (view.status !== "finished") wrong.push(`${presses} presses did not end the game`);
	check(`${name}: every button fits and the game ends`, wrong);
	console.log(`${name}: ${presses} presses`);
}

// As many units as a side may want to see in a chat, with names as long as they may be.
function crowd() {
	const scenario = JSON.parse(readFileSync(join(root, "server/scenarios/two-lines.json"), "utf8"));
	const sample = scenario.muster.units.find((unit) => unit.class === "foot");
	const unit = (side, index) => ({
		...sample,
		side,
		name: `${side === "red" ? "Red" : "Blue"} Regiment ${index + 1} `.padEnd(40, "W"),
		figures: 8,
		files: 4,
		pose: {
			x: 12000 + 12000 * (index % 10),
			y: side === "red" ? 40000 - 9000 * Math.floor(index / 10) : 70000 + 9000 * Math.floor(index / 10),
			facing: side === "red" ? 0 : 32768,
		},
	});
	const units = ["red", "blue"].flatMap((side) => Array.from({ length: 20 }, (_, i) => unit(side, i)));
	return { ...scenario.muster, ends: { turns: 2, count: "none" }, units };
}

async function main() {
	const folder = mkdtempSync(join(tmpdir(), "pennon-chat-"));
	const { daemon, server } = await start(folder);

	daemon.removeAllListeners("exit");
	await play(server, "first-charge", { scenario: "first-charge" });
	await play(server, "two-lines", { scenario: "two-lines" });
	await play(server, "a crowd", { ruleset: "battlesystem-2e", muster: crowd() });
	daemon.kill();
	rmSync(folder, { recursive: true });
	console.log(`${passed} passed, ${failed} failed`);
	process.exitCode = failed ? 1 : 0;
}

main().catch((error) => {
	console.log(`${error.stack}\n${passed} passed, ${failed + 1} failed`);
	process.exit(1);
});
