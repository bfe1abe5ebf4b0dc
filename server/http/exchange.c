/* One request from its first header to its last byte.
 *
 * libmicrohttpd calls exchange_called() at the headers, once for each piece of body, at
 * the end, and again whenever a suspended connection was resumed. Nothing can be
 * answered while a body arrives, and answering at the headers cuts the sender off, so
 * what is wrong with a request is remembered and answered at its end; a body beyond
 * its limit is read and dropped for a while.
 *
 * A sleeping exchange is woken through one atomic. Whoever marks a sleeper WOKEN
 * resumes its connection, and one that was woken before it slept does not fall asleep.
 * While a job is out, nothing but the job wakes it: the job holds the address of the
 * request, and a suspended connection is never closed under it. */

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "http/shell.h"

/* ---- sleeping ---- */

/* Bits of exchange.state. */
enum { ASLEEP = 1, WOKEN = 2, AWAITS_JOB = 4 };

void exchange_awake(struct exchange *exchange)
{
	atomic_store(&exchange->state, 0);
}

void exchange_await_job(struct exchange *exchange)
{
	atomic_store(&exchange->state, AWAITS_JOB);
}

bool exchange_sleep(struct exchange *exchange)
{
	if (atomic_load(&exchange->state) & WOKEN)
		return false;
	MHD_suspend_connection(exchange->connection);
	if (atomic_fetch_or(&exchange->state, ASLEEP) & WOKEN)
		MHD_resume_connection(exchange->connection);
	return true;
}

bool exchange_sleep_for_job(struct exchange *exchange)
{
	exchange->sleeps_for_job = exchange_sleep(exchange);
	if (exchange->sleeps_for_job)
		exchange->loop->jobs++;
	return exchange->sleeps_for_job;
}

void exchange_resumed(struct exchange *exchange)
{
	if (exchange->sleeps_for_job)
		exchange->loop->jobs--;
	exchange->sleeps_for_job = false;
}

/* Mark it woken. True: it sleeps, and nobody else resumes it. */
static bool is_to_be_resumed(struct exchange *exchange, bool is_job)
{
	int state = atomic_load(&exchange->state);

	do {
		if (!is_job && (state & AWAITS_JOB))
			return false;
	} while (!atomic_compare_exchange_weak(&exchange->state, &state, state | WOKEN));
	return (state & ASLEEP) && !(state & WOKEN);
}

/* Once it is marked its own thread may end and free it, unless it slept until now: then
 * it stays until it is resumed here. */
static void wake(struct exchange *exchange, bool is_job)
{
	struct loop *loop = exchange->loop;
	uint64_t one = 1;

	/* The loop may be through with the exchange before this is: its end waits for it. */
	atomic_fetch_add(&loop->wakers, 1);
	if (is_to_be_resumed(exchange, is_job)) {
		MHD_resume_connection(exchange->connection);
		if (!atomic_exchange(&loop->woken, true))
			(void)!write(loop->wake_fd, &one, sizeof(one));
	}
	atomic_fetch_sub(&loop->wakers, 1);
}

void exchange_wake(struct exchange *exchange)
{
	wake(exchange, false);
}

void exchange_job_done(struct exchange *exchange)
{
	wake(exchange, true);
}

static void request_awaits_job(struct request *request)
{
	exchange_await_job(((struct work *)(void *)request)->exchange);
}

static void request_job_done(struct request *request)
{
	exchange_job_done(((struct work *)(void *)request)->exchange);
}

static void wake_subscriber(struct subscription *subscription)
{
	exchange_wake(subscription->owner);
}

bool exchange_watch(struct exchange *exchange, bool has_token)
{
	struct http_figures *figures = &exchange->loop->httpd->app->figures;

	if (exchange->is_watching)
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
	exchange->is_watching = true;
	exchange->is_anonymous = !has_token;
	exchange->previous = &exchange->loop->sleepers;
	exchange->next = exchange->loop->sleepers.next;
	exchange->next->previous = exchange;
	exchange->loop->sleepers.next = exchange;
	return true;
}

