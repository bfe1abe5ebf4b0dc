/* One interaction while it is being answered: what is said, which player asks, and the game that it
 * is about.
 *
 * A user of Discord is the player whose token is made of the server's secret and the user's id.
 * Nobody is told that token, and no Idempotency-Key of HTTP makes the same one, for those have no
 * spaces. Once joined with a player of the page (links.h) they are that one, and have the seats of
 * their own besides. */

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "api/discord.h"
#include "api/limiter.h"
#include "base/allocate.h"
#include "base/crypto.h"
#include "codec/codec_ruleset.h"
#include "codec/plain_text.h"
#include "codec/words.h"
#include "game/links.h"
#include "game/service.h"

struct discord_talk *discord_talk(const struct request *request)
{
	return request->memory;
}

/* ---- saying something ---- */

void discord_speak(const struct request *request)
{
	words_speak(words_liked(discord_talk(request)->in.locale));
}

const char *discord_words(const char *key)
{
	const char *text = words_find(words_spoken(), key);

	return text ? text : "";
}

void discord_title(struct text *out, const struct game_header *header)
{
	struct text title = TEXT_EMPTY;

	codec_game_title(&title, header);
	discord_escape(out, title.bytes);
	text_free(&title);
}

enum handled discord_say(struct request *request, struct response *response, const char *content)
{
	bool updates = discord_talk(request)->updates;

	discord_message_begin(&response->body,
			      updates ? DISCORD_REPLY_UPDATE : DISCORD_REPLY_PRIVATE, content,
			      NULL);
	discord_message_end(&response->body);
	return response_json(response, 200);
}

enum handled discord_tell(struct request *request, struct response *response, const char *key)
{
	return discord_say(request, response, discord_words(key));
}

enum handled discord_problem(struct request *request, struct response *response,
			     enum problem_code code)
{
	char key[64];

	snprintf(key, sizeof(key), "problem.%s", problem_wire(code));
	if (!words_find(words_spoken(), key))
		return discord_say(request, response, problem_title(code));
	return discord_tell(request, response, key);
}

/* ---- who asks ---- */

void discord_key(char out[KEY_BYTES], const struct request *request)
{
	snprintf(out, KEY_BYTES, "discord %s", discord_talk(request)->in.user);
}

void discord_find_player(struct request *request)
{
	struct discord_talk *talk = discord_talk(request);
	char key[KEY_BYTES];

	discord_key(key, request);
	talk->own = service_made_with(request->app->service, key);
	request->caller = service_linked(request->app->service, key);
	talk->is_linked = request->caller.known;
	if (!talk->is_linked)
		request->caller = talk->own;
}

/* Not too often? Then on with what the player asks. */
static enum handled go_on(struct request *request, struct response *response)
{
	const struct platform *platform = request->app->platform;
	bool is_counted = request->app->limiter && !request->is_local;

	if (is_counted && limiter_take(request->app->limiter, request->caller.limited, LIMITED_MOVE,
				       1, platform->steady_ms(platform->context)))
		return discord_problem(request, response, PROBLEM_TOO_MANY);
	return discord_talk(request)->known(request, response);
}

static enum handled player_made(struct request *request, struct response *response)
{
	discord_speak(request);
	if (request->job.problem != PROBLEM_NONE)
		return discord_problem(request, response, request->job.problem);
	discord_find_player(request);
	if (!request->caller.known)
		return discord_problem(request, response, PROBLEM_BUSY);
	return go_on(request, response);
}

void discord_name(struct text *out, const struct interaction *in)
{
	static const struct plain_text_limit limit = {1, CODEC_NAME_CHARACTERS, CODEC_NAME_BYTES};
	struct plain_text_wrong wrong;
	char name[CODEC_NAME_BYTES];

	if (plain_text_take(name, in->shown, &limit, &wrong))
		text_add_string(out, name);
	else
		text_add_format(out, "discord:%s", in->user);
}

enum handled discord_know(struct request *request, struct response *response, request_handler *next)
{
	static const char maker[] = "discord";

