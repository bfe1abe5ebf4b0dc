/* Tag "players": the tokens of a player, each with a name and what it may do. */

#include <stdlib.h>

#include "api/api.h"
#include "base/write.h"
#include "codec/codec_body.h"
#include "game/players.h"

/* What a token is; the token itself only where it was just made. */
static void write_token(struct text *out, const struct request *request,
			const struct token_facts *facts, const char *token)
{
	write_byte(out, '{');
	write_key(out, "created");
	write_time(out, facts->created_ms);
	write_key_bool(out, "current", facts->principal == request->caller.principal);
	write_key_name(out, "id", facts->id);
	if (facts->used_ms) {
		write_key(out, "last_used");
		write_time(out, facts->used_ms);
	}
	write_key(out, "may");
	text_add_string(out, facts->may & TOKEN_PLAY ? "[\"play\",\"read\"]" : "[\"read\"]");
	write_key_string(out, "name", facts->name);
	if (token)
		write_key_name(out, "token", token);
	write_byte(out, '}');
}

enum handled list_tokens(struct request *request, struct response *response)
{
	struct token_facts token[TOKENS_MAX];
	size_t count =
		service_tokens(request->app->service, request->caller.player, token, TOKENS_MAX);
	struct text *out = &response->body;

	write_byte(out, '{');
	write_key(out, "next");
	text_add_string(out, "null");
	write_key(out, "tokens");
	write_byte(out, '[');
	for (size_t i = 0; i < count; i++) {
		if (token[i].may & TOKEN_LINK)
			continue;
		write_item(out);
		write_token(out, request, &token[i], NULL);
	}
	write_byte(out, ']');
	write_byte(out, '}');
	return response_json(response, 200);
}

static enum handled token_made(struct request *request, struct response *response)
{
	const struct job *job = &request->job;
	struct token_facts token;

	if (job->problem != PROBLEM_NONE)
		return api_job_problem(request, response);
	service_token(request->app->service, job->player, job->id, &token);
	write_token(&response->body, request, &token, job->token);
	return response_json(response, 201);
}

enum handled create_token(struct request *request, struct response *response)
{
	struct codec_token token;
	struct codec_error error = {0};

	if (!codec_token_decode(&token, request->body, request->body_size, &error))
		return api_bad_body(request, response, &error);
	api_job(request, JOB_TOKEN);
	text_add_string(&request->text, token.name);
	request->job.account.name = request->text.bytes;
	request->job.account.may = token.plays ? TOKEN_READ | TOKEN_PLAY : TOKEN_READ;
	return request_submit(request, response, token_made);
}

static enum handled token_ended(struct request *request, struct response *response)
{
	struct token_facts token;

	if (request->job.problem != PROBLEM_NONE)
		return api_job_problem(request, response);
	service_token(request->app->service, request->job.player, request->job.id, &token);
	write_token(&response->body, request, &token, NULL);
	return response_json(response, 200);
}

enum handled end_token(struct request *request, struct response *response)
{
	if (!api_is_game_id(request->parameter[0]))
		return response_refuse(request, response, PROBLEM_NO_SUCH_TOKEN, "");
	api_job(request, JOB_END_TOKEN);
	return request_submit(request, response, token_ended);
}
