// @ts-check
// The question that the address asks for.

import { Problem, getGame, getGameBattle, getRecord, getScenario, listScenarios } from "../api_later.js";
import { CaseMissing, case_defaults, cases_of } from "../cases_read.js";
import { draft_of } from "../editor/drafts.js";
import { question_of_case } from "./case.js";
import { question_of_link } from "./link.js";
import { question_of } from "./question.js";
import { question_of_record } from "./record.js";
import { question_of_view } from "./view.js";
import { seats_of } from "../seats.js";
import { words } from "../words.js";

/** What there is not: an address of nothing. */
const gone = (code) => new Problem(404, { code });

async function of_case(name, book) {
	try {
		const [cases, defaults] = await Promise.all([cases_of(book), case_defaults()]);
		const found = cases.find((one) => one.case === name);

		if (!found)
			throw gone("no_such_case");
		return question_of_case(found, defaults);
	} catch (reason) {
		throw reason instanceof CaseMissing ? gone("no_such_case") : reason;
	}
}

async function of_scenario(id) {
	const { ruleset, muster, title } = await getScenario(id ?? (await listScenarios()).scenarios[0].id);

	return question_of({ name: title, ruleset, muster });
}

async function of_draft(id) {
	const draft = await draft_of(id);

	if (!draft)
		throw new Problem(404, { code: "no_such_draft", detail: words("ui.battle.draft.gone") });
	return question_of(draft.file);
}

async function of_game(text) {
	const [game, moment] = text.split("@");
	const [viewer, seq] = (moment ?? "").split(".");
	const found = question_of_record(await getRecord(game, null));

	if (!found)
		throw gone("no_such_question");
	return { question: found.question, at: found.place_at(viewer, Number(seq)) };
}

/** A running game as a seat of this browser sees it. Where measuring is forbidden the server has no battle of it. */
async function of_view(text) {
	const [game, side] = text.split(".");
	const token = seats_of(game).seats[side]?.token ?? null;
	const [battle, view] = await Promise.all([getGameBattle(game, token), getGame(game, token)]);

	return { question: question_of_view(battle, view), at: 0, side };
}

/** @typedef {import("./question.js").Question} Question */

/** @param {string} fragment @returns {Promise<{question: Question, at: number, side?: string}>} */
export async function wanted_question(fragment) {
	const said = new URLSearchParams(fragment);
	const [packed, one, draft, game, view] = ["q", "case", "draft", "game", "view"].map((name) => said.get(name));

	if (packed) {
		const found = await question_of_link(packed);

		if (!found)
			throw gone("no_such_question");
		return found;
	}
	if (game)
		return of_game(game);
	if (view)
		return of_view(view);
	const question = one ? await of_case(one, said.get("book") ?? "") : draft ? await of_draft(draft) : await of_scenario(said.get("scenario"));

	return { question, at: 0 };
}
