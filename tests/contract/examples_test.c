/* Every file of api-spec/examples: it belongs to an operation, fits that one's schema, and
 * goes through the codec that the server reads and writes with. */

#include <criterion/criterion.h>
#include <dirent.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

#include "codec/codec_receipt.h"
#include "codec/codec_record.h"
#include "codec/codec_request.h"
#include "description.h"

#define FOLDER PN_SOURCE_DIR "/api-spec/examples/"

static json_t *load(const char *name)
{
	char path[512];
	json_error_t error;

	snprintf(path, sizeof(path), FOLDER "%s", name);
	json_t *value = json_load_file(path, JSON_REJECT_DUPLICATES, &error);

	cr_assert(value, "%s: %s", name, error.text);
	return value;
}

/* A JSON text, canonical; owned by the caller. */
static char *canonical(const json_t *value)
{
	return json_dumps(value, JSON_COMPACT | JSON_SORT_KEYS);
}

/* The game of the examples: that of the scenario first-charge. */
static const struct pn_game *names(void)
{
	static struct pn_game game;
	static struct codec_scenario scenario;

	if (game.unit_count == 0) {
		cr_assert(codec_scenario_find(&scenario, "first-charge"));
		cr_assert_eq(pn_setup(&game, scenario.ruleset, &scenario.muster).code,
			     PN_MUSTER_NONE);
	}
	return &game;
}

/* ---- schemas ---- */

/* "act.request.json" is the body of act, "act.response.json" its answer when all is well. */
static const json_t *schema_of(const json_t *document, const char *file, char operation[64])
{
	const char *dot = strchr(file, '.');

	cr_assert(dot && (strcmp(dot, ".request.json") == 0 || strcmp(dot, ".response.json") == 0),
		  "%s", file);
	snprintf(operation, 64, "%.*s", (int)(dot - file), file);
	cr_assert(description_route(operation), "%s: no such operation", file);
	if (strcmp(dot, ".request.json") == 0)
		return description_body(document, operation);
	const json_t *schema = description_answer(document, operation, 200);

	return schema ? schema : description_answer(document, operation, 201);
}

Test(examples, each_fits_its_schema)
{
	json_t *document = description_load();
	DIR *folder = opendir(FOLDER);
	struct dirent *entry;
	size_t count = 0;

	cr_assert(folder);
	while ((entry = readdir(folder))) {
		char operation[64], why[SCHEMA_WHY_BYTES];

		if (!strchr(entry->d_name, '.') || entry->d_name[0] == '.') /* a program's folder */
			continue;
		const json_t *schema = schema_of(document, entry->d_name, operation);
		json_t *value = load(entry->d_name);

		cr_assert(schema, "%s", entry->d_name);
		cr_expect(schema_check(document, schema, value, why), "%s: %s", entry->d_name, why);
		json_decref(value);
		count++;
	}
	cr_expect_gt(count, 10);
	closedir(folder);
	json_decref(document);
}

static bool is_there(const char *operation, const char *kind)
{
	char path[512];

	snprintf(path, sizeof(path), FOLDER "%s.%s.json", operation, kind);
	FILE *file = fopen(path, "r");

	if (file)
		fclose(file);
	return file != NULL;
}

/* The description itself needs no example; what is no JSON has none. */
Test(examples, each_operation_has_one)
{
	json_t *document = description_load();

	for (size_t i = 0; i < routes_count; i++) {
		const char *operation = routes[i].operation;
		bool answers = description_answer(document, operation, 200) ||
			       description_answer(document, operation, 201);

		if (strcmp(operation, "getDescription") == 0)
			continue;
		cr_expect_eq(is_there(operation, "request"),
			     description_body(document, operation) != NULL, "%s", operation);
		cr_expect_eq(is_there(operation, "response"), answers, "%s", operation);
	}
	json_decref(document);
}

/* What is served has it beside the schema. */
static void check_served(const json_t *operation, const char *name, const char *kind)
{
	const json_t *of = json_object_get(operation, "requestBody");
	const json_t *answers = json_object_get(operation, "responses");
	char file[96];

	if (!is_there(name, kind))
		return;
	snprintf(file, sizeof(file), "%s.%s.json", name, kind);
	if (strcmp(kind, "response") == 0) {
		of = json_object_get(answers, "200");
		of = of ? of : json_object_get(answers, "201");
	}
	const json_t *media = json_object_get(json_object_get(of, "content"), "application/json");
	const json_t *served =
		json_object_get(json_object_get(json_object_get(media, "examples"), name), "value");
	json_t *value = load(file);

	cr_expect(json_equal(served, value), "%s", file);
	json_decref(value);
}

