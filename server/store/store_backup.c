/* SQLite's own online backup: it copies pages while the daemon goes on, and begins again
 * when something was written meanwhile; in one step the daemon's readers and its writer
 * are not held up, for in WAL mode neither waits for the other. */

#include "store/store_backup.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/database_file.h"
#include "store/folder_lock.h"
#include "store/sqlite_connection.h"

enum { BUSY_MS = 10000 };

/* ---- where it goes ---- */

static bool ends_with(const char *text, const char *end)
{
	const size_t size = strlen(text), end_size = strlen(end);

	return size >= end_size && strcmp(text + size - end_size, end) == 0;
}

/* The folder of a path; `room` is for its text. */
static const char *folder_of(char room[PATH_MAX], const char *path)
{
	snprintf(room, PATH_MAX, "%s", path);
	return dirname(room);
}

/* What is wrong with what lies there, or NULL. */
static const char *entry_fault(const char *file, const struct stat *entry,
			       const struct stat *source)
{
	if (S_ISDIR(entry->st_mode))
		return "That is a folder: name a file in it.";
	if (S_ISLNK(entry->st_mode))
		return "That is a link: name the file that it leads to.";
	if (!S_ISREG(entry->st_mode))
		return "That is a device or the like, and a copy would replace it.";
	if (entry->st_dev == source->st_dev && entry->st_ino == source->st_ino)
		return "That is the database itself.";
	if (!database_file_is_one(file))
		return "That is no database, and is not replaced.";
	return NULL;
}

/* What is wrong with the place that a copy is to have, or NULL. */
static const char *target_fault(const struct store_backup *backup, const struct stat *source)
{
	char room[PATH_MAX];
	const char *file = backup->file, *folder = folder_of(room, file), *fault = NULL;
	struct stat entry;

	if (stat(folder, &entry) != 0 || !S_ISDIR(entry.st_mode))
		return "There is no such folder.";
	for (int i = 0; i < DATABASE_FILE_LOGS; i++) {
		if (ends_with(file, database_file_logs[i]))
			return "SQLite keeps a log under such a name.";
	}
	if (lstat(file, &entry) == 0)
		fault = entry_fault(file, &entry, source);
	if (!fault && folder_is_locked(folder))
		fault = "A server has that folder: name one that is for copies.";
	if (!fault && !backup->replaces && database_file_has_log(file))
		fault = "A log lies beside it (-wal, -shm or -journal), which would be replayed "
			"into the copy: --replace removes it.";
	return fault;
}

/* ---- copying ---- */

/* The copy says of itself what it is, and is one file. */
static const char finish[] = "PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL;"
			     "INSERT OR REPLACE INTO number (id, value) VALUES (%d, %lld);";

static enum store_error copy_pages(sqlite3 *from, sqlite3 *to, int64_t now_ms)
{
	sqlite3_backup *backup = sqlite3_backup_init(to, "main", from, "main");
	char sql[256];

	if (!backup)
		return sqlite_error(sqlite3_errcode(to));
	errno = 0;
	int code = sqlite3_backup_step(backup, -1);
	int finished = sqlite3_backup_finish(backup);
	if (code != SQLITE_DONE || finished != SQLITE_OK)
		return sqlite_error(code == SQLITE_DONE ? finished : code);
	snprintf(sql, sizeof(sql), finish, (int)STORE_BACKUP, (long long)now_ms);
	errno = 0;
	return sqlite_error(sqlite3_exec(to, sql, NULL, NULL, NULL));
}

static enum store_error copy_from(sqlite3 *from, const char *part, int64_t now_ms)
{
	sqlite3 *to = NULL;

	errno = 0;
	const int code = sqlite3_open_v2(part, &to, SQLITE_OPEN_READWRITE, NULL);
	const enum store_error error =
		code == SQLITE_OK ? copy_pages(from, to, now_ms) : sqlite_error(code);

	sqlite3_close(to);
	return error;
}

static enum store_error copy_database(const char *path, const char *part, int64_t now_ms)
{
	sqlite3 *from = NULL;
	enum store_error error = STORE_FAILED;

	errno = 0;
	const int code = sqlite3_open_v2(path, &from, SQLITE_OPEN_READWRITE, NULL);
	if (code == SQLITE_OK) {
		sqlite3_busy_timeout(from, BUSY_MS);
		error = copy_from(from, part, now_ms);
	} else {
		error = sqlite_error(code);
	}
	sqlite3_close(from);
	return error;
}

/* A disk that fails is often made one to be read alone. */
static enum store_error copy_read_only(const char *directory, const char *path, const char *part,
				       int64_t now_ms)
{
	struct sqlite_connection *from;
	struct folder_lock lock;
	int pid;

	if (folder_lock_to_read(&lock, directory, &pid) != STORE_OK)
		return STORE_READ_ONLY;
	enum store_error error =
		sqlite_connection_open_to_read(&from, path, database_file_log_bytes(path) > 0);

	if (!error) {
		error = copy_from(from->db, part, now_ms);
		connection_close(&from->connection);
	}
	folder_unlock(&lock);
	return error;
}

static enum store_error error_of_errno(void)
{
	return errno == ENOSPC || errno == EDQUOT || errno == EFBIG ? STORE_FULL : STORE_READ_ONLY;
}

/* Make the file empty, with the right mode: it holds seeds. A journal of one that was broken off SQLite
 * removes by itself, because the file is empty. */
