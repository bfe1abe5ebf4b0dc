/* Tag "battles": what is wrong with a battle, and how it would begin; those that a player keeps. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/api.h"
#include "api/cursor.h"
#include "base/crypto.h"
#include "base/guard.h"
#include "base/write.h"
#include "codec/codec_battle.h"
#include "codec/codec_view.h"
#include "game/players.h"
#include "game/service.h"

/* ---- checking ---- */

/* What checking needs; lies in request->memory. */
struct checking {
	struct codec_battle battle;
	pn_side side;        /* whose units alone are looked at; PN_NO_SIDE: both sides' */
	struct pn_game game; /* the battle's, when nothing is wrong with it */
	struct pn_muster_fault fault[CODEC_FAULTS_MAX];
	uint16_t count;
};

/* The rules have their say on what could be read. */
static void check_by_the_rules(void *context)
{
	struct checking *checking = context;
	struct codec_battle *battle = &checking->battle;
	const struct army_rule rule = {.secret = true};

	if (checking->side != PN_NO_SIDE)
		checking->count = army_faults(checking->fault, CODEC_FAULTS_MAX, &checking->game,
					      battle->ruleset, &battle->muster, checking->side,
					      &rule, &battle->faults.unread);
	else
		checking->count =
			pn_muster_faults(checking->fault, CODEC_FAULTS_MAX, &checking->game,
					 battle->ruleset, &battle->muster, &battle->faults.unread);
}

static void take_faults(struct checking *checking)
{
	struct codec_faults *faults = &checking->battle.faults;

	for (uint16_t i = 0; i < checking->count && i < CODEC_FAULTS_MAX; i++)
		codec_faults_add(faults, "/muster", &checking->fault[i]);
	if (checking->count > CODEC_FAULTS_MAX)
		faults->count += checking->count - CODEC_FAULTS_MAX;
}

static enum handled answer_checked(struct request *request, struct response *response,
				   const struct checking *checking)
{
	const struct codec_battle *battle = &checking->battle;
	struct text *out = &response->body;

	api_speak(request, response);
	codec_faults_open(out, &battle->faults);
	write_key(out, "position");
	if (battle->faults.count > 0)
		text_add_string(out, "null");
	else
		codec_beginning_encode(out, &checking->game, &battle->muster);
	write_byte(out, '}');
	return response_json(response, 200);
}

/* The side that the query asks for, PN_NO_SIDE without one. False: it is none. */
static bool read_side(const struct request *request, pn_side *side)
{
	const char *wanted = request->text_query[QUERY_SIDE];

	*side = PN_NO_SIDE;
	for (pn_side each = PN_RED; wanted && each < PN_SIDES; each++)
		if (strcmp(wanted, api_viewer_name(each)) == 0)
			*side = each;
	return !wanted || *side != PN_NO_SIDE;
}

enum handled check_battle(struct request *request, struct response *response)
{
	struct checking *checking = calloc(1, sizeof(*checking));
	struct codec_error error = {0};
	struct fault fault;

	if (!checking)
		abort();
	request->memory = checking;
	if (!read_side(request, &checking->side))
		return response_refuse(request, response, PROBLEM_BAD_QUERY,
				       "A side is red or blue.");
	if (!codec_battle_decode(&checking->battle, NULL, CODEC_SENT, request->body,
				 request->body_size, &error))
		return api_bad_body(request, response, &error);
	if (checking->battle.has_muster && !fault_guard(check_by_the_rules, checking, &fault))
		return response_problem(request, response, PROBLEM_RULE_FAULT, PROBLEM_PLAIN);
	take_faults(checking);
	return answer_checked(request, response, checking);
}

/* ---- what a player keeps ---- */

enum { BATTLES_USUAL = 50 };

/* {"battle","changed","name","ruleset","shared","size"}; "code" and "link" besides where one asks
 * for the link. */
static void write_kept(struct text *out, const struct request *request,
		       const struct kept_battle *battle, bool with_link)
{
	char code[TOKEN_BYTES];

	write_byte(out, '{');
	write_key_name(out, "battle", battle->id);
	write_key(out, "changed");
	write_time(out, battle->changed_ms);
	if (with_link && battle->code) {
		service_battle_code(request->app->service, request->caller.player, battle, code);
		write_key_name(out, "code", code);
		write_key(out, "link");
		text_add_format(out, "\"%s/#battle=%s.%s\"", request->app->public_url, battle->id,
				code);
	}
	write_key_string(out, "name", battle->title);
	write_key_name(out, "ruleset", battle->ruleset);
	write_key_bool(out, "shared", battle->code != 0);
	write_key_integer(out, "size", battle->size);
	write_byte(out, '}');
}

enum handled list_battles(struct request *request, struct response *response)
{
	struct kept_battle *battle;
	struct text *out = &response->body;
	uint32_t before, limit;
	size_t count = 0;

