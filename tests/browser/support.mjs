// What the browser tests stand on: a daemon of their own, a browser, pages that notice
// everything a page must not do.
//
// PENNON_BUILD    where pennond was built (./dev sets it)
// PENNON_CHROME   the browser; Debian's by default
// PENNON_SHOTS    a folder outside the tree for pictures of every state; none without it

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach } from "node:test";
import { fileURLToPath } from "node:url";
import jsqr from "jsqr";
import { chromium } from "playwright-core";
import { Traces } from "./traces.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const build = process.env.PENNON_BUILD ?? join(root, "build");
const shots = process.env.PENNON_SHOTS;
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export const desk = { width: 1440, height: 900 };
export const phone = { width: 390, height: 844 };

/** For what never comes, in milliseconds: no test depends on how fast the machine is. */
export const patience = 90_000;

/** Everybody who was there in the test that runs: no page may have erred, whatever else is tested. */
const visitors = [];

// A visitor who has not left by then was in a test that broke off.
afterEach(async ({ name }) => {
	const present = visitors.splice(0);

	for (const { traces } of present)
		await traces.leave(name);
	for (const visitor of present)
		visitor.blameless();
});

/** Names of states that were looked at in every way. */
const looked_at = new Set();
const is_long = process.env.PENNON_SOAK_MINUTES !== undefined; // ./dev soak

/** What is tried with each of many alike, such as the rule books: every third of them, in the long forms all. */
export const some_of = (all) => (is_long ? all : all.filter((_, at) => at % 3 === 0));

/** A program that was built. */
export const program = (name) => join(build, name);

/** Runs in the page: what the board's styles reach outside the board, and the page's inside it. */
function strays_of_style() {
	const of_board = "pn-board, svg.table, svg.vignette, svg.small-picture, svg.swatch, svg.sign";
	const strays = [];

	for (const sheet of document.styleSheets) {
		const is_board = sheet.href?.includes("/board/") ?? false;
		for (const { selectorText } of sheet.cssRules) {
			if (!selectorText?.includes("."))
				continue;
			for (const node of document.querySelectorAll(selectorText.replaceAll(/::[\w-]+/g, ""))) {
				const place = node.closest(is_board ? of_board : "svg.table");
				if (Boolean(place) !== is_board)
					strays.push(`${selectorText}: ${node.outerHTML.slice(0, 80)}`);
			}
		}
	}
	return strays;
}

/** A daemon on a folder of its own that is gone afterwards. */
export class Daemon {
	#folder = mkdtempSync(join(tmpdir(), "pennon-browser-"));
	#child = null;
	#flags;
	url = "";

	/** @param {string[]} [flags] more of them */
	constructor(flags = []) {
		this.#flags = flags;
	}

