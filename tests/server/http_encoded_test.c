/* Answers that are kept as they were encoded: each is what would be encoded now, for this
 * viewer, language and moment, and nobody's question drives out another's. */

#include <criterion/criterion.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game/service.h"
#include "game/snapshot_inside.h"
#include "http_stage.h"

enum { STEPS = 50 };

static const char *const questions[] = {"", "/actions"};

static struct stage stage;

static void open_stage(void)
{
	stage_open(&stage);
}

static void close_stage(void)
{
	cr_expect_eq(http_host_errors(), 0);
	text_free(&stage.before);
	http_host_close(&stage.server);
}

TestSuite(http_encoded, .init = open_stage, .fini = close_stage);

/* ---- asking ---- */

static struct reply ask_in(pn_side viewer, const char *question, const char *headers)
{
	const char *token = viewer < PN_SIDES ? stage.hosted.token[viewer] : NULL;
	struct ask ask = {
		.path = http_path(&stage.hosted, question), .token = token, .headers = headers};

	return client_ask(stage.server.port, &ask);
}

static json_t *ask_json(pn_side viewer, const char *question, const char *headers)
{
	struct reply reply = ask_in(viewer, question, headers);
	json_t *value = json_loads(reply.body.bytes ? reply.body.bytes : "", 0, NULL);

	cr_assert_eq(reply.status, 200);
	reply_free(&reply);
	return value;
}

static struct reply put(pn_side side, const char *rest, const char *body)
{
	struct ask ask = {.method = "PUT",
			  .path = http_path(&stage.hosted, rest),
			  .token = stage.hosted.token[side],
			  .key = "uuid",
			  .body = body};

	return client_ask(stage.server.port, &ask);
}

/* How many answers the present state keeps for a viewer; and, with `forget`, none after. */
static unsigned kept(pn_side viewer, bool forget)
{
	struct snapshot *snapshot = service_peek(stage.server.host.service, stage.hosted.game);
	struct encoded_list *list = &snapshot->encoded[viewer];
	unsigned count = 0;

	pthread_mutex_lock(&snapshot->mutex);
	for (int i = 0; i < ENCODED_OF_VIEWER; i++)
		count += list->of[i] != NULL;
	if (forget)
		encoded_release(list);
	pthread_mutex_unlock(&snapshot->mutex);
	snapshot_release(snapshot);
	return count;
}

/* What is answered, perhaps from what was kept, is what is answered when nothing is. */
static void expect_as_encoded_anew(const char *when)
{
	for (pn_side viewer = 0; viewer < PN_VIEWERS; viewer++) {
		for (size_t i = 0; i < (viewer == PN_PUBLIC ? 1 : 2); i++) {
			struct reply first = ask_in(viewer, questions[i], NULL);
			struct reply again = ask_in(viewer, questions[i], NULL);

			kept(viewer, true);
			struct reply anew = ask_in(viewer, questions[i], NULL);

			cr_expect_str_eq(again.body.bytes, first.body.bytes, "%s", when);
			cr_expect_str_eq(anew.body.bytes, first.body.bytes, "%s", when);
			reply_free(&first);
			reply_free(&again);
			reply_free(&anew);
		}
	}
}

/* ---- what changes an answer ---- */

#define PASS_ALL "{\"orders\":[{\"answer\":\"pass\"}]}"
#define PLAN "{\"commands\":[{\"decision\":\"movement\",\"do\":{\"type\":\"pass\"},\"turn\":9}]}"

static size_t planned(const json_t *game)
{
	return json_array_size(json_object_get(json_object_get(game, "plan"), "commands"));
}

/* A plan raises its owner's number and no version: between two questions it must show, to its
 * owner alone. */
