// @ts-check
// Orders that were secret until now, both sides' beside each other, for the card over the board.

import { draw, make } from "../dom.js";
import { order_words, unit_name, words } from "../words.js";

/** Orders are sealed together in one turn and phase. @param {GameEvent} event */
const place_of = ({ slot }) => (slot ?? "").split("/", 2).join("/");

/**
 * The last orders of a log that were revealed, a list a side; null when there are none. A side whose
 * seal is still closed has no list.
 * @param {GameEvent[]} log
 * @returns {{seq: number, lists: Record<string, any[]>}|null}
 */
export function reveal_of(log) {
	const last = log.findLast((event) => event.type === "revealed");

	if (!last)
		return null;
	const together = log.filter((event) => event.type === "revealed" && place_of(event) === place_of(last));
	const lists = /** @type {Record<string, any[]>} */ ({});

	for (const { side, content } of together)
		lists[side] = [...(lists[side] ?? []), ...(content ?? [])];
	// Where they are turned over one by one, what was put away stays so until others are sealed.
	return { seq: together[0].seq, lists };
}

/** One order as a card: its number, if orders are numbered, whose it is, and what is to be done. */
function order_card(game, order) {
	const side = game.units[order.unit]?.side ?? "";

	return make(
		"li",
		{ class: "order-card" },
		order.number
			? draw(
					"svg",
					{ class: "order-number", viewBox: "-10 -12 20 24", "aria-hidden": "true" },
					draw("rect", { x: -9, y: -11, width: 18, height: 22, rx: 2 }),
					draw("text", { y: 5, "text-anchor": "middle", "font-size": 14 }, order.number),
				)
			: null,
		make(
			"span",
			null,
			order.number ? make("span", { class: "unseen" }, `${order.number}: `) : null,
			make("strong", { class: `side ${side}` }, unit_name(game, order.unit)),
			" ",
			order_words(game, order),
		),
	);
}

/** Both sides' orders, one's own first. @param {State} state */
export function reveal_sheet({ game, side }, { lists }) {
	const sides = side === "blue" ? ["blue", "red"] : ["red", "blue"];
	const list = (orders) =>
		orders.length > 0
			? make("ul", { class: "order-cards" }, orders.map((order) => order_card(game, order)))
			: make("p", null, words("ui.reveal.none"));

	return make(
		"div",
		{ class: "reveal" },
		sides.map((one) =>
			make(
				"section",
				null,
				make("h3", { class: `side ${one}` }, words(`side.${one}`)),
				lists[one] ? list(lists[one]) : make("p", null, words("ui.reveal.closed")),
			),
		),
	);
}
