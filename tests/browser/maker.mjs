// Somebody at the editor of battles.

import assert from "node:assert/strict";
import { Player } from "./player.mjs";

export class Maker extends Player {
	/** Open the editor, and wait until the server has said what it finds. */
	async begin(fragment = "") {
		await this.page.goto("about:blank");
		await this.page.goto(`${this.url}/battle${fragment}`);
		await this.checked();
	}

	/** How many faults there are, once what is shown has been checked. */
	async checked() {
		await this.settle();
		const shown = this.page.locator("#page[data-checked]");
		await shown.waitFor();
		return Number(await shown.getAttribute("data-checked"));
	}

	/** Nothing is wrong, as far as the server knows. */
	async good(what = "") {
		const count = await this.checked();

		assert.equal(count, 0, `${what}: ${await this.page.locator(".told").textContent()}`);
	}

	/** What is wrong, in words, the list open. */
	async faults() {
		await this.checked();
		const list = this.page.locator(".told details");
		if ((await list.getAttribute("open")) === null)
			await this.press(list.locator("summary"));
		return this.page.locator(".faults button").allInnerTexts();
	}

	key(name) {
		return this.page.locator(`[data-key="${name}"]`);
	}

	async panel(name) {
		await this.press(this.key(`panel-${name}`));
	}

	field(at) {
		return this.page.locator(`[data-at="${at}"]`);
	}

	/** Write a number or a text in a field and leave it. */
	async write(at, value) {
		await this.field(at).fill(String(value));
		await this.field(at).press("Tab");
	}

	/** What this browser has kept of battles that were begun. */
	stored() {
		return this.page.evaluate(
			() =>
				new Promise((done, failed) => {
					const asked = indexedDB.open("pennon");
					asked.onerror = () => failed(asked.error);
					asked.onsuccess = () => {
						const all = asked.result.transaction("drafts").objectStore("drafts").getAll();
						all.onerror = () => failed(all.error);
						all.onsuccess = () => {
							asked.result.close();
							done(all.result);
						};
					};
				}),
		);
	}

	/** Where a point of a table that is so deep is seen, in pixels. */
	seen(point, depth = 121920) {
		return this.page.evaluate(
			async ([at, depth]) => {
				const { to_picture } = await import("/board/measure.js");
				const svg = document.querySelector("pn-ground svg.table");
				const { x, y } = new DOMPoint(...Object.values(to_picture({ depth }, at))).matrixTransform(svg.getScreenCTM());
				return [x, y];
			},
			[point, depth],
		);
	}

	/** Files and drafts lie open: on a phone behind a button. */
	async shelf() {
		const summary = this.key("files");

		if ((await summary.isVisible()) && (await this.page.locator("#files").getAttribute("open")) === null)
			await this.press(summary);
	}

	/** The battle file as it would be saved. */
	async file() {
		await this.shelf();
		const [saved] = await Promise.all([this.page.waitForEvent("download"), this.press(this.key("save"))]);
		const chunks = await (await saved.createReadStream()).toArray();

		return JSON.parse(Buffer.concat(chunks).toString());
	}
}
