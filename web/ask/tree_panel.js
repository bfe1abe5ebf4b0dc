// @ts-check
// The line of play as a tree: every step a way to stand behind it, with what its dice showed.

import { make } from "../dom.js";
import { words } from "../words.js";
import { called } from "./said.js";
import { after, line_to, with_name, without } from "./question.js";

/** What a step is called, with the faces that its dice showed. */
function step_words(game, step) {
	const what = step.expires ? words("ui.ask.expires", { side: words(`side.${step.side}`) }) : called(game, step.do);

	return step.dice.length > 0 ? `${what} [${step.dice.join(", ")}]` : what;
}

/** @param {import("./session.js").AskSession} session */
function place_button(session, place) {
	const { game, question, at } = session.asked;
	const step = question.tree[place];

	return make(
		"button",
		{
			type: "button",
			class: place === at ? "step here" : "step",
			"data-key": `place-${place}`,
			"aria-current": place === at ? "step" : null,
			click: () => session.go(question, place, step.side ?? session.state.side),
		},
		step.name ? [make("strong", null, step.name), ": "] : null,
		place === 0 ? words("ui.ask.beginning") : step_words(game, step),
	);
}

/** What follows a place: one way is a line, several are set in. @param {import("./session.js").AskSession} session */
function rest(session, place) {
	const { question } = session.asked;
	const items = [];

	for (let next = after(question, place); next.length > 0; next = after(question, next[0])) {
		if (next.length > 1) {
			items.push(make("li", null, make("ul", { class: "branches" }, next.map((one) => make("li", null, place_button(session, one), rest(session, one))))));
			break;
		}
		items.push(make("li", null, place_button(session, next[0])));
	}
	return items.length > 0 ? make("ol", { class: "line" }, items) : null;
}

/** @param {import("./session.js").AskSession} session */
export function tree_panel(session) {
	const { question, at, wrong } = session.asked;
	const name = make("input", {
		"data-key": "step-name",
		maxlength: 80,
		value: question.tree[at].name ?? "",
		change: ({ target }) => session.store.set(/** @type {any} */ ({ question: with_name(session.asked.question, at, target.value) })),
	});

	if (wrong)
		return make("p", null, words("ui.ask.wrong"));
	return [
		make("p", { class: "small" }, words("ui.ask.tree", { count: question.tree.length - 1, at: line_to(question, at).length })),
		place_button(session, 0),
		rest(session, 0),
		make("label", null, words("ui.ask.step_name"), name),
		at > 0
			? make(
					"button",
					{
						type: "button",
						"data-key": "cut",
						click: () => {
							const kept = without(question, at);
							return session.go(kept.question, kept.at);
						},
					},
					words("ui.ask.cut"),
				)
			: null,
	];
}
