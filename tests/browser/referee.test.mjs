// The referee in a real browser's thread: it judges the golden records and a thousand commands of
// every book, names a changed event with its clause, shows how far it is, and where it cannot be
// had, or dies, or is asked nonsense, whoever asked is told and the page goes on.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { leave, seats } from "./seated.mjs";
import { desk, Visitor } from "./support.mjs";

const house = seats();
const record = readFileSync(new URL("../golden/formats/record.jsonl", import.meta.url), "utf8");

/** A page in which judge(text, address) gives what the referee says, or {failed}. */
async function open_page(prepare = async () => {}) {
	const visitor = await Visitor.open(house.browser, house.daemon.url, desk);
	const { page } = visitor;

	visitor.cut = true; // some of these pages get no module, on purpose
	await prepare(page);
	await page.goto(`${house.daemon.url}/rules`);
	return page;
}

const close = (...pages) => Promise.all(pages.map((page) => page.context().close()));

const judge = (page, text) =>
	page.evaluate(async (text) => {
		const { judge_record, RefereeFailed } = await import("/referee/referee.js");
		const server = await (await fetch("/v1/server")).json();
		const begun = performance.now();

		try {
			const said = await judge_record(server.referee.address, text);

			return { ...said, ms: performance.now() - begun };
		} catch (error) {
			return { failed: error instanceof RefereeFailed };
		}
	}, text);

test("a record is judged, a changed event found with its clause, and it goes on", async () => {
	const page = await open_page();
	const changed = record.replace('"result":"passed"', '"result":"failed"');
	const line = changed.split("\n").findIndex((row, at) => row !== record.split("\n")[at]) + 1;

	assert.equal((await judge(page, record)).verdict, "right");
	const said = await judge(page, changed);

	assert.deepEqual([said.verdict, said.line], ["wrong", line]);
	assert.match(said.clause, /^B2-\d+$/);
	const again = await judge(page, record);

	assert.equal(again.verdict, "right");
	console.log(`${again.commands} commands in ${again.ms.toFixed(1)} ms`);
	await close(page);
});

/** So many commands of a game of the scenario, chosen by chance from what is offered; its record. */
async function play_at_random(scenario, count) {
	const nonce = () => "5a".repeat(32);
	const made = await house.ask("games", { body: { side: "red", nonce: nonce(), scenario } });
	const { id } = made.game;
	const joined = await house.ask(`games/${id}/seats`, { body: { code: made.invitation.code, nonce: nonce() } });
	const tokens = { red: made.seat.token, blue: joined.seat.token };
	let chance = count;

	for (let done = 0; done < count; done++) {
		const view = await house.ask(`games/${id}`, { token: tokens[done % 2 ? "red" : "blue"] });
		const side = view.waiting_for[0]?.side;

		if (view.status === "finished") break;
		const { actions } = await house.ask(`games/${id}/actions`, { token: tokens[side] });
		const offered = actions.filter((one) => !["resign", "offer_draw"].includes(one.do.type));

		chance = (chance * 48_271) % 2_147_483_647;
		await house.ask(`games/${id}/actions`, { token: tokens[side], body: offered[chance % offered.length].do });
	}
	if ((await house.ask(`games/${id}`, { token: tokens.red })).status !== "finished")
		await house.ask(`games/${id}/actions`, { token: tokens.red, body: { type: "resign" } });
	return (await fetch(`${house.daemon.url}/v1/games/${id}/record`)).text();
}

test("a thousand commands, of every book: judged right, and how long it takes", async () => {
	const page = await open_page();
	const { scenarios } = await house.ask("scenarios");
	const books = [...new Set(scenarios.map((one) => one.ruleset))];
	let commands = 0;
	let ms = 0;

	for (let round = 0; commands < 1000; round++) {
		assert.ok(round < 20, "games long enough");
		for (const book of books) {
			const of_book = scenarios.filter((one) => one.ruleset === book);
			const said = await judge(page, await play_at_random(of_book[round % of_book.length].id, 160));

			assert.equal(said.verdict, "right", `${book}: ${JSON.stringify(said)}`);
			commands += said.commands;
			ms += said.ms;
		}
	}
	console.log(`1,000 commands of ${books.length} books in ${((ms * 1000) / commands).toFixed(0)} ms (${commands} were judged)`);
	await close(page);
});

/** A game that is over, with a page that has something put before the worker's own text. */
async function finished_with(before_worker) {
	const { red, blue } = await house.sit_at({ scenario: "two-lines" });

	red.cut = true;
	await red.page.route("**/referee/worker.js", async (route) => {
		const answer = await route.fetch();

		await route.fulfill({ response: answer, body: `${before_worker};${await answer.text()}` });
	});
	await red.play({ action: { do: { type: "resign" } } });
	await red.page.locator(".result").waitFor();
	return { red, blue };
}

