// @ts-check
// Fingers, mouse and keys on the table become intents: "unit" (one was picked), "ground"
// (nothing was), "view" (look elsewhere), "drag" and "drop" (of the ghost, or of the unit
// that is picked), "cancel". It knows neither game nor network.

import { bounded, zoomed } from "./measure.js";

const slack_px = 6; // a press that moves no farther is a click

/**
 * @param {SVGSVGElement} svg
 * @param {{view: () => any, board: () => any, order: () => string[],
 *          holds: (unit: string|undefined) => boolean,
 *          intent: (intent: {kind: string, unit?: string, view?: any, point?: any}) => void}} host
 */
export function listen_to_board(svg, host) {
	const pointers = new Map();
	let start = null;
	let pinch = 0;

	// A point of the window as one of the table.
	function on_table(event) {
		const [x, y] = from_middle(event.clientX, event.clientY);
		const view = host.view();
		return { x: view.x + x / view.scale, y: host.board().depth - view.y - y / view.scale };
	}

	/** Does a drag that begins here move the ghost, rather than the table? */
	const is_grip = (event) =>
		event.target.closest?.(".grip, .figure") !== null || host.holds(unit_at(event));
	const unit_at = (event) => event.target.closest?.("[data-unit]")?.dataset.unit;
	const look = (view) =>
		host.intent({
			kind: "view",
			view: bounded(view, host.board(), svg.clientWidth, svg.clientHeight),
		});

	// From the middle of the picture, as zoomed() wants it.
	function from_middle(x, y) {
		const box = svg.getBoundingClientRect();
		return [x - box.left - box.width / 2, y - box.top - box.height / 2];
	}

	function spread() {
		const [a, b] = [...pointers.values()];
		return {
			way: Math.hypot(a.x - b.x, a.y - b.y),
			x: (a.x + b.x) / 2,
			y: (a.y + b.y) / 2,
		};
	}

	svg.addEventListener("pointerdown", (event) => {
		if (event.pointerType === "mouse" && event.button !== 0)
			return;
		pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
		if (pointers.size === 1)
			start = {
				x: event.clientX,
				y: event.clientY,
				view: host.view(),
				unit: unit_at(event),
				grip: is_grip(event),
				moved: false,
			};
		else if (pointers.size === 2 && start) {
			pinch = spread().way;
			start = { ...start, view: host.view(), grip: false, moved: true };
		}
	});

	svg.addEventListener("pointermove", (event) => {
		if (!pointers.has(event.pointerId) || !start)
			return;
		pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
		if (pointers.size === 2) {
			const now = spread();
			look(
				zoomed(
					start.view,
					now.way / Math.max(pinch, 1),
					...from_middle(now.x, now.y),
				),
			);
			return;
		}
		const dx = event.clientX - start.x,
			dy = event.clientY - start.y;
		if (!start.moved && Math.hypot(dx, dy) < slack_px)
			return;
		if (!start.moved)
			svg.setPointerCapture(event.pointerId);
		start.moved = true;
		if (start.grip) {
			host.intent({ kind: "drag", point: on_table(event), unit: start.unit });
			return;
		}
		look({
			...start.view,
			x: start.view.x - dx / start.view.scale,
			y: start.view.y - dy / start.view.scale,
		});
	});

	function release(event, counts) {
		if (!pointers.delete(event.pointerId) || !start)
			return;
		if (pointers.size > 0) {
			// One finger of two was lifted: go on panning from where the other is.
			const [left] = [...pointers.values()];
			start = { ...left, view: host.view(), unit: undefined, moved: true };
			return;
		}
		if (start.moved && start.grip)
			host.intent({ kind: "drop" });
		else if (counts && !start.moved)
			host.intent(
				start.unit
					? { kind: "unit", unit: start.unit, point: on_table(event) }
					: { kind: "ground", point: on_table(event) },
			);
		start = null;
	}
	svg.addEventListener("pointerup", (event) => release(event, true));
	svg.addEventListener("pointercancel", (event) => release(event, false));

	// A click that no pointer made: a screen reader's, or a voice's.
	svg.addEventListener("click", (event) => {
		const unit = unit_at(event);
		if (event.detail === 0 && unit)
			host.intent({ kind: "unit", unit });
	});

	svg.addEventListener(
		"wheel",
		(event) => {
			event.preventDefault();
			look(
				zoomed(
					host.view(),
					Math.exp(-event.deltaY / 500),
					...from_middle(event.clientX, event.clientY),
				),
			);
		},
		{ passive: false },
	);

	svg.addEventListener("keydown", (event) => {
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
			look(zoomed(host.view(), 1.3, 0, 0));
		} else if (event.key === "-") {
			look(zoomed(host.view(), 1 / 1.3, 0, 0));
		} else if (event.key === "Escape") {
			host.intent({ kind: "cancel" });
		} else {
			return;
		}
		event.preventDefault();
	});
}
