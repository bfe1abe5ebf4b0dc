/* One thread asks, for all who wait: what is asked for after a request came knows everything that
 * was acknowledged anywhere before it. */

#include "game/follower.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/allocate.h"
#include "game/service.h"

enum { FOLLOW_MS = 100 };

struct follower {
	struct service *service;
	pthread_t thread;
	pthread_mutex_t mutex; /* guards what follows */
	pthread_cond_t wake;   /* somebody waits, or it is time to stop */
	pthread_cond_t caught_up;
	bool stopping, has_failed;
	uint64_t asked, answered; /* how often somebody wanted to know */
	struct job *first, **last;
	/* The thread's own: what was changed, until it is taken in. */
	struct store_change *change;
	size_t count, capacity;
};

static bool is_same(const struct store_change *one, const struct store_change *other)
{
	return one->kind == other->kind && one->side == other->side &&
	       strcmp(one->id, other->id) == 0;
}

/* What is changed twice is taken in once; a game's rows that follow on each other, too. */
static void note_change(void *context, const struct store_change *change)
{
	struct follower *follower = context;

	for (size_t i = follower->count; i-- > 0;) {
		struct store_change *earlier = &follower->change[i];

		if (!is_same(earlier, change))
			continue;
		if (earlier->rows == change->from)
			earlier->rows = change->rows;
		else if (change->kind == STORE_CHANGED_GAME)
			break;
		return;
	}
	if (follower->count == follower->capacity) {
		follower->capacity = 2 * follower->capacity + 64;
		follower->change =
			reallocate(follower->change, follower->capacity, sizeof(*follower->change));
	}
	follower->change[follower->count++] = *change;
}

/* Read changes and take them in; those that could not be taken in stay for the next time. */
static bool ask(struct follower *follower)
{
	struct service *service = follower->service;
	struct store *store = service->store;

	if (store->reach(store) != STORE_OK)
		return false;
	enum store_error error = store->follow(store, follower, note_change);
	/* Memory is behind and cannot catch up. End the process: all is in the store, and a new
	 * start reads it. */
	if (error == STORE_STALE) {
		service_log(service, "error", "ending", store_error_text(error));
		_exit(EXIT_FAILURE);
	}
	if (!changes_take_in(service, follower->change, follower->count))
		return false;
	follower->count = 0;
	return error == STORE_OK;
}

/* Until somebody wants to know, or it is time to look. */
static void await_question(struct follower *follower)
{
	struct timespec until;

	if (follower->stopping || follower->first || follower->asked != follower->answered)
		return;
	clock_gettime(CLOCK_MONOTONIC, &until);
	until.tv_nsec += FOLLOW_MS * 1000000L;
	until.tv_sec += until.tv_nsec / 1000000000L;
	until.tv_nsec %= 1000000000L;
	pthread_cond_timedwait(&follower->wake, &follower->mutex, &until);
}

static void finish_jobs(struct follower *follower, struct job *job, bool is_known)
{
	struct job *next;

	for (; job; job = next) {
		next = job->next;
		job->problem = is_known ? PROBLEM_NONE : PROBLEM_STORE_FAILED;
		service_finish(follower->service, job);
	}
}

static void *run(void *context)
{
	struct follower *follower = context;

	pthread_setname_np(pthread_self(), "follower");
	pthread_mutex_lock(&follower->mutex);
	while (!follower->stopping) {
		await_question(follower);
		const uint64_t asked = follower->asked;
		struct job *jobs = follower->first;
		follower->first = NULL;
		follower->last = &follower->first;
		pthread_mutex_unlock(&follower->mutex);
		const bool is_known = ask(follower);
		finish_jobs(follower, jobs, is_known);
		pthread_mutex_lock(&follower->mutex);
		follower->answered = asked;
		follower->has_failed = !is_known;
		pthread_cond_broadcast(&follower->caught_up);
	}
	pthread_mutex_unlock(&follower->mutex);
	return NULL;
}

void follower_submit(struct follower *follower, struct job *job)
{
	job->next = NULL;
	pthread_mutex_lock(&follower->mutex);
	*follower->last = job;
	follower->last = &job->next;
	pthread_cond_signal(&follower->wake);
	pthread_mutex_unlock(&follower->mutex);
}

bool follower_catch_up(struct follower *follower)
{
	pthread_mutex_lock(&follower->mutex);
	const uint64_t ticket = ++follower->asked;
	pthread_cond_signal(&follower->wake);
	while (follower->answered < ticket)
		pthread_cond_wait(&follower->caught_up, &follower->mutex);
	const bool is_known = !follower->has_failed;
	pthread_mutex_unlock(&follower->mutex);
	return is_known;
}

/* ---- life ---- */

static void free_follower(struct follower *follower)
{
	pthread_cond_destroy(&follower->wake);
	pthread_cond_destroy(&follower->caught_up);
	pthread_mutex_destroy(&follower->mutex);
	free(follower->change);
	free(follower);
}

struct follower *follower_create(struct service *service)
{
	struct follower *follower = allocate(1, sizeof(*follower));
	pthread_condattr_t attributes;

	follower->service = service;
	follower->last = &follower->first;
	pthread_mutex_init(&follower->mutex, NULL);
	pthread_condattr_init(&attributes);
	pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
	pthread_cond_init(&follower->wake, &attributes);
	pthread_condattr_destroy(&attributes);
	pthread_cond_init(&follower->caught_up, NULL);
	if (pthread_create(&follower->thread, NULL, run, follower) == 0)
		return follower;
	free_follower(follower);
	return NULL;
}

void follower_destroy(struct follower *follower)
{
	if (!follower)
		return;
	pthread_mutex_lock(&follower->mutex);
	follower->stopping = true;
	pthread_cond_signal(&follower->wake);
	pthread_mutex_unlock(&follower->mutex);
	pthread_join(follower->thread, NULL);
	free_follower(follower);
}
