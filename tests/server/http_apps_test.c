/* Apps: programs that act for players who allowed it, as far as each allowed. The attacker holds an
 * app's token, or another player's. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app_stage.h"
#include "http/router.h"

static const char *const ann = app_stage.ann, *const ben = app_stage.ben;
static const char *const game = app_stage.game;

static void begin(void)
{
	app_stage_open(false);
}

TestSuite(http_apps, .init = begin, .fini = app_stage_close);

/* ---- apps ---- */

Test(http_apps, one_is_made_renamed_and_gone)
{
	struct app_made app = app_make(ann);
	char other[TOKEN_BYTES];
	json_t *list = app_ask(200, "GET", "/v1/apps", ann, NULL);

	cr_expect_eq(json_array_size(json_object_get(list, "apps")), 1);
	cr_expect_null(schema_find(list, "#/apps/0/token"));
	json_decref(list);
	json_decref(app_ask(200, "PATCH", app_path("/v1/apps/", app.id, ""), ann,
			    "{\"name\":\"Herald\"}"));
	json_t *seen = app_ask(200, "GET", app_path("/v1/apps/", app.id, ""), ben, NULL);
	cr_expect_str_eq(json_string_value(schema_find(seen, "#/name")), "Herald");
	cr_expect_str_eq(json_string_value(schema_find(seen, "#/maker/name")), "Ann");
	cr_expect_null(schema_find(seen, "#/token"));
	json_decref(seen);
	json_decref(app_ask(200, "GET", "/v1/app", app.token, NULL));
	app_take(app_ask(200, "PUT", app_path("/v1/apps/", app.id, "/token"), ann, NULL), "#/token",
		 other, sizeof(other));
	app_refused(401, "unknown_token", "GET", "/v1/app", app.token, NULL, NULL);
	json_decref(app_ask(200, "GET", "/v1/app", other, NULL));
	json_decref(app_ask(200, "DELETE", app_path("/v1/apps/", app.id, ""), ann, NULL));
	app_refused(401, "token_ended", "GET", "/v1/app", other, NULL, NULL);
	app_refused(404, "no_such_app", "GET", app_path("/v1/apps/", app.id, ""), ben, NULL, NULL);
}

Test(http_apps, one_is_its_makers_alone)
{
	const char *operator= app_stage.server.host.service->keys.operator_token;
	struct app_made app = app_make(ann), theirs = app_make(operator);
	const char *const asking[] = {ben, operator, app.token };

	for (size_t i = 0; i < 3; i++) {
		const char *code = i == 2 ? "not_granted" : "no_such_app";
		const int status = i == 2 ? 403 : 404;

		app_refused(status, code, "PATCH", app_path("/v1/apps/", app.id, ""), asking[i],
			    NULL, "{\"name\":\"Mine\"}");
		app_refused(status, code, "PUT", app_path("/v1/apps/", app.id, "/token"), asking[i],
			    NULL, NULL);
		app_refused(status, code, "DELETE", app_path("/v1/apps/", app.id, ""), asking[i],
			    NULL, NULL);
	}
	app_refused(404, "no_such_app", "DELETE", app_path("/v1/apps/", theirs.id, ""), ann, NULL,
		    NULL);
	json_decref(app_ask(200, "DELETE", app_path("/v1/apps/", theirs.id, ""), operator, NULL));
	for (int i = 1; i < APPS_MAX; i++)
		app_make(ann);
	app_refused(409, "too_many_apps", "POST", "/v1/apps", ann, NULL, "{\"name\":\"One more\"}");
}

/* ---- what a grant reaches ---- */

/* A side's own draft of a plan stands in its view alone. */
static bool sees_plan(const char *token, const char *by)
{
	json_t *view = app_as(200, "GET", app_path("/v1/games/", game, ""), token, by, NULL);
	const bool sees = json_array_size(schema_find(view, "#/plan/commands")) > 0;

	json_decref(view);
	return sees;
}

