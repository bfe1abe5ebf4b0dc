/* Bounds' pointers lead through objects and lists: "/path/0/length". */

#include "codec/codec_vary.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "codec/json.h"

/* ---- finding ---- */

/* The next key of a pointer; false at its end. */
static bool next_key(const char **at, char *key, size_t size)
{
	if (**at != '/')
		return false;
	const size_t length = strcspn(++*at, "/");

	snprintf(key, size, "%.*s", (int)length, *at);
	*at += length;
	return true;
}

static json_t *member(json_t *value, const char *key)
{
	return json_is_array(value) ? json_array_get(value, strtoul(key, NULL, 10))
				    : json_object_get(value, key);
}

static void put(json_t *value, const char *key, json_t *what)
{
	if (json_is_array(value))
		json_array_set_new(value, strtoul(key, NULL, 10), what);
	else
		json_object_set_new(value, key, what);
}

/* What holds the place that the pointer names, and its last key. */
static json_t *holder_of(json_t *document, const char *at, char *key, size_t size)
{
	json_t *holder = document;

	if (!next_key(&at, key, size))
		return NULL;
	while (holder && *at) {
		holder = member(holder, key);
		next_key(&at, key, size);
	}
	return holder;
}

/* ---- reading and writing ---- */

static bool take_place(struct codec_value *out, const json_t *value)
{
	const json_t *x = json_object_get(value, "x"), *y = json_object_get(value, "y");

	out->x = json_integer_value(x);
	out->y = json_integer_value(y);
	return json_is_integer(x) && json_is_integer(y);
}

struct codec_value codec_value_at(const char *command, size_t size, const char *at)
{
	struct codec_value out = {.at = at};
	json_t *document = json_loadb(command, size, 0, NULL);
	char key[32];
	json_t *holder = holder_of(document, at, key, sizeof(key));
	const json_t *value = holder ? member(holder, key) : NULL;

	if (json_is_integer(value)) {
		out.kind = CODEC_VALUE_NUMBER;
		out.x = json_integer_value(value);
	} else if (json_is_string(value)) {
		out.kind = CODEC_VALUE_UNIT;
		snprintf(out.unit, sizeof(out.unit), "%s", json_string_value(value));
	} else if (take_place(&out, value)) {
		out.kind = CODEC_VALUE_PLACE;
	}
	json_decref(document);
	return out;
}

static void vary(json_t *document, const struct codec_value *value)
{
	char key[32];
	json_t *holder = holder_of(document, value->at, key, sizeof(key));

	if (!holder)
		return;
	if (value->kind == CODEC_VALUE_UNIT) {
		put(holder, key, json_string(value->unit));
	} else if (value->kind == CODEC_VALUE_NUMBER) {
		put(holder, key, json_integer(value->x));
	} else {
		json_t *place = member(holder, key);

		json_object_set_new(place, "x", json_integer(value->x));
		json_object_set_new(place, "y", json_integer(value->y));
	}
}

void codec_command_vary(struct text *out, const char *command, size_t size,
			const struct codec_value *value, size_t count)
{
	json_t *document = json_loadb(command, size, 0, NULL);

	for (size_t i = 0; i < count; i++)
		vary(document, &value[i]);
	char *text = json_dumps(document, JSON_COMPACT | JSON_SORT_KEYS);
	text_add_string(out, text ? text : "");
	free(text);
	json_decref(document);
}
