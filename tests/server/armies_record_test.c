/* Games whose armies were a secret, played to the end in each of the books, and what their records
 * prove. */

#include <criterion/criterion.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "secret_armies.h"
#include "verify/verify.h"

TestSuite(armies_record, .init = armies_begin, .fini = armies_end, .timeout = 120);

static void play_to_the_end(void)
{
	struct random_source random = {23};

	armies_server.host.plays_on = true;
	host_play(&armies_server.host, &armies_game, &random, 4000);
	armies_expect_status("finished");
}

static void play_book_of(const char *scenario)
{
	armies_take_scenario(scenario);
	armies_make_game("{\"days\":3}");
	armies_join();
	armies_expect_record(VERIFY_UNADJUDICATED);
	armies_write(PN_BLUE);
	armies_seal(PN_BLUE);
	armies_expect_record(VERIFY_UNADJUDICATED);
	armies_write(PN_RED);
	armies_seal(PN_RED);
	armies_expect_status("playing");
	armies_expect_record(VERIFY_UNADJUDICATED);
	play_to_the_end();
	armies_expect_record(VERIFY_RIGHT);
	armies_drop_scenario();
}

/* With the first of its scenarios. */
Test(armies_record, in_each_book_a_game_begins_and_its_record_is_right)
{
	struct ask ask = {.path = "/v1/scenarios"};
	json_t *list = armies_expect(200, client_ask(armies_server.port, &ask));
	const json_t *scenario;
	bool played[PN_RULESETS_MAX] = {false};
	uint8_t books = 0;
	size_t index;

	json_array_foreach(json_object_get(list, "scenarios"), index, scenario)
	{
		int book = pn_rules_find(armies_text(scenario, "ruleset"));

		cr_assert_geq(book, 0);
		if (played[book])
			continue;
		played[book] = true;
		books++;
		play_book_of(armies_text(scenario, "id"));
	}
	cr_expect_eq(books, pn_rules_count());
	json_decref(list);
}

/* ---- what the verifier finds ---- */

static void expect_wrong(const char *record, const char *from, const char *to, const char *reason)
{
	const struct verify_options options = {0};
	const char *at = strstr(record, from);
	struct verify_report report;
	struct text changed = TEXT_EMPTY;

	cr_assert_not_null(at, "%s", from);
	text_add(&changed, record, (size_t)(at - record));
	text_add_string(&changed, to);
	text_add_string(&changed, at + strlen(from));
	verify_record(changed.bytes, changed.size, &options, &report);
	cr_expect_eq(report.verdict, VERIFY_WRONG, "%s", to);
	cr_expect(strstr(report.reason, reason), "%s: %s", to, report.reason);
	text_free(&changed);
}

Test(armies_record, a_record_with_another_army_is_wrong)
{
	armies_take_scenario("first-charge");
	armies_make_game("{\"figures\":400}");
	armies_join();
	armies_write(PN_RED);
	armies_write(PN_BLUE);
	armies_seal(PN_RED);
	armies_seal(PN_BLUE);
	json_decref(armies_expect(
		200, armies_send(PN_RED, "POST", "/actions", "{\"type\":\"resign\"}")));
	struct reply record = http_get(&armies_server, &armies_game, PN_PUBLIC, "/record");

	expect_wrong(record.body.bytes, "\"name\":\"", "\"name\":\"X", "another army");
	expect_wrong(record.body.bytes, "\"figures\":400", "\"figures\":401", "signature");
	expect_wrong(record.body.bytes, "\"armies\":{\"days\":7,\"figures\":400},", "",
		     "an event is missing");
	expect_wrong(record.body.bytes, "\"days\":7", "\"days\":8", "no such thing here");
	reply_free(&record);
	armies_drop_scenario();
}

/* The form of such a record stays; the page's verifier is held against this one, too. Recorded
 * anew by PENNON_RECORD. */
Test(armies_record, a_record_of_before_is_right)
{
	static char bytes[256 * 1024];
	const char *path = PN_SOURCE_DIR "/tests/golden/formats/record_armies.jsonl";
	const struct verify_options options = {0};
	struct verify_report report;
	FILE *file = fopen(path, getenv("PENNON_RECORD") ? "w+" : "r");

	cr_assert_not_null(file);
	if (getenv("PENNON_RECORD")) {
		armies_take_scenario("first-charge");
		armies_make_game("{\"figures\":400}");
		armies_join();
		armies_write(PN_RED);
		armies_write(PN_BLUE);
		armies_seal(PN_BLUE);
		armies_seal(PN_RED);
		json_decref(armies_expect(
			200, armies_send(PN_RED, "POST", "/actions", "{\"type\":\"resign\"}")));
		struct reply record = http_get(&armies_server, &armies_game, PN_PUBLIC, "/record");

		fwrite(record.body.bytes, 1, record.body.size, file);
		rewind(file);
		reply_free(&record);
		armies_drop_scenario();
	}
	size_t size = fread(bytes, 1, sizeof(bytes), file);

	fclose(file);
	verify_record(bytes, size, &options, &report);
	cr_expect_eq((int)report.verdict, VERIFY_RIGHT, "line %u: %s", report.line, report.reason);
	cr_expect_eq(report.seals, 2);
}
