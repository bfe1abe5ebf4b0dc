/* Tag "seats": invitations, handing a seat over, playing again.
 *
 * A rematch is two rows of the old game; the new one follows from them. It is made by
 * whoever asks first after both have agreed, with jobs that are the same whoever sends
 * them: its id, its seats' tokens and its invitation follow from the old game's id. So a
 * crash between agreeing and making, and both asking at once, come to the same game. */

#include <stdio.h>
#include <stdlib.h>

#include "api/api.h"
#include "api/game.h"
#include "base/write.h"
#include "codec/codec_body.h"
#include "codec/codec_request.h"
#include "game/codes.h"
#include "game/players.h"
#include "game/service.h"

/* ---- codes ---- */

void code_write(struct text *out, const struct request *request)
{
	const struct job *job = &request->job;

	write_byte(out, '{');
	write_key_name(out, "code", job->seat.code);
	write_key(out, "expires");
	write_time(out, job->seat.expires_ms);
	write_key(out, "link");
	text_add_format(out, "\"%s/#join=%s.%s\"}", request->app->public_url,
			snapshot_header(job->snapshot)->id, job->seat.code);
}

static enum handled code_given(struct request *request, struct response *response)
{
	if (request->job.problem != PROBLEM_NONE)
		return api_job_problem(request, response);
	code_write(&response->body, request);
	return response_json(response, 201);
}

enum handled hand_over(struct request *request, struct response *response)
{
	struct codec_error error = {0};
	bool moves;

	if (!codec_handover_decode(&moves, request->body, request->body_size, &error))
		return api_bad_body(request, response, &error);
	api_job(request, JOB_HANDOVER);
	request->job.seat.moves = moves;
	return request_submit(request, response, code_given);
}

enum handled invite_umpire(struct request *request, struct response *response)
{
	api_job(request, JOB_UMPIRE);
	return request_submit(request, response, code_given);
}

/* ---- invitations ---- */

static enum handled show_invitation(struct request *request, struct response *response,
				    const struct snapshot *snapshot)
{
	static const char *const names[] = {
		[INVITATION_OPEN] = "open",
		[INVITATION_USED] = "used",
		[INVITATION_WITHDRAWN] = "withdrawn",
		[INVITATION_EXPIRED] = "expired",
	};
	const struct platform *platform = request->app->platform;
	struct text *out = &response->body;
	int64_t expires_ms;
	enum invitation_state state =
		snapshot_invitation(snapshot, platform->now_ms(platform->context), &expires_ms);

	write_byte(out, '{');
	if (state == INVITATION_OPEN || state == INVITATION_EXPIRED) {
		write_key(out, "expires");
		write_time(out, expires_ms);
	}
	write_key_name(out, "state", names[state]);
	write_byte(out, '}');
	return response_json(response, 200);
}

enum handled get_invitation(struct request *request, struct response *response)
{
	return show_invitation(request, response, request->snapshot);
}

enum handled renew_invitation(struct request *request, struct response *response)
{
	api_job(request, JOB_INVITE);
	return request_submit(request, response, code_given);
}

static enum handled withdrawn(struct request *request, struct response *response)
{
	if (request->job.problem != PROBLEM_NONE)
		return api_job_problem(request, response);
	return show_invitation(request, response, request->job.snapshot);
}

enum handled withdraw_invitation(struct request *request, struct response *response)
{
	api_job(request, JOB_WITHDRAW);
	return request_submit(request, response, withdrawn);
}

/* ---- a code, before it is used ---- */

static void write_use(struct text *out, const struct code_use *use)
{
	static const char *const kinds[] = {
		[CODE_INVITATION] = "invitation",
		[CODE_HANDOVER] = "handover",
		[CODE_UMPIRE] = "umpire",
	};

	write_key(out, "expires");
	write_time(out, use->expires_ms);
	write_key_name(out, "kind", kinds[use->kind]);
	write_key_name(out, "side", api_seat_name(use->side));
}

/* The game is in memory. A caller with a good code of a private game may know that it is good. */
static enum handled tell_code(struct request *request, struct response *response)
{
	struct text *out = &response->body;
	struct codec_join join = {0};
	struct codec_error error = {0};

	if (!codec_join_decode(&join, request->body, request->body_size, &error))
		return api_bad_body(request, response, &error);
	const struct code_use use = code_use(request->snapshot, join.code);
	const enum problem_code problem =
		code_try_now(request->app->service, request->snapshot, join.code);

	write_byte(out, '{');
	if (problem == PROBLEM_NONE)
		write_use(out, &use);
	else
		write_key_name(out, "problem", problem_wire(problem));
	write_byte(out, '}');
	return response_json(response, 200);
}

enum handled check_code(struct request *request, struct response *response)
{
	return api_open(request, response, request->parameter[0], tell_code);
}

/* ---- playing again ---- */

/* The rematch of a game that both have agreed to: what making it needs. */
struct rematch {
	struct pn_muster muster;
	struct job create;
};

static bool is_agreed(const struct snapshot *snapshot)
{
	return snapshot_rematch(snapshot) == (1u << PN_RED | 1u << PN_BLUE);
}

void sides_write(struct text *out, uint8_t sides)
{
	static const pn_side by_name[] = {PN_BLUE, PN_RED};

	write_byte(out, '[');
	for (int i = 0; i < PN_SIDES; i++) {
		if (!(sides & 1u << by_name[i]))
			continue;
		write_item(out);
		write_name(out, api_viewer_name(by_name[i]));
	}
	write_byte(out, ']');
}

