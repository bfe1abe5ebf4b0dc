#include "base/pack.h"

#include <stdlib.h>

#define ZLIB_CONST /* what is packed is not changed */
#include <zlib.h>

#include "base/allocate.h"

enum { PACK_LEVEL = 1 };

void pack(struct text *out, const char *bytes, size_t size)
{
	uLongf packed = compressBound(size);
	Bytef *room = allocate(1, packed);

	if (compress2(room, &packed, (const Bytef *)bytes, size, PACK_LEVEL) != Z_OK)
		abort();
	text_add(out, (const char *)room, packed);
	free(room);
}

bool unpack(char *out, size_t size, const char *packed, size_t packed_size)
{
	uLongf unpacked = size;

	return uncompress((Bytef *)out, &unpacked, (const Bytef *)packed, packed_size) == Z_OK &&
	       unpacked == size;
}
