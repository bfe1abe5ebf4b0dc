#include "base/base64.h"

#include <sodium.h>
#include <string.h>

enum { PIECE_BYTES = 3 * 256 }; /* no padding between pieces */

static void add(struct text *text, const void *bytes, size_t size, int variant)
{
	char line[sodium_base64_ENCODED_LEN(PIECE_BYTES, sodium_base64_VARIANT_ORIGINAL)];
	const uint8_t *from = bytes;

	while (size > 0) {
		size_t piece = size < PIECE_BYTES ? size : PIECE_BYTES;

		sodium_bin2base64(line, sizeof(line), from, piece, variant);
		text_add_string(text, line);
		from += piece;
		size -= piece;
	}
	sodium_memzero(line, sizeof(line));
}

void text_add_base64(struct text *text, const void *bytes, size_t size)
{
	add(text, bytes, size, sodium_base64_VARIANT_ORIGINAL);
}

void text_add_base64url(struct text *text, const void *bytes, size_t size)
{
	add(text, bytes, size, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

bool base64url_read(uint8_t *out, size_t size, const char *string)
{
	const bool is_padded = strchr(string, '=') != NULL;
	const char *end = NULL;
	size_t length = 0;

	return sodium_base642bin(out, size, string, strlen(string), NULL, &length, &end,
				 is_padded ? sodium_base64_VARIANT_URLSAFE
					   : sodium_base64_VARIANT_URLSAFE_NO_PADDING) == 0 &&
	       length == size && *end == '\0';
}
