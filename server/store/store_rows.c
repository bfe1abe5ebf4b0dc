/* How far a game's checksums go stands in its tail: `row_count` rows have theirs, and
 * `checksum` is the last one, NULL as long as not all rows have one. A game that was made
 * before there were checksums begins with none; its rows get them a few at a time, and
 * those that come meanwhile wait for theirs. */

#include "store/store_rows.h"

#include <string.h>

#include "store/checksum.h"

/* The writer adds so much in one go: other games wait for it. */
enum { ADD_ROWS = 32, ADD_BYTES = 256 * 1024 };

/* What the game's own row and its tail say. */
struct head {
	int64_t game; /* its key */
	uint32_t row_count;
	bool is_whole; /* all rows have checksums; `last` is the last one */
	uint8_t last[CHECKSUM_BYTES];
	uint8_t first[CHECKSUM_BYTES]; /* before row 0, computed */
};

/* Damaged ones have the wrong size; NULL has none. */
static bool read_checksum(sqlite3_stmt *row, int at, uint8_t out[CHECKSUM_BYTES], bool *has)
{
	*has = sqlite3_column_type(row, at) != SQLITE_NULL;
	return !*has || copy_column(row, at, out, CHECKSUM_BYTES);
}

static void read_game(sqlite3_stmt *row, const char *id, struct store_game *game)
{
	*game = (struct store_game){
		.id = id,
		.created_ms = sqlite3_column_int64(row, 0),
		.header = column_bytes(row, 1),
		.secret = column_bytes(row, 2),
		.access = (uint8_t)sqlite3_column_int(row, 3),
	};
}

/* The columns of GET_ROWS and GET_ROWS_FROM. */
static bool read_row(sqlite3_stmt *from, const char *id, struct store_row *row)
{
	*row = (struct store_row){
		.game = id,
		.expected = (uint32_t)sqlite3_column_int64(from, 0),
		.time_ms = sqlite3_column_int64(from, 3),
		.command = column_bytes(from, 4),
		.events = column_bytes(from, 5),
		.tips = column_bytes(from, 6),
	};
	return copy_column(from, 1, row->scope, sizeof(row->scope)) &&
	       copy_column(from, 2, row->body_hash, sizeof(row->body_hash));
}

/* ---- writing ---- */

/* So many rows have checksums; `sum` is the last one when these are all, else NULL. */
static enum store_error put_tail(struct connection *writer, int64_t game, uint32_t row_count,
				 const uint8_t *sum)
{
	sqlite3_stmt *statement = connection_statement(writer, PUT_TAIL);
	if (!statement)
		return STORE_FAILED;
	sqlite3_bind_int64(statement, 1, game);
	sqlite3_bind_int64(statement, 2, row_count);
	sqlite3_bind_null(statement, 3);
	if (sum)
		bind_bytes(statement, 3, sum, CHECKSUM_BYTES);
	return connection_run(writer, PUT_TAIL);
}

enum store_error put_game(struct connection *writer, const struct store_game *game)
{
	uint8_t name[STORE_NAME_BYTES], sum[CHECKSUM_BYTES];
	sqlite3_stmt *statement = connection_statement(writer, PUT_GAME);
	if (!statement || !name_of_id(name, game->id))
		return STORE_FAILED;
	checksum_game(sum, game);
	bind_bytes(statement, 1, name, sizeof(name));
	sqlite3_bind_int64(statement, 2, game->created_ms);
	bind_bytes(statement, 3, game->header.bytes, game->header.size);
	bind_bytes(statement, 4, game->secret.bytes, game->secret.size);
	sqlite3_bind_int(statement, 5, game->access);
	enum store_error error = connection_run(writer, PUT_GAME);
	return error ? error : put_tail(writer, sqlite3_last_insert_rowid(writer->db), 0, sum);
}

struct tail {
	int64_t game; /* the key of its row */
	uint32_t row_count;
	bool is_whole;
	uint8_t last[CHECKSUM_BYTES];
};

static bool read_tail_row(void *context, sqlite3_stmt *row)
{
	struct tail *tail = context;
	tail->row_count = (uint32_t)sqlite3_column_int64(row, 0);
	tail->game = sqlite3_column_int64(row, 2);
	return read_checksum(row, 1, tail->last, &tail->is_whole);
}

static enum store_error read_tail(struct connection *connection,
				  const uint8_t name[STORE_NAME_BYTES], struct tail *tail)
{
	sqlite3_stmt *statement = connection_statement(connection, GET_TAIL);
	if (!statement)
		return STORE_FAILED;
	bind_bytes(statement, 1, name, STORE_NAME_BYTES);
	return connection_each(connection, GET_TAIL, tail, read_tail_row);
}

static void bind_row(sqlite3_stmt *statement, int64_t game, const struct store_row *row)
{
	sqlite3_bind_int64(statement, 1, game);
	sqlite3_bind_int64(statement, 2, row->expected);
	bind_bytes(statement, 3, row->scope, sizeof(row->scope));
	bind_bytes(statement, 4, row->body_hash, sizeof(row->body_hash));
	sqlite3_bind_int64(statement, 5, row->time_ms);
	bind_bytes(statement, 6, row->command.bytes, row->command.size);
	bind_bytes(statement, 7, row->events.bytes, row->events.size);
	bind_bytes(statement, 8, row->tips.bytes, row->tips.size);
	sqlite3_bind_null(statement, 9);
}

