// @ts-check
// What is asked: a position and, from it, a tree of what is done. Plain data, frozen as it is
// changed; it knows neither document nor network.
//
// A question is a battle file with `given`, as a rule case has it, and `tree`: a list of steps, each
// {from, side, do, dice, name?}, where `from` is the place of the step before it, and 0, the first of
// the list, is the beginning: {dice}. A step stands behind what it follows.

export const question_format = 1;
const steps_most = 2048;
const name_most = 80;

/**
 * @typedef {{from: number, side: string, do?: any, expires?: boolean, dice: number[], name?: string}} Step
 * @typedef {{format: number, name: string, description?: string, ruleset: string, muster: any, given?: any,
 *            tree: any[]}} Question
 */

/** @param {{name: string, ruleset: string, muster: any, given?: any}} battle @returns {Question} */
export const question_of = ({ name, ruleset, muster, given }) => ({
	format: question_format,
	name,
	ruleset,
	muster,
	...(given ? { given } : {}),
	tree: [{ dice: [] }],
});

/** The places of the tree from the beginning to `at`. @param {Question} question */
export function line_to({ tree }, at) {
	const line = [];

	for (let place = at; place > 0; place = tree[place].from)
		line.unshift(place);
	return line;
}

const step_asked = ({ side, do: body, expires, dice }) => (expires ? { side, expires, dice } : { side, do: body, dice });

/**
 * The question for the referee: the line to a place of the tree, and further steps. Measuring is free,
 * which shows every chance and changes no rule.
 * @param {Question} question
 */
export function asked_of(question, at, ...more) {
	const { ruleset, given, tree } = question;
	const muster = { ...question.muster, premeasure: true };
	const steps = [...line_to(question, at).map((place) => tree[place]), ...more].map(step_asked);

	return { ruleset, muster, ...(given ? { given } : {}), begin: { dice: tree[0].dice }, steps };
}

/** The question with a step behind `at`, and where it stands: the same step is not there twice. */
export function with_step(question, at, step) {
	const known = question.tree.findIndex(
		(one, place) => place > 0 && one.from === at && JSON.stringify(step_asked(one)) === JSON.stringify(step_asked(step)),
	);

	if (known > 0)
		return { question, at: known };
	if (question.tree.length >= steps_most)
		return { question, at, is_full: true };
	return { question: { ...question, tree: [...question.tree, { from: at, ...step }] }, at: question.tree.length };
}

/** The question with a place called something, or nothing. */
export const with_name = (question, at, name) => ({
	...question,
	tree: question.tree.map((one, place) => {
		const { name: _, ...rest } = one;
		return place !== at ? one : name.trim() ? { ...rest, name: name.trim().slice(0, name_most) } : rest;
	}),
});

/** The question without a step and all that follows it, and where one stands then. */
export function without(question, at) {
	const kept = question.tree.map((_, place) => place).filter((place) => !line_to(question, place).includes(at));
	const moved = new Map(kept.map((old, place) => [old, place]));

	return {
		question: {
			...question,
			tree: kept.map((place) => (place === 0 ? question.tree[0] : { ...question.tree[place], from: moved.get(question.tree[place].from) })),
		},
		at: moved.get(question.tree[at].from) ?? 0,
	};
}

/** What follows a place, in the order in which it came. @param {Question} question */
export const after = ({ tree }, at) => tree.map((_, place) => place).filter((place) => place > 0 && tree[place].from === at);

const is_dice = (dice) => Array.isArray(dice) && dice.every((face) => Number.isInteger(face) && face >= 1 && face <= 100);
const is_object = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const is_done = ({ expires, do: body }) => expires === true || (is_object(body) && typeof body.type === "string");
const follows = ({ from, side }, place) => Number.isInteger(from) && from >= 0 && from < place && ["red", "blue", "umpire"].includes(side);
const is_step = (step, place) =>
	is_object(step) &&
	is_dice(step.dice) &&
	(place === 0 || (follows(step, place) && is_done(step))) &&
	(step.name === undefined || typeof step.name === "string");

/** What is so of a unit in the moment, as the page shows it beside its fields. */
const is_unit = (unit) => is_object(unit) && (unit.flags === undefined || Array.isArray(unit.flags));
const is_given = (given) =>
	given === undefined || (is_object(given) && (given.units === undefined || (is_object(given.units) && Object.values(given.units).every(is_unit))));

/**
 * What somebody sent as a question, or null: a battle file is one too. Whether its position can be
 * the referee says.
 * @returns {Question|null}
 */
export function read_question(value) {
	const { format, ruleset: book, muster, given } = value ?? {};

	if (format !== question_format || typeof book !== "string" || !is_object(muster) || !is_given(given))
		return null;
	const question = question_of({ ...value, name: String(value.name ?? "").slice(0, name_most) });
	const { tree = question.tree } = value;

	if (!Array.isArray(tree) || tree.length === 0 || tree.length > steps_most || !tree.every(is_step))
		return null;
	return { ...question, tree };
}
