/* One request from its first header to its last byte.
 *
 * libmicrohttpd calls inflight_called() at the headers, once for each piece of body, at
 * the end, and again whenever a suspended connection was resumed. Nothing can be
 * answered while a body arrives, and answering at the headers cuts the sender off, so
 * what is wrong with a request is remembered and answered at its end; a body beyond
 * its limit is read and dropped for a while.
 *
 * A sleeping request in flight is woken through one atomic. Whoever marks a sleeper WOKEN
 * resumes its connection, and one that was woken before it slept does not fall asleep.
 * While a job is out, nothing but the job wakes it: the job holds the address of the
 * request, and a suspended connection is never closed under it. */

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "http/shell.h"

/* ---- sleeping ---- */

/* Bits of inflight.state. */
enum { ASLEEP = 1, WOKEN = 2, AWAITS_JOB = 4 };

void inflight_awake(struct inflight *inflight)
{
	atomic_store(&inflight->state, 0);
}

void inflight_await_job(struct inflight *inflight)
{
	atomic_store(&inflight->state, AWAITS_JOB);
}

bool inflight_sleep(struct inflight *inflight)
{
	if (atomic_load(&inflight->state) & WOKEN)
		return false;
	MHD_suspend_connection(inflight->connection);
	if (atomic_fetch_or(&inflight->state, ASLEEP) & WOKEN)
		MHD_resume_connection(inflight->connection);
	return true;
}

bool inflight_sleep_for_job(struct inflight *inflight)
{
	inflight->sleeps_for_job = inflight_sleep(inflight);
	if (inflight->sleeps_for_job)
		inflight->loop->jobs++;
	return inflight->sleeps_for_job;
}

void inflight_resumed(struct inflight *inflight)
{
	if (inflight->sleeps_for_job)
		inflight->loop->jobs--;
	inflight->sleeps_for_job = false;
}

/* Mark it woken. True: it sleeps, and nobody else resumes it. */
static bool is_to_be_resumed(struct inflight *inflight, bool is_job)
{
	int state = atomic_load(&inflight->state);

	do {
		if (!is_job && (state & AWAITS_JOB))
			return false;
	} while (!atomic_compare_exchange_weak(&inflight->state, &state, state | WOKEN));
	return (state & ASLEEP) && !(state & WOKEN);
}

/* Once it is marked its own thread may end and free it, unless it slept until now: then
 * it stays until it is resumed here. */
static void wake(struct inflight *inflight, bool is_job)
{
	struct loop *loop = inflight->loop;
	uint64_t one = 1;

	/* The loop may be through with the request in flight before this is: its end waits for
	 * it. */
	atomic_fetch_add(&loop->wakers, 1);
	if (is_to_be_resumed(inflight, is_job)) {
		MHD_resume_connection(inflight->connection);
		if (!atomic_exchange(&loop->woken, true))
			(void)!write(loop->wake_fd, &one, sizeof(one));
	}
	atomic_fetch_sub(&loop->wakers, 1);
}

void inflight_wake(struct inflight *inflight)
{
	wake(inflight, false);
}

void inflight_job_done(struct inflight *inflight)
{
	wake(inflight, true);
}

static void request_awaits_job(struct request *request)
{
	inflight_await_job(((struct round_trip *)(void *)request)->inflight);
}

static void request_job_done(struct request *request)
{
	inflight_job_done(((struct round_trip *)(void *)request)->inflight);
}

static void wake_subscriber(struct subscription *subscription)
{
	inflight_wake(subscription->owner);
}

bool inflight_watch(struct inflight *inflight, bool has_token)
{
	struct http_figures *figures = &inflight->loop->httpd->app->figures;

	if (inflight->is_watching)
		return true;
	if (!has_token &&
	    atomic_fetch_add(&figures->anonymous_streams, 1) >= figures->anonymous_max) {
		atomic_fetch_sub(&figures->anonymous_streams, 1);
		return false;
	}
	if (atomic_fetch_add(&figures->streams, 1) >= figures->streams_max) {
		atomic_fetch_sub(&figures->streams, 1);
		if (!has_token)
			atomic_fetch_sub(&figures->anonymous_streams, 1);
		return false;
	}
	inflight->is_watching = true;
	inflight->is_anonymous = !has_token;
	inflight->previous = &inflight->loop->sleepers;
	inflight->next = inflight->loop->sleepers.next;
	inflight->next->previous = inflight;
	inflight->loop->sleepers.next = inflight;
	return true;
}