enum store_error put_row(struct connection *writer, const struct store_row *row)
{
	uint8_t name[STORE_NAME_BYTES];
	struct tail tail;
	sqlite3_stmt *statement = connection_statement(writer, PUT_ROW);
	if (!statement || !name_of_id(name, row->game))
		return STORE_FAILED;
	enum store_error error = read_tail(writer, name, &tail);
	/* What is damaged is found when the game is loaded again. */
	if (error)
		return error == STORE_FAILED ? error : STORE_CONFLICT;
	if (tail.is_whole && tail.row_count != row->expected)
		return STORE_CONFLICT;
	bind_row(statement, tail.game, row);
	if (tail.is_whole) {
		checksum_row(tail.last, row);
		bind_bytes(statement, 9, tail.last, sizeof(tail.last));
	}
	error = connection_run(writer, PUT_ROW);
	if (!error && sqlite3_changes(writer->db) == 0)
		return STORE_CONFLICT;
	return error || !tail.is_whole ? error
				       : put_tail(writer, tail.game, row->expected + 1, tail.last);
}

/* ---- reading ---- */

struct head_reading {
	const char *id;
	struct head *head;
};

static bool read_head_row(void *context, sqlite3_stmt *row)
{
	const struct head_reading *reading = context;
	struct head *head = reading->head;
	struct store_game game;

	read_game(row, reading->id, &game);
	checksum_game(head->first, &game);
	head->row_count = (uint32_t)sqlite3_column_int64(row, 4);
	head->game = sqlite3_column_int64(row, 6);
	return read_checksum(row, 5, head->last, &head->is_whole);
}

static enum store_error read_head(struct connection *connection,
				  const uint8_t name[STORE_NAME_BYTES], const char *id,
				  struct head *head)
{
	struct head_reading reading = {id, head};
	sqlite3_stmt *statement = connection_statement(connection, GET_GAME);
	if (!statement)
		return STORE_FAILED;
	bind_bytes(statement, 1, name, STORE_NAME_BYTES);
	return connection_each(connection, GET_GAME, &reading, read_head_row);
}

struct game_reading {
	const char *id;
	void *context;
	void (*game)(void *context, const struct store_game *game);
};

static bool read_game_row(void *context, sqlite3_stmt *row)
{
	const struct game_reading *reading = context;
	struct store_game game;

	read_game(row, reading->id, &game);
	reading->game(reading->context, &game);
	return true;
}

enum store_error store_load_game(struct store *store, const char *id, void *context,
				 void (*game)(void *context, const struct store_game *game))
{
	struct game_reading reading = {id, context, game};
	struct sqlite_store *sqlite = (struct sqlite_store *)store;
	uint8_t name[STORE_NAME_BYTES];

	if (!name_of_id(name, id))
		return STORE_NOT_FOUND;
	struct connection *connection = store_borrow(sqlite);
	if (!connection)
		return STORE_FAILED;
	enum store_error error = STORE_FAILED;
	sqlite3_stmt *statement = connection_statement(connection, GET_GAME);
	if (statement) {
		bind_bytes(statement, 1, name, sizeof(name));
		error = connection_each(connection, GET_GAME, &reading, read_game_row);
	}
	store_give_back(sqlite, connection);
	return error;
}

struct row_reading {
	const char *id;
	void *context;
	void (*row)(void *context, const struct store_row *row);
	struct head head;
	uint32_t count;
	uint8_t sum[CHECKSUM_BYTES]; /* after the rows so far */
};

/* Is it the next one, and as it was written? */
static bool compare_row(void *context, sqlite3_stmt *from)
{
	struct row_reading *reading = context;
	struct store_row row;
	uint8_t stored[CHECKSUM_BYTES];
	bool has;

	if (!read_row(from, reading->id, &row) || row.expected != reading->count ||
	    !read_checksum(from, 7, stored, &has) ||
	    has != (reading->count < reading->head.row_count))
		return false;
	checksum_row(reading->sum, &row);
	if (has && memcmp(reading->sum, stored, sizeof(stored)) != 0)
		return false;
	reading->count++;
	reading->row(reading->context, &row);
	return true;
}

/* Both the game's row and its others, as of one moment. */
static enum store_error read_rows(struct connection *connection, struct row_reading *reading)
{
	uint8_t name[STORE_NAME_BYTES];
	struct head *head = &reading->head;

