// @ts-check
// On the page of a game: in how many others it is one's turn, and the way to them.

import * as api from "./api_later.js";
import { draw, fill, make } from "./dom.js";
import { asked_max, standing } from "./my_games.js";
import { address_of } from "./seating.js";
import { all_seats, player } from "./seats.js";
import { owes, same } from "./store.js";
import { show_waiting } from "./waiting.js";
import { game_title, rare_words, time_left, words } from "./words.js";

/**
 * A game that waits for one: what it is called, with one's side, and until when.
 * @typedef {{id: string, name: string, until?: string}} Elsewhere
 */

const pause_ms = 60_000; // between two looks, while the page is seen

/** Games that are over stay so: they are not asked for again. */
const over = new Set();

/** Of the games that a player holds by name, the server knows which wait: their ids, and until when. */
async function waiting_for_player(own) {
	const { turns } = await api.listTurns(own.token);

	return turns.map(({ game, you }) => ({ id: game, until: you.until }));
}

/** A seat without a name is known here alone: each is asked about, the newest only. */
async function waiting_for_seats(entries) {
	const rows = await Promise.all(
		entries.slice(0, asked_max).map(async ([id, entry]) => {
			const { rank, until } = await standing(id, entry).catch(() => ({ rank: 9, until: undefined }));

			if (rank === 3)
				over.add(id);
			return { id, rank, until };
		}),
	);

	return rows.filter(({ rank }) => rank === 0);
}

const names = new Map(); // of games that this browser has not shown yet, once they are asked for

/** What a game is called that this browser has not shown yet. @param {string} id @param {string|undefined} token */
async function asked_name(id, token) {
	if (!names.has(id)) {
		const [view, { scenarios }] = await Promise.all([api.getGame(id, token), api.listScenarios()]);

		names.set(id, words("ui.mine.open", { scenario: game_title(view, scenarios) ?? words("ui.untitled"), side: words(`side.${view.side}`) }));
	}
	return names.get(id);
}

/** What a game is called, and which side one is. @param {string} id @param {import("./seats.js").Entry} entry */
async function name_of(id, { scenario, seats }) {
	const held = Object.keys(seats);

	if (!scenario || held.length === 0)
		return asked_name(id, seats[held[0]]?.token ?? player()?.token).catch(() => scenario || id.slice(0, 8));
	return words("ui.mine.open", { scenario, side: held.map((side) => words(`side.${side}`)).join(" / ") });
}

/** When the time of a row ends: never, where there is no clock. */
const end_of = ({ until }) => (until ? Date.parse(until) : Infinity);

/** What waits for one elsewhere, what has the least time first. @param {string} game @returns {Promise<Elsewhere[]>} */
async function waiting_elsewhere(game) {
	const own = player();
	const seats = all_seats();
	const is_own = ({ seats: held }) => Object.values(held).every(({ token }) => token === own?.token);
	const others = Object.entries(seats)
		.reverse()
		.filter(([id, entry]) => !entry.lesson && !over.has(id) && !is_own(entry) && id !== game);
	const rows = await Promise.all([
		own ? waiting_for_player(own).catch(() => []) : [],
		waiting_for_seats(others),
	]);

	const found = rows.flat().filter(({ id }) => id !== game && !seats[id]?.lesson);

	found.sort((a, b) => (end_of(a) === end_of(b) ? 0 : end_of(a) - end_of(b)));
	return Promise.all(found.map(async ({ id, until }) => ({ id, until, name: await name_of(id, seats[id] ?? { seats: {} }) })));
}

const picture = () =>
	draw(
		"svg",
		{ viewBox: "0 0 24 24", "aria-hidden": "true" },
		draw("path", { d: "M12 3a6 6 0 0 0-6 6v4l-2 4h16l-2-4V9a6 6 0 0 0-6-6zM10 19a2 2 0 0 0 4 0z" }),
	);

function open_list(rows) {
	const sheet = make(
		"dialog",
		{ class: "sheet", "aria-labelledby": "bell-title", close: () => sheet.remove() },
		make(
			"div",
			{ class: "panel-head" },
			make("h2", { id: "bell-title" }, words("ui.bell.title")),
			make("button", { type: "button", click: () => sheet.close() }, words("ui.close")),
		),
		make(
			"ul",
			{ class: "games" },
			rows.map(({ id, name, until }) =>
				make(
					"li",
					{ class: "waits" },
					make(
						"span",
						{ class: "what" },
						make(
							"a",
							{ href: address_of(id), "data-key": `bell-${id}`, click: () => sheet.close() },
							name,
						),
						make("span", { class: "small" }, until ? `${words("ui.your_turn")}, ${time_left(until)}` : words("ui.your_turn")),
					),
				),
			),
		),
	);

	document.body.append(sheet);
	sheet.showModal();
}

/**
 * Let the button `bell` tell it, and the state as `elsewhere`. It is looked for each minute, when the page is seen
 * again and when one's own turn here ends, since a second stream would take a connection from another tab.
 * @param {HTMLButtonElement} bell @param {Session} session of the game that is shown
 * @returns {() => void} what ends it
 */
export function ring(bell, session) {
	let owed = owes(session.state.game, session.state.side);
	const show = () => {
		const rows = session.state.elsewhere;
		const label = words("ui.bell", { count: rows.length });

		bell.hidden = rows.length === 0;
		bell.setAttribute("aria-label", label);
		bell.title = label;
		fill(bell, picture(), make("span", { "aria-hidden": "true" }, String(rows.length)));
		show_waiting(rows.length + Number(owed));
	};
	const look = async () => {
		if (document.hidden)
			return;
		// What cannot be asked, as while a page is left, is asked the next time.
		const rows = await rare_words()
			.then(() => waiting_elsewhere(session.state.game_id))
			.catch(() => null);
		if (!rows)
			return;
		if (!same(rows, session.state.elsewhere))
			session.store.set({ elsewhere: rows });
		show();
	};
	const open = () => open_list(session.state.elsewhere);
	const looking = setInterval(look, pause_ms);
	const leave = session.store.subscribe(({ game, side }) => {
		const is_owed = owes(game, side);

		if (is_owed === owed)
			return;
		owed = is_owed;
		show_waiting(session.state.elsewhere.length + Number(owed));
		if (!owed)
			look();
	});

	bell.addEventListener("click", open);
	document.addEventListener("visibilitychange", look);
	look();
	return () => {
		leave();
		clearInterval(looking);
		bell.removeEventListener("click", open);
		document.removeEventListener("visibilitychange", look);
	};
}
