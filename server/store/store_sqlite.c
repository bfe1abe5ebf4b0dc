/* SQLite behind the table of functions.
 *
 * Durability is SQLite's: WAL and synchronous=FULL, so COMMIT returns after an fsync of
 * the log and a torn write is found by its checksum at the next start. Speed comes from
 * the layout. The big rows are appended in order of arrival, their key is the rowid; what
 * is scattered by game is only two narrow indexes. (Rows keyed by game and number are
 * eight times slower: every insert then touches a page of its own.) schema.c lists the tables.
 *
 * One connection writes, from the writer's thread. Readers take a connection from a pool
 * and put it back, so there are as many as there were readers at one time. In memory
 * (tests) everything shares the writer's connection, one at a time. */

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

#include "game/crash_point.h"
#include "store/folder_lock.h"
#include "store/schema.h"
#include "store/sqlite_connection.h"

struct sqlite_store {
	struct store store;
	bool in_memory;
	int lock; /* descriptor, -1 in memory */
	char path[PATH_MAX];
	struct connection writer;
	pthread_mutex_t mutex; /* guards `idle`; in memory the writer's connection */
	struct connection *idle;
};

const char *store_error_text(enum store_error error)
{
	switch (error) {
	case STORE_OK:
		return "No error.";
	case STORE_NOT_FOUND:
		return "There is no such game in the database.";
	case STORE_CONFLICT:
		return "The game in the database has moved on.";
	case STORE_FULL:
		return "The disk is full.";
	case STORE_FAILED:
		return "The database cannot be read or written.";
	case STORE_LOCKED:
		return "Another process uses the folder.";
	case STORE_NEWER:
		return "The database was written by a later version of Pennon.";
	case STORE_READ_ONLY:
		return "The folder cannot be written.";
	}
	return "Unknown error.";
}

void store_close(struct store *store)
{
	if (store)
		store->close(store);
}

/* ---- connections ---- */

/* A connection to read with, NULL on failure; give it back. */
static struct connection *borrow(struct sqlite_store *sqlite)
{
	pthread_mutex_lock(&sqlite->mutex);
	if (sqlite->in_memory)
		return &sqlite->writer;
	struct connection *connection = sqlite->idle;
	if (connection)
		sqlite->idle = connection->next;
	pthread_mutex_unlock(&sqlite->mutex);
	if (connection)
		return connection;
	connection = malloc(sizeof(*connection));
	if (connection &&
	    connection_open(connection, sqlite->path,
			    "PRAGMA query_only = 1; PRAGMA cache_size = -2048") != STORE_OK) {
		free(connection);
		return NULL;
	}
	return connection;
}

static void give_back(struct sqlite_store *sqlite, struct connection *connection)
{
	if (!sqlite->in_memory) {
		pthread_mutex_lock(&sqlite->mutex);
		connection->next = sqlite->idle;
		sqlite->idle = connection;
	}
	pthread_mutex_unlock(&sqlite->mutex);
}

/* ---- writing ---- */

static enum store_error put_game(struct connection *connection, const struct store_game *game)
{
	uint8_t name[STORE_NAME_BYTES];
	sqlite3_stmt *statement = connection_statement(connection, PUT_GAME);
	if (!statement || !name_of_id(name, game->id))
		return STORE_FAILED;
	bind_bytes(statement, 1, name, sizeof(name));
	sqlite3_bind_int64(statement, 2, game->created_ms);
	bind_bytes(statement, 3, game->header.bytes, game->header.size);
	bind_bytes(statement, 4, game->secret.bytes, game->secret.size);
	sqlite3_bind_int(statement, 5, game->access);
	return connection_run(connection, PUT_GAME);
}

static enum store_error put_row(struct connection *connection, const struct store_row *row)
{
	uint8_t name[STORE_NAME_BYTES];
	sqlite3_stmt *statement = connection_statement(connection, PUT_ROW);
	if (!statement || !name_of_id(name, row->game))
		return STORE_FAILED;
	bind_bytes(statement, 1, name, sizeof(name));
	sqlite3_bind_int64(statement, 2, row->expected);
	bind_bytes(statement, 3, row->scope, sizeof(row->scope));
	bind_bytes(statement, 4, row->body_hash, sizeof(row->body_hash));
	sqlite3_bind_int64(statement, 5, row->time_ms);
	bind_bytes(statement, 6, row->command.bytes, row->command.size);
	bind_bytes(statement, 7, row->events.bytes, row->events.size);
	bind_bytes(statement, 8, row->tips.bytes, row->tips.size);
	enum store_error error = connection_run(connection, PUT_ROW);
	if (!error && sqlite3_changes(connection->db) == 0)
		return STORE_CONFLICT;
	return error;
}

