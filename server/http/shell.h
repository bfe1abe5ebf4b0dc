#pragma once
/* What the files of the shell share; nobody else includes it.
 *
 * A connection belongs to one loop and thus to one thread for all its life. Only the
 * wake-ups of an exchange are called from other threads; everything else here is touched by the
 * loop's thread alone, which is why there is no lock. */

#include <microhttpd.h>
#include <pthread.h>
#include <stdatomic.h>

#include "http/connection_counts.h"
#include "http/httpd.h"

struct flow;
struct work;

enum visitor_phase { VISITOR_SENDS, VISITOR_WAITS, VISITOR_TAKES };

/* One TCP connection: what it is doing and since when, so that none may dawdle. */
struct visitor {
	int fd;
	struct address address;
	enum visitor_phase phase;
	int64_t since_ms;
	struct visitor *next, *previous;
};

/* One request and its answer. */
struct exchange {
	struct MHD_Connection *connection;
	struct loop *loop;
	struct visitor *visitor;
	atomic_int state; /* whether it sleeps: see exchange.c */
	bool sleeps_for_job;
	bool is_watching;                 /* counted as a stream */
	bool is_anonymous;                /* ... of a caller without a token */
	struct work *work;                /* the request until it is answered; NULL in a stream */
	struct flow *flow;                /* a stream; else NULL */
	struct exchange *next, *previous; /* of the loop's sleepers: streams, long polls */
};

/* A thread with a libmicrohttpd daemon of its own. */
struct loop {
	struct httpd *httpd;
	struct MHD_Daemon *daemon;
	pthread_t thread;
	int wake_fd;        /* eventfd: somebody resumed a connection */
	atomic_bool woken;  /* ... and has written to it already */
	atomic_uint wakers; /* threads that are waking one of its exchanges right now */
	bool stopping;
	int64_t next_tick_ms, stop_by_ms;
	uint32_t exchanges;        /* under way */
	uint32_t jobs;             /* of those, asleep until a job is back */
	uint32_t beat;             /* counts the ticks */
	uint32_t last_connections; /* of the server, a tick ago */
	uint32_t most_connections; /* ... and since memory was last given back */
	bool has_place;            /* one is taken for a connection that is being made ... */
	struct address place;      /* ... from there */
	struct visitor visitors;   /* heads of rings */
	struct exchange sleepers;
};

struct httpd {
	struct app *app;
	struct http_limits limits;
	char web[256]; /* "" = the compiled-in page */
	struct address_range proxies[ADDRESS_RANGES_MAX];
	size_t proxies_count;
	struct connection_counts *counts;
	int listen_fd;
	char address[96];
	atomic_bool stopping;
	atomic_uint_fast64_t bodies; /* bytes of request bodies held */
	uint32_t loops_count;
	struct loop loop[LIMIT_THREADS_MAX];
};

/* The request, the answer being made and the body: given back before a stream idles. */
struct work {
	struct request request; /* first: the request's address is the work's */
	struct response response;
	struct exchange *exchange;
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

/* ---- exchange.c ---- */

/* libmicrohttpd's callbacks; `loop` is their closure. */
enum MHD_Result exchange_called(void *loop, struct MHD_Connection *connection, const char *url,
				const char *method, const char *version, const char *upload,
				size_t *upload_size, void **context);
void exchange_completed(void *loop, struct MHD_Connection *connection, void **context,
			enum MHD_RequestTerminationCode code);

/* From now on a wake-up counts: called before looking whether there is something. */
void exchange_awake(struct exchange *exchange);

/* From now on only exchange_job_done() wakes it: called before the job is submitted. */
void exchange_await_job(struct exchange *exchange);

/* Sleep until woken. False when somebody woke it in the meantime: then look again. Only
 * inside libmicrohttpd's callbacks. */
bool exchange_sleep(struct exchange *exchange);

/* The same, and counts it among those that a stopping loop waits for; exchange_resumed()
 * is called when it goes on. */
bool exchange_sleep_for_job(struct exchange *exchange);
void exchange_resumed(struct exchange *exchange);

/* Go on with an exchange, asleep or not; from any thread that knows that it exists. */
void exchange_wake(struct exchange *exchange);
void exchange_job_done(struct exchange *exchange);

/* Send the work's response. */
enum MHD_Result exchange_answer(struct exchange *exchange);

/* Give back the work: request, response and body. */
void exchange_forget(struct exchange *exchange);

/* Count it among streams and long polls. False past a limit. */
bool exchange_watch(struct exchange *exchange, bool has_token);

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
bool parse_request(struct work *work, struct MHD_Connection *connection, const char *url,
		   const char *method, const char *version);

/* ---- send.c ---- */

/* Hand the work's answer to libmicrohttpd, which frees its body; counted and logged. MHD_NO when it
 * is not taken: then the connection ends. */
enum MHD_Result send_response(struct exchange *exchange);

/* The whole request is here; and its answer goes out: count and log it, with the time
 * between. */
void send_begin(struct work *work);
void send_count(const struct work *work);

/* The headers that every answer has. */
void send_headers(struct MHD_Response *out, const struct request *request,
		  const struct response *response);

/* ---- static.c ---- */

/* Answer with a file of the page. */
void static_serve(const struct httpd *httpd, const struct request *request,
		  struct response *response);

/* ---- stream.c ---- */

/* Turn the exchange into the stream that the response describes. */
enum MHD_Result flow_begin(struct exchange *exchange);

/* A second has passed: wakes the stream when its heartbeat is due. */
void flow_tick(struct exchange *exchange, uint32_t beat);

/* Nobody wakes it from now on. Takes NULL. */
void flow_free(struct flow *flow);
