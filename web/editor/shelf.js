// @ts-check
// Where battles are kept: files, what was begun in this browser, and a player's on the server.

import { announce, fill, make } from "../dom.js";
import { save_as } from "../saving.js";
import { isolated, moment_words, words } from "../words.js";
import { new_key } from "../api.js";
import { kept_part } from "./kept.js";
import { aside, drafts, drop_aside, drop_draft, keep_draft, put_back } from "./drafts.js";

const file_bytes_max = 64 * 1024; // what the server keeps, too

/** @param {import("./battle.js").Battle} battle */
function save(battle) {
	const text = `${JSON.stringify(battle.value, null, "\t")}\n`;

	save_as(new Blob([text], { type: "application/json" }), battle.value.name, "json");
}

/**
 * The battle in a file's text, or the key of what is wrong with it. Whether it can be played, and
 * which of its members nobody knows, the server says, as after any other change.
 * @param {string} text @returns {{file?: any, wrong?: string, values?: any}}
 */
export function read_file(text) {
	let file;

	if (new Blob([text]).size > file_bytes_max)
		return { wrong: "too_large", values: { most: file_bytes_max / 1024 } };
	try {
		file = JSON.parse(text);
	} catch {
		return { wrong: "no_json" };
	}
	if (!file || typeof file !== "object" || Array.isArray(file) || typeof file.muster !== "object" || !file.ruleset)
		return { wrong: "no_battle" };
	if (file.format !== 1)
		return { wrong: "format", values: { format: file.format ?? "–" } };
	return { file: { name: words("ui.battle.unnamed"), ...file } };
}

/** Open a file; what was there can be brought back. @param {import("./battle.js").Battle} battle */
function open_part(battle, told) {
	const picker = make("input", { type: "file", accept: ".json,application/json", hidden: true });
	const take = (text) => {
		const { file, wrong, values } = read_file(text);

		told.textContent = wrong ? words(`ui.battle.file.${wrong}`, values) : "";
		if (file) {
			battle.replace(file);
			announce(words("ui.battle.opened", { name: isolated(file.name) }));
		}
	};

	picker.addEventListener("change", async () => {
		const [chosen] = picker.files;
		picker.value = "";
		if (chosen)
			take(chosen.size > file_bytes_max ? " ".repeat(file_bytes_max + 1) : await chosen.text());
	});
	addEventListener("dragover", (event) => event.preventDefault());
	addEventListener("drop", async (event) => {
		const [dropped] = event.dataTransfer?.files ?? [];
		event.preventDefault();
		if (dropped)
			take(dropped.size > file_bytes_max ? " ".repeat(file_bytes_max + 1) : await dropped.text());
	});
	return [
		picker,
		make("button", { type: "button", "data-key": "open", click: () => picker.click() }, words("ui.battle.open")),
	];
}

/** What was begun here: to go on with, or to throw away. */
function drafts_part(own_id) {
	const list = make("ul", { class: "drafts" });
	const count = make("summary", { "data-key": "drafts" });
	const node = make("details", { class: "kept", hidden: true, toggle: () => show() }, count, list);

	function row({ id, at, file }) {
		const drop = async () => {
			const before = await drop_draft(id);
			const back = async () => {
				await put_back(before);
				await show();
			};
			await show(
				make(
					"button",
					{ type: "button", "data-key": "put-back", click: back },
					words("ui.battle.draft.back", { name: isolated(file.name) }),
				),
			);
		};

		return make(
			"li",
			{ class: "row" },
			make("a", { class: "button", href: `#draft=${id}`, "data-key": `draft-${id}` }, `${isolated(file.name)} · ${moment_words(at)}`),
			make(
				"button",
				{
					type: "button",
					class: "quiet",
					"data-key": `drop-${id}`,
					"aria-label": words("ui.battle.draft.drop", { name: isolated(file.name) }),
					click: drop,
				},
				"✕",
			),
		);
	}

	/** @param {Element} [undo] */
	async function show(undo) {
		const others = (await drafts()).filter(({ id }) => id !== own_id() && !id.startsWith("army-"));

		node.hidden = others.length === 0 && !undo;
		count.textContent = words("ui.battle.drafts", { count: others.length });
		fill(list, undo ? make("li", null, undo) : null, ...others.map(row));
	}

	show();
	return node;
}

/** What another version of the page has left here: told, to be saved as it stands. */
async function aside_part() {
	const pieces = await aside();
	const node = make("div", { class: "kept", role: "alert" });
	const keep = () => save_as(new Blob([pieces.join("\n")], { type: "text/plain" }), words("ui.battle.aside.name"), "txt");
	const drop = async () => {
		await drop_aside();
		node.remove();
	};
	const one = (name, click) =>
		make("button", { type: "button", "data-key": `aside-${name}`, click }, words(`ui.battle.aside.${name}`));

	if (pieces.length === 0)
		return [];
	node.append(
		make("p", { class: "error" }, words("ui.battle.aside")),
		make("p", { class: "row" }, one("save", keep), one("drop", drop)),
	);
	return [node];
}

/**
 * Put what keeps battles into `shelf`, and what there is to tell of it into `news`. `id` is the draft that
 * the page began with, if it did: a battle that is changed is kept from then on. An army stays where it
 * is by its address.
 * @param {import("./battle.js").Battle} battle @param {{shelf: Element, news: Element}} places @param {string|null} id
 */
export function place_shelf(battle, { shelf, news }, id, is_army = false) {
	const told = make("p", { class: "error", role: "alert" });
	let own = id;
	let kept = battle.value;

	async function keep() {
		const file = (kept = battle.value);
		const id = (own ??= new_key());

		if (!(await keep_draft(id, file)))
			told.textContent = words("ui.battle.draft.none");
		else if (!is_army && location.hash !== `#draft=${id}`)
			history.replaceState(null, "", `#draft=${id}`);
		return { id, file };
	}

	battle.subscribe(() => {
		if (battle.value !== kept)
			keep();
	});
	shelf.append(
		...(is_army ? [] : open_part(battle, told)),
		make("button", { type: "button", "data-key": "save", click: () => save(battle) }, words("ui.battle.save")),
		...(is_army ? [] : [drafts_part(() => own), ...kept_part(keep)]),
	);
	news.append(told);
	aside_part().then((nodes) => told.before(...nodes));
}
