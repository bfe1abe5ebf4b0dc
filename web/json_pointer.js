// @ts-check
// Bodies of commands: plain JSON, and members of it named by JSON pointers.

/** The value at a JSON pointer. */
export function value_at(body, pointer) {
	return pointer
		.split("/")
		.slice(1)
		.reduce((value, name) => value?.[name], body);
}

/** A copy of `body` with another value at a JSON pointer. */
export function with_value(body, pointer, value) {
	const copy = structuredClone(body);
	const names = pointer.split("/").slice(1);
	const last = names.pop();
	const parent = names.reduce((inner, name) => (inner[name] ??= {}), copy);

	parent[last] = value;
	return copy;
}
