#include "json_schema.h"

#include <regex.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Where checking stands. */
struct check {
	const json_t *document;
	char *why;
	char at[256];
};

static bool fail(const struct check *check, const char *what, const char *detail)
{
	snprintf(check->why, SCHEMA_WHY_BYTES, "%s: %s %s", check->at[0] ? check->at : "/", what,
		 detail ? detail : "");
	return false;
}

json_t *schema_find(const json_t *document, const char *reference)
{
	char pointer[256];
	json_t *value = (json_t *)(uintptr_t)document;

	if (strncmp(reference, "#/", 2) != 0)
		return NULL;
	snprintf(pointer, sizeof(pointer), "%s", reference + 2);
	for (char *rest = pointer; rest && value;) {
		char *part = strsep(&rest, "/");

		value = json_object_get(value, part);
	}
	return value;
}

const char *schema_text(const json_t *document, const char *reference)
{
	const char *text = json_string_value(schema_find(document, reference));

	return text ? text : "";
}

static bool check_value(struct check *check, const json_t *schema, const json_t *value,
			json_t *evaluated);

/* Check something inside the value. */
static bool check_inside(struct check *check, const json_t *schema, const json_t *value,
			 const char *name)
{
	size_t size = strlen(check->at);
	json_t *evaluated = json_object();

	snprintf(check->at + size, sizeof(check->at) - size, "/%s", name);
	bool good = check_value(check, schema, value, evaluated);

	json_decref(evaluated);
	check->at[size] = '\0';
	return good;
}

static bool is_type(const char *type, const json_t *value)
{
	switch (json_typeof(value)) {
	case JSON_OBJECT:
		return strcmp(type, "object") == 0;
	case JSON_ARRAY:
		return strcmp(type, "array") == 0;
	case JSON_STRING:
		return strcmp(type, "string") == 0;
	case JSON_INTEGER:
		return strcmp(type, "integer") == 0 || strcmp(type, "number") == 0;
	case JSON_REAL:
		return strcmp(type, "number") == 0;
	case JSON_TRUE:
	case JSON_FALSE:
		return strcmp(type, "boolean") == 0;
	case JSON_NULL:
		return strcmp(type, "null") == 0;
	}
	return false;
}

static bool check_type(struct check *check, const json_t *type, const json_t *value)
{
	size_t index;
	json_t *one;

	if (!type || (json_is_string(type) && is_type(json_string_value(type), value)))
		return true;
	json_array_foreach(type, index, one)
	{
		if (is_type(json_string_value(one), value))
			return true;
	}
	return fail(check, "is of the wrong type", NULL);
}

static bool check_equal(struct check *check, const json_t *schema, const json_t *value)
{
	const json_t *constant = json_object_get(schema, "const");
	const json_t *list = json_object_get(schema, "enum");
	size_t index;
	json_t *one;

	if (constant && !json_equal(constant, value))
		return fail(check, "is not the constant", json_string_value(constant));
	if (!list)
		return true;
	json_array_foreach(list, index, one)
	{
		if (json_equal(one, value))
			return true;
	}
	return fail(check, "is none of the values:", json_string_value(value));
}

/* A limit of the schema, or `otherwise` when it has none. */
static json_int_t limit(const json_t *schema, const char *key, json_int_t otherwise)
{
	const json_t *value = json_object_get(schema, key);

	return value ? json_integer_value(value) : otherwise;
}

static size_t count_characters(const char *text)
{
	size_t count = 0;

	for (; *text; text++)
		count += ((unsigned char)*text & 0xC0) != 0x80;
	return count;
}

static bool check_text(struct check *check, const json_t *schema, const char *text)
{
	const char *pattern = json_string_value(json_object_get(schema, "pattern"));
	json_int_t size = (json_int_t)count_characters(text);
	regex_t regex;

	if (size < limit(schema, "minLength", 0) || size > limit(schema, "maxLength", size))
		return fail(check, "is too short or too long:", text);
	if (!pattern)
		return true;
	if (regcomp(&regex, pattern, REG_EXTENDED | REG_NOSUB) != 0)
		return fail(check, "has a broken pattern", pattern);
	bool good = regexec(&regex, text, 0, NULL, 0) == 0;

	regfree(&regex);
	return good || fail(check, "does not fit its pattern:", text);
}

