// @ts-check
// Games begun before a name was taken: their seats have tokens of their own. A player who holds such a token
// hands the seat to the name; the token stays good, for another device may have it.

import * as api from "./api_later.js";
import { announce, make } from "./dom.js";
import { problem_words } from "./panels/problem.js";
import { busy } from "./seating.js";
import { all_seats, note, side_of_token } from "./seats.js";
import { isolated, rare_words, words } from "./words.js";

/** Games in which this browser holds one seat by a token. A browser with both seats is left out: one name
 * cannot hold both. */
function by_token() {
	return Object.entries(all_seats())
		.map(([game, { seats, lesson, scenario }]) => ({ game, lesson, seats: Object.entries(seats), name: scenario || game.slice(0, 8) }))
		.filter(({ seats, lesson }) => !lesson && seats.length === 1 && side_of_token(seats[0][1].token) !== null);
}

/** The seat is the name's from now on; `held` are the sides of games that are the name's already. */
async function claim(own, { game, seats: [[side, seat]] }, held) {
	if (held.get(game) !== side) {
		const { code } = await api.handOver(game, seat.token, false, api.new_key());

		await api.joinGame(game, { code }, api.new_key(), own.token);
	}
	note(game, { seats: { [side]: { ...seat, token: own.token } } });
}

/** Claim all of them; gives those that could not be, each with the reason. */
async function claim_all(own, games) {
	const mine = await api.listMyGames(own.token);
	const held = new Map(mine.games.map((one) => [one.game, one.side]));
	const left = [];

	for (const one of games) {
		try {
			await claim(own, one, held);
		} catch (problem) {
			if (!(problem instanceof api.Problem))
				throw problem;
			left.push(words("ui.claim.left", { game: isolated(one.name), problem: problem_words(problem) }));
		}
	}
	return left;
}

/**
 * What offers to claim them, nothing where there are none.
 * @param {{name: string, token: string}} own
 * @param {() => void} redraw the seats have changed
 */
export async function claim_part(own, redraw) {
	const games = by_token();

	if (games.length === 0)
		return null;
	await rare_words();
	const named = games.map(({ name }) => name).join(", ");
	const told = make("p", { class: "error", role: "alert" });
	const go = make("button", { type: "button", "data-key": "claim" }, words("ui.claim.go", own));
	const done = async () => {
		const left = await claim_all(own, games);

		if (left.length > 0) {
			told.textContent = left.join(" ");
			return;
		}
		announce(words("ui.claim.done", { ...own, games: named }));
		redraw();
	};

	go.addEventListener("click", busy(go, told, done));
	return make(
		"div",
		{ class: "part" },
		make("p", { class: "small" }, words("ui.claim", { ...own, games: named })),
		go,
		told,
	);
}
