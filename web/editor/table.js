// @ts-check
// The table of the editor: the board's own drawing, with handles on what is picked. Pointer and keys
// become edits of the battle; a drag is shown while it lasts and is one edit when it ends.

import { draw, fill, make, set } from "../dom.js";
import { draw_scene, make_scene } from "../board/draw.js";
import { listen_to_board } from "../board/input.js";
import { bounded, to_picture, view_box, whole, zoomed } from "../board/measure.js";
import { initial_state } from "../store.js";
import { words } from "../words.js";
import { move_picked, settle } from "./contact.js";
import { box_of, is_inside } from "./geometry.js";
import { dragged, move, outline_of, turn, turning_of } from "./move.js";
import { board_of, game_of, remove, terrain_of, unit_of, units_of } from "./muster.js";

const arm_px = 46; // from a front to the handle that turns it
const grip_px = 11;
const hidden_px = 6 * grip_px; // a piece that is smaller would lie under its grips
const near_px = 12; // a front that is dropped so near to an enemy is put against it
const near = 1270; // or so near on the table, in 0.01 mm
const step = 1270; // what an arrow key moves, in 0.01 mm: half an inch
const fine_step = 254;
const angle_step = 1024;

export class Table {
	#svg = draw("svg", { class: "table", role: "group", tabindex: 0 });
	#scene = make_scene(this.#svg);
	#below = draw("g", { class: "ghost", "aria-hidden": "true" }); // outlines of terrain, under the units
	/** @type {View|null} */
	#view = null;
	#is_whole = true;
	#frame = 0;
	/** @type {{held: string, from: Point, to: Point}|null} */
	#drag = null;
	/** @type {{points: Point[], most: number, is_line: boolean, give: (points: Point[]) => void}|null} */
	#asked = null;
	#checked = /** @type {any} */ (null);
	#faulty = new Set();
	#several = /** @type {any} */ (null); // the button, where there is no Shift key
	#is_all_round;

