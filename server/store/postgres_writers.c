/* A process that shares the database numbers its batches from 1, and commits them in that order on
 * one connection; its row says how many there are, and each has a row of `change`, which comes with
 * it. So whoever has read a writer's changes up to a number misses none before it. Writers come in
 * the order of their numbers, too: whoever makes a row holds row 1. */

#include "store/postgres_writers.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/allocate.h"
#include "base/crypto.h"
#include "store/postgres_changes.h"

enum {
	CLAIM_MS = 7000, /* longer than a dead process has the database */
	PAUSE_MS = 100,
	PAGE = 1024, /* changes read at once */
};

/* ---- one's own row ---- */

struct query *writers_bind(struct connection *connection, enum statement which,
			   const struct writer_row *row)
{
	struct query *query = connection_statement(connection, which);

	bind_bytes(query, 1, row->session, SESSION_BYTES);
	bind_int(query, 2, row->id);
	return query;
}

static bool read_own(void *context, struct query *row)
{
	struct writer_row *own = context;

	own->id = column_int(row, 0);
	own->batch = column_int(row, 1);
	return true;
}

static bool read_number(void *context, struct query *row)
{
	*(int64_t *)context = column_int(row, 0);
	return true;
}

/* Once. STORE_NOT_FOUND: somebody else has it. */
static enum store_error try_claim(struct connection *connection, bool shares,
				  struct writer_row *own)
{
	const enum statement which = shares ? JOIN_WRITERS : CLAIM_WRITER;
	enum store_error error = connection_run(connection, BEGIN);

	if (!error)
		error = connection_run(connection, LOCK_WRITERS);
	if (!error) {
		struct query *query = connection_statement(connection, which);

		bind_bytes(query, 1, own->session, SESSION_BYTES);
		bind_int(query, 2, getpid());
		error = connection_each(connection, which, own, read_own);
	}
	if (!error)
		return connection_run(connection, COMMIT);
	connection_run(connection, ROLLBACK);
	return error;
}

enum store_error writers_claim(struct postgres_connection *postgres, bool shares,
			       struct writer_row *out, int *pid)
{
	const struct timespec pause = {.tv_nsec = PAUSE_MS * 1000000L};
	enum store_error error = STORE_NOT_FOUND;
	int64_t holder = 0;

	crypto_random(out->session, sizeof(out->session));
	for (int waited = 0; error == STORE_NOT_FOUND && waited < CLAIM_MS; waited += PAUSE_MS) {
		if (waited)
			nanosleep(&pause, NULL);
		error = try_claim(&postgres->connection, shares, out);
	}
	if (error != STORE_NOT_FOUND)
		return error;
	connection_each(&postgres->connection, GET_WRITER, &holder, read_number);
	*pid = (int)holder;
	return STORE_LOCKED;
}

/* ---- those of the others ---- */

/* How far one is read. */
struct cursor {
	int64_t writer, number;
};

struct following {
	char *url;
	int64_t own;
	struct postgres_connection *postgres; /* NULL: lost */
	size_t count, capacity;
	struct cursor *cursor; /* by writer */
	uint8_t *array[2];     /* writers and numbers, as parameters */
	/* While changes are taken: */
	void *context;
	store_change_taker *take;
	bool is_missing;
	uint32_t taken;
};

static struct cursor *cursor_of(struct following *following, int64_t writer)
{
	for (size_t i = following->count; i-- > 0;) {
		if (following->cursor[i].writer == writer)
			return &following->cursor[i];
	}
	if (following->count == following->capacity) {
		following->capacity = 2 * following->capacity + 16;
		following->cursor = reallocate(following->cursor, following->capacity,
					       sizeof(*following->cursor));
	}
	struct cursor *cursor = &following->cursor[following->count++];
	*cursor = (struct cursor){.writer = writer};
	return cursor;
}

