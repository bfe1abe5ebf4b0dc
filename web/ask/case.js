// @ts-check
// Rule cases as questions, and questions as cases: tests/cases/README.md tells what a case is.

import { line_to, question_of } from "./question.js";

const inch = 2540;
const half_turn = 32768;
const is_object = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

/** What a case says, and below it what it leaves out. */
function laid_over(under, over) {
	if (!is_object(under) || !is_object(over))
		return structuredClone(over);
	return { ...under, ...Object.fromEntries(Object.entries(over).map(([key, value]) => [key, laid_over(under[key], value)])) };
}

/** The units of a case, whole: those without a pose stand in their side's line. */
function units_of(given, usual, board) {
	const count = { red: 0, blue: 0 };

	return given.units.map((said) => {
		const unit = laid_over(usual, said);
		const number = ++count[unit.side];
		const is_red = unit.side === "red";
		const edge = 8 * inch;
		const line = { x: (12 * number - 6) * inch, y: is_red ? edge : board.depth - edge, facing: is_red ? 0 : half_turn };

		unit.name ??= `${is_red ? "Red" : "Blue"} ${number}`;
		if (unit.pose === null)
			delete unit.pose;
		else if (!given.deployment)
			unit.pose = { ...line, ...unit.pose };
		return unit;
	});
}

/** The muster of a case as the API takes it. */
export function muster_of_case(one, defaults) {
	const { board, ends, unit } = defaults[one.ruleset];
	const muster = { board, ends, ...one.muster, ...one.options };

	return { ...muster, units: units_of(one.muster, unit, muster.board) };
}

/** A case as a question: its steps are one line. What it expects is not in it. */
export function question_of_case(one, defaults) {
	const question = question_of({ name: one.title, ruleset: one.ruleset, muster: muster_of_case(one, defaults), given: one.given });
	const steps = (one.steps ?? []).filter((step) => is_object(step.do) || step.expires);

	return {
		...question,
		tree: [
			{ dice: one.begin?.dice ?? [] },
			...steps.map(({ side, do: body, expires, dice = [] }, place) => ({
				from: place,
				side,
				...(expires ? { expires } : { do: body }),
				dice,
			})),
		],
	};
}

/** What is written down of an event: what it is, by which clause, and what came of it. */
const pattern_of = ({ seq: _, time: _time, mark: _mark, hash: _hash, ...event }) => event;

/** What a step came to, as a case expects it. */
const expected = (came) =>
	came.refused
		? { refused: came.refused.code, ...(came.refused.clause ? { clause: came.refused.clause } : {}) }
		: { events: came.events.map(pattern_of) };

/**
 * The line to a place as a case that holds what the referee says now: whoever finds it wrong changes
 * what is expected, and says by which clause.
 * @param {import("./question.js").Question} question @param {any[]} came how the beginning and each step came out
 */
export function case_of(question, at, came, { name, title, note }) {
	const steps = line_to(question, at).map((place) => question.tree[place]);
	const cited = came.flatMap(({ events = [], refused }) => [...events, refused ?? {}].map(({ clause }) => clause));
	const clauses = [...new Set(cited.filter(Boolean))];

	return {
		case: `${clauses.at(-1) ?? "PN-01"}/${name}`,
		clauses: clauses.slice(-1),
		title,
		ruleset: question.ruleset,
		muster: question.muster,
		...(question.given ? { given: question.given } : {}),
		begin: { dice: question.tree[0].dice, expect: expected(came[0]) },
		steps: steps.map(({ side, do: body, expires, dice }, place) => ({
			side,
			...(expires ? { expires } : { do: body }),
			...(dice.length > 0 ? { dice } : {}),
			expect: expected(came[place + 1]),
		})),
		...(note ? { note } : {}),
	};
}
