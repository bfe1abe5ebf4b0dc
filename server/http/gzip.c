/* Packing by gzip, for answers that are packed once and sent often. */

#include "http/gzip.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define ZLIB_CONST /* what is packed is not changed */
#include <zlib.h>

/* Is the weight of a coding ("gzip ; q=0.5", from after its name to its comma) above
 * nought? RFC 9110, 12.4.2; without one it is 1. */
static bool has_weight(const char *parameters, size_t size)
{
	static const char between[] = "; \t";
	size_t at = 0;

	while (at < size && strchr(between, parameters[at]))
		at++;
	if (at + 2 > size || strncasecmp(parameters + at, "q=", 2) != 0)
		return true;
	for (at += 2; at < size; at++) {
		if (parameters[at] >= '1' && parameters[at] <= '9')
			return true;
	}
	return false;
}

bool gzip_is_taken(const char *codings)
{
	bool any = false;

	while (codings && *codings) {
		codings += strspn(codings, ", \t");
		size_t whole = strcspn(codings, ","), name = strcspn(codings, ",; \t");
		bool wanted = has_weight(codings + name, whole - name);

		if ((name == 4 && strncasecmp(codings, "gzip", 4) == 0) ||
		    (name == 6 && strncasecmp(codings, "x-gzip", 6) == 0))
			return wanted;
		if (name == 1 && codings[0] == '*')
			any = wanted;
		codings += whole;
	}
	return any;
}

bool gzip_pack(struct text *out, const void *bytes, size_t size)
{
	enum { GZIP_FORMAT = 16 + MAX_WBITS, MEMORY_LEVEL = 8 };
	z_stream stream = {.next_in = bytes, .avail_in = (uInt)size};

	if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, GZIP_FORMAT, MEMORY_LEVEL,
			 Z_DEFAULT_STRATEGY) != Z_OK)
		abort(); /* no memory: as everywhere, nothing is half done */
	unsigned char *packed = malloc(size + 1);

	if (!packed)
		abort();
	stream.next_out = packed;
	stream.avail_out = (uInt)size;
	bool is_smaller = deflate(&stream, Z_FINISH) == Z_STREAM_END && stream.total_out < size;

	if (is_smaller)
		text_add(out, (const char *)packed, stream.total_out);
	deflateEnd(&stream);
	free(packed);
	return is_smaller;
}
