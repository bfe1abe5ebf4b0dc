/* What comes before a handler: who asks, may they, and is the game in memory? And what
 * several handlers do with jobs, tags and names. */

#include "api/api.h"

#include <stdio.h>
#include <stdlib.h>

#include "api/limiter.h"
#include "base/crypto.h"
#include "base/write.h"
#include "codec/words.h"
#include "game/apps.h"
#include "game/service.h"

static const char *const viewer_names[] = {"red", "blue", "public"};
static const char *const seat_names[] = {"red", "blue", "umpire"};

const char *api_viewer_name(pn_side viewer)
{
	return viewer_names[viewer < PN_VIEWERS ? viewer : PN_PUBLIC];
}

const char *api_seat_name(pn_side side)
{
	return seat_names[side < PN_VIEWERS ? side : PN_PUBLIC];
}

const char *api_caller_name(const struct request *request)
{
	return request->is_umpire ? api_seat_name(PN_PUBLIC) : api_viewer_name(request->viewer);
}

/* ---- tokens ---- */

/* The token of "Bearer <token>", or NULL. */
static const char *bearer(const char *authorization)
{
	const char *token;

	if (!authorization || strncasecmp(authorization, "Bearer ", 7) != 0)
		return NULL;
	token = authorization + 7 + strspn(authorization + 7, " ");
	return token[0] ? token : NULL;
}

const char *api_bearer(const struct request *request)
{
	return bearer(request->authorization);
}

/* Whose token is it? */
static void find_caller(struct request *request)
{
	const char *token = bearer(request->authorization);

	if (token && strlen(token) < TOKEN_BYTES)
		request->caller = service_authenticate(request->app->service, token);
	if (request->caller.known && request->caller.app[0] && request->grant &&
	    request->route->auth != AUTH_APP)
		service_take_grant(request->app->service, &request->caller, request->grant);
}

static bool is_operator(const struct request *request)
{
	const char *token = bearer(request->authorization);

	return token && service_is_operator(request->app->service, token);
}

/* Is it a good one, if it must be or was sent? True when the caller may go on. */
static bool check_token(struct request *request, struct response *response)
{
	enum route_auth auth = request->route->auth;
	enum problem_code problem = PROBLEM_UNKNOWN_TOKEN;

	if (!request->authorization) {
		if (auth == AUTH_VIEWER || auth == AUTH_GUEST)
			return true;
		response_refuse(request, response, PROBLEM_NO_TOKEN,
				"Send it as \"Authorization: Bearer ...\".");
		return false;
	}
	if (auth == AUTH_OPERATOR || auth == AUTH_MAKER)
		request->is_operator = is_operator(request);
	if (request->is_operator || (auth != AUTH_OPERATOR && request->caller.known))
		return true;
	if (request->caller.ended)
		problem = PROBLEM_TOKEN_ENDED;
	response_refuse(request, response, problem, "");
	return false;
}

/* What an app may ask as the player whose grant it names, which says so by one code whatever there
 * is behind the path. Where no grant reaches, an app is nobody. */
static bool check_grant(struct request *request, struct response *response)
{
	const struct caller *caller = &request->caller;
	const uint8_t needed = router_grant(request->route);
	const bool is_of_a_game =
		request->route->auth == AUTH_SEAT || request->route->auth == AUTH_VIEWER;
	enum problem_code problem = PROBLEM_NONE;

	if (!caller->app[0] && request->grant) {
		response_refuse(request, response, PROBLEM_BAD_HEADER,
				"Pennon-Grant goes with the token of an app.");
		return false;
	}
	if (!caller->app[0] || request->route->auth == AUTH_APP)
		return true;
	if (!needed)
		problem = PROBLEM_NOT_GRANTED;
	else if (!request->grant)
		problem = PROBLEM_GRANT_REQUIRED;
	else if (!caller->grant[0])
		problem = PROBLEM_BAD_GRANT;
	else if (!(caller->granted & needed) ||
		 (caller->only[0] &&
		  !(is_of_a_game && strcmp(caller->only, request->parameter[0]) == 0)))
		problem = PROBLEM_NOT_GRANTED;
	if (problem == PROBLEM_NONE)
		return true;
	response_refuse(request, response, problem, "");
	return false;
}

/* May the token do what the route does? */
static bool check_scope(struct request *request, struct response *response)
{
	const struct caller *caller = &request->caller;

	if (!caller->known || request->is_operator || caller->may & TOKEN_PLAY ||
	    !router_writes(request->route))
		return true;
	response_refuse(request, response, PROBLEM_INSUFFICIENT_SCOPE, "");
	return false;
}

/* The umpire looks on like anybody, and may do little besides. */
static bool may_umpire(const struct route *route)
{
	return route->auth == AUTH_VIEWER || route->flags & ROUTE_UMPIRE;
}

