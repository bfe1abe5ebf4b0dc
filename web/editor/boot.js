// @ts-check
// The page on which a battle is set up: the table, the panels beside it, and what stands above. It
// knows no rule book: what there is to set, and its bounds, comes from the server.
//
//	#scenario=<scenario>   begins with one of the server's scenarios
//	#draft=<draft>         goes on with what was begun in this browser
//	#game=<game>@<turn>    begins as a turn of a game did; without the turn, as its last one
//	#battle=<battle>.<code>  what somebody shows by a link
//	#army=<game>           one's own army, of a game whose armies are a secret

import { Problem, checkBattle, getBattle, getGameBattle, getScenario, listRulesets } from "../api_later.js";
import { announce, fill, make } from "../dom.js";
import { when_released } from "../press.js";
import { problem_words } from "../panels/problem.js";
import { seats_of, side_of_tab } from "../seats.js";
import { rare_words, use_language, wanted_language, words } from "../words.js";
import { army_draft, check_army, follow_army, open_army } from "./army.js";
import { make_battle } from "./battle.js";
import { empty_battle, is_all_round, read_book } from "./book.js";
import { fault_words, keep_checked, mark_fields, panel_of, place_words, thing_at, with_others } from "./faults.js";
import { is_shaped } from "./muster.js";
import { beginning } from "./names.js";
import { draft_of } from "./drafts.js";
import { panels_of } from "./panels.js";
import { place_shelf } from "./shelf.js";
import { Table } from "./table.js";

const last_panel = "play"; // what one comes for: it has a button of its own
const tab_margin_px = 12;
const root = /** @type {HTMLElement} */ (document.getElementById("page"));

/**
 * What the panels work on.
 * @typedef {object} Editor
 * @property {import("./battle.js").Battle} battle
 * @property {import("./book.js").Book} book
 * @property {any[]} books     the rule books there are
 * @property {Table} table
 * @property {any[]|null} faults   null until the server has said
 * @property {any} [checked]      the battle that they were found in
 * @property {boolean} [is_reading]  another rule book has been chosen and is not there yet
 * @property {string} panel
 * @property {() => void} redraw
 * @property {boolean} [is_open]  the list of faults
 * @property {boolean} [shows_corners]  of a piece of terrain
 * @property {string} [kind]      the class that is put on the table next
 * @property {{kind: string, shape: string, width: number}} [ground]  terrain that is
 * @property {string} [rows]      what is pasted, until it is taken
 * @property {any[]} [wrong]      of that: what cannot be
 * @property {import("./army.js").Army} [army]  one's own of a game; nothing else is set up then
 * @property {{is_open: boolean, told: string}} [lending]  armies apart, and what was wrong with one
 * @property {any} [wish]         how the game is to be that is started
 */

const asked_for = (name) => new URLSearchParams(location.hash.slice(1)).get(name);

/** The battle that the address asks for. */
async function first_battle(books) {
	const [game, turn] = (asked_for("game") ?? "").split("@");
	const scenario = asked_for("scenario");
	const [shown, code] = (asked_for("battle") ?? "").split(".");
	const asked = asked_for("draft");
	const draft = asked ? await draft_of(asked) : undefined;

	if (draft)
		return draft.file;
	if (asked)
		throw new Problem(404, { code: "no_such_draft", detail: words("ui.battle.draft.gone") });
	if (shown)
		return getBattle(shown, code);
	if (game)
		return getGameBattle(game, seats_of(game).seats[side_of_tab(game)]?.token, turn);
	if (!scenario)
		return empty_battle(books[0].id);
	const { ruleset, muster, title, summary } = await getScenario(scenario);
	return { format: 1, name: beginning(title), description: summary, ruleset, muster };
}

/** The same, and whose army it is, where it is one's own of a game. */
async function first_file(books) {
	const game = asked_for("army");

	return game ? open_army(game) : { file: await first_battle(books), army: undefined };
}

/** Undo and redo by the keys that everybody knows; fields have their own. */
function listen_to_keys(battle) {
	addEventListener("keydown", (event) => {
		const is_field = /** @type {Element} */ (event.target).matches("input:not([type=checkbox]), textarea");
		const key = event.key.toLowerCase();

		if (is_field || !(event.ctrlKey || event.metaKey) || !["z", "y"].includes(key))
			return;
		event.preventDefault();
		if (key === "y" || event.shiftKey)
			battle.redo();
		else
			battle.undo();
	});
}

