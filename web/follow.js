// @ts-check
// One game while the page shows it: loads it and follows it; and how it stood at any moment.

import * as api from "./api.js";
import { announce } from "./dom.js";
import { first_units, seen_after } from "./history.js";
import { choose_seat, note, seats_of, side_of_tab, wants_notices, wants_sounds } from "./seats.js";
import { initial_state, make_store, owes, same } from "./store.js";
import { event_words, note_choosers, rare_words, words } from "./words.js";

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
 * Is an event a step of the procedure, shown only when every small step is? The choice of
 * the side that goes first is none.
 * @param {GameEvent} event
 */
export const is_minor = ({ type, fact, value }) => minor.has(type) && !(fact === "first" && value);

/** What the page knows of a game: loaded, and kept as the server has it. */
export class Follower {
	#stream = null;
	#refreshing = false;
	#again = false;
	#closed = false;
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
		const game = await api.getGame(game_id, this.token);
		const log = await this.#all_events();

		const since = tells ? await this.#last_look(game, log) : null;

		if (this.#closed)
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
		this.#stream = api.streamEvents(game_id, this.token, last, {
			event: (event) => this.take_events([event]),
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
	/** @param {Game} game */
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
			shown_seq: null,
			queue: [],
			pointing: null,
			line: null,
			rematch: null,
			ahead: null,
			link: "connecting",
		});
		// A player of both sides has seen it from the other.
		await this.open(false);
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

	/** What happened up to this event was shown to the seat's holder. */
	saw(seq) {
		const { game_id, side } = this.state;

		note(game_id, { seen: { ...seats_of(game_id).seen, [side]: seq } });
	}

	async #all_events() {
		const log = [];

		for (let after = 0; ;) {
			const page = await api.listEvents(this.state.game_id, this.token, after);
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
			this.linked();
			if (before === "cut") {
				announce(words("ui.back"));
				this.refresh();
			}
		}
	}

	/** Events have come, by the stream or with the answer to a command. */
	take_events(events) {
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
				const game = await api.getGame(this.state.game_id, this.token);
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

	/** @param {Game} game */
	#show(game) {
		const { game: before, side } = this.state;

		if (before && (game.seq < before.seq || same(game, before)))
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

	/** Try the connection now instead of later. */
	hurry() {
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