test("how far it is shows as a bar while the commands are judged", async () => {
	// A thread that is done within 50 ms tells nothing on the way, and this game has one command.
	const slowly = `{
		while (performance.now() < 60);
		const post = globalThis.postMessage.bind(globalThis);
		globalThis.postMessage = (message) => {
			post(message);
			for (const until = performance.now() + 1500; message.told !== undefined && performance.now() < until;);
		};
	}`;
	const { red, blue } = await finished_with(slowly);

	await red.press(red.page.locator("[data-key=verify]"));
	const bar = red.page.getByRole("progressbar", { name: "Every command is judged again" });

	await bar.waitFor();
	const share = await bar.evaluate((node) => node.value);

	assert.ok(share >= 0 && share <= 1, `${share}`);
	await red.page.getByText("Every command was judged again in this browser").waitFor();
	assert.equal(await bar.count(), 0);
	await leave(red, blue);
});

test("a thread that dies: the rest of the record is checked, and it is said that the rules were not asked", async () => {
	const { red, blue } = await finished_with('throw new Error("dead")');

	await red.press(red.page.locator("[data-key=verify]"));
	await red.page.getByText("The record holds.").waitFor();
	await red.page.getByText("The rules could not be checked in this browser.").waitFor();
	await red.page.unroute("**/referee/worker.js");
	await red.page.locator("[data-key=look-back]").click();
	await red.page.locator("pn-replay:not([hidden])").waitFor();
	await leave(red, blue);
});

test("a thread that dies as it judges, or for ever says nothing: told, and another is started", async () => {
	const dying = await open_page((page) =>
		page.route("**/referee/worker.js", async (route) => {
			const answer = await route.fetch();
			const dies = "setTimeout(() => { throw new Error('dead'); });";

			await route.fulfill({ response: answer, body: (await answer.text()).replace("const bytes = new TextEncoder", `${dies} return new Promise(() => {}); $&`) .replace(": ask(data", ": await ask(data") });
		}),
	);
	const silent = await open_page(async (page) => {
		await page.route("**/referee/referee.js", async (route) => {
			const answer = await route.fetch();

			await route.fulfill({ response: answer, body: (await answer.text()).replace("30_000", "1_500") });
		});
		await page.route("**/referee/worker.js", (route) =>
			route.fulfill({ contentType: "text/javascript", body: "for (;;);" }),
		);
	});

	for (const page of [dying, silent]) {
		assert.deepEqual(await judge(page, record), { failed: true });
		await page.unroute("**/referee/worker.js");
	}
	assert.equal((await judge(silent, record)).verdict, "right", "another is started");
	await close(dying, silent);
});

test("out of memory: it is told, and another is started", async () => {
	const page = await open_page();
	const said = await page.evaluate(async () => {
		const { play_line, RefereeFailed } = await import("/referee/referee.js");
		const { referee } = await (await fetch("/v1/server")).json();
		const asked = ["x".repeat(1 << 28)]; // it has room for the text, and not for the value as well

		return play_line(referee.address, asked).then(
			() => "answered",
			(error) => (error instanceof RefereeFailed ? error.message : String(error)),
		);
	});

	assert.match(said, /out of memory/);
	assert.equal((await judge(page, record)).verdict, "right", "another is started");
	await close(page);
});

test("a record cut, huge or hostile is told of, and nothing hangs", async () => {
	const page = await open_page();
	const [first, ...rest] = record.split("\n");
	const hostile = {
		cut: record.slice(0, record.length / 2),
		"cut in a letter": record.slice(0, -3),
		"a million lines": `${first}\n${"{}\n".repeat(1 << 20)}`,
		"one line of 32 MB": `${first}\n${"x".repeat(1 << 25)}\n`,
		"deep as a well": `${first}\n${"[".repeat(1 << 20)}\n`,
		"with NUL bytes": [first, "\0".repeat(100), ...rest].join("\n"),
		"a number that is none": record.replace(/"seq":1\b/, '"seq":1e99'),
		"every line twice": record.replaceAll(/.*\n/g, "$&$&"),
	};

	for (const [what, text] of Object.entries(hostile)) {
		const said = await judge(page, text);

		assert.equal(said.verdict, "wrong", `${what}: ${JSON.stringify(said)}`);
		assert.ok(said.line >= 1, what);
	}
	assert.equal((await judge(page, record)).verdict, "right", "and it goes on");
	await close(page);
});

test("where there is no module, or no WebAssembly, it is told", async () => {
	const cut_off = await open_page((page) => page.route("**/referee/*.wasm", (route) => route.abort()));
	const nonsense = await open_page((page) =>
		page.route("**/referee/*.wasm", (route) => route.fulfill({ contentType: "application/wasm", body: "no" })),
	);
	const without = await open_page((page) =>
		page.route("**/referee/worker.js", async (route) => {
			const answer = await route.fetch();

			await route.fulfill({ response: answer, body: `delete globalThis.WebAssembly;${await answer.text()}` });
		}),
	);
	const no_thread = await open_page((page) => page.route("**/referee/worker.js", (route) => route.abort()));

	for (const page of [cut_off, nonsense, without, no_thread])
		assert.deepEqual(await judge(page, record), { failed: true });
	await cut_off.unroute("**/referee/*.wasm");
	assert.equal((await judge(cut_off, record)).verdict, "right", "another is started");
	await close(cut_off, nonsense, without, no_thread);
});
