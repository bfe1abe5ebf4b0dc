/* Tag "games": making one, taking a seat, looking at it. */

#include <stdio.h>
#include <stdlib.h>

#include "api/api.h"
#include "api/cursor.h"
#include "api/game.h"
#include "base/crypto.h"
#include "base/guard.h"
#include "base/write.h"
#include "codec/codec_actions.h"
#include "codec/codec_request.h"
#include "codec/codec_view.h"
#include "game/apps.h"
#include "game/players.h"
#include "game/service.h"

enum { LISTED_USUAL = 50, LISTED_MAX = 100 };

/* ---- looking ---- */

/* The player who holds a side's seat, if one does who has not left. */
static bool names_holder(struct service *service, const char *game, pn_side side,
			 struct player_facts *out)
{
	return service_holder(service, game, side, out) && !out->has_left;
}

/* The players of a game, as its answers name them. */
struct holders {
	const char *name[PN_VIEWERS]; /* NULL: nobody has one; the umpire's last */
	struct player_facts player[PN_VIEWERS];
	bool has_common; /* an app looks or acts for both sides: told to them */
	struct app_facts common;
};

static void find_holders(struct holders *out, struct service *service, const char *game)
{
	for (pn_side side = 0; side < PN_VIEWERS; side++) {
		bool is_named = names_holder(service, game, side, &out->player[side]);

		out->name[side] = is_named ? out->player[side].name : NULL;
	}
	out->has_common = false;
}

static void find_common(struct holders *out, const struct request *request)
{
	out->has_common =
		request->viewer != PN_PUBLIC &&
		service_common_app(request->app->service, request->parameter[0], &out->common);
}

/* Append the getGame object as `viewer` sees it; the umpire's view is the public's, with
 * what they may do. `listed` is that as JSON, NULL for
 * who may do nothing. */
static void game_write(struct text *out, const struct holders *holders, struct snapshot *snapshot,
		       pn_side viewer, bool is_umpire, const struct text *listed)
{
	const struct game_header *header = snapshot_header(snapshot);
	const struct tip tip = snapshot_tip(snapshot, viewer);
	struct army_facts armies;
	struct turn turn;

	snapshot_turn(snapshot, viewer, is_umpire, &turn);
	if (header->armies.secret)
		snapshot_armies(snapshot, &armies);
	const struct codec_view view = {
		.header = header,
		.clock = snapshot_clock(snapshot),
		.armies = header->armies.secret ? &armies : NULL,
		.player = holders->name,
		.common_app = holders->has_common ? holders->common.id : NULL,
		.common_app_name = holders->common.name,
		.version = tip.version,
		.seq = tip.seq,
		.side = viewer,
		.is_umpire = is_umpire,
		.until_ms = turn.until_ms,
		.you = turn.you,
		.game = snapshot_view(snapshot, viewer),
		.listed = listed,
		.intent = viewer == PN_PUBLIC ? NULL : snapshot_intent(snapshot, viewer),
	};
	codec_view_encode(out, &view);
}

enum { NAMES_BYTES = (PN_VIEWERS + 1) * PLAYER_NAME_BYTES + GAME_ID_BYTES + 3 };

/* Each side's name, or nothing, and LF; with an app that both have its id and name. */
static void write_names(char out[NAMES_BYTES], const struct holders *holders)
{
	size_t size = 0;

	for (pn_side side = 0; side < PN_VIEWERS; side++)
		size += (size_t)snprintf(out + size, NAMES_BYTES - size, "%s\n",
					 holders->name[side] ? holders->name[side] : "");
	if (holders->has_common)
		snprintf(out + size, NAMES_BYTES - size, "%s %s\n", holders->common.id,
			 holders->common.name);
}

/* Another name changes no version: the tag says which names are shown. */
static void tag_names(char etag[RESPONSE_ETAG_BYTES], const char *names)
{
	size_t end = strlen(etag) - 1;
	uint8_t hash[32];

	if (strspn(names, "\n") == strlen(names))
		return;
	crypto_sha256(hash, names, strlen(names));
	snprintf(etag + end, RESPONSE_ETAG_BYTES - end, "-%02x%02x%02x%02x\"", hash[0], hash[1],
		 hash[2], hash[3]);
}

static enum handled answer_game(struct request *request, struct response *response)
{
	struct holders holders;
	struct text listed = TEXT_EMPTY;
	char names[NAMES_BYTES];

	find_holders(&holders, request->app->service, request->parameter[0]);
	find_common(&holders, request);
	write_names(names, &holders);
	api_etag(response->etag, request, snapshot_tip(request->snapshot, request->viewer));
	tag_names(response->etag, names);
	api_speak(request, response);
	response->cache = CACHE_REVALIDATE;
	response_json(response, 200);
	if (api_not_modified(request, response) || api_recall(request, response, "game", names))
		return HANDLED;
	if (request->viewer != PN_PUBLIC || request->is_umpire)
		api_list_write(request, response, &listed);
	game_write(&response->body, &holders, request->snapshot, request->viewer,
		   request->is_umpire, listed.size ? &listed : NULL);
	text_free(&listed);
	api_remember(request, response, "game", names);
	return HANDLED;
}

static enum handled look_again(struct request *request, struct response *response);

