// What must come to nothing, or to one thing only: forged, repeated, misdirected and interrupted
// interactions. What came of each is a line of a table.

import {
	all_faults, ann, api, application, ask, bert, button, carl, check, choose, command, daemon, faults_of, fill_in, interaction,
	is_private, menu, next_id, other, parts, post, press, start, stop,
} from "./discord_stand_in.mjs";

/** Case, what came of it; printed at the end. @type {[string, string][]} */
export const table = [];

/** @param {boolean|string|string[]} wrong as for check() */
function row(name, came, wrong) {
	table.push([name, check(name, wrong) ? came : `NOT: ${came}`]);
}

export async function try_rubbish() {
	const ping = { id: next_id(), application_id: application, type: 1 };
	const fresh = () => ({ ...ping, id: next_id() });
	const now = Math.floor(Date.now() / 1000);
	const games = () => interaction(ann, 2, { name: "pennon", options: [{ type: 1, name: "games" }] });

	check("a ping is answered", (await post(ping)).body.type === 1);
	check("the same again is not", (await post(ping)).status === 401);
	check("another's signature", (await post(fresh(), { with_key: other.privateKey })).status === 401);
	check("a body that was changed", (await post(fresh(), { changed: JSON.stringify(fresh()) })).status === 401);
	check("60 s early is good", (await post(fresh(), { time: now + 58 })).status === 200);
	check("62 s late is not", (await post(fresh(), { time: now - 62 })).status === 401);
	check("another application's", (await post({ ...fresh(), application_id: "5" })).status === 401);
	check("no JSON, but signed", (await post(null, { text: "{" })).status === 400);
	check("no interaction, but signed", (await post(null, { text: "{\"type\":1}" })).status === 400);
	const elsewhere = await post({ ...games(), guild_id: "77" });
	check("another server is told so, to the asker alone", elsewhere.status === 200 && is_private(elsewhere.body));
	for (const data of [{ name: "other" }, { name: "pennon" }, { custom_id: "" }, { custom_id: "zz:1" },
		{ custom_id: `d:${"0".repeat(36)}:1:0.0` }, { custom_id: "u:no-game" }, { custom_id: ":".repeat(100) }])
		for (const type of [2, 3, 5, 99]) {
			const answer = await post(interaction(ann, type, data));
			check(`${type} ${JSON.stringify(data)}`, faults_of(answer).length === 0 && is_private(answer.body) ? [] : JSON.stringify(answer));
		}
}

