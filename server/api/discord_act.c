/* A Discord user does what was chosen, or types a command. The Idempotency-Key of a choice is what
 * its button says, so pressing twice is done once; that of a typed one is the interaction's id. */

#include <stdio.h>
#include <stdlib.h>

#include "api/discord.h"
#include "base/crypto.h"
#include "codec/codec_actions.h"
#include "codec/codec_told.h"
#include "codec/words.h"
#include "game/service.h"

enum { EVENTS_TOLD_MAX = 40 };

/* ---- what came of it ---- */

/* The events of a command, a line each. */
static void tell_events(struct text *out, struct snapshot *snapshot, pn_side viewer, uint32_t first,
			uint32_t last)
{
	struct seen_event seen[EVENTS_TOLD_MAX];
	struct text lines = TEXT_EMPTY, told = TEXT_EMPTY;
	size_t count = snapshot_events(snapshot, viewer, first - 1, seen, EVENTS_TOLD_MAX, &lines);

	for (size_t i = 0; i < count && seen[i].seq <= last; i++) {
		if (codec_is_minor(seen[i].line, seen[i].line_size))
			continue;
		text_clear(&told);
		codec_told(&told, snapshot_view(snapshot, viewer), snapshot_muster(snapshot),
			   seen[i].line, seen[i].line_size);
		text_add_string(out, "• ");
		discord_escape(out, told.bytes ? told.bytes : "");
		text_add_string(out, "\n");
	}
	text_free(&lines);
	text_free(&told);
}

static enum handled acted(struct request *request, struct response *response)
{
	struct job *job = &request->job;
	struct text news = TEXT_EMPTY;
	enum handled handled;

	discord_speak(request);
	if (job->problem == PROBLEM_NONE)
		tell_events(&news, job->snapshot, request->viewer, job->action.first_seq,
			    job->action.receipt.seq);
	else if (job->problem == PROBLEM_REFUSED)
		discord_refusal(&news, &job->verdict);
	else if (job->problem == PROBLEM_STALE)
		text_add_format(&news, "%s\n", discord_words("discord.stale"));
	else
		return discord_problem(request, response, job->problem);
	if (job->snapshot) {
		snapshot_release(request->snapshot);
		request->snapshot = job->snapshot;
		job->snapshot = NULL;
	}
	handled = discord_show_units(request, response, news.bytes ? news.bytes : "", 0);
	text_free(&news);
	return handled;
}

/* ---- doing it ---- */

/* Hand the job's command to the writer, of the version that the user saw. */
static enum handled send(struct request *request, struct response *response)
{
	struct job *job = &request->job;

	job->if_match = (int64_t)strtoul(discord_talk(request)->field[2], NULL, 10);
	text_clear(&request->text);
	codec_command_encode(&request->text, snapshot_view(request->snapshot, request->viewer),
			     &job->action.command);
	job->action.text = request->text.bytes;
	job->action.size = request->text.size;
	return request_submit(request, response, acted);
}

/* Version and number of what was chosen, as an id of the API's own has them. */
static enum codec_found find_chosen(const struct request *request, struct pn_command *command)
{
	const struct discord_talk *talk = discord_talk(request);
	uint32_t version = snapshot_tip(request->snapshot, request->viewer).version;
	struct discord_choice choice;
	struct codec_error error;
	const struct pn_actions *actions = snapshot_actions(request->snapshot, request->viewer);

	if (strtoul(talk->field[2], NULL, 10) != version)
		return CODEC_STALE;
	if (!discord_read_choice(&choice, actions, talk->field[3], talk->field[4]))
		return CODEC_NOT_OFFERED;
	const struct pn_command *found = discord_command_of(request, choice, &error);
	if (!found)
		return CODEC_NOT_OFFERED;
	*command = *found;
	return CODEC_FOUND;
}

static enum handled opened_do(struct request *request, struct response *response)
{
	const struct discord_talk *talk = discord_talk(request);
	struct job *job = &request->job;

