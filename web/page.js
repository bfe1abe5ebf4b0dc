// @ts-check
// The page of one game: header, table and panels, drawn from the store.

import "./board/board.js";
import "./panels/actions.js";
import "./panels/log.js";
import { fill, has_little_room, make, set } from "./dom.js";
import { a_while_after, read_part } from "./parts.js";
import { played_token } from "./seats.js";
import { actions_of, has_side, in_menu, owes } from "./store.js";
import { when_released } from "./press.js";
import { asked } from "./panels/actions.js";
import { rare_words, time_left, words } from "./words.js";

const tabs = [
	["orders", "ui.orders"],
	["units", "ui.units"],
	["plan", "ui.plan"],
	["log", "ui.log"],
	["talk", "ui.talk"],
];

/** The panel that is open: of all where there is little room, else of those that share a place. */
const open_tab = (state) => (has_little_room() ? state.tab : state.more);

/** @param {State} state */
function title_of(state) {
	const { game, side } = state;
	const what = owes(game, side) ? `● ${words("ui.your_turn")}` : asked(state);
	const until = game.waiting_for.find((wait) => wait.until)?.until;

	return [what, until && time_left(until), state.title, words("ui.title")].filter(Boolean).join(" – ");
}

/** @param {State} state */
function where_line(state) {
	const { game } = state;

	if (game.status === "open")
		return words("status.open");
	const turn = words("ui.turn", { turn: game.turn, turns: game.ends?.turns ?? "?" });

	return `${turn} · ${words(game.status === "finished" ? "status.finished" : `phase.${game.phase}`)}`;
}

/** The side that moves first this turn, where the window has room for it: the log says so, too. @param {Game} game */
function first_line({ facts, status }) {
	const first = status === "playing" && facts?.first;

	return first ? make("span", { class: "goes-first" }, words("ui.goes_first", { side: words(`side.${first}`) })) : null;
}

/** A button of the header that opens a sheet, read when it is opened first. */
function sheet_button(key, label, open) {
	return make(
		"button",
		{
			type: "button",
			class: "quiet",
			"data-key": key,
			click: async () => {
				await rare_words();
				await open();
			},
		},
		words(label),
	);
}

/** @param {State} state @param {Session} session */
function who_line(state, session) {
	const other = played_token(state.game_id)
		? undefined
		: state.seats.find((side) => side !== state.side);
	const link = { live: "ui.live", connecting: "ui.connecting", cut: "ui.cut.short" }[
		state.link
	];

	return make(
		"p",
		{ class: "who" },
		make(
			"span",
			{ class: `side ${state.side}` },
			has_side(state.side)
				? words("ui.you", { side: words(`side.${state.side}`) })
				: words(state.side === "umpire" ? "ui.you.umpire" : "ui.watching"),
		),
		other
			? make(
					"button",
					{
						type: "button",
						class: "quiet",
						"data-key": "swap",
						click: () => session.swap(other),
					},
					words("ui.swap", { side: words(`side.${other}`) }),
				)
			: null,
		make("span", { class: `link ${state.link}` }, words(link)),
		(state.game.actions ?? []).some(in_menu)
			? sheet_button("menu", "ui.menu", async () =>
					(await read_part("./panels/menu.js")).open_menu(session.state, session),
				)
			: null,
		sheet_button("share", "ui.share", async () =>
			(await read_part("./panels/share.js")).open_share(session.state, session),
		),
	);
}

/** @param {State} state @param {Session} session @param {HTMLElement} bell */
function header(state, session, bell) {
	return [
		make("a", { class: "brand", href: "#", "data-key": "home" }, words("ui.title")),
		make(
			"div",
			{ class: "where" },
			make("h1", null, state.title || words("ui.untitled")),
			make("span", null, where_line(state)),
			first_line(state.game),
		),
		bell,
		who_line(state, session),
	];
}

