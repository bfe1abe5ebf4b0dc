// run_node.mjs FILE: runs one file of node:test tests and says "N passed, N failed".
// A skipped test or one left to do is a failed one; so is a file without a test.

import { run } from "node:test";
import { spec } from "node:test/reporters";
import { resolve } from "node:path";

let passed = 0;
let failed = 0;
let broken = false;
const stream = run({ files: [resolve(process.argv[2])], concurrency: 1 });

// A suite, and the file itself, are told of like tests: only the leaves count,
// but a hook or a file that breaks by itself is one failure.
const counts = (data) => data.details?.type !== "suite" && !data.name.endsWith(process.argv[2]);

stream.on("test:pass", (data) => {
	if (!counts(data))
		return;
	if (data.skip !== undefined || data.todo !== undefined)
		failed++;
	else
		passed++;
});
stream.on("test:fail", (data) => {
	if (counts(data))
		failed++;
	else
		broken = true;
});
stream.on("end", () => {
	if (failed === 0 && (broken || passed === 0))
		failed = 1;
	process.exitCode = failed === 0 ? 0 : 1;
	setImmediate(() => console.log(`\n${passed} passed, ${failed} failed`));
});
stream.compose(new spec()).pipe(process.stdout, { end: false });
