/* pennon-bare: the least that a durable command can cost, to hold pennond against. One
 * POST is suspended, one writer puts a row of 300 bytes into SQLite, many a transaction,
 * and the connection is resumed after the commit. Nothing else: no JSON, no rules, no
 * tokens. POST /echo answers at once.
 *
 *	pennon-bare FILE	prints the port it listens on, and serves until it is killed
 *	pennon-bare FILE BYTES	does what a promise like pennond's needs, too: rows of 900
 *				bytes with a hash of each, one signature a transaction, and
 *				answers with a body of so many bytes and pennond's headers */

#include <arpa/inet.h>
#include <microhttpd.h>
#include <openssl/evp.h>
#include <pthread.h>
#include <signal.h>
#include <sodium.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
	ROW_BYTES = 300,
	LIKE_ROW_BYTES = 900,
	HASH_BYTES = 32,
	LIKE_BODY_MAX = 65536,
	BATCH_MAX = 128,
	THREADS = 2
};

struct request {
	struct MHD_Connection *connection;
	bool is_echo, is_written;
	struct request *next;
};

static struct request *queue;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t wake = PTHREAD_COND_INITIALIZER;
static size_t like_bytes; /* of a body like pennond's; 0: the least */

static void check(bool good, const char *what)
{
	if (good)
		return;
	fprintf(stderr, "pennon-bare: %s\n", what);
	exit(EXIT_FAILURE);
}

/* The headers of pennond's answer to a command. */
static void add_headers(struct MHD_Response *response)
{
	static const char *const headers[][2] = {
		{"X-Content-Type-Options", "nosniff"},
		{"Referrer-Policy", "no-referrer"},
		{"Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"},
		{"Access-Control-Allow-Origin", "*"},
		{"Access-Control-Expose-Headers", "ETag, Location, Retry-After, X-Request-Id"},
		{"X-Request-Id", "00000000-0000-4000-8000-000000000000"},
		{"Content-Type", "application/json"},
		{"ETag", "\"0000\""},
		{"Cache-Control", "no-store"},
		{"Vary", "Authorization, Pennon-Grant, Accept, Accept-Language"},
		{"Content-Language", "en"},
	};

	for (size_t i = 0; i < sizeof(headers) / sizeof(headers[0]); i++)
		check(MHD_add_response_header(response, headers[i][0], headers[i][1]) == MHD_YES,
		      "no memory");
}

static enum MHD_Result answer(struct MHD_Connection *connection)
{
	static char body[] = "{\"status\":\"done\"}", like[LIKE_BODY_MAX];
	struct MHD_Response *response =
		MHD_create_response_from_buffer(like_bytes ? like_bytes : sizeof(body) - 1,
						like_bytes ? like : body, MHD_RESPMEM_PERSISTENT);

	if (like_bytes)
		add_headers(response);
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

/* One row; in a server like pennond a longer one, with its hash in front. */
static void insert_row(sqlite3_stmt *insert)
{
	static unsigned char row[LIKE_ROW_BYTES];

	if (like_bytes)
		check(EVP_Digest(row + HASH_BYTES, sizeof(row) - HASH_BYTES, row, NULL,
				 EVP_sha256(), NULL) == 1,
		      "no hash");
	sqlite3_bind_blob(insert, 1, row, like_bytes ? LIKE_ROW_BYTES : ROW_BYTES, SQLITE_STATIC);
	check(sqlite3_step(insert) == SQLITE_DONE, "a row was refused");
	sqlite3_reset(insert);
}

/* One signature for all of a transaction. */
static void sign_batch(void)
{
	static unsigned char public[crypto_sign_PUBLICKEYBYTES], secret[crypto_sign_SECRETKEYBYTES];
	static bool has_key;
	unsigned char signature[crypto_sign_BYTES], root[HASH_BYTES] = {0};

	if (!has_key)
		crypto_sign_keypair(public, secret);
	has_key = true;
	crypto_sign_detached(signature, NULL, root, sizeof(root), secret);
}

static void *write_rows(void *closure)
{
	sqlite3 *db = closure;
	sqlite3_stmt *insert;
	struct request *batch[BATCH_MAX];

	check(sqlite3_prepare_v2(db, "INSERT INTO command(row) VALUES(?1)", -1, &insert, NULL) ==
		      SQLITE_OK,
	      sqlite3_errmsg(db));
	for (;;) {
		size_t count = take(batch);

		check(sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL) == SQLITE_OK, "begin");
		for (size_t i = 0; i < count; i++)
			insert_row(insert);
		if (like_bytes)
			sign_batch();
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

	check(count == 2 || count == 3, "give the file of its database");
	like_bytes = count == 3 ? strtoul(arguments[2], NULL, 10) : 0;
	check(like_bytes <= LIKE_BODY_MAX && sodium_init() >= 0,
	      "a body too long, or no libsodium");
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