	if (!discord_acts(request))
		return discord_tell(request, response, "discord.not_seated");
	discord_job(request, JOB_ACT, "discord %s %s %s%s%s", talk->in.user, talk->field[2],
		    talk->field[3], talk->field[4][0] ? ":" : "", talk->field[4]);
	switch (find_chosen(request, &job->action.command)) {
	case CODEC_FOUND:
		pn_command_keep(&job->action.command, &job->action.placed);
		return send(request, response);
	case CODEC_STALE:
		/* Perhaps it was this very button: the writer knows its key. */
		job->action.command = (struct pn_command){
			.kind = PN_COMMAND_PASS, .unit = PN_NO_UNIT, .target = PN_NO_UNIT};
		return send(request, response);
	case CODEC_NOT_OFFERED:
		break;
	}
	return discord_show_units(request, response, "", 0);
}

enum handled discord_do(struct request *request, struct response *response)
{
	return discord_open(request, response, discord_talk(request)->field[1], opened_do);
}

/* ---- by hand ---- */

static enum handled opened_form(struct request *request, struct response *response)
{
	const struct discord_talk *talk = discord_talk(request);
	char id[DISCORD_CUSTOM_ID_BYTES];
	struct pn_command command;
	struct text body = TEXT_EMPTY;

	if (!discord_acts(request))
		return discord_tell(request, response, "discord.not_seated");
	if (find_chosen(request, &command) != CODEC_FOUND) {
		text_add_format(&body, "%s\n", discord_words("discord.stale"));
		discord_show_units(request, response, body.bytes, 0);
		text_free(&body);
		return HANDLED;
	}
	codec_command_encode(&body, snapshot_view(request->snapshot, request->viewer), &command);
	snprintf(id, sizeof(id), "s:%.36s:%s", request->parameter[0], talk->field[2]);
	discord_form_begin(&response->body, id, discord_words("discord.by_hand"));
	discord_field(&response->body, DISCORD_FIELD_LINES, "text",
		      discord_words("discord.command"), body.bytes, DISCORD_FIELD_CHARACTERS);
	discord_form_end(&response->body);
	text_free(&body);
	return response_json(response, 200);
}

/* A form cannot wait for a game that is being loaded, for its answer must be the first. */
enum handled discord_by_hand(struct request *request, struct response *response)
{
	return discord_open(request, response, discord_talk(request)->field[1], opened_form);
}

/* The command that was typed, or "" and why not in front of what there is. False: it is answered. */
static bool read_typed(struct request *request, struct response *response)
{
	struct discord_talk *talk = discord_talk(request);
	struct codec_error error = {0};
	struct text news = TEXT_EMPTY;

	if (!discord_acts(request)) {
		discord_tell(request, response, "discord.not_seated");
		return false;
	}
	if (codec_action_decode(&talk->varied, snapshot_view(request->snapshot, request->viewer),
				talk->in.text, strlen(talk->in.text), &error) &&
	    !talk->varied.by_id) {
		pn_command_keep(&talk->varied.command, &talk->varied.placed);
		return true;
	}
	discord_escape(&news, error.detail);
	text_add_format(&news, " `%s`\n", error.pointer);
	discord_show_units(request, response, news.bytes, 0);
	text_free(&news);
	return false;
}

static enum handled opened_typed(struct request *request, struct response *response)
{
	if (!read_typed(request, response))
		return HANDLED;
	if (discord_is_stale(request, response))
		return HANDLED;
	return discord_show_typed(request, response, &discord_talk(request)->varied.command);
}

enum handled discord_typed(struct request *request, struct response *response)
{
	return discord_open(request, response, discord_talk(request)->field[1], opened_typed);
}

/* Its key is what was typed, of that version: pressed twice it is done once. */
static enum handled opened_do_typed(struct request *request, struct response *response)
{
	const struct discord_talk *talk = discord_talk(request);
	struct job *job = &request->job;
	uint8_t hash[32];

	if (!read_typed(request, response))
		return HANDLED;
	crypto_sha256(hash, talk->in.text, strlen(talk->in.text));
	discord_job(request, JOB_ACT, "discord %s %s typed %02x%02x%02x%02x%02x%02x%02x%02x",
		    talk->in.user, talk->field[2], hash[0], hash[1], hash[2], hash[3], hash[4],
		    hash[5], hash[6], hash[7]);
	job->action.command = talk->varied.command;
	pn_command_keep(&job->action.command, &job->action.placed);
	return send(request, response);
}

enum handled discord_do_typed(struct request *request, struct response *response)
{
	return discord_open(request, response, discord_talk(request)->field[1], opened_do_typed);
}