static bool check_list(struct check *check, const json_t *schema, const json_t *list)
{
	const json_t *items = json_object_get(schema, "items");
	json_int_t count = (json_int_t)json_array_size(list);
	size_t index;
	json_t *one;
	char name[24];

	if (count < limit(schema, "minItems", 0) || count > limit(schema, "maxItems", count))
		return fail(check, "has too few or too many items", NULL);
	json_array_foreach(list, index, one)
	{
		snprintf(name, sizeof(name), "%zu", index);
		if (items && !check_inside(check, items, one, name))
			return false;
	}
	return true;
}

static bool check_object(struct check *check, const json_t *schema, const json_t *object,
			 json_t *evaluated)
{
	const json_t *properties = json_object_get(schema, "properties");
	const json_t *additional = json_object_get(schema, "additionalProperties");
	size_t index;
	json_t *name, *member;
	const char *key;

	json_array_foreach(json_object_get(schema, "required"), index, name)
	{
		if (!json_object_get(object, json_string_value(name)))
			return fail(check, "lacks the member", json_string_value(name));
	}
	json_object_foreach((json_t *)(uintptr_t)object, key, member)
	{
		const json_t *inner = json_object_get(properties, key);

		if (!inner && json_is_false(additional))
			return fail(check, "has the unknown member", key);
		if (!inner && json_is_object(additional))
			inner = additional;
		if (!inner)
			continue;
		if (!check_inside(check, inner, member, key))
			return false;
		json_object_set_new(evaluated, key, json_true());
	}
	return true;
}

/* Exactly one of the list fits. */
static bool check_one_of(struct check *check, const json_t *list, const json_t *value,
			 json_t *evaluated)
{
	char why[SCHEMA_WHY_BYTES], *outer = check->why;
	size_t index, fits = 0;
	json_t *schema;

	json_array_foreach(list, index, schema)
	{
		json_t *own = json_object();

		check->why = why;
		if (check_value(check, schema, value, own)) {
			fits++;
			json_object_update(evaluated, own);
		}
		check->why = outer;
		json_decref(own);
	}
	if (fits == 1)
		return true;
	char *text = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT);

	fail(check, fits ? "fits several of oneOf:" : "fits none of oneOf:", text);
	free(text);
	return false;
}

static bool check_unevaluated(struct check *check, const json_t *schema, const json_t *object,
			      json_t *evaluated)
{
	const char *key;
	json_t *member;

	if (!json_is_false(json_object_get(schema, "unevaluatedProperties")))
		return true;
	json_object_foreach((json_t *)(uintptr_t)object, key, member)
	{
		if (!json_object_get(evaluated, key))
			return fail(check, "has the unknown member", key);
	}
	return true;
}

static bool check_value(struct check *check, const json_t *schema, const json_t *value,
			json_t *evaluated)
{
	const char *reference = json_string_value(json_object_get(schema, "$ref"));
	const json_t *one_of = json_object_get(schema, "oneOf");
	size_t index;
	json_t *part;

	if (reference) {
		const json_t *target = schema_find(check->document, reference);

		return target ? check_value(check, target, value, evaluated)
			      : fail(check, "has a dead reference", reference);
	}
	if (!check_type(check, json_object_get(schema, "type"), value) ||
	    !check_equal(check, schema, value))
		return false;
	if (json_is_string(value) && !check_text(check, schema, json_string_value(value)))
		return false;
	if (json_is_integer(value) &&
	    (json_integer_value(value) < limit(schema, "minimum", json_integer_value(value)) ||
	     json_integer_value(value) > limit(schema, "maximum", json_integer_value(value))))
		return fail(check, "is too small or too large", NULL);
	if (json_is_array(value) && !check_list(check, schema, value))
		return false;
	if (json_is_object(value) && !check_object(check, schema, value, evaluated))
		return false;
	json_array_foreach(json_object_get(schema, "allOf"), index, part)
	{
		if (!check_value(check, part, value, evaluated))
			return false;
	}
	if (one_of && !check_one_of(check, one_of, value, evaluated))
		return false;
	return !json_is_object(value) || check_unevaluated(check, schema, value, evaluated);
}

