/* Which events are no part of a game's story. web/follow.js says the same of each. */

#include <jansson.h>
#include <string.h>

#include "codec/codec_told.h"

static bool is_text(const json_t *event, const char *member, const char *text)
{
	const char *value = json_string_value(json_object_get(event, member));

	return value && strcmp(value, text) == 0;
}

bool codec_is_minor(const char *line, size_t size)
{
	static const char *const minor[] = {
		"decision_opened", "decision_answered", "decision_closed", "flag_set",
		"tally_set",       "fact_set",          "sealed_content",
	};
	json_t *event = json_loadb(line, size, 0, NULL);
	/* Somebody has chosen who goes first. */
	const bool is_chosen = is_text(event, "fact", "first") &&
			       json_string_value(json_object_get(event, "value")) != NULL;
	bool is_minor = false;

	for (size_t i = 0; i < sizeof(minor) / sizeof(minor[0]); i++)
		is_minor |= is_text(event, "type", minor[i]);
	json_decref(event);
	return is_minor && !is_chosen;
}