/** @param {Editor} editor */
function fault_list(editor) {
	const { battle, faults } = editor;
	const open = (fault) => {
		const thing = thing_at(battle.value, fault.pointer);

		editor.panel = panel_of(fault.pointer);
		if (thing)
			battle.select([thing]);
		editor.redraw();
		requestAnimationFrame(() => {
			const field = /** @type {HTMLElement|null} */ (root.querySelector(".panel [aria-invalid]"));
			field?.focus();
		});
	};

	if (faults === null)
		return [make("p", null, words("ui.battle.checking"))];
	if (faults.length === 0)
		return [make("p", { class: "good" }, words("ui.battle.good"))];
	return [
		make(
			"details",
			{ open: editor.is_open, toggle: ({ target }) => (editor.is_open = target.open) },
			make("summary", { "data-key": "faults" }, words("ui.battle.faults", { count: faults.length })),
			make(
				"ul",
				{ class: "faults" },
				faults.map((fault, index) =>
					make(
						"li",
						null,
						make(
							"button",
							{ type: "button", class: "quiet", "data-key": `fault-${index}`, click: () => open(fault) },
							make("strong", null, place_words(battle.value, fault.pointer)),
							` ${fault_words(battle.value, fault)}`,
						),
					),
				),
			),
		),
	];
}

/** What opens a panel. @param {Editor} editor */
const panel_button = (editor, id, ...more) =>
	make(
		"button",
		{
			type: "button",
			"data-key": `panel-${id}`,
			"aria-pressed": String(id === editor.panel),
			class: id === last_panel ? "primary" : null,
			click: () => {
				editor.panel = id;
				editor.redraw();
			},
		},
		words(`ui.battle.panel.${id}`),
		...more,
	);

/** The panels, but for the last, which stands above. @param {Editor} editor */
function tabs(editor) {
	const bad = new Set((editor.faults ?? []).map((fault) => panel_of(fault.pointer)));
	const mark = (id) => (bad.has(id) ? make("span", { class: "to-mend" }, " !") : null);

	return Object.keys(panels_of(editor))
		.filter((id) => id !== last_panel)
		.map((id) => panel_button(editor, id, mark(id)));
}

/** The tab of the panel that is open is in sight, where not all of them are. @param {HTMLElement} nav */
function show_tab(nav) {
	const open = /** @type {HTMLElement|null} */ (nav.querySelector("[aria-pressed=true]"));

	if (!open)
		return;
	const [left, right] = [open.offsetLeft - nav.offsetLeft, open.offsetLeft - nav.offsetLeft + open.offsetWidth];
	if (left < nav.scrollLeft || right > nav.scrollLeft + nav.clientWidth)
		nav.scrollLeft = left - tab_margin_px;
}

/** @param {import("./battle.js").Battle} battle */
const step_buttons = (battle) =>
	[
		{ key: "undo", sign: "↶", act: () => battle.undo(), disabled: !battle.can_undo },
		{ key: "redo", sign: "↷", act: () => battle.redo(), disabled: !battle.can_redo },
	].map(({ key, sign, act, disabled }) =>
		make(
			"button",
			{ type: "button", "data-key": key, "aria-label": words(`ui.battle.${key}`), title: words(`ui.battle.${key}`), disabled, click: act },
			sign,
		),
	);

/** Files and drafts: beside the title, where there is room, else behind a button. @param {HTMLElement} shelf */
function shelf_menu(shelf) {
	const menu = make("details", { id: "files" }, make("summary", { "data-key": "files", "aria-label": words("ui.battle.shelf"), title: words("ui.battle.shelf") }, "⋯"), shelf);
	const roomy = matchMedia("(min-width: 48.01rem)");
	const lay = () => void (menu.open = roomy.matches);
	const close = () => {
		if (!roomy.matches)
			menu.open = false;
	};

	lay();
	roomy.addEventListener("change", lay);
	document.addEventListener("pointerdown", ({ target }) => menu.contains(/** @type {Node} */ (target)) || close());
	menu.addEventListener("keydown", ({ key }) => {
		if (key !== "Escape" || roomy.matches)
			return;
		close();
		/** @type {HTMLElement} */ (menu.firstElementChild).focus();
	});
	return menu;
}

/**
 * Is something being written in a field below `place`? Then what it shows waits, and `done` is called
 * when it has been taken or left.
 */
function unfinished(place, done) {
	let field = /** @type {EventTarget|null} */ (null);
	const leave = () => {
		if (field)
			done();
		field = null;
	};

	place.addEventListener("input", ({ target }) => (field = target.matches("input:not([type=checkbox]), textarea") ? target : null));
	place.addEventListener("change", leave);
	place.addEventListener("focusout", leave);
	return () => field !== null && field === document.activeElement;
}

/** @param {Editor} editor */
function panel_nodes(editor) {
	if (editor.is_reading)
		return make("p", { role: "status" }, words("ui.battle.reading"));
	const { value } = editor.battle;

	if (is_shaped(value))
		return panels_of(editor)[editor.panel](editor);
	// There are no fields that could say what is wrong with them.
	return [
		make("p", null, words("ui.battle.unshaped")),
		(editor.faults ?? []).map((fault) =>
			make("p", { class: "error" }, make("strong", null, place_words(value, fault.pointer)), ` ${fault_words(value, fault)}`),
		),
	];
}

