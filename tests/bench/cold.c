/* Many games that lie on disk. They are made in this process, by the service itself, and
 * then a daemon is started on the folder. */

#include "figures.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "driver.h"
#include "host.h"
#include "musters.h"
#include "process.h"

enum { BATCH = 128, EVENTS = 300, HOT_COMMANDS = 4000, HOT_PER_S = 400, IN_MEMORY = 256 };

/* A game on disk and the command that it waits for. */
struct cold_game {
	struct hosted_game hosted;
	pn_side side;
	enum pn_command_kind next;
	bool ready; /* has its events */
};

struct asking {
	struct cold_game *game;
	unsigned count, asked;
};

static void fail(const char *what, const char *body)
{
	fprintf(stderr, "bench: %s %s\n", what, body ? body : "");
	exit(EXIT_FAILURE);
}

/* ---- making them ---- */

/* What the game waits for: passing, or going first. */
static void look(struct host *host, struct cold_game *game)
{
	struct snapshot *snapshot = host_state(host, &game->hosted);
	const struct pn_game *view = snapshot_view(snapshot, PN_PUBLIC);
	const char *name = pn_rules_of(view)->decisions.row[pn_top_pending(view)->decision].name;

	game->side = pn_owes(view, PN_RED) ? PN_RED : PN_BLUE;
	game->next = strcmp(name, "choose_order") == 0 ? PN_COMMAND_GO_FIRST : PN_COMMAND_PASS;
	game->ready = snapshot_tip(snapshot, PN_PUBLIC).seq >= EVENTS;
	snapshot_release(snapshot);
}

static void run_all(struct host *host, struct job *jobs, unsigned count)
{
	host_run_all(host, jobs, count);
	for (unsigned i = 0; i < count; i++) {
		if (jobs[i].problem != PROBLEM_NONE)
			fail("a game cannot be made:", problem_wire(jobs[i].problem));
		snapshot_release(jobs[i].snapshot);
		jobs[i].snapshot = NULL;
	}
}

/* Each has a muster of its own. */
static void seat_all(struct host *host, struct cold_game *games, unsigned count, struct job *jobs,
		     struct pn_muster *musters)
{
	static unsigned made;

	for (unsigned i = 0; i < count; i++) {
		muster_standard(&musters[i], 20);
		snprintf(musters[i].unit[0].name, sizeof(musters[i].unit[0].name), "Company %u",
			 ++made);
		jobs[i] = host_create_job(host, &musters[i]);
	}
	run_all(host, jobs, count);
	for (unsigned i = 0; i < count; i++) {
		memcpy(games[i].hosted.game, jobs[i].game, GAME_ID_BYTES);
		memcpy(games[i].hosted.token[PN_RED], jobs[i].token, TOKEN_BYTES);
		memcpy(games[i].hosted.invitation, jobs[i].seat.code, INVITATION_BYTES);
		jobs[i] = host_join_job(host, &games[i].hosted);
	}
	run_all(host, jobs, count);
	for (unsigned i = 0; i < count; i++)
		memcpy(games[i].hosted.token[PN_BLUE], jobs[i].token, TOKEN_BYTES);
}

/* Pass, all at once, until each has its events. */
static void play_all(struct host *host, struct cold_game *games, unsigned count, struct job *jobs)
{
	struct text text[BATCH] = {TEXT_EMPTY};
	unsigned asked = count;

	for (unsigned i = 0; i < count; i++)
		look(host, &games[i]);
	while (asked > 0) {
		asked = 0;
		for (unsigned i = 0; i < count; i++) {
			struct pn_command command = {
				.kind = games[i].next, .unit = PN_NO_UNIT, .target = PN_NO_UNIT};

			if (games[i].ready)
				continue;
			text_clear(&text[asked]);
			jobs[asked] = host_act_job(host, &games[i].hosted, games[i].side, &command,
						   &text[asked]);
			asked++;
		}
		run_all(host, jobs, asked);
		for (unsigned i = 0; i < count; i++) {
			if (!games[i].ready)
				look(host, &games[i]);
		}
	}
	for (unsigned i = 0; i < BATCH; i++)
		text_free(&text[i]);
}

