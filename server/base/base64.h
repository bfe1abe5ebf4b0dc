#pragma once
/* Base64 (RFC 4648) as mails and signatures want it, and its form for URLs, without padding,
 * as Web Push and tokens of JSON want it. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

/* Add `size` bytes: section 4, with padding; section 5, without. */
void text_add_base64(struct text *text, const void *bytes, size_t size);
void text_add_base64url(struct text *text, const void *bytes, size_t size);

/* Read base64url of exactly `size` bytes, with padding or without, up to the string's end.
 * False when it is anything else; then `out` says nothing. */
bool base64url_read(uint8_t *out, size_t size, const char *string);
