/* The one thread that changes games.
 *
 *	queue ─► batch: each job in memory, on copies ─► one transaction ─► publish, answer, wake
 *
 * There is no timer: a batch is what queued while the last commit was in its fsync and
 * while the batch itself was put together, so it is small when little happens and large
 * under load. Nothing of a batch is visible before the commit; when the commit fails the
 * copies are dropped and nothing happened. */

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/allocate.h"
#include "base/crash_point.h"
#include "game/automation.h"
#include "game/job_kinds.h"

struct writer {
	struct service *service;
	pthread_t thread;
	pthread_mutex_t mutex; /* guards what follows */
	pthread_cond_t wake;
	bool stopping;
	struct job *first, **last;
	/* The thread's own: */
	struct batch batch;
};

void writer_submit(struct writer *writer, struct job *job)
{
	job->next = NULL;
	pthread_mutex_lock(&writer->mutex);
	bool was_empty = !writer->first;
	*writer->last = job;
	writer->last = &job->next;
	if (was_empty)
		pthread_cond_signal(&writer->wake);
	pthread_mutex_unlock(&writer->mutex);
}

/* ---- what comes in ---- */

/* Wait for work. False when it is time to stop; with a full disk it comes back without
 * work now and then, to try again. */
static bool wait_for_work(struct writer *writer)
{
	while (!writer->first && !writer->stopping) {
		if (!atomic_load(&writer->service->store_failing)) {
			pthread_cond_wait(&writer->wake, &writer->mutex);
			continue;
		}
		struct timespec until;
		clock_gettime(CLOCK_MONOTONIC, &until);
		until.tv_sec += PROBE_MS / 1000;
		if (pthread_cond_timedwait(&writer->wake, &writer->mutex, &until) == ETIMEDOUT)
			return true;
	}
	return writer->first || !writer->stopping;
}

/* Take up to `max` jobs off the queue, in order; NULL when it is empty. */
static struct job *take_jobs(struct writer *writer, size_t max)
{
	struct job *first = writer->first, **end = &first;
	while (*end && max-- > 0)
		end = &(*end)->next;
	writer->first = *end;
	*end = NULL;
	if (!writer->first)
		writer->last = &writer->first;
	return first;
}

/* Find the job's game in memory, or send the job to the loader. */
static bool has_game(struct writer *writer, struct job *job)
{
	struct service *service = writer->service;
	if (job_facts[job->kind].is_of_no_game)
		return true;
	if (!job->held)
		job->held = games_pin(service->games, job->game);
	if (job->held || job->kind == JOB_ALIVE || job->kind == JOB_FORGET)
		return true;
	/* A creation whose game is not on disk either is free to happen. */
	if (job->absent)
		return true;
	if (++job->loads > LOADS_MAX) {
		job->problem = PROBLEM_STORE_FAILED;
		service_finish(service, job);
		return false;
	}
	loader_submit(service->loader, job);
	return false;
}

/* ---- what goes out ---- */

/* Those who follow all games of one of a game's players. */
static void wake_players(struct service *service, const char *game)
{
	struct seated seated[SEATED_MAX];

	if (!feeds_any(service->feeds))
		return;
	size_t count = roster_seated(service->roster, game, seated, SEATED_MAX);
	for (size_t i = 0; i < count; i++)
		hub_publish(service->hub, seated[i].player, PN_SEEN_BY_ALL);
}

/* Looks at what was written are owed, but none begins before all of them have their answers. */
static void note_looks(struct service *service, struct game *const *game, size_t count)
{
	automation_hold(service->automation);
	for (size_t i = 0; i < count; i++) {
		if (game[i]->look_owed)
			automation_note(service->automation, game[i]->id);
		game[i]->look_owed = false;
	}
}

/* Answer all jobs of the batch, then tell those who follow the games. Games stay pinned
 * by their jobs until then. */
