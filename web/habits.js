// @ts-check
// What the player at this browser chose or did last, where the page offers several ways; and how fast a game is
// played, which decides before anything was chosen.

const day = 24 * 60 * 60;

const unkept = /** @type {Map<string, string>} */ (new Map()); // lasts as long as the page, if the browser keeps nothing

/** @param {string} name @returns {string|null} null: nothing was chosen yet */
export function habit(name) {
	try {
		return localStorage.getItem(`pennon.${name}`) ?? unkept.get(name) ?? null;
	} catch {
		return unkept.get(name) ?? null;
	}
}

/** @param {string} name @param {string} chosen */
export function keep_habit(name, chosen) {
	unkept.set(name, chosen);
	try {
		localStorage.setItem(`pennon.${name}`, chosen);
	} catch {
		// Then it holds until the page is closed.
	}
}

/** Is it played by correspondence, and not in an evening? @param {Game} game */
export const is_slow = ({ clock }) => !clock || clock.cap >= day;
