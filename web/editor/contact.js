// @ts-check
// Units in contact, where a battle is under way: a unit whose front comes near an enemy is put flush
// against it, and units that are drawn apart are in contact no more. Edits write in the copy that
// battle.change() gives; `drawn` are its units as the board draws them.

import { apart, corners_of } from "../board/blocks.js";
import { middle_of, size_of } from "../board/measure.js";
import { announce } from "../dom.js";
import { isolated, words } from "../words.js";
import { angle_between, beside, turned } from "./geometry.js";
import { stand } from "./move.js";
import { game_of, unit_of, units_of } from "./muster.js";

const touch = 25; // farther apart than this, in 0.01 mm, two units do not touch
const askew = 8192; // so much a front may be turned away from the side that it comes to: 45°

/**
 * How near a front must come to an enemy to be put against it, in 0.01 mm, and whether a unit has no flanks.
 * @typedef {{reach: number, is_all_round: (unit: any) => boolean}} Meeting
 * @type {Meeting}
 */
const nowhere = { reach: 0, is_all_round: () => false };

/** The sides of a block, each with the way out of it. Its corners go clockwise from the left of its front. */
const ways_out = [
	["front", 0],
	["right", 16384],
	["rear", 32768],
	["left", 49152],
];

/**
 * A side of a block, and how a point lies from it: so far `off` it, and so far `along` from its middle.
 * @param {Unit} unit @param {number} index @param {Point} point
 */
function side_of(unit, index, point) {
	const corners = corners_of(unit);
	const [from, to] = [corners[index], corners[(index + 1) % corners.length]];
	const [facing, way] = ways_out[index];
	const out = turned(unit.pose.facing + Number(way));
	const turn = (out * 2 * Math.PI) / 65536;
	const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
	const east = point.x - middle.x,
		north = point.y - middle.y;

	return {
		facing: String(facing),
		out,
		middle,
		half: Math.hypot(to.x - from.x, to.y - from.y) / 2,
		off: Math.sin(turn) * east + Math.cos(turn) * north,
		along: Math.cos(turn) * east - Math.sin(turn) * north,
	};
}

const sides_of = (unit, point) => ways_out.map((_, index) => side_of(unit, index, point));

/** Is a unit one block on the table? Figures that stand by themselves have no front to put anywhere. */
const is_block = (unit) => Boolean(unit?.on_table && !unit.figures_at);

/**
 * The enemy that a unit's front has come near to, and the side of it, or null.
 * @param {Record<string, any>} drawn @param {string} id @param {number} reach  in 0.01 mm
 */
function met_by(drawn, id, reach) {
	const unit = drawn[id];

	if (!is_block(unit))
		return null;
	const half = size_of(unit).width / 2;
	const is_near = ({ out, off, along, half: other }) =>
		Math.abs(angle_between(turned(out + 32768), unit.pose.facing)) <= askew &&
		Math.abs(off) <= reach &&
		Math.abs(along) < half + other;
	const near = Object.entries(drawn)
		.filter(([, other]) => other.side !== unit.side && is_block(other))
		.flatMap(([other, block]) => sides_of(block, unit.pose).filter(is_near).map((side) => ({ other, side })));

	return near.sort((a, b) => Math.abs(a.side.off) - Math.abs(b.side.off))[0] ?? null;
}

/** The side of an enemy that a unit stands before, wherever its own front is. */
function side_before(drawn, id, other) {
	const sides = sides_of(drawn[other], middle_of(drawn[id]));
	const before = sides.sort((a, b) => b.off - a.off)[0];
	const most = before.half;

	return { ...before, along: Math.min(Math.max(before.along, -most), most) };
}

/**
 * Put a unit with its front flush against a side of an enemy, and say that they are in contact: this
 * unit has hit the other. That the other has hit it, too, stays said of two that stand front to front.
 */
function put_against(copy, id, { other, side }, all_round) {
	const at = beside({ ...side.middle, facing: side.out }, 0, side.along);
	const { position } = copy.muster;
	const facing = all_round ? "front" : side.facing;
	const is_kept = (one) =>
		one.unit === other && one.with === id ? one.facing === "front" && facing === "front" : one.unit !== id || one.with !== other;

	stand(unit_of(copy, id), { ...at, facing: turned(side.out + 32768) });
	position.contacts = [...(position.contacts ?? []).filter(is_kept), { unit: id, with: other, facing }];
	return facing;
}

/** Do two units of a copy touch? Nobody knows it of figures that stand by themselves. */
const do_touch = (one, other, unknown) => (is_block(one) && is_block(other) ? apart(one, other) <= touch : unknown);