	/** @param {import("./battle.js").Battle} battle @param {(unit: any) => boolean} is_all_round  has it no flanks? */
	constructor(battle, is_all_round) {
		this.battle = battle;
		this.#is_all_round = is_all_round;
		const button = (key, sign, act) =>
			make("button", { type: "button", "aria-label": words(key), title: words(key), click: act }, sign);
		const zoom = (factor) => () => this.#look(zoomed(this.#view, factor, 0, 0));

		this.#several = button("ui.battle.several", "⊕", () => {
			this.#adds = !this.#adds;
			this.#several.setAttribute("aria-pressed", String(this.#adds));
		});
		this.#several.setAttribute("aria-pressed", "false");
		this.node = make(
			"pn-ground",
			null,
			this.#svg,
			make(
				"div",
				{ class: "zooms" },
				this.#several,
				button("ui.zoom.in", "+", zoom(1.4)),
				button("ui.zoom.out", "−", zoom(1 / 1.4)),
				button("ui.zoom.fit", "⤢", () => this.#show_all()),
			),
		);
		this.#svg.insertBefore(this.#below, this.#scene.orders);
		this.#svg.addEventListener("keydown", (event) => this.#key(event), true);
		this.#svg.addEventListener("pointerdown", (event) => (this.#is_adding = event.shiftKey), true);
		listen_to_board(this.#svg, {
			view: () => this.#view,
			board: () => board_of(this.battle.value),
			is_turned: () => false,
			order: () => units_of(this.battle.value).map(([id]) => id),
			holds: (id, at) => !this.#asked && (id !== undefined || this.#is_loose(at)),
			intent: (intent) => this.#take(intent),
		});
		new ResizeObserver(() => this.#resized()).observe(this.#svg);
		battle.subscribe(() => this.redraw());
	}

	/** Points of the table are wanted, so many at most: `give` gets them, at the latest by done(). Of a line the ends are not joined. */
	ask(give, most, is_line = false) {
		this.#asked = { points: [], most, is_line, give };
		this.redraw();
	}

	/** Is what is picked next picked besides? */
	get picks_several() {
		return this.#adds;
	}

	/** How the battle would begin, as the server last said, or null. */
	get checked() {
		return this.#checked;
	}

	/** Has a unit no flanks, by its formation? */
	get is_all_round() {
		return this.#is_all_round;
	}

	get asked() {
		return this.#asked;
	}

	done(is_given) {
		const { points, give } = this.#asked ?? { points: [], give: () => {} };

		this.#asked = null;
		this.redraw();
		this.node.dispatchEvent(new CustomEvent("asked"));
		if (is_given && points.length > 0)
			give(points);
	}

	/** What the server said of the battle: how it would begin, and which units are at fault. */
	tell(checked, faulty) {
		this.#checked = checked ?? this.#checked;
		this.#faulty = new Set(faulty);
		this.redraw();
	}

	#take(intent) {
		const whole_point = (at) => at && { x: Math.round(at.x), y: Math.round(at.y) };
		const point = whole_point(intent.point);

		if (intent.kind === "view") {
			this.#look(intent.view);
		} else if (this.#asked && point) {
			this.#asked.points.push(point);
			if (this.#asked.points.length === this.#asked.most)
				this.done(true);
			this.redraw();
			this.node.dispatchEvent(new CustomEvent("asked"));
		} else if (intent.kind === "unit") {
			this.#pick(intent.unit, intent.point === undefined);
		} else if (intent.kind === "ground") {
			this.#pick(this.#piece_at(point));
		} else if (intent.kind === "drag") {
			this.#hold(intent.unit, whole_point(intent.from), point);
		} else if (intent.kind === "drop") {
			this.#drop();
		} else if (intent.kind === "cancel" && this.#asked) {
			this.done(false);
		} else if (intent.kind === "cancel") {
			this.#drag = null;
			this.battle.select([]);
		}
	}

	#is_adding = false; // Shift is down: what is picked is picked besides
	#adds = false; // the same, where there is no Shift key

	#pick(id, is_by_key = false) {
		const { selected } = this.battle;

		if (id === "turn" || id?.[0] === "v")
			return;
		if (!(this.#is_adding || this.#adds) || !id)
			this.battle.select(id && !(is_by_key && selected.includes(id)) ? [id] : []);
		else
			this.battle.select(selected.includes(id) ? selected.filter((one) => one !== id) : [...selected, id]);
	}

	#piece_at(point) {
		const index = terrain_of(this.battle.value).findLastIndex((piece) => is_inside(piece.points ?? [], point));

		return index < 0 ? undefined : `t${index}`;
	}

	/** Does terrain lie there that is seen whole? What reaches beyond is the ground that one looks about on. */
	#is_loose(point) {
		const { value } = this.battle;
		const id = this.#piece_at(point);

		return id !== undefined && outline_of(value, id).every((corner) => this.#sees(to_picture(board_of(value), corner)));
	}

	#hold(unit, from, point) {
		const { selected } = this.battle;
		const id = this.#drag?.held ?? unit ?? this.#piece_at(from);

		if (!this.#drag) {
			const is_handle = id === "turn" || id[0] === "v";
			if (!is_handle && !selected.includes(id))
				this.battle.select([id]);
			this.#drag = { held: id, from, to: point };
		}
		this.#drag.to = point;
		this.redraw();
	}

	#drop() {
		const drag = this.#drag;

		this.#drag = null;
		if (drag)
			move_picked(this.battle, this.#checked, (copy) => this.#work_drag(copy, drag), this.#how(drag));
		this.redraw();
	}

	#work_drag(copy, { held, from, to }) {
		dragged(copy, this.battle.selected, held, from, to);
	}

	/** How near to an enemy a front that is dragged is put against it: on a small picture from farther off. */
	#how({ held }) {
		const { scale } = /** @type {View} */ (this.#view);

		return { reach: held === "turn" ? 0 : Math.max(near, near_px / scale), is_all_round: this.#is_all_round };
	}

	/** Keys that change what is picked, before the board's own find another unit. */
	#key(event) {
		const { battle } = this;
		const by = event.shiftKey ? fine_step : step;
		const ways = { ArrowUp: [0, by], ArrowDown: [0, -by], ArrowLeft: [-by, 0], ArrowRight: [by, 0] };
		const turns = { ",": -angle_step, ".": angle_step };
		const way = ways[event.key];

		this.#is_adding = event.shiftKey;
		if ((event.ctrlKey || event.metaKey) && event.key === "a") {
			battle.select(units_of(battle.value).map(([id]) => id));
			event.preventDefault();
		}
		if (event.ctrlKey || event.metaKey || event.altKey || battle.selected.length === 0)
			return;
		const change = (edit, why) => move_picked(battle, this.#checked, edit, undefined, why);

		if (way)
			change((copy) => move(copy, battle.selected, { x: way[0], y: way[1] }), "move");
		else if (turns[event.key])
			change((copy) => turn(copy, battle.selected, turns[event.key]), "turn");
		else if (event.key === "Delete" || event.key === "Backspace")
			battle.change((copy) => remove(copy, battle.selected));
		else
			return;
		event.preventDefault();
		event.stopImmediatePropagation();
	}

	/** @param {View} view */
	#look(view) {
		const { clientWidth, clientHeight } = this.#svg;
		const board = board_of(this.battle.value);

		this.#view = bounded(view, board, clientWidth, clientHeight);
		this.#is_whole = this.#view.scale <= whole(board, clientWidth, clientHeight).scale * 1.001;
		this.redraw();
	}

	#show_all() {
		this.#look(whole(board_of(this.battle.value), this.#svg.clientWidth, this.#svg.clientHeight));
	}

	#resized() {
		if (this.#is_whole || !this.#view)
			this.#show_all();
		else
			this.#look(this.#view);
	}

	/** The battle as it is shown: with what is being dragged where the finger is. */
	#shown() {
		const { value } = this.battle;

		if (!this.#drag)
			return value;
		const copy = structuredClone(value);
		this.#work_drag(copy, this.#drag);
		settle(copy, this.#checked, [...this.battle.selected], this.#how(this.#drag));
		return copy;
	}

	redraw() {
		this.#frame ||= requestAnimationFrame(() => {
			this.#frame = 0;
			this.#draw();
		});
	}

	#draw() {
		const { clientWidth, clientHeight } = this.#svg;
		const value = this.#shown();

		if (clientWidth === 0)
			return;
		if (this.#is_whole || !this.#view)
			this.#view = whole(board_of(value), clientWidth, clientHeight);
		const game = game_of(value, this.#checked);
		const state = { ...initial_state("battle", "public", []), game, selected: this.battle.selected[0] ?? null };

		this.#svg.setAttribute("viewBox", view_box(this.#view, clientWidth, clientHeight));
		this.#svg.toggleAttribute("data-held", this.#drag !== null);
		draw_scene(this.#scene, /** @type {any} */ (state), this.#view);
		this.#draw_handles(value);
		set(this.#svg, { "aria-label": words("ui.battle.table") });
	}

	#draw_handles(value) {
		const { selected } = this.battle;
		const view = /** @type {View} */ (this.#view);
		const board = board_of(value);
		const path = (points, is_closed = true) =>
			points.length === 0
				? ""
				: `M${points
						.map((point) => to_picture(board, point))
						.map(({ x, y }) => `${x} ${y}`)
						.join("L")}${is_closed ? "z" : ""}`;
		const grip = (id, point) => {
			const at = to_picture(board, point);
			return draw("circle", { class: "grip", "data-unit": id, cx: at.x, cy: at.y, r: grip_px / view.scale });
		};
		const area = (id) => draw("g", { class: "figure", "data-unit": id }, draw("path", { d: path(outline_of(value, id)) }));
		const pieces = selected.filter((id) => !unit_of(value, id));
		const lone = pieces.length === 1 && selected.length === 1 ? outline_of(value, pieces[0]) : [];

		fill(this.#below, pieces.map(area));
		fill(
			this.#scene.ghost,
			[...this.#faulty].map((id) => draw("path", { class: "struck", d: path(outline_of(value, id)) })),
			// The first of them the board frames.
			selected.slice(1).map((id) => draw("path", { class: "picked", d: path(outline_of(value, id)) })),
			this.#arm(value, board, grip),
			[...this.#gripped(lone)].map(([index, point]) => grip(`v${index}`, point)),
			this.#asked ? draw("path", { class: "line", d: path(this.#asked.points, !this.#asked.is_line) }) : null,
			(this.#asked?.points ?? []).map((point) => grip("", point)),
		);
	}

	/** Is a point of the picture in the window, so many pixels from its edge? */
	#sees(at, margin = 0) {
		const { x, y, scale } = /** @type {View} */ (this.#view);
		const { clientWidth, clientHeight } = this.#svg;
		const is_within = (way, size) => Math.abs(way) * scale < size / 2 - margin;

		return is_within(at.x - x, clientWidth) && is_within(at.y - y, clientHeight);
	}

	/** Where the arm ends: ahead, or behind where that is out of sight. */
	#arm_end({ middle, facing }, board) {
		const { scale } = /** @type {View} */ (this.#view);
		const ahead = at_arm(middle, facing, arm_px / scale);

		return this.#sees(to_picture(board, ahead), grip_px) ? ahead : at_arm(middle, facing + 32768, arm_px / scale);
	}

	/**
	 * The corners of a piece that have a grip: none of one that its grips would hide, and of those that
	 * lie close together one. From nearer by there are more.
	 */
	#gripped(points) {
		const { scale } = /** @type {View} */ (this.#view);
		const { left, right, low, high } = box_of(points);
		const is_hidden = Math.max(right - left, high - low) * scale < hidden_px;
		const is_apart = (a, b) => Math.hypot(a.x - b.x, a.y - b.y) * scale > 2 * grip_px;
		const gripped = /** @type {Map<number, Point>} */ (new Map());

		for (const [index, point] of is_hidden ? [] : points.entries())
			if ([...gripped.values()].every((other) => is_apart(point, other)))
				gripped.set(index, point);
		return gripped;
	}

	/** The handle that turns what is picked, on an arm ahead of it. */
	#arm(value, board, grip) {
		const { selected } = this.battle;
		const turning = selected.length > 0 && turning_of(value, selected);

		if (!turning)
			return [];
		const end = this.#drag?.held === "turn" ? this.#drag.to : this.#arm_end(turning, board);
		const [a, b] = [turning.middle, end].map((point) => to_picture(board, point));

		return [draw("path", { class: "line", d: `M${a.x} ${a.y}L${b.x} ${b.y}` }), grip("turn", end)];
	}
}

function at_arm(middle, facing, length) {
	const turn = (facing * 2 * Math.PI) / 65536;

	return { x: middle.x + Math.sin(turn) * length, y: middle.y + Math.cos(turn) * length };
}
