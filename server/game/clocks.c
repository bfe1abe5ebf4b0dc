/* A look goes through all games that are played with a clock, which for 100,000 games is less
 * than a millisecond. */

#include "game/due.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/allocate.h"
#include "game/automation.h"
#include "game/opponent.h"
#include "game/scrub.h"
#include "game/service_inside.h"

enum { ROUNDS = 4096, CHECKSUMS_MS = 200, HEARD_ROUNDS = 16 };

struct clocks *clocks_create(struct service *service)
{
	struct clocks *clocks = allocate(1, sizeof(*clocks));
	pthread_condattr_t attributes;

	clocks->service = service;
	pthread_mutex_init(&clocks->mutex, NULL);
	pthread_condattr_init(&attributes);
	pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
	pthread_cond_init(&clocks->wake, &attributes);
	pthread_condattr_destroy(&attributes);
	return clocks;
}

void clocks_destroy(struct clocks *clocks)
{
	if (!clocks)
		return;
	for (int i = 0; i < DUE_LISTS; i++) {
		while (clocks->list[i]) {
			struct due *due = clocks->list[i];
			clocks->list[i] = due->next;
			free(due);
		}
	}
	pthread_cond_destroy(&clocks->wake);
	pthread_mutex_destroy(&clocks->mutex);
	free(clocks);
}

/* ---- gaps ---- */

/* Remember a gap; every game whose clock runs is to hear of it now. */
static void add_gap(struct clocks *clocks, int64_t from_ms, int64_t until_ms)
{
	pthread_mutex_lock(&clocks->mutex);
	clocks->gap[clocks->gap_count++ % CLOCKS_GAPS_KEPT] = (struct gap){from_ms, until_ms};
	for (int i = 0; i < DUE_LISTS; i++)
		for (struct due *due = clocks->list[i]; due; due = due->next)
			due->at_ms = until_ms;
	pthread_mutex_unlock(&clocks->mutex);
	service_log(clocks->service, "info", "time was lost, and is given back to every clock", "");
}

/* Did the machine's clock step? Set back, it stands still for the games until it has come
 * again to where it was. */
static void find_step(struct clocks *clocks, int64_t wall_ms, int64_t steady_ms)
{
	int64_t step = (wall_ms - clocks->wall_ms) - (steady_ms - clocks->steady_ms);

	if (clocks->looked && step > CLOCKS_GAP_MS)
		add_gap(clocks, clocks->wall_ms, wall_ms);
	else if (clocks->looked && step < -CLOCKS_GAP_MS)
		service_log(clocks->service, "warning", "the machine's clock was set back", "");
	clocks->looked = true;
	clocks->wall_ms = wall_ms;
	clocks->steady_ms = steady_ms;
}

/* ---- jobs ---- */

/* A job is back; on the writer's thread. */
static void job_done(struct job *job)
{
	struct clocks *clocks = job->owner;
	const struct snapshot *snapshot = job->snapshot;
	int64_t due_ms = -1;

	if (job->kind == JOB_CLOCK && snapshot)
		due_ms = snapshot->server.due_ms;
	else if (job->problem == PROBLEM_NO_SUCH_GAME)
		due_ms = 0;
	pthread_mutex_lock(&clocks->mutex);
	struct due *due = clocks->of[job - clocks->job];
	if (due) {
		due->out = false;
		if (due_ms >= 0)
			due->at_ms = due_ms;
	}
	pthread_mutex_unlock(&clocks->mutex);
	/* The time may have been that of an automatic answer. */
	if (job->kind == JOB_CLOCK && snapshot)
		automation_note(clocks->service->automation, job->game);
	snapshot_release(job->snapshot);
	job->snapshot = NULL;
	if (due && due_ms == 0)
		clocks_note(clocks, job->game, 0);
	pthread_mutex_lock(&clocks->mutex);
	clocks->jobs_out--;
	pthread_cond_broadcast(&clocks->wake);
	pthread_mutex_unlock(&clocks->mutex);
}

