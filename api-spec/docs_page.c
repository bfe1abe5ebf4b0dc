/* docs-page OPENAPI.json EXAMPLES/ OUT.html: a tool of the build.
 *
 * Makes the page that people read from the description that programs read, so that the
 * two cannot differ. It is plain HTML: everything can be read without scripts; docs.js adds
 * what sends a request from the form of an operation. Nothing is in it that the policy of
 * the page forbids: no style or script of its own, nothing from elsewhere. */

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

static FILE *out;
static json_t *document;
static const char *examples;

static _Noreturn void fail(const char *what, const char *detail)
{
	fprintf(stderr, "docs-page: %s: %s\n", what, detail);
	exit(1);
}

/* ---- text ---- */

static void put(const char *html)
{
	fputs(html, out);
}

/* Text as HTML shows it. */
static void put_text(const char *text, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		switch (text[i]) {
		case '&':
			put("&amp;");
			break;
		case '<':
			put("&lt;");
			break;
		case '>':
			put("&gt;");
			break;
		case '"':
			put("&quot;");
			break;
		default:
			fputc(text[i], out);
		}
	}
}

static void put_string(const char *text)
{
	put_text(text, strlen(text));
}

/* A piece between two marks, "`code`" or "**bold**". Returns its end, NULL when it has none. */
static const char *put_marked(const char *at, const char *mark, const char *tag)
{
	size_t size = strlen(mark);
	const char *end = strncmp(at, mark, size) == 0 ? strstr(at + size, mark) : NULL;

	if (!end)
		return NULL;
	fprintf(out, "<%s>", tag);
	put_text(at + size, (size_t)(end - at) - size);
	fprintf(out, "</%s>", tag);
	return end + size;
}

/* The little of Markdown that the description uses. */
static void put_prose(const char *text)
{
	const char *end;

	put("<p>");
	while (*text) {
		if ((end = put_marked(text, "`", "code")) ||
		    (end = put_marked(text, "**", "strong"))) {
			text = end;
		} else if (strncmp(text, "\n\n", 2) == 0) {
			text += 2;
			if (*text)
				put("</p>\n<p>");
		} else {
			put_text(text++, 1);
		}
	}
	put("</p>\n");
}

static const char *text_of(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text ? text : "";
}

/* What a "$ref" names, or the value itself. */
static const json_t *resolve(const json_t *value)
{
	const char *reference = json_string_value(json_object_get(value, "$ref"));
	const json_t *found = document;
	char key[128];

	if (!reference)
		return value;
	for (const char *at = reference + 2; *at; at += strcspn(at, "/"), at += *at == '/') {
		snprintf(key, sizeof(key), "%.*s", (int)strcspn(at, "/"), at);
		found = json_object_get(found, key);
	}
	if (!found)
		fail("a reference to nothing", reference);
	return found;
}

/* ---- schemas ---- */

static void put_json(const json_t *value)
{
	char *text = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT);

	put("<code>");
	put_string(text);
	put("</code>");
	free(text);
}

static void put_type(const json_t *schema);

/* "a, b or c" */
static void put_choice(const json_t *list, void (*put_one)(const json_t *one))
{
	size_t index, size = json_array_size(list);
	json_t *one;

	json_array_foreach(list, index, one)
	{
		put(index == 0 ? "" : index + 1 == size ? " or " : ", ");
		put_one(one);
	}
}

static void put_name_of_type(const json_t *type)
{
	put_string(json_string_value(type));
}

static void put_limits(const json_t *schema)
{
	static const char *const limits[][2] = {
		{"minimum", "at least"},
		{"maximum", "at most"},
		{"minLength", "characters, at least"},
		{"maxLength", "characters, at most"},
		{"maxItems", "items, at most"},
		{"pattern", "like"},
		{"format", "as"},
	};

	for (size_t i = 0; i < sizeof(limits) / sizeof(limits[0]); i++) {
		const json_t *value = json_object_get(schema, limits[i][0]);

		if (!value)
			continue;
		fprintf(out, ", %s ", limits[i][1]);
		put_json(value);
	}
}

