// @ts-check
// The page of one game: header, table and panels, drawn from the store.

import "./board/board.js";
import "./panels/actions.js";
import "./panels/log.js";
import { fill, make } from "./dom.js";
import { seats_of } from "./seats.js";
import { has_side, in_menu, owes } from "./store.js";
import { asked } from "./panels/actions.js";
import { rare_words, time_left, words } from "./words.js";

const is_narrow = matchMedia("(max-width: 48rem)");
const rest_ms = 2000;
const rest_tabs = ["units", "plan", "talk"];
const tabs = [
	["orders", "ui.orders"],
	["units", "ui.units"],
	["plan", "ui.plan"],
	["log", "ui.log"],
	["talk", "ui.talk"],
];

/** The panel that is open beside the table, or instead of it where there is little room. */
const open_tab = (state) => (is_narrow.matches ? state.tab : state.more);

function title_of(state) {
	const { game, side } = state;
	const what = owes(game, side) ? `● ${words("ui.your_turn")}` : asked(state);

	const until = game.waiting_for.find((wait) => wait.until)?.until;

	return [what, until && time_left(until), state.title, words("ui.title")]
		.filter(Boolean)
		.join(" – ");
}

function where_line(state) {
	const { game } = state;

	if (game.status === "open")
		return words("status.open");
	return [
		words("ui.turn", { turn: game.turn, turns: game.ends?.turns ?? "?" }),
		game.status === "finished"
			? words("status.finished")
			: words(`phase.${game.phase}`),
	].join(" · ");
}

function header(state, session) {
	const other = lesson_token(state.game_id)
		? undefined
		: state.seats.find((side) => side !== state.side);
	const link = { live: "ui.live", connecting: "ui.connecting", cut: "ui.cut.short" }[
		state.link
	];

	return [
		make("a", { class: "brand", href: "#", "data-key": "home" }, words("ui.title")),
		make(
			"div",
			{ class: "where" },
			make("h1", null, state.title || words("ui.untitled")),
			make("span", null, where_line(state)),
		),
		make(
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
				? make(
						"button",
						{
							type: "button",
							class: "quiet",
							"data-key": "menu",
							click: async () => {
								const [{ open_menu }] = await Promise.all([
									import("./panels/menu.js"),
									rare_words(),
								]);
								open_menu(session.state, session);
							},
						},
						words("ui.menu"),
					)
				: null,
			make(
				"button",
				{
					type: "button",
					class: "quiet",
					"data-key": "share",
					click: async () => {
						const [{ open_share }] = await Promise.all([
							import("./panels/share.js"),
							rare_words(),
						]);
						open_share(session.state, session);
					},
				},
				words("ui.share"),
			),
		),
	];
}

/** The token of the side that the page plays itself in a lesson, or null. */
function lesson_token(game) {
	const entry = seats_of(game);

	return entry.lesson ? (entry.seats.blue?.token ?? null) : null;
}

/** Tell who looks elsewhere that it is his turn, if he wished it. */
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

