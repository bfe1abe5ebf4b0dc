/* A growing piece of text. Memory doubles, so adding is cheap on average; running out
 * of it ends the process, because a caller that got half a line could only do harm. */

#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>
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

/* The code point at `*at`, behind which `*at` is then. */
static uint32_t next_character(const unsigned char **at)
{
	uint32_t character = *(*at)++;

	if (character >= 0xC0)
		character &= character >= 0xF0 ? 0x07 : character >= 0xE0 ? 0x0F : 0x1F;
	for (; **at >> 6 == 2; (*at)++)
		character = character << 6 | (**at & 0x3F);
	return character;
}

/* The areas that Unicode keeps for scripts from right to left (DerivedBidiClass.txt), and controls
 * of direction, which names of earlier versions may have. */
static bool turns_text(uint32_t character)
{
	static const uint32_t areas[][2] = {
		{0x0590, 0x08FF}, {0x200E, 0x200F}, {0x202A, 0x202E},   {0x2066, 0x2069},
		{0xFB1D, 0xFDFF}, {0xFE70, 0xFEFC}, {0x10800, 0x10FFF}, {0x1E800, 0x1EFFF},
	};

	for (size_t i = 0; i < sizeof(areas) / sizeof(areas[0]); i++) {
		if (character >= areas[i][0] && character <= areas[i][1])
			return true;
	}
	return false;
}

void text_add_name(struct text *text, const char *name)
{
	const unsigned char *at = (const unsigned char *)name;
	bool turns = false;

	while (*at && !turns)
		turns = turns_text(next_character(&at));
	if (turns)
		text_add_string(text, "\u2068");
	text_add_string(text, name);
	if (turns)
		text_add_string(text, "\u2069");
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