/** What the page of a game is made of. @param {Session} session */
function make_parts(session) {
	const panel = (name, tab) => make(name, { class: "panel", "data-panel": tab });
	const parts = {
		head: make("header", { class: "top" }, make("p", null, words("ui.loading"))),
		bell: make("button", { type: "button", class: "quiet bell", "data-key": "bell", hidden: true }),
		cut: make("div", { class: "cut", role: "alert" }),
		board: make("pn-board", { "aria-label": words("ui.table") }),
		actions: panel("pn-actions", "orders"),
		roster: panel("pn-roster", "units"),
		plan: panel("pn-plan", "plan"),
		replay: make("pn-replay", { hidden: true }),
		story: make("pn-story", { hidden: true, role: "region", "aria-label": words("ui.story") }),
		card: make("pn-card", { hidden: true }),
		talk: panel("pn-talk", "talk"),
		log: panel("pn-log", "log"),
		/** What could not be read, as rows. @type {Set<Later>} */
		unread: new Set(),
	};
	const tab_button = ([tab, key]) =>
		make(
			"button",
			{
				type: "button",
				"data-tab": tab,
				click: () =>
					session.store.set(
						tab === "orders" ? { tab, is_raised: true } : { tab, more: tab },
					),
			},
			words(key),
		);
	const nav = make(
		"nav",
		{ class: "tabs", "aria-label": words("ui.panels") },
		tabs.map(tab_button),
	);
	const { board, actions, roster, plan, replay, story, card, talk, log } = parts;
	const grip = make("button", {
		type: "button",
		class: "grip-sheet",
		"data-key": "sheet",
		click: () => session.store.set({ is_raised: !session.state.is_raised }),
	});
	const main = make(
		"main",
		{ class: "game" },
		make("div", { class: "view" }, replay, story, board),
		card,
		grip,
		actions,
		make("div", { class: "more" }, nav, roster, plan, log, talk),
	);

	return { ...parts, nav, grip, main };
}

/** The way past the board for a keyboard. */
function skip_link() {
	const skip = (event) => {
		event.preventDefault();
		document.getElementById("asked")?.focus();
	};

	return make("a", { class: "skip", href: "#asked", click: skip }, words("ui.skip"));
}

/** What is done on the board, and what the session makes of it. */
const intents = {
	unit: (session, { unit }) => session.touch(unit),
	pick: (session, { action }) => session.pick(action),
	point: (session, { point }) => session.point(point),
	vary: (session, { body }) => session.vary(body),
	place: (session, { action, body }) => session.pick(action, body, true),
	ruler: (session) => session.measure(),
	seen: (session, { seen }) => session.saw(seen),
	replay: (session) => session.open_replay(),
	cancel: (session) => (session.state.pending ? session.cancel() : session.select(null)),
};

/**
 * What is read later, as later.js has it in a table: once the table is there, and at once for a lesson or a story.
 * @type {Later}
 */
const table_of_later = {
	wants: ({ game_id, story }) => story !== null || played_token(game_id),
	after_ms: 100,
	modules: ["later"],
	use(session, parts, { later }) {
		const readers = later.map((row) => read_when_wanted(row, parts, session));

		return () => readers.forEach((stop) => stop());
	},
};

/**
 * Read a row when it is wanted. What cannot be read is told in the page, and tried again at the next touch. Returns
 * what ends it.
 * @param {Later} row @param {Session} session
 */
function read_when_wanted(row, parts, session) {
	let now = "unread"; // then "reading"; "read" or "failed"; "over" at last
	let end = () => {};

	const read = async () => {
		if (now !== "unread")
			return;
		now = "reading";
		// An element writes its words as soon as its module is read: the words come first.
		const reading = (row.has_words ? rare_words() : Promise.resolve()).then(() =>
			Promise.all(row.modules.map((name) => read_part(`./${name}.js`))),
		);
		const modules = await reading.catch(() => null);

		if (now === "over")
			return;
		now = modules ? "read" : "failed";
		if (modules) {
			parts.unread.delete(row);
			end = row.use?.(session, parts, ...modules) || end;
		} else {
			parts.unread.add(row);
		}
		session.store.set({});
	};
	const touched = () => {
		if (now === "failed") {
			now = "unread";
			read();
		}
	};
	const look = (state) => now === "unread" && row.wants(state, parts, session) && read();
	const call_off = row.after_ms ? a_while_after(session, read, row.after_ms) : () => {};
	const leave = session.store.subscribe(look);

	addEventListener("pointerdown", touched, true);
	addEventListener("keydown", touched, true);
	return () => {
		now = "over";
		call_off();
		leave();
		removeEventListener("pointerdown", touched, true);
		removeEventListener("keydown", touched, true);
		end();
	};
}

/** What stands over the table: that the line is cut, or that a part of the page did not come. */
function draw_notice({ cut }, notice, session) {
	const retry = { type: "button", click: () => notice === "ui.cut" && session.hurry() }; // any touch reads parts again

	fill(cut, notice ? [make("p", null, words(notice)), make("button", retry, words("ui.cut.retry"))] : []);
}