static enum store_error make_file(const char *part)
{
	unlink(part);
	int file = open(part, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (file < 0)
		return error_of_errno();
	close(file);
	return STORE_OK;
}

static int is_ok(void *context, int count, char **column, char **name)
{
	(void)name;
	*(bool *)context = count == 1 && strcmp(column[0], "ok") == 0;
	return 0;
}

/* Read the copy from the disk, every page and index of it, as whoever restores it will. */
static enum store_error check_copy(const char *part)
{
	sqlite3 *db = NULL;
	bool is_whole = false;

	errno = 0;
	int code = sqlite3_open_v2(part, &db, SQLITE_OPEN_READONLY, NULL);
	if (code == SQLITE_OK)
		code = sqlite3_exec(db, "PRAGMA integrity_check(1)", is_ok, &is_whole, NULL);
	sqlite3_close(db);
	enum store_error error = sqlite_error(code);

	return error || is_whole ? error : STORE_DAMAGED;
}

static bool sync_path(const char *path, int flags)
{
	const int descriptor = open(path, flags | O_CLOEXEC);

	if (descriptor < 0)
		return false;
	const bool is_synced = fsync(descriptor) == 0;
	close(descriptor);
	return is_synced;
}

/* Logs go first, for they would be taken for the copy's own. */
static enum store_error put_in_place(const struct store_backup *backup, const char *part)
{
	char room[PATH_MAX];

	if (!sync_path(part, O_RDONLY) ||
	    (backup->replaces && !database_file_drop_logs(backup->file)) ||
	    rename(part, backup->file) != 0)
		return error_of_errno();
	/* Not every file system syncs a folder. */
	return sync_path(folder_of(room, backup->file), O_RDONLY | O_DIRECTORY) || errno != EIO
		       ? STORE_OK
		       : STORE_FAILED;
}

/* ---- when it was ---- */

static bool mark_path(char path[PATH_MAX], const char *directory)
{
	return snprintf(path, PATH_MAX, "%s/last-backup", directory) < PATH_MAX;
}

/* A copy is good without its mark, too: so nothing is said when the folder takes none. */
static void leave_mark(const char *directory, int64_t now_ms)
{
	const struct timespec at = {now_ms / 1000, now_ms % 1000 * 1000000};
	const struct timespec times[] = {at, at};
	char path[PATH_MAX];

	if (!mark_path(path, directory))
		return;
	int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);

	if (file < 0)
		return;
	futimens(file, times);
	close(file);
}

int64_t store_backup_time(const char *directory)
{
	char path[PATH_MAX];
	struct stat status;

	if (!mark_path(path, directory) || stat(path, &status) != 0)
		return 0;
	return (int64_t)status.st_mtim.tv_sec * 1000 + status.st_mtim.tv_nsec / 1000000;
}

/* ---- all of it ---- */

/* So that one at a time copies it. SQLite's own locks go with the first descriptor that is closed, so
 * this one is closed last. */
static enum store_error lock_source(const char *path, int *descriptor)
{
	*descriptor = open(path, O_RDONLY | O_CLOEXEC);
	if (*descriptor < 0)
		return STORE_READ_ONLY;
	if (flock(*descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK)
		return STORE_OK;
	close(*descriptor);
	return STORE_LOCKED;
}

static enum store_error make_part(const struct store_backup *backup, const char *path,
				  const char *part)
{
	enum store_error error = make_file(part);

	if (error)
		return error;
	error = copy_database(path, part, backup->now_ms);
	if (error == STORE_READ_ONLY)
		error = copy_read_only(backup->directory, path, part, backup->now_ms);
	return error ? error : check_copy(part);
}

static enum store_error make_copy(const struct store_backup *backup, const char *path,
				  const char *part)
{
	int source;
	enum store_error error = lock_source(path, &source);

	if (error)
		return error;
	error = make_part(backup, path, part);
	if (!error)
		error = put_in_place(backup, part);
	if (error)
		unlink(part);
	close(source);
	return error;
}

/* Of an error that is no fault of the target. */
static const char *error_text(enum store_error error)
{
	if (error == STORE_LOCKED)
		return "Another process copies that folder.";
	return error == STORE_NOT_FOUND ? "There is no database to be copied."
					: store_error_text(error);
}

enum store_error store_backup(const struct store_backup *backup, const char **why)
{
	char path[PATH_MAX], part[PATH_MAX];
	struct stat source;
	enum store_error error = STORE_OK;

	*why = NULL;
	/* Past a limit on file sizes a write must fail, not end the process. */
	signal(SIGXFSZ, SIG_IGN);
	if (snprintf(path, sizeof(path), "%s/pennon.db", backup->directory) >= (int)sizeof(path) ||
	    snprintf(part, sizeof(part), "%s.part", backup->file) >= (int)sizeof(part))
		error = STORE_FAILED;
	else if (stat(path, &source) != 0 || source.st_size == 0)
		error = STORE_NOT_FOUND;
	else if (database_file_has_other_log(path))
		error = STORE_OTHER_LOG;
	else if ((*why = target_fault(backup, &source)))
		error = STORE_TARGET;
	else
		error = make_copy(backup, path, part);
	if (error && !*why)
		*why = error_text(error);
	if (!error)
		leave_mark(backup->directory, backup->now_ms);
	return error;
}
