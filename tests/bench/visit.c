/* What a player does who looks in: asks for the game and for what may be done, does one
 * thing, and the other side is told. And the same two questions asked again of a game in
 * which nothing happened. All in processor time of the server, which the load generator
 * does not disturb. */

#include "figures.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "http_client.h"
#include "process.h"

enum {
	REPEATS = 2000,
	PATIENCE_MS = 5000,
	NEWS_MS = 20,
	LONG_LIST_BYTES = 50000,
	WATCHERS = 800,
	WATCHED_VISITS = 200,
	SETTLE_US = 300 * 1000,
	PATH_BYTES = 96
};

struct seat {
	char token[96];
	int stream; /* its connection */
};

struct visited {
	int port, fd; /* where the questions go */
	char game[40];
	struct seat seat[2];
	uint32_t drawn; /* numbers by chance, the same each time */
};

static void fail(const char *what, const char *body)
{
	fprintf(stderr, "bench: %s: %.400s\n", what, body ? body : "");
	exit(EXIT_FAILURE);
}

/* ---- asking ---- */

static struct reply ask(struct visited *visited, const char *path, const char *token,
			const char *body)
{
	struct ask ask = {.path = path, .token = token, .key = body ? "uuid" : NULL, .body = body};
	struct reply reply = {0};

	if (!client_request(visited->fd, &ask) || !client_read(visited->fd, &reply, false) ||
	    reply.status > 201)
		fail(path, reply.body.bytes);
	return reply;
}

static json_t *ask_json(struct visited *visited, const char *path, const char *token,
			const char *body)
{
	struct reply reply = ask(visited, path, token, body);
	json_t *value = json_loads(reply.body.bytes ? reply.body.bytes : "", 0, NULL);

	reply_free(&reply);
	return value;
}

static const char *member(const json_t *value, const char *first, const char *second)
{
	return json_string_value(json_object_get(json_object_get(value, first), second));
}

static void write_path(const struct visited *visited, const char *what, char path[PATH_BYTES])
{
	snprintf(path, PATH_BYTES, "/v1/games/%s%s", visited->game, what);
}

/* ---- a game ---- */

static void open_stream(struct visited *visited, struct seat *seat)
{
	struct text got = TEXT_EMPTY;
	char path[PATH_BYTES];

	write_path(visited, "/stream", path);
	struct ask ask = {.path = path, .token = seat->token};

	seat->stream = client_connect(visited->port);
	if (!client_request(seat->stream, &ask) ||
	    !client_read_until(seat->stream, &got, "decision_opened", PATIENCE_MS))
		fail("a stream does not open", got.bytes);
	text_free(&got);
}

static void begin_game(struct visited *visited)
{
	static const char create[] = "{\"scenario\":\"" VISIT_SCENARIO "\",\"side\":\"red\"}";
	json_t *made = ask_json(visited, "/v1/games", NULL, create);
	char path[PATH_BYTES], body[128];

	snprintf(visited->game, sizeof(visited->game), "%s", member(made, "game", "id"));
	snprintf(visited->seat[0].token, sizeof(visited->seat[0].token), "%s",
		 member(made, "seat", "token"));
	write_path(visited, "/seats", path);
	snprintf(body, sizeof(body), "{\"code\":\"%s\"}", member(made, "invitation", "code"));
	json_t *joined = ask_json(visited, path, NULL, body);

	snprintf(visited->seat[1].token, sizeof(visited->seat[1].token), "%s",
		 member(joined, "seat", "token"));
	json_decref(joined);
	json_decref(made);
	for (int side = 0; side < 2; side++)
		open_stream(visited, &visited->seat[side]);
}

static void end_game(struct visited *visited)
{
	for (int side = 0; side < 2; side++)
		close(visited->seat[side].stream);
}

/* ---- a visit ---- */

/* One of what is listed that is no talking about the game, by chance. NULL: nothing is. */
static json_t *choose(struct visited *visited, json_t *list)
{
	json_t *actions = json_object_get(list, "actions"), *action, *chosen = NULL;
	size_t index;
	uint32_t count = 0;

	json_array_foreach(actions, index, action)
	{
		const char *group = json_string_value(json_object_get(action, "group"));

		if (strcmp(group, "table") == 0)
			continue;
		visited->drawn = visited->drawn * 1664525u + 1013904223u;
		if ((visited->drawn >> 8) % ++count == 0)
			chosen = action;
	}
	return chosen;
}

