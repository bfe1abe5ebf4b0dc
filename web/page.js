// @ts-check
// The page of one game: header, table and panels, drawn from the store.

import "./board/board.js";
import "./panels/actions.js";
import "./panels/log.js";
import { fill, has_little_room, make, set } from "./dom.js";
import { a_while_after, read_part } from "./parts.js";
import { played_token, seats_of } from "./seats.js";
import { actions_of, has_side, in_menu, owes } from "./store.js";
import { when_released } from "./press.js";
import { asked } from "./panels/actions.js";
import { rare_words, time_left, words } from "./words.js";

const rest_tabs = ["units", "plan", "talk"];
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

/** Who moves first this turn, where the window has room for it: the log says so, too. @param {Game} game */
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

/** Tell who looks elsewhere that it is their turn, if they wished it. @param {State} state */
function notify(state) {
	if (!state.notices || !document.hidden || Notification.permission !== "granted")
		return;
	const note = new Notification(words("ui.your_turn"), {
		body: `${state.title}: ${asked(state)}`,
		tag: state.game_id,
	});
	note.onclick = () => {
		focus();
		note.close();
	};
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

/** The way past the board for who has a keyboard. */
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
 * What the table can be played without comes after it, or when it is asked for.
 * @param {Session} session
 */
function read_rest_later(session) {
	const load_rest = () => {
		stop();
		// An element writes its words as soon as its module is read: the words come first.
		rare_words()
			.then(() =>
				Promise.all(
					[
						"board/ghost",
						...["cup", "pending", "plan", "replay", "roster", "talk"].map((name) => `panels/${name}`),
					].map((name) => read_part(`./${name}.js`)),
				),
			)
			.then(() => session.store.set({}))
			.then(() => read_part("./referee/what_if.js"))
			.then(({ ask_here_first }) => ask_here_first(session));
	};
	const call_off = a_while_after(session, load_rest);
	const leave = session.store.subscribe((state) => {
		const is_past = state.shown_seq !== null && state.story === null;
		const wants_rest = state.is_replaying || is_past || state.queue.length > 0;
		if (wants_rest || [state.tab, state.more].some((tab) => rest_tabs.includes(tab)))
			load_rest();
	});
	const stop = () => {
		call_off();
		leave();
	};

	return stop;
}

/** What happened meanwhile is told with a part that is read when there is something to tell. */
function read_story(session) {
	let wanted = false;

	return session.store.subscribe(({ story }) => {
		if (wanted || story === null)
			return;
		wanted = true;
		rare_words()
			.then(() => read_part("./panels/story.js"))
			.then(() => session.store.set({}));
	});
}

/**
 * The card of a charge, or of orders, is read when one is made, answered or revealed.
 * @param {{card: any}} parts @param {Session} session
 */
function read_card({ card }, session) {
	let after = /** @type {number|undefined} */ (undefined);

	const stop = session.store.subscribe(({ game, log, since }) => {
		if (!game)
			return;
		after ??= since?.seq ?? log.at(-1)?.seq ?? 0;
		if (!log.some(({ seq, type }) => seq > after && /^(charge_|reaction_d|contact$|revealed)/.test(type)))
			return;
		stop();
		card.dataset.after = after;
		rare_words()
			.then(() => read_part("./panels/card.js"))
			.then(() => session.store.set({}));
	});

	return stop;
}

/** Sounds are read when somebody wants them. @param {Session} session */
function read_sounds(session) {
	let wanted = false;

	return session.store.subscribe(({ sounds }) => {
		if (wanted || !sounds)
			return;
		wanted = true;
		read_part("./sound.js").then(({ follow_sounds }) => follow_sounds(session));
	});
}

/** What waits elsewhere is told a little later. @param {{bell: any}} parts @param {Session} session */
function read_bell({ bell }, session) {
	let stop = /** @type {(() => void)|null} */ (null);
	const call_off = a_while_after(session, async () => {
		const { ring } = await read_part("./bell.js");

		if (bell.isConnected)
			stop = ring(bell, session.state.game_id);
	});

	return () => {
		call_off();
		stop?.();
	};
}

/**
 * In a lesson somebody teaches above the table; nobody else's page has the part.
 * @param {Session} session
 */
async function show_lesson(parts, session) {
	const lesson = played_token(session.state.game_id);

	if (!lesson)
		return;
	await rare_words();
	const kind = seats_of(session.state.game_id).machine ? "machine" : "lesson";

	await read_part(kind === "machine" ? "./opponent/seat.js" : "./panels/lesson_steps.js");
	if (!parts.main.isConnected)
		return;
	parts.lesson = make(`pn-${kind}`, { class: kind, role: "region", "aria-label": words(`ui.${kind}`) });
	parts.main.before(parts.lesson);
	parts.lesson.begin(session.state.game_id, lesson);
	if (session.state.game)
		parts.lesson.render(session.state, session);
}

function draw_cut({ cut }, is_cut, session) {
	const retry = { type: "button", click: () => session.hurry() };

	fill(
		cut,
		is_cut
			? [
					make("p", null, words("ui.cut")),
					make("button", retry, words("ui.cut.retry")),
				]
			: [],
	);
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
	const { game, side } = state;

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
	let owed = false;
	let was_cut = false;

	const draw = () => {
		const { state } = session;

		if (!state.game || !parts.main.isConnected)
			return;
		document.title = title_of(state);
		if (owes(state.game, state.side) && !owed)
			notify(state);
		owed = owes(state.game, state.side);
		if ((state.link === "cut") !== was_cut) {
			was_cut = state.link === "cut";
			draw_cut(parts, was_cut, session);
		}
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
	const stop_reading = read_rest_later(session);
	const stop_telling = read_story(session);
	const stop_sounds = read_sounds(session);
	const stop_card = read_card(parts, session);
	const stop_bell = read_bell(parts, session);
	const leave = follow_state(parts, session);

	show_lesson(parts, session);
	return () => {
		leave();
		stop_reading();
		stop_telling();
		stop_sounds();
		stop_card();
		stop_bell();
		clearInterval(ticking);
		removeEventListener("keydown", escape);
		removeEventListener("resize", resized);
		session.close();
	};
}
