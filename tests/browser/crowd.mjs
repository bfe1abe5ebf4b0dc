// A table full of units, and what its frames cost: script in each frame of a trace.

/** A muster of 80 units of 20 figures on broken ground. */
export function crowd() {
	const unit = (side, place) => ({
		side,
		name: `${side === "red" ? "Lion" : "Stag"} ${place + 1}`,
		class: place % 4 === 0 ? "cavalry" : "foot",
		figures: 20,
		files: 10,
		base: { width: 1500, depth: 1500 },
		pose: {
			x: 12000 + (place % 10) * 24000,
			y: side === "red" ? 60000 - Math.floor(place / 10) * 12000 : 92400 + Math.floor(place / 10) * 12000,
			facing: side === "red" ? 0 : 32768,
		},
		stats: { movement_allowance: 30480, morale_rating: 12 },
	});
	const side_of = (side) => Array.from({ length: 40 }, (_, place) => unit(side, place));
	const square = (kind, x, y) => ({
		kind,
		height: 1500,
		points: [
			{ x, y },
			{ x, y: y + 12000 },
			{ x: x + 18000, y: y + 12000 },
			{ x: x + 18000, y },
		],
	});

	return {
		board: {
			width: 243840,
			depth: 152400,
			terrain: ["light_woods", "dense_woods", "brush", "shallow_water", "hill"].flatMap(
				(kind, row) => [square(kind, 10000 + row * 46000, 69000), square(kind, 34000 + row * 40000, 69000)],
			),
		},
		units: [...side_of("red"), ...side_of("blue")],
		ends: { turns: 3, count: "none" },
	};
}

/**
 * Script in each frame of a trace, in milliseconds: the outermost calls from one frame's
 * callbacks to the next's, on the thread that has the most of them.
 */
export function script_of_frames(trace) {
	const events = JSON.parse(trace.toString()).traceEvents;
	const thread = (one) => `${one.pid} ${one.tid}`;
	const counts = new Map();

	for (const one of events.filter((event) => event.name === "FireAnimationFrame"))
		counts.set(thread(one), (counts.get(thread(one)) ?? 0) + 1);
	const [main] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [];
	const of_main = events.filter((one) => thread(one) === main).sort((a, b) => a.ts - b.ts);
	const frames = of_main
		.filter((one) => one.name === "FireAnimationFrame")
		.map((one) => one.ts);
	const script = new Array(frames.length + 1).fill(0);
	let end = 0;

	for (const call of of_main.filter((one) => one.ph === "X" && one.name === "FunctionCall")) {
		if (call.ts < end)
			continue;
		end = call.ts + call.dur;
		// What comes before a frame's callbacks, the input, belongs to that frame.
		const frame = frames.findIndex((ts) => ts > call.ts);
		script[frame < 0 ? frames.length : frame] += (call.tdur ?? call.dur) / 1000;
	}
	return { frames: frames.length, times: script.sort((a, b) => b - a) };
}
