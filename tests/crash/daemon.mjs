// A daemon that can be killed, and players who do not mind.
//
// Every request that changes something is kept with its key until its fate is known: an
// answer, or, after the daemon came back, the answer to the same request again.

import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const build = process.env.PENNON_CRASH_BUILD || process.env.PENNON_BUILD || "build";

// The same numbers for the same seed.
export function random(seed) {
	let state = BigInt(seed) * 2654435761n + 1n;
	return (below) => {
		state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
		return Number((state >> 33n) % BigInt(below));
	};
}

export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

process.setMaxListeners(0); // one a daemon, and there are many

export function makeFolder() {
	const folder = mkdtempSync(join(tmpdir(), "pennon-crash-"));
	process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
	return folder;
}

// Start a daemon on a free port; resolves when it is ready, rejects when it ends before.
export function start(folder, { environment = {}, wrapper = [], flags = [], program = "pennond" } = {}) {
	const command = [...wrapper, join(build, program), "--listen", "127.0.0.1:0", "--data", folder, ...flags];
	const child = spawn(command[0], command.slice(1), {
		env: { ...process.env, ...environment },
		stdio: ["ignore", "pipe", "pipe"],
	});
	const daemon = { child, output: "", errors: "", ended: null };
	process.on("exit", () => child.kill("SIGKILL"));
	daemon.end = new Promise((resolve) =>
		child.on("exit", (code, signal) => {
			daemon.ended = { code, signal };
			resolve(daemon.ended);
		}),
	);
	child.stderr.on("data", (data) => (daemon.errors += data));
	return new Promise((resolve, reject) => {
		child.stdout.on("data", (data) => {
			daemon.output += data;
			const ready = daemon.output.match(/listening on (http:\/\/\S+)/);
			if (ready) {
				daemon.url = ready[1];
				resolve(daemon);
			}
		});
		daemon.end.then(() => reject(daemon));
	});
}

/** One more of `nodes`, on the same database: it has a folder of its own, with the keys of the first. */
export async function startNode(nodes, { environment, flags = [] } = {}) {
	const folder = makeFolder();
	if (nodes.length) {
		for (const name of ["keys", "operator.token"])
			cpSync(join(nodes[0].folder, name), join(folder, name), { recursive: true });
	}
	const node = await start(folder, { flags: ["--nodes", ...flags], environment });
	node.folder = folder;
	nodes.push(node);
	return node;
}

export async function kill(daemon) {
	daemon.child.kill("SIGKILL");
	return daemon.end;
}

// ---- requests ----

// Resolves to {status, text, body}; status 0 when there was no answer, and the text says why.
export async function request(daemon, method, path, { token, key, body, accept, signal } = {}) {
	const headers = {};
	if (token) headers.authorization = `Bearer ${token}`;
	if (key) headers["idempotency-key"] = key;
	if (accept) headers.accept = accept;
	if (body) headers["content-type"] = "application/json";
	try {
		const response = await fetch(daemon.url + path, {
			method,
			headers,
			body: body && JSON.stringify(body),
			signal: signal || AbortSignal.timeout(15000),
		});
		const text = await response.text();
		return { status: response.status, text, body: path.endsWith("/record") ? null : JSON.parse(text) };
	} catch (error) {
		return { status: 0, text: `no answer: ${error.cause ?? error}` };
	}
}

// ---- games ----

const scenarios = ["first-charge", "two-lines"];

// Make a game and join it. It must not be killed meanwhile.
export async function makeTable(daemon, number) {
	const created = await request(daemon, "POST", "/v1/games", {
		key: randomUUID(),
		body: { ruleset: "battlesystem-2e", scenario: scenarios[number % 2], side: "red" },
	});
	if (created.status !== 201) throw new Error(`creating: ${created.status} ${created.text}`);
	const game = created.body.game.id;
	const joined = await request(daemon, "POST", `/v1/games/${game}/seats`, {
		key: randomUUID(),
		body: { code: created.body.invitation.code },
	});
	if (joined.status !== 201) throw new Error(`joining: ${joined.status} ${joined.text}`);
	return {
		game,
		tokens: { red: created.body.seat.token, blue: joined.body.seat.token },
		accepted: [], // {side, key, body, answer}
		open: [], // {side, key, body}: nobody knows yet
		seen: new Map(), // what the public saw: seq to hash
		finished: false,
	};
}

const path = (table, rest) => `/v1/games/${table.game}${rest}`;

