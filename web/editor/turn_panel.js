// @ts-check
// A battle under way: the turn at whose start it goes on, what is left of each unit, what it counts,
// and who is in contact with whom. States and formations stand with the units themselves.

import { make } from "../dom.js";
import { words } from "../words.js";
import { agreed_fields } from "./agreed.js";
import { clause_part, named } from "./book.js";
import { next_contact } from "./contact.js";
import { button, check_field, choice_field, number_field } from "./fields.js";
import { unit_of, units_of } from "./muster.js";
import { free_place } from "./units_panel.js";

const contacts_max = 128;
const facings = ["front", "left", "right", "rear"];

/** Write what a battle under way says of a unit; nothing where there is nothing to say. */
function tell_of(copy, id, change) {
	const { position } = copy.muster;
	const told = { ...position.units?.[id] };

	change(told);
	for (const name of ["tallies", "flags"])
		if (told[name] && Object.keys(told[name]).length === 0)
			delete told[name];
	const { [id]: _, ...others } = position.units ?? {};
	position.units = Object.keys(told).length > 0 ? { ...others, [id]: told } : others;
	if (Object.keys(position.units).length === 0)
		delete position.units;
}

/** A counter that lasts: up to what the book says, and less than a number of the unit. */
function tally_field({ book }, at, unit, told, tally, edit) {
	const below = unit.stats?.[tally.below];

	return number_field({
		at: `${at}/tallies/${tally.name}`,
		label: named("tally", tally.name),
		value: told.tallies?.[tally.name] ?? 0,
		min: 0,
		max: Number.isFinite(below) ? Math.max(0, Math.min(tally.most, below - 1)) : tally.most,
		note: clause_part(book, tally.clause, `${at}/tallies/${tally.name}`),
		change: (count) =>
			edit((one) => {
				one.tallies = { ...one.tallies, [tally.name]: count };
				if (count === 0)
					delete one.tallies[tally.name];
			}),
	});
}

/** What is so of a unit from an earlier turn, as far as its state lets it be. */
function flag_fields({ book }, at, unit, told, edit) {
	const flags = told.flags ?? [];
	const state = unit.state ?? book.rules.states[0];

	return book.rules.position.flags
		.filter((flag) => flag.states.includes(state) || flags.includes(flag.name))
		.map((flag) =>
			check_field({
				at: `${at}/flags/${flag.name}`,
				label: named("flag", flag.name),
				value: flags.includes(flag.name),
				note: clause_part(book, flag.clause, `${at}/flags/${flag.name}`),
				change: (is_on) =>
					edit((one) => {
						one.flags = [...flags.filter((other) => other !== flag.name), ...(is_on ? [flag.name] : [])];
					}),
			}),
		);
}

/** Is it gone, or still to come? Then it has no place. */
function gone_field({ battle }, at, id, told) {
	return check_field({
		at: `${at}/on_table`,
		label: words("ui.battle.gone"),
		value: told.on_table === false,
		note: words("ui.battle.gone.note"),
		change: (is_gone) =>
			battle.change((copy) => {
				const unit = unit_of(copy, id);
				tell_of(copy, id, (one) => {
					delete one.on_table;
					if (is_gone)
						one.on_table = false;
				});
				if (is_gone) {
					delete unit.pose;
					delete unit.figures_at;
				} else if (!copy.muster.deployment) {
					unit.pose ??= free_place(copy, unit);
				}
			}),
	});
}

/** @param {import("./boot.js").Editor} editor */
function unit_fields(editor, id, unit) {
	const { battle, book } = editor;
	const at = `/muster/position/units/${id}`;
	const told = battle.value.muster.position.units?.[id] ?? {};
	const edit = (change) => battle.change((copy) => tell_of(copy, id, change));
	const counted = book.rules.position.tallies;

	return make(
		"fieldset",
		{ "data-at": at },
		make("legend", { class: unit.side }, unit.name),
		make(
			"div",
			{ class: "pair" },
			number_field({
				at: `${at}/figures`,
				label: words("ui.battle.figures_left", { figures: unit.figures }),
				value: told.figures ?? unit.figures,
				min: 1,
				max: unit.figures,
				change: (figures) =>
					edit((one) => {
						delete one.figures;
						if (figures !== unit.figures)
							one.figures = figures;
					}),
			}),
			choice_field({
				at: `${at}/state`,
				label: words("ui.battle.state"),
				value: unit.state ?? book.rules.states[0],
				of: book.rules.states.map((state) => [state, named("state", state)]),
				change: (state) =>
					battle.change((copy) => void (units_of(copy).find(([other]) => other === id)[1].state = state)),
			}),
			counted.map((tally) => tally_field(editor, at, unit, told, tally, edit)),
		),
		flag_fields(editor, at, unit, told, edit),
		gone_field(editor, at, id, told),
	);
}

