/* Tag "apps": programs that act for players, as their makers and they themselves see them. */

#include <stdlib.h>
#include <string.h>

#include "api/app_parts.h"
#include "api/cursor.h"
#include "base/write.h"
#include "codec/codec_app.h"
#include "game/players.h"

/* ---- parts ---- */

void app_may_write(struct text *out, const char *key, uint8_t may)
{
	write_key(out, key);
	write_byte(out, '[');
	for (size_t i = 0; i < CODEC_APP_MAY; i++) {
		if (may >> i & 1) {
			write_item(out);
			write_name(out, codec_app_may[i]);
		}
	}
	write_byte(out, ']');
}

/* The app's maker, by the name that they have today and chose themselves. */
static void write_maker(struct text *out, const struct request *request,
			const struct app_facts *app)
{
	struct player_facts player;

	write_key(out, "maker");
	write_byte(out, '{');
	write_key_name(out, "by", app->player[0] ? "player" : "operator");
	if (app->player[0] && service_player(request->app->service, app->player, &player)) {
		write_key_string(out, "name", player.name);
		write_key_name(out, "player", player.id);
	}
	write_byte(out, '}');
}

void app_write(struct text *out, const struct request *request, const struct app_facts *app,
	       const char *token)
{
	write_byte(out, '{');
	write_key_name(out, "app", app->id);
	app_may_write(out, "asks", app->asks);
	write_key(out, "created");
	write_time(out, app->created_ms);
	write_maker(out, request, app);
	write_key_string(out, "name", app->name);
	if (token)
		write_key_name(out, "token", token);
	write_byte(out, '}');
}

/* ---- its maker ---- */

enum handled list_apps(struct request *request, struct response *response)
{
	struct app_facts app[APPS_MAX];
	struct text *out = &response->body;
	const size_t count =
		service_apps(request->app->service, request->caller.player, app, APPS_MAX);

	write_byte(out, '{');
	write_key(out, "apps");
	write_byte(out, '[');
	for (size_t i = 0; i < count; i++) {
		write_item(out);
		app_write(out, request, &app[i], NULL);
	}
	text_add_string(out, "]}");
	return response_json(response, 200);
}

/* As it is now; with its token where that is new. */
static enum handled answer(struct request *request, struct response *response, int status)
{
	const struct job *job = &request->job;
	struct app_facts app;

	if (job->problem != PROBLEM_NONE)
		return api_job_problem(request, response);
	if (!service_app(request->app->service, job->id, &app))
		return response_refuse(request, response, PROBLEM_NO_SUCH_APP, "");
	app_write(&response->body, request, &app, job->token[0] ? job->token : NULL);
	return response_json(response, status);
}

static enum handled made(struct request *request, struct response *response)
{
	return answer(request, response, 201);
}

enum handled create_app(struct request *request, struct response *response)
{
	struct codec_app app;
	struct codec_error error = {0};

	if (!codec_app_decode(&app, true, request->body, request->body_size, &error))
		return api_bad_body(request, response, &error);
	api_job(request, JOB_APP);
	text_add_string(&request->text, app.name);
	request->job.app = (struct job_app){.name = request->text.bytes, .asks = app.asks};
	return request_submit(request, response, made);
}

enum handled get_app(struct request *request, struct response *response)
{
	struct app_facts app;

	if (!service_app(request->app->service, request->parameter[0], &app) || app.ended)
		return response_refuse(request, response, PROBLEM_NO_SUCH_APP, "");
	app_write(&response->body, request, &app, NULL);
	return response_json(response, 200);
}

static enum handled changed(struct request *request, struct response *response)
{
	return answer(request, response, 200);
}

static bool begin(struct request *request, struct response *response, enum app_act act)
{
	if (!api_is_game_id(request->parameter[0])) {
		response_refuse(request, response, PROBLEM_NO_SUCH_APP, "");
		return false;
	}
	api_job(request, JOB_APP_CHANGE);
	request->job.app = (struct job_app){.act = (uint8_t)act};
	return true;
}

enum handled change_app(struct request *request, struct response *response)
{
	struct codec_app app;
	struct codec_error error = {0};

	if (!codec_app_decode(&app, false, request->body, request->body_size, &error))
		return api_bad_body(request, response, &error);
	if (!begin(request, response, APP_CHANGE))
		return HANDLED;
	text_add_string(&request->text, app.name);
	request->job.app.name = app.name[0] ? request->text.bytes : NULL;
	request->job.app.asks = app.asks;
	return request_submit(request, response, changed);
}

enum handled renew_app_token(struct request *request, struct response *response)
{
	return begin(request, response, APP_RENEW) ? request_submit(request, response, changed)
						   : HANDLED;
}

static enum handled dropped(struct request *request, struct response *response)
{
	return api_job_dropped(request, response, "app");
}

enum handled delete_app(struct request *request, struct response *response)
{
	return begin(request, response, APP_DROP) ? request_submit(request, response, dropped)
						  : HANDLED;
}

/* ---- the app itself ---- */

enum handled get_this_app(struct request *request, struct response *response)
{
	struct app_facts app;

	if (!service_app(request->app->service, request->caller.app, &app))
		return response_refuse(request, response, PROBLEM_TOKEN_ENDED, "");
	app_write(&response->body, request, &app, NULL);
	return response_json(response, 200);
}

void app_granted_write(struct text *out, const struct request *request,
		       const struct grant_facts *grant)
{
	struct player_facts player = {.name = ""};

	service_player(request->app->service, grant->player, &player);
	write_byte(out, '{');
	write_key(out, "created");
	write_time(out, grant->created_ms);
	if (grant->game[0])
		write_key_name(out, "game", grant->game);
	write_key_name(out, "grant", grant->id);
	app_may_write(out, "may", grant->may);
	write_key(out, "player");
	write_byte(out, '{');
	write_key_name(out, "id", grant->player);
	write_key_string(out, "name", player.name);
	text_add_string(out, "}}");
}

enum handled list_app_grants(struct request *request, struct response *response)
{
	struct text *out = &response->body;
	uint32_t before, limit;

	if (!cursor_read(request, response, "granted", UINT32_MAX, &before) ||
	    !cursor_limit(request, response, LIMIT_LIST_ITEMS, LIMIT_LIST_ITEMS, &limit))
		return HANDLED;
	struct grant_facts *grant = request->memory = calloc(limit + 1, sizeof(*grant));

	if (!grant)
		abort();
	const size_t count = service_granted(request->app->service, request->caller.app, before,
					     grant, limit + 1);
	const size_t shown = count < limit ? count : limit;

	write_byte(out, '{');
	write_key(out, "grants");
	write_byte(out, '[');
	for (size_t i = 0; i < shown; i++) {
		write_item(out);
		app_granted_write(out, request, &grant[i]);
	}
	write_byte(out, ']');
	cursor_write(out, request, "granted", shown ? grant[shown - 1].place : 0, count > shown);
	write_byte(out, '}');
	return response_json(response, 200);
}
