/* Reading. Readers take a connection from a pool and put it back, so there are as many as
 * there were readers at one time. In memory (tests) everything shares the writer's
 * connection, one at a time. */

#include <stdlib.h>
#include <string.h>

#include "store/sqlite_store.h"

/* ---- connections ---- */

struct connection *store_borrow(struct sqlite_store *sqlite)
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
			    "PRAGMA query_only = 1; PRAGMA cache_size = -2048", NULL) != STORE_OK) {
		free(connection);
		return NULL;
	}
	return connection;
}

void store_give_back(struct sqlite_store *sqlite, struct connection *connection)
{
	if (!sqlite->in_memory) {
		pthread_mutex_lock(&sqlite->mutex);
		connection->next = sqlite->idle;
		sqlite->idle = connection;
	}
	pthread_mutex_unlock(&sqlite->mutex);
}

/* ---- reading ---- */

/* What is read once, at start: all rows of a table, each handed on by a row function. */
struct list_reading {
	void *context;
	void (*seat)(void *context, const struct store_seat *seat);
	void (*player)(void *context, const struct store_player *player);
	void (*token)(void *context, const struct store_token *token);
	void (*listed)(void *context, const struct store_listed *listed);
};

static enum store_error read_list(struct store *store, enum statement which, void *reading,
				  bool (*row)(void *context, sqlite3_stmt *row))
{
	struct sqlite_store *sqlite = (struct sqlite_store *)store;
	struct connection *connection = store_borrow(sqlite);
	if (!connection)
		return STORE_FAILED;
	enum store_error error = STORE_FAILED;
	if (connection_statement(connection, which))
		error = connection_each(connection, which, reading, row);
	store_give_back(sqlite, connection);
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

enum store_error store_load_seats(struct store *store, void *context,
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
		.name = (const char *)sqlite3_column_text(row, 2),
		.created_ms = sqlite3_column_int64(row, 3),
		.ended = sqlite3_column_int(row, 4) != 0,
	};
	if (!column_id(row, 0, id) || !player.name ||
	    !copy_column(row, 1, player.body_hash, sizeof(player.body_hash)))
		return false;
	reading->player(reading->context, &player);
	return true;
}

enum store_error store_load_players(struct store *store, void *context,
				    void (*player)(void *context,
						   const struct store_player *player))
{
	struct list_reading reading = {.context = context, .player = player};
	return read_list(store, GET_PLAYERS, &reading, read_player_row);
}

static bool read_token_row(void *context, sqlite3_stmt *row)
{
	const struct list_reading *reading = context;
	char id[STORE_GAME_BYTES], player[STORE_GAME_BYTES];
	struct store_token token = {
		.id = id,
		.player = player,
		.name = (const char *)sqlite3_column_text(row, 4),
		.may = (uint8_t)sqlite3_column_int(row, 5),
		.created_ms = sqlite3_column_int64(row, 6),
		.used_ms = sqlite3_column_int64(row, 7),
		.ended = sqlite3_column_int(row, 8) != 0,
	};
	if (!column_id(row, 0, id) || !column_id(row, 1, player) || !token.name ||
	    !copy_column(row, 2, token.token_hash, sizeof(token.token_hash)) ||
	    !copy_column(row, 3, token.body_hash, sizeof(token.body_hash)))
		return false;
	reading->token(reading->context, &token);
	return true;
}

enum store_error store_load_tokens(struct store *store, void *context,
				   void (*token)(void *context, const struct store_token *token))
{
	struct list_reading reading = {.context = context, .token = token};
	return read_list(store, GET_TOKENS, &reading, read_token_row);
}

static bool read_count_row(void *context, sqlite3_stmt *row)
{
	*(uint32_t *)context = (uint32_t)sqlite3_column_int64(row, 0);
	return true;
}

enum store_error store_count_seats(struct store *store, const char *player, uint32_t *out)
{
	struct sqlite_store *sqlite = (struct sqlite_store *)store;
	uint8_t name[STORE_NAME_BYTES];

