// No function of the page is longer than somebody reads at once. The page is laid out so that a
// function ends at the first line that begins with a brace as deep as its own first line.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

const root = new URL("../../", import.meta.url);
const lines_max = 70;
const lines_of_file_max = 500;
const control = /^\s*(\} )?(if|for|while|switch|do|else|try|catch|finally|class|export class)\b/;
const opens = /(\bfunction\b.*|=>|\)) \{$/;

function files(folder) {
	return readdirSync(new URL(`${folder}/`, root), { withFileTypes: true }).flatMap((entry) => {
		const path = `${folder}/${entry.name}`;
		return entry.isDirectory() ? files(path) : path.endsWith(".js") ? [path] : [];
	});
}

const depth = (line) => /^\t*/.exec(line)[0].length;

/** Every function of a text: its first line, and how many it has. */
function functions(text) {
	const lines = text.split("\n");

	return lines.flatMap((line, first) => {
		if (!opens.test(line) || control.test(line))
			return [];
		const length = lines
			.slice(first + 1)
			.findIndex((other) => depth(other) === depth(line) && other.trim().startsWith("}"));
		assert.ok(length >= 0, `no end of: ${line}`);
		return [{ line: line.trim(), length: length + 2 }];
	});
}

test("functions of every form are found, with their lines", () => {
	const found = functions(
		"export function a() {\n\tif (b) {\n\t\tc();\n\t}\n}\nclass D {\n\tasync #e(f) {\n\t\tg(() => {\n\t\t\th();\n\t\t});\n\t}\n}\n",
	);

	assert.deepEqual(
		found.map((one) => one.length),
		[5, 5, 3],
	);
});

test("no function of the page is longer than a screen, and no file than a few", () => {
	const texts = files("web").map((path) => ({ path, text: readFileSync(new URL(path, root), "utf8") }));
	const found = texts.flatMap(({ path, text }) => functions(text).map((one) => ({ path, ...one })));

	assert.ok(found.length > 300);
	assert.deepEqual(
		found.filter((one) => one.length > lines_max),
		[],
	);
	assert.deepEqual(
		texts.filter(({ text }) => text.split("\n").length > lines_of_file_max).map(({ path }) => path),
		[],
	);
});

test("what is read later is read again when the line was cut: by parts.js alone", () => {
	const reads = /(?<!\{)\bimport\(/;

	assert.match('const a = await import("./a.js");', reads);
	assert.doesNotMatch('/** @type {import("./a.js").A} */', reads);
	for (const path of files("web").filter((one) => one !== "web/parts.js"))
		assert.doesNotMatch(readFileSync(new URL(path, root), "utf8"), reads, path);
});
