// @ts-check
// Names and signs beside the units, upright whichever way they face, sized in pixels. A
// name never covers a block or another name: it stands on another side of its unit, or
// shortens, is cut, or is left to the list.

import { draw } from "../dom.js";
import { characters_of, isolated } from "../words.js";
import { badge_sign, badges_of } from "./badges.js";
import { middle_of, size_of, tip_of, to_picture } from "./measure.js";
import { short_name } from "./vocabulary.js";

const label_px = 13;
const line_px = 13.5;
const badge_px = 17;
const cut_at = [14, 7]; // characters of a name that finds no room in full

// A long name on two lines of about the same length.
function name_lines(name) {
	const parts = name.split(" ");
	let best = [name];

	for (let cut = 1; cut < parts.length; cut++) {
		const lines = [parts.slice(0, cut).join(" "), parts.slice(cut).join(" ")];
		const longer = (pair) => Math.max(...pair.map((line) => line.length));
		if (longer(lines) < longer(best))
			best = lines;
	}
	return best;
}

/**
 * Points along the arrows that are drawn, close together, in pixels of the picture.
 * @param {View} view
 */
function points_on_arrows(arrows, turn, view) {
	return arrows.flatMap((arrow) => {
		const points = [];
		for (const [, sign, x, y] of arrow.getAttribute("d").matchAll(/([MLl])(\S+) ([^MLl]+)/g)) {
			const last = points.at(-1);
			const is_relative = sign === "l";
			const to = { x: Number(x) + (is_relative ? last.x : 0), y: Number(y) + (is_relative ? last.y : 0) };
			const steps = last ? Math.ceil((Math.hypot(to.x - last.x, to.y - last.y) * view.scale) / 6) : 1;
			for (let step = 1; step <= steps; step++)
				points.push(
					last
						? { x: last.x + ((to.x - last.x) * step) / steps, y: last.y + ((to.y - last.y) * step) / steps }
						: to,
				);
		}
		return points.map(turn).map(({ x, y }) => ({ x: x * view.scale, y: y * view.scale }));
	});
}

const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/**
 * The upright box around a unit's block in pixels of the picture.
 * @param {BoardSize} board @param {Unit} unit @param {View} view
 */
function box_of(board, unit, view) {
	const turn = (unit.pose.facing * 2 * Math.PI) / 65536;
	const { width, depth } = size_of(unit);
	const middle = to_picture(board, middle_of(unit));
	const half_x = (Math.abs(Math.cos(turn)) * width + Math.abs(Math.sin(turn)) * depth) / 2;
	const half_y = (Math.abs(Math.sin(turn)) * width + Math.abs(Math.cos(turn)) * depth) / 2;
	const tip = tip_of(size_of(unit)) * 1.1;
	const ahead = { x: Math.sin(turn) * tip, y: -Math.cos(turn) * tip };
	const s = view.scale;

	return {
		left: (middle.x - half_x + Math.min(0, ahead.x)) * s,
		right: (middle.x + half_x + Math.max(0, ahead.x)) * s,
		top: (middle.y - half_y + Math.min(0, ahead.y)) * s,
		bottom: (middle.y + half_y + Math.max(0, ahead.y)) * s,
	};
}

/** Boxes for a label of this size on the four sides of a block, the rear first. */
function places(box, width, height, facing) {
	const x = (box.left + box.right) / 2,
		y = (box.top + box.bottom) / 2;
	const below = { left: x - width / 2, top: box.bottom + 4 };
	const above = { left: x - width / 2, top: box.top - height - 5 };
	const right = { left: box.right + 4, top: y - height / 2 };
	const left = { left: box.left - width - 4, top: y - height / 2 };
	const quarter = Math.round(facing / 16384) % 4;
	const order = [
		[below, above, right, left],
		[left, below, above, right],
		[above, below, right, left],
		[right, below, above, left],
	][quarter];

	return order.map((at) => ({ ...at, right: at.left + width, bottom: at.top + height }));
}

/** @param {Unit} unit @param {View} view */
function text_of(unit, lines, spot, badges, view) {
	const s = view.scale;
	const middle = (spot.left + spot.right) / 2;
	const first = spot.top + (badges > 0 ? badge_px : 0) + line_px * 0.8;

	return draw(
		"text",
		{ "text-anchor": "middle", class: unit.side, "font-size": label_px / s },
		lines.map((line, index) =>
			draw("tspan", { x: middle / s, y: (first + index * line_px) / s }, isolated(line)),
		),
	);
}

