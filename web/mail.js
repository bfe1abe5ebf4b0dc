// @ts-check
// What the links of a mail open: one question and one button. A program that follows links in mails
// touches no button, and the code stands behind the #, which no server is sent.
//
//	#confirm=<code>   may this address be told of games?
//	#stop=<code>      no more mails

import { Problem, ask } from "./api.js";
import { fill, make } from "./dom.js";
import { rare_words, use_language, wanted_language, words } from "./words.js";

const root = /** @type {HTMLElement} */ (document.getElementById("page"));

function show(...parts) {
	fill(root, make("p", { class: "brand" }, "Pennon"), ...parts);
}

const texts = {
	confirm: { ask: "ui.mail.confirm", go: "ui.mail.confirm.go", done: "ui.mail.confirm.done" },
	stop: { ask: "ui.mail.stop", go: "ui.mail.stop.go", done: "ui.mail.stop.done" },
};

/** @param {string} kind @param {string} code */
function question(kind, code) {
	const text = texts[kind];
	const button = make("button", { type: "button", class: "primary" }, words(text.go));
	const said = make("p", { role: "status" });
	const go = async () => {
		button.disabled = true;
		try {
			await ask(`mail/${encodeURIComponent(code)}/${kind}`, { method: "POST" });
			history.replaceState(null, "", location.pathname);
			show(make("div", { role: "status" }, make("h1", null, words(text.done))), home());
		} catch (problem) {
			if (!(problem instanceof Problem))
				throw problem;
			button.disabled = problem.status === 404;
			fill(said, words(problem.status === 404 ? "ui.mail.old" : "ui.mail.failed"));
		}
	};

	button.addEventListener("click", go);
	return [make("h1", null, words(text.ask)), make("p", null, button), said];
}

const home = () => make("p", null, make("a", { href: "./" }, words("notice.open_page")));

await use_language(wanted_language());
await rare_words();
const [, kind, code] = /^#(confirm|stop)=([\w-]+)$/.exec(location.hash) ?? [];

if (kind)
	show(...question(kind, code));
else
	show(make("h1", null, words("ui.mail.old")), home());