/** Twice the same button, a stale menu, another's button. */
export async function try_twice() {
	const made = await command(ann, "new", { scenario: "first-charge" });
	const begun = await press(bert, button(made, "j").custom_id);
	const orders = button(begun, "o").custom_id;
	const game = orders.split(":")[1];
	const users = [ann, bert];
	let message, user;

	for (user of users) {
		message = await press(user, orders);
		if (menu(message)) break;
	}
	let list = menu(message);
	const first = list;
	while (!button(message, "d")) message = await choose(user, menu(message).custom_id, menu(message).options[0].value);
	const go = button(message, "d").custom_id;
	const seq = async () => (await api("GET", `games/${game}/events?limit=500`)).events.length;
	check("another's button is refused to who has no seat", is_private(await press(carl, go)));
	const before = await seq();
	const [one, two] = await Promise.all([press(user, go), press(user, go)]);
	const after = await seq();
	const again = await press(user, go);
	check("pressed twice, done once", (await seq()) === after && one.data.content.length > 0 && two.data.content.length > 0);
	check("pressed again, the same answer", again.data.content.split("\n")[0] === one.data.content.split("\n")[0]
		|| again.data.content.split("\n")[0] === two.data.content.split("\n")[0]);
	check("something was done", after >= before);
	const stale = await choose(user, first.custom_id, first.options[0].value);
	check("a stale menu is shown anew, and says so", /moved on|weiter/.test(stale.data.content));
	check("by hand, what is no command is told where", /`/.test((await fill_in(user, `s:${game}:0`, { text: "{\"type\":\"fly\"}" })).data.content));
	const log = await command(user, "log", { game });
	check("the log is for one's own eyes", is_private(log) && log.data.content.length > 20);
	const table = await command(carl, "table", { game });
	check("the table is for all", !is_private(table) && button(table, "o") !== undefined);
	const page = await command(user, "open", { game });
	check("the page is opened by a link of one's own", is_private(page) && page.data.content.includes(`#join=${game}.`));
	check("nobody else gets one", !(await command(carl, "open", { game })).data.content.includes("#join"));
	const rule = await command(bert, "rule", { clause: "b2-24" });
	check("a clause by its number", rule.data.content.includes("battlesystem-2e"));
	const typed = await ask(ann, 4, { name: "pennon", options: [{ type: 1, name: "new",
		options: [{ name: "scenario", type: 3, value: "conquest", focused: true }] }] });
	check("scenarios are completed", typed.data.choices.length > 1 && typed.data.choices.every((one) => /conquest/.test(one.name)));
	check("names ping nobody", begun.data.content.includes("Ann \\@everyone"));
}

// ---- the table ----

/** A game of Ann and Bert in which `user` has a choice before them: the button that does it. */
async function chosen() {
	const begun = await press(bert, button(await command(ann, "new", { scenario: "first-charge" }), "j").custom_id);
	const orders = button(begun, "o").custom_id;
	const game = orders.split(":")[1];

	for (const user of [ann, bert]) {
		let message = await press(user, orders);
		const first = menu(message);
		while (menu(message) && !button(message, "d")) message = await choose(user, menu(message).custom_id, menu(message).options[0].value);
		if (button(message, "d")) return { user, game, orders, first, go: button(message, "d").custom_id, rival: user === ann ? bert : ann };
	}
	throw new Error("nobody has anything to do");
}

const events_of = async (game) => (await api("GET", `games/${game}/events?limit=500`)).events.map((one) => JSON.stringify(one));

async function is_refused(name, body, more) {
	const { status } = await post(body, more);
	row(name, `${status}, nothing is done`, status === 401 ? [] : `${status}`);
}

async function try_forged() {
	const one = await chosen();
	const was = await events_of(one.game);
	const fresh = () => interaction(one.user, 3, { custom_id: one.go, component_type: 2 });
	const body = fresh();
	const bytes = JSON.stringify(body);
	const now = Math.floor(Date.now() / 1000);

	await is_refused("forged: another's key", fresh(), { with_key: other.privateKey });
	await is_refused("forged: no signature", fresh(), { unsigned: true });
	await is_refused("changed after it was signed", fresh(), { changed: bytes.replace(one.user.id, one.rival.id) });
	await is_refused("truncated", fresh(), { changed: bytes.slice(0, -20) });
	await is_refused("a minute late", fresh(), { time: now - 62 });
	await is_refused("a minute early", fresh(), { time: now + 63 });
	await is_refused("another application's", { ...fresh(), application_id: "5" });
	const elsewhere = await post({ ...fresh(), guild_id: "77" });
	row("another server's", "told so, to the presser alone", elsewhere.status === 200 && is_private(elsewhere.body));
	const nowhere = await post({ ...fresh(), guild_id: undefined });
	row("a private message to the application", "told so, to the presser alone", is_private(nowhere.body));
	const stranger = await press(carl, one.go);
	row("another's button, pressed by a stranger", "no seat, told to them alone", is_private(stranger) && /no seat/.test(stranger.data.content));
	for (const id of [one.go.replace(/:\d+:/, ":99999:"), `${one.go}:9=1;1`, one.go.replace(/[^:]+$/, "999.9"), `d:${one.game}`]) {
		const answer = await post(interaction(one.user, 3, { custom_id: id, component_type: 2 }));
		for (const fault of faults_of(answer)) all_faults.add(`${id}: ${fault}`);
	}
	row("made-up ids of buttons", "the menu, anew", JSON.stringify(await events_of(one.game)) === JSON.stringify(was));
	const done = await post(body);
	row("the true one", "done", done.status === 200 && (await events_of(one.game)).length > was.length);
	await is_refused("replayed, byte for byte", body);
}

/** However often it is pressed, by two or by twenty at once. */
async function try_clicks() {
	for (const clicks of [2, 20]) {
		const one = await chosen();
		const [first] = await Promise.all(Array.from({ length: clicks }, () => press(one.user, one.go)));
		const once = await events_of(one.game);
		await press(one.user, one.go);
		const same = JSON.stringify(await events_of(one.game)) === JSON.stringify(once);
		const news = once.map((line) => JSON.parse(line)).filter((event) => event.by);
		row(`${clicks} clicks at once, and one later`, "done once, answered alike", same && first.data.content.length > 0 && news.length > 0);
		const stale = await choose(one.user, one.first.custom_id, one.first.options[0].value);
		row(`a stale menu (${clicks})`, "renewed, with a word", /moved on|weiter/.test(stale.data.content));
	}
}

/** The daemon is killed at each moment around a press; the user presses again. */
async function try_restarts() {
	const came = { before: 0, after: 0 };

	for (const wait of [0, 1, 2, 4, 8, 30]) {
		const one = await chosen();
		const was = await events_of(one.game);
		const pressed = press(one.user, one.go).catch(() => null);
		await new Promise((done) => setTimeout(done, wait));
		await stop("SIGKILL");
		const answer = await pressed;
		await start(daemon.folder);
		const found = await events_of(one.game);
		const again = await press(one.user, one.go);
		const now = await events_of(one.game);
		came[found.length > was.length ? "after" : "before"]++;
		if (found.length > was.length && JSON.stringify(now) !== JSON.stringify(found)) all_faults.add("done twice over a restart");
		if (now.length === was.length) all_faults.add("lost over a restart");
		if (answer && found.length === was.length) all_faults.add("answered, and lost");
		if (!again.data.content) all_faults.add("no answer after a restart");
	}
	row("killed in the middle of a press, then pressed again", `done once: ${came.after} times before the end, ${came.before} times after it`, came.before + came.after === 6);
	const one = await chosen();
	await stop();
	const down = await post(interaction(one.user, 3, { custom_id: one.go, component_type: 2 })).catch(() => null);
	await start(daemon.folder);
	row("pressed while nobody answers", "nothing; pressed again, done", down === null && !/no seat/.test((await press(one.user, one.go)).data.content));
}

export async function try_table() {
	await try_forged();
	await try_clicks();
	await try_restarts();
	const form = await fill_in(ann, "m", { text: "" });
	row("an empty form", "told so", is_private(form));
}