/* What a value is, in a few words. */
static void put_type(const json_t *schema)
{
	const char *reference = json_string_value(json_object_get(schema, "$ref"));
	const json_t *type = json_object_get(schema, "type");
	const json_t *inner = json_object_get(schema, "additionalProperties");

	if (reference) {
		const char *name = strrchr(reference, '/') + 1;

		fprintf(out, "<a href=\"#schema-%s\">%s</a>", name, name);
	} else if (json_object_get(schema, "const")) {
		put_json(json_object_get(schema, "const"));
	} else if (json_object_get(schema, "enum")) {
		put_choice(json_object_get(schema, "enum"), put_json);
	} else if (json_object_get(schema, "oneOf")) {
		put_choice(json_object_get(schema, "oneOf"), put_type);
	} else if (json_object_get(schema, "items")) {
		put("list of ");
		put_type(json_object_get(schema, "items"));
	} else if (json_is_object(inner)) {
		put("object of ");
		put_type(inner);
	} else if (json_is_array(type)) {
		put_choice(type, put_name_of_type);
	} else {
		put_string(type ? json_string_value(type) : "anything");
	}
	if (!reference)
		put_limits(schema);
}

static bool is_in(const json_t *list, const char *text)
{
	size_t index;
	json_t *one;

	json_array_foreach(list, index, one)
	{
		if (strcmp(json_string_value(one), text) == 0)
			return true;
	}
	return false;
}

static void put_schema(const json_t *schema);

/* Members of an object, each with what it is; objects within are shown there. */
static void put_members(const json_t *schema)
{
	const json_t *required = json_object_get(schema, "required");
	const char *name;
	json_t *member;

	put("<dl>\n");
	json_object_foreach(json_object_get(schema, "properties"), name, member)
	{
		const json_t *items = json_object_get(member, "items");

		put("<dt><code>");
		put_string(name);
		put(is_in(required, name) ? "</code></dt>\n<dd>"
					  : "</code> (may be missing)</dt>\n<dd>");
		put_type(member);
		if (text_of(member, "description")[0]) {
			put(". ");
			put_string(text_of(member, "description"));
		}
		if (json_object_get(member, "properties"))
			put_schema(member);
		else if (json_object_get(items, "properties"))
			put_schema(items);
		put("</dd>\n");
	}
	put("</dl>\n");
}

/* What consists of others, and of members of its own. */
static void put_parts(const json_t *parts)
{
	size_t index;
	json_t *part;

	json_array_foreach(parts, index, part)
	{
		if (json_object_get(part, "properties")) {
			put_members(part);
			continue;
		}
		put("<p>All that ");
		put_type(part);
		put(" has, and:</p>\n");
	}
}

static void put_schema(const json_t *schema)
{
	size_t index;
	json_t *alternative;

	if (json_object_get(schema, "properties")) {
		put_members(schema);
		return;
	}
	if (json_object_get(schema, "allOf")) {
		put_parts(json_object_get(schema, "allOf"));
		return;
	}
	put("<p>");
	put_type(schema);
	put("</p>\n");
	json_array_foreach(json_object_get(schema, "oneOf"), index, alternative)
	{
		if (json_object_get(alternative, "properties"))
			put_members(alternative);
	}
}

static void put_schemas(void)
{
	const json_t *schemas = json_object_get(json_object_get(document, "components"), "schemas");
	const char *name;
	json_t *schema;

	put("<section aria-labelledby=\"schemas\">\n<h2 id=\"schemas\">Schemas</h2>\n");
	json_object_foreach((json_t *)(uintptr_t)schemas, name, schema)
	{
		fprintf(out, "<section class=\"schema\" id=\"schema-%s\"><h3>%s</h3>\n", name,
			name);
		if (text_of(schema, "description")[0])
			put_prose(text_of(schema, "description"));
		put_schema(schema);
		put("</section>\n");
	}
	put("</section>\n");
}

/* ---- operations ---- */

/* The example of an operation's body or answer; NULL when there is none. The caller gives
 * it back. */
static char *load_example(const char *operation, const char *kind)
{
	char path[1024];

	snprintf(path, sizeof(path), "%s/%s.%s.json", examples, operation, kind);
	json_t *value = json_load_file(path, 0, NULL);
	char *text = value ? json_dumps(value, JSON_INDENT(2) | JSON_SORT_KEYS) : NULL;

	json_decref(value);
	return text;
}

static const json_t *json_content(const json_t *of)
{
	const json_t *content = json_object_get(of, "content");
	const json_t *json = json_object_get(content, "application/json");

	return json_object_get(json, "schema");
}

