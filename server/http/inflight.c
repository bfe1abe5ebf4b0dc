/* One request from its first header to its last byte.
 *
 * libmicrohttpd calls inflight_called() at the headers, once for each piece of body, at
 * the end, and again whenever a suspended connection was resumed. Nothing can be
 * answered while a body arrives, and answering at the headers cuts the sender off, so
 * what is wrong with a request is remembered and answered at its end; a body beyond
 * its limit is read and dropped for a while.
 *
 * A client that sends "Expect: 100-continue" waits until the body is asked for, which the library
 * does by itself when the headers were not answered. Its request is looked at before that, as far
 * as it can be without the body, and what is refused is answered at the headers.
 *
 * Some callers hang up long before a job may be back (Discord after three seconds), and take what
 * it comes to by another way. Such a request has its time (request->late_ms). When that is up its
 * connection gets an answer that says so, and has nothing more to do with it; the request itself
 * goes on adrift, on the same thread, and what it comes to is delivered by its maker. The job has
 * the address of the request until it is back, so it is the connection that gets another inflight,
 * and not the request. */

#include <stdlib.h>
#include <string.h>

#include "http/shell.h"

/* ---- waking ---- */

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
	/* A request that has its answer waits for no news, however slowly the answer is read. */
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

/* Deliver the answer of a request that is adrift. */
static void deliver(struct inflight *inflight)
{
	struct loop *loop = inflight->loop;

	inflight->trip->request.deliver(&inflight->trip->request, &inflight->trip->response);
	inflight_forget(inflight);
	free(inflight);
	loop->in_flight--;
}

/* It has its answer; or at its headers none, and then its body is read. Whether one that is refused
 * there sends its body all the same is not known, so its connection ends. */
static enum MHD_Result finish(struct inflight *inflight)
{
	struct round_trip *trip = inflight->trip;

	if (!trip->started && trip->response.status == 0)
		return MHD_YES;
	if (!trip->started)
		trip->response.close = true;
	if (inflight->connection)
		return inflight_answer(inflight);
	deliver(inflight);
	return MHD_YES;
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
			return finish(inflight);
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
	return finish(inflight);
}

/* ---- before its job is back ---- */

/* What the connection has in its stead: of the request what an answer is sent by. */
static struct inflight *make_other(const struct inflight *inflight, struct response *response)
{
	struct inflight *other = calloc(1, sizeof(*other));
	struct round_trip *trip = calloc(1, sizeof(*trip));
	const struct round_trip *from = inflight->trip;

	if (!other || !trip)
		abort();
	other->connection = inflight->connection;
	other->loop = inflight->loop;
	other->peer = inflight->peer;
	other->trip = trip;
	trip->inflight = other;
	trip->started = true;
	trip->begun_us = from->begun_us;
	trip->request.app = from->request.app;
	trip->request.route = from->request.route;
	trip->request.head = from->request.head;
	memcpy(trip->request.id, from->request.id, sizeof(trip->request.id));
	trip->response = *response;
	other->loop->in_flight++;
	return other;
}

/* Clear everything that belongs to the connection. */
static void cast_off(struct inflight *inflight)
{
	struct request *request = &inflight->trip->request;

	inflight->connection = NULL;
	inflight->peer = NULL;
	request->path = NULL;
	request->authorization = request->accept = request->accept_encoding = NULL;
	request->accept_language = request->content_type = request->idempotency_key = NULL;
	request->grant = request->if_match = request->if_none_match = NULL;
	request->last_event_id = request->signature = request->signature_time = NULL;
	for (size_t i = 0; i < QUERY_COUNT; i++)
		request->text_query[i] = NULL;
	request->late = NULL;
	inflight_adrift(inflight);
}

/* It was resumed. Itself: it goes on; NULL: it sleeps again; another: that is its connection's from now
 * on, and has an answer to be sent, while it goes on adrift. */
static struct inflight *part(struct inflight *inflight)
{
	const int state = atomic_load(&inflight->state);
	struct request *request = &inflight->trip->request;
	struct response response = {0};

	if (!(state & LATE) || (state & WOKEN))
		return inflight;
	request->late(request, &response);
	if (response.status == 0) {
		request->late = NULL;
		return inflight_sleep(inflight) ? NULL : inflight;
	}
	struct inflight *other = make_other(inflight, &response);

	cast_off(inflight);
	return other;
}

