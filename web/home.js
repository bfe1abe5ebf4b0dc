// @ts-check
// The front page: start a game, take up an invitation, go on with one's own games.

import * as api from "./api.js";
import { terrain } from "./board/ground.js";
import { body_of } from "./board/units.js";
import { draw, fill, make } from "./dom.js";
import { problem_words } from "./panels/problem.js";
import { fetch_my_games, player_card, show_my_games, tables_card } from "./my_games.js";
import { address_of, begin_lesson, create, start_button, take_both } from "./seating.js";
import { is_forgetful, player } from "./seats.js";
import { read_part } from "./parts.js";
import { game_title, language, languages, rare_words, use_language, words } from "./words.js";

/** What a newcomer is shown first, if the server has it. */
const first_scenario = "first-charge";

const rest_ms = 2000; // what nobody waits for comes so long after the rest

function radio(name, value, checked, title, ...more) {
	return make(
		"label",
		{ class: "choice" },
		make("input", { type: "radio", name, value, checked }),
		make("span", null, make("strong", null, title), more),
	);
}

/** Scenarios by their rule books, the newcomer's first. @returns {[string, Listed[]][]} */
function by_book(scenarios, rulesets) {
	const books = new Map();
	const is_first = (one) => Number(one.id === first_scenario);
	const sorted = [...scenarios].sort((a, b) => is_first(b) - is_first(a));

	for (const one of sorted)
		books.set(one.ruleset, [...(books.get(one.ruleset) ?? []), one]);
	return [...books].map(([id, own]) => [
		rulesets.find((book) => book.id === id)?.title ?? id,
		own,
	]);
}

/** How fast the game is to be: read when opened. */
function pace_part() {
	const chosen = {};
	const place = make("div");
	const told = make("span", { class: "small" });
	const show = async () => {
		if (node.open && !place.firstChild)
			await (await read_part("./pace.js")).show_pace(place, chosen, told);
	};
	const node = make(
		"details",
		{ class: "book", toggle: show },
		make("summary", { "data-key": "pace" }, words("ui.pace"), told),
		place,
	);

	return { node, chosen };
}

/** How the rule book of the scenario is read: shown, and read from the server, when opened. */
function switches_part(scenario_of) {
	const chosen = {}; // by rule book
	const place = make("div");
	const count = make("span", { class: "small" });
	const of_book = ({ ruleset }) => (chosen[ruleset] ??= {});
	const show = async () => {
		if (!node.open)
			return;
		const scenario = scenario_of();
		const { show_switches } = await read_part("./switches.js");
		await show_switches(place, scenario, of_book(scenario), count).catch((problem) =>
			fill(place, make("p", { class: "error", role: "alert" }, problem_words(problem))),
		);
	};
	const node = make(
		"details",
		{ class: "book", toggle: show },
		make("summary", { "data-key": "switches" }, words("ui.switches"), count),
		place,
	);

	return { node, show, chosen: () => of_book(scenario_of()) };
}

/** The scenario that is chosen, in the editor. */
function change_link(scenario_of) {
	const open = ({ target }) => (target.href = `battle#scenario=${scenario_of().id}`);

	return make(
		"p",
		null,
		make("a", { class: "button", href: "battle", "data-key": "change", click: open }, words("ui.start.change")),
	);
}

/** Each book's scenarios, the first of all chosen and its book open. */
function book_lists(books, first) {
	const line = (scenario) =>
		radio(
			"scenario",
			scenario.id,
			scenario === first,
			scenario.title,
			make("span", { class: "small" }, scenario.summary),
		);

	return make(
		"div",
		{ class: "books" },
		books.map(([title, own]) =>
			make("details", { class: "book", open: own.includes(first) }, make("summary", null, title), own.map(line)),
		),
	);
}

