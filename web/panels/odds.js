// @ts-check
// The chances that the server counted of the dice that an action would bring.

import { make } from "../dom.js";
import { language, words } from "../words.js";

/** "64 %"; what is nearly sure or nearly hopeless is not rounded to what is. */
function percent({ ways, of }) {
	const share = ways === 0 || ways === of ? ways / of : Math.min(0.99, Math.max(0.01, ways / of));

	return new Intl.NumberFormat(language(), { style: "percent" }).format(share);
}

function line(one, with_clause) {
	return make(
		"span",
		{ class: "odds" },
		make("meter", { min: 0, max: one.of, value: one.ways, "aria-hidden": "true" }),
		make("strong", null, percent(one)),
		make(
			"span",
			null,
			one.label,
			with_clause && one.clause
				? make("span", { class: "clause" }, words("ui.log.clause", { clause: one.clause }))
				: null,
		),
	);
}

/** The chances of a preview, a line each; null when there are none. */
export function odds_lines(odds, with_clause = false) {
	return odds?.length > 0 ? odds.map((one) => line(one, with_clause)) : null;
}
