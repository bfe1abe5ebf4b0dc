/* What a side will be asked next, over HTTP: a plan written from it moves its units there. */

#include <criterion/criterion.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "http_stage.h"

enum { STEPS_MAX = 8 };

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

TestSuite(http_ahead, .init = open_stage, .fini = close_stage);

static json_t *read_reply(struct reply reply, int status)
{
	json_t *value = json_loads(reply.body.bytes ? reply.body.bytes : "", 0, NULL);

	cr_assert_eq(reply.status, status, "%s", reply.body.bytes);
	cr_assert_not_null(value);
	reply_free(&reply);
	return value;
}

static json_t *look(pn_side side)
{
	return read_reply(http_get(&stage.server, &stage.hosted, side, "/ahead"), 200);
}

/* The side that is not asked now. */
static pn_side who_waits(void)
{
	json_t *game = read_reply(http_get(&stage.server, &stage.hosted, PN_RED, ""), 200);
	const json_t *wait = json_array_get(json_object_get(game, "waiting_for"), 0);
	pn_side side = strcmp(json_string_value(json_object_get(wait, "side")), "red") == 0
			       ? PN_BLUE
			       : PN_RED;

	cr_assert_eq(json_array_size(json_object_get(game, "waiting_for")), 1);
	json_decref(game);
	return side;
}

/* The first command of that kind among the actions; borrowed. NULL: none. */
static json_t *command_of(const json_t *ahead, const char *type)
{
	json_t *action;
	size_t index;

	json_array_foreach(json_object_get(ahead, "actions"), index, action)
	{
		json_t *command = json_object_get(action, "do");

		if (strcmp(json_string_value(json_object_get(command, "type")), type) == 0)
			return command;
	}
	return NULL;
}

static void put_plan_of(pn_side side, json_t *command)
{
	json_t *plan = json_pack("{s:[{s:O}]}", "commands", "do", command);
	char *body = json_dumps(plan, JSON_COMPACT);
	struct ask ask = {.method = "PUT", .token = stage.hosted.token[side], .body = body};
	char path[128];

	snprintf(path, sizeof(path), "/v1/games/%s/plan", stage.hosted.game);
	ask.path = path;
	json_decref(read_reply(client_ask(stage.server.port, &ask), 200));
	free(body);
	json_decref(plan);
}

Test(http_ahead, a_plan_moves_units_to_where_they_will_stand)
{
	const pn_side side = who_waits();
	json_t *before = look(side), *move = command_of(before, "move");
	char *body = json_dumps(move, JSON_COMPACT);

	cr_assert_str_eq(json_string_value(json_object_get(before, "end")), "asked");
	cr_assert_str_eq(json_string_value(json_object_get(before, "decision")), "movement");
	cr_assert_eq(json_array_size(json_object_get(before, "places")), 0);
	cr_assert_not_null(move);
	json_t *preview =
		read_reply(http_post(&stage.server, &stage.hosted, side, "/ahead", body), 200);
	cr_assert(json_is_true(json_object_get(preview, "lawful")));
	put_plan_of(side, move);
	json_t *after = look(side);
	const json_t *place = json_array_get(json_object_get(after, "places"), 0);
	const json_t *legs = json_object_get(preview, "legs");

	cr_assert_eq(json_array_size(json_object_get(after, "places")), 1);
	cr_expect(json_equal(json_object_get(place, "unit"), json_object_get(move, "unit")));
	cr_expect(json_equal(json_object_get(place, "pose"),
			     json_array_get(legs, json_array_size(legs) - 1)),
		  "where the preview said");
	json_decref(after);
	json_decref(preview);
	json_decref(before);
	free(body);
}

Test(http_ahead, ids_are_of_no_version)
{
	const pn_side side = who_waits();
	json_t *ahead = look(side);
	const json_t *first = json_array_get(json_object_get(ahead, "actions"), 0);
	json_t *by_id = json_pack("{s:O}", "action", json_object_get(first, "id"));
	char *body = json_dumps(by_id, JSON_COMPACT);
	struct reply reply = http_post(&stage.server, &stage.hosted, side, "/ahead", body);

	expect_problem(&reply, (struct wanted){400, "bad_member", "/action", NULL}, "previewAhead");
	reply = http_post(&stage.server, &stage.hosted, side, "/actions", body);
	expect_problem(&reply, (struct wanted){412, "stale", NULL, NULL}, "act");
	free(body);
	json_decref(by_id);
	json_decref(ahead);
}

