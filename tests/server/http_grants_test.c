/* When a grant ends: by itself, with its app, its player or the seat; and that it stays so. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "app_stage.h"

static const char *const ann = app_stage.ann, *const ben = app_stage.ben;
static const char *const game = app_stage.game;
static struct app_made app;

static void begin(void)
{
	app_stage_open(true);
	app = app_make(ben);
}

TestSuite(http_grants, .init = begin, .fini = app_stage_close);

static const char *view(void)
{
	return app_path("/v1/games/", game, "");
}

static void expect_good(const char *grant)
{
	json_decref(app_as(200, "GET", view(), app.token, grant, NULL));
}

/* Now, and when the server has started again. */
static void expect_ended(const char *grant)
{
	app_refused(403, "bad_grant", "GET", view(), app.token, grant, NULL);
	http_host_stop(&app_stage.server);
	http_host_start(&app_stage.server);
	app_refused(403, "bad_grant", "GET", view(), app.token, grant, NULL);
}

Test(http_grants, one_lasts_over_a_restart_and_is_ended)
{
	const char *grant = app_grant(ann, &app, game, "\"look\"");
	const char *other = app_grant(ann, &app, "", "\"look\",\"notify\"");

	http_host_stop(&app_stage.server);
	http_host_start(&app_stage.server);
	expect_good(grant);
	json_t *list = app_ask(200, "GET", "/v1/me/grants", ann, NULL);
	cr_expect_eq(json_array_size(json_object_get(list, "grants")), 2);
	const json_t *newest = json_array_get(json_object_get(list, "grants"), 0);
	const json_t *oldest = json_array_get(json_object_get(list, "grants"), 1);
	cr_expect_eq(json_array_size(json_object_get(newest, "may")), 2);
	cr_expect_null(json_object_get(newest, "game"));
	cr_expect_str_eq(json_string_value(json_object_get(oldest, "game")), game);
	cr_expect_str_eq(json_string_value(schema_find(oldest, "#/app/name")), "Table bot");
	json_decref(list);
	json_decref(app_ask(200, "DELETE", app_path("/v1/me/grants/", grant, ""), ann, NULL));
	expect_ended(grant);
	expect_good(other);
}

/* A retry that comes late makes nothing anew. */
Test(http_grants, the_same_key_gives_the_same_and_nothing_ended)
{
	char body[128], first[GAME_ID_BYTES], again[GAME_ID_BYTES];
	struct reply reply;

	snprintf(body, sizeof(body), "{\"app\":\"%s\",\"may\":[\"look\"]}", app.id);
	for (int i = 0; i < 2; i++) {
		reply = app_send("POST", "/v1/me/grants", ann, NULL, "key", body);
		cr_assert_eq(reply.status, 201, "%s", reply.body.bytes);
		app_take(json_loads(reply.body.bytes, 0, NULL), "#/grant", i ? again : first,
			 sizeof(first));
		reply_free(&reply);
	}
	cr_expect_str_eq(first, again);
	reply = app_send("POST", "/v1/me/grants", ann, NULL, "key",
			 "{\"app\":\"00000000-0000-4000-8000-000000000000\",\"may\":[\"look\"]}");
	cr_expect_eq(reply.status, 422, "%s", reply.body.bytes);
	reply_free(&reply);
	json_decref(app_ask(200, "DELETE", app_path("/v1/me/grants/", first, ""), ann, NULL));
	reply = app_send("POST", "/v1/me/grants", ann, NULL, "key", body);
	cr_expect_eq(reply.status, 404, "%s", reply.body.bytes);
	reply_free(&reply);
	expect_ended(first);
}

/* Ann's seat moves to Cid, and back: what she allowed there is over all the same. */
static void move_seat(const char *from, const char *to)
{
	char code[128], body[160];

	app_take(app_ask(201, "POST", app_path("/v1/games/", game, "/seats/mine/handover"), from,
			 "{\"moves\":true}"),
		 "#/code", code, sizeof(code));
	snprintf(body, sizeof(body), "{\"code\":\"%s\"}", code);
	json_decref(app_ask(201, "POST", app_path("/v1/games/", game, "/seats"), to, body));
}

Test(http_grants, it_ends_with_the_seat)
{
	char cid[TOKEN_BYTES];
	const char *grant = app_grant(ann, &app, game, "\"look\"");
	const char *all = app_grant(ann, &app, "", "\"look\"");

	app_player("Cid", cid);
	expect_good(grant);
	move_seat(ann, cid);
	expect_ended(grant);
	/* One for all games goes on, but not in this one. */
	app_refused(403, "private_game", "GET", view(), app.token, all, NULL);
	move_seat(cid, ann);
	expect_ended(grant);
	expect_good(all);
}

