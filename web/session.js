// @ts-check
// What the player does in the game that the page shows: looks at actions, varies one, does it.
// It decides nothing: what may be done is what the server lists.

import * as api from "./api.js";
import { Follower } from "./follow.js";
import { read_part } from "./parts.js";
import { keep_receipt } from "./seats.js";
import { actions_of, aimed_at, as_planned, has_moment, has_side, is_writing, owes, same, targets_of } from "./store.js";

const answers_asked = 8;
const lasting_points = ["line", "ruler"]; // what is shown on the table for these belongs to nothing that is picked

/** What a side is asked, but not until when. @param {Game|null} game @param {Caller} side */
function asked_of(game, side) {
	const { until, ...asked } = game?.waiting_for.find((wait) => wait.side === side) ?? {};

	return asked;
}

/** What previewAction says, or why it said nothing, in one shape. */
function preview_of(answer) {
	if (answer instanceof api.Problem)
		return { problem: answer, legs: [], touches: [], odds: [] };
	return { legs: [], touches: [], odds: [], ...answer };
}

export class Session extends Follower {
	#asking = false;
	#given = /** @type {string|null} */ (null); // whose order went out last
	#offered = /** @type {{of: Game, ahead: Ahead, game: Game}|null} */ (null);

	/** What was picked is picked still, if it is still offered. @param {Game} game */
	came(game, before) {
		const { pending, pointing } = this.state;

		this.#drop_stale(game, before);
		this.#look_ahead(game);
		this.#read_way(game);
		if (!is_writing(before))
			this.#pick_first(game);
		this.#give_next();
		if (this.state.ahead) {
			this.#ahead(this.may_write_ahead() ? "write_ahead" : "stop_ahead");
			return;
		}
		if (!pending || !before || game.version === before.version)
			return;
		const action = (game.actions ?? []).find((one) => same(one.do, pending.action.do));
		if (action) {
			this.store.set({ pending: { ...pending, action } });
			this.ask_preview();
		} else {
			this.store.set({
				pending: null,
				preview: null,
				pointing: pointing && lasting_points.includes(pointing.key) ? pointing : null,
			});
		}
	}

	/**
	 * Who was picked is let go where something else is asked and they can do nothing of it.
	 * @param {Game} game @param {Game|null} before
	 */
	#drop_stale(game, before) {
		const { selected, side } = this.state;

