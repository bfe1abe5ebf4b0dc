// @ts-check
// Boot, and where to go: the fragment of the address says which page is shown. Codes and
// tokens come in by the fragment, which no server sees, and leave the address bar at once.
//
//	(nothing)              the front page
//	#game=<game>           a game: with this browser's seat, or watching
//	#game=<game>@<event>   the same, looking at the moment after an event
//	#join=<game>.<code>    an invitation
//	#seat=<game>.<token>   a seat, e.g. the links that the server prints
//	#battle=<battle>.<code>  a battle that somebody shows: the editor's page has it
//	#player=<token>        a player, from another of their devices
//	#app=<app>             what an app asks to be allowed
//	#code, #code=<code>    what a device shows
//	#tables                the club's page: open challenges

import * as api from "./api.js";
import { fill, make } from "./dom.js";
import { leave_home, show_home, show_problem } from "./home.js";
import { show_game } from "./page.js";
import { read_part } from "./parts.js";
import { keep_player, keep_seat, side_of_token } from "./seats.js";
import { Session } from "./session.js";
import { use_language, wanted_language, words } from "./words.js";

const root = /** @type {HTMLElement} */ (document.getElementById("page"));
let leave = () => {};
let visit = 0;
let shown = ""; // the address, once codes and tokens are out of it

function read_fragment() {
	const [, kind, game, seq, secret] =
		/^#(game|join|seat)=([^.@]+)(?:@(\d+))?(?:\.(.+))?$/.exec(location.hash) ?? [];
	return { kind, game, secret, seq: seq === undefined ? undefined : Number(seq) };
}

/** Take a code or token out of the address bar. */
function cover(fragment) {
	history.replaceState(null, "", `${location.pathname}${location.search}${fragment}`);
	shown = location.href;
}

async function open_game(game, seq) {
	const number = visit;
	const session = new Session(game);

	session.asked_seq = seq;

	document.title = words("ui.title");
	leave = show_game(root, session);
	await session.open();
	if (number !== visit)
		session.close();
}

async function take_seat(game, token) {
	const number = visit;

	cover(`#game=${game}`);
	const side = side_of_token(token) ?? (await api.getGame(game, token)).side;

	keep_seat(game, side, { token });
	if (number === visit)
		await open_game(game);
}

async function be_player(token) {
	const number = visit;

	cover("#");
	const { player } = await api.getMe(token);

	keep_player({ name: player.name, token });
	if (number === visit)
		await show_home(root);
}

async function go() {
	const { kind, game, secret, seq } = read_fragment();
	const [, token] = /^#player=(.+)$/.exec(location.hash) ?? [];
	const [, asks, of] = /^#(app|code)(?:=(.*))?$/.exec(location.hash) ?? [];
	const number = ++visit;

	shown = location.href;
	leave_home();
	leave();
	leave = () => {};
	try {
		if (location.hash.startsWith("#battle=")) {
			location.replace(new URL(`battle${location.hash}`, document.baseURI));
		} else if (token) {
			await be_player(token);
		} else if (asks) {
			const { show_consent } = await read_part("./apps.js");
			await show_consent(root, asks, of);
		} else if (location.hash === "#tables") {
			await (await read_part("./club.js")).show_club(root);
		} else if (kind === "join" && secret) {
			cover("#");
			const { show_code } = await read_part("./invited.js");
			await show_code(root, game, secret, () => number === visit);
		} else if (kind === "seat" && secret) {
			await take_seat(game, secret);
		} else if (kind === "game") {
			await open_game(game, seq);
		} else {
			await show_home(root);
		}
	} catch (problem) {
		if (!(problem instanceof api.Problem))
			throw problem;
		if (number !== visit)
			return; // another page was asked for meanwhile
		leave();
		leave = () => {};
		show_problem(root, problem, go);
	}
}

await use_language(wanted_language());
// The browser tells of a change some time after it: by then it may be shown, and its code out of the address.
addEventListener("hashchange", () => location.href === shown || go());
// A notice was touched while this page was open. By plain http there is no such worker.
navigator.serviceWorker?.addEventListener("message", ({ data }) => {
	if (data.open)
		location.hash = `game=${data.open}`;
});
navigator.serviceWorker?.startMessages();
await go();