/* Bind a game, and a side when `side` is not negative. */
static sqlite3_stmt *bind_seat(struct connection *connection, enum statement which,
			       const uint8_t name[STORE_NAME_BYTES], int side)
{
	sqlite3_stmt *statement = connection_statement(connection, which);
	if (!statement)
		return NULL;
	bind_bytes(statement, 1, name, STORE_NAME_BYTES);
	if (side >= 0)
		sqlite3_bind_int(statement, 2, side);
	return statement;
}

/* Take the seat away from all who hold it: players are forgotten, tokens known as ended. */
static enum store_error end_holders(struct connection *connection,
				    const uint8_t name[STORE_NAME_BYTES], int side)
{
	if (!bind_seat(connection, END_PLAYERS, name, side) ||
	    !bind_seat(connection, END_TOKENS, name, side))
		return STORE_FAILED;
	enum store_error error = connection_run(connection, END_PLAYERS);
	return error ? error : connection_run(connection, END_TOKENS);
}

static enum store_error put_seat(struct connection *connection, const struct store_seat *seat)
{
	uint8_t name[STORE_NAME_BYTES], player[STORE_NAME_BYTES];
	if (!name_of_id(name, seat->game) || (seat->player && !name_of_id(player, seat->player)))
		return STORE_FAILED;
	if (seat->ends_others) {
		enum store_error error = end_holders(connection, name, seat->side);
		if (error)
			return error;
	}
	sqlite3_stmt *statement = bind_seat(connection, PUT_SEAT, name, seat->side);
	if (!statement)
		return STORE_FAILED;
	sqlite3_bind_null(statement, seat->player ? 3 : 4);
	if (seat->player)
		bind_bytes(statement, 4, player, sizeof(player));
	else
		bind_bytes(statement, 3, seat->token_hash, sizeof(seat->token_hash));
	return connection_run(connection, PUT_SEAT);
}

static enum store_error put_player(struct connection *connection, const struct store_player *player)
{
	uint8_t name[STORE_NAME_BYTES];
	sqlite3_stmt *statement = connection_statement(connection, PUT_PLAYER);
	if (!statement || !name_of_id(name, player->id))
		return STORE_FAILED;
	bind_bytes(statement, 1, name, sizeof(name));
	bind_bytes(statement, 2, player->token_hash, sizeof(player->token_hash));
	bind_bytes(statement, 3, player->body_hash, sizeof(player->body_hash));
	sqlite3_bind_text(statement, 4, player->name, -1, SQLITE_STATIC);
	sqlite3_bind_int64(statement, 5, player->created_ms);
	return connection_run(connection, PUT_PLAYER);
}

static enum store_error put_status(struct connection *connection, const struct store_status *status)
{
	uint8_t name[STORE_NAME_BYTES];
	sqlite3_stmt *statement = connection_statement(connection, PUT_STATUS);
	if (!statement || !name_of_id(name, status->game))
		return STORE_FAILED;
	bind_bytes(statement, 1, name, sizeof(name));
	sqlite3_bind_int(statement, 2, status->status);
	sqlite3_bind_int64(statement, 3, status->time_ms);
	return connection_run(connection, PUT_STATUS);
}

static enum store_error put_number(struct connection *connection, enum store_number which,
				   int64_t value)
{
	sqlite3_stmt *statement = connection_statement(connection, PUT_NUMBER);
	if (!statement)
		return STORE_FAILED;
	sqlite3_bind_int(statement, 1, (int)which);
	sqlite3_bind_int64(statement, 2, value);
	return connection_run(connection, PUT_NUMBER);
}

