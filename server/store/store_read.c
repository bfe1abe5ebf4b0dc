/* Reading what is no game's own. */

#include <string.h>

#include "store/sql_store.h"

/* What is read once, at start: all rows of a table, each handed on by a row function. */
struct list_reading {
	void *context;
	void (*seat)(void *context, const struct store_seat *seat);
	void (*player)(void *context, const struct store_player *player);
	void (*token)(void *context, const struct store_token *token);
	void (*listed)(void *context, const struct store_listed *listed);
};

enum store_error store_read_all(struct store *store, enum statement which, void *reading,
				bool (*row)(void *context, struct query *row))
{
	struct sql_store *sql = (struct sql_store *)store;
	struct connection *connection = store_borrow(sql);
	if (!connection)
		return STORE_FAILED;
	enum store_error error = STORE_FAILED;
	if (connection_statement(connection, which))
		error = connection_each(connection, which, reading, row);
	store_give_back(sql, connection);
	return error == STORE_NOT_FOUND ? STORE_OK : error;
}

enum store_error store_read_of(struct store *store, enum statement which, const char *id,
			       void *reading, bool (*row)(void *context, struct query *row))
{
	struct sql_store *sql = (struct sql_store *)store;
	uint8_t name[STORE_NAME_BYTES];
	struct connection *connection = name_of_id(name, id) ? store_borrow(sql) : NULL;
	if (!connection)
		return STORE_FAILED;
	enum store_error error = STORE_FAILED;
	struct query *statement = connection_statement(connection, which);
	if (statement) {
		bind_bytes(statement, 1, name, sizeof(name));
		error = connection_each(connection, which, reading, row);
	}
	store_give_back(sql, connection);
	return error == STORE_NOT_FOUND ? STORE_OK : error;
}

/* All rows, or those of one. */
static enum store_error read_some(struct store *store, enum statement all, enum statement some,
				  const char *of, void *reading,
				  bool (*row)(void *context, struct query *row))
{
	return of ? store_read_of(store, some, of, reading, row)
		  : store_read_all(store, all, reading, row);
}

static bool read_seat_row(void *context, struct query *row)
{
	const struct list_reading *reading = context;
	char id[STORE_GAME_BYTES], player[STORE_GAME_BYTES];
	struct store_seat seat = {.game = id, .side = (uint8_t)column_int(row, 1)};

	if (!column_id(row, 0, id))
		return false;
	if (column_id(row, 3, player))
		seat.player = player;
	else if (!copy_column(row, 2, seat.token_hash, sizeof(seat.token_hash)))
		return false;
	seat.ended = column_int(row, 4) != 0;
	reading->seat(reading->context, &seat);
	return true;
}

enum store_error store_load_seats(struct store *store, const char *game, void *context,
				  void (*seat)(void *context, const struct store_seat *seat))
{
	struct list_reading reading = {.context = context, .seat = seat};
	return read_some(store, GET_SEATS, GET_GAME_SEATS, game, &reading, read_seat_row);
}

static bool read_player_row(void *context, struct query *row)
{
	const struct list_reading *reading = context;
	char id[STORE_GAME_BYTES];
	struct store_player player = {
		.id = id,
		.name = column_text(row, 2),
		.created_ms = column_int(row, 3),
		.ended = column_int(row, 4) != 0,
		.shows_day = column_int(row, 5) != 0,
	};
	if (!column_id(row, 0, id) || !player.name ||
	    !copy_column(row, 1, player.body_hash, sizeof(player.body_hash)))
		return false;
	reading->player(reading->context, &player);
	return true;
}

enum store_error store_load_players(struct store *store, const char *id, void *context,
				    void (*player)(void *context,
						   const struct store_player *player))
{
	struct list_reading reading = {.context = context, .player = player};
	return read_some(store, GET_PLAYERS, GET_PLAYER, id, &reading, read_player_row);
}

static bool read_token_row(void *context, struct query *row)
{
	const struct list_reading *reading = context;
	char id[STORE_GAME_BYTES], player[STORE_GAME_BYTES];
	struct store_token token = {
		.id = id,
		.player = player,
		.name = column_text(row, 4),
		.may = (uint8_t)column_int(row, 5),
		.created_ms = column_int(row, 6),
		.used_ms = column_int(row, 7),
		.ended = column_int(row, 8) != 0,
	};
	if (!column_id(row, 0, id) || !column_id(row, 1, player) || !token.name ||
	    !copy_column(row, 2, token.token_hash, sizeof(token.token_hash)) ||
	    !copy_column(row, 3, token.body_hash, sizeof(token.body_hash)))
		return false;
	reading->token(reading->context, &token);
	return true;
}

enum store_error store_load_tokens(struct store *store, const char *player, void *context,
				   void (*token)(void *context, const struct store_token *token))
{
	struct list_reading reading = {.context = context, .token = token};
	return read_some(store, GET_TOKENS, GET_PLAYER_TOKENS, player, &reading, read_token_row);
}

static bool read_count_row(void *context, struct query *row)
{
	*(uint32_t *)context = (uint32_t)column_int(row, 0);
	return true;
}

enum store_error store_count_seats(struct store *store, const char *player, bool only_playing,
				   uint32_t *out)
{
	struct sql_store *sql = (struct sql_store *)store;
	uint8_t name[STORE_NAME_BYTES];

	*out = 0;
	if (!name_of_id(name, player))
		return STORE_FAILED;
	struct connection *connection = store_borrow(sql);
	if (!connection)
		return STORE_FAILED;
	enum store_error error = STORE_FAILED;
	struct query *statement = connection_statement(connection, COUNT_SEATS);
	if (statement) {
		bind_bytes(statement, 1, name, sizeof(name));
		bind_int(statement, 2, only_playing);
		error = connection_each(connection, COUNT_SEATS, out, read_count_row);
	}
	store_give_back(sql, connection);
	return error;
}