Test(http_ahead, only_a_side_looks_ahead)
{
	struct reply reply = http_get(&stage.server, &stage.hosted, PN_PUBLIC, "/ahead");

	expect_problem(&reply, (struct wanted){401, "no_token", NULL, NULL}, "lookAhead");
}

/* ---- what is written ---- */

static struct reply put(const char *rest, const char *body, const char *headers)
{
	const struct ask ask = {.method = "PUT",
				.path = http_path(&stage.hosted, rest),
				.token = stage.hosted.token[PN_RED],
				.headers = headers,
				.body = body};

	return client_ask(stage.server.port, &ask);
}

/* Red's plan, standing orders and number, as red has them. */
static char *written(void)
{
	json_t *game = read_reply(http_get(&stage.server, &stage.hosted, PN_RED, ""), 200);
	char *text = json_dumps(game, JSON_COMPACT | JSON_SORT_KEYS);

	json_decref(game);
	return text;
}

/* ---- a plan that is not given yet ---- */

static json_t *tried_by(pn_side side, const json_t *plan)
{
	char *body = json_dumps(plan, JSON_COMPACT);
	struct reply reply = http_post(&stage.server, &stage.hosted, side, "/ahead/plan", body);

	free(body);
	return read_reply(reply, 200);
}

static json_int_t carried_out(const json_t *ahead)
{
	return json_integer_value(json_object_get(ahead, "carried_out"));
}

static const char *end_of(const json_t *ahead)
{
	return json_string_value(json_object_get(ahead, "end"));
}

/* The first command of that kind that another unit may be given; borrowed. */
static json_t *command_of_another(const json_t *ahead, const char *type, const json_t *than)
{
	json_t *action;
	size_t index;

	json_array_foreach(json_object_get(ahead, "actions"), index, action)
	{
		json_t *command = json_object_get(action, "do");

		if (strcmp(json_string_value(json_object_get(command, "type")), type) == 0 &&
		    !json_equal(json_object_get(command, "unit"), json_object_get(than, "unit")))
			return command;
	}
	return NULL;
}

/* The side that is asked passes, or goes first, until one may move; that side. */
static pn_side go_on_to_movement(void)
{
	for (int i = 0; i < STEPS_MAX; i++) {
		const pn_side side = pn_opponent(who_waits());
		json_t *none = json_pack("{s:[]}", "commands"), *now = tried_by(side, none);
		const bool moves = command_of(now, "move") != NULL;
		json_t *step = command_of(now, "pass");
		char *body = json_dumps(step ? step : command_of(now, "go_first"), JSON_COMPACT);

		if (!moves) {
			struct reply reply =
				http_post(&stage.server, &stage.hosted, side, "/actions", body);
			json_decref(read_reply(reply, 200));
		}
		free(body);
		json_decref(now);
		json_decref(none);
		if (moves)
			return side;
	}
	cr_assert_fail("nobody may move");
	return PN_RED;
}

Test(http_ahead, a_side_that_is_asked_tries_a_plan)
{
	const pn_side side = go_on_to_movement();
	char *before = written();
	json_t *none = json_pack("{s:[]}", "commands"), *now = tried_by(side, none);
	json_t *move = command_of(now, "move"), *other = command_of_another(now, "move", move);
	json_t *two = json_pack("{s:[{s:O},{s:O}],s:O}", "commands", "do", move, "do", move, "then",
				other);

	cr_assert(move && other);
	cr_expect_str_eq(end_of(now), "asked");
	cr_expect_eq(carried_out(now), 0);
	cr_expect_eq(json_array_size(json_object_get(now, "places")), 0);
	cr_expect_null(json_object_get(now, "preview"));

	json_t *tried = tried_by(side, two);
	const json_t *place = json_array_get(json_object_get(tried, "places"), 0);

	cr_expect_str_eq(end_of(tried), "stopped");
	cr_expect_eq(carried_out(tried), 1, "a unit moves once a turn");
	cr_expect_str_eq(
		json_string_value(json_object_get(json_object_get(tried, "refusal"), "code")),
		"already_moved");
	cr_expect_eq(json_array_size(json_object_get(tried, "places")), 1);
	cr_expect(json_equal(json_object_get(place, "unit"), json_object_get(move, "unit")));
	cr_expect(json_is_true(json_object_get(json_object_get(tried, "preview"), "lawful")));

	char *after = written();
	cr_expect_str_eq(after, before, "nothing is kept");
	free(after);
	free(before);
	json_decref(tried);
	json_decref(two);
	json_decref(now);
	json_decref(none);
}

