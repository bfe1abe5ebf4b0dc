// @ts-check
// Somebody came with a code, for an invitation, a seat that is handed over or the umpire's: nothing is taken before
// they say so, and a code that is good no longer offers nothing.

import * as api from "./api_later.js";
import { fill, make } from "./dom.js";
import { frame } from "./home.js";
import { invitation_part } from "./invitation.js";
import { problem_words } from "./panels/problem.js";
import { address_of, join, start_button } from "./seating.js";
import { seats_of } from "./seats.js";
import { rare_words, words } from "./words.js";

/** The way to the game, without its code: to one's seat, or to watch. */
const game_link = (game) =>
	make(
		"a",
		{ class: "button", href: address_of(game) },
		words(Object.keys(seats_of(game).seats).length > 0 ? "ui.join.own" : "ui.watch.go"),
	);

/** What a code of each kind gives, and what to know of it. */
const offers = {
	invitation: ["ui.join", "ui.join.text"],
	handover: ["ui.join.handover", "ui.join.handover.text"],
	umpire: ["ui.join.umpire", "ui.join.umpire.text"],
};

/** @param {HTMLElement} root @param {string} game @param {string} code @param {CodeUse} use */
function offer(root, game, code, { kind, side }) {
	const about = make("div");
	const go = async () => {
		await join(game, code);
		location.hash = address_of(game);
	};
	const [take, told] = start_button("ui.join.go", go);
	const [title, text] = offers[kind];

	frame(
		root,
		make(
			"section",
			{ class: "card narrow" },
			make("h2", null, words(title)),
			make("p", null, words(text, { side: words(`side.${side}`) })),
			make("p", { class: "row" }, take, game_link(game)),
			told,
			about,
		),
	);
	invitation_part(game, { side }).then((part) => fill(about, ...part), () => {}); // A private game is told later.
}

/**
 * @param {{code: string}} problem
 * @param {(() => void)|null} again asks once more; null where the server has said that the code is not good
 */
function refuse(root, game, problem, again) {
	frame(
		root,
		make(
			"section",
			{ class: "card narrow" },
			make("h2", null, words("ui.join.none")),
			make("p", { class: "error", role: "alert" }, problem_words(problem)),
			make("p", null, words(again ? "ui.join.none.unknown" : "ui.join.none.text")),
			make(
				"p",
				{ class: "row" },
				again
					? make("button", { type: "button", class: "primary", "data-key": "again", click: again }, words("ui.cut.retry"))
					: game_link(game),
				make("a", { class: "button", href: "#" }, words("ui.home")),
			),
		),
	);
}

/**
 * Show what a code gives, once the server was asked.
 * @param {() => boolean} is_wanted is no other page asked for meanwhile?
 */
export async function show_code(root, game, code, is_wanted) {
	const again = () => show_code(root, game, code, is_wanted);

	frame(root, make("p", null, words("ui.loading")));
	await rare_words();
	try {
		const use = await api.checkCode(game, code);

		if (!is_wanted())
			return;
		if (use.problem)
			refuse(root, game, { code: use.problem }, null);
		else
			offer(root, game, code, use);
	} catch (problem) {
		if (!(problem instanceof api.Problem))
			throw problem;
		if (is_wanted())
			refuse(root, game, problem, again);
	}
}
