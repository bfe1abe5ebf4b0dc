// @ts-check
// <pn-board>: the table. It is given a state and draws it; what is done on it comes out
// as "intent" events. No rule is known here: what lights up is what the server lists.

import { draw, make } from "../dom.js";
import { keep_turn } from "../seats.js";
import { words } from "../words.js";
import { as_planned, owes, target_of, unit_ids } from "../store.js";
import { handle_of, dragged } from "./drag.js";
import { asked_about, fitted, is_from_north, is_seen, is_small, is_unit_seen, moved } from "./fit.js";
import { compass_rose, draw_picked, draw_scene, make_scene } from "./draw.js";
import { Animation } from "./animation.js";
import { listen_to_board } from "./input.js";
import { Legend } from "./legend.js";
import { bounded, is_on, to_picture, turned_pose, view_box, whole, zoomed } from "./measure.js";

const brought_zoom_max = 4; // times the whole table: what is about stays seen

class Board extends HTMLElement {
	#svg = draw("svg", { class: "table", role: "group" });
	#scene = make_scene(this.#svg);
	#state = /** @type {State|null} */ (null); // what is drawn
	#latest = /** @type {State|null} */ (null); // what was last given
	/** @type {import("./measure.js").View|null} */
	#view = null;
	#is_whole = true; // all of it, but for what a sheet covers
	#height = 0; // of the picture, when it was last looked at
	#top = 0;
	#asked = ""; // which decision the table was last brought to
	#step = ""; // in which turn and phase that was asked
	#waits = /** @type {Game["waiting_for"]} */ ([]); // and of whom
	#is_brought = false; // by the page, not by hand
	#by_hand = -1; // the turn in which somebody looked where they want
	#of = ""; // whose game is shown
	#rose = /** @type {HTMLButtonElement|null} */ (null); // the button that turns the table
	#frame = 0;
	#drawn_scale = 0; // 0: the picture does not show the state
	#drawn = [];
	#animation = new Animation(
		() => this.#latest && this.isConnected && this.render(this.#latest),
		() =>
			[...this.#svg.querySelectorAll("[data-unit] .rim")].map((rim) =>
				rim.getBoundingClientRect(),
			),
	);
	#seen = 0; // the number of the last event whose outcome was shown
	#ruler = /** @type {HTMLButtonElement|null} */ (null); // the button that lays it
	#legend = new Legend();
	/** @type {Handle|null} */
	#handle = null; // what of the ghost can be dragged
	/** @type {{body: Command, pose: Pose}|null} */
	#held = null; // {body, pose}: where a finger put it

	connectedCallback() {
		this.#animation.listen();
		if (this.#svg.isConnected)
			return;
		const button = (key, sign, act) =>
			make(
				"button",
				{
					type: "button",
					"aria-label": words(key),
					title: words(key),
					click: act,
				},
				sign,
			);
		const zoom = (factor) => () => this.#look_by_hand(zoomed(this.#view, factor, 0, 0));

		this.#ruler = button("ui.ruler", "⟷", () => this.#tell({ kind: "ruler" }));
		this.#ruler.dataset.key = "ruler";
		this.#ruler.hidden = true;
		this.#rose = button("ui.turn_table", compass_rose(), () =>
			this.#turn(keep_turn(this.#state.game_id, !this.#scene.is_turned)),
		);
		this.#rose.classList.add("rose");
		this.append(
			this.#svg,
			this.#rose,
			this.#legend.node,
			this.#animation.node,
			make(
				"div",
				{ class: "zoom" },
				button("ui.past", "↺", () => this.#tell({ kind: "replay" })),
				this.#ruler,
				button("ui.zoom.in", "+", zoom(1.4)),
				button("ui.zoom.out", "−", zoom(1 / 1.4)),
				button("ui.zoom.fit", "⤢", () => this.#fit_by_hand()),
			),
		);
		listen_to_board(this.#svg, {
			view: () => this.#view,
			board: () => this.#state.game.board,
			is_turned: () => this.#scene.is_turned,
			order: () => unit_ids(this.#state?.game),
			holds: (unit) => this.#is_held(unit),
			intent: (intent) => this.#take(intent),
		});
		this.addEventListener("focusin", (event) => this.#bring_into_view(event.target));
		new ResizeObserver(() => this.#resized()).observe(this.#svg);
	}

	disconnectedCallback() {
		this.#animation.leave();
	}

	/**
	 * The action that dragging a unit means, or touching the ground: of the picked one, the first
	 * with a way or place that is aimed at nobody, else the first.
	 */
	#movable(unit) {
		const { selected, pending, game } = this.#state ?? {};

		if (!unit || unit !== selected || pending)
			return undefined;
		const movable = (game.actions ?? []).filter(
			(action) =>
				action.unit === unit &&
				action.bounds.some((bound) =>
					["path", "polygon"].includes(bound.kind),
				),
		);
		return movable.find((action) => action.target === null) ?? movable[0];
	}

	/** Does a drag that begins on the unit move it, rather than the table? */
	#is_held(unit) {
		const { pending } = this.#state ?? {};

		return (
			this.#movable(unit) !== undefined ||
			(this.#handle !== null && unit !== undefined && unit === pending?.body.unit)
		);
	}

	#take(intent) {
		const action = this.#movable(intent.unit);
		// A browser takes a finger beside a unit for one on it: where the picked unit is not, it
		// is to go.
		const is_beside =
			intent.kind === "unit" &&
			intent.point &&
			intent.unit === this.#state?.selected &&
			!is_on(as_planned(this.#state).units[intent.unit], intent.point);

		if (intent.kind === "view")
			this.#look_by_hand(intent.view);
		else if (this.#state?.pointing && intent.point)
			["unit", "ground"].includes(intent.kind) &&
				this.#tell({ kind: "point", point: intent.point });
		else if (intent.kind === "drag" && action)
			this.#tell({ kind: "pick", action });
		else if (intent.kind === "ground" || is_beside)
			this.#place(intent.point);
		else if (intent.kind === "drag")
			this.#drag(intent.point);
		else if (intent.kind !== "drop")
			this.#tell(intent);
	}

	// A place that is touched is meant: what is picked goes there, or the picked unit does.
	#place(point) {
		const state = this.#state;
		const picked = this.#movable(state.selected);
		const pending = state.pending ?? (picked && { action: picked, body: picked.do });
		const handle = pending && handle_of({ ...state, game: as_planned(state), pending });

		if (!handle)
			return;
		const { body, held } = dragged(handle, pending.body, point);
		this.#held = { body, pose: held };
		this.#tell({ kind: "place", action: pending.action, body });
	}

	#handle_now() {
		return handle_of({ ...this.#state, game: as_planned(this.#state) });
	}

	#drag(point) {
		this.#handle = this.#handle_now() ?? this.#handle;
		if (!this.#handle || !this.#state.pending)
			return;
		const { body, held } = dragged(this.#handle, this.#state.pending.body, point);

		this.#held = { body, pose: held };
		this.#tell({ kind: "vary", body });
	}

	/** @param {State} state with a game in it */
	render(state) {
		this.#latest = state;
		const { game, side, selected, pending, log } = state;

		const of = `${state.game_id} ${state.side}`;
		if (of !== this.#of) {
			this.#of = of;
			this.#turn(is_from_north(state));
		}
		this.#animation.add(state);
		const { frame, seen } = this.#animation;
		const shown = [
			frame ?? game,
			side,
			selected,
			pending?.action,
			target_of(pending),
			log,
		];

		if (seen !== null && seen > this.#seen) {
			this.#seen = seen;
			this.#tell({ kind: "seen", seen });
		}
		this.#state = frame
			? {
					...state,
					game: { ...game, units: frame.units, contacts: frame.contacts },
				}
			: state;
		this.#handle = this.#handle_now();
		// What is picked is drawn by itself: a finger may be on it.
		if (!shown.every((one, index) => one === this.#drawn[index]))
			this.#drawn_scale = 0;
		this.#drawn = shown;
		this.#ruler.hidden = !game.premeasure;
		this.#ruler.setAttribute("aria-pressed", String(state.pointing?.key === "ruler" || state.ruler !== null));
		this.#legend.render(game);
		this.#view ??= whole(
			state.game.board,
			this.#svg.clientWidth || 1,
			this.#svg.clientHeight || 1,
		);
		if (frame)
			this.#follow_move(frame.event);
		else {
			this.#follow();
			if (this.#is_covered())
				this.#keep(this.#view);
		}
		this.#redraw();
	}

	#turn(is_turned) {
		const { board } = this.#latest.game;

		if (this.#view && is_turned !== this.#scene.is_turned)
			this.#view = { ...this.#view, x: board.width - this.#view.x, y: board.depth - this.#view.y };
		this.#scene.is_turned = is_turned;
		this.toggleAttribute("data-turned", is_turned);
		this.#drawn_scale = 0;
		if (this.#is_whole)
			this.#show_all();
		this.#redraw();
	}

	// A decision about units that cannot be read brings them into view; there it stays until the step is over
	// or something else is asked. But not in a turn in which somebody looked where they want, until they
	// ask to be shown.
	#follow() {
		const { game, side } = this.#state;
		const step = `${game.turn} ${game.phase}`;
		const asked = asked_about(this.#state);
		const rests = !asked && this.#is_brought && this.#step === step && game.status === "playing" && !owes(game, side);

		if (this.#svg.clientWidth === 0 || rests || (asked?.key ?? "") === this.#asked)
			return;
		this.#asked = asked?.key ?? "";
		this.#step = step;
		this.#waits = game.waiting_for;
		if (this.#by_hand === game.turn)
			return;
		const { clientWidth, clientHeight } = this.#svg;
		const was_brought = this.#is_brought;

		// What is seen and can be read is left where it is.
		if (
			asked?.units.every((unit) => !is_small(unit, this.#view)) &&
			is_seen(this.#state, this.#scene.is_turned, this.#view, clientWidth, clientHeight)
		)
			return;
		this.#is_brought = asked !== null;
		if (asked)
			this.#bring();
		else if (was_brought)
			this.#show_all();
	}

	// What moves elsewhere, with nothing asked, is seen on the whole table.
	/** @param {GameEvent} event */
	#follow_move({ to, unit }) {
		const { clientWidth, clientHeight } = this.#svg;

		if (!to || !this.#is_brought || asked_about(this.#latest) || is_unit_seen(this.#state, this.#scene.is_turned, this.#view, clientWidth, clientHeight, unit))
			return;
		this.#is_brought = false;
		this.#show_all();
	}

	// What matters: until the table is brought elsewhere, those who were asked about.
	get #about() {
		const { game } = this.#state;

		return this.#is_brought && !asked_about(this.#state) ? { ...this.#state, game: { ...game, waiting_for: this.#waits } } : this.#state;
	}

	#bring() {
		const { clientWidth, clientHeight } = this.#svg;
		const view = fitted(this.#about, this.#scene.is_turned, clientWidth, clientHeight);
		const most = brought_zoom_max * whole(this.#state.game.board, clientWidth, clientHeight).scale;

		if (view)
			this.#look({ ...view, scale: Math.min(view.scale, most) });
	}

	#look_by_hand(view) {
		this.#by_hand = this.#state.game.turn;
		this.#is_brought = false;
		this.#look(view);
	}

	#fit_by_hand() {
		this.#by_hand = -1;
		this.#is_brought = false;
		this.#fit();
	}

	// What matters now, or the whole table where that is seen already.
	#fit() {
		const { clientWidth, clientHeight } = this.#svg;
		const view = this.#state && fitted(this.#state, this.#scene.is_turned, clientWidth, clientHeight);
		const near = (key) => Math.abs(view[key] / this.#view[key] - 1) < 1e-6;

		if (!view || ["x", "y", "scale"].every(near))
			this.#show_all();
		else
			this.#look(view);
	}

	#tell(intent) {
		this.dispatchEvent(new CustomEvent("intent", { detail: intent }));
	}

	/** @param {View} view */
	#look(view) {
		if (!this.#state)
			return;
		const { clientWidth, clientHeight } = this.#svg;
		const board = this.#state.game.board;

		this.#view = bounded(view, board, clientWidth, clientHeight);
		this.#is_whole =
			this.#view.scale <= whole(board, clientWidth, clientHeight).scale * 1.001;
		this.#redraw();
	}

	#show_all() {
		if (this.#state)
			this.#look(
				whole(
					this.#state.game.board,
					this.#svg.clientWidth,
					this.#svg.clientHeight,
				),
			);
	}

	// A sheet that comes up covers the table's foot and leaves the scale: a unit that is touched next is where it
	// was, unless what matters had no room so. What comes above the table leaves nothing of it covered.
	#resized() {
		const { clientHeight } = this.#svg;
		const grown = clientHeight - this.#height;

		const { top } = this.#svg.getBoundingClientRect();
		const is_pushed = top !== this.#top;

		this.#height = clientHeight;
		this.#top = top;
		if (this.#is_whole && is_pushed)
			this.#show_all();
		else if (this.#view && (this.#is_brought || this.#is_whole))
			this.#keep({ ...this.#view, y: this.#view.y + (is_pushed ? -grown : grown) / 2 / this.#view.scale });
		else if (this.#view)
			this.#look(this.#view);
	}

	#is_covered() {
		const { clientWidth, clientHeight } = this.#svg;

		return this.#is_whole && this.#view.scale > whole(this.#state.game.board, clientWidth, clientHeight).scale * 1.001;
	}

	/** @param {View} view of the present scale */
	#keep(view) {
		const { clientWidth, clientHeight } = this.#svg;
		const may_stay = this.#state && clientWidth > 0 && (this.#is_brought || this.#is_covered());
		const kept = may_stay ? moved(this.#about, this.#scene.is_turned, view, clientWidth, clientHeight) : null;

		if (kept) {
			this.#view = kept;
			this.#redraw();
		} else if (this.#is_brought) {
			this.#bring();
		} else {
			this.#show_all();
		}
	}

	// What the keyboard reaches must be seen.
	#bring_into_view(target) {
		const unit = this.#state?.game.units[target.dataset?.unit];

		if (!unit || !this.#view || (this.#is_whole && !this.#is_covered()))
			return;
		const { board } = this.#state.game;
		const { x, y } = to_picture(board, this.#scene.is_turned ? turned_pose(board, unit.pose) : unit.pose);
		const half = {
			x: this.#svg.clientWidth / this.#view.scale / 2,
			y: this.#svg.clientHeight / this.#view.scale / 2,
		};
		if (
			Math.abs(x - this.#view.x) > half.x * 0.8 ||
			Math.abs(y - this.#view.y) > half.y * 0.8
		)
			this.#look({ ...this.#view, x, y });
	}

	#redraw() {
		this.#frame ||= requestAnimationFrame(() => {
			this.#frame = 0;
			const { clientWidth, clientHeight } = this.#svg;
			if (!this.#state || !this.#view || clientWidth === 0)
				return;
			this.#svg.setAttribute(
				"viewBox",
				view_box(this.#view, clientWidth, clientHeight),
			);
			// Panning moves the window only; what is sized in pixels waits for a zoom.
			if (this.#drawn_scale !== this.#view.scale)
				draw_scene(this.#scene, this.#state, this.#view);
			draw_picked(
				this.#scene,
				this.#state,
				this.#view,
				this.#handle,
				this.#held?.body === this.#state.pending?.body
					? this.#held?.pose
					: null,
			);
			this.#drawn_scale = this.#view.scale;
			this.#animation.place();
		});
	}
}

customElements.define("pn-board", Board);