/** @param {import("./boot.js").Editor} editor */
function contact_fields({ battle, table }) {
	const { contacts = [] } = battle.value.muster.position;
	const units = units_of(battle.value);
	const names = units.map(([id, unit]) => [id, unit.name]);
	const has_both = ["red", "blue"].every((side) => units.some(([, unit]) => unit.side === side));
	const edit = (change) =>
		battle.change((copy) => {
			const list = [...(copy.muster.position.contacts ?? [])];
			change(list);
			delete copy.muster.position.contacts;
			if (list.length > 0)
				copy.muster.position.contacts = list;
		});
	const add = () => {
		const at = `/muster/position/contacts/${contacts.length}`;

		edit((list) => void list.push(next_contact(battle.value, table.checked, battle.selected)));
		// The panel is drawn anew in this frame, before.
		requestAnimationFrame(() => document.querySelector(`[data-at="${at}"]`)?.scrollIntoView({ block: "nearest" }));
	};
	const field = (index, name, of) =>
		choice_field({
			at: `/muster/position/contacts/${index}/${name}`,
			label: words(`ui.battle.contact.${name}`),
			value: contacts[index][name],
			of,
			change: (value) => edit((list) => void (list[index][name] = value)),
		});

	return make(
		"section",
		{ "data-at": "/muster/position/contacts" },
		make("h3", null, words("ui.battle.contacts")),
		has_both ? make("p", { class: "small" }, words("ui.battle.contacts.note")) : null,
		contacts.map((_, index) =>
			make(
				"div",
				{ class: "entry", "data-at": `/muster/position/contacts/${index}` },
				make(
					"div",
					{ class: "three" },
					field(index, "unit", names),
					field(index, "with", names),
					field(index, "facing", facings.map((one) => [one, words(`facing.${one}`)])),
				),
				make(
					"button",
					{ type: "button", "data-key": `part-${index}`, click: () => edit((list) => void list.splice(index, 1)) },
					words("ui.battle.remove"),
				),
			),
		),
		has_both && contacts.length < contacts_max
			? button("ui.battle.contact.add", add)
			: null,
	);
}

/** @param {import("./boot.js").Editor} editor */
export function turn_panel(editor) {
	const { battle } = editor;
	const { position, ends } = battle.value.muster;
	const picked = battle.selected.filter((id) => unit_of(battle.value, id));

	return [
		check_field({
			at: "/muster/position",
			label: words("ui.battle.under_way"),
			value: position !== undefined,
			note: words("ui.battle.under_way.note"),
			change: (is_on) =>
				battle.change((copy) => {
					delete copy.muster.position;
					if (is_on)
						copy.muster.position = { turn: 2 };
				}),
		}),
		position
			? [
					number_field({
						at: "/muster/position/turn",
						label: words("ui.battle.turn"),
						value: position.turn,
						min: 1,
						max: ends?.turns ?? 99,
						change: (turn) => battle.change((copy) => void (copy.muster.position.turn = turn)),
					}),
					agreed_fields(editor),
					contact_fields(editor),
					make(
						"section",
						{ "data-at": "/muster/position/units" },
						make("h3", null, words("ui.battle.left")),
						make("p", { class: "small" }, words("ui.battle.left.note")),
						units_of(battle.value)
							.filter(([id]) => picked.length === 0 || picked.includes(id))
							.map(([id, unit]) => unit_fields(editor, id, unit)),
					),
				]
			: null,
	];
}
