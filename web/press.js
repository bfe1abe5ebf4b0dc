// @ts-check
// A click counts only when it ends on the element where it began: a button that is drawn anew
// while it is held down never hears of it. So what draws by itself waits for the release.

/** @type {Element|null} */
let pressed = null;
/** @type {Set<() => void>} */
const waiting = new Set();
const tap_ms = 300; // a touch that is no click by then is none

/** @param {PointerEvent|KeyboardEvent} event */
function press(event) {
	if (event instanceof KeyboardEvent && event.key !== " ")
		return;
	const target = /** @type {Element} */ (event.target);

	pressed = target.closest?.("button, a, label, summary, input[type=checkbox], input[type=radio]") ?? null;
}

// The click comes right behind the release of a mouse or a key. A finger's comes when the
// browser has made out that it was a tap, or never.
/** @param {Event} event */
function release(event) {
	// A field that loses the focus to the button that is held down has let nothing go.
	if (event.type === "blur" && event.target !== window)
		return;
	const released = pressed;
	const by_finger = event.type === "pointerup" && /** @type {PointerEvent} */ (event).pointerType !== "mouse";

	setTimeout(() => {
		if (pressed !== released)
			return;
		pressed = null;
		const draws = [...waiting];
		waiting.clear();
		for (const draw of draws)
			draw();
	}, by_finger ? tap_ms : 0);
}

for (const type of ["pointerdown", "keydown"])
	addEventListener(type, press, true);
for (const type of ["click", "pointerup", "pointercancel", "keyup", "blur"])
	addEventListener(type, release, true);

/**
 * Draw now, or once when the button that is held down has been let go: the same function waits
 * only once, so it draws what is so by then.
 * @param {() => void} draw
 */
export function when_released(draw) {
	if (pressed?.isConnected)
		waiting.add(draw);
	else
		draw();
}
