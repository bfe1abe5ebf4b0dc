// @ts-check
// A question while it is played with: Session's own way of picking and varying, with the referee of
// the page in the place of the server. Nothing is sent anywhere.

import { Problem } from "../api.js";
import { with_label } from "../referee/odds_label.js";
import { Session } from "../session.js";
import { asked_of, with_step } from "./question.js";

const outcomes_most = 6; // of one step: more are not branches to read
const throws_tried = 60;

/** A face of a die, by the browser's own chance. */
function face_of(sides) {
	const most = 256 - (256 % sides);

	for (;;) {
		const [byte] = crypto.getRandomValues(new Uint8Array(1));

		if (byte < most)
			return (byte % sides) + 1;
	}
}

/** What a step came to, whatever the dice showed: by this branches differ. */
const outcome_of = ({ events }) =>
	JSON.stringify(events.map(({ type, result, outcome, unit, state, reason }) => [type, result, outcome, unit, state, reason]));

export class AskSession extends Session {
	#ask;
	#version = 0;

	/**
	 * @param {(question: object) => Promise<any>} ask the referee
	 * @param {import("./question.js").Question} question
	 */
	constructor(ask, question) {
		super("ask");
		this.#ask = ask;
		this.store.set(/** @type {any} */ ({ question, at: 0, came: [], charges: {}, throwing: null, panel: "try", seats: ["red", "blue"], link: "live", wrong: null }));
	}

	/** What State has besides. @returns {any} */
	get asked() {
		return this.store.state;
	}

	/** There is no plan for a question, and no standing order. */
	get may_plan() {
		return false;
	}

	may_write_ahead() {
		return false;
	}

	read_rules() {
		return Promise.resolve();
	}

	saw() {}

	/** The session's own question to the referee: what a command would do here. */
	async foretell(_pending, body) {
		const { question, at, side, game } = this.asked;
		const { previews, wrong } = await this.#ask({ ...asked_of(question, at), previews: [{ side, do: body }] });

		if (wrong)
			throw new Problem(422, { code: "bad_member", ...wrong });
		const [said] = previews;
		return { ...said, odds: said.odds?.map((one) => with_label(game, one)) ?? [] };
	}

	/** Stand at a place of the tree; where that cannot be asked, the page says why and stays. */
	go(question, at, side = this.state.side) {
		return this.attempt(() => this.stand_at(question, at, side))();
	}

	/**
	 * The same, for callers that tell of a Problem themselves. Refused: the position cannot be, and
	 * `wrong` says why.
	 */
	async stand_at(question, at, side) {
		const answer = await this.#ask(asked_of(question, at));
		const [begun] = answer.steps ?? [];

		if (answer.wrong || begun.refused) {
			this.store.set(/** @type {any} */ ({ question, at: 0, wrong: answer.wrong ?? begun.refused, throwing: null, error: null }));
			return;
		}
		if (at === 0 && begun.dice.length > begun.given) {
			this.#show(question, at, answer, side);
			this.#throw({ dice: question.tree[0].dice, is_beginning: true }, begun);
			return;
		}
		this.#show(question, at, answer, side);
	}

	#show(question, at, answer, side) {
		const waits = answer.views.public.waiting_for;
		const owing = waits.some((wait) => wait.side === side) ? side : (waits[0]?.side ?? side);
		const looks = ["red", "blue"].includes(owing) ? owing : "red";
		const { actions, way } = answer.sides[looks];
		const view = answer.views[looks];

		this.#version++;
		this.store.set(
			/** @type {any} */ ({
				question,
				at,
				came: answer.steps,
				charges: { red: answer.sides.red.charges, blue: answer.sides.blue.charges },
				side: looks,
				game: { ...view, actions, version: this.#version, status: view.result ? "finished" : "playing" },
				way: way ?? null,
				wrong: null,
				throwing: null,
				about: null,
				selected: null,
				pending: null,
				preview: null,
				error: null,
				pointing: null,
				odds: {},
			}),
		);
		void this.#tell_odds(this.#version);
	}

	/** What the dice would say to each answer of a window. */
	async #tell_odds(version) {
		const { game, side, question, at } = this.asked;
		const answers = game.actions.filter(({ group }) => group === "react").slice(0, 8);

		if (answers.length === 0)
			return;
		// Unanswered: then they are told when one is picked.
		const { previews } = await this.#ask({ ...asked_of(question, at), previews: answers.map(({ do: body }) => ({ side, do: body })) }).catch(() => ({}));

		if (previews && this.#version === version)
			this.store.set({
				odds: Object.fromEntries(answers.map(({ do: body }, i) => [JSON.stringify(body), (previews[i].odds ?? []).map((one) => with_label(game, one))])),
			});
	}