/* What is the caller in this game, or are they a player where one is asked for? */
static bool check_principal(struct request *request, struct response *response)
{
	const struct caller *caller = &request->caller;
	bool is_player = caller->player[0] != '\0';
	enum problem_code problem = PROBLEM_NONE;

	if (!caller->known || request->is_operator)
		return true;
	switch (request->route->auth) {
	case AUTH_SEAT:
	case AUTH_VIEWER:
		request->viewer =
			service_side(request->app->service, caller, request->parameter[0]);
		request->is_umpire =
			service_is_umpire(request->app->service, caller, request->parameter[0]);
		/* A player may watch what they do not play; a seat is for its game alone. */
		if (request->is_umpire)
			problem = may_umpire(request->route) ? PROBLEM_NONE : PROBLEM_NO_SIDE;
		else if (request->viewer == PN_PUBLIC &&
			 (request->route->auth == AUTH_SEAT || !is_player))
			problem = PROBLEM_NOT_YOUR_GAME;
		break;
	case AUTH_APP:
		if (!caller->app[0])
			problem = PROBLEM_APP_REQUIRED;
		break;
	case AUTH_GUEST:
	case AUTH_PLAYER:
	case AUTH_MAKER:
		if (!is_player)
			problem = PROBLEM_PLAYER_REQUIRED;
		break;
	case AUTH_NONE:
	case AUTH_LOCAL:
	case AUTH_OPERATOR:
		break;
	}
	if (problem == PROBLEM_NONE)
		return true;
	response_refuse(request, response, problem, "");
	return false;
}

/* ---- limits ---- */

/* The caller, as limits count it: a principal, or else an address. */
static uint64_t who_asks(const struct request *request)
{
	return request->caller.known ? request->caller.limited : request->origin;
}

/* Callers on this machine may ask as often as they like; who sends what is signed, its handler knows. */
static bool is_limited(const struct request *request)
{
	return !request->is_local && request->app->limiter &&
	       !(request->route->flags & ROUTE_SIGNED);
}

/* Take from the buckets of the caller and of their address (`by_address`; LIMITED_KINDS: not of
 * that). False: it is refused. */
static bool take(struct request *request, struct response *response, enum limited kind,
		 enum limited by_address, uint32_t count)
{
	const struct platform *platform = request->app->platform;
	struct limiter *limiter = request->app->limiter;
	const int64_t now_ms = platform->steady_ms(platform->context);
	uint32_t wait_s = limiter_take(limiter, who_asks(request), kind, count, now_ms);

	/* What an app does for a player counts as the player's, too. */
	if (wait_s == 0 && request->caller.also_limited)
		wait_s = limiter_take(limiter, request->caller.also_limited, kind, count, now_ms);
	if (wait_s == 0 && by_address != LIMITED_KINDS)
		wait_s = limiter_take(limiter, request->origin, by_address, count, now_ms);
	if (wait_s == 0)
		return true;
	response_refuse(request, response, PROBLEM_TOO_MANY, "");
	response->retry_after_s = wait_s;
	return false;
}

/* Not too often? A principal costs nothing to make: what stays is counted by address, too. */
static bool check_rate(struct request *request, struct response *response)
{
	unsigned flags = request->route->flags;
	enum limited kind = flags & ROUTE_MOVE    ? LIMITED_MOVE
			    : flags & ROUTE_MAKES ? LIMITED_MAKING
						  : LIMITED_REQUEST;

	if (!is_limited(request) || request->is_counted)
		return true;
	request->is_counted = true;
	return take(request, response, kind,
		    kind == LIMITED_MAKING ? LIMITED_MAKING_BY_ADDRESS : LIMITED_KINDS, 1);
}

bool api_charge(struct request *request, struct response *response, uint32_t work)
{
	return work == 0 || !is_limited(request) ||
	       take(request, response, LIMITED_WORK, LIMITED_WORK_BY_ADDRESS, work);
}

/* Callers on this machine, or at the figures' own address, by a Host that no page of elsewhere
 * has; or who know the operator's token. Others are told that there is nothing here. */
static bool check_local(struct request *request, struct response *response)
{
	const char *token = bearer(request->authorization);
	const char *wanted = request->app->metrics_token;
	const bool is_inside = request->is_local || request->figures_only;
	size_t size = wanted ? strlen(wanted) : 0;

	if (is_inside && request->has_own_host)
		return true;
	if (size && token && strlen(token) == size && crypto_equal(token, wanted, size))
		return true;
	if (token && service_is_operator(request->app->service, token))
		return true;
	response_refuse(request, response, PROBLEM_NO_SUCH_ROUTE,
			is_inside ? "Ask by an address, by \"localhost\" or by a name without a "
				    "dot; by another Host with the token."
				  : "");
	return false;
}

/* ---- headers ---- */

