/* Bringing cold games in from disk, so that the writer only touches memory.
 *
 * One loading a game, with all jobs that wait for it. Loadings queue in lanes by who
 * asked first, and the loaders take one from each lane in turn: somebody who asks for ten
 * thousand games delays another by one of them, not by all.
 *
 * A job of the writer's goes on to the writer with its game pinned, so that the game is
 * still there when its turn comes.
 *
 * A game takes the longer to read the more its players have written for themselves, and no time
 * if the other side has just looked; either side could measure that. So a job to whose viewer the
 * game is not near (games.h) comes here even if it is in memory, and is held back, by a thread of
 * its own, until a whole multiple of service->load_ms after it came. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/allocate.h"
#include "game/job_kinds.h"
#include "game/service_inside.h"

enum { LANES = 64, LISTS = 256 };

/* ---- the queue ---- */

struct loading {
	char game[GAME_ID_BYTES];
	struct job *first, **last; /* who waits for it */
	bool whole;                /* one of them wants all of its log */
	bool stays;                /* in memory: not all of them wanted it aside */
	uint32_t heard;            /* how many rows it has, as another process told */
	struct snapshot *snapshot; /* what was read, or was there */
	enum store_error error;
	struct loading *next_in_list;
	struct loading *next; /* in its lane */
};

struct lane {
	struct loading *first, **last;
};

struct loader {
	struct service *service;
	pthread_t thread[LOADERS];
	int thread_count;
	pthread_t releaser;
	bool has_releaser;
	pthread_mutex_t mutex; /* guards what follows */
	pthread_cond_t wake;   /* a game is to be read, or it is time to stop */
	pthread_cond_t held_wake;
	bool stopping, all_read;
	struct job *held; /* their games are there; the next that is due first */
	uint32_t queued;  /* loadings in lanes */
	unsigned turn;    /* the lane to look at next */
	struct lane lane[LANES];
	struct loading *list[LISTS]; /* all loadings, queued or being read */
};

static struct loading **place_of(struct loader *loader, const char *game)
{
	struct loading **at = &loader->list[game_id_hash(game) % LISTS];
	while (*at && strcmp((*at)->game, game) != 0)
		at = &(*at)->next_in_list;
	return at;
}

/* Put it into its caller's lane. */
static void queue(struct loader *loader, struct loading *loading, uint32_t origin)
{
	struct lane *lane = &loader->lane[origin % LANES];

	loading->next = NULL;
	*lane->last = loading;
	lane->last = &loading->next;
	loader->queued++;
	pthread_cond_signal(&loader->wake);
}

/* Of those that may do with the newest part of the log the writer says when they do not. */
static bool wants_whole(const struct job *job)
{
	if (job->kind == JOB_OPEN)
		return !job->newest;
	if (job->kind == JOB_ACT && pn_is_parley(job->action.command.kind))
		return true;
	return job->whole || job->facts->past != PAST_SOME;
}

void loader_submit(struct loader *loader, struct job *job)
{
	const pn_side viewer = job_viewer(job);

	job->next = NULL;
	if (!job->since_us)
		job->since_us = platform_steady_us();
	job->waits = viewer < PN_VIEWERS &&
		     !games_look(loader->service->games, job->game, viewer, wants_whole(job));
	pthread_mutex_lock(&loader->mutex);
	struct loading **place = place_of(loader, job->game);
	struct loading *loading = *place;
	if (!loading) {
		loading = allocate(1, sizeof(*loading));
		memcpy(loading->game, job->game, sizeof(loading->game));
		loading->last = &loading->first;
		*place = loading;
		queue(loader, loading, job->origin ? job->origin : game_id_hash(job->game));
	}
	loading->stays |= !job->aside;
	loading->whole |= wants_whole(job);
	*loading->last = job;
	loading->last = &job->next;
	pthread_mutex_unlock(&loader->mutex);
}

void loader_hear(struct loader *loader, const char *game, uint32_t rows)
{
	pthread_mutex_lock(&loader->mutex);
	struct loading *loading = *place_of(loader, game);
	if (loading && loading->heard < rows)
		loading->heard = rows;
	pthread_mutex_unlock(&loader->mutex);
}

/* The next loading whose turn it is, or NULL. */
static struct loading *take_turn(struct loader *loader)
{
	if (!loader->queued)
		return NULL;
	struct lane *lane;
	do
		lane = &loader->lane[loader->turn++ % LANES];
	while (!lane->first);
	struct loading *loading = lane->first;
	lane->first = loading->next;
	if (!lane->first)
		lane->last = &lane->first;
	loader->queued--;
	return loading;
}

