#pragma once
/* Bodies packed by gzip (RFC 1952): who takes them, and packing one. */

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

/* Does a value of Accept-Encoding take gzip? What it says of gzip counts, else what it says of
 * everything. NULL, no header, does not. RFC 9110, 12.5.3. */
bool gzip_is_taken(const char *codings);

/* Append `size` bytes, packed, to `out`. The same bytes become the same bytes. False, with `out`
 * as it was, when they would not become fewer. */
bool gzip_pack(struct text *out, const void *bytes, size_t size);
