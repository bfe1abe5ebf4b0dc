// A stand-in for Discord's REST API on loopback: webhooks, channels and interactions' answers, with
// its documented limits. It refuses what Discord refuses, keeps what is posted as a client would show
// it, and remembers each fault, so that a test can say that there was none.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import { join } from "node:path";

import { whole } from "./players.mjs";

const HOUR_MS = 3600 * 1000;
const FILE_BYTES = 10 * 1024 * 1024; // what anybody may upload
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const within = (text, most) => [...(text ?? "")].length <= most;

// ---- what is posted ----

// {json, files: {"files[0]": bytes}} of a body, JSON or multipart.
function readBody({ headers, body }) {
	const type = headers["content-type"] ?? "";
	if (type === "application/json") return { json: JSON.parse(body.toString()), files: {} };
	const boundary = /^multipart\/form-data; boundary=(\S+)$/.exec(type)?.[1];
	if (!boundary) return null;
	const files = {};
	let json = null;
	const mark = Buffer.from(`--${boundary}`);
	let at = body.indexOf(mark);
	for (;;) {
		const next = body.indexOf(mark, at + mark.length);
		if (next < 0) break;
		const part = body.subarray(at + mark.length + 2, next - 2);
		const gap = part.indexOf("\r\n\r\n");
		const name = /name="([^"]+)"/.exec(part.subarray(0, gap).toString())[1];
		if (name === "payload_json") json = JSON.parse(part.subarray(gap + 4).toString());
		else files[name] = part.subarray(gap + 4);
		at = next;
	}
	return body.subarray(at).toString() === `--${boundary}--\r\n` ? { json, files } : null;
}

function* faultsOfButtons(rows) {
	if (rows.length > 5) yield `${rows.length} rows`;
	const ids = rows.flatMap((row) => row.components).map((one) => one.custom_id ?? one.url);
	if (new Set(ids).size !== ids.length) yield "two buttons have one id";
	for (const one of rows.flatMap((row) => row.components)) {
		if (one.type === 3) {
			if (!within(one.placeholder, 150) || one.options.length < 1 || one.options.length > 25) yield `a menu: ${one.custom_id}`;
			if (one.custom_id.length > 100 || one.options.some(({ label, value }) => !label || !within(label, 100) || !value || !within(value, 100))) yield `a choice of ${one.custom_id}`;
			continue;
		}
		if (!one.label || !within(one.label, 80)) yield `a label: ${one.label}`;
		if (one.style === 5 ? !one.url || !within(one.url, 512) : !one.custom_id || !within(one.custom_id, 100))
			yield `an id: ${one.custom_id ?? one.url}`;
	}
}

function* faultsOfEmbed(embed, files) {
	if (!within(embed.title, 256)) yield "a title is too long";
	if (!within(embed.description, 4096)) yield "a description is too long";
	if (!within((embed.title ?? "") + (embed.description ?? ""), 6000)) yield "an embed is too long";
	const shown = embed.image?.url;
	if (shown && shown !== `attachment://${files[0]?.filename}`) yield `a picture that is not there: ${shown}`;
}

/** What is wrong with a message by Discord's documented limits. */
export function* faultsOfMessage({ json, files }) {
	if (!within(json.content, 2000)) yield "the content is too long";
	if ((json.embeds ?? []).length > 10) yield "too many embeds";
	if (!json.content && !json.embeds?.length && !json.attachments?.length) yield "an empty message";
	for (const embed of json.embeds ?? []) yield* faultsOfEmbed(embed, json.attachments ?? []);
	yield* faultsOfButtons(json.components ?? []);
	const named = (json.attachments ?? []).map(({ id }) => `files[${id}]`).sort().join();
	if (named !== Object.keys(files).sort().join()) yield `attachments ${named} for the files ${Object.keys(files)}`;
	for (const { description, filename } of json.attachments ?? []) {
		if (!within(description, 1024)) yield "an attachment's description is too long";
		if (!/^[\w.-]{1,255}$/.test(filename)) yield `a file's name: ${filename}`;
	}
	for (const file of Object.values(files)) {
		if (!file.subarray(0, 8).equals(PNG)) yield "a file is no PNG";
		if (file.length > FILE_BYTES) yield "a file is too large";
	}
	if (!json.allowed_mentions || json.allowed_mentions.parse?.length) yield "names may ping";
	if (json.nonce && !within(json.nonce, 25)) yield "a nonce is too long";
}

// ---- the server ----

/** A certificate for discord.com, in a folder. */
export function makeCertificate(folder) {
	const paths = { key: join(folder, "key.pem"), cert: join(folder, "cert.pem") };
	execFileSync("openssl", [
		..."req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=discord.com -addext subjectAltName=DNS:discord.com".split(" "),
		"-keyout", paths.key, "-out", paths.cert,
	], { stdio: "ignore" });
	return paths;
}