/**
 * Of the contacts of units that have been moved only those stay that still touch.
 * @returns {{unit: string, with: string}[]} the others
 */
function draw_apart(copy, drawn, moved) {
	const { position } = copy.muster;
	const is_gone = (one) =>
		moved.includes(one.unit) !== moved.includes(one.with) && !do_touch(drawn[one.unit], drawn[one.with], true);
	const gone = (position?.contacts ?? []).filter(is_gone);

	if (gone.length > 0)
		position.contacts = position.contacts.filter((one) => !gone.includes(one));
	if (position?.contacts?.length === 0)
		delete position.contacts;
	return gone;
}

/** May units be put in contact: is the battle under way, and stands each where it says? */
const has_contacts = ({ muster }) => Boolean(muster.position) && !muster.deployment;

/**
 * What becomes of contacts when units of a copy have been moved. One unit alone whose front has come
 * as near to an enemy as `reach` is put against it.
 * @param {any} checked  how the battle would begin, as the server last said, or null
 * @param {string[]} moved @param {Meeting} meeting
 * @returns {{met: {unit: string, with: string, facing: string}|null, gone: {unit: string, with: string}[]}}
 */
export function settle(copy, checked, moved, meeting) {
	const { reach, is_all_round } = meeting;

	if (!has_contacts(copy))
		return { met: null, gone: [] };
	const [id] = moved;
	const found = moved.length === 1 && reach > 0 ? met_by(game_of(copy, checked).units, id, reach) : null;
	const facing = found && put_against(copy, id, found, is_all_round(unit_of(copy, found.other)));

	return {
		met: found && { unit: id, with: found.other, facing: String(facing) },
		gone: draw_apart(copy, game_of(copy, checked).units, moved),
	};
}

/** What has become of contacts, for those who do not see it. */
function contact_words(value, { met, gone }) {
	const name = (id) => isolated(unit_of(value, id)?.name ?? "");
	const of = (key, { unit, with: other, ...more }) => words(key, { unit: name(unit), other: name(other), ...more });

	return [
		...(met ? [of("ui.battle.contact.met", { ...met, facing: words(`facing.${met.facing}`) })] : []),
		...gone.map((pair) => of("ui.battle.contact.gone", pair)),
	].join(" ");
}

/**
 * Let `edit` move what is picked, and tell what becomes of contacts by it.
 * @param {import("./battle.js").Battle} battle @param {(copy: any) => void} edit
 * @param {Meeting} [how] @param {string} [why] as battle.change() takes it
 */
export function move_picked(battle, checked, edit, how = nowhere, why = "") {
	let said = "";

	battle.change((copy) => {
		edit(copy);
		said = contact_words(copy, settle(copy, checked, [...battle.selected], how));
	}, why);
	if (said)
		announce(said);
}

/** Two units are picked, one a side: the first is put against the other. */
export function join_picked(battle, checked, is_all_round) {
	const [id, other] = battle.selected;
	let said = "";

	battle.change((copy) => {
		const side = side_before(game_of(copy, checked).units, id, other);
		const facing = put_against(copy, id, { other, side }, is_all_round(unit_of(copy, other)));
		const gone = draw_apart(copy, game_of(copy, checked).units, [id]);
		said = contact_words(copy, { met: { unit: id, with: other, facing }, gone });
	});
	announce(said);
}

/** Are two units picked that can be put in contact? */
export function can_join(value, ids) {
	const [one, other, ...more] = ids.map((id) => unit_of(value, id));
	const is_there = (unit) => Boolean(unit?.pose && !unit.figures_at);

	return has_contacts(value) && more.length === 0 && is_there(one) && is_there(other) && one.side !== other.side;
}

/** A contact to begin with: of two that are picked, of two that touch and are in none, or of any two enemies. */
export function next_contact(value, checked, picked) {
	const drawn = game_of(value, checked).units;
	const { contacts = [] } = value.muster.position;
	const is_new = (/** @type {string[]} */ [id, other]) => !contacts.some((one) => one.unit === id && one.with === other);
	const ids = units_of(value).map(([id]) => id);
	const pairs = ids.flatMap((id) => ids.filter((other) => drawn[other].side !== drawn[id].side).map((other) => [id, other]));
	const [unit, other] =
		pairs.find((pair) => is_new(pair) && pair.every((id) => picked.includes(id))) ??
		pairs.find((pair) => is_new(pair) && do_touch(drawn[pair[0]], drawn[pair[1]], false)) ??
		pairs.find(is_new) ??
		pairs[0];

	return { unit, with: other, facing: "front" };
}
