/* PostgreSQL behind the table of functions.
 *
 * A batch is one transaction, in two steps. The first begins it, holds the row of `writer`, and asks
 * how far the batch's games are; the second sends all pieces and the COMMIT on without waiting, and
 * then reads the answers. So a batch costs two round trips, however large it is; one that changes
 * players, tokens, holders or battles reads them before and after that, and costs four.
 *
 * A row of `writer` says that this process may write, and counts its batches. A process that loses
 * the connection after it has sent a COMMIT reads there, on another, whether the batch was written: the
 * row is held by that transaction until it has ended. A process whose row another has taken writes
 * nothing more.
 *
 * Processes that share the database have a row each. What a batch expects of its games is looked at
 * while it holds them; what it changed is told to the others in the same transaction. */

#include "store/store.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/allocate.h"
#include "base/crash_point.h"
#include "base/crypto.h"
#include "store/postgres_changes.h"
#include "store/postgres_heart.h"
#include "store/postgres_schema.h"
#include "store/row_sums.h"
#include "store/store_rows.h"
#include "store/stored_kind.h"

enum {
	REPEATS_MAX = 10, /* of a batch that another transaction was in the way of */
	PAUSE_MS = 100,
	MIGRATIONS_MAX = 50,  /* while others do the same */
	CHANGES_STEP = 1024,  /* batches after which old changes go */
	CHANGES_KEPT = 65536, /* of each process: who is so far behind begins anew */
};

struct postgres_store {
	struct sql_store sql;
	char *url;
	struct writer_row row;              /* this process's own */
	bool shares;                        /* others write, too */
	struct postgres_connection *writer; /* NULL: lost */
	struct heart *heart;
	struct following *following; /* what the others write */
	struct text changes;         /* of the batch that is being written */
	bool is_stale;
	atomic_bool gives_up; /* nobody waits for the database any longer */
	/* Room for the games of a batch: their tails, and the array that asks for them. */
	size_t capacity;
	struct tail *tail;
	uint8_t *names;
};

static void pause_a_little(void)
{
	const struct timespec pause = {.tv_nsec = PAUSE_MS * 1000000L};

	nanosleep(&pause, NULL);
}

/* ---- the row of `writer` ---- */

static bool read_number(void *context, struct query *row)
{
	*(int64_t *)context = column_int(row, 0);
	return true;
}

static void lose_writer(struct postgres_store *postgres)
{
	if (postgres->writer)
		connection_close(&postgres->writer->connection);
	postgres->writer = NULL;
}

/* Connect anew, if need be, and read how many batches there are. STORE_STALE when the row is
 * another's. */
static enum store_error find_batch(struct postgres_store *postgres, int64_t *batch)
{
	char detail[256];
	enum store_error error = postgres->writer
					 ? STORE_OK
					 : postgres_connect(&postgres->writer, postgres->url,
							    detail, sizeof(detail));

	if (error)
		return error;
	struct connection *writer = &postgres->writer->connection;
	writers_bind(writer, FIND_WRITER, &postgres->row);
	error = connection_each(writer, FIND_WRITER, batch, read_number);
	if (error == STORE_NOT_FOUND)
		return STORE_STALE;
	if (error)
		lose_writer(postgres);
	return error;
}

/* Have a connection on which batch number `batch + 1` can be written. */
static enum store_error be_ready(struct postgres_store *postgres)
{
	int64_t batch = 0;

	if (postgres->writer) {
		struct connection *writer = &postgres->writer->connection;

		if (!writer->engine->is_alive(writer))
			lose_writer(postgres);
	}
	if (postgres->is_stale)
		return STORE_STALE;
	if (postgres->writer)
		return STORE_OK;
	if (heart_look(postgres->heart) == STORE_FAILED)
		return STORE_FAILED;
	enum store_error error = find_batch(postgres, &batch);
	if (error == STORE_STALE || (!error && batch != postgres->row.batch)) {
		postgres->is_stale = true;
		return STORE_STALE;
	}
	return error;
}

