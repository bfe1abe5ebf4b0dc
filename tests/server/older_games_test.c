/* Games that an earlier build left under way, in tests/data/v2: for each rule book one stopped in
 * each decision that random play waits in, with drafts, a plan and standing orders of both sides.
 * Each loads, says that the rules were revised, goes on to its end, and its record is right in all
 * but what the rules of today would say. Besides, a game whose names nobody may choose today. */

#include <criterion/criterion.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "records.h"

#define HOST (&records_host)

enum { COMMANDS_MAX = 4000 };

static char folder[64];
static json_t *books;

static void run(const char *format, const char *a, const char *b)
{
	char command[512];

	snprintf(command, sizeof(command), format, a, b);
	cr_assert_eq(system(command), 0, "%s", command);
}

static void open_folder(void)
{
	json_error_t error;

	books = json_load_file(PN_SOURCE_DIR "/tests/data/v2.json", 0, &error);
	cr_assert_not_null(books, "%s", error.text);
	host_make_folder(folder);
	run("cp -r '%s'/. '%s'", PN_SOURCE_DIR "/tests/data/v2", folder);
	run("gunzip '%s/pennon.db.gz%s'", folder, "");
	host_open(HOST, folder);
	HOST->plays_on = true;
	records_trust_server();
}

static void close_folder(void)
{
	host_close(HOST);
	host_remove_folder(folder);
	json_decref(books);
}

TestSuite(older_games, .init = open_folder, .fini = close_folder);

static struct hosted_game table_of(const json_t *game)
{
	struct hosted_game hosted = {0};

	snprintf(hosted.game, sizeof(hosted.game), "%s", json_string_value(game));
	return hosted;
}

static unsigned count_events(const struct hosted_game *hosted, uint8_t kind)
{
	struct snapshot *state = host_state(HOST, hosted);
	unsigned count = 0;

	for (uint32_t i = 0; i < state->entries; i++)
		count += log_event(state->log, i).kind == kind;
	snapshot_release(state);
	return count;
}

static void expect_record(const struct hosted_game *hosted, const char *what)
{
	struct text record = record_of(hosted, PN_PUBLIC);
	struct verify_report report = record_verify(record.bytes, record.size);

	record_expect(&report, VERIFY_UNADJUDICATED, what);
	text_free(&record);
}

/* Does the game wait in the decision that it was left in? */
static void expect_decision(const struct hosted_game *hosted, const char *decision)
{
	struct snapshot *state = host_state(HOST, hosted);
	const struct pn_game *view = snapshot_view(state, PN_PUBLIC);
	const struct pn_pending *top = pn_top_pending(view);

	cr_assert(top, "%s: nobody is asked", decision);
	cr_expect_str_eq(pn_rules_of(view)->decisions.row[top->decision].name, decision);
	snapshot_release(state);
}

static void play_on(const json_t *stopped, uint64_t seed)
{
	struct random_source random = {seed};
	struct hosted_game hosted = table_of(json_object_get(stopped, "game"));
	const char *decision = json_string_value(json_object_get(stopped, "decision"));

	expect_decision(&hosted, decision);
	host_play(HOST, &hosted, &random, COMMANDS_MAX);
	struct snapshot *state = host_state(HOST, &hosted);

	cr_expect_eq(snapshot_header(state)->status, GAME_FINISHED, "stopped in %s: %s", decision,
		     hosted.game);
	snapshot_release(state);
	cr_expect_eq(count_events(&hosted, PN_EVENT_RULES_REVISED), 1, "stopped in %s", decision);
	expect_record(&hosted, decision);
}

Test(older_games, each_goes_on_from_where_it_was_stopped)
{
	const char *book;
	json_t *games, *stopped;
	size_t i;

	json_object_foreach(books, book, games)
	{
		json_array_foreach(json_object_get(games, "stopped"), i, stopped)
			play_on(stopped, i + 1);
	}
}

Test(older_games, a_record_of_one_that_had_ended_is_right_as_far_as_its_rules_go)
{
	const char *book;
	json_t *games;

	json_object_foreach(books, book, games)
	{
		struct hosted_game hosted = table_of(json_object_get(games, "finished"));

		expect_record(&hosted, book);
	}
}

/* ---- names that were taken before codec/plain_text.h had its rule ---- */

static void open_new_folder(void)
{
	host_make_folder(folder);
	host_open(HOST, folder);
	records_trust_server();
}

static void close_new_folder(void)
{
	host_close(HOST);
	host_remove_folder(folder);
}

TestSuite(older_names, .init = open_new_folder, .fini = close_new_folder);

/* Names do not go through HTTP here, so they are as an earlier version could have kept them. */
Test(older_names, a_game_with_names_that_are_refused_today_loads_ends_and_verifies)
{
	static struct pn_muster muster;
	struct random_source random = {1};

	host_muster(&muster, PN_METHOD_SEALED);
	snprintf(muster.unit[0].name, PN_NAME_BYTES, "Spears\u202e");
	snprintf(muster.unit[1].name, PN_NAME_BYTES, "   ");
	snprintf(muster.unit[2].name, PN_NAME_BYTES, "Jo\u0301zef\u200b");
	struct hosted_game hosted = host_declaring_game(HOST, &muster);

	host_reopen(HOST);
	struct snapshot *state = host_state(HOST, &hosted);

	cr_expect_str_eq(snapshot_header(state)->muster->unit[0].name, "Spears\u202e");
	cr_expect_str_eq(snapshot_header(state)->muster->unit[2].name, "Jo\u0301zef\u200b");
	snapshot_release(state);
	host_play(HOST, &hosted, &random, COMMANDS_MAX);
	host_reopen(HOST);
	struct text record = record_of(&hosted, PN_PUBLIC);
	struct verify_report report = record_verify(record.bytes, record.size);

	cr_expect(strstr(record.bytes, "\"name\":\"Spears\u202e\""));
	record_expect(&report, VERIFY_RIGHT, "names of before");
	text_free(&record);
}
