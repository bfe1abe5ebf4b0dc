/* What takes too long for Discord is promised, and answered later by the interaction's token. Nothing
 * private is put where a promise was made to all. */

#include <stdatomic.h>

#include "api/discord.h"
#include "codec/words.h"
#include "notify/follow_up.h"

/* Discord waits for three seconds; the way to it takes some of them. */
enum { SOON_MS = 500 };

static struct courier *courier_of(const struct request *request)
{
	return atomic_load(&request->app->courier);
}

/* It has taken too long. Without room for a promise it is waited for. */
static enum handled promise(struct request *request, struct response *response)
{
	struct discord_talk *talk = discord_talk(request);

	talk->promise = courier_promise(courier_of(request), talk->in.application, talk->in.token,
					words_liked(talk->in.locale),
					talk->deferral == DISCORD_DEFER_UPDATE);
	if (talk->promise < 0)
		return HANDLED;
	talk->is_deferred = true;
	discord_defer(&response->body, talk->deferral);
	return response_json(response, 200);
}

/* What is private stays so even if it was thought to be for all; what was promised to one alone stays
 * with them. */
static enum follow_up_way way_of(enum discord_deferral deferral, enum discord_reply reply)
{
	if (deferral == DISCORD_DEFER_UPDATE)
		return reply == DISCORD_REPLY_UPDATE ? FOLLOW_EDITS : FOLLOW_POSTS;
	if (deferral == DISCORD_DEFER_PUBLIC && reply != DISCORD_REPLY_PUBLIC)
		return FOLLOW_ASIDE;
	return FOLLOW_EDITS;
}

static void deliver(struct request *request, struct response *response)
{
	const struct discord_talk *talk = discord_talk(request);
	struct follow_up follow_up = {
		.application = talk->in.application,
		.token = talk->in.token,
		.language = words_liked(talk->in.locale),
		.promise = talk->promise,
	};
	enum discord_reply reply;

	if (response->status != 200 ||
	    !discord_message_read(&response->body, &reply, &follow_up.answer,
				  &follow_up.answer_size)) {
		discord_speak(request);
		text_clear(&response->body);
		discord_problem(request, response, PROBLEM_BUSY);
		discord_message_read(&response->body, &reply, &follow_up.answer,
				     &follow_up.answer_size);
	}
	follow_up.way = way_of(talk->deferral, reply);
	if (talk->is_drawn && follow_up.way == FOLLOW_EDITS) {
		follow_up.snapshot = request->snapshot;
		follow_up.viewer = request->viewer;
		follow_up.ghost = talk->ghost;
	}
	courier_follow_up(courier_of(request), &follow_up);
}

void discord_may_defer(struct request *request, bool is_public)
{
	struct discord_talk *talk = discord_talk(request);
	const struct platform *platform = request->app->platform;

	if (!courier_of(request))
		return;
	talk->deferral = is_public                              ? DISCORD_DEFER_PUBLIC
			 : talk->updates && talk->in.is_private ? DISCORD_DEFER_UPDATE
								: DISCORD_DEFER_PRIVATE;
	request->late = promise;
	request->late_ms = platform->steady_ms(platform->context) + SOON_MS;
	request->deliver = deliver;
}
