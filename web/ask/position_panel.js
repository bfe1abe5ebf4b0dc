// @ts-check
// The position that is asked about: which turn and phase it is, whose, and what is so of units then.
// Units and ground themselves are set up by the editor of battles.

import { Problem, getRuleset, listScenarios } from "../api.js";
import { check_field, choice_field, number_field } from "../editor/fields.js";
import { asked_draft, keep_draft } from "../editor/drafts.js";
import { make } from "../dom.js";
import { problem_words } from "../panels/problem.js";
import { unit_ids } from "../store.js";
import { has_words, unit_name, words } from "../words.js";

const turn_most = 100;
const sides = ["red", "blue"];

const named = (table, name) => (has_words(`${table}.${name}`) ? words(`${table}.${name}`) : name.replaceAll("_", " "));
const side_choices = () => sides.map((side) => [side, words(`side.${side}`)]);

/** Set up the battle of a question in the editor, and come back from there. */
async function edit({ name, ruleset, muster }, told) {
	if (await keep_draft(asked_draft, { format: 1, name, ruleset, muster }))
		location.assign(new URL(`./battle#draft=${asked_draft}`, document.baseURI));
	else
		told.textContent = words("ui.battle.draft.none");
}

function edit_row(question) {
	const told = make("span", { class: "error", role: "alert" });
	const act = () => edit(question, told);

	return make("p", { class: "row" }, make("button", { type: "button", class: "primary", "data-key": "edit", click: act }, words("ui.ask.edit")), told);
}

/** Change what is given of the moment; what was tried from another is gone. */
function give(session, change) {
	const { question } = session.asked;
	const given = structuredClone(question.given ?? {});

	change(given);
	void session.go({ ...question, given, tree: [{ dice: [] }] }, 0);
}

/** Change what is given of a unit. */
const give_unit = (session, id, change) =>
	give(session, (given) => {
		const unit = { ...given.units?.[id] };

		change(unit);
		given.units = { ...given.units, [id]: unit };
		if (Object.keys(unit).length === 0)
			delete given.units[id];
	});

/** Which turn and phase it is, and whose. */
function moment_fields(session, rules) {
	const given = session.asked.question.given ?? {};
	const facts = rules.facts.filter(({ kind }) => kind === "side");

	return [
		choice_field({
			at: "/given/phase",
			label: words("ui.ask.phase"),
			value: given.phase ?? "",
			of: [["", words("ui.ask.phase.first")], ...rules.phases.map((one) => [one, named("phase", one)])],
			change: (one) =>
				give(session, (next) => {
					next.phase = one;
					next.active ??= "red";
					if (one === "")
						["phase", "active"].forEach((name) => delete next[name]);
				}),
		}),
		choice_field({
			at: "/given/active",
			label: words("ui.ask.active"),
			value: given.active ?? "red",
			of: side_choices(),
			change: (side) => give(session, (next) => void (next.active = side)),
		}),
		number_field({
			at: "/given/turn",
			label: words("ui.ask.turn"),
			value: given.turn ?? 1,
			min: 1,
			max: turn_most,
			change: (turn) => give(session, (next) => void (next.turn = turn)),
		}),
		facts.map(({ name }) =>
			choice_field({
				at: `/given/facts/${name}`,
				label: named("fact", name),
				value: given.facts?.[name] ?? "",
				of: [["", "–"], ...side_choices()],
				change: (side) =>
					give(session, (next) => {
						next.facts = { ...next.facts, [name]: side };
						if (side === "")
							delete next.facts[name];
					}),
			}),
		),
	];
}

/** The enemy that a unit has declared a charge on. */
function order_field(session, id) {
	const { game, question } = session.asked;
	const enemies = unit_ids(game).filter((other) => game.units[other].side !== game.units[id].side);

	return choice_field({
		at: `/given/units/${id}/order`,
		label: words("ui.ask.orders"),
		value: question.given?.units?.[id]?.order?.target ?? "",
		of: [["", "–"], ...enemies.map((other) => [other, unit_name(game, other)])],
		change: (target) =>
			give_unit(session, id, (unit) => {
				unit.order = { verb: "charge", target };
				if (target === "")
					delete unit.order;
			}),
	});
}

/** What is so of a unit in this moment. @param {import("./session.js").AskSession} session */
function unit_part(session, rules, id) {
	const { game, question } = session.asked;
	const given = question.given?.units?.[id] ?? {};
	const flags = given.flags ?? [];

	return make(
		"details",
		{ open: Object.keys(given).length > 0 },
		make("summary", { "data-key": `unit-${id}` }, unit_name(game, id)),
		order_field(session, id),
		choice_field({
			at: `/given/units/${id}/state`,
			label: words("ui.ask.state", { unit: unit_name(game, id) }),
			value: given.state ?? game.units[id].state,
			of: rules.states.map((one) => [one, named("state", one)]),
			change: (state) => give_unit(session, id, (unit) => void (unit.state = state)),
		}),
		make(
			"fieldset",
			null,
			make("legend", null, words("ui.ask.flags", { unit: unit_name(game, id) })),
			rules.flags.map((flag) =>
				check_field({
					at: `/given/units/${id}/flags/${flag}`,
					label: named("flag", flag),
					value: flags.includes(flag),
					change: (is_on) =>
						give_unit(session, id, (unit) => {
							unit.flags = [...flags.filter((one) => one !== flag), ...(is_on ? [flag] : [])];
							if (unit.flags.length === 0)
								delete unit.flags;
						}),
				}),
			),
		),
	);
}

/** Of each rule book its tables, or why they are not to be had, and the scenarios, asked for once. */
const books = new Map();
let scenarios = /** @type {any[]} */ ([]);

/** @param {import("./session.js").AskSession} session */
function read(session) {
	const id = session.asked.question.ruleset;

	if (books.has(id))
		return;
	books.set(id, null);
	Promise.all([getRuleset(id), listScenarios()]).then(
		([rules, listed]) => {
			books.set(id, rules);
			({ scenarios } = listed);
			session.store.set({});
		},
		(problem) => {
			books.set(id, problem);
			session.store.set({});
		},
	);
}

const scenario_field = () =>
	choice_field({
		at: "/scenario",
		label: words("ui.ask.scenario"),
		value: "",
		of: [["", "–"], ...scenarios.map(({ id, title }) => [id, title])],
		change: (id) => void (location.hash = `scenario=${id}`),
	});

/** Why the fields are not there, and the way to ask for them again. */
function unread(session, problem) {
	const again = () => {
		books.delete(session.asked.question.ruleset);
		session.store.set({});
	};

	return [
		make("p", { class: "error", role: "alert" }, problem_words(problem)),
		make("button", { type: "button", "data-key": "read-again", click: again }, words("ui.cut.retry")),
	];
}

/** @param {import("./session.js").AskSession} session */
function fields(session, rules) {
	const { game } = session.asked;

	return [scenario_field(), moment_fields(session, rules), game ? unit_ids(game).map((id) => unit_part(session, rules, id)) : null];
}

/** @param {import("./session.js").AskSession} session */
export function position_panel(session) {
	const { question } = session.asked;
	const rules = books.get(question.ruleset);

	read(session);
	return [
		make("p", null, words("ui.ask.position")),
		edit_row(question),
		!rules ? make("p", { role: "status" }, words("ui.loading")) : rules instanceof Problem ? unread(session, rules) : fields(session, rules),
	];
}
