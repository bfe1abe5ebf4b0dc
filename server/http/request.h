#pragma once
/* A request as a handler sees it: plain data. Handlers know neither libmicrohttpd nor
 * jansson nor SQL; they are called on the thread of the connection and never block.
 * What has to wait goes into a job or waits for news of a game, and a second function
 * goes on when it is there, on the same thread. */

#include "base/platform.h"
#include "base/text.h"
#include "game/callers.h"
#include "game/job.h"
#include "http/limits.h"
#include "http/response.h"

struct app;
struct request;
struct route;

typedef enum handled request_handler(struct request *request, struct response *response);

enum http_method { HTTP_GET, HTTP_POST, HTTP_PUT, HTTP_DELETE, HTTP_PATCH, HTTP_METHODS };

/* Parameters of a query: whole numbers, and few words. X(name, wire name) */
#define QUERY_PARAMETERS(X) \
	X(AFTER, "after") \
	X(CURSOR, "cursor") \
	X(FORMAT, "format") \
	X(LANG, "lang") \
	X(LIMIT, "limit") \
	X(MAXHEIGHT, "maxheight") \
	X(MAXWIDTH, "maxwidth") \
	X(OUTLINE, "outline") \
	X(SIDE, "side") \
	X(STATUS, "status") \
	X(TURN, "turn") \
	X(UNIT, "unit") \
	X(URL, "url") \
	X(V, "v") \
	X(WAIT, "wait")

enum query_parameter {
#define X(name, wire) QUERY_##name,
	QUERY_PARAMETERS(X)
#undef X
		QUERY_COUNT
};

#define QUERY_BIT(name) (1U << QUERY_##name)

/* Those that are words: letters, digits, "_" and "-". */
#define QUERY_WORDS \
	(QUERY_BIT(CURSOR) | QUERY_BIT(FORMAT) | QUERY_BIT(LANG) | QUERY_BIT(SIDE) | \
	 QUERY_BIT(STATUS) | QUERY_BIT(UNIT) | QUERY_BIT(V))

/* Those that are any text, as it was before it was written into the query. */
#define QUERY_TEXTS QUERY_BIT(URL)

enum { REQUEST_PARAMETERS_MAX = 3 };

struct request {
	/* Filled by the shell. Texts are borrowed until the response is sent; NULL = the
	 * header was not there. */
	struct app *app;
	const struct route *route;
	const char *path;
	char parameter[REQUEST_PARAMETERS_MAX][LIMIT_PARAMETER_BYTES];
	int64_t query[QUERY_COUNT];          /* -1 = not given, or a word */
	const char *text_query[QUERY_COUNT]; /* NULL = not given */
	const char *authorization;
	const char *accept;
	const char *accept_encoding;
	const char *accept_language;
	const char *content_type;
	const char *idempotency_key;
	const char *grant; /* Pennon-Grant */
	const char *if_match;
	const char *if_none_match;
	const char *last_event_id;
	const char *signature, *signature_time; /* X-Signature-Ed25519, X-Signature-Timestamp */
	const char *body;                       /* body_size bytes and a NUL; NULL = not read yet */
	size_t body_size;
	bool head;                  /* HEAD: the same without the body */
	bool watches;               /* it waits for news: a stream, a long poll */
	bool is_local;              /* from a loopback address, through no proxy */
	bool figures_only;          /* it came to the address that has /metrics and nothing else */
	bool has_own_host;          /* its Host is none of a page of elsewhere: see host.h */
	uint32_t origin;            /* a hash of the caller's address; IPv6 by /64 */
	char id[PLATFORM_ID_BYTES]; /* of this request, for problems and logs */

	/* Filled by api_begin() before the handler is called. */
	struct caller caller;
	pn_side viewer;            /* PN_PUBLIC without a token, and for the umpire */
	bool is_umpire;            /* of {game} */
	bool is_operator;          /* where a player or the operator may ask */
	bool is_counted;           /* the limits have counted it */
	struct snapshot *snapshot; /* of {game}, on routes that open it; held */

	/* Waiting. */
	struct job job;
	request_handler *next;
	request_handler *after_open;                /* what wanted the game that is opened */
	int64_t watch_until_ms;                     /* on the steady clock */
	void (*await_job)(struct request *request); /* the shell's: a job goes out */
	void (*job_done)(struct request *request);  /* the shell's: it is back; any thread */
	/* What still waits for its job at late_ms (on the steady clock) is answered by `late`: while
	 * the job is out, so it reads nothing of that, and changes nothing of the request that the
	 * handlers need. What they come to then goes to `deliver`, and to no connection. When `late`
	 * writes no answer, or is NULL, the job is waited for. */
	request_handler *late;
	int64_t late_ms;
	void (*deliver)(struct request *request, struct response *response);

	/* What the handler keeps until its answer: freed with the request. */
	struct text text;
	void *memory;
};

/* Queue request->job and go on with `next` when it is done. Answers 503 itself when the
 * queue is full. */
enum handled request_submit(struct request *request, struct response *response,
			    request_handler *next);

/* Wait for news of the opened game that the request's viewer sees, or for the time. */
enum handled request_watch(struct request *request, int64_t until_ms, request_handler *next);

/* Give back what the request holds: the snapshot, text and memory. */
void request_release(struct request *request);
