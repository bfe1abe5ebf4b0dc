// What a failed test leaves for whoever reads why: of each window that is still open a picture, and a text
// with its address, the last requests, the console and what the page says.
//
// PENNON_TRACES   where: how the files' names begin; nothing is left without it (./dev test sets it)

import { writeFile } from "node:fs/promises";

const place = process.env.PENNON_TRACES;
const kept_max = 60; // requests, and lines of the console
const picture_ms = 10_000; // a page that hangs has none
let written = 0;

/** What goes on in a page, as far as it is told afterwards. */
export class Traces {
	#page;
	#requests = [];
	#console = [];

	/** @param {import("playwright-core").Page} page */
	constructor(page) {
		this.#page = page;
		if (!place)
			return;
		const begun = new Map();
		const note = (list, line) => {
			list.push(`${new Date().toISOString().slice(11, 23)} ${line}`);
			list.splice(0, list.length - kept_max);
		};
		const asked = (request) => `${request.method()} ${request.url()}`;
		const took = (request) => `${Date.now() - (begun.get(request) ?? Date.now())} ms`;

		page.on("console", (message) => note(this.#console, `${message.type()}: ${message.text()}`));
		page.on("pageerror", (error) => note(this.#console, `error: ${error.stack ?? error}`));
		page.on("framenavigated", (frame) => note(this.#requests, `at ${frame.url()}`));
		page.on("request", (request) => {
			begun.set(request, Date.now());
			note(this.#requests, `${asked(request)} ...`);
		});
		page.on("response", (answer) => {
			note(this.#requests, `${asked(answer.request())} ${answer.status()}, ${took(answer.request())}`);
			begun.delete(answer.request());
		});
		page.on("requestfailed", (request) => {
			note(this.#requests, `${asked(request)} ${request.failure()?.errorText}, ${took(request)}`);
			begun.delete(request);
		});
	}

	/** Leaves them. @param {string} name of the test */
	async leave(name) {
		const page = this.#page;

		if (!place || page.isClosed())
			return;
		const file = `${place}.${++written}`;
		const within = (work) => Promise.race([
			work.catch((problem) => String(problem)),
			new Promise((done) => setTimeout(done, picture_ms, "no answer")),
		]);
		const seen = await within(page.locator("body").ariaSnapshot({ timeout: picture_ms }));
		const state = await within(page.evaluate(() => JSON.stringify(document.querySelector("main")?.dataset ?? {})));
		const text = [
			`test: ${name}`,
			`address: ${page.url()}`,
			`main: ${state}`,
			`requests, the last ${this.#requests.length}:`,
			...this.#requests,
			`console, the last ${this.#console.length}:`,
			...this.#console,
			"what the page says:",
			seen,
		];

		await within(page.screenshot({ path: `${file}.png`, timeout: picture_ms }));
		await writeFile(`${file}.txt`, `${text.join("\n")}\n`);
		console.log(`left by "${name}": ${file}.png and .txt`);
	}
}
