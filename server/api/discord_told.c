/* How a Discord user is told in the channel: by the first hook of their player's that leads to one, else by
 * the bot, where the tables of their games stand. Whether they are mentioned there, in which
 * language, and when it is quiet. Nobody is by the bot who has not said so. */

#include <stdio.h>
#include <string.h>

#include "api/discord.h"
#include "codec/codec_hook.h"
#include "codec/words.h"

enum { QUIET_BYTES = 2 * CODEC_MINUTE_BYTES };

/* That of a bot, as long as nothing was said. */
static void take_new(const struct request *request, struct hook_facts *hook)
{
	*hook = (struct hook_facts){.format = HOOK_CHANNEL, .url = HOOK_NAMED_URL};
	snprintf(hook->language, sizeof(hook->language), "%s",
		 words_liked(discord_talk(request)->in.locale));
	service_hook_owner(request->app->service, &request->caller, "discord", PN_PUBLIC, hook->id);
}

bool discord_find_hook(struct request *request)
{
	struct hook_facts hook[HOOKS_MAX], *found = &discord_talk(request)->hook;
	size_t count;

	if (!service_hooks(request->app->service, request->caller.player, hook, &count))
		return false;
	take_new(request, found);
	for (size_t i = 0; i < count; i++) {
		if (hook[i].format == HOOK_DISCORD ||
		    (hook[i].format == HOOK_CHANNEL && request->app->shows_tables))
			*found = hook[i];
		if (hook[i].format == HOOK_DISCORD)
			return true;
	}
	return request->app->shows_tables;
}

/* What a bot tells a player of: turns, if they are to be mentioned. */
static uint16_t kinds_of(const struct hook_facts *hook)
{
	if (hook->format == HOOK_DISCORD)
		return hook->kinds;
	return hook->mentions[0] ? 1 << NOTICE_TURN : 0;
}

/* ---- the form ---- */

/* Whether the user is among those who are mentioned; all others, with commas between. */
static bool take_out(const char *mentions, const char *user, char others[HOOK_MENTIONS_BYTES])
{
	bool is_there = false;
	size_t used = 0;

	others[0] = '\0';
	for (size_t size; *mentions; mentions += size + (mentions[size] == ',')) {
		size = strcspn(mentions, ",");
		if (size == strlen(user) && strncmp(mentions, user, size) == 0)
			is_there = true;
		else
			used += (size_t)snprintf(others + used, HOOK_MENTIONS_BYTES - used,
						 "%s%.*s", used ? "," : "", (int)size, mentions);
	}
	return is_there;
}

static void write_quiet(char out[QUIET_BYTES], const struct hook_facts *hook)
{
	snprintf(out, QUIET_BYTES, "-");
	if (hook->quiet_from == hook->quiet_until)
		return;
	codec_minute_write(out, hook->quiet_from);
	out[CODEC_MINUTE_BYTES - 1] = '-';
	codec_minute_write(out + CODEC_MINUTE_BYTES, hook->quiet_until);
}

enum handled discord_told_form(struct request *request, struct response *response)
{
	const struct discord_talk *talk = discord_talk(request);
	char others[HOOK_MENTIONS_BYTES], quiet[QUIET_BYTES];
	struct text *out = &response->body;

	if (!discord_find_hook(request))
		return discord_tell(request, response, "discord.not_told");
	bool is_named = take_out(talk->hook.mentions, talk->in.user, others);
	write_quiet(quiet, &talk->hook);
	discord_form_begin(out, "h", discord_words("discord.told"));
	discord_field(out, DISCORD_FIELD_LINE, "named", discord_words("discord.told_named"),
		      discord_words(is_named ? "discord.yes" : "discord.no"), 8);
	discord_field(out, DISCORD_FIELD_LINE, "language", discord_words("discord.told_language"),
		      talk->hook.language, 8);
	discord_field(out, DISCORD_FIELD_LINE, "quiet", discord_words("discord.told_quiet"), quiet,
		      QUIET_BYTES);
	discord_form_end(out);
	return response_json(response, 200);
}

/* ---- what was typed ---- */

static bool read_named(struct hook_facts *hook, const char *user, const char *text)
{
	char others[HOOK_MENTIONS_BYTES];
	bool is_yes = strcasecmp(text, discord_words("discord.yes")) == 0;

	if (!is_yes && strcasecmp(text, discord_words("discord.no")) != 0)
		return false;
	take_out(hook->mentions, user, others);
	if (is_yes && strlen(others) + strlen(user) + 2 > sizeof(hook->mentions))
		return false;
	snprintf(hook->mentions, sizeof(hook->mentions), "%s%s%s", others,
		 is_yes && others[0] ? "," : "", is_yes ? user : "");
	return true;
}

static bool read_quiet(struct hook_facts *hook, const char *text)
{
	unsigned from[2], until[2];
	char again[QUIET_BYTES];

	hook->quiet_from = hook->quiet_until = 0;
	if (strcmp(text, "-") == 0)
		return true;
	if (sscanf(text, "%2u:%2u-%2u:%2u", &from[0], &from[1], &until[0], &until[1]) != 4 ||
	    from[0] > 23 || from[1] > 59 || until[0] > 23 || until[1] > 59)
		return false;
	hook->quiet_from = (uint16_t)(60 * from[0] + from[1]);
	hook->quiet_until = (uint16_t)(60 * until[0] + until[1]);
	write_quiet(again, hook);
	return strcmp(again, text) == 0;
}

static bool read_field(struct hook_facts *hook, const struct interaction *in,
		       const struct interaction_field *field)
{
	if (strcmp(field->id, "named") == 0)
		return read_named(hook, in->user, field->value);
	if (strcmp(field->id, "quiet") == 0)
		return read_quiet(hook, field->value);
	const char *language = words_liked(field->value);
	if (strcmp(language, field->value) != 0)
		return false;
	snprintf(hook->language, sizeof(hook->language), "%s", language);
	return true;
}

static enum handled changed(struct request *request, struct response *response)
{
	discord_speak(request);
	if (request->job.problem != PROBLEM_NONE)
		return discord_problem(request, response, request->job.problem);
	return discord_settings(request, response);
}

enum handled discord_told(struct request *request, struct response *response)
{
	struct discord_talk *talk = discord_talk(request);
	struct hook_facts *hook = &talk->hook;

	if (!discord_find_hook(request))
		return discord_tell(request, response, "discord.not_told");
	for (size_t i = 0; i < talk->in.field_count; i++) {
		if (!read_field(hook, &talk->in, &talk->in.field[i]))
			return discord_tell(request, response, "discord.told_wrong");
	}
	discord_job(request, JOB_HOOK, "discord %s", talk->in.id);
	memcpy(request->job.id, hook->id, sizeof(hook->id));
	request->job.hook = (struct job_hook){
		.act = HOOK_PUT,
		.url = hook->url,
		.format = hook->format,
		.kinds = kinds_of(hook),
		.language = hook->language,
		.quiet_from = hook->quiet_from,
		.quiet_until = hook->quiet_until,
		.one_unread = hook->one_unread,
		.mentions = hook->mentions,
	};
	return request_submit(request, response, changed);
}
