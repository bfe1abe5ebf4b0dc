/* A growing piece of text. Memory doubles, so adding is cheap on average; running out
 * of it ends the process, because a caller that got half a line could only do harm. */

#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_FIRST_CAPACITY = 256 };

/* Make room for `size` more bytes and the NUL. */
static void reserve(struct text *text, size_t size)
{
	size_t needed = text->size + size + 1;
	if (needed <= text->capacity)
		return;
	size_t capacity = text->capacity ? text->capacity : TEXT_FIRST_CAPACITY;
	while (capacity < needed)
		capacity *= 2;
	char *bytes = realloc(text->bytes, capacity);
	if (!bytes) {
		fputs("out of memory\n", stderr);
		abort();
	}
	text->bytes = bytes;
	text->capacity = capacity;
}

void text_add(struct text *text, const char *bytes, size_t size)
{
	reserve(text, size);
	if (size)
		memcpy(text->bytes + text->size, bytes, size);
	text->size += size;
	text->bytes[text->size] = '\0';
}

void text_add_string(struct text *text, const char *string)
{
	text_add(text, string, strlen(string));
}

void text_add_format(struct text *text, const char *format, ...)
{
	va_list arguments, again;
	va_start(arguments, format);
	va_copy(again, arguments);
	int size = vsnprintf(NULL, 0, format, arguments);
	va_end(arguments);
	if (size > 0) {
		reserve(text, (size_t)size);
		vsnprintf(text->bytes + text->size, (size_t)size + 1, format, again);
		text->size += (size_t)size;
	}
	va_end(again);
}

void text_add_hex(struct text *text, const void *bytes, size_t size)
{
	static const char digits[] = "0123456789abcdef";
	const unsigned char *from = bytes;

	reserve(text, 2 * size);
	char *to = text->bytes + text->size;
	for (size_t i = 0; i < size; i++) {
		*to++ = digits[from[i] >> 4];
		*to++ = digits[from[i] & 15];
	}
	*to = '\0';
	text->size += 2 * size;
}

void text_clear(struct text *text)
{
	text->size = 0;
	if (text->bytes)
		text->bytes[0] = '\0';
}

void text_free(struct text *text)
{
	free(text->bytes);
	*text = TEXT_EMPTY;
}
