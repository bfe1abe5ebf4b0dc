/* JSON values in memory, counted as jansson counts them. */

#include "json_value.h"

#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/write.h"

/* Any value, by what it is. */
#define AS(kind, value) ((struct kind *)(void *)(uintptr_t)(value))

void *json_make(json_type type, size_t size)
{
	json_t *value = allocate(1, size);

	*value = (json_t){type, 1};
	return value;
}

static void free_object(struct object *object)
{
	for (size_t i = 0; i < object->count; i++) {
		free(object->member[i].key);
		json_decref(object->member[i].value);
	}
	free(object->member);
}

static void free_array(struct array *array)
{
	for (size_t i = 0; i < array->count; i++)
		json_decref(array->item[i]);
	free(array->item);
}

void json_decref(json_t *value)
{
	if (!value || --value->refcount)
		return;
	if (value->type == JSON_OBJECT)
		free_object(AS(object, value));
	else if (value->type == JSON_ARRAY)
		free_array(AS(array, value));
	else if (value->type == JSON_STRING)
		text_free(&AS(string, value)->text);
	free(value);
}

/* ---- objects ---- */

/* FNV-1a. */
static uint32_t hash_of(const char *key)
{
	uint32_t hash = 2166136261u;

	for (; *key; key++)
		hash = (hash ^ (unsigned char)*key) * 16777619u;
	return hash;
}

static struct member *find(const json_t *value, const char *key)
{
	if (!json_is_object(value))
		return NULL;
	const struct object *object = AS(object, value);
	const uint32_t hash = hash_of(key);

	for (size_t i = 0; i < object->count; i++)
		if (object->member[i].hash == hash && strcmp(object->member[i].key, key) == 0)
			return &object->member[i];
	return NULL;
}

bool json_add_member(struct object *object, char *key, json_t *value)
{
	if (find(&object->json, key))
		return false;
	if (object->count == object->room) {
		object->room = object->room ? 2 * object->room : 8;
		object->member =
			reallocate(object->member, object->room, sizeof(object->member[0]));
	}
	object->member[object->count++] = (struct member){key, hash_of(key), value};
	return true;
}

json_t *json_object(void)
{
	return json_make(JSON_OBJECT, sizeof(struct object));
}

size_t json_object_size(const json_t *object)
{
	return json_is_object(object) ? AS(object, object)->count : 0;
}

json_t *json_object_get(const json_t *object, const char *key)
{
	const struct member *member = find(object, key);

	return member ? member->value : NULL;
}

/* The object's own, or that of the other if it has one of that name. */
int json_object_update(json_t *object, json_t *other)
{
	if (!json_is_object(object) || !json_is_object(other))
		return -1;
	const struct object *from = AS(object, other);

	for (size_t i = 0; i < from->count; i++) {
		struct member *own = find(object, from->member[i].key);

		from->member[i].value->refcount++;
		if (own) {
			json_decref(own->value);
			own->value = from->member[i].value;
		} else {
			json_add_member(AS(object, object), strdup(from->member[i].key),
					from->member[i].value);
		}
	}
	return 0;
}

void *json_object_iter(json_t *object)
{
	return json_object_size(object) ? AS(object, object)->member : NULL;
}

void *json_object_iter_next(json_t *object, void *at)
{
	struct member *next = (struct member *)at + 1;

	return next < AS(object, object)->member + AS(object, object)->count ? next : NULL;
}

const char *json_object_iter_key(void *at)
{
	return ((struct member *)at)->key;
}

json_t *json_object_iter_value(void *at)
{
	return ((struct member *)at)->value;
}

/* ---- lists, text, numbers ---- */

void json_add_item(struct array *array, json_t *item)
{
	if (array->count == array->room) {
		array->room = array->room ? 2 * array->room : 8;
		array->item =
			(json_t **)reallocate(array->item, array->room, sizeof(array->item[0]));
	}
	array->item[array->count++] = item;
}

size_t json_array_size(const json_t *array)
{
	return json_is_array(array) ? AS(array, array)->count : 0;
}

json_t *json_array_get(const json_t *array, size_t index)
{
	return index < json_array_size(array) ? AS(array, array)->item[index] : NULL;
}

const char *json_string_value(const json_t *string)
{
	if (!json_is_string(string))
		return NULL;
	return AS(string, string)->text.bytes ? AS(string, string)->text.bytes : "";
}

size_t json_string_length(const json_t *string)
{
	return json_is_string(string) ? AS(string, string)->text.size : 0;
}

json_int_t json_integer_value(const json_t *integer)
{
	return json_is_integer(integer) ? AS(integer, integer)->value : 0;
}

/* ---- writing ---- */

static int by_key(const void *a, const void *b)
{
	return strcmp((*(const struct member *const *)a)->key,
		      (*(const struct member *const *)b)->key);
}

static void dump(struct text *out, const json_t *value);

static void dump_object(struct text *out, const struct object *object)
{
	const struct member **sorted =
		(const struct member **)allocate(object->count + 1, sizeof(sorted[0]));

	for (size_t i = 0; i < object->count; i++)
		sorted[i] = &object->member[i];
	qsort(sorted, object->count, sizeof(sorted[0]), by_key);
	write_byte(out, '{');
	for (size_t i = 0; i < object->count; i++) {
		if (i)
			write_byte(out, ',');
		write_string(out, sorted[i]->key);
		write_byte(out, ':');
		dump(out, sorted[i]->value);
	}
	write_byte(out, '}');
	free(sorted);
}

static void dump_array(struct text *out, const struct array *array)
{
	write_byte(out, '[');
	for (size_t i = 0; i < array->count; i++) {
		if (i)
			write_byte(out, ',');
		dump(out, array->item[i]);
	}
	write_byte(out, ']');
}

static void dump(struct text *out, const json_t *value)
{
	switch (value->type) {
	case JSON_OBJECT:
		dump_object(out, AS(object, value));
		break;
	case JSON_ARRAY:
		dump_array(out, AS(array, value));
		break;
	case JSON_STRING:
		write_string(out, json_string_value(value));
		break;
	case JSON_INTEGER:
		write_integer(out, AS(integer, value)->value);
		break;
	case JSON_TRUE:
	case JSON_FALSE:
		write_bool(out, value->type == JSON_TRUE);
		break;
	case JSON_NULL:
		text_add_string(out, "null");
		break;
	}
}

char *json_dumps(const json_t *value, size_t flags)
{
	struct text out = TEXT_EMPTY;

	(void)flags;
	dump(&out, value);
	return out.bytes;
}
