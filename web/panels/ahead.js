// @ts-check
// What is written and not done yet: for later, while the other side decides, with what the server expects to ask; or
// the orders of one's own step, which are laid on the table and sent together. The orders themselves are listed below
// as always.

import { end_of_step, take_back, write, written } from "../ahead.js";
import { make } from "../dom.js";
import { read_part } from "../parts.js";
import { action_words, words } from "../words.js";
import { way_words } from "./legs.js";
import { refusal_words } from "./problem.js";

if (!document.querySelector("link[data-part=laid]"))
	document.head.append(make("link", { rel: "stylesheet", href: new URL("laid.css", import.meta.url), "data-part": "laid" }));

const button = (key, label, click, more = {}) => make("button", { type: "button", "data-key": key, click, ...more }, label);

/** A list with what is at one place taken to another. @param {any[]} list @param {number} from @param {number} to */
function moved(list, from, to) {
	const next = [...list];

	next.splice(to, 0, ...next.splice(from, 1));
	return next;
}

/**
 * A row is dragged to where another lies, by its words; `put` is told from where and to where.
 * @param {HTMLElement} grip of one row @param {(from: number, to: number) => void} put
 */
function drag_rows(grip, put) {
	const row_of = () => /** @type {HTMLElement} */ (grip.closest("li"));
	const rows_of = () => [...(row_of().parentElement?.children ?? [])];
	let to = -1;

	grip.addEventListener("pointerdown", (event) => {
		if (event.button !== 0)
			return;
		to = rows_of().indexOf(row_of());
		grip.setPointerCapture(event.pointerId);
	});
	grip.addEventListener("pointermove", (event) => {
		if (to < 0)
			return;
		const rows = rows_of();
		const above = rows.filter((row) => row !== row_of() && row.getBoundingClientRect().bottom <= event.clientY + 4);

		to = above.length;
		rows.forEach((row, index) => row.classList.toggle("is-there", index === to && row !== row_of()));
		row_of().classList.add("is-dragged");
	});
	const let_go = (event) => {
		const from = rows_of().indexOf(row_of());

		rows_of().forEach((row) => row.classList.remove("is-there", "is-dragged"));
		if (event.type === "pointerup" && to >= 0 && to !== from)
			put(from, to);
		to = -1;
	};
	grip.addEventListener("pointerup", let_go);
	grip.addEventListener("pointercancel", let_go);
}

/** What is written, in its order, which can be changed. @param {State} state @param {Session} session */
function order_list(state, session) {
	const { game, ahead } = state;
	const list = written(state);
	const put = (bodies) => session.attempt(() => write(session, bodies))();
	const stopped_at = ahead?.refusal ? ahead.carried_out : -1;

	return make(
		"ol",
		{ class: "orders-laid" },
		list.map((body, index) => {
			const name = way_words(game, body);
			const grip = make("span", { class: "grip" }, make("span", { class: "number" }, `${index + 1}.`), ` ${name}`);
			const mover = (sign, to) =>
				button(`laid-${sign}-${index}`, sign === "up" ? "↑" : "↓", () => put(moved(list, index, to)), {
					class: "quiet",
					"aria-label": words(`ui.sequence.${sign}`, { unit: name }),
					disabled: to < 0 || to >= list.length,
				});

			drag_rows(grip, (from, to) => put(moved(list, from, to)));
			return make(
				"li",
				null,
				make(
					"div",
					{ class: "row" },
					grip,
					list.length > 1 ? [mover("up", index - 1), mover("down", index + 1)] : null,
					button(`laid-drop-${index}`, "✕", () => put(list.filter((_, at) => at !== index)), {
						class: "quiet",
						"aria-label": words("ui.leg.drop", { leg: name }),
					}),
				),
				index === stopped_at ? make("p", { class: "refused small" }, refusal_words(game, ahead.refusal)) : null,
			);
		}),
	);
}

/** What is written for later, while the other side decides. @param {State} state @param {Session} session */
export function ahead_card(state, session) {
	const { ahead, pending } = state;
	const plan = written(state);

	return make(
		"div",
		{ class: "card", role: "region", "aria-label": words("ui.ahead.title") },
		make(
			"p",
			null,
			ahead.end === "asked"
				? words("ui.ahead.asked", { turn: ahead.turn, decision: words(`decision.${ahead.decision}`) })
				: words(`ui.ahead.${ahead.end}`),
		),
		plan.length > 0
			? [make("p", null, words("ui.plan.stands")), order_list(state, session)]
			: make("p", { class: "small" }, words("ui.ahead.text")),
		pending
			? null
			: make(
					"p",
					{ class: "row" },
					plan.length > 0 ? button("ahead-undo", words("ui.ahead.undo"), session.attempt(() => take_back(session))) : null,
					button("ahead-stop", words("ui.ahead.stop"), () => session.stop_ahead()),
				),
	);
}

/** @param {(module: any) => any} use of compose.js @param {Session} session */
const composing = (session, use) => session.attempt(async () => use(await read_part("./compose.js")));

/** The orders that are laid, and what stops them. @param {State} state @param {Session} session */
export function draft_card(state, session) {
	const { ahead, draft, game } = state;

	if (!draft || draft.length === 0)
		return null;
	return make(
		"div",
		{ class: "card laid", role: "region", "aria-label": words("ui.draft.title") },
		make("h3", null, words("ui.draft.title")),
		order_list(state, session),
		game.premeasure ? null : make("p", { class: "small" }, words("ui.draft.unmeasured")),
		ahead && ahead.end !== "asked" && ahead.end !== "stopped" ? make("p", { class: "small" }, words(`ui.ahead.${ahead.end}`)) : null,
		make(
			"p",
			{ class: "row" },
			button("laid-undo", words("ui.ahead.undo"), session.attempt(() => take_back(session)), { class: "quiet" }),
			button("laid-at-once", words("ui.draft.at_once"), composing(session, ({ send_at_once }) => send_at_once(session, true)), {
				class: "quiet",
				disabled: state.sending || state.link === "cut",
			}),
		),
	);
}

/** Is a unit left that could still go after what is laid? As it stands, where nobody can tell. @param {State} state */
function is_unit_left({ ahead, draft, game }) {
	const asked = ahead?.end === "asked" ? ahead.actions : (game.actions ?? []).filter(({ unit }) => !draft.some((body) => body.unit === unit));

	return asked.some(({ unit, group }) => unit && group !== "table");
}

/**
 * Sending what is laid, with the end of the step behind it or without, always in sight. Where no unit is left to go
 * the step may as well end, so that nobody comes back for that alone.
 * @param {State} state @param {Session} session
 */
export function draft_foot(state, session) {
	const { draft, game, sending, link } = state;

	if (!draft || draft.length === 0)
		return null;
	const end = end_of_step(state);
	const count = draft.length;
	const plain = words(count === 1 ? "ui.draft.send.one" : "ui.draft.send", { count });
	const send_button = (key, label, ends) =>
		button(key, sending ? words("ui.sending") : label, composing(session, ({ send }) => send(session, ends)), {
			"aria-describedby": "laid-stops",
			disabled: sending || link === "cut",
		});
	const buttons = [send_button("send-laid", plain, false)];

	if (end)
		buttons.push(send_button("send-and-end", words("ui.draft.send.then", { send: plain, end: action_words(game, end) }), true));
	if (!is_unit_left(state))
		buttons.reverse();
	buttons[0].classList.add("primary");
	return make("p", { class: "row sends" }, buttons, make("span", { class: "small", id: "laid-stops" }, words("ui.draft.text")));
}