	*out = 0;
	if (!name_of_id(name, player))
		return STORE_FAILED;
	struct connection *connection = store_borrow(sqlite);
	if (!connection)
		return STORE_FAILED;
	enum store_error error = STORE_FAILED;
	sqlite3_stmt *statement = connection_statement(connection, COUNT_SEATS);
	if (statement) {
		bind_bytes(statement, 1, name, sizeof(name));
		error = connection_each(connection, COUNT_SEATS, out, read_count_row);
	}
	store_give_back(sqlite, connection);
	return error;
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

enum store_error store_load_listed(struct store *store, void *context,
				   void (*listed)(void *context, const struct store_listed *listed))
{
	struct list_reading reading = {.context = context, .listed = listed};
	return read_list(store, GET_LISTED, &reading, read_listed_row);
}

struct playing_reading {
	void *context;
	void (*playing)(void *context, const struct store_playing *playing);
};

static bool read_playing_row(void *context, sqlite3_stmt *row)
{
	const struct playing_reading *reading = context;
	char id[STORE_GAME_BYTES];
	const struct store_playing playing = {
		.id = id,
		.ruleset = (const char *)sqlite3_column_text(row, 2),
		.revision = sqlite3_column_int(row, 3),
		.created_ms = sqlite3_column_int64(row, 4),
		.tips = column_bytes(row, 1),
	};

	if (!column_id(row, 0, id) || !playing.ruleset)
		return false;
	reading->playing(reading->context, &playing);
	return true;
}

enum store_error store_load_playing(struct store *store, void *context,
				    void (*playing)(void *context,
						    const struct store_playing *playing))
{
	struct playing_reading reading = {context, playing};
	return read_list(store, GET_PLAYING, &reading, read_playing_row);
}

static bool read_number_row(void *context, sqlite3_stmt *row)
{
	*(int64_t *)context = sqlite3_column_int64(row, 0);
	return true;
}

enum store_error store_load_number(struct store *store, enum store_number which, int64_t *out)
{
	struct sqlite_store *sqlite = (struct sqlite_store *)store;
	struct connection *connection = store_borrow(sqlite);
	if (!connection)
		return STORE_FAILED;
	enum store_error error = STORE_FAILED;
	sqlite3_stmt *statement = connection_statement(connection, GET_NUMBER);
	if (statement) {
		sqlite3_bind_int(statement, 1, (int)which);
		error = connection_each(connection, GET_NUMBER, out, read_number_row);
	}
	store_give_back(sqlite, connection);
	return error == STORE_NOT_FOUND ? STORE_OK : error;
}

struct id_reading {
	void *context;
	void (*take)(void *context, const char *id);
};

static bool read_id_row(void *context, sqlite3_stmt *row)
{
	const struct id_reading *reading = context;
	char id[STORE_GAME_BYTES];

	if (!column_id(row, 0, id))
		return false;
	reading->take(reading->context, id);
	return true;
}

enum store_error store_load_ids(struct store *store, int status, int64_t before_ms, void *context,
				void (*take)(void *context, const char *id))
{
	struct sqlite_store *sqlite = (struct sqlite_store *)store;
	struct id_reading reading = {context, take};
	struct connection *connection = store_borrow(sqlite);
	if (!connection)
		return STORE_FAILED;
	enum store_error error = STORE_FAILED;
	sqlite3_stmt *statement = connection_statement(connection, GET_IDS);
	if (statement) {
		sqlite3_bind_int(statement, 1, status);
		sqlite3_bind_int64(statement, 2, before_ms);
		error = connection_each(connection, GET_IDS, &reading, read_id_row);
	}
	store_give_back(sqlite, connection);
	return error == STORE_NOT_FOUND ? STORE_OK : error;
}

struct kept_reading {
	void *context;
	void (*take)(void *context, const struct store_kept *kept);
};

static bool read_kept_row(void *context, sqlite3_stmt *row)
{
	const struct kept_reading *reading = context;
	char id[STORE_GAME_BYTES];
	const struct store_kept kept = {
		.id = id,
		.created_ms = sqlite3_column_int64(row, 1),
		.status = (uint8_t)sqlite3_column_int(row, 2),
		.hidden = sqlite3_column_int(row, 3) != 0,
		.place = (uint32_t)sqlite3_column_int64(row, 4),
	};

	if (!column_id(row, 0, id))
		return false;
	reading->take(reading->context, &kept);
	return true;
}

struct fault_reading {
	void *context;
	void (*fault)(void *context, const struct store_fault *fault);
};

static bool read_fault_row(void *context, sqlite3_stmt *row)
{
	const struct fault_reading *reading = context;
	char id[STORE_GAME_BYTES], report[STORE_GAME_BYTES];
	struct store_fault fault = {
		.game = id,
		.report = report,
		.side = (uint8_t)sqlite3_column_int(row, 2),
		.rows = (uint32_t)sqlite3_column_int64(row, 3),
		.time_ms = sqlite3_column_int64(row, 5),
	};

	if (!column_id(row, 0, id) || !column_id(row, 1, report) ||
	    !copy_column(row, 4, fault.command_hash, sizeof(fault.command_hash)))
		return false;
	reading->fault(reading->context, &fault);
	return true;
}

enum store_error store_load_faults(struct store *store, void *context,
				   void (*fault)(void *context, const struct store_fault *fault))
{
	struct fault_reading reading = {context, fault};
	return read_list(store, GET_FAULTS, &reading, read_fault_row);
}

struct report_reading {
	void *context;
	void (*take)(void *context, const struct store_report *report);
};

static bool read_report_row(void *context, sqlite3_stmt *row)
{
	const struct report_reading *reading = context;
	char id[STORE_GAME_BYTES];
	const struct store_report report = {
		.game = id,
		.side = (uint8_t)sqlite3_column_int(row, 1),
		.message = (uint32_t)sqlite3_column_int64(row, 2),
		.said = column_bytes(row, 3),
		.reason = column_bytes(row, 4),
		.time_ms = sqlite3_column_int64(row, 5),
		.settled = sqlite3_column_int(row, 6) != 0,
		.place = (uint32_t)sqlite3_column_int64(row, 7),
	};

	if (!column_id(row, 0, id))
		return false;
	reading->take(reading->context, &report);
	return true;
}

/* Up to `max` rows on one side of a place. */
static enum store_error read_page(struct store *store, enum statement which, uint32_t place,
				  size_t max, void *reading,
				  bool (*row)(void *context, sqlite3_stmt *row))
{
	struct sqlite_store *sqlite = (struct sqlite_store *)store;
	struct connection *connection = store_borrow(sqlite);
	if (!connection)
		return STORE_FAILED;
	enum store_error error = STORE_FAILED;
	sqlite3_stmt *statement = connection_statement(connection, which);
	if (statement) {
		sqlite3_bind_int64(statement, 1, place);
		sqlite3_bind_int64(statement, 2, (sqlite3_int64)max);
		error = connection_each(connection, which, reading, row);
	}
	store_give_back(sqlite, connection);
	return error == STORE_NOT_FOUND ? STORE_OK : error;
}

enum store_error store_load_kept(struct store *store, uint32_t before, size_t max, void *context,
				 void (*take)(void *context, const struct store_kept *kept))
{
	struct kept_reading reading = {context, take};
	return read_page(store, GET_KEPT, before, max, &reading, read_kept_row);
}

enum store_error store_load_reports(struct store *store, uint32_t before, size_t max, void *context,
				    void (*take)(void *context, const struct store_report *report))
{
	struct report_reading reading = {context, take};
	return read_page(store, GET_REPORTS, before, max, &reading, read_report_row);
}

enum store_error store_load_unsummed(struct store *store, uint32_t after, size_t max, void *context,
				     void (*take)(void *context, const struct store_kept *kept))
{
	struct kept_reading reading = {context, take};
	return read_page(store, GET_UNSUMMED, after, max, &reading, read_kept_row);
}

static bool read_check_row(void *context, sqlite3_stmt *row)
{
	const char *said = (const char *)sqlite3_column_text(row, 0);
	return said && strcmp(said, "ok") == 0;
}

enum store_error store_check_whole(struct store *store)
{
	return read_list(store, CHECK, NULL, read_check_row);
}