Test(http_apps, it_sees_and_acts_as_who_allowed_it)
{
	struct app_made app = app_make(ann);
	const char *red = app_grant(ann, &app, game, "\"look\",\"act\"");
	const char *blue = app_grant(ben, &app, "", "\"look\"");
	static const char plan[] = "{\"commands\":[{\"do\":{\"type\":\"pass\"}}]}";

	app_refused(403, "not_granted", "PUT", app_path("/v1/games/", game, "/plan"), app.token,
		    blue, plan);
	struct reply reply =
		app_send("PUT", app_path("/v1/games/", game, "/plan"), app.token, red, NULL, plan);

	cr_expect_eq(reply.status, 200, "%s", reply.body.bytes);
	reply_free(&reply);
	json_t *view = app_as(200, "GET", app_path("/v1/games/", game, ""), app.token, red, NULL);
	cr_expect_str_eq(json_string_value(json_object_get(view, "side")), "red");
	/* It acts for both: both are told, and nobody else. */
	cr_expect_str_eq(json_string_value(schema_find(view, "#/common_app/app")), app.id);
	json_decref(view);
	view = app_as(200, "GET", app_path("/v1/games/", game, ""), app.token, blue, NULL);
	cr_expect_str_eq(json_string_value(json_object_get(view, "side")), "blue");
	json_decref(view);
	view = app_ask(200, "GET", app_path("/v1/games/", game, ""), ben, NULL);
	cr_expect_str_eq(json_string_value(schema_find(view, "#/common_app/name")), "Table bot");
	json_decref(view);
	cr_expect(sees_plan(ann, NULL));
	cr_expect(sees_plan(app.token, red));
	cr_expect_not(sees_plan(app.token, blue));
	json_decref(app_as(200, "GET", "/v1/me/games", app.token, blue, NULL));
	app_refused(403, "not_granted", "GET", "/v1/me/games", app.token, red, NULL);
	json_t *list = app_ask(200, "GET", "/v1/app/grants", app.token, NULL);
	cr_expect_eq(json_array_size(json_object_get(list, "grants")), 2);
	json_decref(list);
}

/* Every route of the table whose row lets no app in, and each that does in another game than the
 * grant's: what is at the path is not even looked at. */
Test(http_apps, what_no_grant_reaches)
{
	static const char all[] = "\"look\",\"act\",\"notify\",\"resign\",\"propose\"";
	struct app_made app = app_make(ann);
	const char *every = app_grant(ann, &app, "", all), *one = app_grant(ann, &app, game, all);
	char path[160], another[GAME_ID_BYTES];

	app_game(another);
	for (size_t i = 0; i < routes_count; i++) {
		const struct route *route = &routes[i];
		const char *brace = strchr(route->path, '{');
		const char *method = router_method_name(route->method);
		const char *body = route->body_max ? "{}" : NULL;
		const bool is_of_a_game = strncmp(route->path, "/v1/games/{", 11) == 0;

		if (route->auth == AUTH_NONE || route->auth == AUTH_LOCAL ||
		    route->auth == AUTH_APP)
			continue;
		const char *rest = brace ? strchr(brace, '}') + 1 : "";
		const char *more = strchr(rest, '{');
		snprintf(path, sizeof(path), "%.*s%s%.*s%s",
			 brace ? (int)(brace - route->path) : (int)strlen(route->path), route->path,
			 brace ? another : "", more ? (int)(more - rest) : (int)strlen(rest), rest,
			 more ? "1" : "");
		if (more && strchr(more, '/'))
			snprintf(path + strlen(path), sizeof(path) - strlen(path), "%s",
				 strchr(more, '/'));
		if (route->auth == AUTH_OPERATOR) {
			app_refused(401, "unknown_token", method, path, app.token, every, body);
			continue;
		}
		if (!router_grant(route)) {
			app_refused(403, "not_granted", method, path, app.token, every, body);
			app_refused(403, "not_granted", method, path, app.token, NULL, body);
			continue;
		}
		app_refused(403, "grant_required", method, path, app.token, NULL, body);
		app_refused(403, "not_granted", method, path, app.token, one, body);
		if (is_of_a_game) {
			snprintf(path, sizeof(path), "/v1/games/%s%s",
				 "00000000-0000-4000-8000-000000000000", rest);
			app_refused(403, "not_granted", method, path, app.token, one, body);
		}
	}
}

/* The ids that problems carry are each request's own. */
static void problem_of(const char *token, const char *by, struct text *out)
{
	struct reply reply =
		app_send("GET", app_path("/v1/games/", game, ""), token, by, NULL, NULL);
	json_t *problem = json_loads(reply.body.bytes, 0, NULL);

	json_object_del(problem, "instance");
	json_object_del(problem, "request");
	char *text = json_dumps(problem, JSON_COMPACT | JSON_SORT_KEYS);
	text_add_format(out, "%d %s", reply.status, text);
	free(text);
	json_decref(problem);
	reply_free(&reply);
}