/* 36 characters, hexadecimal and dashes in their places, lower or upper case. */
static bool is_uuid(const char *text, size_t size)
{
	if (size != PLATFORM_ID_BYTES - 1)
		return false;
	for (size_t i = 0; i < size; i++) {
		bool dash = i == 8 || i == 13 || i == 18 || i == 23;

		if (dash ? text[i] != '-' : !strchr("0123456789abcdefABCDEF", text[i]))
			return false;
	}
	return true;
}

/* Take the Idempotency-Key, bare or as a quoted string. */
static bool check_key(struct request *request, struct response *response)
{
	const char *key = request->idempotency_key;
	size_t size = key ? strlen(key) : 0;

	request->job.key[0] = '\0';
	if (!(request->route->flags & ROUTE_KEY) &&
	    (!key || !(request->route->flags & ROUTE_MAY_KEY)))
		return true;
	if (size == 0 && !(request->route->flags & ROUTE_MAY_KEY)) {
		response_problem(request, response, PROBLEM_KEY_REQUIRED, PROBLEM_PLAIN);
		return false;
	}
	if (size >= 2 && key[0] == '"' && key[size - 1] == '"') {
		key++;
		size -= 2;
	}
	for (size_t i = 0; i < size; i++) {
		if (key[i] <= ' ' || key[i] > '~' || key[i] == '"')
			size = 0;
	}
	if (size == 0 || size >= KEY_BYTES) {
		response_refuse(request, response, PROBLEM_BAD_HEADER,
				"An Idempotency-Key has 1 to 255 visible ASCII characters.");
		return false;
	}
	if ((request->route->flags & ROUTE_UUID) && !request->caller.known && !is_uuid(key, size)) {
		response_refuse(request, response, PROBLEM_BAD_HEADER,
				"Where nobody is known yet the Idempotency-Key must be a UUID.");
		return false;
	}
	memcpy(request->job.key, key, size);
	request->job.key[size] = '\0';
	return true;
}

static bool takes_json(const struct route *route)
{
	return route->body_max > 0 && !(route->flags & ROUTE_ANY);
}

static bool check_type(struct request *request, struct response *response)
{
	static const char json[] = "application/json";
	const char *type = request->content_type;

	if (!takes_json(request->route) ||
	    (type && strncasecmp(type, json, sizeof(json) - 1) == 0 &&
	     strchr(" ;", type[sizeof(json) - 1])))
		return true;
	response_problem(request, response, PROBLEM_UNSUPPORTED_TYPE, PROBLEM_PLAIN);
	return false;
}

/* ---- the way to the handler ---- */

static bool asks_store(const struct route *route)
{
	return router_problems(route) & PROBLEM_BIT(PROBLEM_STORE_FAILED);
}

/* What is in memory may be old once another process may have the database. */
static bool check_store(struct request *request, struct response *response)
{
	if (!asks_store(request->route) || service_reached(request->app->service))
		return true;
	response_refuse(request, response, PROBLEM_STORE_FAILED,
			"The database cannot be reached at the moment.");
	return false;
}

static enum handled call_handler(struct request *request, struct response *response)
{
	if (request->snapshot && request->viewer == PN_PUBLIC && !request->is_umpire &&
	    snapshot_header(request->snapshot)->access == ACCESS_PRIVATE)
		return response_refuse(request, response, PROBLEM_PRIVATE_GAME, "");
	return request->route->handler(request, response);
}

/* A job has brought the game. */
static enum handled opened(struct request *request, struct response *response)
{
	request_handler *after = request->after_open;

	if (request->job.problem != PROBLEM_NONE)
		return api_job_problem(request, response);
	request->snapshot = request->job.snapshot;
	request->job.snapshot = NULL;
	return after(request, response);
}

enum handled api_open(struct request *request, struct response *response, const char *game,
		      request_handler *next)
{
	struct service *service = request->app->service;
	const bool is_newest = request->route->flags & ROUTE_NEWEST;

	snapshot_release(request->snapshot);
	request->snapshot = api_is_game_id(game)
				    ? service_near(service, game, request->viewer, is_newest)
				    : NULL;
	if (request->snapshot)
		return next(request, response);
	if (!api_is_game_id(game))
		return response_refuse(request, response, PROBLEM_NO_SUCH_GAME, "");
	request->after_open = next;
	api_job(request, JOB_OPEN);
	request->job.newest = is_newest;
	snprintf(request->job.game, sizeof(request->job.game), "%s", game);
	return request_submit(request, response, opened);
}

static enum handled refresh(struct request *request, struct response *response,
			    request_handler *next)
{
	return api_open(request, response, request->parameter[0], next);
}

