#pragma once
/* A command with other numbers, or another unit, where an action's bounds let it vary. */

#include "codec/codec.h"

/* What stands at a bound's place of a command: a whole number, a place of the board, or a unit. */
enum codec_value_kind { CODEC_VALUE_NONE, CODEC_VALUE_NUMBER, CODEC_VALUE_PLACE, CODEC_VALUE_UNIT };

struct codec_value {
	enum codec_value_kind kind;
	const char *at; /* JSON pointer into the command; borrowed */
	int64_t x, y;   /* a number is x */
	char unit[PN_ID_BYTES];
};

/* What stands there in a command, as codec_command_encode() writes it; kind CODEC_VALUE_NONE when it is
 * nothing of those. */
struct codec_value codec_value_at(const char *command, size_t size, const char *at);

/* Append the command with these values instead of its own. A place keeps what it has besides. */
void codec_command_vary(struct text *out, const char *command, size_t size,
			const struct codec_value *value, size_t count);
