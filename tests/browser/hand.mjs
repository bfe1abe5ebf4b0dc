// Somebody's hand on the page, with its touches counted, and armies for it: units in a row.

import assert from "node:assert/strict";
import { next_to_act } from "./player.mjs";

const inch = 2540;

/** A unit of either side, in a row with others. */
function unit(side, place, stats, more = {}) {
	return {
		side,
		name: `${side === "red" ? "Lion" : "Stag"} ${place + 1}`,
		figures: 8,
		files: 4,
		base: { width: 2000, depth: 2000 },
		pose: {
			x: (5 + place * 5) * inch,
			y: (side === "red" ? 8 : 50) * inch,
			facing: side === "red" ? 0 : 32768,
		},
		stats,
		...more,
	};
}

/**
 * Foot of Battlesystem 2e who pass every check, facing the enemy's side; in inches, without a place
 * where there is none.
 */
export const company = (side, name, x, y, figures = 12) => ({
	side,
	name,
	class: "foot",
	figures,
	files: figures / 2,
	base: { width: 2000, depth: 2000 },
	...(x === undefined ? {} : { pose: { x: x * inch, y: y * inch, facing: side === "red" ? 0 : 32768 } }),
	stats: { movement_allowance: 12 * inch, morale_rating: 20 },
});

/** So many units a side, far apart, until turn three. */
export const rows = (count, stats, more) => ({
	board: { width: 66 * inch, depth: 58 * inch },
	units: ["red", "blue"].flatMap((side) => Array.from({ length: count }, (_, place) => unit(side, place, stats, more))),
	ends: { turns: 3, count: "none" },
});
/** A player whose touches are counted. */
export function counted(player) {
	const { page } = player;
	let touches = 0;

	/** Where a point of the table is in the window. */
	const spot = (point, depth) =>
		page.evaluate(
			({ x, y }) => {
				const svg = document.querySelector("svg.table");
				const box = svg.viewBox.baseVal;
				const { left, top, width } = svg.getBoundingClientRect();
				const scale = width / box.width;
				const field = document.querySelector(".field").getBBox();
				const at = document.querySelector("pn-board[data-turned]")
					? { x: field.width - x, y: field.height - y }
					: { x, y };
				return { left: left + (at.x - box.x) * scale, top: top + (at.y - box.y) * scale };
			},
			{ x: point.x, y: depth - point.y },
		);

	return {
		get touches() {
			return touches;
		},
		async unit(id) {
			touches++;
			await player.press(page.locator(`.units [data-unit=${id}]`));
		},
		async place(point, depth) {
			await player.settle(); // a sheet that comes up changes the table's size
			const { left, top } = await spot(point, depth);
			touches++;
			await player.point(left, top);
		},
		async press(selector) {
			touches++;
			await player.press(page.locator(selector).first());
		},
	};
}

export const later = (player, version) =>
	player.page.waitForFunction(
		(before) =>
			Number(document.querySelector("main.game").dataset.version) > before && !document.querySelector(".pending"),
		version,
	);

/** Press what ends a step, and do it, until `holds` of the view of the side that is asked. */
export async function until(table, holds) {
	for (let steps = 0; steps < 40; steps++) {
		const player = await next_to_act(table.red, table.blue);
		const view = await table.view(player === table.red ? "red" : "blue");
		if (holds(view))
			return { player, view };
		await player.play({ action: view.actions.find((one) => one.group === "step") });
	}
	return assert.fail("it is never asked");
}
