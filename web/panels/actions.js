// @ts-check
// The orders panel: what is asked, what may be done, what it would do, and doing it.
// Every action of the server is a button in choices.js, whatever the table shows.

import { fill, has_little_room, make } from "../dom.js";
import { read_part } from "../parts.js";
import { is_forgetful, played_token } from "../seats.js";
import { cups_of, has_side, owes } from "../store.js";
import {
	event_words,
	first_words,
	rare_words,
	terms_words,
	unit_name,
	words,
} from "../words.js";
import { action_button, action_list, is_answer, is_pass, picked_line, step_part, undo_button, unsealed_line } from "./choices.js";
import { editors, load_editors } from "./editors.js";
import { problem_words } from "./problem.js";

const beside_ms = 1500; // what stands below the orders is read after them

/** Are both sides there, and writing their armies in secret? @param {Game} game */
const waits_for_armies = ({ armies, seats, status }) =>
	status === "open" && Boolean(armies) && seats.red !== "open" && seats.blue !== "open";

/** Where one's own army is written. @param {State} state */
function army_card({ game, side, game_id }) {
	return make(
		"div",
		{ class: "card" },
		make("p", null, words(game.armies.commitments[side] ? "ui.army.is_sealed" : "ui.army.to_write")),
		make("a", { class: "button", href: `battle#army=${game_id}`, "data-key": "army" }, words("ui.army.write")),
	);
}