static void begin_job(struct clocks *clocks, size_t slot, enum job_kind kind, struct due *due)
{
	struct job *job = &clocks->job[slot];

	*job = (struct job){
		.kind = kind, .if_match = IF_MATCH_ANYTHING, .done = job_done, .owner = clocks};
	clocks->of[slot] = due;
	if (due)
		memcpy(job->game, due->game, sizeof(job->game));
	job->alive_ms = clocks->wall_ms;
}

/* Queue a job and count it. */
static void hand_over(struct clocks *clocks, size_t slot)
{
	struct job *job = &clocks->job[slot];
	struct due *due = clocks->of[slot];

	pthread_mutex_lock(&clocks->mutex);
	clocks->jobs_out++;
	pthread_mutex_unlock(&clocks->mutex);
	if (service_submit(clocks->service, job))
		return;
	pthread_mutex_lock(&clocks->mutex);
	clocks->jobs_out--;
	if (due)
		due->out = false;
	pthread_mutex_unlock(&clocks->mutex);
}

static void submit(struct clocks *clocks, size_t slot, enum job_kind kind, struct due *due)
{
	begin_job(clocks, slot, kind, due);
	hand_over(clocks, slot);
}

static void submit_forget(struct clocks *clocks, size_t slot, const char *game, int status)
{
	struct job *job = &clocks->job[slot];

	begin_job(clocks, slot, JOB_FORGET, NULL);
	memcpy(job->game, game, sizeof(job->game));
	job->forget_status = status;
	hand_over(clocks, slot);
}

static void await_jobs(struct clocks *clocks)
{
	pthread_mutex_lock(&clocks->mutex);
	while (clocks->jobs_out)
		pthread_cond_wait(&clocks->wake, &clocks->mutex);
	pthread_mutex_unlock(&clocks->mutex);
}

static bool is_due(const struct due *due, int64_t now_ms)
{
	if (due->heard)
		return false;
	return (due->at_ms && due->at_ms <= now_ms) || (due->look_ms && due->look_ms <= now_ms);
}

/* Up to CLOCKS_JOBS games in which something is due, marked as out. */
static size_t take_due(struct clocks *clocks, int64_t now_ms, struct due *out[CLOCKS_JOBS])
{
	size_t count = 0;

	pthread_mutex_lock(&clocks->mutex);
	for (int i = 0; i < DUE_LISTS; i++) {
		for (struct due *due = clocks->list[i]; due && count < CLOCKS_JOBS;
		     due = due->next) {
			if (due->out || !is_due(due, now_ms))
				continue;
			due->out = true;
			due->look_ms = 0;
			out[count++] = due;
		}
	}
	pthread_mutex_unlock(&clocks->mutex);
	return count;
}

static void write_time(struct clocks *clocks)
{
	clocks->alive_ms = clocks->steady_ms;
	submit(clocks, 0, JOB_ALIVE, NULL);
	await_jobs(clocks);
}

/* ---- what goes ---- */

/* The first few games of a list. */
struct old {
	size_t count;
	char id[CLOCKS_JOBS][GAME_ID_BYTES];
};

static void take_old(void *context, const char *id)
{
	struct old *old = context;
	if (old->count < CLOCKS_JOBS)
		memcpy(old->id[old->count++], id, GAME_ID_BYTES);
}

/* Forget the games that have been as far as `status` since before a time. */
static void forget_old(struct clocks *clocks, int status, int64_t before_ms)
{
	struct store *store = clocks->service->store;
	struct old old;

	for (int round = 0; round < ROUNDS; round++) {
		old.count = 0;
		if (store->load_ids(store, status, before_ms, &old, take_old) != STORE_OK)
			return;
		for (size_t i = 0; i < old.count; i++)
			submit_forget(clocks, i, old.id[i], status);
		await_jobs(clocks);
		if (old.count < CLOCKS_JOBS || atomic_load(&clocks->service->store_failing))
			return;
	}
}