static enum problem_code load_problem(enum store_error error)
{
	if (error == STORE_DAMAGED)
		return PROBLEM_GAME_PAUSED;
	return error != STORE_NOT_FOUND ? PROBLEM_STORE_FAILED : PROBLEM_NO_SUCH_GAME;
}

/* A job whose time has come: its game is there, and pinned for it if it is to stay, or is known not
 * to be. */
static void pass_on(struct service *service, struct job *job)
{
	const pn_side viewer = job_viewer(job);

	if (job->held && viewer < PN_VIEWERS)
		games_bring(service->games, job->game, viewer, wants_whole(job));
	/* What is read aside, or was near and is read again, is not counted: the figure would tell
	 * that something is written there. */
	if (job->held && job->waits)
		atomic_fetch_add(&service->loads, 1);
	if (job->kind != JOB_OPEN && job->problem == PROBLEM_NONE) {
		writer_submit(service->writer, job);
		return;
	}
	/* The latest there is: something may have happened while the job was held back. */
	struct snapshot *latest = job->held ? games_current(service->games, job->held) : NULL;
	if (latest) {
		snapshot_release(job->snapshot);
		job->snapshot = latest;
	}
	service_finish(service, job);
}

/* Hold the job back to a round time, so that a caller cannot see how long reading took. */
static void hold_back(struct loader *loader, struct job *job)
{
	const int64_t step_us = (int64_t)loader->service->load_ms * 1000;
	const int64_t took_us = platform_steady_us() - job->since_us;

	job->due_us = job->since_us + (took_us / step_us + 1) * step_us;
	pthread_mutex_lock(&loader->mutex);
	struct job **at = &loader->held;
	while (*at && (*at)->due_us <= job->due_us)
		at = &(*at)->next;
	job->next = *at;
	*at = job;
	pthread_cond_signal(&loader->held_wake);
	pthread_mutex_unlock(&loader->mutex);
}

/* Do the same work for a waiting caller whether or not the game was just read; the slow part is
 * done while they wait. */
static void prepare(const struct job *job, struct snapshot *snapshot)
{
	const pn_side viewer = job_viewer(job);

	snapshot_come_back(snapshot, viewer);
	if (wants_whole(job))
		log_hash(snapshot->log, viewer, snapshot->tip[viewer].seq);
}

/* A job gets what was read for it, or learns why there is nothing. */
static void take_game(struct loader *loader, struct job *job, const struct loading *loading)
{
	struct service *service = loader->service;
	const enum store_error error = loading->error;
	const bool opens = job->kind == JOB_OPEN;

	/* The job wants the whole log and came while only the newest part was being read. */
	if (opens && !job->newest && !error && !log_is_whole(loading->snapshot->log)) {
		loader_submit(loader, job);
		return;
	}
	job->absent = error == STORE_NOT_FOUND && job->kind == JOB_CREATE;
	if (error && !job->absent)
		job->problem = load_problem(error);
	if (!error && !job->aside)
		job->held = games_pin(service->games, job->game);
	if (!error && opens)
		job->snapshot = snapshot_hold(loading->snapshot);
	if (!error && job->waits)
		prepare(job, loading->snapshot);
	if (!error && job->waits && service->load_ms)
		hold_back(loader, job);
	else
		pass_on(service, job);
}

/* Nobody joins it any more. False: another process has told of rows that it lacks, and it is read
 * again. It is in memory already, so whoever tells of more from now on finds it there. */
static bool leave_list(struct loader *loader, struct loading *loading)
{
	struct snapshot *snapshot = loading->snapshot;

	pthread_mutex_lock(&loader->mutex);
	const bool lacks = snapshot && snapshot->rows < loading->heard;

	if (lacks) {
		games_outdate(loader->service->games, loading->game, loading->heard);
		loading->snapshot = NULL;
		loading->error = STORE_OK;
		/* There is no more to come of a game that is gone. */
		loading->heard = loading->heard == UINT32_MAX ? 0 : loading->heard;
		queue(loader, loading, game_id_hash(loading->game));
	} else {
		*place_of(loader, loading->game) = loading->next_in_list;
	}
	pthread_mutex_unlock(&loader->mutex);
	if (lacks)
		snapshot_release(snapshot);
	return !lacks;
}

