// The page by itself: by keyboard alone and in secret, with the line cut, by lamplight, in
// few bytes, for those who only watch.

import assert from "node:assert/strict";
import { test } from "node:test";
import { play_by_keys, tab_to } from "./keys.mjs";
import { begin, choose, next_to_act, Player } from "./player.mjs";
import { leave, seats } from "./seated.mjs";
import { desk, patience, phone, Visitor } from "./support.mjs";

const page_bytes = 150_000;
const a_unit = ".units [data-unit]";
const house = seats();
const { daemon } = house;

/** Two players in a game that has begun. */
async function sit_down(scenario, sizes = [desk, phone], options = {}) {
	const red = await Player.open(house.browser, daemon.url, sizes[0], options);
	const blue = await Player.open(house.browser, daemon.url, sizes[1], options);

	await begin(red, blue, scenario);
	await blue.press(blue.page.getByRole("button", { name: "Take the seat" }));
	for (const player of [red, blue])
		await player.page
			.locator("main.game[data-version]:not([data-version='0'])")
			.waitFor();
	return [red, blue];
}

// ---- keyboard ---------------------------------------------------------------------

async function play_until(players, plan, decision) {
	for (let moves = 0; moves < 200; moves++) {
		const player = await next_to_act(...players);
		assert.ok(player, `the game ended before ${decision}`);
		const view = await player.view();
		const asked = view.waiting_for.find((wait) => wait.side === view.side);
		if (asked?.decision === decision)
			return;
		if (asked)
			await play_by_keys(player, choose(view, view.side, plan));
	}
	assert.fail(`nobody was asked: ${decision}`);
}

const log_line = (player, text) => player.page.locator("pn-log .said").filter({ hasText: text });

test("declared in secret, by keyboard alone; taken back; resigned", async () => {
	const [red, blue] = await sit_down("two-lines", [desk, desk]);
	const plan = { declares: true, moves: false };

	await play_until([red, blue], plan, "declare");
	const view = await red.view();
	const action = view.actions.find((one) => one.do.type === "declare_charge");
	await play_by_keys(red, { action, target: action.presets[1].do.target });
	const drafts = (await red.log()).filter((line) => line.startsWith("Written, not final:"));
	assert.equal(drafts.length, 1);
	assert.match(drafts[0], new RegExp(view.units[action.unit].name));
	await red.inspect("draft");
	assert.deepEqual(
		(await blue.log()).filter((line) => line.startsWith("Written, not final:")),
		[],
	);
	assert.equal(await blue.page.locator("path.order").count(), 0);

	await play_by_keys(red, { action: { do: { type: "undo" } } });
	assert.equal(await red.page.locator("pn-log .taken-back").count(), 1);
	await red.page.locator("path.order").waitFor({ state: "detached" });
	await red.inspect("taken-back");

	const again = (await red.view()).actions.find((one) => one.do.type === "declare_charge");
	await play_by_keys(red, { action: again, target: again.presets[0].do.target });
	await play_by_keys(red, { action: { do: { type: "ready" } } });
	await log_line(blue, "Red has sealed its secret orders.").waitFor();
	assert.equal(await log_line(blue, "Red reveals").count(), 0);
	await red.inspect("sealed");
	await play_by_keys(blue, { action: { do: { type: "ready" } } });
	await log_line(blue, "Red reveals").waitFor();
	await blue.inspect("revealed");

	// Escape lets go; the arrow keys walk from unit to unit on the table.
	await tab_to(blue.page, "[data-key=menu]");
	await blue.page.keyboard.press("Enter");
	await tab_to(blue.page, ".action[data-type=resign]");
	await blue.page.keyboard.press("Enter");
	await blue.page.locator("[data-key=confirm]").filter({ hasText: "Resign the game" }).waitFor();
	await blue.inspect("resigning");
	await blue.page.keyboard.press("Escape");
	await blue.page.locator(".pending").waitFor({ state: "detached" });
	await tab_to(blue.page, ".units [data-unit]");
	await blue.page.keyboard.press("ArrowRight");
	const first = await blue.page.evaluate(() => document.activeElement.dataset.unit);
	await blue.page.keyboard.press("Enter");
	await blue.page.locator(`.units [data-unit=${first}].selected`).waitFor();
	await blue.page.keyboard.press("Enter");

	await play_by_keys(blue, { action: { do: { type: "resign" } } });
	await blue.page.getByText("Red has won, by resignation.").waitFor();
	await red.page.getByText("You have won, by resignation.").waitFor();
	await leave(red, blue);
});

