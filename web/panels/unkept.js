// @ts-check
// Where the browser keeps no seats: that it is so, before one is taken, and the links that lead back to them.

import { make } from "../dom.js";
import { page_link, seats_of } from "../seats.js";
import { words } from "../words.js";
import { card_keeper, link_field, qr_picture } from "./links.js";

const keep = card_keeper();

/** What is said before a seat is taken. */
export const unkept_card = () => make("p", { class: "card" }, words("ui.unkept"));

/** The seats that this page holds, or what to do for one who lost theirs. @param {State} state */
export function seat_links({ game_id, game }) {
	const seats = Object.entries(seats_of(game_id).seats);

	if (seats.length === 0)
		return game.status === "finished" ? null : make("p", { class: "small" }, words("ui.unkept.lost"));
	const link = ([side, { token }]) => {
		const back = page_link(`seat=${game_id}.${token}`);

		return [link_field(`seat-${side}`, words("ui.unkept.link", { side: words(`side.${side}`) }), back), qr_picture(back)];
	};

	// It lies open while nobody plays, and folds when there are orders: another part, for one that was opened stays so.
	const is_open = game.status === "open";

	return keep(JSON.stringify([game_id, is_open, seats]), () =>
		make(
			"details",
			{ class: "card unkept", open: is_open },
			make("summary", { "data-key": is_open ? "unkept-open" : "unkept" }, words("ui.unkept.seat")),
			make("p", { class: "small" }, words("ui.unkept.seat.text")),
			seats.flatMap(link),
		),
	);
}
