// The referee of the build as its worker in the page has it, for node.

import { readFileSync } from "node:fs";

const module = new WebAssembly.Module(readFileSync(`${process.env.PENNON_BUILD}/web/referee/module.wasm`));

/** A new referee: ask(question, text) gives its answer, or throws what broke. `told` counts. */
export function open_referee() {
	const refuse = () => 8;
	const referee = { told: 0, ask };
	const { exports } = new WebAssembly.Instance(module, {
		page: {
			tell: () => referee.told++,
			broken: (why) => {
				throw new Error(text_at(why));
			},
		},
		wasi_snapshot_preview1: { fd_close: refuse, fd_seek: refuse, fd_write: refuse },
	});

	function text_at(at) {
		const bytes = new Uint8Array(exports.memory.buffer, at);

		return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
	}

	function ask(question, text) {
		const bytes = new TextEncoder().encode(text);
		const room = exports.room(bytes.length);

		new Uint8Array(exports.memory.buffer).set(bytes, room);
		return JSON.parse(text_at(exports[question](room, bytes.length)));
	}

	exports._initialize();
	referee.rulesets = JSON.parse(text_at(exports.rulesets())).rulesets;
	return referee;
}
