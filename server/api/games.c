/* Tag "games": making one, taking a seat, looking at it. */

#include <stdio.h>
#include <stdlib.h>

#include "api/api.h"
#include "codec/codec_request.h"
#include "codec/codec_view.h"
#include "codec/write.h"
#include "game/faults.h"

/* ---- looking ---- */

static const char *const status_names[] = {
	[GAME_OPEN] = "open",
	[GAME_PLAYING] = "playing",
	[GAME_FINISHED] = "finished",
};

/* Append the getGame object as `viewer` sees it. */
static void write_game(struct text *out, struct snapshot *snapshot, pn_side viewer)
{
	const struct game_header *header = snapshot_header(snapshot);
	struct tip tip = snapshot_tip(snapshot, viewer);
	struct codec_view view = {
		.id = header->id,
		.scenario = header->scenario,
		.status = status_names[header->status],
		.revision = header->revision,
		.version = tip.version,
		.seq = tip.seq,
		.side = viewer,
		.creator = header->creator,
		.game = snapshot_view(snapshot, viewer),
	};

	memcpy(view.seed_commitment, header->seed_commitment, sizeof(view.seed_commitment));
	for (pn_side side = 0; side < PN_SIDES; side++) {
		view.seat_taken[side] = header->seat_taken[side];
		view.has_nonce[side] = header->seat_taken[side];
		view.nonce_drawn[side] = header->nonce_drawn[side];
		memcpy(view.nonce[side], header->nonce[side], sizeof(view.nonce[side]));
	}
	if (viewer != PN_PUBLIC)
		view.offers = snapshot_offers(snapshot, viewer);
	codec_view_encode(out, &view);
}

static enum handled answer_game(struct request *request, struct response *response)
{
	api_etag(response->etag, request->viewer, snapshot_tip(request->snapshot, request->viewer));
	response->cache = CACHE_REVALIDATE;
	response_json(response, 200);
	if (!api_not_modified(request, response))
		write_game(&response->body, request->snapshot, request->viewer);
	return HANDLED;
}

static enum handled look_again(struct request *request, struct response *response);

static enum handled has_news(struct request *request, struct response *response)
{
	return api_refresh(request, response, look_again);
}

/* Answer when the version has passed `after`, the time is over or nothing can come. */
static enum handled look_again(struct request *request, struct response *response)
{
	const struct platform *platform = request->app->platform;

	if (snapshot_tip(request->snapshot, request->viewer).version >
		    request->query[QUERY_AFTER] ||
	    snapshot_header(request->snapshot)->status == GAME_FINISHED ||
	    platform->steady_ms(platform->context) >= request->watch_until_ms)
		return answer_game(request, response);
	return request_watch(request, request->watch_until_ms, has_news);
}

enum handled get_game(struct request *request, struct response *response)
{
	const struct platform *platform = request->app->platform;
	int64_t wait = request->query[QUERY_WAIT];

	if (request->query[QUERY_AFTER] < 0 || wait <= 0)
		return answer_game(request, response);
	if (wait > LIMIT_WAIT_SECONDS)
		wait = LIMIT_WAIT_SECONDS;
	request->watch_until_ms = platform->steady_ms(platform->context) + wait * 1000;
	return look_again(request, response);
}

/* ---- making one ---- */

/* What creating needs besides the job; lies in request->memory. */
struct creation {
	struct codec_create create;
	struct pn_game game;
	struct pn_muster_fault fault;
};

static void check_muster(void *context)
{
	struct creation *creation = context;

	creation->fault =
		pn_setup(&creation->game, creation->create.ruleset, &creation->create.muster);
}

/* Where in the body a fault of the muster is. A scenario's own muster has none: what is
 * wrong was changed by the options. */
