// @ts-check
// On the page of a game: in how many others it is one's turn, and the way to them.

import * as api from "./api_later.js";
import { draw, fill, make } from "./dom.js";
import { asked_max, standing } from "./my_games.js";
import { address_of } from "./seating.js";
import { all_seats, player } from "./seats.js";
import { rare_words, time_left, words } from "./words.js";

const pause_ms = 60_000; // between two looks, while the page is seen

/** Games that are over stay so: they are not asked for again. */
const over = new Set();

/** Of the games that a player holds by name, the server knows which wait: their ids, and until when. */
async function waiting_for_player(own) {
	const { turns } = await api.listTurns(own.token);

	return turns.map(({ game, you }) => ({
		id: game,
		text: you.until ? `${words("ui.your_turn")}, ${time_left(you.until)}` : words("ui.your_turn"),
	}));
}

/** A seat without a name is known here alone: each is asked about, the newest only. */
async function waiting_for_seats(entries) {
	const rows = await Promise.all(
		entries.slice(0, asked_max).map(async ([id, entry]) => {
			const { rank, text } = await standing(id, entry).catch(() => ({ rank: 9, text: "" }));

			if (rank === 3)
				over.add(id);
			return { id, rank, text };
		}),
	);

	return rows.filter(({ rank }) => rank === 0);
}

/** What waits for one elsewhere. */
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

	return rows
		.flat()
		.filter(({ id }) => id !== game && !seats[id]?.lesson)
		.map((row) => ({ ...row, entry: seats[row.id] ?? { seats: {} } }));
}

/** What a game is called, and which side one is, as far as this browser knows. */
function name_of(id, entry) {
	const scenario = entry.scenario || id.slice(0, 8);
	const side = Object.keys(entry.seats)
		.map((one) => words(`side.${one}`))
		.join(" / ");

	return side ? words("ui.mine.open", { scenario, side }) : scenario;
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
			rows.map(({ id, entry, text }) =>
				make(
					"li",
					{ class: "waits" },
					make(
						"span",
						{ class: "what" },
						make(
							"a",
							{ href: address_of(id), "data-key": `bell-${id}`, click: () => sheet.close() },
							name_of(id, entry),
						),
						make("span", { class: "small" }, text),
					),
				),
			),
		),
	);

	document.body.append(sheet);
	sheet.showModal();
}

/**
 * Let the button `bell` tell it. It is looked for each minute and when the page is seen again, since
 * a second stream would take a connection from another tab.
 * @param {HTMLButtonElement} bell @param {string} game the one that is shown
 * @returns {() => void} what ends it
 */
export function ring(bell, game) {
	let rows = /** @type {any[]} */ ([]);
	const look = async () => {
		if (document.hidden)
			return;
		await rare_words();
		rows = await waiting_elsewhere(game);
		const label = words("ui.bell", { count: rows.length });

		bell.hidden = rows.length === 0;
		bell.setAttribute("aria-label", label);
		bell.title = label;
		fill(bell, picture(), make("span", { "aria-hidden": "true" }, String(rows.length)));
	};
	const open = () => open_list(rows);
	const looking = setInterval(look, pause_ms);

	bell.addEventListener("click", open);
	document.addEventListener("visibilitychange", look);
	look();
	return () => {
		clearInterval(looking);
		bell.removeEventListener("click", open);
		document.removeEventListener("visibilitychange", look);
	};
}