// ---- the line ---------------------------------------------------------------------

const cut_notice = (player) => player.page.locator(".cut[role=alert]:not(:empty)");

async function turn_line(player, off) {
	player.cut = true;
	await player.context.setOffline(off);
}

test("a cut line is said, sends nothing later, and mends", async () => {
	const [red, blue] = await sit_down("first-charge");
	const player = await next_to_act(red, blue);
	const other = player === red ? blue : red;
	const view = await player.view();

	await player.pick(choose(view, view.side, {}));
	await player.page.locator("[data-key=confirm]").waitFor(); // its card is read when it is picked
	await turn_line(player, true);
	await cut_notice(player).waitFor();
	await player.shot("cut");
	assert.ok(await player.page.locator("[data-key=confirm]").isDisabled());
	const version = await other.version();
	await turn_line(player, false);
	await cut_notice(player).waitFor({ state: "detached" });
	await player.page.locator(".link.live").waitFor();
	await player.settle();
	await player.view(); // asked after anything that was kept back, and answered after it
	assert.equal(await other.version(), version, "something was sent behind the player's back");
	await player.confirm();
	await other.page.waitForFunction(
		(before) => Number(document.querySelector("main.game").dataset.version) > before,
		version,
	);
	player.cut = false;
	await leave(red, blue);
});

test("a part that is wanted while the line is cut comes when the line does", async () => {
	const [red, blue] = await sit_down("first-charge");

	for (const player of [red, blue]) {
		const { page } = player;
		const wanted = [];
		player.cut = true;
		await page.route("**/*", async (route) => {
			await route.abort();
			wanted.push(new URL(route.request().url()).pathname);
		});
		await player.press(page.locator("[data-key=share]"));
		const tries = () => wanted.filter((path) => path === "/").length;
		for (const end = Date.now() + patience; tries() < 2; await player.settle())
			assert.ok(Date.now() < end, "it is wanted once and never again");
		assert.equal(await page.locator("dialog[open]").count(), 0);
		await page.unroute("**/*");
		await page.locator("dialog[open] #hand-over, dialog[open] [data-key=hand-over-go]").first().waitFor();
		player.cut = false;
	}
	await leave(red, blue);
});

test("a part that the server does not give is told over the table, and comes with the next touch", async () => {
	const [red, blue] = await sit_down("first-charge");

	for (const player of [red, blue]) {
		const { page } = player;
		let asked = 0;

		player.cut = true;
		await page.route("**/sound.js*", (route) => {
			asked++;
			return route.fulfill({ status: 404, body: "" });
		});
		await player.press(page.locator("[data-key=share]"));
		await player.press(page.locator("dialog[open] #sounds"));
		const told = cut_notice(player);
		await told.getByText("could not be read").waitFor();
		const before = asked;
		await player.settle();
		assert.equal(asked, before, "it is not asked for again by itself");
		await page.keyboard.press("Escape");
		for (const end = Date.now() + patience; asked < 2 * before; await player.settle())
			assert.ok(Date.now() < end, "a key is a touch, too");
		await player.settle();
		await told.waitFor();
		await player.shot("unread");
		await page.unroute("**/sound.js*");
		const came = page.waitForResponse((response) => response.url().includes("/sound.js") && response.ok());
		await player.press(told.getByRole("button", { name: "Try now" }));
		await came;
		await told.waitFor({ state: "detached" });
		assert.equal(await page.locator(".link.live").count(), 1, "the line was good all the time");
		player.cut = false;
	}
	await leave(red, blue);
});

