// @ts-check
// What is done to a muster, whatever book it is of: units by their ids, put in and taken out, and a
// muster as the board draws it. Edits write in the copy that battle.change() gives.

const sides = ["red", "blue"];
const letters = { red: "r", blue: "b" };

const is_object = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const is_list = (value) => value === undefined || (Array.isArray(value) && value.every(is_object));

/** Has a file the shape that the panels work on, whatever else is wrong with it? */
export function is_shaped(value) {
	const { muster } = value;

	return (
		is_object(muster) &&
		is_object(muster.board) &&
		is_list(muster.board.terrain) &&
		Array.isArray(muster.units) &&
		is_list(muster.units) &&
		[muster.ends, muster.readings, muster.params, muster.deployment, muster.position].every(
			(one) => one === undefined || is_object(one),
		) &&
		is_list(muster.position?.contacts) &&
		[muster.position?.units ?? {}, muster.deployment ? muster.deployment.zones : {}].every(is_object) &&
		terrain_of(value).every((piece) => is_list(piece.points) && piece.points?.length > 0) &&
		muster.units.every((unit) => Array.isArray(unit.traits ?? []) && is_object(unit.stats ?? {}))
	);
}

/** Units with their ids, red's first, as the server numbers them. @returns {[string, any][]} */
export function units_of(value) {
	const units = Array.isArray(value.muster?.units) ? value.muster.units : [];
	const count = { red: 0, blue: 0 };

	return units
		.filter((unit) => unit && letters[unit.side])
		.map((unit) => [`${letters[unit.side]}${++count[unit.side]}`, unit]);
}

/** Where in the list a unit stands: the pointer's number. */
export function index_of(value, id) {
	const unit = unit_of(value, id);

	return unit ? value.muster.units.indexOf(unit) : -1;
}

/** The unit that an id names. */
export function unit_of(value, id) {
	const side = { r: "red", b: "blue" }[id?.[0]];
	const units = Array.isArray(value.muster?.units) ? value.muster.units : [];
	let before = Number(id?.slice(1));

	for (const unit of side ? units : [])
		if (unit?.side === side && --before === 0)
			return unit;
	return undefined;
}

export const terrain_of = (value) => (Array.isArray(value.muster?.board?.terrain) ? value.muster.board.terrain : []);

/** The piece of terrain an id names. */
export const piece_of = (value, id) => (id?.[0] === "t" ? terrain_of(value)[Number(id.slice(1))] : undefined);

/**
 * Put another list of units into a copy, red's first. What a battle under way says of a unit goes
 * with it, and what it says of one that is gone goes too. Gives the ids of `wanted`.
 */
export function set_units(copy, units, wanted = []) {
	const before = new Map(units_of(copy).map(([id, unit]) => [unit, id]));
	const sorted = sides.flatMap((side) => units.filter((unit) => unit.side === side));
	const { position } = copy.muster;

	copy.muster.units = sorted;
	const now = units_of(copy);
	const renamed = new Map(now.filter(([, unit]) => before.has(unit)).map(([id, unit]) => [before.get(unit), id]));

	if (position?.units)
		position.units = Object.fromEntries(
			Object.entries(position.units)
				.filter(([id]) => renamed.has(id))
				.map(([id, told]) => [renamed.get(id), told]),
		);
	if (position?.contacts)
		position.contacts = position.contacts
			.filter((one) => renamed.has(one.unit) && renamed.has(one.with))
			.map((one) => ({ ...one, unit: renamed.get(one.unit), with: renamed.get(one.with) }));
	return now.filter(([, unit]) => wanted.includes(unit)).map(([id]) => id);
}

/** Take what is picked off the table, units and terrain. */
export function remove(copy, ids) {
	const gone = units_of(copy).filter(([id]) => ids.includes(id)).map(([, unit]) => unit);

	copy.muster.board.terrain = terrain_of(copy).filter((_, index) => !ids.includes(`t${index}`));
	set_units(copy, copy.muster.units.filter((unit) => !gone.includes(unit)));
	return [];
}

const number = (value, min, max, other) =>
	Number.isFinite(value) ? Math.min(Math.max(Math.round(value), min), max) : other;

const is_pose = (pose) => [pose?.x, pose?.y, pose?.facing].every(Number.isFinite);

/** A unit as the board draws it, whatever nonsense its file has. */
export function drawn_unit(unit, told = {}, checked = undefined) {
	const figures = number(told.figures ?? unit.figures, 1, 200, 1);
	const is_same = checked && checked.formation === (unit.formation ?? checked.formation);

	return {
		side: unit.side,
		name: String(unit.name ?? ""),
		class: String(unit.class ?? ""),
		state: unit.state ?? "good",
		traits: Array.isArray(unit.traits) ? unit.traits : [],
		stats: {},
		figures,
		files: number(unit.files, 1, figures, 1),
		base_width: number(unit.base?.width, 100, 20000, 2000),
		base_depth: number(unit.base?.depth, 100, 20000, 2000),
		gap: is_same ? checked.gap : undefined,
		figures_at: Array.isArray(unit.figures_at) && unit.figures_at.every(is_pose) ? unit.figures_at : undefined,
		pose: is_pose(unit.pose) ? unit.pose : { x: 0, y: 0, facing: 0 },
		on_table: is_pose(unit.pose),
		flags: [],
		tallies: Object.fromEntries(Object.entries(told.tallies ?? {}).filter(([, count]) => count > 0)),
	};
}

/** The corners of a zone, which may be told as a rectangle. */
export function corners(zone) {
	if (Array.isArray(zone))
		return zone;
	const { x = 0, y = 0, width = 0, depth = 0 } = zone ?? {};

	return [
		{ x, y },
		{ x, y: y + depth },
		{ x: x + width, y: y + depth },
		{ x: x + width, y },
	];
}

const is_point = (point) => Number.isFinite(point?.x) && Number.isFinite(point?.y);

/** The size of the table, as far as it can be drawn. */
export function board_of(value) {
	const board = value.muster?.board ?? {};

	return {
		width: number(board.width, 1000, 1000000, 121920),
		depth: number(board.depth, 1000, 1000000, 121920),
		terrain: terrain_of(value).filter((piece) => Array.isArray(piece?.points) && piece.points.every(is_point)),
	};
}

let boards = 0;
let last_board = "";

/**
 * The battle as a game that has not begun, for the board's own drawing.
 * @param {any} checked how it would begin, as the server last said, or null
 */
export function game_of(value, checked) {
	const muster = value.muster ?? {};
	const told = muster.position?.units ?? {};
	const board = board_of(value);
	const units = units_of(value);
	const contacts = Array.isArray(muster.position?.contacts) ? muster.position.contacts : [];
	const { zones } = muster.deployment ?? {};
	const drawn = JSON.stringify(board);

	if (drawn !== last_board)
		boards++;
	last_board = drawn;
	return {
		id: `battle ${boards}`, // another ground is drawn anew
		board,
		units: Object.fromEntries(units.map(([id, unit]) => [id, drawn_unit(unit, told[id], checked?.units?.[id])])),
		contacts: contacts.filter((one) =>
			[one?.unit, one?.with].every((id) => units.some(([other]) => other === id)),
		),
		phase: zones ? "deployment" : "",
		deployment: zones && { zones: { red: corners(zones.red), blue: corners(zones.blue) } },
		premeasure: muster.premeasure === true,
		actions: [],
	};
}