static void answer_batch(struct writer *writer, struct game *const *game, size_t game_count)
{
	struct service *service = writer->service;
	struct batch *batch = &writer->batch;
	struct {
		char id[GAME_ID_BYTES];
		uint8_t news;
	} told[BATCH_MAX];

	for (size_t i = 0; i < game_count; i++) {
		memcpy(told[i].id, game[i]->id, sizeof(told[i].id));
		told[i].news = game[i]->news;
		game[i]->news = 0;
	}
	note_looks(service, game, game_count);
	for (size_t i = 0; i < batch->job_count; i++) {
		crash_point("before_answer");
		service_finish(service, batch->job[i]);
	}
	batch->job_count = 0;
	crash_point("between_answer_and_publish");
	for (size_t i = 0; i < game_count; i++) {
		hub_publish(service->hub, told[i].id, told[i].news);
		wake_players(service, told[i].id);
	}
	automation_release(service->automation);
}

static void set_failing(struct service *service, bool failing, enum store_error error)
{
	if (atomic_exchange(&service->store_failing, failing) == failing)
		return;
	if (failing)
		service_log(service, "error", "commands cannot be written",
			    store_error_text(error));
	else
		service_log(service, "info", "commands can be written again", "");
}

/* The batch is not on disk: forget it, and say so to those whose answer rested on it. */
static void fail_batch(struct writer *writer, enum store_error error)
{
	struct batch *batch = &writer->batch;
	batch_abandon(batch);
	set_failing(writer->service, true, error);
	for (size_t i = 0; i < batch->job_count; i++) {
		if (batch->job[i]->uncommitted)
			batch->job[i]->problem = PROBLEM_STORE_FAILED;
	}
	answer_batch(writer, NULL, 0);
}

/* Make a job as it was when it came. */
static void ask_again(struct job *job)
{
	snapshot_release(job->snapshot);
	job->snapshot = NULL;
	job->problem = PROBLEM_NONE;
	job->absent = job->uncommitted = false;
	job->next = NULL;
}

/* The disk knows more of one game than memory: load that one again, and ask everything
 * of this batch again. Returns its jobs. */
static struct job *retry_batch(struct writer *writer, const char *about)
{
	struct service *service = writer->service;
	struct batch *batch = &writer->batch;
	struct job *jobs = NULL, **last = &jobs;
	char id[GAME_ID_BYTES];

	memcpy(id, about, sizeof(id));
	batch_abandon(batch);
	for (size_t i = 0; i < batch->job_count; i++) {
		struct job *job = batch->job[i];
		bool stale = strcmp(job->game, id) == 0;
		ask_again(job);
		if (job->held && stale)
			games_drop(service->games, job->held);
		if (job->held && job->held->dropped) {
			games_unpin(service->games, job->held);
			job->held = NULL;
		}
		*last = job;
		last = &job->next;
		if (stale && ++job->loads > LOADS_MAX)
			job->problem = PROBLEM_STORE_FAILED;
	}
	batch->job_count = 0;
	return jobs;
}

/* ---- one batch ---- */

/* Do them as long as there is room. Returns those that there was none for. */
static struct job *do_jobs(struct writer *writer, struct job *jobs)
{
	struct job *next;
	for (struct job *job = jobs; job; job = next) {
		if (!batch_has_room(&writer->batch))
			return job;
		next = job->next;
		if (job->problem)
			service_finish(writer->service, job);
		else if (has_game(writer, job))
			batch_take(&writer->batch, job);
	}
	return NULL;
}

/* Do what has queued meanwhile too, as long as there is room: every job that comes along
 * shares the fsync. Returns those that there was no room for. */
static struct job *do_more(struct writer *writer)
{
	struct job *jobs, *left = NULL;
	do {
		size_t room = BATCH_MAX - writer->batch.job_count;
		pthread_mutex_lock(&writer->mutex);
		jobs = room ? take_jobs(writer, room) : NULL;
		pthread_mutex_unlock(&writer->mutex);
		left = do_jobs(writer, jobs);
	} while (jobs && !left);
	return left;
}

