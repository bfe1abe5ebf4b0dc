// What the page of a game makes of answers that come early, late, twice or never: the tables of its states,
// cell by cell, and a session on a wire on which the test answers when it wants to.

import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { announced, settle, wire } from "../support/wire.mjs";

const { speak } = await import("../../web/api.js");
const { all_seats, keep_seat } = await import("../../web/seats.js");
const { Session } = await import("../../web/session.js");
await import("../../web/requests.js"); // read when it is wanted: here at once
const { Machine, ...tables } = await import("../../web/session_states.js");

const id = "g";
const move = (unit) => ({
	id: unit,
	group: "move",
	do: { type: "move", unit },
	unit,
	label: "",
	bounds: [],
	presets: [],
	undo: true,
});

/** A game as a side sees it; its log has as many events as its `seq` says. */
const view = (side, version, more = {}) => ({
	id,
	side,
	status: "playing",
	version,
	seq: version,
	turn: 1,
	phase: "movement",
	waiting_for: [{ side, decision: "movement" }],
	actions: ["r1", "r2", "r3"].map(move),
	units: {},
	scenario: "s",
	...more,
});
const events_of = (side, count) => Array.from({ length: count }, (_, at) => ({ seq: at + 1, type: "flag_set", side }));
const acted = (side, seq) => ({ version: seq, receipt: { viewer: side, seq }, events: [{ seq, type: "flag_set", side }] });

let session;

beforeEach(() => {
	announced.length = 0;
	speak("en"); // scenarios are asked for anew
	localStorage.removeItem("pennon.seats");
	keep_seat(id, "blue", { token: "t-blue" });
	keep_seat(id, "red", { token: "t-red" });
	session = new Session(id);
});

afterEach(async () => {
	session.close();
	await settle();
	wire.open.length = 0;
});

/** Answer what opening a seat asks; gives its stream. */
async function load(side, version = 1) {
	(await wire.next("GET games/g", `t-${side}`)).give(view(side, version));
	(await wire.next("GET games/g/events", `t-${side}`)).give({ events: events_of(side, version), next: null });
	const stream = await wire.stream(id, `t-${side}`);

	stream.begin();
	await settle();
	if (wire.find("GET scenarios")) // once a page
		(await wire.next("GET scenarios")).give({ scenarios: [] });
	await settle();
	return stream;
}

async function open_red() {
	const opened = session.open();
	const stream = await load("red");

	await opened;
	assert.equal(session.state.link, "live");
	return stream;
}

/** Pick a unit's move, to be done at once. */
const do_at_once = (unit) => session.pick(session.state.game.actions.find((one) => one.unit === unit), { type: "move", unit }, true);
const sent = () => wire.next("POST games/g/actions");
const asked = (side = "red") => wire.next("GET games/g", `t-${side}`);

/** Show a view whenever one is asked for, until none is; `looked` is the first that was. */
async function show(game, looked = null) {
	for (let next = looked ?? (await asked()); next; next = wire.find("GET games/g") && (await asked())) {
		next.give(game);
		await settle();
	}
}

// ---- the tables ---------------------------------------------------------------------

