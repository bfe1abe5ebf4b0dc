// @ts-check
// The battle that is being set up: the battle file of the API as it stands, what of it is picked,
// and every way back. It knows neither document nor network.

const merge_ms = 1200; // the same thing changed again so soon is one step back

/**
 * @typedef {{format: number, name: string, description?: string, ruleset: string, muster: any}} BattleFile
 * @typedef {{value: BattleFile, selected: readonly string[], why: string, at: number}} Step
 */

function freeze(value) {
	if (value && typeof value === "object" && !Object.isFrozen(value)) {
		Object.values(value).forEach(freeze);
		Object.freeze(value);
	}
	return value;
}

/** Is there still what an id names: "r1" and "b1" are units, "t0" a piece of terrain, "zred" a zone? */
function is_there(value, id) {
	const { units, board, deployment } = value.muster ?? {};
	const count = { r: "red", b: "blue" }[id[0]];

	if (id[0] === "z")
		return Boolean(deployment);

	return count
		? Array.isArray(units) && Number(id.slice(1)) <= units.filter((unit) => unit?.side === count).length
		: Number(id.slice(1)) < (board?.terrain?.length ?? 0);
}

/**
 * A battle that can be changed and changed back.
 *
 * `value` is the file, frozen, another object after each change. `selected` holds the ids of what is
 * picked. Changes with the same `why` that follow each other at once are taken back together.
 */
export class Battle {
	#past = /** @type {Step[]} */ ([]);
	#future = /** @type {Step[]} */ ([]);
	#now = /** @type {Step} */ ({});
	#listeners = new Set();

	/** @param {BattleFile} file */
	constructor(file) {
		this.#now = { value: freeze(structuredClone(file)), selected: [], why: "", at: 0 };
	}

	get value() {
		return this.#now.value;
	}

	get selected() {
		return this.#now.selected;
	}

	get can_undo() {
		return this.#past.length > 0;
	}

	get can_redo() {
		return this.#future.length > 0;
	}

	/**
	 * Let `edit` write in a copy; what it returns is picked from then on, when it returns anything.
	 * @param {(copy: any) => readonly string[]|void} edit @param {string} [why]
	 */
	change(edit, why = "") {
		const copy = structuredClone(this.value);
		const picked = /** @type {readonly string[]} */ (edit(copy) ?? this.selected);

		if (JSON.stringify(copy) !== JSON.stringify(this.value))
			this.#step(copy, why, picked);
		else if (picked !== this.selected)
			this.select(picked);
	}

	/** Put another file in its place. @param {BattleFile} file @param {string} [why] */
	replace(file, why = "") {
		this.#step(structuredClone(file), why, []);
	}

	/** @param {readonly string[]} ids */
	select(ids) {
		this.#now = { ...this.#now, selected: ids.filter((id) => is_there(this.value, id)), at: 0 };
		this.#tell();
	}

	undo() {
		this.#go(this.#past, this.#future);
	}

	redo() {
		this.#go(this.#future, this.#past);
	}

	/** `listener` is called after each change; what is given back ends that. */
	subscribe(listener) {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}

	#tell() {
		for (const listener of this.#listeners)
			listener();
	}

	/** @param {BattleFile} value @param {readonly string[]} picked */
	#step(value, why, picked) {
		const at = Date.now();
		const is_same = why !== "" && why === this.#now.why && at - this.#now.at < merge_ms;

		if (!is_same)
			this.#past.push(this.#now);
		this.#future = [];
		this.#now = { value: freeze(value), selected: picked.filter((id) => is_there(value, id)), why, at };
		this.#tell();
	}

	/** @param {Step[]} from @param {Step[]} to */
	#go(from, to) {
		const other = from.pop();

		if (!other)
			return;
		to.push(this.#now);
		// What follows is a step of its own.
		this.#now = { ...other, at: 0 };
		this.#tell();
	}
}

/** @param {BattleFile} file */
export const make_battle = (file) => new Battle(file);
