#pragma once
/* What other processes write that share the database: taken in ten times a second, and whenever
 * somebody asks for what is so now. A game of which they wrote leaves the memory, and comes back
 * when it is wanted; who follows it here is told. */

#include "game/service_inside.h"

/* Follow from now on. NULL when there is no thread to be had. */
struct follower *follower_create(struct service *service);

/* A JOB_CATCH_UP: it is done when all is known that was written before it was submitted.
 * PROBLEM_STORE_FAILED when the database cannot be asked. */
void follower_submit(struct follower *follower, struct job *job);

/* The same on the thread that calls; false when it cannot be asked. */
bool follower_catch_up(struct follower *follower);

/* Takes NULL; no job may be out. */
void follower_destroy(struct follower *follower);

/* ---- for follower.c ---- */

/* Take in what was changed, in the order in which one part needs another. False when some of it
 * could not be read; it may be asked for again. */
bool changes_take_in(struct service *service, const struct store_change *change, size_t count);
