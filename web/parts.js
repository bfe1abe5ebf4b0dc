// @ts-check
// Parts of the page that are read when they are wanted, and so perhaps while the line is cut.

const pause_ms = 1000;
const longest_pause_ms = 15_000;

const is_reached = () =>
	fetch("./", { method: "HEAD", cache: "no-store" }).then(
		() => true,
		() => false,
	);

/**
 * What `read` gives, an import for instance. While the server cannot be reached it is tried
 * again, a little later each time, so that what was wanted comes when the line does. What
 * fails although the server answers is thrown.
 *
 * @template T
 * @param {() => Promise<T>} read
 * @returns {Promise<T>}
 */
export async function when_reached(read) {
	let was_reached = false;

	for (let pause = pause_ms; ; pause = Math.min(2 * pause, longest_pause_ms)) {
		try {
			return await read();
		} catch (problem) {
			const reached = await is_reached();
			if (reached && was_reached)
				throw problem;
			was_reached = reached;
			if (!reached)
				await new Promise((resolve) => setTimeout(resolve, pause));
		}
	}
}

let styles = /** @type {Promise<void>|null} */ (null); // while they are there, or on their way

/** The styles of what the page of a game reads later: beside those of the first board, which they do not outweigh. */
function later_styles() {
	const first = document.querySelector('link[href="panels/panels.css"]');

	return new Promise((resolve, reject) => {
		const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: "panels/later.css" });

		link.onload = () => resolve();
		link.onerror = () => {
			link.remove();
			reject(new Error("no styles"));
		};
		first.after(link);
	});
}

/** How often a path was asked for in vain. @type {Map<string, number>} */
const failures = new Map();

/** Some browsers never ask again for an address that failed once: it has another at each try. @param {string} path */
async function import_anew(path) {
	const count = failures.get(path) ?? 0;

	try {
		return await import(`${path}${count === 0 ? "" : `?again=${count}`}`);
	} catch (problem) {
		failures.set(path, count + 1);
		throw problem;
	}
}

/**
 * A module that is read when it is wanted, by its path from here, once its styles are there.
 *
 * @param {string} path
 * @returns {Promise<any>}
 */
export async function read_part(path) {
	if (document.querySelector("main.game"))
		styles ??= when_reached(later_styles).catch(() => {
			styles = null; // what was wanted shows all the same
		});
	const [part] = await Promise.all([
		when_reached(() => import_anew(path)),
		styles,
	]);
	return part;
}

/**
 * Does something `ms` after the table is there, however long that takes. Returns what calls it off.
 * @param {Session} session @param {() => void} work @param {number} ms
 */
export function a_while_after(session, work, ms) {
	let rest = 0;
	const leave = session.store.subscribe(({ game }) => {
		if (game && !rest)
			rest = setTimeout(work, ms);
	});

	return () => {
		clearTimeout(rest);
		leave();
	};
}
