/* The one thread that changes games.
 *
 *	queue ─► batch: each job in memory, on copies ─► one transaction ─► publish, answer, wake
 *
 * There is no timer: a batch is what queued while the last commit was in its fsync and
 * while the batch itself was put together, so it is small when little happens and large
 * under load. Nothing of a batch is visible before the commit; when the commit fails the
 * copies are dropped and nothing happened.
 *
 * A large batch is written by another thread (committer.h), and the next one is put together
 * meanwhile, on what this one made of the games. None of its answers leaves before this one is
 * on disk; when this one fails, the next is dropped, too, and its jobs are asked again. What
 * looks at more than one game's state waits until nothing is being written. */

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/allocate.h"
#include "base/crash_point.h"
#include "game/automation.h"
#include "game/committer.h"
#include "game/job_kinds.h"
#include "game/news.h"

/* From so many jobs on another thread writes them: for fewer it costs more to wake it. */
enum { OVERLAP_MIN = 8 };

struct writer {
	struct service *service;
	pthread_t thread;
	pthread_mutex_t mutex; /* guards what follows */
	pthread_cond_t wake;
	bool stopping;
	struct job *first, **last;
	/* The thread's own: */
	struct committer *committer;
	struct batch batch[2];
	struct batch *batch_now; /* the one that is put together */
	struct batch *flight;    /* the one that is being written, or NULL */
	struct job *again;       /* to do again, before all else: their batch failed */
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

/* The committer has written a batch, or has not. */
static void wake_writer(void *context)
{
	struct writer *writer = context;

	pthread_mutex_lock(&writer->mutex);
	pthread_cond_signal(&writer->wake);
	pthread_mutex_unlock(&writer->mutex);
}

static bool flight_is_over(const struct writer *writer)
{
	return writer->flight && committer_is_done(writer->committer);
}

/* Wait for work: jobs, or the end of a commit. False when it is time to stop; with a full disk
 * it comes back without work now and then, to try again. */
static bool wait_for_work(struct writer *writer)
{
	while (!writer->first && !flight_is_over(writer)) {
		if (writer->stopping && !writer->flight)
			return false;
		if (writer->flight || !atomic_load(&writer->service->store_failing)) {
			pthread_cond_wait(&writer->wake, &writer->mutex);
			continue;
		}
		struct timespec until;
		clock_gettime(CLOCK_MONOTONIC, &until);
		until.tv_sec += PROBE_MS / 1000;
		if (pthread_cond_timedwait(&writer->wake, &writer->mutex, &until) == ETIMEDOUT)
			return true;
	}
	return true;
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

/* Is it a command that was done before the newest row? What came of it is folded from the first row
 * on. */
static bool was_done_before(const struct snapshot *latest, const struct job *job)
{
	const int64_t found = log_find_scope(latest->log, job->scope);

	return found >= 0 ? (uint32_t)found + 1 < latest->rows
			  : log_may_have_had(latest->log, job->scope);
}

static bool wants_past(const struct job *job, const struct snapshot *latest)
{
	if (job->kind == JOB_ACT)
		return pn_is_parley(job->action.command.kind) || was_done_before(latest, job);
	return job->facts->past == PAST_ALL;
}

/* Does the job want more of its game's log than is in memory, or is near to its viewer? What a
 * loader was asked to bring whole is. */
static bool lacks_past(const struct writer *writer, const struct job *job)
{
	const struct snapshot *latest = job->held ? batch_latest(job->held) : NULL;
	const pn_side viewer = job_viewer(job);

	if (!latest)
		return false;
	const bool has_all = log_is_whole(latest->log) &&
			     (job->whole || viewer == PN_VIEWERS ||
			      games_look(writer->service->games, job->game, viewer, true));
	return !has_all && wants_past(job, latest);
}

/* The job's game, pinned, if it is in memory and near to the job's viewer; or NULL. */
static struct game *pin_near(struct games *games, const struct job *job)
{
	const pn_side viewer = job_viewer(job);

	return viewer == PN_VIEWERS || games_look(games, job->game, viewer, false)
		       ? games_pin(games, job->game)
		       : NULL;
}

/* Find the job's game in memory, or send the job to the loader. */
static bool has_game(struct writer *writer, struct job *job)
{
	struct service *service = writer->service;
	if (job->facts->is_of_no_game)
		return true;
	if (!job->held)
		job->held = pin_near(service->games, job);
	if (lacks_past(writer, job)) {
		games_unpin(service->games, job->held);
		job->held = NULL;
		job->whole = true;
	} else if (job->held || job->facts->past == PAST_NONE) {
		return true;
	}
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
static void answer_batch(struct service *service, struct batch *batch)
{
	size_t game_count = batch->game_count;
	struct {
		char id[GAME_ID_BYTES];
		uint8_t news;
	} told[BATCH_MAX];

	for (size_t i = 0; i < game_count; i++) {
		memcpy(told[i].id, batch->game[i]->id, sizeof(told[i].id));
		told[i].news = batch->news[i];
	}
	note_looks(service, batch->game, game_count);
	for (size_t i = 0; i < batch->job_count; i++) {
		crash_point("before_answer");
		service_finish(service, batch->job[i]);
	}
	batch_clear(batch);
	crash_point("between_answer_and_publish");
	for (size_t i = 0; i < game_count; i++)
		news_wake(service, told[i].id, told[i].news);
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

/* The batch is not on disk, and forgotten: say so to those whose answer rested on it. */
static void answer_failed(struct service *service, struct batch *batch, enum store_error error)
{
	set_failing(service, true, error);
	for (size_t i = 0; i < batch->job_count; i++) {
		if (batch->job[i]->uncommitted)
			batch->job[i]->problem = PROBLEM_STORE_FAILED;
	}
	answer_batch(service, batch);
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

/* Put a list of jobs behind another. */
static struct job *join(struct job *first, struct job *then)
{
	struct job **end = &first;
	while (*end)
		end = &(*end)->next;
	*end = then;
	return first;
}

/* Ask all jobs of a batch that is forgotten again. The game `stale`, unless it is "", is loaded
 * again: the disk knows more of it than memory. NULL: it may be of any of them that it does. */
static void ask_batch_again(struct writer *writer, struct batch *batch, const char *stale)
{
	struct service *service = writer->service;
	struct job *jobs = NULL, **last = &jobs;

	for (size_t i = 0; i < batch->job_count; i++) {
		struct job *job = batch->job[i];
		bool is_stale = !stale || (stale[0] && strcmp(job->game, stale) == 0);
		ask_again(job);
		if (job->held && is_stale)
			games_drop(service->games, job->held);
		if (job->held && job->held->dropped) {
			games_unpin(service->games, job->held);
			job->held = NULL;
		}
		*last = job;
		last = &job->next;
		if (is_stale && ++job->loads > LOADS_MAX)
			job->problem = PROBLEM_STORE_FAILED;
	}
	batch_clear(batch);
	writer->again = join(writer->again, jobs);
}

/* Another process has made what this batch wanted to make, and it is no game: it is known now. */
static void ask_all_again(struct writer *writer, struct batch *batch)
{
	writer->service->catch_up(writer->service->follower);
	ask_batch_again(writer, batch, NULL);
}

/* A batch is not on disk. What was put together meanwhile rests on it. */
static void undo_batch(struct writer *writer, struct batch *batch, enum store_error error,
		       const char *about)
{
	struct batch *next = writer->batch_now == batch ? NULL : writer->batch_now;
	char stale[GAME_ID_BYTES] = "";

	/* What is in memory is behind the database for good: begin anew, nothing is lost. */
	if (error == STORE_STALE) {
		service_log(writer->service, "error", "ending", store_error_text(error));
		_exit(EXIT_FAILURE);
	}
	if (error == STORE_CONFLICT && about)
		memcpy(stale, about, sizeof(stale));
	if (next)
		batch_abandon(next);
	batch_abandon(batch);
	if (error == STORE_CONFLICT && !about && writer->service->follower)
		ask_all_again(writer, batch);
	else if (stale[0])
		ask_batch_again(writer, batch, stale);
	else
		answer_failed(writer->service, batch, error);
	if (next)
		ask_batch_again(writer, next, stale);
}

/* ---- one batch ---- */

/* What automation does, and what comes of it, is not counted: its number would tell how a plan
 * fares. */
static bool was_asked_for(const struct batch *batch)
{
	for (size_t i = 0; i < batch->job_count; i++) {
		if (!batch->job[i]->facts->is_hidden)
			return true;
	}
	return false;
}

/* It was written, or was not. */
static void settle(struct writer *writer, struct batch *batch, enum store_error error,
		   const char *about)
{
	struct service *service = writer->service;

	if (error) {
		undo_batch(writer, batch, error, about);
		return;
	}
	set_failing(service, false, STORE_OK);
	if (was_asked_for(batch))
		atomic_fetch_add(&service->commits, 1);
	batch_publish(batch);
	answer_batch(service, batch);
}

/* Wait for what is being written, if there is something. */
static void end_flight(struct writer *writer)
{
	struct batch *batch = writer->flight;
	const char *about = NULL;

	if (!batch)
		return;
	enum store_error error = committer_end(writer->committer, &about);
	writer->flight = NULL;
	settle(writer, batch, error, about);
}

/* Do them as long as there is room, and nothing else must be done first. Returns those that
 * were not done. */
static struct job *do_jobs(struct writer *writer, struct job *jobs)
{
	struct job *next;
	for (struct job *job = jobs; job; job = next) {
		if (flight_is_over(writer))
			end_flight(writer);
		if (writer->again || !batch_has_room(writer->batch_now))
			return job;
		if (writer->flight && !job->facts->runs_beside)
			return job;
		next = job->next;
		if (writer->flight)
			crash_point("beside_commit");
		if (job->problem)
			service_finish(writer->service, job);
		else if (has_game(writer, job))
			batch_take(writer->batch_now, job);
	}
	return NULL;
}

/* Do what has queued meanwhile too, as long as there is room: every job that comes along
 * shares the fsync. Returns those that were not done. */
static struct job *do_more(struct writer *writer)
{
	struct job *jobs, *left = NULL;
	do {
		size_t room = BATCH_MAX - writer->batch_now->job_count;
		pthread_mutex_lock(&writer->mutex);
		jobs = room ? take_jobs(writer, room) : NULL;
		pthread_mutex_unlock(&writer->mutex);
		left = do_jobs(writer, jobs);
	} while (jobs && !left);
	return left;
}

/* Do jobs in memory, and what queues while an earlier batch is being written. Returns those
 * that were not done. */
static struct job *put_together(struct writer *writer, struct job *jobs)
{
	struct job *left = do_jobs(writer, jobs);
	if (!left)
		left = do_more(writer);
	while (!left && writer->flight && batch_has_room(writer->batch_now)) {
		pthread_mutex_lock(&writer->mutex);
		wait_for_work(writer);
		pthread_mutex_unlock(&writer->mutex);
		if (flight_is_over(writer))
			break;
		left = do_more(writer);
	}
	return left;
}

/* Write what was put together, or let it be written. */
static void write_batch(struct writer *writer)
{
	struct batch *batch = writer->batch_now;
	const char *about = NULL;

	if (!batch_writes(batch)) {
		answer_batch(writer->service, batch);
	} else if (batch->job_count < OVERLAP_MIN) {
		enum store_error error = batch_commit(batch, &about);
		settle(writer, batch, error, about);
	} else {
		writer->flight = batch;
		writer->batch_now = &writer->batch[batch == &writer->batch[0]];
		committer_begin(writer->committer, batch);
	}
}

/* One batch. Returns jobs that are still to do. */
static struct job *do_batch(struct writer *writer, struct job *jobs)
{
	struct job *left = put_together(writer, jobs);

	end_flight(writer);
	if (!writer->again)
		write_batch(writer);
	left = join(writer->again, left);
	writer->again = NULL;
	return left;
}

/* Ask whether writing works again. */
static void probe(struct service *service)
{
	const struct store_batch nothing = {0};
	enum store_error error = service->store->append(service->store, &nothing);
	set_failing(service, error != STORE_OK, error);
}

/* Jobs, or the end of what is being written and what may have to be done again then. */
static void do_all(struct writer *writer, struct job *jobs)
{
	do
		jobs = do_batch(writer, jobs);
	while (jobs);
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
		if (!jobs && !writer->flight)
			probe(service);
		else
			do_all(writer, jobs);
		if (!writer->flight)
			atomic_store(&service->writer_busy_since, 0);
		pthread_mutex_lock(&writer->mutex);
	}
	pthread_mutex_unlock(&writer->mutex);
	return NULL;
}

/* ---- life ---- */

static void free_writer(struct writer *writer)
{
	committer_destroy(writer->committer);
	batch_free(&writer->batch[0]);
	batch_free(&writer->batch[1]);
	pthread_cond_destroy(&writer->wake);
	pthread_mutex_destroy(&writer->mutex);
	free(writer);
}

struct writer *writer_create(struct service *service)
{
	struct writer *writer = allocate(1, sizeof(*writer));
	pthread_condattr_t attributes;

	writer->service = service;
	writer->batch[0].service = writer->batch[1].service = service;
	writer->batch[0].other = &writer->batch[1];
	writer->batch[1].other = &writer->batch[0];
	writer->batch_now = &writer->batch[0];
	writer->last = &writer->first;
	pthread_mutex_init(&writer->mutex, NULL);
	pthread_condattr_init(&attributes);
	pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
	pthread_cond_init(&writer->wake, &attributes);
	pthread_condattr_destroy(&attributes);
	writer->committer = committer_create(wake_writer, writer);
	if (writer->committer && pthread_create(&writer->thread, NULL, run_writer, writer) == 0)
		return writer;
	free_writer(writer);
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
	free_writer(writer);
}
