// @ts-check
// The question for others: a link, a file, a picture to post, and a rule case of it.

import { fill, make } from "../dom.js";
import { read_part } from "../parts.js";
import { save_as } from "../saving.js";
import { small_picture } from "../small_picture.js";
import { link_field } from "../panels/links.js";
import { refusal_words } from "../panels/problem.js";
import { event_words, words } from "../words.js";
import { called } from "./said.js";
import { happened } from "./try_panel.js";
import { case_of } from "./case.js";
import { link_of } from "./link.js";
import { read_question } from "./question.js";

const file_bytes_max = 1 << 20;
const button = (key, label, click, more = {}) => make("button", { type: "button", "data-key": key, click, ...more }, label);
const save = (value, name, ending) => save_as(new Blob([`${JSON.stringify(value, null, "\t")}\n`], { type: "application/json" }), name, ending);

/** What the picture asks and says: of the pair that was asked about, or of the last step. */
function verdict(session) {
	const { game, question, at, pending, preview, about, came } = session.asked;
	const step = question.tree[at];
	const { refused } = came.at(-1) ?? {};
	const body = about?.do ?? pending?.body ?? (refused && step.do);
	const says = about?.says ?? preview ?? refused;

	if (body && says)
		return [
			words("ui.ask.may_it", { what: called(game, body) }),
			says.lawful ? words("ui.ask.says_yes") : words("ui.ask.says_no", { clause: says.clause ?? "–", reason: refusal_words(game, says) }),
		];
	const told = (came.at(-1)?.events ?? []).filter(({ clause }) => clause).at(-1);

	return [step.do ? called(game, step.do) : words("ui.ask.beginning"), told ? `${event_words(game, told)} (${told.clause})` : ""];
}

/** The table as it is looked at, which nobody can touch; it says nothing that the words do not. */
function table_picture(game) {
	const table = document.querySelector("pn-board svg.table")?.cloneNode(true);

	if (!(table instanceof SVGElement))
		return small_picture(game);
	for (const name of ["tabindex", "role", "aria-label"])
		table.removeAttribute(name);
	return make("div", { inert: true, "aria-hidden": "true" }, table);
}

/** @param {import("./session.js").AskSession} session */
function picture_card(session) {
	const { game, question } = session.asked;
	const [what, says] = verdict(session);

	const card = make(
		"div",
		{ class: "ask-picture", "data-picture": "" },
		make("p", null, make("strong", null, question.name)),
		table_picture(game),
		make("p", null, what),
		make("p", null, says),
		make("p", { class: "row" }, button("picture", words("ui.ask.picture"), async () => (await read_part("./panels/card_picture.js")).save_picture(card, `${question.name}.png`))),
	);

	return card;
}

/** @param {import("./session.js").AskSession} session */
function link_part(session) {
	const { question, at } = session.asked;
	const place = make("div");

	void link_of(question, at).then((fragment) =>
		fill(place, fragment ? link_field("ask-link", words("ui.ask.link"), new URL(`./ask#${fragment}`, document.baseURI).href) : make("p", { class: "error" }, words("ui.ask.link.long"))),
	);
	return place;
}

/** @param {import("./session.js").AskSession} session */
function open_part(session) {
	const told = make("p", { class: "error", role: "alert" });
	const picker = make("input", { type: "file", accept: ".json,application/json", hidden: true });

	picker.addEventListener("change", async () => {
		const [file] = picker.files;
		let question = null;

		if (file && file.size <= file_bytes_max)
			question = await file.text().then((text) => read_question(JSON.parse(text))).catch(() => null);
		told.textContent = question ? "" : words("ui.ask.no_question");
		if (question)
			await session.go(question, 0);
	});
	return [picker, button("open", words("ui.ask.open"), () => picker.click()), told];
}

/** A position whose ruling somebody holds to be wrong, as a case. @param {import("./session.js").AskSession} session */
function case_part(session) {
	const title = make("input", { "data-key": "case-title", maxlength: 200, value: session.asked.question.name });
	const note = make("textarea", { "data-key": "case-note", maxlength: 2000 });
	const give = () => {
		const { question, at, came } = session.asked;
		const name = title.value.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "") || "asked";
		const written = case_of(question, at, came, { name, title: title.value || question.name, note: note.value });

		save(written, written.case, "json");
	};

	return make(
		"details",
		null,
		make("summary", { "data-key": "case" }, words("ui.ask.case")),
		make("p", null, words("ui.ask.case.what")),
		make("label", null, words("ui.ask.case.title"), title),
		make("label", null, words("ui.ask.case.note"), note),
		make("p", { class: "row" }, button("save-case", words("ui.ask.case.save"), give)),
	);
}

/** @param {import("./session.js").AskSession} session */
export function share_panel(session) {
	const { question, game, wrong } = session.asked;

	if (wrong || !game)
		return [make("p", null, words("ui.ask.wrong")), open_part(session)];
	return [
		make(
			"label",
			null,
			words("ui.ask.name"),
			make("input", {
				"data-key": "name",
				maxlength: 80,
				value: question.name,
				change: ({ target }) => session.store.set(/** @type {any} */ ({ question: { ...session.asked.question, name: target.value.trim().slice(0, 80) } })),
			}),
		),
		link_part(session),
		make("p", { class: "row" }, button("save", words("ui.ask.save"), () => save(question, question.name, "json")), open_part(session)),
		picture_card(session),
		case_part(session),
		happened(session),
	];
}
