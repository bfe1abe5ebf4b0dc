#pragma once
/* A connection to SQLite. */

#include <sqlite3.h>

#include "store/connection.h"

struct sqlite_query {
	struct query query;
	sqlite3_stmt *statement; /* NULL: not needed yet */
};

struct sqlite_connection {
	struct connection connection;
	sqlite3 *db;
	struct sqlite_query query[STATEMENT_COUNT];
};

/* Open the database and run `setup`, statements in one text. `vfs` names a file system of SQLite's,
 * NULL: its own. */
enum store_error sqlite_connection_open(struct sqlite_connection **out, const char *path,
					const char *setup, const char *vfs);

/* Open it to read alone, where no lock or file of SQLite's own can be made: nobody else may have the
 * database. With a log (`has_log`) the log is read into memory. */
enum store_error sqlite_connection_open_to_read(struct sqlite_connection **out, const char *path,
						bool has_log);

/* What a result code of SQLite, and errno with it, means to us. */
enum store_error sqlite_error(int code);
