#pragma once
/* What the rule cases use of jansson beyond the page's own reader (web/referee/jansson.h), so
 * that they run in WebAssembly, too. The names and what they mean are jansson's. */

#include "../../../web/referee/jansson.h"

enum { JSON_ENCODE_ANY = 0x200 }; /* the writer takes any value as it is */

/* What is wrong with a file, in words. */
struct json_file_error {
	int line, column; /* 0: only jansson itself says where */
	char text[160];
};

json_t *json_load_file(const char *path, size_t flags, struct json_file_error *error);
#define json_error_t struct json_file_error /* of what is read here, the only one that says more */

json_t *json_string(const char *text);
json_t *json_array(void);
json_t *json_boolean(int truth);
json_t *json_integer(json_int_t value);
/* Both take over `value`; 0, or -1 where it does not fit or is NULL. */
int json_object_set_new(json_t *object, const char *key, json_t *value);
int json_array_append_new(json_t *array, json_t *value);
/* 0, or -1 when there is no such member. */
int json_object_del(json_t *object, const char *key);

json_t *json_deep_copy(const json_t *value);
int json_equal(const json_t *a, const json_t *b);

#define json_array_foreach(array, index, item) \
	for ((index) = 0; \
	     (index) < json_array_size(array) && ((item) = json_array_get(array, index)); \
	     (index)++)
