// @ts-check
// What the card shows, as a picture to keep: drawn anew on a canvas, shape by shape and word by word, where
// the browser has laid them out. Nothing is asked of the network.

import { make } from "../dom.js";

const sharp = 2; // pixels of the picture for one of the page

/** The outline of an SVG shape in its own measure, or null. @returns {Path2D|null} */
function outline_of(node) {
	const value = (name) => Number(node.getAttribute(name) ?? 0);
	const path = new Path2D();

	switch (node.localName) {
		case "path":
			return new Path2D(node.getAttribute("d"));
		case "rect":
			path.roundRect(value("x"), value("y"), value("width"), value("height"), value("rx"));
			return path;
		case "circle":
			path.arc(value("cx"), value("cy"), value("r"), 0, 2 * Math.PI);
			return path;
		case "polygon":
			return new Path2D(`M${node.getAttribute("points")}z`);
		default:
			return null;
	}
}

/** The same in pixels of its picture. @returns {Path2D|null} */
function placed(node) {
	const outline = outline_of(node);

	if (!outline)
		return null;
	const path = new Path2D();
	path.addPath(outline, node.getCTM());
	return path;
}

/** Fill and stroke one shape as its style says. @param {CanvasRenderingContext2D} canvas */
function paint_shape(canvas, node, style) {
	const path = placed(node);
	const { fill, stroke } = style;
	const matrix = node.getCTM();
	const scale = style.vectorEffect === "non-scaling-stroke" ? 1 : Math.hypot(matrix.a, matrix.b);

	if (!path)
		return;
	canvas.globalAlpha = Number(style.opacity) * Number(style.fillOpacity);
	if (fill !== "none" && !fill.startsWith("url")) {
		canvas.fillStyle = fill;
		canvas.fill(path, style.fillRule);
	}
	canvas.globalAlpha = Number(style.opacity) * Number(style.strokeOpacity);
	if (stroke !== "none" && !stroke.startsWith("url")) {
		canvas.strokeStyle = stroke;
		canvas.lineWidth = parseFloat(style.strokeWidth) * scale;
		canvas.lineJoin = style.strokeLinejoin === "miter-clip" ? "miter" : style.strokeLinejoin;
		canvas.setLineDash(style.strokeDasharray === "none" ? [] : style.strokeDasharray.split(",").map((one) => parseFloat(one) * scale));
		canvas.stroke(path);
	}
	canvas.globalAlpha = 1;
}

/** @param {CanvasRenderingContext2D} canvas */
function paint_word(canvas, node, style) {
	const matrix = node.getCTM();

	canvas.save();
	canvas.transform(matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f);
	canvas.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
	canvas.textAlign = style.textAnchor === "middle" ? "center" : "start";
	canvas.fillStyle = style.fill;
	for (const line of node.children.length > 0 ? node.children : [node])
		canvas.fillText(line.textContent, Number(line.getAttribute("x") ?? 0), Number(line.getAttribute("y") ?? 0));
	canvas.restore();
}

/** A shape and what is in it. @param {CanvasRenderingContext2D} canvas */
function paint_node(canvas, node) {
	const style = getComputedStyle(node);
	const clip = /url\("?#([\w-]+)"?\)/.exec(style.clipPath)?.[1];

	if (style.display === "none" || style.visibility === "hidden" || ["defs", "clipPath"].includes(node.localName))
		return;
	if (node.localName === "text")
		return paint_word(canvas, node, style);
	canvas.save();
	if (clip) {
		const outline = outline_of(document.getElementById(clip).firstElementChild);
		const path = new Path2D();
		path.addPath(outline, node.getCTM());
		canvas.clip(path);
	}
	paint_shape(canvas, node, style);
	for (const child of node.children)
		paint_node(canvas, child);
	canvas.restore();
}

/** A picture of the page, where it lies. @param {CanvasRenderingContext2D} canvas @param {DOMRect} whole */
function paint_svg(canvas, svg, whole) {
	const { left, top, width, height } = svg.getBoundingClientRect();

	canvas.save();
	canvas.translate(left - whole.left, top - whole.top);
	canvas.beginPath();
	canvas.rect(0, 0, width, height);
	canvas.clip();
	for (const child of svg.children)
		paint_node(canvas, child);
	canvas.restore();
}

/** Words where the page has them, each by itself: lines break where they do there. */
function paint_text(canvas, text, whole) {
	const style = getComputedStyle(text.parentElement);

	canvas.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
	canvas.fillStyle = style.color;
	canvas.textBaseline = "alphabetic";
	for (const { 0: word, index } of text.data.matchAll(/\S+/g)) {
		const range = document.createRange();
		range.setStart(text, index);
		range.setEnd(text, index + word.length);
		const { left, bottom, height } = range.getBoundingClientRect();
		const { fontBoundingBoxAscent: above, fontBoundingBoxDescent: below } = canvas.measureText(word);
		canvas.fillText(word, left - whole.left, bottom - whole.top - (height - above - below) / 2 - below);
	}
}

/** @param {HTMLElement} card @returns {HTMLCanvasElement} */
export function picture_of(card) {
	const whole = card.getBoundingClientRect();
	const buttons = card.querySelector(".row").getBoundingClientRect();
	const sheet = make("canvas", { width: Math.ceil(whole.width * sharp), height: Math.ceil((buttons.top - whole.top) * sharp) });
	const canvas = sheet.getContext("2d");
	const walker = document.createTreeWalker(card, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) =>
		node instanceof HTMLElement && node.matches(".row, .unseen")
			? NodeFilter.FILTER_REJECT
			: node instanceof SVGElement && node.localName !== "svg"
				? NodeFilter.FILTER_REJECT
				: NodeFilter.FILTER_ACCEPT,
	);

	canvas.scale(sharp, sharp);
	canvas.fillStyle = getComputedStyle(card.parentElement).backgroundColor;
	canvas.fillRect(0, 0, whole.width, whole.height);
	for (let node = walker.nextNode(); node; node = walker.nextNode()) {
		if (node instanceof SVGElement)
			paint_svg(canvas, node, whole);
		else if (node instanceof Text)
			paint_text(canvas, node, whole);
	}
	return sheet;
}

/** Give the card's picture to be kept, as a PNG. @param {HTMLElement} card */
export async function save_picture(card, name) {
	const file = await new Promise((done) => picture_of(card).toBlob(done, "image/png"));
	const address = URL.createObjectURL(file);

	make("a", { href: address, download: name }).click();
	setTimeout(() => URL.revokeObjectURL(address), 1000);
}
