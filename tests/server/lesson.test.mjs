// The lesson's own rules: no step is left before it was read, and whoever comes on can be answered home.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { open_daemon } from "../support/daemon.mjs";

globalThis.document = /** @type {any} */ ({ baseURI: "http://pennon.test/", documentElement: {} });

const { answered_home, choices, is_early, is_spent, muster, progress, ruleset } = await import("../../web/lesson.js");
let daemon;

before(async () => {
	daemon = await open_daemon();
});
after(() => daemon.remove());

test("a step that is done is left when it was read, not before", () => {
	const log = [
		{ type: "turn_began", turn: 2 },
		{ type: "charge_declared", by: "red" },
		{ type: "decision_closed", by: "red", decision: "declare" },
	];
	const now = (read) => progress(log, read).find((step) => step.now)?.key;

	assert.deepEqual([0, 1, 2, 3].map(now), ["roll", "declare", "charge", "charge"]);
	assert.deepEqual(progress(log, 0).map((step) => step.done), [true, true, false, false, false]);
	assert.equal(progress(log.slice(0, 2))[1].done, false, "until all is said to be declared, it is not");
});

test("an enemy that is let go is an answer once its movement is over", () => {
	const let_it = { type: "passed", by: "red", decision: "opportunity" };
	const over = { type: "decision_closed", by: "blue", decision: "movement" };
	const is_answered = (...log) => progress(/** @type {any} */ (log)).at(-1).done;

	assert.ok(!is_answered(let_it), "it may come on further");
	assert.ok(is_answered(let_it, over));
	assert.ok(!is_answered(over, let_it), "a movement before it is another");
	assert.ok(!is_answered({ ...let_it, decision: "movement" }, over), "who ends a movement answers nothing");
	const charges = { type: "reaction_declared", by: "red", unit: "r3" };
	assert.ok(!is_answered(let_it, charges, over), "who charges after all is judged by that");
	assert.ok(is_answered(let_it, over, charges), "what was learnt stays so when the next is answered");
});

test("a step whose actions are not offered yet says that something else comes first", () => {
	const asked = (side, ...types) => ({
		side: "red",
		game: { status: "playing", waiting_for: [{ side, decision: "movement" }], actions: types.map((type) => ({ do: { type } })) },
	});
	const [roll, declare] = progress([]);

	assert.ok(is_early(asked("red", "go_first"), declare));
	assert.ok(!is_early(asked("red", "declare_charge", "ready"), declare));
	assert.ok(!is_early(asked("blue"), declare), "who waits does nothing first");
	const all_declared = asked("red", "pass");
	all_declared.game.waiting_for[0].decision = "declare";
	assert.ok(!is_early(all_declared, declare), "who has declared all is to say so yet");
	assert.ok(!is_early(asked("red", "go_first"), roll), "it asks for nothing of its own");
});

test("a charge that failed is told as over, until another is declared", () => {
	const declared = (unit) => ({ type: "charge_declared", by: "red", unit });
	const ended = (unit, outcome) => ({ type: "charge_ended", by: "red", unit, outcome });
	const is_over = (...log) => is_spent(/** @type {any} */ (log));

	assert.ok(!is_over());
	assert.ok(!is_over(declared("r1")));
	assert.ok(is_over(declared("r1"), ended("r1", "check_failed")));
	assert.ok(!is_over(declared("r1"), declared("r2"), ended("r1", "check_failed")), "the other may still charge");
	assert.ok(!is_over(declared("r1"), ended("r1", "check_failed"), declared("r1")));
	assert.ok(!is_over(declared("r1"), { type: "contact", unit: "r1" }, ended("r1", "contact")), "it has hit");
	assert.ok(!is_over(ended("r1", "check_failed"), { ...declared("b1"), by: "blue" }), "the other side's is none of its own");
});

/** What a pupil does who follows the steps: one charge, the first answer that there is, else what ends the step. */
function pupil_does({ actions }, log) {
	const of = (test) => actions.find(test)?.do;
	const spent = is_spent(log) ? ["declare_charge"] : []; // the lesson says so
	const next = [...spent, ...(progress(log).find((step) => step.actions && !step.done)?.actions ?? [])];
	const has_declared = log.some((one) => one.type === "charge_declared" && one.by === "red") && !is_spent(log);

	return (
		of(({ do: { type } }) => type === "opportunity_charge") ??
		of(({ do: { type } }) => next.includes(type) && !(type === "declare_charge" && has_declared)) ??
		of(({ group }) => group === "step") ??
		of(({ do: { type } }) => ["leave_open", "charge"].includes(type))
	);
}

/** Play it until the pupil has answered, with units of such nerve; the log. */
async function played(nerve) {
	const units = muster.units.map((unit) => ({ ...unit, stats: { ...unit.stats, morale_rating: nerve ?? unit.stats.morale_rating } }));
	const made = await daemon.ask("games", { body: { ruleset, muster: { ...muster, units }, side: "red" } });
	const { seat } = await daemon.ask(`games/${made.game.id}/seats`, { body: { code: made.invitation.code } });
	const tokens = { red: made.seat.token, blue: seat.token };
	const ask = (side, path, body) => daemon.ask(`games/${made.game.id}${path}`, { token: tokens[side], body });
	let moved_in = 0;

	for (let steps = 0; steps < 200; steps++) {
		const views = [await ask("red", ""), await ask("blue", "")];
		const view = views.find((one) => one.waiting_for.some((wait) => wait.side === one.side));
		const { events } = await ask("red", "/events?limit=500");
		if (!view || views[0].status === "finished" || progress(events).at(-1).done)
			return events;
		const wishes = view.side === "red" ? [pupil_does(view, events)] : choices(view, events, moved_in === view.turn);
		for (const body of wishes) {
			const is_done = await ask(view.side, "/actions", body).then(() => true, ({ problem }) => problem?.code !== "refused");
			if (!is_done)
				continue;
			moved_in = view.side === "blue" && body.type === "move" ? view.turn : moved_in;
			break;
		}
	}
	return assert.fail("the lesson never ends");
}

test("the answer that ends the lesson strikes home, unless the dice refuse it", async () => {
	let is_home = false;

	for (let games = 0; games < 5 && !is_home; games++)
		is_home = answered_home(await played());
	assert.ok(is_home);
});

test("a pupil whose units never dare to charge is told so, each time, and may declare again", async () => {
	const log = await played(1);
	const declared = log.filter((one) => one.type === "charge_declared" && one.by === "red");

	assert.ok(declared.length > 1, `${declared.length} declarations`);
	for (const [at, one] of log.entries())
		if (one.type === "charge_ended" && one.unit === declared[0].unit)
			assert.ok(one.outcome === "check_failed" && is_spent(log.slice(0, at + 1)), JSON.stringify(one));
	assert.ok(!progress(log).find((step) => step.key === "strike").done);
});