static void put_security(const json_t *operation)
{
	const json_t *list = json_object_get(operation, "security");
	size_t index, count = 0;
	json_t *one, *scopes;
	const char *scheme;

	put("<p class=\"who\">Token: ");
	json_array_foreach(list, index, one)
	{
		json_object_foreach(one, scheme, scopes)
		{
			fprintf(out, "%sof a %s", count++ ? " or " : "", scheme);
		}
	}
	if (count == 0)
		put("none");
	else if (json_object_size(json_array_get(list, 0)) == 0)
		put(", or none");
	put("</p>\n");
}

static void put_parameters(const json_t *operation)
{
	const json_t *list = json_object_get(operation, "parameters");
	size_t index;
	json_t *one;

	if (json_array_size(list) == 0)
		return;
	put("<h4>Parameters</h4>\n<dl>\n");
	json_array_foreach(list, index, one)
	{
		const json_t *parameter = resolve(one);

		put("<dt><code>");
		put_string(text_of(parameter, "name"));
		fprintf(out, "</code> (%s%s)</dt>\n<dd>", text_of(parameter, "in"),
			json_is_true(json_object_get(parameter, "required")) ? ", required" : "");
		put_type(json_object_get(parameter, "schema"));
		if (text_of(parameter, "description")[0]) {
			put(". ");
			put_string(text_of(parameter, "description"));
		}
		put("</dd>\n");
	}
	put("</dl>\n");
}

static void put_answers(const json_t *operation)
{
	const char *status;
	json_t *one;
	const json_t *problems = json_object_get(operation, "x-problems");

	put("<h4>Answers</h4>\n<dl>\n");
	json_object_foreach(json_object_get(operation, "responses"), status, one)
	{
		const json_t *answer = resolve(one), *schema = json_content(answer);

		fprintf(out, "<dt><code>%s</code></dt>\n<dd>", status);
		put_string(text_of(answer, "description"));
		if (schema) {
			put(" ");
			put_type(schema);
		}
		put("</dd>\n");
	}
	put("</dl>\n");
	if (json_array_size(problems)) {
		put("<p>Codes of its own: ");
		put_choice(problems, put_json);
		put(".</p>\n");
	}
}

/* ---- trying it ---- */

static void put_field(const char *operation, const json_t *parameter)
{
	const char *name = text_of(parameter, "name"), *in = text_of(parameter, "in");
	bool required = json_is_true(json_object_get(parameter, "required"));

	fprintf(out, "<label for=\"%s-%s\">%s</label>", operation, name, name);
	fprintf(out,
		"<input id=\"%s-%s\" data-in=\"%s\" data-name=\"%s\" autocomplete=\"off\"%s>\n",
		operation, name, in, name, required ? " required" : "");
}

/* The form is for docs.js, which shows it; without scripts it stays away. */
static void put_form(const char *method, const char *path, const json_t *operation)
{
	const char *id = text_of(operation, "operationId");
	const json_t *security = json_object_get(operation, "security");
	char *body = load_example(id, "request");
	size_t index;
	json_t *one;

	fprintf(out, "<details class=\"try\" hidden><summary>Try %s</summary>\n", id);
	fprintf(out, "<form data-method=\"%s\" data-path=\"%s\">\n", method, path);
	json_array_foreach(json_object_get(operation, "parameters"), index, one)
	{
		put_field(id, resolve(one));
	}
	if (json_array_size(security))
		fprintf(out,
			"<label for=\"%s-token\">token</label><input id=\"%s-token\" "
			"data-in=\"token\" type=\"password\" autocomplete=\"off\">\n",
			id, id);
	if (json_object_get(operation, "requestBody")) {
		fprintf(out,
			"<label for=\"%s-body\">body</label><textarea id=\"%s-body\" "
			"data-in=\"body\" rows=\"6\" spellcheck=\"false\">",
			id, id);
		put_string(body ? body : "{}");
		put("</textarea>\n");
	}
	put("<button type=\"submit\">Send</button>\n</form>\n");
	fprintf(out,
		"<output tabindex=\"0\" aria-label=\"Answer of %s\" hidden></output></details>\n",
		id);
	free(body);
}