static void tidy(struct clocks *clocks)
{
	const int64_t day_ms = INT64_C(24) * 3600 * 1000;
	uint32_t keep = clocks->service->keep_finished_days;

	clocks->tidied_ms = clocks->steady_ms;
	clocks->tidied = true;
	forget_old(clocks, STORE_DELETED, clocks->wall_ms);
	forget_old(clocks, GAME_OPEN, clocks->wall_ms - CHALLENGE_DAYS * day_ms);
	if (keep)
		forget_old(clocks, GAME_FINISHED, clocks->wall_ms - keep * day_ms);
}

/* ---- checksums ---- */

struct unsummed {
	uint32_t place; /* 0: there was none */
	char id[GAME_ID_BYTES];
};

static void take_unsummed(void *context, const struct store_kept *kept)
{
	struct unsummed *unsummed = context;
	unsummed->place = kept->place;
	memcpy(unsummed->id, kept->id, sizeof(unsummed->id));
}

/* Rows of earlier versions get their checksums, a few a job, one game after the other: one
 * that is damaged never has all of its own. False at the end of the list. */
static bool add_checksums(struct clocks *clocks)
{
	struct service *service = clocks->service;
	const struct platform *platform = service->platform;
	struct store *store = service->store;
	struct unsummed next;

	for (int round = 0; round < ROUNDS; round++) {
		next.place = 0;
		if (store->load_unsummed(store, clocks->summed, 1, &next, take_unsummed) ||
		    atomic_load(&service->store_failing))
			return false;
		clocks->summed = next.place;
		if (!next.place)
			return false;
		begin_job(clocks, 0, JOB_CHECKSUMS, NULL);
		memcpy(clocks->job[0].game, next.id, sizeof(next.id));
		hand_over(clocks, 0);
		await_jobs(clocks);
		if (platform->steady_ms(platform->context) - clocks->steady_ms > CHECKSUMS_MS)
			return true;
	}
	return true;
}

/* ---- what others wrote ---- */

struct heard {
	char game[GAME_ID_BYTES];
	uint32_t count;
	int64_t now_ms, due_ms;
};

static size_t list_heard(struct clocks *clocks, struct heard out[CLOCKS_JOBS])
{
	size_t count = 0;

	pthread_mutex_lock(&clocks->mutex);
	for (int i = 0; i < DUE_LISTS; i++) {
		for (const struct due *due = clocks->list[i]; due && count < CLOCKS_JOBS;
		     due = due->next) {
			if (!due->heard)
				continue;
			memcpy(out[count].game, due->game, sizeof(due->game));
			out[count++].count = due->heard;
		}
	}
	pthread_mutex_unlock(&clocks->mutex);
	return count;
}

/* An answer that a side or the machine owes is due at once, like a clock. */
static void take_heard(void *context, const struct store_playing *playing)
{
	struct heard *heard = context;
	const struct server_state server =
		log_read_server_state(playing->tips.bytes, playing->tips.size);

	heard->due_ms = server.look_owed ? heard->now_ms : server.due_ms;
	if (heard->due_ms)
		heard->due_ms += CLOCKS_OTHERS_MS;
}

/* Where others wrote, look up what is due. What cannot be read is looked up the next time. */
static void look_up_heard(struct clocks *clocks)
{
	struct store *store = clocks->service->store;
	struct heard heard[CLOCKS_JOBS];
	size_t count = CLOCKS_JOBS;

	for (int round = 0; round < HEARD_ROUNDS && count == CLOCKS_JOBS; round++) {
		count = list_heard(clocks, heard);
		for (size_t i = 0; i < count; i++) {
			heard[i].now_ms = clocks->wall_ms;
			heard[i].due_ms = 0;
			if (store->load_playing(store, heard[i].game, &heard[i], take_heard))
				return;
			due_note_heard(clocks, heard[i].game, heard[i].count, heard[i].due_ms);
		}
	}
}

