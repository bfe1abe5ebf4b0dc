/* The daemon's threads.
 *
 * Each loop is a thread with a libmicrohttpd daemon of its own; all share one listening
 * socket. The loops are ours, not the library's: its own epoll thread asks for 128
 * events and, when it gets exactly 128, waits again before it serves any, which stops
 * a busy server dead. MHD_run() never waits, so a loop polls, runs, and once a second
 * looks for connections that dawdle and streams that need a heartbeat.
 *
 * In this mode the library drops its own wake-up pipe: who resumes a connection from
 * another thread also writes to the loop's eventfd (inflight_wake()). */

#include "http/httpd.h"

#include <errno.h>
#include <malloc.h>
#include <poll.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "api/limiter.h"
#include "http/shell.h"

enum {
	TICK_MS = 1000,
	STOP_MS = 5000, /* to take the last answers when stopping */
	CONNECTIONS_DEFAULT_MAX = 16384,
};

const struct http_limits http_limits_default = {
	.request_ms = 30 * 1000,
	.answer_ms = 60 * 1000,
	.heartbeat_ms = 15 * 1000,
	.bodies = 64 * 1024 * 1024,
	.requests_per_minute = 600,
	.moves_per_minute = 600,
	.makings_per_hour = 120,
	.makings_per_hour_by_address = 600,
	.work_per_minute = 600,
	.work_per_minute_by_address = 2400,
	.address_connections = LIMIT_ADDRESS_CONNECTIONS,
};

int64_t loop_now(const struct loop *loop)
{
	const struct platform *platform = loop->httpd->app->platform;

	return platform->steady_ms(platform->context);
}

/* ---- connections ---- */

/* A place that was taken for a connection which then did not come to be. */
static void give_place_back(struct loop *loop)
{
	if (loop->has_place)
		connection_counts_remove(loop->httpd->counts, loop->place);
	loop->has_place = false;
}

/* Asked before a connection is made; notify_connection() hears of it when it was. */
static enum MHD_Result may_connect(void *closure, const struct sockaddr *from, socklen_t size)
{
	struct loop *loop = closure;

	give_place_back(loop);
	loop->place = address_of(from);
	loop->has_place = connection_counts_add(loop->httpd->counts, loop->place);
	return loop->has_place ? MHD_YES : MHD_NO;
}

static void peer_came(struct loop *loop, struct MHD_Connection *connection, void **context)
{
	const union MHD_ConnectionInfo *info =
		MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
	struct peer *peer = calloc(1, sizeof(*peer));

	if (!peer)
		abort();
	peer->fd = info->connect_fd;
	peer->address = loop->place;
	loop->has_place = false;
	peer->phase = PEER_SENDS;
	peer->since_ms = loop_now(loop);
	peer->previous = &loop->peers;
	peer->next = loop->peers.next;
	peer->next->previous = peer;
	loop->peers.next = peer;
	*context = peer;
	atomic_fetch_add(&loop->httpd->app->figures.connections, 1);
}

static void peer_left(struct loop *loop, struct peer *peer)
{
	peer->previous->next = peer->next;
	peer->next->previous = peer->previous;
	connection_counts_remove(loop->httpd->counts, peer->address);
	free(peer);
	atomic_fetch_sub(&loop->httpd->app->figures.connections, 1);
}

static void notify_connection(void *closure, struct MHD_Connection *connection, void **context,
			      enum MHD_ConnectionNotificationCode code)
{
	struct loop *loop = closure;

	if (code == MHD_CONNECTION_NOTIFY_STARTED)
		peer_came(loop, connection, context);
	else if (*context)
		peer_left(loop, *context);
}

/* A byte a second never times out in libmicrohttpd: it is progress. So who has not sent
 * a whole request, or not taken a whole answer, in its time is cut off. */
static void cut_dawdlers(struct loop *loop, int64_t now)
{
	const struct http_limits *limits = &loop->httpd->limits;

	for (struct peer *peer = loop->peers.next; peer != &loop->peers; peer = peer->next) {
		int64_t waited = now - peer->since_ms;

		if ((peer->phase == PEER_SENDS && waited > limits->request_ms) ||
		    (peer->phase == PEER_TAKES && waited > limits->answer_ms))
			shutdown(peer->fd, SHUT_RDWR);
	}
}

/* ---- loops ---- */

/* The library unescapes what it is asked to; it is asked not to, because "%00" would
 * cut a path and "%2F" add a segment. A "%" is refused later. */
static size_t keep_escaped(void *closure, struct MHD_Connection *connection, char *text)
{
	return strlen(text);
}

static void wake_sleepers(struct loop *loop)
{
	for (struct inflight *at = loop->sleepers.next; at != &loop->sleepers; at = at->next)
		inflight_wake(at);
}

