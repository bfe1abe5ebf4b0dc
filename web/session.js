// @ts-check
// What the player does in the game that the page shows: looks at actions, picks one, varies it.
// It decides nothing: what may be done is what the server lists.

import * as api from "./api.js";
import { read_part } from "./parts.js";
import { Sender } from "./send.js";
import { Machine, question } from "./session_states.js";
import { actions_of, aimed_at, has_moment, has_side, is_laid, is_writing, owes, same, targets_of } from "./store.js";

const answers_asked = 8;
const lasting_points = ["line", "ruler"]; // what is shown on the table for these belongs to nothing that is picked

/** What a side is asked, but not until when. @param {Game|null} game @param {Caller} side */
function asked_of(game, side) {
	const { until, ...asked } = game?.waiting_for.find((wait) => wait.side === side) ?? {};

	return asked;
}

/** What previewAction says, or why it said nothing, in one shape. */
export function preview_of(answer) {
	if (answer instanceof api.Problem)
		return { problem: answer, legs: [], touches: [], odds: [] };
	return { legs: [], touches: [], odds: [], ...answer };
}

export class Session extends Sender {
	#preview = new Machine(question);

	/** What was picked is picked still, if it is still offered. @param {Game} game */
	came(game, before) {
		const { pending, pointing } = this.state;

		this.#drop_stale(game, before);
		this.#look_ahead(game);
		this.#read_way(game);
		if (!is_writing(before))
			this.pick_first(game);
		this.give_next();
		if (this.state.ahead) {
			this.#ahead("look_again");
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
	 * A unit that was picked is let go where something else is asked and it can do nothing of that.
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
		const { number } = this;

		if (this.state.way)
			this.store.set({ way: null });
		if (!can_wait)
			return;
		const answer = await api.listActions(game.id, this.token).catch(() => null);
		if (!this.is_late(number) && answer?.version === this.state.game.version)
			this.store.set({ way: answer.way ?? null });
	}

	// ---- what is to be done next, written while the other side decides ---------------

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
	async foretell(pending, body) {
		return pending.is_ahead
			? (await read_part("./ahead.js")).foretell(this, body)
			: api.previewAction(this.state.game_id, this.token, body);
	}

	linked() {
		super.linked();
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

	// A player who does something has heard enough.
	#leave_story() {
		if (this.state.story !== null)
			this.end_story();
	}

	/**
	 * A unit was touched on the table: one that lights up as a target is aimed at when
	 * only one action can be, any other is picked, and let go when it is picked again. What is aimed so is
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

		// A unit that is touched is charged, where a move could lead there, too.
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
		const is_now = is_whole && (action.undo === true || is_ahead || is_laid(this.state, action));
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

	/** Move the units that stand in a line with the picked one together with it, or no longer. */
	async take_line() {
		(await read_part("./take_line.js")).take_line(this);
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
		if (this.#preview.arrive("wished") !== "asked")
			return;
		try {
			do {
				await this.#ask_about(this.state.pending);
			} while (this.#preview.arrive("answered") === "asked");
		} finally {
			this.#preview.arrive("failed");
		}
	}

	/** @param {Pending|null} asked what is picked; an answer shows as long as its action is */
	async #ask_about(asked) {
		if (!asked)
			return;
		const answer = await this.foretell(asked, asked.body).catch((problem) => problem);

		if (this.state.pending?.action === asked.action)
			this.store.set({ preview: preview_of(answer) });
		if (this.state.pending === asked && asked.line && !asked.stays)
			await (await read_part("./take_line.js")).ask_line(this, asked);
	}

	// What the dice would say to each answer of a window: seen before one is picked.
	/** @param {Game} game */
	async #look_ahead(game) {
		const answers = (game.actions ?? []).filter((action) => action.group === "react");
		const odds = /** @type {State["odds"]} */ ({});
		const { number } = this;

		for (const { do: body } of answers.slice(0, answers_asked)) {
			try {
				const preview = await api.previewAction(game.id, this.token, body);
				if (this.is_late(number))
					return;
				odds[JSON.stringify(body)] = preview.odds;
			} catch {
				return; // Then they are told when one is picked.
			}
		}
		if (same(this.state.game.actions, game.actions))
			this.store.set({ odds });
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
