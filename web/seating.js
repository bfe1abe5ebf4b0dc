// @ts-check
// Taking a seat: games made, joined, and the table of the lesson. A player with a name takes seats by it;
// anybody else gets a token for each seat.

import * as api from "./api.js";
import { make } from "./dom.js";
import { problem_words } from "./panels/problem.js";
import { choose_seat, keep_seat, page_link, player } from "./seats.js";
import { read_part } from "./parts.js";
import { isolated, words } from "./words.js";

function nonce() {
	return Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) =>
		byte.toString(16).padStart(2, "0"),
	).join("");
}

/** Where a game's page is. */
export const address_of = (game) => `#game=${game}`;

/** The link to send: by the address that this page itself was reached at. */
const invitation_link = (made) => page_link(`join=${made.game.id}.${made.invitation.code}`);

/** The token of a seat that was taken: its own, or its player's. */
export const token_of = (seat) => seat.token ?? player()?.token;

/**
 * Create a game and keep its seat; `options` are what differs from the scenario.
 * @returns {Promise<Created>}
 */
export async function create(scenario, side, access, options, token = player()?.token) {
	const own = nonce();
	const made = await api.createGame(
		{ scenario: scenario.id, side, access, nonce: own, options },
		api.new_key(),
		token,
	);

	keep_seat(
		made.game.id,
		made.seat.side,
		{ token: token_of(made.seat), nonce: own },
		{ scenario: scenario.title, invitation: invitation_link(made) },
	);
	return made;
}

/**
 * Create a game of a battle that somebody set up, and keep its seat. With `armies` each side writes
 * its units in secret: the table alone is the battle's. @returns {Promise<Created>}
 */
export async function create_battle({ ruleset, muster, name }, side, access, options, armies) {
	const own = nonce();
	const { position, ...table } = muster;
	const body = armies ? { ruleset, muster: { ...table, units: [] }, armies } : { ruleset, muster };
	const made = await api.createGame(
		{ ...body, ...(name && { name }), side, access, nonce: own, options },
		api.new_key(),
		player()?.token,
	);

	keep_seat(
		made.game.id,
		made.seat.side,
		{ token: token_of(made.seat), nonce: own },
		{ scenario: made.game.name && isolated(made.game.name), invitation: invitation_link(made) },
	);
	return made;
}

/** Take the seat that an invitation offers, or with null that of a public game. */
export async function join(game, code, token = player()?.token) {
	const own = nonce();
	const made = await api.joinGame(game, { code, nonce: own }, api.new_key(), token);

	keep_seat(game, made.seat.side, { token: token_of(made.seat), nonce: own }, {});
	return made;
}

/** A listener that runs `work` for a button once, and says in `told` what went wrong. */
export function busy(button, told, work) {
	return async () => {
		if (button.disabled)
			return;
		button.disabled = true;
		told.textContent = "";
		try {
			await work();
		} catch (problem) {
			if (!(problem instanceof api.Problem))
				throw problem;
			told.textContent = problem_words(problem);
		} finally {
			button.disabled = false;
		}
	};
}

export function start_button(key, work) {
	const told = make("p", { class: "error", role: "alert" });
	const button = make(
		"button",
		{ type: "button", class: "primary", "data-key": key.split(".")[1] },
		words(key),
	);

	button.addEventListener("click", busy(button, told, work));
	return [button, told];
}

const untimed = { clock: null }; // where nobody waits for anybody else

/**
 * Play a scenario with both seats in this page, and go there. `more` is kept with the seats; `side` is
 * the one whose table is shown first.
 * @param {{machine?: object}} more
 */
export async function take_both(scenario, more = {}, side = "red") {
	const { game, invitation, seat } = await create(scenario, side, "unlisted", untimed, null);

	await join(game.id, invitation.code, null);
	keep_seat(game.id, side, { token: seat.token }, { scenario: scenario.title, invitation: null, ...more });
	location.hash = address_of(game.id);
}

/** Set up the table of the lesson and go there; the page holds both seats. */
export async function begin_lesson() {
	const { ruleset, muster } = await read_part("./lesson.js");
	const own = nonce();
	const made = await api.createGame(
		{ ruleset, muster, side: "red", nonce: own, options: untimed },
		api.new_key(),
	);

	keep_seat(
		made.game.id,
		"red",
		{ token: made.seat.token, nonce: own },
		{ scenario: words("ui.lesson"), lesson: true, invitation: null },
	);
	await join(made.game.id, made.invitation.code, null);
	choose_seat(made.game.id, "red");
	location.hash = address_of(made.game.id);
}
