#pragma once
/* In which games a look is owed, for automation.c alone: the queue, to which the writer adds,
 * and what the thread keeps for itself. */

#include <pthread.h>
#include <stdatomic.h>

#include "game/automation.h"
#include "game/limits.h"

enum { OWED_LISTS = 1024 };

/* A game that a look is owed in: once, however often it was noted. */
struct owed {
	char game[GAME_ID_BYTES];
	struct snapshot *snapshot; /* held, of a game that had to be loaded; else NULL */
	int64_t due_us;            /* not before */
	struct owed *next;         /* in the queue */
	struct owed *beside;       /* in its list of the table */
};

struct automation {
	struct service *service;
	pthread_t thread;
	bool has_thread;
	pthread_mutex_t mutex; /* guards what follows */
	pthread_cond_t wake;   /* a look is owed, a job is back, or it is time to stop */
	bool stopping, looking, held;
	uint32_t out;       /* jobs */
	uint32_t thinking;  /* looks that are the opponent's now */
	struct owed *first; /* the next that is due first */
	struct owed *list[OWED_LISTS];
	atomic_ullong looks;
	struct pn_actions actions; /* the thread's own */
};

/* The place of the game's entry in the table. Under the lock. */
struct owed **owed_find(struct automation *automation, const char *game);

/* A look is owed in a game; takes the snapshot, which may be NULL. */
void owed_add(struct automation *automation, const char *game, struct snapshot *snapshot);
