/* Tag "hooks": where a player is told of their games, and a seat of its own. The two differ only in
 * the hook's owner. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/api.h"
#include "api/hook.h"
#include "base/write.h"
#include "codec/codec_hook.h"
#include "codec/words.h"
#include "game/hooks.h"
#include "notify/hook_message.h"

static const enum notice_kind kinds[CODEC_HOOK_KINDS] = {
	NOTICE_TURN, NOTICE_REACTION, NOTICE_CLOCK, NOTICE_MESSAGE, NOTICE_JOINED, NOTICE_ENDED,
};

/* ---- whose, and which ---- */

static bool is_seats(const struct request *request)
{
	return request->route->auth == AUTH_SEAT;
}

void hook_owner(const struct request *request, char out[GAME_ID_BYTES])
{
	if (is_seats(request))
		service_hook_owner(request->app->service, &request->caller, request->parameter[0],
				   request->viewer, out);
	else
		memcpy(out, request->caller.player, GAME_ID_BYTES);
}

const char *hook_id(const struct request *request)
{
	return request->parameter[is_seats(request) ? 1 : 0];
}

bool hook_begin(struct request *request, struct response *response, enum hook_act act)
{
	const char *id = hook_id(request);

	if (!api_is_game_id(id) || strcspn(id, "ABCDEF") != strlen(id)) {
		response_refuse(request, response, PROBLEM_NO_SUCH_HOOK,
				"The id of a hook is a UUID in lower case.");
		return false;
	}
	api_job(request, JOB_HOOK);
	memcpy(request->job.id, id, GAME_ID_BYTES);
	hook_owner(request, request->job.player);
	request->job.hook = (struct job_hook){
		.act = (uint8_t)act, .seat = is_seats(request) ? request->parameter[0] : NULL};
	return true;
}

bool hook_find(struct request *request, const char *owner, struct hook_facts *out)
{
	struct hook_facts hook[HOOKS_MAX];
	const char *id = hook_id(request);
	size_t count;

	if (!service_hooks(request->app->service, owner, hook, &count)) {
		request->job.problem = PROBLEM_STORE_FAILED;
		return false;
	}
	for (size_t i = 0; i < count; i++) {
		if (strcmp(hook[i].id, id) == 0 && hook[i].format != HOOK_CHANNEL) {
			*out = hook[i];
			return true;
		}
	}
	request->job.problem = PROBLEM_NO_SUCH_HOOK;
	return false;
}

/* ---- how it is shown ---- */

void hook_write_heard(struct text *out, uint16_t status, int64_t time_ms)
{
	if (!time_ms)
		return;
	write_key(out, "heard");
	write_byte(out, '{');
	if (status)
		write_key_integer(out, "status", status);
	write_key(out, "time");
	write_time(out, time_ms);
	write_byte(out, '}');
}

static void write_quiet(struct text *out, const struct hook_facts *hook)
{
	char minute[CODEC_MINUTE_BYTES];

	if (hook->quiet_from == hook->quiet_until)
		return;
	write_key(out, "quiet");
	write_byte(out, '{');
	codec_minute_write(minute, hook->quiet_from);
	write_key_name(out, "from", minute);
	codec_minute_write(minute, hook->quiet_until);
	write_key_name(out, "until", minute);
	write_byte(out, '}');
}

static void write_mentions(struct text *out, const char *mentions)
{
	write_key(out, "mentions");
	write_byte(out, '[');
	while (*mentions) {
		const size_t size = strcspn(mentions, ",");

		write_item(out);
		text_add_format(out, "\"%.*s\"", (int)size, mentions);
		mentions += size + (mentions[size] == ',');
	}
	write_byte(out, ']');
}

/* Neither the URL, which opens what is behind it, nor a secret of before. */
static void write_hook(struct text *out, const struct hook_facts *hook, const char *secret)
{
	static const char *const states[] = {"good", "failing", "off", "unconfirmed"};
	char host[HOOK_URL_BYTES] = "";

	hook_url_good(hook->url, (enum hook_format)hook->format, host);
	write_byte(out, '{');
	write_key(out, "created");
	write_time(out, hook->created_ms);
	if (hook->format == HOOK_DISCORD)
		write_key_bool(out, "edits", hook->kinds >> NOTICE_TABLE & 1);
	if (hook->failing_ms) {
		write_key(out, "failing_since");
		write_time(out, hook->failing_ms);
	}
	write_key_name(out, "format", codec_hook_formats[hook->format]);
	hook_write_heard(out, hook->status, hook->heard_ms);
	write_key_name(out, "hook", hook->id);
	write_key_string(out, "host", host);
	write_key(out, "kinds");
	write_byte(out, '[');
	for (size_t i = 0; i < CODEC_HOOK_KINDS; i++) {
		if (hook->kinds >> kinds[i] & 1) {
			write_item(out);
			write_name(out, codec_hook_kinds[i]);
		}
	}
	write_byte(out, ']');
	if (hook->format != HOOK_STANDARD)
		write_key_name(out, "language", hook->language);
	if (hook->format == HOOK_DISCORD)
		write_mentions(out, hook->mentions);
	write_key_bool(out, "one_unread", hook->one_unread);
	write_quiet(out, hook);
	if (secret)
		write_key_name(out, "secret", secret);
	write_key_name(out, "state", states[hook->state]);
	write_byte(out, '}');
}

enum handled list_hooks(struct request *request, struct response *response)
{
	struct hook_facts *hook = request->memory = calloc(HOOKS_MAX, sizeof(*hook));
	struct text *out = &response->body;
	char owner[GAME_ID_BYTES];
	size_t count;

