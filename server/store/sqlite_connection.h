#pragma once
/* One connection to the database: its statements, prepared once, and the small steps that
 * storing is made of. For the files of store/ only. */

#include <sqlite3.h>

#include "store/store.h"

enum { STORE_NAME_BYTES = 16 };

enum statement {
	BEGIN,
	BEGIN_READING,
	COMMIT,
	ROLLBACK,
	PUT_GAME,
	PUT_ROW,
	PUT_TAIL,
	PUT_CHECKSUM,
	PUT_SEAT,
	END_PLAYERS,
	END_TOKENS,
	PUT_PLAYER,
	CHANGE_PLAYER,
	BLANK_TOKENS,
	PUT_TOKEN,
	PUT_STATUS,
	PUT_NUMBER,
	PUT_FAULT,
	CURE_GAME,
	PUT_REPORT,
	SETTLE_REPORT,
	FORGET_ROWS,
	FORGET_HOLDERS,
	FORGET_FAULTS,
	FORGET_REPORTS,
	FORGET_TAIL,
	FORGET_GAME,
	PUT_BATTLE,
	LINK_BATTLE,
	DROP_BATTLE,
	DROP_BATTLES,
	PUT_PROBE,
	GET_GAME,
	GET_TAIL,
	GET_ROWS,
	GET_ROWS_FROM,
	GET_CHECKSUM,
	GET_SEATS,
	GET_PLAYERS,
	GET_TOKENS,
	COUNT_SEATS,
	GET_LISTED,
	GET_PLAYING,
	GET_NUMBER,
	GET_IDS,
	GET_KEPT,
	GET_UNSUMMED,
	GET_FAULTS,
	GET_REPORTS,
	GET_BATTLE,
	GET_SHARED_BATTLE,
	GET_BATTLES,
	COUNT_BATTLES,
	GET_ALL_BATTLES,
	CHECK,
	GET_PAGE_BYTES,
	STATEMENT_COUNT
};

struct connection {
	sqlite3 *db;
	sqlite3_stmt *statement[STATEMENT_COUNT];
	struct connection *next;
};

/* Open the database and run `setup`, statements in one text. `vfs` names a file system of SQLite's,
 * NULL: its own. */
enum store_error connection_open(struct connection *connection, const char *path, const char *setup,
				 const char *vfs);

/* Its statements with it; nothing when it was never open. */
void connection_close(struct connection *connection);

/* The statement, prepared at its first use and kept. NULL on failure. */
sqlite3_stmt *connection_statement(struct connection *connection, enum statement which);

/* Run a bound statement that returns no rows. */
enum store_error connection_run(struct connection *connection, enum statement which);

/* Step through the rows of a bound statement; `row` returns false for a damaged one:
 * STORE_DAMAGED. STORE_NOT_FOUND without any. */
enum store_error connection_each(struct connection *connection, enum statement which, void *context,
				 bool (*row)(void *context, sqlite3_stmt *row));

/* What a result code of SQLite, and errno with it, means to us. */
enum store_error connection_error(int code);

/* Bytes in and out. `copy_column` wants exactly `size` bytes. */
void bind_bytes(sqlite3_stmt *statement, int at, const void *bytes, size_t size);
struct store_bytes column_bytes(sqlite3_stmt *statement, int at);
bool copy_column(sqlite3_stmt *statement, int at, void *out, size_t size);

/* A game's id as the 16 bytes that the database keeps; false when it is none. */
bool name_of_id(uint8_t name[STORE_NAME_BYTES], const char *id);
void id_of_name(char id[STORE_GAME_BYTES], const uint8_t name[STORE_NAME_BYTES]);
