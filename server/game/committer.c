#include "game/committer.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/allocate.h"

enum committer_state { COMMITTER_RESTS, COMMITTER_WRITES, COMMITTER_STOPS };

struct committer {
	void (*done)(void *context);
	void *context;
	pthread_t thread;
	atomic_bool is_done;
	pthread_mutex_t mutex; /* guards what follows */
	pthread_cond_t changed;
	enum committer_state state;
	struct batch *batch;
	enum store_error error;
	const char *about;
};

/* The mutex is held before and after, and not meanwhile. */
static void write_batch(struct committer *committer)
{
	const char *about = NULL;

	pthread_mutex_unlock(&committer->mutex);
	enum store_error error = batch_commit(committer->batch, &about);
	pthread_mutex_lock(&committer->mutex);
	committer->error = error;
	committer->about = about;
	committer->state = COMMITTER_RESTS;
	atomic_store(&committer->is_done, true);
	pthread_cond_broadcast(&committer->changed);
	pthread_mutex_unlock(&committer->mutex);
	committer->done(committer->context);
	pthread_mutex_lock(&committer->mutex);
}

static void *run_committer(void *context)
{
	struct committer *committer = context;

	pthread_setname_np(pthread_self(), "committer");
	pthread_mutex_lock(&committer->mutex);
	while (committer->state != COMMITTER_STOPS) {
		if (committer->state == COMMITTER_WRITES)
			write_batch(committer);
		else
			pthread_cond_wait(&committer->changed, &committer->mutex);
	}
	pthread_mutex_unlock(&committer->mutex);
	return NULL;
}

struct committer *committer_create(void (*done)(void *context), void *context)
{
	struct committer *committer = allocate(1, sizeof(*committer));

	committer->done = done;
	committer->context = context;
	pthread_mutex_init(&committer->mutex, NULL);
	pthread_cond_init(&committer->changed, NULL);
	if (pthread_create(&committer->thread, NULL, run_committer, committer) == 0)
		return committer;
	pthread_cond_destroy(&committer->changed);
	pthread_mutex_destroy(&committer->mutex);
	free(committer);
	return NULL;
}

static void set_state(struct committer *committer, enum committer_state state)
{
	pthread_mutex_lock(&committer->mutex);
	committer->state = state;
	pthread_cond_broadcast(&committer->changed);
	pthread_mutex_unlock(&committer->mutex);
}

void committer_destroy(struct committer *committer)
{
	if (!committer)
		return;
	set_state(committer, COMMITTER_STOPS);
	pthread_join(committer->thread, NULL);
	pthread_cond_destroy(&committer->changed);
	pthread_mutex_destroy(&committer->mutex);
	free(committer);
}

void committer_begin(struct committer *committer, struct batch *batch)
{
	committer->batch = batch;
	atomic_store(&committer->is_done, false);
	set_state(committer, COMMITTER_WRITES);
}

bool committer_is_done(const struct committer *committer)
{
	return atomic_load(&committer->is_done);
}

enum store_error committer_end(struct committer *committer, const char **about)
{
	pthread_mutex_lock(&committer->mutex);
	while (committer->state == COMMITTER_WRITES)
		pthread_cond_wait(&committer->changed, &committer->mutex);
	enum store_error error = committer->error;
	*about = committer->about;
	pthread_mutex_unlock(&committer->mutex);
	return error;
}
