#pragma once
/* Writes a batch on a thread of its own, so that the writer puts the next one together while
 * this one waits for the disk. */

#include "game/batch.h"

struct committer;

/* `done` is called on the committer's thread whenever a batch is written, or was not. NULL when
 * there is no thread to be had. */
struct committer *committer_create(void (*done)(void *context), void *context);

/* Takes NULL; nothing may be begun. */
void committer_destroy(struct committer *committer);

/* Begin to write a batch. One at a time: committer_end() comes before the next. */
void committer_begin(struct committer *committer, struct batch *batch);

/* Would committer_end() not wait? */
bool committer_is_done(const struct committer *committer);

/* Wait until it is written: batch_commit()'s answer. */
enum store_error committer_end(struct committer *committer, const char **about);
