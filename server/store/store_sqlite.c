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
 * One connection writes, from the writer's thread; store_read.c reads. */

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
#include "store/folder_lock.h"
#include "store/schema.h"
#include "store/sqlite_store.h"
#include "store/store_battles.h"
#include "store/store_rows.h"
#include "store/wal_buffer.h"

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
	case STORE_DAMAGED:
		return "What the database holds is not what was written.";
	}
	return "Unknown error.";
}

void store_close(struct store *store)
{
	if (store)
		store->close(store);
}

/* ---- writing ---- */

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
	bind_bytes(statement, 2, player->body_hash, sizeof(player->body_hash));
	sqlite3_bind_text(statement, 3, player->name, -1, SQLITE_STATIC);
	sqlite3_bind_int64(statement, 4, player->created_ms);
	return connection_run(connection, PUT_PLAYER);
}

/* Another name, or none and that they have left. */
static enum store_error change_player(struct connection *connection,
				      const struct store_player *player)
{
	uint8_t name[STORE_NAME_BYTES];
	sqlite3_stmt *statement = connection_statement(connection, CHANGE_PLAYER);
	if (!statement || !name_of_id(name, player->id))
		return STORE_FAILED;
	bind_bytes(statement, 1, name, sizeof(name));
	sqlite3_bind_text(statement, 2, player->name, -1, SQLITE_STATIC);
	sqlite3_bind_int(statement, 3, player->ended);
	enum store_error error = connection_run(connection, CHANGE_PLAYER);
	if (error || !player->ended)
		return error;
	statement = connection_statement(connection, BLANK_TOKENS);
	if (!statement)
		return STORE_FAILED;
	bind_bytes(statement, 1, name, sizeof(name));
	error = connection_run(connection, BLANK_TOKENS);
	return error ? error : drop_battles(connection, name);
}

static enum store_error put_token(struct connection *connection, const struct store_token *token)
{
	uint8_t name[STORE_NAME_BYTES], player[STORE_NAME_BYTES];
	sqlite3_stmt *statement = connection_statement(connection, PUT_TOKEN);
	if (!statement || !name_of_id(name, token->id) || !name_of_id(player, token->player))
		return STORE_FAILED;
	bind_bytes(statement, 1, name, sizeof(name));
	bind_bytes(statement, 2, player, sizeof(player));
	bind_bytes(statement, 3, token->token_hash, sizeof(token->token_hash));
	bind_bytes(statement, 4, token->body_hash, sizeof(token->body_hash));
	sqlite3_bind_text(statement, 5, token->name, -1, SQLITE_STATIC);
	sqlite3_bind_int(statement, 6, token->may);
	sqlite3_bind_int64(statement, 7, token->created_ms);
	sqlite3_bind_int64(statement, 8, token->used_ms);
	sqlite3_bind_int(statement, 9, token->ended);
	return connection_run(connection, PUT_TOKEN);
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
	sqlite3_bind_int(statement, 4, status->hidden);
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

static enum store_error put_fault(struct connection *connection, const struct store_fault *fault)
{
	uint8_t name[STORE_NAME_BYTES], report[STORE_NAME_BYTES];
	sqlite3_stmt *statement = connection_statement(connection, PUT_FAULT);
	if (!statement || !name_of_id(name, fault->game) || !name_of_id(report, fault->report))
		return STORE_FAILED;
	bind_bytes(statement, 1, name, sizeof(name));
	bind_bytes(statement, 2, report, sizeof(report));
	sqlite3_bind_int(statement, 3, fault->side);
	sqlite3_bind_int64(statement, 4, fault->rows);
	bind_bytes(statement, 5, fault->command_hash, sizeof(fault->command_hash));
	sqlite3_bind_int64(statement, 6, fault->time_ms);
	return connection_run(connection, PUT_FAULT);
}

static enum store_error put_report(struct connection *connection, const struct store_report *report)
{
	uint8_t name[STORE_NAME_BYTES];
	sqlite3_stmt *statement = connection_statement(connection, PUT_REPORT);
	if (!statement || !name_of_id(name, report->game))
		return STORE_FAILED;
	bind_bytes(statement, 1, name, sizeof(name));
	sqlite3_bind_int(statement, 2, report->side);
	sqlite3_bind_int64(statement, 3, report->message);
	bind_bytes(statement, 4, report->said.bytes, report->said.size);
	bind_bytes(statement, 5, report->reason.bytes, report->reason.size);
	sqlite3_bind_int64(statement, 6, report->time_ms);
	return connection_run(connection, PUT_REPORT);
}

static enum store_error settle_report(struct connection *connection, uint32_t number)
{
	sqlite3_stmt *statement = connection_statement(connection, SETTLE_REPORT);
	if (!statement)
		return STORE_FAILED;
	sqlite3_bind_int64(statement, 1, number);
	return connection_run(connection, SETTLE_REPORT);
}

static enum store_error cure_game(struct connection *connection, const char *id)
{
	uint8_t name[STORE_NAME_BYTES];
	if (!name_of_id(name, id) || !bind_seat(connection, CURE_GAME, name, -1))
		return STORE_FAILED;
	return connection_run(connection, CURE_GAME);
}

/* The game's own row goes last: by it the others are found. */
static enum store_error forget_game(struct connection *connection,
				    const struct store_forgotten *forgotten)
{
	uint8_t name[STORE_NAME_BYTES];
	enum store_error error = STORE_OK;

	if (!name_of_id(name, forgotten->game))
		return STORE_FAILED;
	for (enum statement which = FORGET_ROWS; which <= FORGET_GAME && !error; which++) {
		sqlite3_stmt *statement = connection_statement(connection, which);
		if (!statement)
			return STORE_FAILED;
		bind_bytes(statement, 1, name, sizeof(name));
		sqlite3_bind_int(statement, 2, forgotten->status);
		error = connection_run(connection, which);
	}
	return error;
}

/* What a batch has of faults, reports and games that go. */
static enum store_error put_rest(struct connection *writer, const struct store_batch *batch)
{
	enum store_error error = STORE_OK;

