// A stand-in for Discord: it signs interactions, posts them, checks each answer against Discord's
// documented limits, and keeps what a user would have on the screen.

import { spawn } from "node:child_process";
import { generateKeyPairSync, sign } from "node:crypto";
import { join } from "node:path";

export const root = process.env.PENNON_ROOT ?? process.cwd();
export const build = process.env.PENNON_BUILD ?? join(root, "build");
export const application = "1100000000000000001";
export const guild = "1100000000000000002";
export const other = generateKeyPairSync("ed25519");
export const ann = { id: "2100000000000000001", global_name: "Ann @everyone", locale: "en-GB" };
export const bert = { id: "2100000000000000002", global_name: "Bert", locale: "de" };
export const carl = { id: "2100000000000000003", global_name: "\u202e", locale: "fr" };

const { publicKey, privateKey } = generateKeyPairSync("ed25519");
export const discord_key = Buffer.from(publicKey.export({ format: "jwk" }).x, "base64url").toString("hex");
const flags = ["--discord-public-key", discord_key, "--discord-application", application, "--discord-guild", guild];

// ---- counting ----

export const count = { passed: 0, failed: 0 };

/** @param {boolean|string|string[]} wrong true, or nothing, when it is good */
export function check(name, wrong) {
	const good = wrong === true || wrong?.length === 0;

	count.passed += good;
	count.failed += !good;
	if (!good) console.log(`FAIL ${name}\n  ${[wrong].flat().slice(0, 5).join("\n  ")}`);
	return good;
}

// The same presses each time.
let state = 20261125;
export function dice(sides) {
	state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
	return Math.floor((state / 2 ** 32) * sides);
}

// ---- the daemon ----

export const daemon = { address: "", child: null, folder: "", door: "" }; // of another's bot: its door

/** Start it in a folder, or start it again there. */
export function start(folder) {
	const listen = daemon.address ? new URL(daemon.address).host : "127.0.0.1:0";

	return new Promise((resolve, reject) => {
		const child = spawn(join(build, "pennond"), ["--listen", listen, "--data", join(folder, "data"), ...flags], {
			stdio: ["ignore", "pipe", "ignore"],
		});
		let said = "";
		child.on("error", reject);
		child.on("exit", () => reject(new Error("the daemon ended")));
		child.stdout.on("data", (bytes) => {
			said += bytes;
			const at = /listening on (\S+)/.exec(said);
			if (at) {
				Object.assign(daemon, { address: at[1], child, folder });
				resolve();
			}
		});
	});
}

/** End it, by hand or by force. */
export function stop(signal = "SIGTERM") {
	daemon.child.removeAllListeners("exit");
	return new Promise((resolve) => {
		daemon.child.on("exit", resolve);
		daemon.child.kill(signal);
	});
}

/** The REST API beside it. */
export async function api(method, path, token, body, more = {}) {
	const answer = await fetch(`${daemon.address}/v1/${path}`, {
		method,
		headers: {
			...(token && { authorization: `Bearer ${token}` }),
			...(method === "POST" && { "idempotency-key": crypto.randomUUID() }),
			...(body && { "content-type": "application/json" }),
			...more,
		},
		body: body && JSON.stringify(body),
	});
	return answer.json();
}

// ---- posting ----

let number = 3100000000000000000n;
export const next_id = () => String(number++);

export function interaction(user, type, data, more = {}) {
	return {
		id: next_id(),
		application_id: application,
		type,
		data,
		guild_id: guild,
		channel_id: "4100000000000000001",
		member: { user: { id: user.id, username: "account", global_name: user.global_name }, roles: [] },
		locale: user.locale,
		token: "not-used-here",
		version: 1,
		...more,
	};
}

export async function post(body, { with_key = privateKey, time = Math.floor(Date.now() / 1000), text, changed, unsigned, is_empty } = {}) {
	const bytes = text ?? JSON.stringify(body);
	const signature = sign(null, Buffer.from(`${time}${bytes}`), with_key).toString("hex");
	const answer = await fetch(daemon.door || `${daemon.address}/v1/integrations/discord/interactions`, {
		method: "POST",
		headers: {
			"content-type": "application/json",
			...(!unsigned && { "x-signature-ed25519": signature }),
			"x-signature-timestamp": String(time),
		},
		body: changed ?? bytes,
	});
	return { status: answer.status, body: is_empty ? await answer.text() : await answer.json() };
}

// ---- Discord's limits ----

export const within = (text, most) => [...(text ?? "")].length <= most;

