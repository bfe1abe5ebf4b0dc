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

static enum store_error lock_file(struct folder_lock *out, const char *path, int flags, int *pid)
{
	out->file = open(path, flags | O_CLOEXEC, 0600);
	if (out->file < 0)
		return error_of_errno();
	if (flock(out->file, LOCK_EX | LOCK_NB) == 0)
		return STORE_OK;
	*pid = read_holder(out->file);
	return STORE_LOCKED;
}

/* A file system that locks no folders has the lock of the file. */
static enum store_error lock_both(struct folder_lock *out, const char *directory, int flags,
				  int *pid)
{
	char path[PATH_MAX];

	if (snprintf(path, sizeof(path), "%s/pennon.lock", directory) >= (int)sizeof(path))
		return STORE_FAILED;
	out->folder = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (out->folder < 0)
		return error_of_errno();
	const bool is_held = flock(out->folder, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
	/* The process that has the folder may have lost its file: then none is made here. */
	enum store_error error = lock_file(out, path, is_held ? flags & ~O_CREAT : flags, pid);

	return is_held ? STORE_LOCKED : error;
}

enum store_error folder_lock(struct folder_lock *out, const char *directory, int *pid)
{
	struct folder_lock lock = FOLDER_UNLOCKED;

	*pid = 0;
	if (mkdir(directory, 0700) != 0 && errno != EEXIST)
		return error_of_errno();
	enum store_error error = lock_both(&lock, directory, O_RDWR | O_CREAT, pid);

	if (!error && !write_holder(lock.file))
		error = error_of_errno();
	if (error)
		folder_unlock(&lock);
	*out = lock;
	return error;
}

enum store_error folder_lock_to_read(struct folder_lock *out, const char *directory, int *pid)
{
	struct folder_lock lock = FOLDER_UNLOCKED;

	*pid = 0;
	enum store_error error = lock_both(&lock, directory, O_RDONLY, pid);

	/* One that was never served from has no file. */
	if (error && error != STORE_LOCKED && lock.folder >= 0)
		error = STORE_OK;
	if (error)
		folder_unlock(&lock);
	*out = lock;
	return error;
}

void folder_unlock(struct folder_lock *lock)
{
	if (lock->file >= 0)
		close(lock->file);
	if (lock->folder >= 0)
		close(lock->folder);
	*lock = FOLDER_UNLOCKED;
}

bool folder_is_locked(const char *directory)
{
	struct folder_lock lock;
	int pid;
	const enum store_error error = folder_lock_to_read(&lock, directory, &pid);

	folder_unlock(&lock);
	return error == STORE_LOCKED;
}