Test(examples, each_is_served_with_its_operation)
{
	json_t *document = description_load();

	for (size_t i = 0; i < routes_count; i++) {
		const json_t *operation = description_operation(document, &routes[i]);

		check_served(operation, routes[i].operation, "request");
		check_served(operation, routes[i].operation, "response");
	}
	json_decref(document);
}

/* ---- the codec ---- */

static void check_command(const json_t *command, const char *where)
{
	struct codec_action action;
	struct codec_error error;
	struct text again = TEXT_EMPTY;
	char *text = canonical(command);

	cr_assert(codec_action_decode(&action, names(), text, strlen(text), &error), "%s: %s %s",
		  where, error.pointer, error.detail);
	cr_expect_not(action.by_id);
	codec_command_encode(&again, names(), &action.command);
	cr_expect_str_eq(again.bytes, text);
	text_free(&again);
	free(text);
}

Test(examples, bodies_are_read)
{
	struct codec_create *create = malloc(sizeof(*create));
	struct codec_join join;
	struct codec_error error;
	json_t *value = load("createGame.request.json");
	char *text = canonical(value);

	cr_expect(codec_create_decode(create, text, strlen(text), &error), "%s", error.detail);
	cr_expect_str_eq(create->scenario, "first-charge");
	free(text);
	json_decref(value);
	value = load("joinGame.request.json");
	text = canonical(value);
	cr_expect(codec_join_decode(&join, text, strlen(text), &error), "%s", error.detail);
	free(text);
	json_decref(value);
	value = load("act.request.json");
	check_command(value, "act");
	json_decref(value);
	value = load("previewAction.request.json");
	check_command(value, "previewAction");
	json_decref(value);
	free(create);
}

static void check_actions(const json_t *actions, const char *where)
{
	json_t *action, *preset;
	size_t index, inner;

	cr_assert_gt(json_array_size(actions), 0, "%s", where);
	json_array_foreach(actions, index, action)
	{
		check_command(json_object_get(action, "do"), where);
		json_array_foreach(json_object_get(action, "presets"), inner, preset)
		{
			check_command(json_object_get(preset, "do"), where);
		}
	}
}

/* The line of an event is the event without its hash. */
static void check_events(json_t *events, const char *where)
{
	json_t *event;
	size_t index;

	cr_assert_gt(json_array_size(events), 0, "%s", where);
	json_array_foreach(events, index, event)
	{
		struct text again = TEXT_EMPTY;
		struct codec_error error;
		struct pn_event decoded;
		struct pn_placed placed;
		uint32_t seq;
		int64_t time_ms;

		json_object_del(event, "hash");
		char *line = canonical(event);

		cr_assert(codec_event_decode(&decoded, &placed, names(), line, strlen(line), &seq,
					     &time_ms, &error),
			  "%s: %s %s", line, error.pointer, error.detail);
		codec_event_line(&again, names(), &decoded, seq, time_ms);
		cr_expect_str_eq(again.bytes, line);
		text_free(&again);
		free(line);
	}
}

Test(examples, answers_are_what_the_codec_writes)
{
	static const char *const with_actions[] = {"getGame.response.json",
						   "listActions.response.json"};
	static const char *const with_events[] = {"act.response.json", "listEvents.response.json"};
	struct receipt_line receipt;
	struct codec_error error;

	for (size_t i = 0; i < 2; i++) {
		json_t *value = load(with_actions[i]);

		check_actions(json_object_get(value, "actions"), with_actions[i]);
		json_decref(value);
		value = load(with_events[i]);
		check_events(json_object_get(value, "events"), with_events[i]);
		json_decref(value);
	}
	json_t *acted = load("act.response.json");
	char *line = canonical(json_object_get(acted, "receipt"));

	cr_expect(codec_receipt_decode(&receipt, line, strlen(line), &error), "%s %s",
		  error.pointer, error.detail);
	free(line);
	json_decref(acted);
}

Test(examples, the_scenario_reads_back)
{
	struct codec_scenario *scenario = malloc(sizeof(*scenario));
	struct text again = TEXT_EMPTY;
	struct codec_error error;
	json_t *value = load("getScenario.response.json");
	char *text = canonical(value);

	cr_assert(codec_scenario_decode(scenario, text, strlen(text), &error), "%s %s",
		  error.pointer, error.detail);
	codec_scenario_encode(&again, scenario);
	cr_expect_str_eq(again.bytes, text);
	text_free(&again);
	free(text);
	json_decref(value);
	free(scenario);
}
