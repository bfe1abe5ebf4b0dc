// @ts-check
// What shows a notice when no page of ours is open. It keeps nothing and answers no request: a page
// comes from the server anew each time.
//
// A message is JSON that the server wrote: { id, game, title, body, lang }. Of a game there is one
// notice at most, the latest; touched, it opens the game.

/** @type {any} */
const worker = self;

const address_of = (game) => new URL(`./#game=${game}`, worker.registration.scope).href;

worker.addEventListener("install", () => worker.skipWaiting());
worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener("push", (event) => {
	let told = {};

	try {
		told = event.data.json();
	} catch {
		// Something must be shown for every message, or the browser takes the permission back.
	}
	const { game, title = "Pennon", body = "", lang = "" } = told;

	// How many wait is counted by the next page that is opened.
	worker.navigator.setAppBadge?.().catch(() => {});
	event.waitUntil(
		worker.registration.showNotification(title, {
			body,
			lang,
			tag: game ?? "pennon",
			renotify: true,
			icon: "icon-192.png",
			data: { game },
		}),
	);
});

/** A page that shows the game already comes to the front; else one that is open goes there; else a new one. */
async function open(game) {
	const address = game ? address_of(game) : worker.registration.scope;
	const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
	const page = pages.find((one) => one.url === address) ?? pages[0];

	if (!page)
		return worker.clients.openWindow(address);
	await page.focus();
	if (page.url !== address)
		page.postMessage({ open: game });
}

worker.addEventListener("notificationclick", (event) => {
	event.notification.close();
	event.waitUntil(open(event.notification.data?.game));
});