/* Everybody who waits for it gets it, and it is in memory as long as they have it. */
static void release(struct loader *loader, struct loading *loading)
{
	struct service *service = loader->service;
	struct game *game = NULL;

	pthread_mutex_lock(&loader->mutex);
	const bool stays = loading->stays;
	pthread_mutex_unlock(&loader->mutex);
	/* games_insert() takes the snapshot, unless the game has come in meanwhile. */
	if (stays && loading->snapshot)
		game = games_insert(service->games, loading->game,
				    snapshot_hold(loading->snapshot));
	if (leave_list(loader, loading)) {
		struct job *next;
		for (struct job *job = loading->first; job; job = next) {
			next = job->next;
			take_game(loader, job, loading);
		}
		snapshot_release(loading->snapshot);
		free(loading);
	}
	if (game)
		games_unpin(service->games, game);
}

static void load_one(struct loader *loader, struct loading *loading)
{
	struct service *service = loader->service;

	loading->snapshot = games_peek(service->games, loading->game);
	bool was_there = loading->snapshot != NULL;

	pthread_mutex_lock(&loader->mutex);
	bool whole = loading->whole;
	pthread_mutex_unlock(&loader->mutex);
	if (!was_there)
		loading->error = game_load(service, loading->game, whole, &loading->snapshot);
	else if (whole && !log_is_whole(loading->snapshot->log))
		loading->error = game_complete(service, loading->snapshot);
	if (loading->error == STORE_DAMAGED)
		service_note_damage(service, loading->game);
	release(loader, loading);
}

static void *run_loader(void *context)
{
	struct loader *loader = context;

	pthread_mutex_lock(&loader->mutex);
	for (;;) {
		struct loading *loading = take_turn(loader);
		if (loading) {
			pthread_mutex_unlock(&loader->mutex);
			load_one(loader, loading);
			pthread_mutex_lock(&loader->mutex);
		} else if (loader->stopping) {
			break;
		} else {
			pthread_cond_wait(&loader->wake, &loader->mutex);
		}
	}
	pthread_mutex_unlock(&loader->mutex);
	return NULL;
}

/* The next that is due, at once when it is time to stop; NULL: there are no more. */
static struct job *await_due(struct loader *loader)
{
	while (!loader->all_read &&
	       (!loader->held || loader->held->due_us > platform_steady_us())) {
		if (!loader->held) {
			pthread_cond_wait(&loader->held_wake, &loader->mutex);
			continue;
		}
		int64_t due = loader->held->due_us;
		struct timespec until = {due / 1000000, due % 1000000 * 1000};
		pthread_cond_timedwait(&loader->held_wake, &loader->mutex, &until);
	}
	struct job *job = loader->held;
	if (job)
		loader->held = job->next;
	return job;
}

static void *run_releaser(void *context)
{
	struct loader *loader = context;
	struct job *job;

	pthread_mutex_lock(&loader->mutex);
	while ((job = await_due(loader))) {
		pthread_mutex_unlock(&loader->mutex);
		pass_on(loader->service, job);
		pthread_mutex_lock(&loader->mutex);
	}
	pthread_mutex_unlock(&loader->mutex);
	return NULL;
}

struct loader *loader_create(struct service *service)
{
	struct loader *loader = allocate(1, sizeof(*loader));
	pthread_condattr_t attributes;

	loader->service = service;
	pthread_mutex_init(&loader->mutex, NULL);
	pthread_cond_init(&loader->wake, NULL);
	pthread_condattr_init(&attributes);
	pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
	pthread_cond_init(&loader->held_wake, &attributes);
	pthread_condattr_destroy(&attributes);
	for (int i = 0; i < LANES; i++)
		loader->lane[i].last = &loader->lane[i].first;
	loader->has_releaser = pthread_create(&loader->releaser, NULL, run_releaser, loader) == 0;
	while (loader->has_releaser && loader->thread_count < LOADERS &&
	       pthread_create(&loader->thread[loader->thread_count], NULL, run_loader, loader) == 0)
		loader->thread_count++;
	if (loader->thread_count == LOADERS)
		return loader;
	loader_destroy(loader);
	return NULL;
}

void loader_destroy(struct loader *loader)
{
	if (!loader)
		return;
	pthread_mutex_lock(&loader->mutex);
	loader->stopping = true;
	pthread_cond_broadcast(&loader->wake);
	pthread_mutex_unlock(&loader->mutex);
	for (int i = 0; i < loader->thread_count; i++)
		pthread_join(loader->thread[i], NULL);
	pthread_mutex_lock(&loader->mutex);
	loader->all_read = true;
	pthread_cond_signal(&loader->held_wake);
	pthread_mutex_unlock(&loader->mutex);
	if (loader->has_releaser)
		pthread_join(loader->releaser, NULL);
	pthread_cond_destroy(&loader->wake);
	pthread_cond_destroy(&loader->held_wake);
	pthread_mutex_destroy(&loader->mutex);
	free(loader);
}