// Learn the fate of a request. True when it is known.
function settle(table, entry, answer) {
	if (answer.status === 200) {
		const earlier = table.accepted.find((other) => other.key === entry.key);
		if (!earlier) table.accepted.push({ ...entry, answer: answer.body });
		else if (JSON.stringify(earlier.answer.receipt) !== JSON.stringify(answer.body.receipt))
			throw new Error(`one key, two receipts: ${answer.text}`);
		return true;
	}
	return answer.status >= 400 && answer.status < 500 && answer.body.code !== "key_in_flight";
}

async function send(daemon, table, entry) {
	const answer = await request(daemon, "POST", path(table, "/actions"), {
		token: table.tokens[entry.side],
		key: entry.key,
		body: entry.body,
	});
	return { answer, known: settle(table, entry, answer) };
}

// Something that is offered, but nothing about the game itself.
async function choose(daemon, table, side, dice) {
	const list = await request(daemon, "GET", path(table, "/actions"), { token: table.tokens[side] });
	if (list.status !== 200) return null;
	const offers = list.body.actions.filter((action) => action.group !== "table");
	if (!offers.length) return null;
	const offer = offers[dice(offers.length)];
	// A pass of more than one window is answered by the daemon later: that is not counted here.
	const bodies = [offer.do, ...(offer.presets || []).map((preset) => preset.do)].filter(
		(body) => !body.until,
	);
	return bodies[dice(bodies.length)];
}

// Play one seat until `halt.now` or the daemon is gone. One request in eight is sent twice
// at once, as a bad network would.
export async function playSeat(daemon, table, side, dice, halt) {
	while (!halt.now && !daemon.ended && !table.finished) {
		const body = await choose(daemon, table, side, dice);
		if (!body) {
			await sleep(3);
			continue;
		}
		const entry = { side, key: randomUUID(), body };
		table.open.push(entry);
		const times = dice(8) === 0 ? 2 : 1;
		const sent = await Promise.all(
			Array.from({ length: times }, () => send(daemon, table, entry)),
		);
		if (sent.some((one) => one.known)) table.open = table.open.filter((one) => one !== entry);
		const last = sent.find((one) => one.answer.status === 409);
		if (last && last.answer.body.code === "refused") table.finished = await isOver(daemon, table);
	}
}

async function isOver(daemon, table) {
	const state = await request(daemon, "GET", path(table, ""));
	return state.status === 200 && state.body.status === "finished";
}

// Follow a game as the public does, and keep what was shown. Node 18 may lose an abort of
// a stream that is being read, so the reader is cancelled as well.
export async function watch(daemon, table, halt) {
	const stop = new AbortController();
	let reader = null;
	halt.stops.push({
		abort() {
			stop.abort();
			reader?.cancel().catch(() => {});
		},
	});
	try {
		const response = await fetch(daemon.url + path(table, `/stream?after=${table.seen.size}`), {
			headers: { accept: "application/x-ndjson" },
			signal: stop.signal,
		});
		let rest = "";
		reader = response.body.getReader();
		for (;;) {
			const { done, value } = await reader.read();
			if (done) break;
			rest += Buffer.from(value).toString();
			const lines = rest.split("\n");
			rest = lines.pop();
			for (const line of lines.filter((text) => text.includes('"hash"'))) {
				const event = JSON.parse(line);
				table.seen.set(event.seq, event.hash);
			}
		}
	} catch {
		// The daemon died, or we stopped: what was seen was seen.
	}
}

// Make games, and join them, under fire. An answer is kept with its request.
export async function createAbout(daemon, creations, dice, halt) {
	while (!halt.now && !daemon.ended) {
		const made = creations.find((one) => one.kind === "create" && one.answer && !one.joined);
		const entry =
			made && dice(2)
				? joining(made)
				: {
						kind: "create",
						path: "/v1/games",
						key: randomUUID(),
						body: { ruleset: "battlesystem-2e", scenario: scenarios[dice(2)], side: "blue" },
					};
		creations.push(entry);
		await ask(daemon, entry);
		await sleep(dice(10));
	}
}

function joining(made) {
	made.joined = true;
	return {
		kind: "join",
		path: `/v1/games/${made.answer.game.id}/seats`,
		key: randomUUID(),
		body: { code: made.answer.invitation.code },
	};
}

async function ask(daemon, entry) {
	const answer = await request(daemon, "POST", entry.path, entry);
	if (answer.status === 201) entry.answer ??= answer.body;
	return answer;
}