		if (selected === null || !owes(game, side) || actions_of(game, selected).length > 0)
			return;
		if (actions_of(before, selected).length > 0 || !same(asked_of(game, side), asked_of(before, side)))
			this.store.set({ selected: null, led: null });
	}

	/**
	 * Where a move may be answered on its way, the points of it are asked for.
	 * @param {Game} game
	 */
	async #read_way(game) {
		const can_wait = (game.actions ?? []).some((one) => has_moment(one));

		if (this.state.way)
			this.store.set({ way: null });
		if (!can_wait)
			return;
		const answer = await api.listActions(game.id, this.token).catch(() => null);
		if (answer?.version === this.state.game.version)
			this.store.set({ way: answer.way ?? null });
	}

	// ---- what is to be done next, written while the other side decides ---------------

	/** The game as orders are given in it: with what will probably be asked, while that is written. */
	offered() {
		const { game, ahead } = this.state;

		if (!ahead)
			return game;
		if (this.#offered?.of !== game || this.#offered.ahead !== ahead)
			this.#offered = {
				of: game,
				ahead,
				game: { ...game, actions: [...(game.actions ?? []), ...ahead.actions] },
			};
		return this.#offered.game;
	}

	shown() {
		const shown = super.shown();

		return shown === this.state.game ? this.offered() : shown;
	}

	/** What is done while one writes ahead is read when somebody begins to. */
	#ahead(name, ...more) {
		return this.attempt(async () => (await read_part("./ahead.js"))[name](this, ...more))();
	}

	/** Write what is to be done next, or look again at what that will be. */
	write_ahead() {
		return this.#ahead("write_ahead");
	}

	/** Write no more ahead; what was picked and is asked by now is picked still. */
	stop_ahead() {
		return this.#ahead("stop_ahead");
	}

	/** May what is done next be written now? The other side decides. */
	may_write_ahead() {
		const { game, side } = this.state;

		return game.status === "playing" && has_side(side) && !owes(game, side);
	}

	/** May what is picked be planned, or promised for the next time? */
	get may_plan() {
		return true;
	}

	/** What a command would do, now or when it is asked for. @param {Pending} pending @param {Command} body */
	foretell(pending, body) {
		const ask = pending.is_ahead ? api.previewAhead : api.previewAction;

		return ask(this.state.game_id, this.token, body);
	}

	linked() {
		if (this.state.pending)
			this.ask_preview();
	}

	select(unit) {
		this.#leave_story();
		if (this.state.game.premeasure)
			this.read_rules();
		this.store.set({
			selected: unit,
			led: null,
			ruler: null,
			pending: null,
			preview: null,
			error: null,
			pointing: null,
		});
	}

	// Who does something has heard enough.
	#leave_story() {
		if (this.state.story !== null)
			this.end_story();
	}

	/**
	 * A unit was touched on the table: one that lights up as a target is aimed at when
	 * only one action can be, any other is picked, and picked again let go, by who picked it. What is aimed so is
	 * done at once where it can be taken back.
	 */
	touch(unit) {
		const { selected, led, pending, ahead, side } = this.state;
		const game = this.offered();
		const actions = pending
			? [pending.action]
			: (game.actions ?? []).filter(
					(action) => action.unit && action.unit === selected,
				);
		const aimed = actions.filter((action) => targets_of(action).includes(unit));

		// Who is touched is charged, where a move could lead there, too.
		const charges = aimed.filter(({ group }) => group === "charge");
		const [meant] = charges.length === 1 ? charges : aimed;

		if (aimed.length === 1 || charges.length === 1)
			this.pick(meant, aimed_at(meant, unit), true);
		else
			this.pick_unit(unit === selected && unit !== led ? null : unit);
		if (!ahead && game.units[unit].side === side && this.may_write_ahead())
			this.write_ahead();
	}

	/** Pick a unit, and its order if there is only one. */
	pick_unit(unit) {
		const orders = unit === null ? [] : actions_of(this.offered(), unit);

		this.select(unit);
		if (orders.length === 1)
			this.pick(orders[0]);
	}

	/** Pick an action from the list: one that leaves nothing to choose is whole as it is. */
	choose(action) {
		const is_whole = action.bounds.length === 0 && action.presets.length === 0;

		this.pick(action, structuredClone(action.do), is_whole);
	}

	/**
	 * Pick an action, to see what it would do. One that is whole, with its place or target shown, is
	 * done at once where it can always be taken back, as out of a plan.
	 */
	pick(action, body = structuredClone(action.do), is_whole = false) {
		const is_ahead = this.state.ahead?.actions.includes(action) ?? false;
		const is_now = is_whole && (action.undo === true || is_ahead);
		const { pending: before } = this.state;
		// Where a line goes is shown like where a unit goes.
		const line = before?.line && same(before.action.do, action.do) ? before.line : undefined;

		this.#leave_story();
		this.store.set({
			pending: { action, body, is_now, is_ahead, line },
			preview: null,
			error: null,
			selected: action.unit ?? this.state.selected,
			tab: "orders",
		});
		if (is_now)
			this.confirm();
		else
			this.ask_preview();
	}

	/** Answer as is picked whenever it is asked again: an order that stands once this answer is given. */
	promise(order) {
		if (this.state.pending)
			this.store.set({ pending: { ...this.state.pending, always: order } });
	}

	// What was promised comes first: it says the most.
	async #keep_promise(order) {
		const { put_standing_orders } = await read_part("./requests.js");
		const { orders = [], ...rest } = this.state.game.standing_orders ?? {};

		await put_standing_orders(this, { ...rest, orders: [order, ...orders.filter((one) => !same(one, order))] });
	}

	/** Move the units that stand in a line with the picked one together with it, or no longer. */
	async take_line() {
		const { line_of } = await read_part("./board/line.js");
		const { pending, ahead } = this.state;

		if (!pending)
			return;
		const game = as_planned({ ...this.state, game: this.offered(), ahead });
		this.store.set({ pending: { ...pending, line: pending.line ? undefined : line_of(game, pending.action) } });
		this.ask_preview();
	}

	// What the others of a line do, each by itself: those that the server would let go there.
	/** @param {Pending} pending @returns {Promise<{lead: Command, others: Command[]}>} */
	async #in_line({ action, body, line }) {
		const { bodies_of } = await read_part("./board/line.js");
		const done = line && bodies_of(this.offered(), action, body, line);

		return done ?? { lead: body, others: [] };
	}

	/** Who of a line would have to stay, and why. @param {Pending} pending */
	async #ask_line(pending) {
		const stays = /** @type {Record<string, Preview>} */ ({});
		const { others } = await this.#in_line(pending);

		await Promise.all(
			others.map(async (body) => {
				const answer = await this.foretell(pending, body).catch((problem) => problem);
				if (answer.lawful !== true)
					stays[body.unit] = preview_of(answer);
			}),
		);
		if (this.state.pending === pending)
			this.store.set({ pending: { ...pending, stays } });
	}

	/** The others of a line follow: as a plan, for their enemy may be asked in between. */
	async #follow(others, pending) {
		const { put_plan } = await read_part("./requests.js");
		const { plan } = this.state.game;
		const commands = others.filter((body) => !pending.stays?.[body.unit]).map((body) => ({ do: body }));

		if (commands.length > 0)
			await put_plan(this, {
				commands: [...commands, ...(plan?.commands ?? []).map(({ do: body }) => ({ do: body }))],
				stop_at: plan?.stop_at ?? [],
			});
	}

	/** Do what needs no look before, such as taking back. */
	async do_now(action) {
		this.store.set({ pending: { action, body: structuredClone(action.do), is_now: true }, preview: null });
		await this.confirm();
	}

	/** Take a preset or move a control: another body of the same action. @param {Command} body */
	vary(body) {
		if (this.state.pending) {
			this.store.set({ pending: { ...this.state.pending, body, is_now: false, stays: undefined } });
			this.ask_preview();
		}
	}

	cancel() {
		this.store.set({ pending: null, preview: null, error: null, pointing: null });
	}

	/** Ask for points of the table, one after another; `give` gets them when they are all shown. */
	ask_points(key, wanted, give) {
		this.store.set({ pointing: { key, wanted, taken: [], give } });
	}

	/** Lay the ruler between two points that are to be shown, or take it away. */
	measure() {
		if (this.state.ruler || this.state.pointing?.key === "ruler")
			this.store.set({ ruler: null, pointing: null });
		else
			this.ask_points("ruler", 2, (ruler) => this.store.set({ ruler }));
	}

	/** A point of the table was shown. */
	point({ x, y }) {
		const { pointing, game } = this.state;
		const taken = [
			...pointing.taken,
			{
				x: Math.min(Math.max(Math.round(x), 0), game.board.width),
				y: Math.min(Math.max(Math.round(y), 0), game.board.depth),
			},
		];

		this.store.set({ pointing: taken.length < pointing.wanted ? { ...pointing, taken } : null });
		if (taken.length === pointing.wanted)
			pointing.give(taken);
	}

	// One question at a time: while a ghost is dragged, the next one is about where it is
	// by then, and each answer shows.
	async ask_preview() {
		if (this.#asking)
			return;
		this.#asking = true;
		for (let asked = null; this.state.pending && asked !== this.state.pending;) {
			asked = this.state.pending;
			let answer;
			try {
				answer = await this.foretell(asked, asked.body);
			} catch (problem) {
				answer = problem;
			}
			if (this.state.pending?.action === asked.action)
				this.store.set({ preview: preview_of(answer) });
			if (this.state.pending === asked && asked.line && !asked.stays) {
				await this.#ask_line(asked);
				// Unless something else was picked or varied meanwhile, all is asked.
				if (this.state.pending?.stays)
					asked = this.state.pending;
			}
		}
		this.#asking = false;
	}

	// What the dice would say to each answer of a window: seen before one is picked.
	/** @param {Game} game */
	async #look_ahead(game) {
		const answers = (game.actions ?? []).filter((action) => action.group === "react");
		const odds = /** @type {State["odds"]} */ ({});

		for (const { do: body } of answers.slice(0, answers_asked)) {
			try {
				const preview = await api.previewAction(game.id, this.token, body);
				odds[JSON.stringify(body)] = preview.odds;
			} catch {
				return; // Then they are told when one is picked.
			}
		}
		if (same(this.state.game.actions, game.actions))
			this.store.set({ odds });
	}

	/** @param {Pending} pending @param {Command} lead @param {Command[]} others of a line */
	async #act(pending, lead, others) {
		const { game_id, game } = this.state;
		const answer = await api.act(
			game_id,
			this.token,
			lead,
			api.new_key(),
			game.version,
		);
		// Meanwhile something else may have been picked.
		if (same(this.state.pending?.body, pending.body))
			this.store.set({ pending: null, preview: null, selected: null, pointing: null });
		if (pending.action.group === "declare")
			this.#given = lead.unit;
		this.store.set({ stood: game.units });
		this.take_events(answer.events ?? []);
		await this.#follow(others, pending);
		if (pending.always)
			await this.#keep_promise(pending.always);
		keep_receipt(game_id, answer.receipt);
	}

	/** Once the order that went out is in the game: the next unit that has none. */
	#give_next() {
		const unit = this.#given;

		if (unit && !this.state.sending && this.state.game.units[unit]?.draft) {
			this.#given = null;
			this.#pick_next(unit);
		}
	}

	/** @param {Game} game */
	#pick_first(game) {
		if (is_writing(game))
			this.#pick_next(null);
	}

	end_story() {
		super.end_story();
		this.#pick_first(this.state.game);
	}

	/** @param {string|null} unit whose order was given */
	async #pick_next(unit) {
		if (this.state.story === null)
			(await read_part("./next_order.js")).pick_next(this, unit);
	}

	/** Do what is pending. Sent once; nothing is kept for later. */
	async confirm() {
		const { pending, sending, link } = this.state;

		if (!pending || sending || link === "cut")
			return;
		this.store.set({ sending: true, error: null });
		try {
			const { lead, others } = pending.line ? await this.#in_line(pending) : { lead: pending.body, others: [] };
			if (pending.is_ahead)
				await (await read_part("./ahead.js")).write_down(this, pending, [lead, ...others.filter((body) => !pending.stays?.[body.unit])]);
			else
				await this.#act(pending, lead, others);
		} catch (problem) {
			const broken = problem.code === "network";
			this.store.set({
				error: broken
					? new api.Problem(0, { code: "unanswered" })
					: problem,
			});
			if (broken)
				this.hurry();
		}
		this.store.set({ sending: false });
		await this.refresh();
		const { pending: next } = this.state;
		if (next?.is_now && !same(next.body, pending.body))
			await this.confirm();
		else
			await this.#give_next();
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
}