static enum handled has_news(struct request *request, struct response *response)
{
	return api_go_on(request, response, look_again);
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

/* ---- finding one ---- */

/* The status that the query asks for, -1 without one. False: it is none. */
static bool read_status(const struct request *request, int *status)
{
	const char *wanted = request->text_query[QUERY_STATUS];

	for (*status = GAME_FINISHED; wanted && *status >= 0; (*status)--) {
		if (strcmp(wanted, game_status_name((enum game_status) * status)) == 0)
			return true;
	}
	*status = -1;
	return wanted == NULL;
}

void names_write(struct text *out, struct service *service, const char *game)
{
	struct player_facts player;

	write_byte(out, '{');
	if (names_holder(service, game, PN_BLUE, &player))
		write_key_string(out, "blue", player.name);
	if (names_holder(service, game, PN_RED, &player))
		write_key_string(out, "red", player.name);
	write_byte(out, '}');
}

static void write_listed(struct text *out, struct service *service, const struct listed_game *game)
{
	write_item(out);
	write_byte(out, '{');
	write_key(out, "created");
	write_time(out, game->created_ms);
	write_key_name(out, "game", game->id);
	if (game->machine[0]) {
		write_key(out, "machine");
		text_add_string(out, game->machine);
	}
	if (game->name[0])
		write_key_string(out, "name", game->name);
	write_key(out, "players");
	names_write(out, service, game->id);
	write_key_name(out, "ruleset", game->ruleset);
	if (game->scenario[0])
		write_key_name(out, "scenario", game->scenario);
	write_key_name(out, "status", game_status_name(game->status));
	write_byte(out, '}');
}

enum handled list_games(struct request *request, struct response *response)
{
	struct service *service = request->app->service;
	struct listed_game *listed;
	struct text *out = &response->body;
	uint32_t before, limit;
	int status;

	if (!read_status(request, &status))
		return response_refuse(request, response, PROBLEM_BAD_QUERY,
				       "A status is open, playing or finished.");
	if (!cursor_read(request, response, "games", UINT32_MAX, &before) ||
	    !cursor_limit(request, response, LISTED_USUAL, LISTED_MAX, &limit))
		return HANDLED;
	listed = calloc(limit + 1, sizeof(*listed));
	if (!listed)
		abort();
	request->memory = listed;
	size_t count = service_list(service, status, before, listed, limit + 1);
	size_t shown = count > limit ? limit : count;

	write_byte(out, '{');
	write_key(out, "games");
	write_byte(out, '[');
	for (size_t i = 0; i < shown; i++)
		write_listed(out, service, &listed[i]);
	write_byte(out, ']');
	cursor_write(out, request, "games", shown ? listed[shown - 1].place : 0, count > shown);
	write_byte(out, '}');
	return api_tagged(request, response);
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

	creation->fault = army_set_up(&creation->game, creation->create.ruleset,
				      &creation->create.muster, &creation->create.armies);
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

void seat_write(struct text *out, pn_side side, const char *token)
{
	write_key(out, "seat");
	write_byte(out, '{');
	write_key_name(out, "side", api_seat_name(side));
	if (token[0])
		write_key_name(out, "token", token);
	write_byte(out, '}');
}

/* Begin the 201 to a caller who has just got a seat: {"game":{...} */
static void begin_seated(struct request *request, struct response *response, pn_side side)
{
	struct snapshot *snapshot = request->job.snapshot;
	struct holders holders;
	struct text listed = TEXT_EMPTY;

	find_holders(&holders, request->app->service, snapshot_header(snapshot)->id);
	snprintf(response->location, sizeof(response->location), "/v1/games/%s",
		 snapshot_header(snapshot)->id);
	write_byte(&response->body, '{');
	write_key(&response->body, "game");
	/* A caller who gets a seat and no side is the umpire. */
	api_speak(request, response);
	const struct codec_list list = api_list_of(snapshot, side);
	codec_actions_encode(&listed, &list);
	game_write(&response->body, &holders, snapshot, side, side == PN_PUBLIC, &listed);
	text_free(&listed);
}

static enum handled created(struct request *request, struct response *response)
{
	const struct job *job = &request->job;
	struct text *out = &response->body;

	if (job->problem != PROBLEM_NONE)
		return api_job_problem(request, response);
	begin_seated(request, response, job->side);
	if (!job->seat.create.machine.strength) {
		write_key(out, "invitation");
		code_write(out, request);
	}
	seat_write(out, job->side, job->token);
	write_byte(out, '}');
	return response_json(response, 201);
}

/* Has the player as many games as they may? */
static bool holds_too_many(const struct request *request)
{
	struct player_facts facts;

	return request->caller.player[0] &&
	       service_player(request->app->service, request->caller.player, &facts) &&
	       facts.games >= SEATS_MAX;
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

	if (holds_too_many(request))
		return response_problem(request, response, PROBLEM_TOO_MANY_GAMES, PROBLEM_PLAIN);
	api_job(request, JOB_CREATE);
	job->side = creation->create.side;
	job->seat.create.access = creation->create.access;
	job->seat.create.muster = &creation->create.muster;
	job->seat.create.ruleset = creation->create.ruleset;
	job->seat.create.name = creation->create.name;
	job->seat.create.scenario = creation->create.scenario;
	job->seat.create.clock = creation->create.clock;
	job->seat.create.armies = creation->create.armies;
	job->seat.create.machine = creation->create.machine;
	job->seat.has_nonce = creation->create.has_nonce;
	memcpy(job->seat.nonce, creation->create.nonce, sizeof(job->seat.nonce));
	return request_submit(request, response, created);
}

/* ---- joining ---- */

static enum handled joined(struct request *request, struct response *response)
{
	const struct job *job = &request->job;

	if (job->problem != PROBLEM_NONE)
		return api_job_problem(request, response);
	begin_seated(request, response, job->side);
	seat_write(&response->body, job->side, job->token);
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
	snprintf(job->seat.code, sizeof(job->seat.code), "%s", join.code);
	job->seat.has_nonce = join.has_nonce;
	memcpy(job->seat.nonce, join.nonce, sizeof(job->seat.nonce));
	return request_submit(request, response, joined);
}