/* The connection was lost behind the COMMIT of batch `number`: was it written? `*again` when it was
 * not, and can be now. Nothing can be said of its games until that is known. */
static enum store_error find_outcome(struct postgres_store *postgres, int64_t number, bool *again)
{
	enum store_error error;
	int64_t batch = 0;

	lose_writer(postgres);
	while ((error = find_batch(postgres, &batch)) != STORE_OK && error != STORE_STALE) {
		if (atomic_load(&postgres->gives_up))
			return error;
		pause_a_little();
	}
	if (error == STORE_STALE)
		postgres->is_stale = true;
	if (error)
		return error;
	*again = batch != number;
	if (!*again)
		postgres->row.batch = number;
	return *again ? STORE_FAILED : STORE_OK;
}

/* ---- writing ---- */

/* The game of a row or a state, one after the other. */
static const char *game_at(const struct store_batch *batch, size_t at)
{
	const size_t rows = batch->list[STORE_ROW].count;

	if (at >= rows) {
		const struct store_state *state = store_piece(batch, STORE_STATE, at - rows);
		return state->game;
	}
	const struct store_row *row = store_piece(batch, STORE_ROW, at);
	return row->game;
}

static uint8_t *put_word(uint8_t *at, uint32_t value)
{
	for (int i = 0; i < 4; i++)
		*at++ = (uint8_t)(value >> (24 - 8 * i));
	return at;
}

enum { BYTEA = 17, BYTEA_ARRAY = 1001, ARRAY_HEAD = 20, ARRAY_ITEM = 4 + STORE_NAME_BYTES };

/* The names of the batch's games as an array in the binary form: dimensions, NULLs, type, size, first
 * index; then each name with its size. Returns the end. */
static uint8_t *write_names(uint8_t *at, const struct store_batch *batch, size_t count)
{
	at = put_word(at, count > 0);
	at = put_word(at, 0);
	at = put_word(at, BYTEA);
	if (!count)
		return at;
	at = put_word(at, (uint32_t)count);
	at = put_word(at, 1);
	for (size_t i = 0; i < count; i++) {
		at = put_word(at, STORE_NAME_BYTES);
		/* What is no id is told when its piece is written. */
		if (!name_of_id(at, game_at(batch, i)))
			memset(at, 0, STORE_NAME_BYTES);
		at += STORE_NAME_BYTES;
	}
	return at;
}

static bool take_tail(void *context, struct query *row)
{
	struct postgres_store *postgres = context;
	struct connection *writer = &postgres->writer->connection;
	struct tail *tail = &postgres->tail[writer->tail_count];

	if (!rows_read_tail(tail, row) || !copy_column(row, 3, tail->name, sizeof(tail->name)))
		return true; /* as if it were not known: whoever needs it asks again */
	writer->tail_count++;
	return true;
}

/* Ask how far the batch's games are; those that it makes are not there yet. What was sent before is
 * answered, too. */
static enum store_error ask_tails(struct postgres_store *postgres, const struct parameter *names)
{
	struct connection *writer = &postgres->writer->connection;
	struct postgres_query *query =
		(struct postgres_query *)connection_statement(writer, GET_TAILS);

	query->parameter[0] = *names;
	query->bound = 1;
	writer->tail = postgres->tail;
	enum store_error error = connection_each(writer, GET_TAILS, postgres, take_tail);
	return error == STORE_NOT_FOUND ? STORE_OK : error;
}

/* The names of the batch's games, as a parameter. */
static struct parameter bind_names(struct postgres_store *postgres, const struct store_batch *batch)
{
	const size_t count = batch->list[STORE_ROW].count + batch->list[STORE_STATE].count;

