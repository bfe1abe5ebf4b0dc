/* pennon-bare: the least that a durable command can cost, to hold pennond against. One
 * POST is suspended, one writer puts a row of 300 bytes into SQLite, many a transaction,
 * and the connection is resumed after the commit. Nothing else: no JSON, no rules, no
 * tokens. POST /echo answers at once.
 *
 *	pennon-bare FILE	prints the port it listens on, and serves until it is killed */

#include <arpa/inet.h>
#include <microhttpd.h>
#include <pthread.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ROW_BYTES = 300, BATCH_MAX = 128, THREADS = 2 };

struct request {
	struct MHD_Connection *connection;
	bool is_echo, is_written;
	struct request *next;
};

static struct request *queue;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t wake = PTHREAD_COND_INITIALIZER;

static void check(bool good, const char *what)
{
	if (good)
		return;
	fprintf(stderr, "pennon-bare: %s\n", what);
	exit(EXIT_FAILURE);
}

static enum MHD_Result answer(struct MHD_Connection *connection)
{
	static char body[] = "{\"status\":\"done\"}";
	struct MHD_Response *response =
		MHD_create_response_from_buffer(sizeof(body) - 1, body, MHD_RESPMEM_PERSISTENT);
	enum MHD_Result result = MHD_queue_response(connection, MHD_HTTP_OK, response);

	MHD_destroy_response(response);
	return result;
}

static enum MHD_Result called(void *closure, struct MHD_Connection *connection, const char *url,
			      const char *method, const char *version, const char *upload,
			      size_t *upload_size, void **context)
{
	struct request *request = *context;

	if (!request) {
		request = *context = calloc(1, sizeof(*request));
		check(request != NULL, "no memory");
		request->connection = connection;
		request->is_echo = strcmp(url, "/echo") == 0;
		return MHD_YES;
	}
	if (*upload_size > 0) {
		*upload_size = 0;
		return MHD_YES;
	}
	if (request->is_echo || request->is_written)
		return answer(connection);
	MHD_suspend_connection(connection);
	pthread_mutex_lock(&mutex);
	request->next = queue;
	queue = request;
	pthread_cond_signal(&wake);
	pthread_mutex_unlock(&mutex);
	return MHD_YES;
}

static void completed(void *closure, struct MHD_Connection *connection, void **context,
		      enum MHD_RequestTerminationCode code)
{
	free(*context);
	*context = NULL;
}

/* Everything that queued up during the last commit. */
static size_t take(struct request *batch[BATCH_MAX])
{
	size_t count = 0;

	pthread_mutex_lock(&mutex);
	while (!queue)
		pthread_cond_wait(&wake, &mutex);
	while (queue && count < BATCH_MAX) {
		batch[count++] = queue;
		queue = queue->next;
	}
	pthread_mutex_unlock(&mutex);
	return count;
}

static void *write_rows(void *closure)
{
	sqlite3 *db = closure;
	sqlite3_stmt *insert;
	struct request *batch[BATCH_MAX];
	char row[ROW_BYTES] = "";

	check(sqlite3_prepare_v2(db, "INSERT INTO command(row) VALUES(?1)", -1, &insert, NULL) ==
		      SQLITE_OK,
	      sqlite3_errmsg(db));
	for (;;) {
		size_t count = take(batch);

		check(sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL) == SQLITE_OK, "begin");
		for (size_t i = 0; i < count; i++) {
			sqlite3_bind_blob(insert, 1, row, sizeof(row), SQLITE_STATIC);
			check(sqlite3_step(insert) == SQLITE_DONE, sqlite3_errmsg(db));
			sqlite3_reset(insert);
		}
		check(sqlite3_exec(db, "COMMIT", NULL, NULL, NULL) == SQLITE_OK, "commit");
		for (size_t i = 0; i < count; i++) {
			batch[i]->is_written = true;
			MHD_resume_connection(batch[i]->connection);
		}
	}
	return NULL;
}

int main(int count, char **arguments)
{
	struct sockaddr_in address = {.sin_family = AF_INET};
	pthread_t writer;
	sqlite3 *db;

	check(count == 2, "give the file of its database");
	signal(SIGPIPE, SIG_IGN);
	check(sqlite3_open(arguments[1], &db) == SQLITE_OK, "the database does not open");
	check(sqlite3_exec(db,
			   "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
			   "CREATE TABLE command(id INTEGER PRIMARY KEY, row BLOB)",
			   NULL, NULL, NULL) == SQLITE_OK,
	      sqlite3_errmsg(db));
	pthread_create(&writer, NULL, write_rows, db);
	address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	struct MHD_Daemon *daemon = MHD_start_daemon(
		MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, called,
		NULL, MHD_OPTION_SOCK_ADDR, &address, MHD_OPTION_THREAD_POOL_SIZE,
		(unsigned)THREADS, MHD_OPTION_CONNECTION_TIMEOUT, 10U, MHD_OPTION_NOTIFY_COMPLETED,
		completed, NULL, MHD_OPTION_END);

	check(daemon != NULL, "the daemon does not start");
	printf("listening on http://127.0.0.1:%u\n",
	       MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT)->port);
	fflush(stdout);
	pause();
	return EXIT_SUCCESS;
}
