/* How far a game's checksums go stands in its tail: `row_count` rows have theirs, and
 * `checksum` is the last one, NULL as long as not all rows have one. */

#include "store/store_rows.h"

#include <string.h>

#include "base/crash_point.h"
#include "store/checksum.h"
#include "store/stored_kind.h"

bool rows_read_checksum(struct query *row, int at, uint8_t out[CHECKSUM_BYTES], bool *has)
{
	*has = !column_is_null(row, at);
	return !*has || copy_column(row, at, out, CHECKSUM_BYTES);
}

static void read_game(struct query *row, const char *id, struct store_game *game)
{
	*game = (struct store_game){
		.id = id,
		.created_ms = column_int(row, 0),
		.header = column_bytes(row, 1),
		.secret = column_bytes(row, 2),
		.access = (uint8_t)column_int(row, 3),
	};
}

bool rows_read(struct query *from, const char *id, struct store_row *row)
{
	*row = (struct store_row){
		.game = id,
		.expected = (uint32_t)column_int(from, 0),
		.time_ms = column_int(from, 3),
		.command = column_bytes(from, 4),
		.events = column_bytes(from, 5),
		.tips = column_bytes(from, 6),
	};
	return copy_column(from, 1, row->scope, sizeof(row->scope)) &&
	       copy_column(from, 2, row->body_hash, sizeof(row->body_hash));
}

/* ---- writing ---- */

static void set_tail(struct tail *tail, uint32_t row_count, const uint8_t *sum)
{
	tail->row_count = row_count;
	tail->is_whole = sum != NULL;
	if (sum)
		memcpy(tail->last, sum, CHECKSUM_BYTES);
}

enum store_error rows_put_tail(struct connection *writer, int64_t game, uint32_t row_count,
			       const uint8_t *sum)
{
	struct query *statement = connection_statement(writer, PUT_TAIL);
	if (!statement)
		return STORE_FAILED;
	bind_int(statement, 1, game);
	bind_int(statement, 2, row_count);
	bind_null(statement, 3);
	if (sum)
		bind_bytes(statement, 3, sum, CHECKSUM_BYTES);
	for (size_t i = 0; i < writer->tail_count; i++) {
		if (writer->tail[i].game == game)
			set_tail(&writer->tail[i], row_count, sum);
	}
	return connection_run(writer, PUT_TAIL);
}

static enum store_error put_game(struct connection *writer, const void *piece)
{
	const struct store_game *game = piece;
	uint8_t name[STORE_NAME_BYTES], sum[CHECKSUM_BYTES];
	struct query *statement = connection_statement(writer, PUT_GAME);

	writer->about = game->id;
	if (!statement || !name_of_id(name, game->id))
		return STORE_FAILED;
	checksum_game(sum, game);
	bind_bytes(statement, 1, name, sizeof(name));
	bind_int(statement, 2, game->created_ms);
	bind_bytes(statement, 3, game->header.bytes, game->header.size);
	bind_bytes(statement, 4, game->secret.bytes, game->secret.size);
	bind_int(statement, 5, game->access);
	enum store_error error = connection_run(writer, PUT_GAME);
	if (error)
		return error;
	statement = connection_statement(writer, PUT_FIRST_TAIL);
	if (!statement)
		return STORE_FAILED;
	bind_bytes(statement, 1, name, sizeof(name));
	bind_bytes(statement, 2, sum, sizeof(sum));
	return connection_run(writer, PUT_FIRST_TAIL);
}

static size_t announce_game(const void *piece, struct store_change out[ANNOUNCED_MAX])
{
	const struct store_game *game = piece;

	return announce(out, STORE_CHANGED_STATUS, game->id);
}

const struct stored_kind stored_game = {
	.size = sizeof(struct store_game),
	.put = put_game,
	.announce = announce_game,
	.forget = {FORGET_GAME},
	.locks_ids = true,
};

bool rows_read_tail(void *context, struct query *row)
{
	struct tail *tail = context;
	tail->row_count = (uint32_t)column_int(row, 0);
	tail->game = column_int(row, 2);
	return rows_read_checksum(row, 1, tail->last, &tail->is_whole);
}

static enum store_error read_tail(struct connection *connection,
				  const uint8_t name[STORE_NAME_BYTES], struct tail *tail)
{
	for (size_t i = 0; i < connection->tail_count; i++) {
		if (memcmp(connection->tail[i].name, name, STORE_NAME_BYTES) == 0) {
			*tail = connection->tail[i];
			return STORE_OK;
		}
	}
	struct query *statement = connection_statement(connection, GET_TAIL);
	if (!statement)
		return STORE_FAILED;
	bind_bytes(statement, 1, name, STORE_NAME_BYTES);
	return connection_each(connection, GET_TAIL, tail, rows_read_tail);
}

