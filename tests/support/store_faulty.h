#pragma once
/* A store in front of a store, which fails when it is told to. */

#include <pthread.h>
#include <stdatomic.h>

#include "store/store.h"

struct store_faulty {
	struct store store; /* hand out a pointer to this; close() closes both */
	struct store *behind;
	pthread_mutex_t mutex; /* guards what follows */
	pthread_cond_t changed;
	bool held;              /* appends wait */
	int let;                /* so many of them do not */
	int waiting;            /* how many do */
	enum store_error error; /* what the next calls of append answer */
	int count;              /* how many of them; -1: all */
	bool wrote_anyway;      /* STORE_CONFLICT: write it first, as another process would */
	int appends;            /* calls so far */
	atomic_bool is_away;    /* the database cannot be reached */
};

/* Put it in front of `behind`, which it owns from then on. */
void store_faulty_begin(struct store_faulty *faulty, struct store *behind);

/* Make appends wait, as a slow disk would, until they may go on: what is submitted
 * meanwhile becomes one batch. */
void store_faulty_hold(struct store_faulty *faulty);
void store_faulty_go_on(struct store_faulty *faulty);

/* One append goes on, those after it wait. */
void store_faulty_let_one(struct store_faulty *faulty);

/* Wait until an append is being held. */
void store_faulty_await(struct store_faulty *faulty);

/* Wait until there were so many calls of append. */
void store_faulty_await_append(struct store_faulty *faulty, int appends);

/* The next `count` appends answer `error` and write nothing. A conflict is about the game
 * of the batch's first row. */
void store_faulty_fail(struct store_faulty *faulty, enum store_error error, int count);
int store_faulty_appends(struct store_faulty *faulty);
