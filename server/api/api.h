#pragma once
/* What every handler of the API stands on: the application, who asks, and what comes
 * before any handler runs. One file here holds the handlers of one tag of
 * api-spec/openapi.yaml; a handler's row in http/routes.def names its operationId. */

#include "api/figures.h"
#include "base/log.h"
#include "codec/codec.h"
#include "http/request.h"
#include "http/router.h"

/* Everything that handlers share. Constant after the start but for the figures. */
struct app {
	struct service *service;
	struct renderer *renderer;
	struct discord *discord; /* who may post interactions; NULL: nobody */
	/* What follows an interaction's answer goes by it, once it has started; NULL: nothing. */
	_Atomic(struct courier *) courier;
	bool shows_tables;  /* a bot shows them in channels */
	bool mails, pushes; /* players can be told so */
	const struct platform *platform;
	const char *public_url;    /* without a slash at its end; for links */
	uint32_t retry_ms;         /* told to streams: how soon to come back */
	const char *data;          /* the folder, whose size /metrics tells; NULL = none (tests) */
	const char *metrics_token; /* lets others than local callers read /metrics; NULL = none */
	struct limiter *limiter;   /* the shell's, while it serves */
	struct http_figures figures;
	void (*log)(const char *level, const char *message, const char *detail);
	void (*log_request)(const struct log_request *request); /* NULL: requests are not logged */
};

/* The handlers, each in the file of its tag. */
#define ROUTE(operation, handler, ...) request_handler handler;
#include "game/snapshot.h"
#include "http/routes.def"
#undef ROUTE

/* Check the caller, the permission and the game, then call the route's handler. Before the body is
 * read (it is NULL), only what needs no body is checked: no status then means that the body may
 * come. When it is here everything is checked again, except that the limits count once. */
enum handled api_begin(struct request *request, struct response *response);

/* The problem of a job that did not go well. */
enum handled api_job_problem(struct request *request, struct response *response);

/* What a job took away is named once more, under `key`; or its problem. */
enum handled api_job_dropped(struct request *request, struct response *response, const char *key);

/* A body that is not what the route takes: 400 with a pointer. */
enum handled api_bad_body(struct request *request, struct response *response,
			  const struct codec_error *error);

/* 36 characters of a UUID. */
bool api_is_game_id(const char *id);

/* Count so many pieces of work (LIMIT_WORK_BYTES) for the caller and for their address, before they
 * are done. False: it is refused, there were too many. Nothing is counted of callers on this
 * machine. */
bool api_charge(struct request *request, struct response *response, uint32_t work);

/* The current snapshot for a caller who has waited, if they may still look: at once, or by a job
 * when the game has left the memory. `next` runs with it. */
enum handled api_go_on(struct request *request, struct response *response, request_handler *next);

/* The current snapshot of a game, replacing the one that the request holds: at once, or by a job when
 * the game has left the memory. `next` runs with it; where there is none the answer is a problem. */
enum handled api_open(struct request *request, struct response *response, const char *game,
		      request_handler *next);

/* Begin request->job for the request's game and key; the handler fills in the rest. */
void api_job(struct request *request, enum job_kind kind);

/* What a command would do, asked of the viewer's own view on this thread, under a guard. False: a rule
 * broke (PROBLEM_RULE_FAULT). */
bool api_preview(const struct request *request, const struct pn_command *command,
		 struct pn_preview *out);

/* Labels are written in the language that the caller likes best from here on, on this thread;
 * the answer says so, and its entity tag, when it has one, is that language's. */
void api_speak(const struct request *request, struct response *response);

/* The entity tag of what the caller has seen: side, version, events. */
void api_etag(char out[RESPONSE_ETAG_BYTES], const struct request *request, struct tip tip);

/* What If-Match asks for: a version of the caller's own view, IF_MATCH_ANYTHING without the
 * header or with "*", IF_MATCH_NOTHING when no tag of the list is strong and the caller's.
 * A bare number counts as the version: an extension of ours. */
int64_t api_if_match(const struct request *request);

/* Does If-Match name this tag, strongly? "*" does. */
bool api_matches(const struct request *request, const char *tag);

/* What was sent as a bearer token, or NULL. */
const char *api_bearer(const struct request *request);

/* Does If-None-Match name the response's tag? Then it becomes a 304. */
bool api_not_modified(const struct request *request, struct response *response);

/* A strong tag made of a body: half of its SHA-256 in hex, in quotes. */
enum { API_TAG_BYTES = 32 + 2 + 1 };
void api_tag_of(char out[API_TAG_BYTES], const struct text *body);

/* Answer 200 with the body and a tag made of it; 304 when the caller has it. */
enum handled api_tagged(struct request *request, struct response *response);

/* The body that `what` was answered with before: of the request's snapshot, viewer and language,
 * in which nothing else is shown but `names`, those of players, each with its LF. False: it must
 * be encoded, and is remembered then. After api_speak(). */
bool api_recall(const struct request *request, struct response *response, const char *what,
		const char *names);
void api_remember(const struct request *request, const struct response *response, const char *what,
		  const char *names);

/* What a viewer may do, and that of the request's viewer as a JSON list, which a game's answer and
 * the list's own share: encoded once for a snapshot, viewer and language. After api_speak(). */
struct codec_list api_list_of(struct snapshot *snapshot, pn_side viewer);
void api_list_write(const struct request *request, const struct response *response,
		    struct text *out);

/* Write the body of a route that depends on nothing but the build, its {parameter} and the
 * language that this thread speaks. False: there is no such thing, and nothing was written. */
typedef bool constant_encoder(struct text *out, const char *parameter);

/* Answer 200 with what `encode` writes, or the problem `missing`. A body is encoded, tagged and
 * packed by gzip when somebody asks for it first, and kept as long as the process runs. */
enum handled api_constant(struct request *request, struct response *response,
			  constant_encoder *encode, enum problem_code missing);

/* The wire name of a viewer: "red", "blue", "public". */
const char *api_viewer_name(pn_side viewer);

/* The wire name of a seat: "red", "blue", "umpire" (PN_PUBLIC). */
const char *api_seat_name(pn_side side);

/* What the caller is in the request's game: "red", "blue", "umpire", "public". */
const char *api_caller_name(const struct request *request);
