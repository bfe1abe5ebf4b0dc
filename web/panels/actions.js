// @ts-check
// The orders panel: what is asked, what may be done, what it would do, and doing it.
// Every action of the server is a button in choices.js, whatever the table shows.

import { fill, make } from "../dom.js";
import { read_part } from "../parts.js";
import { seats_of } from "../seats.js";
import { cups_of, has_side, owes } from "../store.js";
import {
	event_words,
	first_words,
	rare_words,
	terms_words,
	unit_name,
	words,
} from "../words.js";
import { action_button, action_list, is_answer, picked_line, undo_button } from "./choices.js";
import { help_part } from "./help.js";
import { link_field, qr_picture } from "./links.js";
import { player_lines } from "./players.js";
import { editors, load_editors, pending_card, problem_words } from "./pending.js";

const is_narrow = matchMedia("(max-width: 48rem)");

/** What is wanted of this side now, in words. @param {State} state */
export function asked(state) {
	const { game, side } = state;

	if (game.status === "open")
		return words("ui.waiting.opponent");
	if (game.status === "finished")
		return words("ui.ended");
	if (game.paused)
		return words("ui.paused");
	if (side === "umpire" && game.questions)
		return words("ui.question");
	const waits = game.waiting_for;
	const mine = waits.find((wait) => wait.side === side);
	if (mine) {
		const values = {
			unit: unit_name(game, mine.unit),
			other: unit_name(game, mine.other),
			decision: words(`decision.${mine.decision}`),
		};
		const key = `ask.${mine.decision}`;
		return first_words(
			[...(mine.unit ? [`${key}.unit`] : []), key, "ask.other"],
			values,
		);
	}
	if (waits.length > 1)
		return words("ui.waiting.both");
	return waits.length === 1
		? words("ui.waiting", {
				side: words(`side.${waits[0].side}`),
				decision: words(`decision.${waits[0].decision}`),
			})
		: "";
}

/**
 * A command as it is called among the actions: for one that is not listed now.
 * @param {Game} game @param {Command} body
 */
export function command_words(game, body) {
	return words(`offer.${body.type}`, {
		unit: unit_name(game, body.unit),
		target: unit_name(game, body.target),
	});
}

/** @param {State} state */
function invitation_card(state) {
	return make(
		"div",
		{ class: "card" },
		make("h3", null, words("ui.invite")),
		make("p", null, words("ui.invite.text")),
		link_field("invitation", words("ui.invite.link"), state.invitation),
		qr_picture(state.invitation),
	);
}

// An open challenge that was reached by its link.
/** @param {Session} session */
function challenge_card(session) {
	const told = make("p", { class: "error", role: "alert" });
	const take = async ({ currentTarget: button }) => {
		const { busy, join } = await read_part("./seating.js");
		await busy(button, told, async () => {
			const made = await join(session.state.game_id, null);
			await session.swap(made.seat.side);
		})();
	};

	const changed = make("div");
	read_part("./invitation.js")
		.then(({ invitation_part }) => invitation_part(session.state.game_id, false))
		.then((part) => fill(changed, ...part), () => {}); // The board is there already.
	return make(
		"div",
		{ class: "card" },
		make("p", null, words("ui.challenge")),
		changed,
		make(
			"button",
			{ type: "button", class: "primary", "data-key": "take-seat", click: take },
			words("ui.join.go"),
		),
		told,
	);
}

/**
 * What lies on the table between the two sides, with what may be done about it.
 * @param {State} state @param {Session} session
 */
function proposal_cards(state, session) {
	const { game, side } = state;

	return Object.entries(game.offers ?? {}).map(([from, { offer, terms }]) => {
		const answers = (game.actions ?? []).filter(
			(action) =>
				is_answer(action) && (action.do.type === "withdraw_offer") === (from === side),
		);
		return make(
			"div",
			{ class: "card", role: "region", "aria-label": words("ui.offer") },
			make(
				"p",
				null,
				words("event.offer_made", {
					side: words(`side.${from}`),
					terms: terms_words(offer, terms),
				}),
			),
			state.pending
				? null
				: answers.map((action) => action_button(game, action, session)),
		);
	});
}

/**
 * What lies before the umpire, with what he may answer, or who asks take back.
 * @param {State} state @param {Session} session
 */
function question_cards(state, session) {
	const { game } = state;

	return Object.entries(game.questions ?? {}).map(([from, { question, terms }]) =>
		make(
			"div",
			{ class: "card", role: "region", "aria-label": words("ui.question") },
			make(
				"p",
				null,
				event_words(game, { type: "question_asked", side: from, question }),
				terms.winner ? ` (${terms_words(question, terms)})` : "",
			),
			state.pending
				? null
				: (game.actions ?? [])
						.filter(({ do: { type, side } }) =>
							type === "withdraw_question"
								? from === state.side
								: side === from && type.startsWith("rule_"),
						)
						.map((action) => action_button(game, action, session)),
		),
	);
}

