// Whole games in Discord: Ann types her commands in English, Bert presses buttons alone, in German.

import {
	all_faults, ann, api, bert, button, carl, check, choose, command, dice, fill_in, is_private, menu, parts, press,
} from "./discord_stand_in.mjs";

const PRESSES = 4000; // of a game
const TOUCHES = 6; // of an order, on the average of a game
const LOOKED_AT = 12; // positions of a game whose menus are walked

export const over = (message) => /The game is over|Das Spiel ist vorbei/.test(message.data.content);

/** What all games took. */
export const measured = { orders: 0, touches: 0, numbers: 0, units: 0, beyond: 0, positions: 0 };

// ---- everything that is offered ----

/** All ways that menus lead to, from the first on: "12.3". */
async function* reachable(user, message) {
	const list = menu(message);

	for (const { value } of list?.options ?? []) {
		if (/^\d+\.\d+$/.test(value)) yield value;
		else if (value !== "+0") yield* reachable(user, await choose(user, list.custom_id, value));
	}
}

/** The same that listActions has for the page. */
async function is_all_offered(user, game, token, orders) {
	const { actions } = await api("GET", `games/${game}/actions`, token);
	const wanted = new Set();

	actions.forEach((action, i) => {
		if (action.do.type !== "resign")
			for (let preset = 0; preset <= action.presets.length; preset++) wanted.add(`${i}.${preset}`);
	});
	for await (const way of reachable(user, orders)) wanted.delete(way);
	const offers = await command(user, "offer", { game });
	for await (const way of reachable(user, offers)) wanted.delete(way);
	measured.positions++;
	for (const way of wanted) all_faults.add(`no menu leads to ${way}: ${JSON.stringify(actions[way.split(".")[0]].do)}`);
	const bounded = actions.findIndex(({ bounds }) => bounds.some(({ kind }) => ["length", "angle", "polygon"].includes(kind)));
	return bounded < 0 ? null : { ...actions[bounded], index: bounded };
}

// ---- orders ----

/** Other numbers are typed where there are some, now and then. */
async function vary(user, message) {
	const numbers = button(message, "v");
	const form = await press(user, numbers.custom_id);
	const texts = {};

	if (form.type !== 9) return [message, 1];
	for (const { components: [field] } of form.data.components) {
		const now = Number(field.value);
		texts[field.custom_id] = dice(2) ? field.value : String((now / 2).toFixed(1)).replace(".", dice(2) ? "," : ".");
	}
	measured.numbers++;
	return [await fill_in(user, form.data.custom_id, texts), 2];
}

/** What would end the game soon is left to the offers: a whole game is to come of it. */
const ends = /draw|remis|accept|annehm|claim|beanspruch|wins|gewinnt/i;

function pick(list) {
	const options = list.options.filter(({ value }) => !value.startsWith("+"));
	const good = options.filter(({ label, value }) => !ends.test(label) && (value !== "-" || dice(4) === 0));
	const from = good.length > 0 ? good : options;

	return from[dice(from.length)].value;
}

/** Places that are not in a list of units, taken from its menu and in the id of a menu of ours. */
async function reach_beyond(user, id) {
	const [kind, game, version, choice, , bound] = id.split(":");

	measured.beyond++;
	for (const place of ["99", "4294967295", "-1"])
		if (!(await choose(user, id, place))?.data?.content) all_faults.add(`no answer to unit ${place} of a list`);
	for (const place of [-1, -9999999, 99, 99999999]) {
		const changed = [kind, game, version, choice, `${bound}=${place};0`, bound].join(":");
		if (!(await choose(user, changed, "0"))?.data?.content) all_faults.add(`no answer to unit ${place} in an id`);
	}
}

