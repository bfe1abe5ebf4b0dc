// @ts-check
// Apps that act for somebody: the question that an app's link or a device's code asks, and what one
// has allowed, to look at and end. Its own addresses, which the first board does without.

import { ask, listMyGames, new_key } from "./api.js";
import { announce, fill, make } from "./dom.js";
import { ask_first } from "./asking.js";
import { busy } from "./seating.js";
import { player } from "./seats.js";
import { game_title, isolated, locale, rare_words, words } from "./words.js";

const getApp = (app, token) => ask(`apps/${encodeURIComponent(app)}`, { token });
const getCode = (code, token) => ask(`me/codes/${encodeURIComponent(code)}`, { token });
const refuseCode = (code, token) => ask(`me/codes/${encodeURIComponent(code)}`, { method: "DELETE", token });
const listGrants = (token) => ask("me/grants", { token });
const createGrant = (token, body, key) => ask("me/grants", { method: "POST", token, body, key });
const endGrant = (token, grant) => ask(`me/grants/${grant}`, { method: "DELETE", token });

const all = ["look", "act", "notify", "resign", "propose"];
/** What each rests on: who ticks the one ticks the other. */
const rests_on = { act: ["look"], resign: ["act", "look"], propose: ["act", "look"] };

function maker_words({ maker }) {
	return maker.by === "operator"
		? words("ui.apps.maker.operator")
		: words("ui.apps.maker", { name: isolated(maker.name ?? "") });
}

const title_of = (one) =>
	(one.scenario && !one.name ? words(`scenario.${one.scenario}.title`) : game_title(one, [])) ?? one.game.slice(0, 8);

/* ---- the question ---- */

/** A box for each thing that may be allowed; what an app asks is ticked, but nothing that ends a game. */
function may_boxes(asks) {
	const boxes = new Map();
	const lines = all.map((may) => {
		const box = make("input", { type: "checkbox", id: `may-${may}` });
		box.checked = asks.includes(may) && may !== "resign" && may !== "propose";
		box.addEventListener("change", () => {
			for (const other of all) {
				if (box.checked ? rests_on[may]?.includes(other) : rests_on[other]?.includes(may))
					boxes.get(other).checked = box.checked;
			}
		});
		boxes.set(may, box);
		return make(
			"p",
			{ class: "bound" },
			box,
			make("label", { for: `may-${may}` }, words(`ui.apps.may.${may}`)),
		);
	});

	return { lines, chosen: () => all.filter((may) => boxes.get(may).checked) };
}

async function game_choice(token) {
	const { games } = await listMyGames(token);
	const select = make(
		"select",
		{ id: "grant-game" },
		make("option", { value: "" }, words("ui.apps.all")),
		games
			.filter((one) => one.status !== "finished")
			.map((one) => make("option", { value: one.game }, words("ui.apps.one", { game: title_of(one) }))),
	);

	return {
		select,
		line: make("p", { class: "bound" }, make("label", { for: "grant-game" }, words("ui.apps.where")), select),
	};
}

/** What the question says, with its two answers. */
async function question(place, own, app, code) {
	const { lines, chosen } = may_boxes(app.asks);
	const where = await game_choice(own.token);
	const told = make("p", { class: "error", role: "alert" });
	const button = (key, kind, text) => make("button", { type: "button", class: kind, "data-key": key }, text);
	const yes = button("allow", "primary", words("ui.apps.allow"));
	const no = button("refuse", "quiet", words("ui.apps.refuse"));
	const key = new_key();
	const over = (text) =>
		fill(place, make("p", { role: "status" }, text), make("p", null, make("a", { class: "button", href: "#" }, words("ui.home"))));

	yes.addEventListener("click", busy(yes, told, async () => {
		const game = where.select.value;
		await createGrant(own.token, { app: app.app, may: chosen(), ...(code && { code }), ...(game && { game }) }, key);
		over(words("ui.apps.allowed", app));
	}));
	no.addEventListener("click", busy(no, told, async () => {
		if (code)
			await refuseCode(code, own.token);
		over(words("ui.apps.refused", app));
	}));
	fill(
		place,
		make("h2", null, words("ui.apps.asks", app)),
		make("p", null, maker_words(app)),
		make("p", null, words("ui.apps.as", own)),
		lines,
		where.line,
		make("p", { class: "small" }, words("ui.apps.never")),
		make("p", { class: "row" }, yes, no),
		told,
	);
}

