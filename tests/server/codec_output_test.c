/* Whatever the codec writes is canonical: read by jansson and written with its keys sorted
 * it is the same bytes. And a view holds what its viewer may know and no more. */

#include <criterion/criterion.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "codec/codec_actions.h"
#include "codec/codec_preview.h"
#include "codec/codec_ruleset.h"
#include "codec/codec_view.h"
#include "play.h"
#include "sample_events.h"

static struct play play;

/* Give the text back after looking at it; the document stays the caller's. */
static json_t *expect_canonical(struct text *text)
{
	json_error_t error;
	json_t *document = json_loadb(text->bytes, text->size, JSON_REJECT_DUPLICATES, &error);
	cr_assert(document != NULL, "%s: %s", text->bytes, error.text);
	char *again = json_dumps(document, JSON_COMPACT | JSON_SORT_KEYS);
	cr_expect_str_eq(again, text->bytes);
	free(again);
	text_free(text);
	return document;
}

static json_t *view_of(pn_side side)
{
	static const char *const player[PN_VIEWERS] = {"Ann", NULL, NULL};
	static const int64_t until_ms[PN_SIDES];
	static const struct clock clock;
	const struct game_header header = {
		.id = "0f4c2f5e-8a4b-4c8e-9a57-3c1d2e4f5a6b",
		.name = "",
		.scenario = "first-charge",
		.status = GAME_PLAYING,
		.access = ACCESS_UNLISTED,
		.revision = 1,
		.seat_taken = {true, true},
		.muster = &play.muster,
	};
	struct codec_view view = {
		.header = &header,
		.clock = &clock,
		.player = player,
		.version = 12,
		.seq = 40,
		.side = side,
		.until_ms = until_ms,
		.game = &play.view[side],
	};
	struct text text = TEXT_EMPTY, listed = TEXT_EMPTY;

	if (side < PN_SIDES) {
		pn_list_actions(&play.view[side], side, &play.actions);
		codec_actions_encode(&listed, &(struct codec_list){&play.view[side], &play.muster,
								   &play.actions, 12});
		view.listed = &listed;
	}
	codec_view_encode(&text, &view);
	text_free(&listed);
	return expect_canonical(&text);
}

/* Begin a game of a shipped scenario with a method. */
static void begin(uint8_t method)
{
	static struct codec_scenario scenario;
	cr_assert(codec_scenario_find(&scenario, "first-charge"));
	scenario.muster.method = method;
	play_begin(&play, scenario.ruleset, &scenario.muster, 3);
}

/* Every label fits a chat client, and every id a button of one. */
static void expect_actions_fit(const json_t *actions)
{
	const json_t *action;
	size_t i;
	json_array_foreach(actions, i, action)
	{
		const char *label = json_string_value(json_object_get(action, "label"));
		size_t characters = 0;
		for (const char *at = label; *at; at++)
			characters += ((unsigned char)*at & 0xC0) != 0x80;
		cr_expect(characters <= CODEC_LABEL_CHARACTERS, "%s", label);
		cr_expect(36 + json_string_length(json_object_get(action, "id")) <= 90);
	}
}

Test(output, views_of_a_game_are_canonical)
{
	struct random_source random = {8};

	begin(PN_METHOD_LOSER_FIRST);
	for (int step = 0; step < 60 && !play.truth.over; step++) {
		for (pn_side viewer = 0; viewer < PN_VIEWERS; viewer++) {
			json_t *view = view_of(viewer);
			expect_actions_fit(json_object_get(view, "actions"));
			cr_expect_eq(json_object_get(view, "actions") != NULL, viewer < PN_SIDES);
			cr_expect_eq(json_object_size(json_object_get(view, "units")),
				     play.truth.unit_count);
			json_decref(view);
		}
		pn_side side = play_side(&play, &random);
		struct pn_command command = play_random_action(&play, side, &random);
		struct pn_preview preview;
		struct text text = TEXT_EMPTY;
		pn_preview(&play.view[side], side, &command, &preview);
		codec_preview_encode(&text, &play.view[side], &play.muster, &preview);
		json_decref(expect_canonical(&text));
		play_command(&play, side, &command);
	}
}

