/* Tag "actions": what a side may do, what it would do, doing it.
 *
 * An action is posted as a command or as the id of a listed one. An id is good for one
 * version; a stale one still goes to the writer with that version as If-Match, because
 * the writer looks at the Idempotency-Key first: a retry gets its answer, and only a new
 * request learns that the game has moved on. */

#include <stdlib.h>

#include "api/app_parts.h"
#include "api/event.h"
#include "base/guard.h"
#include "base/write.h"
#include "codec/codec_actions.h"
#include "codec/codec_preview.h"

/* ---- actions ---- */

/* How much of the list is asked for: all of it, an outline, or one unit's. */
enum extent { EXTENT_ALL, EXTENT_OUTLINE, EXTENT_UNIT };

/* False when the query makes no sense, which is answered. */
static bool read_extent(struct request *request, struct response *response, enum extent *extent,
			pn_unit_id *unit)
{
	const char *name = request->text_query[QUERY_UNIT];
	int64_t outline = request->query[QUERY_OUTLINE];

	*unit = PN_NO_UNIT;
	*extent = name ? EXTENT_UNIT : outline > 0 ? EXTENT_OUTLINE : EXTENT_ALL;
	if (outline > 1 || (name && outline >= 0)) {
		response_refuse(request, response, PROBLEM_BAD_QUERY,
				"An outline is 0 or 1, and no outline of one unit.");
		return false;
	}
	if (!name)
		return true;
	*unit = codec_unit_find(snapshot_view(request->snapshot, request->viewer), name);
	if (*unit != PN_NO_UNIT)
		return true;
	response_refuse(request, response, PROBLEM_BAD_QUERY, "The game has no such unit.");
	return false;
}

/* The outline has in full what is no unit's. */
static void write_listed(struct request *request, struct response *response, enum extent extent,
			 pn_unit_id unit)
{
	const struct codec_list list = api_list_of(request->snapshot, request->viewer);
	struct text *out = &response->body;

	write_byte(out, '{');
	write_key(out, "actions");
	if (extent == EXTENT_ALL)
		api_list_write(request, response, out);
	else
		codec_actions_of_encode(out, &list, unit);
	if (extent == EXTENT_OUTLINE) {
		write_key(out, "outline");
		codec_outline_encode(out, &list);
	}
	write_key_integer(out, "version", list.version);
	codec_way_encode(out, list.view, list.actions);
	write_byte(out, '}');
}

enum handled list_actions(struct request *request, struct response *response)
{
	struct tip tip = snapshot_tip(request->snapshot, request->viewer);
	enum extent extent;
	pn_unit_id unit;

	if (!read_extent(request, response, &extent, &unit))
		return HANDLED;
	api_etag(response->etag, request, tip);
	api_speak(request, response);
	response->cache = CACHE_REVALIDATE;
	response_json(response, 200);
	if (api_not_modified(request, response))
		return HANDLED;
	if (extent == EXTENT_OUTLINE && api_recall(request, response, "outline", ""))
		return HANDLED;
	write_listed(request, response, extent, unit);
	if (extent == EXTENT_OUTLINE)
		api_remember(request, response, "outline", "");
	return HANDLED;
}

/* ---- reading an action ---- */

enum read_action { ACTION_READ, ACTION_STALE, ACTION_ANSWERED };

/* Take the body's command, or look up the id it gives. `version` is that of the id, -1
 * for a command. */
static enum read_action read_action(struct request *request, struct response *response,
				    struct codec_action *action, int64_t *version)
{
	const struct pn_game *view = snapshot_view(request->snapshot, request->viewer);
	struct codec_error error = {0};
	struct problem_extra extra = PROBLEM_PLAIN;

	*version = -1;
	if (!codec_action_decode(action, view, request->body, request->body_size, &error)) {
		api_bad_body(request, response, &error);
		return ACTION_ANSWERED;
	}
	if (!action->by_id)
		return ACTION_READ;
	struct tip tip = snapshot_tip(request->snapshot, request->viewer);

	*version = (int64_t)strtoull(action->id, NULL, 36);
	switch (codec_action_find(&action->command,
				  snapshot_actions(request->snapshot, request->viewer), tip.version,
				  action->id)) {
	case CODEC_FOUND:
		return ACTION_READ;
	case CODEC_STALE:
		/* Versions only grow, so this one can never be the current one again. */
		if (*version < tip.version)
			return ACTION_STALE;
		break;
	case CODEC_NOT_OFFERED:
		break;
	}
	extra.pointer = "/action";
	extra.detail = "No action with this id was offered.";
	response_problem(request, response, PROBLEM_BAD_MEMBER, extra);
	return ACTION_ANSWERED;
}

static enum handled answer_stale(struct request *request, struct response *response)
{
	struct problem_extra extra = PROBLEM_PLAIN;

