// The bot of api-spec/examples/discord-bot, as it stands there: two users allow it something by Pennon's page,
// and play a whole game through it; forged interactions come to nothing, a double click is done once.

import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
	all_faults, ann, api, ask, bert, button, check, choose, count, daemon, dice, discord_key, interaction, is_private, menu, other,
	post, press, root, says, start, stop,
} from "./discord_stand_in.mjs";

const PRESSES = 4000;
const LINES = 200;
const file = join(root, "api-spec/examples/discord-bot/bot.mjs");
const table = (user, name) => ask(user, 2, { name: "table", options: [{ type: 1, name }] });

const free_port = () =>
	new Promise((resolve) => {
		const server = createServer().listen(0, "127.0.0.1", () => {
			const { port } = server.address();
			server.close(() => resolve(port));
		});
	});

async function start_bot(folder, token) {
	const port = await free_port();

	writeFileSync(join(folder, "app.token"), token, { mode: 0o600 });
	const bot = spawn(process.execPath, [file], {
		env: { ...process.env, PENNON_URL: daemon.address, PENNON_APP_TOKEN: join(folder, "app.token"), DISCORD_PUBLIC_KEY: discord_key, GRANTS: join(folder, "grants.json"), PORT: port },
		stdio: ["ignore", "pipe", "inherit"],
	});
	await new Promise((resolve) => bot.stdout.once("data", resolve));
	daemon.door = `http://127.0.0.1:${port}/`;
	return bot;
}

/** Somebody says yes on the page. */
async function allow(user, player, app) {
	const shown = await table(user, "link");
	const waiting = await press(user, "linked");
	const [code] = /[A-Z]{4}-[A-Z]{4}/.exec(shown.data.content);

	check(`${user.global_name}: for one's own eyes`, is_private(shown) && says(waiting, "Not yet").length === 0);
	await api("POST", "me/grants", player.token, { app, code, may: ["look", "act"] });
	check(`${user.global_name} is who they are`, says(await press(user, "linked"), "You are"));
}

async function play(game) {
	for (let presses = 0; presses < PRESSES; presses++) {
		for (const user of [ann, bert]) {
			const message = await choose(user, "game", game);
			const list = menu(message);
			if (/Won by/.test(message.data.content)) return presses;
			const wanted = list?.options.filter(({ label }) => !/draw|result|claim|umpire|last command|win/i.test(label)) ?? [];
			if (wanted.length === 0) continue;
			const { value } = wanted[dice(wanted.length)];
			await choose(user, list.custom_id, value);
		}
	}
	return -1;
}

/** Two clicks on one choice. */
async function try_twice(game) {
	for (const user of [ann, bert]) {
		const list = menu(await choose(user, "game", game));
		const one = list?.options.find(({ label }) => !/draw|result|claim|umpire|win|More/i.test(label));
		if (!one) continue;
		const came = await Promise.all([1, 2].map(() => choose(user, list.custom_id, one.value)));
		check("two clicks, done once, answered alike", came.every((message) => /^Done/.test(message.data.content)) ? [] : came.map((message) => message.data.content));
		const stale = await choose(user, list.custom_id, list.options.find(({ value }) => value !== one.value).value);
		check("what was chosen of an old table is refused", !/^Done/.test(stale.data.content));
		return;
	}
}

const folder = mkdtempSync(join(tmpdir(), "pennon-discord-bot-"));
await start(folder);
let bot;
try {
	const [a, b] = await Promise.all(["Ann *", "Bert"].map((name) => api("POST", "players", null, { name })));
	const { app, token } = await api("POST", "apps", a.token, { name: "Club bot", asks: ["look", "act"] });
	const made = await api("POST", "games", a.token, { scenario: "first-charge", side: "red" });
	await api("POST", `games/${made.game.id}/seats`, b.token, { code: made.invitation.code });
	check(`at most ${LINES} lines`, readFileSync(file, "utf8").split("\n").length <= LINES + 1);
	bot = await start_bot(folder, token);

	check("a ping is answered", (await post({ type: 1 })).body.type === 1);
	check("forged", (await post({ type: 1 }, { with_key: other.privateKey, is_empty: true })).status === 401);
	check("late", (await post({ type: 1 }, { time: Math.floor(Date.now() / 1000) - 90, is_empty: true })).status === 401);
	check("changed", (await post(interaction(ann, 2, {}), { changed: "{}", is_empty: true })).status === 401);
	check("who allowed nothing is told how", says(await table(ann, "games"), "/table link"));
	await allow(ann, a, app);
	await allow(bert, b, app);
	check("one's games", menu(await table(ann, "games")).options.some((one) => one.value === made.game.id));
	await try_twice(made.game.id);
	const presses = await play(made.game.id);
	check("a whole game", presses >= 0 ? [] : "not after so many presses");
	check("what was answered keeps to Discord's limits", [...all_faults]);
	check("it has no token of a player's", !/pn_player/.test(readFileSync(join(folder, "grants.json"), "utf8")));
	check("nothing to press leads nowhere", button(await choose(ann, "game", made.game.id), "game") !== undefined);
} finally {
	bot?.kill();
	await stop();
	rmSync(folder, { recursive: true, force: true });
}
console.log(`${count.passed} passed, ${count.failed} failed`);
process.exitCode = count.failed === 0 ? 0 : 1;
