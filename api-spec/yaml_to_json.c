/* yaml-to-json IN.yaml OUT.json [EXAMPLES]: a tool of the build.
 *
 * The API's description is written in YAML, which people can read, and served as
 * JSON, which programs do. Both have the same content in the same order. The plain
 * scalars are those of YAML 1.2's core schema: null, true, false, integers, reals;
 * everything quoted is text, and so is every key. What JSON cannot say, or what
 * would hide a slip (a key twice, a merge key, two documents), is an error with its
 * line. With a folder of examples each operation has its own beside its schema: of "act" the body
 * act.request.json and the answer act.response.json. */

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>
#include <yaml.h>

/* Deeper than any description; a document that contains itself ends here. */
enum { DEPTH_MAX = 64 };

static const char *in_path;

static _Noreturn void fail(const yaml_mark_t *mark, const char *what, const char *detail)
{
	fprintf(stderr, "%s:%zu: %s%s%s\n", in_path, mark == NULL ? (size_t)0 : mark->line + 1,
		what, detail == NULL ? "" : ": ", detail == NULL ? "" : detail);
	exit(1);
}

static json_t *convert_integer(const yaml_node_t *node, const char *text)
{
	char *end;
	long long value;

	errno = 0;
	value = strtoll(text, &end, 10);
	if (*end != '\0')
		return NULL;
	if (errno != 0)
		fail(&node->start_mark, "the integer does not fit", text);
	return json_integer(value);
}

static json_t *convert_real(const char *text)
{
	char *end;
	double value;

	if (strspn(text, "+-0123456789.eE") != strlen(text) || strpbrk(text, "0123456789") == NULL)
		return NULL;
	value = strtod(text, &end);
	return *end == '\0' ? json_real(value) : NULL;
}

static json_t *convert_scalar(const yaml_node_t *node)
{
	const char *text = (const char *)node->data.scalar.value;
	json_t *value = NULL;

	if (node->data.scalar.style == YAML_PLAIN_SCALAR_STYLE) {
		if (*text == '\0' || strcmp(text, "~") == 0 || strcmp(text, "null") == 0)
			return json_null();
		if (strcmp(text, "true") == 0 || strcmp(text, "false") == 0)
			return json_boolean(*text == 't');
		if (strspn(text, "+-0123456789") > 0)
			value = convert_integer(node, text);
		if (value == NULL)
			value = convert_real(text);
	}
	if (value == NULL)
		value = json_stringn(text, node->data.scalar.length);
	if (value == NULL)
		fail(&node->start_mark, "the text is not UTF-8", NULL);
	return value;
}

static json_t *convert(yaml_document_t *document, int index, int depth);

static json_t *convert_mapping(yaml_document_t *document, const yaml_node_t *node, int depth)
{
	json_t *object = json_object();

	for (yaml_node_pair_t *pair = node->data.mapping.pairs.start;
	     pair < node->data.mapping.pairs.top; pair++) {
		const yaml_node_t *key = yaml_document_get_node(document, pair->key);
		const char *name;

		if (key->type != YAML_SCALAR_NODE)
			fail(&key->start_mark, "a key must be text", NULL);
		name = (const char *)key->data.scalar.value;
		if (strcmp(name, "<<") == 0)
			fail(&key->start_mark, "merge keys are not understood", NULL);
		if (json_object_get(object, name) != NULL)
			fail(&key->start_mark, "the key stands there twice", name);
		if (json_object_set_new(object, name, convert(document, pair->value, depth + 1)) !=
		    0)
			fail(&key->start_mark, "the key is not UTF-8", NULL);
	}
	return object;
}

static json_t *convert(yaml_document_t *document, int index, int depth)
{
	const yaml_node_t *node = yaml_document_get_node(document, index);
	json_t *array;

	if (depth > DEPTH_MAX)
		fail(&node->start_mark, "nested too deeply", NULL);
	if (node->type == YAML_SCALAR_NODE)
		return convert_scalar(node);
	if (node->type == YAML_MAPPING_NODE)
		return convert_mapping(document, node, depth);
	array = json_array();
	for (yaml_node_item_t *item = node->data.sequence.items.start;
	     item < node->data.sequence.items.top; item++)
		json_array_append_new(array, convert(document, *item, depth + 1));
	return array;
}

static json_t *load(FILE *in)
{
	yaml_parser_t parser;
	yaml_document_t document;
	json_t *value;

	if (!yaml_parser_initialize(&parser))
		fail(NULL, "out of memory", NULL);
	yaml_parser_set_input_file(&parser, in);
	if (!yaml_parser_load(&parser, &document))
		fail(&parser.problem_mark, "not YAML", parser.problem);
	if (yaml_document_get_root_node(&document) == NULL)
		fail(NULL, "the file is empty", NULL);
	value = convert(&document, 1, 0);
	yaml_document_delete(&document);
	if (!yaml_parser_load(&parser, &document))
		fail(&parser.problem_mark, "not YAML", parser.problem);
	if (yaml_document_get_root_node(&document) != NULL)
		fail(&document.start_mark, "a second document begins here", NULL);
	yaml_document_delete(&document);
	yaml_parser_delete(&parser);
	return value;
}

/* ---- examples ---- */

/* The example of a body or an answer goes into `content`, beside the schema it fits. */
static void put_example(json_t *content, const char *folder, const char *operation,
			const char *kind)
{
	json_t *media = json_object_get(content, "application/json");
	json_error_t error;
	char path[1024];

	snprintf(path, sizeof(path), "%s/%s.%s.json", folder, operation, kind);
	FILE *file = media ? fopen(path, "rb") : NULL;
	if (file == NULL)
		return;
	json_t *value = json_loadf(file, JSON_REJECT_DUPLICATES, &error);
	fclose(file);
	if (value == NULL)
		fail(NULL, path, error.text);
	json_object_set_new(media, "examples",
			    json_pack("{s:{s:s,s:o}}", operation, "summary", "As a server had it.",
				      "value", value));
}

/* The answer when all is well. */
static json_t *good_answer(const json_t *operation)
{
	const json_t *answers = json_object_get(operation, "responses");
	json_t *content = json_object_get(json_object_get(answers, "200"), "content");

	return content ? content : json_object_get(json_object_get(answers, "201"), "content");
}

static void put_examples(json_t *description, const char *folder)
{
	const char *path, *method;
	json_t *methods, *operation;

	json_object_foreach(json_object_get(description, "paths"), path, methods)
	{
		json_object_foreach(methods, method, operation)
		{
			const json_t *id = json_object_get(operation, "operationId");
			const json_t *body = json_object_get(operation, "requestBody");

			if (id == NULL)
				continue;
			put_example(json_object_get(body, "content"), folder, json_string_value(id),
				    "request");
			put_example(good_answer(operation), folder, json_string_value(id),
				    "response");
		}
	}
}

int main(int argc, char **argv)
{
	FILE *in;
	json_t *value;

	if (argc != 3 && argc != 4) {
		fprintf(stderr, "usage: %s IN.yaml OUT.json [EXAMPLES]\n", argv[0]);
		return 2;
	}
	in_path = argv[1];
	in = fopen(in_path, "rb");
	if (in == NULL)
		fail(NULL, strerror(errno), NULL);
	value = load(in);
	fclose(in);
	if (argc == 4)
		put_examples(value, argv[3]);
	if (json_dump_file(value, argv[2], JSON_COMPACT) != 0)
		fail(NULL, "cannot write", argv[2]);
	json_decref(value);
	return 0;
}
