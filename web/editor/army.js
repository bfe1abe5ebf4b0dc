// @ts-check
// One's own army of a game whose armies are a secret. It is written with the same panels as a
// battle; what nothing is wrong with is on the server a moment later, and nobody else's until both
// are sealed.

import { Problem, checkBattle, getArmy, getGame, new_key, putArmy, sealArmy, streamEvents, withdrawArmy } from "../api_later.js";
import { make } from "../dom.js";
import { problem_words } from "../panels/problem.js";
import { address_of, busy } from "../seating.js";
import { seats_of, side_of_tab } from "../seats.js";
import { moment_words, words } from "../words.js";
import { draft_of, drop_draft } from "./drafts.js";

/**
 * @typedef {object} Army
 * @property {string} game
 * @property {"red"|"blue"} side
 * @property {string} token
 * @property {any} view      the game as it stands
 * @property {boolean} sealed
 */

const draft_id = (game, side) => `army-${game}-${side}`;

/** The draft of this browser that an army is kept by. @param {Army} army */
export const army_draft = ({ game, side }) => draft_id(game, side);

/**
 * A game's table with one's own units, as a battle file, and what is known of the army. What the
 * server did not take, for something is wrong with it, this browser has kept.
 * @returns {Promise<{file: any, army: Army}>}
 */
export async function open_army(game) {
	const side = side_of_tab(game);
	const token = seats_of(game).seats[side]?.token ?? null;
	const [view, own] = await Promise.all([getGame(game, token), getArmy(game, token)]);
	const { board, deployment, ends, method, premeasure, readings, params, ruleset } = /** @type {any} */ (view);
	const kept = own.sealed ? undefined : await draft_of(draft_id(game, own.side));
	const { how, first, zones } = deployment;

	return {
		file: {
			format: 1,
			name: seats_of(game).scenario || words("ui.battle.unnamed"),
			ruleset,
			muster: {
				board,
				deployment: { how, ...(first && { first }), zones },
				ends,
				method,
				premeasure,
				readings,
				params,
				units: kept ? kept.file.muster.units : own.units,
			},
		},
		army: { game, side: own.side, token: String(token), view, sealed: own.sealed },
	};
}

const figures_of = ({ muster }) => muster.units.reduce((sum, unit) => sum + (Number(unit.figures) || 0), 0);

/** What is wrong with the army alone; when nothing is, the server keeps it. @param {Army} army */
export async function check_army(army, file) {
	const { side, game, token } = army;
	const checked = await checkBattle(file, side);
	const most = army.view.armies?.figures ?? Infinity;

	if (figures_of(file) > most)
		checked.faults.push({
			pointer: "/muster/units",
			clause: "PN-07",
			code: "army_too_large",
			words: { key: "muster.army_too_large", args: { max: String(most) } },
		});
	if (checked.faults.length > 0 || army.sealed)
		return checked;
	try {
		await putArmy(game, token, file.muster.units);
	} catch (problem) {
		if (!(problem instanceof Problem) || problem.code !== "bad_muster")
			throw problem;
		const { pointer = "" } = problem.body;
		return { faults: [{ pointer: `/muster${pointer}`, code: problem.code, detail: problem_words(problem) }], position: null };
	}
	await drop_draft(army_draft(army));
	return checked;
}

/** Tell of what the other side does: `changed` is called when the game is another. @param {Army} army */
export function follow_army(army, changed) {
	const { game, token, view } = army;
	const look = async () => {
		army.view = await getGame(game, token).catch(() => army.view);
		army.sealed ||= Boolean(army.view.armies?.commitments[army.side]);
		changed();
	};

	streamEvents(game, token, view.seq, { event: look, reset: look, lost: () => {}, link: () => {} });
}

/** How far each side is. @param {Army} army */
function state_rows({ side, view }, figures) {
	const { armies, status } = view;
	const other = side === "red" ? "blue" : "red";
	const how = (one) => {
		if (view.seats?.[one] === "open")
			return words("ui.army.nobody");
		return words(armies?.commitments[one] || status !== "open" ? "ui.army.sealed" : "ui.army.writing");
	};
	const rows = [
		[words(`side.${side}`), how(side)],
		[words(`side.${other}`), how(other)],
		[
			words("ui.battle.figures"),
			armies?.figures ? words("ui.army.figures", { figures, most: armies.figures }) : String(figures),
		],
		armies?.until ? [words("ui.army.until"), moment_words(Date.parse(armies.until))] : null,
	];

	return make(
		"dl",
		{ class: "terms" },
		rows.filter(Boolean).map(([name, said]) => [make("dt", null, name), make("dd", null, said)]),
	);
}

/** @param {import("./boot.js").Editor} editor */
export function army_panel(editor) {
	const { battle, faults } = editor;
	const army = /** @type {Army} */ (editor.army);
	const { game, token, view } = army;
	const told = make("p", { class: "error", role: "alert" });
	const figures = figures_of(battle.value);
	const act = (key, work, more) => {
		const button = make("button", { type: "button", "data-key": key, ...more }, words(`ui.army.${key}`));
		button.addEventListener("click", busy(button, told, work));
		return button;
	};
	const is_open = view.status === "open";
	const is_called_off = view.status === "finished";
	const seal = act(
		"seal",
		async () => {
			await putArmy(game, token, battle.value.muster.units);
			await sealArmy(game, token, new_key());
			army.sealed = true;
			army.view = await getGame(game, token);
			editor.redraw();
		},
		{ class: "primary", disabled: faults === null || faults.length > 0 },
	);
	const call_off = act("call_off", async () => {
		await withdrawArmy(game, token);
		army.view = await getGame(game, token);
		editor.redraw();
	});
	const sure = make("details", null, make("summary", { "data-key": "call-off" }, words("ui.army.call_off.ask")), call_off);

	return [
		make("p", null, words(is_called_off ? "ui.army.over" : !is_open ? "ui.army.opened" : army.sealed ? "ui.army.done" : "ui.army.text")),
		state_rows(army, figures),
		is_open && !army.sealed ? make("p", { class: "row" }, seal) : null,
		is_open && faults?.length > 0 ? make("p", null, words("ui.battle.mend_first")) : null,
		make("p", { class: "row" }, make("a", { class: "button", href: `./${address_of(game)}`, "data-key": "to-game" }, words("ui.army.game"))),
		is_open && view.seats?.red !== "open" && view.seats?.blue !== "open" ? sure : null,
		told,
	];
}