function draw_tabs({ nav }, state) {
	const has_news = {
		orders: owes(state.game, state.side),
		talk: state.talk_news,
	};

	for (const button of nav.children) {
		const { tab } = button.dataset;
		button.toggleAttribute("data-news", has_news[tab] === true);
		button.setAttribute("aria-current", String(tab === open_tab(state)));
		button.hidden = ["talk", "plan"].includes(tab) && !has_side(state.side);
	}
}

// Where the orders lie under the table, the table has the room while one looks: they come up as a sheet when
// something is picked or asked, and take what they need when they are pulled up.
/** @param {{grip: any, main: any}} parts @param {State} state @param {Session} session */
function draw_sheet({ grip, main }, state, session) {
	const { game, tab, selected } = state;
	const comes_up =
		tab !== "orders" ||
		game.status !== "playing" ||
		Boolean(state.pending || state.error || state.pointing) ||
		(game.actions ?? []).some(({ group }) => group === "react") ||
		(selected !== null && selected !== state.led && actions_of(session.offered(), selected).length > 0);
	const label = words(state.is_raised ? "ui.sheet.lower" : "ui.sheet.raise");

	main.dataset.sheet = comes_up ? "high" : state.is_raised ? "full" : "low";
	grip.hidden = comes_up;
	set(grip, { "aria-expanded": String(state.is_raised), "aria-label": label, title: label });
	grip.textContent = state.is_raised ? "▾" : "▴";
}

/** All parts as a state has them. @param {State} state @param {Session} session */
function draw_parts(parts, state, session) {
	const { game, side, log, since } = state;

	// What comes from now on is told by the card.
	parts.card.dataset.after ??= String(since?.seq ?? log.at(-1)?.seq ?? 0);
	fill(parts.head, header(state, session, parts.bell));
	Object.assign(parts.main.dataset, {
		tab: state.tab,
		more: state.more,
		version: game.version,
		waits: game.waiting_for.find((wait) => wait.side === side)?.decision ?? "",
	});
	draw_tabs(parts, state);
	draw_sheet(parts, state, session);
	parts.plan.render?.(state, session);
	parts.lesson?.render(state, session);
	parts.replay.render?.(state, session);
	parts.story.render?.(state, session);
	parts.card.render?.(state, session);
	parts.board.render({ ...state, game: session.shown() });
	parts.talk.render?.(state, session);
	parts.actions.render({ ...state, game: session.offered() }, session);
	// Nobody sees the rows of a crowd behind another tab.
	if (open_tab(state) === "units")
		parts.roster.render?.(state, session);
	parts.log.render(state, session);
}

/** Draw whatever the session comes to know. Returns what ends it. @param {Session} session */
function follow_state(parts, session) {
	let noticed = /** @type {string|null} */ (null);

	const draw = () => {
		const { state } = session;

		if (!state.game || !parts.main.isConnected)
			return;
		document.title = title_of(state);
		const notice = state.link === "cut" ? "ui.cut" : parts.unread.size > 0 ? "ui.unread" : null;
		if (notice !== noticed)
			draw_notice(parts, notice, session);
		noticed = notice;
		if (session.asked_seq !== undefined && state.log.length > 0) {
			const seq = session.asked_seq;
			session.asked_seq = undefined;
			session.attempt(() => session.show_after(seq))();
		}
		draw_parts(parts, state, session);
	};

	return session.store.subscribe(() => when_released(draw));
}

/**
 * Build the page of a game in `root`. Returns what takes it down again.
 * @param {Session} session
 */
export function show_game(root, session) {
	const parts = make_parts(session);
	const escape = (event) => {
		if (event.key === "Escape" && (session.state.pending || session.state.pointing))
			session.cancel();
	};
	// A window of another shape shows other panels.
	const resized = () => session.store.set({});

	fill(root, skip_link(), parts.head, parts.cut, parts.main);
	parts.board.addEventListener("intent", ({ detail }) => intents[detail.kind]?.(session, detail));
	addEventListener("keydown", escape);
	addEventListener("resize", resized);
	// Time runs while nothing else happens.
	const ticking = setInterval(() => {
		for (const node of root.querySelectorAll("[data-until]"))
			node.textContent = time_left(node.dataset.until);
		if (session.state.game)
			document.title = title_of(session.state);
	}, 1000);
	const stop_reading = read_when_wanted(table_of_later, parts, session);
	const leave = follow_state(parts, session);

	return () => {
		leave();
		stop_reading();
		clearInterval(ticking);
		removeEventListener("keydown", escape);
		removeEventListener("resize", resized);
		session.close();
	};
}
