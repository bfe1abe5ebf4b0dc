// @ts-check
// One's Discord user: the code that joins it, and undoing that. Its own addresses, which the first board does
// without.

import { ask } from "./api.js";
import { fill, make } from "./dom.js";
import { ask_first } from "./asking.js";
import { busy } from "./seating.js";
import { isolated, locale, words } from "./words.js";

const listLinks = (token) => ask("me/links", { token });
const createLink = (token) => ask("me/links", { method: "POST", token });
const endLink = (token, link) => ask(`me/links/${link}`, { method: "DELETE", token });

function link_line(own, link) {
	const name = isolated(link.name);
	const day = new Intl.DateTimeFormat(locale(), { dateStyle: "medium" });
	const since = words("ui.links.since", { day: day.format(new Date(link.created)) });
	const end = make("button", { type: "button", class: "quiet", "data-key": `link-${link.id}` }, words("ui.links.end"));
	const line = make("li", null, make("span", null, name, make("span", { class: "small" }, ` ${since}`)), end);

	end.setAttribute("aria-label", words("ui.links.end.go", { name }));
	end.addEventListener("click", () =>
		ask_first(
			line,
			{
				ask: words("ui.links.end.ask", { name }),
				go: words("ui.links.end.go", { name }),
				gone: words("ui.links.ended", { name }),
			},
			async () => {
				await endLink(own.token, link.id);
			},
		),
	);
	return line;
}

/** Where a code is made, and shown. */
function code_part(own) {
	const told = make("p", { role: "status", id: "link-code" });
	const go = make("button", { type: "button", class: "primary", "data-key": "link-code" }, words("ui.links.go"));

	go.addEventListener("click", busy(go, told, async () => {
		const { code } = await createLink(own.token);
		fill(told, make("strong", null, code), ` ${words("ui.links.code")}`);
	}));
	return [go, told];
}

/** A part of the account, where the server plays in a Discord or did. */
export async function links_part(own) {
	const { links, offered } = await listLinks(own.token);
	const label = words("ui.links");

	if (!offered && links.length === 0)
		return [];
	return make(
		"div",
		{ class: "part", id: "links" },
		make("h3", null, label),
		make("p", { class: "small" }, words("ui.links.text")),
		make("ul", { class: "games", "aria-label": label }, links.map((link) => link_line(own, link))),
		offered && code_part(own),
	);
}
