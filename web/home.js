// @ts-check
// The front page: start a game, take up an invitation, go on with one's own games.

import * as api from "./api.js";
import { fill, make } from "./dom.js";
import { problem_words } from "./panels/actions.js";
import { all_seats, choose_seat, forget, keep_seat } from "./seats.js";
import { owes } from "./store.js";
import { language, languages, use_language, words } from "./words.js";

const asked_max = 12; // own games whose state is asked for at once

function nonce() {
	return Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) =>
		byte.toString(16).padStart(2, "0"),
	).join("");
}

/** Where a game's page is. */
const address_of = (game) => `#game=${game}`;

/** The link to send: by the address that this page itself was reached at. */
function invitation_link(made) {
	const link = new URL(document.baseURI);

	link.hash = `join=${made.game.id}.${made.invitation.code}`;
	return link.href;
}

/** Create a game and keep its seat. @returns {Promise<any>} what createGame said */
async function create(scenario, side) {
	const own = nonce();
	const made = await api.createGame(
		{ scenario: scenario.id, side, nonce: own },
		api.new_key(),
	);

	keep_seat(
		made.game.id,
		made.seat.side,
		{ token: made.seat.token, nonce: own },
		{ scenario: scenario.title, invitation: invitation_link(made) },
	);
	return made;
}

/** Take the seat that an invitation offers. */
async function join(game, code) {
	const own = nonce();
	const made = await api.joinGame(game, { code, nonce: own }, api.new_key());

	keep_seat(game, made.seat.side, { token: made.seat.token, nonce: own }, {});
	return made;
}

// Runs `work` for a button once, and says below it what went wrong.
function busy(button, told, work) {
	return async () => {
		if (button.disabled)
			return;
		button.disabled = true;
		told.textContent = "";
		try {
			await work();
		} catch (problem) {
			if (!(problem instanceof api.Problem))
				throw problem;
			told.textContent = problem_words(problem);
		} finally {
			button.disabled = false;
		}
	};
}

function start_button(key, work) {
	const told = make("p", { class: "error", role: "alert" });
	const button = make(
		"button",
		{ type: "button", class: "primary", "data-key": key.split(".")[1] },
		words(key),
	);

	button.addEventListener("click", busy(button, told, work));
	return [button, told];
}

function radio(name, value, checked, title, ...more) {
	return make(
		"label",
		{ class: "choice" },
		make("input", { type: "radio", name, value, checked }),
		make("span", null, make("strong", null, title), more),
	);
}

function start_card(scenarios) {
	const chosen = (name) =>
		/** @type {any} */ (document.querySelector(`input[name=${name}]:checked`))?.value;
	const go = async () => {
		const scenario = scenarios.find((one) => one.id === chosen("scenario"));
		const made = await create(scenario, chosen("side"));
		location.hash = address_of(made.game.id);
	};

	return make(
		"section",
		{ class: "card" },
		make("h2", null, words("ui.start")),
		make(
			"fieldset",
			null,
			make("legend", null, words("ui.start.scenario")),
			scenarios.map((scenario, index) =>
				radio(
					"scenario",
					scenario.id,
					index === 0,
					scenario.title,
					make("span", { class: "small" }, scenario.summary),
				),
			),
		),
		make(
			"fieldset",
			null,
			make("legend", null, words("ui.start.side")),
			make(
				"div",
				{ class: "row" },
				radio("side", "red", true, words("ui.start.red")),
				radio("side", "blue", false, words("ui.start.blue")),
			),
		),
		start_button("ui.start.go", go),
	);
}

/** Set up the table of the lesson and go there; the page holds both seats. */
export async function begin_lesson() {
	const { ruleset, muster } = await import("./lesson.js");
	const own = nonce();
	const made = await api.createGame(
		{ ruleset, muster, side: "red", nonce: own },
		api.new_key(),
	);

	keep_seat(
		made.game.id,
		"red",
		{ token: made.seat.token, nonce: own },
		{ scenario: words("ui.lesson"), lesson: true, invitation: null },
	);
	await join(made.game.id, made.invitation.code);
	choose_seat(made.game.id, "red");
	location.hash = address_of(made.game.id);
}

/** Five short steps on a small table, against the page itself. */
function lesson_card() {
	return make(
		"section",
		{ class: "card lesson-card" },
		make("h2", null, words("ui.lesson")),
		make("p", null, words("ui.lesson.text")),
		start_button("ui.lesson.go", begin_lesson),
	);
}

function demo_card(scenario) {
	const go = async () => {
		const made = await create(scenario, "red");
		await join(made.game.id, made.invitation.code);
		keep_seat(
			made.game.id,
			"red",
			{ token: made.seat.token },
			{ scenario: scenario.title, invitation: null },
		);
		location.hash = address_of(made.game.id);
	};

	return make(
		"section",
		{ class: "card" },
		make("h2", null, words("ui.demo")),
		make("p", null, words("ui.demo.text", { scenario: scenario.title })),
		start_button("ui.demo.go", go),
	);
}