/* Play on until both sides may write in secret. */
static void play_to_sealed(struct random_source *random)
{
	begin(PN_METHOD_SEALED);
	while (!(pn_owes(&play.truth, PN_RED) && pn_owes(&play.truth, PN_BLUE))) {
		cr_assert_not(play.truth.over);
		pn_side side = play_side(&play, random);
		struct pn_command command = play_random_action(&play, side, random);
		while (pn_is_parley(command.kind))
			command = play_random_action(&play, side, random);
		play_command(&play, side, &command);
	}
}

Test(output, a_draft_is_in_its_own_sides_view_alone)
{
	struct random_source random = {2};
	char *before[PN_VIEWERS];

	play_to_sealed(&random);
	for (pn_side viewer = 0; viewer < PN_VIEWERS; viewer++) {
		json_t *view = view_of(viewer);
		before[viewer] = json_dumps(view, JSON_SORT_KEYS);
		json_decref(view);
	}
	struct pn_command command;
	do
		command = play_random_action(&play, PN_RED, &random);
	while (command.kind != PN_COMMAND_DECLARE_CHARGE);
	play_command(&play, PN_RED, &command);
	for (pn_side viewer = 0; viewer < PN_VIEWERS; viewer++) {
		json_t *view = view_of(viewer);
		char *after = json_dumps(view, JSON_SORT_KEYS);
		cr_expect_eq(strcmp(before[viewer], after) != 0, viewer == PN_RED, "viewer %d",
			     viewer);
		cr_expect_eq(strstr(after, "\"draft\"") != NULL, viewer == PN_RED);
		json_decref(view);
		free(before[viewer]);
		free(after);
	}
}

Test(output, rulesets_and_scenarios_are_canonical)
{
	static struct codec_scenario scenario, again;
	struct codec_error error;
	struct text text = TEXT_EMPTY;
	const json_t *row;
	size_t i;

	codec_rulesets_encode(&text);
	json_decref(expect_canonical(&text));
	for (uint8_t ruleset = 0; ruleset < pn_rules_count(); ruleset++) {
		codec_ruleset_encode(&text, ruleset);
		json_decref(expect_canonical(&text));
	}
	codec_scenarios_encode(&text);
	json_t *list = expect_canonical(&text);
	cr_expect(json_array_size(json_object_get(list, "scenarios")) >= 2);
	json_array_foreach(json_object_get(list, "scenarios"), i, row)
	{
		const char *id = json_string_value(json_object_get(row, "id"));
		struct pn_game unused;
		cr_assert(codec_scenario_find(&scenario, id));
		cr_expect_eq(pn_setup(&unused, scenario.ruleset, &scenario.muster).code,
			     PN_MUSTER_NONE);
		codec_scenario_encode(&text, &scenario);
		cr_assert(codec_scenario_decode(&again, text.bytes, text.size, &error));
		json_decref(expect_canonical(&text));
	}
	json_decref(list);
	cr_expect_not(codec_scenario_find(&scenario, "no-such"));
	cr_expect_not(codec_scenario_find(&scenario, ""));
}

/* A switch whose default leaves something out says what; another has no such member. */
Test(output, a_switch_says_what_its_default_leaves_out)
{
	struct text text = TEXT_EMPTY;
	const json_t *row;
	size_t i;
	unsigned told = 0;

	codec_ruleset_encode(&text, (uint8_t)pn_rules_find("chainmail"));
	json_t *book = expect_canonical(&text);
	json_array_foreach(json_object_get(book, "readings"), i, row)
	{
		const char *name = json_string_value(json_object_get(row, "name"));
		const json_t *sentence = json_object_get(row, "leaves_out");

		if (strcmp(name, "answering_charge") == 0)
			cr_expect(strstr(json_string_value(sentence), "both must check"));
		if (strcmp(name, "swiss_row") == 0)
			cr_expect_null(sentence);
		told += sentence != NULL;
	}
	cr_expect_eq(told, 5);
	json_decref(book);
}