Test(http_encoded, a_plan_between_two_questions)
{
	struct reply blue = ask_in(PN_BLUE, "", NULL), nobody = ask_in(PN_PUBLIC, "", NULL);
	json_t *before = ask_json(PN_RED, "", NULL);
	struct reply set = put(PN_RED, "/plan", PLAN);

	cr_assert_eq(set.status, 200, "%s", set.body.bytes);
	json_t *after = ask_json(PN_RED, "", NULL);

	cr_expect_eq(planned(before), 0u);
	cr_expect_eq(planned(after), 1u);
	cr_expect(json_equal(json_object_get(before, "version"), json_object_get(after, "version")),
		  "a plan is no version");
	reply_free(&set);
	set = put(PN_RED, "/standing-orders", PASS_ALL);
	reply_free(&set);
	set = put(PN_RED, "/plan", "{\"commands\":[]}");
	cr_assert_eq(set.status, 200, "%s", set.body.bytes);
	json_t *without = ask_json(PN_RED, "", NULL);

	cr_expect_eq(planned(without), 0u);
	struct reply blue_after = ask_in(PN_BLUE, "", NULL),
		     nobody_after = ask_in(PN_PUBLIC, "", NULL);

	cr_expect_str_eq(blue_after.body.bytes, blue.body.bytes);
	cr_expect_str_eq(nobody_after.body.bytes, nobody.body.bytes);
	json_decref(before);
	json_decref(after);
	json_decref(without);
	reply_free(&set);
	reply_free(&blue);
	reply_free(&blue_after);
	reply_free(&nobody);
	reply_free(&nobody_after);
}

/* Else the time of an answer would tell that the other side has written something. */
Test(http_encoded, what_one_side_writes_leaves_the_others_answers_kept)
{
	for (pn_side viewer = 0; viewer < PN_VIEWERS; viewer++) {
		struct reply reply = ask_in(viewer, "", NULL);

		reply_free(&reply);
	}
	struct reply set = put(PN_RED, "/plan", PLAN);

	cr_assert_eq(set.status, 200, "%s", set.body.bytes);
	reply_free(&set);
	cr_expect_eq(kept(PN_RED, false), 0);
	cr_expect_geq(kept(PN_BLUE, false), 1);
	cr_expect_geq(kept(PN_PUBLIC, false), 1);
}

Test(http_encoded, labels_stay_in_the_language_of_who_asks)
{
	static const char german[] = "Accept-Language: de\r\n";

	for (int round = 0; round < 2; round++) {
		for (size_t i = 0; i < 2; i++) {
			struct reply english = ask_in(PN_RED, questions[i], NULL);
			struct reply other = ask_in(PN_RED, questions[i], german);

			cr_expect_not_null(strstr(english.body.bytes, "Resign the game"));
			cr_expect_null(strstr(english.body.bytes, "Das Spiel aufgeben"));
			cr_expect_not_null(strstr(other.body.bytes, "Das Spiel aufgeben"));
			reply_free(&english);
			reply_free(&other);
		}
	}
}

/* More languages than there are places: the oldest goes, and only of this viewer. */
Test(http_encoded, what_is_kept_is_bounded_for_each_viewer)
{
	struct encoded_list list = {0}, shared = {0};
	struct text out = TEXT_EMPTY;

	for (int i = 0; i < ENCODED_OF_VIEWER + 1; i++) {
		char key[8];

		snprintf(key, sizeof(key), "%d", i);
		encoded_keep(&list, key, key, strlen(key));
		encoded_keep(&list, key, "again", 5);
	}
	cr_expect_not(encoded_find(&list, "0", &out));
	cr_expect_not(encoded_find(&list, "", &out));
	encoded_share(&list, &shared);
	encoded_release(&list);
	for (char key[] = "1"; key[0] <= '0' + ENCODED_OF_VIEWER; key[0]++) {
		text_clear(&out);
		cr_assert(encoded_find(&shared, key, &out), "%s", key);
		cr_expect_str_eq(out.bytes, key);
	}
	encoded_release(&shared);
	text_free(&out);
}

