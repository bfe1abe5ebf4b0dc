// @ts-check
// Seats this browser holds. A token is a password: it is kept in this browser's storage,
// never in an address. Which of several seats of one game a tab plays is the tab's own
// affair, so two tabs can play each other.

const store_key = "pennon.seats";
const player_key = "pennon.player";
const notices_key = "pennon.notices";
const sounds_key = "pennon.sounds";
const room_key = "pennon.room";
const probe_key = "pennon.probe";
const games_max = 50;

/**
 * @typedef {{token: string, nonce?: string}} Seat
 * @typedef {{scenario?: string, invitation?: string|null, lesson?: boolean, machine?: {side: string, strength: number}, read?: number,
 *          draft?: {side: string, step: string, commands: any[]}|null, seen?: Record<string, number>, receipts?: Record<string, any>, seats: Record<string, Seat>}} Entry
 */

/** What could not be kept, for storage may be forbidden or full: it lasts as long as the page. */
const spare = new Map();

function read(storage, key) {
	if (spare.has(key))
		return spare.get(key);
	try {
		return storage().getItem(key);
	} catch {
		return null;
	}
}

function write(storage, key, value) {
	try {
		storage().setItem(key, value);
		spare.delete(key);
	} catch {
		spare.set(key, value);
	}
}

const lasting = () => localStorage;
const of_tab = () => sessionStorage;

let may_keep = /** @type {boolean|null} */ (null); // once it was tried

function try_keeping() {
	try {
		lasting().setItem(probe_key, "yes");
		lasting().removeItem(probe_key);
		return true;
	} catch {
		return false;
	}
}

/** Does this browser forget seats when the page is closed? A private window or a policy may have it so, or no room. */
export function is_forgetful() {
	may_keep ??= try_keeping();
	return !may_keep || spare.has(store_key);
}

/** @returns {Record<string, Entry>} all games, the latest last */
export function all_seats() {
	try {
		return JSON.parse(read(lasting, store_key) ?? "{}");
	} catch {
		return {};
	}
}

function save(all) {
	const kept = Object.entries(all).slice(-games_max);
	write(lasting, store_key, JSON.stringify(Object.fromEntries(kept)));
}

/** @returns {Entry} */
export function seats_of(game) {
	return all_seats()[game] ?? { seats: {} };
}

/** The side that the page plays itself, in a lesson or as the machine, or null. @param {Pick<Entry, "lesson" | "machine">} entry */
export const played_side = ({ lesson, machine }) => machine?.side ?? (lesson ? "blue" : null);

/** The token of that side, or null. @param {string} game */
export function played_token(game) {
	const entry = seats_of(game);

	return entry.seats[played_side(entry) ?? ""]?.token ?? null;
}

/** Keep a seat, and play it in this tab. `more` are members of the entry. */
export function keep_seat(game, side, seat, more = {}) {
	const { [game]: entry = { seats: {} }, ...others } = all_seats();

	entry.seats[side] = seat;
	save({ ...others, [game]: { ...entry, ...more } });
	choose_seat(game, side);
}

/** Keep the newest receipt of a seat: the record must have what it says. */
export function keep_receipt(game, receipt) {
	note(game, { receipts: { ...seats_of(game).receipts, [receipt.viewer]: receipt } });
}

/** Change members of a game's entry, if there is one. */
export function note(game, more) {
	const all = all_seats();

	if (all[game])
		save({ ...all, [game]: { ...all[game], ...more } });
}

/** Forget a game's seats. Gives what was kept, for restore(). */
export function forget(game) {
	const { [game]: entry, ...others } = all_seats();

	save(others);
	return entry;
}

/** Keep again what forget() gave. */
export function restore(game, entry) {
	save({ ...all_seats(), [game]: entry });
}

/** The player of this browser, one token for all their games, or null. @returns {{name: string, token: string}|null} */
export function player() {
	try {
		return JSON.parse(read(lasting, player_key) ?? "null");
	} catch {
		return null;
	}
}

/** Be this player from now on; null: nobody, whose seats are left as they are. */
export function keep_player(one) {
	write(lasting, player_key, JSON.stringify(one));
}

/** Is who uses this browser to be told of a turn while looking elsewhere? */
export function wants_notices() {
	return read(lasting, notices_key) === "yes";
}

export function keep_notices(wanted) {
	write(lasting, notices_key, wanted ? "yes" : "no");
}

/** Does who uses this browser want to hear dice, charges and the turn? Off at first. */
export function wants_sounds() {
	return read(lasting, sounds_key) === "yes";
}

export function keep_sounds(wanted) {
	write(lasting, sounds_key, wanted ? "yes" : "no");
}

/** How high the list of one's games was when it was last seen, in pixels. */
export const kept_room = () => Number(read(lasting, room_key)) || 0;

/** @param {number} height */
export function keep_room(height) {
	write(lasting, room_key, String(height));
}

/** Is the table seen from the north in this tab? null: nobody has said so far. */
export function kept_turn(game) {
	const kept = read(of_tab, `pennon.turned.${game}`);

	return kept === null || kept === undefined ? null : kept === "yes";
}

/** Remember in this tab how the table lies, for units may pass each other. */
export function keep_turn(game, is_turned) {
	write(of_tab, `pennon.turned.${game}`, is_turned ? "yes" : "no");
	return is_turned;
}

export function choose_seat(game, side) {
	write(of_tab, `pennon.side.${game}`, side);
}

/** The side this tab plays in a game, "public" without a seat. */
export function side_of_tab(game) {
	const { seats } = seats_of(game);
	const chosen = read(of_tab, `pennon.side.${game}`);

	if (chosen !== null && seats[chosen])
		return chosen;
	return Object.keys(seats)[0] ?? "public";
}

/** The side that a token names in its prefix ("pn_red_…"), or null. */
export function side_of_token(token) {
	return /^pn_(red|blue|umpire)_/.exec(token)?.[1] ?? null;
}

/** The address of the front page with a fragment, which names a seat, an invitation or a player. */
export function page_link(fragment) {
	const link = new URL("./", document.baseURI);

	link.hash = fragment;
	return link.href;
}
