/* Tag "players": who a player is elsewhere, which is Discord. */

#include "game/links.h"
#include "api/api.h"
#include "base/write.h"

static void write_link(struct text *out, const struct token_facts *link)
{
	write_byte(out, '{');
	write_key(out, "created");
	write_time(out, link->created_ms);
	write_key_name(out, "id", link->id);
	if (link->used_ms) {
		write_key(out, "last_used");
		write_time(out, link->used_ms);
	}
	write_key_string(out, "name", link->name);
	write_byte(out, '}');
}

enum handled list_links(struct request *request, struct response *response)
{
	struct token_facts link[TOKENS_MAX];
	size_t count =
		service_links(request->app->service, request->caller.player, link, TOKENS_MAX);
	struct text *out = &response->body;

	write_byte(out, '{');
	write_key(out, "links");
	write_byte(out, '[');
	for (size_t i = 0; i < count; i++) {
		write_item(out);
		write_link(out, &link[i]);
	}
	write_byte(out, ']');
	write_key_bool(out, "offered", request->app->discord != NULL);
	write_byte(out, '}');
	return response_json(response, 200);
}

enum handled create_link(struct request *request, struct response *response)
{
	char code[USER_CODE_BYTES];
	struct text *out = &response->body;

	if (!request->app->discord)
		return response_refuse(request, response, PROBLEM_NOT_OFFERED,
				       "This server plays in no Discord.");
	if (!service_make_link_code(request->app->service, request->caller.player, code))
		return response_refuse(request, response, PROBLEM_BUSY,
				       "Too many codes wait to be typed.");
	write_byte(out, '{');
	write_key_name(out, "code", code);
	write_key_integer(out, "expires_in", DEVICE_CODE_S);
	write_byte(out, '}');
	return response_json(response, 201);
}

static enum handled link_ended(struct request *request, struct response *response)
{
	struct token_facts link;

	if (request->job.problem != PROBLEM_NONE)
		return api_job_problem(request, response);
	service_token(request->app->service, request->job.player, request->job.id, &link);
	write_link(&response->body, &link);
	return response_json(response, 200);
}

enum handled end_link(struct request *request, struct response *response)
{
	if (!api_is_game_id(request->parameter[0]))
		return response_refuse(request, response, PROBLEM_NO_SUCH_LINK, "");
	api_job(request, JOB_LINK_END);
	return request_submit(request, response, link_ended);
}
