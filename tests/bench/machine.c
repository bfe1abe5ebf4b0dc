/* Games against the practice opponent at its best, which thinks all the time: whoever plays it
 * answers at once and at random, and a game that is over is followed by another. */

#include "machine.h"

#include <jansson.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "codec/codec.h"
#include "http_client.h"
#include "musters.h"

enum {
	GAMES = 4, /* as many as one may play against it */
	LOOK_MS = 20,
};

struct table {
	char game[40], token[96];
	bool is_over;
};

struct machine {
	int port;
	pthread_t thread;
	atomic_bool stop;
	struct text create;
	struct table table[GAMES];
	unsigned chosen; /* at random, always the same */
};

/* The answer's body, or NULL when it is none of the two. */
static json_t *ask(const struct machine *machine, const char *path, const char *token,
		   const char *body)
{
	struct ask ask = {.path = path, .token = token, .key = body ? "uuid" : NULL, .body = body};
	struct reply reply = client_ask(machine->port, &ask);
	json_t *value = reply.status == 200 || reply.status == 201
				? json_loads(reply.body.bytes, 0, NULL)
				: NULL;

	reply_free(&reply);
	return value;
}

static const char *member(const json_t *value, const char *first, const char *second)
{
	return json_string_value(json_object_get(json_object_get(value, first), second));
}

static void begin(struct machine *machine, struct table *table)
{
	json_t *made = ask(machine, "/v1/games", NULL, machine->create.bytes);

	if (!made) {
		fprintf(stderr, "bench: no game against the machine can be made\n");
		exit(EXIT_FAILURE);
	}
	snprintf(table->game, sizeof(table->game), "%s", member(made, "game", "id"));
	snprintf(table->token, sizeof(table->token), "%s", member(made, "seat", "token"));
	table->is_over = false;
	json_decref(made);
}

static bool waits_for_us(const json_t *game)
{
	const json_t *wait;
	size_t i;

	json_array_foreach(json_object_get(game, "waiting_for"), i, wait)
	{
		if (strcmp(json_string_value(json_object_get(wait, "side")), "red") == 0)
			return true;
	}
	return false;
}

/* Something that is offered and ends no game. */
static void act(struct machine *machine, const struct table *table)
{
	char path[96];

	snprintf(path, sizeof(path), "/v1/games/%s/actions", table->game);
	json_t *listed = ask(machine, path, table->token, NULL);
	const json_t *actions = json_object_get(listed, "actions");
	const size_t count = json_array_size(actions);

	for (size_t tries = 0; tries < count; tries++) {
		machine->chosen = machine->chosen * 1103515245u + 12345u;
		const json_t *one = json_array_get(actions, (machine->chosen >> 8) % count);
		const char *group = json_string_value(json_object_get(one, "group"));

		if (group && strcmp(group, "table") == 0)
			continue;
		char *body = json_dumps(json_object_get(one, "do"), JSON_COMPACT);

		json_decref(ask(machine, path, table->token, body));
		free(body);
		break;
	}
	json_decref(listed);
}

static void look(struct machine *machine, struct table *table)
{
	char path[96];

	snprintf(path, sizeof(path), "/v1/games/%s", table->game);
	json_t *game = ask(machine, path, table->token, NULL);
	const char *status = json_string_value(json_object_get(game, "status"));

	table->is_over = status && strcmp(status, "finished") == 0;
	if (!table->is_over && waits_for_us(game))
		act(machine, table);
	json_decref(game);
}

static void *play(void *context)
{
	struct machine *machine = context;

	for (unsigned round = 0; !atomic_load(&machine->stop); round++) {
		struct table *table = &machine->table[round % GAMES];

		if (table->is_over)
			begin(machine, table);
		look(machine, table);
		usleep(LOOK_MS * 1000);
	}
	return NULL;
}

struct machine *machine_begin(int port)
{
	struct machine *machine = calloc(1, sizeof(*machine));
	struct pn_muster *muster = calloc(1, sizeof(*muster));

	machine->port = port;
	muster_standard(muster, 20);
	text_add_format(&machine->create,
			"{\"ruleset\":\"%s\",\"side\":\"red\",\"opponent\":{\"machine\":3},"
			"\"muster\":",
			pn_rules_at(bench_book())->id);
	codec_muster_encode(&machine->create, bench_book(), muster);
	text_add_string(&machine->create, "}");
	free(muster);
	for (int i = 0; i < GAMES; i++)
		begin(machine, &machine->table[i]);
	pthread_create(&machine->thread, NULL, play, machine);
	return machine;
}

void machine_end(struct machine *machine)
{
	atomic_store(&machine->stop, true);
	pthread_join(machine->thread, NULL);
	text_free(&machine->create);
	free(machine);
}
