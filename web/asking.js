// @ts-check
// Asked once more before something goes that is not done by chance.

import { fill, make } from "./dom.js";
import { busy } from "./seating.js";
import { forget, keep_player, restore } from "./seats.js";
import { words } from "./words.js";

/**
 * Something that is not done by chance: the question names it, and what can be undone is.
 * Each part of `said` is a sentence, or what a button says.
 * @param {HTMLElement} place whose content gives way meanwhile
 * @param {{ask: string, go: string, gone: string, undo?: string}} said
 * @param {() => any} go does it, and gives what undoes it, if anything does; a problem is told
 */
export function ask_first(place, said, go) {
	const before = [...place.childNodes];
	const button = (key, text, click) => make("button", { type: "button", "data-key": key, click }, text);
	const back = () => {
		fill(place, ...before);
		/** @type {HTMLElement|null} */ (place.querySelector("button"))?.focus();
	};
	const done = async () => {
		const undo = await go();
		const told = make("p", { role: "status", tabindex: -1 }, said.gone);
		const again = undo && button("undo", said.undo, () => {
			undo();
			back();
		});
		fill(place, told, again);
		(again ?? told).focus();
	};
	const told = make("p", { class: "error", role: "alert" });
	const gone = button("gone", said.go, null);
	const keep = button("keep", words("ui.keep"), back);

	gone.addEventListener("click", busy(gone, told, done));

	fill(
		place,
		make(
			"div",
			{ class: "question", role: "alertdialog", "aria-label": said.ask },
			make("p", null, said.ask),
			make("p", { class: "row" }, gone, keep),
			told,
		),
	);
	keep.focus();
}

/** One's own copy of a seat. @param {HTMLElement} line of its game @param {string} scenario @param {string} side in words */
export function ask_forget(line, game, scenario, side) {
	const forget_it = () => {
		const kept = forget(game);

		return () => kept && restore(game, kept);
	};

	ask_first(
		line,
		{
			ask: words("ui.mine.forget.ask", { scenario, side }),
			go: words("ui.mine.forget.go", { scenario }),
			gone: words("ui.mine.forgotten", { scenario }),
			undo: words("ui.mine.forget.undo"),
		},
		forget_it,
	);
}

/** One's name, in this browser. @param {HTMLElement} card */
export function ask_leave(card, own) {
	const leave = () => {
		keep_player(null);
		return () => keep_player(own);
	};

	ask_first(
		card,
		{
			ask: words("ui.player.leave.ask", own),
			go: words("ui.player.leave.go", own),
			gone: words("ui.player.left", own),
			undo: words("ui.player.leave.undo", own),
		},
		leave,
	);
}
