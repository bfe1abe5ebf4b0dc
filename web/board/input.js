// @ts-check
// Fingers, mouse and keys on the table become intents: "unit" (one was picked), "ground"
// (nothing was), "view" (look elsewhere), "drag" and "drop" (of the ghost, or of the unit
// that is picked; `from` is where it began), "cancel". It knows neither game nor network.

import { bounded, zoomed } from "./measure.js";

const slack_px = 6; // a press that moves no farther is a click

/**
 * @typedef {{view: () => any, board: () => any, is_turned: () => boolean, order: () => string[],
 *          holds: (unit: string|undefined, at: any) => boolean,
 *          intent: (intent: {kind: string, unit?: string, view?: any, point?: any, from?: any}) => void}} Host
 */

const unit_at = (event) => event.target.closest?.("[data-unit]")?.dataset.unit;

/** The picture in the window, and what of the table is seen in it. */
class Glass {
	/** @param {SVGSVGElement} svg @param {Host} host */
	constructor(svg, host) {
		this.svg = svg;
		this.host = host;
	}

	/**
	 * A point of the window from the middle of the picture, as zoomed() wants it.
	 * @returns {[number, number]}
	 */
	from_middle(x, y) {
		const box = this.svg.getBoundingClientRect();
		return [x - box.left - box.width / 2, y - box.top - box.height / 2];
	}

	/** A point of the window as one of the table. */
	on_table(event) {
		const [x, y] = this.from_middle(event.clientX, event.clientY);
		const view = this.host.view();
		const board = this.host.board();
		const at = { x: view.x + x / view.scale, y: board.depth - view.y - y / view.scale };
		return this.host.is_turned() ? { x: board.width - at.x, y: board.depth - at.y } : at;
	}

	/** @param {View} view */
	look(view) {
		const { svg, host } = this;
		host.intent({
			kind: "view",
			view: bounded(view, host.board(), svg.clientWidth, svg.clientHeight),
		});
	}
}

/** Fingers or a mouse on the table: a touch, a drag of the ghost or of the table, two that zoom. */
class Pointers {
	#down = new Map();
	#start = null;
	#pinch = 0;

	/** @param {Glass} glass */
	constructor(glass) {
		this.glass = glass;
		this.host = glass.host;
	}

	#spread() {
		const [a, b] = [...this.#down.values()];
		return {
			way: Math.hypot(a.x - b.x, a.y - b.y),
			x: (a.x + b.x) / 2,
			y: (a.y + b.y) / 2,
		};
	}

	press(event) {
		const { glass, host } = this;

		if (event.pointerType === "mouse" && event.button !== 0)
			return;
		this.#down.set(event.pointerId, { x: event.clientX, y: event.clientY });
		if (this.#down.size === 1) {
			this.#start = {
				x: event.clientX,
				y: event.clientY,
				view: host.view(),
				unit: unit_at(event),
				at: glass.on_table(event),
				// Does a drag that begins here move the ghost, rather than the table?
				grip:
					event.target.closest?.(".grip, .figure") !== null ||
					host.holds(unit_at(event), glass.on_table(event)),
				moved: false,
			};
		} else if (this.#down.size === 2 && this.#start) {
			this.#pinch = this.#spread().way;
			this.#start = { ...this.#start, view: host.view(), grip: false, moved: true };
		}
	}

	move(event) {
		const { glass, host } = this;
		const start = this.#start;

		if (!this.#down.has(event.pointerId) || !start)
			return;
		this.#down.set(event.pointerId, { x: event.clientX, y: event.clientY });
		if (this.#down.size === 2) {
			const now = this.#spread();
			const middle = glass.from_middle(now.x, now.y);
			glass.look(zoomed(start.view, now.way / Math.max(this.#pinch, 1), ...middle));
			return;
		}
		const dx = event.clientX - start.x,
			dy = event.clientY - start.y;
		if (!start.moved && Math.hypot(dx, dy) < slack_px)
			return;
		if (!start.moved)
			glass.svg.setPointerCapture(event.pointerId);
		start.moved = true;
		if (start.grip) {
			host.intent({ kind: "drag", point: glass.on_table(event), from: start.at, unit: start.unit });
			return;
		}
		glass.look({
			...start.view,
			x: start.view.x - dx / start.view.scale,
			y: start.view.y - dy / start.view.scale,
		});
	}

	release(event, counts) {
		const { glass, host } = this;
		const start = this.#start;

		if (!this.#down.delete(event.pointerId) || !start)
			return;
		if (this.#down.size > 0) {
			// One finger of two was lifted: go on panning from where the other is.
			const [left] = [...this.#down.values()];
			this.#start = { ...left, view: host.view(), unit: undefined, moved: true };
			return;
		}
		if (start.moved && start.grip)
			host.intent({ kind: "drop" });
		else if (counts && !start.moved)
			host.intent(
				start.unit
					? { kind: "unit", unit: start.unit, point: glass.on_table(event) }
					: { kind: "ground", point: glass.on_table(event) },
			);
		this.#start = null;
	}
}

/** A key pressed on the table. @param {Glass} glass */
function key_pressed(glass, event) {
	const { host, svg } = glass;
	const order = host.order();
	const here = order.indexOf(unit_at(event) ?? "");
	const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];

	if (event.ctrlKey || event.metaKey || event.altKey)
		return;
	if (step !== undefined && order.length > 0) {
		const next = order[(here + step + order.length) % order.length];
		/** @type {any} */ (svg.querySelector(`[data-unit="${next}"]`))?.focus();
	} else if ((event.key === "Enter" || event.key === " ") && here >= 0) {
		host.intent({ kind: "unit", unit: order[here] });
	} else if (event.key === "+" || event.key === "=") {
		glass.look(zoomed(host.view(), 1.3, 0, 0));
	} else if (event.key === "-") {
		glass.look(zoomed(host.view(), 1 / 1.3, 0, 0));
	} else if (event.key === "Escape") {
		host.intent({ kind: "cancel" });
	} else {
		return;
	}
	event.preventDefault();
}

/** @param {SVGSVGElement} svg @param {Host} host */
export function listen_to_board(svg, host) {
	const glass = new Glass(svg, host);
	const pointers = new Pointers(glass);
	const turned = (event) => {
		const factor = Math.exp(-event.deltaY / 500);
		const middle = glass.from_middle(event.clientX, event.clientY);
		event.preventDefault();
		glass.look(zoomed(host.view(), factor, ...middle));
	};

	svg.addEventListener("pointerdown", (event) => pointers.press(event));
	svg.addEventListener("pointermove", (event) => pointers.move(event));
	svg.addEventListener("pointerup", (event) => pointers.release(event, true));
	// A finger's click comes later than its release, and would hit whatever lies there by then.
	svg.addEventListener("touchend", (event) => event.cancelable && event.preventDefault(), { passive: false });
	svg.addEventListener("pointercancel", (event) => pointers.release(event, false));
	svg.addEventListener("wheel", turned, { passive: false });
	svg.addEventListener("keydown", (event) => key_pressed(glass, event));
	// A click that no pointer made: a screen reader's, or a voice's.
	svg.addEventListener("click", (event) => {
		const unit = unit_at(event);
		if (event.detail === 0 && unit)
			host.intent({ kind: "unit", unit });
	});
}
