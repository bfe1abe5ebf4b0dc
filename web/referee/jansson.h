#pragma once
/* What the codec uses of jansson, for the one program that jansson is not there for: the
 * referee in the page. The names and what they mean are jansson's own, whose documentation
 * says more; what is not here the codec does not call.
 *
 * It differs in this: numbers are integers and nothing nests deeper than 64, which is all that
 * the codec takes; where a text is no JSON, the column may be another. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h> /* as jansson does */

typedef enum {
	JSON_OBJECT,
	JSON_ARRAY,
	JSON_STRING,
	JSON_INTEGER,
	JSON_TRUE,
	JSON_FALSE,
	JSON_NULL
} json_type;

typedef int64_t json_int_t;

typedef struct json_t {
	json_type type;
	size_t refcount;
} json_t;

enum { JSON_REJECT_DUPLICATES = 1, JSON_COMPACT = 2, JSON_SORT_KEYS = 4 };

enum json_error_code { json_error_invalid_syntax, json_error_duplicate_key };

typedef struct {
	int line, column;
	int position; /* of the byte after what is wrong */
	enum json_error_code code;
} json_error_t;

enum json_error_code json_error_code(const json_error_t *error);

/* An object or a list; NULL when the text is none, and `error`, unless it is NULL, says where. */
json_t *json_loadb(const char *bytes, size_t size, size_t flags, json_error_t *error);
/* Keys sorted and no spaces, whatever the flags. The caller frees it. */
char *json_dumps(const json_t *value, size_t flags);
void json_decref(json_t *value);

#define json_is_object(value) ((value) && (value)->type == JSON_OBJECT)
#define json_is_array(value) ((value) && (value)->type == JSON_ARRAY)
#define json_is_string(value) ((value) && (value)->type == JSON_STRING)
#define json_is_integer(value) ((value) && (value)->type == JSON_INTEGER)
#define json_is_true(value) ((value) && (value)->type == JSON_TRUE)
#define json_is_false(value) ((value) && (value)->type == JSON_FALSE)
#define json_is_boolean(value) (json_is_true(value) || json_is_false(value))
#define json_is_null(value) ((value) && (value)->type == JSON_NULL)

json_t *json_object(void);
size_t json_object_size(const json_t *object);
json_t *json_object_get(const json_t *object, const char *key);
int json_object_update(json_t *object, json_t *other);
void *json_object_iter(json_t *object);
void *json_object_iter_next(json_t *object, void *at);
const char *json_object_iter_key(void *at);
json_t *json_object_iter_value(void *at);

#define json_object_foreach(object, key, value) \
	for (void *at_ = json_object_iter(object); \
	     at_ && ((key) = json_object_iter_key(at_), (value) = json_object_iter_value(at_)); \
	     at_ = json_object_iter_next(object, at_))

size_t json_array_size(const json_t *array);
json_t *json_array_get(const json_t *array, size_t index);

const char *json_string_value(const json_t *string);
size_t json_string_length(const json_t *string);
json_int_t json_integer_value(const json_t *integer);
