// @ts-check
// The orders of one game on their way: one at a time, each sent once. What becomes of an order are the states
// of `order` in session_states.js.

import * as api from "./api.js";
import { Follower } from "./follow.js";
import { read_part } from "./parts.js";
import { keep_receipt } from "./seats.js";
import { Machine, order } from "./session_states.js";
import { is_laid, is_writing, same } from "./store.js";

export class Sender extends Follower {
	#order = new Machine(order);
	#sent = /** @type {Command|null} */ (null); // what went out last
	#given = /** @type {string|null} */ (null); // whose order went out last
	#offered = /** @type {{of: Game, ahead: Ahead, game: Game}|null} */ (null);

	/** An order that was in doubt is looked for. */
	linked() {
		if (this.#order.now === "doubt")
			this.#look_after(this.#order.number);
	}

	left() {
		this.#order.arrive("dropped");
		this.#given = null;
		this.store.set({ sending: false });
	}

	/** The game as orders are given in it: with what will probably be asked, while that is written. */
	offered() {
		const { game, ahead, draft } = this.state;

		if (!ahead)
			return game;
		if (this.#offered?.of !== game || this.#offered.ahead !== ahead)
			this.#offered = {
				of: game,
				ahead,
				game: { ...game, actions: [...(game.actions ?? []).filter(({ group }) => !draft || group === "table"), ...ahead.actions] },
			};
		return this.#offered.game;
	}

	/** Answer as is picked whenever it is asked again: an order that stands once this answer is given. */
	promise(order) {
		if (this.state.pending)
			this.store.set({ pending: { ...this.state.pending, always: order } });
	}

	/** Do what needs no look before, such as taking back. */
	async do_now(action) {
		this.store.set({ pending: { action, body: structuredClone(action.do), is_now: true }, preview: null });
		await this.confirm();
	}

	/**
	 * Do what is pending. Sent once; nothing is kept for later, but for what is confirmed while the page looks at
	 * what the order before has made of the game: that goes out with the version of then.
	 */
	async confirm() {
		const { pending, link } = this.state;
		const next = pending && link !== "cut" ? this.#order.arrive("given") : null;

		if (next === "next")
			this.store.set({ pending: { ...pending, is_now: true } });
		if (next !== "sent")
			return;
		const { number } = this.#order;
		this.#sent = pending.body;
		this.store.set({ sending: true, error: null });
		const answer = await this.#send(pending, number);

		if (!this.#order.arrive(answer, number))
			return;
		this.store.set({ sending: false });
		await this.#look_after(number);
	}

	/** @param {Pending} pending @returns {Promise<"answered"|"refused"|"broken">} */
	async #send(pending, number) {
		try {
			const { lead, others } = pending.line
				? (await read_part("./take_line.js")).in_line(this, pending)
				: { lead: pending.body, others: [] };
			const ahead = pending.is_ahead || (is_laid(this.state, pending.action) && !this.state.preview?.rolls) ? await read_part("./ahead.js") : null;

			if (this.#order.is_late(number))
				return "refused";
			if (ahead)
				await ahead.write_down(this, pending, [lead, ...others.filter((body) => !pending.stays?.[body.unit])]);
			else
				await this.#act(pending, lead, others, number);
			return "answered";
		} catch (problem) {
			const is_broken = problem.code === "network";

			if (!this.#order.is_late(number)) {
				this.store.set({ error: is_broken ? new api.Problem(0, { code: "unanswered" }) : problem });
				if (is_broken)
					this.hurry();
			}
			return is_broken ? "broken" : "refused";
		}
	}

	/** @param {Pending} pending @param {Command} lead @param {Command[]} others of a line @param {number} number */
	async #act(pending, lead, others, number) {
		const { game_id, game } = this.state;
		const answer = await api.act(game_id, this.token, lead, api.new_key(), game.version);

		keep_receipt(game_id, answer.receipt);
		if (this.#order.is_late(number))
			return;
		// Meanwhile something else may have been picked.
		if (same(this.state.pending?.body, pending.body))
			this.store.set({ pending: null, preview: null, selected: null, pointing: null });
		if (pending.action.group === "declare")
			this.#given = lead.unit;
		this.store.set({ stood: game.units });
		this.take_events(answer.events ?? []);
		if (others.length === 0 && !pending.always)
			return;
		const { follow_up } = await read_part("./requests.js");
		if (!this.#order.is_late(number))
			await follow_up(this, pending, others);
	}

	/** What the order has made of the game is looked at; then comes what was to be done at once meanwhile. */
	async #look_after(number) {
		const is_seen = await this.refresh();
		const { now } = this.#order;

		if (!this.#order.arrive(is_seen ? "seen" : "unseen", number) || !is_seen)
			return;
		const { pending } = this.state;

		if (pending?.is_now && (now === "next" || !same(pending.body, this.#sent)))
			await this.confirm();
		else
			this.give_next();
	}

	/** Once the order that went out is in the game: the next unit that has none. */
	give_next() {
		const unit = this.#given;

		if (unit && this.#order.now !== "sent" && this.state.game.units[unit]?.draft) {
			this.#given = null;
			this.#pick_next(unit);
		}
	}

	/** Where orders are written in secret: the first unit that has none. @param {Game} game */
	pick_first(game) {
		if (is_writing(game))
			this.#pick_next(null);
	}

	end_story() {
		super.end_story();
		this.pick_first(this.state.game);
	}

	/** @param {string|null} unit whose order was given */
	async #pick_next(unit) {
		const { number } = this;

		if (this.state.story !== null)
			return;
		const { pick_next } = await read_part("./next_order.js");
		if (!this.is_late(number))
			pick_next(this, unit);
	}
}
