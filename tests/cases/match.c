#include "match.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool matches(const json_t *wanted, const json_t *actual)
{
	char pointer[256];
	first_difference(wanted, actual, pointer, sizeof(pointer));
	return pointer[0] == '\0';
}

/* Append one step of a pointer; what does not fit is cut. */
static void point(char *out, size_t size, const char *step)
{
	size_t length = strlen(out);
	if (length < size)
		snprintf(out + length, size - length, "/%s", step);
}

/* Fill `out` with where they differ and say so, or leave it as it was. */
static bool differ(const json_t *wanted, const json_t *actual, char *out, size_t size)
{
	size_t length = strlen(out);

	if (json_is_object(wanted) && json_is_object(actual)) {
		void *at = json_object_iter((json_t *)wanted);
		for (; at; at = json_object_iter_next((json_t *)wanted, at)) {
			const char *key = json_object_iter_key(at);
			point(out, size, key);
			if (differ(json_object_iter_value(at), json_object_get(actual, key), out,
				   size))
				return true;
			out[length] = '\0';
		}
		return false;
	}
	if (json_is_array(wanted) && json_is_array(actual) &&
	    json_array_size(wanted) == json_array_size(actual)) {
		for (size_t i = 0; i < json_array_size(wanted); i++) {
			char index[24];
			snprintf(index, sizeof(index), "%zu", i);
			point(out, size, index);
			if (differ(json_array_get(wanted, i), json_array_get(actual, i), out, size))
				return true;
			out[length] = '\0';
		}
		return false;
	}
	if (json_equal(wanted, actual))
		return false;
	if (length == 0)
		point(out, size, "");
	return true;
}

void first_difference(const json_t *wanted, const json_t *actual, char *out, size_t size)
{
	out[0] = '\0';
	differ(wanted, actual, out, size);
}

const json_t *value_at(const json_t *document, const char *pointer)
{
	char key[256];

	while (document && *pointer == '/') {
		size_t length = strcspn(++pointer, "/");
		snprintf(key, sizeof(key), "%.*s", (int)length, pointer);
		pointer += length;
		document = json_is_array(document)
				   ? json_array_get(document, strtoul(key, NULL, 10))
				   : json_object_get(document, key);
	}
	return document;
}

unsigned count_differences(const json_t *a, const json_t *b)
{
	unsigned count = 0;

	if (json_is_object(a) && json_is_object(b)) {
		void *at = json_object_iter((json_t *)a);
		for (; at; at = json_object_iter_next((json_t *)a, at))
			count += count_differences(json_object_iter_value(at),
						   json_object_get(b, json_object_iter_key(at)));
		for (at = json_object_iter((json_t *)b); at;
		     at = json_object_iter_next((json_t *)b, at))
			count += !json_object_get(a, json_object_iter_key(at));
		return count;
	}
	if (json_is_array(a) && json_is_array(b) && json_array_size(a) == json_array_size(b)) {
		for (size_t i = 0; i < json_array_size(a); i++)
			count += count_differences(json_array_get(a, i), json_array_get(b, i));
		return count;
	}
	return !json_equal(a, b);
}