for (const [name, table] of Object.entries(tables)) {
	const states = Object.keys(table);
	const arrivals = Object.keys(table[states[0]]);
	const ends = ["opened", "closed", "dropped"];

	/** A machine that stands in each state that can be reached, and the way there. */
	const standing = () => {
		const ways = new Map([[states[0], []]]);

		for (const [state, way] of ways)
			for (const what of arrivals)
				if (table[state][what] !== null && !ways.has(table[state][what]))
					ways.set(table[state][what], [...way, what]);
		return [...ways].map(([state, way]) => ({
			state,
			machine: () => {
				const machine = new Machine(table);

				for (const what of way)
					machine.arrive(what);
				assert.equal(machine.now, state);
				return machine;
			},
		}));
	};

	test(`${name}: in each state it is said of each arrival what follows, and each state is reached`, () => {
		assert.deepEqual(standing().map(({ state }) => state).sort(), [...states].sort());
		for (const state of states) {
			assert.deepEqual(Object.keys(table[state]), arrivals, state);
			for (const [what, next] of Object.entries(table[state]))
				assert.ok(next === null || states.includes(next), `${state}, ${what}: ${next}`);
		}
	});

	test(`${name}: each arrival does in each state what the table says, and nothing when it is late`, () => {
		for (const { state, machine } of standing())
			for (const what of arrivals) {
				const one = machine();
				const { number } = one;
				const next = table[state][what];

				assert.equal(one.arrive(what), next, `${state}, ${what}`);
				assert.equal(one.now, next ?? state);
				assert.equal(one.is_late(number), next !== null && ends.includes(what), `${state}, ${what}`);
				for (const late of one.is_late(number) ? arrivals : []) {
					const { now, number: new_number } = one;

					assert.equal(one.arrive(late, number), null, `${state}, ${what}, then late: ${late}`);
					assert.deepEqual([one.now, one.number], [now, new_number]);
				}
			}
	});
}

// ---- orders -------------------------------------------------------------------------

test("what is to be done at once while an order is on its way goes out with the version that the order has made", async () => {
	await open_red();
	do_at_once("r1");
	const first = await sent();

	assert.equal(first.headers["if-match"], "1");
	do_at_once("r2");
	await settle();
	assert.ok(!wire.find("POST games/g/actions"), "one at a time");
	first.give(acted("red", 2));
	const looked = await asked();

	await settle();
	assert.ok(!wire.find("POST games/g/actions"), "not before the view has come");
	await show(view("red", 2), looked);
	const second = await sent();

	assert.deepEqual([second.body.unit, second.headers["if-match"]], ["r2", "2"]);
	second.give(acted("red", 3));
});

test("what is confirmed while the page looks at what an order has done waits for that, and goes out once", async () => {
	await open_red();
	do_at_once("r1");
	(await sent()).give(acted("red", 2));
	const looked = await asked();

	assert.equal(session.state.sending, false);
	do_at_once("r3");
	session.confirm();
	await settle();
	assert.ok(!wire.find("POST games/g/actions"));
	await show(view("red", 2), looked);
	const next = await sent();

	assert.deepEqual([next.body.unit, next.headers["if-match"]], ["r3", "2"]);
	next.give(acted("red", 3));
	await show(view("red", 3));
	assert.ok(!wire.find("POST games/g/actions"));
});

test("what was picked to be looked at instead is not sent", async () => {
	await open_red();
	do_at_once("r1");
	(await sent()).give(acted("red", 2));
	const looked = await asked();

	do_at_once("r3");
	session.pick(session.state.game.actions[1]);
	await show(view("red", 2), looked);
	assert.ok(!wire.find("POST games/g/actions"));
	assert.equal(session.state.pending.body.unit, "r2");
});

test("an order in doubt is not given again before the page has seen what became of it", async () => {
	await open_red();
	do_at_once("r1");
	(await sent()).cut();
	await settle();
	assert.equal(session.state.error.code, "unanswered");
	const looked = await asked();

	session.confirm();
	await settle();
	assert.ok(!wire.find("POST games/g/actions"));
	looked.cut();
	await settle();
	session.confirm();
	await settle();
	assert.ok(!wire.find("POST games/g/actions"), "the page has not seen it");
	(await wire.stream(id, "t-red")).begin();
	await show(view("red", 2, { actions: [move("r2")] }));
	assert.equal(session.state.pending, null, "it has come: it is offered no more");
	do_at_once("r2");
	const next = await sent();

	assert.equal(next.headers["if-match"], "2");
	next.give(acted("red", 3));
});

test("an answer that comes when another seat is played changes nothing of that, but its receipt is kept", async () => {
	await open_red();
	do_at_once("r1");
	const order = await sent();
	const swapped = session.swap("blue");

	await load("blue", 3);
	await swapped;
	order.give(acted("red", 2));
	await settle();
	assert.deepEqual(session.state.log.map(({ side }) => side), ["blue", "blue", "blue"]);
	assert.equal(session.state.stood, null);
	assert.equal(session.state.sending, false);
	assert.deepEqual(all_seats()[id].receipts.red, { viewer: "red", seq: 2 });
	do_at_once("r2");
	assert.equal((await sent()).headers.authorization, "Bearer t-blue");
});