static void stop_watching(struct inflight *inflight)
{
	struct http_figures *figures = &inflight->loop->httpd->app->figures;

	if (!inflight->is_watching)
		return;
	atomic_fetch_sub(&figures->streams, 1);
	if (inflight->is_anonymous)
		atomic_fetch_sub(&figures->anonymous_streams, 1);
	inflight->previous->next = inflight->next;
	inflight->next->previous = inflight->previous;
	inflight->is_watching = false;
}

/* ---- answering ---- */

static void set_phase(struct inflight *inflight, enum peer_phase phase)
{
	inflight->peer->phase = phase;
	inflight->peer->since_ms = loop_now(inflight->loop);
}

void inflight_forget(struct inflight *inflight)
{
	struct round_trip *trip = inflight->trip;
	struct httpd *httpd = inflight->loop->httpd;

	if (!trip)
		return;
	if (trip->subscribed)
		service_unsubscribe(httpd->app->service, &trip->subscription);
	atomic_fetch_sub(&httpd->bodies, trip->body.capacity);
	text_free(&trip->body);
	request_release(&trip->request);
	response_release(&trip->response);
	free(trip);
	inflight->trip = NULL;
}

enum MHD_Result inflight_answer(struct inflight *inflight)
{
	/* What has its answer waits for nothing more, however slowly it is taken. */
	stop_watching(inflight);
	set_phase(inflight, PEER_TAKES);
	enum MHD_Result result = send_response(inflight);

	inflight_forget(inflight);
	return result;
}

/* The handler waits for news: subscribe, then look once more, because what came before
 * the subscription wakes nobody. True when the request in flight sleeps. */
static bool watch(struct inflight *inflight)
{
	struct round_trip *trip = inflight->trip;
	struct request *request = &trip->request;

	request->watches = true;
	if (trip->subscribed)
		return inflight_sleep(inflight);
	if (!inflight_watch(inflight, request->caller.known)) {
		request->next = NULL;
		response_refuse(request, &trip->response, PROBLEM_BUSY,
				"Too many callers are waiting for news.");
		return false;
	}
	memcpy(trip->subscription.game, request->parameter[0], GAME_ID_BYTES);
	trip->subscription.viewer = request->viewer;
	trip->subscription.principal = request->caller.known ? request->caller.principal : 0;
	trip->subscription.wake = wake_subscriber;
	trip->subscription.owner = inflight;
	service_subscribe(request->app->service, &trip->subscription);
	trip->subscribed = true;
	return false;
}

/* Call the handler, and what goes on after it, until it is answered or sleeps. */
static enum MHD_Result go_on(struct inflight *inflight)
{
	struct round_trip *trip = inflight->trip;
	struct request *request = &trip->request;

	while (request->next) {
		request_handler *next = request->next;

		request->next = NULL;
		inflight_awake(inflight);
		if (inflight->loop->stopping)
			request->watch_until_ms = 0;
		switch (next(request, &trip->response)) {
		case HANDLED:
			return inflight_answer(inflight);
		case PENDING:
			if (inflight_sleep_for_job(inflight))
				return MHD_YES;
			break;
		case WATCHING:
			if (watch(inflight))
				return MHD_YES;
			break;
		case STREAMING:
			return flow_begin(inflight);
		}
	}
	return inflight_answer(inflight);
}

/* ---- receiving ---- */

static struct inflight *begin(struct loop *loop, struct MHD_Connection *connection)
{
	struct inflight *inflight = calloc(1, sizeof(*inflight));
	struct round_trip *trip = calloc(1, sizeof(*trip));

