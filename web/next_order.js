// @ts-check
// A player who writes orders in secret gives one unit after another its own: the first is picked by itself,
// and after each the next that has none. Read when there is something to write.

import { seats_of } from "./seats.js";
import { owes } from "./store.js";

/**
 * Pick the unit that comes after `unit`, whose order was written, or the first, unless something else was
 * picked meanwhile. Where nobody touched a unit the table keeps its room.
 * @param {Session} session @param {string|null} unit
 */
export function pick_next(session, unit) {
	const { game, side, selected, pending, led } = session.state;

	// The news of the order may come before the answer: then its unit is picked still. The lesson
	// shows whom to pick first.
	if ((selected !== null && selected !== unit) || pending || !owes(game, side) || (unit === null && seats_of(game.id).lesson))
		return;
	const own = (game.actions ?? []).filter(({ group }) => group === "declare").map((one) => one.unit);
	const place = unit === null ? 0 : own.lastIndexOf(unit) + 1;
	const next = [...own.slice(place), ...own.slice(0, place)].find((one) => one && !game.units[one].draft);

	if (next) {
		session.select(next);
		session.store.set({ led: unit === null || led === unit ? next : null });
	}
}