Test(http_encoded, a_pause_and_its_end_are_shown)
{
	static const enum pn_operator_act acts[] = {PN_OPERATOR_PAUSE, PN_OPERATOR_RESUME};

	for (size_t i = 0; i < 2; i++) {
		struct job job = {.kind = JOB_OPERATE,
				  .side = PN_NO_SIDE,
				  .if_match = -1,
				  .operator_act = (uint8_t)acts[i]};

		expect_as_encoded_anew("before the operator");
		memcpy(job.game, stage.hosted.game, sizeof(job.game));
		host_key(&stage.server.host, &job);
		cr_assert(host_run(&stage.server.host, &job));
		cr_assert_eq(job.problem, PROBLEM_NONE);
		snapshot_release(job.snapshot);
		json_t *game = ask_json(PN_BLUE, "", NULL);

		cr_expect_eq(json_object_get(game, "paused") != NULL, i == 0);
		json_decref(game);
		expect_as_encoded_anew("after the operator");
	}
}

Test(http_encoded, another_name_is_shown_at_once)
{
	char token[TOKEN_BYTES], path[128];
	struct reply made = client_ask(stage.server.port,
				       &(struct ask){.path = "/v1/games",
						     .token = stage.player,
						     .key = "uuid",
						     .body = "{\"scenario\":\"first-charge\","
							     "\"side\":\"red\"}"});
	json_t *value = json_loads(made.body.bytes, 0, NULL);

	cr_assert_eq(made.status, 201, "%s", made.body.bytes);
	snprintf(token, sizeof(token), "%s", stage.player);
	snprintf(path, sizeof(path), "/v1/games/%s",
		 json_string_value(json_object_get(json_object_get(value, "game"), "id")));
	for (int i = 0; i < 3; i++) {
		static const char *const names[] = {"Ann", "Bea", "Ann"};
		char body[64];

		snprintf(body, sizeof(body), "{\"name\":\"%s\"}", names[i]);
		struct reply named = client_ask(stage.server.port, &(struct ask){.method = "PATCH",
										 .path = "/v1/me",
										 .token = token,
										 .body = body});
		struct reply game = client_ask(stage.server.port, &(struct ask){.path = path});

		cr_expect_eq(named.status, 200, "%s", named.body.bytes);
		cr_expect_not_null(strstr(game.body.bytes, names[i]), "%s", names[i]);
		reply_free(&named);
		reply_free(&game);
	}
	json_decref(value);
	reply_free(&made);
}

/* ---- a game ---- */

/* Post one of what is listed, by chance, and nothing that players settle between them, which
 * would end the game. False: there is none. */
static bool act_by_chance(struct random_source *random, pn_side side)
{
	json_t *list = ask_json(side, "/actions", NULL);
	json_t *actions = json_object_get(list, "actions");
	json_t *action = NULL, *listed;
	size_t index, count = 0;

	json_array_foreach(actions, index, listed)
	{
		const char *group = json_string_value(json_object_get(listed, "group"));

		if (strcmp(group, "table") != 0 && random_next(random) % ++count == 0)
			action = listed;
	}
	bool acts = action != NULL;

	if (acts) {
		char *body = json_dumps(json_object_get(action, "do"), 0);
		struct reply reply =
			http_post(&stage.server, &stage.hosted, side, "/actions", body);

		reply_free(&reply);
		free(body);
	}
	json_decref(list);
	return acts;
}

Test(http_encoded, every_answer_of_a_game_is_as_encoded_anew)
{
	struct random_source random = {7};

	for (int step = 0; step < STEPS; step++) {
		char when[32];
		pn_side side = (pn_side)(random_next(&random) & 1);

		snprintf(when, sizeof(when), "step %d", step);
		if (step % 7 == 3) {
			struct reply set = put(side, "/plan", PLAN);

			reply_free(&set);
		} else if (step % 7 == 5) {
			struct reply set = put(side, "/standing-orders", PASS_ALL);

			cr_expect_eq(set.status, 200, "%s", set.body.bytes);
			reply_free(&set);
		} else if (!act_by_chance(&random, side)) {
			act_by_chance(&random, pn_opponent(side));
		}
		expect_as_encoded_anew(when);
	}
}
