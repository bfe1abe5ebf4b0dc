#include "twin_world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/crypto.h"
#include "game/service.h"
#include "game/service_inside.h"
#include "picture/renderer.h"
#include "store/store.h"

enum { MOMENT_MS = 1000, MOMENT_DRAWS = 64, SECRET_DRAWS = 0x40000000, SETTLE_MS = 10000 };

static const int64_t begin_ms = 1795255200000; /* 2026-11-21T10:00:00.000Z */

static struct twin_world *logged[2];

static void expect(bool condition, const char *what)
{
	if (condition)
		return;
	fprintf(stderr, "twin: %s\n", what);
	abort();
}

/* ---- its platform ---- */

static int64_t read_steady(void *context)
{
	struct twin_world *world = context;

	return atomic_fetch_add(&world->steady_ms, atomic_load(&world->hurries) ? 1000 : 0);
}

/* Says which game and slot, with which salt, and nothing of the content. */
static void commit_blindly(void *context, const char *game, const char *slot,
			   const uint8_t salt[32], const char *content, uint8_t out[32])
{
	crypto_seal(out, game, slot, salt, "");
}

static void log_to(struct twin_world *world, const char *level, const char *message,
		   const char *detail)
{
	/* Said of clocks that jump by a thread that looks when it likes. */
	if (strncmp(message, "time was lost", 13) == 0)
		return;
	pthread_mutex_lock(&world->log_mutex);
	text_add_format(&world->log, "%s: %s: %s\n", level, message, detail ? detail : "");
	pthread_mutex_unlock(&world->log_mutex);
}

static void log_first(const char *level, const char *message, const char *detail)
{
	log_to(logged[0], level, message, detail);
}

static void log_second(const char *level, const char *message, const char *detail)
{
	log_to(logged[1], level, message, detail);
}

/* ---- life ---- */

static void start_service(struct twin_world *world, int index)
{
	const char *directory = world->directory[0] ? world->directory : NULL;
	struct service_options options = {
		.platform = &world->fake.platform,
		.directory = directory,
		.hot_games_max = world->near_games,
		.load_ms = world->load_ms,
		.log = index ? log_second : log_first,
	};
	int pid;

	expect(store_sqlite_open(&options.store, directory ? directory : ":memory:", &pid) ==
		       STORE_OK,
	       "the store does not open");
	expect(service_create(&world->service, &options) == 0, "the service does not start");
}

/* One thread serves all connections, so a request is done with before the next. No
 * connection is cut for its slowness: these clocks jump. */
static void start_shell(struct twin_world *world, int index)
{
	struct httpd_options options = {.listen = "127.0.0.1:0", .limits = http_limits_default};

	options.limits.threads = 1;
	options.limits.connections = 64;
	options.limits.request_ms = options.limits.heartbeat_ms = UINT32_MAX;
	options.limits.answer_ms = 3600 * 1000;
	world->app = (struct app){
		.service = world->service,
		.platform = &world->fake.platform,
		.public_url = "http://twin.example",
		.retry_ms = 2000,
		.log = index ? log_second : log_first,
	};
	expect(renderer_create(&world->app.renderer) == 0, "the renderer does not start");
	expect(httpd_start(&world->httpd, &world->app, &options) == 0, "the shell does not start");
	world->port = atoi(strrchr(httpd_address(world->httpd), ':') + 1);
	for (int line = 0; line < TWIN_LINES; line++)
		world->line[line] = client_connect(world->port);
}

static void start(struct twin_world *world, int index)
{
	twin_world_moment(world, 0);
	start_service(world, index);
	start_shell(world, index);
}

static void stop(struct twin_world *world)
{
	for (int line = 0; line < TWIN_LINES; line++)
		close(world->line[line]);
	/* Else a client that has sent half a request would be waited for, on a clock that
	 * stands. */
	atomic_store(&world->hurries, true);
	httpd_stop(world->httpd);
	renderer_destroy(world->app.renderer);
	service_destroy(world->service);
	atomic_store(&world->hurries, false);
}

