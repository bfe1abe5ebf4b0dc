// Players for the long runs: tables, random commands, streams that somebody reads, and what
// the daemon takes of the machine meanwhile.

import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { connect } from "node:net";

import * as game from "../crash/daemon.mjs";

// Do one thing that is offered to whoever owes something. Resolves to its latency in ms, or
// null when the game is over; what goes wrong is added to `wrong`.
export async function step(daemon, table, dice, wrong) {
	const at = `/v1/games/${table.game}`;
	const view = await game.request(daemon, "GET", at);

	if (view.status !== 200) {
		wrong.push(`looking: ${view.status} ${view.text}`);
		return null;
	}
	if (view.body.status === "finished") return null;
	const owing = view.body.waiting_for;
	const side = owing[dice(owing.length)].side;
	const token = table.tokens[side];
	const list = await game.request(daemon, "GET", `${at}/actions`, { token });
	const offers = (list.body?.actions ?? []).filter((one) => one.group !== "table");
	if (offers.length === 0) return 0; // another was faster
	const offer = offers[dice(offers.length)];
	const all = [offer, ...(offer.presets ?? [])];
	const began = performance.now();
	const done = await game.request(daemon, "POST", `${at}/actions`, {
		token,
		key: randomUUID(),
		body: { action: all[dice(all.length)].id },
	});
	// Two players of this run may meet at one table: one is told that it is late.
	if (done.status !== 200 && done.status !== 412 && done.status !== 409)
		wrong.push(`acting: ${done.status} ${done.text}`);
	return performance.now() - began;
}

// A connection to the daemon that sends `text`; errors are the other end's business.
export function open(daemon, text, { reads = true, onData } = {}) {
	const { hostname, port } = new URL(daemon.url);
	const socket = connect(Number(port), hostname, () => socket.write(text));

	socket.on("error", () => socket.destroy());
	if (reads) socket.on("data", (bytes) => onData?.(bytes));
	else socket.pause();
	return socket;
}

export function openStream(daemon, table, side, onData) {
	return open(
		daemon,
		`GET /v1/games/${table.game}/stream HTTP/1.1\r\nHost: x\r\nAccept: application/x-ndjson\r\n` +
			`Authorization: Bearer ${table.tokens[side]}\r\n\r\n`,
		{ onData },
	);
}

// Resident memory of the daemon, in MB.
export function resident(daemon) {
	const status = readFileSync(`/proc/${daemon.child.pid}/status`, "utf8");
	return Number(/VmRSS:\s+(\d+)/.exec(status)[1]) / 1024;
}

export function percentile(list, percent) {
	const sorted = [...list].sort((a, b) => a - b);
	return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0;
}