	discord_talk(request)->known = next;
	discord_find_player(request);
	if (request->caller.known)
		return go_on(request, response);
	if (request->caller.ended)
		return discord_problem(request, response, PROBLEM_TOKEN_ENDED);
	api_job(request, JOB_PLAYER);
	discord_key(request->job.key, request);
	crypto_sha256(request->job.body_hash, maker, sizeof(maker) - 1);
	discord_name(&request->text, &discord_talk(request)->in);
	request->job.account.name = request->text.bytes;
	return request_submit(request, response, player_made);
}

/* ---- the game that it is about ---- */

static bool sits(const struct request *request, const struct caller *caller, const char *game)
{
	struct service *service = request->app->service;

	return caller->known && (service_side(service, caller, game) != PN_PUBLIC ||
				 service_is_umpire(service, caller, game));
}

bool discord_sits_apart(const struct request *request, const char *game)
{
	const struct discord_talk *talk = discord_talk(request);

	return talk->is_linked && !sits(request, &request->caller, game) &&
	       sits(request, &talk->own, game);
}

bool discord_acts(const struct request *request)
{
	return request->viewer != PN_PUBLIC || request->is_umpire;
}

/* Set the request's viewer: a seat's holder, the umpire, or anybody. */
static void take_seat(struct request *request, const char *game)
{
	struct service *service = request->app->service;

	if (discord_sits_apart(request, game))
		request->caller = discord_talk(request)->own;
	request->viewer = service_side(service, &request->caller, game);
	request->is_umpire = service_is_umpire(service, &request->caller, game);
}

static enum handled look(struct request *request, struct response *response)
{
	const struct game_header *header = snapshot_header(request->snapshot);

	take_seat(request, header->id);
	if (header->access == ACCESS_PRIVATE && request->viewer == PN_PUBLIC && !request->is_umpire)
		return discord_problem(request, response, PROBLEM_PRIVATE_GAME);
	return discord_talk(request)->opened(request, response);
}

static enum handled loaded(struct request *request, struct response *response)
{
	discord_speak(request);
	if (request->job.problem != PROBLEM_NONE)
		return discord_problem(request, response, request->job.problem);
	request->snapshot = request->job.snapshot;
	request->job.snapshot = NULL;
	return look(request, response);
}

static void was_loaded(struct job *job)
{
	snapshot_release(job->snapshot);
	free(job);
}

/* A form must be the first answer, and what it shows is not in memory: it is, soon. */
static enum handled once_more(struct request *request, struct response *response)
{
	struct job *job = allocate(1, sizeof(*job));

	job->kind = JOB_OPEN;
	memcpy(job->game, request->parameter[0], GAME_ID_BYTES);
	job->side = request->viewer;
	job->origin = request->origin;
	job->done = was_loaded;
	if (!service_submit(request->app->service, job))
		free(job);
	/* The message with the button that is to be pressed stays. */
	discord_talk(request)->updates = false;
	return discord_tell(request, response, "discord.once_more");
}

enum handled discord_open(struct request *request, struct response *response, const char *game,
			  request_handler *next)
{
	if (!api_is_game_id(game))
		return discord_problem(request, response, PROBLEM_NO_SUCH_GAME);
	memcpy(request->parameter[0], game, GAME_ID_BYTES);
	discord_talk(request)->opened = next;
	take_seat(request, game);
	snapshot_release(request->snapshot);
	request->snapshot = service_near(request->app->service, game, request->viewer, false);
	if (request->snapshot)
		return look(request, response);
	if (discord_talk(request)->opens_form)
		return once_more(request, response);
	api_job(request, JOB_OPEN);
	return request_submit(request, response, loaded);
}

void discord_job(struct request *request, enum job_kind kind, const char *format, ...)
{
	struct job *job = &request->job;
	va_list arguments;

	api_job(request, kind);
	job->if_match = IF_MATCH_ANYTHING;
	va_start(arguments, format);
	vsnprintf(job->key, sizeof(job->key), format, arguments);
	va_end(arguments);
	crypto_sha256(job->body_hash, job->key, strlen(job->key));
}
