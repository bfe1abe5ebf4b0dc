// What the referee in the page foretells of a running game: for each book it is what the server
// says, of whatever is offered to a side, by its own view alone; and what is no game it says so. Where
// measuring is free a seat's view is a question, in which it may do what it may in the game.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { asked_of, question_of } from "../../web/ask/question.js";
import { question_of_view } from "../../web/ask/view.js";
import { canonical } from "../../web/verify/signed.js";
import { open_daemon } from "../support/daemon.mjs";
import { open_referee } from "../support/referee.mjs";

const commands_played = 16;
const asked_a_view = 6;
const nonce = "5a".repeat(32);
let daemon;

before(async () => (daemon = await open_daemon()));
after(() => daemon.remove());

/** Two seats taken in a new game of a scenario. */
async function sit_down(scenario) {
	const made = await daemon.ask("games", { body: { side: "red", nonce, scenario } });
	const joined = await daemon.ask(`games/${made.game.id}/seats`, { body: { code: made.invitation.code, nonce } });

	return { id: made.game.id, tokens: { red: made.seat.token, blue: joined.seat.token } };
}

/** What a seat's page holds, as the module reads it. */
async function lines_of(id, token) {
	const [header] = (await daemon.ask(`games/${id}/record`, { token, text: true })).split("\n", 1);
	const log = [];

	for (let after = 0; after !== null; ) {
		const { events, next } = await daemon.ask(`games/${id}/events?after=${after}`, { token });

		log.push(...events);
		after = next ? log.at(-1).seq : null;
	}
	return [header, ...log.map(({ hash: _, ...event }) => canonical(event))].map((line) => `${line}\n`).join("");
}

const gist = ({ detail: _, odds, ...preview }) => canonical({ ...preview, odds: odds?.map(({ label: _, ...one }) => one) ?? [] });

/** Both are asked of what is offered to a side, and of the same done by another unit, which is refused. */
async function compare(referee, { id, tokens }, side, chance) {
	const token = tokens[side];
	const { seq } = referee.ask("follow", await lines_of(id, token));
	const view = await daemon.ask(`games/${id}`, { token });
	const { actions } = await daemon.ask(`games/${id}/actions`, { token });
	const bodies = actions.flatMap((one) => [one.do, ...(one.presets ?? []).map((preset) => preset.do)]);

	assert.equal(seq, view.seq);
	for (let asked = 0; asked < asked_a_view && bodies.length > 0; asked++) {
		const [body] = bodies.splice(chance(bodies.length), 1);
		const other = body.unit && Object.keys(view.units)[chance(Object.keys(view.units).length)];

		for (const one of other ? [body, { ...body, unit: other }] : [body]) {
			const said = await daemon.ask(`games/${id}/preview`, { token, body: one });

			assert.equal(gist(referee.ask("foretell", JSON.stringify(one))), gist(said), `${side} ${JSON.stringify(one)}`);
		}
	}
	return actions.filter((one) => !["resign", "offer_draw"].includes(one.do.type));
}

/** An outcome on the table is in no position, so a question has nothing that answers it, and no third is the last. */
const on_outcomes = /^(accept|refuse|propose|ask)_outcome /;
const offers = (actions) => [...new Set(actions.filter(({ group }) => group !== "table").map(({ do: { type, unit } }) => `${type} ${unit}`))].sort();
const put = ({ pose, bend, figures, flags, formation, moved, state, tallies, on_table }) => ({ ...(on_table ? { pose } : {}), bend, figures, flags, formation, moved, state, tallies });
const units_put = ({ units }) => Object.fromEntries(Object.entries(units).map(([id, unit]) => [id, put(unit)]));

/** A seat's view as a question: nothing sealed is in it, and what may be done is the same. */
async function compare_view(referee, { id, tokens }, side) {
	const token = tokens[side];
	const [battle, view, { actions }] = await Promise.all(["/battle", "", "/actions"].map((part) => daemon.ask(`games/${id}${part}`, { token })));
	const question = question_of_view(battle, view);
	const { sides, views, wrong } = referee.ask("play", JSON.stringify(asked_of(question, 0)));

	assert.equal(wrong, undefined);
	assert.doesNotMatch(JSON.stringify(question), /"(sealed|draft|secret|place)":/);
	assert.deepEqual(units_put(views[side]), units_put(view));
	const asked = offers(sides[side].actions);
	const offered = offers(actions);
	const kept = (one) => !view.proposal || !on_outcomes.test(one);

	assert.deepEqual(asked.filter(kept), offered.filter(kept));
	return { asked, offered };
}

