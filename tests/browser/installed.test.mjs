// The page on a home screen, and notices while no page is open: what the manifest says, and what
// the service worker does with a message. That messages reach it is another test's.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Daemon, desk, open_browser, Visitor } from "./support.mjs";

const daemon = new Daemon();
let browser, visitor, line;

before(async () => {
	await daemon.start();
	browser = await open_browser();
	visitor = await Visitor.open(browser, daemon.url, desk);
	await visitor.page.goto(daemon.url);
	await visitor.page.waitForSelector("h1, h2");
	line = await visitor.context.newCDPSession(visitor.page);
});

after(async () => {
	await browser?.close();
	await daemon.remove();
});

test("a browser finds nothing wrong with the manifest", async () => {
	const { url, errors, data } = await line.send("Page.getAppManifest");
	const manifest = JSON.parse(data);

	assert.deepEqual(errors, []);
	assert.match(url, /\/pennon\.webmanifest$/);
	assert.equal(manifest.display, "standalone");
	for (const icon of manifest.icons) {
		const got = await fetch(new URL(icon.src, url));

		assert.equal(got.status, 200, icon.src);
		assert.equal(got.headers.get("content-type"), icon.type);
	}
	const { installabilityErrors } = await line.send("Page.getInstallabilityErrors");
	assert.deepEqual(installabilityErrors, []);
});

/**
 * The browser without windows shows no notices and gives nobody the permission: what the worker would have it
 * show is kept here, by its tag, as a browser does.
 */
const keep_notices = (worker) =>
	worker.evaluate(() => {
		self.notices = {};
		self.registration.showNotification = async (title, { tag, body, lang, data }) => {
			self.notices[tag] = { title, body, lang, data };
		};
		// A browser without a head has no icon to mark, and ends a worker that tries.
		self.marks = 0;
		navigator.setAppBadge = async () => {
			self.marks++;
		};
	});

test("the worker shows one notice a game, the latest, and something whatever comes", async () => {
	const { page, context } = visitor;
	const found = new Promise((resolve) =>
		line.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
			if (registrations[0])
				resolve(registrations[0].registrationId);
		}),
	);

	await line.send("ServiceWorker.enable");
	await page.evaluate(async () => {
		await navigator.serviceWorker.register("service_worker.js");
		await navigator.serviceWorker.ready;
	});
	const [worker] = context.serviceWorkers();
	const registrationId = await found;
	const push = async (data) => {
		await line.send("ServiceWorker.deliverPushMessage", { origin: daemon.url, registrationId, data });
	};
	const shown = async (tag, title) => {
		for (let i = 0; i < 200; i++) {
			const notices = await worker.evaluate(() => self.notices);

			if (notices[tag]?.title === title)
				return notices;
			await page.waitForTimeout(50);
		}
		assert.fail(`${title} is not shown`);
	};
	const game = "45954849-2bc8-4374-af4a-05ee8b6d27ab";
	const notice = { id: "1", game, title: "Ihr seid dran", body: "Zwei Wälder, Zug 3", lang: "de" };

	await keep_notices(worker);
	await push(JSON.stringify(notice));
	assert.deepEqual(await shown(game, notice.title), {
		[game]: { title: notice.title, body: notice.body, lang: "de", data: { game } },
	});
	await push(JSON.stringify({ ...notice, id: "2", title: "Noch 24 Stunden" }));
	assert.equal(Object.keys(await shown(game, "Noch 24 Stunden")).length, 1);
	await push(JSON.stringify({ ...notice, game: "another" }));
	await shown("another", notice.title);
	await push("no JSON");
	assert.equal(Object.keys(await shown("pennon", "Pennon")).length, 3);
	assert.equal(await worker.evaluate(() => self.marks), 4, "the icon of the page is marked");
});

test("a notice that is touched opens its game in the page that is open", async () => {
	const { page, context } = visitor;
	const [worker] = context.serviceWorkers();
	const made = await page.evaluate(async () => {
		const scenarios = await (await fetch("v1/scenarios")).json();
		const got = await fetch("v1/games", {
			method: "POST",
			headers: { "content-type": "application/json", "idempotency-key": crypto.randomUUID() },
			body: JSON.stringify({ scenario: scenarios.scenarios[0].id, side: "red" }),
		});
		return (await got.json()).game.id;
	});

	await worker.evaluate((game) => {
		// Focus is a person's to give.
		WindowClient.prototype.focus = async function focus() {
			return this;
		};
		const event = new Event("notificationclick");

		event.notification = { close() {}, data: { game } };
		event.waitUntil = () => {};
		self.dispatchEvent(event);
	}, made);
	await page.waitForURL(`**/#game=${made}`);
	await page.waitForSelector("pn-board");
});

test("the worker answers no request: nothing of the page comes from a store", async () => {
	const names = await visitor.page.evaluate(() => caches.keys());
	assert.deepEqual(names, []);
	await visitor.page.reload();
	const from_worker = await visitor.page.evaluate(() =>
		performance.getEntriesByType("resource").filter((one) => one.workerStart > 0).map((one) => one.name),
	);
	assert.deepEqual(from_worker, []);
});
