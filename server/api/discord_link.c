/* The identity of a Discord user: what they may look at and change of it, and the form for the code
 * that joins them with their player of the page. */

#include <stdio.h>

#include "api/discord.h"
#include "game/links.h"
#include "game/service.h"

/* ---- what stands ---- */

static enum handled show(struct request *request, struct response *response, const char *news)
{
	struct text content = TEXT_EMPTY, *out = &response->body;
	struct player_facts player = {0};
	bool is_told = discord_find_hook(request);

	service_player(request->app->service, request->caller.player, &player);
	text_add_string(&content, news);
	text_add_format(&content, "%s **", discord_words("discord.you_are"));
	discord_add_name(&content, player.name);
	text_add_format(&content, "**\n%s",
			discord_words(discord_talk(request)->is_linked ? "discord.linked"
								       : "discord.not_linked"));
	if (!is_told)
		text_add_format(&content, "\n%s", discord_words("discord.not_told"));
	discord_message_begin(out, discord_own_reply(request), content.bytes, NULL);
	if (!discord_talk(request)->is_linked || is_told) {
		discord_row_begin(out);
		if (!discord_talk(request)->is_linked)
			discord_button(out, DISCORD_SECONDARY, discord_words("discord.link"), "k");
		if (is_told)
			discord_button(out, DISCORD_SECONDARY, discord_words("discord.told"), "e");
		discord_row_end(out);
	}
	discord_message_end(out);
	text_free(&content);
	return response_json(response, 200);
}

enum handled discord_settings(struct request *request, struct response *response)
{
	return show(request, response, "");
}

/* ---- joining ---- */

enum handled discord_link_form(struct request *request, struct response *response)
{
	if (discord_talk(request)->is_linked)
		return show(request, response, "");
	discord_form_begin(&response->body, "m", discord_words("discord.link"));
	discord_field(&response->body, DISCORD_FIELD_LINE, "text", discord_words("discord.code"),
		      "", USER_CODE_BYTES + 2);
	discord_form_end(&response->body);
	return response_json(response, 200);
}

static enum handled refused(struct request *request, struct response *response,
			    enum problem_code problem)
{
	struct text news = TEXT_EMPTY;

	if (problem != PROBLEM_ALREADY_SEATED)
		return discord_problem(request, response, problem);
	text_add_format(&news, "%s\n", discord_words("discord.both_seated"));
	show(request, response, news.bytes);
	text_free(&news);
	return HANDLED;
}

static enum handled linked(struct request *request, struct response *response)
{
	discord_speak(request);
	if (request->job.problem != PROBLEM_NONE)
		return refused(request, response, request->job.problem);
	discord_find_player(request);
	return show(request, response, "");
}

enum handled discord_link(struct request *request, struct response *response)
{
	struct discord_talk *talk = discord_talk(request);
	char player[GAME_ID_BYTES];
	struct job *job = &request->job;
	enum problem_code problem;

	if (talk->is_linked)
		return show(request, response, "");
	problem = service_find_link_code(request->app->service, request->caller.player,
					 talk->in.text, player);
	if (problem != PROBLEM_NONE)
		return refused(request, response, problem);
	discord_job(request, JOB_LINK, "discord %s", talk->in.id);
	discord_name(&request->text, &talk->in);
	discord_key(talk->key, request);
	job->link = (struct job_link){
		.key = talk->key, .name = request->text.bytes, .code = talk->in.text};
	memcpy(job->link.own, request->caller.player, sizeof(job->link.own));
	memcpy(job->player, player, sizeof(job->player));
	return request_submit(request, response, linked);
}
