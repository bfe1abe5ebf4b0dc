/* Discord adds members as it likes: what is not needed is passed over. */

#include "codec/codec_posted.h"

#include <jansson.h>
#include <string.h>

void codec_posted_decode(struct posted *out, const char *bytes, size_t size)
{
	json_t *document = size ? json_loadb(bytes, size, 0, NULL) : NULL;
	const char *id = json_string_value(json_object_get(document, "id"));
	const json_int_t code = json_integer_value(json_object_get(document, "code"));
	const json_int_t flags = json_integer_value(json_object_get(document, "flags"));

	*out = (struct posted){0};
	if (id && strlen(id) < POSTED_ID_BYTES && strspn(id, "0123456789") == strlen(id))
		memcpy(out->id, id, strlen(id) + 1);
	if (code > 0 && code <= UINT32_MAX)
		out->code = (uint32_t)code;
	if (flags > 0 && flags <= UINT32_MAX)
		out->flags = (uint32_t)flags;
	out->is_global = json_is_true(json_object_get(document, "global"));
	json_decref(document);
}