	if (count >= postgres->capacity) {
		postgres->capacity = 2 * count + 64;
		postgres->tail =
			reallocate(postgres->tail, postgres->capacity, sizeof(*postgres->tail));
		postgres->names = reallocate(postgres->names, postgres->capacity, ARRAY_ITEM);
	}
	const uint8_t *end = write_names(postgres->names, batch, count);
	return (struct parameter){.type = BYTEA_ARRAY,
				  .bytes = (const char *)postgres->names,
				  .size = (int)(end - postgres->names)};
}

static bool locks_ids(const struct store_batch *batch)
{
	size_t count = 0;

	for (enum store_kind kind = 0; kind < STORE_KINDS; kind++)
		count += stored_kind(kind)->locks_ids ? batch->list[kind].count : 0;
	return count > 0;
}

/* Nobody else changes these games until the batch is written; and tell the others of it. */
static enum store_error share_batch(struct postgres_store *postgres,
				    const struct store_batch *batch, const struct parameter *names)
{
	struct connection *writer = &postgres->writer->connection;
	struct postgres_query *lock =
		(struct postgres_query *)connection_statement(writer, LOCK_GAMES);
	struct query *put = connection_statement(writer, PUT_CHANGE);
	const int64_t number = postgres->row.batch + 1;

	if (!changes_write(&postgres->changes, batch))
		return STORE_FAILED;
	if (locks_ids(batch))
		connection_run(writer, LOCK_IDS);
	lock->parameter[0] = *names;
	lock->bound = 1;
	connection_run(writer, LOCK_GAMES);
	bind_int(put, 1, postgres->row.id);
	bind_int(put, 2, number);
	bind_bytes(put, 3, postgres->changes.bytes, postgres->changes.size);
	connection_run(writer, PUT_CHANGE);
	if (number % CHANGES_STEP == 0) {
		struct query *drop = connection_statement(writer, DROP_CHANGES);

		bind_int(drop, 1, postgres->row.id);
		bind_int(drop, 2, number - CHANGES_KEPT);
		connection_run(writer, DROP_CHANGES);
	}
	return STORE_OK;
}

/* Begin a transaction that holds the row of `writer`, and look how far the games are. */
static enum store_error begin_batch(struct postgres_store *postgres,
				    const struct store_batch *batch, int64_t number)
{
	struct connection *writer = &postgres->writer->connection;
	const struct parameter names = bind_names(postgres, batch);
	enum store_error error = STORE_OK;

	writer->about = NULL;
	postgres->writer->in_batch = true;
	connection_run(writer, BEGIN);
	bind_int(writers_bind(writer, HOLD_WRITER, &postgres->row), 3, number);
	connection_change(writer, HOLD_WRITER);
	if (postgres->shares)
		error = share_batch(postgres, batch, &names);
	if (!error)
		error = ask_tails(postgres, &names);
	if (error == STORE_CONFLICT)
		postgres->is_stale = true;
	return error == STORE_CONFLICT ? STORE_STALE : error;
}

/* Write it or not. `*again` when it was not for a reason that passes. */
static enum store_error try_batch(struct postgres_store *postgres, const struct store_batch *batch,
				  bool *again)
{
	const int64_t number = postgres->row.batch + 1;
	bool is_sent = false;
	enum store_error error = be_ready(postgres);

	*again = false;
	if (error)
		return error;
	struct postgres_connection *writer = postgres->writer;
	error = begin_batch(postgres, batch, number);
	if (!error)
		error = store_put_batch(&writer->connection, batch);
	if (!error) {
		crash_point("before_commit");
		is_sent = true;
		connection_run(&writer->connection, COMMIT);
		PQflush(writer->pg);
		crash_point("commit_sent");
	}
	/* Of several errors the first one counts. */
	const enum store_error first = postgres_finish(writer);
	if (first && error != STORE_STALE)
		error = first;
	*again = first && writer->may_repeat;
	writer->in_batch = false;
	writer->connection.tail_count = 0;
	if (!error)
		postgres->row.batch = number;
	else if (!postgres_is_lost(writer))
		connection_run(&writer->connection, ROLLBACK);
	else if (is_sent)
		return find_outcome(postgres, number, again);
	return error;
}