/* All that needs no body. False: it is refused. */
static bool admit(struct request *request, struct response *response)
{
	const struct route *route = request->route;

	request->viewer = PN_PUBLIC;
	if (route->auth == AUTH_LOCAL && !check_local(request, response))
		return false;
	bool asks_who = route->auth != AUTH_NONE && route->auth != AUTH_LOCAL;

	if (asks_who)
		find_caller(request);
	/* Limits come first: who tries tokens is counted by their address. */
	if (!check_rate(request, response) || !check_store(request, response))
		return false;
	if (asks_who && (!check_token(request, response) || !check_grant(request, response) ||
			 !check_scope(request, response) || !check_principal(request, response)))
		return false;
	return check_key(request, response) && check_type(request, response);
}

static enum handled begin(struct request *request, struct response *response)
{
	const struct route *route = request->route;
	const bool admitted = admit(request, response);

	/* The request is checked again when its body is here; a job for that must have no key. */
	if (!request->body)
		request->job.key[0] = '\0';
	if (!admitted || !request->body ||
	    !api_charge(request, response, (uint32_t)(request->body_size / LIMIT_WORK_BYTES)))
		return HANDLED;
	if (takes_json(route))
		crypto_sha256(request->job.body_hash, request->body, request->body_size);
	request->job.if_match = api_if_match(request);
	if (route->flags & ROUTE_OPENS)
		return refresh(request, response, call_handler);
	return call_handler(request, response);
}

/* What other processes wrote is known now. Where the database is of no account, as if it were. */
static enum handled caught_up(struct request *request, struct response *response)
{
	if (request->job.problem != PROBLEM_NONE && asks_store(request->route))
		return api_job_problem(request, response);
	return begin(request, response);
}

enum handled api_begin(struct request *request, struct response *response)
{
	const struct route *route = request->route;

	if (!service_shares(request->app->service) ||
	    ((route->auth == AUTH_NONE || route->auth == AUTH_LOCAL) && !asks_store(route)))
		return begin(request, response);
	request->job.kind = JOB_CATCH_UP;
	return request_submit(request, response, caught_up);
}

bool api_is_game_id(const char *id)
{
	return strlen(id) == GAME_ID_BYTES - 1 && is_uuid(id, GAME_ID_BYTES - 1);
}

enum handled api_go_on(struct request *request, struct response *response, request_handler *next)
{
	if (!service_holds(request->app->service, &request->caller, request->parameter[0],
			   request->viewer))
		return response_refuse(request, response, PROBLEM_TOKEN_ENDED, "");
	return refresh(request, response, next);
}

/* ---- jobs ---- */

void api_job(struct request *request, enum job_kind kind)
{
	struct job *job = &request->job;

	job->kind = kind;
	job->game[0] = job->id[0] = '\0';
	memcpy(job_subject(job), request->parameter[0], GAME_ID_BYTES);
	/* An earlier job of the same request may have used this memory. */
	if (kind == JOB_CREATE || kind == JOB_JOIN)
		job->seat = (struct job_seat){0};
	else
		job->side = request->viewer;
	memcpy(job->player, request->caller.player, sizeof(job->player));
	memcpy(job->grant, request->caller.grant, sizeof(job->grant));
	job->principal = request->caller.known ? request->caller.principal : 0;
	job->origin = request->origin;
	job->problem = PROBLEM_NONE;
}

enum handled api_job_problem(struct request *request, struct response *response)
{
	const struct job *job = &request->job;
	struct problem_extra extra = PROBLEM_PLAIN;
	char detail[96] = "";

	if (job->problem == PROBLEM_RULE_FAULT && job->report[0])
		snprintf(detail, sizeof(detail), "The report has the id %s.", job->report);
	if (job->problem == PROBLEM_STALE && job->snapshot)
		extra.version = snapshot_tip(job->snapshot, request->viewer).version;
	extra.detail = detail;
	return response_problem(request, response, job->problem, extra);
}

enum handled api_job_dropped(struct request *request, struct response *response, const char *key)
{
	if (request->job.problem != PROBLEM_NONE)
		return api_job_problem(request, response);
	write_byte(&response->body, '{');
	write_key_name(&response->body, key, request->job.id);
	write_byte(&response->body, '}');
	return response_json(response, 200);
}

enum handled api_bad_body(struct request *request, struct response *response,
			  const struct codec_error *error)
{
	struct problem_extra extra = PROBLEM_PLAIN;
	struct text detail = TEXT_EMPTY, words = TEXT_EMPTY;

	words_speak(words_liked(request->accept_language));
	codec_error_tell(&detail, error);
	if (error->key)
		codec_error_words(&words, error);
	extra.pointer = error->pointer;
	extra.detail = detail.bytes;
	extra.words = words.bytes;
	response_problem(request, response,
			 error->is_member ? PROBLEM_BAD_MEMBER : PROBLEM_BAD_JSON, extra);
	text_free(&detail);
	text_free(&words);
	return HANDLED;
}