/* Put all of a batch. `*about` is the game of the piece that failed. */
static enum store_error put_batch(struct connection *writer, const struct store_batch *batch,
				  const char **about)
{
	enum store_error error = STORE_OK;

	for (size_t i = 0; i < batch->game_count && !error; i++) {
		*about = batch->games[i].id;
		error = put_game(writer, &batch->games[i]);
	}
	for (size_t i = 0; i < batch->row_count && !error; i++) {
		*about = batch->rows[i].game;
		error = put_row(writer, &batch->rows[i]);
	}
	for (size_t i = 0; i < batch->seat_count && !error; i++) {
		*about = batch->seats[i].game;
		error = put_seat(writer, &batch->seats[i]);
	}
	for (size_t i = 0; i < batch->status_count && !error; i++)
		error = put_status(writer, &batch->statuses[i]);
	for (size_t i = 0; i < batch->player_count && !error; i++) {
		*about = NULL;
		error = put_player(writer, &batch->players[i]);
	}
	if (!error && batch->alive_ms)
		error = put_number(writer, STORE_ALIVE, batch->alive_ms);
	if (!error && !batch->alive_ms &&
	    batch->game_count + batch->row_count + batch->player_count == 0)
		error = connection_run(writer, PUT_PROBE);
	return error;
}

static enum store_error append_batch(struct store *store, const struct store_batch *batch)
{
	struct sqlite_store *sqlite = (struct sqlite_store *)store;
	struct connection *writer = &sqlite->writer;
	const char *about = NULL;

	if (sqlite->in_memory)
		pthread_mutex_lock(&sqlite->mutex);
	enum store_error error = connection_run(writer, BEGIN);
	if (!error)
		error = put_batch(writer, batch, &about);
	if (!error) {
		crash_point("before_commit");
		error = connection_run(writer, COMMIT);
	}
	if (error) {
		/* Some failures roll back by themselves; then there is nothing left to undo. */
		if (!sqlite3_get_autocommit(writer->db))
			connection_run(writer, ROLLBACK);
		if (error == STORE_CONFLICT && batch->conflict)
			*batch->conflict = about;
	}
	if (sqlite->in_memory)
		pthread_mutex_unlock(&sqlite->mutex);
	return error;
}

/* ---- reading ---- */

/* Bind the game's name and step through what it has. */
static enum store_error read_game(struct store *store, const char *id, enum statement which,
				  void *context, bool (*row)(void *context, sqlite3_stmt *row))
{
	struct sqlite_store *sqlite = (struct sqlite_store *)store;
	uint8_t name[STORE_NAME_BYTES];

	if (!name_of_id(name, id))
		return STORE_NOT_FOUND;
	struct connection *connection = borrow(sqlite);
	if (!connection)
		return STORE_FAILED;
	enum store_error error = STORE_FAILED;
	sqlite3_stmt *statement = connection_statement(connection, which);
	if (statement) {
		bind_bytes(statement, 1, name, sizeof(name));
		error = connection_each(connection, which, context, row);
	}
	give_back(sqlite, connection);
	return error;
}

struct game_reading {
	const char *id;
	void *context;
	void (*game)(void *context, const struct store_game *game);
	void (*row)(void *context, const struct store_row *row);
};

static bool read_game_row(void *context, sqlite3_stmt *row)
{
	const struct game_reading *reading = context;
	const struct store_game game = {
		.id = reading->id,
		.created_ms = sqlite3_column_int64(row, 0),
		.header = column_bytes(row, 1),
		.secret = column_bytes(row, 2),
		.access = (uint8_t)sqlite3_column_int(row, 3),
	};
	reading->game(reading->context, &game);
	return true;
}

static enum store_error load_game(struct store *store, const char *id, void *context,
				  void (*game)(void *context, const struct store_game *game))
{
	struct game_reading reading = {.id = id, .context = context, .game = game};
	return read_game(store, id, GET_GAME, &reading, read_game_row);
}

static bool read_command_row(void *context, sqlite3_stmt *row)
{
	const struct game_reading *reading = context;
	struct store_row command = {
		.game = reading->id,
		.expected = (uint32_t)sqlite3_column_int64(row, 0),
		.time_ms = sqlite3_column_int64(row, 3),
		.command = column_bytes(row, 4),
		.events = column_bytes(row, 5),
		.tips = column_bytes(row, 6),
	};
	if (!copy_column(row, 1, command.scope, sizeof(command.scope)) ||
	    !copy_column(row, 2, command.body_hash, sizeof(command.body_hash)))
		return false;
	reading->row(reading->context, &command);
	return true;
}

