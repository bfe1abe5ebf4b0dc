// @ts-check
// On the front page: one's own games, who one is, and the tables of others.

import * as api from "./api.js";
import { fill, make, typed_text } from "./dom.js";
import { address_of, busy, join, start_button } from "./seating.js";
import { all_seats, keep_player, keep_room, keep_seat, kept_room, page_link, played_side, player, seats_of } from "./seats.js";
import { owes } from "./store.js";
import { read_part } from "./parts.js";
import { when_released } from "./press.js";
import { small_picture } from "./small_picture.js";
import { game_title, isolated, rare_words, time_left, words } from "./words.js";

export const asked_max = 12; // own games whose state is asked for at once
const patience_ms = 3000; // a list is shown by then, whatever is still to be told of it

/** How a finished game came out, for one of its sides. @param {Game} view */
function outcome_words({ result, players }, side) {
	const winner = result?.winner;

	if (!winner)
		return words("ui.mine.drawn");
	return winner === side
		? words("ui.mine.won")
		: words("ui.mine.lost", { winner: isolated(players[winner] ?? words(`side.${winner}`)) });
}

/** Whose turn it is, and until when. @param {Game} view */
function turn_words(view, wait) {
	const who = isolated(view.players[wait.side] ?? words(`side.${wait.side}`));
	const said = wait.side === view.side ? words("ui.your_turn") : words("ui.mine.waits", { who });

	return wait.until ? `${said}, ${time_left(wait.until)}` : said;
}

/** How a game of one's own stands: asked of the server, for each seat held here. */
export async function standing(game, entry) {
	const views = await Promise.all(
		Object.keys(entry.seats)
			.filter((side) => side !== played_side(entry))
			.map((side) => api.getGame(game, entry.seats[side].token)),
	);
	const mine = views.find((view) => owes(view, view.side));
	const [view] = views;
	const [held, ...more] = Object.keys(entry.seats);
	const other = more.length === 0 && isolated(view.players[{ red: "blue", blue: "red" }[held]] ?? "");
	const state = (rank, said, until) => {
		const text = view.turn > 0 ? words("ui.mine.state", { text: said, turn: view.turn }) : said;

		return { rank, view, until, text: other && !said.includes(other) ? words("ui.mine.against", { text, other }) : text };
	};

	if (view.status === "finished")
		return state(3, outcome_words(view, view.side));
	// The other side of a lesson is the page: nobody waits.
	if (entry.lesson)
		return state(2, words("ui.mine.lesson"));
	if (mine) {
		const wait = mine.waiting_for.find(({ side }) => side === mine.side);

		return state(0, turn_words(mine, wait), wait?.until);
	}
	const [wait] = view.waiting_for;
	return view.status === "playing" && wait
		? state(1, turn_words(view, wait))
		: state(view.status === "open" ? 2 : 1, words(`status.${view.status}`));
}

const read_asking = () => Promise.all([read_part("./asking.js"), rare_words()]).then(([asking]) => asking);

function game_line(game, entry) {
	const told = make("span", { class: "small" });
	const name = entry.scenario || game.slice(0, 8);
	const side = Object.keys(entry.seats)
		.filter((one) => one !== played_side(entry))
		.map((one) => words(`side.${one}`))
		.join(" / ");
	const line = make(
		"li",
		null,
		make(
			"span",
			{ class: "what" },
			make("a", { href: address_of(game) }, words("ui.mine.open", { scenario: name, side })),
			told,
		),
		make(
			"button",
			{
				type: "button",
				class: "quiet",
				"data-key": `forget-${game}`,
				"aria-label": words("ui.mine.forget.go", { scenario: name }),
				click: async () => (await read_asking()).ask_forget(line, game, name, side),
			},
			words("ui.mine.forget"),
		),
	);

	return { line, told };
}

/**
 * A player's games are wherever they are; their seats are kept here as they are found.
 * @param {Promise<{scenarios: any[]}>} asked what names their scenarios
 */