test("of every scenario: what is offered and what is refused comes out as the server says", async () => {
	const referee = open_referee();
	const { scenarios } = await daemon.ask("scenarios");
	let chosen = 1;
	const chance = (count) => (chosen = (chosen * 48_271) % 2_147_483_647) % count;

	for (const { id } of scenarios) {
		const game = await sit_down(id);

		for (let done = 0; done < commands_played; done++) {
			const view = await daemon.ask(`games/${game.id}`, { token: game.tokens.red });
			const [wait] = view.waiting_for;

			if (view.status === "finished" || !wait)
				break;
			const offered = await compare(referee, game, wait.side, chance);

			if (view.premeasure)
				await compare_view(referee, game, wait.side);
			else
				await assert.rejects(daemon.ask(`games/${game.id}/battle`, { token: game.tokens.red }), ({ problem }) => problem.code === "measuring_forbidden");

			await compare(referee, game, wait.side === "red" ? "blue" : "red", chance);
			await daemon.ask(`games/${game.id}/actions`, { token: game.tokens[wait.side], body: offered[chance(offered.length)].do });
		}
	}
});

test("a decision that is open comes over with all whom it is about", async () => {
	const referee = open_referee();
	const battle = { name: "Charged", ...(await daemon.ask("scenarios/spears-and-javelins")) };
	const at = (x, y, facing, target) => ({ pose: { x, y, facing }, ...(target ? { order: { verb: "charge", target } } : {}) });
	// Skirmishers whom skirmishers charge may retreat, or stand: it depends on who charges.
	const given = {
		turn: 1,
		phase: "charge_answers",
		facts: { first: "blue" },
		units: { r1: at(60_960, 44_000, 0), b1: at(60_960, 77_920, 32_768, "r1") },
	};
	const ask = (question) => referee.ask("play", JSON.stringify(asked_of(question, 0)));
	const first = ask(question_of({ ...battle, given }));
	const [{ side: _, ...decision }] = first.views.red.waiting_for;
	const again = ask(question_of_view(battle, first.views.red));

	assert.deepEqual(decision, { decision: "answer_charge", other: "r1", queue: ["b1"], unit: "b1" });
	assert.ok(offers(first.sides.red.actions).includes("retreat r1"), JSON.stringify(first));
	assert.deepEqual(offers(again.sides.red.actions), offers(first.sides.red.actions));
	assert.deepEqual(again.views.red.waiting_for, first.views.red.waiting_for);
});

/** Play on until an outcome is on the table. Whose it is to answer; undefined: none came. */
async function come_to_outcome({ id, tokens }, chance) {
	for (let done = 0; done < 3 * commands_played; done++) {
		const view = await daemon.ask(`games/${id}`, { token: tokens.red });
		const [wait] = view.waiting_for;

		if (view.proposal || view.status === "finished" || !wait)
			return view.proposal && wait.side;
		const { actions } = await daemon.ask(`games/${id}/actions`, { token: tokens[wait.side] });
		const open = actions.filter(({ group }) => group !== "table");
		const { do: body } = open.find((one) => one.do.type === "propose_outcome") ?? open.find((one) => /charge$/.test(one.do.type)) ?? open[chance(open.length)];

		await daemon.ask(`games/${id}/actions`, { token: tokens[wait.side], body });
	}
	return undefined;
}

test("an outcome that is on the table is answered in the game alone", async () => {
	const referee = open_referee();
	let side;

	for (let tries = 0; !side && tries < 60; tries++) {
		const game = await sit_down("hold-or-run");

		side = await come_to_outcome(game, (count) => tries % count);
		if (!side)
			continue;
		const { asked, offered } = await compare_view(referee, game, side);

		assert.ok(offered.some((one) => one.startsWith("accept_outcome ")));
		assert.ok(!asked.some((one) => one.startsWith("accept_outcome ")));
	}
	assert.ok(side, "no melee came of so many charges");
});

test("what is no game, or no command, is told, and the next is followed", async () => {
	const referee = open_referee();
	const { scenarios } = await daemon.ask("scenarios");
	const { id, tokens } = await sit_down(scenarios[0].id);
	const lines = await lines_of(id, tokens.red);
	const [header, ...events] = lines.trimEnd().split("\n");
	const body = JSON.stringify({ type: "resign" });
	const wrongs = [
		"",
		"\n",
		header,
		`${events.join("\n")}\n`,
		`${header}\n${events.slice(1).join("\n")}\n`,
		`${header}\n${events[0]}\n${events[0]}\n`,
		`${lines}{}\n`,
		`${lines}${"[".repeat(100_000)}\n`,
		`${header.replace('"viewer":"red"', '"viewer":"grey"')}\n`,
		`${header.replace(',"viewer":"red"', "")}\n`,
		"\n".repeat(1 << 19),
	];

	assert.equal(referee.ask("foretell", body).wrong.detail, "no game is followed");
	for (const wrong of wrongs) {
		assert.ok(referee.ask("follow", wrong).wrong, wrong.slice(0, 100));
		assert.ok(referee.ask("foretell", body).wrong);
	}
	assert.equal(referee.ask("follow", lines).seq, events.length);
	for (const wrong of ["", "[]", "{}", '{"action":"1.1"}', '{"type":"nothing"}', "[".repeat(100_000)])
		assert.ok(referee.ask("foretell", wrong).wrong, wrong.slice(0, 100));
	assert.equal(referee.ask("foretell", body).lawful, true);
});
