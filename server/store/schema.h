#pragma once
/* What lies in the database, and how an older one becomes today's. */

#include <sqlite3.h>

#include "store/store.h"

/* Bring the database to the version this program knows: one step after the other, each in
 * a transaction of its own, so that a crash leaves a whole version. STORE_NEWER when a
 * later program has written it; then nothing is touched. */
enum store_error schema_migrate(sqlite3 *db);

/* Is the database of the version that this program knows? STORE_OLDER or STORE_NEWER if not; nothing
 * is written. */
enum store_error schema_compare(sqlite3 *db);