static bool read_writer(void *context, struct query *row)
{
	struct following *following = context;

	if (column_int(row, 0) != following->own)
		cursor_of(following, column_int(row, 0))->number = column_int(row, 1);
	return true;
}

/* One batch of another's; of one whose number is not the next something is missing. */
static bool read_change(void *context, struct query *row)
{
	struct following *following = context;
	struct cursor *cursor = cursor_of(following, column_int(row, 0));
	const struct store_bytes what = column_bytes(row, 2);

	following->taken++;
	if (column_is_null(row, 1) || column_int(row, 1) != cursor->number + 1) {
		following->is_missing = true;
		return true;
	}
	cursor->number++;
	return changes_read(&what, following->context, following->take);
}

enum { INT8 = 20, INT8_ARRAY = 1016, ARRAY_HEAD = 20, ARRAY_ITEM = 4 + 8 };

static uint8_t *put_number(uint8_t *at, int bytes, int64_t value)
{
	for (int i = bytes - 1; i >= 0; i--)
		*at++ = (uint8_t)((uint64_t)value >> 8 * i);
	return at;
}

/* An array in the binary form: dimensions, NULLs, type, size, first index; each item with its size. */
static void bind_array(struct following *following, struct postgres_query *query, int place)
{
	const size_t count = following->count;
	uint8_t *array = reallocate(following->array[place], ARRAY_HEAD + count * ARRAY_ITEM, 1);
	uint8_t *at = put_number(array, 4, count > 0);

	at = put_number(at, 4, 0);
	at = put_number(at, 4, INT8);
	if (count) {
		at = put_number(at, 4, (int64_t)count);
		at = put_number(at, 4, 1);
	}
	for (size_t i = 0; i < count; i++) {
		const struct cursor *cursor = &following->cursor[i];

		at = put_number(at, 4, 8);
		at = put_number(at, 8, place ? cursor->number : cursor->writer);
	}
	following->array[place] = array;
	query->parameter[place] = (struct parameter){
		.type = INT8_ARRAY, .bytes = (const char *)array, .size = (int)(at - array)};
}

/* Up to PAGE of them. */
static enum store_error take_page(struct following *following)
{
	struct connection *connection = &following->postgres->connection;
	struct query *query = connection_statement(connection, GET_CHANGES);

	following->taken = 0;
	bind_array(following, (struct postgres_query *)query, 0);
	bind_array(following, (struct postgres_query *)query, 1);
	bind_int(query, 3, following->own);
	bind_int(query, 4, PAGE);
	enum store_error error = connection_each(connection, GET_CHANGES, following, read_change);
	if (error == STORE_NOT_FOUND)
		error = STORE_OK;
	return following->is_missing ? STORE_STALE : error;
}

enum store_error following_take(struct following *following, void *context,
				store_change_taker *take)
{
	char detail[256];
	enum store_error error = STORE_OK;

	if (following->postgres && postgres_is_lost(following->postgres)) {
		connection_close(&following->postgres->connection);
		following->postgres = NULL;
	}
	if (!following->postgres)
		error = postgres_connect(&following->postgres, following->url, detail,
					 sizeof(detail));
	following->context = context;
	following->take = take;
	do {
		if (!error)
			error = take_page(following);
	} while (!error && following->taken == PAGE);
	return error;
}

struct following *following_create(struct postgres_connection *postgres, const char *url,
				   int64_t own)
{
	struct following *following = allocate(1, sizeof(*following));

	following->url = allocate(strlen(url) + 1, 1);
	memcpy(following->url, url, strlen(url));
	following->own = own;
	if (connection_each(&postgres->connection, GET_WRITERS, following, read_writer) == STORE_OK)
		return following;
	following_destroy(following);
	return NULL;
}

void following_destroy(struct following *following)
{
	if (!following)
		return;
	if (following->postgres)
		connection_close(&following->postgres->connection);
	free(following->cursor);
	free(following->array[0]);
	free(following->array[1]);
	free(following->url);
	free(following);
}
