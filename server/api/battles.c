/* Tag "battles": what is wrong with a battle, and how it would begin. */

#include <stdlib.h>

#include "api/api.h"
#include "base/guard.h"
#include "base/write.h"
#include "codec/codec_battle.h"
#include "codec/codec_view.h"

/* What checking needs; lies in request->memory. */
struct checking {
	struct codec_battle battle;
	struct pn_game game; /* the battle's, when nothing is wrong with it */
	struct pn_muster_fault fault[CODEC_FAULTS_MAX];
	uint16_t count;
};

/* The rules have their say on what could be read. */
static void check_by_the_rules(void *context)
{
	struct checking *checking = context;
	struct codec_battle *battle = &checking->battle;

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

enum handled check_battle(struct request *request, struct response *response)
{
	struct checking *checking = calloc(1, sizeof(*checking));
	struct codec_error error = {0};
	struct fault fault;

	if (!checking)
		abort();
	request->memory = checking;
	if (!codec_battle_decode(&checking->battle, request->body, request->body_size, &error))
		return api_bad_body(request, response, &error);
	if (checking->battle.has_book && !fault_guard(check_by_the_rules, checking, &fault))
		return response_problem(request, response, PROBLEM_RULE_FAULT, PROBLEM_PLAIN);
	take_faults(checking);
	return answer_checked(request, response, checking);
}
