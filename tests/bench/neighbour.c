/* One game beside another: how long commands wait while the practice opponent thinks about other
 * games, and while besides a seat of another game writes standing
 * orders and plans as fast as they are answered. Each is as dear to look at as can be: a big
 * muster, a decision that the seat owes, and orders that ask for what is listed. */

#include "figures.h"

#include <jansson.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "codec/codec.h"
#include "driver.h"
#include "http_client.h"
#include "machine.h"
#include "musters.h"
#include "process.h"

enum {
	HOSTILE_GAMES = 8, /* taken in turn: what a game may write is bounded */
	ORDERS = 32,
	PER_S = 200, /* commands of the others */
};

struct hostile_seat {
	char game[40], token[96], decision[24];
	char side;
};

struct hostile {
	int port;
	pthread_t thread;
	atomic_bool stop;
	struct hostile_seat seat[HOSTILE_GAMES];
	unsigned at;
	double written;
};

static void fail(const char *what, const char *body)
{
	fprintf(stderr, "bench: %s: %.400s\n", what, body ? body : "");
	exit(EXIT_FAILURE);
}

/* ---- its games ---- */

static json_t *ask(int port, const char *path, const char *token, const char *body)
{
	struct ask ask = {.path = path, .token = token, .key = body ? "uuid" : NULL, .body = body};
	struct reply reply = client_ask(port, &ask);
	json_t *value = json_loads(reply.body.bytes ? reply.body.bytes : "", 0, NULL);

	if (reply.status != 200 && reply.status != 201)
		fail("a hostile game cannot be made", reply.body.bytes);
	reply_free(&reply);
	return value;
}

static const char *member(const json_t *value, const char *first, const char *second)
{
	return json_string_value(json_object_get(json_object_get(value, first), second));
}

/* The seat that owes the first decision. */
static struct hostile_seat make_seat(int port, const char *create)
{
	struct hostile_seat seat = {0};
	char path[80], body[128];
	json_t *made = ask(port, "/v1/games", NULL, create);

	snprintf(seat.game, sizeof(seat.game), "%s", member(made, "game", "id"));
	snprintf(path, sizeof(path), "/v1/games/%s/seats", seat.game);
	snprintf(body, sizeof(body), "{\"code\":\"%s\"}", member(made, "invitation", "code"));
	json_t *joined = ask(port, path, NULL, body);

	snprintf(path, sizeof(path), "/v1/games/%s", seat.game);
	json_t *game = ask(port, path, member(made, "seat", "token"), NULL);
	json_t *waiting = json_array_get(json_object_get(game, "waiting_for"), 0);
	const char *side = json_string_value(json_object_get(waiting, "side"));
	const char *decision = json_string_value(json_object_get(waiting, "decision"));

	if (!side || !decision)
		fail("a hostile game waits for nobody", seat.game);
	seat.side = side[0];
	snprintf(seat.decision, sizeof(seat.decision), "%s", decision);
	snprintf(seat.token, sizeof(seat.token), "%s",
		 member(side[0] == 'r' ? made : joined, "seat", "token"));
	json_decref(made);
	json_decref(joined);
	json_decref(game);
	return seat;
}

static void make_seats(struct hostile *hostile)
{
	struct pn_muster *muster = calloc(1, sizeof(*muster));
	struct text body = TEXT_EMPTY;

	muster_standard(muster, 1);
	text_add_format(&body, "{\"ruleset\":\"%s\",\"side\":\"red\",\"muster\":",
			pn_rules_at(bench_book())->id);
	codec_muster_encode(&body, bench_book(), muster);
	text_add_string(&body, "}");
	for (int i = 0; i < HOSTILE_GAMES; i++)
		hostile->seat[i] = make_seat(hostile->port, body.bytes);
	text_free(&body);
	free(muster);
}

/* ---- what it writes ---- */

