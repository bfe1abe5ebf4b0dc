// A club's own Discord bot on Pennon's REST API: an app, and a grant of each player's. No packages.
//
//	node bot.mjs		with in its environment
//	PENNON_URL		https://pennon.example
//	PENNON_APP_TOKEN	a file with the app's token (POST /v1/apps gives it once)
//	DISCORD_PUBLIC_KEY	of the application, in hex
//	GRANTS			a file in which it keeps who allowed it what
//	PORT			on 127.0.0.1, behind what ends TLS
//
// It has one command, /table, with the subcommands link, games and orders.

import { createPublicKey, verify } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { setTimeout as pause } from "node:timers/promises";

const { PENNON_URL, PENNON_APP_TOKEN, DISCORD_PUBLIC_KEY, GRANTS, PORT } = process.env;
const token = readFileSync(PENNON_APP_TOKEN, "utf8").trim();
const x = Buffer.from(DISCORD_PUBLIC_KEY, "hex").toString("base64url");
const discord_key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });

// ---- who allowed what ----

/** The grant of each Discord user, and the code that somebody was shown last. */
const grants = existsSync(GRANTS) ? JSON.parse(readFileSync(GRANTS, "utf8")) : {};
const codes = new Map();

function keep(user, grant) {
	grants[user] = grant;
	writeFileSync(`${GRANTS}.new`, JSON.stringify(grants));
	renameSync(`${GRANTS}.new`, GRANTS);
}

// ---- Pennon ----

/** An answer, or its problem: that has a `code`. Of two presses the second waits until the first is done. */
async function pennon(path, options = {}, tries = 50) {
	const { grant, method, body, key, version } = options;
	const answer = await fetch(`${PENNON_URL}/v1/${path}`, {
		method: method ?? (body ? "POST" : "GET"),
		headers: {
			authorization: `Bearer ${token}`,
			...(grant && { "pennon-grant": grant }),
			...(body && { "content-type": "application/json" }),
			...(key && { "idempotency-key": key }),
			...(version && { "if-match": version }),
		},
		body: body && JSON.stringify(body),
	});

	const said = await answer.json();

	if (said.code !== "key_in_flight" || tries === 0) return said;
	await pause(100);
	return pennon(path, options, tries - 1);
}

// ---- Discord ----