export class Discord {
	requests = []; // {method, path, route, json, files, headers, status, at}
	faults = [];
	channels = {}; // id: {messages: {id: message}, missing?: permissions, gone?}
	webhooks = {}; // "id/token": id of a channel; the channel is there
	interactions = {}; // token: {application, messages, original?, removed?}
	commands = {}; // "application/guild": what was registered
	scripted = []; // (request) => answer or undefined: asked first, once
	limit = { count: 5, ms: 2000 }; // a bucket of a channel or webhook
	buckets = {};
	number = 5100000000000000000n;
	bot = null; // the token that is good

	static async start(folder) {
		const discord = new Discord();
		discord.certificate = makeCertificate(folder);
		const { key, cert } = discord.certificate;
		discord.server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (incoming, response) =>
			whole((asked) => discord.take({ method: incoming.method, ...asked }, response))(incoming, response),
		);
		await new Promise((resolve) => discord.server.listen(0, "127.0.0.1", resolve));
		discord.port = discord.server.address().port;
		return discord;
	}

	stop() {
		this.server.closeAllConnections();
		this.server.close();
	}

	nextId() {
		return String(this.number++);
	}

	/** A webhook of a new channel; its URL as a person copies it. */
	makeWebhook() {
		const channel = this.nextId();
		const name = `${this.nextId()}/${"Tok-en_".repeat(9)}${this.number % 1000n}`;
		this.channels[channel] = { messages: {} };
		this.webhooks[name] = channel;
		return { url: `https://discord.com/api/webhooks/${name}`, messages: this.channels[channel].messages, name };
	}

	makeChannel(more = {}) {
		const id = this.nextId();
		this.channels[id] = { messages: {}, ...more };
		return { id, ...this.channels[id] };
	}

	/** Give this answer to the next request that a function wants. */
	next(answer, wants = () => true) {
		this.scripted.push((request) => (wants(request) ? answer : undefined));
	}

	fault(request, text) {
		this.faults.push(`${request.method} ${request.path.replace(/Tok-en_\S*/, "…")}: ${text}`);
	}

	take(asked, response) {
		const request = { ...asked, at: Date.now(), answer: null };
		this.requests.push(request);
		const scripted = this.scripted.findIndex((one) => (request.answer = one(request)) !== undefined);
		if (scripted >= 0) this.scripted.splice(scripted, 1);
		if (!request.answer) request.answer = this.answer(request);
		if (request.answer.after) request.answer.after(this, request);
		request.status = request.answer.status;
		if (request.answer.hang) return;
		response.writeHead(request.status, { "content-type": "application/json", ...request.answer.headers });
		response.end(request.status === 204 ? "" : JSON.stringify(request.answer.body ?? {}));
	}

	answer(request) {
		if (!/^DiscordBot \(\S+, \S+\)$/.test(request.headers["user-agent"] ?? "")) this.fault(request, "no user agent as is asked for");
		const [, path, , query] = /^\/api(?:\/v10)?(\/[^?]*)(\?(.*))?$/.exec(request.path) ?? [];
		if (!path) return { status: 404, body: { message: "404: Not Found", code: 0 } };
		const parts = path.split("/").slice(1);
		const [room, major] = parts;
		const limited = this.countIn(request, room === "webhooks" ? parts.slice(0, 3).join("/") : `${room}/${major}`);
		if (limited.status === 429) return limited;
		const answer = this.route(request, room, parts, query);
		answer.headers = { ...limited.headers, ...answer.headers };
		return answer;
	}

	// A bucket for each method of a channel or webhook; whoever does not wait is a fault.
	countIn(request, major) {
		const name = `${request.method} ${major}`;
		const now = Date.now();
		const bucket = (this.buckets[name] ??= { left: this.limit.count, until: now + this.limit.ms });
		if (bucket.until <= now) Object.assign(bucket, { left: this.limit.count, until: now + this.limit.ms });
		const after = (bucket.until - now) / 1000;
		const headers = {
			"x-ratelimit-limit": String(this.limit.count),
			"x-ratelimit-remaining": String(Math.max(bucket.left - 1, 0)),
			"x-ratelimit-reset-after": String(after),
			"x-ratelimit-bucket": `${request.method.toLowerCase()}-bucket`,
		};
		if (bucket.left > 0) {
			bucket.left--;
			return { headers };
		}
		this.fault(request, "the limit was known, and was not waited for");
		return tooMany(after, headers);
	}

	route(request, room, parts, query) {
		const unknown = (code, message) => ({ status: 404, body: { message, code } });
		if (room === "applications" && request.method === "PUT") return this.register(request, parts);
		if (room === "webhooks" && parts[1] === this.application) return this.followUp(request, parts);
		if (room === "webhooks") {
			const channel = this.channels[this.webhooks[parts.slice(1, 3).join("/")]];
			if (!channel) return unknown(10015, "Unknown Webhook");
			return this.inChannel(request, channel, parts[4], query === "wait=true", false);
		}
		if (room !== "channels") return unknown(0, "404: Not Found");
		if (request.headers.authorization !== `Bot ${this.bot}`) return { status: 401, body: { message: "401: Unauthorized", code: 0 } };
		const channel = this.channels[parts[1]];
		if (!channel || channel.gone) return unknown(10003, "Unknown Channel");
		if (channel.missing) return { status: 403, body: { message: "Missing Permissions", code: channel.missing } };
		return this.inChannel(request, channel, parts[3], true, true);
	}

	inChannel(request, channel, id, waits, isBot) {
		if (request.method === "DELETE") {
			if (!channel.messages[id]) return { status: 404, body: { message: "Unknown Message", code: 10008 } };
			delete channel.messages[id];
			return { status: 204 };
		}
		if (id && !channel.messages[id]) return { status: 404, body: { message: "Unknown Message", code: 10008 } };
		const wrong = this.read(request, isBot);
		if (wrong) return wrong;
		const old = channel.messages[id];
		if (old && Date.now() - old.made > HOUR_MS && old.lateEdits++ >= 3)
			return tooMany(30, {}, { code: 30046, message: "Maximum number of edits to messages older than 1 hour reached" });
		const same = request.json.enforce_nonce && Object.values(channel.messages).find((one) => one.nonce === request.json.nonce);
		const message = same || this.keep(channel, id, request);
		return waits ? { status: 200, body: shown(message) } : { status: 204 };
	}

	// The body, looked at; an answer where Discord would refuse it.
	read(request, isBot) {
		const read = readBody(request);
		if (!read?.json) {
			this.fault(request, "the body cannot be read");
			return { status: 400, body: { message: "The request body contains invalid JSON.", code: 50109 } };
		}
		Object.assign(request, read);
		const faults = [...faultsOfMessage(read)];
		if (!isBot && read.json.components?.length) faults.push("a webhook that no bot made has no buttons");
		for (const text of faults) this.fault(request, text);
		return faults.length ? { status: 400, body: { message: "Invalid Form Body", code: 50035 } } : null;
	}

	keep(channel, id, { json, files }) {
		const message = channel.messages[id] ?? { id: this.nextId(), made: Date.now(), edits: -1, lateEdits: 0, pings: [] };
		// An edit pings nobody.
		if (message.edits < 0) message.pings = (json.allowed_mentions.users ?? []).filter((user) => json.content.includes(`<@${user}>`));
		Object.assign(message, json, { files: Object.values(files), edits: message.edits + 1, changed: Date.now() });
		channel.messages[message.id] = message;
		return message;
	}

	// Answers of interactions that came later: the first one is edited, others are posted behind it. What is
	// posted while the first one is promised takes its place, and is seen by whom that was promised to.
	followUp(request, parts) {
		const interaction = this.interactions[parts[2]];
		if (!interaction) return { status: 404, body: { message: "Unknown Webhook", code: 10015 } };
		const { original } = interaction;
		const isOriginal = parts[4] === "@original";
		if (isOriginal && interaction.removed) return { status: 404, body: { message: "Unknown Message", code: 10008 } };
		if (request.method === "GET") return { status: 200, body: { ...shown({ ...original, id: "1" }), flags: original?.flags ?? 0 } };
		if (request.method === "DELETE") {
			Object.assign(interaction, { removed: true, original: undefined });
			return { status: 204 };
		}
		const wrong = this.read(request, true);
		if (wrong) return wrong;
		const message = { ...request.json, files: Object.values(request.files), id: this.nextId() };
		if (!isOriginal && original?.flags & 128) this.fault(request, "it takes the place of what was promised");
		if (isOriginal) interaction.original = { ...original, ...message, flags: (original?.flags ?? 64) & ~128 };
		else interaction.messages.push(message);
		return { status: 200, body: shown(message) };
	}

	register(request, [, application, , guild]) {
		if (request.headers.authorization !== `Bot ${this.bot}`) return { status: 401, body: { message: "401: Unauthorized", code: 0 } };
		if (application !== this.application) return { status: 404, body: { message: "Unknown Application", code: 10002 } };
		if (this.closed?.includes(guild)) return { status: 403, body: { message: "Missing Access", code: 50001 } };
		request.json = JSON.parse(request.body.toString());
		this.commands[`${application}/${guild}`] = request.json;
		return { status: 200, body: request.json.map((one) => ({ ...one, id: this.nextId(), application_id: application })) };
	}
}

/** Discord's own answer to a caller who asks too often. */
export const tooMany = (seconds, headers = {}, body = {}) => ({
	status: 429,
	headers: { "retry-after": String(Math.ceil(seconds)), ...headers },
	body: { message: "You are being rate limited.", retry_after: seconds, global: false, ...body },
});

// A message as it is answered: long, and its id not at its beginning.
const shown = ({ id, content, embeds, attachments }) => ({
	type: 0,
	content,
	embeds,
	attachments: (attachments ?? []).map((one) => ({ ...one, url: `https://cdn.discordapp.com/${"x".repeat(2000)}`, proxy_url: `https://media.discordapp.net/${"x".repeat(2000)}` })),
	timestamp: new Date().toISOString(),
	id,
});
