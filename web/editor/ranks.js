// @ts-check
// Several units at once: aligned, dressed in line, copied, mirrored to the other side of the table.

import { size_of } from "../board/measure.js";
import { beside, turned } from "./geometry.js";
import { move, stand } from "./move.js";
import { board_of, drawn_unit, set_units, unit_of, units_of } from "./muster.js";
import { beginning, name_most } from "./names.js";

const apart = 1270;

/** Units of a copy that stand somewhere, in the order in which they were picked. */
const standing = (copy, ids) => ids.map((id) => unit_of(copy, id)).filter((unit) => unit?.pose);

/** How far to the right of a pose a point lies. */
function right_of(pose, point) {
	const turn = (pose.facing * 2 * Math.PI) / 65536;

	return (point.x - pose.x) * Math.cos(turn) - (point.y - pose.y) * Math.sin(turn);
}

/** All fronts on the line of the first one's, facing as it does. */
export function align(copy, ids) {
	const [first, ...others] = standing(copy, ids);

	for (const unit of others) {
		const at = beside(first.pose, 0, right_of(first.pose, unit.pose));
		stand(unit, { ...at, facing: first.pose.facing });
	}
}

/** One beside the other on that line, in the order in which they stand. */
export function dress(copy, ids) {
	const units = standing(copy, ids);
	const first = units[0]?.pose;
	const row = units
		.map((unit) => ({ unit, at: right_of(first, unit.pose), width: size_of(drawn_unit(unit)).width }))
		.sort((a, b) => a.at - b.at);
	const middle = row.findIndex(({ unit }) => unit === units[0]);
	const places = [];
	let edge = 0;

	for (const { width } of row) {
		places.push(edge + width / 2);
		edge += width + apart;
	}
	for (const [index, { unit }] of row.entries())
		stand(unit, { ...beside(first, 0, places[index] - places[middle]), facing: first.facing });
}

/** The same name with the next number. */
function next_name(copy, name) {
	const names = units_of(copy).map(([, unit]) => unit.name);
	const stem = beginning(name.replace(/ \d+$/, ""), name_most - 3);
	let number = 2;

	while (names.includes(`${stem} ${number}`))
		number++;
	return `${stem} ${number}`;
}

/** Put others beside or across from what is picked; gives the ids of the new ones. */
function add_copies(copy, ids, change) {
	const added = ids.map((id) => {
		const unit = structuredClone(unit_of(copy, id));
		unit.name = next_name(copy, unit.name);
		change(unit);
		copy.muster.units.push(unit);
		return unit;
	});

	return set_units(copy, copy.muster.units, added);
}

/** The same units once more, a little to the right and behind. */
export function copy_units(copy, ids) {
	const picked = add_copies(copy, ids, () => {});
	const behind = Math.max(...ids.map((id) => size_of(drawn_unit(unit_of(copy, id))).depth)) + apart;
	const [first] = standing(copy, picked);

	if (first) {
		const to = beside(first.pose, -behind, 0);
		move(copy, picked, { x: to.x - first.pose.x, y: to.y - first.pose.y });
	}
	return picked;
}

/** The same units for the other side, as seen from across the table. */
export function mirror(copy, ids) {
	const { width, depth } = board_of(copy);
	const across = (at) => ({ x: width - at.x, y: depth - at.y, facing: turned(at.facing + 32768) });

	return add_copies(copy, ids, (unit) => {
		unit.side = unit.side === "red" ? "blue" : "red";
		if (unit.pose)
			unit.pose = across(unit.pose);
		if (unit.figures_at)
			unit.figures_at = unit.figures_at.map(across);
	});
}
