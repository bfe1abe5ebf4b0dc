/* Tag "messages": table talk of the two sides. Spectators neither read nor write it. It has
 * numbers of its own and changes no version, tag or chain of the game. */

#include <stdlib.h>

#include "api/api.h"
#include "api/cursor.h"
#include "base/write.h"
#include "codec/codec_body.h"
#include "codec/words.h"
#include "game/service.h"

enum { MESSAGES_USUAL = 50, MESSAGES_PAGE_MAX = 100 };

/* ---- reading ---- */

static const char *const words_keys[] = {
	[MESSAGE_REMATCH_OFFERED] = "message.rematch_offered",
	[MESSAGE_REMATCH_AGREED] = "message.rematch_agreed",
	[MESSAGE_REMATCH_DECLINED] = "message.rematch_declined",
	[MESSAGE_REMATCH_WITHDRAWN] = "message.rematch_withdrawn",
};

/* What is no player's own text is words: a key, its arguments, and an English label. */
static void write_notice(struct text *out, struct service *service, const char *game,
			 const struct message *message)
{
	bool agreed = message->kind == MESSAGE_REMATCH_AGREED;
	const struct words_argument side = {"side", api_viewer_name(message->side)};
	struct text label = TEXT_EMPTY;
	char rematch[GAME_ID_BYTES];

	words_format(&label, words_spoken(), words_keys[message->kind], &side, 1);
	if (agreed) {
		service_rematch_game(service, game, rematch);
		write_key_name(out, "game", rematch);
	}
	write_key_string(out, "label", label.bytes ? label.bytes : "");
	text_free(&label);
}

static void write_words(struct text *out, const struct message *message)
{
	write_key(out, "words");
	text_add_format(out, "{\"args\":{\"side\":\"%s\"},\"key\":\"%s\"}",
			api_viewer_name(message->side), words_keys[message->kind]);
}

static void write_message(struct text *out, struct service *service, const char *game,
			  const struct message *message)
{
	struct text copy = TEXT_EMPTY;

	write_item(out);
	write_byte(out, '{');
	write_key_name(out, "by", api_viewer_name(message->side));
	if (message->kind != MESSAGE_TEXT)
		write_notice(out, service, game, message);
	write_key_integer(out, "number", message->number);
	write_key_bool(out, "reported", message->reported);
	if (message->kind == MESSAGE_TEXT) {
		text_add(&copy, message->text, message->size);
		write_key_string(out, "text", copy.bytes ? copy.bytes : "");
		text_free(&copy);
	}
	write_key(out, "time");
	write_time(out, message->time_ms);
	if (message->kind != MESSAGE_TEXT)
		write_words(out, message);
	write_byte(out, '}');
}

/* Answer the messages after the number that the query names. */
static enum handled answer_messages(struct request *request, struct response *response)
{
	struct service *service = request->app->service;
	struct message message[MESSAGES_PAGE_MAX + 1];
	struct text *out = &response->body;
	int64_t after = request->query[QUERY_AFTER];
	uint32_t begin, limit;

	if (after >= 0 && request->text_query[QUERY_CURSOR])
		return response_refuse(request, response, PROBLEM_BAD_QUERY,
				       "It is either \"after\" or \"cursor\".");
	if (!cursor_read(request, response, "messages", 0, &begin) ||
	    !cursor_limit(request, response, MESSAGES_USUAL, MESSAGES_PAGE_MAX, &limit))
		return HANDLED;
	size_t count = snapshot_messages(request->snapshot, request->viewer,
					 after > 0 ? (uint32_t)after : begin, message, limit + 1);
	size_t shown = count > limit ? limit : count;

	api_speak(request, response);
	write_byte(out, '{');
	write_key_bool(out, "blocked", snapshot_blocks(request->snapshot, request->viewer));
	write_key(out, "messages");
	write_byte(out, '[');
	for (size_t i = 0; i < shown; i++)
		write_message(out, service, request->parameter[0], &message[i]);
	write_byte(out, ']');
	cursor_write(out, request, "messages", shown ? message[shown - 1].number : 0,
		     count > shown);
	write_byte(out, '}');
	return api_tagged(request, response);
}

static enum handled look_again(struct request *request, struct response *response);

static enum handled has_news(struct request *request, struct response *response)
{
	return api_go_on(request, response, look_again);
}

/* Answer when there is a message to be read, or the time is over. */
static enum handled look_again(struct request *request, struct response *response)
{
	const struct platform *platform = request->app->platform;
	struct message message;

	if (snapshot_messages(request->snapshot, request->viewer,
			      (uint32_t)request->query[QUERY_AFTER], &message, 1) > 0 ||
	    platform->steady_ms(platform->context) >= request->watch_until_ms)
		return answer_messages(request, response);
	return request_watch(request, request->watch_until_ms, has_news);
}

enum handled list_messages(struct request *request, struct response *response)
{
	const struct platform *platform = request->app->platform;
	int64_t wait = request->query[QUERY_WAIT];

	if (request->query[QUERY_AFTER] < 0 || wait <= 0)
		return answer_messages(request, response);
	if (wait > LIMIT_WAIT_SECONDS)
		wait = LIMIT_WAIT_SECONDS;
	request->watch_until_ms = platform->steady_ms(platform->context) + wait * 1000;
	return look_again(request, response);
}

/* ---- writing ---- */

static enum handled sent(struct request *request, struct response *response)
{
	const struct job *job = &request->job;

	if (job->problem != PROBLEM_NONE)
		return api_job_problem(request, response);
	write_byte(&response->body, '{');
	write_key_integer(&response->body, "number", job->talk.message);
	write_byte(&response->body, '}');
	return response_json(response, 201);
}

/* The text of the body stays in the request until the job is back. */
static void keep_text(struct request *request, const char *text)
{
	text_clear(&request->text);
	text_add_string(&request->text, text);
	request->job.talk.text = request->text.bytes;
}

enum handled send_message(struct request *request, struct response *response)
{
	char text[CODEC_TEXT_BYTES];
	struct codec_error error = {0};

	if (!codec_message_decode(text, request->body, request->body_size, &error))
		return api_bad_body(request, response, &error);
	api_job(request, JOB_TALK);
	keep_text(request, text);
	return request_submit(request, response, sent);
}

static enum handled blocked(struct request *request, struct response *response)
{
	const struct job *job = &request->job;

	if (job->problem != PROBLEM_NONE)
		return api_job_problem(request, response);
	write_byte(&response->body, '{');
	write_key_bool(&response->body, "blocked", snapshot_blocks(job->snapshot, request->viewer));
	write_byte(&response->body, '}');
	return response_json(response, 200);
}

enum handled block_messages(struct request *request, struct response *response)
{
	struct codec_error error = {0};
	bool blocks;

	if (!codec_block_decode(&blocks, request->body, request->body_size, &error))
		return api_bad_body(request, response, &error);
	api_job(request, JOB_BLOCK);
	request->job.talk.blocks = blocks;
	return request_submit(request, response, blocked);
}

enum handled report_message(struct request *request, struct response *response)
{
	const char *number = request->parameter[1];
	char text[CODEC_TEXT_BYTES];
	struct codec_error error = {0};

	if (!codec_reason_decode(text, request->body, request->body_size, &error))
		return api_bad_body(request, response, &error);
	if (strspn(number, "0123456789") != strlen(number) || strlen(number) > 9)
		return response_refuse(request, response, PROBLEM_NO_SUCH_MESSAGE, "");
	api_job(request, JOB_REPORT);
	request->job.talk.message = (uint32_t)strtoul(number, NULL, 10);
	keep_text(request, text);
	return request_submit(request, response, sent);
}
