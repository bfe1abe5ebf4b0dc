// @ts-check
// Tell me by mail, by this browser or in a channel of Discord's, when a game waits. It offers what the server can do, and a
// browser is asked for its permission when somebody touches the button that says what for, and only
// once it has been their turn.

import { ask, listMyGames, new_key } from "./api.js";
import { fill, make } from "./dom.js";
import { start_button } from "./seating.js";
import { language, words } from "./words.js";

const kinds = ["turn", "reaction", "clock", "message", "joined", "ended"];
const night = { from: 22, until: 7 };
const channel_form = "https://discord\\.com/api/webhooks/[0-9]+/[A-Za-z0-9_\\-]+";

/** A place has one id: named again, it is told once, and as it was said last. Without TLS a browser makes no hash. */
async function id_of(url) {
	if (!globalThis.crypto?.subtle)
		return new_key();
	const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(url)));
	const hex = Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");

	// A UUID of version 8 (RFC 9562).
	return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const list_hooks = (token) => ask("me/hooks", { token });
const put_hook = async (token, hook) =>
	ask(`me/hooks/${await id_of(hook.url)}`, { method: "PUT", token, body: hook });
const delete_hook = (token, hook) => ask(`me/hooks/${hook}`, { method: "DELETE", token });
const try_hook = (token, hook) => ask(`me/hooks/${hook}/test`, { method: "POST", token, key: new_key() });

/** An hour of this place's day, as UTC says it today: "21:00". */
const utc = (hour) => new Date(new Date().setHours(hour, 0)).toISOString().slice(11, 16);

/** ... and back, as this place's clock has it now: "22:00". */
function local(time) {
	const [hour, minute] = time.split(":").map(Number);
	const date = new Date();

	date.setUTCHours(hour, minute);
	return `${date.getHours()}:${String(date.getMinutes()).padStart(2, "0")}`;
}

const quiet_words = ({ from, until }) => words("ui.told.quiet", { from: local(from), until: local(until) });

/** Has it ever been one's turn? After the first turn of a game it has. @param {{token: string}} own */
async function had_turn(own) {
	const { games } = await listMyGames(own.token);

	return games.some(({ your_turn, status, turn }) => your_turn || status === "finished" || turn > 1);
}

/** How one is told, when not, and how that fares. */
function hook_words({ format, host, state, quiet }) {
	const by = {
		mail: () => words("ui.told.mail", { host }),
		push: () => words("ui.told.push"),
		standard: () => words("ui.told.hook", { host }),
		discord: () => words("ui.told.discord"),
	};
	const fares = {
		good: "",
		failing: words("ui.told.failing"),
		off: words("ui.told.off"),
		unconfirmed: words("ui.told.unconfirmed"),
	};

	const how = [by[format](), fares[state]].filter(Boolean).join(": ");

	return quiet ? `${how}; ${quiet_words(quiet)}` : how;
}

function hook_line(own, hook, refresh) {
	const drop = start_button("ui.told_drop", async () => {
		await delete_hook(own.token, hook.hook);
		await refresh();
	});

	const tried = make("span", { class: "small", role: "status" });
	const attempt = start_button("ui.told_try", async () => {
		tried.textContent = "";
		await try_hook(own.token, hook.hook);
		tried.textContent = words("ui.told.tried");
	});
	const may_try = ["good", "failing"].includes(hook.state);

	for (const [button] of [drop, attempt])
		button.classList.replace("primary", "quiet");
	return make("li", null, make("span", null, hook_words(hook)), ...(may_try ? [...attempt, tried] : []), ...drop);
}

/** What this browser is reached by. It asks for permission; without it there is an error. */
async function subscribe(push_key) {
	const worker = await navigator.serviceWorker.register("service_worker.js");

	if ((await Notification.requestPermission()) !== "granted")
		throw new Error("no permission");
	await navigator.serviceWorker.ready;
	const { endpoint, keys } = (
		await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: push_key })
	).toJSON();

	return { format: "push", url: endpoint, keys };
}

const can_push = () => "serviceWorker" in navigator && "PushManager" in globalThis;

