// @ts-check
// The club's page: whoever looks for somebody to play with, each challenge with its table and its terms.
// Its address (`#tables`) can be sent and kept.

import * as api from "./api.js";
import { make } from "./dom.js";
import { frame } from "./home.js";
import { invitation_part } from "./invitation.js";
import { address_of, join, start_button } from "./seating.js";
import { all_seats } from "./seats.js";
import { game_title, rare_words, words } from "./words.js";

const shown_max = 20; // challenges on one page, the newest first

/** What is played, by whom and how, and the seat that is free. */
async function challenge(game, title) {
	const go = async () => {
		await join(game, null);
		location.hash = address_of(game);
	};
	const is_own = all_seats()[game] !== undefined;
	const card = make(
		"section",
		{ class: "card", "aria-label": title },
		make("h2", null, title),
		is_own ? make("p", { class: "small" }, words("ui.club.own")) : start_button("ui.join.go", go),
		make("p", null, make("a", { class: "button", href: address_of(game) }, words("ui.watch.go"))),
	);

	// One that is taken or withdrawn by now has nothing more to tell.
	card.append(...(await invitation_part(game).catch(() => [])).filter(Boolean));
	return card;
}

/** Show it. @param {HTMLElement} root */
export async function show_club(root) {
	const [{ scenarios }, { games, next }] = await Promise.all([
		api.listScenarios(),
		api.ask(`games?status=open&limit=${shown_max}`),
		rare_words(),
	]);
	const cards = await Promise.all(games.map((one) => challenge(one.game, game_title(one, scenarios) ?? words("ui.untitled"))));

	frame(
		root,
		make("h2", null, words("ui.club")),
		make("p", null, words(games.length > 0 ? "ui.club.text" : "ui.club.none")),
		next && make("p", { class: "small" }, words("ui.club.more", { count: shown_max })),
		make("div", { class: "columns" }, ...cards),
		make("p", null, make("a", { class: "button", href: "#" }, words("ui.home"))),
	);
	document.title = `${words("ui.club")} · ${words("ui.title")}`;
}
