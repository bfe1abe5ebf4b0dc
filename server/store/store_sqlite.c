/* SQLite behind the table of functions.
 *
 * Durability is SQLite's: WAL and synchronous=FULL, so COMMIT returns after an fsync of
 * the log and a torn write is found by its checksum at the next start. Speed comes from
 * the layout. The big rows are appended in order of arrival, their key is the rowid; what
 * is scattered by game is one narrow index, (game, number). (Rows keyed by game and number
 * are eight times slower: every insert then touches a page of its own.) Idempotency keys have
 * no index: a row is taken only from a caller who names the number before it, so who
 * appends has read every row of that game, and with them every key. schema.c lists the tables.
 *
 * One connection writes, from the writer's thread; others read. */

#include "store/store.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/crash_point.h"
#include "store/checkpoint.h"
#include "store/database_file.h"
#include "store/folder_lock.h"
#include "store/row_sums.h"
#include "store/schema.h"
#include "store/sql_store.h"
#include "store/sqlite_connection.h"
#include "store/wal_buffer.h"

struct sqlite_store {
	struct sql_store sql;
	struct folder_lock lock; /* none in memory */
	char path[PATH_MAX];
	struct sqlite_connection *writer;
	struct checkpointer *checkpointer; /* NULL in memory */
};

static enum store_error append_batch(struct store *store, const struct store_batch *batch)
{
	struct sqlite_store *sqlite = (struct sqlite_store *)store;
	struct connection *writer = &sqlite->writer->connection;

	if (sqlite->sql.only)
		pthread_mutex_lock(&sqlite->sql.mutex);
	enum store_error error = connection_run(writer, BEGIN);
	if (!error)
		error = store_put_batch(writer, batch);
	if (!error) {
		crash_point("before_commit");
		error = connection_run(writer, COMMIT);
	}
	if (error) {
		/* Some failures roll back by themselves; then there is nothing left to undo. */
		if (!sqlite3_get_autocommit(sqlite->writer->db))
			connection_run(writer, ROLLBACK);
		if (error == STORE_CONFLICT && batch->conflict)
			*batch->conflict = writer->about;
	}
	if (sqlite->sql.only)
		pthread_mutex_unlock(&sqlite->sql.mutex);
	return error;
}

/* ---- opening and closing ---- */

static void close_store(struct store *store)
{
	struct sqlite_store *sqlite = (struct sqlite_store *)store;

	checkpointer_destroy(sqlite->checkpointer);
	sql_store_end(&sqlite->sql);
	if (sqlite->writer)
		connection_close(&sqlite->writer->connection);
	folder_unlock(&sqlite->lock);
	free(sqlite);
}

static enum store_error name_database(struct sqlite_store *sqlite, const char *directory)
{
	if (snprintf(sqlite->path, sizeof(sqlite->path), "%s/pennon.db", directory) >=
	    (int)sizeof(sqlite->path))
		return STORE_FAILED;
	return database_file_has_other_log(sqlite->path) ? STORE_OTHER_LOG : STORE_OK;
}

/* Lock the folder and make the file with the right mode: it holds seeds. */
static enum store_error claim_folder(struct sqlite_store *sqlite, const char *directory, int *pid)
{
	enum store_error error = folder_lock(&sqlite->lock, directory, pid);
	if (!error)
		error = name_database(sqlite, directory);
	if (error)
		return error;
	int file = open(sqlite->path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	if (file < 0)
		return errno == ENOSPC || errno == EDQUOT ? STORE_FULL : STORE_READ_ONLY;
	close(file);
	return STORE_OK;
}

/* Of a new database; one of before keeps its own. A commit writes whole pages, one of the index
 * for each game that it is about: small ones are fewer bytes, and their trees a step higher. */
#define PAGE_SIZE "PRAGMA page_size = 1024;"

static struct connection *open_reader(struct sql_store *sql)
{
	struct sqlite_store *sqlite = (struct sqlite_store *)sql;
	struct sqlite_connection *connection;

	if (sqlite_connection_open(&connection, sqlite->path,
				   "PRAGMA query_only = 1; PRAGMA cache_size = -2048",
				   NULL) != STORE_OK)
		return NULL;
	return &connection->connection;
}

static struct connection *get_writer(struct sql_store *sql)
{
	return &((struct sqlite_store *)sql)->writer->connection;
}

static struct sqlite_store *make_store(void)
{
	struct sqlite_store *sqlite = calloc(1, sizeof(*sqlite));

	if (!sqlite)
		return NULL;
	/* Past a limit on file sizes a write must fail, not end the process. */
	signal(SIGXFSZ, SIG_IGN);
	sql_store_begin(&sqlite->sql);
	sqlite->sql.store.append = append_batch;
	sqlite->sql.store.close = close_store;
	sqlite->sql.open_reader = open_reader;
	sqlite->sql.get_writer = get_writer;
	sqlite->lock = FOLDER_UNLOCKED;
	return sqlite;
}

/* Rows from before there were any get their checksums, all at once. */
static enum store_error make_sums(struct connection *writer)
{
	enum store_error error = row_sums_look(writer);

	if (error != STORE_NOT_FOUND)
		return error;
	error = connection_run(writer, BEGIN);
	if (error)
		return error;
	error = row_sums_make(writer);
	if (!error)
		error = connection_run(writer, COMMIT);
	if (error)
		connection_run(writer, ROLLBACK);
	return error;
}

enum store_error store_sqlite_open(struct store **out, const char *directory, int *pid)
{
	static const char setup[] =
		PAGE_SIZE "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
			  "PRAGMA cache_size = -16384; PRAGMA temp_store = MEMORY";
	struct sqlite_store *sqlite = make_store();
	const bool in_memory = strcmp(directory, ":memory:") == 0;
	enum store_error error = STORE_OK;

	if (!sqlite)
		return STORE_FAILED;
	if (in_memory)
		memcpy(sqlite->path, directory, strlen(directory) + 1);
	else
		error = claim_folder(sqlite, directory, pid);
	if (!error)
		error = sqlite_connection_open(&sqlite->writer, sqlite->path, setup,
					       wal_buffer_register());
	if (!error)
		error = schema_migrate(sqlite->writer->db);
	if (!error)
		error = make_sums(&sqlite->writer->connection);
	if (error) {
		close_store(&sqlite->sql.store);
		return error;
	}
	if (in_memory)
		sqlite->sql.only = &sqlite->writer->connection;
	else
		sqlite->checkpointer = checkpointer_create(sqlite->writer, sqlite->path);
	*out = &sqlite->sql.store;
	return STORE_OK;
}

enum store_error store_sqlite_open_to_read(struct store **out, const char *directory, int *pid)
{
	struct sqlite_store *sqlite = make_store();

	if (!sqlite)
		return STORE_FAILED;
	enum store_error error = folder_lock_to_read(&sqlite->lock, directory, pid);

	if (!error)
		error = name_database(sqlite, directory);
	if (!error)
		error = sqlite_connection_open_to_read(&sqlite->writer, sqlite->path,
						       database_file_log_bytes(sqlite->path) > 0);
	if (!error)
		error = schema_compare(sqlite->writer->db);
	if (error) {
		close_store(&sqlite->sql.store);
		return error;
	}
	sqlite->sql.only = &sqlite->writer->connection;
	*out = &sqlite->sql.store;
	return STORE_OK;
}
