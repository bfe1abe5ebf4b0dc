/* The properties are libunistring's (Unicode 14). What Unicode has added since is unknown to it and
 * refused, but for pictures: code points that are kept for emoji to come have the property
 * Extended_Pictographic already, so a newer phone's emoji are taken. */

#include "codec/plain_text.h"

#include <stdlib.h>
#include <string.h>
#include <unictype.h>
#include <unigbrk.h>
#include <uninorm.h>
#include <unistr.h>

#include "base/allocate.h"

enum {
	MARKS_MAX = 4,        /* nonspacing, on one letter: UTS #39, 5.4 */
	NFC_SHRINKS_MOST = 3, /* times, in UTF-8: three Hangul jamo become one syllable */
	BASIC_LATIN_END = 0x80,
	FREE_VARIATION_1 = 0x180B, /* of Mongolian, as the others up to 4 */
	VOWEL_SEPARATOR = 0x180E,
	FREE_VARIATION_4 = 0x180F,
	NON_JOINER = 0x200C,
	JOINER = 0x200D,
	KEYCAP = 0x20E3,
	VARIATION_1 = 0xFE00,
	VARIATION_3 = 0xFE02,
	TEXT_STYLE = 0xFE0E,
	EMOJI_STYLE = 0xFE0F,
	NO_CHARACTER = 0xFFFD,
	IDEOGRAPHIC_VARIATION = 0xE0100, /* the first of them */
};

/* A text while it is read. */
struct reading {
	const uint32_t *character;
	size_t count, at;
	size_t marks; /* nonspacing ones since the last letter */
};

static bool is_of(uint32_t character, uint32_t categories)
{
	return uc_is_general_category_withtable(character, categories);
}

static bool is_of_script(uint32_t character, const char *name)
{
	const uc_script_t *script = uc_script(character);

	return script && strcmp(script->name, name) == 0;
}

/* The character so many places before the one that is read; 0: there is none. */
static uint32_t before(const struct reading *in, size_t places)
{
	return in->at >= places ? in->character[in->at - places] : 0;
}

static uint32_t after(const struct reading *in)
{
	return in->at + 1 < in->count ? in->character[in->at + 1] : 0;
}

/* ---- joiners ---- */

static bool is_cursive(uint32_t character)
{
	const int type = uc_joining_type(character);

	return type == UC_JOINING_TYPE_L || type == UC_JOINING_TYPE_R || type == UC_JOINING_TYPE_D;
}

/* RFC 5892, A.1: between two letters of a cursive script, whatever marks stand between. Unlike
 * there, also behind a letter that joins to the right alone, for so Persian is typed. */
static bool parts_letters(const struct reading *in)
{
	size_t first = in->at, last = in->at + 1;

	while (first > 0 && uc_joining_type(in->character[first - 1]) == UC_JOINING_TYPE_T)
		first--;
	while (last < in->count && uc_joining_type(in->character[last]) == UC_JOINING_TYPE_T)
		last++;
	return first > 0 && is_cursive(in->character[first - 1]) && last < in->count &&
	       is_cursive(in->character[last]);
}

/* UTS #51: between two pictures, of which the first may have a style or a tone of skin. */
static bool joins_pictures(const struct reading *in)
{
	const uint32_t last = before(in, 1);
	const bool is_changed = last == EMOJI_STYLE || uc_is_property_emoji_modifier(last);

	return uc_is_property_extended_pictographic(before(in, is_changed ? 2 : 1)) &&
	       uc_is_property_extended_pictographic(after(in));
}

static bool is_virama(uint32_t character)
{
	return uc_combining_class(character) == UC_CCC_VR;
}

/* RFC 5892, A.1 and A.2: behind a virama; besides before one, as Bengali and Kannada write. */
static bool is_joiner_wanted(const struct reading *in)
{
	if (is_virama(before(in, 1)) ||
	    (is_virama(after(in)) && is_of(before(in, 1), UC_CATEGORY_MASK_Lo)))
		return true;
	return in->character[in->at] == NON_JOINER ? parts_letters(in) : joins_pictures(in);
}

/* ---- variation selectors ---- */

static bool is_mongolian_letter(uint32_t character)
{
	return is_of(character, UC_CATEGORY_MASK_L) && is_of_script(character, "Mongolian");
}

/* Has the character before this selector such variants? */
static bool is_variant_wanted(const struct reading *in)
{
	const uint32_t selector = in->character[in->at], base = before(in, 1);

	if (selector == VOWEL_SEPARATOR)
		return is_mongolian_letter(base) && is_mongolian_letter(after(in));
	if (selector >= FREE_VARIATION_1 && selector <= FREE_VARIATION_4)
		return is_mongolian_letter(base);
	if (selector == VARIATION_1 && is_of_script(base, "Myanmar"))
		return is_of(base, UC_CATEGORY_MASK_Lo);
	if (selector >= IDEOGRAPHIC_VARIATION || selector <= VARIATION_3)
		return uc_is_property_unified_ideograph(base);
	if (selector == EMOJI_STYLE && after(in) == KEYCAP)
		return base < BASIC_LATIN_END && uc_is_property_emoji(base);
	return (selector == TEXT_STYLE || selector == EMOJI_STYLE) && uc_is_property_emoji(base) &&
	       uc_is_property_extended_pictographic(base);
}

/* ---- one character ---- */

/* Two that show nothing, though no property of theirs says so. */
static bool is_blank(uint32_t character)
{
	enum { BRAILLE_BLANK = 0x2800, NULL_NOTEHEAD = 0x1D159 };

	return character == BRAILLE_BLANK || character == NULL_NOTEHEAD;
}

