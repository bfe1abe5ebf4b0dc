// @ts-check
// What one does with a seat beside playing: hand it to another device, show the game to
// others, be told when it is one's turn.

import * as api from "../api.js";
import { hand_over, invite_umpire } from "../requests.js";
import { fill, make } from "../dom.js";
import { keep_notices, keep_sounds, page_link } from "../seats.js";
import { has_side } from "../store.js";
import { read_part } from "../parts.js";
import { isolated, words } from "../words.js";
import { problem_words } from "./problem.js";
import { link_field, qr_picture } from "./links.js";

/** A button that gets a code, and the link that it becomes. */
function code_part(state, key, [title, text, label], get) {
	const told = make("p", { class: "error", role: "alert" });
	const place = make("div");
	const go = async () => {
		told.textContent = "";
		try {
			const { code } = await get();
			const link = page_link(`join=${state.game_id}.${code}`);
			fill(
				place,
				qr_picture(link),
				...link_field(key, label, link).flat(),
			);
		} catch (problem) {
			if (!(problem instanceof api.Problem))
				throw problem;
			told.textContent = problem_words(problem);
		}
	};

	return make(
		"section",
		null,
		make("h3", null, title),
		make("p", { class: "small" }, text),
		make(
			"button",
			{ type: "button", "data-key": `${key}-go`, click: go },
			words("ui.hand_over.go"),
		),
		told,
		place,
	);
}

/** The umpire, or how there comes to be one. @param {State} state @param {Session} session */
function umpire_part(state, session) {
	const { umpire, players, status } = state.game;
	const who = isolated(players.umpire ?? words("side.umpire"));

	if (umpire === "agreed" || !has_side(state.side) || status !== "playing")
		return umpire ? make("p", null, words(`ui.umpire.${umpire}`, { who })) : null;
	return [
		code_part(
			state,
			"umpire",
			[words("ui.umpire"), words("ui.umpire.text"), words("ui.umpire.link")],
			() => invite_umpire(session),
		),
		umpire ? make("p", null, words(`ui.umpire.${umpire}`, { who })) : null,
	];
}

/** Has it ever been this seat's turn? @param {State} state */
const had_turn = ({ log, side }) =>
	log.some(({ type, waiting }) => type === "decision_opened" && has_side(side) && waiting.includes(side));

// Ask for the browser's permission only after a first turn, when a player knows what it is for.
/** @param {State} state @param {Session} session */
function notice_part(state, session) {
	if (!("Notification" in globalThis))
		return null;
	const may = Notification.permission === "granted";
	const told = (key, role) => make("p", { class: "small", role }, words(key));
	if (!may && !had_turn(state))
		return told("ui.notices.later");
	const refused = make("div");
	const box = make("input", {
		type: "checkbox",
		id: "notices",
		checked: state.notices && may,
		change: async () => {
			// A browser that was told no before answers at once, without a question.
			const is_refused = box.checked && (await Notification.requestPermission()) !== "granted";
			fill(refused, is_refused ? told("ui.notices.refused", "alert") : null);
			box.checked &&= !is_refused;
			keep_notices(box.checked);
			session.store.set({ notices: box.checked });
		},
	});

	return [
		make("label", { class: "choice", for: "notices" }, box, make("span", null, words("ui.notices"))),
		may ? null : told("ui.notices.why"),
		refused,
	];
}

/** @param {State} state @param {Session} session */
function sound_part(state, session) {
	const box = make("input", {
		type: "checkbox",
		id: "sounds",
		checked: state.sounds,
		change: () => {
			keep_sounds(box.checked);
			session.store.set({ sounds: box.checked });
		},
	});

	return make("label", { class: "choice", for: "sounds" }, box, make("span", null, words("ui.sounds")));
}

/** What happened, to be taken away: a sheet in this one's place. @param {Session} session */
function report_button(session) {
	const open = async ({ target }) => {
		const { open_report } = await read_part("./panels/report.js");
		target.closest("dialog")?.close();
		await open_report(session);
	};

	return make("p", null, make("button", { type: "button", "data-key": "report", click: open }, words("ui.report.open")));
}

/** Open the sheet over the page. @param {State} state @param {Session} session */
export function open_share(state, session) {
	const sheet = make(
		"dialog",
		{ class: "sheet", "aria-labelledby": "share-title", close: () => sheet.remove() },
		make(
			"div",
			{ class: "panel-head" },
			make("h2", { id: "share-title" }, words("ui.share")),
			make("button", { type: "button", click: () => sheet.close() }, words("ui.close")),
		),
		state.side === "public" ? null : notice_part(state, session),
		state.side === "public" ? null : make("p", { class: "small" }, words("ui.notices.closed")),
		sound_part(state, session),
		state.log.some(({ type }) => type === "turn_began") ? report_button(session) : null,
		make("h3", null, words("ui.share.watch")),
		link_field("watch-link", words("ui.share.watch.link"), new URL(`g/${state.game_id}`, document.baseURI).href),
		state.side === "public"
			? null
			: code_part(
					state,
					"hand-over",
					[
						words("ui.hand_over"),
						words("ui.hand_over.text"),
						words("ui.hand_over.link"),
					],
					() => hand_over(session),
				),
		umpire_part(state, session),
	);

	document.body.append(sheet);
	sheet.showModal();
}
