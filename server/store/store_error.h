#pragma once
/* What can go wrong with a store, of whichever engine. */

enum store_error {
	STORE_OK = 0,
	STORE_NOT_FOUND = -1,
	STORE_CONFLICT = -2, /* not the sequence expected: load again and ask again */
	STORE_FULL = -3,     /* no room on the disk */
	STORE_FAILED = -4,
	STORE_LOCKED = -5,     /* another process has the folder */
	STORE_NEWER = -6,      /* written by a later version */
	STORE_READ_ONLY = -7,  /* the folder cannot be written */
	STORE_DAMAGED = -8,    /* not as it was written */
	STORE_STALE = -9,      /* the database is no longer this process's, or is ahead of it */
	STORE_OLDER = -10,     /* written by an earlier version, and only to be read */
	STORE_OTHER_LOG = -11, /* a log lies beside it that is not its own */
	STORE_TARGET = -12,    /* of a copy: it cannot stand there */
};

/* One English sentence for the operator. */
const char *store_error_text(enum store_error error);
