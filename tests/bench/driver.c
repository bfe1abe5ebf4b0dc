#include "driver.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "codec/codec.h"
#include "http_client.h"
#include "musters.h"
#include "process.h"

enum { SIDE_UNITS = 20 };

struct seat {
	char token[96];
};

/* What one game does next. */
struct played {
	char id[40];
	struct seat seat[2];
	char decision[24]; /* what is waited for, as last seen */
	int side;          /* who owes it */
	bool knows;        /* ... and nothing was done since */
	bool declared[2];  /* that side's charges are declared and not yet made */
	int unit;          /* the next to declare or to charge */
	bool looks;        /* the request under way asks for the game */
};

struct driver {
	int port;
	uint64_t keys;
	bool measures; /* in a wave */
	struct driven *driven;
	struct played game[DRIVER_GAMES];
};

static void fail(const char *what, const char *body)
{
	fprintf(stderr, "bench: %s: %.400s\n", what, body ? body : "");
	exit(EXIT_FAILURE);
}

/* ---- making games ---- */

static json_t *post(int port, const char *path, const char *body)
{
	struct ask ask = {.path = path, .key = "uuid", .body = body};
	struct reply reply = client_ask(port, &ask);
	json_t *value = json_loads(reply.body.bytes ? reply.body.bytes : "", 0, NULL);

	if (reply.status != 201)
		fail("a game cannot be made", reply.body.bytes);
	reply_free(&reply);
	return value;
}

static const char *member(const json_t *value, const char *first, const char *second)
{
	return json_string_value(json_object_get(json_object_get(value, first), second));
}

static void make_game(struct driver *driver, struct played *game, const char *create)
{
	json_t *made = post(driver->port, "/v1/games", create), *joined;
	char path[80], body[128];

	*game = (struct played){0};
	snprintf(game->id, sizeof(game->id), "%s", member(made, "game", "id"));
	snprintf(game->seat[0].token, sizeof(game->seat[0].token), "%s",
		 member(made, "seat", "token"));
	snprintf(path, sizeof(path), "/v1/games/%s/seats", game->id);
	snprintf(body, sizeof(body), "{\"code\":\"%s\"}", member(made, "invitation", "code"));
	joined = post(driver->port, path, body);
	snprintf(game->seat[1].token, sizeof(game->seat[1].token), "%s",
		 member(joined, "seat", "token"));
	json_decref(made);
	json_decref(joined);
}

struct driver *driver_create(int port)
{
	struct driver *driver = calloc(1, sizeof(*driver));
	struct pn_muster *muster = calloc(1, sizeof(*muster));
	struct text body = TEXT_EMPTY;

	muster_standard(muster, 1);
	text_add_format(&body, "{\"ruleset\":\"%s\",\"side\":\"red\",\"muster\":",
			pn_rules_at(bench_book())->id);
	codec_muster_encode(&body, bench_book(), muster);
	text_add_string(&body, "}");
	driver->port = port;
	for (unsigned i = 0; i < DRIVER_GAMES; i++)
		make_game(driver, &driver->game[i], body.bytes);
	text_free(&body);
	free(muster);
	return driver;
}

void driver_free(struct driver *driver)
{
	free(driver);
}

void driver_seat(const struct driver *driver, unsigned game, const char **id, const char **token)
{
	*id = driver->game[game % DRIVER_GAMES].id;
	*token = driver->game[game % DRIVER_GAMES].seat[game / DRIVER_GAMES % 2].token;
}

/* ---- what to ask ---- */

static void write_command(struct driver *driver, const struct played *game, struct text *out,
			  const char *body)
{
	char path[80], key[32];

	snprintf(path, sizeof(path), "/v1/games/%s/actions", game->id);
	snprintf(key, sizeof(key), "bench-%llu", (unsigned long long)++driver->keys);
	load_write(out, "POST", path, game->seat[game->side].token, key, body);
}

static void write_unit_command(struct driver *driver, struct played *game, struct text *out,
			       const char *type, bool targeted)
{
	char body[96], own = game->side ? 'b' : 'r', other = game->side ? 'r' : 'b';
	int unit = ++game->unit, size;

	size = snprintf(body, sizeof(body), "{\"type\":\"%s\",\"unit\":\"%c%d\"", type, own, unit);
	snprintf(body + size, sizeof(body) - (size_t)size, targeted ? ",\"target\":\"%c%d\"}" : "}",
		 other, unit);
	write_command(driver, game, out, body);
}