/** Where a device's code is typed. */
export function code_part(show) {
	const input = make("input", { id: "device-code", maxlength: 12, autocomplete: "off", autocapitalize: "characters" });
	const told = make("p", { class: "error", role: "alert" });
	const go = make("button", { type: "button", class: "primary", "data-key": "device-go" }, words("ui.apps.code.go"));

	go.addEventListener("click", busy(go, told, () => show(input.value.trim())));
	return [make("p", { class: "bound" }, make("label", { for: "device-code" }, words("ui.apps.code")), input), go, told];
}

/**
 * The page that an app's link leads to (`kind` "app", its id), or a device's ("code", what was typed).
 * @param {HTMLElement} root @param {string} kind @param {string|undefined} given
 */
export async function show_consent(root, kind, given) {
	const place = make("section", { class: "card narrow" });
	const own = player();
	const show = async (code) => question(place, own, await getCode(code, own?.token), code);

	await rare_words();
	document.title = words("ui.apps");
	fill(root, make("main", { class: "home" }, make("h1", null, words("ui.apps")), place));
	if (!own)
		fill(place, make("p", null, words("ui.apps.who")), make("p", null, make("a", { class: "button", href: "#" }, words("ui.home"))));
	else if (kind === "app")
		await question(place, own, await getApp(given, own.token), null);
	else if (given)
		await show(given);
	else
		fill(place, code_part(show));
}

/* ---- what was allowed ---- */

function grant_line(own, grant, games) {
	const name = isolated(grant.app.name);
	const day = new Intl.DateTimeFormat(locale(), { dateStyle: "medium" });
	const game = games.find((one) => one.game === grant.game);
	const said = words("ui.apps.standing", {
		may: grant.may.map((may) => words(`ui.apps.short.${may}`)).join(", "),
		where: grant.game ? words("ui.apps.one", { game: game ? title_of(game) : grant.game.slice(0, 8) }) : words("ui.apps.all"),
		day: day.format(new Date(grant.created)),
	});
	const line = make(
		"li",
		null,
		make("span", null, name, make("span", { class: "small" }, ` ${maker_words(grant.app)} ${said}`)),
		make(
			"button",
			{
				type: "button",
				class: "quiet",
				"data-key": `grant-${grant.grant}`,
				"aria-label": words("ui.account.end.go", { name }),
				click: () =>
					ask_first(
						line,
						{
							ask: words("ui.apps.end.ask", { name }),
							go: words("ui.account.end.go", { name }),
							gone: words("ui.account.ended", { name }),
						},
						async () => {
							await endGrant(own.token, grant.grant);
						},
					),
			},
			words("ui.account.end"),
		),
	);

	return line;
}

/** What one has allowed apps, and where a device's code is typed: a part of the account. */
export async function apps_part(own) {
	const [{ grants }, { games }] = await Promise.all([listGrants(own.token), listMyGames(own.token)]);
	const place = make("div", { class: "part", id: "apps" });
	const show = async (code) => {
		await question(place, own, await getCode(code, own.token), code);
		announce(words("ui.apps.never"));
	};

	fill(
		place,
		make("h3", null, words("ui.apps")),
		make("p", { class: "small" }, words(grants.length > 0 ? "ui.apps.text" : "ui.apps.none")),
		make("ul", { class: "games", "aria-label": words("ui.apps") }, grants.map((grant) => grant_line(own, grant, games))),
		code_part(show),
	);
	return place;
}
