// @ts-check
// What the page of a game reads when it is wanted, as one table: which state asks for it, which modules it is,
// and what is done with them. It is read itself when the game has come.

import { make } from "./dom.js";
import { asked } from "./panels/actions.js";
import { played_token, seats_of } from "./seats.js";
import { may_lay, owes } from "./store.js";
import { words } from "./words.js";

const rest_ms = 2000;
const rest_tabs = ["units", "plan", "talk"];

/** What stands above the table: what teaches, or plays the other seat in this page; null: nothing. @param {Session} session */
function kind_of_lesson({ state: { game_id } }) {
	return !played_token(game_id) ? null : seats_of(game_id).machine ? "machine" : "lesson";
}

/** Has something come that is told by a card: a charge, or orders that were revealed? @param {State} state */
function wants_card({ log }, { card: { dataset } }) {
	return dataset.after && log.some(({ seq, type }) => seq > Number(dataset.after) && /^(charge_|reaction_d|contact$|revealed)/.test(type));
}

/** Is something looked at that the first board does without? @param {State} state */
function wants_rest({ is_replaying, shown_seq, story, queue, tab, more }) {
	return is_replaying || (shown_seq !== null && story === null) || queue.length > 0 || [tab, more].some((one) => rest_tabs.includes(one));
}

/** Put it there. @param {Session} session */
function show_lesson(session, parts) {
	const { game_id } = session.state;
	const kind = kind_of_lesson(session);

	parts.lesson = make(`pn-${kind}`, { class: kind, role: "region", "aria-label": words(`ui.${kind}`) });
	parts.main.before(parts.lesson);
	parts.lesson.begin(game_id, played_token(game_id));
}

/** Tell a player who looks elsewhere that it is their turn, if they wished it. @param {State} state */
function notify(state) {
	if (!state.notices || !document.hidden || Notification.permission !== "granted")
		return;
	const note = new Notification(words("ui.your_turn"), {
		body: `${state.title}: ${asked(state)}`,
		tag: state.game_id,
	});
	note.onclick = () => {
		focus();
		note.close();
	};
}

/** The same, whenever a turn begins. @param {Session} session */
function notify_of_turns(session) {
	let owed = false;

	return session.store.subscribe((state) => {
		const is_owed = owes(state.game, state.side);

		if (is_owed && !owed)
			notify(state);
		owed = is_owed;
	});
}

/**
 * The rows, as read_when_wanted() in page.js has them.
 * @type {Later[]}
 */
export const later = [
	{
		wants: wants_rest,
		after_ms: rest_ms,
		has_words: true,
		modules: ["board/ghost", ...["cup", "pending", "plan", "replay", "roster", "talk"].map((name) => `panels/${name}`)],
	},
	{
		wants: () => false,
		after_ms: rest_ms,
		modules: ["referee/what_if"],
		use: (session, _, { ask_here_first }) => ask_here_first(session),
	},
	{ wants: ({ story }) => story !== null, has_words: true, modules: ["panels/story"] },
	{ wants: wants_card, has_words: true, modules: ["panels/card"] },
	{ wants: ({ sounds }) => sounds, modules: ["sound"], use: (session, _, { follow_sounds }) => follow_sounds(session) },
	{ wants: ({ notices }) => notices, modules: [], use: notify_of_turns },
	{
		wants: () => false,
		after_ms: rest_ms,
		modules: ["bell"],
		use: (session, { bell }, { ring }) => ring(bell, session),
	},
	{
		wants: (state) => may_lay(state) && !played_token(state.game_id),
		has_words: true,
		modules: ["compose"],
		use: (session, _, { compose }) => compose(session),
	},
	{
		wants: (_, __, session) => kind_of_lesson(session) === "lesson",
		has_words: true,
		modules: ["panels/lesson_steps"],
		use: show_lesson,
	},
	{
		wants: (_, __, session) => kind_of_lesson(session) === "machine",
		has_words: true,
		modules: ["opponent/seat"],
		use: show_lesson,
	},
];
