/* What is wrong with a text that somebody sent, in words. */

#include "codec/typed_text.h"

#include <string.h>

/* The sentence of each fault: its key in the catalogue, and what a character does in English. */
static const struct {
	const char *key, *does;
} sentences[PLAIN_TEXT_FAULTS] = {
	[PLAIN_TEXT_LENGTH] = {"text.length", ""},
	[PLAIN_TEXT_DIRECTION] = {"text.direction", "turns the direction of text"},
	[PLAIN_TEXT_LINE] = {"text.line", "ends the line or controls a device"},
	[PLAIN_TEXT_UNSEEN] = {"text.unseen", "cannot be seen"},
	[PLAIN_TEXT_UNKNOWN] = {"text.unknown", "has no meaning in Unicode that this server knows"},
	[PLAIN_TEXT_JOINER] = {"text.joiner", "joins or parts nothing here"},
	[PLAIN_TEXT_VARIANT] = {"text.variant",
				"asks for a form that the character before it does not have"},
	[PLAIN_TEXT_MARK] = {"text.mark", "is a mark without a letter, or one too many on it"},
	[PLAIN_TEXT_SPACE] = {"text.space", "is a space at an end, or behind another"},
};

static bool fail(struct json_in *in, const struct plain_text_limit *limit,
		 const struct plain_text_wrong *wrong)
{
	const char *key = sentences[wrong->fault].key;

	if (wrong->place == 0) {
		json_in_fail_key(in, key,
				 "It must have %zu to %zu characters, in at most %zu bytes.",
				 limit->least, limit->most, limit->room - 1);
		in->error->min = (int64_t)limit->least;
		in->error->max = (int64_t)limit->most;
		in->error->bytes = (uint32_t)(limit->room - 1);
		return false;
	}
	json_in_fail_key(in, key, "Character %zu (U+%04X) %s.", wrong->place,
			 (unsigned)wrong->character, sentences[wrong->fault].does);
	in->error->character = wrong->character;
	in->error->place = (uint32_t)wrong->place;
	return false;
}

bool typed_text_get(struct json_in *in, const json_t *object, const char *key,
		    const struct plain_text_limit *limit, char *out)
{
	struct plain_text_wrong wrong;
	const char *text;

	if (!json_in_get_text(in, object, key, &text))
		return false;
	if (!plain_text_take(out, text, limit, &wrong)) {
		json_in_enter(in, key);
		return fail(in, limit, &wrong);
	}
	if (strcmp(out, text) != 0) {
		json_object_set_new((json_t *)object, key, json_string(out));
		in->is_changed = true;
	}
	return true;
}