/** What is wanted of this side now, in words. @param {State} state */
export function asked(state) {
	const { game, side } = state;

	if (game.status === "open")
		return words(waits_for_armies(game) ? "ui.army.asked" : "ui.waiting.opponent");
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

let unkept = /** @type {any} */ (null); // read where the browser keeps no seats

let inviting = /** @type {any} */ (null); // read when somebody is to be invited

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
		.then(({ invitation_part }) => invitation_part(session.state.game_id, { has_picture: false }))
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
 * What lies before the umpire, with what may be answered, or who asks take back.
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

let writing = /** @type {any} */ (null); // read when somebody writes ahead
let answering = /** @type {any} */ (null); // read when there is something to answer
let beside = /** @type {any} */ (null); // what is asked in other words, and the clocks: read after the orders
let picked = /** @type {any} */ (null); // read when something is picked

// A player who waits may write what is to be done next.
/** @param {State} state @param {Session} session */
function ahead_part(state, session) {
	if (state.ahead && writing)
		return writing.ahead_card(state, session);
	return [
		make("p", null, words("ui.nothing")),
		make(
			"button",
			{ type: "button", class: "wide", "data-key": "ahead", click: () => session.write_ahead() },
			words("ui.ahead"),
		),
	];
}

// A player of both sides at one screen goes over to the other with one touch.
/** @param {State} state @param {Session} session */
function nothing_to_do(state, session) {
	const other = played_token(state.game_id)
		? undefined
		: state.seats.find((side) => side !== state.side && owes(state.game, side));

	if (!other)
		return ahead_part(state, session);
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
	#list = make("div", { class: "offers" }); // scrolls where it is longer than its place
	#foot = make("div", { class: "foot" }); // never does
	#end_of_list = make("div", { class: "end" });
	#watched = new IntersectionObserver(([{ isIntersecting }]) => this.#list.toggleAttribute("data-goes-on", !isIntersecting), {
		root: this.#list,
	});

	connectedCallback() {
		this.append(this.#list, this.#foot);
		this.#watched.observe(this.#end_of_list);
	}

	disconnectedCallback() {
		this.#watched.disconnect();
	}

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
				session.attempt(() => ask_rematch(session, "look"))();
			session.store.set({});
		});
		return null;
	}

	#cup = make("pn-cup");
	#was_pending = /** @type {{is_sent: boolean, version: number}|null} */ (null);
	#sent_at = /** @type {number|null} */ (null); // the version that was left by what was sent
	#drawn_version = 0;
	#was_told = false;
	#was_asked = "";
	#beside = /** @type {ReturnType<typeof setTimeout>|undefined} */ (undefined); // set once
	#drawn = [];

	// The cards and actions, as a state has them.
	/** @param {State} state @param {Session} session */
	#content(state, session) {
		const { game, pending, error } = state;
		const is_playing = game.status === "playing";
		const is_open = game.status === "open";

		return [
			make("h2", { id: "asked", tabindex: -1, "data-home": true }, asked(state)),
			unkept?.seat_links(state),
			proposal_line(game),
			error ? make("p", { class: "error", role: "alert" }, problem_words(error)) : null,
			is_playing ? [proposal_cards(state, session), question_cards(state, session)] : null,
			game.status === "finished" ? this.#end(state, session) : null,
			is_open && game.armies && has_side(state.side) ? army_card(state) : null,
			is_open && has_side(state.side) && !waits_for_armies(game) ? inviting?.invitation_card(state, session) : null,
			is_open && game.access === "public" && state.side === "public" && !waits_for_armies(game)
				? challenge_card(session)
				: null,
			pending ? picked.pending_card(state, session) : null,
			pending ? null : beside?.next_game(state),
			is_playing && has_side(state.side) && !owes(game, state.side)
				? nothing_to_do(state, session)
				: null,
			!pending && (game.actions ?? []).length > 0
				? [
						unsealed_line(state),
						picked_line(state, session),
						answering?.forced_line(game),
						action_list(state, session, answering?.passes),
						writing?.draft_card(state, session),
						answering?.why_not(state, session),
					]
				: null,
			beside?.standing_part(state, session),
			pending ? null : undo_button(state, session),
			pending ? null : beside?.help_part(state, session),
			played_token(state.game_id) ? null : beside?.player_lines(game), // nobody waits there
			is_playing && has_side(state.side) ? this.#cup : null,
		];
	}

	// What is always in sight, however long the list: doing what is picked, or what changes nothing and ends the step.
	/** @param {State} state @param {Session} session */
	#always(state, session) {
		return state.pending ? [picked.pending_foot(state, session)] : [writing?.draft_foot(state, session) ?? step_part(state, session, answering?.passes)];
	}

	// Where the list is scrolled to, and what has the focus, when something else is in it.
	/** @param {State} state */
	#turn_to(state) {
		const { game, pending } = state;
		const was = this.#was_pending;

		if (pending && !was) {
			/** @type {HTMLElement|null} */ (
				this.querySelector("[data-key=confirm]")
			)?.focus({ preventScroll: true });
			this.#list.scrollTop = 0;
		}
		// What was picked begins at the top where there is little room: at once, and again
		// when the server's first answer has made it longer.
		const is_told = pending !== null && state.preview !== null;
		if (has_little_room() && pending && (!was || (is_told && !this.#was_told))) {
			const card = /** @type {HTMLElement} */ (this.querySelector(".pending"));
			this.#list.scrollTop = card.offsetTop - this.#list.offsetTop - 8;
		}
		this.#was_told = pending !== null && (is_told || this.#was_told);
		if (pending && was)
			this.#show_chosen();
		if (!pending && (was?.is_sent || (was && state.sending)))
			this.#sent_at = was.version;
		// What is asked anew, or again, is read from its beginning.
		const is_answered = this.#sent_at !== null && game.version !== this.#sent_at;
		if (!pending && (asked(state) !== this.#was_asked || is_answered))
			this.#list.scrollTop = 0;
		if (is_answered)
			this.#sent_at = null;
		this.#was_asked = asked(state);
		// The news of what was sent may come before its answer: what counts is the version that it was sent at.
		this.#was_pending = pending && {
			is_sent: state.sending,
			version: !state.sending ? game.version : was?.is_sent ? was.version : this.#drawn_version,
		};
		this.#drawn_version = game.version;
	}

	// Of a list that was longer than its place, what was chosen stays in sight.
	#show_chosen() {
		const list = /** @type {HTMLElement|null} */ (this.querySelector(".presets"));
		const chosen = /** @type {HTMLElement|null} */ (list?.querySelector("[aria-pressed=true]"));

		if (chosen)
			list.scrollTop = chosen.offsetTop - list.offsetTop - (list.clientHeight - chosen.offsetHeight) / 2;
	}

	// Nobody needs it to play, and so the first board does not wait for it.
	/** @param {Session} session */
	#read_beside(session) {
		this.#beside ??= setTimeout(async () => {
			const parts = await Promise.all(["help", "players", "next_game", "standing"].map((name) => read_part(`./panels/${name}.js`)));

			beside = Object.assign({}, ...parts);
			session.store.set({});
		}, beside ? 0 : beside_ms);
	}

	// What leads others to their seat, or this browser back to one's own.
	/** @param {State} state @param {Session} session */
	#read_links({ game, side }, session) {
		const show = () => {
			this.#drawn = [];
			session.store.set({});
		};

		if (!unkept && is_forgetful())
			Promise.all([rare_words(), read_part("./panels/unkept.js")]).then(([, part]) => {
				unkept = part;
				show();
			});
		if (!inviting && game.status === "open" && has_side(side))
			Promise.all([rare_words(), read_part("./panels/invite.js")]).then(([, part]) => {
				inviting = part;
				show();
			});
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
			state.ahead,
			state.draft,
			state.elsewhere,
			editors,
			beside,
			cups_of(state).at(-1),
		];

		this.#read_beside(session);
		this.#cup.render?.(state, session);
		this.toggleAttribute("data-ahead", state.ahead !== null);
		this.toggleAttribute("data-lays", state.draft !== null);

		if (state.ahead && !writing)
			Promise.all([rare_words(), read_part("./panels/ahead.js")]).then(([, part]) => {
				writing = part;
				this.#drawn = [];
				session.store.set({});
			});
		this.#read_links(state, session);
		if (!answering && (game.actions ?? []).some((action) => action.group === "react" || is_pass(action)))
			Promise.all([rare_words(), read_part("./panels/why_not.js")]).then(([, part]) => {
				answering = part;
				this.#drawn = [];
				session.store.set({});
			});
		if (pending && !picked) {
			Promise.all([rare_words(), read_part("./panels/pending.js")]).then(([, part]) => {
				picked = part;
				session.store.set({});
			});
			return; // what is there stays until then
		}
		if (!editors && (pending || game.proposal))
			load_editors().then(() => session.store.set({}));

		// What has not changed is left alone: a slider may be in somebody's fingers.
		if (shown.every((one, index) => one === this.#drawn[index]))
			return;
		this.#drawn = shown;
		fill(this.#list, ...this.#content(state, session), this.#end_of_list);
		fill(this.#foot, ...this.#always(state, session));
		this.#turn_to(state);
		// The states that a unit can be left in, and formations, are the rule book's.
		if (pending?.body.outcome || pending?.body.path)
			session.read_rules();
	}
}

customElements.define("pn-actions", Actions);