	/** Start it, or start it again where it was. */
	async start() {
		const listen = this.url === "" ? "127.0.0.1:0" : new URL(this.url).host;
		const child = spawn(
			join(build, "pennond"),
			["--listen", listen, "--data", this.#folder, ...this.#flags],
			{
				stdio: ["ignore", "pipe", "ignore"],
			},
		);

		this.#child = child;
		this.url = await new Promise((resolve, reject) => {
			let said = "";
			child.on("error", reject);
			child.on("exit", (code) =>
				reject(new Error(`pennond left with ${code}: ${said}`)),
			);
			child.stdout.on("data", (bytes) => {
				said += bytes;
				const found = /listening on (http:\S+)/.exec(said);
				if (found)
					resolve(found[1]);
			});
		});
	}

	/** What lets one operate this server. */
	operator_token() {
		return readFileSync(join(this.#folder, "operator.token"), "utf8").trim();
	}

	async stop() {
		const child = this.#child;

		if (child === null || child.exitCode !== null)
			return;
		const gone = new Promise((resolve) => child.on("exit", resolve));
		child.kill("SIGTERM");
		await gone;
	}

	async remove() {
		await this.stop();
		rmSync(this.#folder, { recursive: true, force: true });
	}
}

/**
 * Debian's Chromium without its windows: half the work of a whole one. It asks nobody for anything.
 * @param {string[]} [flags] more of them
 */
export function open_browser(flags = []) {
	return chromium.launch({
		executablePath: process.env.PENNON_CHROME ?? "/usr/bin/chromium-headless-shell",
		args: [
			"--no-sandbox",
			"--disable-gpu",
			"--disable-quic",
			"--no-first-run",
			"--disable-background-networking",
			"--disable-component-update",
			"--disable-sync",
			...flags,
		],
	});
}

/** One browser window of somebody, with what it did wrong. */
export class Visitor {
	/** @type {string[]} what the console complained of */
	complaints = [];
	/** @type {string[]} requests to anywhere but the daemon */
	strays = [];
	/** While the line is cut on purpose, the console may say so, and nothing else. */
	cut = false;
	/** Commands and previews that have no answer yet. */
	#asked = new Set();
	/** @type {{at: number, bytes: number}[]} what came over the line and when it was asked for: headers too, packed as it came */
	received = [];

	/**
	 * `orders`: "at_once", as if that had been chosen before, or null: nothing is chosen yet. `options` of the browser's context.
	 */
	static async open(browser, url, size, { orders = "at_once", ...options } = {}) {
		const visitor = new this();
		const context = await browser.newContext({
			viewport: size,
			hasTouch: size.width < 500,
			isMobile: size.width < 500,
			acceptDownloads: true,
			...options,
		});

		if (orders)
			await context.addInitScript((way) => {
				try {
					localStorage.setItem("pennon.orders", way);
				} catch {
					// Where nothing is stored, nothing is chosen.
				}
			}, orders);
		visitor.context = context;
		visitor.url = url;
		visitor.size = size;
		await visitor.#open_page();
		return visitor;
	}

	async #open_page() {
		this.page = await this.context.newPage();
		this.page.setDefaultTimeout(patience);
		this.traces = new Traces(this.page);
		this.#watch();
		visitors.push(this);
	}

	/** Another tab of the same browser, where this one is. */
	async open_tab() {
		const other = new this.constructor();

		Object.assign(other, { context: this.context, url: this.url, size: this.size });
		await other.#open_page();
		await other.page.goto(this.page.url());
		return other;
	}

	#watch() {
		const { page } = this;

		page.on("console", (message) => {
			const is_cut = this.cut && /^Failed to load resource|net::ERR_/.test(message.text());
			if (["error", "warning"].includes(message.type()) && !is_cut)
				this.complaints.push(`${message.text()} ${message.location().url}`);
		});
		page.on("pageerror", (error) => this.complaints.push(String(error)));
		page.on("request", (request) => {
			const address = new URL(request.url());
			if (
				address.protocol.startsWith("http") &&
				address.origin !== new URL(this.url).origin
			)
				this.strays.push(request.url());
			if (!["GET", "HEAD"].includes(request.method()))
				this.#asked.add(request);
		});
		page.on("requestfailed", (request) => this.#asked.delete(request));
		page.on("requestfinished", async (request) => {
			this.#asked.delete(request);
			const sizes = await request.sizes().catch(() => null);
			if (sizes)
				this.received.push({
					at: request.timing().startTime,
					bytes: sizes.responseBodySize + sizes.responseHeadersSize,
				});
		});
	}

	/** From its next page on it is noted when an element of `selector` is there first. */
	async note_first(selector) {
		await this.page.addInitScript((selector) => {
			const look = () => {
				if (document.querySelector(selector))
					globalThis.first_seen = Date.now();
				else
					requestAnimationFrame(look);
			};

			look();
		}, selector);
	}

	/** The bytes of all that was asked for before that: what comes after it, before a test looks, is left out. */
	async bytes_before_first() {
		const seen = await this.page.waitForFunction(() => globalThis.first_seen);
		const end = await seen.jsonValue();

		return this.received.reduce((sum, { at, bytes }) => (at < end ? sum + bytes : sum), 0);
	}

	get is_phone() {
		return this.size.width < 500;
	}

	/** A finger on a phone, a mouse at a desk; `timeout` in milliseconds. */
	async press(locator, timeout = patience) {
		if (this.is_phone)
			await locator.tap({ timeout });
		else
			await locator.click({ timeout });
	}

	/** The same on a point of the window. */
	async point(x, y) {
		if (this.is_phone)
			await this.page.touchscreen.tap(x, y);
		else
			await this.page.mouse.click(x, y);
	}

	/** Answers come so many milliseconds late; what the server tells by itself comes at once. */
	async slow(latency) {
		const line = await this.context.newCDPSession(this.page);

		await line.send("Network.enable");
		await line.send("Network.emulateNetworkConditions", {
			offline: false,
			latency,
			downloadThroughput: -1,
			uploadThroughput: -1,
		});
	}

	/** On a phone the sheet lies low, for the table's sake, unless something is asked: pull it up. Nothing at a desk. */
	async raise() {
		await this.page.locator("main.game[data-sheet]").waitFor();
		await this.settle();
		if (this.is_phone && (await this.page.locator("main.game[data-sheet=low]").count()) > 0)
			await this.press(this.page.locator("[data-key=sheet][aria-expanded=false]"));
	}

	/** Waits until everything asked has its answer, and the page has drawn since. */
	async settle() {
		const end = performance.now() + patience;

		do {
			if (performance.now() > end)
				throw new Error(`no answer to ${[...this.#asked].map((one) => `${one.method()} ${one.url()}`).join(", ")}`);
			await this.page.evaluate(
				() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
			);
		} while (this.#asked.size > 0);
	}

	/** Waits until nothing moves any more: units have walked to where they stand. */
	async still() {
		await this.settle();
		await this.page.waitForFunction(() => document.getAnimations().every((one) => one.playState !== "running"));
	}

	/** A picture, if pictures are wanted. */
	async shot(name) {
		if (!shots)
			return;
		mkdirSync(shots, { recursive: true });
		await this.page.waitForTimeout(500); // let units finish walking
		await this.page.screenshot({ path: join(shots, `${name}.png`) });
	}

	/**
	 * Nothing that axe knows is wrong with the page as this visitor sees it; nothing hangs over the
	 * side; and pictures of it. In the long forms a state that is new in these tests is looked at
	 * on a desk and on a phone, by daylight and by lamplight. Of a page of
	 * thousands of elements axe would take minutes for the colours: `of_colour` names parts that
	 * have one of each kind, and the rest is judged once.
	 */
	async inspect(name, of_colour = null) {
		const { page, size } = this;
		const was = await page.evaluate(() =>
			matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light",
		);

		const is_new = is_long && !looked_at.has(name);

		looked_at.add(name);
		if (!(await page.evaluate(() => "axe" in window)))
			await page.evaluate(axe);
		for (const other of is_new ? [size, size === desk ? phone : desk] : [size]) {
			await page.setViewportSize(other);
			const place = other === desk ? "desk" : "phone";
			for (const [i, colorScheme] of (is_new ? ["light", "dark"] : [was]).entries()) {
				await page.emulateMedia({ colorScheme });
				await this.#inspect_light(`${name}-${place}-${colorScheme}`, i === 0 && (!of_colour || other === size), of_colour);
			}
			await this.#inspect_size(`${name}-${place}`, other);
		}
		await page.setViewportSize(size);
		await page.emulateMedia({ colorScheme: was });
		assert.deepEqual(await page.evaluate(strays_of_style), [], `styles on ${name}`);
	}

	/** By another light only the colours differ: of those axe has one rule. */
	async #inspect_light(name, is_whole, of_colour) {
		const colours = { runOnly: ["color-contrast"] };

		await this.shot(`${name}${this.is_phone ? "-2" : ""}`);
		if (!of_colour)
			return this.#run_axe(name, null, is_whole ? {} : colours);
		if (is_whole)
			await this.#run_axe(name, null, { rules: { "color-contrast": { enabled: false } } });
		await this.#run_axe(name, of_colour, colours);
	}

	/** @param {string[] | null} include parts of the page; null: all of it */
	async #run_axe(name, include, rules) {
		const found = await this.page.evaluate(async ([include, rules]) => {
			await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
			return window.axe.run(include ? { include } : document, {
				resultTypes: ["violations"],
				selectors: false,
				preload: false,
				...rules,
			});
		}, [include, rules]);
		const told = found.violations.flatMap((violation) =>
			violation.nodes.map(
				(node) => `${violation.id}: ${node.html} ${node.failureSummary}`,
			),
		);

		assert.deepEqual(told, [], `axe on ${name}`);
	}

	// Nothing hangs over the side of the window; on a phone fingers can hit what is there.
	async #inspect_size(name, size) {
		const { over, small } = await this.page.evaluate(() => {
			const wanted =
				"button, a[href], select, summary, input:not([type=radio]):not([type=checkbox])";
			const seen = [...document.querySelectorAll(wanted)].filter(
				(node) =>
					node.checkVisibility() &&
					!node.classList.contains("skip") &&
					!node.matches("p a, dd a"), // a link in a sentence is as high as its line
			);
			return {
				over: document.documentElement.scrollWidth - innerWidth,
				small: seen
					.filter(
						(node) =>
							node.getBoundingClientRect().height < 43.5,
					)
					.map((node) => node.outerHTML.slice(0, 120)),
			};
		});

		assert.ok(over <= 0, `${name} is ${over} px too wide`);
		if (size === phone)
			assert.deepEqual(small, [], `too small for a finger on ${name}`);
	}

	/** The texts of all QR codes that are shown, as a camera reads them in both variants. */
	async read_codes() {
		const { page } = this;
		const codes = page.locator(".qr");
		const read = [];

		for (const code of await codes.all()) {
			const texts = [];
			await code.locator("svg").waitFor();
			for (const colorScheme of ["light", "dark"]) {
				await page.emulateMedia({ colorScheme });
				// Like a camera: as long as it takes until nothing moves across it any more.
				for (const end = Date.now() + patience / 10; ;) {
					const text = await this.#read_code(code);

					if (text !== null || Date.now() > end) {
						texts.push(text);
						break;
					}
				}
			}
			assert.notEqual(texts[0], null, "the QR code cannot be read");
			assert.equal(texts[0], texts[1], "both variants say the same");
			read.push(texts[0]);
		}
		return read;
	}

	async #read_code(code) {
		const picture = await code.screenshot();
		// Its shades of grey, a byte each: colours as numbers in JSON take seconds to hand over.
		const { shades, width, height } = await this.page.evaluate(async (picture) => {
			const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(picture), (byte) => byte.charCodeAt(0))]));
			const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
			const context = canvas.getContext("2d");
			context.drawImage(bitmap, 0, 0);
			const { data, width, height } = context.getImageData(0, 0, bitmap.width, bitmap.height);
			const shades = Array.from({ length: width * height }, (_, at) =>
				String.fromCharCode((data[4 * at] + data[4 * at + 1] + data[4 * at + 2]) / 3),
			);

			return { shades: btoa(shades.join("")), width, height };
		}, picture.toString("base64"));
		const pixels = new Uint8ClampedArray(4 * width * height);

		Buffer.from(shades, "base64").forEach((shade, at) => pixels.set([shade, shade, shade, 255], 4 * at));
		// Dark on light, as every camera takes it.
		const found = jsqr(pixels, width, height, { inversionAttempts: "dontInvert" });

		return found?.data ?? null;
	}

	/** What the page must not have done by the end. */
	blameless() {
		assert.deepEqual(this.complaints, []);
		assert.deepEqual(this.strays, []);
	}
}