void clocks_look(struct clocks *clocks)
{
	const struct platform *platform = clocks->service->platform;
	struct due *due[CLOCKS_JOBS];
	size_t count;

	find_step(clocks, platform->now_ms(platform->context),
		  platform->steady_ms(platform->context));
	look_up_heard(clocks);
	for (int round = 0; round < ROUNDS; round++) {
		count = take_due(clocks, clocks->wall_ms, due);
		for (size_t i = 0; i < count; i++)
			submit(clocks, i, JOB_CLOCK, due[i]);
		await_jobs(clocks);
		if (!count || atomic_load(&clocks->service->store_failing))
			break;
	}
	if (!clocks->alive_ms || clocks->steady_ms - clocks->alive_ms >= CLOCKS_ALIVE_MS)
		write_time(clocks);
	if (!clocks->tidied || clocks->steady_ms - clocks->tidied_ms >= CLOCKS_TIDY_MS)
		tidy(clocks);
	if (!add_checksums(clocks))
		scrub_step(clocks->service, &clocks->scrub);
}

/* ---- life ---- */

/* Has the game something to hear that happened while the server was down? (server_events.c tells
 * it; that no game need wait for its next command is why it is looked for here.) */
static bool has_news(const struct clocks *clocks, const struct store_playing *playing,
		     const struct server_state *server)
{
	const int64_t backup_ms = clocks->service->backup_ms;
	const int ruleset = pn_rules_find(playing->ruleset);
	const int told = server->revision ? server->revision : playing->revision;

	if (ruleset >= 0 && told != pn_rules_at((uint8_t)ruleset)->revision)
		return true;
	return backup_ms && playing->created_ms <= backup_ms && server->backup_ms != backup_ms;
}

static void take_playing(void *context, const struct store_playing *playing)
{
	struct clocks *clocks = context;
	const struct platform *platform = clocks->service->platform;
	struct server_state server = log_read_server_state(playing->tips.bytes, playing->tips.size);

	if (has_news(clocks, playing, &server))
		server.due_ms = platform->now_ms(platform->context);
	if (server.machine)
		opponent_note(clocks->service->opponent, playing->id, 0, true);
	if (server.look_owed)
		automation_note(clocks->service->automation, playing->id);
	clocks_note(clocks, playing->id, server.due_ms);
}

bool clocks_load(struct clocks *clocks)
{
	struct store *store = clocks->service->store;
	const struct platform *platform = clocks->service->platform;
	int64_t now_ms = platform->now_ms(platform->context);
	int64_t alive_ms = 0;

	if (store->load_playing(store, NULL, clocks, take_playing) != STORE_OK ||
	    store->load_number(store, STORE_ALIVE, &alive_ms) != STORE_OK)
		return false;
	if (alive_ms && now_ms - alive_ms > CLOCKS_GAP_MS)
		add_gap(clocks, alive_ms, now_ms);
	return true;
}

static void *run_clocks(void *context)
{
	struct clocks *clocks = context;

	pthread_mutex_lock(&clocks->mutex);
	while (!clocks->stopping) {
		struct timespec until;

		pthread_mutex_unlock(&clocks->mutex);
		clocks_look(clocks);
		clock_gettime(CLOCK_MONOTONIC, &until);
		until.tv_sec += CLOCKS_LOOK_MS / 1000;
		pthread_mutex_lock(&clocks->mutex);
		while (!clocks->stopping &&
		       pthread_cond_timedwait(&clocks->wake, &clocks->mutex, &until) != ETIMEDOUT)
			continue;
	}
	pthread_mutex_unlock(&clocks->mutex);
	return NULL;
}

bool clocks_start(struct clocks *clocks)
{
	clocks->has_thread = pthread_create(&clocks->thread, NULL, run_clocks, clocks) == 0;
	return clocks->has_thread;
}

void clocks_stop(struct clocks *clocks)
{
	const struct platform *platform;

	if (!clocks)
		return;
	pthread_mutex_lock(&clocks->mutex);
	clocks->stopping = true;
	pthread_cond_broadcast(&clocks->wake);
	pthread_mutex_unlock(&clocks->mutex);
	if (clocks->has_thread)
		pthread_join(clocks->thread, NULL);
	clocks->has_thread = false;
	if (!clocks->service->writer || !clocks->looked)
		return;
	platform = clocks->service->platform;
	clocks->wall_ms = platform->now_ms(platform->context);
	clocks->steady_ms = platform->steady_ms(platform->context);
	write_time(clocks);
}
