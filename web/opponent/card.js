// @ts-check
// The card of the front page that begins a game against the practice opponent.

import { fill, make } from "../dom.js";
import { has_referee } from "../referee/offered.js";
import { start_button, take_both } from "../seating.js";
import { rare_words, words } from "../words.js";
import { strength_field } from "./seat.js";

const usual_strength = 2;

/** The scenarios by their books, and the book of the one that is chosen: a list that is closed does not show it. */
function scenario_field(books) {
	const told = make("p", { class: "starts" });
	const tell = () => {
		const book = books.find(([, own]) => own.some((one) => one.id === list.value));

		told.textContent = book ? `${words("ui.battle.book")}: ${book[0]}` : "";
	};
	const list = make(
		"select",
		{ "data-key": "machine-scenario", change: tell },
		books.map(([title, own]) =>
			make(
				"optgroup",
				{ label: title },
				own.map((one) => make("option", { value: one.id }, one.title)),
			),
		),
	);

	tell();
	return make(
		"div",
		null,
		make("label", { class: "scenario" }, make("span", null, words("ui.start.scenario")), list),
		told,
	);
}

/** One's own side: the other is the machine's. @param {(side: string) => void} chosen */
function side_field(chosen) {
	const change = ({ target }) => chosen(target.value);

	return make(
		"label",
		{ class: "side" },
		make("span", null, words("ui.start.side")),
		make(
			"select",
			{ "data-key": "machine-side", change },
			["red", "blue"].map((side) => make("option", { value: side }, words(`side.${side}`))),
		),
	);
}

/**
 * Fill the place of the card. `books` are the scenarios by the titles of their rule books.
 * @param {HTMLElement} place @param {[string, Listed[]][]} books
 */
export async function show_machine_card(place, books) {
	await rare_words();
	if (!(await has_referee())) {
		fill(place, make("p", null, words("problem.no_referee")));
		return;
	}
	const scenarios = books.flatMap(([, own]) => own);
	const field = scenario_field(books);
	let strength = usual_strength;
	let own = "red";
	const go = () => {
		const id = /** @type {HTMLSelectElement} */ (field.querySelector("select")).value;

		return take_both(
			scenarios.find((one) => one.id === id),
			{ machine: { side: own === "red" ? "blue" : "red", strength } },
			own,
		);
	};

	fill(
		place,
		make(
			"section",
			{ class: "machine-card" },
			make("p", null, words("ui.machine.text")),
			field,
			side_field((side) => (own = side)),
			strength_field(strength, (chosen) => (strength = chosen)),
			start_button("ui.machine.go", go),
		),
	);
}
