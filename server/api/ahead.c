/* Looking ahead: what a side will probably be asked next, and what a command would do then. Asked
 * while others decide, by a player who writes a plan.
 *
 * The ids of these actions are of no version: they cannot be given by mistake for what is listed
 * now. Their commands go into a plan. */

#include <stdlib.h>

#include "api/api.h"
#include "base/guard.h"
#include "codec/codec_ahead.h"
#include "codec/codec_preview.h"

enum { NO_VERSION = 0 };

/* It runs the core on this thread, so it runs under a guard. */
struct looking {
	struct ahead *ahead;
	const struct pn_game *view;
	const struct intent *intent;
	pn_side side;
	enum ahead_end end;
	const struct pn_command *command; /* to be tried; NULL: what is there is listed */
	struct pn_preview preview;
};

static void run_ahead(void *context)
{
	struct looking *looking = context;
	struct ahead *ahead = looking->ahead;

	looking->end = ahead_play(ahead, looking->view, looking->side, looking->intent);
	if (looking->command)
		pn_preview(&ahead->game, looking->side, looking->command, &looking->preview);
	else if (looking->end == AHEAD_ASKED)
		ahead_list(ahead, looking->side);
}

/* False when the rules break, which is answered. */
static bool look(struct request *request, struct response *response, struct looking *looking)
{
	struct fault fault;

	request->memory = calloc(1, sizeof(*looking->ahead));
	if (!request->memory)
		abort();
	looking->ahead = request->memory;
	looking->side = request->viewer;
	looking->view = snapshot_view(request->snapshot, request->viewer);
	looking->intent = snapshot_intent(request->snapshot, request->viewer);
	if (fault_guard(run_ahead, looking, &fault))
		return true;
	response_problem(request, response, PROBLEM_RULE_FAULT, PROBLEM_PLAIN);
	return false;
}

enum handled look_ahead(struct request *request, struct response *response)
{
	struct tip tip = snapshot_tip(request->snapshot, request->viewer);
	struct looking looking = {0};

	if (snapshot_header(request->snapshot)->status == GAME_OPEN)
		return response_problem(request, response, PROBLEM_NOT_STARTED, PROBLEM_PLAIN);
	api_etag(response->etag, request, tip);
	api_speak(request, response);
	response->cache = CACHE_REVALIDATE;
	response_json(response, 200);
	if (api_not_modified(request, response) || api_recall(request, response, "ahead", ""))
		return HANDLED;
	if (!look(request, response, &looking))
		return HANDLED;
	const struct codec_list list = {
		.view = &looking.ahead->game,
		.muster = snapshot_muster(request->snapshot),
		.actions = &looking.ahead->actions,
		.version = NO_VERSION,
	};
	codec_ahead_encode(&response->body, &list, looking.view, request->viewer, looking.end,
			   tip.version);
	api_remember(request, response, "ahead", "");
	return HANDLED;
}

enum handled preview_ahead(struct request *request, struct response *response)
{
	const struct pn_game *view = snapshot_view(request->snapshot, request->viewer);
	struct codec_action action;
	struct codec_error error = {0};
	struct looking looking = {.command = &action.command};
	struct problem_extra extra = PROBLEM_PLAIN;

	if (snapshot_header(request->snapshot)->status == GAME_OPEN)
		return response_problem(request, response, PROBLEM_NOT_STARTED, PROBLEM_PLAIN);
	if (!codec_action_decode(&action, view, request->body, request->body_size, &error))
		return api_bad_body(request, response, &error);
	if (action.by_id) {
		extra.pointer = "/action";
		extra.detail = "What lies ahead has no ids: give the command itself.";
		return response_problem(request, response, PROBLEM_BAD_MEMBER, extra);
	}
	if (!look(request, response, &looking))
		return HANDLED;
	api_speak(request, response);
	codec_preview_encode(&response->body, &looking.ahead->game,
			     snapshot_muster(request->snapshot), &looking.preview);
	return response_json(response, 200);
}