static enum store_error append_batch(struct store *store, const struct store_batch *batch)
{
	struct postgres_store *postgres = (struct postgres_store *)store;
	enum store_error error = STORE_FAILED;
	bool again = true;

	for (int i = 0; again && i < REPEATS_MAX; i++)
		error = try_batch(postgres, batch, &again);
	if (error == STORE_CONFLICT && batch->conflict)
		*batch->conflict = postgres->writer->connection.about;
	return error;
}

/* ---- opening and closing ---- */

static enum store_error reach(struct store *store)
{
	return heart_look(((struct postgres_store *)store)->heart);
}

static void give_up(struct store *store)
{
	atomic_store(&((struct postgres_store *)store)->gives_up, true);
}

static void close_store(struct store *store)
{
	struct postgres_store *postgres = (struct postgres_store *)store;

	lose_writer(postgres);
	heart_destroy(postgres->heart);
	following_destroy(postgres->following);
	text_free(&postgres->changes);
	sql_store_end(&postgres->sql);
	free(postgres->tail);
	free(postgres->names);
	free(postgres->url);
	free(postgres);
}

/* While the database is known to be away nobody waits for it. */
static struct connection *open_reader(struct sql_store *sql)
{
	struct postgres_store *postgres = (struct postgres_store *)sql;
	struct postgres_connection *connection;
	char detail[256];

	if (postgres->heart && heart_look(postgres->heart) != STORE_OK)
		return NULL;
	if (postgres_connect(&connection, postgres->url, detail, sizeof(detail)) != STORE_OK)
		return NULL;
	return &connection->connection;
}

static struct connection *get_writer(struct sql_store *sql)
{
	return &((struct postgres_store *)sql)->writer->connection;
}

static enum store_error follow(struct store *store, void *context, store_change_taker *take)
{
	return following_take(((struct postgres_store *)store)->following, context, take);
}

/* ---- who tells a hook ---- */

/* What is no batch goes by a connection that reads. */
static enum store_error change_hook(struct store *store, enum statement which, uint32_t hook,
				    int64_t for_ms)
{
	struct postgres_store *postgres = (struct postgres_store *)store;
	struct connection *connection = store_borrow(&postgres->sql);

	if (!connection)
		return STORE_FAILED;
	struct query *query = connection_statement(connection, which);
	bind_int(query, 1, hook);
	bind_int(query, 2, postgres->row.id);
	if (which == CLAIM_HOOK)
		bind_int(query, 3, for_ms);
	enum store_error error = connection_change(connection, which);
	store_give_back(&postgres->sql, connection);
	return error;
}

static enum store_error claim_hook(struct store *store, uint32_t hook, int64_t for_ms)
{
	return change_hook(store, CLAIM_HOOK, hook, for_ms);
}

static enum store_error leave_hook(struct store *store, uint32_t hook)
{
	return change_hook(store, LEAVE_HOOK, hook, 0);
}

static bool read_nothing(void *context, struct query *row)
{
	(void)context;
	(void)row;
	return true;
}

static enum store_error still_due(struct store *store, const struct store_notice *notice,
				  int64_t now_ms)
{
	const struct asked asked[] = {
		{.number = notice->place}, {.number = notice->made_ms}, {.number = now_ms}};

	return store_ask(store, GET_NOTICE, asked, 3, NULL, read_nothing);
}

/* ---- opening ---- */

/* Two who begin at once make the same tables: one of them tries again. */
static enum store_error migrate(struct postgres_store *postgres)
{
	enum store_error error = postgres_migrate(postgres->writer);

