#include "notify/promises.h"

#include <fcntl.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/allocate.h"
#include "base/crypto.h"

/* Of a place in the file. One that is taken and not made yet was never promised. */
enum { FREE, TAKEN, MADE, BEGUN };

enum { LAYOUT = 1 }; /* of the file: another is another version's */

struct place {
	atomic_int state;
	struct promise promise;
};

struct file {
	uint32_t layout;
	struct place place[PROMISES_MAX];
};

struct promises {
	struct file *file;
	atomic_uint next; /* where to look first */
};

static void clear(struct place *place)
{
	crypto_forget(&place->promise, sizeof(place->promise));
	atomic_store(&place->state, FREE);
}

static void drop_old(struct file *file, int64_t now_ms)
{
	for (size_t i = 0; i < PROMISES_MAX; i++) {
		struct place *place = &file->place[i];
		const int state = atomic_load(&place->state);
		const int64_t until_ms = place->promise.until_ms;
		const bool is_left = (state == MADE || state == BEGUN) && until_ms > now_ms &&
				     until_ms <= now_ms + PROMISE_MS;

		if (!is_left)
			clear(place);
	}
}

/* The file as it is, or an empty one in its place. */
static struct file *map(int descriptor)
{
	struct stat facts;
	struct file *file;

	if (fstat(descriptor, &facts) != 0 ||
	    (facts.st_size != sizeof(*file) && ftruncate(descriptor, 0) != 0) ||
	    ftruncate(descriptor, sizeof(*file)) != 0)
		return NULL;
	file = mmap(NULL, sizeof(*file), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
	if (file == MAP_FAILED)
		return NULL;
	if (file->layout != LAYOUT)
		memset(file, 0, sizeof(*file));
	file->layout = LAYOUT;
	return file;
}

struct promises *promises_open(const char *folder, int64_t now_ms)
{
	char path[PATH_MAX];

	if (snprintf(path, sizeof(path), "%s/promises", folder) >= (int)sizeof(path))
		return NULL;
	const int descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);

	if (descriptor < 0)
		return NULL;
	struct file *file = map(descriptor);

	close(descriptor);
	if (!file)
		return NULL;
	struct promises *promises = allocate(1, sizeof(*promises));

	promises->file = file;
	drop_old(file, now_ms);
	return promises;
}

void promises_close(struct promises *promises)
{
	if (!promises)
		return;
	munmap(promises->file, sizeof(*promises->file));
	free(promises);
}

int promises_make(struct promises *promises, const struct promise *promise)
{
	if (!promises)
		return -1;
	const uint32_t first = atomic_fetch_add(&promises->next, 1);

	for (uint32_t i = 0; i < PROMISES_MAX; i++) {
		const uint32_t number = (first + i) % PROMISES_MAX;
		struct place *place = &promises->file->place[number];
		int was = FREE;

		if (!atomic_compare_exchange_strong(&place->state, &was, TAKEN))
			continue;
		place->promise = *promise;
		atomic_store(&place->state, MADE);
		return (int)number;
	}
	return -1;
}

void promises_begin(struct promises *promises, int number)
{
	atomic_store(&promises->file->place[number].state, BEGUN);
}

void promises_keep(struct promises *promises, int number)
{
	clear(&promises->file->place[number]);
}

bool promises_next(const struct promises *promises, int *number, struct promise *out)
{
	for (; promises && *number < PROMISES_MAX; ++*number) {
		const struct place *place = &promises->file->place[*number];
		const int state = atomic_load(&place->state);

		if (state != MADE && state != BEGUN)
			continue;
		*out = place->promise;
		out->is_begun = state == BEGUN;
		/* A file is not believed to end its texts. */
		out->application[sizeof(out->application) - 1] = '\0';
		out->token[sizeof(out->token) - 1] = '\0';
		out->language[sizeof(out->language) - 1] = '\0';
		return true;
	}
	return false;
}