Test(http_grants, it_ends_with_the_app)
{
	const char *grant = app_grant(ann, &app, game, "\"look\"");

	expect_good(grant);
	json_decref(app_ask(200, "DELETE", app_path("/v1/apps/", app.id, ""), ben, NULL));
	app_refused(401, "token_ended", "GET", view(), app.token, grant, NULL);
	http_host_stop(&app_stage.server);
	http_host_start(&app_stage.server);
	app_refused(401, "token_ended", "GET", view(), app.token, grant, NULL);
	json_t *list = app_ask(200, "GET", "/v1/me/grants", ann, NULL);
	cr_expect_eq(json_array_size(json_object_get(list, "grants")), 0);
	json_decref(list);
}

/* A player who leaves takes their apps with them, and what they allowed others. */
Test(http_grants, it_ends_with_the_player)
{
	char cid[TOKEN_BYTES];
	struct app_made theirs;

	app_player("Cid", cid);
	theirs = app_make(cid);
	const char *given = app_grant(cid, &app, "", "\"look\""),
		   *got = app_grant(ann, &theirs, game, "\"look\"");
	json_decref(app_as(200, "GET", "/v1/me/games", app.token, given, NULL));
	json_decref(app_ask(200, "DELETE", "/v1/me", cid, NULL));
	for (int i = 0; i < 2; i++) {
		app_refused(403, "bad_grant", "GET", "/v1/me/games", app.token, given, NULL);
		app_refused(401, "token_ended", "GET", view(), theirs.token, got, NULL);
		http_host_stop(&app_stage.server);
		http_host_start(&app_stage.server);
	}
}

/* Whose token was taken may have allowed what they never wanted, or lost an app's token. */
Test(http_grants, it_ends_when_the_operator_ends_all_tokens)
{
	const char *operator= app_stage.server.host.service->keys.operator_token;
	const char *grant = app_grant(ann, &app, game, "\"look\"");
	struct app_made hers = app_make(ann);
	char id[GAME_ID_BYTES];

	app_take(app_ask(200, "GET", "/v1/me", ann, NULL), "#/player/id", id, sizeof(id));
	json_decref(app_ask(200, "POST", app_path("/v1/operator/players/", id, ""), operator,
			    "{\"act\":\"end_tokens\"}"));
	expect_ended(grant);
	app_refused(401, "unknown_token", "GET", "/v1/app", hers.token, NULL, NULL);
}

Test(http_grants, so_many_are_given)
{
	for (int i = 0; i < GRANTS_MAX; i++)
		app_grant(ann, &app, i % 2 ? game : "", "\"look\"");
	app_refused(409, "too_many_grants", "POST", "/v1/me/grants", ann, NULL,
		    app_path("{\"app\":\"", app.id, "\",\"may\":[\"look\"]}"));
}

Test(http_grants, what_is_wrong_is_pointed_at)
{
	static const struct {
		const char *more, *pointer;
	} rows[] = {
		{"", "/may"},
		{",\"may\":[]", "/may"},
		{",\"may\":[\"all\"]", "/may/0"},
		{",\"may\":[\"look\",1]", "/may/1"},
		{",\"may\":[\"act\"]", "/may"},
		{",\"may\":[\"look\",\"resign\"]", "/may"},
		{",\"may\":[\"look\"],\"game\":\"x\"", "/game"},
		{",\"may\":[\"look\"],\"token\":1", "/token"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char body[160];

		snprintf(body, sizeof(body), "{\"app\":\"%s\"%s}", app.id, rows[i].more);
		json_t *problem = app_ask(400, "POST", "/v1/me/grants", ann, body);
		const char *pointer = json_string_value(json_object_get(problem, "pointer"));
		cr_expect_str_eq(pointer ? pointer : "-", rows[i].pointer, "%s", body);
		json_decref(problem);
	}
	app_refused(404, "no_such_app", "POST", "/v1/me/grants", ann, NULL,
		    app_path("{\"app\":\"", game, "\",\"may\":[\"look\"]}"));
	/* A game that is another's, and one that is not there. */
	char cid[TOKEN_BYTES], body[192];

	app_player("Cid", cid);
	for (int i = 0; i < 2; i++) {
		snprintf(body, sizeof(body), "{\"app\":\"%s\",\"game\":\"%s\",\"may\":[\"look\"]}",
			 app.id, i ? game : "00000000-0000-4000-8000-000000000000");
		app_refused(403, "not_your_game", "POST", "/v1/me/grants", cid, NULL, body);
	}
}