/** @param {Unit} unit @param {View} view */
function signs_of(unit, badges, spot, view) {
	const s = view.scale;
	const middle = (spot.left + spot.right) / 2;
	const first = middle - ((badges.length - 1) * badge_px) / 2;

	return badges.map((badge, index) =>
		draw(
			"g",
			{
				class: `badge ${badge === unit.state ? "unsteady-sign" : badge}`,
				transform: `translate(${(first + index * badge_px) / s} ${(spot.top + badge_px / 2) / s}) scale(${1 / s})`,
			},
			badge_sign(badge),
		),
	);
}

function label_size(lines, badges) {
	const longest = Math.max(0, ...lines.map((line) => line.length));

	return {
		width: Math.max(longest * label_px * 0.54, badges * badge_px),
		height: lines.length * line_px + (badges > 0 ? badge_px : 0),
	};
}

const near_px = 4; // its own block is nearer: a name so near to another could be that one's

/** A box with so many pixels around it. */
const wider = ({ left, right, top, bottom }, across, down = across) => ({
	left: left - across,
	right: right + across,
	top: top - down,
	bottom: bottom + down,
});

const holds = (box, { x, y }) => x > box.left && x < box.right && y > box.top && y < box.bottom;

/**
 * Names and signs of all units, those that matter now first. No name lies under an arrow.
 * @param {Game} game @param {View} view
 */
export function draw_labels(game, units, marks, view, arrows = [], turn = (point) => point) {
	const crossed = points_on_arrows(arrows, turn, view);
	const names = units.map(([, unit]) => unit.name);
	const boxes = units.map(([, unit]) => box_of(game.board, unit, view));
	const taken = [...boxes];
	const edge = { right: game.board.width * view.scale, bottom: game.board.depth * view.scale };
	const is_on_table = ({ left, top, right, bottom }) => left >= 0 && top >= 0 && right <= edge.right && bottom <= edge.bottom;
	const matters = (id) =>
		[marks.selected, marks.chosen, marks.threat, ...(marks.asked ?? [])].includes(id);

	return units
		.map(([id, unit], index) => ({ id, unit, box: boxes[index] }))
		.sort((a, b) => Number(matters(b.id)) - Number(matters(a.id)))
		.map(({ id, unit, box }) => {
			const badges = badges_of(game, id);
			const name = name_lines(unit.name);
			const short = [short_name(unit.name, names)];
			const characters = characters_of(short[0]);
			const cut = cut_at.filter((length) => length < characters.length - 1).map((length) => [`${characters.slice(0, length).join("").trimEnd()}…`]);
			const free = (spot) =>
				is_on_table(spot) &&
				!taken.some((other) => meet(spot, other)) &&
				!crossed.some((point) => holds(spot, point));

			// Nobody is to wonder whose name it is: it stands nearer to its own block than to any other.
			const others = boxes.filter((other) => other !== box);
			const clear = (spot) => free(spot) && !others.some((other) => meet(wider(spot, near_px), other));

			// A unit that is picked or asked about is named, whatever else that covers.
			const always = matters(id) ? [[short, free], [short, is_on_table], [short, () => true]] : [];

			const choices = /** @type {[string[], (spot: any) => boolean][]} */ ([
				[name, clear],
				...[short, ...cut].map((lines) => [lines, clear]),
				...always,
				[[], free],
			]);

			for (const [lines, fits] of choices) {
				const { width, height } = label_size(lines, badges.length);
				if (height === 0)
					return null;
				const spots = places(box, width, height, unit.pose.facing);
				// The weightiest sign is told whatever it covers; a name gives way.
				const is_last = lines.length === 0;
				const spot = spots.find(fits) ?? (is_last ? spots[0] : null);
				if (!spot)
					continue;
				if (is_last && !free(spot))
					badges.splice(1);
				taken.push(wider(spot, 3, 0));
				return [
					lines.length > 0 ? text_of(unit, lines, spot, badges.length, view) : null,
					signs_of(unit, badges, spot, view),
				];
			}
			return null;
		});
}
