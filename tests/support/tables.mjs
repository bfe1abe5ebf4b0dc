// What build/pennon-tables prints: the tables of every rule book, for tests in JavaScript.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = new URL("../../", import.meta.url);
const program = `${process.env.PENNON_BUILD ?? fileURLToPath(new URL("build", root))}/pennon-tables`;

/** What the program prints with these arguments. */
export const print_tables = (...wanted) =>
	execFileSync(program, wanted, { encoding: "utf8", maxBuffer: 1 << 26 });

export const tables = JSON.parse(print_tables());

/** A file of the tree. */
export const read = (path) => readFileSync(new URL(path, root), "utf8");

/** The lines of a section of a text in Markdown, or none. */
export function section(text, heading) {
	const [, after = ""] = text.split(`\n## ${heading}\n`);

	return after.split("\n## ")[0].split("\n");
}
