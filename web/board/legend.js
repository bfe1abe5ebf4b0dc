// @ts-check
// The legend: what the signs on this table mean, and only those that are on it.

import { fill, make } from "../dom.js";
import { read_part } from "../parts.js";
import { rare_words, words } from "../words.js";
import { badges_of } from "./badges.js";

/** A list that opens over the table. */
export class Legend {
	#list = make("ul", {
		class: "legend-list",
		hidden: true,
		tabindex: 0,
		"aria-label": words("ui.legend"),
	});
	#of = "";

	#button = make(
		"button",
		{
			type: "button",
			"aria-expanded": "false",
			click: () => this.#open(this.#list.hidden),
		},
		words("ui.legend"),
	);

	node = make("div", { class: "legend" }, this.#list, this.#button);

	#rows = /** @type {any} */ (null);
	#game = /** @type {Game|null} */ (null);

	async #open(is_open) {
		await rare_words();
		this.#rows ??= (await read_part("./board/legend_rows.js")).legend_rows;
		this.#draw();
		this.#list.hidden = !is_open;
		this.#button.setAttribute("aria-expanded", String(is_open));
	}

	#draw() {
		if (this.#rows && this.#game)
			fill(this.#list, this.#rows(this.#game));
	}

	/** @param {Game} game */
	render(game) {
		const of = JSON.stringify([
			game.board.terrain?.length,
			game.contacts?.length > 0,
			Object.keys(game.units).map((id) => badges_of(game, id)),
			game.version,
		]);

		if (of === this.#of)
			return;
		this.#of = of;
		this.#game = game;
		this.#draw();
	}
}
