#pragma once
/* Text that people write for others to read: names, messages. One rule for all of it, by the
 * properties that Unicode gives each character; README.md here tells it. Work is linear in the
 * text's bytes, up to what the room allows, and constant beyond. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How long a text may be. A character that people see as one (a grapheme of UAX #29) counts one. */
struct plain_text_limit {
	size_t least, most; /* graphemes */
	size_t room;        /* bytes of UTF-8 as it is kept, with the NUL */
};

enum plain_text_fault {
	PLAIN_TEXT_LENGTH,    /* it is too short or too long; no character is at fault */
	PLAIN_TEXT_DIRECTION, /* a control of direction */
	PLAIN_TEXT_LINE,      /* a separator of lines or paragraphs, or another control */
	PLAIN_TEXT_UNSEEN,    /* it cannot be seen */
	PLAIN_TEXT_UNKNOWN,   /* unassigned, private, or no character at all */
	PLAIN_TEXT_JOINER,    /* a joiner where no script and no emoji wants one */
	PLAIN_TEXT_VARIANT,   /* a variation selector behind what has no such variant */
	PLAIN_TEXT_MARK,      /* a combining mark without a letter, or one too many */
	PLAIN_TEXT_SPACE,     /* a space at an end, or behind another */
	PLAIN_TEXT_FAULTS,
};

struct plain_text_wrong {
	enum plain_text_fault fault;
	uint32_t character; /* its code point */
	size_t place;       /* counted from 1 in code points of the text's NFC; 0: the whole text */
};

/* Take a text (UTF-8, ends in a NUL) as it is kept: in NFC, each other space a plain one. `out`
 * has `limit->room` bytes. False: `wrong` says why, and `out` holds nothing of use. */
bool plain_text_take(char *out, const char *text, const struct plain_text_limit *limit,
		     struct plain_text_wrong *wrong);
