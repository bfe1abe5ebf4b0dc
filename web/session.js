// @ts-check
// One game while the page shows it: loads it, follows it, and carries out what the
// player asks. It decides nothing: what may be done is what the server offers.

import * as api from "./api.js";
import { announce } from "./dom.js";
import { first_units, seen_after } from "./history.js";
import { choose_seat, keep_seat, note, seats_of, side_of_tab, wants_notices } from "./seats.js";
import { aimed_at, initial_state, make_store, owes, same, targets_of } from "./store.js";
import { event_words, rare_words, words } from "./words.js";

/** Events that are steps of the procedure: shown only when every small step is. */
export const minor_events = new Set([
	"decision_opened",
	"decision_answered",
	"decision_closed",
	"flag_set",
	"tally_set",
	"fact_set",
	"sealed_content",
]);

const answers_asked = 8;

/** What previewAction says, or why it said nothing, in one shape. */
function preview_of(answer) {
	if (answer instanceof api.Problem)
		return { problem: answer, legs: [], touches: [], odds: [] };
	return { legs: [], touches: [], odds: [], ...answer };
}

export class Session {
	#stream = null;
	#refreshing = false;
	#again = false;
	#asking = false;
	#closed = false;
	/** A moment that the address asked for, until it is shown. */
	asked_moment = undefined;
	#first = null; // the units as the game began, once somebody looks back

	constructor(game_id) {
		const entry = seats_of(game_id);

		this.store = make_store(
			initial_state(
				game_id,
				/** @type {any} */ (side_of_tab(game_id)),
				Object.keys(entry.seats),
			),
		);
		this.store.set({ invitation: entry.invitation ?? null, notices: wants_notices() });
	}

	get state() {
		return this.store.state;
	}

