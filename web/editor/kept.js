// @ts-check
// Battles that a player keeps on the server, by the ids of this browser's drafts: opened, shown to
// others by a link, thrown away and brought back.

import { Problem, deleteBattle, getMyBattle, listBattles, new_key, putBattle, shareBattle, withdrawBattle } from "../api_later.js";
import { fill, make } from "../dom.js";
import { link_field } from "../panels/links.js";
import { problem_words } from "../panels/problem.js";
import { player } from "../seats.js";
import { isolated, moment_words, words } from "../words.js";
import { draft_of, keep_draft } from "./drafts.js";

/** The link that shows a battle, by the address that this page itself was reached at. */
export const battle_link = (battle, code) => new URL(`battle#battle=${battle}.${code}`, document.baseURI).href;

/** Go on with one: what this browser had of it otherwise is kept beside it. */
async function open(token, id) {
	const file = await getMyBattle(token, id);
	const here = await draft_of(id);

	if (here && JSON.stringify(here.file) !== JSON.stringify(file))
		await keep_draft(new_key(), here.file);
	await keep_draft(id, file);
	location.hash = `#draft=${id}`;
}

/** A kept battle with its buttons; `does` is what they do with its id. */
function row_of({ battle, name, changed, shared }, button, does) {
	return make(
		"li",
		{ class: "row" },
		button("open", battle, `${name} · ${moment_words(Date.parse(changed))}`, () => does.open(battle)),
		button("share", battle, words(shared ? "ui.battle.kept.again" : "ui.battle.kept.share"), () => does.share(battle)),
		shared ? button("withdraw", battle, words("ui.battle.kept.withdraw"), () => does.withdraw(battle)) : null,
		button("forget", battle, words("ui.battle.kept.drop"), () => does.drop(battle, name)),
	);
}

/**
 * What keeps battles on the server, for a player with a name; nothing for others.
 * @param {() => Promise<{id: string, file: any}>} own  the battle that is set up, with its draft's id
 * @returns {HTMLElement[]}
 */
export function kept_part(own) {
	const one = player();

	if (!one)
		return [];
	const { token } = one;
	const list = make("ul", { class: "drafts" });
	const count = make("summary", { "data-key": "kept" }, words("ui.battle.kept"));
	const told = make("p", { class: "error", role: "alert" });
	const place = make("div");
	const node = make("details", { class: "kept", toggle: ({ target }) => target.open && show() }, count, list, place, told);
	const act = (work) => async () => {
		told.textContent = "";
		try {
			await work();
		} catch (problem) {
			if (!(problem instanceof Problem))
				throw problem;
			told.textContent = problem_words(problem);
			node.open = true;
		}
	};
	const button = (key, name, said, work) =>
		make("button", { type: "button", "data-key": `${key}-${name}`, click: act(work) }, said);

	async function share(id) {
		const { code } = await shareBattle(token, id);
		await show();
		fill(place, ...link_field("battle-link", words("ui.battle.kept.link"), battle_link(id, code)).flat());
		place.scrollIntoView({ block: "nearest" });
	}

	async function withdraw(id) {
		await withdrawBattle(token, id);
		fill(place);
		await show();
	}

	async function drop(id, name) {
		const file = await getMyBattle(token, id);
		const back = async () => {
			await putBattle(token, id, file);
			fill(place);
			await show();
		};
		await deleteBattle(token, id);
		fill(place, button("keep-again", id, words("ui.battle.draft.back", { name: isolated(name) }), back));
		await show();
	}

	async function show() {
		const { battles } = await listBattles(token);

		count.textContent = words("ui.battle.kept.count", { count: battles.length });
		fill(list, ...battles.map((kept) => row_of(kept, button, { open: (id) => open(token, id), share, withdraw, drop })));
	}

	const keep = act(async () => {
		const { id, file } = await own();
		await putBattle(token, id, file);
		node.open = true;
		await show();
	});

	return [make("button", { type: "button", "data-key": "keep", click: keep }, words("ui.battle.keep")), node];
}