/* What is wrong with a character wherever it stands; PLAIN_TEXT_FAULTS: nothing. */
static enum plain_text_fault look_alone(uint32_t character)
{
	/* The signs of Arabic that stand around a number are format characters, too, but seen. */
	const bool is_format = is_of(character, UC_CATEGORY_MASK_Cf) &&
			       uc_graphemeclusterbreak_property(character) != GBP_PREPEND;

	if (uc_is_property_bidi_control(character))
		return PLAIN_TEXT_DIRECTION;
	if (is_of(character, UC_CATEGORY_MASK_Cc | UC_CATEGORY_MASK_Zl | UC_CATEGORY_MASK_Zp))
		return PLAIN_TEXT_LINE;
	if (is_format || uc_is_property_default_ignorable_code_point(character) ||
	    is_blank(character))
		return PLAIN_TEXT_UNSEEN;
	if (is_of(character, UC_CATEGORY_MASK_Cn | UC_CATEGORY_MASK_Co | UC_CATEGORY_MASK_Cs) &&
	    !uc_is_property_extended_pictographic(character))
		return PLAIN_TEXT_UNKNOWN;
	return PLAIN_TEXT_FAULTS;
}

static bool is_mark_wrong(struct reading *in)
{
	const uint32_t base = before(in, 1);

	in->marks += is_of(in->character[in->at], UC_CATEGORY_MASK_Mn | UC_CATEGORY_MASK_Me);
	return base == 0 || base == ' ' || in->marks > MARKS_MAX;
}

/* What is wrong with the character that is read; PLAIN_TEXT_FAULTS: nothing. */
static enum plain_text_fault look(struct reading *in)
{
	const uint32_t character = in->character[in->at], last = before(in, 1);

	if (character == NON_JOINER || character == JOINER)
		return is_joiner_wanted(in) ? PLAIN_TEXT_FAULTS : PLAIN_TEXT_JOINER;
	if (uc_is_property_variation_selector(character) || character == VOWEL_SEPARATOR)
		return is_variant_wanted(in) ? PLAIN_TEXT_FAULTS : PLAIN_TEXT_VARIANT;
	const enum plain_text_fault alone = look_alone(character);

	if (alone != PLAIN_TEXT_FAULTS)
		return alone;
	if (is_of(character, UC_CATEGORY_MASK_M))
		return is_mark_wrong(in) ? PLAIN_TEXT_MARK : PLAIN_TEXT_FAULTS;
	in->marks = 0;
	if (character == ' ' && (last == 0 || last == ' ' || after(in) == 0))
		return PLAIN_TEXT_SPACE;
	return PLAIN_TEXT_FAULTS;
}

/* ---- the whole ---- */

static size_t count_graphemes(const uint32_t *characters, size_t count)
{
	char *breaks = allocate(count, 1);
	size_t graphemes = 0;

	u32_grapheme_breaks(characters, count, breaks);
	for (size_t i = 0; i < count; i++)
		graphemes += breaks[i] != 0;
	free(breaks);
	return graphemes;
}

/* The text in NFC with plain spaces; the caller frees it. NULL: it is no UTF-8. */
static uint32_t *normalise(const char *text, size_t size, size_t *count)
{
	const uint8_t *bytes = (const uint8_t *)text;

	if (u8_check(bytes, size))
		return NULL;
	uint32_t *typed = u8_to_u32(bytes, size, NULL, count);

	if (!typed)
		abort();
	for (size_t i = 0; i < *count; i++) {
		if (is_of(typed[i], UC_CATEGORY_MASK_Zs))
			typed[i] = ' ';
	}
	uint32_t *normal = u32_normalize(UNINORM_NFC, typed, *count, NULL, count);

	if (!normal)
		abort();
	free(typed);
	return normal;
}

static bool judge(const uint32_t *characters, size_t count, const struct plain_text_limit *limit,
		  struct plain_text_wrong *wrong)
{
	struct reading in = {.character = characters, .count = count};

	for (; in.at < count; in.at++) {
		const enum plain_text_fault fault = look(&in);

		if (fault == PLAIN_TEXT_FAULTS)
			continue;
		*wrong = (struct plain_text_wrong){fault, characters[in.at], in.at + 1};
		return false;
	}
	const size_t graphemes = count_graphemes(characters, count);

	return graphemes >= limit->least && graphemes <= limit->most;
}

/* Write the text down, if there is room. */
static bool put(char *out, size_t room, const uint32_t *characters, size_t count)
{
	size_t size = 0;
	uint8_t *bytes = u32_to_u8(characters, count, NULL, &size);
	const bool fits = size < room;

	if (!bytes)
		abort();
	if (fits) {
		memcpy(out, bytes, size);
		out[size] = '\0';
	}
	free(bytes);
	return fits;
}

bool plain_text_take(char *out, const char *text, const struct plain_text_limit *limit,
		     struct plain_text_wrong *wrong)
{
	const size_t size = strlen(text);
	size_t count = 0;

	*wrong = (struct plain_text_wrong){.fault = PLAIN_TEXT_LENGTH};
	out[0] = '\0';
	if (size == 0)
		return limit->least == 0;
	if (size > NFC_SHRINKS_MOST * (limit->room - 1))
		return false;
	uint32_t *characters = normalise(text, size, &count);

	if (!characters) {
		*wrong = (struct plain_text_wrong){PLAIN_TEXT_UNKNOWN, NO_CHARACTER, 1};
		return false;
	}
	const bool is_good =
		judge(characters, count, limit, wrong) && put(out, limit->room, characters, count);

	free(characters);
	return is_good;
}