static enum handled refuse_muster(struct request *request, struct response *response,
				  const struct creation *creation)
{
	struct problem_extra extra = PROBLEM_PLAIN;
	struct codec_error error = {0};
	char pointer[CODEC_POINTER_BYTES + 16];

	codec_muster_fault(&error, &creation->fault);
	snprintf(pointer, sizeof(pointer), "%s%s",
		 creation->create.scenario[0] ? "/options" : "/muster", error.pointer);
	extra.pointer = pointer;
	extra.detail = error.detail;
	extra.clause = creation->fault.clause.text;
	return response_problem(request, response, PROBLEM_BAD_MUSTER, extra);
}

/* Append "seat":{"side","token"}. */
static void write_seat(struct text *out, pn_side side, const char *token)
{
	write_key(out, "seat");
	write_byte(out, '{');
	write_key_name(out, "side", api_viewer_name(side));
	write_key_name(out, "token", token);
	write_byte(out, '}');
}

/* Begin the 201 to who has just got a seat: {"game":{...} */
static void begin_seated(struct request *request, struct response *response, pn_side side)
{
	struct snapshot *snapshot = request->job.snapshot;

	snprintf(response->location, sizeof(response->location), "/v1/games/%s",
		 snapshot_header(snapshot)->id);
	write_byte(&response->body, '{');
	write_key(&response->body, "game");
	write_game(&response->body, snapshot, side);
}

static enum handled created(struct request *request, struct response *response)
{
	const struct job *job = &request->job;
	struct text *out = &response->body;

	if (job->problem != PROBLEM_NONE)
		return api_job_problem(request, response);
	begin_seated(request, response, job->side);
	write_key(out, "invitation");
	write_byte(out, '{');
	write_key_name(out, "code", job->invitation);
	write_key(out, "link");
	text_add_format(out, "\"%s/#join=%s.%s\"}", request->app->public_url,
			snapshot_header(job->snapshot)->id, job->invitation);
	write_seat(out, job->side, job->token);
	write_byte(out, '}');
	return response_json(response, 201);
}

enum handled create_game(struct request *request, struct response *response)
{
	struct creation *creation = calloc(1, sizeof(*creation));
	struct codec_error error = {0};
	struct fault fault;

	if (!creation)
		abort();
	request->memory = creation;
	if (!codec_create_decode(&creation->create, request->body, request->body_size, &error))
		return api_bad_body(request, response, &error);
	if (!fault_guard(check_muster, creation, &fault))
		return response_problem(request, response, PROBLEM_RULE_FAULT, PROBLEM_PLAIN);
	if (creation->fault.code != PN_MUSTER_NONE)
		return refuse_muster(request, response, creation);

	struct job *job = &request->job;

	api_job(request, JOB_CREATE);
	job->side = creation->create.side;
	job->muster = &creation->create.muster;
	job->ruleset = creation->create.ruleset;
	job->scenario = creation->create.scenario;
	job->has_nonce = creation->create.has_nonce;
	memcpy(job->nonce, creation->create.nonce, sizeof(job->nonce));
	return request_submit(request, response, created);
}

/* ---- joining ---- */

static enum handled joined(struct request *request, struct response *response)
{
	const struct job *job = &request->job;

	if (job->problem != PROBLEM_NONE)
		return api_job_problem(request, response);
	begin_seated(request, response, job->side);
	write_seat(&response->body, job->side, job->token);
	write_byte(&response->body, '}');
	return response_json(response, 201);
}

enum handled join_game(struct request *request, struct response *response)
{
	struct codec_join join = {0};
	struct codec_error error = {0};
	struct job *job = &request->job;

	if (!api_is_game_id(request->parameter[0]))
		return response_refuse(request, response, PROBLEM_NO_SUCH_GAME, "");
	if (!codec_join_decode(&join, request->body, request->body_size, &error))
		return api_bad_body(request, response, &error);
	api_job(request, JOB_JOIN);
	snprintf(job->invitation, sizeof(job->invitation), "%s", join.code);
	job->has_nonce = join.has_nonce;
	memcpy(job->nonce, join.nonce, sizeof(job->nonce));
	return request_submit(request, response, joined);
}
