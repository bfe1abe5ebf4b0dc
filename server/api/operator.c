/* Tag "operator": what the one who runs the server may see and do. Their token lies in
 * DIR/operator.token. What they do to a game is told to everybody who sees the game. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/api.h"
#include "api/cursor.h"
#include "base/write.h"
#include "codec/codec_body.h"
#include "codec/codec_request.h"
#include "game/operator.h"
#include "game/players.h"

enum { OPERATOR_PAGE = 50, REPORTS_MAX = 100 };

/* ---- games ---- */

/* The game's players, by the ids that operatePlayer takes. */
static void write_players(struct text *out, struct service *service, const char *game)
{
	static const pn_side by_name[PN_VIEWERS] = {PN_BLUE, PN_RED, PN_PUBLIC};
	struct player_facts player;

	write_key(out, "players");
	write_byte(out, '{');
	for (size_t i = 0; i < PN_VIEWERS; i++) {
		if (!service_holder(service, game, by_name[i], &player) || player.has_left)
			continue;
		write_key(out, api_seat_name(by_name[i]));
		write_byte(out, '{');
		write_key_name(out, "id", player.id);
		write_key_string(out, "name", player.name);
		write_byte(out, '}');
	}
	write_byte(out, '}');
}

static void write_row(struct text *out, struct service *service, const struct kept_game *game)
{
	write_item(out);
	write_byte(out, '{');
	write_key(out, "created");
	write_time(out, game->created_ms);
	write_key_bool(out, "hidden", game->hidden);
	write_key_name(out, "id", game->id);
	write_players(out, service, game->id);
	write_key_name(out, "status",
		       game->status <= GAME_FINISHED
			       ? game_status_name((enum game_status)game->status)
			       : "deleted");
	write_byte(out, '}');
}

enum handled list_all_games(struct request *request, struct response *response)
{
	struct kept_game game[LIMIT_LIST_ITEMS];
	struct text *out = &response->body;
	uint32_t before, limit;
	size_t count = 0;

	if (!cursor_read(request, response, "operator", UINT32_MAX, &before) ||
	    !cursor_limit(request, response, OPERATOR_PAGE, LIMIT_LIST_ITEMS, &limit))
		return HANDLED;
	if (!service_kept_games(request->app->service, before, game, limit, &count))
		return response_refuse(request, response, PROBLEM_STORE_FAILED, "");
	write_byte(out, '{');
	write_key(out, "games");
	write_byte(out, '[');
	for (size_t i = 0; i < count; i++)
		write_row(out, request->app->service, &game[i]);
	write_byte(out, ']');
	cursor_write(out, request, "operator", count ? game[count - 1].place : 0, count == limit);
	write_byte(out, '}');
	return response_json(response, 200);
}

static enum handled operated(struct request *request, struct response *response)
{
	const struct job *job = &request->job;
	struct text *out = &response->body;

	if (job->problem != PROBLEM_NONE)
		return api_job_problem(request, response);
	const struct game_header *header = snapshot_header(job->snapshot);

	write_byte(out, '{');
	write_key_bool(out, "hidden", snapshot_hidden(job->snapshot));
	write_key_name(out, "id", header->id);
	write_key_bool(out, "paused", snapshot_clock(job->snapshot)->paused);
	write_key_name(out, "status", game_status_name(header->status));
	if (job->token[0])
		write_key_name(out, "token", job->token);
	write_byte(out, '}');
	return response_json(response, 200);
}

enum handled operate_game(struct request *request, struct response *response)
{
	struct job *job = &request->job;
	struct codec_operation operation;
	struct codec_error error = {0};

	if (!api_is_game_id(request->parameter[0]))
		return response_refuse(request, response, PROBLEM_NO_SUCH_GAME, "");
	if (!codec_operation_decode(&operation, request->body, request->body_size, &error))
		return api_bad_body(request, response, &error);
	api_job(request, JOB_OPERATE);
	job->operator_act = operation.act;
	job->side = operation.side;
	return request_submit(request, response, operated);
}

/* ---- players ---- */

static enum handled tokens_ended(struct request *request, struct response *response)
{
	const struct job *job = &request->job;
	struct text *out = &response->body;

	if (job->problem != PROBLEM_NONE)
		return api_job_problem(request, response);
	write_byte(out, '{');
	write_key_name(out, "id", job->player);
	write_key_name(out, "token", job->token);
	write_byte(out, '}');
	return response_json(response, 200);
}

