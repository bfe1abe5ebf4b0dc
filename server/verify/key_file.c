/* A file of public keys, as an operator writes it from what GET /v1/server shows. */

#include <string.h>

#include "verify/verify.h"

static int nibble(char digit)
{
	if (digit >= '0' && digit <= '9')
		return digit - '0';
	return digit >= 'a' && digit <= 'f' ? digit - 'a' + 10 : -1;
}

static bool read_key(uint8_t out[32], const char *line, size_t size)
{
	if (size != 64)
		return false;
	for (int i = 0; i < 32; i++) {
		int high = nibble(line[2 * i]), low = nibble(line[2 * i + 1]);
		if (high < 0 || low < 0)
			return false;
		out[i] = (uint8_t)(high << 4 | low);
	}
	return true;
}

bool verify_read_keys(struct verify_options *options, const char *text, size_t size)
{
	const char *end = text + size;
	while (text < end) {
		const char *stop = memchr(text, '\n', (size_t)(end - text));
		size_t length = (size_t)((stop ? stop : end) - text);
		if (length && text[0] != '#') {
			if (options->key_count == VERIFY_KEYS_MAX ||
			    !read_key(options->key[options->key_count++], text, length))
				return false;
		}
		text += length + 1;
	}
	return options->key_count > 0;
}
