// @ts-check
// One game while the page shows it: loads it and follows it; and how it stood at any moment.

import * as api from "./api.js";
import { announce } from "./dom.js";
import { first_units, seen_after } from "./history.js";
import { choose_seat, note, seats_of, side_of_tab, wants_notices, wants_sounds } from "./seats.js";
import { line, Machine, question } from "./session_states.js";
import { initial_state, make_store, owes, same } from "./store.js";
import { event_words, game_title, note_choosers, rare_words, words } from "./words.js";

const minor = new Set([
	"decision_opened",
	"decision_answered",
	"decision_closed",
	"flag_set",
	"tally_set",
	"fact_set",
	"sealed_content",
]);

/**
 * Is an event a step of the procedure, shown only when every small step is? That a side goes first is
 * none: somebody has chosen that.
 * @param {GameEvent} event
 */
export const is_minor = ({ type, fact, value }) => minor.has(type) && !(fact === "first" && value);

/** What the page knows of a game: loaded, and kept as the server has it. */
export class Follower {
	#stream = null;
	#line = new Machine(line);
	#view = new Machine(question);
	#looking = Promise.resolve(false); // what refresh() gives for the question that is asked
	/** The event that the address asked for, until what came of it is shown. */
	asked_seq = undefined;
	#first = null; // the units as the game began, once something is replayed

	constructor(game_id) {
		const entry = seats_of(game_id);

		this.store = make_store(
			initial_state(
				game_id,
				/** @type {Caller} */ (side_of_tab(game_id)),
				Object.keys(entry.seats),
			),
		);
		this.store.set({
			invitation: entry.invitation ?? null,
			notices: wants_notices(),
			sounds: wants_sounds(),
		});
	}

	get state() {
		return this.store.state;
	}

	/** What lets one act in the seat that is played, or null. */
	get token() {
		return seats_of(this.state.game_id).seats[this.state.side]?.token ?? null;
	}

