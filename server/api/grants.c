/* Tag "apps": what a player allows them. */

#include <stdlib.h>
#include <string.h>

#include "api/app_parts.h"
#include "base/write.h"
#include "codec/codec_app.h"

_Static_assert((int)CODEC_ID_BYTES == GAME_ID_BYTES, "an id is as long in a body as in the game");
_Static_assert(1 << (CODEC_APP_MAY - 1) == GRANT_PROPOSE,
	       "each word of the codec is a bit of grant_may");

/* What a command needs of a grant besides GRANT_ACT. */
static const uint8_t needs[PN_COMMAND_COUNT] = {
	[PN_COMMAND_RESIGN] = GRANT_RESIGN,
	[PN_COMMAND_STEP_DOWN] = GRANT_RESIGN,
	[PN_COMMAND_OFFER_DRAW] = GRANT_PROPOSE,
	[PN_COMMAND_OFFER_RESULT] = GRANT_PROPOSE,
	[PN_COMMAND_OFFER_UNDO] = GRANT_PROPOSE,
	[PN_COMMAND_OFFER_METHOD] = GRANT_PROPOSE,
	[PN_COMMAND_OFFER_UMPIRE] = GRANT_PROPOSE,
	[PN_COMMAND_ACCEPT_OFFER] = GRANT_PROPOSE,
	[PN_COMMAND_DECLINE_OFFER] = GRANT_PROPOSE,
	[PN_COMMAND_WITHDRAW_OFFER] = GRANT_PROPOSE,
	[PN_COMMAND_WITHDRAW_METHOD] = GRANT_PROPOSE,
	[PN_COMMAND_ASK_OUTCOME] = GRANT_PROPOSE,
	[PN_COMMAND_ASK_DRAW] = GRANT_PROPOSE,
	[PN_COMMAND_ASK_RESULT] = GRANT_PROPOSE,
	[PN_COMMAND_ASK_UNDO] = GRANT_PROPOSE,
	[PN_COMMAND_ASK_CLOCK] = GRANT_PROPOSE,
	[PN_COMMAND_WITHDRAW_QUESTION] = GRANT_PROPOSE,
	[PN_COMMAND_RULE_FOR] = GRANT_PROPOSE,
	[PN_COMMAND_RULE_AGAINST] = GRANT_PROPOSE,
	[PN_COMMAND_PROPOSE_OUTCOME] = GRANT_PROPOSE,
	[PN_COMMAND_ACCEPT_OUTCOME] = GRANT_PROPOSE,
};

bool grant_allows(const struct caller *caller, enum pn_command_kind kind)
{
	return !caller->grant[0] || (caller->granted & needs[kind]) == needs[kind];
}

/* A grant as who gave it sees it: to which app. */
static void write_grant(struct text *out, const struct request *request,
			const struct grant_facts *grant)
{
	struct app_facts app = {.name = ""};

	service_app(request->app->service, grant->app, &app);
	write_byte(out, '{');
	write_key(out, "app");
	app_write(out, request, &app, NULL);
	write_key(out, "created");
	write_time(out, grant->created_ms);
	if (grant->game[0])
		write_key_name(out, "game", grant->game);
	write_key_name(out, "grant", grant->id);
	app_may_write(out, "may", grant->may);
	write_byte(out, '}');
}

enum handled list_grants(struct request *request, struct response *response)
{
	struct grant_facts *grant = request->memory = calloc(GRANTS_MAX, sizeof(*grant));
	struct text *out = &response->body;

	if (!grant)
		abort();
	const size_t count =
		service_grants(request->app->service, request->caller.player, grant, GRANTS_MAX);

	write_byte(out, '{');
	write_key(out, "grants");
	write_byte(out, '[');
	for (size_t i = 0; i < count; i++) {
		write_item(out);
		write_grant(out, request, &grant[i]);
	}
	text_add_string(out, "]}");
	return response_json(response, 200);
}

static enum handled granted(struct request *request, struct response *response)
{
	const struct job *job = &request->job;
	struct grant_facts grant;

	if (job->problem != PROBLEM_NONE)
		return app_refuse_code(request, response, job->problem);
	if (!service_grant(request->app->service, job->id, &grant) || !grant.good)
		return response_refuse(request, response, PROBLEM_NO_SUCH_GRANT, "");
	write_grant(&response->body, request, &grant);
	return response_json(response, 201);
}

enum handled create_grant(struct request *request, struct response *response)
{
	struct codec_grant grant;
	struct codec_error error = {0};

	if (!codec_grant_decode(&grant, request->body, request->body_size, &error))
		return api_bad_body(request, response, &error);
	api_job(request, JOB_GRANT);
	request->job.given = (struct job_grant){.may = grant.may};
	if (grant.code[0]) {
		text_add_string(&request->text, grant.code);
		request->job.given.code = request->text.bytes;
	}
	memcpy(request->job.given.app, grant.app, sizeof(grant.app));
	memcpy(request->job.given.game, grant.game, sizeof(grant.game));
	return request_submit(request, response, granted);
}

static enum handled ended(struct request *request, struct response *response)
{
	return api_job_dropped(request, response, "grant");
}

enum handled end_grant(struct request *request, struct response *response)
{
	if (!api_is_game_id(request->parameter[0]))
		return response_refuse(request, response, PROBLEM_NO_SUCH_GRANT, "");
	api_job(request, JOB_GRANT_END);
	return request_submit(request, response, ended);
}
