#include "codec/roll_told.h"

#include <string.h>

json_int_t codec_roll_left_out(const json_t *event)
{
	const json_t *faces = json_object_get(event, "faces");
	json_int_t modifier = json_integer_value(json_object_get(event, "modifier"));
	json_int_t lowest = json_integer_value(json_array_get(faces, 0));

	for (size_t i = 1; i < json_array_size(faces); i++) {
		json_int_t face = json_integer_value(json_array_get(faces, i));
		if (face < lowest)
			lowest = face;
	}
	return json_array_size(faces) > 2 && modifier == -lowest ? lowest : 0;
}

const char *codec_roll_bound(const json_t *event)
{
	const char *what = json_string_value(json_object_get(event, "what"));
	const char *result = json_string_value(json_object_get(event, "result"));
	json_int_t total = json_integer_value(json_object_get(event, "total"));
	json_int_t needed = json_integer_value(json_object_get(event, "needed"));

	if (!result || !json_object_get(event, "needed") || total == needed ||
	    (what && strcmp(what, "pool") == 0))
		return NULL;
	return (strcmp(result, "passed") == 0) == (total < needed) ? "roll.at_most"
								   : "roll.at_least";
}
