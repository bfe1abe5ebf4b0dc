/* The file stays behind on purpose: removing it would let a third process lock a file
 * that the second no longer looks at. */

#include "store/folder_lock.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static enum store_error error_of_errno(void)
{
	if (errno == EROFS || errno == EACCES || errno == EPERM)
		return STORE_READ_ONLY;
	return errno == ENOSPC || errno == EDQUOT ? STORE_FULL : STORE_FAILED;
}

/* The number in the file, 0 when there is none. */
static int read_holder(int descriptor)
{
	char digits[16];
	ssize_t size = pread(descriptor, digits, sizeof(digits) - 1, 0);
	if (size <= 0)
		return 0;
	digits[size] = '\0';
	long holder = strtol(digits, NULL, 10);
	return holder > 0 && holder < INT_MAX ? (int)holder : 0;
}

static bool write_holder(int descriptor)
{
	char digits[16];
	int size = snprintf(digits, sizeof(digits), "%ld\n", (long)getpid());
	return ftruncate(descriptor, 0) == 0 && pwrite(descriptor, digits, (size_t)size, 0) == size;
}

enum store_error folder_lock(int *descriptor, const char *directory, int *pid)
{
	char path[PATH_MAX];

	*pid = 0;
	if (mkdir(directory, 0700) != 0 && errno != EEXIST)
		return error_of_errno();
	if (snprintf(path, sizeof(path), "%s/pennon.lock", directory) >= (int)sizeof(path))
		return STORE_FAILED;
	int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	if (file < 0)
		return error_of_errno();
	if (flock(file, LOCK_EX | LOCK_NB) != 0) {
		*pid = read_holder(file);
		close(file);
		return STORE_LOCKED;
	}
	if (!write_holder(file)) {
		enum store_error error = error_of_errno();
		close(file);
		return error;
	}
	*descriptor = file;
	return STORE_OK;
}