static bool read_listed_row(void *context, struct query *row)
{
	const struct list_reading *reading = context;
	char id[STORE_GAME_BYTES];
	struct store_listed listed = {
		.id = id,
		.created_ms = column_int(row, 1),
		.status = (uint8_t)column_int(row, 2),
		.ruleset = column_text(row, 3),
		.scenario = column_text(row, 4),
		.machine = column_text(row, 5),
	};
	if (!column_id(row, 0, id) || !listed.ruleset)
		return false;
	if (!listed.scenario)
		listed.scenario = "";
	if (!listed.machine)
		listed.machine = "";
	reading->listed(reading->context, &listed);
	return true;
}

enum store_error store_load_listed(struct store *store, const char *game, void *context,
				   void (*listed)(void *context, const struct store_listed *listed))
{
	struct list_reading reading = {.context = context, .listed = listed};
	return read_some(store, GET_LISTED, GET_LISTED_GAME, game, &reading, read_listed_row);
}

struct playing_reading {
	void *context;
	void (*playing)(void *context, const struct store_playing *playing);
};

static bool read_playing_row(void *context, struct query *row)
{
	const struct playing_reading *reading = context;
	char id[STORE_GAME_BYTES];
	const struct store_playing playing = {
		.id = id,
		.ruleset = column_text(row, 2),
		.revision = (int)column_int(row, 3),
		.created_ms = column_int(row, 4),
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
	return store_read_all(store, GET_PLAYING, &reading, read_playing_row);
}

static bool read_number_row(void *context, struct query *row)
{
	*(int64_t *)context = column_int(row, 0);
	return true;
}

enum store_error store_load_number(struct store *store, enum store_number which, int64_t *out)
{
	struct sql_store *sql = (struct sql_store *)store;
	struct connection *connection = store_borrow(sql);
	if (!connection)
		return STORE_FAILED;
	enum store_error error = STORE_FAILED;
	struct query *statement = connection_statement(connection, GET_NUMBER);
	if (statement) {
		bind_int(statement, 1, (int)which);
		error = connection_each(connection, GET_NUMBER, out, read_number_row);
	}
	store_give_back(sql, connection);
	return error == STORE_NOT_FOUND ? STORE_OK : error;
}

struct id_reading {
	void *context;
	void (*take)(void *context, const char *id);
};

static bool read_id_row(void *context, struct query *row)
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
	struct sql_store *sql = (struct sql_store *)store;
	struct id_reading reading = {context, take};
	struct connection *connection = store_borrow(sql);
	if (!connection)
		return STORE_FAILED;
	enum store_error error = STORE_FAILED;
	struct query *statement = connection_statement(connection, GET_IDS);
	if (statement) {
		bind_int(statement, 1, status);
		bind_int(statement, 2, before_ms);
		error = connection_each(connection, GET_IDS, &reading, read_id_row);
	}
	store_give_back(sql, connection);
	return error == STORE_NOT_FOUND ? STORE_OK : error;
}

struct kept_reading {
	void *context;
	void (*take)(void *context, const struct store_kept *kept);
};

static bool read_kept_row(void *context, struct query *row)
{
	const struct kept_reading *reading = context;
	char id[STORE_GAME_BYTES];
	const struct store_kept kept = {
		.id = id,
		.created_ms = column_int(row, 1),
		.status = (uint8_t)column_int(row, 2),
		.hidden = column_int(row, 3) != 0,
		.place = (uint32_t)column_int(row, 4),
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

static bool read_fault_row(void *context, struct query *row)
{
	const struct fault_reading *reading = context;
	char id[STORE_GAME_BYTES], report[STORE_GAME_BYTES];
	struct store_fault fault = {
		.game = id,
		.report = report,
		.side = (uint8_t)column_int(row, 2),
		.rows = (uint32_t)column_int(row, 3),
		.time_ms = column_int(row, 5),
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
	return store_read_all(store, GET_FAULTS, &reading, read_fault_row);
}

struct report_reading {
	void *context;
	void (*take)(void *context, const struct store_report *report);
};

static bool read_report_row(void *context, struct query *row)
{
	const struct report_reading *reading = context;
	char id[STORE_GAME_BYTES];
	const struct store_report report = {
		.game = id,
		.side = (uint8_t)column_int(row, 1),
		.message = (uint32_t)column_int(row, 2),
		.said = column_bytes(row, 3),
		.reason = column_bytes(row, 4),
		.time_ms = column_int(row, 5),
		.settled = column_int(row, 6) != 0,
		.place = (uint32_t)column_int(row, 7),
	};

	if (!column_id(row, 0, id))
		return false;
	reading->take(reading->context, &report);
	return true;
}

/* Up to `max` rows on one side of a place. */
static enum store_error read_page(struct store *store, enum statement which, uint32_t place,
				  size_t max, void *reading,
				  bool (*row)(void *context, struct query *row))
{
	struct sql_store *sql = (struct sql_store *)store;
	struct connection *connection = store_borrow(sql);
	if (!connection)
		return STORE_FAILED;
	enum store_error error = STORE_FAILED;
	struct query *statement = connection_statement(connection, which);
	if (statement) {
		bind_int(statement, 1, place);
		bind_int(statement, 2, (int64_t)max);
		error = connection_each(connection, which, reading, row);
	}
	store_give_back(sql, connection);
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

static bool read_check_row(void *context, struct query *row)
{
	const char *said = column_text(row, 0);
	return said && strcmp(said, "ok") == 0;
}

enum store_error store_check_whole(struct store *store)
{
	return store_read_all(store, CHECK, NULL, read_check_row);
}
