// @ts-check
// Sends what the forms of docs.html say, and shows what comes back. A token typed here is
// kept in the page's memory alone, and filled into the other forms until the page is left.

import { new_key } from "./api.js";

const shown_max = 100_000; // characters of an answer
const patience_ms = 20_000;

/** Fill the path's {parameters} and its query; collect the headers. */
function read_form(form) {
	const headers = { accept: "application/json, application/problem+json, */*" };
	const query = new URLSearchParams();
	let path = form.dataset.path;
	let body;

	for (const field of form.querySelectorAll("[data-in]")) {
		const name = field.dataset.name;
		const value = field.value.trim();

		if (field.dataset.in === "body") {
			body = field.value;
			headers["content-type"] = "application/json";
		} else if (value === "") {
			continue;
		} else if (field.dataset.in === "path") {
			path = path.replace(`{${name}}`, encodeURIComponent(value));
		} else if (field.dataset.in === "query") {
			query.set(name, value);
		} else if (field.dataset.in === "header") {
			headers[name] = value;
		} else if (field.dataset.in === "token") {
			headers.authorization = `Bearer ${value}`;
		}
	}
	const suffix = query.size ? `?${query}` : "";

	return { path: path.slice(1) + suffix, headers, body };
}

/** What is worth seeing of an answer: status, headers, body; JSON is laid out. */
async function describe(response) {
	const lines = [`${response.status} ${response.statusText}`];

	for (const name of ["content-type", "etag", "location", "retry-after"]) {
		if (response.headers.get(name))
			lines.push(`${name}: ${response.headers.get(name)}`);
	}
	const type = response.headers.get("content-type") ?? "";
	let text = await response.text();

	if (type.includes("json") && !type.includes("ndjson"))
		text = JSON.stringify(JSON.parse(text), null, 2);
	return `${lines.join("\n")}\n\n${text.slice(0, shown_max)}`;
}

/** A stream has no end: its first bytes are shown as they come, for a while. */
async function watch(response, output) {
	const reader = response.body.getReader();
	const decoder = new TextDecoder();

	output.textContent = `${response.status} ${response.statusText}\n\n`;
	for (;;) {
		const { done, value } = await reader.read();

		if (done || output.textContent.length > shown_max)
			return;
		output.textContent += decoder.decode(value, { stream: true });
	}
}

async function send(form, output) {
	const { path, headers, body } = read_form(form);
	const method = form.dataset.method.toUpperCase();

	output.hidden = false;
	output.textContent = "…";
	try {
		const response = await fetch(new URL(path, document.baseURI), {
			method,
			headers,
			body,
			cache: "no-store",
			credentials: "omit",
			signal: AbortSignal.timeout(patience_ms),
		});

		if (path.split("?")[0].endsWith("stream") && response.ok)
			await watch(response, output);
		else
			output.textContent = await describe(response);
	} catch (reason) {
		output.textContent += `\n${reason}`;
	}
}

/** A token is good for many forms. */
function share_token(field) {
	for (const other of document.querySelectorAll("[data-in='token']"))
		/** @type {HTMLInputElement} */ (other).value = field.value;
}

for (const details of document.querySelectorAll("details.try")) {
	const form = /** @type {HTMLFormElement} */ (details.querySelector("form"));
	const output = /** @type {HTMLElement} */ (details.querySelector("output"));
	const key = /** @type {HTMLInputElement | null} */ (
		form.querySelector("[data-name='Idempotency-Key']")
	);

	/** @type {HTMLElement} */ (details).hidden = false;
	if (key)
		key.value = new_key();
	form.addEventListener("submit", (event) => {
		event.preventDefault();
		send(form, output).then(() => {
			if (key)
				key.value = new_key();
		});
	});
	form.querySelector("[data-in='token']")?.addEventListener("change", (event) =>
		share_token(/** @type {HTMLInputElement} */ (event.target)),
	);
}