void twin_world_open(struct twin_world *world, int index, uint32_t seed, const char *directory)
{
	*world = (struct twin_world){0};
	fake_platform_begin(&world->fake, seed);
	world->fake.pads_alike = true;
	world->fake.platform.context = world;
	world->fake.platform.steady_ms = read_steady;
	world->fake.platform.commit = commit_blindly;
	atomic_store(&world->fake.step_ms, 0);
	atomic_init(&world->steady_ms, 1000000);
	pthread_mutex_init(&world->log_mutex, NULL);
	snprintf(world->directory, sizeof(world->directory), "%s", directory ? directory : "");
	logged[index] = world;
	start(world, index);
}

void twin_world_reopen(struct twin_world *world, int index)
{
	stop(world);
	start(world, index);
	/* What was owed when it stopped is done in its first moment. */
	service_settle(world->service);
}

void twin_world_close(struct twin_world *world)
{
	stop(world);
	pthread_mutex_destroy(&world->log_mutex);
	text_free(&world->log);
}

/* ---- moments ---- */

static void set(struct twin_world *world, uint32_t moment, uint32_t draws, int64_t late_ms)
{
	atomic_store(&world->fake.now_ms, begin_ms + (int64_t)moment * MOMENT_MS + late_ms);
	atomic_store(&world->fake.ids, draws);
	atomic_store(&world->fake.draws, draws);
}

void twin_world_moment(struct twin_world *world, uint32_t moment)
{
	set(world, moment, moment * MOMENT_DRAWS, 0);
}

void twin_world_secret_moment(struct twin_world *world, uint32_t moment, uint32_t number,
			      int64_t late_ms)
{
	set(world, moment, SECRET_DRAWS + number * MOMENT_DRAWS, late_ms);
}

void twin_world_settle(struct twin_world *world, unsigned waiting, unsigned open)
{
	int64_t end = platform_real.steady_ms(NULL) + SETTLE_MS;

	service_settle(world->service);
	for (;;) {
		struct service_figures figures = service_figures(world->service);

		if (figures.queue == 0 && !atomic_load(&world->service->writer_busy_since) &&
		    figures.subscriptions == waiting &&
		    atomic_load(&world->app.figures.streams) == waiting &&
		    atomic_load(&world->app.figures.connections) == open)
			return;
		expect(platform_real.steady_ms(NULL) < end, "the server does not settle");
		usleep(50);
	}
}

/* ---- lines ---- */

void twin_world_send(struct twin_world *world, enum twin_line line, const struct ask *ask)
{
	expect(client_request(world->line[line], ask), "a request was not taken");
}

struct reply twin_world_read(struct twin_world *world, enum twin_line line, bool head)
{
	struct reply reply;
	const bool came = client_read(world->line[line], &reply, head);

	if (!came || strcasecmp(reply_header(&reply, "Connection"), "close") == 0) {
		close(world->line[line]);
		world->line[line] = client_connect(world->port);
	}
	/* What follows from plans belongs to the same moment. */
	service_settle(world->service);
	return reply;
}

void twin_comparable(struct text *out, const struct reply *reply)
{
	const char *line = reply->head.bytes, *end = line + reply->head.size;
	const char *length = "";

	text_clear(out);
	if (reply->status == 0)
		text_add_string(out, "no answer came");
	while (line < end) {
		const char *next = memchr(line, '\n', (size_t)(end - line));

		next = next ? next + 1 : end;
		if (strncasecmp(line, "Content-Length:", 15) == 0)
			length = line;
		else if (strncasecmp(line, "Date:", 5) != 0)
			text_add(out, line, (size_t)(next - line));
		line = next;
	}
	text_add(out, reply->body.bytes, reply->body.size);
	text_add(out, length, strcspn(length, "\r"));
}
