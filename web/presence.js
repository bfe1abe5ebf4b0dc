// @ts-check
// On which day players were here, of those who want it known; the server tells it of nobody who plays.

import { ask, of_game } from "./api.js";
import { make } from "./dom.js";
import { isolated, locale, rare_words, words } from "./words.js";

export const getPresence = (game, token) => ask(of_game(game, "/presence"), { token });
export const getMyPresence = (token) => ask("me/presence", { token });
export const showPresence = (token, shown) => ask("me/presence", { method: "PUT", token, body: { shown } });

const DAY_MS = 24 * 3600 * 1000;

/** @param {string} player @param {string} day "2026-11-21", of UTC, as "today" is here */
export function day_words(player, day, now = Date.now()) {
	const name = isolated(player);
	const at = Date.parse(day);
	const ago = Math.floor(now / DAY_MS) - Math.floor(at / DAY_MS);
	const date = new Intl.DateTimeFormat(locale(), { dateStyle: "medium", timeZone: "UTC" });

	if (ago === 0 || ago === 1)
		return words(ago ? "ui.here.yesterday" : "ui.here.today", { name });
	return words("ui.here.on", { name, day: date.format(at) });
}

/**
 * A sentence for each of `sides` of whom something may be told.
 * @param {Game} view @param {Side[]} sides @param {string} [token]
 */
export async function presence_words(view, sides, token) {
	const [{ presence }] = await Promise.all([getPresence(view.id, token), rare_words()]);

	return sides
		.filter((side) => presence[side] && view.players[side])
		.map((side) => day_words(/** @type {string} */ (view.players[side]), /** @type {string} */ (presence[side])));
}

/** @type {Map<string, HTMLElement>} by game: drawn anew, a card has the line that was there */
const lines = new Map();

/** Those who played a game that is over, but for oneself. @param {Game} view @param {string|null} own @param {string} [token] */
export function presence_line(view, own, token) {
	const sides = /** @type {Side[]} */ (["red", "blue"]).filter((side) => side !== own && view.players[side]);
	const kept = lines.get(view.id);
	const line = kept ?? make("p", { class: "small", "data-key": "presence" });

	if (!kept && sides.length > 0)
		presence_words(view, sides, token).then(
			(said) => line.append(said.join(" ")),
			() => lines.delete(view.id), // asked again the next time
		);
	lines.set(view.id, line);
	return line;
}