static void stop_watching(struct exchange *exchange)
{
	struct http_figures *figures = &exchange->loop->httpd->app->figures;

	if (!exchange->is_watching)
		return;
	atomic_fetch_sub(&figures->streams, 1);
	if (exchange->is_anonymous)
		atomic_fetch_sub(&figures->anonymous_streams, 1);
	exchange->previous->next = exchange->next;
	exchange->next->previous = exchange->previous;
	exchange->is_watching = false;
}

/* ---- answering ---- */

static void set_phase(struct exchange *exchange, enum visitor_phase phase)
{
	exchange->visitor->phase = phase;
	exchange->visitor->since_ms = loop_now(exchange->loop);
}

void exchange_forget(struct exchange *exchange)
{
	struct work *work = exchange->work;
	struct httpd *httpd = exchange->loop->httpd;

	if (!work)
		return;
	if (work->subscribed)
		service_unsubscribe(httpd->app->service, &work->subscription);
	atomic_fetch_sub(&httpd->bodies, work->body.capacity);
	text_free(&work->body);
	request_release(&work->request);
	response_release(&work->response);
	free(work);
	exchange->work = NULL;
}

enum MHD_Result exchange_answer(struct exchange *exchange)
{
	/* What has its answer waits for nothing more, however slowly it is taken. */
	stop_watching(exchange);
	set_phase(exchange, VISITOR_TAKES);
	enum MHD_Result result = send_response(exchange);

	exchange_forget(exchange);
	return result;
}

/* The handler waits for news: subscribe, then look once more, because what came before
 * the subscription wakes nobody. True when the exchange sleeps. */
static bool watch(struct exchange *exchange)
{
	struct work *work = exchange->work;
	struct request *request = &work->request;

	request->watches = true;
	if (work->subscribed)
		return exchange_sleep(exchange);
	if (!exchange_watch(exchange, request->caller.known)) {
		request->next = NULL;
		response_refuse(request, &work->response, PROBLEM_BUSY,
				"Too many callers are waiting for news.");
		return false;
	}
	memcpy(work->subscription.game, request->parameter[0], GAME_ID_BYTES);
	work->subscription.viewer = request->viewer;
	work->subscription.principal = request->caller.known ? request->caller.principal : 0;
	work->subscription.wake = wake_subscriber;
	work->subscription.owner = exchange;
	service_subscribe(request->app->service, &work->subscription);
	work->subscribed = true;
	return false;
}

/* Call the handler, and what goes on after it, until it is answered or sleeps. */
static enum MHD_Result go_on(struct exchange *exchange)
{
	struct work *work = exchange->work;
	struct request *request = &work->request;

	while (request->next) {
		request_handler *next = request->next;

		request->next = NULL;
		exchange_awake(exchange);
		if (exchange->loop->stopping)
			request->watch_until_ms = 0;
		switch (next(request, &work->response)) {
		case HANDLED:
			return exchange_answer(exchange);
		case PENDING:
			if (exchange_sleep_for_job(exchange))
				return MHD_YES;
			break;
		case WATCHING:
			if (watch(exchange))
				return MHD_YES;
			break;
		case STREAMING:
			return flow_begin(exchange);
		}
	}
	return exchange_answer(exchange);
}

/* ---- receiving ---- */

static struct exchange *begin(struct loop *loop, struct MHD_Connection *connection)
{
	struct exchange *exchange = calloc(1, sizeof(*exchange));
	struct work *work = calloc(1, sizeof(*work));