/* What is tried comes to what lookAhead says of it once it is given. */
Test(http_ahead, what_is_tried_is_what_will_be)
{
	const pn_side side = who_waits();
	json_t *before = look(side), *move = command_of(before, "move");
	json_t *plan = json_pack("{s:[{s:O}]}", "commands", "do", move);
	json_t *tried = tried_by(side, plan);

	put_plan_of(side, move);
	json_t *given = look(side);
	json_object_del(tried, "version");
	json_object_del(given, "version");
	cr_expect(json_equal(tried, given));
	cr_expect_eq(carried_out(tried), 1);
	json_decref(given);
	json_decref(tried);
	json_decref(plan);
	json_decref(before);
}

Test(http_ahead, a_trial_that_is_wrong_is_told_where)
{
	static const struct {
		const char *body, *pointer;
	} rows[] = {
		{"{}", "/commands"},
		{"{\"commands\":[],\"now\":1}", "/now"},
		{"{\"commands\":[{\"do\":{\"type\":\"move\",\"unit\":\"x9\"}}]}",
		 "/commands/0/do/unit"},
		{"{\"commands\":[{\"do\":{\"type\":\"resign\"}}]}", "/commands/0"},
		{"{\"commands\":[],\"then\":7}", "/then"},
		{"{\"commands\":[],\"then\":{\"type\":\"move\",\"unit\":\"x9\"}}", "/then/unit"},
		{"{\"commands\":[],\"stop_at\":[\"rain\"]}", "/stop_at/0"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct reply reply = http_post(&stage.server, &stage.hosted, PN_RED, "/ahead/plan",
					       rows[i].body);

		expect_problem(&reply, (struct wanted){400, "bad_member", rows[i].pointer, NULL},
			       rows[i].body);
	}
}

/* ---- what can never be lawful ---- */

#define DO(type, rest) "{\"commands\":[{\"do\":{\"type\":\"" type "\"" rest "}}]}"
#define ORDER(rest) "{\"orders\":[{\"answer\":\"pass\"},{" rest "}]}"

Test(http_ahead, what_can_never_be_lawful_is_refused_when_it_is_written)
{
	static const struct {
		const char *rest, *body, *code, *refusal, *clause, *pointer;
		int status;
	} rows[] = {
		{"/plan", DO("charge", ",\"unit\":\"b1\""), "refused", "not_your_unit", "PN-04",
		 "/commands/0/do/unit", 409},
		{"/plan", DO("declare_charge", ",\"unit\":\"b1\",\"target\":\"r1\""), "refused",
		 "not_your_unit", "PN-04", "/commands/0/do/unit", 409},
		{"/plan", DO("declare_charge", ",\"unit\":\"r1\",\"target\":\"r2\""), "refused",
		 "not_an_enemy", "PN-04", "/commands/0/do/target", 409},
		{"/plan", DO("charge", ",\"unit\":\"x9\""), "bad_member", NULL, NULL,
		 "/commands/0/do/unit", 400},
		{"/standing-orders",
		 ORDER("\"answer\":\"react\",\"with\":\"r1\",\"decision\":\"movement\","
		       "\"reaction\":\"opportunity_charge\""),
		 "bad_member", NULL, NULL, "/orders/1/reaction", 400},
	};
	char *before = written();

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		json_t *problem = read_reply(put(rows[i].rest, rows[i].body, NULL), rows[i].status);
		const char *refusal = json_string_value(json_object_get(problem, "refusal"));
		const char *clause = json_string_value(json_object_get(problem, "clause"));

		cr_expect_str_eq(json_string_value(json_object_get(problem, "code")), rows[i].code,
				 "%zu", i);
		cr_expect_str_eq(refusal ? refusal : "", rows[i].refusal ? rows[i].refusal : "",
				 "%zu", i);
		cr_expect_str_eq(clause ? clause : "", rows[i].clause ? rows[i].clause : "", "%zu",
				 i);
		cr_expect_str_eq(json_string_value(json_object_get(problem, "pointer")),
				 rows[i].pointer, "%zu", i);
		json_decref(problem);
	}
	char *after = written();

	cr_expect_str_eq(after, before);
	free(before);
	free(after);
}

/* By the clause that it would be refused by when it was asked for, in the caller's language. */
Test(http_ahead, a_plan_is_refused_in_words)
{
	json_t *problem = read_reply(
		put("/plan", DO("charge", ",\"unit\":\"b1\""), "Accept-Language: de\r\n"), 409);

	cr_expect_str_eq(json_string_value(json_object_get(problem, "clause")), "PN-04");
	cr_expect_str_eq(json_string_value(json_object_get(problem, "detail")),
			 "Diese Einheit ist nicht deine.");
	json_decref(problem);
}
