// @ts-check
// Making elements. Text from outside only ever becomes a text node.

const svg_space = "http://www.w3.org/2000/svg";

/**
 * Put properties and children on an element: "class", "data-…", "aria-…" and the like
 * become attributes, functions become listeners ("click"), true and false switch an
 * attribute on and off, null and undefined are left out.
 */
function furnish(node, properties, children) {
	for (const [name, value] of Object.entries(properties ?? {})) {
		if (value === null || value === undefined || value === false)
			continue;
		if (typeof value === "function")
			node.addEventListener(name, value);
		else
			node.setAttribute(name, value === true ? "" : String(value));
	}
	for (const child of children.flat(Infinity)) {
		if (child !== null && child !== undefined && child !== false)
			node.append(child instanceof Node ? child : String(child));
	}
	return node;
}

/** An HTML element. @returns {any} */
export function make(tag, properties, ...children) {
	return furnish(document.createElement(tag), properties, children);
}

/** An SVG element. @returns {any} */
export function draw(tag, properties, ...children) {
	return furnish(document.createElementNS(svg_space, tag), properties, children);
}

/** Set attributes of an element that exists, only those that differ. */
export function set(node, attributes) {
	for (const [name, value] of Object.entries(attributes)) {
		if (value === null || value === undefined || value === false)
			node.removeAttribute(name);
		else if (node.getAttribute(name) !== String(value === true ? "" : value))
			node.setAttribute(name, value === true ? "" : String(value));
	}
}

/** The parts of `node` that open and close, each by the data-key of its summary. @param {Element} node */
function parts_of(node) {
	const summaries = /** @type {HTMLElement[]} */ ([...node.querySelectorAll("details > summary[data-key]")]);

	return new Map(summaries.map((one) => [one.dataset.key, /** @type {HTMLDetailsElement} */ (one.parentElement)]));
}

/**
 * Replace the children of `node`. What had the keyboard focus gives it to the element with the same
 * data-key, or to the home of its panel, so a redraw never throws anybody out; a part that somebody opened or closed stays so. A field
 * whose whole text was chosen, as it is by the tab key, has it chosen again: what is typed next replaces it.
 */
export function fill(node, ...children) {
	const focused = /** @type {HTMLElement|null} */ (document.activeElement);
	const key = focused && node.contains(focused) ? focused.dataset.key : undefined;
	const is_chosen = focused instanceof HTMLInputElement && focused.value !== "" && String(getSelection()) === focused.value;
	const parts = parts_of(node);

	node.replaceChildren(...children.flat(Infinity).filter((child) => child || child === 0));
	for (const [name, part] of parts_of(node))
		part.open = parts.get(name)?.open ?? part.open;
	if (key === undefined)
		return;
	const again = node.querySelector(`[data-key="${CSS.escape(key)}"]`);
	(again ?? node.querySelector("[data-home]") ?? node.parentElement?.querySelector("[data-home]"))?.focus({ preventScroll: true });
	if (is_chosen && again instanceof HTMLInputElement)
		again.select();
}

/** What was typed into a field, as the server takes it: on one line, with single spaces. */
export const typed_text = (field) => field.value.trim().replace(/\s+/g, " ");

const news_ms = 10_000;

/** Say something to those who listen to the page instead of seeing it. */
export function announce(text) {
	const line = make("span", null, `${text} `);

	// Each is said once, whatever comes right after it.
	document.getElementById("news")?.append(line);
	setTimeout(() => line.remove(), news_ms);
}

/**
 * Has the window little room: is it narrow, or low and wide? Then one panel is seen at a time, under the table or
 * beside it. The styles name the same windows (game.css).
 */
export const has_little_room = () => matchMedia("(max-width: 48rem), (max-height: 34rem) and (orientation: landscape)").matches;
