// What nobody may measure: a seat that writes without end holds no other game up, and no
// answer's time tells whether the other side has written something. What is told by chance is
// measured again, for of so many figures one may be; and so is how long others wait, for on a
// machine that does other work they wait for that.

import { spawnSync } from "node:child_process";

import { check, crashed, end } from "../crash/report.mjs";

const WAIT_MS = 25; // that one game may cost another's commit
const TRIES = 5; // until the machine is quiet enough for once
const AREA = 0.6; // under the curve; 0.5 is a guess

function measure(...parts) {
	const bench = spawnSync(`${process.env.PENNON_BUILD}/pennon-bench`, parts, {
		encoding: "utf8",
		maxBuffer: 1 << 24,
	});
	console.log(bench.stdout);
	if (bench.status !== 0) throw new Error(bench.stderr);
	return JSON.parse(bench.stdout.trim().split("\n").pop());
}

function telling(figures) {
	return Object.entries(figures)
		.filter(([key, value]) => key.startsWith("latency_auc.") && value >= AREA)
		.map(([key, value]) => `${key}: ${value}`);
}

try {
	const waits = [];

	while (waits.length < TRIES && !waits.some((longer) => longer <= WAIT_MS)) {
		const beside = measure("neighbour");

		waits.push(beside.neighbour_p99_ms - beside.neighbour_p99_alone_ms);
	}
	check(
		"nobody waits for a seat that writes without end",
		waits.some((longer) => longer <= WAIT_MS)
			? []
			: waits.map((longer) => `${longer.toFixed(1)} ms longer`),
	);
	const first = telling(measure("latency"));
	const again = first.length ? telling(measure("latency")) : [];
	const keys = new Set(first.map((line) => line.split(":")[0]));

	check(
		"no answer's time tells what the other side has written",
		again.filter((line) => keys.has(line.split(":")[0])),
	);
	end();
} catch (error) {
	crashed(error);
}
