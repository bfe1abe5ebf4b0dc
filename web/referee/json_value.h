#pragma once
/* The values behind jansson.h, between reading and asking. */

#include "base/text.h"
#include "jansson.h"

struct member {
	char *key;     /* owned */
	uint32_t hash; /* of the key: most keys differ in it */
	json_t *value;
};

struct object {
	json_t json;
	size_t count, room;
	struct member *member; /* in the order in which they were written */
};

struct array {
	json_t json;
	size_t count, room;
	json_t **item;
};

struct string {
	json_t json;
	struct text text;
};

struct integer {
	json_t json;
	json_int_t value;
};

/* A new value of `size` bytes with one reference. */
void *json_make(json_type type, size_t size);

/* Append; the object takes over key and value. False when the key is there already, and then
 * nothing was taken. */
bool json_add_member(struct object *object, char *key, json_t *value);
void json_add_item(struct array *array, json_t *item);
