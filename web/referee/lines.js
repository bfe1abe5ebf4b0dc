// @ts-check
// What a seat was told of a running game, in the lines that the referee's module follows it by.

import { getRecord } from "../api.js";
import { canonical } from "../verify/signed.js";

/** An event as the module reads it: without what chains it to the one before. @param {{hash?: string}} event */
export function event_line(event) {
	const { hash: _, ...told } = event;

	return `${canonical(told)}\n`;
}

/** The first line: the game, and whose lines these are. @param {string} game @param {string|null} token */
export async function header_of(game, token) {
	const record = await getRecord(game, token);

	return record.slice(0, record.indexOf("\n") + 1);
}