bool schema_check(const json_t *document, const json_t *schema, const json_t *value,
		  char why[SCHEMA_WHY_BYTES])
{
	struct check check = {.document = document, .why = why};
	json_t *evaluated = json_object();

	why[0] = '\0';
	bool good = value ? check_value(&check, schema, value, evaluated)
			  : fail(&check, "there is no JSON", NULL);

	json_decref(evaluated);
	return good;
}

/* ---- the schemas themselves ---- */

static bool is_keyword(const char *key)
{
	static const char *const known[] = {"$ref",
					    "additionalProperties",
					    "allOf",
					    "const",
					    "description",
					    "discriminator",
					    "enum",
					    "format",
					    "items",
					    "maxItems",
					    "maxLength",
					    "maximum",
					    "minItems",
					    "minLength",
					    "minimum",
					    "oneOf",
					    "pattern",
					    "properties",
					    "required",
					    "type",
					    "unevaluatedProperties"};

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		if (strcmp(key, known[i]) == 0)
			return true;
	}
	return false;
}

const json_t *schema_member(const json_t *document, const json_t *schema, const char *name)
{
	const char *reference = json_string_value(json_object_get(schema, "$ref"));
	const json_t *found;
	size_t index;
	json_t *part;

	if (reference)
		return schema_member(document, schema_find(document, reference), name);
	found = json_object_get(json_object_get(schema, "properties"), name);
	json_array_foreach(json_object_get(schema, "allOf"), index, part)
	{
		if (!found)
			found = schema_member(document, part, name);
	}
	return found;
}

/* Each value leads to the alternative that has it, and each alternative is led to. */
static bool check_discriminator(struct check *check, const json_t *schema)
{
	const json_t *discriminator = json_object_get(schema, "discriminator");
	const char *name = json_string_value(json_object_get(discriminator, "propertyName"));
	json_t *mapping = json_object_get(discriminator, "mapping");
	size_t index, values = 0;
	json_t *alternative, *value;
	bool leads = true;

	if (!discriminator)
		return true;
	json_array_foreach(json_object_get(schema, "oneOf"), index, alternative)
	{
		const json_t *member = schema_member(check->document, alternative, name);
		const json_t *constant = json_object_get(member, "const");
		json_t *all = constant ? json_pack("[O]", constant)
				       : json_incref(json_object_get(member, "enum"));
		size_t at;

		json_array_foreach(all, at, value)
		{
			leads &= json_equal(json_object_get(mapping, json_string_value(value)),
					    json_object_get(alternative, "$ref"));
		}
		json_decref(all);
		values += at;
		if (at == 0)
			return fail(check, "an alternative without", name);
	}
	return (leads && values == json_object_size(mapping)) ||
	       fail(check, "leads elsewhere:", name);
}

bool schema_is_known(const json_t *document, const json_t *schema, char why[SCHEMA_WHY_BYTES])
{
	static const char *const inner[] = {"items", "additionalProperties"};
	struct check check = {.document = document, .why = why};
	const char *key, *reference = json_string_value(json_object_get(schema, "$ref"));
	json_t *member;
	size_t index;

	json_object_foreach((json_t *)(uintptr_t)schema, key, member)
	{
		if (!is_keyword(key))
			return fail(&check, "no keyword of a schema:", key);
	}
	if (reference && !schema_find(document, reference))
		return fail(&check, "dead reference:", reference);
	json_object_foreach(json_object_get(schema, "properties"), key, member)
	{
		if (!schema_is_known(document, member, why))
			return false;
	}
	for (size_t i = 0; i < 2; i++) {
		json_array_foreach(json_object_get(schema, i ? "allOf" : "oneOf"), index, member)
		{
			if (!schema_is_known(document, member, why))
				return false;
		}
	}
	if (!check_discriminator(&check, schema))
		return false;
	for (size_t i = 0; i < 2; i++) {
		member = json_object_get(schema, inner[i]);
		if (json_is_object(member) && !schema_is_known(document, member, why))
			return false;
	}
	return true;
}
