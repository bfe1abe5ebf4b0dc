// @ts-check
// Battles that were begun in this browser, kept from each change to the next visit. They lie in
// IndexedDB: a change writes one battle, and takes no room from the tokens of seats.

const database = "pennon";
const version = 1;
/** What goes to and fro between the editor and the referee. */
export const asked_draft = "asked";
const most = 30; // of more the oldest goes

// Where older versions of the page kept all of them, as one text, and what they could not read.
const older_key = "pennon.battles";
const older_aside_key = "pennon.battles.aside";

/**
 * @typedef {import("./battle.js").BattleFile} BattleFile
 * @typedef {{id: string, at: number, file: BattleFile}} Draft
 */

// Whatever its file holds, the page can show what is wrong with it.
const is_draft = (one) =>
	typeof one?.id === "string" &&
	Number.isFinite(one.at) &&
	one.file !== null &&
	typeof one.file === "object" &&
	!Array.isArray(one.file);

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const answer = (request) =>
	new Promise((done, failed) => {
		request.onsuccess = () => done(request.result);
		request.onerror = () => failed(request.error);
	});

/** @param {IDBTransaction} work */
const written = (work) =>
	new Promise((done, failed) => {
		work.oncomplete = () => done(undefined);
		work.onabort = () => failed(work.error);
	});

/** @returns {Promise<IDBDatabase>} */
function open() {
	const request = indexedDB.open(database, version);

	request.onupgradeneeded = () => {
		request.result.createObjectStore("drafts", { keyPath: "id" });
		request.result.createObjectStore("aside", { autoIncrement: true });
	};
	return answer(request);
}

/** The drafts in what an older version of the page has left, and whether that is all of it. @param {string} text */
function understood(text) {
	try {
		const kept = JSON.parse(text);

		if (kept.version === 1 && Array.isArray(kept.drafts)) {
			const drafts = /** @type {Draft[]} */ (kept.drafts.filter(is_draft));
			return { drafts, is_all: drafts.length === kept.drafts.length };
		}
	} catch {
		// No JSON: somebody else wrote there.
	}
	return { drafts: /** @type {Draft[]} */ ([]), is_all: false };
}

/** The texts that an older version of the page had put aside. @returns {string[]} */
function older_aside() {
	try {
		const pieces = JSON.parse(localStorage.getItem(older_aside_key) ?? "[]");
		return Array.isArray(pieces) ? pieces.filter((one) => typeof one === "string") : [];
	} catch {
		return [];
	}
}

/** Bring over what an older version of the page has left. It goes from there when it has been written here. */
async function bring_over(/** @type {IDBDatabase} */ db) {
	const text = localStorage.getItem(older_key);
	const { drafts, is_all } = text === null ? { drafts: [], is_all: true } : understood(text);
	const pieces = [...older_aside(), ...(is_all ? [] : [String(text)])];

	if (text === null && pieces.length === 0)
		return;
	const work = db.transaction(["drafts", "aside"], "readwrite");
	const end = written(work);
	const kept = new Map((await answer(work.objectStore("drafts").getAll())).map((one) => [one.id, one]));

	for (const draft of drafts)
		if (!(kept.get(draft.id)?.at >= draft.at))
			work.objectStore("drafts").put(draft);
	for (const piece of pieces)
		work.objectStore("aside").add(piece);
	await end;
	localStorage.removeItem(older_key);
	localStorage.removeItem(older_aside_key);
}

/** Put aside what is no draft: another version of the page has left it here. */
async function set_aside(/** @type {IDBDatabase} */ db) {
	const work = db.transaction(["drafts", "aside"], "readwrite");
	const end = written(work);

	for (const one of await answer(work.objectStore("drafts").getAll()))
		if (!is_draft(one)) {
			work.objectStore("aside").add(JSON.stringify(one));
			work.objectStore("drafts").delete(one.id);
		}
	await end;
}

let opened = /** @type {Promise<IDBDatabase>|null} */ (null);

/** The database, with all that is older in it. It fails where storage is forbidden. */
function store() {
	const begin = async () => {
		const db = await open();

		db.onversionchange = () => {
			db.close();
			opened = null;
		};
		// Without room it stays where it is, and nothing is lost.
		await bring_over(db).catch(() => {});
		await set_aside(db).catch(() => {});
		return db;
	};

	opened ??= begin();
	opened.catch(() => (opened = null));
	return opened;
}

/** Read all of a part; nothing where storage is forbidden. @param {"drafts"|"aside"} part */
async function read(part) {
	try {
		const db = await store();
		return await answer(db.transaction(part).objectStore(part).getAll());
	} catch {
		return [];
	}
}

/** Write. False: there is no room for it, or storage is forbidden. @param {(work: IDBTransaction) => void} write */
async function change(write) {
	try {
		const db = await store();
		const work = db.transaction(["drafts", "aside"], "readwrite");
		const end = written(work);

		write(work);
		work.commit(); // at once: whoever leaves the page now loses nothing
		await end;
		return true;
	} catch {
		return false;
	}
}

/** What is kept, the latest first. @returns {Promise<Draft[]>} */
export async function drafts() {
	return (await read("drafts")).sort((a, b) => b.at - a.at);
}

/** One of them, or undefined. @param {string|null} id */
export const draft_of = async (id) => (await drafts()).find((one) => one.id === id);

/**
 * What was found here and cannot be read, as it stood: what an older or newer version of the page
 * left. Text that a player may save, piece by piece.
 * @returns {Promise<string[]>}
 */
export const aside = async () => [...new Set(await read("aside"))];

/** Forget what was put aside. */
export const drop_aside = () => change((work) => work.objectStore("aside").clear());

/** Keep a battle by its id, instead of what was kept by it. False: it could not be. @param {BattleFile} file */
export async function keep_draft(id, file) {
	const is_kept = await put_back({ id, at: Date.now(), file });
	const others = await drafts();

	await change((work) => {
		for (const old of others.slice(most))
			work.objectStore("drafts").delete(old.id);
	});
	return is_kept;
}

/** Forget one; put_back() undoes it. @returns {Promise<Draft|undefined>} what was there */
export async function drop_draft(id) {
	const before = await draft_of(id);

	await change((work) => work.objectStore("drafts").delete(id));
	return before;
}

/** @param {Draft} draft */
export const put_back = (draft) => change((work) => work.objectStore("drafts").put(draft));
