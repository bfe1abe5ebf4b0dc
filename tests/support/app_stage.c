#include "app_stage.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

struct app_stage app_stage;

struct reply app_send(const char *method, const char *path, const char *token, const char *grant,
		      const char *key, const char *body)
{
	char header[96] = "";
	struct ask ask = {.method = method, .path = path, .token = token, .body = body};

	if (strcmp(method, "POST") == 0)
		ask.key = key ? key : "uuid";
	if (grant) {
		snprintf(header, sizeof(header), "Pennon-Grant: %s\r\n", grant);
		ask.headers = header;
	}
	return client_ask(app_stage.server.port, &ask);
}

json_t *app_as(int status, const char *method, const char *path, const char *token,
	       const char *grant, const char *body)
{
	struct reply reply = app_send(method, path, token, grant, NULL, body);
	json_t *value = json_loads(reply.body.bytes ? reply.body.bytes : "{}", 0, NULL);

	cr_assert_eq(reply.status, status, "%s %s: %d %s", method, path, reply.status,
		     reply.body.bytes);
	reply_free(&reply);
	return value;
}

json_t *app_ask(int status, const char *method, const char *path, const char *token,
		const char *body)
{
	return app_as(status, method, path, token, NULL, body);
}

void app_refused(int status, const char *code, const char *method, const char *path,
		 const char *token, const char *grant, const char *body)
{
	json_t *problem = app_as(status, method, path, token, grant, body);

	cr_expect_str_eq(json_string_value(json_object_get(problem, "code")), code, "%s %s", method,
			 path);
	json_decref(problem);
}

void app_take(json_t *answer, const char *pointer, char *out, size_t size)
{
	const char *text = json_string_value(schema_find(answer, pointer));

	cr_assert_not_null(text, "%s", pointer);
	snprintf(out, size, "%s", text);
	json_decref(answer);
}

void app_player(const char *name, char out[TOKEN_BYTES])
{
	char body[64];

	snprintf(body, sizeof(body), "{\"name\":\"%s\"}", name);
	app_take(app_ask(201, "POST", "/v1/players", NULL, body), "#/token", out, TOKEN_BYTES);
}

struct app_made app_make(const char *token)
{
	struct app_made app;
	json_t *answer = app_ask(201, "POST", "/v1/apps", token,
				 "{\"name\":\"Table bot\",\"asks\":[\"look\",\"act\"]}");

	json_incref(answer);
	app_take(answer, "#/app", app.id, sizeof(app.id));
	app_take(answer, "#/token", app.token, sizeof(app.token));
	return app;
}

const char *app_grant(const char *token, const struct app_made *app, const char *in,
		      const char *may)
{
	static char ids[8][GAME_ID_BYTES];
	static unsigned next;
	char body[256], of[64] = "";
	char *id = ids[next++ % 8];

	if (in[0])
		snprintf(of, sizeof(of), "\"game\":\"%s\",", in);
	snprintf(body, sizeof(body), "{\"app\":\"%s\",%s\"may\":[%s]}", app->id, of, may);
	app_take(app_ask(201, "POST", "/v1/me/grants", token, body), "#/grant", id, GAME_ID_BYTES);
	return id;
}

const char *app_path(const char *before, const char *id, const char *after)
{
	static char path[4][160];
	static unsigned next;
	char *out = path[next++ % 4];

	snprintf(out, sizeof(path[0]), "%s%s%s", before, id, after);
	return out;
}

void app_game(char out[GAME_ID_BYTES])
{
	char body[128];
	json_t *answer = app_ask(201, "POST", "/v1/games", app_stage.ann,
				 "{\"scenario\":\"first-charge\",\"side\":\"red\",\"access\":"
				 "\"private\"}");

	snprintf(body, sizeof(body), "{\"code\":\"%s\"}",
		 json_string_value(schema_find(answer, "#/invitation/code")));
	app_take(answer, "#/game/id", out, GAME_ID_BYTES);
	json_decref(
		app_ask(201, "POST", app_path("/v1/games/", out, "/seats"), app_stage.ben, body));
}

void app_stage_open(bool on_disk)
{
	if (on_disk)
		http_host_open_cold(&app_stage.server, 8);
	else
		http_host_open(&app_stage.server, NULL);
	app_player("Ann", app_stage.ann);
	app_player("Ben", app_stage.ben);
	app_game(app_stage.game);
}

void app_stage_close(void)
{
	cr_expect_eq(http_host_errors(), 0);
	http_host_close(&app_stage.server);
}
