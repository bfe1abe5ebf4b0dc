/* Looking ahead: what a side will probably be asked next, and what a command would do then; the same
 * with a plan that is not given yet. Asked by a player who writes one.
 *
 * The ids of these actions are of no version: they cannot be given by mistake for what is listed
 * now. Their commands go into a plan. */

#include <stdlib.h>

#include "api/api.h"
#include "base/guard.h"
#include "codec/codec_ahead.h"
#include "codec/codec_plan.h"
#include "codec/codec_preview.h"

enum { NO_VERSION = 0 };

/* It runs the core on this thread, so it runs under a guard. On the heap: it is large. */
struct looking {
	struct ahead ahead;
	struct codec_trial trial;
	const struct pn_game *view;
	const struct pn_command *command; /* to be looked at there; NULL: none */
	struct intent intent;
	pn_side side;
	bool lists; /* what may be done there, if the side is asked */
	enum ahead_end end;
	struct pn_preview preview, refused;
};

static void run_ahead(void *context)
{
	struct looking *looking = context;
	struct ahead *ahead = &looking->ahead;

	looking->end = ahead_play(ahead, looking->view, looking->side, &looking->intent);
	if (looking->command)
		pn_preview(&ahead->game, looking->side, looking->command, &looking->preview);
	if (ahead->refused)
		pn_preview(&ahead->game, looking->side, ahead->refused, &looking->refused);
	if (looking->lists && looking->end == AHEAD_ASKED)
		ahead_list(ahead, looking->side);
}

/* What the side sees and has written: kept with the request. */
static struct looking *begin_looking(struct request *request)
{
	struct looking *looking = calloc(1, sizeof(*looking));

	if (!looking)
		abort();
	request->memory = looking;
	looking->side = request->viewer;
	looking->view = snapshot_view(request->snapshot, request->viewer);
	looking->intent = *snapshot_intent(request->snapshot, request->viewer);
	return looking;
}

/* False when the rules break, which is answered. */
static bool look(struct request *request, struct response *response, struct looking *looking)
{
	struct fault fault;

	if (fault_guard(run_ahead, looking, &fault))
		return true;
	response_problem(request, response, PROBLEM_RULE_FAULT, PROBLEM_PLAIN);
	return false;
}

static bool is_open(const struct request *request)
{
	return snapshot_header(request->snapshot)->status == GAME_OPEN;
}

static void answer(const struct request *request, struct response *response,
		   const struct looking *looking, uint32_t version)
{
	const struct codec_list list = {
		.view = &looking->ahead.game,
		.muster = snapshot_muster(request->snapshot),
		.actions = &looking->ahead.actions,
		.version = NO_VERSION,
	};
	const struct codec_ahead told = {
		.now = looking->view,
		.side = looking->side,
		.end = looking->end,
		.carried_out = looking->ahead.done,
		.refused = looking->ahead.refused ? &looking->refused : NULL,
		.then = looking->command ? &looking->preview : NULL,
		.version = version,
	};

	codec_ahead_encode(&response->body, &list, &told);
}

enum handled look_ahead(struct request *request, struct response *response)
{
	struct tip tip = snapshot_tip(request->snapshot, request->viewer);

	if (is_open(request))
		return response_problem(request, response, PROBLEM_NOT_STARTED, PROBLEM_PLAIN);
	api_etag(response->etag, request, tip);
	api_speak(request, response);
	response->cache = CACHE_REVALIDATE;
	response_json(response, 200);
	if (api_not_modified(request, response) || api_recall(request, response, "ahead", ""))
		return HANDLED;
	struct looking *looking = begin_looking(request);
	looking->lists = true;
	if (!look(request, response, looking))
		return HANDLED;
	answer(request, response, looking, tip.version);
	api_remember(request, response, "ahead", "");
	return HANDLED;
}

enum handled preview_ahead(struct request *request, struct response *response)
{
	struct codec_action action;
	struct codec_error error = {0};
	struct problem_extra extra = PROBLEM_PLAIN;

	if (is_open(request))
		return response_problem(request, response, PROBLEM_NOT_STARTED, PROBLEM_PLAIN);
	struct looking *looking = begin_looking(request);
	if (!codec_action_decode(&action, looking->view, request->body, request->body_size, &error))
		return api_bad_body(request, response, &error);
	if (action.by_id) {
		extra.pointer = "/action";
		extra.detail = "What lies ahead has no ids: give the command itself.";
		return response_problem(request, response, PROBLEM_BAD_MEMBER, extra);
	}
	looking->command = &action.command;
	if (!look(request, response, looking))
		return HANDLED;
	api_speak(request, response);
	codec_preview_encode(&response->body, &looking->ahead.game,
			     snapshot_muster(request->snapshot), &looking->preview);
	return response_json(response, 200);
}

enum handled try_plan(struct request *request, struct response *response)
{
	struct tip tip = snapshot_tip(request->snapshot, request->viewer);
	struct codec_error error = {0};

	if (is_open(request))
		return response_problem(request, response, PROBLEM_NOT_STARTED, PROBLEM_PLAIN);
	struct looking *looking = begin_looking(request);
	if (!codec_trial_decode(&looking->trial, looking->view, request->body, request->body_size,
				&error))
		return api_bad_body(request, response, &error);
	if (!api_charge(request, response, looking->trial.plan.count))
		return HANDLED;
	intent_set_plan(&looking->intent, &looking->trial.plan);
	looking->command = looking->trial.has_then ? &looking->trial.then : NULL;
	looking->lists = true;
	if (!look(request, response, looking))
		return HANDLED;
	api_speak(request, response);
	answer(request, response, looking, tip.version);
	return response_json(response, 200);
}
