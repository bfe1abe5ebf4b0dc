// @ts-check
// What happened, to be taken away: as text for a forum or a chat, as a picture, and as a battle file
// of the position that was reached, for a real table or another game.

import * as api from "../api_later.js";
import { make } from "../dom.js";
import { is_minor } from "../follow.js";
import { first_units, seen_after } from "../history.js";
import { save_as } from "../saving.js";
import { address_of } from "../seating.js";
import { compass, event_words, inches, isolated, locale, together, unit_name, words } from "../words.js";
import { problem_words } from "./problem.js";
import { captioned } from "./table_picture.js";

const sides = ["red", "blue"];

/** The turns that have begun, each with its events; what was before turn 1 is with it. @param {GameEvent[]} log */
export function turns_of(log) {
	const turns = /** @type {{turn: number, first: number, last: number}[]} */ ([]);

	for (const [index, event] of log.entries()) {
		if (event.type === "turn_began")
			turns.push({ turn: Number(event.turn), first: turns.length === 0 ? 0 : index, last: index });
		if (turns.length > 0)
			turns[turns.length - 1].last = index;
	}
	return turns;
}

/** May places be told in inches: of a running game only where it may be measured. @param {Game} game */
const may_measure = ({ status, premeasure }) => status === "finished" || premeasure === true;

/** Where a unit is, and how it is. @param {Game} game */
function unit_line(game, contacts, id, unit) {
	const touched = contacts
		.filter((one) => one.unit === id)
		.map((one) => words("ui.report.contact", { unit: unit_name(game, one.with), facing: words(`facing.${one.facing}`) }));
	const place =
		unit.pose && may_measure(game)
			? words("ui.report.place", { x: inches(unit.pose.x), y: inches(unit.pose.y) })
			: "";
	const said = [
		words(`state.${unit.state}`),
		words("ui.report.figures", { figures: unit.figures }),
		unit.pose ? words("ui.report.faces", { compass: compass(unit.pose.facing) }) : "",
		place,
		touched.length > 0 ? together(touched) : "",
	];

	return `- ${isolated(unit.name)}: ${said.filter(Boolean).join(", ")}`;
}

/** Where the units stand, side by side. @param {Game} game */
function standing(game, { units, contacts }) {
	return sides.flatMap((side) => {
		const own = Object.entries(units).filter(([, unit]) => unit.side === side);
		const here = own.filter(([, unit]) => unit.on_table !== false && unit.figures > 0);
		const gone = own.filter((one) => !here.includes(one)).map(([, unit]) => isolated(unit.name));

		return [
			"",
			words("ui.report.side", { side: words(`side.${side}`) }),
			...here.map(([id, unit]) => unit_line(game, contacts, id, unit)),
			...(gone.length > 0 ? [`- ${words("ui.report.gone", { units: together(gone) })}`] : []),
		];
	});
}

/**
 * The text: what happened from event `first` to `last` of the log, and how it stood then.
 * @param {Game} game @param {GameEvent[]} events
 */
export function report_text(game, events, seen, title) {
	const undone = new Map(events.flatMap((event, index) => (event.type === "undone" ? [[event.undone, index]] : [])));
	const told = events.filter(
		(event, index) =>
			!is_minor(event) &&
			event.type !== "phase_entered" &&
			!(event.mark !== undefined && index < (undone.get(event.mark) ?? -1)),
	);
	const line = (event) => {
		const said = event_words(game, event);
		if (event.type === "turn_began")
			return `\n== ${said} ==`;
		return event.clause ? `${said} (${event.clause})` : said;
	};

	return [title, ...told.map(line), ...standing(game, seen), ""].join("\n").replace(/\n{3,}/g, "\n\n");
}

/** How it stood after so many events. @param {Session} session */
async function seen_then(session, count) {
	const { game, log, game_id } = session.state;

	if (count === log.length)
		return { units: game.units, contacts: game.contacts ?? [] };
	const [header] = (await api.getRecord(game_id, session.token)).split("\n", 1);
	return seen_after(first_units(JSON.parse(header).muster), log, count);
}

const heading = (title, book) => [title, book].filter(Boolean).join(" – ");

/** @param {Session} session @param {string} chosen a turn's number, or "all" */
async function text_of(session, chosen) {
	const { game, log, title } = session.state;
	const turns = turns_of(log);
	const one = turns.find(({ turn }) => String(turn) === chosen);
	const { first, last } = one ?? { first: 0, last: log.length - 1 };
	const { title: book } = await api.getRuleset(game.ruleset);

	return report_text(
		game,
		log.slice(first, last + 1),
		await seen_then(session, last + 1),
		heading(title, book),
	);
}

