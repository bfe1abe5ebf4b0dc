/* Bodies of one member. */

#include "codec/codec_body.h"

#include <stdio.h>

#include "codec/json.h"
#include "codec/plain_text.h"

/* An object with nothing but `member`: a visible text of at most `max` characters. */
static bool read_text(char *out, const char *member, size_t max, const char *bytes, size_t size,
		      struct codec_error *error)
{
	const char *const members[] = {member};
	struct json_in in;
	const char *text;
	json_t *document = json_in_load(&in, bytes, size, error);
	bool good = document && JSON_IN_OBJECT(&in, document, members) &&
		    json_in_get_text(&in, document, member, &text);

	if (good && !plain_text_good(text, max)) {
		json_in_enter(&in, member);
		good = json_in_fail(&in,
				    "It must have 1 to %zu visible characters, and only single "
				    "spaces between them.",
				    max);
	}
	if (good)
		snprintf(out, CODEC_TEXT_BYTES, "%s", text);
	json_decref(document);
	return good;
}

bool codec_name_decode(char *out, const char *bytes, size_t size, struct codec_error *error)
{
	return read_text(out, "name", CODEC_NAME_CHARACTERS, bytes, size, error);
}

bool codec_message_decode(char *out, const char *bytes, size_t size, struct codec_error *error)
{
	return read_text(out, "text", CODEC_MESSAGE_CHARACTERS, bytes, size, error);
}

bool codec_reason_decode(char *out, const char *bytes, size_t size, struct codec_error *error)
{
	return read_text(out, "reason", CODEC_MESSAGE_CHARACTERS, bytes, size, error);
}

/* An object with nothing but `member`: a truth value. */
static bool read_bool(bool *out, const char *member, const char *bytes, size_t size,
		      struct codec_error *error)
{
	const char *const members[] = {member};
	struct json_in in;
	json_t *document = json_in_load(&in, bytes, size, error);
	bool good = document && JSON_IN_OBJECT(&in, document, members) &&
		    json_in_get_bool(&in, document, member, out);

	json_decref(document);
	return good;
}

bool codec_handover_decode(bool *moves, const char *bytes, size_t size, struct codec_error *error)
{
	return read_bool(moves, "moves", bytes, size, error);
}

bool codec_block_decode(bool *blocked, const char *bytes, size_t size, struct codec_error *error)
{
	return read_bool(blocked, "blocked", bytes, size, error);
}