/** @param {{token: string}} own @param {string} push_key @param {(hook: any) => Promise<void>} tell */
function push_part(own, push_key, tell) {
	const refused = make("p", { class: "small", role: "status" });
	const by_browser = start_button("ui.told_push", async () => {
		const hook = await subscribe(push_key).catch(() => null);

		refused.textContent = hook ? "" : words("ui.told.refused");
		if (hook)
			await tell(hook);
	});

	return [make("p", { class: "small" }, words("ui.told.push_why")), ...by_browser, refused];
}

/** Nothing at night, if one likes: in words what becomes of that when the clocks change. */
const night_part = (quiet) => [
	make("p", { class: "bound" }, quiet, make("label", { for: "told-night" }, words("ui.told.night"))),
	make("p", { class: "small" }, words("ui.told.clocks")),
];

/** A button that hands on what is typed, and says what is wanted when that is nothing of the kind. */
function typed_button(key, input, wanted, take) {
	const parts = start_button(key, async () => {
		const is_good = input.checkValidity();

		parts[1].textContent = is_good ? "" : words(wanted);
		if (!is_good)
			return input.focus();
		await take(input.value);
		input.value = "";
	});

	return parts;
}

/** @param {(hook: any) => Promise<void>} tell */
function mail_part(tell) {
	const input = make("input", {
		id: "told-mail",
		type: "email",
		required: true,
		maxlength: 254,
		autocomplete: "email",
	});

	return [
		make("p", { class: "bound" }, make("label", { for: "told-mail" }, words("ui.told.address")), input),
		typed_button("ui.told_mail", input, "ui.told.no_address", (address) =>
			tell({ format: "mail", url: `mailto:${address}` }),
		),
	].flat();
}

/** A channel is told what anybody may see, whoever names it. @param {(hook: any) => Promise<void>} tell */
function channel_part(tell) {
	const input = make("input", {
		id: "told-channel",
		type: "url",
		required: true,
		pattern: channel_form,
		maxlength: 512,
		autocomplete: "off",
	});
	const edits = make("input", { type: "checkbox", id: "told-edits" });

	return [
		make("p", { class: "small" }, words("ui.told.channel_why")),
		make("p", { class: "bound" }, make("label", { for: "told-channel" }, words("ui.told.channel")), input),
		make("label", { class: "check", for: "told-edits" }, edits, make("span", null, words("ui.told.edits"))),
		typed_button("ui.told_channel", input, "ui.told.no_channel", (url) =>
			tell({ format: "discord", url, ...(edits.checked ? { edits: true, kinds: undefined } : {}) }),
		),
	].flat();
}

/** The part of the account that says how one is told. @param {{token: string}} own */
export async function told_part(own) {
	const { notices } = await ask("server");
	const list = make("ul", { class: "games", "aria-label": words("ui.told") });
	const quiet = make("input", { type: "checkbox", id: "told-night", checked: true });
	const refresh = async () => {
		const { hooks } = await list_hooks(own.token);
		fill(list, ...hooks.map((hook) => hook_line(own, hook, refresh)));
	};
	const tell = async (hook) => {
		const hours = quiet.checked ? { quiet: { from: utc(night.from), until: utc(night.until) } } : {};

		await put_hook(own.token, { kinds, ...hook, ...hours, language: language() });
		await refresh();
	};
	const by_mail = notices.formats.includes("mail");
	const by_channel = notices.formats.includes("discord");
	const by_push = notices.push_key && can_push();
	const may_ask = by_push && (await had_turn(own));

	await refresh();
	if (!by_mail && !by_push && !by_channel && !list.children.length)
		return null;
	return make(
		"div",
		{ class: "part" },
		make("p", { class: "small" }, words("ui.told.text")),
		list,
		by_mail || may_ask || by_channel ? night_part(quiet) : null,
		may_ask ? push_part(own, notices.push_key, tell) : null,
		by_push && !may_ask ? make("p", { class: "small" }, words("ui.told.push_later")) : null,
		by_mail ? mail_part(tell) : null,
		by_channel ? channel_part(tell) : null,
	);
}
