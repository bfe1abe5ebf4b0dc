/* JSON values that are made and changed, for rule cases in WebAssembly. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "jansson.h"
#include "json_value.h"

/* Any value, by what it is. */
#define AS(kind, value) ((struct kind *)(void *)(uintptr_t)(value))

json_t *json_load_file(const char *path, size_t flags, struct json_file_error *error)
{
	FILE *file = fopen(path, "rb");
	struct text bytes = TEXT_EMPTY;
	char part[4096];
	size_t got;

	*error = (struct json_file_error){.text = "it cannot be read"};
	if (!file)
		return NULL;
	while ((got = fread(part, 1, sizeof(part), file)) > 0)
		text_add(&bytes, part, got);
	fclose(file);
	json_t *value = json_loadb(bytes.bytes, bytes.size, flags, NULL);
	text_free(&bytes);
	if (!value)
		snprintf(error->text, sizeof(error->text), "it is no JSON");
	return value;
}

/* ---- making ---- */

json_t *json_string(const char *text)
{
	json_t *value = json_make(JSON_STRING, sizeof(struct string));

	text_add_string(&AS(string, value)->text, text);
	return value;
}

json_t *json_array(void)
{
	return json_make(JSON_ARRAY, sizeof(struct array));
}

json_t *json_boolean(int truth)
{
	return json_make(truth ? JSON_TRUE : JSON_FALSE, sizeof(json_t));
}

json_t *json_integer(json_int_t number)
{
	json_t *value = json_make(JSON_INTEGER, sizeof(struct integer));

	AS(integer, value)->value = number;
	return value;
}

/* ---- changing ---- */

int json_object_set_new(json_t *object, const char *key, json_t *value)
{
	if (!value || !json_is_object(object))
		return -1;
	json_object_del(object, key);
	return json_add_member(AS(object, object), strdup(key), value) ? 0 : -1;
}

int json_object_del(json_t *value, const char *key)
{
	struct object *object = AS(object, value);

	for (size_t i = 0; i < json_object_size(value); i++) {
		if (strcmp(object->member[i].key, key) != 0)
			continue;
		free(object->member[i].key);
		json_decref(object->member[i].value);
		object->count--;
		memmove(&object->member[i], &object->member[i + 1],
			(object->count - i) * sizeof(object->member[0]));
		return 0;
	}
	return -1;
}

int json_array_append_new(json_t *array, json_t *value)
{
	if (!value || !json_is_array(array))
		return -1;
	json_add_item(AS(array, array), value);
	return 0;
}

/* ---- copying and comparing ---- */

json_t *json_deep_copy(const json_t *value)
{
	json_t *copy;

	switch (value->type) {
	case JSON_OBJECT:
		copy = json_object();
		for (size_t i = 0; i < json_object_size(value); i++)
			json_object_set_new(copy, AS(object, value)->member[i].key,
					    json_deep_copy(AS(object, value)->member[i].value));
		return copy;
	case JSON_ARRAY:
		copy = json_array();
		for (size_t i = 0; i < json_array_size(value); i++)
			json_array_append_new(copy, json_deep_copy(json_array_get(value, i)));
		return copy;
	case JSON_STRING:
		return json_string(json_string_value(value));
	case JSON_INTEGER:
		return json_integer(json_integer_value(value));
	default:
		return json_make(value->type, sizeof(json_t));
	}
}

static bool equal_objects(const json_t *a, const json_t *b)
{
	if (json_object_size(a) != json_object_size(b))
		return false;
	for (size_t i = 0; i < json_object_size(a); i++) {
		const struct member *member = &AS(object, a)->member[i];

		if (!json_equal(member->value, json_object_get(b, member->key)))
			return false;
	}
	return true;
}

static bool equal_arrays(const json_t *a, const json_t *b)
{
	if (json_array_size(a) != json_array_size(b))
		return false;
	for (size_t i = 0; i < json_array_size(a); i++)
		if (!json_equal(json_array_get(a, i), json_array_get(b, i)))
			return false;
	return true;
}

int json_equal(const json_t *a, const json_t *b)
{
	if (!a || !b || a->type != b->type)
		return false;
	switch (a->type) {
	case JSON_OBJECT:
		return equal_objects(a, b);
	case JSON_ARRAY:
		return equal_arrays(a, b);
	case JSON_STRING:
		return strcmp(json_string_value(a), json_string_value(b)) == 0;
	case JSON_INTEGER:
		return json_integer_value(a) == json_integer_value(b);
	default:
		return true;
	}
}