/* Append what the caller may know: who wants it, and once it is made, where their seat is. */
static enum handled show_rematch(struct request *request, struct response *response, int status,
				 const struct snapshot *old, const struct job *seat)
{
	struct text *out = &response->body;

	write_byte(out, '{');
	write_key(out, "declined");
	sides_write(out, snapshot_rematch_declined(old));
	if (seat) {
		write_key_name(out, "game", seat->game);
		write_key(out, "link");
		if (seat->token[0])
			text_add_format(out, "\"%s/#seat=%s.%s\"", request->app->public_url,
					seat->game, seat->token);
		else
			text_add_format(out, "\"%s/#game=%s\"", request->app->public_url,
					seat->game);
	}
	write_key(out, "offered");
	sides_write(out, snapshot_rematch_heard(old, request->viewer));
	if (seat)
		seat_write(out, seat->side, seat->token);
	write_byte(out, '}');
	return response_json(response, status);
}

static int status_of(const struct request *request)
{
	return request->route->method == HTTP_POST ? 201 : 200;
}

/* The caller changes sides in the rematch. */
static enum handled show_made(struct request *request, struct response *response)
{
	struct rematch *rematch = request->memory;
	struct job *join = &request->job;
	pn_side side = pn_opponent(request->viewer);
	/* `create` kept red's seat's job, `join` blue's. */
	const struct job *seat = side == PN_RED ? &rematch->create : join;
	bool joined = join->problem == PROBLEM_NONE || join->problem == PROBLEM_SEAT_TAKEN;

	if (!joined)
		return api_job_problem(request, response);
	return show_rematch(request, response, status_of(request), request->snapshot, seat);
}

/* A job of the server's own for one seat of the new game: for the player who held the
 * opposite seat of the old one, or a token. */
static void begin_seat(struct request *request, struct job *job, enum job_kind kind, pn_side side)
{
	const char *old = request->parameter[0];
	struct player_facts player;

	*job = (struct job){
		.kind = kind, .side = side, .if_match = IF_MATCH_ANYTHING, .by_server = true};
	snprintf(job->key, sizeof(job->key), "rematch %s%s", kind == JOB_JOIN ? "join " : "", old);
	job->origin = request->origin;
	if (service_holder(request->app->service, old, pn_opponent(side), &player))
		memcpy(job->player, player.id, sizeof(job->player));
}

static enum handled join_rematch(struct request *request, struct response *response)
{
	struct rematch *rematch = request->memory;
	struct job *job = &request->job;

	if (job->problem != PROBLEM_NONE)
		return api_job_problem(request, response);
	snapshot_release(job->snapshot);
	job->snapshot = NULL;
	rematch->create = *job;
	begin_seat(request, job, JOB_JOIN, PN_BLUE);
	memcpy(job->game, rematch->create.game, sizeof(job->game));
	memcpy(job->seat.code, rematch->create.seat.code, sizeof(job->seat.code));
	return request_submit(request, response, show_made);
}

/* Has one of those who agreed left before the game was made? */
static bool is_one_gone(const struct request *request)
{
	struct service *service = request->app->service;
	struct player_facts old, new;
	char game[GAME_ID_BYTES];

	service_rematch_game(service, request->parameter[0], game);
	for (pn_side side = 0; side < PN_SIDES; side++) {
		if (service_holder(service, request->parameter[0], side, &old) && old.has_left &&
		    !service_holder(service, game, pn_opponent(side), &new))
			return true;
	}
	return false;
}

/* Both have agreed, as request->snapshot knows: make the game, or find it made. */
static enum handled make_rematch(struct request *request, struct response *response)
{
	const struct game_header *header = snapshot_header(request->snapshot);
	struct job *job = &request->job;

	if (is_one_gone(request))
		return response_refuse(request, response, PROBLEM_NO_SUCH_PLAYER,
				       "Who agreed to play again has left.");
	struct rematch *rematch = calloc(1, sizeof(*rematch));
	if (!rematch)
		abort();
	request->memory = rematch;
	rematch->muster = *header->muster;
	begin_seat(request, job, JOB_CREATE, PN_RED);
	job->seat.create.muster = &rematch->muster;
	job->seat.create.ruleset = header->ruleset;
	job->seat.create.name = header->name;
	job->seat.create.scenario = header->scenario;
	job->seat.create.access = (uint8_t)header->access;
	job->seat.create.clock = header->clock;
	return request_submit(request, response, join_rematch);
}

enum handled get_rematch(struct request *request, struct response *response)
{
	struct snapshot *snapshot = request->snapshot;

	if (!is_agreed(snapshot))
		return show_rematch(request, response, 200, snapshot, NULL);
	return make_rematch(request, response);
}

static enum handled listed(struct request *request, struct response *response)
{
	struct job *job = &request->job;
	struct snapshot *snapshot = job->snapshot;

	if (job->problem != PROBLEM_NONE)
		return api_job_problem(request, response);
	if (!is_agreed(snapshot))
		return show_rematch(request, response, status_of(request), snapshot, NULL);
	snapshot_release(request->snapshot);
	request->snapshot = snapshot;
	job->snapshot = NULL;
	return make_rematch(request, response);
}

enum handled offer_rematch(struct request *request, struct response *response)
{
	api_job(request, JOB_REMATCH);
	return request_submit(request, response, listed);
}

enum handled decline_rematch(struct request *request, struct response *response)
{
	api_job(request, JOB_DECLINE);
	return request_submit(request, response, listed);
}
