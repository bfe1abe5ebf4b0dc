/* Tag "record": what can be kept and checked without this server. */

#include <stdio.h>
#include <stdlib.h>

#include "api/api.h"
#include "base/guard.h"
#include "codec/codec_battle.h"
#include "codec/codec_ruleset.h"
#include "codec/plain_text.h"
#include "codec/words.h"

enum handled get_record(struct request *request, struct response *response)
{
	api_etag(response->etag, request, snapshot_tip(request->snapshot, request->viewer));
	response->cache = CACHE_REVALIDATE;
	response->status = 200;
	response->type = "application/x-ndjson";
	response->disposition = "attachment; filename=\"record.jsonl\"";
	if (!api_not_modified(request, response))
		snapshot_record(request->app->service, request->snapshot, request->viewer,
				&response->body);
	return HANDLED;
}

/* A battle of a game and what it is called; lies in request->memory. */
struct taking {
	const struct request *request;
	enum problem_code problem;
	uint8_t turn;
	struct pn_muster muster;
	struct codec_scenario scenario;
};

static void take_battle(void *context)
{
	struct taking *taking = context;
	const struct request *request = taking->request;

	taking->problem =
		snapshot_battle(request->snapshot, request->viewer, request->query[QUERY_TURN],
				&taking->muster, &taking->turn);
}

/* After its game's own name, else the scenario or the book; and the turn. */
static void name_battle(struct text *out, struct taking *taking)
{
	const struct game_header *header = snapshot_header(taking->request->snapshot);
	const bool has_title = codec_scenario_find(&taking->scenario, header->scenario);
	const char *title = header->name[0] ? header->name
			    : has_title     ? codec_scenario_title(&taking->scenario)
					    : pn_rules_at(header->ruleset)->title;
	static const struct plain_text_limit limit = {1, CODEC_NAME_CHARACTERS, CODEC_NAME_BYTES};
	struct plain_text_wrong wrong;
	char turn[4], taken[CODEC_NAME_BYTES];

	snprintf(turn, sizeof(turn), "%u", taking->turn);
	words_format(out, words_spoken(), "battle.of_turn",
		     (struct words_argument[]){
			     {"title", title},
			     {"turn", turn},
		     },
		     2);
	if (!plain_text_take(taken, out->bytes, &limit, &wrong)) {
		text_clear(out); /* there is no room for the turn */
		text_add_string(out, title);
	}
}

enum handled get_game_battle(struct request *request, struct response *response)
{
	struct taking *taking = calloc(1, sizeof(*taking));
	struct fault fault;

	if (!taking)
		abort();
	request->memory = taking;
	taking->request = request;
	if (!fault_guard(take_battle, taking, &fault))
		return response_problem(request, response, PROBLEM_RULE_FAULT, PROBLEM_PLAIN);
	if (taking->problem != PROBLEM_NONE)
		return response_refuse(request, response, taking->problem, "");
	api_speak(request, response);
	name_battle(&request->text, taking);
	codec_battle_encode(&response->body, snapshot_header(request->snapshot)->ruleset,
			    &taking->muster, request->text.bytes);
	return api_tagged(request, response);
}