	if (!cursor_read(request, response, "battles", UINT32_MAX, &before) ||
	    !cursor_limit(request, response, BATTLES_USUAL, BATTLES_MAX, &limit))
		return HANDLED;
	battle = request->memory = calloc(limit, sizeof(*battle));
	if (!battle)
		abort();
	if (!service_battles(request->app->service, request->caller.player, before, battle, limit,
			     &count))
		return response_refuse(request, response, PROBLEM_STORE_FAILED, "");
	write_byte(out, '{');
	write_key(out, "battles");
	write_byte(out, '[');
	for (size_t i = 0; i < count; i++) {
		write_item(out);
		write_kept(out, request, &battle[i], false);
	}
	write_byte(out, ']');
	cursor_write(out, request, "battles", count ? battle[count - 1].place : 0, count == limit);
	write_byte(out, '}');
	return api_tagged(request, response);
}

enum handled get_my_battle(struct request *request, struct response *response)
{
	struct kept_battle battle;
	enum problem_code problem = service_battle(request->app->service, request->caller.player,
						   request->parameter[0], &battle, &response->body);

	return problem == PROBLEM_NONE ? api_tagged(request, response)
				       : response_refuse(request, response, problem, "");
}

static bool is_battle_id(const char *id)
{
	return api_is_game_id(id) && strcspn(id, "ABCDEF") == strlen(id);
}

/* The job goes on only with the battle that the caller has seen, where they say so. False: it is
 * another now, or the disk cannot be read, and that was answered. */
static bool begin_change(struct request *request, struct response *response, enum battle_act act)
{
	struct kept_battle battle;
	struct job_battle *wanted = &request->job.battle;
	enum problem_code found = PROBLEM_NO_SUCH_BATTLE;
	char tag[API_TAG_BYTES];

	if (!is_battle_id(request->parameter[0])) {
		response_refuse(request, response, PROBLEM_NO_SUCH_BATTLE,
				"The id of a battle is a UUID in lower case.");
		return false;
	}
	api_job(request, JOB_BATTLE);
	*wanted = (struct job_battle){.act = (uint8_t)act, .expects = request->if_match != NULL};
	if (!wanted->expects)
		return true;
	found = service_battle(request->app->service, request->caller.player, request->parameter[0],
			       &battle, &request->text);
	wanted->was_there = found == PROBLEM_NONE;
	if (wanted->was_there) {
		api_tag_of(tag, &request->text);
		memcpy(wanted->seen, battle.hash, sizeof(wanted->seen));
		text_clear(&request->text);
	}
	if (wanted->was_there && api_matches(request, tag))
		return true;
	response_refuse(request, response, found == PROBLEM_STORE_FAILED ? found : PROBLEM_STALE,
			"");
	return false;
}

/* The battle as it is kept now. */
static enum handled changed(struct request *request, struct response *response)
{
	const struct job *job = &request->job;
	struct kept_battle battle;
	enum problem_code problem = job->problem;

	if (problem != PROBLEM_NONE)
		return api_job_problem(request, response);
	text_clear(&request->text);
	problem = service_battle(request->app->service, job->player, job->id, &battle,
				 &request->text);
	if (problem != PROBLEM_NONE)
		return response_refuse(request, response, problem, "");
	write_kept(&response->body, request, &battle, job->battle.act == BATTLE_SHARE);
	api_tag_of(response->etag, &request->text);
	return response_json(response, 200);
}

enum handled put_my_battle(struct request *request, struct response *response)
{
	struct codec_battle *battle = calloc(1, sizeof(*battle));
	struct codec_error error = {0};
	struct job_battle *wanted = &request->job.battle;
	struct text kept = TEXT_EMPTY;

	if (!battle)
		abort();
	request->memory = battle;
	const bool is_file = codec_battle_decode(battle, &kept, CODEC_SENT, request->body,
						 request->body_size, &error) &&
			     codec_battle_is_file(battle, &error);
	const bool goes_on = is_file && begin_change(request, response, BATTLE_PUT);

	if (goes_on)
		text_add(&request->text, kept.bytes, kept.size);
	text_free(&kept);
	if (!is_file)
		return api_bad_body(request, response, &error);
	if (!goes_on)
		return HANDLED;
	wanted->title = battle->name;
	wanted->ruleset = pn_rules_at(battle->ruleset)->id;
	wanted->file = request->text.bytes;
	wanted->size = request->text.size;
	return request_submit(request, response, changed);
}

enum handled share_battle(struct request *request, struct response *response)
{
	if (!begin_change(request, response, BATTLE_SHARE))
		return HANDLED;
	return request_submit(request, response, changed);
}

enum handled withdraw_battle(struct request *request, struct response *response)
{
	if (!begin_change(request, response, BATTLE_WITHDRAW))
		return HANDLED;
	return request_submit(request, response, changed);
}

static enum handled dropped(struct request *request, struct response *response)
{
	return api_job_dropped(request, response, "battle");
}

enum handled delete_my_battle(struct request *request, struct response *response)
{
	if (!begin_change(request, response, BATTLE_DROP))
		return HANDLED;
	return request_submit(request, response, dropped);
}

/* ---- what somebody was shown ---- */

/* A caller with no code, or one that is no longer good, gets the same answer as for a battle that
 * never was. */
enum handled get_battle(struct request *request, struct response *response)
{
	const char *code = api_bearer(request);
	struct kept_battle battle;
	enum problem_code problem =
		service_shared_battle(request->app->service, request->parameter[0],
				      code ? code : "", &battle, &response->body);

	return problem == PROBLEM_NONE ? api_tagged(request, response)
				       : response_refuse(request, response, problem, "");
}
