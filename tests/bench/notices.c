/* How soon is a side told that the game waits for it, and what do hooks that wait cost?
 *
 * In one game whoever is waited for goes on; from then to when the receiver of the other side has
 * the whole webhook is what is measured. Beside it many other games wait, and each of their hooks has
 * its quiet hours: all of them are kept for later. The same games without hooks are the comparison. */

#include <arpa/inet.h>
#include <jansson.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "base/platform.h"
#include "codec/codec.h"
#include "driver.h"
#include "figures.h"
#include "http_client.h"
#include "musters.h"
#include "process.h"

enum { SEAT_HOOKS = 8, PATIENCE_MS = 20000, PATH_BYTES = 128 };

static void fail(const char *what, const char *body)
{
	fprintf(stderr, "bench: %s: %.400s\n", what, body ? body : "");
	exit(EXIT_FAILURE);
}

/* ---- the receiver ---- */

struct receiver {
	int fd, port;
	pthread_t thread;
	atomic_uint count[2];     /* of each side's webhooks */
	_Atomic int64_t at_us[2]; /* when the last came */
};

static bool is_whole(const struct text *in)
{
	const char *end = in->bytes ? strstr(in->bytes, "\r\n\r\n") : NULL;
	const char *length = end ? strcasestr(in->bytes, "\r\nContent-Length:") : NULL;

	return length && in->size >= (size_t)(end - in->bytes) + 4 + strtoul(length + 17, NULL, 10);
}

/* One connection, until the other end closes it. Its paths are "/0" and "/1". */
static void *receive(void *context)
{
	struct receiver *receiver = context;
	int fd;

	while ((fd = accept(receiver->fd, NULL, NULL)) >= 0) {
		struct text in = TEXT_EMPTY;

		while (!is_whole(&in) && client_read_some(fd, &in, PATIENCE_MS))
			continue;
		const int64_t at_us = now_us();

		if (is_whole(&in)) {
			const bool is_second = strncmp(in.bytes, "POST /1", 7) == 0;

			client_send_text(fd,
					 "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n");
			atomic_store(&receiver->at_us[is_second], at_us);
			atomic_fetch_add(&receiver->count[is_second], 1);
		}
		text_free(&in);
		close(fd);
	}
	return NULL;
}

static struct receiver *receiver_start(void)
{
	struct receiver *receiver = calloc(1, sizeof(*receiver));
	struct sockaddr_in address = {.sin_family = AF_INET,
				      .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t size = sizeof(address);

	receiver->fd = socket(AF_INET, SOCK_STREAM, 0);
	if (bind(receiver->fd, (struct sockaddr *)&address, size) != 0 ||
	    listen(receiver->fd, 16) != 0 ||
	    getsockname(receiver->fd, (struct sockaddr *)&address, &size) != 0)
		fail("nothing can be received", "");
	receiver->port = ntohs(address.sin_port);
	pthread_create(&receiver->thread, NULL, receive, receiver);
	return receiver;
}

static void receiver_stop(struct receiver *receiver)
{
	shutdown(receiver->fd, SHUT_RDWR);
	pthread_join(receiver->thread, NULL);
	close(receiver->fd);
	free(receiver);
}

/* ---- games ---- */

struct waiting {
	int side; /* who owes a decision; -1: nobody, the game is over */
	char decision[24];
};

struct table {
	int port;
	char game[40], token[2][96];
};

static struct reply ask(const struct table *table, const char *method, const char *what,
			const char *token, const char *body)
{
	char path[PATH_BYTES];
	struct ask ask = {.method = method,
			  .path = path,
			  .token = token,
			  .key = body ? "uuid" : NULL,
			  .body = body};

	snprintf(path, sizeof(path), "/v1/games%s%s%s", table->game[0] ? "/" : "", table->game,
		 what);
	struct reply reply = client_ask(table->port, &ask);

	if (reply.status < 200 || reply.status > 201)
		fail(path, reply.body.bytes);
	return reply;
}

static json_t *ask_json(const struct table *table, const char *what, const char *token,
			const char *body)
{
	struct reply reply = ask(table, NULL, what, token, body);
	json_t *value = json_loads(reply.body.bytes ? reply.body.bytes : "", 0, NULL);

	reply_free(&reply);
	return value;
}

static void copy_member(char *out, size_t size, const json_t *value, const char *first,
			const char *second)
{
	const char *text =
		json_string_value(json_object_get(json_object_get(value, first), second));

	snprintf(out, size, "%s", text ? text : "");
}

static struct table make_table(int port, const char *create)
{
	struct table table = {.port = port};
	char code[64], body[96];
	json_t *made = ask_json(&table, "", NULL, create);