/* Always other orders, or they would not be new. */
static void write_orders(struct text *out, const struct hostile_seat *seat, unsigned number)
{
	text_add_string(out, "{\"orders\":[");
	for (unsigned i = 0; i < ORDERS; i++)
		text_add_format(out,
				"%s{\"answer\":\"react\",\"decision\":\"%s\",\"with\":\"%c%u\"}",
				i ? "," : "", seat->decision, seat->side, (number + i) % 20 + 1);
	text_add_string(out, "]}");
}

/* A plan that waits for another decision. */
static void write_plan(struct text *out, const struct hostile_seat *seat, unsigned number)
{
	text_add_string(out, "{\"commands\":[");
	for (unsigned i = 0; i < ORDERS; i++)
		text_add_format(out,
				"%s{\"do\":{\"type\":\"charge\",\"unit\":\"%c%u\"},\"turn\":%u}",
				i ? "," : "", seat->side, (number + i) % 20 + 1, 90u);
	text_add_string(out, "]}");
}

static bool next(void *context, unsigned connection, struct text *out)
{
	struct hostile *hostile = context;
	const struct hostile_seat *seat = &hostile->seat[hostile->at % HOSTILE_GAMES];
	struct text body = TEXT_EMPTY;
	unsigned number = ++hostile->at / HOSTILE_GAMES;
	bool plans = number % 4 == 3;
	char path[96];

	if (atomic_load(&hostile->stop))
		return false;
	snprintf(path, sizeof(path), "/v1/games/%s/%s", seat->game,
		 plans ? "plan" : "standing-orders");
	if (plans)
		write_plan(&body, seat, number);
	else
		write_orders(&body, seat, number);
	load_write(out, "PUT", path, seat->token, NULL, body.bytes);
	text_free(&body);
	return true;
}

/* Once a game may write no more it says so: that costs something, too. */
static void answered(void *context, unsigned connection, const struct load_answer *answer)
{
	struct hostile *hostile = context;

	if (answer->status != 200 && answer->status != 409)
		fail("a hostile seat may not write", answer->body);
	hostile->written += answer->status == 200;
}

static void *write_on(void *context)
{
	struct hostile *hostile = context;
	struct load load = {.port = hostile->port,
			    .connections = 2,
			    .context = hostile,
			    .next = next,
			    .answered = answered};

	load_run(&load);
	return NULL;
}

/* ---- both ---- */

static double p99_of(struct driver *driver, struct process *server, unsigned commands)
{
	struct driven driven = driver_run(driver, server, commands, PER_S);
	double p99_ms = latencies_percentile(&driven.latencies, 99);

	latencies_free(&driven.latencies);
	return p99_ms;
}

struct neighbour_figures neighbour_measure(const char *folder, unsigned commands)
{
	struct neighbour_figures figures = {0};
	struct hostile *hostile = calloc(1, sizeof(*hostile));
	char data[256], log[256];
	const char *const arguments[] = {"--listen", "127.0.0.1:0", "--data", data, NULL};

	snprintf(data, sizeof(data), "%s/neighbour", folder);
	snprintf(log, sizeof(log), "%s/neighbour.log", folder);
	struct process server = process_start("pennond", arguments, log);
	struct driver *driver = driver_create(server.port);

	hostile->port = server.port;
	make_seats(hostile);
	p99_of(driver, &server, commands / 4);
	figures.p99_alone_ms = p99_of(driver, &server, commands);
	struct machine *machine = machine_begin(server.port);

	figures.p99_machine_ms = p99_of(driver, &server, commands);
	pthread_create(&hostile->thread, NULL, write_on, hostile);
	figures.p99_ms = p99_of(driver, &server, commands);
	atomic_store(&hostile->stop, true);
	pthread_join(hostile->thread, NULL);
	machine_end(machine);
	figures.machine_s = process_thread_s(&server, "opponent");
	figures.written = hostile->written;
	driver_free(driver);
	process_stop(&server);
	free(hostile);
	return figures;
}
