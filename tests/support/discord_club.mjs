// A club in Discord, as the tests of what the daemon sends there share it: a stand-in for the REST API, a
// daemon beside it that may be killed, and users whose interactions are signed as Discord signs them.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { generateKeyPairSync, sign } from "node:crypto";
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { kill, makeFolder, start } from "../crash/daemon.mjs";
import { Discord } from "./discord_rest.mjs";
import { until } from "./players.mjs";

export const TOKEN = "Tok-en_.of.a-bot";
export const ann = { id: "2100000000000000001", global_name: "Ann *bold* @everyone", locale: "en-GB" };
export const bert = { id: "2100000000000000002", global_name: "Bert", locale: "de" };
const application = "1100000000000000001";
const guild = "1100000000000000002";
const THINKING = 128;
const PRESSED = "what was pressed";

export const components = (message) => (message.components ?? []).flatMap((row) => row.components);
export const all = (channel) => Object.values(channel.messages);
const stillWaits = ({ flags, content }) => flags & THINKING || content === PRESSED;
const followed = ({ original, messages }) => messages[0] ?? (original && !stillWaits(original) && original);

/** Are these bodies as discord-api-types has them? @param {[string, object][]} bodies name of a type, and JSON */
export function checkTypes(folder, bodies) {
	const work = join(folder, "types");
	const modules = fileURLToPath(new URL("../notify/node_modules", import.meta.url));
	const names = [...new Set(bodies.map(([type]) => type))].join(", ");
	const lines = bodies.map(([type, json], at) => `export const b${at}: ${type} = ${JSON.stringify(json)};`);
	mkdirSync(work);
	symlinkSync(modules, join(work, "node_modules"));
	writeFileSync(join(work, "bodies.ts"), `import type { ${names} } from "discord-api-types/v10";\n${lines.join("\n")}\n`);
	execFileSync(process.execPath, [join(modules, "typescript/bin/tsc"), "--noEmit", "--strict", "--skipLibCheck", "--module", "nodenext", join(work, "bodies.ts")], { encoding: "utf8", stdio: "pipe" });
}

export class Club {
	said = []; // of every daemon
	answers = []; // to interactions
	number = 3100000000000000000n;
	folder = makeFolder();
	data = makeFolder();
	keys = generateKeyPairSync("ed25519");
	slow = join(this.folder, "slow"); // while it is there, jobs take as many milliseconds as it says

	static async open(environment = {}) {
		const club = new Club();
		club.environment = environment;
		club.discord = await Discord.start(club.folder);
		Object.assign(club.discord, { bot: TOKEN, application });
		writeFileSync(join(club.folder, "token"), `${TOKEN}\n`);
		await club.start();
		return club;
	}

	async start() {
		this.daemon = await start(this.data, {
			flags: ["--allow-private-hooks", "--ca-file", this.discord.certificate.cert, "--discord-token-file", join(this.folder, "token"),
				"--discord-public-key", Buffer.from(this.keys.publicKey.export({ format: "jwk" }).x, "base64url").toString("hex"),
				"--discord-application", application, "--discord-guild", guild, "--log-level", "debug"],
			environment: { PENNON_TEST_DISCORD: `127.0.0.1:${this.discord.port}`, PENNON_TEST_SLOW: this.slow, ...this.environment },
			program: "tests/notify/pennond-diverted",
		});
	}

	async close() {
		await kill(this.daemon);
		this.discord.stop();
	}

	async restart() {
		await kill(this.daemon);
		this.said.push(this.daemon.output + this.daemon.errors);
		await this.start();
	}

	/** From now on each job of a kind takes so long; 0: as long as it does. */
	slowDown(ms) {
		if (ms) writeFileSync(this.slow, String(ms));
		else if (existsSync(this.slow)) rmSync(this.slow);
	}

	// ---- interactions ----

	/** What Discord is answered, with the interaction's token; what the user sees then stands in discord.interactions. */
	async ask(user, channel, type, body) {
		const token = `aW50ZXJhY3Rpb24_.-${this.number}`;
		// Below what all see are buttons of orders, table, log and seat; all else is pressed in what one sees alone.
		const flags = /^[otlj]:/.test(body.custom_id ?? "") ? 0 : 64;
		const pressed = type === 3 || (type === 5 && body.custom_id);
		const shown = (this.discord.interactions[token] = { application, messages: [] });
		const text = JSON.stringify({
			id: String(this.number++), application_id: application, type, data: body, guild_id: guild, channel_id: channel.id,
			member: { user: { id: user.id, username: "account", global_name: user.global_name }, roles: [] },
			locale: user.locale, token, version: 1, ...(pressed && { message: { id: "1", flags } }),
		});
		const time = String(Math.floor(Date.now() / 1000));
		const answer = await fetch(`${this.daemon.url}/v1/integrations/discord/interactions`, {
			method: "POST",
			headers: { "content-type": "application/json", "x-signature-ed25519": sign(null, Buffer.from(time + text), this.keys.privateKey).toString("hex"), "x-signature-timestamp": time },
			body: text,
		});
		assert.equal(answer.status, 200);
		const said = await answer.json();
		this.answers.push(said);
		if (said.type === 5) shown.original = { content: "", flags: THINKING | (said.data?.flags ?? 0) };
		if (said.type === 6) shown.original = { content: PRESSED, flags };
		return { ...said, token, shown };
	}

	/** What the user sees in the end: the answer, or what follows when it was promised. */
	async send(user, channel, type, body) {
		const answer = await this.ask(user, channel, type, body);
		const data = [5, 6].includes(answer.type) ? await until("what was promised", () => followed(answer.shown)) : answer.data;
		return data && Object.defineProperty(data, "token", { value: answer.token });
	}

	command = (user, channel, name, options = {}) => this.send(user, channel, 2, this.typed(name, options));
	press = (user, channel, id, values) => this.send(user, channel, 3, this.pressed(id, values));
	typed = (name, options = {}) => ({ name: "pennon", options: [{ type: 1, name, options: Object.entries(options).map(([key, value]) => ({ type: 3, name: key, value })) }] });
	pressed = (id, values) => ({ custom_id: id, component_type: values ? 3 : 2, ...(values && { values }) });

	fill = (user, channel, id, fields) =>
		this.send(user, channel, 5, { custom_id: id, components: Object.entries(fields).map(([key, value]) => ({ type: 1, components: [{ type: 4, custom_id: key, value }] })) });

	/** A game that one began and the other joined in this channel: its id. */
	async begin(channel, red = ann, blue = bert) {
		const challenge = await this.command(red, channel, "new", { scenario: "first-charge" });
		const { custom_id } = components(challenge)[0];
		await this.press(blue, channel, custom_id);
		return custom_id.split(":")[1];
	}

	/** A user who may do something, and the button that does the first thing that is offered. */
	async offered(channel, game, users = [ann, bert]) {
		for (const user of users) {
			let message = await this.press(user, channel, `o:${game}`);
			for (let i = 0; i < 8; i++) {
				const offered = components(message).filter((one) => !one.url);
				const does = offered.find((one) => /^d:/.test(one.custom_id ?? ""));
				if (does) return { user, message, id: does.custom_id };
				const menu = offered.find((one) => one.type === 3);
				if (!menu) break;
				message = await this.press(user, channel, menu.custom_id, [menu.options[0].value]);
			}
		}
		throw new Error("nobody may do anything");
	}

	async act(channel, game, users) {
		const { user, id } = await this.offered(channel, game, users);
		return this.press(user, channel, id);
	}
}