const MESSAGE = 4, UPDATE = 7, PRIVATE = 64, PER_MENU = 25;
const cut = (text, most) => ([...text].length > most ? `${[...text].slice(0, most - 1).join("")}…` : text);
const plain = (text) => text.replace(/[\\*_~`|>#[\]()<:@-]/g, "\\$&");
const button = (label, custom_id, style = 2) => ({ type: 2, style, label: cut(label, 80), custom_id });

function menu(custom_id, placeholder, choices) {
	const options = choices.map(([label, value]) => ({ label: cut(label, 100), value }));

	return { type: 3, custom_id, placeholder, options };
}

/** A message for one's own eyes; in place of the one that was pressed, if any was. */
const say = (asked, content, ...rows) => ({
	type: asked.type === 3 ? UPDATE : MESSAGE,
	data: {
		content: cut(content, 2000),
		flags: PRIVATE,
		allowed_mentions: { parse: [] },
		components: rows.map((row) => ({ type: 1, components: row })),
	},
});

// ---- what it can do ----

/** The player types the code into Pennon's page, which asks what they allow. */
async function link(asked, user) {
	const { user_code, device_code, verification_uri_complete } = await pennon("app/codes", { method: "POST" });

	codes.set(user, device_code);
	return say(asked, `Open ${verification_uri_complete} and allow what you like; the code is **${user_code}**.`, [button("I have", "linked", 1)]);
}

async function linked(asked, user) {
	const { grant, player, code } = await pennon("app/codes/poll", { body: { device_code: codes.get(user) ?? "" } });

	if (!grant) return say(asked, code === "access_denied" ? "You said no." : "Not yet.", [button("I have", "linked", 1)]);
	codes.delete(user);
	keep(user, grant);
	return say(asked, `You are **${plain(player.name)}**.`, [button("My games", "games", 1)]);
}

async function games(asked, user) {
	const { games: mine, code } = await pennon("me/games?limit=25", { grant: grants[user] });

	if (code) return say(asked, "I may do nothing for you yet: `/table link`.");
	if (mine.length === 0) return say(asked, "You have no game yet.");
	const choices = mine.map((one) => [`${one.your_turn ? "▸ " : ""}${one.scenario ?? one.ruleset}, ${one.side}, turn ${one.turn}`, one.game]);
	return say(asked, "Your games", [menu("game", "Which one?", choices)]);
}

/** What a player may do, from choice `first` on: 24 of them, and one that leads on. */
async function orders(asked, user, game, first = 0, news = "") {
	const [view, list] = await Promise.all(["", "/actions"].map((path) => pennon(`games/${game}${path}`, { grant: grants[user] })));

	if (view.code) return say(asked, "I may not look at that game for you.");
	const waits = view.waiting_for.map(({ side, decision }) => `▸ ${side}: ${decision.replaceAll("_", " ")}`);
	const text = [news, `Turn ${view.turn}, ${view.phase}`, ...(view.result ? [`Won by ${view.result.winner ?? "nobody"}`] : waits)];
	const offers = (list.actions ?? [])
		.filter(({ do: { type } }) => type !== "resign")
		.flatMap((action) => [action, ...action.presets.map((one) => ({ ...one, label: `${action.label}: ${one.label}` }))]);
	const shown = offers.slice(first, first + PER_MENU - 1).map(({ label, id }) => [label, id]);
	const next = first + PER_MENU - 1 < offers.length ? first + PER_MENU - 1 : 0;
	if (offers.length >= PER_MENU) shown.push(["More …", `+${next}`]);
	const content = text.filter(Boolean).map(plain).join("\n");
	return shown.length > 0 ? say(asked, content, [menu(`act:${game}:${view.version}`, "What is it to do?", shown)]) : say(asked, content, [button("Look again", `game:${game}`)]);
}

/** The same choice of the same version is the same key: pressed twice it is done once. */
async function act(asked, user, game, version, action) {
	const key = `discord-${user}-${version}-${action}`;
	const done = await pennon(`games/${game}/actions`, { grant: grants[user], body: { action }, key, version });

	return orders(asked, user, game, 0, done.code ? (done.title ?? done.code) : "Done.");
}

/** What was typed or pressed. */
function answer(asked) {
	const user = (asked.member?.user ?? asked.user).id;
	const [what, game, version] = (asked.data.custom_id ?? asked.data.options?.[0]?.name ?? "").split(":");
	const value = asked.data.values?.[0] ?? "";

	if (what === "link") return link(asked, user);
	if (what === "linked") return linked(asked, user);
	if (what === "game") return orders(asked, user, game ?? value);
	if (what === "act" && value.startsWith("+")) return orders(asked, user, game, Number(value.slice(1)));
	if (what === "act") return act(asked, user, game, version, value);
	return games(asked, user);
}

// ---- the door ----

function is_signed(headers, body) {
	const signature = Buffer.from(headers["x-signature-ed25519"] ?? "", "hex");
	const time = headers["x-signature-timestamp"] ?? "";

	return Math.abs(Date.now() / 1000 - Number(time)) < 60 && signature.length === 64 && verify(null, Buffer.concat([Buffer.from(time), body]), discord_key, signature);
}

createServer(async (request, response) => {
	const parts = [];

	for await (const part of request) parts.push(part);
	const body = Buffer.concat(parts);
	if (!is_signed(request.headers, body)) return response.writeHead(401).end();
	const asked = JSON.parse(body);
	const said = asked.type === 1 ? { type: 1 } : await answer(asked).catch(() => say(asked, "Pennon does not answer; try once more."));
	return response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(said));
}).listen(Number(PORT), "127.0.0.1", () => console.log(`listening on 127.0.0.1:${PORT}`));
