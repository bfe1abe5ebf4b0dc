/* Scenarios: ready musters, compiled in. They are parsed when asked for: it takes less
 * than a tenth of a millisecond, and nothing has to be kept. */

#include "codec/codec_ruleset.h"

#include <pthread.h>
#include <stdio.h>

#include "base/embedded.h"
#include "base/write.h"
#include "codec/json.h"
#include "codec/words.h"
#include "model/game_header.h"

static const char prefix[] = "scenarios/";

static bool is_id(const char *id)
{
	size_t size = strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789-");

	return id[size] == '\0' && size > 0 && size < CODEC_SCENARIO_ID_BYTES;
}

static bool read_scenario(struct codec_scenario *out, struct json_in *in, const json_t *object)
{
	static const char *const members[] = {"id", "title", "summary", "ruleset", "muster"};
	const char *id, *ruleset;

	if (!JSON_IN_OBJECT(in, object, members) || !json_in_get_text(in, object, "id", &id) ||
	    !json_in_get_text(in, object, "ruleset", &ruleset))
		return false;
	int index = pn_rules_find(ruleset);
	if (index < 0) {
		json_in_enter(in, "ruleset");
		return json_in_fail(in, "There is no such ruleset.");
	}
	if (!is_id(id)) {
		json_in_enter(in, "id");
		return json_in_fail(in, "An id is 1 to %d lower-case letters, digits and -.",
				    CODEC_SCENARIO_ID_BYTES - 1);
	}
	snprintf(out->id, sizeof(out->id), "%s", id);
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
	if (!is_id(id))
		return false;
	snprintf(path, sizeof(path), "%s%s.json", prefix, id);
	const struct embedded_file *file = embedded_find(path);
	return file && codec_scenario_decode(out, (const char *)file->bytes, file->size, &error);
}

/* What is asked of all of them often, read once. */
enum { SCENARIOS_MAX = 64 };
static struct {
	unsigned count;
	char id[SCENARIOS_MAX][CODEC_SCENARIO_ID_BYTES];
	const char *ruleset[SCENARIOS_MAX];
} all;
static pthread_once_t all_once = PTHREAD_ONCE_INIT;

static void list_all(void)
{
	const struct embedded_file *file = NULL;
	static struct codec_scenario scenario;
	struct codec_error error;

	while ((file = embedded_next(prefix, file)) != NULL) {
		pn_assert(all.count < SCENARIOS_MAX);
		if (!codec_scenario_decode(&scenario, (const char *)file->bytes, file->size,
					   &error))
			continue;
		memcpy(all.id[all.count], scenario.id, sizeof(scenario.id));
		all.ruleset[all.count++] = pn_rules_at(scenario.ruleset)->id;
	}
}

const char *codec_scenario_at(unsigned place, const char **ruleset)
{
	pthread_once(&all_once, list_all);
	if (place >= all.count)
		return NULL;
	*ruleset = all.ruleset[place];
	return all.id[place];
}

unsigned codec_scenarios_count(uint8_t ruleset)
{
	const struct embedded_file *file = NULL;
	struct codec_scenario scenario;
	struct codec_error error;
	unsigned count = 0;

	while ((file = embedded_next(prefix, file)) != NULL)
		count += codec_scenario_decode(&scenario, (const char *)file->bytes, file->size,
					       &error) &&
			 scenario.ruleset == ruleset;
	return count;
}

/* What the catalogue says of it under "scenario.ID.WHAT". */
static const char *words_of(const struct codec_scenario *scenario, const char *what)
{
	char key[sizeof("scenario..summary") + CODEC_SCENARIO_ID_BYTES];
	const char *text;

	snprintf(key, sizeof(key), "scenario.%s.%s", scenario->id, what);
	text = words_find(words_spoken(), key);
	return text ? text : scenario->id;
}

const char *codec_scenario_title(const struct codec_scenario *scenario)
{
	return words_of(scenario, "title");
}

void codec_game_title(struct text *out, const struct game_header *header)
{
	char key[sizeof("scenario..title") + CODEC_SCENARIO_ID_BYTES];
	const char *title = header->name;

	snprintf(key, sizeof(key), "scenario.%s.title", header->scenario);
	if (!title[0])
		title = words_find(words_spoken(), key);
	if (title) {
		text_add_name(out, title);
		text_add_string(out, " · ");
	}
	text_add_string(out, pn_rules_at(header->ruleset)->title);
}

static void write_summary(struct text *out, const struct codec_scenario *scenario)
{
	write_item(out);
	write_byte(out, '{');
	write_key_name(out, "id", scenario->id);
	write_key_name(out, "ruleset", pn_rules_at(scenario->ruleset)->id);
	write_key_string(out, "summary", words_of(scenario, "summary"));
	write_key_string(out, "title", codec_scenario_title(scenario));
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
	write_key_string(out, "summary", words_of(scenario, "summary"));
	write_key_string(out, "title", codec_scenario_title(scenario));
	write_byte(out, '}');
}
