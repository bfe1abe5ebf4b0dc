// @ts-check
// Which sign stands for which words of a rule book. The page knows no rules: a name that is
// not here gets a plain sign of its own.

const troops = {
	horse: /(cavalry|horse|camelry)$/,
	foot: /(foot|infantry|archers|bowmen|landsknechte|swiss|levies|peasants|standard)$/,
	wheels: /(chariots?|wagons|artillery)$/,
	beast: /(monster|gigantic|brutes|large)$/,
};

/** The sign of a class of troops: horse, foot, wheels, beast, or a ring for any other. */
export function troop_sign(name) {
	return Object.keys(troops).find((sign) => troops[sign].test(name)) ?? "ring";
}

/** The strokes of a sign in a plate that is centred on (0, 0). */
export function troop_strokes(sign, width, height) {
	const x = width / 2,
		y = height / 2,
		r = height * 0.3;
	const circle = (out) => `M${-out} 0a${out} ${out} 0 1 0 ${2 * out} 0a${out} ${out} 0 1 0 ${-2 * out} 0`;

	switch (sign) {
		case "horse":
			return `M${-x} ${y}L${x} ${-y}`;
		case "foot":
			return `M${-x} ${y}L${x} ${-y}M${-x} ${-y}L${x} ${y}`;
		case "wheels":
			return `${circle(r)}M${-r} 0H${r}M0 ${-r}V${r}`;
		case "beast":
			return `M${-r * 1.3} 0L0 ${-r * 1.2}L${r * 1.3} 0L0 ${r * 1.2}z`;
		default:
			return circle(r);
	}
}

/** Kinds of ground, what lies over others later: how it is drawn, and other names that are drawn so. */
export const grounds = [
	["hill", ""],
	["clear", ""],
	["road", ""],
	["shallow_water", "water river stream"],
	["swamp", "marsh"],
	["ditch", ""],
	["rough", ""],
	["brush", ""],
	["light_woods", "woods"],
	["dense_woods", "forest dense"],
	["obstacle", ""],
	["wall", "rampart"],
	["building", "garrison"],
	["impassable", ""],
];

/** The place of a kind of ground among those; what is not known lies over all. */
export function ground_place(kind) {
	const place = grounds.findIndex(([sign, names]) => sign === kind || names.split(" ").includes(kind));

	return place < 0 ? grounds.length : place;
}

/** The drawing of a kind of ground. */
export const ground_sign = (kind) => grounds[ground_place(kind)]?.[0] ?? kind;

const small_words = /^(a|an|the|of|and|der|die|das|des|dem|den|von|vom|und|own|\d+\S*)$/i;

const sides = /^(red|blue|rot\w*|blau\w*)$/i;

/**
 * One word of a name that says which unit it is: what stands before "of", else the last word; another
 * one if another unit is called so, too, or a side; two words if none is its own; of those that others bear
 * as well, one that fewest bear.
 */
export function short_name(name, others) {
	const parts = name.split(" ");
	const before = parts.findIndex((word) => /^(of|von|vom|des|der)$/i.test(word)) - 1;
	const weighty = parts.filter((word) => !small_words.test(word));
	const head = [parts[before], weighty.at(-1)].find((word) => weighty.includes(word)) ?? parts[0];
	const bearers = (word) =>
		sides.test(word) ? Infinity : others.filter((other) => other !== name && ` ${other} `.includes(` ${word} `)).length;
	const pairs = parts.slice(1).map((word, at) => `${parts[at]} ${word}`);

	return [head, ...weighty, ...pairs].reduce((best, word) => (bearers(word) < bearers(best) ? word : best));
}
