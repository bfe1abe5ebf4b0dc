#pragma once
/* What the files of the shell share; nobody else includes it.
 *
 * A connection belongs to one loop and thus to one thread for all its life. Only the wake-ups
 * of a request in flight are called from other threads; everything else here is touched by the
 * loop's thread alone, which is why there is no lock. */

#include <microhttpd.h>
#include <pthread.h>
#include <stdatomic.h>

#include "http/connection_counts.h"
#include "http/httpd.h"
#include "http/listener.h"

struct flow;
struct round_trip;

enum peer_phase { PEER_SENDS, PEER_WAITS, PEER_TAKES };

/* One TCP connection: what it is doing and since when, so that none may dawdle. */
struct peer {
	int fd;
	struct address address;
	enum peer_phase phase;
	int64_t since_ms;
	struct peer *next, *previous;
};

/* One request and its answer. */
struct inflight {
	struct MHD_Connection *connection; /* NULL, as the peer: it is adrift */
	struct loop *loop;
	struct peer *peer;
	atomic_int state; /* whether it sleeps: see sleep.c */
	bool sleeps_for_job;
	bool is_timed;                    /* it has its time to be answered: see sleep.c */
	bool is_watching;                 /* counted as a stream */
	bool is_anonymous;                /* ... of a caller without a token */
	struct round_trip *trip;          /* the request until it is answered; NULL in a stream */
	struct flow *flow;                /* a stream; else NULL */
	struct inflight *next, *previous; /* of the loop's sleepers: streams, long polls; or its
					   * timed ones; or of those that are back */
};

/* A thread with a libmicrohttpd daemon of its own. */
struct loop {
	struct httpd *httpd;
	struct MHD_Daemon *daemon;
	pthread_t thread;
	int wake_fd;        /* eventfd: somebody resumed a connection */
	atomic_bool woken;  /* ... and has written to it already */
	atomic_uint wakers; /* threads that are waking one of its requests in flight right now */
	bool stopping;
	int64_t next_tick_ms, stop_by_ms;
	uint32_t in_flight;        /* under way */
	uint32_t jobs;             /* of those, asleep until a job is back */
	uint32_t beat;             /* counts the ticks */
	uint32_t last_connections; /* of the server, a tick ago */
	uint32_t most_connections; /* ... and since memory was last given back */
	bool has_place;            /* one is taken for a connection that is being made ... */
	struct address place;      /* ... from there */
	struct peer peers;         /* heads of rings */
	struct inflight sleepers, timed;
	_Atomic(struct inflight *) back; /* adrift, and their jobs are back */
};

struct httpd {
	struct app *app;
	struct http_limits limits;
	bool figures_only;
	uint32_t connections; /* that may be open */
	char web[256];        /* "" = the compiled-in page */
	struct address_range proxies[ADDRESS_RANGES_MAX];
	size_t proxies_count;
	struct connection_counts *counts;
	int listen_fd;
	char name[LISTENER_HOST_BYTES]; /* or address, as it was told to listen on */
	char address[LISTENER_ADDRESS_BYTES];
	atomic_bool stopping;
	atomic_uint_fast64_t bodies; /* bytes of request bodies held */
	uint32_t loops_count;
	struct loop loop[LIMIT_THREADS_MAX];
};

/* The request, the answer being made and the body: given back before a stream idles. */
struct round_trip {
	struct request request; /* first: the request's address is the round trip's */
	struct response response;
	struct inflight *inflight;
	struct text body;
	uint64_t dropped; /* bytes of an oversized body that were not kept */
	struct subscription subscription;
	bool subscribed;
	bool started;     /* the whole request is here */
	int64_t begun_us; /* ... since then, on the steady clock */
};

/* ---- httpd.c ---- */

/* Milliseconds on the platform's steady clock. */
int64_t loop_now(const struct loop *loop);

/* ---- sleep.c ---- */

/* Bits of inflight.state: it sleeps; it was woken; only its job wakes it; its time is up; its
 * connection has an answer, and it goes on without. */
enum { ASLEEP = 1, WOKEN = 2, AWAITS_JOB = 4, LATE = 8, ADRIFT = 16 };

