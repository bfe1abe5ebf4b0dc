/* Tag "players": on which day players were here last, of those who want it shown. It stands in no
 * view and in no stream: those are kept, tagged and compared by version. */

#include <stdio.h>

#include "api/api.h"
#include "base/write.h"
#include "codec/codec_body.h"
#include "game/players.h"
#include "game/service.h"

/* "2026-11-21", of UTC. */
static void write_day(struct text *out, const char *key, int64_t time_ms)
{
	enum { DATE_CHARACTERS = 10 };
	char time[WRITE_TIME_BYTES];

	format_time(time, time_ms);
	time[DATE_CHARACTERS] = '\0';
	write_key_name(out, key, time);
}

static enum handled write_mine(struct request *request, struct response *response)
{
	struct player_facts player = {0};
	struct text *out = &response->body;

	service_player(request->app->service, request->caller.player, &player);
	write_byte(out, '{');
	if (player.here_ms)
		write_day(out, "day", player.here_ms);
	write_key_bool(out, "shown", player.shows_day);
	write_byte(out, '}');
	return api_tagged(request, response);
}

enum handled get_my_presence(struct request *request, struct response *response)
{
	return write_mine(request, response);
}

static enum handled presence_chosen(struct request *request, struct response *response)
{
	if (request->job.problem != PROBLEM_NONE)
		return api_job_problem(request, response);
	return write_mine(request, response);
}

enum handled show_presence(struct request *request, struct response *response)
{
	struct codec_error error = {0};
	bool shows_day;

	if (!codec_presence_decode(&shows_day, request->body, request->body_size, &error))
		return api_bad_body(request, response, &error);
	api_job(request, JOB_PRESENCE);
	request->job.account.shows_day = shows_day;
	return request_submit(request, response, presence_chosen);
}

enum handled get_presence(struct request *request, struct response *response)
{
	struct service *service = request->app->service;
	struct player_facts player;
	struct text *out = &response->body;

	write_byte(out, '{');
	write_key(out, "presence");
	write_byte(out, '{');
	for (pn_side at = 0; at < PN_SIDES; at++) {
		const pn_side side = at == 0 ? PN_BLUE : PN_RED; /* keys are sorted */

		if (service_holder(service, request->parameter[0], side, &player) &&
		    service_may_show_day(service, &player))
			write_day(out, api_seat_name(side), player.here_ms);
	}
	write_byte(out, '}');
	write_byte(out, '}');
	return api_tagged(request, response);
}