Test(http_apps, no_answer_tells_whether_a_grant_is_there)
{
	struct app_made app = app_make(ann), other = app_make(ben);
	const char *theirs = app_grant(ann, &other, game, "\"look\"");
	const char *ended = app_grant(ann, &app, game, "\"look\"");
	struct text first = TEXT_EMPTY;

	json_decref(app_ask(200, "DELETE", app_path("/v1/me/grants/", ended, ""), ann, NULL));
	const char *const bad[] = {"00000000-0000-4000-8000-000000000000", theirs, ended, "x",
				   app.id};

	problem_of(app.token, bad[0], &first);
	cr_expect(strstr(first.bytes, "bad_grant"), "%s", first.bytes);
	for (size_t i = 1; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct text again = TEXT_EMPTY;

		problem_of(app.token, bad[i], &again);
		cr_expect_str_eq(again.bytes, first.bytes, "%s", bad[i]);
		text_free(&again);
	}
	text_free(&first);
	/* Nor does ending one that is another player's, or never was. */
	app_refused(404, "no_such_grant", "DELETE", app_path("/v1/me/grants/", theirs, ""), ben,
		    NULL, NULL);
	app_refused(404, "no_such_grant", "DELETE", app_path("/v1/me/grants/", bad[0], ""), ben,
		    NULL, NULL);
	/* A grant is no good beside a player's own token. */
	app_refused(400, "bad_header", "GET", app_path("/v1/games/", game, ""), ann, theirs, NULL);
	app_refused(400, "bad_header", "GET", app_path("/v1/games/", game, ""), ben, theirs, NULL);
}

Test(http_apps, resigning_and_proposing_are_ticked_by_themselves)
{
	struct app_made app = app_make(ann);
	const char *acts = app_grant(ann, &app, game, "\"look\",\"act\"");
	const char *proposes = app_grant(ann, &app, game, "\"look\",\"act\",\"propose\"");
	const char *resigns = app_grant(ann, &app, game, "\"look\",\"act\",\"resign\"");
	const char *path = app_path("/v1/games/", game, "/actions");
	static const char draw[] = "{\"type\":\"offer_draw\"}", resign[] = "{\"type\":\"resign\"}";
	char by_id[64], id[32] = "";
	size_t at;
	json_t *one, *list = app_as(200, "GET", path, app.token, acts, NULL);

	json_array_foreach(json_object_get(list, "actions"), at, one)
	{
		if (strcmp(json_string_value(schema_find(one, "#/do/type")), "resign") == 0)
			snprintf(id, sizeof(id), "%s",
				 json_string_value(json_object_get(one, "id")));
	}
	json_decref(list);
	cr_assert(id[0]);
	snprintf(by_id, sizeof(by_id), "{\"action\":\"%s\"}", id);
	app_refused(403, "not_granted", "POST", path, app.token, acts, draw);
	app_refused(403, "not_granted", "POST", path, app.token, acts, resign);
	app_refused(403, "not_granted", "POST", path, app.token, acts, by_id);
	app_refused(403, "not_granted", "POST", path, app.token, proposes, resign);
	app_refused(403, "not_granted", "POST", path, app.token, resigns, draw);
	json_decref(app_as(200, "POST", path, app.token, proposes, draw));
	json_decref(app_as(200, "POST", path, app.token, resigns, resign));
}

/* ---- keys ---- */

static int say(const char *token, const char *by, const char *in, const char *text)
{
	char body[64];

	snprintf(body, sizeof(body), "{\"text\":\"%s\"}", text);
	struct reply reply = app_send("POST", app_path("/v1/games/", in, "/messages"), token, by,
				      "the-key", body);
	const int status = reply.status;

	reply_free(&reply);
	return status;
}

Test(http_apps, keys_are_of_an_app_a_grant_and_a_game)
{
	struct app_made app = app_make(ann);
	const char *one = app_grant(ann, &app, "", "\"look\",\"act\"");
	const char *two = app_grant(ann, &app, "", "\"look\",\"act\"");
	char another[GAME_ID_BYTES];

	app_game(another);
	cr_expect_eq(say(app.token, one, game, "one"), 201);
	cr_expect_eq(say(app.token, one, game, "one"), 201);
	cr_expect_eq(say(app.token, one, game, "else"), 422);
	cr_expect_eq(say(app.token, two, game, "two"), 201);
	cr_expect_eq(say(ann, NULL, game, "Ann"), 201);
	cr_expect_eq(say(app.token, one, another, "there"), 201);
	json_t *list = app_ask(200, "GET", app_path("/v1/games/", game, "/messages"), ben, NULL);
	cr_expect_eq(json_array_size(json_object_get(list, "messages")), 3);
	json_decref(list);
}
