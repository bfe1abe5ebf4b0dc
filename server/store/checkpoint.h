#pragma once
/* Moving what was committed from SQLite's write-ahead log into the database, off the thread
 * that commits. */

#include "store/sqlite_connection.h"

enum {
	CHECKPOINT_BYTES = 4 << 20, /* of log since the last time: the thread is woken */
	/* Of log in all: the committing thread moves the rest itself, which ends the log and
	 * lets it begin anew. Under load no other thread ever catches up. */
	CHECKPOINT_BYTES_MAX = 32 << 20,
};

struct checkpointer;

/* Take the checkpoints of `writer`'s database over. NULL when no thread or connection can
 * be had: then SQLite goes on doing them in the commits. */
struct checkpointer *checkpointer_create(struct sqlite_connection *writer, const char *path);

/* Before the writer's connection is closed. Takes NULL. */
void checkpointer_destroy(struct checkpointer *checkpointer);
