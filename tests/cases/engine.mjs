// An engine for run_cases.py: the referee of the page. A question a line in, an answer a line out.
//
//	PENNON_BUILD=build node tests/cases/engine.mjs

import { createInterface } from "node:readline";
import { open_referee } from "../support/referee.mjs";

const referee = open_referee();

for await (const line of createInterface({ input: process.stdin }))
	process.stdout.write(`${JSON.stringify(referee.ask("play", line))}\n`);
