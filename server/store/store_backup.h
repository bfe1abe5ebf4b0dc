#pragma once
/* A copy of the database while a daemon writes to it. */

#include "store/store.h"

/* Copy the database of `directory` to `file`, whole as of one moment, with the time of the
 * copy in it (STORE_BACKUP): whoever goes on from it says so. What lay at `file` is
 * replaced once the copy is whole and on disk; until then the copy is `file`.part. Takes no
 * lock: from any process. STORE_NOT_FOUND without a database. */
enum store_error store_backup(const char *directory, const char *file, int64_t now_ms);

/* When the last copy of this folder's database was made; 0: none is known of. It is the time of
 * the empty file `last-backup` in it. */
int64_t store_backup_time(const char *directory);
