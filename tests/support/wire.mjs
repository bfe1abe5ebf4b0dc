// What the page's modules need of a browser, without one; and in the place of the server a wire on which
// the test itself answers each request, when it wants to. To be imported before any module of the page.

const kept = () => {
	const items = new Map();

	return {
		getItem: (key) => items.get(key) ?? null,
		setItem: (key, value) => items.set(key, value),
		removeItem: (key) => items.delete(key),
	};
};

/** What was announced to a screen reader, in turn. */
export const announced = [];

Object.assign(globalThis, {
	document: {
		baseURI: "http://pennon.test/",
		documentElement: {},
		querySelector: () => null,
		createElement: () => ({ append: (text) => announced.push(String(text).trim()), remove() {} }),
		getElementById: () => ({ append() {} }),
	},
	Node: class {},
	localStorage: kept(),
	sessionStorage: kept(),
	requestAnimationFrame: () => 1,
	cancelAnimationFrame() {},
	addEventListener() {},
	removeEventListener() {},
});
Object.defineProperty(globalThis, "navigator", { value: { onLine: true }, configurable: true });

const patience_ms = 20_000; // until a request must have come
const look_ms = 5;

/** Everything that can go on without an answer, or another module, has. */
export async function settle() {
	for (let turns = 0; turns < 20; turns++)
		await new Promise((resolve) => setImmediate(resolve));
}

/** Requests that wait for their answer, oldest first. */
class Wire {
	open = [];

	constructor() {
		globalThis.fetch = (url, { method = "GET", headers = {}, body, signal } = {}) =>
			new Promise((resolve, reject) => {
				const request = { method, path: new URL(url).pathname.replace("/v1/", ""), headers, body: body && JSON.parse(body), signal, resolve, reject };

				this.open.push(request);
				signal?.addEventListener("abort", () => this.#fail(request));
			});
	}

	#take(request) {
		const at = this.open.indexOf(request);

		if (at >= 0)
			this.open.splice(at, 1);
		return at >= 0;
	}

	#fail(request) {
		this.#take(request);
		request.reject(new TypeError("cut"));
	}

	/** Is such a request on its way? The first of them; of one seat where `token` is given. */
	find(what, token) {
		return this.open.find(
			({ method, path, headers }) => `${method} ${path}` === what && (token === undefined || headers.authorization === `Bearer ${token}`),
		);
	}

	/** The next request of that kind, once it comes, taken off the wire: `{headers, body, give(json), refuse(status, code), cut()}`. */
	async next(what, token) {
		for (const end = Date.now() + patience_ms; Date.now() < end;) {
			const request = this.find(what, token);

			if (request && this.#take(request))
				return {
					...request,
					give: (json) => request.resolve(Response.json(json)),
					refuse: (status, code) => request.resolve(Response.json({ code }, { status })),
					cut: () => request.reject(new TypeError("cut")),
				};
			await new Promise((resolve) => setTimeout(resolve, look_ms));
		}
		throw new Error(`never asked: ${what}; but ${this.open.map(({ method, path }) => `${method} ${path}`).join(", ")}`);
	}

	/** The next stream of a game: `tell(event)` sends an event on it, `end()` ends it. */
	async stream(game, token) {
		const request = await this.next(`GET games/${game}/stream`, token);
		const text = new TextEncoder();
		let out;

		const body = new ReadableStream({ start: (control) => void (out = control) });
		request.signal.addEventListener("abort", () => out.error(new TypeError("cut")));
		return {
			...request,
			begin: () => request.resolve(new Response(body)),
			tell: (event) => out.enqueue(text.encode(`id: ${event.seq}\ndata: ${JSON.stringify(event)}\n\n`)),
			end: () => out.close(),
		};
	}
}

export const wire = new Wire();
