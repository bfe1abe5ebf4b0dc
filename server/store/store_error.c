#include "store/store_error.h"

const char *store_error_text(enum store_error error)
{
	switch (error) {
	case STORE_OK:
		return "No error.";
	case STORE_NOT_FOUND:
		return "There is no such game in the database.";
	case STORE_CONFLICT:
		return "The game in the database has moved on.";
	case STORE_FULL:
		return "The disk is full.";
	case STORE_FAILED:
		return "The database cannot be read or written.";
	case STORE_LOCKED:
		return "Another process uses the folder.";
	case STORE_NEWER:
		return "The database was written by a later version of Pennon.";
	case STORE_READ_ONLY:
		return "The folder cannot be written.";
	case STORE_DAMAGED:
		return "What the database holds is not what was written.";
	case STORE_STALE:
		return "Another process has the database, or it is ahead of this one.";
	case STORE_OLDER:
		return "The database was written by an earlier version of Pennon, and is only to be read.";
	case STORE_OTHER_LOG:
		return "pennon.db is a copy, and pennon.db-wal beside it is another database's: remove that.";
	case STORE_TARGET:
		return "A copy cannot stand there.";
	}
	return "Unknown error.";
}
