// @ts-check
// The picture of a table to be taken away: the server's, and below it what it is of, for who finds it
// in a folder or a chat.

import { make } from "../dom.js";

const band_px = 58;
const margin_px = 16;
const sizes = [18, 14];

/**
 * A picture with lines below it, on its own ground, each at most as wide as the picture.
 * @param {Blob} picture @param {string[]} lines  the first is the largest
 * @returns {Promise<Blob|null>} a PNG
 */
export async function captioned(picture, lines) {
	const table = await createImageBitmap(picture);
	const { width, height } = table;
	const sheet = make("canvas", { width, height: height + band_px });
	const canvas = sheet.getContext("2d");
	const family = getComputedStyle(document.body).fontFamily;
	let base = height;

	canvas.drawImage(table, 0, 0);
	const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data;
	canvas.fillStyle = `rgb(${red} ${green} ${blue})`;
	canvas.fillRect(0, height, width, band_px);
	canvas.fillStyle = red + green + blue > 382 ? "#222" : "#eee";
	for (const [index, line] of lines.entries()) {
		base += sizes[index] + 6;
		canvas.font = `${index === 0 ? 600 : 400} ${sizes[index]}px ${family}`;
		canvas.fillText(line, margin_px, base, width - 2 * margin_px);
	}
	return new Promise((done) => sheet.toBlob(done, "image/png"));
}