/* Put a list of jobs behind another. */
static struct job *join(struct job *first, struct job *then)
{
	struct job **end = &first;
	while (*end)
		end = &(*end)->next;
	*end = then;
	return first;
}

/* What automation does is not counted: its number would tell how a plan fares. */
static bool was_asked_for(const struct batch *batch)
{
	for (size_t i = 0; i < batch->job_count; i++) {
		if (batch->job[i]->kind != JOB_AUTOMATION)
			return true;
	}
	return false;
}

/* Do the jobs in memory and write them. Returns jobs to do again. */
static struct job *do_batch(struct writer *writer, struct job *jobs)
{
	struct batch *batch = &writer->batch;
	struct service *service = writer->service;
	struct game *game[BATCH_MAX];
	const char *about = NULL;

	struct job *left = do_jobs(writer, jobs);
	if (!left)
		left = do_more(writer);
	size_t game_count = batch->game_count;
	memcpy(game, batch->game, game_count * sizeof(game[0]));
	if (batch_writes(batch)) {
		crash_point("before_begin");
		enum store_error error = batch_commit(batch, &about);
		if (error == STORE_CONFLICT && about)
			return join(retry_batch(writer, about), left);
		if (error) {
			fail_batch(writer, error);
			return left;
		}
		crash_point("after_commit");
		set_failing(service, false, STORE_OK);
		if (was_asked_for(batch))
			atomic_fetch_add(&service->commits, 1);
		batch_publish(batch);
	}
	answer_batch(writer, game, game_count);
	return left;
}

/* Ask whether writing works again. */
static void probe(struct service *service)
{
	const struct store_batch nothing = {0};
	enum store_error error = service->store->append(service->store, &nothing);
	set_failing(service, error != STORE_OK, error);
}

static void *run_writer(void *context)
{
	struct writer *writer = context;
	struct service *service = writer->service;
	const struct platform *platform = service->platform;

	/* Its share of the processor is what limits a node: top and the bench find it by name. */
	pthread_setname_np(pthread_self(), "writer");
	pthread_mutex_lock(&writer->mutex);
	while (wait_for_work(writer)) {
		struct job *jobs = take_jobs(writer, BATCH_MAX);
		pthread_mutex_unlock(&writer->mutex);
		atomic_store(&service->writer_busy_since, platform->steady_ms(platform->context));
		if (!jobs)
			probe(service);
		while (jobs)
			jobs = do_batch(writer, jobs);
		atomic_store(&service->writer_busy_since, 0);
		pthread_mutex_lock(&writer->mutex);
	}
	pthread_mutex_unlock(&writer->mutex);
	return NULL;
}

/* ---- life ---- */

struct writer *writer_create(struct service *service)
{
	struct writer *writer = allocate(1, sizeof(*writer));
	pthread_condattr_t attributes;

	writer->service = service;
	writer->batch.service = service;
	writer->last = &writer->first;
	pthread_mutex_init(&writer->mutex, NULL);
	pthread_condattr_init(&attributes);
	pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
	pthread_cond_init(&writer->wake, &attributes);
	pthread_condattr_destroy(&attributes);
	if (pthread_create(&writer->thread, NULL, run_writer, writer) == 0)
		return writer;
	pthread_cond_destroy(&writer->wake);
	pthread_mutex_destroy(&writer->mutex);
	free(writer);
	return NULL;
}

void writer_destroy(struct writer *writer)
{
	if (!writer)
		return;
	pthread_mutex_lock(&writer->mutex);
	writer->stopping = true;
	pthread_cond_signal(&writer->wake);
	pthread_mutex_unlock(&writer->mutex);
	pthread_join(writer->thread, NULL);
	for (int i = 0; i < BATCH_MAX; i++)
		text_free(&writer->batch.header[i]);
	text_free(&writer->batch.lines);
	text_free(&writer->batch.command);
	crypto_forget(writer->batch.secret, sizeof(writer->batch.secret));
	pthread_cond_destroy(&writer->wake);
	pthread_mutex_destroy(&writer->mutex);
	free(writer);
}
