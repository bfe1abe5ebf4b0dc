#pragma once
/* Comparing what a case lists with what there is. */

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* Is all that `wanted` lists there, and equal? Of objects only the members listed are
 * looked at, at any depth; lists must have the same length. */
bool matches(const json_t *wanted, const json_t *actual);

/* Where the two first differ, as a JSON pointer into `wanted`. "" when they match. */
void first_difference(const json_t *wanted, const json_t *actual, char *out, size_t size);

/* The value that a pointer of first_difference() names, or NULL. Borrowed. */
const json_t *value_at(const json_t *document, const char *pointer);

/* In how many values two documents differ: a member or an item that only one has counts as
 * one, and so does a list of another length. */
unsigned count_differences(const json_t *a, const json_t *b);