static struct cold_game *make_games(const char *folder, unsigned count)
{
	struct cold_game *games = calloc(count, sizeof(*games));
	struct pn_muster *musters = calloc(BATCH, sizeof(*musters));
	struct job *jobs = calloc(BATCH, sizeof(*jobs));
	struct host host;

	host_open(&host, folder);
	for (unsigned from = 0; from < count; from += BATCH) {
		unsigned part = count - from < BATCH ? count - from : BATCH;

		seat_all(&host, games + from, part, jobs, musters);
		play_all(&host, games + from, part, jobs);
	}
	host_close(&host);
	free(jobs);
	free(musters);
	return games;
}

/* ---- asking each once ---- */

static bool next(void *context, unsigned connection, struct text *out)
{
	struct asking *asking = context;
	const struct cold_game *game = &asking->game[asking->asked];
	char path[80], key[32];

	if (asking->asked == asking->count)
		return false;
	snprintf(path, sizeof(path), "/v1/games/%s/actions", game->hosted.game);
	snprintf(key, sizeof(key), "cold-%u", asking->asked++);
	load_write(out, "POST", path, game->hosted.token[game->side], key,
		   game->next == PN_COMMAND_PASS ? "{\"type\":\"pass\"}"
						 : "{\"type\":\"go_first\"}");
	return true;
}

static void answered(void *context, unsigned connection, const struct load_answer *answer)
{
	if (answer->status != 200)
		fail("a command to a cold game was refused:", answer->body);
}

/* ---- hot games beside ---- */

struct hot {
	pthread_t thread;
	struct driver *driver;
	struct process *server;
	double p99_ms;
};

static void *play_hot(void *context)
{
	struct hot *hot = context;
	struct driven driven = driver_run(hot->driver, hot->server, HOT_COMMANDS, HOT_PER_S);

	hot->p99_ms = latencies_percentile(&driven.latencies, 99);
	latencies_free(&driven.latencies);
	return NULL;
}

static void ask_all(struct cold_figures *figures, struct process *server, struct cold_game *games)
{
	struct asking asking = {games, figures->games / 2, 0};
	struct load load = {.port = server->port,
			    .connections = LOAD_CONNECTIONS_MAX,
			    .context = &asking,
			    .next = next,
			    .answered = answered};
	double cpu_s = process_cpu_s(server), resident = process_resident(server);

	/* Half of them alone, the others beside hot games. */
	load_run(&load);
	figures->cpu_us = (process_cpu_s(server) - cpu_s) * 1e6 / asking.count;
	figures->bytes_per_hot_game = (process_resident(server) - resident) /
				      (asking.count < IN_MEMORY ? asking.count : IN_MEMORY);
	asking.count = figures->games;
	struct hot hot = {.driver = driver_create(server->port), .server = server};

	play_hot(&hot);
	figures->hot_p99_ms = hot.p99_ms;
	pthread_create(&hot.thread, NULL, play_hot, &hot);
	figures->commands_per_s = (figures->games - figures->games / 2) / load_run(&load);
	pthread_join(hot.thread, NULL);
	figures->hot_p99_beside_ms = hot.p99_ms;
	driver_free(hot.driver);
}

/* ---- the daemon ---- */

static struct process start(const char *folder, const char *log)
{
	const char *const arguments[] = {"--listen", "127.0.0.1:0", "--data", folder, NULL};

	return process_start("pennond", arguments, log);
}

struct cold_figures cold_measure(const char *folder, unsigned games)
{
	struct cold_figures figures = {.games = games, .events = EVENTS};
	char data[256], empty[256], log[256];

	snprintf(data, sizeof(data), "%s/cold", folder);
	snprintf(empty, sizeof(empty), "%s/empty", folder);
	snprintf(log, sizeof(log), "%s/cold.log", folder);
	struct process server = start(empty, log);
	double nothing = process_resident(&server);

	process_stop(&server);
	struct cold_game *list = make_games(data, games);

	server = start(data, log);
	figures.restart_s = server.started_s;
	figures.bytes_per_idle_game = (process_resident(&server) - nothing) / games;
	ask_all(&figures, &server, list);
	process_stop(&server);
	free(list);
	return figures;
}
