#include "store/database_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *const database_file_logs[DATABASE_FILE_LOGS] = {"-wal", "-shm", "-journal"};

/* How a database begins, and byte 18: how it is written (https://www.sqlite.org/fileformat.html). */
static const char begins[] = "SQLite format 3";
enum { WRITE_VERSION = 18, WITH_JOURNAL = 1, HEADER_BYTES = 100 };

struct beside {
	char path[PATH_MAX + DATABASE_FILE_SUFFIX_MAX];
};

static struct beside log_beside(const char *path, const char *suffix)
{
	struct beside out;

	snprintf(out.path, sizeof(out.path), "%s%s", path, suffix);
	return out;
}

/* How many bytes of the header there are, -1 on failure. */
static ssize_t read_header(const char *path, unsigned char out[HEADER_BYTES])
{
	const int file = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t size = -1;

	if (file < 0)
		return -1;
	size = pread(file, out, HEADER_BYTES, 0);
	close(file);
	return size;
}

bool database_file_is_one(const char *path)
{
	unsigned char header[HEADER_BYTES];
	const ssize_t size = read_header(path, header);

	return size == 0 || (size == HEADER_BYTES && memcmp(header, begins, sizeof(begins)) == 0);
}

bool database_file_has_log(const char *path)
{
	struct stat status;

	for (int i = 0; i < DATABASE_FILE_LOGS; i++) {
		const struct beside log = log_beside(path, database_file_logs[i]);

		if (lstat(log.path, &status) == 0)
			return true;
	}
	return false;
}

bool database_file_drop_logs(const char *path)
{
	for (int i = 0; i < DATABASE_FILE_LOGS; i++) {
		const struct beside log = log_beside(path, database_file_logs[i]);

		if (unlink(log.path) != 0 && errno != ENOENT)
			return false;
	}
	return true;
}

int64_t database_file_log_bytes(const char *path)
{
	const struct beside log = log_beside(path, "-wal");
	struct stat status;

	return stat(log.path, &status) == 0 ? status.st_size : 0;
}

bool database_file_has_other_log(const char *path)
{
	unsigned char header[HEADER_BYTES];

	return database_file_log_bytes(path) > 0 && read_header(path, header) == HEADER_BYTES &&
	       header[WRITE_VERSION] == WITH_JOURNAL;
}