/** The frame of the page, and what fills it after each change. @param {Editor} editor */
function frame(editor) {
	const { battle, table } = editor;
	const title = make("h1");
	const steps = make("div", { class: "steps" });
	const shelf = make("div", { id: "shelf" });
	const news = make("div", { id: "shelf-news" });
	const last = make("div", { class: "last" });
	const told = make("div", { class: "told" });
	const nav = make("nav", { class: "tabs", "aria-label": words("ui.battle.panels") });
	const panel = make("div", { class: "panel" });

	fill(
		root,
		make(
			"header",
			{ class: "editor-top" },
			make("a", { class: "home-link", href: "./" }, "Pennon"),
			title,
			shelf_menu(shelf),
			last,
			news,
		),
		make("main", { class: "editor" }, table.node, make("div", { class: "beside" }, told, nav, panel)),
	);
	table.node.append(steps);
	place_shelf(battle, { shelf, news }, editor.army ? army_draft(editor.army) : asked_for("draft"), Boolean(editor.army));
	const is_written_in = unfinished(panel, () => editor.redraw());
	return () => {
		const { value } = battle;

		title.textContent = value.name || words("ui.battle.unnamed");
		document.title = `${title.textContent} · Pennon`;
		fill(steps, ...step_buttons(battle));
		fill(last, panels_of(editor)[last_panel] ? panel_button(editor, last_panel) : null);
		root.dataset.panel = editor.panel;
		fill(told, ...fault_list(editor));
		fill(nav, ...tabs(editor));
		show_tab(nav);
		if (is_written_in())
			return;
		fill(
			panel,
			make("h2", { class: "unseen" }, words(`ui.battle.panel.${editor.panel}`)),
			...[panel_nodes(editor)].flat(Infinity),
		);
		mark_fields(panel, value, editor.faults ?? []);
	};
}

/** Draw once a frame, and never while a button is held down. */
function once_a_frame(draw) {
	let asked = 0;
	const now = () => {
		asked = 0;
		draw();
	};

	return () => {
		asked ||= requestAnimationFrame(() => when_released(now));
	};
}

/** Tell what the server found, once after each change. @param {Editor} editor */
function check(editor) {
	const { battle, table } = editor;
	let was = -1;

	const look = (file) => (editor.army ? check_army(editor.army, file) : checkBattle(file));

	keep_checked(battle, look, (found, position) => {
		const faults = with_others(battle.value, found);
		const faulty = faults.flatMap(({ pointer, others }) => [thing_at(battle.value, pointer), ...others]);

		editor.faults = faults;
		editor.checked = battle.value;
		table.tell(position, faulty.filter(Boolean));
		if (faults.length !== was && was >= 0)
			announce(faults.length > 0 ? words("ui.battle.faults", { count: faults.length }) : words("ui.battle.good"));
		was = faults.length;
		root.dataset.checked = String(faults.length);
		editor.redraw();
	});
}

/** Has the server this rule book? */
const is_here = (books, id) => books.some((one) => one.id === id);

/** Keep to the rule book that the battle is of: until it is read, its panels show nothing. @param {Editor} editor */
function reading(editor) {
	const { battle } = editor;
	let known = battle.value.ruleset;

	return async () => {
		const id = battle.value.ruleset;

		if (id === known)
			return;
		known = id;
		editor.is_reading = false;
		if (!is_here(editor.books, id))
			return;
		editor.is_reading = true;
		const book = await read_book(id).catch(() => editor.book);
		if (id !== known)
			return;
		editor.book = book;
		editor.is_reading = false;
		editor.redraw();
	};
}

async function show() {
	await use_language(wanted_language());
	await rare_words();
	document.title = words("ui.battle.title");
	const { rulesets } = await listRulesets();
	const said = { problem: /** @type {Problem|null} */ (null) };
	const { file, army } = await first_file(rulesets).catch((problem) => {
		if (!(problem instanceof Problem))
			throw problem;
		said.problem = problem;
		return { file: empty_battle(rulesets[0].id), army: undefined };
	});
	const battle = make_battle(file);
	const editor = /** @type {any} */ ({
		battle,
		books: rulesets,
		// Of a book that this server does not have it is told where the book is chosen.
		book: await read_book(is_here(rulesets, battle.value.ruleset) ? battle.value.ruleset : rulesets[0].id),
		faults: null,
		panel: army ? "army" : asked_for("battle") && !said.problem ? "about" : "book",
		army,
		table: new Table(battle, (unit) => is_all_round(editor.book, unit)),
	});
	const draw = once_a_frame(frame(editor));

	editor.redraw = draw;
	editor.table.node.addEventListener("asked", draw);
	listen_to_keys(battle);
	battle.subscribe(() => {
		if (battle.value !== editor.checked)
			root.removeAttribute("data-checked");
		draw();
	});
	battle.subscribe(reading(editor));
	check(editor);
	if (army)
		follow_army(army, draw);
	draw();
	// What the address asked for is not to be had: it begins empty, and says why.
	if (said.problem)
		root.querySelector("#shelf-news")?.append(make("p", { class: "error", role: "alert" }, problem_words(said.problem)));
	// Another draft is another page.
	addEventListener("hashchange", () => location.reload());
}

await show();