/** A button that does some work and says what went wrong with it. */
function worker(key, told, work, more = {}) {
	return make(
		"button",
		{
			type: "button",
			"data-key": key,
			...more,
			click: async () => {
				told.textContent = "";
				try {
					told.textContent = (await work()) ?? "";
				} catch (problem) {
					if (!(problem instanceof api.Problem))
						throw problem;
					told.textContent = problem_words(problem);
				}
			},
		},
		words(`ui.report.${key.slice("report-".length)}`),
	);
}

/** The name of a file of this game. @param {Session} session */
const name_of = (session, chosen) => `${session.state.title || "pennon"}-${chosen}`;

/** The battle that the chosen turn came to, or the whole game. @param {Session} session */
async function battle_of(session, chosen) {
	const { game, game_id } = session.state;
	const turn = chosen === "all" ? game.turn : Number(chosen);
	const is_over = game.status === "finished" || turn < game.turn;

	return api.getGameBattle(game_id, session.token, is_over ? turn + 1 : turn);
}

/** @param {Session} session */
async function save_battle(session, chosen) {
	const file = JSON.stringify(await battle_of(session, chosen), null, "\t");

	save_as(new Blob([`${file}\n`], { type: "application/json" }), name_of(session, chosen), "json");
}

/** The table as it stands, and below it which game it is of, its turn, today's date and where to find it. @param {Session} session */
async function picture_of(session) {
	const { game, game_id, title } = session.state;
	const [table, { title: book }] = await Promise.all([api.getBoardImage(game_id, session.token), api.getRuleset(game.ruleset)]);
	const told = [
		game.turn > 0 ? words("ui.turn", { turn: game.turn, turns: game.ends.turns }) : "",
		new Date().toLocaleDateString(locale(), { dateStyle: "long" }),
		new URL(address_of(game_id), document.baseURI).href,
	];

	return captioned(table, [heading(title, book), told.filter(Boolean).join(" · ")]);
}

/** Copy the text; where that is forbidden it is chosen, to be copied by hand. */
async function copy(field) {
	try {
		await navigator.clipboard.writeText(field.value);
		return words("ui.report.copied");
	} catch {
		field.select();
		return words("ui.copy.failed");
	}
}

/** Go back to what has opened the sheet: it may have been drawn anew meanwhile, or have gone with a sheet of its own. */
function go_back(key) {
	const find = (one) => /** @type {HTMLElement|null} */ (document.querySelector(`[data-key="${one}"]`));
	const opener = find(key) ?? find("share");

	if (document.activeElement === document.body)
		opener?.focus();
}

/** Open the sheet over the page. @param {Session} session */
export async function open_report(session) {
	const opener = /** @type {HTMLElement|null} */ (document.activeElement)?.dataset.key ?? "share";
	const { log, game_id } = session.state;
	const turns = turns_of(log);
	const field = make("textarea", { id: "report", readonly: true, rows: 14, "data-key": "report-text" });
	const told = make("p", { role: "status", class: "small" });
	const chosen = make(
		"select",
		{ id: "report-turn", "data-key": "report-turn", change: () => show() },
		turns.map(({ turn }) => make("option", { value: turn }, words("ui.report.turn", { turn }))).reverse(),
		make("option", { value: "all" }, words("ui.report.all")),
	);
	const sheet = make(
		"dialog",
		{ class: "sheet", "aria-labelledby": "report-title", close: () => (sheet.remove(), go_back(opener)) },
		make(
			"div",
			{ class: "panel-head" },
			make("h2", { id: "report-title" }, words("ui.report")),
			make("button", { type: "button", "data-key": "report-close", click: () => sheet.close() }, words("ui.close")),
		),
		make("p", { class: "bound" }, make("label", { for: "report-turn" }, words("ui.report.of")), chosen),
		make("label", { for: "report", class: "unseen" }, words("ui.report")),
		field,
		make(
			"p",
			{ class: "row" },
			worker("report-copy", told, () => copy(field), { class: "primary" }),
			worker("report-save", told, () => save_as(new Blob([field.value], { type: "text/plain" }), name_of(session, chosen.value), "txt")),
			worker("report-picture", told, async () => save_as(await picture_of(session), name_of(session, "table"), "png")),
			may_measure(session.state.game) && turns.length > 0
				? worker("report-battle", told, () => save_battle(session, chosen.value))
				: null,
		),
		told,
	);

	async function show() {
		const { value } = chosen;

		told.textContent = "";
		try {
			const text = await text_of(session, value);
			if (value === chosen.value)
				field.value = text;
		} catch (problem) {
			if (!(problem instanceof api.Problem))
				throw problem;
			told.textContent = problem_words(problem);
		}
	}

	document.body.append(sheet);
	sheet.showModal();
	await show();
}
