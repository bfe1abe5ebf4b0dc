// @ts-check
// Playing again with somebody one has played: asked in the game that is over, accepted, declined, taken
// back. The server tells each side only what it may know; who is blocked asks, and is not heard.

import * as api from "./api_later.js";
import { fill, make } from "./dom.js";
import { busy } from "./seating.js";
import { keep_seat, seats_of } from "./seats.js";
import { isolated, rare_words, words } from "./words.js";

/** @typedef {import("./seats.js").Entry} Entry */

const wait_s = 15; // an answer comes at once when something is said
const failed_ms = 15_000;
const heard_max = 2; // games that are listened to, the newest

const other_of = (side) => (side === "red" ? "blue" : "red");

/** Decline what the other side asks, or ask it no longer. @returns {Promise<Rematch>} */
export const declineRematch = (game, token) =>
	api.ask(api.of_game(game, "/rematch"), { method: "DELETE", token });

/** The player of the other side: a name, if there is one. @param {Game} view */
const who_else = (view, side) => isolated(view.players[other_of(side)] ?? words(`side.${other_of(side)}`));

/** How it stands for a side. @param {Rematch} rematch @returns {"made"|"asked"|"wanted"|"declined"|"free"} */
export function wish_of({ game, offered, declined }, side) {
	const other = other_of(side);

	if (game)
		return "made";
	if (offered.includes(side))
		return "asked";
	if (offered.includes(other))
		return "wanted";
	return declined.includes(other) ? "declined" : "free";
}

/**
 * What is said of it, and what may be done about it.
 * @param {Game} view
 * @param {Rematch} rematch
 * @param {string} side whose
 * @param {{offer: (button: HTMLButtonElement) => any, decline: (button: HTMLButtonElement) => any}} acts
 */
export function again_row(view, rematch, side, acts) {
	const who = who_else(view, side);
	const wish = wish_of(rematch, side);
	const said = wish !== "free" && wish !== "made" && make("span", { class: "small", role: "status" }, words(`ui.rematch.${wish}`, { who }));
	const button = (key, act, text) => {
		const node = make("button", { type: "button", "data-key": key }, text);

		node.addEventListener("click", () => act(node));
		return node;
	};

	if (wish === "made")
		return [make("a", { class: "button", href: `#game=${rematch.game}` }, words("ui.rematch.open"))];
	if (wish === "free")
		return [button("rematch", acts.offer, words("ui.rematch", { who }))];
	if (wish === "wanted")
		return [
			said,
			button("rematch", acts.offer, words("ui.rematch.accept")),
			button("rematch-decline", acts.decline, words("ui.rematch.decline")),
		];
	return wish === "asked" ? [said, button("rematch-decline", acts.decline, words("ui.rematch.withdraw"))] : [said];
}

/**
 * Of a game that is over, in the list of one's games. `is_wanted`: there is something new, the other side
 * asks or has accepted. `side` is one's own while it may still be asked for. Null for who sits on both
 * sides, and for the umpire.
 * @param {Game} view
 * @param {import("./seats.js").Entry} entry
 */
export async function again_part(view, entry) {
	const seats = Object.entries(entry.seats);
	const [[side, { token }]] = seats;
	const place = make("p", { class: "row" });
	const told = make("span", { class: "error", role: "alert" });
	const show = (rematch) => {
		if (rematch.game && rematch.seat)
			keep_seat(rematch.game, rematch.seat.side, { token: rematch.seat.token ?? token }, { scenario: entry.scenario });
		fill(place, ...again_row(view, rematch, side, { offer: act(offer), decline: act(decline) }), told);
	};
	const act = (work) => (button) => busy(button, told, async () => show(await work()))();
	const offer = () => api.offerRematch(view.id, token, api.new_key());
	const decline = () => declineRematch(view.id, token);

	if (entry.lesson || seats.length !== 1 || !["red", "blue"].includes(side))
		return null;
	const [rematch] = await Promise.all([api.getRematch(view.id, token), rare_words()]);
	const is_new = rematch.game && !seats_of(rematch.game).seats[other_of(side)];
	show(rematch);
	return { place, rematch, is_wanted: is_new || wish_of(rematch, side) === "wanted", side: rematch.game ? null : side };
}

/** Lists that are to be drawn anew, by the game that is listened to. */
const heard = /** @type {Map<string, {list: Element, redraw: () => void}>} */ (new Map());

const shown_again = () =>
	new Promise((done) =>
		document.hidden ? document.addEventListener("visibilitychange", done, { once: true }) : done(null),
	);

/** Has the other side said something of a rematch since? @returns {Promise<{last: number, is_news: boolean}>} */
async function next_said(game, token, side, last, wait) {
	/** @type {{messages: any[]}} */
	const { messages } = await api.listMessages(game, token, last, wait);

	return {
		last: messages.at(-1)?.number ?? last,
		is_news: messages.some(({ by, words: said }) => by !== side && said?.key.startsWith("message.rematch")),
	};
}

/** Does it stand otherwise than the list shows? @param {Rematch} shown */
const stands_otherwise = (game, token, shown) =>
	api.getRematch(game, token).then(
		(now) => JSON.stringify(now) !== JSON.stringify(shown),
		() => false,
	);

/**
 * Draw the list anew when the other side of a game that is over asks to play again, accepts, declines
 * or asks no longer, as long as the list is there: the stream of one's games tells nothing of that.
 * @param {string} game @param {string} token @param {{side: string, rematch: Rematch}} again one's own side, and what is shown
 * @param {Element} list @param {() => void} redraw
 */
async function hear(game, token, { side, rematch }, list, redraw) {
	const is_heard = heard.has(game);

	heard.set(game, { list, redraw });
	for (let last = 0, wait = 0; !is_heard && heard.get(game)?.list.isConnected; wait = wait_s) {
		await shown_again();
		const said = await next_said(game, token, side, last, wait).catch(() => null);
		// What is heard first is in the list, unless it was said since the list was drawn.
		const is_news = said?.is_news && (wait > 0 || (await stands_otherwise(game, token, rematch)));
		const { list: now, redraw: draw } = heard.get(game);

		if (!said)
			await new Promise((resolve) => setTimeout(resolve, failed_ms));
		else if (is_news && now.isConnected)
			draw();
		last = said?.last ?? last;
	}
	if (!is_heard)
		heard.delete(game);
}

/**
 * Listen to those that are over, of one's games, as they are listed.
 * @param {{game: string, entry: Entry, again?: {side: string|null, rematch: Rematch}|null}[]} rows
 * @param {Element} list @param {() => void} redraw
 */
export function hear_all(rows, list, redraw) {
	// One that was drawn anew before it was told takes nothing from the list in its place.
	if (!list.isConnected)
		return;
	for (const { game, entry, again } of rows.filter((row) => row.again?.side).slice(0, heard_max))
		hear(game, entry.seats[again.side].token, again, list, redraw);
}
