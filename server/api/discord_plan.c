/* What a Discord user has written ahead: shown, changed as the text that putPlan takes, withdrawn. */

#include <stdio.h>
#include <stdlib.h>

#include "api/discord.h"
#include "codec/codec_plan.h"
#include "codec/codec_preview.h"
#include "game/service.h"

/* ---- looking at it ---- */

static const struct intent *intent_of(const struct request *request)
{
	return snapshot_intent(request->snapshot, request->viewer);
}

/* What is left of the plan, as it is written; "" when there is none. */
static void put_plan_text(struct text *out, const struct request *request)
{
	const struct intent *intent = intent_of(request);

	if (intent->plan && intent->next < intent->plan->count)
		codec_plan_encode(out, snapshot_view(request->snapshot, request->viewer),
				  intent->plan, intent->next);
}

static void add_button(struct text *out, const struct request *request, const char *letter,
		       enum discord_style style, const char *key)
{
	char id[DISCORD_CUSTOM_ID_BYTES];

	snprintf(id, sizeof(id), "%s:%.36s", letter, request->parameter[0]);
	discord_button(out, style, discord_words(key), id);
}

/* Show the plan, with `news` before it. */
static enum handled show(struct request *request, struct response *response, const char *news)
{
	struct text plan = TEXT_EMPTY, content = TEXT_EMPTY, *out = &response->body;

	put_plan_text(&plan, request);
	text_add_string(&content, news);
	text_add_string(&content, discord_words(plan.size ? "discord.plan" : "discord.no_plan"));
	if (plan.size)
		text_add_format(&content, "\n```json\n%s\n```", plan.bytes);
	discord_message_begin(out, discord_own_reply(request), content.bytes, NULL);
	discord_row_begin(out);
	add_button(out, request, "p", DISCORD_PRIMARY, "discord.plan_write");
	if (plan.size)
		add_button(out, request, "w", DISCORD_DANGER, "discord.plan_withdraw");
	discord_row_end(out);
	discord_message_end(out);
	text_free(&content);
	text_free(&plan);
	return response_json(response, 200);
}

/* Only who holds a seat has one. */
static bool has_side(struct request *request, struct response *response)
{
	if (request->viewer < PN_SIDES)
		return true;
	discord_tell(request, response, "discord.not_seated");
	return false;
}

static enum handled opened(struct request *request, struct response *response)
{
	return has_side(request, response) ? show(request, response, "") : HANDLED;
}

enum handled discord_plan(struct request *request, struct response *response)
{
	return discord_open_named(request, response, opened);
}

/* ---- writing it ---- */

/* The form must be the first answer, so it is of a game in memory alone, as discord_by_hand's is. */
static enum handled opened_form(struct request *request, struct response *response)
{
	struct text plan = TEXT_EMPTY;
	char id[DISCORD_CUSTOM_ID_BYTES];

	if (!has_side(request, response))
		return HANDLED;
	put_plan_text(&plan, request);
	snprintf(id, sizeof(id), "q:%.36s", request->parameter[0]);
	discord_form_begin(&response->body, id, discord_words("discord.plan_write"));
	discord_field(&response->body, DISCORD_FIELD_LINES, "text",
		      discord_words("discord.plan_json"),
		      plan.size ? plan.bytes : "{\"commands\":[]}", DISCORD_FIELD_CHARACTERS);
	discord_form_end(&response->body);
	text_free(&plan);
	return response_json(response, 200);
}

enum handled discord_plan_form(struct request *request, struct response *response)
{
	return discord_open(request, response, discord_talk(request)->field[1], opened_form);
}

static enum handled written(struct request *request, struct response *response)
{
	struct job *job = &request->job;

	discord_speak(request);
	if (job->problem != PROBLEM_NONE)
		return discord_problem(request, response, job->problem);
	snapshot_release(request->snapshot);
	request->snapshot = job->snapshot;
	job->snapshot = NULL;
	return show(request, response, "");
}

/* False when it is none, or commands what will never be lawful. */
static bool read_plan(struct plan *plan, const struct pn_game *view, pn_side side, const char *text,
		      struct codec_error *error)
{
	if (!codec_plan_decode(plan, view, text, strlen(text), error))
		return false;
	struct pn_verdict verdict = codec_plan_check(plan, view, side, error->pointer);

	if (verdict.code == PN_LAWFUL)
		return true;
	snprintf(error->detail, sizeof(error->detail), "%s", codec_refusal_text(verdict.code));
	return false;
}

/* What was typed, or a plan without commands, which withdraws it. */
static enum handled set(struct request *request, struct response *response, const char *text)
{
	const struct pn_game *view = snapshot_view(request->snapshot, request->viewer);
	struct plan *plan = calloc(1, sizeof(*plan));
	struct codec_error error = {0};
	struct job *job = &request->job;
	struct text news = TEXT_EMPTY;
	enum handled handled;

	if (!plan)
		abort();
	discord_speak(request);
	if (read_plan(plan, view, request->viewer, text, &error)) {
		text_clear(&request->text);
		codec_plan_encode(&request->text, view, plan, 0);
		discord_job(request, JOB_WRITE, "discord plan %s", discord_talk(request)->in.id);
		job->write.kind = PN_EVENT_PLAN_SET;
		job->write.text = request->text.bytes;
		job->write.size = request->text.size;
		job->write.withdraws = plan->count == 0;
		handled = request_submit(request, response, written);
	} else {
		discord_escape(&news, error.detail);
		text_add_format(&news, " `%s`\n", error.pointer);
		handled = show(request, response, news.bytes);
	}
	text_free(&news);
	free(plan);
	return handled;
}

static enum handled opened_typed(struct request *request, struct response *response)
{
	if (!has_side(request, response))
		return HANDLED;
	return set(request, response, discord_talk(request)->in.text);
}

static enum handled opened_withdraw(struct request *request, struct response *response)
{
	return has_side(request, response) ? set(request, response, "{\"commands\":[]}") : HANDLED;
}

enum handled discord_plan_typed(struct request *request, struct response *response)
{
	return discord_open(request, response, discord_talk(request)->field[1], opened_typed);
}

enum handled discord_plan_withdraw(struct request *request, struct response *response)
{
	return discord_open(request, response, discord_talk(request)->field[1], opened_withdraw);
}
