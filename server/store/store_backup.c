/* SQLite's own online backup: it copies pages while the daemon goes on, and begins again
 * when something was written meanwhile; in one step the daemon's readers and its writer
 * are not held up, for in WAL mode neither waits for the other. */

#include "store/store_backup.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/sqlite_connection.h"

enum { BUSY_MS = 10000 };

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

static enum store_error copy_database(const char *path, const char *part, int64_t now_ms)
{
	sqlite3 *from = NULL, *to = NULL;
	enum store_error error = STORE_FAILED;

	errno = 0;
	int code = sqlite3_open_v2(path, &from, SQLITE_OPEN_READWRITE, NULL);
	if (code == SQLITE_OK) {
		errno = 0;
		code = sqlite3_open_v2(part, &to, SQLITE_OPEN_READWRITE, NULL);
	}
	if (code == SQLITE_OK) {
		sqlite3_busy_timeout(from, BUSY_MS);
		error = copy_pages(from, to, now_ms);
	} else {
		error = sqlite_error(code);
	}
	sqlite3_close(from);
	sqlite3_close(to);
	return error;
}

static enum store_error error_of_errno(void)
{
	return errno == ENOSPC || errno == EDQUOT ? STORE_FULL : STORE_READ_ONLY;
}

/* Make the file empty, with the right mode: it holds seeds. */
static enum store_error make_file(const char *part)
{
	unlink(part);
	int file = open(part, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (file < 0)
		return error_of_errno();
	close(file);
	return STORE_OK;
}

static enum store_error put_in_place(const char *part, const char *file)
{
	int descriptor = open(part, O_RDONLY | O_CLOEXEC);
	if (descriptor < 0)
		return STORE_FAILED;
	bool synced = fsync(descriptor) == 0;
	close(descriptor);
	return synced && rename(part, file) == 0 ? STORE_OK : error_of_errno();
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

enum store_error store_backup(const char *directory, const char *file, int64_t now_ms)
{
	char path[PATH_MAX], part[PATH_MAX];
	struct stat status;

	if (snprintf(path, sizeof(path), "%s/pennon.db", directory) >= (int)sizeof(path) ||
	    snprintf(part, sizeof(part), "%s.part", file) >= (int)sizeof(part))
		return STORE_FAILED;
	if (stat(path, &status) != 0 || status.st_size == 0)
		return STORE_NOT_FOUND;
	enum store_error error = make_file(part);
	if (error)
		return error;
	error = copy_database(path, part, now_ms);
	if (!error)
		error = put_in_place(part, file);
	if (error)
		unlink(part);
	else
		leave_mark(directory, now_ms);
	return error;
}
