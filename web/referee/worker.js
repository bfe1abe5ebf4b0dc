// @ts-check
// The referee's own thread: reads the module, asks it, and answers the page. Each question is
// text and so is each answer.
//
//	in:  {id, open: address}         out: {id, answer: {rulesets}}
//	in:  {id, ask: export, text}     out: {id, told: 0 to 1} now and then, then {id, answer}
//	                                 or:  {id, failed: reason}
//
// What fails leaves no module behind that could be in two minds: the page starts another thread.

export {}; // names of its own, beside those of a window

/** @type {any} */
let module = null;
let asked = 0;
let last_told = 0;

const told_every_ms = 50;
const bad_descriptor = 8; // wasi's EBADF: there are no files here
const refuse = () => bad_descriptor;

/** The text at an address of the module's memory, up to its NUL. */
function read_text(at) {
	const bytes = new Uint8Array(module.memory.buffer, at);

	return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
}

function tell(at, count) {
	const now = performance.now();

	if (now - last_told < told_every_ms)
		return;
	last_told = now;
	postMessage({ id: asked, told: count ? at / count : 0 });
}

function broken(why) {
	throw new Error(read_text(why));
}

async function open(address) {
	const { instance } = await WebAssembly.instantiateStreaming(fetch(address), {
		page: { tell, broken },
		wasi_snapshot_preview1: { fd_close: refuse, fd_seek: refuse, fd_write: refuse },
	});

	module = instance.exports;
	module._initialize();
	return JSON.parse(read_text(module.rulesets()));
}

function ask(question, text) {
	const bytes = new TextEncoder().encode(text);
	const room = module.room(bytes.length);

	new Uint8Array(module.memory.buffer).set(bytes, room);
	return JSON.parse(read_text(module[question](room, bytes.length)));
}

onmessage = async ({ data }) => {
	asked = data.id;
	try {
		const answer = data.open ? await open(data.open) : ask(data.ask, data.text);

		postMessage({ id: data.id, answer });
	} catch (error) {
		postMessage({ id: data.id, failed: String(error) });
	}
};
