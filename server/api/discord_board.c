/* The table in the channel: whoever plays a game asks for it where it is to stand, and is told when the
 * bot could not post there before. From then on the courier keeps it up to date. */

#include <stdio.h>

#include "api/discord.h"
#include "codec/words.h"
#include "game/hooks.h"
#include "game/service.h"
#include "notify/hook_message.h"

enum { FORBIDDEN = 403 };

/* May the caller show the game in this channel? */
static bool may_show(const struct request *request)
{
	const struct interaction *in = &discord_talk(request)->in;

	return request->app->shows_tables && in->channel[0] && request->viewer < PN_SIDES &&
	       snapshot_header(request->snapshot)->access != ACCESS_PRIVATE;
}

/* Was the bot kept from posting it? The hook is the game's, and has its id. */
static bool was_kept_out(const struct request *request)
{
	struct hook_facts hook[HOOKS_MAX];
	size_t count;

	return service_hooks(request->app->service, request->parameter[0], hook, &count) &&
	       count > 0 && hook[0].state == STORE_HOOK_OFF && hook[0].status == FORBIDDEN;
}

static enum handled shown(struct request *request, struct response *response)
{
	const struct discord_talk *talk = discord_talk(request);
	struct text content = TEXT_EMPTY;

	discord_speak(request);
	if (request->job.problem != PROBLEM_NONE)
		return discord_problem(request, response, request->job.problem);
	text_add_format(
		&content, "%s\n",
		discord_words(talk->was_kept_out ? "discord.kept_out" : "discord.shown_here"));
	request->viewer = PN_PUBLIC;
	discord_position(&content, request);
	discord_say(request, response, content.bytes);
	text_free(&content);
	return HANDLED;
}

enum handled discord_show_here(struct request *request, struct response *response)
{
	struct discord_talk *talk = discord_talk(request);
	struct job *job = &request->job;

	if (!may_show(request))
		return discord_show_table(request, response);
	talk->was_kept_out = was_kept_out(request);
	snprintf(talk->url, sizeof(talk->url), HOOK_CHANNEL_URL "%s", talk->in.channel);
	discord_job(request, JOB_HOOK, "discord table %s", talk->in.id);
	memcpy(job->player, request->parameter[0], sizeof(job->player));
	job->hook = (struct job_hook){
		.act = HOOK_PUT,
		.url = talk->url,
		.format = HOOK_CHANNEL,
		.kinds = 1 << NOTICE_TABLE,
		.language = words_liked(talk->in.locale),
	};
	return request_submit(request, response, shown);
}
