/* Bringing cold games in from disk, so that the writer only touches memory.
 *
 * One loading a game, with all jobs that wait for it. Loadings queue in lanes by who
 * asked first, and the loaders take one from each lane in turn: somebody who asks for ten
 * thousand games delays another by one of them, not by all.
 *
 * A job of the writer's goes on to the writer with its game pinned, so that the game is
 * still there when its turn comes. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "codec/codec_record.h"
#include "game/allocate.h"
#include "game/room.h"

enum { LANES = 64, LISTS = 256, SECRET_BYTES = 64 };

/* ---- reading one game ---- */

struct reading {
	struct service *service;
	const char *id;
	struct snapshot *snapshot;
	const struct store_row *row;
	bool damaged;
};

static void take_game(void *context, const struct store_game *game)
{
	struct reading *reading = context;
	struct record_header *header = allocate(1, sizeof(*header));
	struct codec_error error;
	const uint8_t *secret = game->secret.bytes;

	reading->damaged =
		game->secret.size != SECRET_BYTES ||
		!codec_record_header_decode(header, game->header.bytes, game->header.size, &error);
	if (!reading->damaged) {
		struct game_base *base = allocate(1, sizeof(*base));
		atomic_init(&base->references, 1);
		memcpy(base->id, reading->id, GAME_ID_BYTES);
		base->ruleset = header->ruleset;
		base->revision = header->revision;
		base->creator = header->creator;
		base->created_ms = game->created_ms;
		base->access = game->access <= ACCESS_PRIVATE ? game->access : ACCESS_PRIVATE;
		base->muster = header->muster;
		base->clock = header->clock;
		snprintf(base->scenario, sizeof(base->scenario), "%s", header->scenario);
		memcpy(base->seed, secret, 32);
		memcpy(base->invitation_hash, secret + 32, 32);
		memcpy(base->seed_commitment, header->seed_commitment, 32);
		reading->snapshot = snapshot_create(base, log_create(reading->id));
	}
	free(header);
}

static void run_set_up(void *context)
{
	struct reading *reading = context;
	reading->damaged = !snapshot_set_up(reading->snapshot);
}

static void run_row(void *context)
{
	struct reading *reading = context;
	reading->damaged =
		!log_append_stored(reading->snapshot->log, reading->row, &reading->snapshot->truth);
}

static void run_fold(void *context)
{
	struct reading *reading = context;
	snapshot_fold(reading->snapshot, reading->snapshot->log->deed_count);
}

/* Guards are set inside the store's callback: leaving through the store itself would
 * leave its statement half done. */
static void guarded(struct reading *reading, void (*run)(void *context))
{
	struct fault fault;
	if (!reading->damaged && !fault_guard(run, reading, &fault))
		reading->damaged = true;
}

static void take_row(void *context, const struct store_row *row)
{
	struct reading *reading = context;
	reading->row = row;
	guarded(reading, run_row);
}

void service_note_damage(struct service *service, const char *game)
{
	if (faults_add_damage(service->faults, game))
		service_log(service, "error", "a stored game is damaged, and paused", game);
}

enum store_error game_load(struct service *service, const char *id, struct snapshot **out)
{
	struct reading reading = {.service = service, .id = id};
	struct store *store = service->store;

	enum store_error error = store->load_game(store, id, &reading, take_game);
	if (!error && !reading.damaged) {
		guarded(&reading, run_set_up);
		error = store->load_rows(store, id, &reading, take_row);
	}
	if (!error && !reading.damaged)
		guarded(&reading, run_fold);
	if (!error && reading.damaged)
		error = STORE_DAMAGED;
	if (error)
		snapshot_release(reading.snapshot);
	else
		atomic_fetch_add(&service->loads, 1);
	*out = error ? NULL : reading.snapshot;
	return error;
}

/* ---- the queue ---- */

struct loading {
	char game[GAME_ID_BYTES];
	struct job *first, **last; /* who waits for it */
	struct loading *next_in_list;
	struct loading *next_in_lane;
};

struct lane {
	struct loading *first, **last;
};

struct loader {
	struct service *service;
	pthread_t thread[LOADERS];
	int thread_count;
	pthread_mutex_t mutex; /* guards what follows */
	pthread_cond_t wake;
	bool stopping;
	uint32_t queued; /* loadings in lanes */
	unsigned turn;   /* the lane to look at next */
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

void loader_submit(struct loader *loader, struct job *job)
{
	job->next = NULL;
	pthread_mutex_lock(&loader->mutex);
	struct loading **place = place_of(loader, job->game);
	struct loading *loading = *place;
	if (!loading) {
		loading = allocate(1, sizeof(*loading));
		memcpy(loading->game, job->game, sizeof(loading->game));
		loading->last = &loading->first;
		*place = loading;
		uint32_t origin = job->origin ? job->origin : game_id_hash(job->game);
		struct lane *lane = &loader->lane[origin % LANES];
		*lane->last = loading;
		lane->last = &loading->next_in_lane;
		loader->queued++;
		pthread_cond_signal(&loader->wake);
	}
	*loading->last = job;
	loading->last = &job->next;
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
	lane->first = loading->next_in_lane;
	if (!lane->first)
		lane->last = &lane->first;
	loader->queued--;
	return loading;
}

static enum problem_code load_problem(enum store_error error)
{
	if (error == STORE_DAMAGED)
		return PROBLEM_GAME_PAUSED;
	return error && error != STORE_NOT_FOUND ? PROBLEM_STORE_FAILED : PROBLEM_NO_SUCH_GAME;
}

/* A job whose game is there (pinned here for it) or is known not to be. */
static void pass_on(struct service *service, struct job *job, enum store_error error)
{
	job->absent = error == STORE_NOT_FOUND && job->kind == JOB_CREATE;
	if (!error)
		job->held = games_pin(service->games, job->game);
	if (job->kind == JOB_OPEN)
		job->snapshot = games_peek(service->games, job->game);
	if (job->kind != JOB_OPEN && (job->held || job->absent)) {
		writer_submit(service->writer, job);
		return;
	}
	if (!job->snapshot)
		job->problem = load_problem(error);
	service_finish(service, job);
}

static void load_one(struct loader *loader, struct loading *loading)
{
	struct service *service = loader->service;
	struct snapshot *snapshot = NULL;
	struct game *game = games_pin(service->games, loading->game);
	enum store_error error = STORE_OK;

	if (!game) {
		error = game_load(service, loading->game, &snapshot);
		if (!error)
			game = games_insert(service->games, loading->game, snapshot);
		if (error == STORE_DAMAGED)
			service_note_damage(service, loading->game);
	}
	pthread_mutex_lock(&loader->mutex);
	struct loading **place = place_of(loader, loading->game);
	*place = loading->next_in_list;
	pthread_mutex_unlock(&loader->mutex);

	struct job *next;
	for (struct job *job = loading->first; job; job = next) {
		next = job->next;
		pass_on(service, job, error);
	}
	if (game)
		games_unpin(service->games, game);
	free(loading);
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

struct loader *loader_create(struct service *service)
{
	struct loader *loader = allocate(1, sizeof(*loader));
	loader->service = service;
	pthread_mutex_init(&loader->mutex, NULL);
	pthread_cond_init(&loader->wake, NULL);
	for (int i = 0; i < LANES; i++)
		loader->lane[i].last = &loader->lane[i].first;
	while (loader->thread_count < LOADERS &&
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
	pthread_cond_destroy(&loader->wake);
	pthread_mutex_destroy(&loader->mutex);
	free(loader);
}
