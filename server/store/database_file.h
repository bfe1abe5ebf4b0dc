#pragma once
/* A database of SQLite's and the files that SQLite keeps beside it: a log (-wal) with its index
 * (-shm), or a journal. SQLite replays what it finds there into whatever database has the name, so a
 * copy must never stand beside one of before. */

#include <stdbool.h>
#include <stdint.h>

enum { DATABASE_FILE_LOGS = 3, DATABASE_FILE_SUFFIX_MAX = 8 };

/* What their names end with. */
extern const char *const database_file_logs[DATABASE_FILE_LOGS];

/* Is the file a database, or empty, as one is that is new? False when it cannot be read. */
bool database_file_is_one(const char *path);

/* Does any of them lie beside the path, whether there is a database or not? */
bool database_file_has_log(const char *path);

/* Remove them. False when one is left; errno says why. */
bool database_file_drop_logs(const char *path);

/* The size of the log beside the database; 0: none. */
int64_t database_file_log_bytes(const char *path);

/* Is there a log beside the database that cannot be its own? A copy that --backup made has none before
 * it is opened to be written. */
bool database_file_has_other_log(const char *path);