/* The C library keeps what was freed for the next time. When many connections have gone, and
 * no more are going, it is asked to give it back, or one bad hour would stay in memory. */
static void give_memory_back(struct loop *loop)
{
	uint32_t open = (uint32_t)atomic_load(&loop->httpd->app->figures.connections);
	bool falls = open < loop->last_connections;

	loop->last_connections = open;
	if (open > loop->most_connections)
		loop->most_connections = open;
	if (falls || loop->most_connections - open < LIMIT_KEPT_CONNECTIONS)
		return;
	loop->most_connections = open;
	malloc_trim(0);
}

/* Once a second. */
static void tick(struct loop *loop, int64_t now)
{
	loop->beat++;
	cut_dawdlers(loop, now);
	give_memory_back(loop);
	/* Each of these is a stream or has its request still: see inflight_answer(). */
	for (struct inflight *at = loop->sleepers.next; at != &loop->sleepers; at = at->next) {
		if (at->flow)
			flow_tick(at, loop->beat);
		else if (at->trip->request.watch_until_ms <= now)
			inflight_wake(at);
	}
}

/* True when the loop may end: everything is answered, or takes too long to be taken. */
static bool stop_further(struct loop *loop, int64_t now)
{
	if (!loop->stopping) {
		loop->stopping = true;
		loop->stop_by_ms = now + STOP_MS;
		MHD_quiesce_daemon(loop->daemon);
	}
	wake_sleepers(loop);
	/* A job has its request's address: it must come back first, however long it takes. */
	return loop->in_flight == 0 || (now >= loop->stop_by_ms && loop->jobs == 0);
}

/* How long the loop may sleep. */
static int poll_timeout(struct loop *loop, int64_t now)
{
	MHD_UNSIGNED_LONG_LONG library;
	int64_t timeout = loop->next_tick_ms - now;

	if (MHD_get_timeout(loop->daemon, &library) == MHD_YES && (int64_t)library < timeout)
		timeout = (int64_t)library;
	timeout = sleep_wait(loop, now, timeout);
	if (loop->stopping && timeout > 20)
		timeout = 20;
	return timeout < 0 ? 0 : (int)timeout;
}

static void *loop_run(void *closure)
{
	struct loop *loop = closure;
	int epoll = MHD_get_daemon_info(loop->daemon, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd;
	struct pollfd wait[] = {{.fd = epoll, .events = POLLIN},
				{.fd = loop->wake_fd, .events = POLLIN}};
	int64_t now = loop_now(loop);
	uint64_t count;

	loop->next_tick_ms = now + TICK_MS;
	for (;;) {
		if (poll(wait, 2, poll_timeout(loop, now)) > 0 && wait[1].revents) {
			/* The flag falls before MHD_run(): what is resumed after it writes anew. */
			(void)!read(loop->wake_fd, &count, sizeof(count));
			atomic_store(&loop->woken, false);
		}
		MHD_run(loop->daemon);
		inflight_take_back(loop);
		now = loop_now(loop);
		sleep_tick(loop, now);
		if (now >= loop->next_tick_ms) {
			loop->next_tick_ms = now + TICK_MS;
			tick(loop, now);
		}
		if (atomic_load(&loop->httpd->stopping) && stop_further(loop, now))
			return NULL;
	}
}

static int loop_start(struct httpd *httpd, struct loop *loop)
{
	uint32_t connections = httpd->connections / httpd->loops_count;
	/* Idle connections are cut by cut_dawdlers(); this is for a stream whose reader takes
	 * nothing, so it must be longer than a request may last. */
	uint32_t timeout_s = httpd->limits.answer_ms / 1000 + 1;

	*loop = (struct loop){.httpd = httpd};
	loop->peers.next = loop->peers.previous = &loop->peers;
	loop->sleepers.next = loop->sleepers.previous = &loop->sleepers;
	loop->timed.next = loop->timed.previous = &loop->timed;
	loop->wake_fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
	if (loop->wake_fd < 0)
		return -errno;
	loop->daemon = MHD_start_daemon(
		MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME, 0, may_connect, loop, inflight_called,
		loop, MHD_OPTION_LISTEN_SOCKET, dup(httpd->listen_fd), MHD_OPTION_CONNECTION_LIMIT,
		connections, MHD_OPTION_CONNECTION_TIMEOUT, timeout_s,
		MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)LIMIT_CONNECTION_BYTES,
		MHD_OPTION_CONNECTION_MEMORY_INCREMENT, (size_t)1024, MHD_OPTION_NOTIFY_COMPLETED,
		inflight_completed, loop, MHD_OPTION_NOTIFY_CONNECTION, notify_connection, loop,
		MHD_OPTION_UNESCAPE_CALLBACK, keep_escaped, NULL, MHD_OPTION_SIGPIPE_HANDLED_BY_APP,
		1, MHD_OPTION_END);
	if (!loop->daemon) {
		close(loop->wake_fd);
		return -EMFILE;
	}
	if (pthread_create(&loop->thread, NULL, loop_run, loop) == 0)
		return 0;
	MHD_stop_daemon(loop->daemon);
	close(loop->wake_fd);
	return -EAGAIN;
}

