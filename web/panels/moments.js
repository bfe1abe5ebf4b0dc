// @ts-check
// When, on the way of a unit that moves, it is answered: one of the way's points, by a slider or
// by pointing at the table.

import { with_value } from "../json_pointer.js";
import { make } from "../dom.js";
import { moment_of } from "../board/moment.js";
import { nearest_point } from "../board/way.js";
import { inches, words } from "../words.js";

const said_of = (way, point) =>
	way.points.some((one) => one.leg > 0)
		? words("ui.moment.leg", { leg: point.leg + 1, length: inches(point.at) })
		: words("ui.moment.at", { length: inches(point.at) });

/**
 * Controls for the bound "moment" of what is picked; null while its way is not known.
 * @param {State} state @param {Session} session @param {Bound} bound
 */
export function moment_editor(state, session, bound) {
	const { way, pointing } = state;

	if (!way)
		return null;
	const moment = moment_of(state);
	const chosen = moment ? way.points.indexOf(moment) : -1;
	const put = ({ leg, at }) =>
		session.vary(with_value(session.state.pending.body, bound.at, { leg, at }));
	const said = make("output", { for: "moment" }, chosen < 0 ? "" : said_of(way, way.points[chosen]));
	const show = (input) => {
		said.textContent = said_of(way, way.points[Number(input.value)]);
		input.setAttribute("aria-valuetext", said.textContent);
	};
	const slider = make("input", {
		id: "moment",
		type: "range",
		min: 0,
		max: way.points.length - 1,
		value: Math.max(chosen, 0),
		"data-key": "moment",
		"aria-valuetext": chosen < 0 ? null : said_of(way, way.points[chosen]),
		input: ({ currentTarget }) => show(currentTarget),
		change: ({ currentTarget }) => put(way.points[Number(currentTarget.value)]),
	});

	return make(
		"div",
		{ class: "moments" },
		make("p", { class: "bound" }, make("label", { for: "moment" }, words("bound.moment")), said, slider),
		make(
			"button",
			{
				type: "button",
				class: "wide",
				"data-key": "moment-point",
				"aria-pressed": String(pointing?.key === "moment"),
				click: () => session.ask_points("moment", 1, ([shown]) => put(nearest_point(way, shown))),
			},
			words(pointing?.key === "moment" ? "ui.moment.aim" : "ui.moment.point"),
		),
	);
}
