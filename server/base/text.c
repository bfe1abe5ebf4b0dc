/* A growing piece of text. Memory doubles, so adding is cheap on average; running out
 * of it ends the process, because a caller that got half a line could only do harm. */

#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"

enum { TEXT_FIRST_CAPACITY = 256 };

/* Seldom: most of what is added finds room. */
static __attribute__((noinline)) void grow(struct text *text, size_t needed)
{
	size_t capacity = text->capacity ? text->capacity : TEXT_FIRST_CAPACITY;
	while (capacity < needed)
		capacity *= 2;
	text->bytes = reallocate(text->bytes, capacity, 1);
	text->capacity = capacity;
}

static inline char *room(struct text *text, size_t size)
{
	size_t needed = text->size + size + 1;
	if (needed > text->capacity)
		grow(text, needed);
	return text->bytes + text->size;
}

static inline void end(struct text *text, char *at)
{
	*at = '\0';
	text->size = (size_t)(at - text->bytes);
}

char *text_room(struct text *text, size_t size)
{
	return room(text, size);
}

void text_end(struct text *text, char *at)
{
	end(text, at);
}

void text_add(struct text *text, const char *bytes, size_t size)
{
	char *to = room(text, size);
	if (size)
		memcpy(to, bytes, size);
	end(text, to + size);
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
		char *to = room(text, (size_t)size);
		vsnprintf(to, (size_t)size + 1, format, again);
		end(text, to + size);
	}
	va_end(again);
}

void text_add_hex(struct text *text, const void *bytes, size_t size)
{
	static const char digits[] = "0123456789abcdef";
	const unsigned char *from = bytes;

	char *to = room(text, 2 * size);
	for (size_t i = 0; i < size; i++) {
		*to++ = digits[from[i] >> 4];
		*to++ = digits[from[i] & 15];
	}
	end(text, to);
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
