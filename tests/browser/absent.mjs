// What is played by the API while nobody looks at the page: two lines of Battlesystem 2e that charge.

import { company } from "./hand.mjs";

const inch = 2540;
const places = [8, 16, 24, 32, 40];

export const two_lines = {
	ruleset: "battlesystem-2e",
	muster: {
		board: { width: 48 * inch, depth: 40 * inch, terrain: [] },
		ends: { turns: 4, count: "none" },
		units: [
			...places.map((x) => company("red", `Lion ${x}`, x, 12, 10)),
			...places.map((x) => company("blue", `Stag ${x}`, x, 26, 10)),
		],
	},
};

/** Everybody stands in turn one, and then charges or moves, until it holds. */
export async function play_turns({ view, act }, until) {
	for (let moves = 0; moves < 200; moves++) {
		const views = [await view("red"), await view("blue")];
		const mine = views.find((one) => one.waiting_for.some((wait) => wait.side === one.side));
		if (!mine || until(mine))
			return;
		const own = mine.actions.filter((one) => one.group !== "table");
		const of = (type) => own.find((one) => one.do.type === type);
		const declare = own.find((one) => one.do.type === "declare_charge" && !mine.units[one.unit].order && !mine.units[one.unit].draft);
		await act(
			mine.side,
			(declare ?? of("charge") ?? (mine.turn > 1 ? of("move") : undefined) ?? of("leave_open") ?? own.find((one) => one.group === "step") ?? own[0]).do,
		);
	}
}

/** Wait until what was last seen of the game is noted in this browser. */
export const noted = ({ page }) =>
	page.waitForFunction(() => {
		const [entry] = Object.values(JSON.parse(localStorage.getItem("pennon.seats")));
		return Object.values(entry.seen ?? {}).some((seq) => seq > 0);
	});
