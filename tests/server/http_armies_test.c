/* Two armies in secret: each side writes its own, sees nothing of the other's, and seals it; with
 * the second seal both are opened and the game begins. Over a restart at every step, and
 * withdrawn. */

#include <criterion/criterion.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/crypto.h"
#include "secret_armies.h"
#include "verify/verify.h"

/* What is committed to is the list as the muster has it. */
static void expect_commitment(const json_t *game, pn_side side)
{
	static const char *const names[] = {"red", "blue"};
	static const char *const slots[] = {"army/red", "army/blue"};
	json_t *army = armies_get(side, "/army");
	char *content = json_dumps(json_object_get(army, "units"), JSON_COMPACT | JSON_SORT_KEYS);
	const json_t *told = json_object_get(json_object_get(game, "armies"), "commitments");
	const char *salt_text = armies_text(army, "salt");
	uint8_t salt[32], commitment[32];
	char text[65];

	cr_assert_eq(strlen(salt_text), 64);
	for (int i = 0; i < 32; i++)
		cr_assert_eq(sscanf(salt_text + (ptrdiff_t)2 * i, "%2hhx", &salt[i]), 1);
	crypto_seal(commitment, armies_game.game, slots[side], salt, content);
	for (int i = 0; i < 32; i++)
		snprintf(text + (ptrdiff_t)2 * i, 3, "%02x", commitment[i]);
	cr_expect_str_eq(armies_text(told, names[side]), text);
	free(content);
	json_decref(army);
}

/* ---- the whole way ---- */

TestSuite(http_armies, .init = armies_begin, .fini = armies_end, .timeout = 120);

Test(http_armies, are_written_sealed_and_opened_over_a_restart_at_every_step)
{
	armies_take_scenario("first-charge");
	armies_make_game("{\"figures\":400}");
	armies_write(PN_RED);
	armies_restart();
	armies_seal(PN_RED);
	armies_restart();
	armies_join();
	armies_restart();
	json_t *game = armies_get(PN_BLUE, "");

	cr_expect_str_eq(armies_text(game, "status"), "open");
	cr_expect_eq(json_array_size(json_object_get(game, "units")), 0);
	cr_expect_str_eq(armies_text(json_object_get(game, "seats"), "blue"), "taken");
	cr_expect_eq(strlen(armies_text(json_object_get(game, "armies"), "until")), 24);
	expect_commitment(game, PN_RED);
	json_decref(game);
	armies_write(PN_BLUE);
	armies_restart();
	armies_seal(PN_BLUE);
	armies_expect_status("playing");
	game = armies_get(PN_RED, "");
	armies_restart();
	json_t *again = armies_get(PN_RED, "");

	cr_expect(json_equal(game, again));
	cr_expect_eq(json_object_size(json_object_get(game, "units")) +
			     json_array_size(json_object_get(game, "units")),
		     json_array_size(armies_of[PN_RED]) + json_array_size(armies_of[PN_BLUE]));
	expect_commitment(game, PN_RED);
	expect_commitment(game, PN_BLUE);
	json_decref(game);
	json_decref(again);
	armies_drop_scenario();
}

Test(http_armies, nothing_of_one_is_shown_to_the_other)
{
	armies_take_scenario("first-charge");
	armies_make_game("{}");
	armies_join();
	struct reply before = http_get(&armies_server, &armies_game, PN_BLUE, "");

	armies_write(PN_RED);
	struct reply after = http_get(&armies_server, &armies_game, PN_BLUE, "");

	cr_expect_str_eq(before.body.bytes, after.body.bytes);
	cr_expect_str_eq(reply_header(&after, "ETag"), reply_header(&before, "ETag"));
	reply_free(&before);
	reply_free(&after);
	json_t *army = armies_get(PN_BLUE, "/army");

	cr_expect_eq(json_array_size(json_object_get(army, "units")), 0);
	cr_expect(json_is_false(json_object_get(army, "sealed")));
	json_decref(army);
	armies_refused("no_token", 401, http_get(&armies_server, &armies_game, PN_PUBLIC, "/army"));
	/* The same length, whatever is in it. */
	struct reply mine = http_get(&armies_server, &armies_game, PN_RED, "/army");
	struct reply none = http_get(&armies_server, &armies_game, PN_BLUE, "/army");

	cr_expect_eq(mine.body.size, none.body.size);
	reply_free(&mine);
	reply_free(&none);
	armies_drop_scenario();
}

Test(http_armies, the_last_draft_is_what_is_sealed_and_it_stays)
{
	json_t *few = json_array();

	armies_take_scenario("first-charge");
	armies_make_game("{}");
	armies_refused("bad_muster", 422, armies_send(PN_RED, "POST", "/army/seal", NULL));
	json_array_append(few, json_array_get(armies_of[PN_RED], 0));
	armies_write(PN_RED);
	json_decref(armies_expect(200, armies_put(PN_RED, few)));
	json_decref(armies_expect(200, armies_put(PN_RED, few)));
	armies_seal(PN_RED);
	armies_refused("army_sealed", 409, armies_put(PN_RED, armies_of[PN_RED]));
	armies_refused("army_sealed", 409, armies_send(PN_RED, "POST", "/army/seal", NULL));
	armies_join();
	armies_refused("seat_taken", 409, armies_ask_to_join());
	armies_write(PN_BLUE);
	armies_seal(PN_BLUE);
	json_t *game = armies_get(PN_PUBLIC, "");

	cr_expect_eq(json_object_size(json_object_get(game, "units")) +
			     json_array_size(json_object_get(game, "units")),
		     1 + json_array_size(armies_of[PN_BLUE]));
	json_decref(game);
	armies_refused("army_sealed", 409, armies_put(PN_BLUE, armies_of[PN_BLUE]));
	armies_refused("army_sealed", 409, armies_send(PN_BLUE, "DELETE", "/army", NULL));
	json_decref(few);
	armies_drop_scenario();
}

