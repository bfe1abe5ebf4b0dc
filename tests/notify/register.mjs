// pennond --discord-register: the commands are told to a stand-in for Discord, and what it refuses is
// said plainly, without the token.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

import { build, makeFolder } from "../crash/daemon.mjs";
import { Discord, tooMany } from "../support/discord_rest.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const TOKEN = "Tok-en_.of.a-bot";
const application = "1100000000000000001";
const guilds = ["1100000000000000002", "1100000000000000003"];
const folder = makeFolder();
const file = join(folder, "token");
let discord;

before(async () => {
	discord = await Discord.start(folder);
	Object.assign(discord, { bot: TOKEN, application });
	writeFileSync(file, `${TOKEN}\n`);
});

after(() => discord.stop());

function register({ token = file, servers = guilds, ports = discord.port, more = [] } = {}) {
	const flags = ["--discord-register", "--discord-public-key", "ab".repeat(32), "--discord-application", application, ...servers.flatMap((one) => ["--discord-guild", one])];
	if (token) flags.push("--discord-token-file", token);
	const child = spawn(join(build, "tests/notify/pennond-diverted"), [...flags, "--ca-file", discord.certificate.cert, ...more], {
		env: { ...process.env, PENNON_TEST_DISCORD: `127.0.0.1:${ports}` },
	});
	const said = { out: "", err: "" };
	child.stdout.on("data", (bytes) => (said.out += bytes));
	child.stderr.on("data", (bytes) => (said.err += bytes));
	return new Promise((resolve) =>
		child.on("close", (code) => {
			assert.doesNotMatch(said.out + said.err, /Tok-en/, "the token is said nowhere");
			resolve({ code, ...said });
		}),
	);
}

test("each server gets the commands that are printed, and they are as discord-api-types has them", async () => {
	const { code, out } = await register();
	assert.equal(code, 0);
	assert.equal(out, guilds.map((one) => `server ${one} has the commands\n`).join(""));
	const printed = JSON.parse(execFileSync(join(build, "pennond"), ["--print-discord-commands"], { encoding: "utf8" }));
	for (const guild of guilds) assert.deepEqual(discord.commands[`${application}/${guild}`], printed);
	const work = join(folder, "types");
	mkdirSync(work);
	symlinkSync(join(here, "node_modules"), join(work, "node_modules"));
	writeFileSync(
		join(work, "commands.ts"),
		`import type { RESTPutAPIApplicationGuildCommandsJSONBody } from "discord-api-types/v10";\nexport const body: RESTPutAPIApplicationGuildCommandsJSONBody = ${JSON.stringify(printed)};\n`,
	);
	execFileSync(process.execPath, [join(here, "node_modules/typescript/bin/tsc"), "--noEmit", "--strict", "--skipLibCheck", "--module", "nodenext", join(work, "commands.ts")], { stdio: "inherit" });
	assert.equal((await register()).code, 0, "it may be done again");
	assert.deepEqual(discord.faults, []);
});

test("429 and 5xx are waited for", async () => {
	discord.next(tooMany(1));
	discord.next({ status: 503 });
	const before = discord.requests.length;
	assert.equal((await register({ servers: guilds.slice(0, 1) })).code, 0);
	const times = discord.requests.slice(before).map(({ at }) => at);
	assert.equal(times.length, 3);
	assert.ok(times[1] - times[0] >= 950);
});

test("what Discord refuses is told plainly, and the other servers get theirs", async () => {
	discord.closed = [guilds[0]];
	const { code, out, err } = await register();
	discord.closed = [];
	assert.equal(code, 1);
	assert.equal(out, `server ${guilds[1]} has the commands\n`);
	assert.match(err, /^pennond: the commands are not in server 1100000000000000002: .*invite it with the scope applications\.commands\n$/);
	writeFileSync(join(folder, "other"), "Tok-en.of-somebody");
	const unknown = await register({ token: join(folder, "other") });
	assert.equal(unknown.code, 1);
	assert.match(unknown.err, /Discord does not know the token/);
	discord.next({ status: 400, body: { code: 50035, message: "Invalid Form Body" } });
	const refused = await register({ servers: guilds.slice(0, 1) });
	assert.equal(refused.code, 1);
	assert.match(refused.err, /Discord answered 400: .*Invalid Form Body/);
});

test("a server that cannot be reached, and flags that are missing", async () => {
	const gone = await register({ ports: 1, servers: guilds.slice(0, 1) });
	assert.equal(gone.code, 1);
	assert.match(gone.err, /Discord cannot be asked/);
	for (const token of [null, join(folder, "nothing")]) {
		const { code, err } = await register({ token });
		assert.equal(code, 2);
		assert.match(err, /--discord-token-file/);
	}
	writeFileSync(join(folder, "bad"), "two words\n");
	assert.equal((await register({ token: join(folder, "bad") })).code, 2);
});
