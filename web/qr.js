// @ts-check
// A QR code of a link (ISO/IEC 18004), as a path of unit squares: bytes, the lowest level of
// correction, versions 1 to 9. One mask serves all: it is named in the code itself.

// A version's data bytes, correction bytes a block, and blocks, at level L.
/** @type {[number, number, number][]} */
const versions = [
	[19, 7, 1],
	[34, 10, 1],
	[55, 15, 1],
	[80, 20, 1],
	[108, 26, 1],
	[136, 18, 2],
	[156, 20, 2],
	[194, 24, 2],
	[232, 30, 2],
];
const alignments = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46]];
const format_bits = 0b111011111000100; // level L, mask 0
const version_bits = { 7: 0x07c94, 8: 0x085bc, 9: 0x09a99 };

const exp = new Uint8Array(512);
const log = new Uint8Array(256);
for (let power = 0, value = 1; power < 255; power++) {
	exp[power] = exp[power + 255] = value;
	log[value] = power;
	value = (value << 1) ^ (value & 0x80 ? 0x11d : 0);
}

const times = (a, b) => (a && b ? exp[log[a] + log[b]] : 0);

/** The remainder of Reed and Solomon's division. */
export function correction(data, count) {
	let divisor = [1];
	const rest = new Array(count).fill(0);

	for (let i = 0; i < count; i++)
		divisor = [...divisor, 0].map((one, at) => one ^ times(divisor[at - 1] ?? 0, exp[i]));
	for (const byte of data) {
		const factor = byte ^ rest.shift();
		rest.push(0);
		divisor.slice(1).forEach((one, at) => (rest[at] ^= times(one, factor)));
	}
	return rest;
}

function data_bytes(bytes, size) {
	const bits = [4, bytes.length >> 4, bytes.length & 15];
	const half = [...bits, ...[...bytes].flatMap((byte) => [byte >> 4, byte & 15]), 0];
	const made = [];

	for (let at = 0; at < half.length; at += 2)
		made.push((half[at] << 4) | (half[at + 1] ?? 0));
	for (let pad = 0; made.length < size; pad++)
		made.push(pad % 2 ? 0x11 : 0xec);
	return made.slice(0, size);
}

/** Blocks and their corrections, woven together. */
function codewords(bytes, [size, correcting, blocks]) {
	const data = data_bytes(bytes, size);
	const each = size / blocks;
	const parts = Array.from({ length: blocks }, (_, block) =>
		data.slice(block * each, (block + 1) * each),
	);
	const checks = parts.map((part) => correction(part, correcting));
	const woven = (lists) => lists[0].flatMap((_, at) => lists.map((list) => list[at]));

	return [...woven(parts), ...woven(checks)];
}

function draw_patterns(set, size, version) {
	const finder = (cx, cy) => {
		for (let y = -4; y <= 4; y++)
			for (let x = -4; x <= 4; x++) {
				const ring = Math.max(Math.abs(x), Math.abs(y));
				set(cx + x, cy + y, ring !== 2 && ring !== 4);
			}
	};
	const marks = alignments[version - 1];
	const last = marks.length - 1;

	for (let at = 0; at < size; at++) {
		set(6, at, at % 2 === 0);
		set(at, 6, at % 2 === 0);
	}
	finder(3, 3);
	finder(size - 4, 3);
	finder(3, size - 4);
	marks.forEach((y, row) =>
		marks.forEach((x, column) => {
			if ((row === 0 && (column === 0 || column === last)) || (row === last && column === 0))
				return;
			for (let dy = -2; dy <= 2; dy++)
				for (let dx = -2; dx <= 2; dx++)
					set(x + dx, y + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
		}),
	);
}

function draw_signs(set, size, version) {
	const bit = (bits, at) => ((bits >> at) & 1) === 1;

	for (let at = 0; at < 15; at++) {
		const dark = bit(format_bits, at);
		set(8, at < 6 ? at : at < 8 ? at + 1 : size - 15 + at, dark);
		set(at < 8 ? size - 1 - at : at < 9 ? 15 - at : 14 - at, 8, dark);
	}
	set(8, size - 8, true);
	for (let at = 0; at < 18 && version >= 7; at++) {
		const dark = bit(version_bits[version], at);
		const x = size - 11 + (at % 3),
			y = Math.floor(at / 3);
		set(x, y, dark);
		set(y, x, dark);
	}
}

/** The squares of a text's code, rows of booleans; null when the text is too long. */
export function qr_squares(text) {
	const bytes = new TextEncoder().encode(text);
	const version = versions.findIndex(([size]) => bytes.length + 2 <= size) + 1;

	if (version === 0)
		return null;
	const size = 17 + 4 * version;
	const squares = Array.from({ length: size }, () => new Array(size).fill(null));
	const set = (x, y, dark) => {
		if (x >= 0 && y >= 0 && x < size && y < size)
			squares[y][x] = dark;
	};

	draw_patterns(set, size, version);
	draw_signs(set, size, version);
	const bits = codewords(bytes, versions[version - 1]).flatMap((byte) =>
		[7, 6, 5, 4, 3, 2, 1, 0].map((at) => ((byte >> at) & 1) === 1),
	);
	let next = 0;
	for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
		if (right === 6)
			right--;
		for (let step = 0; step < size; step++)
			for (const x of [right, right - 1]) {
				const y = up ? size - 1 - step : step;
				if (squares[y][x] === null)
					squares[y][x] = (bits[next++] ?? false) !== ((x + y) % 2 === 0);
			}
	}
	return squares;
}

/** The same as an SVG path in a box of {size} squares. */
export function qr_path(text) {
	const squares = qr_squares(text);

	return squares
		? {
				size: squares.length,
				d: squares
					.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")))
					.join(""),
			}
		: null;
}