	if (!exchange || !work)
		abort();
	exchange->connection = connection;
	exchange->loop = loop;
	exchange->visitor = *(struct visitor **)MHD_get_connection_info(
		connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
	exchange->work = work;
	work->exchange = exchange;
	work->request.app = loop->httpd->app;
	work->request.await_job = request_awaits_job;
	work->request.job_done = request_job_done;
	loop->exchanges++;
	atomic_fetch_add(&work->request.app->figures.requests, 1);
	return exchange;
}

/* Bytes that are read and dropped before the connection is closed instead. */
static uint64_t drop_limit(const struct work *work)
{
	const struct route *route = work->request.route;
	uint64_t limit = route ? (uint64_t)route->body_max * LIMIT_BODY_DROP : 0;

	return limit > LIMIT_BODY_DROP_MIN ? limit : LIMIT_BODY_DROP_MIN;
}

/* What is kept of the body is given back, and so will be what follows. */
static void refuse_body(struct exchange *exchange, enum problem_code code, const char *detail)
{
	struct work *work = exchange->work;

	atomic_fetch_sub(&exchange->loop->httpd->bodies, work->body.capacity);
	text_free(&work->body);
	response_refuse(&work->request, &work->response, code, detail);
}

/* Keep a piece of body, or drop it and remember why. False: close the connection. */
static bool receive(struct exchange *exchange, const char *bytes, size_t size)
{
	struct work *work = exchange->work;
	struct httpd *httpd = exchange->loop->httpd;
	size_t limit = work->request.route ? work->request.route->body_max : 0;

	if (work->response.status == 0 && work->body.size + size > limit)
		refuse_body(exchange, PROBLEM_BODY_TOO_LARGE,
			    limit ? "" : "There is no body to be sent here.");
	if (work->response.status != 0) {
		work->dropped += size;
		return work->dropped <= drop_limit(work);
	}
	uint64_t grown = work->body.capacity;

	text_add(&work->body, bytes, size);
	grown = work->body.capacity - grown;
	if (atomic_fetch_add(&httpd->bodies, grown) + grown > httpd->limits.bodies)
		refuse_body(exchange, PROBLEM_BUSY,
			    "The server holds too many unfinished requests.");
	return true;
}

/* The headers are here. False: answer at once, and close the connection, because its
 * body cannot be told from what follows or is not worth reading. */
static bool accept_headers(struct exchange *exchange, const char *url, const char *method,
			   const char *version)
{
	struct work *work = exchange->work;
	struct request *request = &work->request;
	const struct platform *platform = request->app->platform;
	const char *length = MHD_lookup_connection_value(exchange->connection, MHD_HEADER_KIND,
							 "Content-Length");

	platform->new_id(platform->context, request->id);
	if (exchange->loop->stopping) {
		response_refuse(request, &work->response, PROBLEM_BUSY, "The server is stopping.");
		work->response.close = true;
	} else {
		parse_request(work, exchange->connection, url, method, version);
	}
	/* Nobody needs to send what is announced to be far too large. */
	if (length && strtoull(length, NULL, 10) > drop_limit(work)) {
		if (work->response.status == 0)
			response_refuse(request, &work->response, PROBLEM_BODY_TOO_LARGE, "");
		work->response.close = true;
	}
	return !work->response.close;
}

/* The whole request is here. */
static enum MHD_Result finish_request(struct exchange *exchange)
{
	struct work *work = exchange->work;
	struct request *request = &work->request;

	send_begin(work);
	set_phase(exchange, VISITOR_WAITS);
	request->body = work->body.bytes ? work->body.bytes : "";
	request->body_size = work->body.size;
	if (work->response.status == 0 && !request->route)
		static_serve(exchange->loop->httpd, request, &work->response);
	else if (work->response.status == 0)
		request->next = api_begin;
	return go_on(exchange);
}

enum MHD_Result exchange_called(void *closure, struct MHD_Connection *connection, const char *url,
				const char *method, const char *version, const char *upload,
				size_t *upload_size, void **context)
{
	struct loop *loop = closure;
	struct exchange *exchange = *context;

	if (!exchange) {
		exchange = *context = begin(loop, connection);
		return accept_headers(exchange, url, method, version) ? MHD_YES
								      : exchange_answer(exchange);
	}
	if (*upload_size > 0) {
		bool go = receive(exchange, upload, *upload_size);

		*upload_size = 0;
		return go ? MHD_YES : MHD_NO;
	}
	if (!exchange->work)
		return MHD_YES; /* answered already */
	if (!exchange->work->started)
		return finish_request(exchange);
	exchange_resumed(exchange);
	return go_on(exchange);
}

void exchange_completed(void *closure, struct MHD_Connection *connection, void **context,
			enum MHD_RequestTerminationCode code)
{
	struct loop *loop = closure;
	struct exchange *exchange = *context;

	(void)connection;
	(void)code;
	if (!exchange)
		return;
	*context = NULL;
	exchange_resumed(exchange);
	stop_watching(exchange);
	flow_free(exchange->flow);
	exchange_forget(exchange);
	if (exchange->visitor)
		set_phase(exchange, VISITOR_SENDS);
	free(exchange);
	loop->exchanges--;
}
