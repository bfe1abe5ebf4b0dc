// A table full of units, and what it costs to draw it while something moves.

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
 * What the page works while `work` goes on, however fast the machine is.
 * @param {import("./support.mjs").Visitor} visitor
 * @returns {Promise<{calls: number, changes: number, layouts: number, frames: number}>} calls of the page's own
 *     functions, changes of its elements, layouts of the document, frames that were drawn
 */
export async function work_of(visitor, work) {
	const { page, context, url } = visitor;
	const line = await context.newCDPSession(page);
	const layouts = async () =>
		(await line.send("Performance.getMetrics")).metrics.find(({ name }) => name === "LayoutCount").value;

	await line.send("Performance.enable");
	await line.send("Profiler.enable");
	await line.send("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
	await page.evaluate(() => {
		const seen = { changes: 0, frames: 0 };
		const count = () => {
			seen.frames++;
			requestAnimationFrame(count);
		};

		new MutationObserver((records) => (seen.changes += records.length)).observe(document, {
			attributes: true,
			characterData: true,
			childList: true,
			subtree: true,
		});
		requestAnimationFrame(count);
		globalThis.work_seen = seen;
	});
	const before = await layouts();
	await line.send("Profiler.takePreciseCoverage"); // what was before is not counted
	await work();
	const { result } = await line.send("Profiler.takePreciseCoverage");
	const calls = result
		.filter((script) => script.url.startsWith(url))
		.flatMap(({ functions }) => functions)
		.reduce((sum, { ranges: [{ count }] }) => sum + count, 0);

	return { calls, layouts: (await layouts()) - before, ...(await page.evaluate(() => globalThis.work_seen)) };
}
