/* Scenarios: ready musters, compiled in. They are parsed when asked for: it takes less
 * than a tenth of a millisecond, and nothing has to be kept. */

#include "codec/codec_ruleset.h"

#include <stdio.h>

#include "codec/json.h"
#include "codec/write.h"
#include "embedded.h"

static const char prefix[] = "scenarios/";

/* Copy a text that must not be empty and must fit. */
static bool copy_text(struct json_in *in, const json_t *object, const char *key, char *out,
		      size_t capacity)
{
	const char *text;
	if (!json_in_get_text(in, object, key, &text))
		return false;
	if (text[0] == '\0' || strlen(text) >= capacity) {
		json_in_enter(in, key);
		return json_in_fail(in, "The text must have 1 to %zu bytes.", capacity - 1);
	}
	snprintf(out, capacity, "%s", text);
	return true;
}

static bool is_id(const char *id)
{
	return id[strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789-")] == '\0';
}

static bool read_scenario(struct codec_scenario *out, struct json_in *in, const json_t *object)
{
	static const char *const members[] = {"id", "title", "summary", "ruleset", "muster"};
	const char *ruleset;

	if (!JSON_IN_OBJECT(in, object, members) ||
	    !copy_text(in, object, "id", out->id, sizeof(out->id)) ||
	    !copy_text(in, object, "title", out->title, sizeof(out->title)) ||
	    !copy_text(in, object, "summary", out->summary, sizeof(out->summary)) ||
	    !json_in_get_text(in, object, "ruleset", &ruleset))
		return false;
	int index = pn_rules_find(ruleset);
	if (index < 0 || !is_id(out->id)) {
		json_in_enter(in, index < 0 ? "ruleset" : "id");
		return json_in_fail(in, index < 0 ? "There is no such ruleset."
						  : "An id is lower-case letters, digits and -.");
	}
	out->ruleset = (uint8_t)index;
	const json_t *muster = json_in_member(in, object, "muster");
	size_t outside = json_in_enter(in, "muster");
	bool good = codec_muster_read(&out->muster, out->ruleset, in, muster);
	json_in_leave(in, outside);
	return good;
}

bool codec_scenario_decode(struct codec_scenario *out, const char *bytes, size_t size,
			   struct codec_error *error)
{
	struct json_in in;
	json_t *document = json_in_load(&in, bytes, size, error);
	bool good = document && read_scenario(out, &in, document);
	json_decref(document);
	return good;
}

bool codec_scenario_find(struct codec_scenario *out, const char *id)
{
	struct codec_error error;
	char path[sizeof(prefix) + CODEC_SCENARIO_ID_BYTES + sizeof(".json")];
	if (strlen(id) >= CODEC_SCENARIO_ID_BYTES || !is_id(id))
		return false;
	snprintf(path, sizeof(path), "%s%s.json", prefix, id);
	const struct embedded_file *file = embedded_find(path);
	return file && codec_scenario_decode(out, (const char *)file->bytes, file->size, &error);
}

static void write_summary(struct text *out, const struct codec_scenario *scenario)
{
	write_item(out);
	write_byte(out, '{');
	write_key_name(out, "id", scenario->id);
	write_key_name(out, "ruleset", pn_rules_at(scenario->ruleset)->id);
	write_key_string(out, "summary", scenario->summary);
	write_key_string(out, "title", scenario->title);
	write_key_integer(out, "turns", scenario->muster.turns);
	write_key_integer(out, "units", scenario->muster.unit_count);
	write_byte(out, '}');
}

void codec_scenarios_encode(struct text *out)
{
	const struct embedded_file *file = NULL;
	struct codec_scenario scenario;
	struct codec_error error;

	text_add_string(out, "{\"next\":null,\"scenarios\":[");
	while ((file = embedded_next(prefix, file)) != NULL)
		if (codec_scenario_decode(&scenario, (const char *)file->bytes, file->size, &error))
			write_summary(out, &scenario);
	text_add_string(out, "]}");
}

void codec_scenario_encode(struct text *out, const struct codec_scenario *scenario)
{
	write_byte(out, '{');
	write_key_name(out, "id", scenario->id);
	write_key(out, "muster");
	codec_muster_encode(out, scenario->ruleset, &scenario->muster);
	write_key_name(out, "ruleset", pn_rules_at(scenario->ruleset)->id);
	write_key_string(out, "summary", scenario->summary);
	write_key_string(out, "title", scenario->title);
	write_byte(out, '}');
}
