#include "store/wal_buffer.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* SQLite's own file system takes less than 128 KiB at a time. */
enum { BUFFER_BYTES = 64 * 1024 };

/* A log that is open. SQLite allocates it, with room for its own file behind. */
struct log_file {
	sqlite3_file file;
	sqlite3_file *own; /* SQLite's, right behind this */
	char *bytes;       /* BUFFER_BYTES */
	sqlite3_int64 at;  /* where in the file they begin */
	int size;
};

static struct log_file *log_of(sqlite3_file *file)
{
	return (struct log_file *)file;
}

/* What could not be written is given up: SQLite takes the commit back. */
static int flush(struct log_file *log)
{
	int size = log->size;

	log->size = 0;
	return size ? log->own->pMethods->xWrite(log->own, log->bytes, size, log->at) : SQLITE_OK;
}

/* ---- the log's methods ---- */

static int log_write(sqlite3_file *file, const void *bytes, int size, sqlite3_int64 at)
{
	struct log_file *log = log_of(file);

	if (at != log->at + log->size || size > BUFFER_BYTES - log->size) {
		int code = flush(log);

		if (code != SQLITE_OK)
			return code;
		log->at = at;
	}
	if (size > BUFFER_BYTES)
		return log->own->pMethods->xWrite(log->own, bytes, size, at);
	memcpy(log->bytes + log->size, bytes, (size_t)size);
	log->size += size;
	return SQLITE_OK;
}

static int log_sync(sqlite3_file *file, int flags)
{
	int code = flush(log_of(file));

	return code == SQLITE_OK ? log_of(file)->own->pMethods->xSync(log_of(file)->own, flags)
				 : code;
}

static int log_read(sqlite3_file *file, void *out, int size, sqlite3_int64 at)
{
	int code = flush(log_of(file));

	return code == SQLITE_OK
		       ? log_of(file)->own->pMethods->xRead(log_of(file)->own, out, size, at)
		       : code;
}

static int log_truncate(sqlite3_file *file, sqlite3_int64 size)
{
	int code = flush(log_of(file));

	return code == SQLITE_OK ? log_of(file)->own->pMethods->xTruncate(log_of(file)->own, size)
				 : code;
}

static int log_size(sqlite3_file *file, sqlite3_int64 *out)
{
	int code = flush(log_of(file));

	return code == SQLITE_OK ? log_of(file)->own->pMethods->xFileSize(log_of(file)->own, out)
				 : code;
}

/* What was not synced was not promised to anybody. */
static int log_close(sqlite3_file *file)
{
	struct log_file *log = log_of(file);

	free(log->bytes);
	return log->own->pMethods->xClose(log->own);
}

static int log_lock(sqlite3_file *file, int level)
{
	return log_of(file)->own->pMethods->xLock(log_of(file)->own, level);
}

static int log_unlock(sqlite3_file *file, int level)
{
	return log_of(file)->own->pMethods->xUnlock(log_of(file)->own, level);
}

static int log_check_lock(sqlite3_file *file, int *out)
{
	return log_of(file)->own->pMethods->xCheckReservedLock(log_of(file)->own, out);
}

static int log_control(sqlite3_file *file, int what, void *argument)
{
	return log_of(file)->own->pMethods->xFileControl(log_of(file)->own, what, argument);
}

static int log_sector(sqlite3_file *file)
{
	return log_of(file)->own->pMethods->xSectorSize(log_of(file)->own);
}

static int log_device(sqlite3_file *file)
{
	return log_of(file)->own->pMethods->xDeviceCharacteristics(log_of(file)->own);
}

/* ---- the file system ---- */

static int open_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out)
{
	static const sqlite3_io_methods methods = {
		.iVersion = 1,
		.xClose = log_close,
		.xRead = log_read,
		.xWrite = log_write,
		.xTruncate = log_truncate,
		.xSync = log_sync,
		.xFileSize = log_size,
		.xLock = log_lock,
		.xUnlock = log_unlock,
		.xCheckReservedLock = log_check_lock,
		.xFileControl = log_control,
		.xSectorSize = log_sector,
		.xDeviceCharacteristics = log_device,
	};
	sqlite3_vfs *own = vfs->pAppData;
	struct log_file *log = log_of(file);

	if (!(flags & SQLITE_OPEN_WAL))
		return own->xOpen(own, name, file, flags, out);
	*log = (struct log_file){.own = (sqlite3_file *)(log + 1)};
	log->bytes = malloc(BUFFER_BYTES);
	int code = log->bytes ? own->xOpen(own, name, log->own, flags, out) : SQLITE_NOMEM;

	if (code == SQLITE_OK)
		file->pMethods = &methods;
	else
		free(log->bytes);
	return code;
}

static const char name[] = "pennon";
static bool is_known;

static void make_known(void)
{
	static sqlite3_vfs vfs;
	sqlite3_vfs *own = sqlite3_vfs_find(NULL);

	if (!own)
		return;
	vfs = *own;
	vfs.zName = name;
	vfs.pNext = NULL;
	vfs.pAppData = own;
	vfs.szOsFile = own->szOsFile + (int)sizeof(struct log_file);
	vfs.xOpen = open_file;
	is_known = sqlite3_vfs_register(&vfs, 0) == SQLITE_OK;
}

const char *wal_buffer_register(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, make_known);
	return is_known ? name : NULL;
}
