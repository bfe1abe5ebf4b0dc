// @ts-check
// What is heard where somebody wants it: a die, a charge, one's turn. A few tones, made here.

import { owes } from "./store.js";

/** Tones as [Hz, when it begins, how long it lasts], in seconds. */
const tones = {
	die: [[180, 0, 0.05], [140, 0.09, 0.05], [160, 0.15, 0.07]],
	charge: [[392, 0, 0.12], [392, 0.14, 0.12], [523, 0.28, 0.3]],
	turn: [[660, 0, 0.15], [880, 0.16, 0.3]],
};
const loudness = 0.12;
const charges = new Set(["charge_declared", "charge_began"]);
let context = /** @type {AudioContext|null} */ (null);

/** @param {keyof typeof tones} name */
function play(name) {
	// A browser is silent until its page was touched.
	if (!navigator.userActivation?.hasBeenActive)
		return;
	context ??= new AudioContext();
	for (const [pitch, begin, length] of tones[name]) {
		const start = context.currentTime + begin;
		const tone = new OscillatorNode(context, { type: name === "die" ? "square" : "triangle", frequency: pitch });
		const gain = new GainNode(context, { gain: loudness });

		gain.gain.setValueAtTime(loudness, start);
		gain.gain.exponentialRampToValueAtTime(0.001, start + length);
		tone.connect(gain).connect(context.destination);
		tone.start(start);
		tone.stop(start + length);
	}
}

/**
 * One sound for what has just come: a charge before dice, and the turn where nothing else is heard.
 * @param {Session} session
 */
export function follow_sounds(session) {
	let told = session.state.log.at(-1)?.seq ?? 0;
	let owed = owes(session.state.game, session.state.side);

	return session.store.subscribe((/** @type {State} */ { log, game, side, sounds, story }) => {
		const fresh = log.filter((event) => event.seq > told);
		const is_owed = owes(game, side);
		const name = fresh.some((event) => charges.has(event.type))
			? "charge"
			: fresh.some((event) => event.faces)
				? "die"
				: is_owed && !owed
					? "turn"
					: null;

		told = log.at(-1)?.seq ?? told;
		owed = is_owed;
		if (name && sounds && story === null)
			play(name);
	});
}