test("the server goes and comes back, and the game goes on where it was", async () => {
	const [red, blue] = await sit_down("first-charge");
	const heads = await Promise.all([red, blue].map(({ page }) => page.locator("header.top").boundingBox()));

	red.cut = blue.cut = true;
	await daemon.stop();
	for (const [place, player] of [red, blue].entries()) {
		const { page } = player;

		await cut_notice(player).waitFor();
		await player.shot("gone");
		// The table makes room for what is said over it.
		assert.deepEqual(await page.locator("header.top").boundingBox(), heads[place]);
		await page.waitForFunction(() => {
			const [field, table] = [".field", "svg.table"].map((name) => document.querySelector(name).getBoundingClientRect());
			return field.top >= table.top && field.bottom <= table.bottom;
		});
	}
	await daemon.start();
	// The page tries by itself, too, and may be quicker than the press.
	const live = red.page.locator(".link.live").waitFor();

	await Promise.race([red.press(red.page.getByRole("button", { name: "Try now" })).catch(() => null), live]);
	await live;
	await blue.page.locator(".link.live").waitFor();
	for (let moves = 0; moves < 4; moves++) {
		const player = await next_to_act(red, blue);
		const view = await player.view();
		await player.play(choose(view, view.side, { moves: true }));
	}
	red.cut = blue.cut = false;
	await leave(red, blue);
});

// ---- looking on, by day and by night ------------------------------------------------

/** A player of both sides goes over to the one that decides: the dice say which it is. */
async function to_move(visitor) {
	const { page } = visitor;
	const away = page.getByText("The other side is to decide; you play that side as well.");

	await page.locator(".action").first().or(away).first().waitFor();
	if (await away.isVisible()) {
		await visitor.press(page.locator("[data-key=swap]").first());
		await page.getByText(/^You are Red/).waitFor();
	}
}

test("the front page, and a board in few bytes, by day and by lamplight", async () => {
	for (const size of [desk, phone]) {
		const visitor = await Visitor.open(house.browser, daemon.url, size);
		await visitor.note_first(a_unit);
		await visitor.page.goto(`${daemon.url}/`);
		await visitor.page.getByRole("heading", { name: "Start a game" }).waitFor();
		await visitor.inspect("front");
		await visitor.press(
			visitor.page.getByRole("button", { name: "Play both sides" }),
		);
		const bytes = await visitor.bytes_before_first();
		assert.ok(bytes < page_bytes, `${bytes} bytes to the first playable board`);
		await visitor.inspect("board");
		await visitor.press(visitor.page.locator("[data-key=swap]"));
		await visitor.page.getByText(/^You are Blue/).waitFor();
		await to_move(visitor);
		await visitor.press(visitor.page.locator(".action").first());
		await visitor.inspect("picked");

		const watcher = await Visitor.open(house.browser, daemon.url, size);
		await watcher.page.goto(visitor.page.url());
		await watcher.page.getByText("You are watching").waitFor();
		assert.equal(await watcher.page.locator(".action").count(), 0);
		for (const tab of ["plan", "talk"])
			assert.ok(!(await watcher.page.locator(`[data-tab=${tab}]`).isVisible()), `${tab} is offered`);
		const is_seen = await watcher.page.evaluate(() => {
			const tab = document.querySelector("[data-tab=plan]");
			tab.style.display = "block";
			return tab.checkVisibility();
		});
		assert.ok(!is_seen, "what is hidden is, whatever a style says of its display");
		await watcher.inspect("watching");
		await watcher.press(watcher.page.getByRole("button", { name: "Units", exact: true }));
		await watcher.press(watcher.page.getByText("About this game"));
		await watcher.page.getByText("Battlesystem, 2nd edition").waitFor();
		await watcher.inspect("about");
		await leave(visitor, watcher);
	}
});

test("what the table can be played without comes after it, however long the table takes", async () => {
	const visitor = await Visitor.open(house.browser, daemon.url, desk);
	const { page } = visitor;
	let answer, asked;
	const may_answer = new Promise((resolve) => (answer = resolve));
	const was_asked = new Promise((resolve) => (asked = resolve));

	await page.clock.install();
	await visitor.note_first(a_unit);
	await page.route(/\/v1\/games\/[0-9a-f-]+$/, async (route) => {
		asked();
		await may_answer;
		await route.continue();
	});
	await page.goto(`${daemon.url}/`);
	const read = page.waitForRequest("**/board/ghost.js");

	await visitor.press(page.getByRole("button", { name: "Play both sides" }));
	await was_asked;
	await page.clock.runFor(10_000); // longer than it comes after the table
	answer();
	await read;
	assert.ok(await page.evaluate(() => globalThis.first_seen), "it is read before the table is there");
	await page.unrouteAll({ behavior: "wait" });
	await leave(visitor);
});