	if (!hook)
		abort();
	hook_owner(request, owner);
	if (!service_hooks(request->app->service, owner, hook, &count))
		return response_refuse(request, response, PROBLEM_STORE_FAILED, "");
	write_byte(out, '{');
	write_key(out, "hooks");
	write_byte(out, '[');
	for (size_t i = 0; i < count; i++) {
		/* How they are told by the bot is set in Discord. */
		if (hook[i].format == HOOK_CHANNEL)
			continue;
		write_item(out);
		write_hook(out, &hook[i], NULL);
	}
	text_add_string(out, "]}");
	return api_tagged(request, response);
}

enum handled get_hook(struct request *request, struct response *response)
{
	char owner[GAME_ID_BYTES];
	struct hook_facts hook;

	hook_owner(request, owner);
	if (!hook_find(request, owner, &hook))
		return response_refuse(request, response, request->job.problem, "");
	write_hook(&response->body, &hook, NULL);
	return api_tagged(request, response);
}

/* The hook as it is now; with its secret where that is new, which is not shown again. */
static enum handled changed(struct request *request, struct response *response)
{
	const struct job *job = &request->job;
	struct service *service = request->app->service;
	uint8_t bytes[HOOK_SECRET_BYTES];
	struct text secret = TEXT_EMPTY;
	struct hook_facts hook;

	if (job->problem != PROBLEM_NONE)
		return api_job_problem(request, response);
	if (!hook_find(request, job->player, &hook))
		return response_refuse(request, response, job->problem, "");
	if (hook.format == HOOK_STANDARD && (job->hook.is_new || job->hook.act == HOOK_RENEW)) {
		service_hook_secret(service, job->player, job->id, hook.secret, bytes);
		hook_secret_text(&secret, bytes);
		crypto_forget(bytes, sizeof(bytes));
	}
	write_hook(&response->body, &hook, secret.bytes);
	text_free(&secret);
	return response_json(response, job->hook.is_new ? 201 : 200);
}

/* ---- what is asked for ---- */

static enum handled refuse_member(struct request *request, struct response *response,
				  const char *pointer, const char *detail)
{
	struct codec_error error = {.is_member = true};

	snprintf(error.pointer, sizeof(error.pointer), "%s", pointer);
	snprintf(error.detail, sizeof(error.detail), "%s", detail);
	return api_bad_body(request, response, &error);
}

static bool is_offered(const struct app *app, enum hook_format format)
{
	return (format != HOOK_MAIL || app->mails) && (format != HOOK_PUSH || app->pushes);
}

/* What is wrong with it, or NULL; `pointer`: with which member. */
static const char *fault_of(const struct codec_hook *hook, const char **pointer)
{
	static const char web[] = "It must be http or https, without a name and password, on port "
				  "80, 443 or from 1024 up.";
	static const char *const urls[HOOK_FORMATS] = {
		web,
		"It must be https://discord.com/api/webhooks/{id}/{token}.",
		"It must be mailto: and an address.",
		"It must be an endpoint of a push service.",
	};
	char host[HOOK_URL_BYTES];

	*pointer = "/url";
	if (!hook_url_good(hook->url, (enum hook_format)hook->format, host))
		return urls[hook->format];
	*pointer = "/keys";
	if (hook->has_keys != (hook->format == HOOK_PUSH))
		return "A browser has keys, and nothing else does.";
	*pointer = "/language";
	if (hook->language[0] && strcmp(words_liked(hook->language), hook->language) != 0)
		return "It must be one of the languages that the page speaks.";
	return NULL;
}

enum handled put_my_hook(struct request *request, struct response *response)
{
	/* The job borrows from it as long as the request is there. */
	struct codec_hook *hook = request->memory = calloc(1, sizeof(*hook));
	struct codec_error error = {0};
	const char *pointer;

	if (!hook)
		abort();
	if (!codec_hook_decode(hook, request->body, request->body_size, &error))
		return api_bad_body(request, response, &error);
	if (!is_offered(request->app, (enum hook_format)hook->format))
		return response_refuse(request, response, PROBLEM_NOT_OFFERED,
				       "What this server can do stands in getServer.");
	const char *fault = fault_of(hook, &pointer);
	if (fault)
		return refuse_member(request, response, pointer, fault);
	if (!hook_begin(request, response, HOOK_PUT))
		return HANDLED;
	struct job_hook *put = &request->job.hook;

	put->url = hook->url;
	put->format = hook->format;
	put->keys = hook->has_keys ? hook->keys : NULL;
	put->language = hook->language[0] ? hook->language : "en";
	put->quiet_from = hook->quiet_from;
	put->quiet_until = hook->quiet_until;
	put->one_unread = hook->one_unread;
	put->mentions = hook->mentions;
	put->kinds = 1 << NOTICE_TEST | 1 << NOTICE_CONFIRM;
	if (hook->edits)
		put->kinds |= 1 << NOTICE_TABLE;
	for (size_t i = 0; !hook->edits && i < CODEC_HOOK_KINDS; i++) {
		if (hook->kinds >> i & 1)
			put->kinds |= (uint16_t)(1u << kinds[i]);
	}
	return request_submit(request, response, changed);
}

enum handled renew_hook_secret(struct request *request, struct response *response)
{
	return hook_begin(request, response, HOOK_RENEW)
		       ? request_submit(request, response, changed)
		       : HANDLED;
}

enum handled test_hook(struct request *request, struct response *response)
{
	return hook_begin(request, response, HOOK_TEST) ? request_submit(request, response, changed)
							: HANDLED;
}

static enum handled dropped(struct request *request, struct response *response)
{
	return api_job_dropped(request, response, "hook");
}

enum handled delete_hook(struct request *request, struct response *response)
{
	return hook_begin(request, response, HOOK_DROP) ? request_submit(request, response, dropped)
							: HANDLED;
}
