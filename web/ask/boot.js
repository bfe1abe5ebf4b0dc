// @ts-check
// The page on which the referee is asked: a table, and beside it what may be done, who may charge
// whom and why not, and the line of play. All of it is judged here, by the referee in the page.
//
//	#q=<packed>            a question that somebody sent
//	#case=<name>&book=<id> a rule case
//	#scenario=<scenario>   as one of the server's scenarios begins
//	#draft=<draft>         a battle that was set up in this browser
//	#view=<game>.<side>    a running game, as a seat of this browser sees it now
//	#game=<game>@<viewer>.<event>  a finished game, as it stood when somebody had seen that event

import { Problem, getServer } from "../api.js";
import { fill, make } from "../dom.js";
import { problem_words } from "../panels/problem.js";
import { when_released } from "../press.js";
import { rare_words, use_language, wanted_language, words } from "../words.js";
import { panels } from "./panels.js";
import { wanted_question } from "./wanted.js";
import { AskSession } from "./session.js";
import { play_line } from "../referee/referee.js";
import "../board/board.js";
import "../board/ghost.js";
import { load_editors } from "../panels/editors.js";

const root = /** @type {HTMLElement} */ (document.getElementById("page"));

/** What is done on the table. */
const intents = {
	unit: (session, { unit }) => session.touch(unit),
	pick: (session, { action }) => session.pick(action),
	point: (session, { point }) => session.point(point),
	vary: (session, { body }) => session.vary(body),
	place: (session, { action, body }) => session.pick(action, body, true),
	ruler: (session) => session.measure(),
	seen: () => {},
	replay: () => {},
	cancel: (session) => (session.state.pending ? session.cancel() : session.select(null)),
};

/** Why nothing can be asked. */
function tell(problem) {
	fill(
		root,
		make("header", { class: "editor-top" }, make("a", { class: "home-link", href: "./" }, "Pennon"), make("h1", null, words("ui.ask.title"))),
		make("main", { class: "told" }, make("p", { class: "error", role: "alert" }, problem_words(problem))),
	);
}

/** The referee at an address, as a function of questions. What it cannot answer is a Problem. */
function referee_at(address) {
	return async (question) => {
		try {
			return await play_line(address, question);
		} catch (reason) {
			throw new Problem(0, { code: "referee_failed", detail: String(reason) });
		}
	};
}

/** The frame of the page, and what fills it after each change. @param {AskSession} session */
function frame(session) {
	const title = make("h1");
	const where = make("p", { class: "where" });
	const board = make("pn-board", { "aria-label": words("ui.table") });
	const nav = make("nav", { class: "tabs", "aria-label": words("ui.ask.panels") });
	const panel = make("div", { class: "panel" });

	board.addEventListener("intent", ({ detail }) => intents[detail.kind]?.(session, detail));
	fill(
		root,
		make("header", { class: "editor-top" }, make("a", { class: "home-link", href: "./" }, "Pennon"), title, where),
		make("main", { class: "editor ask" }, make("div", { class: "view" }, board), make("div", { class: "beside" }, nav, panel)),
	);
	return () => {
		const { state } = session;
		const { question, wrong, panel: shown } = session.asked;

		title.textContent = question.name || words("ui.ask.title");
		document.title = `${title.textContent} · ${words("ui.ask.title")}`;
		where.textContent = words("ui.ask.no_game");
		if (state.game && !wrong)
			board.render(state);
		fill(
			nav,
			Object.keys(panels).map((id) =>
				make(
					"button",
					{
						type: "button",
						"data-key": `panel-${id}`,
						"aria-pressed": String(id === shown),
						click: () => session.turn_to(id),
					},
					words(`ui.ask.panel.${id}`),
				),
			),
		);
		fill(
			panel,
			make("h2", { class: "unseen", tabindex: -1, "data-key": "heading", "data-home": true }, words(`ui.ask.panel.${shown}`)),
			state.error ? make("p", { class: "error", role: "alert" }, problem_words(state.error)) : null,
			...[panels[shown](session)].flat(Infinity),
		);
		root.dataset.at = String(session.asked.at);
		root.dataset.version = String(state.game?.version ?? 0);
	};
}

async function show() {
	await use_language(wanted_language());
	await rare_words();
	document.title = words("ui.ask.title");
	try {
		const { referee } = await getServer();

		if (!referee)
			throw new Problem(0, { code: "no_referee" });
		const { question, at, side = "red" } = await wanted_question(location.hash.slice(1));
		const session = new AskSession(referee_at(referee.address), question);

		await load_editors();
		await session.stand_at(question, at, side);
		const draw = frame(session);

		session.store.subscribe(() => when_released(draw));
		draw();
		// Another question is another page.
		addEventListener("hashchange", () => location.reload());
	} catch (problem) {
		if (!(problem instanceof Problem))
			throw problem;
		tell(problem);
	}
}

await show();