test("who waits for the server sees at once whose page it is, in its own letters", async () => {
	const visitor = await Visitor.open(house.browser, daemon.url, phone);
	const { page } = visitor;
	let let_go;
	const held = new Promise((resolve) => (let_go = resolve));

	await page.route("**/words/*", async (route) => {
		await held;
		await route.continue();
	});
	await page.goto(`${daemon.url}/`, { waitUntil: "commit" });
	await page.locator(".brand").filter({ hasText: "Pennon" }).waitFor();
	await page.waitForFunction(() => document.fonts.check('600 1em "EB Garamond"'));
	let_go();
	await page.getByRole("heading", { name: "Start a game" }).waitFor();
	await leave(visitor);
});

test("under a path of a proxy, without the last slash, the page says why it is bare", async () => {
	const visitor = await Visitor.open(house.browser, daemon.url, phone);
	const { page } = visitor;
	const bare = page.locator(".bare");

	await page.goto(`${daemon.url}/`);
	await page.getByRole("heading", { name: "Start a game" }).waitFor();
	assert.ok(!(await bare.isVisible()));
	// The proxy hands on the page alone: what belongs to it is asked for beside the path.
	const { headers } = await fetch(`${daemon.url}/`);
	const whole = await (await fetch(`${daemon.url}/`)).text();
	await page.route(/^https:\/\/club\.test\//, (route) =>
		route.fulfill(
			new URL(route.request().url()).pathname === "/pennon"
				? { body: whole, headers: Object.fromEntries(headers) }
				: { status: 404 },
		),
	);
	await page.goto("https://club.test/pennon");
	await bare.waitFor();
	assert.match(await bare.textContent(), /slash at the end/);
	visitor.complaints = visitor.complaints.filter((one) => !/ 404 .*club\.test/.test(one));
	visitor.strays = visitor.strays.filter((one) => !one.startsWith("https://club.test/"));
	await leave(visitor);
});

test("whose browser speaks German reads German, and may choose; the legend opens", async () => {
	const visitor = await Visitor.open(house.browser, daemon.url, phone, { locale: "de-DE" });

	await visitor.page.goto(`${daemon.url}/`);
	await visitor.page.getByRole("heading", { name: "Ein Spiel beginnen" }).waitFor();
	await visitor.page.getByText("Erster Angriff", { exact: true }).waitFor();
	await visitor.inspect("german");
	await visitor.press(visitor.page.getByRole("button", { name: "English" }));
	await visitor.page.getByRole("heading", { name: "Start a game" }).waitFor();
	await visitor.page.getByText("First charge", { exact: true }).waitFor();
	assert.equal(await visitor.page.locator("html").getAttribute("lang"), "en");
	await visitor.press(visitor.page.getByRole("button", { name: "Deutsch" }));
	await visitor.press(visitor.page.getByRole("button", { name: "Beide Seiten spielen" }));
	await visitor.press(visitor.page.getByRole("button", { name: "Zeichen" }));
	await visitor.page.getByText("Fußvolk").first().waitFor();
	await visitor.inspect("german-legend");

	const other = await Visitor.open(house.browser, daemon.url, phone, { locale: "de-DE" });
	await other.note_first(a_unit);
	await other.page.goto(`${daemon.url}/`);
	await other.press(other.page.getByRole("button", { name: "Beide Seiten spielen" }));
	const bytes = await other.bytes_before_first();
	console.log(`${bytes} bytes to the first board in German`);
	assert.ok(bytes < page_bytes, `${bytes} bytes to the first board in German`);
	await leave(visitor, other);
});

test("the way to the referee is read by those who come to its place", async () => {
	const visitor = await Visitor.open(house.browser, daemon.url, phone);
	const { page } = visitor;
	const asked = [];

	page.on("request", (request) => request.url().endsWith("/referee/offered.js") && asked.push(request.url()));
	await page.clock.install();
	await page.goto(`${daemon.url}/`);
	await page.getByRole("heading", { name: "Start a game" }).waitFor();
	await page.clock.runFor(60_000); // longer than it comes after the page
	assert.deepEqual(asked, []);
	await page.getByRole("heading", { name: "How it works" }).scrollIntoViewIfNeeded();
	await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
	await page.getByRole("link", { name: "Ask the referee" }).waitFor();
	assert.equal(asked.length, 1);
	await leave(visitor);
});