/* ---- start and stop ---- */

/* As many connections as files may be opened, when nobody said how many. */
static uint32_t count_connections(const struct httpd_options *options)
{
	uint32_t reserved =
		LIMIT_FILES_RESERVED + (options->leaves_figures ? LIMIT_FIGURES_CONNECTIONS : 0);
	uint32_t connections = options->limits.connections;
	struct rlimit files = {0};

	if (connections == 0)
		connections = CONNECTIONS_DEFAULT_MAX;
	if (options->figures_only && connections > LIMIT_FIGURES_CONNECTIONS)
		connections = LIMIT_FIGURES_CONNECTIONS;
	if (getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_cur != RLIM_INFINITY &&
	    connections + reserved > files.rlim_cur)
		connections = files.rlim_cur > reserved + LIMIT_FILES_RESERVED
				      ? (uint32_t)files.rlim_cur - reserved
				      : LIMIT_FILES_RESERVED;
	return connections;
}

static uint32_t count_loops(const struct httpd_options *options)
{
	long processors = sysconf(_SC_NPROCESSORS_ONLN);
	uint32_t loops = options->limits.threads;

	if (options->figures_only)
		return 1;
	if (loops == 0)
		loops = processors > 2 ? (uint32_t)processors : 2;
	return loops > LIMIT_THREADS_MAX ? LIMIT_THREADS_MAX : loops;
}

/* What all of the application read: its limits, and where it is reached. */
static void share(struct httpd *httpd)
{
	struct app *app = httpd->app;

	app->figures.connections_max = httpd->connections;
	app->figures.streams_max = httpd->connections * LIMIT_STREAMS_PERCENT / 100;
	app->figures.anonymous_max = httpd->connections * LIMIT_ANONYMOUS_PERCENT / 100;
	app->limiter = limiter_create(&httpd->limits);
	if (!app->public_url)
		app->public_url = httpd->address;
}

static void share_no_more(struct httpd *httpd)
{
	limiter_destroy(httpd->app->limiter);
	if (httpd->app->public_url == httpd->address)
		httpd->app->public_url = NULL;
}

/* End `count` loops and free what they had. */
static void stop_loops(struct httpd *httpd, uint32_t count)
{
	uint64_t one = 1;

	atomic_store(&httpd->stopping, true);
	for (uint32_t i = 0; i < count; i++)
		(void)!write(httpd->loop[i].wake_fd, &one, sizeof(one));
	for (uint32_t i = 0; i < count; i++) {
		struct loop *loop = &httpd->loop[i];

		pthread_join(loop->thread, NULL);
		while (atomic_load(&loop->wakers) > 0)
			sched_yield();
		MHD_stop_daemon(loop->daemon);
		close(loop->wake_fd);
	}
}

static void free_httpd(struct httpd *httpd)
{
	if (!httpd->figures_only)
		share_no_more(httpd);
	connection_counts_destroy(httpd->counts);
	close(httpd->listen_fd);
	free(httpd);
}

int httpd_start(struct httpd **out, struct app *app, const struct httpd_options *options)
{
	struct httpd *httpd = calloc(1, sizeof(*httpd));
	int error;

	if (!httpd)
		return -ENOMEM;
	httpd->app = app;
	httpd->limits = options->limits;
	httpd->figures_only = options->figures_only;
	httpd->connections = count_connections(options);
	httpd->loops_count = count_loops(options);
	if (options->web)
		snprintf(httpd->web, sizeof(httpd->web), "%s", options->web);
	memcpy(httpd->proxies, options->proxies, sizeof(httpd->proxies));
	httpd->proxies_count = options->proxies_count;
	httpd->listen_fd = listener_open(options->listen, httpd->name, httpd->address);
	if (httpd->listen_fd < 0) {
		error = httpd->listen_fd;
		free(httpd);
		return error;
	}
	httpd->counts = connection_counts_create(httpd->limits.address_connections, httpd->proxies,
						 httpd->proxies_count);
	if (!httpd->figures_only)
		share(httpd);
	for (uint32_t i = 0; i < httpd->loops_count; i++) {
		error = loop_start(httpd, &httpd->loop[i]);
		if (error) {
			stop_loops(httpd, i);
			free_httpd(httpd);
			return error;
		}
	}
	*out = httpd;
	return 0;
}

const char *httpd_address(const struct httpd *httpd)
{
	return httpd->address;
}

void httpd_stop(struct httpd *httpd)
{
	if (!httpd)
		return;
	stop_loops(httpd, httpd->loops_count);
	free_httpd(httpd);
}