// Ask for all of them again: each is there once, with the answer it had.
export async function examineCreations(daemon, creations) {
	const wrong = [];
	for (const entry of creations) {
		const before = entry.answer && JSON.stringify(entry.answer);
		const { status, text, body } = await ask(daemon, entry);
		if (status !== 201) wrong.push(`${entry.kind}: ${status} ${text}`);
		// A link names the address, which is another after each start.
		else if (before && before.replace(/"http[^"]*"/, "") !== JSON.stringify(body).replace(/"http[^"]*"/, ""))
			wrong.push(`${entry.kind}: another answer`);
	}
	return wrong;
}

// All events of one viewer.
export async function allEvents(daemon, table, token) {
	const events = [];
	for (;;) {
		const after = events.length ? events[events.length - 1].seq : 0;
		const page = await request(daemon, "GET", path(table, `/events?after=${after}`), { token });
		if (page.status !== 200) throw new Error(`events: ${page.status} ${page.text}`);
		if (!page.body.events.length) return events;
		events.push(...page.body.events);
	}
}

// ---- what must be true when it is back ----

// Ask every open request again, then compare. Returns what is wrong, in words.
export async function examine(daemon, table) {
	const wrong = [];
	for (const entry of table.open) {
		for (let i = 0; i < 20; i++) {
			const { known, answer } = await send(daemon, table, entry);
			if (known) break;
			if (i === 19) wrong.push(`${entry.key} gets no answer: ${answer.status} ${answer.text}`);
			await sleep(20);
		}
	}
	table.open = [];

	const marks = new Set();
	for (const side of ["red", "blue"]) {
		const events = await allEvents(daemon, table, table.tokens[side]);
		const hashes = new Map(events.map((event) => [event.seq, event.hash]));
		for (const event of events) if (event.mark) marks.add(event.mark);
		events.forEach((event, index) => {
			if (event.seq !== index + 1) wrong.push(`${side}'s events have a gap at ${index + 1}`);
		});
		for (const { answer } of table.accepted.filter((entry) => entry.side === side)) {
			const { seq, hash } = answer.receipt;
			if (hashes.get(seq) !== hash) wrong.push(`${side}'s receipt ${seq} is lost`);
			for (const event of answer.events)
				if (hashes.get(event.seq) !== event.hash) wrong.push(`${side}'s ${event.seq} differs`);
		}
	}
	if (marks.size !== table.accepted.length)
		wrong.push(`${table.accepted.length} commands were accepted, ${marks.size} happened`);
	const shown = new Map(
		(await allEvents(daemon, table)).map((event) => [event.seq, event.hash]),
	);
	for (const [seq, hash] of table.seen)
		if (shown.get(seq) !== hash) wrong.push(`the public saw ${seq}, which did not happen`);
	return wrong;
}

// Play at all tables until the daemon is gone or `ms` have passed.
export async function playAll(daemon, tables, creations, dice, ms) {
	const halt = { now: false, stops: [] };
	const players = tables.flatMap((table) => [
		playSeat(daemon, table, "red", dice, halt),
		playSeat(daemon, table, "blue", dice, halt),
	]);
	if (creations) players.push(createAbout(daemon, creations, dice, halt));
	const watchers = tables.map((table) => watch(daemon, table, halt));
	await Promise.race([sleep(ms), daemon.end, Promise.all(players)]);
	return async () => {
		halt.now = true;
		await Promise.all(players);
		await sleep(daemon.ended ? 0 : 50);
		for (const stop of halt.stops) stop.abort();
		await Promise.all(watchers);
	};
}

// Replace the games that are over, so that there is always something to play.
export async function refill(daemon, tables, done, count) {
	for (const table of [...tables]) {
		if (!(await isOver(daemon, table))) continue;
		tables.splice(tables.indexOf(table), 1);
		done.push(table);
	}
	while (tables.length < count) tables.push(await makeTable(daemon, tables.length + done.length));
}

export async function finish(daemon, table) {
	if (await isOver(daemon, table)) return;
	const entry = { side: "red", key: randomUUID(), body: { type: "resign" } };
	const { answer } = await send(daemon, table, entry);
	if (answer.status !== 200) throw new Error(`resigning: ${answer.status} ${answer.text}`);
}

export async function record(daemon, table) {
	return (await request(daemon, "GET", path(table, "/record"))).text;
}