	if (!inflight || !trip)
		abort();
	inflight->connection = connection;
	inflight->loop = loop;
	inflight->peer = *(struct peer **)MHD_get_connection_info(
		connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
	inflight->trip = trip;
	trip->inflight = inflight;
	trip->request.app = loop->httpd->app;
	trip->request.await_job = request_awaits_job;
	trip->request.job_done = request_job_done;
	loop->in_flight++;
	atomic_fetch_add(&trip->request.app->figures.requests, 1);
	return inflight;
}

/* Bytes that are read and dropped before the connection is closed instead. */
static uint64_t drop_limit(const struct round_trip *trip)
{
	const struct route *route = trip->request.route;
	uint64_t limit = route ? (uint64_t)route->body_max * LIMIT_BODY_DROP : 0;

	return limit > LIMIT_BODY_DROP_MIN ? limit : LIMIT_BODY_DROP_MIN;
}

/* What is kept of the body is given back, and so will be what follows. */
static void refuse_body(struct inflight *inflight, enum problem_code code, const char *detail)
{
	struct round_trip *trip = inflight->trip;

	atomic_fetch_sub(&inflight->loop->httpd->bodies, trip->body.capacity);
	text_free(&trip->body);
	response_refuse(&trip->request, &trip->response, code, detail);
}

/* Keep a piece of body, or drop it and remember why. False: close the connection. */
static bool receive(struct inflight *inflight, const char *bytes, size_t size)
{
	struct round_trip *trip = inflight->trip;
	struct httpd *httpd = inflight->loop->httpd;
	size_t limit = trip->request.route ? trip->request.route->body_max : 0;

	if (trip->response.status == 0 && trip->body.size + size > limit)
		refuse_body(inflight, PROBLEM_BODY_TOO_LARGE,
			    limit ? "" : "There is no body to be sent here.");
	if (trip->response.status != 0) {
		trip->dropped += size;
		return trip->dropped <= drop_limit(trip);
	}
	uint64_t grown = trip->body.capacity;

	text_add(&trip->body, bytes, size);
	grown = trip->body.capacity - grown;
	if (atomic_fetch_add(&httpd->bodies, grown) + grown > httpd->limits.bodies)
		refuse_body(inflight, PROBLEM_BUSY,
			    "The server holds too many unfinished requests.");
	return true;
}

/* The headers are here. False: answer at once, and close the connection, because its
 * body cannot be told from what follows or is not worth reading. */
static bool accept_headers(struct inflight *inflight, const char *url, const char *method,
			   const char *version)
{
	struct round_trip *trip = inflight->trip;
	struct request *request = &trip->request;
	const struct platform *platform = request->app->platform;
	const char *length = MHD_lookup_connection_value(inflight->connection, MHD_HEADER_KIND,
							 "Content-Length");

	platform->new_id(platform->context, request->id);
	if (inflight->loop->stopping) {
		response_refuse(request, &trip->response, PROBLEM_BUSY, "The server is stopping.");
		trip->response.close = true;
	} else {
		parse_request(trip, inflight->connection, url, method, version);
	}
	/* Nobody needs to send what is announced to be far too large. */
	if (length && strtoull(length, NULL, 10) > drop_limit(trip)) {
		if (trip->response.status == 0)
			response_refuse(request, &trip->response, PROBLEM_BODY_TOO_LARGE, "");
		trip->response.close = true;
	}
	return !trip->response.close;
}

/* The whole request is here. */
static enum MHD_Result finish_request(struct inflight *inflight)
{
	struct round_trip *trip = inflight->trip;
	struct request *request = &trip->request;

	send_begin(trip);
	set_phase(inflight, PEER_WAITS);
	request->body = trip->body.bytes ? trip->body.bytes : "";
	request->body_size = trip->body.size;
	if (trip->response.status == 0 && !request->route)
		static_serve(inflight->loop->httpd, request, &trip->response);
	else if (trip->response.status == 0)
		request->next = api_begin;
	return go_on(inflight);
}

enum MHD_Result inflight_called(void *closure, struct MHD_Connection *connection, const char *url,
				const char *method, const char *version, const char *upload,
				size_t *upload_size, void **context)
{
	struct loop *loop = closure;
	struct inflight *inflight = *context;

	if (!inflight) {
		inflight = *context = begin(loop, connection);
		return accept_headers(inflight, url, method, version) ? MHD_YES
								      : inflight_answer(inflight);
	}
	if (*upload_size > 0) {
		bool go = receive(inflight, upload, *upload_size);

		*upload_size = 0;
		return go ? MHD_YES : MHD_NO;
	}
	if (!inflight->trip)
		return MHD_YES; /* answered already */
	if (!inflight->trip->started)
		return finish_request(inflight);
	inflight_resumed(inflight);
	return go_on(inflight);
}

void inflight_completed(void *closure, struct MHD_Connection *connection, void **context,
			enum MHD_RequestTerminationCode code)
{
	struct loop *loop = closure;
	struct inflight *inflight = *context;

	if (!inflight)
		return;
	*context = NULL;
	inflight_resumed(inflight);
	stop_watching(inflight);
	flow_free(inflight->flow);
	inflight_forget(inflight);
	if (inflight->peer)
		set_phase(inflight, PEER_SENDS);
	free(inflight);
	loop->in_flight--;
}
