// @ts-check
// What the server finds wrong with a battle while it is drawn: asked a moment after each change,
// told in words, shown at the member of the file and at the unit that it is about.

import { make } from "../dom.js";
import { problem_words } from "../panels/problem.js";
import { has_words, isolated, together, words } from "../words.js";
import { named } from "./book.js";
import { outlines_meet } from "./geometry.js";
import { outline_of } from "./move.js";
import { units_of } from "./muster.js";

const pause_ms = 400; // after the last change
const again_ms = 3000; // when the server could not say

/** The units that one stands in, where that is what is wrong with it, by their ids. */
function others_of(value, { code, pointer }) {
	const id = code === "units_overlap" ? thing_at(value, pointer) : null;
	const own = id ? outline_of(value, id) : [];

	return units_of(value)
		.map(([other]) => other)
		.filter((other) => own.length > 0 && other !== id && outlines_meet(own, outline_of(value, other)));
}

/** The same faults, each with the units that it is about besides. */
export const with_others = (value, faults) => faults.map((fault) => ({ ...fault, others: others_of(value, fault) }));

/** What a unit of a battle is called. */
function name_of(value, id) {
	const unit = units_of(value).find(([other]) => other === id)?.[1];

	return isolated(unit?.name) || words("ui.battle.unnamed_unit");
}

/** A fault in words, with its clause. */
export function fault_words(value, fault) {
	const { key, args } = fault.words ?? {};
	const others = (fault.others ?? []).map((id) => name_of(value, id));
	const told = key && has_words(key) ? words(key, args) : (fault.detail ?? fault.code);
	const said = others.length > 0 ? words("ui.battle.stands_in", { others: together(others) }) : told;

	return fault.clause ? `${said} (${fault.clause})` : said;
}

/** What a pointer is about: a unit's id, a piece of terrain's, or null. */
export function thing_at(value, pointer) {
	const [, list, index] = /^\/muster\/(units|board\/terrain)\/(\d+)/.exec(pointer) ?? [];
	const [, told] = /^\/muster\/position\/units\/([rb]\d+)/.exec(pointer) ?? [];

	if (list === "units")
		return units_of(value).find(([, unit]) => unit === value.muster.units[Number(index)])?.[0] ?? null;
	return list ? `t${index}` : (told ?? null);
}

/** The name of what a pointer is about. */
export function place_words(value, pointer) {
	const id = thing_at(value, pointer);

	if (id && id[0] !== "t")
		return name_of(value, id);
	if (id)
		return named("terrain", String(value.muster.board.terrain[Number(id.slice(1))]?.kind));
	const [part] = pointer.split("/").filter((one) => !["", "muster"].includes(one));
	return part && has_words(`ui.battle.part.${part}`) ? words(`ui.battle.part.${part}`) : words("ui.battle.part.file");
}

/** Which of the panels shows what a pointer is about. */
export function panel_of(pointer) {
	const parts = {
		units: "units",
		"board/terrain": "ground",
		readings: "rules",
		params: "rules",
		position: "turn",
		deployment: "book",
	};
	const [, found] = /^\/muster\/(units|board\/terrain|readings|params|position|deployment)/.exec(pointer) ?? [];

	return parts[found] ?? "book";
}

/** Is the server's answer final, so that asking the same again is useless? */
const is_final = ({ status }) => status >= 400 && status < 429;

/**
 * Check a battle after each change. `tell` gets the faults and the position, or the problem that
 * kept the server from saying.
 * @param {import("./battle.js").Battle} battle
 * @param {(file: any) => Promise<{faults: any[], position: any}>} look  asks the server
 * @param {(faults: any[], position: any) => void} tell
 */
export function keep_checked(battle, look, tell) {
	let timer = 0;
	let asked = /** @type {any} */ (null);

	async function ask() {
		const { value } = battle;

		asked = value;
		try {
			const { faults, position } = await look(value);
			// What has been changed meanwhile is asked about next.
			if (battle.value === value)
				tell(faults, position);
		} catch (problem) {
			if (battle.value !== value)
				return;
			tell([{ pointer: problem.body?.pointer ?? "", code: problem.code, detail: problem_words(problem) }], null);
			if (!is_final(problem))
				timer = setTimeout(ask, again_ms);
		}
	}

	const soon = () => {
		if (battle.value === asked)
			return;
		clearTimeout(timer);
		timer = setTimeout(ask, pause_ms);
	};

	battle.subscribe(soon);
	ask();
}

/** Say at each field below `root` what is wrong with it: at the nearest that there is. */
export function mark_fields(root, value, faults) {
	for (const fault of faults) {
		let at = fault.pointer;
		let field = null;

		while (!field && at !== "") {
			field = root.querySelector(`[data-at="${CSS.escape(at)}"]`);
			at = at.slice(0, at.lastIndexOf("/"));
		}
		if (!field)
			continue;
		const id = `${field.id || "whole"}-fault`;
		const told = root.querySelector(`#${CSS.escape(id)}`);
		const said = fault_words(value, fault);
		if (told) {
			if (!told.textContent?.includes(said))
				told.append(` ${said}`);
			continue;
		}
		const line = make("p", { class: "error", id }, said);
		const beside = field.closest(".three");
		if (beside)
			beside.after(line); // there is no room below one of them
		else
			(field.closest(".entry") ?? field).append(line);
		if (field.matches("input, select, textarea")) {
			field.setAttribute("aria-invalid", "true");
			field.setAttribute("aria-describedby", `${field.getAttribute("aria-describedby") ?? ""} ${id}`.trim());
		}
	}
}