	/** Show a panel. @param {string} panel @param {object} more what it is to show */
	turn_to(panel, more = {}) {
		this.store.set(/** @type {any} */ ({ panel, ...more }));
	}

	/** Look with the eyes of a side. */
	look(side) {
		const { question, at } = this.asked;

		return this.go(question, at, side);
	}

	// ---- doing something -------------------------------------------------------------

	async confirm() {
		const { pending, sending } = this.state;

		if (!pending || sending)
			return;
		await this.attempt(() => this.#step({ side: this.state.side, do: pending.body, dice: [] }))();
	}

	/** What the owed decision's default would do when its time is over. */
	expire() {
		return this.attempt(() => this.#step({ side: this.state.side, expires: true, dice: [] }))();
	}

	async #step(step) {
		const { question, at } = this.asked;
		const answer = await this.#ask(asked_of(question, at, step));
		const came = answer.steps?.at(-1);

		if (answer.wrong || came.refused)
			throw new Problem(422, { ...(answer.wrong ?? came.refused), code: came?.refused ? "refused" : "bad_member" });
		if (came.dice.length > came.given) {
			this.#throw(step, came);
			return;
		}
		const next = with_step(question, at, step);

		if (next.is_full)
			throw new Problem(422, { code: "ask_full" });
		this.#show(next.question, next.at, answer, this.state.side);
	}

	#throw(step, came) {
		this.store.set(/** @type {any} */ ({ throwing: { step, came }, pending: null, preview: null, pointing: null }));
	}

	// ---- dice ------------------------------------------------------------------------

	/** Go on with these dice: the next that is not known is asked for, too. @param {number[]} dice */
	with_dice(dice) {
		const { throwing, question } = this.asked;

		return this.attempt(() =>
			throwing.step.is_beginning
				? this.stand_at({ ...question, tree: [{ ...question.tree[0], dice }, ...question.tree.slice(1)] }, 0, this.state.side)
				: this.#step({ ...throwing.step, dice }),
		)();
	}

	/** Throw all that are not given. */
	async roll() {
		for (let { throwing } = this.asked; throwing; throwing = this.asked.throwing === throwing ? null : this.asked.throwing) {
			const { step, came } = throwing;
			await this.with_dice([...step.dice, ...came.dice.slice(came.given).map(({ sides }) => face_of(sides))]);
		}
	}

	/** Let it be: the step is not done. */
	drop_dice() {
		this.store.set(/** @type {any} */ ({ throwing: null }));
	}

	/** A whole throw for a step: by `face`, as many dice as it takes. Null: the step is refused. */
	async #whole_throw(step, face) {
		const { question, at } = this.asked;

		for (let dice = step.dice; ;) {
			const answer = await this.#ask(asked_of(question, at, { ...step, dice }));
			const came = answer.steps?.at(-1);

			if (answer.wrong || came.refused)
				return null;
			if (came.dice.length <= came.given)
				return { step: { ...step, dice }, came };
			dice = [...dice, ...came.dice.slice(came.given).map(({ sides }) => face(sides))];
		}
	}

	/** The step with a throw for each thing that the dice can make of it, as far as many throws show it. */
	async #outcomes(step) {
		const found = new Map();

		for (let tried = 0; tried < throws_tried && found.size < outcomes_most; tried++) {
			const faces = [() => 1, (sides) => sides][tried] ?? face_of;
			const whole = await this.#whole_throw(step, faces);

			if (whole && !found.has(outcome_of(whole.came)))
				found.set(outcome_of(whole.came), whole.step);
			if (whole?.came.dice.length === step.dice.length)
				break; // nothing is left to chance
		}
		return found.values();
	}

	/** A branch from here for each outcome of each step. */
	async #branch(steps) {
		const { question, at } = this.asked;
		let next = { question, at };

		for (const step of steps) {
			for (const one of await this.#outcomes(step)) {
				next = with_step(next.question, at, one);
				if (next.is_full)
					throw new Problem(422, { code: "ask_full" });
			}
		}
		await this.stand_at(next.question, at, this.state.side);
	}

	/** What the dice that are wanted can come to, as branches. */
	branch() {
		return this.attempt(() => this.#branch([this.asked.throwing.step]))();
	}

	/** Each answer that may be given now, with what the dice can make of it, as branches. */
	try_all() {
		const { game, side } = this.state;
		const answers = game.actions.filter(({ group }) => ["react", "step"].includes(group));

		return this.attempt(() => this.#branch(answers.map(({ do: body }) => ({ side, do: body, dice: [] }))))();
	}
}