function* faults_of_component(component, ids) {
	if (component.type === 2 && !within(component.label, 80)) yield `a label is too long: ${component.label}`;
	if (component.type === 2 && !component.label) yield "a button without a label";
	if (component.type === 2 && component.style === 5 && !component.url) yield "a link has no address";
	if (component.type === 3) {
		if (!within(component.placeholder, 150)) yield "a hint is too long";
		if (component.options.length < 1 || component.options.length > 25) yield `${component.options.length} choices`;
		const values = component.options.map((one) => one.value);
		if (new Set(values).size !== values.length) yield "two choices have one value";
		for (const one of component.options) {
			if (!one.label || !within(one.label, 100)) yield `a choice: ${one.label}`;
			if (!one.value || !within(one.value, 100)) yield `a value: ${one.value}`;
		}
	}
	if (component.custom_id !== undefined) {
		if (component.custom_id.length < 1 || component.custom_id.length > 100) yield `an id: ${component.custom_id}`;
		if (/pn_/.test(component.custom_id)) yield `a secret: ${component.custom_id}`;
		if (ids.has(component.custom_id)) yield `an id twice: ${component.custom_id}`;
		ids.add(component.custom_id);
	}
}

function* faults_of_form({ title, custom_id, components }) {
	if (!title || !within(title, 45)) yield "the title of a form";
	if (!custom_id || custom_id.length > 100) yield "the id of a form";
	if (components.length < 1 || components.length > 5) yield `${components.length} fields`;
	for (const { components: [field] } of components) {
		if (!field.label || !within(field.label, 45)) yield `the label of a field: ${field.label}`;
		if (!within(field.value, Math.min(4000, field.max_length))) yield "the value of a field";
	}
}

/** What Discord would refuse of an answer. */
export function faults_of({ status, body }) {
	const wrong = [];
	const ids = new Set();

	if (status !== 200) return [`${status} ${JSON.stringify(body)}`];
	if (![1, 4, 7, 8, 9].includes(body.type)) wrong.push(`type ${body.type}`);
	if (body.type === 8) {
		if (body.data.choices.length > 25) wrong.push("too many choices");
		for (const one of body.data.choices) if (!within(one.name, 100) || !within(one.value, 100)) wrong.push(one.name);
		return wrong;
	}
	if (body.type === 9) return [...faults_of_form(body.data)];
	if (body.type === 1) return wrong;
	if (!within(body.data.content, 2000)) wrong.push("content too long");
	if (!body.data.content) wrong.push("an empty message");
	if (body.data.components.length > 5) wrong.push("too many rows");
	if (JSON.stringify(body.data.allowed_mentions.parse) !== "[]") wrong.push("it may ping");
	for (const row of body.data.components) {
		if (row.components.length < 1 || row.components.length > 5) wrong.push("a row is empty or too long");
		for (const component of row.components) wrong.push(...faults_of_component(component, ids));
	}
	return wrong;
}

/** What was wrong with any answer; one answer of each shape that there was; the slowest, in ms. */
export const all_faults = new Set();
export const shapes = new Map();
export const slowest = { ms: 0 };

/** What an answer looks like, whatever its texts. */
function shape_of(value) {
	if (Array.isArray(value)) return `[${[...new Set(value.map(shape_of))].join()}]`;
	if (value && typeof value === "object")
		return `{${Object.entries(value).map(([name, one]) => `${name}${name === "type" || name === "style" || name === "flags" ? one : shape_of(one)}`).join()}}`;
	return typeof value;
}

/** An answer as it should be; what is wrong with it is remembered. */
export async function ask(user, type, data, more) {
	const since = performance.now();
	const answer = await post(interaction(user, type, data, more));

	slowest.ms = Math.max(slowest.ms, performance.now() - since);
	for (const fault of faults_of(answer)) all_faults.add(`${fault} (${JSON.stringify(data).slice(0, 160)})`);
	shapes.set(shape_of(answer.body), answer.body);
	return answer.body;
}

export const command = (user, name, options = {}) =>
	ask(user, 2, {
		name: "pennon",
		options: [{ type: 1, name, options: Object.entries(options).map(([name, value]) => ({ name, type: 3, value })) }],
	});

/** Discord sends the message with what was pressed in it. */
export const press = (user, custom_id, message) =>
	ask(user, 3, { custom_id, component_type: 2 }, message && { message: { content: message.data.content } });
export const choose = (user, custom_id, value) => ask(user, 3, { custom_id, component_type: 3, values: [value] });

/** Fill in a form. @param {Record<string, string>} texts by the fields' ids */
export const fill_in = (user, custom_id, texts) =>
	ask(user, 5, {
		custom_id,
		components: Object.entries(texts).map(([id, value]) => ({ type: 1, components: [{ type: 4, custom_id: id, value }] })),
	});

// ---- what is on the screen ----

export const parts = (message) => (message.data?.components ?? []).flatMap((row) => row.components ?? []);
export const menu = (message) => parts(message).find((one) => one.type === 3);
export const button = (message, letter) =>
	parts(message).find((one) => one.custom_id === letter || one.custom_id?.startsWith(`${letter}:`));
export const is_private = (message) => message.type === 7 || (message.data.flags & 64) === 64;
export const says = (message, text) => (message.data.content.includes(text) ? [] : message.data.content);
