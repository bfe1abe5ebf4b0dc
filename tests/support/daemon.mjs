// A pennond for tests of node: on a port of its own, with a folder that goes with it.

import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A child that listens, and where. */
async function start(folder, settings) {
	const child = spawn(join(process.env.PENNON_BUILD, "pennond"), ["--listen", "127.0.0.1:0", "--data", join(folder, "data"), ...settings], {
		stdio: ["ignore", "pipe", "inherit"],
	});
	const url = await new Promise((resolve, reject) => {
		let said = "";

		child.on("exit", (code) => reject(new Error(`pennond left with ${code}`)));
		child.stdout.on("data", (bytes) => {
			said += bytes;
			const found = /listening on (http:\S+)/.exec(said);

			if (found)
				resolve(found[1]);
		});
	});

	return { child, url };
}

/** End it with a signal, and wait until it is gone. */
async function end({ child }, signal) {
	child.removeAllListeners("exit");
	const gone = new Promise((resolve) => child.on("exit", resolve));

	child.kill(signal);
	await gone;
}

/**
 * A server that answers: its `url`, its `folder` (the data is in `data` there), `ask(path,
 * {token, body})` under /v1/, `again(signal)`, which
 * ends it and starts another on the same folder, and `remove()`.
 */
export async function open_daemon(settings = []) {
	const folder = mkdtempSync(join(tmpdir(), "pennon-node-"));
	let server = await start(folder, settings);

	async function ask(path, { token, body, key = randomUUID(), method = body ? "POST" : "GET", text = false } = {}) {
		const answer = await fetch(`${server.url}/v1/${path}`, {
			method,
			headers: {
				...(token ? { authorization: `Bearer ${token}` } : {}),
				...(body ? { "content-type": "application/json" } : {}),
				...(method === "POST" ? { "idempotency-key": key } : {}),
			},
			body: body && JSON.stringify(body),
		});

		if (!answer.ok)
			throw Object.assign(new Error(`${path}: ${answer.status}`), { status: answer.status, problem: await answer.json().catch(() => null) });
		return text ? answer.text() : answer.json();
	}

	async function again(signal) {
		await end(server, signal);
		server = await start(folder, settings);
	}

	async function remove() {
		await end(server, "SIGTERM");
		rmSync(folder, { recursive: true, force: true });
	}

	return {
		get url() {
			return server.url;
		},
		folder,
		ask,
		again,
		remove,
	};
}
