// @ts-check
// The addresses of /v1, one function an operationId; api_later.js has those that the first board does
// without. A failed request throws a Problem; nothing is ever sent again behind the player's back.

const base = new URL("v1/", document.baseURI);
const silence_ms = 45_000; // the server says something every 15 s, or the line is dead
const answer_ms = 20_000;

/** What went wrong, as the server says it (RFC 9457), or "network" when it said nothing. */
export class Problem extends Error {
	constructor(status, body) {
		super(body.detail ?? body.title ?? body.code);
		this.status = status;
		this.code = body.code;
		this.detail = body.detail;
		this.clause = body.clause;
		this.body = body;
	}
}

/** A fresh UUID: crypto.randomUUID is missing where the page came by plain http. */
export function new_key() {
	const bytes = crypto.getRandomValues(new Uint8Array(16));

	bytes[6] = (bytes[6] & 0x0f) | 0x40;
	bytes[8] = (bytes[8] & 0x3f) | 0x80;
	const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
	return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

let language = "";
let scenarios = null; // they are the same while the server runs, in one language

/** Ask for labels and reasons in this language from now on. */
export function speak(id) {
	language = id;
	scenarios = null;
}

async function problem_of(response) {
	const body = await response.json().catch(() => ({}));

	return new Problem(response.status, { code: "busy", ...body });
}

/**
 * @param {string} path
 * @param {{method?: string, token?: string|null, body?: any, key?: string, headers?: any,
 *          as?: "json"|"text"|"blob"}} [options]
 */
export async function ask(path, options = {}) {
	const headers = {
		accept: "application/json, application/problem+json",
		...options.headers,
	};
	let response;

	if (language)
		headers["accept-language"] = language;
	if (options.token)
		headers.authorization = `Bearer ${options.token}`;
	if (options.key)
		headers["idempotency-key"] = options.key;
	if (options.body !== undefined)
		headers["content-type"] = "application/json";
	try {
		response = await fetch(new URL(path, base), {
			method: options.method ?? "GET",
			headers,
			cache: "no-store",
			credentials: "omit",
			body: options.body === undefined ? undefined : JSON.stringify(options.body),
			signal: AbortSignal.timeout(answer_ms),
		});
		if (response.status === 304)
			return null;
		if (response.ok)
			return await response[options.as ?? "json"]();
	} catch (reason) {
		throw new Problem(0, { code: "network", detail: String(reason) });
	}
	throw await problem_of(response);
}

export const of_game = (game, rest = "") => `games/${encodeURIComponent(game)}${rest}`;

/** @type {(id: string) => Promise<Ruleset>} */
export const getRuleset = (id) => ask(`rulesets/${encodeURIComponent(id)}`);

/** @type {() => Promise<Rulesets>} */
export const listRulesets = () => ask("rulesets");
/** @type {() => Promise<Scenarios>} */
export const listScenarios = () =>
	(scenarios ??= ask("scenarios").catch((problem) => {
		scenarios = null;
		throw problem;
	}));
/** @type {(id: string) => Promise<Scenario>} */
export const getScenario = (id) => ask(`scenarios/${encodeURIComponent(id)}`);
export const createPlayer = (name, key) => ask("players", { method: "POST", body: { name }, key });
export const getMe = (token) => ask("me", { token });
/** @type {(token: string) => Promise<MyGames>} */
export const listMyGames = (token) => ask("me/games?limit=50", { token });
/** @type {(status: string) => Promise<Games>} */
export const listGames = (status) => ask(`games?status=${status}&limit=20`);
/** @type {(body: CreateGame, key: string, token?: string|null) => Promise<Created>} */
export const createGame = (body, key, token) =>
	ask("games", { method: "POST", body, key, token });
/** @type {(game: string, body: JoinGame, key: string, token?: string|null) => Promise<Joined>} */
export const joinGame = (game, body, key, token) =>
	ask(of_game(game, "/seats"), { method: "POST", body, key, token });
/** @type {(game: string, token?: string|null) => Promise<Game>} */
export const getGame = (game, token) => ask(of_game(game), { token });
/**
 * @type {(game: string, token: string|null, body: Command, key: string, version?: number) =>
 *  Promise<Acted>}
 */
export const act = (game, token, body, key, version) =>
	ask(of_game(game, "/actions"), {
		method: "POST",
		token,
		body,
		key,
		headers: version === undefined ? {} : { "if-match": String(version) },
	});
/** @type {(game: string, token: string|null) => Promise<Actions>} */
export const listActions = (game, token) => ask(of_game(game, "/actions"), { token });
/** @type {(game: string, token: string|null, body: Command) => Promise<Preview>} */
export const previewAction = (game, token, body) =>
	ask(of_game(game, "/preview"), { method: "POST", token, body });
/** @type {(game: string, token: string|null, after: number) => Promise<Events>} */
export const listEvents = (game, token, after) =>
	ask(of_game(game, `/events?after=${after}&limit=500`), { token });
export const getServer = () => ask("server");
/** The text of a record, JSON Lines. */
export const getRecord = (game, token) =>
	ask(of_game(game, "/record"), {
		token,
		as: "text",
		headers: { accept: "application/jsonl, application/x-ndjson, */*" },
	});

/** The catalogue of words; not part of /v1. */
export async function get_words(language) {
	const response = await fetch(new URL(`words/${language}.json`, document.baseURI));

	if (!response.ok)
		throw await problem_of(response);
	return response.json();
}

/**
 * Cut a stream of server-sent events into messages.
 * @param {(message: {id: string, event: string, data: string}) => void} deliver
 */
export function event_parser(deliver) {
	let rest = "";
	let message = { id: "", event: "message", data: "" };

	function line(text) {
		if (text === "") {
			if (message.data !== "" || message.event !== "message")
				deliver({ ...message, data: message.data.replace(/\n$/, "") });
			message = { id: message.id, event: "message", data: "" };
			return;
		}
		const colon = text.indexOf(":");
		const field = colon < 0 ? text : text.slice(0, colon);
		const value = colon < 0 ? "" : text.slice(colon + 1).replace(/^ /, "");
		if (field === "data")
			message.data += `${value}\n`;
		else if (field === "event" || field === "id")
			message[field] = value;
	}

	return (text) => {
		const lines = (rest + text).split("\n");
		rest = lines.pop() ?? "";
		for (const one of lines)
			line(one.replace(/\r$/, ""));
	};
}

/** Read a stream until it ends or is stopped; a silent one is stopped. */
async function read_stream(path, token, tell, stop, begun) {
	const headers = { accept: "text/event-stream" };
	const seen = tell.seen();
	let timer = setTimeout(() => stop.abort(), silence_ms);

	if (seen !== undefined)
		headers["last-event-id"] = seen;
	if (token)
		headers["authorization"] = `Bearer ${token}`;
	try {
		const response = await fetch(new URL(path, base), {
			headers,
			cache: "no-store",
			credentials: "omit",
			signal: stop.signal,
		});
		if (!response.ok || !response.body)
			throw await problem_of(response);
		begun();
		tell.link("live");
		const take = event_parser(tell.take);
		const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
		for (;;) {
			const { value, done } = await reader.read();
			if (done)
				return;
			clearTimeout(timer);
			timer = setTimeout(() => stop.abort(), silence_ms);
			take(value);
		}
	} finally {
		clearTimeout(timer);
	}
}

/**
 * Follow a stream for as long as the page shows what it tells of. Connects again by itself, a
 * little later each time, and asks only for what it has not seen.
 *
 * @param {string} path
 * @param {string|null} token
 * @param {{seen: () => string|undefined, take: (message: any) => void,
 *          lost: (problem: Problem) => void,
 *          link: (state: "connecting"|"live"|"cut") => void}} tell
 * @returns {{close: () => void, hurry: () => void}}
 */
function follow_stream(path, token, tell) {
	let closed = false;
	let failures = 0;
	let stop = new AbortController();
	let wake = () => {};

	async function follow() {
		while (!closed) {
			stop = new AbortController();
			try {
				await read_stream(path, token, tell, stop, () => (failures = 0));
			} catch (reason) {
				if (
					reason instanceof Problem &&
					reason.status >= 400 &&
					reason.status < 429
				) {
					tell.lost(reason);
					return;
				}
			}
			if (closed)
				return;
			// The server ends a stream now and then: only what fails twice is a cut.
			tell.link(failures++ === 0 && navigator.onLine ? "connecting" : "cut");
			const pause = Math.min(15_000, 400 * 2 ** Math.min(failures - 1, 6));
			await new Promise((resolve) => {
				wake = () => resolve(undefined);
				setTimeout(resolve, pause * (0.75 + Math.random() / 2));
			});
		}
	}

	function hurry() {
		failures = Math.max(failures, 1);
		stop.abort();
		wake();
	}

	addEventListener("online", hurry);
	addEventListener("offline", hurry);
	follow();
	return {
		hurry,
		close() {
			closed = true;
			removeEventListener("online", hurry);
			removeEventListener("offline", hurry);
			stop.abort();
			wake();
		},
	};
}

/**
 * Follow a game.
 *
 * @param {string} game
 * @param {string|null} token
 * @param {number} after   the last event seen
 * @param {{event: (line: any) => void, reset: () => void, lost: (problem: Problem) => void,
 *          link: (state: "connecting"|"live"|"cut") => void}} tell
 */
export function streamEvents(game, token, after, tell) {
	let last = String(after);

	return follow_stream(of_game(game, "/stream"), token, {
		...tell,
		seen: () => last,
		take(message) {
			if (message.event === "reset") {
				last = message.id || last;
				tell.reset();
				return;
			}
			const line = message.data === "" ? {} : JSON.parse(message.data);
			if (typeof line.seq === "number" && line.type !== undefined) {
				last = message.id || last;
				tell.event(line);
			}
		},
	});
}

/** Follow all games of a player: `changed` is called when something happened in one of them. */
export function streamMine(token, changed) {
	let last;

	return follow_stream("stream", token, {
		seen: () => last,
		take(message) {
			last = message.id || last;
			changed();
		},
		lost: () => {},
		link: () => {},
	});
}