/* In a wave: the next charge. */
static bool next_charge(struct driver *driver, struct played *game, struct text *out)
{
	if (game->unit == SIDE_UNITS)
		return false;
	write_unit_command(driver, game, out, "charge", false);
	return true;
}

/* Outside of one: on to where charges can be made. */
static bool next_step(struct driver *driver, struct played *game, struct text *out)
{
	char path[80];

	if (!game->knows) {
		snprintf(path, sizeof(path), "/v1/games/%s", game->id);
		load_write(out, "GET", path, NULL, NULL, NULL);
		game->looks = true;
		return true;
	}
	if (strcmp(game->decision, "movement") == 0 && game->declared[game->side])
		return false;
	if (strcmp(game->decision, "declare") == 0 && game->unit < SIDE_UNITS) {
		write_unit_command(driver, game, out, "declare_charge", true);
		return true;
	}
	game->knows = false;
	if (strcmp(game->decision, "declare") == 0)
		game->declared[game->side] = true;
	write_command(driver, game, out,
		      strcmp(game->decision, "choose_order") == 0 ? "{\"type\":\"go_first\"}"
								  : "{\"type\":\"pass\"}");
	return true;
}

static bool next(void *context, unsigned connection, struct text *out)
{
	struct driver *driver = context;
	struct played *game = &driver->game[connection];

	return driver->measures ? next_charge(driver, game, out) : next_step(driver, game, out);
}

/* ---- what was answered ---- */

/* What the game waits for: the first of "waiting_for". */
static void look(struct played *game, const char *body)
{
	const char *waiting = strstr(body, "\"waiting_for\":[{\"decision\":\"");
	const char *side = waiting ? strstr(waiting, "\"side\":\"") : NULL;

	if (!side)
		fail("the game waits for nobody", body);
	waiting += strlen("\"waiting_for\":[{\"decision\":\"");
	snprintf(game->decision, sizeof(game->decision), "%.*s", (int)strcspn(waiting, "\""),
		 waiting);
	game->side = side[8] == 'b';
	game->knows = true;
	game->looks = false;
	game->unit = 0;
}

static void answered(void *context, unsigned connection, const struct load_answer *answer)
{
	struct driver *driver = context;
	struct played *game = &driver->game[connection];

	if (answer->status != 200)
		fail("a command was refused", answer->body);
	if (game->looks) {
		look(game, answer->body);
		return;
	}
	if (!driver->measures)
		return;
	if (!strstr(answer->body, "\"type\":\"rolled\""))
		fail("a charge without dice", answer->body);
	driver->driven->commands++;
	driver->driven->answer_bytes += answer->size;
	latencies_add(&driver->driven->latencies, answer->latency_us);
}

/* After a wave the sides that charged have nothing more to do in their step. */
static void end_wave(struct driver *driver)
{
	for (unsigned i = 0; i < DRIVER_GAMES; i++) {
		struct played *game = &driver->game[i];

		game->declared[game->side] = false;
		game->unit = 0;
	}
}

/* One wave, with what the server used for it. */
static void run_wave(const struct load *load, struct process *server, struct driven *driven)
{
	bool is_counted = server->counted[0] != '\0';
	bool is_traced = server->traced[0] != '\0';

	if (is_counted)
		process_count_begin(server);
	if (is_traced)
		process_trace_begin(server);
	driven->cpu_s -= process_cpu_s(server);
	driven->writer_s -= process_thread_s(server, "writer");
	driven->committer_s -= process_thread_s(server, "committer");
	driven->written -= process_written(server);
	driven->seconds += load_run(load);
	driven->written += process_written(server);
	driven->committer_s += process_thread_s(server, "committer");
	driven->writer_s += process_thread_s(server, "writer");
	driven->cpu_s += process_cpu_s(server);
	if (is_traced)
		driven->calls += process_trace_end(server);
	if (is_counted)
		driven->instructions += process_count_end(server);
}

struct driven driver_run(struct driver *driver, struct process *server, uint64_t commands,
			 double per_second)
{
	struct driven driven = {0};
	struct load load = {.port = driver->port,
			    .connections = DRIVER_GAMES,
			    .context = driver,
			    .next = next,
			    .answered = answered};

	driver->driven = &driven;
	while (driven.commands < commands) {
		load.per_second = 0;
		driver->measures = false;
		load_run(&load);
		load.per_second = per_second;
		driver->measures = true;
		run_wave(&load, server, &driven);
		end_wave(driver);
	}
	driver->measures = false;
	driver->driven = NULL;
	return driven;
}