/** One thing that a user does by menus: a unit, what it does, and the button. The message then. */
export async function act(user, orders) {
	let message = orders;
	let touches = 1; // that of Orders

	for (let turns = 0; turns < 12; turns++) {
		if (button(message, "d") === undefined && button(message, "v") && menu(message) === undefined) {
			message = await press(user, button(message, "b").custom_id);
			touches++;
			continue;
		}
		const other = parts(message).find((one) => one.custom_id?.startsWith("c:"));
		if (other && button(message, "d") && measured.beyond < 5) await reach_beyond(user, other.custom_id);
		if (other && button(message, "d") && dice(4) === 0) {
			message = await choose(user, other.custom_id, other.options[dice(other.options.length)].value);
			measured.units++;
			touches++;
		}
		if (button(message, "v") && (measured.numbers < 3 || dice(4) === 0)) {
			const [changed, more] = await vary(user, message);
			message = changed;
			touches += more;
		}
		const go = button(message, "d");
		if (go) {
			measured.touches += touches + 1;
			measured.orders++;
			return press(user, go.custom_id);
		}
		const list = menu(message);
		if (!list || list.custom_id.startsWith("c:")) {
			const back = button(message, "b");
			if (!back) return message;
			message = await press(user, back.custom_id);
			touches++;
			continue;
		}
		message = await choose(user, list.custom_id, pick(list));
		touches++;
		if (parts(message).every((one) => !["a", "d", "u", "c", "v", "b"].includes(one.custom_id?.[0]))) return message;
	}
	return message;
}

async function take_seats(ruleset, scenario) {
	const made = await command(ann, "new", { scenario, opponent: bert.id });
	const joins = button(made, "j");

	if (!joins) return check(`${ruleset}: a game is made`, JSON.stringify(made).slice(0, 300)) || null;
	check(`${ruleset}: all may see the challenge, and only its opponent is named`,
		!is_private(made) && JSON.stringify(made.data.allowed_mentions.users) === JSON.stringify([bert.id]));
	check(`${ruleset}: nobody else takes the seat`, is_private(await press(carl, joins.custom_id)));
	for (const forged of [joins.custom_id.replace(bert.id, "-"), joins.custom_id.replace(bert.id, carl.id), joins.custom_id.slice(0, -17)])
		if (!is_private(await press(carl, forged))) all_faults.add(`whoever names a game takes its seat: ${forged}`);
	const begun = await press(bert, joins.custom_id);
	const orders = button(begun, "o")?.custom_id;
	if (!orders) check(`${ruleset}: the seat is taken`, JSON.stringify(begun).slice(0, 300));
	return orders;
}

/** A token of Ann's seat, as the page gets it. */
async function page_token(game) {
	const opened = await command(ann, "open", { game });
	const code = opened.data.content.match(/#join=[^.]+\.(\S+)/)[1];

	return (await api("POST", `games/${game}/seats`, null, { code })).seat.token;
}

/** Whole games, and what they took. */
export async function play(ruleset, scenario) {
	const orders = await take_seats(ruleset, scenario);

	if (!orders) return;
	const game = orders.split(":")[1];
	const token = await page_token(game);
	const before = { ...measured };
	const told = () =>
		`${ruleset}: a game to its end, ${measured.orders - before.orders} orders, ${((measured.touches - before.touches) / (measured.orders - before.orders)).toFixed(2)} touches each`;
	const ended = () => {
		console.log(told());
		check(`${ruleset}: at most ${TOUCHES} touches on the average`,
			measured.touches - before.touches <= TOUCHES * (measured.orders - before.orders) ? [] : told());
		check(told(), true);
	};

	for (let presses = 0, looked = 0; presses < PRESSES; presses++) {
		let acted = false;
		for (const user of [ann, bert]) {
			const message = user === ann ? await command(ann, "orders", { game }) : await press(bert, orders);
			if (over(message)) return ended();
			if (!is_private(message)) all_faults.add("orders are shown to all");
			if (!menu(message)) continue;
			if (user === ann && looked < LOOKED_AT && dice(4) === 0) {
				looked++;
				await is_all_offered(user, game, token, message);
			}
			const came = await act(user, message);
			acted = true;
			if (over(came)) return ended();
		}
		if (!acted) break;
	}
	check(`${ruleset}: a game to its end`, `not after ${measured.orders - before.orders} orders`);
}
