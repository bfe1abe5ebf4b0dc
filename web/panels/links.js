// @ts-check
// Links to this page, shown so that they can be copied or photographed.

import { draw, make } from "../dom.js";
import { read_part } from "../parts.js";
import { words } from "../words.js";

/** What keeps a card until it would show something else: what somebody copies from, or photographs, is not drawn anew. */
export function card_keeper() {
	let kept = /** @type {{shows: string, card: HTMLElement}|null} */ (null);

	return (shows, make_card) => {
		if (kept?.shows !== shows)
			kept = { shows, card: make_card() };
		return kept.card;
	};
}

/** A link that is read, copied or photographed. */
export function link_field(id, label, link) {
	const field = make("input", {
		id,
		readonly: true,
		value: link,
		"data-key": id,
		focus: () => field.select(),
	});
	const told = make("span", { role: "status", class: "small" });
	const copy = async () => {
		try {
			await navigator.clipboard.writeText(field.value);
			told.textContent = words("ui.copied");
		} catch {
			field.select();
			told.textContent = words("ui.copy.failed");
		}
	};

	return [
		make("p", { class: "bound" }, make("label", { for: id }, label), field),
		make(
			"p",
			{ class: "row" },
			make(
				"button",
				{ type: "button", class: "primary", "data-key": `copy-${id}`, click: copy },
				words("ui.copy"),
			),
			told,
		),
	];
}

/** A QR code of a link; nothing when it is too long for one. What makes it is read then. */
export function qr_picture(link) {
	const place = make("div", { class: "qr" });

	read_part("./qr.js").then(({ qr_path }) => {
		const code = qr_path(link);
		const side = code ? code.size + 8 : 0;
		if (code)
			place.append(
				draw(
					"svg",
					{
						viewBox: `-4 -4 ${side} ${side}`,
						role: "img",
						"aria-label": words("ui.qr"),
					},
					draw("rect", { x: -4, y: -4, width: side, height: side, fill: "#fff" }), // whatever the page's colours are
					draw("path", { d: code.d }),
				),
			);
	});
	return place;
}