	for (int i = 1; error && error != STORE_NEWER && i < MIGRATIONS_MAX; i++) {
		if (postgres_is_lost(postgres->writer))
			return error;
		pause_a_little();
		error = postgres_migrate(postgres->writer);
	}
	return error;
}

/* Processes of before there were checksums. */
struct older {
	int64_t count, alive;
};

static bool read_older(void *context, struct query *row)
{
	struct older *older = context;

	older->count = column_int(row, 0);
	older->alive = column_int(row, 1);
	return true;
}

/* While one of those is alive, it writes none, and there are no sums; one that is taken for dead
 * writes nothing more. Meanwhile nobody comes, and no other writes to these tables. */
static enum store_error make_sums_alone(struct postgres_store *postgres)
{
	struct connection *writer = &postgres->writer->connection;
	struct older older = {0};
	enum store_error error = connection_run(writer, LOCK_WRITERS);

	if (!error)
		error = connection_run(writer, LOCK_IDS);
	if (!error)
		error = connection_each(writer, GET_OLDER_WRITERS, &older, read_older);
	if (error || older.alive)
		return error;
	if (older.count)
		error = row_sums_drop(writer);
	if (!error && older.count)
		error = connection_run(writer, END_OLDER_WRITERS);
	if (!error)
		error = row_sums_make(writer);
	if (error)
		return error;
	bind_int(writers_bind(writer, HOLD_WRITER, &postgres->row), 3, postgres->row.batch);
	return connection_change(writer, HOLD_WRITER);
}

static enum store_error make_sums(struct postgres_store *postgres)
{
	struct connection *writer = &postgres->writer->connection;
	enum store_error error = row_sums_look(writer);

	if (error != STORE_NOT_FOUND)
		return error;
	error = connection_run(writer, BEGIN);
	if (!error)
		error = make_sums_alone(postgres);
	if (!error)
		return connection_run(writer, COMMIT);
	connection_run(writer, ROLLBACK);
	return error;
}

/* Have the database, and say so from now on. What others write is followed before anything is
 * read. */
static enum store_error begin(struct postgres_store *postgres, int *pid)
{
	enum store_error error =
		postgres->shares ? migrate(postgres) : postgres_migrate(postgres->writer);

	if (!error)
		error = writers_claim(postgres->writer, postgres->shares, &postgres->row, pid);
	if (!error)
		error = make_sums(postgres);
	if (error)
		return error;
	postgres->heart = heart_create(postgres->url, &postgres->row);
	if (postgres->shares) {
		postgres->sql.store.follow = follow;
		postgres->sql.store.claim_hook = claim_hook;
		postgres->sql.store.leave_hook = leave_hook;
		postgres->sql.store.still_due = still_due;
		postgres->following =
			following_create(postgres->writer, postgres->url, postgres->row.id);
	}
	return postgres->heart && (postgres->following || !postgres->shares) ? STORE_OK
									     : STORE_FAILED;
}

enum store_error store_postgres_open(struct store **out, const char *url, bool shares, int *pid,
				     char *detail, size_t size)
{
	struct postgres_store *postgres = allocate(1, sizeof(*postgres));

	*pid = 0;
	sql_store_begin(&postgres->sql);
	postgres->sql.store.append = append_batch;
	postgres->sql.store.reach = reach;
	postgres->sql.store.give_up = give_up;
	postgres->sql.store.close = close_store;
	postgres->sql.open_reader = open_reader;
	postgres->sql.get_writer = get_writer;
	postgres->shares = shares;
	postgres->url = allocate(strlen(url) + 1, 1);
	memcpy(postgres->url, url, strlen(url));
	enum store_error error = crypto_begin() ? STORE_OK : STORE_FAILED;
	if (!error)
		error = postgres_connect(&postgres->writer, url, detail, size);
	if (!error)
		error = begin(postgres, pid);
	if (error) {
		close_store(&postgres->sql.store);
		return error;
	}
	*out = &postgres->sql.store;
	return STORE_OK;
}