static enum store_error load_rows(struct store *store, const char *id, void *context,
				  void (*row)(void *context, const struct store_row *row))
{
	struct game_reading reading = {.id = id, .context = context, .row = row};
	return read_game(store, id, GET_ROWS, &reading, read_command_row);
}

/* What is read once, at start: all rows of a table, each handed on by a row function. */
struct list_reading {
	void *context;
	void (*seat)(void *context, const struct store_seat *seat);
	void (*player)(void *context, const struct store_player *player);
	void (*listed)(void *context, const struct store_listed *listed);
};

static enum store_error read_list(struct store *store, enum statement which, void *reading,
				  bool (*row)(void *context, sqlite3_stmt *row))
{
	struct sqlite_store *sqlite = (struct sqlite_store *)store;
	struct connection *connection = borrow(sqlite);
	if (!connection)
		return STORE_FAILED;
	enum store_error error = STORE_FAILED;
	if (connection_statement(connection, which))
		error = connection_each(connection, which, reading, row);
	give_back(sqlite, connection);
	return error == STORE_NOT_FOUND ? STORE_OK : error;
}

/* The id in a column; false when there is none. */
static bool column_id(sqlite3_stmt *row, int at, char id[STORE_GAME_BYTES])
{
	uint8_t name[STORE_NAME_BYTES];
	if (!copy_column(row, at, name, sizeof(name)))
		return false;
	id_of_name(id, name);
	return true;
}

static bool read_seat_row(void *context, sqlite3_stmt *row)
{
	const struct list_reading *reading = context;
	char id[STORE_GAME_BYTES], player[STORE_GAME_BYTES];
	struct store_seat seat = {.game = id, .side = (uint8_t)sqlite3_column_int(row, 1)};

	if (!column_id(row, 0, id))
		return false;
	if (column_id(row, 3, player))
		seat.player = player;
	else if (!copy_column(row, 2, seat.token_hash, sizeof(seat.token_hash)))
		return false;
	seat.ended = sqlite3_column_int(row, 4) != 0;
	reading->seat(reading->context, &seat);
	return true;
}

static enum store_error load_seats(struct store *store, void *context,
				   void (*seat)(void *context, const struct store_seat *seat))
{
	struct list_reading reading = {.context = context, .seat = seat};
	return read_list(store, GET_SEATS, &reading, read_seat_row);
}

static bool read_player_row(void *context, sqlite3_stmt *row)
{
	const struct list_reading *reading = context;
	char id[STORE_GAME_BYTES];
	struct store_player player = {
		.id = id,
		.name = (const char *)sqlite3_column_text(row, 3),
		.created_ms = sqlite3_column_int64(row, 4),
		.ended = sqlite3_column_int(row, 5) != 0,
	};
	if (!column_id(row, 0, id) || !player.name ||
	    !copy_column(row, 1, player.token_hash, sizeof(player.token_hash)) ||
	    !copy_column(row, 2, player.body_hash, sizeof(player.body_hash)))
		return false;
	reading->player(reading->context, &player);
	return true;
}

static enum store_error load_players(struct store *store, void *context,
				     void (*player)(void *context,
						    const struct store_player *player))
{
	struct list_reading reading = {.context = context, .player = player};
	return read_list(store, GET_PLAYERS, &reading, read_player_row);
}

static bool read_listed_row(void *context, sqlite3_stmt *row)
{
	const struct list_reading *reading = context;
	char id[STORE_GAME_BYTES];
	struct store_listed listed = {
		.id = id,
		.created_ms = sqlite3_column_int64(row, 1),
		.status = (uint8_t)sqlite3_column_int(row, 2),
		.ruleset = (const char *)sqlite3_column_text(row, 3),
		.scenario = (const char *)sqlite3_column_text(row, 4),
	};
	if (!column_id(row, 0, id) || !listed.ruleset)
		return false;
	if (!listed.scenario)
		listed.scenario = "";
	reading->listed(reading->context, &listed);
	return true;
}

