// @ts-check
// A question as a link: packed into the fragment, which no server ever sees.

import { read_question } from "./question.js";

/** So long may a link be: what chat programs and browsers take. */
export const link_bytes_max = 8192;
const unpacked_bytes_max = 1 << 20;

const to_text = (bytes) =>
	btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))
		.replaceAll("+", "-")
		.replaceAll("/", "_")
		.replace(/=+$/, "");
const to_bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

/** The fragment of a question and a place in it, without the "#"; null: it is too long. */
export async function link_of(question, at) {
	const packed = new Blob([JSON.stringify({ ...question, at })]).stream().pipeThrough(new CompressionStream("deflate"));
	const fragment = `q=${to_text(new Uint8Array(await new Response(packed).arrayBuffer()))}`;

	return fragment.length <= link_bytes_max ? fragment : null;
}

/** At most so much of what is unpacked: a link may be anything. */
async function read_all(stream) {
	const reader = stream.getReader();
	const parts = [];
	let size = 0;

	for (let part = await reader.read(); !part.done; part = await reader.read()) {
		size += part.value.length;
		if (size > unpacked_bytes_max) {
			await reader.cancel();
			throw new RangeError("too large");
		}
		parts.push(part.value);
	}
	return new Blob(parts).text();
}

/** What a link's fragment holds after "q=", or null where it is none. */
export async function question_of_link(text) {
	try {
		const unpacked = new Blob([to_bytes(text)]).stream().pipeThrough(new DecompressionStream("deflate"));
		const { at, ...value } = JSON.parse(await read_all(unpacked));
		const question = read_question(value);

		return question && { question, at: Number.isInteger(at) && question.tree[at] ? at : 0 };
	} catch {
		return null;
	}
}
