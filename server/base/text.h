#pragma once
/* A growing piece of text: what codecs write into and the shell sends. Always
 * NUL-terminated once something was added. A failed allocation aborts the process:
 * nothing is half written. */

#include <stdarg.h>
#include <stddef.h>

struct text {
	char *bytes; /* owned; NULL while empty */
	size_t size; /* without the NUL */
	size_t capacity;
};

#define TEXT_EMPTY ((struct text){0})

/* Append bytes; a string without its NUL; what printf() makes. Without memory the process ends. */
void text_add(struct text *text, const char *bytes, size_t size);
void text_add_string(struct text *text, const char *string);
void text_add_format(struct text *text, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Room for `size` more bytes and the NUL behind the text: where they go. The caller puts them there
 * and tells with text_end() how far they reach. */
char *text_room(struct text *text, size_t size);
void text_end(struct text *text, char *end);

/* Append a name as it stands in a sentence: one with letters that run from right to left goes between
 * U+2068 and U+2069, so that it turns nothing around it. `name` is UTF-8; of "" there is a text, too. */
void text_add_name(struct text *text, const char *name);

/* Add `size` bytes as 2 * size lower-case hex digits. */
void text_add_hex(struct text *text, const void *bytes, size_t size);

/* Forget the content, keep the memory. */
void text_clear(struct text *text);

/* Give the memory back; the text may be used again. */
void text_free(struct text *text);
