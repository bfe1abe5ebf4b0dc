// What lies beside the orders: an invitation from the page, plans, offers, resigning, checking; who is
// who; and what is registered.

import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { over } from "./discord_games.mjs";
import { faults_of_commands } from "./discord_types.mjs";
import {
	ann, api, bert, build, button, carl, check, choose, command, fill_in, is_private, menu, parts, press, says, within,
} from "./discord_stand_in.mjs";

/** What lies beside the orders: an invitation from the page, plans, offers, resigning, checking. */
export async function try_beside() {
	const { game, invitation } = await api("POST", "games", null, { side: "red", scenario: "first-charge" });
	const found = (message, text) => message.data.content.includes(text);

	check("no invitation is told", is_private(await command(bert, "join", { invitation: "https://elsewhere.example/" })));
	check("a false code is refused", is_private(await command(bert, "join", { invitation: `${invitation.link.slice(0, -4)}AAAA` })));
	const seated = await command(bert, "join", { invitation: `${invitation.link} ` });
	check("an invitation from the page is taken", button(seated, "o")?.custom_id === `o:${game.id}` ? [] : JSON.stringify(seated));

	const before = await command(bert, "plan", { game: game.id });
	check("nothing is written ahead at first", is_private(before) && button(before, "p") && !button(before, "w") ? [] : JSON.stringify(before));
	check("nobody else has a plan there", !button(await command(carl, "plan", { game: game.id }), "p"));
	const form = await press(bert, button(before, "p").custom_id);
	check("it is written in a form", form.type === 9);
	const write = (text) => fill_in(bert, form.data.custom_id, { text });
	check("what is no plan is told where", /`/.test((await write("{\"commands\":3}")).data.content));
	const foreign = await write("{\"commands\":[{\"do\":{\"type\":\"charge\",\"unit\":\"r1\"}}]}");
	check("what can never be lawful is told where", found(foreign, "nicht deine") && found(foreign, "`/commands/0/do/unit`") && !button(foreign, "w") ? [] : JSON.stringify(foreign));
	// Of a turn that is far: it stands until then.
	const written = await write("{\"commands\":[{\"do\":{\"type\":\"pass\"},\"turn\":3}]}");
	check("a plan stands", found(written, "pass") && button(written, "w") ? [] : JSON.stringify(written));
	check("the public's table tells nothing of it", !found(await command(carl, "table", { game: game.id }), "pass"));
	const withdrawn = await press(bert, button(written, "w").custom_id);
	check("it is withdrawn", button(withdrawn, "p") && !button(withdrawn, "w") ? [] : JSON.stringify(withdrawn));

	const offers = await command(bert, "offer", { game: game.id });
	check("what may be offered is listed, without resigning",
		is_private(offers) && menu(offers).options.some((one) => /Remis/.test(one.label)) && !menu(offers).options.some((one) => /aufgeben/i.test(one.label))
			? [] : JSON.stringify(offers));
	const [draw, result] = [/Remis/, /gewinn/].map((words) => menu(offers).options.filter((one) => words.test(one.label)));
	check("a result is offered for either side", result.length > 1 ? [] : JSON.stringify(menu(offers).options));
	const sought = await choose(bert, menu(offers).custom_id, draw[0].value);
	check("what is offered is asked about before", button(sought, "d") ? [] : JSON.stringify(sought));
	const orders = await press(bert, `o:${game.id}`);
	const side = menu(orders)?.options.find((one) => one.value === "-");
	if (side) check("resigning is not among the orders",
		!menu(await choose(bert, menu(orders).custom_id, "-")).options.some((one) => /aufgeben/i.test(one.label)));
	check("a game that goes on is not checked", !found(await command(bert, "verify", { game: game.id }), "record"));
	const sure = await command(bert, "resign", { game: game.id });
	check("resigning is asked about once more", is_private(sure) && parts(sure).some((one) => one.style === 4));
	check("and done", over(await press(bert, button(sure, "d").custom_id)));
	check("then it can be checked", found(await command(bert, "verify", { game: game.id }), `/v1/games/${game.id}/record`));
	const rules = await command(carl, "rule", { clause: "flank charge" });
	check("clauses by words, from several books", (rules.data.content.match(/\*\*[A-Z0-9]+-\d+\*\*/g) ?? []).length > 3 ? [] : rules.data.content);
	check("no clause has this", is_private(await command(carl, "rule", { clause: "zeppelin" })));
}

/** The way through the menus to the first thing whose label fits, and doing it: the message then. */
async function do_first(user, message, label) {
	for (let steps = 0; steps < 4 && !button(message, "d"); steps++) {
		const options = menu(message)?.options ?? [];
		const found = options.find((one) => label.test(one.label)) ?? options.find((one) => one.value === "-");
		if (!found) return message;
		message = await choose(user, menu(message).custom_id, found.value);
	}
	return button(message, "d") ? press(user, button(message, "d").custom_id) : message;
}

/** An umpire comes, is agreed on, rules for one side and steps down, by commands and menus alone. */
export async function try_umpire() {
	const made = await command(ann, "new", { scenario: "first-charge" });
	const begun = await press(bert, button(made, "j").custom_id);
	const game = button(begun, "o").custom_id.split(":")[1];
	const orders = (user) => press(user, `o:${game}`);
	const state = async () => api("GET", `games/${game}`);

	check("who has no seat brings no umpire", !(await command(carl, "umpire", { game })).data.content.includes("#join"));
	const shown = await command(ann, "umpire", { game });
	const link = /\S+#join=\S+/.exec(shown.data.content)?.[0] ?? "";
	check("a link for the umpire, for one's own eyes", is_private(shown) && link ? [] : JSON.stringify(shown));
	const taken = await command(carl, "join", { invitation: link });
	check("it is taken", (await state()).umpire === "seated" ? [] : JSON.stringify(taken));
	check("before they are agreed on they have nothing to say", !menu(await orders(carl)));
	await do_first(ann, await command(ann, "offer", { game }), /umpire/i);
	await do_first(bert, await orders(bert), /annehmen|Schiedsrichter/i);
	check("both sides agree on them", (await state()).umpire === "agreed" ? [] : JSON.stringify(await state()));
	await do_first(ann, await command(ann, "offer", { game }), /ask.*(draw|rule)/i);
	check("nobody else answers what they are asked", !menu(await orders(bert))?.options.some((one) => /Entscheid/.test(one.label)));
	const asked = await orders(carl);
	check("the umpire is told that they are asked", is_private(asked) && menu(asked) ? says(asked, "umpire") : JSON.stringify(asked));
	check("and may rule for either side", menu(asked)?.options.length >= 2 ? [] : JSON.stringify(menu(asked)));
	const stale = menu(asked);
	const ruled = await do_first(carl, asked, /rule for|against|deny/i);
	const events = (await api("GET", `games/${game}/events?limit=500`)).events;
	check("what they say is done", events.some((one) => one.by === "umpire") ? [] : JSON.stringify([ruled, events.at(-1)]).slice(0, 900));
	if (!over(ruled)) check("their stale menu is shown anew", /moved on|over/.test((await choose(carl, stale.custom_id, stale.options[0].value)).data.content));
	check("their games say what they are", menu(await command(carl, "games")).options.some((one) => one.value === game && !/undefined/.test(one.label)));
	check("they open the page as themselves", (await command(carl, "open", { game })).data.content.includes("#join="));
}

/** A Discord user who has a player on the page becomes that one, and is themselves again. */
export async function try_links() {
	const dora = { id: "2100000000000000004", global_name: "Dora *", locale: "de" };
	const { token } = await api("POST", "players", "", { name: "Dorothea" });
	const type = (code) => fill_in(dora, "m", { text: code });
	const named = (message) => message.data.content.includes("**Dorothea**");

	const before = await command(dora, "settings");
	check("who one is, for one's own eyes", is_private(before) && button(before, "k") ? [] : JSON.stringify(before));
	check("the code is typed into a form", (await press(dora, "k")).type === 9);
	check("a code that never was", says(await type("BCDF-GHJK"), "Code"));
	const { code } = await api("POST", "me/links", token);
	const shared = await api("POST", "games", token, { side: "red", scenario: "first-charge" });
	await command(dora, "join", { invitation: shared.invitation.link });
	check("who sit in one game are two", says(await type(code), "im selben Spiel"));

	const emil = { id: "2100000000000000005", global_name: "Emil", locale: "de" };
	const theirs = await api("POST", "games", token, { side: "red", scenario: "first-charge" });
	const made = await command(emil, "new", { scenario: "first-charge" });
	const own = button(made, "j").custom_id.split(":")[1];
	await press(bert, button(made, "j").custom_id);
	const typed = (text) => fill_in(emil, "m", { text });
	const joined = await typed((await api("POST", "me/links", token)).code.toLowerCase().replace("-", " "));
	check("joined", named(joined) ? [] : JSON.stringify(joined));
	const games = menu(await command(emil, "games")).options.map((one) => one.value);
	check("they have both one's games", games.includes(theirs.game.id) && games.includes(own) ? [] : games);
	check("they still play the one", parts(await command(emil, "resign", { game: own })).some((one) => one.style === 4));
	check("and the other", (await command(emil, "open", { game: theirs.game.id })).data.content.includes("#join="));
	const taken = await command(emil, "join", { invitation: theirs.invitation.link });
	check("they take no seat against themselves", is_private(taken) ? [] : JSON.stringify(taken));
	const { links, offered } = await api("GET", "me/links", token);
	check("the page knows who", offered && links.length === 1 && links[0].name === "Emil" ? [] : JSON.stringify(links));
	check("it is no token to look at", (await api("GET", "me/tokens", token)).tokens.length === 1);
	check("once is enough", (await press(emil, "k")).type !== 9);
	check("undone", (await api("DELETE", `me/links/${links[0].id}`, token)).id === links[0].id);
	check("then they are themselves", !named(await command(emil, "settings")));
	check("without the other's games", !menu(await command(emil, "games")).options.some((one) => one.value === theirs.game.id));
}

/** How one is told in the channel: whether one is mentioned, in which language, when it is quiet. */
export async function try_told() {
	const fred = { id: "2100000000000000007", global_name: "Fred", locale: "de" };
	const { token } = await api("POST", "players", "", { name: "Frederik" });
	const { code } = await api("POST", "me/links", token);
	await fill_in(fred, "m", { text: code });
	check("who is told nowhere is told so", !button(await command(fred, "settings"), "e"));
	await api("PUT", `me/hooks/${crypto.randomUUID()}`, token, { format: "discord", url: "https://discord.com/api/webhooks/123456789012345678/abcdefghijklmnopqrstuvwxyz" });
	const hook = async () => (await api("GET", "me/hooks", token)).hooks[0];
	const settings = await command(fred, "settings");
	check("how one is told can be changed", button(settings, "e") ? [] : JSON.stringify(settings));
	const form = await press(fred, "e");
	check("in a form", form.data.title === "Wie ich es erfahre" && form.data.components.length === 3);
	for (const wrong of [{ named: "vielleicht" }, { language: "fr" }, { quiet: "25:00-26:00" }, { quiet: "nachts" }])
		check(`${JSON.stringify(wrong)} is told so`, says(await fill_in(fred, "h", wrong), "nichts"));
	await fill_in(fred, "h", { named: "ja", language: "de", quiet: "22:30-07:00" });
	const now = await hook();
	check("as it was typed", now?.quiet?.from === "22:30" && now.quiet.until === "07:00" ? [] : JSON.stringify(now));
	const again = await press(fred, "e");
	check("and shown so", JSON.stringify(again.data.components.map(({ components: [one] }) => one.value)) === JSON.stringify(["ja", "de", "22:30-07:00"]) ? [] : JSON.stringify(again));
	await fill_in(fred, "h", { named: "nein", language: "en", quiet: "-" });
	check("and undone", (await hook()).quiet === undefined);
}

/** What is registered: names and descriptions within the limits, each subcommand one that is answered. */
export async function try_commands() {
	const [pennon] = JSON.parse(execFileSync(join(build, "pennond"), ["--print-discord-commands"]).toString());
	const wrong = [];
	const look = (one) => {
		for (const name of [one.name, ...Object.values(one.name_localizations ?? {})])
			if (!/^[-_\p{L}\p{N}]{1,32}$/u.test(name) || name !== name.toLowerCase()) wrong.push(name);
		for (const text of [one.description, ...Object.values(one.description_localizations ?? {})])
			if (!text || !within(text, 100)) wrong.push(text);
		if ((one.options ?? []).length > 25) wrong.push(`${one.name}: too many options`);
		(one.options ?? []).forEach(look);
	};

	look(pennon);
	for (const { name } of pennon.options) {
		const answer = await command(carl, name);
		if (/does not know|kennt/.test(answer.data.content)) wrong.push(`${name} is not answered`);
	}
	check("what is registered is within the limits, and answered", wrong);
	check("and as discord-api-types has it", await faults_of_commands([pennon]));
}

/** A game is set up: by a scenario, or by a battle that somebody shows; with a method and a pace. */
export async function try_new() {
	const { token } = await api("POST", "players", "", { name: "Gerda" });
	const { ruleset, muster } = await api("GET", "scenarios/first-charge");
	const path = `me/battles/${crypto.randomUUID()}`;
	await api("PUT", path, token, { format: 1, name: "Gerda's *own* - two", ruleset, muster });
	const { link } = await api("PUT", `${path}/link`, token);
	const game_of = async (answer) => api("GET", `games/${answer.data.components[0].components[0].custom_id.split(":")[1]}`);

	const challenge = await command(ann, "new", { battle: link, pace: "evening", method: "sealed" });
	const shown = await game_of(challenge);
	check("it is called what the battle is, and that is no markup", shown.name === "Gerda's *own* - two" && challenge.data.content.includes("**Gerda's \\*own\\* \\- two · ") ? [] : JSON.stringify([shown.name, challenge.data.content]));
	const listed = menu(await command(ann, "games", {})).options.find((one) => one.value === shown.id);
	check("in a list, where nothing is markup, it stands as it is", listed?.label.startsWith("Gerda's *own* - two · ") ? [] : JSON.stringify(listed));
	check("a battle's link is played, by its method and pace", shown.ruleset === ruleset && shown.clock.bank === 3600 && JSON.stringify(shown).includes(`"method":"sealed"`) ? [] : JSON.stringify(shown).slice(0, 900));
	const plain = await game_of(await command(ann, "new", { scenario: "first-charge", pace: "none" }));
	check("a scenario without a clock", !plain.clock ? [] : JSON.stringify(plain.clock));
	for (const wrong of [{ battle: "https://pennon.example/#battle=x.y" }, { battle: `${link}x` }, { scenario: "first-charge", pace: "at once" }, { scenario: "first-charge", method: "never" }, {}])
		check(`${JSON.stringify(wrong).slice(0, 40)} makes no game`, (await command(ann, "new", wrong)).data.flags === 64);
}
