#pragma once
/* That a process lives, written down every second beside what it does; and whether the database can
 * be reached, looked at four times a second. */

#include "store/postgres_writers.h"

struct heart;

/* Begin for a process that has the database, by its row. NULL when no thread can be had. */
struct heart *heart_create(const char *url, const struct writer_row *row);

/* STORE_OK, STORE_STALE once the row is another's, STORE_FAILED when the database has said for a
 * second that something is wrong, or nothing for three, or has not taken a sign of life for four:
 * before another process may take it for dead. From any thread. */
enum store_error heart_look(const struct heart *heart);

/* End it, and say that the process has gone. Takes NULL. */
void heart_destroy(struct heart *heart);