	get #token() {
		return seats_of(this.state.game_id).seats[this.state.side]?.token ?? null;
	}

	/** Load everything and follow. Throws a Problem when the game cannot be shown. */
	async open(tells = true) {
		const { game_id } = this.state;
		const game = await api.getGame(game_id, this.#token);
		const log = await this.#all_events();

		const since = tells ? await this.#last_look(game, log) : null;

		if (this.#closed)
			return;
		this.store.set({ game, log, since });
		this.#look_ahead(game);
		const last = log.length > 0 ? log[log.length - 1].seq : 0;
		this.#stream = api.streamEvents(game_id, this.#token, last, {
			event: (event) => this.#take_events([event]),
			reset: () => this.#reload(),
			lost: (problem) => this.store.set({ error: problem, link: "cut" }),
			link: (link) => this.#link(link),
		});
		this.#look_up(game);
		// Something may have happened between the two answers.
		if (last > game.seq)
			await this.refresh();
	}

	// What the board can be shown without.
	async #look_up(game) {
		try {
			const { scenarios } = await api.listScenarios();
			const title =
				scenarios.find((one) => one.id === game.scenario)?.title ??
				seats_of(game.id).scenario ??
				"";
			this.store.set({ title });
			note(game.id, { scenario: title });
		} catch {
			// Then the game has no title.
		}
	}

	/** The names and reasons of the rule book, once somebody wants to read them. */
	async read_rules() {
		if (this.state.rules)
			return;
		try {
			const [rules] = await Promise.all([
				api.getRuleset(this.state.game.ruleset),
				rare_words(),
			]);
			this.store.set({ rules });
		} catch {
			// Then readings and rules are called by their ids.
		}
	}

	close() {
		this.#closed = true;
		this.#stream?.close();
	}

	/** Try the connection now instead of later. */
	hurry() {
		this.#stream?.hurry();
	}

	/** Play another seat of this game that this browser holds. */
	async swap(side) {
		choose_seat(this.state.game_id, side);
		this.#stream?.close();
		this.store.set({
			side,
			seats: Object.keys(seats_of(this.state.game_id).seats),
			log: [],
			selected: null,
			pending: null,
			preview: null,
			error: null,
			moment: null,
			queue: [],
			aim: null,
			line: null,
			rematch: null,
			link: "connecting",
		});
		// Whoever plays both sides has seen it from the other.
		await this.open(false);
	}

	// How the game stood when this seat last looked, if something has happened since.
	async #last_look(game, log) {
		const seq = seats_of(game.id).seen?.[this.state.side] ?? 0;

		if (seq === 0 || !log.some((event) => event.seq > seq && !minor_events.has(event.type)))
			return null;
		try {
			const { units, contacts } = seen_after(
				await this.#first_units(),
				log,
				log.filter((event) => event.seq <= seq).length,
			);
			return { seq, units, contacts };
		} catch (problem) {
			if (!(problem instanceof api.Problem))
				throw problem;
			return null; // Then it is told by the log alone.
		}
	}

	async #first_units() {
		if (!this.#first) {
			const [line] = (await this.record()).split("\n", 1);
			this.#first = first_units(JSON.parse(line).muster);
		}
		return this.#first;
	}

	/** What happened up to this event was shown to whoever has the seat. */
	saw(seq) {
		const { game_id, side } = this.state;

		note(game_id, { seen: { ...seats_of(game_id).seen, [side]: seq } });
	}

	async #all_events() {
		const log = [];

		for (let after = 0; ;) {
			const page = await api.listEvents(this.state.game_id, this.#token, after);
			log.push(...page.events);
			if (
				page.next === null ||
				page.next === undefined ||
				page.events.length === 0
			)
				return log;
			after = log[log.length - 1].seq;
		}
	}

	async #reload() {
		try {
			const log = await this.#all_events();
			const last = log.length > 0 ? log[log.length - 1].seq : 0;
			// What came meanwhile; not what the server has gone back behind.
			const known = this.state.log.find((event) => event.seq === last);
			const newer =
				known && known.hash === log.at(-1)?.hash
					? this.state.log.filter((event) => event.seq > last)
					: [];
			this.store.set({ log: [...log, ...newer] });
			await this.refresh();
		} catch {
			// The stream says that the line is cut, and asks again when it is not.
		}
	}

	#link(link) {
		const before = this.state.link;

		if (before === link)
			return;
		this.store.set({ link });
		if (link === "live") {
			if (this.state.pending)
				this.#ask_preview();
			if (before === "cut") {
				announce(words("ui.back"));
				this.refresh();
			}
		}
	}

	#take_events(events) {
		// An answer to one's own command may overtake what the stream has yet to tell.
		const { log } = this.state;
		const last = log.at(-1)?.seq ?? 0;
		const fresh = events.filter(
			({ seq }) => seq > last || !log.some((event) => event.seq === seq),
		);

		if (fresh.length === 0)
			return;
		this.store.set({ log: [...log, ...fresh].sort((a, b) => a.seq - b.seq) });
		const told = fresh.filter((event) => !minor_events.has(event.type));
		if (told.length > 0)
			announce(
				told.map((event) => event_words(this.state.game, event)).join(" "),
			);
		this.refresh();
	}

	/** Ask for the view anew; several wishes at once are one request. */
	async refresh() {
		if (this.#refreshing) {
			this.#again = true;
			return;
		}
		this.#refreshing = true;
		try {
			do {
				this.#again = false;
				const side = this.state.side;
				const game = await api.getGame(this.state.game_id, this.#token);
				if (this.#closed)
					return;
				if (side === this.state.side)
					this.#show(game);
			} while (this.#again);
		} catch {
			this.#stream?.hurry();
		} finally {
			this.#refreshing = false;
		}
	}

	#show(game) {
		const { game: before, side, pending } = this.state;

		if (before && (game.seq < before.seq || same(game, before)))
			return;
		this.store.set({ game });
		this.#look_ahead(game);
		if (pending && game.version !== before?.version) {
			const action = (game.actions ?? []).find((one) =>
				same(one.do, pending.action.do),
			);
			if (action) {
				this.store.set({ pending: { ...pending, action } });
				this.#ask_preview();
			} else {
				this.store.set({ pending: null, preview: null });
			}
		}
		if (owes(game, side) && !owes(before, side))
			announce(words("ui.your_turn"));
	}

	// ---- what the player does --------------------------------------------------

	select(unit) {
		if (this.state.game.premeasure)
			this.read_rules();
		this.store.set({
			selected: unit,
			ruler: null,
			pending: null,
			preview: null,
			error: null,
			aim: null,
		});
	}

	/**
	 * A unit was touched on the table: one that lights up as a target is aimed at when
	 * only one offer can be, any other is picked, and picked again let go.
	 */
	touch(unit) {
		const { game, selected, pending } = this.state;
		const offers = pending
			? [pending.action]
			: (game.actions ?? []).filter(
					(offer) => offer.unit && offer.unit === selected,
				);
		const aimed = offers.filter((offer) => targets_of(offer).includes(unit));

		if (aimed.length === 1)
			this.pick(aimed[0], aimed_at(aimed[0], unit));
		else
			this.select(unit === selected ? null : unit);
	}

	/** Pick an offer, to see what it would do. */
	pick(action, body = structuredClone(action.do)) {
		this.store.set({
			pending: { action, body },
			preview: null,
			error: null,
			selected: action.unit ?? this.state.selected,
			tab: "orders",
		});
		this.#ask_preview();
	}

	/** Take a preset or move a control: another body of the same offer. */
	vary(body) {
		if (this.state.pending) {
			this.store.set({ pending: { ...this.state.pending, body } });
			this.#ask_preview();
		}
	}

	cancel() {
		this.store.set({ pending: null, preview: null, error: null, aim: null });
	}

	/** Ask for points of the table, one after another; `give` gets them when they are all shown. */
	aim(key, wanted, give) {
		this.store.set({ aim: { key, wanted, taken: [], give } });
	}

	/** Lay the ruler between two points that are to be shown, or take it away. */
	measure() {
		if (this.state.ruler || this.state.aim?.key === "ruler")
			this.store.set({ ruler: null, aim: null });
		else
			this.aim("ruler", 2, (ruler) => this.store.set({ ruler }));
	}

	/** A point of the table was shown. */
	point({ x, y }) {
		const { aim, game } = this.state;
		const taken = [
			...aim.taken,
			{
				x: Math.min(Math.max(Math.round(x), 0), game.board.width),
				y: Math.min(Math.max(Math.round(y), 0), game.board.depth),
			},
		];

		this.store.set({ aim: taken.length < aim.wanted ? { ...aim, taken } : null });
		if (taken.length === aim.wanted)
			aim.give(taken);
	}

	// One question at a time: while a ghost is dragged, the next one is about where it is
	// by then, and each answer shows.
	async #ask_preview() {
		if (this.#asking)
			return;
		this.#asking = true;
		for (let asked = null; this.state.pending && asked !== this.state.pending;) {
			asked = this.state.pending;
			let answer;
			try {
				answer = await api.previewAction(
					this.state.game_id,
					this.#token,
					asked.body,
				);
			} catch (problem) {
				answer = problem;
			}
			if (this.state.pending?.action === asked.action)
				this.store.set({ preview: preview_of(answer) });
		}
		this.#asking = false;
	}

	// What the dice would say to each answer of a window: seen before one is picked.
	async #look_ahead(game) {
		const answers = (game.actions ?? []).filter((action) => action.group === "react");
		const odds = {};

		for (const { do: body } of answers.slice(0, answers_asked)) {
			try {
				const preview = await api.previewAction(game.id, this.#token, body);
				odds[JSON.stringify(body)] = preview.odds;
			} catch {
				return; // Then they are told when one is picked.
			}
		}
		if (same(this.state.game.actions, game.actions))
			this.store.set({ odds });
	}

	/** Do what is pending. Sent once; nothing is kept for later. */
	async confirm() {
		const { pending, game_id, game, sending, link } = this.state;

		if (!pending || sending || link === "cut")
			return;
		this.store.set({ sending: true, error: null });
		try {
			const answer = await api.act(
				game_id,
				this.#token,
				pending.body,
				api.new_key(),
				game.version,
			);
			this.store.set({ pending: null, preview: null, selected: null, aim: null });
			this.#take_events(answer.events ?? []);
		} catch (problem) {
			const broken = problem.code === "network";
			this.store.set({
				error: broken
					? new api.Problem(0, { code: "unanswered" })
					: problem,
			});
			if (broken)
				this.#stream?.hurry();
		}
		this.store.set({ sending: false });
		await this.refresh();
	}

	// ---- beside the game -------------------------------------------------------

	/** The record, as text: the whole of a finished game, one's own part before. */
	record() {
		return api.getRecord(this.state.game_id, this.#token);
	}

	/** Put what is picked on the list of what is to be done later. */
	queue_pending() {
		const { pending, queue } = this.state;

		this.store.set({
			queue: [...queue, { ...pending.action, do: structuredClone(pending.body) }],
			pending: null,
			preview: null,
			selected: null,
			more: "plan",
		});
	}

	async put_plan(body) {
		await api.putPlan(this.state.game_id, this.#token, body, api.new_key());
		await this.refresh();
	}

	async put_standing_orders(body) {
		await api.putStandingOrders(this.state.game_id, this.#token, body, api.new_key());
		await this.refresh();
	}

	messages(after, wait) {
		return api.listMessages(this.state.game_id, this.#token, after, wait);
	}

	say(text) {
		return api.sendMessage(this.state.game_id, this.#token, text, api.new_key());
	}

	block(blocked) {
		return api.blockMessages(this.state.game_id, this.#token, blocked);
	}

	/** A code that shares this seat with another device. */
	hand_over() {
		return api.handOver(this.state.game_id, this.#token, false, api.new_key());
	}

	/** A code for somebody who is to be the umpire. */
	invite_umpire() {
		return api.inviteUmpire(this.state.game_id, this.#token, api.new_key());
	}

	/** Ask for a rematch, or see whether there is one. Keeps the new seat. */
	async rematch(asks) {
		const { game_id, title } = this.state;
		const answer = asks
			? await api.offerRematch(game_id, this.#token, api.new_key())
			: await api.getRematch(game_id, this.#token);

		// A player's seats have no tokens of their own.
		if (answer.game && answer.seat)
			keep_seat(
				answer.game,
				answer.seat.side,
				{ token: answer.seat.token ?? this.#token },
				{ scenario: title },
			);
		this.store.set({ rematch: answer });
		return answer;
	}

	/** Check the finished game's record here: seed, dice, chains, seals, signature. */
	async check() {
		this.store.set({ check: { running: true } });
		try {
			const [{ can_verify, verify_record }, server, text] = await Promise.all([
				import("./verify/record.js"),
				api.getServer(),
				this.record(),
			]);
			const check = can_verify()
				? await verify_record(text, { keys: server.keys.map((one) => one.key) })
				: { good: false, line: 0, reason: "insecure" };
			this.store.set({ check });
		} catch (problem) {
			this.store.set({ check: null });
			throw problem;
		}
	}

	/** A listener that does some work and shows what went wrong with it. */
	attempt(work) {
		return async () => {
			try {
				await work();
			} catch (problem) {
				if (!(problem instanceof api.Problem))
					throw problem;
				this.store.set({ error: problem });
			}
		};
	}

	/** Open the slider through the game, at what was last. */
	look_back() {
		this.store.set({ looks_back: true });
		return this.attempt(() => this.look_at(null))();
	}

	/** Look at a moment of the game by the number of its last event; null: at the present. */
	async look_at(moment) {
		const last = this.state.log.at(-1)?.seq ?? 0;

		if (moment !== null)
			await this.#first_units();
		this.store.set({
			moment: moment === null || moment >= last ? null : Math.max(0, moment),
			pending: null,
			preview: null,
		});
	}

	/** The game as the page shows it: at the moment that is looked at. */
	shown() {
		const { game, log, moment } = this.state;

		if (moment === null || !this.#first)
			return game;
		const count = log.findIndex((event) => event.seq > moment);
		return {
			...game,
			...seen_after(this.#first, log, count < 0 ? log.length : count),
			waiting_for: [],
			actions: [],
		};
	}
}
