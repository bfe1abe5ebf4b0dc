// As much of JSON Schema 2020-12 as the schemas of the tree use; a keyword that is not here is
// refused, so nothing is passed over in silence.

const is_object = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const is_of = {
	object: is_object,
	array: Array.isArray,
	string: (value) => typeof value === "string",
	integer: Number.isInteger,
	boolean: (value) => typeof value === "boolean",
};
const no_words = ["$schema", "$id", "$defs", "title", "description"];

/** What is wrong with a value by a schema, as "/pointer: what"; empty when nothing is. */
export function faults_of(schema, value, root = schema, at = "") {
	const faults = [];
	const say = (what) => faults.push(`${at || "/"}: ${what}`);
	const below = (inner, item, key) => faults.push(...faults_of(inner, item, root, `${at}/${key}`));
	const rules = {
		$ref: (name) => faults.push(...faults_of(root.$defs[name.replace("#/$defs/", "")], value, root, at)),
		type: (name) => is_of[name](value) || say(`no ${name}`),
		const: (wanted) => value === wanted || say(`not ${wanted}`),
		enum: (choices) => choices.includes(value) || say(`none of ${choices}`),
		pattern: (text) => typeof value !== "string" || new RegExp(text, "u").test(value) || say(`not like ${text}`),
		minLength: (least) => typeof value !== "string" || value.length >= least || say("too short"),
		minimum: (least) => typeof value !== "number" || value >= least || say(`below ${least}`),
		maximum: (most) => typeof value !== "number" || value <= most || say(`above ${most}`),
		minItems: (least) => !Array.isArray(value) || value.length >= least || say("too few"),
		items: (inner) => Array.isArray(value) && value.forEach((item, key) => below(inner, item, key)),
		required: (keys) => is_object(value) && keys.forEach((key) => key in value || say(`${key} is missing`)),
		properties: (known) =>
			is_object(value) && Object.keys(known).forEach((key) => key in value && below(known[key], value[key], key)),
		additionalProperties: (inner) => {
			const others = is_object(value) ? Object.keys(value).filter((key) => !(key in (schema.properties ?? {}))) : [];

			others.forEach((key) => (inner === false ? say(`unknown member ${key}`) : below(inner, value[key], key)));
		},
		oneOf: (choices) => {
			const found = choices.map((choice) => faults_of(choice, value, root, at));

			// Of those that do not fit, the one that got farthest says most.
			if (found.filter((each) => each.length === 0).length !== 1)
				faults.push(...found.sort((a, b) => Math.max(0, ...b.map((one) => one.length)) - Math.max(0, ...a.map((one) => one.length)))[0]);
		},
	};

	for (const [key, wanted] of Object.entries(schema)) {
		if (no_words.includes(key))
			continue;
		if (!(key in rules))
			throw new Error(`${key} is not known here`);
		rules[key](wanted);
	}
	return faults;
}
