#pragma once
/* Bytes made fewer, quickly; zlib's format. For what the server keeps; what it sends is packed by
 * http/gzip.h. */

#include <stdbool.h>

#include "base/text.h"

/* Append `bytes`, packed. Without memory the process ends. */
void pack(struct text *out, const char *bytes, size_t size);

/* The inverse, when it is known how many they are. False when the packed ones are not such. */
bool unpack(char *out, size_t size, const char *packed, size_t packed_size);
