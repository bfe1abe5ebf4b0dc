// @ts-check
// A running game as one seat sees it, as a question: the battle that the turn began with, and what is so
// by now, with the decision that is open. What is sealed or drafted is nobody's to ask about. Nor is an
// outcome on the table, which is a proposal between two people: in a melee's question one is proposed anew.

import { question_of } from "./question.js";

/** What is so of a unit, as a rule case gives it. @param {any} unit */
function given_unit({ pose, bend, figures, flags, formation, moved, on_table, order, state, tallies }) {
	return {
		...(on_table ? { pose } : {}),
		...(bend ? { bend } : {}),
		...(order ? { order } : {}),
		...(tallies ? { tallies } : {}),
		figures,
		flags,
		formation,
		moved,
		on_table,
		state,
	};
}

/** What is being decided, and by whom. @param {Waiting[]} waiting */
function given_decision(waiting) {
	const [{ side: _, until: __, ...decision }] = waiting;

	return { ...decision, waiting: waiting.map(({ side }) => side) };
}

/**
 * @param {{name: string, ruleset: string, muster: any}} battle that the turn began with, as getGameBattle has it
 * @param {any} view getGame's object
 */
export function question_of_view(battle, { active, contacts, facts, phase, turn, units, waiting_for }) {
	const given = {
		turn,
		phase,
		active,
		facts,
		contacts,
		...(waiting_for.length > 0 ? { decision: given_decision(waiting_for) } : {}),
		units: Object.fromEntries(Object.entries(units).map(([id, unit]) => [id, given_unit(unit)])),
	};

	return question_of({ ...battle, given });
}