export async function fetch_my_games(asked) {
	const own = player();

	if (!own)
		return;
	const [{ games }, { scenarios }] = await Promise.all([api.listMyGames(own.token), asked]);
	const fresh = games.filter((one) => !seats_of(one.game).seats[one.side]);

	for (const one of fresh.reverse())
		keep_seat(
			one.game,
			one.side,
			{ token: own.token },
			{ scenario: game_title(one, scenarios) },
		);
}

/** The front page's, for a reader of another tab. @param {number} count games that wait for one */
const title_of = (count) => (count > 0 ? `● ${words("ui.your_turn")} (${count}) – ${words("ui.title")}` : words("ui.title"));

/**
 * What each game waits for, its picture, and what waits for one first; what is over lies apart.
 * @returns {Promise<boolean>} whether every game that was asked about has answered
 */
async function tell_standings(rows, list, over) {
	let is_whole = true;

	await Promise.all(
		rows.slice(0, asked_max).map(async (row) => {
			try {
				const { rank, text, view } = await standing(row.game, row.entry);
				const again = (row.again = rank === 3 && (await (await read_part("./again.js")).again_part(view, row.entry)));
				if (again)
					row.line.append(again.place);
				row.rank = again?.is_wanted ? 0 : rank;
				row.told.textContent = text;
				row.line.classList.toggle("waits", row.rank === 0);
				row.line.prepend(small_picture(view));
			} catch {
				row.told.textContent = "";
				is_whole = false;
			}
		}),
	);
	const of_rank = (wanted) => rows.filter((row) => wanted(row.rank)).sort((a, b) => a.rank - b.rank);
	const is_over = of_rank((rank) => rank === 3);

	list.append(...of_rank((rank) => rank !== 3).map((row) => row.line));
	over.hidden = is_over.length === 0;
	over.querySelector("ul").append(...is_over.map((row) => row.line));
	return is_whole;
}

/** One's own games; `told` ends when all is told of them, with whether that is all of it. @param {() => void} redraw */
function my_games_card(redraw) {
	const own = player();
	const list = make("ul", { class: "games" });
	const over = make(
		"details",
		{ class: "book", hidden: true },
		make("summary", { "data-key": "over" }, words("ui.mine.over")),
		make("ul", { class: "games" }),
	);
	const rows = Object.entries(all_seats())
		.reverse()
		.map(([game, entry]) => ({ game, entry, rank: 9, again: /** @type {any} */ (null), ...game_line(game, entry) }));
	const card = make("section", { class: "card" }, make("h2", null, words("ui.mine")), list, over);
	const claim = async () => card.append((await (await read_part("./claim.js")).claim_part(own, redraw)) ?? "");

	list.append(...rows.map((row) => row.line));
	return {
		rows,
		list,
		card: rows.length > 0 ? card : null,
		// What cannot be claimed now is offered another time.
		told: Promise.all([tell_standings(rows, list, over), own && rows.length > 0 && claim().catch(() => null)]),
	};
}

let asked = 0; // lists that were begun
let shown = 0; // the last of them that is seen

/**
 * Show one's own games in a place of the front page. A list is shown when all is told, and the one before it
 * stays until then; the first has the room that the last had, on a visit before. So nothing slides away under a
 * finger.
 * @param {HTMLElement} place
 */
export async function show_my_games(place) {
	const redraw = () => show_my_games(place);
	const number = ++asked;
	const { rows, list, card, told } = my_games_card(redraw);

	if (!place.firstChild && card) {
		place.style.minHeight = `${kept_room()}px`;
		place.append(make("p", null, words("ui.loading")));
	}
	await Promise.race([told, new Promise((done) => setTimeout(done, patience_ms))]);
	await new Promise((done) => when_released(() => done(null)));
	// A later one may have come before it; a question that is being answered stays.
	if (number < shown || !place.isConnected || place.querySelector(".question"))
		return;
	shown = number;
	fill(place, card);
	const [is_whole] = await told;
	if (!list.isConnected)
		return;
	place.style.minHeight = "";
	// When a page is left its requests fail: that is not how high the list is.
	if (is_whole)
		keep_room(place.getBoundingClientRect().height);
	const count = rows.filter((row) => row.rank === 0).length;
	document.title = title_of(count);
	// Without it, title and list say as much.
	read_part("./waiting.js").then(({ show_waiting }) => show_waiting(count), () => {});
	if (rows.some((row) => row.again))
		(await read_part("./again.js")).hear_all(rows, list, redraw);
}

