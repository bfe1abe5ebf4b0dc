#pragma once
/* Which processes have the database: the rows of `writer`. Row 1 is that of a process which has it
 * alone; each of those that share it has one of its own, whose number nobody had before. */

#include "store/postgres_connection.h"

enum { SESSION_BYTES = 16 };

/* This process's own. */
struct writer_row {
	int64_t id;
	uint8_t session[SESSION_BYTES];
	int64_t batch; /* the number of the last that was written */
};

/* Take the database, alone or beside others that share it, from those who have gone or have been
 * silent for long enough. STORE_LOCKED: `pid` is one of those who have it. */
enum store_error writers_claim(struct postgres_connection *postgres, bool shares,
			       struct writer_row *out, int *pid);

/* Bind what says which row is this process's, to the first two places. */
struct query *writers_bind(struct connection *connection, enum statement which,
			   const struct writer_row *row);

/* What the others write, from a moment on. */
struct following;

/* From now on. NULL when the database cannot be asked. */
struct following *following_create(struct postgres_connection *postgres, const char *url,
				   int64_t own);

/* As store.h says of `follow`. */
enum store_error following_take(struct following *following, void *context,
				store_change_taker *take);

/* Takes NULL. */
void following_destroy(struct following *following);