/* `path` is NULL of what the server sends: it is not tried. */
static void put_operation(const char *path, const char *method, const json_t *operation)
{
	const char *id = text_of(operation, "operationId");
	const json_t *body = json_content(json_object_get(operation, "requestBody"));
	char *example = load_example(id, "response");

	fprintf(out, "<section class=\"operation\" id=\"%s\"><h3>%s</h3>\n", id, id);
	put("<p class=\"route\"><code>");
	for (const char *at = method; *at; at++)
		fputc(*at - ('a' - 'A'), out);
	put(" ");
	put_string(path ? path : "the URL of a hook");
	put("</code></p>\n");
	put_prose(text_of(operation, "summary"));
	if (text_of(operation, "description")[0])
		put_prose(text_of(operation, "description"));
	put_security(operation);
	put_parameters(operation);
	if (body) {
		put("<h4>Body</h4>\n<p>");
		put_type(body);
		put("</p>\n");
	}
	put_answers(operation);
	if (example) {
		fprintf(out, "<details><summary>Example of %s</summary>", id);
		fprintf(out, "<pre tabindex=\"0\" aria-label=\"Example of %s\">", id);
		put_string(example);
		put("</pre></details>\n");
	}
	if (path)
		put_form(method, path, operation);
	put("</section>\n");
	free(example);
}

/* Call `each` for every operation of a tag; what is sent to hooks has no path. */
static void each_operation(const char *tag, void (*each)(const char *path, const char *method,
							 const json_t *operation))
{
	static const char *const parts[] = {"paths", "webhooks"};
	const char *path, *method;
	json_t *item, *operation;

	for (size_t i = 0; i < 2; i++) {
		json_object_foreach(json_object_get(document, parts[i]), path, item)
		{
			json_object_foreach(item, method, operation)
			{
				if (is_in(json_object_get(operation, "tags"), tag))
					each(i == 0 ? path : NULL, method, operation);
			}
		}
	}
}

static void put_link(const char *path, const char *method, const json_t *operation)
{
	const char *id = text_of(operation, "operationId");

	(void)path;
	(void)method;
	fprintf(out, "<li><a href=\"#%s\">%s</a></li>\n", id, id);
}

/* ---- the page ---- */

static void put_head(void)
{
	put("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
	    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
	    "<meta name=\"color-scheme\" content=\"light dark\">\n"
	    "<meta name=\"referrer\" content=\"no-referrer\">\n"
	    "<title>Pennon: the API</title>\n"
	    "<link rel=\"icon\" href=\"icon.svg\" type=\"image/svg+xml\">\n"
	    "<link rel=\"stylesheet\" href=\"docs.css\">\n"
	    "<script type=\"module\" src=\"docs.js\"></script>\n</head>\n<body>\n"
	    "<header><h1>Pennon: the API</h1>\n"
	    "<p>Version ");
	put_string(text_of(json_object_get(document, "info"), "version"));
	put(". For programs the same as <a href=\"v1/openapi.json\">OpenAPI 3.1</a>. "
	    "<a href=\"./\">To the game</a></p></header>\n");
}

static void put_page(void)
{
	const json_t *tags = json_object_get(document, "tags");
	size_t index;
	json_t *tag;

	put_head();
	put("<nav aria-label=\"Operations\"><ul>\n");
	json_array_foreach(tags, index, tag)
	{
		fprintf(out, "<li><a href=\"#tag-%s\">%s</a><ul>\n", text_of(tag, "name"),
			text_of(tag, "name"));
		each_operation(text_of(tag, "name"), put_link);
		put("</ul></li>\n");
	}
	put("<li><a href=\"#schemas\">schemas</a></li>\n</ul></nav>\n<main>\n"
	    "<section class=\"prose\" aria-label=\"Introduction\">\n");
	put_prose(text_of(json_object_get(document, "info"), "description"));
	put("</section>\n");
	json_array_foreach(tags, index, tag)
	{
		fprintf(out, "<section aria-labelledby=\"tag-%s\">\n<h2 id=\"tag-%s\">",
			text_of(tag, "name"), text_of(tag, "name"));
		put_string(text_of(tag, "name"));
		put("</h2>\n");
		put_prose(text_of(tag, "description"));
		each_operation(text_of(tag, "name"), put_operation);
		put("</section>\n");
	}
	put_schemas();
	put("</main>\n</body>\n</html>\n");
}

int main(int count, char **arguments)
{
	json_error_t error;

	if (count != 4)
		fail("wants", "OPENAPI.json EXAMPLES/ OUT.html");
	document = json_load_file(arguments[1], 0, &error);
	if (!document)
		fail(arguments[1], error.text);
	examples = arguments[2];
	out = fopen(arguments[3], "w");
	if (!out)
		fail(arguments[3], "cannot be written");
	put_page();
	if (fclose(out) != 0)
		fail(arguments[3], "cannot be written whole");
	json_decref(document);
	return EXIT_SUCCESS;
}