	for (size_t i = 0; i < batch->cured_count && !error; i++)
		error = cure_game(writer, batch->cured[i]);
	for (size_t i = 0; i < batch->fault_count && !error; i++)
		error = put_fault(writer, &batch->faults[i]);
	for (size_t i = 0; i < batch->report_count && !error; i++)
		error = put_report(writer, &batch->reports[i]);
	for (size_t i = 0; i < batch->settled_count && !error; i++)
		error = settle_report(writer, batch->settled[i]);
	for (size_t i = 0; i < batch->unsummed_count && !error; i++)
		error = put_checksums(writer, batch->unsummed[i]);
	for (size_t i = 0; i < batch->forgotten_count && !error; i++)
		error = forget_game(writer, &batch->forgotten[i]);
	if (!error && batch->alive_ms)
		error = put_number(writer, STORE_ALIVE, batch->alive_ms);
	return error;
}

static bool is_empty(const struct store_batch *batch)
{
	return !batch->alive_ms && batch->game_count + batch->row_count + batch->player_count +
						   batch->token_count + batch->cured_count +
						   batch->fault_count + batch->report_count +
						   batch->settled_count + batch->forgotten_count +
						   batch->battle_count + batch->unsummed_count ==
					   0;
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
	/* Before players: who leaves takes theirs with them. */
	for (size_t i = 0; i < batch->battle_count && !error; i++)
		error = put_battle(writer, &batch->battles[i]);
	for (size_t i = 0; i < batch->player_count && !error; i++) {
		*about = NULL;
		error = batch->players[i].changes ? change_player(writer, &batch->players[i])
						  : put_player(writer, &batch->players[i]);
	}
	for (size_t i = 0; i < batch->token_count && !error; i++)
		error = put_token(writer, &batch->tokens[i]);
	if (!error) {
		*about = NULL;
		error = put_rest(writer, batch);
	}
	if (!error && is_empty(batch))
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
	checkpointer_destroy(sqlite->checkpointer);
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

/* Of a new database; one of before keeps its own. A commit writes whole pages, one of the index
 * for each game that it is about: small ones are fewer bytes, and their trees a step higher. */
#define PAGE_SIZE "PRAGMA page_size = 1024;"

enum store_error store_sqlite_open(struct store **out, const char *directory, int *pid)
{
	static const char setup[] =
		PAGE_SIZE "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
			  "PRAGMA cache_size = -16384; PRAGMA temp_store = MEMORY";
	struct sqlite_store *sqlite = calloc(1, sizeof(*sqlite));
	enum store_error error = STORE_OK;

	if (!sqlite)
		return STORE_FAILED;
	/* Past a limit on file sizes a write must fail, not end the process. */
	signal(SIGXFSZ, SIG_IGN);
	sqlite->store =
		(struct store){append_batch,        store_load_game,          store_load_rows,
			       store_load_seats,    store_load_players,       store_load_tokens,
			       store_count_seats,   store_load_listed,        store_load_playing,
			       store_load_number,   store_load_ids,           store_load_kept,
			       store_load_faults,   store_load_reports,       store_load_unsummed,
			       store_load_battle,   store_load_shared_battle, store_load_battles,
			       store_count_battles, store_load_all_battles,   store_check_whole,
			       close_store};
	sqlite->in_memory = strcmp(directory, ":memory:") == 0;
	sqlite->lock = -1;
	pthread_mutex_init(&sqlite->mutex, NULL);
	if (sqlite->in_memory)
		memcpy(sqlite->path, directory, strlen(directory) + 1);
	else
		error = claim_folder(sqlite, directory, pid);
	if (!error)
		error = connection_open(&sqlite->writer, sqlite->path, setup,
					wal_buffer_register());
	if (!error)
		error = schema_migrate(sqlite->writer.db);
	if (error) {
		close_store(&sqlite->store);
		return error;
	}
	if (!sqlite->in_memory)
		sqlite->checkpointer = checkpointer_create(&sqlite->writer, sqlite->path);
	*out = &sqlite->store;
	return STORE_OK;
}