static void bind_row(struct query *statement, int64_t game, const struct store_row *row)
{
	bind_int(statement, 1, game);
	bind_int(statement, 2, row->expected);
	bind_bytes(statement, 3, row->scope, sizeof(row->scope));
	bind_bytes(statement, 4, row->body_hash, sizeof(row->body_hash));
	bind_int(statement, 5, row->time_ms);
	bind_bytes(statement, 6, row->command.bytes, row->command.size);
	bind_bytes(statement, 7, row->events.bytes, row->events.size);
	bind_bytes(statement, 8, row->tips.bytes, row->tips.size);
	bind_null(statement, 9);
}

static enum store_error put_row(struct connection *writer, const void *piece)
{
	const struct store_row *row = piece;
	uint8_t name[STORE_NAME_BYTES];
	struct tail tail;
	struct query *statement = connection_statement(writer, PUT_ROW);

	writer->about = row->game;
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
	error = connection_change(writer, PUT_ROW);
	return error || !tail.is_whole
		       ? error
		       : rows_put_tail(writer, tail.game, row->expected + 1, tail.last);
}

static size_t announce_row(const void *piece, struct store_change out[ANNOUNCED_MAX])
{
	const struct store_row *row = piece;

	announce(out, STORE_CHANGED_GAME, row->game);
	out->from = row->expected;
	out->rows = row->expected + 1;
	return 1;
}

const struct stored_kind stored_row = {
	.size = sizeof(struct store_row),
	.put = put_row,
	.announce = announce_row,
	.forget = {FORGET_ROWS, FORGET_TAIL},
};

/* A state goes in only when it has taken in all rows that the game has by now, and those have
 * their checksums; else what stood there before stays. */
static enum store_error put_state(struct connection *writer, const void *piece)
{
	const struct store_state *state = piece;
	uint8_t name[STORE_NAME_BYTES], sum[CHECKSUM_BYTES];
	struct tail tail;
	struct query *statement = connection_statement(writer, PUT_STATE);

	crash_point("before_state");
	writer->about = state->game;
	if (!statement || !name_of_id(name, state->game))
		return STORE_FAILED;
	enum store_error error = read_tail(writer, name, &tail);
	if (error)
		return error == STORE_FAILED ? error : STORE_CONFLICT;
	if (!tail.is_whole || tail.row_count != state->rows)
		return STORE_OK;
	checksum_state(sum, state, tail.last);
	bind_int(statement, 1, tail.game);
	bind_int(statement, 2, state->rows);
	bind_bytes(statement, 3, tail.last, sizeof(tail.last));
	bind_bytes(statement, 4, sum, sizeof(sum));
	bind_bytes(statement, 5, state->body.bytes, state->body.size);
	return connection_run(writer, PUT_STATE);
}

const struct stored_kind stored_state = {
	.size = sizeof(struct store_state),
	.put = put_state,
	.forget = {FORGET_STATE},
};

/* ---- reading ---- */

struct head_reading {
	const char *id;
	struct head *head;
};

static bool read_head_row(void *context, struct query *row)
{
	const struct head_reading *reading = context;
	struct head *head = reading->head;
	struct store_game game;

	read_game(row, reading->id, &game);
	checksum_game(head->first, &game);
	head->row_count = (uint32_t)column_int(row, 4);
	head->game = column_int(row, 6);
	return rows_read_checksum(row, 5, head->last, &head->is_whole);
}

