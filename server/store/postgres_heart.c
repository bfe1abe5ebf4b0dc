#include "store/postgres_heart.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/allocate.h"

enum {
	LOOK_MS = 250,
	BEAT_MS = 1000,
	FAILING_MS = 1000, /* so long nobody minds an error */
	SILENT_MS = 3000,  /* ... nor that nothing is heard */
	UNSEEN_MS = 4000,  /* a second less than a dead process has the database */
};

/* Times are steady; each is of before it was asked. */
struct heart {
	char *url;
	struct writer_row row;
	struct postgres_connection *postgres; /* NULL: lost */
	atomic_bool is_stale;
	_Atomic int64_t looked_ms;  /* when the database last answered */
	_Atomic int64_t failing_ms; /* since when it says that something is wrong; 0: it does not */
	_Atomic int64_t seen_ms;    /* when the sign of life was last written */
	pthread_t thread;
	pthread_mutex_t mutex; /* guards what follows */
	pthread_cond_t wake;
	bool stopping;
};

static int64_t steady_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static enum store_error say(struct heart *heart, enum statement which)
{
	struct connection *connection = &heart->postgres->connection;

	writers_bind(connection, which, &heart->row);
	return connection_change(connection, which);
}

static bool read_owner(void *context, struct query *row)
{
	*(bool *)context = column_int(row, 0) != 0;
	return true;
}

/* Is the database there, and still this process's? */
static enum store_error look(struct heart *heart)
{
	char detail[256];
	bool is_own = false;

	if (heart->postgres && postgres_is_lost(heart->postgres)) {
		connection_close(&heart->postgres->connection);
		heart->postgres = NULL;
	}
	if (!heart->postgres &&
	    postgres_connect(&heart->postgres, heart->url, detail, sizeof(detail)) != STORE_OK)
		return STORE_FAILED;
	struct connection *connection = &heart->postgres->connection;
	writers_bind(connection, OWN_WRITER, &heart->row);
	enum store_error error = connection_each(connection, OWN_WRITER, &is_own, read_owner);
	return error || is_own ? error : STORE_STALE;
}

static void beat(struct heart *heart)
{
	const int64_t now = steady_ms();
	const enum store_error error = look(heart);

	if (error == STORE_STALE)
		atomic_store(&heart->is_stale, true);
	if (error && !atomic_load(&heart->failing_ms))
		atomic_store(&heart->failing_ms, now);
	if (error)
		return;
	atomic_store(&heart->failing_ms, 0);
	atomic_store(&heart->looked_ms, now);
	/* While a batch holds the row, it says itself that the process lives. */
	if (now - atomic_load(&heart->seen_ms) >= BEAT_MS && say(heart, BEAT_WRITER) == STORE_OK)
		atomic_store(&heart->seen_ms, now);
}

static void *run(void *context)
{
	struct heart *heart = context;
	struct timespec until;

	pthread_mutex_lock(&heart->mutex);
	while (!heart->stopping) {
		pthread_mutex_unlock(&heart->mutex);
		beat(heart);
		clock_gettime(CLOCK_MONOTONIC, &until);
		until.tv_nsec += LOOK_MS * 1000000L;
		until.tv_sec += until.tv_nsec / 1000000000L;
		until.tv_nsec %= 1000000000L;
		pthread_mutex_lock(&heart->mutex);
		if (!heart->stopping)
			pthread_cond_timedwait(&heart->wake, &heart->mutex, &until);
	}
	pthread_mutex_unlock(&heart->mutex);
	return NULL;
}

static void free_heart(struct heart *heart)
{
	if (heart->postgres)
		connection_close(&heart->postgres->connection);
	pthread_cond_destroy(&heart->wake);
	pthread_mutex_destroy(&heart->mutex);
	free(heart->url);
	free(heart);
}

struct heart *heart_create(const char *url, const struct writer_row *row)
{
	struct heart *heart = allocate(1, sizeof(*heart));
	pthread_condattr_t attributes;

	heart->url = allocate(strlen(url) + 1, 1);
	memcpy(heart->url, url, strlen(url));
	heart->row = *row;
	heart->looked_ms = heart->seen_ms = steady_ms();
	pthread_mutex_init(&heart->mutex, NULL);
	/* A clock that is set back must not hold up the sign of life. */
	pthread_condattr_init(&attributes);
	pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
	pthread_cond_init(&heart->wake, &attributes);
	pthread_condattr_destroy(&attributes);
	if (pthread_create(&heart->thread, NULL, run, heart) == 0)
		return heart;
	free_heart(heart);
	return NULL;
}

enum store_error heart_look(const struct heart *heart)
{
	const int64_t now = steady_ms(), failing = atomic_load(&heart->failing_ms);

	if (atomic_load(&heart->is_stale))
		return STORE_STALE;
	if ((failing && now - failing >= FAILING_MS) ||
	    now - atomic_load(&heart->looked_ms) >= SILENT_MS ||
	    now - atomic_load(&heart->seen_ms) >= UNSEEN_MS)
		return STORE_FAILED;
	return STORE_OK;
}

void heart_destroy(struct heart *heart)
{
	if (!heart)
		return;
	pthread_mutex_lock(&heart->mutex);
	heart->stopping = true;
	pthread_cond_signal(&heart->wake);
	pthread_mutex_unlock(&heart->mutex);
	pthread_join(heart->thread, NULL);
	if (heart->postgres && !postgres_is_lost(heart->postgres))
		say(heart, LEAVE_WRITER);
	free_heart(heart);
}
