#pragma once
/* Canonical JSON, written front to back: no spaces, integers only, strings escaped as
 * JSON.stringify escapes them. The caller writes keys in ascending order; a comma is
 * set by looking at what was written last. */

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

/* "YYYY-MM-DDThh:mm:ss.sssZ" */
enum { WRITE_TIME_BYTES = 25 };

/* Begin the member `key` (plain ASCII, nothing to escape) of the object being written. */
void write_key(struct text *out, const char *key);

/* Begin an item of the list being written. */
void write_item(struct text *out);

/* Values. */
void write_byte(struct text *out, char byte);
void write_integer(struct text *out, int64_t value);
void write_bool(struct text *out, bool value);

/* Any text, escaped. */
void write_string(struct text *out, const char *string);

/* Text that needs no escaping: names of ours. */
void write_name(struct text *out, const char *name);
void write_hex(struct text *out, const void *bytes, size_t size);

/* A time, in milliseconds since 1970 UTC, from then to the year 9999. */
void write_time(struct text *out, int64_t time_ms);

/* The same as plain text with a NUL. */
void format_time(char out[WRITE_TIME_BYTES], int64_t time_ms);

/* A key and its value in one. */
void write_key_integer(struct text *out, const char *key, int64_t value);
void write_key_bool(struct text *out, const char *key, bool value);
void write_key_string(struct text *out, const char *key, const char *string);
void write_key_name(struct text *out, const char *key, const char *name);
void write_key_hex(struct text *out, const char *key, const void *bytes, size_t size);
