// @ts-check
// Answers that are given for a side when it is asked, its standing orders: in words, and ended. All of them are listed
// under Plan; those about a unit also where that unit is picked.

import { is_about } from "../board/badges.js";
import { make } from "../dom.js";
import { put_standing_orders } from "../requests.js";
import { unit_name, words } from "../words.js";

/** An answer to decisions that may come, in words. @param {Game} game */
export function standing_words(game, order) {
	const about = order.unit
		? unit_name(game, order.unit)
		: order.class
			? words("ui.standing.class", { class: words(`class.${order.class}`) })
			: words("ui.standing.any");

	return [
		words(`ui.standing.line.${order.answer}`, { about, with: unit_name(game, order.with) }),
		order.line ? words("ui.standing.over") : "",
		order.decision ? `(${words(`decision.${order.decision}`)})` : "",
	]
		.filter(Boolean)
		.join(" ");
}

/**
 * `orders` in the place of those that stand. How long an answer is put off stays as it is, unless `more` says another.
 * @param {Session} session @param {any[]} orders @param {{delay_minutes?: number}} more
 */
export const put_orders = (session, orders, more = {}) =>
	put_standing_orders(session, { ...session.state.game.standing_orders, ...more, orders });

/**
 * Those of `shown`, each with a button that ends it.
 * @param {Game} game @param {any[]} shown @param {string} key of the buttons @param {(order: any) => void} end
 */
export const standing_rows = (game, shown, key, end) =>
	shown.map((order, index) =>
		make(
			"li",
			null,
			make("span", null, standing_words(game, order)),
			make(
				"button",
				{
					type: "button",
					class: "quiet",
					"data-key": `${key}-${index}`,
					"aria-label": words("ui.leg.drop", { leg: standing_words(game, order) }),
					click: () => end(order),
				},
				"✕",
			),
		),
	);

/** Those about the unit that is picked; null where there is none. @param {State} state @param {Session} session */
export function standing_part({ game, pending, selected }, session) {
	const orders = game.standing_orders?.orders ?? [];
	const shown = selected && !pending ? orders.filter((order) => is_about(game, order, selected)) : [];

	if (shown.length === 0)
		return null;
	const end = (ended) => session.attempt(() => put_orders(session, orders.filter((order) => order !== ended)))();
	return make(
		"div",
		{ class: "card" },
		make("h3", null, words("ui.standing.of", { unit: unit_name(game, selected) })),
		make("ol", { class: "queue" }, standing_rows(game, shown, "standing-end", end)),
	);
}
