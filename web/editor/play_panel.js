// @ts-check
// From the battle a game: which side one plays, how fast, and the link that brings the other player.

import { make } from "../dom.js";
import { has_referee } from "../referee/offered.js";
import { show_pace } from "../pace.js";
import { address_of, busy, create_battle, token_of } from "../seating.js";
import { is_forgetful, page_link } from "../seats.js";
import { words } from "../words.js";
import { asked_draft, keep_draft } from "./drafts.js";
import { check_field, choice_field, number_field } from "./fields.js";

const days_usual = 7;
const days_max = 28;
const figures_max = 8000;

/** May it begin: with nothing wrong, or nothing but units where each side writes its own? */
const may_begin = ({ faults, battle }, { armies }) =>
	faults !== null &&
	(armies
		? Boolean(battle.value.muster.deployment) && faults.every(({ pointer }) => /^\/muster\/(units|position)/.test(pointer))
		: faults.length === 0);

/** Each side's army a secret, and what is agreed about them. @param {import("./boot.js").Editor} editor */
function armies_part({ battle, redraw }, wish) {
	const { armies } = wish;
	const number = (name, more) =>
		number_field({
			at: `/armies/${name}`,
			label: words(`ui.battle.armies.${name}`),
			value: armies[name],
			min: 1,
			...more,
			change: (value) => {
				delete armies[name];
				if (value !== undefined)
					armies[name] = value;
			},
		});

	return [
		check_field({
			at: "/armies",
			label: words("ui.battle.armies"),
			value: Boolean(armies),
			note: words("ui.battle.armies.note"),
			change: (is_on) => {
				wish.armies = is_on ? { days: days_usual } : null;
				redraw();
			},
		}),
		armies
			? make(
					"div",
					{ class: "pair" },
					number("figures", { max: figures_max, optional: true, note: words("ui.battle.armies.no_limit") }),
					number("days", { max: days_max }),
				)
			: null,
		armies && !battle.value.muster.deployment ? make("p", { class: "error" }, words("ui.battle.armies.zones")) : null,
	];
}

/** Put the battle to the referee, on a page of its own. @param {import("./battle.js").BattleFile} file */
async function ask(file, told) {
	if (await keep_draft(asked_draft, file))
		location.assign(new URL(`./ask#draft=${asked_draft}`, document.baseURI));
	else
		told.textContent = words("ui.battle.draft.none");
}

/** The way to the referee, where there is one. @param {import("./battle.js").BattleFile} file */
function ask_row(file) {
	const row = make("p", { class: "row" });
	const told = make("span", { class: "error", role: "alert" });

	has_referee().then((is_there) => {
		if (is_there)
			row.append(make("button", { type: "button", "data-key": "ask", click: () => ask(file, told) }, words("ui.battle.ask")), told);
	});
	return row;
}

/** The page of the game, which is another document: it brings its seat along where the browser keeps none. @param {Created} made */
const table_link = ({ game, seat }) =>
	is_forgetful() ? page_link(`seat=${game.id}.${token_of(seat)}`) : new URL(`./${address_of(game.id)}`, document.baseURI);

/** @param {import("./boot.js").Editor} editor */
export function play_panel(editor) {
	const { battle, faults } = editor;
	const wish = (editor.wish ??= { side: "red", anybody: false, armies: null, chosen: {}, pace: null });
	const told = make("p", { class: "error", role: "alert" });
	const go = make(
		"button",
		{ type: "button", class: "primary", "data-key": "go", disabled: !may_begin(editor, wish) },
		words("ui.start.go"),
	);

	if (!wish.pace) {
		wish.pace = make("div");
		show_pace(wish.pace, wish.chosen, make("span"));
	}
	go.addEventListener(
		"click",
		busy(go, told, async () => {
			const access = wish.anybody ? "public" : "unlisted";
			const made = await create_battle(battle.value, wish.side, access, wish.chosen, wish.armies);
			location.assign(table_link(made));
		}),
	);
	return [
		choice_field({
			at: "/side",
			label: words("ui.start.side"),
			value: wish.side,
			of: ["red", "blue"].map((side) => [side, words(`ui.start.${side}`)]),
			change: (side) => void (wish.side = side),
		}),
		make("fieldset", null, make("legend", null, words("ui.pace")), wish.pace),
		check_field({
			at: "/anybody",
			label: words("ui.start.anybody"),
			value: wish.anybody,
			change: (is_on) => void (wish.anybody = is_on),
		}),
		armies_part(editor, wish),
		faults?.length > 0 && !may_begin(editor, wish) ? make("p", null, words("ui.battle.mend_first")) : null,
		make("p", { class: "row" }, go),
		told,
		ask_row(battle.value),
	];
}