	sqlite3_stmt *statement = connection_statement(connection, GET_ROWS);
	if (!statement || !name_of_id(name, reading->id))
		return STORE_FAILED;
	enum store_error error = read_head(connection, name, reading->id, head);
	if (error)
		return error;
	memcpy(reading->sum, head->first, sizeof(reading->sum));
	bind_bytes(statement, 1, name, sizeof(name));
	error = connection_each(connection, GET_ROWS, reading, compare_row);
	if (error == STORE_NOT_FOUND && head->row_count)
		return STORE_DAMAGED;
	if (error)
		return error;
	if (reading->count < head->row_count ||
	    (head->is_whole && (reading->count != head->row_count ||
				memcmp(reading->sum, head->last, sizeof(head->last)) != 0)))
		return STORE_DAMAGED;
	return STORE_OK;
}

enum store_error store_load_rows(struct store *store, const char *id, void *context,
				 void (*row)(void *context, const struct store_row *row))
{
	struct sqlite_store *sqlite = (struct sqlite_store *)store;
	struct row_reading reading = {.id = id, .context = context, .row = row};
	uint8_t name[STORE_NAME_BYTES];

	if (!name_of_id(name, id))
		return STORE_NOT_FOUND;
	struct connection *connection = store_borrow(sqlite);
	if (!connection)
		return STORE_FAILED;
	enum store_error error = connection_run(connection, BEGIN_READING);
	if (!error) {
		error = read_rows(connection, &reading);
		connection_run(connection, ROLLBACK);
	}
	store_give_back(sqlite, connection);
	return error;
}

/* ---- adding checksums ---- */

struct adding {
	const char *id;
	uint32_t next;               /* the row that is due */
	uint8_t sum[CHECKSUM_BYTES]; /* of the one before it */
	size_t count, bytes;
	bool is_full; /* there may be more rows */
	uint8_t added[ADD_ROWS][CHECKSUM_BYTES];
};

static bool add_row(void *context, sqlite3_stmt *from)
{
	struct adding *adding = context;
	struct store_row row;

	if (adding->count == ADD_ROWS || adding->bytes > ADD_BYTES) {
		adding->is_full = true;
		return true;
	}
	if (!read_row(from, adding->id, &row) || row.expected != adding->next)
		return false;
	checksum_row(adding->sum, &row);
	memcpy(adding->added[adding->count++], adding->sum, CHECKSUM_BYTES);
	adding->bytes += row.command.size + row.events.size + row.tips.size;
	adding->next++;
	return true;
}

/* The checksum of the row before the one that is due. */
static bool read_last_row(void *context, sqlite3_stmt *row)
{
	bool has;
	return read_checksum(row, 0, context, &has) && has;
}

static enum store_error find_last(struct connection *writer, const uint8_t name[STORE_NAME_BYTES],
				  const struct head *head, uint8_t out[CHECKSUM_BYTES])
{
	sqlite3_stmt *statement = connection_statement(writer, GET_CHECKSUM);

	memcpy(out, head->first, CHECKSUM_BYTES);
	if (!head->row_count)
		return STORE_OK;
	if (!statement)
		return STORE_FAILED;
	bind_bytes(statement, 1, name, STORE_NAME_BYTES);
	sqlite3_bind_int64(statement, 2, head->row_count - 1);
	return connection_each(writer, GET_CHECKSUM, out, read_last_row);
}

static enum store_error put_added(struct connection *writer, const uint8_t name[STORE_NAME_BYTES],
				  int64_t game, const struct adding *adding)
{
	sqlite3_stmt *statement = connection_statement(writer, PUT_CHECKSUM);
	enum store_error error = statement ? STORE_OK : STORE_FAILED;
	uint32_t first = adding->next - (uint32_t)adding->count;

	for (size_t i = 0; i < adding->count && !error; i++) {
		bind_bytes(statement, 1, name, STORE_NAME_BYTES);
		sqlite3_bind_int64(statement, 2, first + (uint32_t)i);
		bind_bytes(statement, 3, adding->added[i], CHECKSUM_BYTES);
		error = connection_run(writer, PUT_CHECKSUM);
	}
	return error ? error
		     : put_tail(writer, game, adding->next, adding->is_full ? NULL : adding->sum);
}

static enum store_error add_checksums(struct connection *writer, const char *id)
{
	uint8_t name[STORE_NAME_BYTES];
	struct adding adding = {.id = id};
	struct head head;

	sqlite3_stmt *statement = connection_statement(writer, GET_ROWS_FROM);
	if (!statement || !name_of_id(name, id))
		return STORE_FAILED;
	enum store_error error = read_head(writer, name, id, &head);
	if (error || head.is_whole)
		return error;
	adding.next = head.row_count;
	error = find_last(writer, name, &head, adding.sum);
	if (error)
		return error;
	bind_bytes(statement, 1, name, sizeof(name));
	sqlite3_bind_int64(statement, 2, head.row_count);
	sqlite3_bind_int64(statement, 3, ADD_ROWS + 1);
	error = connection_each(writer, GET_ROWS_FROM, &adding, add_row);
	return error && error != STORE_NOT_FOUND ? error
						 : put_added(writer, name, head.game, &adding);
}

enum store_error put_checksums(struct connection *writer, const char *id)
{
	enum store_error error = add_checksums(writer, id);

	/* That is told when the game is read. */
	return error == STORE_DAMAGED || error == STORE_NOT_FOUND ? STORE_OK : error;
}
