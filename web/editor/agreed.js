// @ts-check
// What of a battle under way is of no unit: facts that last from one turn to the next, and what the
// sides agreed on about declaring. The book says which of them there are.

import { make } from "../dom.js";
import { words } from "../words.js";
import { named } from "./book.js";
import { choice_field, number_field } from "./fields.js";

const most_max = 40;
const sides = ["red", "blue"];

/** @param {import("./boot.js").Editor} editor */
function fact_field({ battle }, name) {
	const { facts } = battle.value.muster.position;
	const said = facts && name in facts ? (facts[name] ?? "nobody") : "unsaid";

	return choice_field({
		at: `/muster/position/facts/${name}`,
		label: named("fact", name),
		value: said,
		of: [
			["unsaid", words("ui.battle.unsaid")],
			["nobody", words("ui.nobody")],
			...sides.map((side) => [side, words(`side.${side}`)]),
		],
		change: (value) =>
			battle.change((copy) => {
				const { [name]: _, ...others } = facts ?? {};
				const all = value === "unsaid" ? others : { ...others, [name]: value === "nobody" ? null : value };
				delete copy.muster.position.facts;
				if (Object.keys(all).length > 0)
					copy.muster.position.facts = all;
			}),
	});
}

/** How they declare, where the method is that they agree. @param {import("./boot.js").Editor} editor */
function agreement({ battle, book }) {
	const { agreed } = battle.value.muster.position;
	const methods = book.rules.methods.map((one) => one.id).filter((id) => id !== "agreed");
	const edit = (change) =>
		battle.change((copy) => {
			const { position } = copy.muster;
			position.agreed = { ...agreed };
			change(position.agreed);
			if (!position.agreed.method)
				delete position.agreed;
		});
	const most = (side) =>
		number_field({
			at: `/muster/position/agreed/most/${side}`,
			label: words("ui.battle.agreed.most", { side: words(`side.${side}`) }),
			value: agreed?.most?.[side],
			min: 0,
			max: most_max,
			optional: true,
			change: (count) =>
				edit((one) => {
					const { [side]: _, ...others } = one.most ?? {};
					one.most = count === undefined ? others : { ...others, [side]: count };
				}),
		});

	return make(
		"fieldset",
		{ "data-at": "/muster/position/agreed" },
		make("legend", null, words("ui.battle.agreed")),
		choice_field({
			at: "/muster/position/agreed/method",
			label: words("ui.battle.method"),
			value: agreed?.method ?? "",
			of: [["", words("ui.battle.unsaid")], ...methods.map((id) => [id, named("method", id)])],
			change: (method) => edit((one) => void (one.method = method)),
		}),
		agreed
			? [
					choice_field({
						at: "/muster/position/agreed/begins",
						label: words("ui.battle.agreed.begins"),
						value: agreed.begins ?? "",
						of: [["", words("ui.battle.unsaid")], ...sides.map((side) => [side, words(`side.${side}`)])],
						change: (side) =>
							edit((one) => {
								delete one.begins;
								if (side)
									one.begins = side;
							}),
					}),
					make("div", { class: "pair" }, sides.map(most)),
				]
			: null,
	);
}

/** @param {import("./boot.js").Editor} editor */
export function agreed_fields(editor) {
	const { battle, book } = editor;
	const { position } = book.rules;

	return [
		make("section", { "data-at": "/muster/position/facts" }, position.facts.map((name) => fact_field(editor, name))),
		position.agreed && battle.value.muster.method === "agreed" ? agreement(editor) : null,
	];
}