function start_card(books) {
	const scenarios = books.flatMap(([, own]) => own);
	const anybody = make("input", { type: "checkbox", id: "anybody" });
	const chosen = (name) =>
		/** @type {HTMLInputElement|null} */ (document.querySelector(`input[name=${name}]:checked`))?.value;
	const scenario_of = () => scenarios.find((one) => one.id === chosen("scenario"));
	const switches = switches_part(scenario_of);
	const pace = pace_part();
	// Another book may lie open than that of the scenario that is chosen.
	const told_of = (scenario) => `${scenario.title} (${books.find(([, own]) => own.includes(scenario))?.[0]})`;
	const told = make("p", { class: "starts" }, scenarios.length > 0 ? told_of(scenarios[0]) : null);
	const choose = () => {
		told.textContent = told_of(scenario_of());
		switches.show();
	};
	const go = async () => {
		const access = anybody.checked ? "public" : "unlisted";
		const made = await create(scenario_of(), chosen("side"), access, {
			readings: switches.chosen(),
			...pace.chosen,
		});
		location.hash = address_of(made.game.id);
	};

	return make(
		"section",
		{ class: "card" },
		make("h2", null, words("ui.start")),
		make(
			"fieldset",
			{ change: choose },
			make("legend", null, words("ui.start.scenario")),
			book_lists(books, scenarios[0]),
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
		pace.node,
		switches.node,
		make(
			"label",
			{ class: "check", for: "anybody" },
			anybody,
			make("span", null, words("ui.start.anybody")),
		),
		told,
		[start_button("ui.start.go", go), change_link(scenario_of)],
	);
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

/** Read when it is opened. */
function machine_card(books) {
	const place = make("div");
	const show = async () =>
		place.firstChild || (await read_part("./opponent/card.js")).show_machine_card(place, books);

	return make(
		"details",
		{ class: "card book", toggle: show },
		make("summary", { "data-key": "machine" }, words("ui.machine")),
		place,
	);
}

function demo_card(scenario) {
	return make(
		"section",
		{ class: "card" },
		make("h2", null, words("ui.demo")),
		make("p", null, words("ui.demo.text", { scenario: scenario.title })),
		start_button("ui.demo.go", () => take_both(scenario)),
	);
}

const block = (side, kind, x, y, turn) =>
	draw(
		"g",
		{ class: `unit ${side}`, transform: `translate(${x} ${y}) rotate(${turn})` },
		body_of({
			side,
			class: kind,
			figures: 10,
			files: 5,
			base_width: 1900,
			base_depth: 1900,
		}),
	);

const spots = (...numbers) =>
	numbers.flatMap((x, at) => (at % 2 ? [] : [{ x, y: numbers[at + 1] }]));

/** A strip of the map: Red's horse rides round a hill at Blue's foot. */
function vignette() {
	return draw(
		"svg",
		{ class: "vignette", viewBox: "0 0 120000 22000", "aria-hidden": "true" },
		terrain(
			"hill",
			spots(50000, 9500, 56000, 6000, 66000, 7000, 71000, 11000, 66000, 16000, 54000, 16500),
			3,
		),
		terrain("light_woods", spots(29000, 1500, 40000, 700, 42000, 6500, 31000, 7500), 5),
		terrain("light_woods", spots(82000, 15000, 92000, 14000, 94000, 20500, 84000, 21000), 9),
		draw("path", { class: "order", d: "M26000 17000C45000 23000 72000 22000 97800 8600" }),
		draw("path", { class: "arrow-head", d: "M100300 7200L98300 10000L96700 7500z" }),
		draw(
			"g",
			{ class: "units" },
			block("red", "infantry", 20000, 5500, 90),
			block("red", "cavalry", 23500, 16200, 100),
			block("blue", "infantry", 103500, 5500, -90),
			block("blue", "infantry", 106000, 16300, -84),
		),
	);
}

function links(root) {
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
		make("a", { href: "rules" }, words("ui.rules.title")),
		make("a", { href: "battle" }, words("ui.battle.title")),
	);
}

/** Where the browser keeps nothing, that is said before a seat is taken; null where it does. */
function unkept_line() {
	if (!is_forgetful())
		return null;
	const place = make("div");

	Promise.all([rare_words(), read_part("./panels/unkept.js")]).then(([, { unkept_card }]) => place.append(unkept_card()));
	return place;
}

/** The head of the front page, and something below it. */
export function frame(root, ...content) {
	document.title = words("ui.title");
	fill(
		root,
		make(
			"header",
			{ class: "home" },
			make("h1", null, words("ui.title")),
			make("p", null, words("ui.tagline")),
			vignette(),
			make("p", { class: "what" }, words("ui.what")),
			links(root),
		),
		make("main", { class: "home" }, unkept_line(), ...content),
	);
}

let followed = /** @type {ReturnType<typeof api.streamMine>|null} */ (null);

let left = 0; // how often

/** Follow one's games no longer: another page is shown. */
export function leave_home() {
	left++;
	followed?.close();
	followed = null;
}

// What happens in one's games, anywhere, is told here at once.
function follow_my_games(scenarios, redraw) {
	let busy = false;
	let again = false;
	const changed = async () => {
		again = true;
		if (busy)
			return;
		busy = true;
		while (again) {
			again = false;
			await fetch_my_games(scenarios).catch(() => null);
			await redraw();
		}
		busy = false;
	};

	followed = api.streamMine(player()?.token, changed);
}

/** The ways to what takes a referee, if there is one. */
async function lead_to_referee(place) {
	const { ways_to_referee } = await read_part("./referee/offered.js");

	fill(place, ...(await ways_to_referee("ask", "cases")));
}

/** Does `work` once, as soon as `place` is in the window: what stands far down is not read by those who never go there. */
function when_seen(place, work) {
	const watched = new IntersectionObserver((entries) => {
		if (!entries.some(({ isIntersecting }) => isIntersecting))
			return;
		watched.disconnect();
		work();
	});

	watched.observe(place);
}

/** The front page. */
export async function show_home(root) {
	leave_home();
	const before = left;

	frame(root, make("p", null, words("ui.loading")));
	const asked = api.listScenarios();
	const [{ scenarios }, { rulesets }, ...lists] = await Promise.all([
		asked,
		api.listRulesets(),
		// Without what others play the page is as good, and without games of one's own that were begun elsewhere.
		api.listGames("open").catch(() => null),
		api.listGames("playing").catch(() => null),
		fetch_my_games(asked).catch(() => null),
	]);
	if (left !== before)
		return; // another page was asked for meanwhile
	const books = by_book(scenarios, rulesets);
	const [[, [first]]] = books;
	const places = { games: make("div", { class: "own-games" }), player: make("div"), tables: make("div"), referee: make("p", { class: "row" }) };
	// What happens in games changes nothing of who one is: an account that lies open stays.
	const redraw_games = () => show_my_games(places.games);
	const redraw = () => {
		redraw_games();
		fill(places.player, player_card(redraw));
	};
	fill(
		places.tables,
		tables_card(
			lists
				.flatMap((one) => one?.games ?? [])
				.map((one) => ({ ...one, title: game_title(one, scenarios) ?? words("ui.untitled") })),
		),
	);
	redraw();
	frame(
		root,
		make(
			"div",
			{ class: "columns" },
			make("div", null, places.games, lesson_card(), machine_card(books), demo_card(first)),
			make("div", { class: "wide" }, start_card(books), places.tables),
			make(
				"div",
				null,
				places.player,
				make(
					"section",
					{ class: "card" },
					make("h2", null, words("ui.about")),
					["ui.about.1", "ui.about.2", "ui.about.4", "ui.about.3"].map((key) =>
						make("p", null, words(key)),
					),
					places.referee,
				),
			),
		),
	);
	if (player())
		follow_my_games(asked, redraw_games);
	setTimeout(() => when_seen(places.referee, () => lead_to_referee(places.referee)), rest_ms);
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