enum store_error rows_read_head(struct connection *connection, const uint8_t name[STORE_NAME_BYTES],
				const char *id, struct head *head)
{
	struct head_reading reading = {id, head};
	struct query *statement = connection_statement(connection, GET_GAME);
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

static bool read_game_row(void *context, struct query *row)
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
	uint8_t name[STORE_NAME_BYTES];
	const struct asked asked = {.bytes = name, .size = sizeof(name)};

	return name_of_id(name, id) ? store_ask(store, GET_GAME, &asked, 1, &reading, read_game_row)
				    : STORE_NOT_FOUND;
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
static bool compare_row(void *context, struct query *from)
{
	struct row_reading *reading = context;
	struct store_row row;
	uint8_t stored[CHECKSUM_BYTES];
	bool has;

	if (!rows_read(from, reading->id, &row) || row.expected != reading->count ||
	    !rows_read_checksum(from, 7, stored, &has) ||
	    has != (reading->count < reading->head.row_count))
		return false;
	checksum_row(reading->sum, &row);
	if (has && memcmp(reading->sum, stored, sizeof(stored)) != 0)
		return false;
	reading->count++;
	reading->row(reading->context, &row);
	return true;
}

/* Were these all, and is the last of them the one that the tail names? */
static bool is_all(const struct row_reading *reading)
{
	const struct head *head = &reading->head;

	return reading->count >= head->row_count &&
	       (!head->is_whole || (reading->count == head->row_count &&
				    memcmp(reading->sum, head->last, sizeof(head->last)) == 0));
}

/* Both the game's row and its others, as of one moment. */
static enum store_error read_rows(struct connection *connection,
				  const uint8_t name[STORE_NAME_BYTES], struct row_reading *reading)
{
	struct head *head = &reading->head;

	struct query *statement = connection_statement(connection, GET_ROWS);
	if (!statement)
		return STORE_FAILED;
	enum store_error error = rows_read_head(connection, name, reading->id, head);
	if (error)
		return error;
	memcpy(reading->sum, head->first, sizeof(reading->sum));
	bind_bytes(statement, 1, name, STORE_NAME_BYTES);
	error = connection_each(connection, GET_ROWS, reading, compare_row);
	if (error == STORE_NOT_FOUND && head->row_count)
		return STORE_DAMAGED;
	if (error)
		return error;
	return is_all(reading) ? STORE_OK : STORE_DAMAGED;
}

/* What stands in a state row, and is it as it was written? */
struct state_reading {
	const char *id;
	void *context;
	void (*state)(void *context, const struct store_state *state);
	uint32_t rows;
	uint8_t last[CHECKSUM_BYTES];
};

static bool read_state_row(void *context, struct query *row)
{
	struct state_reading *reading = context;
	uint8_t stored[CHECKSUM_BYTES], sum[CHECKSUM_BYTES];
	const struct store_state state = {
		.game = reading->id,
		.rows = (uint32_t)column_int(row, 0),
		.body = column_bytes(row, 3),
	};

	if (!copy_column(row, 1, reading->last, CHECKSUM_BYTES) ||
	    !copy_column(row, 2, stored, CHECKSUM_BYTES))
		return false;
	checksum_state(sum, &state, reading->last);
	reading->rows = state.rows;
	if (memcmp(sum, stored, sizeof(sum)) != 0)
		return false;
	if (reading->state)
		reading->state(reading->context, &state);
	return true;
}

static enum store_error read_state(struct connection *connection,
				   const uint8_t name[STORE_NAME_BYTES],
				   struct state_reading *reading)
{
	struct query *statement = connection_statement(connection, GET_STATE);
	if (!statement)
		return STORE_FAILED;
	bind_bytes(statement, 1, name, STORE_NAME_BYTES);
	return connection_each(connection, GET_STATE, reading, read_state_row);
}

enum store_error store_load_state(struct store *store, const char *id, void *context,
				  void (*state)(void *context, const struct store_state *state))
{
	struct sql_store *sql = (struct sql_store *)store;
	struct state_reading reading = {.id = id, .context = context, .state = state};
	uint8_t name[STORE_NAME_BYTES];

	if (!name_of_id(name, id))
		return STORE_NOT_FOUND;
	struct connection *connection = store_borrow(sql);
	if (!connection)
		return STORE_FAILED;
	enum store_error error = read_state(connection, name, &reading);
	store_give_back(sql, connection);
	return error;
}

/* The rows behind the state row, whose number `reading->count` is to be, as of one moment. */
static enum store_error read_newer(struct connection *connection,
				   const uint8_t name[STORE_NAME_BYTES],
				   struct row_reading *reading)
{
	struct state_reading state = {.id = reading->id};
	struct tail tail;

	enum store_error error = read_state(connection, name, &state);
	if (!error)
		error = read_tail(connection, name, &tail);
	if (error == STORE_FAILED)
		return error;
	if (error || state.rows != reading->count || !tail.is_whole)
		return STORE_CONFLICT;
	reading->head.is_whole = true;
	reading->head.row_count = tail.row_count;
	memcpy(reading->head.last, tail.last, CHECKSUM_BYTES);
	memcpy(reading->sum, state.last, CHECKSUM_BYTES);
	struct query *statement = connection_statement(connection, GET_ROWS_FROM);
	if (!statement)
		return STORE_FAILED;
	bind_bytes(statement, 1, name, STORE_NAME_BYTES);
	bind_int(statement, 2, reading->count);
	bind_int(statement, 3, INT64_MAX);
	error = connection_each(connection, GET_ROWS_FROM, reading, compare_row);
	if (error && error != STORE_NOT_FOUND)
		return error;
	return is_all(reading) ? STORE_OK : STORE_DAMAGED;
}

static enum store_error load(struct store *store, struct row_reading *reading,
			     enum store_error (*read)(struct connection *connection,
						      const uint8_t name[STORE_NAME_BYTES],
						      struct row_reading *reading))
{
	struct sql_store *sql = (struct sql_store *)store;
	uint8_t name[STORE_NAME_BYTES];

	if (!name_of_id(name, reading->id))
		return STORE_NOT_FOUND;
	struct connection *connection = store_borrow(sql);
	if (!connection)
		return STORE_FAILED;
	enum store_error error = connection_run(connection, BEGIN_READING);
	if (!error) {
		error = read(connection, name, reading);
		connection_run(connection, ROLLBACK);
	}
	store_give_back(sql, connection);
	return error;
}

enum store_error store_load_rows(struct store *store, const char *id, void *context,
				 void (*row)(void *context, const struct store_row *row))
{
	struct row_reading reading = {.id = id, .context = context, .row = row};

	return load(store, &reading, read_rows);
}

enum store_error store_load_newer(struct store *store, const char *id, uint32_t rows, void *context,
				  void (*row)(void *context, const struct store_row *row))
{
	struct row_reading reading = {.id = id, .context = context, .row = row, .count = rows};

	return load(store, &reading, read_newer);
}