void inflight_take_back(struct loop *loop)
{
	struct inflight *next = atomic_exchange(&loop->back, NULL);

	while (next) {
		struct inflight *inflight = next;

		next = inflight->next;
		inflight_resumed(inflight);
		go_on(inflight);
	}
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

/* Bytes of body that are taken. */
static uint64_t body_limit(const struct round_trip *trip)
{
	return trip->request.route ? trip->request.route->body_max : 0;
}

/* Bytes that are read and dropped before the connection is closed instead. */
static uint64_t drop_limit(const struct round_trip *trip)
{
	uint64_t limit = body_limit(trip) * LIMIT_BODY_DROP;

	return limit > LIMIT_BODY_DROP_MIN ? limit : LIMIT_BODY_DROP_MIN;
}

static void refuse_size(struct round_trip *trip)
{
	response_refuse(&trip->request, &trip->response, PROBLEM_BODY_TOO_LARGE,
			body_limit(trip) ? "" : "There is no body to be sent here.");
}

/* Free the part of a refused body that was kept; the rest is dropped. */
static void give_body_back(struct inflight *inflight)
{
	struct round_trip *trip = inflight->trip;

	atomic_fetch_sub(&inflight->loop->httpd->bodies, trip->body.capacity);
	text_free(&trip->body);
}

/* Keep a piece of body, or drop it and remember why. False: close the connection. */
static bool receive(struct inflight *inflight, const char *bytes, size_t size)
{
	struct round_trip *trip = inflight->trip;
	struct httpd *httpd = inflight->loop->httpd;

	if (trip->response.status == 0 && trip->body.size + size > body_limit(trip)) {
		give_body_back(inflight);
		refuse_size(trip);
	}
	if (trip->response.status != 0) {
		trip->dropped += size;
		return trip->dropped <= drop_limit(trip);
	}
	uint64_t grown = trip->body.capacity;

	text_add(&trip->body, bytes, size);
	grown = trip->body.capacity - grown;
	if (atomic_fetch_add(&httpd->bodies, grown) + grown > httpd->limits.bodies) {
		give_body_back(inflight);
		response_refuse(&trip->request, &trip->response, PROBLEM_BUSY,
				"The server holds too many unfinished requests.");
	}
	return true;
}

/* Does the sender wait until the body is asked for? */
static bool awaits_continue(const struct inflight *inflight, const char *version)
{
	const char *expect =
		MHD_lookup_connection_value(inflight->connection, MHD_HEADER_KIND, "Expect");

	return expect && strcasecmp(expect, "100-continue") == 0 &&
	       strcmp(version, "HTTP/1.1") == 0;
}

/* The bytes of body that are announced; 0: none, or as many chunks as there will be. */
static uint64_t announced(const struct inflight *inflight)
{
	const char *length = MHD_lookup_connection_value(inflight->connection, MHD_HEADER_KIND,
							 "Content-Length");

	return length ? strtoull(length, NULL, 10) : 0;
}

/* The headers are here. What is wrong with them is answered at once when the sender waits to be
 * asked for the body, or when that cannot be told from what follows or is not worth reading; else
 * at its end. */
static enum MHD_Result take_headers(struct inflight *inflight, const char *url, const char *method,
				    const char *version)
{
	struct round_trip *trip = inflight->trip;
	struct request *request = &trip->request;
	const struct platform *platform = request->app->platform;
	const bool waits = awaits_continue(inflight, version);

	platform->new_id(platform->context, request->id);
	if (inflight->loop->stopping) {
		response_refuse(request, &trip->response, PROBLEM_BUSY, "The server is stopping.");
		trip->response.close = true;
	} else {
		parse_request(trip, inflight->connection, url, method, version);
	}
	/* Nobody needs to send what is announced to be far too large. */
	if (announced(inflight) > (waits ? body_limit(trip) : drop_limit(trip))) {
		if (trip->response.status == 0)
			refuse_size(trip);
		trip->response.close = true;
	}
	if (!waits && !trip->response.close)
		return MHD_YES;
	if (trip->response.status == 0 && request->route)
		request->next = api_begin;
	return go_on(inflight);
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
		return take_headers(inflight, url, method, version);
	}
	if (*upload_size > 0) {
		bool go = receive(inflight, upload, *upload_size);

		*upload_size = 0;
		return go ? MHD_YES : MHD_NO;
	}
	if (!inflight->trip)
		return MHD_YES; /* answered already */
	if (!inflight->trip->started && !inflight->sleeps_for_job)
		return finish_request(inflight);
	inflight = part(inflight);
	if (!inflight)
		return MHD_YES;
	if (inflight != *context) {
		*context = inflight;
		return inflight_answer(inflight);
	}
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