test("what is not there is said in words, with a way home", async () => {
	const visitor = await Visitor.open(house.browser, daemon.url, phone);

	visitor.cut = true; // the console reports each 404
	await visitor.page.goto(`${daemon.url}/#game=00000000-0000-4000-8000-000000000000`);
	await visitor.page.getByText("There is no such game here.").waitFor();
	await visitor.inspect("no-such-game");
	await visitor.press(visitor.page.getByRole("link", { name: "All games" }));
	await visitor.page.getByRole("heading", { name: "Start a game" }).waitFor();
	await leave(visitor);
});

test("a link with a seat leaves the address bar at once, and reduced motion is respected", async () => {
	const [red, blue] = await sit_down("first-charge");
	const token = await red.page.evaluate(() => {
		const [[game, entry]] = Object.entries(
			JSON.parse(localStorage.getItem("pennon.seats")),
		);
		return `${game}.${entry.seats.red.token}`;
	});
	const other = await Player.open(house.browser, daemon.url, phone, { reducedMotion: "reduce" });

	await other.page.goto(`${daemon.url}/#seat=${token}`);
	await other.page.getByText("You are Red").waitFor();
	assert.ok(!other.page.url().includes("pn_red_"));
	const duration = await other.page
		.locator(".units .unit")
		.first()
		.evaluate((node) => getComputedStyle(node).transitionDuration);
	assert.equal(duration, "0s");
	await leave(red, blue, other);
});

test("a name for all one's games, a public table, and the same player elsewhere", async () => {
	const anna = await Player.open(house.browser, daemon.url, desk);
	const bert = await Player.open(house.browser, daemon.url, phone);
	const go_home = (one) => one.page.goto(`${daemon.url}/`);

	await go_home(anna);
	await anna.page.locator("#name").fill("Anna of Wick");
	await anna.press(anna.page.getByRole("button", { name: "Take this name" }));
	await anna.page.getByRole("heading", { name: "You are Anna of Wick" }).waitFor();
	await anna.press(anna.page.locator("#anybody"));
	await anna.press(anna.page.locator("[data-key=start]"));
	await anna.page.locator("#invitation").waitFor();

	// A visitor who comes to an open table by its link may take the seat there.
	const carl = await Player.open(house.browser, daemon.url, desk);
	await carl.page.goto(anna.page.url());
	await carl.page.locator("[data-key=take-seat]").waitFor();
	await carl.inspect("challenge");

	await go_home(bert);
	await bert.page.getByRole("heading", { name: "Open tables" }).waitFor();
	await bert.page.locator(".games li").filter({ hasText: "Anna of Wick" }).waitFor();
	await bert.inspect("open-tables");
	await bert.press(bert.page.locator("[data-key^=join-]").first());
	await bert.page.getByText("You are Blue").waitFor();
	await anna.press(anna.page.locator("[data-tab=units]"));
	await anna.page.locator("[data-panel=units] h3").filter({ hasText: "Anna" }).waitFor();

	// Elsewhere the same name brings the same games, and the seat plays.
	await go_home(anna);
	await anna.press(anna.page.locator("[data-key=player-link]"));
	await anna.page.locator(".qr path").waitFor();
	await anna.inspect("player-link");
	const link = await anna.page.locator("#player-link").inputValue();
	const there = await Player.open(house.browser, daemon.url, phone);
	await there.page.goto(link);
	await there.page.getByRole("heading", { name: "You are Anna of Wick" }).waitFor();
	assert.ok(!there.page.url().includes("pn_player_"));
	await there.press(there.page.locator(".games a").first());
	await there.page.getByText("You are Red").waitFor();
	await go_home(there);
	await there.press(there.page.locator("[data-key=player-leave]"));
	await there.page.getByText("can sign Anna of Wick in again").waitFor();
	await there.inspect("leaving-a-name");
	await there.press(there.page.locator("[data-key=keep]"));
	await there.press(there.page.locator("[data-key=player-leave]"));
	await there.press(there.page.getByRole("button", { name: "Sign out Anna of Wick" }));
	await there.press(there.page.getByRole("button", { name: "Sign in Anna of Wick again" }));
	await there.page.reload();
	await there.press(there.page.locator("[data-key=player-leave]"));
	await there.press(there.page.getByRole("button", { name: "Sign out Anna of Wick" }));
	await there.page.reload();
	await there.page.locator("#name").waitFor();
	await leave(anna, bert, carl, there);
});
