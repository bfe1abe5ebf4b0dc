// The rule books side by side, as core/rulesets/README.md has them. `node tests/tables/side_by_side.mjs`
// prints the table, out of what the rule books of the build answer.

import { fileURLToPath } from "node:url";
import { read, tables } from "../support/tables.mjs";

const words = JSON.parse(read("web/words/en.rare.json"));

/** Books that give the same answers by the same clauses share a column. */
export function columns(books) {
	const found = new Map();

	for (const book of books) {
		const answers = JSON.stringify(book.side_by_side);

		found.set(answers, [...(found.get(answers) ?? []), book]);
	}
	return [...found.values()];
}

/** Under which heading of the book's RULES.md each clause stands, as a link to it is written. */
function headings(id) {
	const found = new Map();
	let heading = "";

	for (const line of read(`core/rulesets/${id}/RULES.md`).split("\n")) {
		if (line.startsWith("#"))
			heading = line
				.replace(/^#+ /, "")
				.toLowerCase()
				.replace(/[^\w -]/g, "")
				.replaceAll(" ", "-");
		const [numbers] = line.match(/^\| ([A-Z0-9]{2}-G?\d+(, )?)+ \|/) ?? [""];
		for (const number of numbers.match(/[A-Z0-9]{2}-G?\d+/g) ?? [])
			found.set(number, heading);
	}
	return found;
}

/** An answer with its clauses, a link for each run of them that stand under one heading. */
function cell({ id }, { text, clauses }) {
	const where = headings(id);
	const runs = [];

	for (const clause of clauses)
		if (runs.length > 0 && where.get(runs.at(-1)[0]) === where.get(clause))
			runs.at(-1).push(clause);
		else
			runs.push([clause]);
	const links = runs.map((run) => `[${run.join(", ")}](${id}/RULES.md#${where.get(run[0])})`);

	return `${text} (${links.join(", ")})`;
}

/** The table, a line a row. */
export function side_by_side() {
	const shown = columns(tables.books);
	const row = (cells) => `| ${cells.join(" | ")} |`;
	const heads = shown.map((books) => books.map(({ id, title }) => `[${title}](${id}/RULES.md)`).join(", "));
	const questions = tables.books[0].side_by_side.map(({ question }) => question);

	return [
		row(["", ...heads]).replace("|  |", "| |"),
		`|${"---|".repeat(shown.length + 1)}`,
		...questions.map((question, at) =>
			row([
				`**${words[`ui.question.${question}`]}**`,
				...shown.map(([book]) => cell(book, book.side_by_side[at])),
			]),
		),
	];
}

if (process.argv[1] === fileURLToPath(import.meta.url))
	console.log(side_by_side().join("\n"));