/* What is refused tells what may be done instead, and each of it may be done. */
Test(output, what_is_lawful_instead)
{
	struct random_source random = {6};
	struct text text = TEXT_EMPTY;
	const json_t *row;
	size_t i;

	begin(PN_METHOD_LOSER_FIRST);
	for (int step = 0; step < 20 && !play.truth.over; step++) {
		pn_side side = play_side(&play, &random);
		pn_list_actions(&play.view[side], side, &play.actions);
		codec_lawful_encode(
			&text,
			&(struct codec_list){&play.view[side], &play.muster, &play.actions, 7},
			(pn_unit_id)(step % play.truth.unit_count));
		json_t *list = expect_canonical(&text);
		cr_expect(json_array_size(list) > 0);
		cr_expect(json_array_size(list) <= CODEC_LAWFUL_MAX);
		json_array_foreach(list, i, row)
		{
			char *body = json_dumps(json_object_get(row, "do"), JSON_COMPACT);
			struct codec_action action;
			struct codec_error error;
			cr_assert(codec_action_decode(&action, &play.view[side], body, strlen(body),
						      &error));
			cr_expect_eq(pn_check(&play.view[side], side, &action.command).code,
				     PN_LAWFUL);
			free(body);
		}
		json_decref(list);
		struct pn_command command = play_random_action(&play, side, &random);
		play_command(&play, side, &command);
	}
}

/* Is there a reason in the book of reasons why the clause has no case? */
static bool is_excused(const char *reasons, const char *clause)
{
	char row[32];

	snprintf(row, sizeof(row), "| %s |", clause);
	return strstr(reasons, row) != NULL;
}

/* The reasons, read whole; the caller frees them. */
static char *read_reasons(void)
{
	FILE *file = fopen(PN_SOURCE_DIR "/tests/cases/NOT_TESTABLE.md", "r");
	char *text = calloc(1, 1 << 18);

	cr_assert(file != NULL && text != NULL);
	cr_assert_lt(fread(text, 1, (1 << 18) - 1, file), (1 << 18) - 1);
	fclose(file);
	return text;
}

/* A clause has our words for it, says where it comes from and which cases test it, of this book
 * or of one that shares the clause: there is one, or a reason. */
static void expect_whole(const char *book, const json_t *clause, const char *reasons)
{
	const char *name = json_string_value(json_object_get(clause, "clause"));
	const char *text = json_string_value(json_object_get(clause, "text"));
	const char *provenance = json_string_value(json_object_get(clause, "provenance"));

	cr_assert(name && text && provenance, "%s: a clause lacks a member", book);
	cr_expect_gt(strlen(text), 10, "%s: %s says nothing", book, name);
	cr_expect((strncmp(name, "PN-", 3) == 0) == (strcmp(provenance, "own") == 0),
		  "%s: %s is %s", book, name, provenance);
	cr_expect(json_array_size(json_object_get(clause, "cases")) > 0 ||
			  is_excused(reasons, name),
		  "%s: %s has no case", book, name);
}

Test(codec_output, every_clause_has_words_provenance_and_cases)
{
	char *reasons = read_reasons();

	for (uint8_t ruleset = 0; ruleset < pn_rules_count(); ruleset++) {
		const char *book = pn_rules_at(ruleset)->id;
		struct text text = TEXT_EMPTY;
		const json_t *clause;
		size_t i;
		codec_clauses_encode(&text, ruleset);
		json_t *clauses = expect_canonical(&text);

		cr_expect_gt(json_array_size(json_object_get(clauses, "clauses")), 0, "%s", book);
		json_array_foreach(json_object_get(clauses, "clauses"), i, clause)
			expect_whole(book, clause, reasons);
		json_decref(clauses);
	}
	free(reasons);
}
