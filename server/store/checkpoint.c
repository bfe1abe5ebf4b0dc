/* SQLite moves the log into the database within whichever commit makes it longer than a
 * thousand pages; whoever waits for that commit waits for a second fsync, of pages from all
 * over the file. Here a thread does it beside the commits, which go on meanwhile: a passive
 * checkpoint takes no lock that a writer wants. What is lost by a crash is nothing, because
 * the log is synced before any of it is moved and stays until all of it is. */

#include "store/checkpoint.h"

#include <pthread.h>
#include <stdlib.h>

struct checkpointer {
	struct sqlite_connection *connection;
	struct sqlite_connection *writer;
	pthread_t thread;
	pthread_mutex_t mutex; /* guards what follows */
	pthread_cond_t wake;
	bool wanted, stopping;
	int page_bytes;
	int asked_at; /* the writer's alone: pages of log when the thread was last woken */
};

static void *run(void *context)
{
	struct checkpointer *checkpointer = context;

	pthread_mutex_lock(&checkpointer->mutex);
	for (;;) {
		while (!checkpointer->wanted && !checkpointer->stopping)
			pthread_cond_wait(&checkpointer->wake, &checkpointer->mutex);
		if (checkpointer->stopping)
			break;
		checkpointer->wanted = false;
		pthread_mutex_unlock(&checkpointer->mutex);
		/* What cannot be moved now stays in the log, where it is as safe. */
		sqlite3_wal_checkpoint_v2(checkpointer->connection->db, NULL,
					  SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
		pthread_mutex_lock(&checkpointer->mutex);
	}
	pthread_mutex_unlock(&checkpointer->mutex);
	return NULL;
}

/* Called by SQLite after each commit, on the writer's thread. */
static int committed(void *context, sqlite3 *db, const char *name, int pages)
{
	struct checkpointer *checkpointer = context;

	if (pages < checkpointer->asked_at)
		checkpointer->asked_at = 0; /* the log has begun anew */
	if (pages >= CHECKPOINT_BYTES_MAX / checkpointer->page_bytes) {
		sqlite3_wal_checkpoint_v2(db, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
	} else if (pages >= checkpointer->asked_at + CHECKPOINT_BYTES / checkpointer->page_bytes) {
		checkpointer->asked_at = pages;
		pthread_mutex_lock(&checkpointer->mutex);
		checkpointer->wanted = true;
		pthread_cond_signal(&checkpointer->wake);
		pthread_mutex_unlock(&checkpointer->mutex);
	}
	return SQLITE_OK;
}

static bool read_page_bytes(void *context, struct query *row)
{
	struct checkpointer *checkpointer = context;

	checkpointer->page_bytes = (int)column_int(row, 0);
	return checkpointer->page_bytes > 0;
}

struct checkpointer *checkpointer_create(struct sqlite_connection *writer, const char *path)
{
	struct checkpointer *checkpointer = calloc(1, sizeof(*checkpointer));

	if (!checkpointer)
		return NULL;
	checkpointer->writer = writer;
	pthread_mutex_init(&checkpointer->mutex, NULL);
	pthread_cond_init(&checkpointer->wake, NULL);
	if (sqlite_connection_open(&checkpointer->connection, path,
				   "PRAGMA synchronous = FULL; PRAGMA cache_size = -64",
				   NULL) == STORE_OK &&
	    connection_each(&checkpointer->connection->connection, GET_PAGE_BYTES, checkpointer,
			    read_page_bytes) == STORE_OK &&
	    pthread_create(&checkpointer->thread, NULL, run, checkpointer) == 0) {
		sqlite3_wal_hook(writer->db, committed, checkpointer);
		return checkpointer;
	}
	if (checkpointer->connection)
		connection_close(&checkpointer->connection->connection);
	pthread_cond_destroy(&checkpointer->wake);
	pthread_mutex_destroy(&checkpointer->mutex);
	free(checkpointer);
	return NULL;
}

void checkpointer_destroy(struct checkpointer *checkpointer)
{
	if (!checkpointer)
		return;
	sqlite3_wal_hook(checkpointer->writer->db, NULL, NULL);
	pthread_mutex_lock(&checkpointer->mutex);
	checkpointer->stopping = true;
	pthread_cond_signal(&checkpointer->wake);
	pthread_mutex_unlock(&checkpointer->mutex);
	pthread_join(checkpointer->thread, NULL);
	connection_close(&checkpointer->connection->connection);
	pthread_cond_destroy(&checkpointer->wake);
	pthread_mutex_destroy(&checkpointer->mutex);
	free(checkpointer);
}
