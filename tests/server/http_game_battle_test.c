/* The battle that a turn of a game began with: of a finished game every turn and what it came to,
 * of a running one what the caller sees and where both may measure; and it can be played. */

#include <criterion/criterion.h>
#include <jansson.h>
#include <stdio.h>

#include "game/service.h"
#include "http_stage.h"

static struct http_host server;

static void begin(void)
{
	http_host_open(&server, NULL);
}

static void end(void)
{
	http_host_close(&server);
	cr_expect_eq(http_host_errors(), 0);
}

TestSuite(http_game_battle, .init = begin, .fini = end, .timeout = 120);

static struct hosted_game make_game(bool premeasure)
{
	static struct pn_muster muster;

	host_muster(&muster, PN_METHOD_LOSER_FIRST);
	muster.premeasure = premeasure;
	return host_declaring_game(&server.host, &muster);
}

static void refused(const struct hosted_game *hosted, pn_side side, const char *rest, int status,
		    const char *code)
{
	struct reply reply = http_get(&server, hosted, side, rest);

	expect_problem(&reply, (struct wanted){.status = status, .code = code}, rest);
}

static json_t *battle_of(const struct hosted_game *hosted, pn_side side, const char *rest)
{
	struct reply reply = http_get(&server, hosted, side, rest);
	json_t *battle = json_loads(reply.body.bytes, 0, NULL);

	cr_assert_eq(reply.status, 200, "%s", reply.body.bytes);
	reply_free(&reply);
	return battle;
}

/* As it would begin, when nothing is wrong with it. */
static void expect_playable(const json_t *battle)
{
	char *body = json_dumps(battle, JSON_COMPACT);
	struct reply reply =
		client_ask(server.port, &(struct ask){.path = "/v1/battles/check", .body = body});

	cr_assert_eq(reply.status, 200);
	cr_expect(strstr(reply.body.bytes, "{\"faults\":[],"), "%.300s", reply.body.bytes);
	reply_free(&reply);
	free(body);
}

static int turn_of(const json_t *battle)
{
	return (int)json_integer_value(json_object_get(
		json_object_get(json_object_get(battle, "muster"), "position"), "turn"));
}

Test(http_game_battle, a_running_game_shows_it_where_both_may_measure)
{
	struct hosted_game hosted = make_game(true), blind = make_game(false);
	json_t *battle = battle_of(&hosted, PN_RED, "/battle");
	json_t *same = battle_of(&hosted, PN_PUBLIC, "/battle?turn=2");
	json_t *first = battle_of(&hosted, PN_BLUE, "/battle?turn=1");

	cr_expect_eq(turn_of(battle), 2);
	cr_expect(json_equal(battle, same));
	cr_expect_eq(turn_of(first), 0);
	cr_expect_str_eq(json_string_value(json_object_get(battle, "name")),
			 "Battlesystem, 2nd edition, turn 2");
	expect_playable(battle);
	expect_playable(first);
	refused(&hosted, PN_RED, "/battle?turn=0", 404, "no_such_turn");
	refused(&hosted, PN_RED, "/battle?turn=3", 404, "no_such_turn");
	refused(&hosted, PN_RED, "/battle?turn=-1", 400, "bad_query");
	refused(&hosted, PN_RED, "/battle?turn=999999999999", 400, "bad_query");
	refused(&blind, PN_RED, "/battle", 409, "measuring_forbidden");
	refused(&blind, PN_PUBLIC, "/battle?turn=1", 409, "measuring_forbidden");
	json_decref(battle);
	json_decref(same);
	json_decref(first);
}

Test(http_game_battle, a_game_that_has_not_begun_has_none)
{
	static struct pn_muster muster;
	struct hosted_game hosted;
	struct job job;

	host_muster(&muster, PN_METHOD_LOSER_FIRST);
	job = host_create_job(&server.host, &muster);
	cr_assert(host_run(&server.host, &job));
	memcpy(hosted.game, job.game, sizeof(hosted.game));
	snapshot_release(job.snapshot);
	refused(&hosted, PN_PUBLIC, "/battle", 409, "not_started");
}

Test(http_game_battle, of_a_finished_game_every_turn_and_what_it_came_to)
{
	struct hosted_game hosted = make_game(false);
	struct random_source random = {11};
	struct reply reply;
	int turns;

	server.host.plays_on = true;
	host_play(&server.host, &hosted, &random, 3000);
	reply = http_get(&server, &hosted, PN_PUBLIC, "");
	json_t *game = json_loads(reply.body.bytes, 0, NULL);

	reply_free(&reply);
	cr_assert_str_eq(json_string_value(json_object_get(game, "status")), "finished");
	turns = (int)json_integer_value(json_object_get(game, "turn"));
	cr_assert_gt(turns, 2);
	for (int turn = 1; turn <= turns + 1; turn++) {
		char rest[32];
		json_t *battle;

		snprintf(rest, sizeof(rest), "/battle?turn=%d", turn);
		battle = battle_of(&hosted, PN_PUBLIC, rest);
		expect_playable(battle);
		cr_expect_eq(turn_of(battle), turn == 1 ? 0 : turn);
		json_decref(battle);
	}
	json_decref(game);
}
