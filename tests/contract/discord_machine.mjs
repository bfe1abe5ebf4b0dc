// A user plays the machine in Discord: nobody is asked to join, it answers, and what it cannot take is told.

import { act, over } from "./discord_games.mjs";
import { api, bert, button, check, command, is_private, menu, says } from "./discord_stand_in.mjs";

const ORDERS = 4; // of the user's own, before they have seen enough
const LOOKS = 200; // for them

/** Give some orders, or play to the end; wait while the machine thinks. How many orders there were. */
async function play_on(user, game) {
	let given = 0;

	for (let looks = 0; looks < LOOKS && given < ORDERS; looks++) {
		const orders = await command(user, "orders", { game });
		if (over(orders)) break;
		if (menu(orders)) {
			given++;
			if (over(await act(user, orders))) break;
			continue;
		}
		const { version } = await api("GET", `games/${game}`);
		await api("GET", `games/${game}?after=${version}&wait=5`);
	}
	return given;
}

/** Both sides' commands, as the events tell who gave them. */
async function sides_of(game) {
	const { events } = await api("GET", `games/${game}/events?limit=500`);

	return new Set(events.map((one) => one.by));
}

export async function try_machine() {
	const gina = { id: "2100000000000000008", global_name: "Gina", locale: "en-US" };
	const wish = { scenario: "first-charge", side: "red", machine: "1" };
	const made = await command(gina, "new", wish);
	const game = button(made, "o")?.custom_id.split(":")[1];

	check("against the machine the table is there at once, for all", game && !is_private(made) ? [] : JSON.stringify(made));
	check("and nobody may join", !button(made, "j"));
	check("it says who plays", says(made, "Blue: the machine"));
	const { machine, status, ...view } = await api("GET", `games/${game}`);
	check("it is the other side's, of the strength that was asked for",
		machine?.side === "blue" && machine.strength === 1 && status === "playing" ? [] : JSON.stringify({ machine, status }));
	const nonces = Object.values(view.nonces);
	check("what both bring to the dice is drawn by the server, as who plays here has none of their own",
		nonces.length === 2 && nonces.every(({ drawn, value }) => drawn && !/(00){6}/.test(value)) ? [] : JSON.stringify(nonces));
	check("one's games say so", menu(await command(gina, "games")).options.some((one) => /against the machine/.test(one.label)));
	const given = await play_on(gina, game);
	check("orders are given against it", given >= ORDERS ? [] : `${given} orders`);
	const by = await sides_of(game);
	check("and it gives its own", by.has("red") && by.has("blue") ? [] : JSON.stringify([...by]));

	for (const wrong of [{ opponent: bert.id }, { machine: "0" }, { machine: "4" }, { machine: "" }, { machine: "1,\"side\":\"red\"" }])
		check(`${JSON.stringify(wrong)} makes no game`, is_private(await command(gina, "new", { ...wish, ...wrong })));
	check("not both a player and the machine", says(await command(gina, "new", { ...wish, opponent: bert.id }), "not both"));
	for (const strength of ["1", "2", "3"]) {
		const more = await command(gina, "new", { ...wish, machine: strength });
		check(`another one, of strength ${strength}`, button(more, "o") ? [] : JSON.stringify(more));
	}
	const fifth = await command(gina, "new", wish);
	check("the fifth at a time is refused in words", is_private(fifth) ? says(fifth, "as many games as one may") : JSON.stringify(fifth));
}
