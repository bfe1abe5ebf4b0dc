// Counting, in the form that ./dev test reads: one line a check, the sum last.

let passed = 0;
let failed = 0;

export function check(name, wrong) {
	const list = Array.isArray(wrong) ? wrong : wrong ? [] : ["it is not so"];
	if (list.length === 0) passed++;
	else failed++;
	console.log(`${list.length ? "FAIL" : "  ok"} ${name}`);
	for (const line of list.slice(0, 10)) console.log(`     ${line}`);
}

export function end() {
	console.log(`${passed} passed, ${failed} failed`);
	process.exit(failed || !passed ? 1 : 0);
}

export function crashed(error) {
	const ended = error?.ended && `the daemon does not start: ${error.output}${error.errors}`;
	console.log(`FAIL ${ended || error?.stack || error}`);
	failed++;
	end();
}
