/* The ranges are those of Unicode's general categories Cc, Cf, Co, Cs, Zl, Zp and Zs (but
 * for the plain space), of Default_Ignorable_Code_Point, and the blocks of combining marks. */

#include "codec/plain_text.h"

#include <stdint.h>

enum { MARKS_MAX = 2 };

struct range {
	uint32_t first, last;
};

/* Ascending. */
static const struct range hidden[] = {
	{0x0000, 0x001f},   {0x007f, 0x00a0},    {0x00ad, 0x00ad},   {0x034f, 0x034f},
	{0x0600, 0x0605},   {0x061c, 0x061c},    {0x06dd, 0x06dd},   {0x070f, 0x070f},
	{0x08e2, 0x08e2},   {0x115f, 0x1160},    {0x1680, 0x1680},   {0x17b4, 0x17b5},
	{0x180b, 0x180f},   {0x2000, 0x200f},    {0x2028, 0x202f},   {0x205f, 0x206f},
	{0x2800, 0x2800},   {0x3000, 0x3000},    {0x3164, 0x3164},   {0xd800, 0xf8ff},
	{0xfdd0, 0xfdef},   {0xfe00, 0xfe0f},    {0xfeff, 0xfeff},   {0xffa0, 0xffa0},
	{0xfff0, 0xfffb},   {0xfffe, 0xffff},    {0x110bd, 0x110bd}, {0x1bca0, 0x1bca3},
	{0x1d173, 0x1d17a}, {0xe0000, 0x10ffff},
};

static const struct range marks[] = {
	{0x0300, 0x036f}, {0x0483, 0x0489}, {0x0591, 0x05bd}, {0x064b, 0x065f},
	{0x1ab0, 0x1aff}, {0x1dc0, 0x1dff}, {0x20d0, 0x20ff}, {0xfe20, 0xfe2f},
};

static bool is_in(uint32_t character, const struct range *range, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (character >= range[i].first && character <= range[i].last)
			return true;
	}
	return false;
}

#define IS_IN(character, ranges) is_in(character, ranges, sizeof(ranges) / sizeof((ranges)[0]))

/* The next character; 0, which is hidden, where the bytes are no UTF-8. */
static uint32_t next_character(const unsigned char **at)
{
	static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
	const unsigned char *byte = *at;
	size_t size = byte[0] < 0x80 ? 1 : byte[0] >> 5 == 6 ? 2 : byte[0] >> 4 == 14 ? 3 : 4;
	uint32_t character = size == 1 ? byte[0] : byte[0] & (0x7fu >> size);

	for (size_t i = 1; i < size; i++) {
		if (byte[i] >> 6 != 2)
			return 0;
		character = character << 6 | (byte[i] & 0x3f);
	}
	*at += size;
	return character < least[size] ? 0 : character;
}

bool plain_text_good(const char *text, size_t max)
{
	const unsigned char *at = (const unsigned char *)text;
	size_t count = 0, marked = MARKS_MAX;
	bool was_space = true; /* so that none stands first, and no mark either */

	while (*at) {
		uint32_t character = next_character(&at);
		bool is_space = character == ' ', is_mark = IS_IN(character, marks);

		if (IS_IN(character, hidden) || (is_space && was_space) ||
		    (is_mark && (was_space || marked == MARKS_MAX)) || ++count > max)
			return false;
		marked = is_mark ? marked + 1 : 0;
		was_space = is_space;
	}
	return count > 0 && !was_space;
}
