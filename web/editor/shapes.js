// @ts-check
// Outlines of terrain from a few points: between two corners, round, or along a line.

const sides_of_round = 16;

/** A rectangle between two corners. */
export function corner_points(a, b) {
	return [
		{ x: a.x, y: a.y },
		{ x: a.x, y: b.y },
		{ x: b.x, y: b.y },
		{ x: b.x, y: a.y },
	];
}

/** An ellipse within two corners. */
export function round_points(a, b) {
	return Array.from({ length: sides_of_round }, (_, index) => {
		const turn = (index * 2 * Math.PI) / sides_of_round;
		return {
			x: Math.round((a.x + b.x) / 2 + (Math.abs(b.x - a.x) / 2) * Math.sin(turn)),
			y: Math.round((a.y + b.y) / 2 + (Math.abs(b.y - a.y) / 2) * Math.cos(turn)),
		};
	});
}

const unit = (from, to) => {
	const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;

	return { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
};

/** A strip so wide along a line: at each bend its edges lie on what halves the angle. */
export function strip_points(line, width) {
	const edge = (index, side) => {
		const before = line[index - 1] && unit(line[index - 1], line[index]);
		const after = line[index + 1] && unit(line[index], line[index + 1]);
		const a = before ?? after,
			b = after ?? before;
		const across = { x: a.y + b.y, y: -a.x - b.x };
		const length = Math.hypot(across.x, across.y) || 1;
		// Not farther than twice the width, however sharp the bend.
		const reach = width / 2 / Math.max(length / 2, 0.25);
		return {
			x: Math.round(line[index].x + (across.x / length) * side * reach),
			y: Math.round(line[index].y + (across.y / length) * side * reach),
		};
	};

	return [...line.map((_, index) => edge(index, 1)), ...line.map((_, index) => edge(index, -1)).reverse()];
}