/* From now on a wake-up counts: called before looking whether there is something. */
void inflight_awake(struct inflight *inflight);

/* From now on only inflight_job_done() wakes it: called before the job is submitted. */
void inflight_await_job(struct inflight *inflight);

/* Sleep until woken. False when somebody woke it in the meantime: then look again. Only
 * inside libmicrohttpd's callbacks. */
bool inflight_sleep(struct inflight *inflight);

/* The same, and counts it among those that a stopping loop waits for; inflight_resumed()
 * is called when it goes on. */
bool inflight_sleep_for_job(struct inflight *inflight);
void inflight_resumed(struct inflight *inflight);

/* Go on with a request in flight, asleep or not; from any thread that knows that it exists. */
void inflight_wake(struct inflight *inflight);
void inflight_job_done(struct inflight *inflight);

/* It has no connection from now on: when its job is back, or was, it is handed to its loop. */
void inflight_adrift(struct inflight *inflight);

/* Resume what has waited long enough for its job; and in how many milliseconds the next will have, at
 * most `most`. */
void sleep_tick(struct loop *loop, int64_t now);
int64_t sleep_wait(const struct loop *loop, int64_t now, int64_t most);

/* ---- inflight.c ---- */

/* libmicrohttpd's callbacks; `loop` is their closure. */
enum MHD_Result inflight_called(void *loop, struct MHD_Connection *connection, const char *url,
				const char *method, const char *version, const char *upload,
				size_t *upload_size, void **context);
void inflight_completed(void *loop, struct MHD_Connection *connection, void **context,
			enum MHD_RequestTerminationCode code);

/* Send the round trip's response. */
enum MHD_Result inflight_answer(struct inflight *inflight);

/* Go on with those that are adrift and whose jobs are back. */
void inflight_take_back(struct loop *loop);

/* Give back the round trip: request, response and body. */
void inflight_forget(struct inflight *inflight);

/* Count it among streams and long polls. False past a limit. */
bool inflight_watch(struct inflight *inflight, bool has_token);

/* ---- caller.c ---- */

/* What the headers say of where a request comes from, gathered line by line. */
struct caller_origin {
	bool is_noted;       /* some proxy has left a mark */
	bool is_told;        /* X-Forwarded-For names an address that is no trusted proxy */
	struct address told; /* the last such address, in all its lines */
};

/* Read one line of X-Forwarded-For. Lines count as one list, in their order. */
void caller_forwarded_for(struct caller_origin *origin, const struct httpd *httpd,
			  const char *value);

/* Does a header of this name say that the request came through a proxy? */
bool caller_is_noted(const char *header);

/* Fill request->is_local and request->origin. Only a trusted proxy is believed. */
void caller_note(struct request *request, const struct httpd *httpd,
		 struct MHD_Connection *connection, const struct caller_origin *origin);

/* ---- parse.c ---- */

/* Fill the request from what libmicrohttpd read. Answers into `response` and returns
 * false when something is wrong with it. */
bool parse_request(struct round_trip *trip, struct MHD_Connection *connection, const char *url,
		   const char *method, const char *version);

/* ---- send.c ---- */

/* Hand the round trip's answer to libmicrohttpd, which frees its body; counted and logged.
 * MHD_NO when it is not taken: then the connection ends. */
enum MHD_Result send_response(struct inflight *inflight);

/* The whole request is here; and its answer goes out: count and log it, with the time
 * between. */
void send_begin(struct round_trip *trip);
void send_count(const struct round_trip *trip);

/* The headers that every answer has. */
void send_headers(struct MHD_Response *out, const struct request *request,
		  const struct response *response);

/* ---- static.c ---- */

/* Answer with a file of the page. */
void static_serve(const struct httpd *httpd, const struct request *request,
		  struct response *response);

/* ---- stream.c ---- */

/* Turn the request in flight into the stream that the response describes. */
enum MHD_Result flow_begin(struct inflight *inflight);

/* A second has passed: wakes the stream when its heartbeat is due. */
void flow_tick(struct inflight *inflight, uint32_t beat);

/* Nobody wakes it from now on. Takes NULL. */
void flow_free(struct flow *flow);
