#pragma once
/* A copy of the database while a daemon writes to it. */

#include "store/store.h"

struct store_backup {
	const char *directory; /* whose database is copied */
	const char *file;      /* where the copy goes */
	bool replaces;         /* logs of another database that lie beside `file` go, too */
	int64_t now_ms;        /* the time of the copy, which it keeps: STORE_BACKUP */
};

/* Copy the database of a folder, whole as of one moment: whoever goes on from the copy says so. What
 * lay at `file` is replaced once the copy is on disk and was read again; until then it is `file`.part.
 * From any process; one at a time copies a folder (STORE_LOCKED).
 *
 * The copy goes where there is nothing, or over a database that lies there. STORE_TARGET, and nothing
 * is touched, when it is the database that is copied, a folder, a link, a device or a file of another
 * kind; in a folder that a daemon has; or beside a log that it would not be safe from, unless it
 * `replaces`. STORE_NOT_FOUND without a database, STORE_DAMAGED when what was copied is not whole. After an
 * error `*why` is a sentence for the operator, which stays. */
enum store_error store_backup(const struct store_backup *backup, const char **why);

/* When the last copy of this folder's database was made; 0: none is known of. It is the time of
 * the empty file `last-backup` in it. */
int64_t store_backup_time(const char *directory);