	extra.version = snapshot_tip(request->snapshot, request->viewer).version;
	return response_problem(request, response, PROBLEM_STALE, extra);
}

/* ---- doing it ---- */

/* The rules refuse: with which clause, and what may be done instead. */
static enum handled answer_refused(struct request *request, struct response *response)
{
	const struct job *job = &request->job;
	struct snapshot *snapshot = job->snapshot ? job->snapshot : request->snapshot;
	struct problem_extra extra = PROBLEM_PLAIN;
	struct text lawful = TEXT_EMPTY;

	extra.version = snapshot_tip(snapshot, request->viewer).version;
	api_speak(request, response);
	const struct codec_list list = api_list_of(snapshot, request->viewer);
	codec_lawful_encode(&lawful, &list, job->action.command.unit);
	extra.lawful = lawful.bytes;
	extra.clause = job->verdict.clause.text;
	extra.refusal = codec_refusal_wire(job->verdict.code);
	extra.detail = codec_refusal_text(job->verdict.code);
	response_problem(request, response, PROBLEM_REFUSED, extra);
	text_free(&lawful);
	return HANDLED;
}

static enum handled acted(struct request *request, struct response *response)
{
	struct job *job = &request->job;
	struct text *out = &response->body;

	if (job->problem == PROBLEM_REFUSED)
		return answer_refused(request, response);
	if (job->problem != PROBLEM_NONE)
		return api_job_problem(request, response);

	struct tip tip = snapshot_tip(job->snapshot, request->viewer);

	api_etag(response->etag, request, tip);
	write_byte(out, '{');
	write_key(out, "events");
	write_byte(out, '[');
	events_write(out, job->snapshot, request->viewer, job->action.first_seq - 1,
		     job->action.receipt.seq);
	write_byte(out, ']');
	write_key(out, "receipt");
	receipt_write(request->app->service, request->job.game, request->viewer,
		      &job->action.receipt, out);
	write_key_integer(out, "version", tip.version);
	write_byte(out, '}');
	return response_json(response, 200);
}

enum handled act(struct request *request, struct response *response)
{
	struct job *job = &request->job;
	struct codec_action action;
	int64_t version;

	switch (read_action(request, response, &action, &version)) {
	case ACTION_ANSWERED:
		return HANDLED;
	case ACTION_STALE: /* an id: of no command, so none is done */
		break;
	case ACTION_READ:
		if (!grant_allows(&request->caller, action.command.kind))
			return response_refuse(
				request, response, PROBLEM_NOT_GRANTED,
				"Resigning and proposing are granted by themselves.");
		break;
	}
	job->action.command = action.command;
	pn_command_keep(&job->action.command, &job->action.placed);
	/* Of two versions at most one is the present one. */
	if (version >= 0)
		job->if_match = job->if_match == IF_MATCH_ANYTHING || job->if_match == version
					? version
					: IF_MATCH_NOTHING;
	codec_command_encode(&request->text, snapshot_view(request->snapshot, request->viewer),
			     &job->action.command);
	api_job(request, JOB_ACT);
	job->action.text = request->text.bytes;
	job->action.size = request->text.size;
	return request_submit(request, response, acted);
}

/* ---- trying it ---- */

/* A preview runs the core on this thread, so it runs under a guard. */
struct trial {
	const struct pn_game *view;
	pn_side side;
	const struct pn_command *command;
	struct pn_preview *preview;
};

static void run_preview(void *context)
{
	struct trial *trial = context;

	pn_preview(trial->view, trial->side, trial->command, trial->preview);
}

bool api_preview(const struct request *request, const struct pn_command *command,
		 struct pn_preview *out)
{
	struct trial trial = {.view = snapshot_view(request->snapshot, request->viewer),
			      .side = request->viewer,
			      .command = command,
			      .preview = out};
	struct fault fault;

	return fault_guard(run_preview, &trial, &fault);
}

enum handled preview_action(struct request *request, struct response *response)
{
	struct codec_action action;
	struct pn_preview preview;
	int64_t version;

	if (snapshot_header(request->snapshot)->status == GAME_OPEN)
		return response_problem(request, response, PROBLEM_NOT_STARTED, PROBLEM_PLAIN);
	switch (read_action(request, response, &action, &version)) {
	case ACTION_ANSWERED:
		return HANDLED;
	case ACTION_STALE:
		return answer_stale(request, response);
	case ACTION_READ:
		break;
	}
	if (!api_preview(request, &action.command, &preview))
		return response_problem(request, response, PROBLEM_RULE_FAULT, PROBLEM_PLAIN);
	api_speak(request, response);
	codec_preview_encode(&response->body, snapshot_view(request->snapshot, request->viewer),
			     snapshot_muster(request->snapshot), &preview);
	return response_json(response, 200);
}