	/** Load everything and follow. Throws a Problem when the game cannot be shown. */
	async open(tells = true) {
		const { game_id } = this.state;
		const { token } = this;

		if (!this.#line.arrive("opened"))
			return;
		this.#view.arrive("dropped");
		this.#stream?.close();
		this.left();
		const { number } = this.#line;
		const game = await api.getGame(game_id, token);
		const log = await this.#all_events(token);
		const since = tells ? await this.#last_look(game, log) : null;

		if (!this.#line.arrive("loaded", number))
			return;
		const is_told = since !== null && this.asked_seq === undefined;
		this.store.set({
			game,
			log,
			since,
			story: is_told ? since.seq : null,
			stood: since?.units ?? null,
		});
		this.came(game, null);
		const last = log.length > 0 ? log[log.length - 1].seq : 0;
		this.#follow(token, last);
		this.#look_up(game);
		// Something may have happened between the two answers.
		if (last > game.seq)
			await this.refresh();
	}

	/** Hear of everything after event `last`, until the seat is left. */
	#follow(token, last) {
		const { number } = this.#line;

		this.#stream = api.streamEvents(this.state.game_id, token, last, {
			event: (event) => this.take_events([event], number),
			reset: () => this.#reload(token, number),
			lost: (problem) => this.#refuse(problem, number),
			link: (link) => this.#link(link, number),
		});
	}

	/** Load everything again, of another seat or after a refusal; what is wrong then is told in the page. */
	async #open_again() {
		this.store.set({ error: null, link: "connecting" });
		const opened = this.open(false); // the time that it begins is the one a problem is of
		const { number } = this.#line;

		try {
			await opened;
		} catch (problem) {
			if (!(problem instanceof api.Problem))
				throw problem;
			this.#refuse(problem, number);
		}
	}

	/** The server, or the line, has refused the seat: nothing comes until somebody tries again. */
	#refuse(problem, number) {
		if (this.#line.arrive("refused", number))
			this.store.set({ error: problem, link: "cut" });
	}

	// What the board can be shown without.
	/** @param {Game} game */
	async #look_up(game) {
		try {
			const { scenarios } = await api.listScenarios();
			const title =
				game_title(game, scenarios) ??
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

	/** The page is left. */
	close() {
		this.#line.arrive("closed");
		this.#view.arrive("dropped");
		this.#stream?.close();
		this.left();
	}

	/** Play another seat of this game that this browser holds. */
	async swap(side) {
		choose_seat(this.state.game_id, side);
		this.store.set({
			side,
			seats: Object.keys(seats_of(this.state.game_id).seats),
			log: [],
			selected: null,
			pending: null,
			preview: null,
			error: null,
			shown_seq: null,
			queue: [],
			pointing: null,
			line: null,
			rematch: null,
			ahead: null,
		});
		// A player of both sides has seen it from the other.
		await this.#open_again();
	}

	// How the game stood when this seat last looked, if something has happened since.
	/** @param {Game} game */
	async #last_look(game, log) {
		const seq = seats_of(game.id).seen?.[this.state.side] ?? 0;

		if (seq === 0 || !log.some((event) => event.seq > seq && !is_minor(event)))
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
			const record = await api.getRecord(this.state.game_id, this.token);
			const [line] = record.split("\n", 1);
			this.#first = first_units(JSON.parse(line).muster);
		}
		return this.#first;
	}

	/** What happened up to this event was shown to the player of this seat. */
	saw(seq) {
		const { game_id, side } = this.state;

		note(game_id, { seen: { ...seats_of(game_id).seen, [side]: seq } });
	}

	async #all_events(token) {
		const log = [];

		for (let after = 0; ;) {
			const page = await api.listEvents(this.state.game_id, token, after);
			log.push(...page.events);
			if (
				page.next === null ||
				page.next === undefined ||
				page.events.length === 0
			) {
				note_choosers(log);
				return log;
			}
			after = log[log.length - 1].seq;
		}
	}

	async #reload(token, number) {
		try {
			const log = await this.#all_events(token);
			if (this.is_late(number))
				return;
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

	/** @param {"connecting"|"live"|"cut"} link */
	#link(link, number) {
		const before = this.#line.now;

		if (!this.#line.arrive(link === "connecting" ? "ended" : link, number))
			return;
		this.store.set({ link });
		if (link === "live") {
			this.linked();
			if (before === "cut") {
				announce(words("ui.back"));
				this.refresh();
			}
		}
	}

	/** The time of the seat that is played now. */
	get number() {
		return this.#line.number;
	}

	/** Was something asked for another seat, or before it was loaded again? @param {number} number the time of then */
	is_late(number) {
		return this.#line.is_late(number);
	}

	/** Events have come, by the stream or with the answer to a command. */
	take_events(events, number = this.number) {
		if (this.is_late(number))
			return;
		// An answer to one's own command may overtake what the stream has yet to tell.
		const { log } = this.state;
		const last = log.at(-1)?.seq ?? 0;
		const fresh = events.filter(
			({ seq }) => seq > last || !log.some((event) => event.seq === seq),
		);

		if (fresh.length === 0)
			return;
		const all = [...log, ...fresh].sort((a, b) => a.seq - b.seq);
		note_choosers(all);
		this.store.set({ log: all });
		const told = fresh.filter((event) => !is_minor(event));
		if (told.length > 0)
			announce(
				told.map((event) => event_words(this.state.game, event)).join(" "),
			);
		this.refresh();
	}

	/**
	 * Ask for the view anew; several wishes at once are one request. Gives whether one has come that was asked for
	 * after this wish.
	 * @returns {Promise<boolean>}
	 */
	refresh() {
		if (this.#view.arrive("wished") === "asked")
			this.#looking = this.#look(this.#view.number);
		return this.#looking;
	}

	async #look(number) {
		try {
			do {
				const game = await api.getGame(this.state.game_id, this.token);
				if (this.#view.is_late(number))
					return false;
				this.#show(game);
			} while (this.#view.arrive("answered", number) === "asked");
			return true;
		} catch (problem) {
			if (this.#view.arrive("failed", number))
				this.#stream?.hurry();
			if (!(problem instanceof api.Problem))
				throw problem;
			return false;
		}
	}

	/** @param {Game} game */
	#show(game) {
		const { game: before, side } = this.state;

		// What is being loaded comes with its log.
		if (this.#line.now === "loading" || (before && (game.seq < before.seq || same(game, before))))
			return;
		this.store.set({ game });
		this.came(game, before);
		if (owes(game, side) && !owes(before, side))
			announce(words("ui.your_turn"));
	}

	// ---- what more is done when something comes ----------------------------------

	/** A view has come in place of `_before`, null at first. */
	came(_game, _before) {}

	/** The line is good again. */
	linked() {}

	/** Another seat is played from now on, or none. */
	left() {}

	/** Try the connection now instead of later; what was refused is asked for anew. */
	hurry() {
		if (this.#line.now === "refused")
			return this.#open_again();
		this.#stream?.hurry();
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

	// ---- replay ----------------------------------------------------------------

	/** Open the slider through the game, at what was last. */
	open_replay() {
		this.store.set({ is_replaying: true });
		return this.attempt(() => this.show_after(null))();
	}

	/** What happened is told, or nobody wants to hear it. */
	end_story() {
		this.store.set({ story: null, shown_seq: null });
	}

	/** Show the game as it stood after the event of that number; null: as it stands. */
	async show_after(seq) {
		const last = this.state.log.at(-1)?.seq ?? 0;

		if (seq !== null)
			await this.#first_units();
		this.store.set({
			shown_seq: seq === null || seq >= last ? null : Math.max(0, seq),
			pending: null,
			preview: null,
		});
	}

	/** The game as the page shows it: after the event that is looked at. */
	shown() {
		const { game, log, shown_seq } = this.state;

		if (shown_seq === null || !this.#first)
			return game;
		const count = log.findIndex((event) => event.seq > shown_seq);
		return {
			...game,
			...seen_after(this.#first, log, count < 0 ? log.length : count),
			waiting_for: [],
			actions: [],
		};
	}
}