	copy_member(table.game, sizeof(table.game), made, "game", "id");
	copy_member(table.token[0], sizeof(table.token[0]), made, "seat", "token");
	copy_member(code, sizeof(code), made, "invitation", "code");
	snprintf(body, sizeof(body), "{\"code\":\"%s\"}", code);
	json_t *joined = ask_json(&table, "/seats", NULL, body);

	copy_member(table.token[1], sizeof(table.token[1]), joined, "seat", "token");
	json_decref(made);
	json_decref(joined);
	return table;
}

static struct waiting look(const struct table *table)
{
	struct waiting waiting = {.side = -1};
	json_t *game = ask_json(table, "", table->token[0], NULL);
	const json_t *first = json_array_get(json_object_get(game, "waiting_for"), 0);
	const char *side = json_string_value(json_object_get(first, "side"));
	const char *decision = json_string_value(json_object_get(first, "decision"));

	if (side && decision) {
		waiting.side = side[0] == 'b';
		snprintf(waiting.decision, sizeof(waiting.decision), "%s", decision);
	}
	json_decref(game);
	return waiting;
}

/* The side that the game waits for goes on. */
static void go_on(const struct table *table, const struct waiting *waiting)
{
	const bool orders = strcmp(waiting->decision, "choose_order") == 0;
	struct reply reply = ask(table, NULL, "/actions", table->token[waiting->side],
				 orders ? "{\"type\":\"go_first\"}" : "{\"type\":\"pass\"}");

	reply_free(&reply);
}

/* `quiet`: more members, or "". */
static void put_hook(const struct table *table, int side, const char *url, const char *quiet)
{
	char what[64], body[256], id[PLATFORM_ID_BYTES];

	platform_real.new_id(NULL, id);
	snprintf(what, sizeof(what), "/hooks/%s", id);
	snprintf(body, sizeof(body), "{\"kinds\":[\"turn\",\"reaction\"],\"url\":\"%s\"%s}", url,
		 quiet);
	struct reply reply = ask(table, "PUT", what, table->token[side], body);

	reply_free(&reply);
}

static void write_create(struct text *body)
{
	struct pn_muster *muster = calloc(1, sizeof(*muster));

	muster_standard(muster, 1);
	text_add_format(body, "{\"ruleset\":\"%s\",\"side\":\"red\",\"muster\":",
			pn_rules_at(bench_book())->id);
	codec_muster_encode(body, bench_book(), muster);
	text_add_string(body, "}");
	free(muster);
}

/* ---- hooks that wait ---- */

/* An hour ago they began and they go on for half a day. */
static void write_quiet(char *out, size_t size)
{
	const int hour = (int)(time(NULL) / 3600 % 24);

	snprintf(out, size, ",\"quiet\":{\"from\":\"%02d:00\",\"until\":\"%02d:00\"}",
		 (hour + 23) % 24, (hour + 12) % 24);
}

/* So many, eight a seat, each of a host of its own and each with something to tell; or only their
 * games. */
static void make_waiting(int port, const char *create, unsigned hooks, bool has_hooks)
{
	char quiet[64], url[64];

	write_quiet(quiet, sizeof(quiet));
	for (unsigned made = 0; made < hooks;) {
		const struct table table = make_table(port, create);
		struct waiting waiting = look(&table);
		const int first = waiting.side;

		for (unsigned i = 0; i < 2 * SEAT_HOOKS && made < hooks; i++, made++) {
			snprintf(url, sizeof(url), "http://127.%u.%u.1:9999/", 1 + made / 250,
				 made % 250);
			if (has_hooks)
				put_hook(&table, i % 2, url, quiet);
		}
		/* Until both have been waited for. */
		while (waiting.side == first) {
			go_on(&table, &waiting);
			waiting = look(&table);
		}
	}
}

/* Until the server has nothing more to do. */
static void rest(const struct process *server)
{
	double before, now = process_cpu_s(server);

	do {
		before = now;
		usleep(500 * 1000);
		now = process_cpu_s(server);
	} while (now > before + 0.005);
}

/* ---- what is measured ---- */

/* Both sides of a table go on in turn; a new one when the game is over. */
static void measure_turns(int port, const char *create, unsigned turns, struct latencies *latencies)
{
	struct receiver *receiver = receiver_start();
	struct table table = {0};
	struct waiting waiting = {.side = -1};
	char url[64];

	while (latencies->count < turns) {
		if (waiting.side < 0) {
			table = make_table(port, create);
			for (int side = 0; side < 2; side++) {
				snprintf(url, sizeof(url), "http://127.0.0.1:%d/%d", receiver->port,
					 side);
				put_hook(&table, side, url, "");
			}
			waiting = look(&table);
		}
		const int other = !waiting.side, side = waiting.side;
		const unsigned before = atomic_load(&receiver->count[other]);
		const int64_t since_us = now_us();

		go_on(&table, &waiting);
		waiting = look(&table);
		if (waiting.side != !side)
			continue;
		while (atomic_load(&receiver->count[other]) == before) {
			if (now_us() - since_us > PATIENCE_MS * 1000LL)
				fail("a webhook did not come", table.game);
			usleep(200);
		}
		latencies_add(latencies, atomic_load(&receiver->at_us[other]) - since_us);
	}
	receiver_stop(receiver);
}

static double writer_of(struct driver *driver, struct process *server, unsigned commands)
{
	struct driven driven = driver_run(driver, server, commands, 0);

	latencies_free(&driven.latencies);
	return driven.writer_s * 1e6 / (double)driven.commands;
}

static void measure(const char *folder, struct notice_sizes sizes, bool has_hooks,
		    struct notice_figures *figures)
{
	char data[256], log[272];
	const char *const arguments[] = {"--listen", "127.0.0.1:0",           "--data",
					 data,       "--allow-private-hooks", NULL};
	struct latencies latencies = {0};
	struct text create = TEXT_EMPTY;

	snprintf(data, sizeof(data), "%s/notices-%d", folder, has_hooks);
	snprintf(log, sizeof(log), "%s.log", data);
	struct process server = process_start("pennond", arguments, log);
	struct driver *driver = driver_create(server.port);

	write_create(&create);
	make_waiting(server.port, create.bytes, sizes.hooks, has_hooks);
	rest(&server);
	measure_turns(server.port, create.bytes, sizes.turns, &latencies);
	figures->p50_ms[has_hooks] = latencies_percentile(&latencies, 50);
	figures->p99_ms[has_hooks] = latencies_percentile(&latencies, 99);
	writer_of(driver, &server, sizes.commands / 4);
	figures->writer_us[has_hooks] = writer_of(driver, &server, sizes.commands);
	latencies_free(&latencies);
	text_free(&create);
	driver_free(driver);
	process_stop(&server);
}

struct notice_figures notices_measure(const char *folder, struct notice_sizes sizes)
{
	struct notice_figures figures = {0};

	measure(folder, sizes, false, &figures);
	measure(folder, sizes, true, &figures);
	return figures;
}