Test(http_armies, a_request_that_is_sent_again_gets_the_same_answer)
{
	armies_take_scenario("first-charge");
	armies_make_game("{}");
	armies_join();
	armies_write(PN_RED);
	armies_write(PN_BLUE);
	armies_seal(PN_RED);
	struct ask ask = {.method = "POST",
			  .path = http_path(&armies_game, "/army/seal"),
			  .token = armies_game.token[PN_BLUE],
			  .key = "the-same"};
	struct reply first = client_ask(armies_server.port, &ask);

	armies_restart();
	ask.path = http_path(&armies_game, "/army/seal");
	struct reply again = client_ask(armies_server.port, &ask);

	cr_expect_eq(first.status, 200);
	cr_expect_str_eq(first.body.bytes, again.body.bytes);
	reply_free(&first);
	reply_free(&again);
	armies_drop_scenario();
}

Test(http_armies, each_is_looked_at_alone)
{
	armies_take_scenario("first-charge");
	armies_make_game("{\"figures\":10}");
	armies_refused_at("/units/0/side", 422, armies_put(PN_RED, armies_of[PN_BLUE]));
	armies_refused_at("/units", 422, armies_put(PN_RED, armies_of[PN_RED]));
	json_t *odd = json_deep_copy(armies_of[PN_RED]);

	json_object_set_new(json_array_get(odd, 1), "files", json_integer(0));
	armies_refused_at("/units/1/files", 422, armies_put(PN_RED, odd));
	json_object_set_new(json_array_get(odd, 1), "hats", json_integer(3));
	armies_refused_at("/units/1/hats", 400, armies_put(PN_RED, odd));
	json_array_clear(odd);
	armies_refused_at("/units", 422, armies_put(PN_RED, odd));
	for (int i = 0; i < 41; i++) {
		json_t *unit = json_deep_copy(json_array_get(armies_of[PN_RED], 0));

		json_object_set_new(unit, "figures", json_integer(1));
		json_object_set_new(unit, "files", json_integer(1));
		json_array_append_new(odd, unit);
	}
	armies_refused_at("/units/40/side", 422, armies_put(PN_RED, odd));
	json_decref(odd);
	armies_drop_scenario();
}

Test(http_armies, the_table_has_zones_and_no_units)
{
	json_t *rule = json_object();

	armies_take_scenario("first-charge");
	json_array_extend(json_object_get(armies_table, "units"), armies_of[PN_RED]);
	armies_refused_at("/muster/units", 422, armies_create(rule));
	json_array_clear(json_object_get(armies_table, "units"));
	json_object_set_new(rule, "days", json_integer(29));
	armies_refused_at("/armies/days", 400, armies_create(rule));
	json_object_clear(rule);
	json_object_del(armies_table, "deployment");
	armies_refused_at("/muster/deployment/zones", 422, armies_create(rule));
	json_decref(rule);
	armies_drop_scenario();
}

Test(http_armies, a_game_without_such_has_none)
{
	static struct pn_muster muster;

	host_muster(&muster, PN_METHOD_LOSER_FIRST);
	armies_game = host_game(&armies_server.host, &muster);
	armies_refused("armies_known", 409,
		       http_get(&armies_server, &armies_game, PN_RED, "/army"));
	armies_refused("armies_known", 409, armies_send(PN_RED, "PUT", "/army", "{\"units\":[]}"));
	armies_refused("armies_known", 409, armies_send(PN_RED, "POST", "/army/seal", NULL));
	armies_refused("armies_known", 409, armies_send(PN_RED, "DELETE", "/army", NULL));
}

/* ---- how it ends before it begins ---- */

Test(http_armies, either_side_may_withdraw)
{
	armies_take_scenario("first-charge");
	armies_make_game("{}");
	armies_refused("not_started", 409, armies_send(PN_RED, "DELETE", "/army", NULL));
	armies_join();
	armies_write(PN_RED);
	armies_seal(PN_RED);
	json_decref(armies_expect(200, armies_send(PN_BLUE, "DELETE", "/army", NULL)));
	json_decref(armies_expect(200, armies_send(PN_BLUE, "DELETE", "/army", NULL)));
	armies_refused("game_ended", 409, armies_put(PN_BLUE, armies_of[PN_BLUE]));
	armies_restart();
	json_t *game = armies_get(PN_RED, "");

	cr_expect_str_eq(armies_text(game, "status"), "finished");
	cr_expect_str_eq(armies_text(json_object_get(game, "result"), "reason"), "withdrawn");
	json_decref(game);
	armies_expect_record(VERIFY_RIGHT);
	armies_drop_scenario();
}

Test(http_armies, who_comes_too_late_ends_it)
{
	armies_take_scenario("first-charge");
	armies_make_game("{\"days\":1}");
	armies_join();
	armies_write(PN_RED);
	armies_seal(PN_RED);
	atomic_fetch_add(&armies_server.host.world.now_ms, INT64_C(24) * 3600 * 1000 - 10000);
	armies_write(PN_BLUE);
	atomic_fetch_add(&armies_server.host.world.now_ms, 20000);
	armies_refused("game_ended", 409, armies_send(PN_BLUE, "POST", "/army/seal", NULL));
	json_t *game = armies_get(PN_RED, "");

	cr_expect_str_eq(armies_text(json_object_get(game, "result"), "reason"), "clock");
	json_decref(game);
	armies_expect_record(VERIFY_RIGHT);
	armies_drop_scenario();
}
