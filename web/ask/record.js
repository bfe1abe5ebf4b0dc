// @ts-check
// A finished game as a line of play: every command with the faces that its dice showed.

import { question_of } from "./question.js";

/** The step that a line of the record is, or null: what is no command of anybody's. */
function step_of({ command, side, server }) {
	if (command)
		return { side, do: command };
	if (server?.type !== "expire")
		return null;
	return server.command ? { side: server.side, do: server.command } : { side: server.side, expires: true };
}

/**
 * The question of a record's text, with all that was done as its one line, and the place of it at
 * which a viewer had seen their event of a number; null where it is none, or is of armies that were
 * written in secret, which is no muster.
 */
export function question_of_record(text) {
	try {
		const [header, ...lines] = text.trimEnd().split("\n").map((line) => JSON.parse(line));

		if (!header.muster || !header.ruleset || header.armies)
			return null;
		const question = question_of({ name: header.game.slice(0, 8), ruleset: header.ruleset, muster: header.muster });
		const tree = /** @type {any[]} */ ([{ dice: [] }]);
		const reached = /** @type {Record<string, number[][]>} */ ({});

		for (const line of lines) {
			const step = step_of(line);

			if (step)
				tree.push({ from: tree.length - 1, ...step, dice: [] });
			else if (line.event)
				tree[tree.length - 1].dice.push(...(line.event.faces ?? []));
			for (const [viewer, { seq }] of Object.entries(line.seen ?? {}))
				(reached[viewer] ??= []).push([seq, tree.length - 1]);
		}
		return { question: { ...question, tree }, place_at: (viewer, seq) => reached[viewer]?.findLast(([one]) => one <= seq)?.[1] ?? 0 };
	} catch {
		return null;
	}
}
