// A player who has a keyboard and nothing else, and hears what they are at: whatever takes the
// focus must say what it is.

import assert from "node:assert/strict";
import { in_menu } from "./player.mjs";

const tabs_max = 160;

/** Does what has the focus match, and what would a screen reader call it? */
const here = (page, wanted) =>
	page.evaluate((selector) => {
		const node = document.activeElement;
		const labels = [...(node.labels ?? [])].map((label) => label.textContent);
		const name =
			node.getAttribute("aria-label") || labels.join(" ") || node.textContent.trim();
		return {
			there: node.matches(selector),
			name,
			html: node.outerHTML.slice(0, 160),
			is_body: node === document.body,
			is_past:
				(document.querySelector(selector)?.compareDocumentPosition(node) ?? 0) &
				Node.DOCUMENT_POSITION_FOLLOWING,
		};
	}, wanted);

/** Go on with Tab, or back with Shift and Tab, until what has the focus matches. */
export async function tab_to(page, selector) {
	for (let tabs = 0; tabs < tabs_max; tabs++) {
		const { there, name, html, is_body, is_past } = await here(page, selector);
		assert.ok(is_body || name, `nothing is said of ${html}`);
		if (there)
			return;
		await page.keyboard.press(is_past ? "Shift+Tab" : "Tab");
	}
	assert.fail(`Tab never comes to ${selector}`);
}

/** Wait until the page shows a later version than `before`. */
const later_than = (page, before) =>
	page.waitForFunction(
		(version) => Number(document.querySelector("main.game").dataset.version) > version,
		before,
	);

/** Pick an action, choose what it is aimed at or what is lost, and do it. */
export async function play_by_keys(player, { action, target, lost }) {
	const { page } = player;
	const before = await player.version();
	const exact =
		`.action[data-type=${action.do.type}]` +
		(action.unit ? `[data-for=${action.unit}]` : "");

	if (in_menu.test(action.do.type)) {
		await tab_to(page, "[data-key=menu]");
		await page.keyboard.press("Enter");
		await page.locator("dialog[open]").waitFor();
	} else if ((await page.locator(exact).count()) === 0) {
		const of_unit = `[data-key="pick ${action.unit}"]`;

		if ((await page.locator(of_unit).count()) === 0) {
			await tab_to(page, "[data-key=all]");
			await page.keyboard.press("Enter");
			await page.locator(`${exact}, ${of_unit}`).first().waitFor();
		}
		if ((await page.locator(exact).count()) === 0) {
			await tab_to(page, of_unit);
			await page.keyboard.press("Enter");
		}
	}
	await tab_to(page, exact);
	await page.keyboard.press("Enter");
	// Taking back is asked for no second time.
	if (action.do.type === "undo")
		return later_than(page, before);
	await page.waitForFunction(
		(version) =>
			Number(document.querySelector("main.game").dataset.version) > version || document.activeElement.dataset.key === "confirm",
		before,
	);
	// Nor is a question left where all is written.
	if ((await player.version()) > before)
		return;
	if (target) {
		const preset = action.presets.findIndex((one) => one.do.target === target);
		await tab_to(page, `[data-key=preset-${preset}]`);
		await page.keyboard.press("Space");
		// What can be taken back is done when it is chosen.
		if (action.undo)
			return later_than(page, before);
	}
	if (lost) {
		await tab_to(page, ".loss input[type=number]");
		await page.keyboard.type(String(lost));
	}
	if (target || lost)
		await tab_to(page, "[data-key=confirm]");
	await page.keyboard.press("Enter");
	return later_than(page, before);
}

/** Listen from now on; the function returned gives what was said. */
export async function listen(page) {
	await page.evaluate(() => {
		const heard = [];
		const news = document.getElementById("news");
		new MutationObserver((changes) => {
			for (const { addedNodes } of changes)
				heard.push(...[...addedNodes].map((node) => node.textContent));
		}).observe(news, { childList: true });
		Object.assign(globalThis, { heard });
	});
	return () => page.evaluate(() => globalThis.heard.join("\n"));
}