/** How a game of one's own stands: asked of the server, for each seat held here. */
async function standing(game, entry) {
	const views = await Promise.all(
		Object.values(entry.seats).map((seat) => api.getGame(game, seat.token)),
	);
	const mine = views.find((view) => owes(view, view.side));
	const [view] = views;

	if (mine)
		return { rank: 0, text: words("ui.your_turn"), turn: view.turn };
	return {
		rank: view.status === "playing" ? 1 : view.status === "open" ? 2 : 3,
		text: words(`status.${view.status}`),
		turn: view.turn,
	};
}

function mine_line(game, entry, redraw) {
	const told = make("span", { class: "small" });
	const name = entry.scenario || game.slice(0, 8);
	const line = make(
		"li",
		null,
		make(
			"a",
			{ href: address_of(game) },
			words("ui.mine.open", {
				scenario: name,
				side: Object.keys(entry.seats)
					.map((side) => words(`side.${side}`))
					.join(" / "),
			}),
			told,
		),
		make(
			"button",
			{
				type: "button",
				class: "quiet",
				"aria-label": `${words("ui.mine.forget")} ${name}`,
				click: () => {
					forget(game);
					redraw();
				},
			},
			words("ui.mine.forget"),
		),
	);

	return { line, told };
}

function mine_card(redraw) {
	const games = Object.entries(all_seats()).reverse();
	const list = make("ul", { class: "mine" });

	if (games.length === 0)
		return null;
	const rows = games.map(([game, entry]) => ({
		game,
		entry,
		rank: 9,
		...mine_line(game, entry, redraw),
	}));
	list.append(...rows.map((row) => row.line));
	// Whose turn it is comes a little later, and puts what waits for one first.
	Promise.all(
		rows.slice(0, asked_max).map(async (row) => {
			try {
				const { rank, text, turn } = await standing(row.game, row.entry);
				row.rank = rank;
				row.told.textContent = ` ${words("ui.mine.state", { text, turn })}`;
				row.line.classList.toggle("waits", rank === 0);
			} catch {
				row.told.textContent = "";
			}
		}),
	).then(() => list.append(...rows.sort((a, b) => a.rank - b.rank).map((row) => row.line)));
	return make("section", { class: "card" }, make("h2", null, words("ui.mine")), list);
}

function language_choice(root) {
	if (Object.keys(languages).length < 2)
		return null;
	return make(
		"p",
		{ class: "row languages" },
		Object.entries(languages).map(([id, name]) =>
			make(
				"button",
				{
					type: "button",
					class: "quiet",
					lang: id,
					"data-key": `language-${id}`,
					"aria-pressed": String(id === language()),
					click: async () => {
						await use_language(id);
						await show_home(root);
					},
				},
				name,
			),
		),
	);
}

function frame(root, ...content) {
	document.title = words("ui.title");
	fill(
		root,
		make(
			"header",
			{ class: "front" },
			make("h1", null, words("ui.title")),
			make("p", null, words("ui.tagline")),
			language_choice(root),
		),
		make("main", { class: "front" }, ...content),
	);
}

/** The front page. */
export async function show_home(root) {
	frame(root, make("p", null, words("ui.loading")));
	const { scenarios } = await api.listScenarios();
	const redraw = () =>
		frame(
			root,
			make(
				"div",
				{ class: "columns" },
				make("div", null, start_card(scenarios)),
				make(
					"div",
					null,
					lesson_card(),
					mine_card(redraw),
					demo_card(scenarios[0]),
					make(
						"section",
						{ class: "card" },
						make("h2", null, words("ui.about")),
						["ui.about.1", "ui.about.2", "ui.about.3"].map(
							(key) => make("p", null, words(key)),
						),
					),
				),
			),
		);

	redraw();
}

/** Somebody came by an invitation: nothing is taken before he says so. */
export function show_invitation(root, game, code) {
	const go = async () => {
		await join(game, code);
		location.hash = address_of(game);
	};

	frame(
		root,
		make(
			"section",
			{ class: "card narrow" },
			make("h2", null, words("ui.join")),
			make("p", null, words("ui.join.text")),
			start_button("ui.join.go", go),
			make(
				"p",
				null,
				make(
					"a",
					{ class: "button", href: address_of(game) },
					words("ui.watch.go"),
				),
			),
		),
	);
}

/** Something that cannot be shown, and the way home. */
export function show_problem(root, problem, again) {
	frame(
		root,
		make(
			"section",
			{ class: "card narrow" },
			make("p", { class: "error", role: "alert" }, problem_words(problem)),
			make(
				"p",
				{ class: "row" },
				make(
					"button",
					{ type: "button", class: "primary", click: again },
					words("ui.cut.retry"),
				),
				make("a", { class: "button", href: "#" }, words("ui.home")),
			),
		),
	);
}