/** A name may be taken. */
function nobody_card(redraw) {
	const name = make("input", { id: "name", maxlength: 160, autocomplete: "nickname" });
	const take = async () => {
		const made = await api.createPlayer(typed_text(name), api.new_key());
		keep_player({ name: made.player.name, token: made.token });
		redraw();
	};
	return make(
		"section",
		{ class: "card" },
		make("h2", null, words("ui.player")),
		make("p", { class: "small" }, words("ui.player.text")),
		make(
			"p",
			{ class: "bound" },
			make("label", { for: "name" }, words("ui.player.name")),
			name,
		),
		start_button("ui.player.go", take),
	);
}

/** The reader: nobody in particular, or a player with one name for all games and devices. */
export function player_card(redraw) {
	const own = player();

	if (!own)
		return nobody_card(redraw);
	const place = make("div");
	const link = page_link(`player=${own.token}`);
	const elsewhere = async () => {
		const [{ link_field, qr_picture }] = await Promise.all([read_part("./panels/links.js"), rare_words()]);

		fill(place, qr_picture(link), ...link_field("player-link", words("ui.player.link"), link).flat());
	};
	const told = make("p", { class: "error", role: "alert" });
	const account = make("button", { type: "button", "data-key": "account" }, words("ui.account"));
	const open_account = async () => {
		const { show_account } = await read_part("./account.js");
		await show_account(place, own, redraw);
	};

	account.addEventListener("click", busy(account, told, open_account));
	const card = make(
		"section",
		{ class: "card" },
		make("h2", null, words("ui.player.is", { name: isolated(own.name) })),
		make("p", { class: "small" }, words("ui.player.kept")),
		make(
			"p",
			{ class: "row" },
			make(
				"button",
				{ type: "button", "data-key": "player-link", click: elsewhere },
				words("ui.player.elsewhere"),
			),
			account,
			make(
				"button",
				{
					type: "button",
					class: "quiet",
					"data-key": "player-leave",
					click: async () => (await read_asking()).ask_leave(card, own),
				},
				words("ui.player.leave"),
			),
		),
		told,
		place,
	);
	return card;
}

/** A public game of others: an open one to join, one under way to watch. */
function table_line(one, has_picture) {
	const told = make("span", { class: "error", role: "alert" });
	const take = async () => {
		await join(one.game, null);
		location.hash = address_of(one.game);
	};
	const button = make(
		"button",
		{ type: "button", class: "quiet", "data-key": `join-${one.game}` },
		words("ui.join.go"),
	);
	const picture = has_picture ? make("span", { class: "small-picture" }) : null; // its room, until it comes
	const line = make(
		"li",
		null,
		picture,
		make(
			"a",
			{ class: "what", href: address_of(one.game) },
			[one.title, ...Object.values(one.players).map(isolated)].join(" · "),
		),
		one.status === "open" ? button : null,
		told,
	);

	button.addEventListener("click", busy(button, told, take));
	if (picture)
		api.getGame(one.game).then(
			(view) => picture.replaceWith(small_picture(view)),
			() => {}, // Without it the line says as much.
		);
	return line;
}

/** Public games of others, those that are open with their pictures. */
export function tables_card(tables) {
	const mine = all_seats();
	const others = tables.filter((one) => !mine[one.game]);

	if (others.length === 0)
		return null;
	return make(
		"section",
		{ class: "card" },
		make("h2", null, make("a", { class: "button", href: "#tables" }, words("ui.tables"))),
		make(
			"ul",
			{ class: "games" },
			others.map((one, index) => table_line(one, one.status === "open" && index < asked_max)),
		),
	);
}
