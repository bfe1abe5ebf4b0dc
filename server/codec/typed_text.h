#pragma once
/* Names and texts in JSON that somebody sends (private). */

#include "codec/json.h"
#include "codec/plain_text.h"

/* Take a member that must be there, as plain_text.h wants it; `out` has `limit->room` bytes. Where
 * it is kept otherwise than it was sent, it is changed in the document, and `in` is marked. */
bool typed_text_get(struct json_in *in, const json_t *object, const char *key,
		    const struct plain_text_limit *limit, char *out);