enum handled operate_player(struct request *request, struct response *response)
{
	struct codec_error error = {0};

	if (!codec_player_act_decode(request->body, request->body_size, &error))
		return api_bad_body(request, response, &error);
	if (!api_is_game_id(request->parameter[0]))
		return response_refuse(request, response, PROBLEM_NO_SUCH_PLAYER, "");
	api_job(request, JOB_END_ALL);
	memcpy(request->job.player, request->parameter[0], sizeof(request->job.player));
	return request_submit(request, response, tokens_ended);
}

/* ---- reports of table talk ---- */

static void write_report(struct text *out, const struct kept_report *report)
{
	write_item(out);
	write_byte(out, '{');
	write_key_name(out, "by", api_viewer_name(report->side));
	write_key_name(out, "game", report->game);
	write_key_integer(out, "message", report->message);
	write_key_string(out, "reason", report->reason);
	write_key_integer(out, "report", report->place);
	write_key_name(out, "said_by", api_viewer_name(pn_opponent(report->side)));
	write_key_bool(out, "settled", report->settled);
	write_key_string(out, "text", report->said);
	write_key(out, "time");
	write_time(out, report->time_ms);
	write_byte(out, '}');
}

enum handled list_reports(struct request *request, struct response *response)
{
	struct kept_report *report;
	struct text *out = &response->body;
	uint32_t before, limit;
	size_t count = 0;

	if (!cursor_read(request, response, "reports", UINT32_MAX, &before) ||
	    !cursor_limit(request, response, OPERATOR_PAGE, REPORTS_MAX, &limit))
		return HANDLED;
	report = request->memory = calloc(limit, sizeof(*report));
	if (!report)
		abort();
	if (!service_reports(request->app->service, before, report, limit, &count))
		return response_refuse(request, response, PROBLEM_STORE_FAILED, "");
	write_byte(out, '{');
	write_key(out, "reports");
	write_byte(out, '[');
	for (size_t i = 0; i < count; i++)
		write_report(out, &report[i]);
	write_byte(out, ']');
	cursor_write(out, request, "reports", count ? report[count - 1].place : 0, count == limit);
	write_byte(out, '}');
	return response_json(response, 200);
}

static enum handled settled(struct request *request, struct response *response)
{
	struct text *out = &response->body;

	if (request->job.problem != PROBLEM_NONE)
		return api_job_problem(request, response);
	write_byte(out, '{');
	write_key_integer(out, "report", request->job.talk.message);
	write_key_bool(out, "settled", true);
	write_byte(out, '}');
	return response_json(response, 200);
}

enum handled settle_report(struct request *request, struct response *response)
{
	const char *number = request->parameter[0];
	struct kept_report *report;
	uint32_t wanted;
	size_t count = 0;

	if (strspn(number, "0123456789") != strlen(number) || strlen(number) > 9)
		return response_refuse(request, response, PROBLEM_NO_SUCH_REPORT, "");
	wanted = (uint32_t)strtoul(number, NULL, 10);
	report = request->memory = calloc(1, sizeof(*report));
	if (!report)
		abort();
	if (!service_reports(request->app->service, wanted + 1, report, 1, &count))
		return response_refuse(request, response, PROBLEM_STORE_FAILED, "");
	if (count == 0 || report->place != wanted)
		return response_refuse(request, response, PROBLEM_NO_SUCH_REPORT, "");
	api_job(request, JOB_SETTLE);
	request->job.talk.message = wanted;
	return request_submit(request, response, settled);
}

/* ---- faults ---- */

enum handled list_faults(struct request *request, struct response *response)
{
	struct kept_fault fault[LIMIT_LIST_ITEMS];
	struct text *out = &response->body;
	size_t count = service_faults(request->app->service, fault, LIMIT_LIST_ITEMS);

	write_byte(out, '{');
	write_key(out, "faults");
	write_byte(out, '[');
	for (size_t i = 0; i < count; i++) {
		write_item(out);
		write_byte(out, '{');
		write_key_name(out, "game", fault[i].game);
		write_key_name(out, "report", fault[i].report);
		write_byte(out, '}');
	}
	write_byte(out, ']');
	write_byte(out, '}');
	return response_json(response, 200);
}

enum handled get_fault(struct request *request, struct response *response)
{
	if (!api_is_game_id(request->parameter[0]) ||
	    !service_fault_report(request->app->service, request->parameter[0], &response->body))
		return response_refuse(request, response, PROBLEM_NO_SUCH_REPORT, "");
	return response_json(response, 200);
}
