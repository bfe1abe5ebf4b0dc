// Runs a WebAssembly program of the build, which sees the tree and nothing else:
//
//	node run_wasi.mjs PROGRAM.wasm [ARGUMENT...]

import { readFileSync } from "node:fs";
import { WASI } from "node:wasi";

const [, , program, ...rest] = process.argv;
const root = process.env.PENNON_ROOT;
const wasi = new WASI({ version: "preview1", args: [program, ...rest], preopens: { [root]: root }, returnOnExit: true });
// Called from JavaScript: what WebAssembly calls at once writes, in node 20, where its memory was before it grew.
const imports = Object.fromEntries(
	Object.entries(wasi.wasiImport).map(([name, call]) => [name, (...given) => call(...given)]),
);
const { instance } = await WebAssembly.instantiate(readFileSync(program), {
	wasi_snapshot_preview1: imports,
});

process.exitCode = wasi.start(instance);
