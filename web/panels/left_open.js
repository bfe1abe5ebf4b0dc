// @ts-check
// What "allowed" leaves open: whether a charge gets there, where no chance is told; whose order to
// charge comes to nothing if the step ends.

import { apart } from "../board/blocks.js";
import { inches, together, unit_name, words } from "../words.js";

/** @param {Action} action */
const charges = ({ group }) => group === "declare" || group === "charge";

/** @param {State} state */
function reach_words({ game, pending: { action, body }, preview }) {
	const [from, to] = [game.units[body.unit], game.units[body.target]];

	if (!charges(action) || !from?.pose || !to?.pose || preview.odds.length > 0)
		return "";
	return game.premeasure
		? words("ui.preview.apart", { distance: inches(apart(from, to)) })
		: words("ui.preview.unmeasured");
}

/** @param {State} state */
function idle_words({ game, pending: { action } }) {
	const can = (id) => game.actions.some((one) => one.unit === id && charges(one));
	const is_idle = (id) => {
		const { side, order } = game.units[id];
		return side === game.side && order?.verb === "charge" && !order.target && can(id);
	};
	const idle = action.group === "step" ? Object.keys(game.units).filter(is_idle) : [];

	return idle.length > 0
		? words("ui.preview.idle", { units: together(idle.map((id) => unit_name(game, id))) })
		: "";
}

/** Sentences behind "allowed", or "". @param {State} state */
export const left_open_words = (state) => [reach_words(state), idle_words(state)].filter(Boolean).join(" ");
