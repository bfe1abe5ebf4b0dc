// @ts-check
// How many games wait for whoever sits here, where no page is looked at: a mark on the tab's picture, and the number
// on the icon of a page that was installed.

const icons = { true: "icon-waits.svg", false: "icon.svg" };

/** @param {number} count */
export function show_waiting(count) {
	const link = /** @type {HTMLLinkElement|null} */ (document.querySelector("link[rel=icon]"));

	if (link)
		link.href = icons[String(count > 0)];
	// Not every browser has icons that can carry a number, or lets this page use them.
	navigator.setAppBadge?.(count).catch(() => {});
}
