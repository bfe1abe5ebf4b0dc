// @ts-check
// One's account: another name, a token for each device and program, what apps are allowed, and leaving for
// good.

import * as api from "./api_later.js";
import { apps_part } from "./apps.js";
import { announce, fill, make, typed_text } from "./dom.js";
import { links_part } from "./links.js";
import { ask_first } from "./asking.js";
import { link_field } from "./panels/links.js";
import { read_part } from "./parts.js";
import { getMyPresence, showPresence } from "./presence.js";
import { busy, start_button } from "./seating.js";
import { all_seats, forget, keep_player } from "./seats.js";
import { isolated, locale, rare_words, words } from "./words.js";

/** The one that a player begins with has a name of the server's. */
const name_of = (token) => (token.name === "first" ? words("ui.account.first") : token.name);

/** What it may, and in which hour it was used. */
function standing(token) {
	const may = words(token.may.includes("play") ? "ui.account.plays" : "ui.account.reads");
	const hour = new Intl.DateTimeFormat(locale(), { dateStyle: "medium", timeStyle: "short" });

	if (token.current)
		return words("ui.account.current", { may });
	return token.last_used
		? words("ui.account.used", { may, time: hour.format(new Date(token.last_used)) })
		: words("ui.account.unused", { may });
}

function token_line(own, token) {
	const name = isolated(name_of(token));
	const line = make(
		"li",
		null,
		make("span", null, name, make("span", { class: "small" }, ` ${standing(token)}`)),
		!token.current &&
			make(
				"button",
				{
					type: "button",
					class: "quiet",
					"data-key": `end-${token.id}`,
					"aria-label": words("ui.account.end.go", { name }),
					click: () =>
						ask_first(
							line,
							{
								ask: words("ui.account.end.ask", { name }),
								go: words("ui.account.end.go", { name }),
								gone: words("ui.account.ended", { name }),
							},
							async () => {
								await api.endToken(own.token, token.id);
							},
						),
				},
				words("ui.account.end"),
			),
	);

	return line;
}

function field(id, label, value = "") {
	const input = make("input", { id, maxlength: 160, autocomplete: "off", value });

	return { input, line: make("p", { class: "bound" }, make("label", { for: id }, label), input) };
}

/** Another name for the player. */
function name_part(own, redraw) {
	const { input, line } = field("new-name", words("ui.player.name"), own.name);
	const rename = async () => {
		const { player } = await api.renameMe(own.token, typed_text(input));
		keep_player({ ...own, name: player.name });
		redraw();
	};

	return [line, start_button("ui.rename", rename)];
}

/** A new token, which is shown once. */
function new_part(own, refresh) {
	const { input, line } = field("token-name", words("ui.account.name"));
	const may = make(
		"select",
		{ id: "token-may" },
		make("option", { value: "play" }, words("ui.account.plays")),
		make("option", { value: "read" }, words("ui.account.reads")),
	);
	const shown = make("div");
	const take = async () => {
		const body = { name: typed_text(input), may: [may.value] };
		const made = await api.createToken(own.token, body, api.new_key());
		input.value = "";
		fill(shown, ...link_field("token", words("ui.account.made", { name: isolated(made.name) }), made.token).flat());
		await refresh();
	};

	return [
		line,
		make("p", { class: "bound" }, make("label", { for: "token-may" }, words("ui.account.may")), may),
		start_button("ui.new_token", take),
		shown,
	];
}

/** Whether others may know on which day one was here. */
async function presence_part(own) {
	const { shown } = await getMyPresence(own.token);
	const box = make("input", { type: "checkbox", id: "presence" });
	const told = make("p", { class: "small", role: "status" });
	const choose = busy(box, told, async () => {
		const wanted = box.checked;

		try {
			({ shown: box.checked } = await showPresence(own.token, wanted));
		} catch (problem) {
			box.checked = !wanted;
			throw problem;
		}
		told.textContent = words(box.checked ? "ui.presence.on" : "ui.presence.off");
	});

	box.checked = shown;
	box.addEventListener("change", choose);
	return [
		make("p", { class: "bound" }, box, make("label", { for: "presence" }, words("ui.presence"))),
		make("p", { class: "small" }, words("ui.presence.text")),
		told,
	];
}

/** All of a player's seats here are good no longer. */
function forget_seats(own) {
	for (const [game, { seats }] of Object.entries(all_seats())) {
		if (Object.values(seats).some((seat) => seat.token === own.token))
			forget(game);
	}
}

/** Leaving for good: the name is nobody's afterwards. */
function leave_part(own, redraw) {
	const place = make("div", { class: "part" });
	const leave = async () => {
		await api.leave(own.token);
		forget_seats(own);
		keep_player(null);
		redraw();
		announce(words("ui.player.left", own));
		document.getElementById("name")?.focus();
	};

	place.append(
		make(
			"button",
			{
				type: "button",
				class: "quiet",
				"data-key": "account-leave",
				click: () =>
					ask_first(
						place,
						{
							ask: words("ui.account.leave.ask", own),
							go: words("ui.account.leave.go", own),
							gone: words("ui.player.left", own),
						},
						leave,
					),
			},
			words("ui.account.leave"),
		),
	);
	return place;
}

/**
 * Show it in `place`.
 * @param {HTMLElement} place
 * @param {{name: string, token: string}} own
 * @param {() => void} redraw who one is has changed
 */
export async function show_account(place, own, redraw) {
	const list = make("ul", { class: "games", "aria-label": words("ui.account") });
	const refresh = async () => {
		const { tokens } = await api.listTokens(own.token);
		fill(list, ...tokens.map((token) => token_line(own, token)));
	};

	await rare_words();
	const { told_part } = await read_part("./told.js");
	const [presence, apps, links, told] = await Promise.all([
		presence_part(own),
		apps_part(own),
		links_part(own),
		told_part(own),
		refresh(),
	]);
	fill(
		place,
		make("p", { class: "small" }, words("ui.account.text")),
		list,
		make("div", { class: "part" }, new_part(own, refresh)),
		make("div", { class: "part" }, name_part(own, redraw)),
		told,
		make("div", { class: "part" }, presence),
		apps,
		links,
		leave_part(own, redraw),
	);
}