// Who plays both sides at one screen goes over to the other with one touch.
/** @param {State} state @param {Session} session */
function nothing_to_do(state, session) {
	const other = seats_of(state.game_id).lesson
		? undefined
		: state.seats.find((side) => side !== state.side && owes(state.game, side));

	if (!other)
		return make("p", null, words("ui.nothing"));
	return make(
		"div",
		{ class: "card" },
		make("p", null, words("ui.swap.text")),
		make(
			"button",
			{
				type: "button",
				class: "primary",
				"data-key": "swap-here",
				click: () => session.swap(other),
			},
			words("ui.swap", { side: words(`side.${other}`) }),
		),
	);
}

/** @param {Game} game */
function proposal_line(game) {
	if (!game.proposal)
		return null;
	const outcome =
		editors?.outcome_words(game, game.proposal.outcome) || words("ui.proposal.nothing");

	return make(
		"p",
		{ class: "card" },
		words("ui.proposal", { side: words(`side.${game.proposal.side}`), fates: outcome }),
	);
}

class Actions extends HTMLElement {
	#result_card = null;

	// What is needed at the end is read at the end.
	/** @param {State} state @param {Session} session */
	#end(state, session) {
		if (this.#result_card)
			return this.#result_card(state, session, (work) => session.attempt(work));
		Promise.all([
			read_part("./panels/ending.js"),
			read_part("./requests.js"),
			rare_words(),
		]).then(([{ result_card }, { ask_rematch }]) => {
			this.#result_card = result_card;
			this.#drawn = [];
			if (has_side(session.state.side))
				session.attempt(() => ask_rematch(session, false))();
			session.store.set({});
		});
		return null;
	}

	#cup = make("pn-cup");
	#was_pending = false;
	#was_told = false;
	#was_asked = "";
	#drawn = [];

	// The cards and actions, as a state has them.
	/** @param {State} state @param {Session} session */
	#content(state, session) {
		const { game, pending, error } = state;
		const is_playing = game.status === "playing";
		const is_open = game.status === "open";

		return [
			make("h2", { id: "asked", tabindex: -1, "data-home": true }, asked(state)),
			pending ? null : help_part(game, state.side),
			proposal_line(game),
			player_lines(game),
			pending ? null : undo_button(state, session),
			error ? make("p", { class: "error", role: "alert" }, problem_words(error)) : null,
			is_playing ? [proposal_cards(state, session), question_cards(state, session)] : null,
			game.status === "finished" ? this.#end(state, session) : null,
			is_open && state.invitation ? invitation_card(state) : null,
			is_open && game.access === "public" && state.side === "public"
				? challenge_card(session)
				: null,
			pending ? pending_card(state, session) : null,
			is_playing && has_side(state.side) && !owes(game, state.side)
				? nothing_to_do(state, session)
				: null,
			!pending && (game.actions ?? []).length > 0
				? [picked_line(state, session), action_list(state, session)]
				: null,
			is_playing && has_side(state.side) ? this.#cup : null,
		];
	}

	// Where the panel is scrolled to, and what has the focus, when something else is in it.
	/** @param {State} state */
	#turn_to(state) {
		const { pending } = state;

		if (pending && !this.#was_pending) {
			/** @type {HTMLElement|null} */ (
				this.querySelector("[data-key=confirm]")
			)?.focus({ preventScroll: true });
			this.scrollTop = 0;
		}
		// What was picked begins at the top where there is little room: at once, and again
		// when the server's answer has made it longer.
		const is_told = pending !== null && state.preview !== null;
		if (is_narrow.matches && pending && (!this.#was_pending || (is_told && !this.#was_told))) {
			const card = /** @type {HTMLElement} */ (this.querySelector(".pending"));
			this.scrollTop = card.offsetTop - this.offsetTop - 8;
		}
		this.#was_told = is_told;
		// What is asked anew is read from its beginning.
		if (!pending && asked(state) !== this.#was_asked)
			this.scrollTop = 0;
		this.#was_asked = asked(state);
		this.#was_pending = pending !== null;
	}

	/** @param {State} state @param {Session} session */
	render(state, session) {
		const { game, pending } = state;
		const shown = [
			game,
			pending,
			state.error,
			state.preview,
			state.selected,
			state.sending,
			state.link === "cut",
			state.invitation,
			state.side,
			state.check,
			state.rematch,
			state.shown_seq,
			state.rules,
			state.pointing,
			state.odds,
			editors,
			cups_of(state).at(-1),
		];

		this.#cup.render?.(state, session);

		if (!editors && (pending?.action.bounds?.length > 0 || game.proposal))
			load_editors().then(() => session.store.set({}));

		// What has not changed is left alone: a slider may be in somebody's fingers.
		if (shown.every((one, index) => one === this.#drawn[index]))
			return;
		this.#drawn = shown;
		fill(this, ...this.#content(state, session));
		this.#turn_to(state);
		// The states that a unit can be left in, and formations, are the rule book's.
		if (pending?.body.outcome || pending?.body.path)
			session.read_rules();
	}
}

customElements.define("pn-actions", Actions);