test("a receipt is kept although what was to follow its order fails", async () => {
	await open_red();
	session.pick(session.state.game.actions[0]);
	session.promise({ do: { type: "pass" } });
	session.confirm();
	(await sent()).give(acted("red", 2));
	(await wire.next("PUT games/g/standing-orders")).refuse(422, "bad_member");
	await settle();
	assert.equal(session.state.error.code, "bad_member");
	assert.deepEqual(all_seats()[id].receipts.red, { viewer: "red", seq: 2 });
});

test("what is heard after the page was left is not announced", async () => {
	await open_red();
	do_at_once("r1");
	const order = await sent();

	session.close();
	order.give({ ...acted("red", 2), events: [{ seq: 2, type: "resigned", side: "red" }] });
	await settle();
	assert.deepEqual(announced, []);
	assert.ok(!wire.find("GET games/g"));
});

// ---- views --------------------------------------------------------------------------

test("a view that is wished for while another is on its way is one that was asked for after the wish", async () => {
	await open_red();
	session.refresh();
	const before = await asked();
	let is_seen = false;

	session.refresh().then(() => (is_seen = true));
	before.give(view("red", 1));
	await settle();
	assert.equal(is_seen, false);
	(await asked()).give(view("red", 2));
	await settle();
	assert.equal(is_seen, true);
	assert.equal(session.state.game.version, 2);
});

// ---- the way to the server ----------------------------------------------------------

test("two swaps at once: the seat that was asked for last is followed, and it alone", async () => {
	await open_red();
	session.swap("blue");
	const late = await asked("blue");

	session.swap("red");
	const stream = await load("red", 2);

	late.give(view("blue", 5));
	await settle();
	if (wire.find("GET games/g/events"))
		(await wire.next("GET games/g/events")).give({ events: events_of("blue", 5), next: null });
	await settle();
	assert.equal(session.state.game.side, "red");
	assert.deepEqual(session.state.log.map(({ side }) => side), ["red", "red"]);
	assert.ok(!wire.find("GET games/g/stream"), "there is a stream already");
	stream.tell({ seq: 3, type: "flag_set", side: "red" });
	await settle();
	assert.equal(session.state.log.length, 3);
});

test("a seat that could not be loaded is told of, and tried again", async () => {
	await open_red();
	const swapped = session.swap("blue");

	(await asked("blue")).cut();
	await swapped;
	assert.equal(session.state.error.code, "network");
	assert.equal(session.state.link, "cut");
	session.hurry();
	await load("blue", 4);
	assert.equal(session.state.link, "live");
	assert.equal(session.state.error, null);
	assert.equal(session.state.game.version, 4);
});

test("a seat that the server refuses while it is followed is asked for anew when somebody tries again", async () => {
	const stream = await open_red();

	stream.end();
	await settle();
	assert.equal(session.state.link, "connecting");
	session.hurry();
	(await wire.next("GET games/g/stream", "t-red")).refuse(401, "unknown_token");
	await settle();
	assert.deepEqual([session.state.link, session.state.error.code], ["cut", "unknown_token"]);
	session.hurry();
	(await asked()).refuse(404, "no_such_game");
	await settle();
	assert.deepEqual([session.state.link, session.state.error.code], ["cut", "no_such_game"]);
	session.hurry();
	await load("red", 2);
	assert.deepEqual([session.state.link, session.state.error], ["live", null]);
});

test("a page that is left while it loads follows nothing", async () => {
	const opened = session.open();
	const first = await asked();

	session.close();
	first.give(view("red", 1));
	(await wire.next("GET games/g/events")).give({ events: events_of("red", 1), next: null });
	await opened;
	await settle();
	assert.equal(session.state.game, null);
	assert.ok(!wire.find("GET games/g/stream"));
});