/** Build the page of a game in `root`. Returns what takes it down again. */
export function show_game(root, session) {
	const head = make("header", { class: "top" }, make("p", null, words("ui.loading")));
	const cut = make("div", { class: "cut", role: "alert" });
	const board = /** @type {any} */ (make("pn-board", { "aria-label": words("ui.table") }));
	const actions = /** @type {any} */ (
		make("pn-actions", { class: "panel", "data-panel": "orders" })
	);
	const roster = /** @type {any} */ (
		make("pn-roster", { class: "panel", "data-panel": "units" })
	);
	const plan = /** @type {any} */ (
		make("pn-plan", { class: "panel", "data-panel": "plan" })
	);
	const past = /** @type {any} */ (make("pn-past", { hidden: true }));
	const talk = /** @type {any} */ (
		make("pn-talk", { class: "panel", "data-panel": "talk" })
	);
	const log = /** @type {any} */ (make("pn-log", { class: "panel", "data-panel": "log" }));
	const nav = make(
		"nav",
		{ class: "tabs", "aria-label": words("ui.panels") },
		tabs.map(([tab, key]) =>
			make(
				"button",
				{
					type: "button",
					"data-tab": tab,
					click: () =>
						session.store.set(
							tab === "orders" ? { tab } : { tab, more: tab },
						),
				},
				words(key),
			),
		),
	);
	const main = make(
		"main",
		{ class: "game" },
		make("div", { class: "view" }, past, board),
		actions,
		make("div", { class: "more" }, nav, roster, plan, log, talk),
	);

	fill(
		root,
		make(
			"a",
			{
				class: "skip",
				href: "#asked",
				click: (event) => {
					event.preventDefault();
					document.getElementById("asked")?.focus();
				},
			},
			words("ui.skip"),
		),
		head,
		cut,
		main,
	);
	board.addEventListener("intent", (event) => {
		const { kind, unit } = event.detail;
		if (kind === "unit")
			session.touch(unit);
		else if (kind === "pick")
			session.pick(event.detail.action);
		else if (kind === "point")
			session.point(event.detail.point);
		else if (kind === "vary")
			session.vary(event.detail.body);
		else if (kind === "ground" && !session.state.pending)
			session.select(null);
		else if (kind === "ruler")
			session.measure();
		else if (kind === "seen")
			session.saw(event.detail.seen);
		else if (kind === "past")
			session.look_back();
		else if (kind === "cancel")
			session.state.pending ? session.cancel() : session.select(null);
	});
	const escape = (event) => {
		if (event.key === "Escape" && (session.state.pending || session.state.aim))
			session.cancel();
	};
	addEventListener("keydown", escape);
	// A window that grows wide or narrow shows other panels.
	const resized = () => session.store.set({});
	is_narrow.addEventListener("change", resized);

	// Time runs while nothing else happens.
	const ticking = setInterval(() => {
		for (const node of root.querySelectorAll("[data-until]"))
			node.textContent = time_left(node.dataset.until);
		if (session.state.game)
			document.title = title_of(session.state);
	}, 1000);
	// What the table can be played without comes after it, or when it is asked for.
	const load_rest = () => {
		clearTimeout(rest);
		later();
		// An element writes its words as soon as its module is read: the words come first.
		rare_words()
			.then(() =>
				Promise.all([
					import("./panels/past.js"),
					import("./panels/plan.js"),
					import("./panels/roster.js"),
					import("./panels/talk.js"),
				]),
			)
			.then(() => session.store.set({}));
	};
	const rest = setTimeout(load_rest, rest_ms);
	const later = session.store.subscribe((state) => {
		const wants_rest = state.looks_back || state.moment !== null || state.queue.length > 0;
		if (wants_rest || [state.tab, state.more].some((tab) => rest_tabs.includes(tab)))
			load_rest();
	});
	const lesson = lesson_token(session.state.game_id);
	let coach = /** @type {any} */ (null);
	if (lesson)
		rare_words().then(() => import("./panels/coach.js")).then(() => {
			if (!main.isConnected)
				return;
			coach = make("pn-coach", {
				class: "coach",
				role: "region",
				"aria-label": words("ui.lesson"),
			});
			main.before(coach);
			coach.begin(session.state.game_id, lesson);
			if (session.state.game)
				coach.render(session.state, session);
		});
	let owed = false;
	let was_cut = false;
	const leave = session.store.subscribe((state) => {
		if (!state.game)
			return;
		document.title = title_of(state);
		if (owes(state.game, state.side) && !owed)
			notify(state);
		owed = owes(state.game, state.side);
		fill(head, header(state, session));
		if ((state.link === "cut") !== was_cut) {
			was_cut = state.link === "cut";
			fill(
				cut,
				was_cut
					? [
							make("p", null, words("ui.cut")),
							make(
								"button",
								{
									type: "button",
									click: () =>
										session.hurry(),
								},
								words("ui.cut.retry"),
							),
						]
					: [],
			);
		}
		if (session.asked_moment !== undefined && state.log.length > 0) {
			const moment = session.asked_moment;
			session.asked_moment = undefined;
			session.attempt(() => session.look_at(moment))();
		}
		Object.assign(main.dataset, {
			tab: state.tab,
			more: state.more,
			version: state.game.version,
			waits:
				state.game.waiting_for.find((wait) => wait.side === state.side)
					?.decision ?? "",
		});
		for (const button of nav.children) {
			button.toggleAttribute(
				"data-news",
				button.dataset.tab === "orders"
					? owes(state.game, state.side)
					: button.dataset.tab === "talk" && state.talk_news,
			);
			button.setAttribute(
				"aria-current",
				String(
					button.dataset.tab === open_tab(state),
				),
			);
		}
		for (const tab of ["talk", "plan"])
			nav.querySelector(`[data-tab=${tab}]`).hidden = !has_side(state.side);
		plan.render?.(state, session);
		coach?.render(state, session);
		past.render?.(state, session);
		board.render({ ...state, game: session.shown() });
		talk.render?.(state, session);
		actions.render(state, session);
		// Nobody sees the rows of a crowd behind another tab.
		if (open_tab(state) === "units")
			roster.render?.(state, session);
		log.render(state, session);
	});

	return () => {
		leave();
		later();
		clearTimeout(rest);
		clearInterval(ticking);
		removeEventListener("keydown", escape);
		is_narrow.removeEventListener("change", resized);
		session.close();
	};
}