static enum store_error load_listed(struct store *store, void *context,
				    void (*listed)(void *context,
						   const struct store_listed *listed))
{
	struct list_reading reading = {.context = context, .listed = listed};
	return read_list(store, GET_LISTED, &reading, read_listed_row);
}

struct playing_reading {
	void *context;
	void (*playing)(void *context, const char *game, struct store_bytes tips);
};

static bool read_playing_row(void *context, sqlite3_stmt *row)
{
	const struct playing_reading *reading = context;
	char id[STORE_GAME_BYTES];

	if (!column_id(row, 0, id))
		return false;
	reading->playing(reading->context, id, column_bytes(row, 1));
	return true;
}

static enum store_error load_playing(struct store *store, void *context,
				     void (*playing)(void *context, const char *game,
						     struct store_bytes tips))
{
	struct playing_reading reading = {context, playing};
	return read_list(store, GET_PLAYING, &reading, read_playing_row);
}

static bool read_number_row(void *context, sqlite3_stmt *row)
{
	*(int64_t *)context = sqlite3_column_int64(row, 0);
	return true;
}

static enum store_error load_number(struct store *store, enum store_number which, int64_t *out)
{
	struct sqlite_store *sqlite = (struct sqlite_store *)store;
	struct connection *connection = borrow(sqlite);
	if (!connection)
		return STORE_FAILED;
	enum store_error error = STORE_FAILED;
	sqlite3_stmt *statement = connection_statement(connection, GET_NUMBER);
	if (statement) {
		sqlite3_bind_int(statement, 1, (int)which);
		error = connection_each(connection, GET_NUMBER, out, read_number_row);
	}
	give_back(sqlite, connection);
	return error == STORE_NOT_FOUND ? STORE_OK : error;
}

/* ---- opening and closing ---- */

static void close_store(struct store *store)
{
	struct sqlite_store *sqlite = (struct sqlite_store *)store;
	while (sqlite->idle) {
		struct connection *connection = sqlite->idle;
		sqlite->idle = connection->next;
		connection_close(connection);
		free(connection);
	}
	connection_close(&sqlite->writer);
	if (sqlite->lock >= 0)
		close(sqlite->lock);
	pthread_mutex_destroy(&sqlite->mutex);
	free(sqlite);
}

/* Lock the folder and make the file with the right mode: it holds seeds. */
static enum store_error claim_folder(struct sqlite_store *sqlite, const char *directory, int *pid)
{
	enum store_error error = folder_lock(&sqlite->lock, directory, pid);
	if (error)
		return error;
	if (snprintf(sqlite->path, sizeof(sqlite->path), "%s/pennon.db", directory) >=
	    (int)sizeof(sqlite->path))
		return STORE_FAILED;
	int file = open(sqlite->path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	if (file < 0)
		return errno == ENOSPC || errno == EDQUOT ? STORE_FULL : STORE_READ_ONLY;
	close(file);
	return STORE_OK;
}

enum store_error store_sqlite_open(struct store **out, const char *directory, int *pid)
{
	static const char setup[] = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
				    "PRAGMA cache_size = -16384; PRAGMA temp_store = MEMORY";
	struct sqlite_store *sqlite = calloc(1, sizeof(*sqlite));
	enum store_error error = STORE_OK;

	if (!sqlite)
		return STORE_FAILED;
	/* Past a limit on file sizes a write must fail, not end the process. */
	signal(SIGXFSZ, SIG_IGN);
	sqlite->store =
		(struct store){append_batch, load_game,    load_rows,   load_seats, load_players,
			       load_listed,  load_playing, load_number, close_store};
	sqlite->in_memory = strcmp(directory, ":memory:") == 0;
	sqlite->lock = -1;
	pthread_mutex_init(&sqlite->mutex, NULL);
	if (sqlite->in_memory)
		memcpy(sqlite->path, directory, strlen(directory) + 1);
	else
		error = claim_folder(sqlite, directory, pid);
	if (!error)
		error = connection_open(&sqlite->writer, sqlite->path, setup);
	if (!error)
		error = schema_migrate(sqlite->writer.db);
	if (error) {
		close_store(&sqlite->store);
		return error;
	}
	*out = &sqlite->store;
	return STORE_OK;
}