/* What a side sees, may do, and does; both are told. False when it may do nothing. */
static bool visit(struct visited *visited, int side)
{
	const char *token = visited->seat[side].token;
	struct text told = TEXT_EMPTY;
	char path[PATH_BYTES], body[64];

	write_path(visited, "", path);
	struct reply state = ask(visited, path, token, NULL);

	write_path(visited, "/actions", path);
	json_t *list = ask_json(visited, path, token, NULL), *action = choose(visited, list);
	bool acts = action != NULL;

	if (acts) {
		snprintf(body, sizeof(body), "{\"action\":\"%s\"}",
			 json_string_value(json_object_get(action, "id")));
		struct reply done = ask(visited, path, token, body);

		/* What is done in secret is no news. */
		client_read_some(visited->seat[!side].stream, &told, NEWS_MS);
		reply_free(&done);
	}
	text_free(&told);
	json_decref(list);
	reply_free(&state);
	return acts;
}

static double measure_visits(struct visited *visited, const struct process *server, unsigned visits)
{
	unsigned made = 0;
	double cpu_s = 0;

	while (made < visits) {
		unsigned before = made;

		begin_game(visited);
		for (int side = 0, idle = 0; made < visits && idle < 2;) {
			double begun_s = process_cpu_s(server);

			/* A look at a game in which nothing may be done is no visit. */
			if (visit(visited, side)) {
				cpu_s += process_cpu_s(server) - begun_s;
				made++;
				idle = 0;
			} else {
				side = !side;
				idle++;
			}
		}
		end_game(visited);
		if (made == before)
			fail("nobody may do anything", visited->game);
	}
	return cpu_s * 1e6 / made;
}

/* How long the answer to a side is that asks what it may do. */
static size_t list_bytes(struct visited *visited, int side)
{
	char path[PATH_BYTES];

	write_path(visited, "/actions", path);
	struct reply reply = ask(visited, path, visited->seat[side].token, NULL);
	size_t size = reply.body.size;

	reply_free(&reply);
	return size;
}

/* Play until a side has much to choose from; that side. */
static int play_to_long_list(struct visited *visited)
{
	for (;;) {
		for (int side = 0; side < 2; side++)
			if (list_bytes(visited, side) > LONG_LIST_BYTES)
				return side;
		if (!visit(visited, 0) && !visit(visited, 1))
			fail("nobody has much to choose from", visited->game);
	}
}

static double measure_repeat(struct visited *visited, const struct process *server, int side,
			     const char *what)
{
	char path[PATH_BYTES];

	write_path(visited, what, path);
	double begun_s = process_cpu_s(server);

	for (int i = 0; i < REPEATS; i++) {
		struct reply reply = ask(visited, path, visited->seat[side].token, NULL);

		reply_free(&reply);
	}
	return (process_cpu_s(server) - begun_s) * 1e6 / REPEATS;
}

/* ---- many who watch ---- */

/* Events that a stream has brought since it was opened. */
static unsigned count_events(int fd)
{
	static const char member[] = "\ndata: ";
	struct text got = TEXT_EMPTY;
	unsigned count = 0;

	while (client_read_some(fd, &got, NEWS_MS))
		continue;
	for (const char *at = got.bytes; at && (at = strstr(at, member)); at += sizeof(member) - 1)
		count++;
	text_free(&got);
	return count;
}

/* What an event costs for each of so many streams, beside what the visit itself does. */
static double measure_fanout(struct visited *visited, const struct process *server, double visit_us)
{
	static struct seat watcher[WATCHERS];
	unsigned visits = 0, events;

	begin_game(visited);
	for (int i = 0; i < WATCHERS; i++) {
		watcher[i] = visited->seat[0];
		open_stream(visited, &watcher[i]);
	}
	usleep(SETTLE_US);
	double cpu_s = process_cpu_s(server);

	while (visits < WATCHED_VISITS && (visit(visited, 0) || visit(visited, 1)))
		visits++;
	usleep(SETTLE_US);
	cpu_s = process_cpu_s(server) - cpu_s - visits * visit_us / 1e6;
	events = count_events(watcher[0].stream);
	for (int i = 0; i < WATCHERS; i++)
		close(watcher[i].stream);
	end_game(visited);
	return cpu_s * 1e6 / (events * (double)WATCHERS);
}

struct visit_figures visit_measure(const char *folder, unsigned visits)
{
	char data[256], log[256];
	const char *const arguments[] = {"--listen", "127.0.0.1:0", "--data", data, NULL};
	struct visit_figures figures;

	snprintf(data, sizeof(data), "%s/visits", folder);
	snprintf(log, sizeof(log), "%s/visits.log", folder);
	struct process server = process_start("pennond", arguments, log);
	struct visited visited = {
		.port = server.port, .fd = client_connect(server.port), .drawn = 1};

	figures.visit_us = measure_visits(&visited, &server, visits);
	begin_game(&visited);
	int side = play_to_long_list(&visited);

	figures.repeat_game_us = measure_repeat(&visited, &server, side, "");
	figures.repeat_actions_us = measure_repeat(&visited, &server, side, "/actions");
	end_game(&visited);
	figures.fanout_us = measure_fanout(&visited, &server, figures.visit_us);
	close(visited.fd);
	process_stop(&server);
	return figures;
}
