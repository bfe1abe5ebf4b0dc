/* The statements are few and fixed, so each connection prepares one when it first needs it
 * and keeps it; nothing is parsed while commands run. */

#include "store/sqlite_connection.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUSY_MS = 10000 };

/* The public games, or of those some. */
#define LISTED(some) \
	"SELECT name, created_ms, status, json_extract(CAST(header AS TEXT), '$.ruleset')," \
	" json_extract(CAST(header AS TEXT), '$.scenario')" \
	", json_extract(CAST(header AS TEXT), '$.machine')" \
	", CAST(CASE json_type(CAST(header AS TEXT), '$.name') WHEN 'text'" \
	" THEN json_quote(json_extract(CAST(header AS TEXT), '$.name')) END AS BLOB)" \
	" FROM game WHERE access = 0 AND hidden = 0" some \
	" AND json_valid(CAST(header AS TEXT)) ORDER BY id"

/* The games that are played, or of those some. */
#define PLAYING(some) \
	"SELECT game.name, command.tips," \
	" json_extract(CAST(game.header AS TEXT), '$.ruleset')," \
	" json_extract(CAST(game.header AS TEXT), '$.revision'), game.created_ms" \
	" FROM game JOIN command" \
	" ON command.game = game.id AND command.number =" \
	" (SELECT max(number) FROM command WHERE game = game.id)" \
	" WHERE game.status = 1 AND json_valid(CAST(game.header AS TEXT))" some

static const char *const statements[STATEMENT_COUNT] = {
	[BEGIN] = "BEGIN IMMEDIATE",
	[GET_PLAYING] = PLAYING(""),
	[GET_PLAYING_GAME] = PLAYING(" AND game.name = ?1"),
	[GET_UNSUMMED] = ("SELECT name, created_ms, status, hidden, id FROM tail"
			  " CROSS JOIN game ON game.id = tail.game"
			  " WHERE checksum IS NULL AND tail.game > ?1 ORDER BY tail.game LIMIT ?2"),
	[GET_DUE] = (STATEMENT_HOOK
		     ", notice.id, notice.game, kind, notice.side, version, made_ms, min(due_ms),"
		     " attempts"
		     " FROM notice JOIN hook ON hook.id = notice.hook"
		     " WHERE due_ms IS NOT NULL AND due_ms <= ?1 GROUP BY notice.hook"
		     " ORDER BY min(due_ms) LIMIT ?2"),
	[CHECK] = "PRAGMA integrity_check",
	[GET_PAGE_BYTES] = "PRAGMA page_size",
	[GET_LISTED] = LISTED(""),
	[GET_LISTED_GAME] = LISTED(" AND name = ?1"),
	[BEGIN_READING] = "BEGIN",
};

/* SQLite tells a full disk itself, but a limit on file sizes and a quota only as a failed
 * write, and forgets their errno; so callers clear errno before they step. */
enum store_error sqlite_error(int code)
{
	int cause = errno;

	switch (code & 0xff) {
	case SQLITE_OK:
	case SQLITE_DONE:
	case SQLITE_ROW:
		return STORE_OK;
	case SQLITE_CONSTRAINT:
		return STORE_CONFLICT;
	case SQLITE_FULL:
		return STORE_FULL;
	case SQLITE_IOERR:
		return cause == EFBIG || cause == ENOSPC || cause == EDQUOT ? STORE_FULL
									    : STORE_FAILED;
	case SQLITE_READONLY:
	case SQLITE_CANTOPEN:
		return cause == EMFILE || cause == ENFILE ? STORE_FAILED : STORE_READ_ONLY;
	case SQLITE_CORRUPT:
	case SQLITE_NOTADB:
		return STORE_DAMAGED;
	default:
		return STORE_FAILED;
	}
}

static struct query *statement(struct connection *connection, enum statement which)
{
	struct sqlite_connection *sqlite = (struct sqlite_connection *)connection;
	struct sqlite_query *query = &sqlite->query[which];

	if (!query->statement)
		sqlite3_prepare_v3(sqlite->db, statement_text(connection->engine, which), -1,
				   SQLITE_PREPARE_PERSISTENT, &query->statement, NULL);
	query->query.engine = connection->engine;
	return query->statement ? &query->query : NULL;
}

static sqlite3_stmt *inside(struct query *query)
{
	return ((struct sqlite_query *)query)->statement;
}

static enum store_error run(struct connection *connection, struct query *query, bool changes)
{
	errno = 0;
	enum store_error error = sqlite_error(sqlite3_step(inside(query)));

	sqlite3_reset(inside(query));
	if (!error && changes && sqlite3_changes(((struct sqlite_connection *)connection)->db) == 0)
		return STORE_CONFLICT;
	return error;
}

static enum store_error each(struct connection *connection, struct query *query, void *context,
			     bool (*row)(void *context, struct query *row))
{
	int code;
	int count = 0;
	enum store_error error = STORE_OK;

	(void)connection;
	errno = 0;
	while (!error && (code = sqlite3_step(inside(query))) != SQLITE_DONE) {
		error = sqlite_error(code);
		if (!error && !row(context, query))
			error = STORE_DAMAGED;
		count++;
	}
	sqlite3_reset(inside(query));
	return error || count ? error : STORE_NOT_FOUND;
}

/* Nothing is far away. */
static enum store_error ask(struct connection *connection, struct query *query, void *context,
			    bool (*row)(void *context, struct query *row))
{
	enum store_error error = each(connection, query, context, row);

	return error == STORE_NOT_FOUND ? STORE_OK : error;
}

static void close_connection(struct connection *connection)
{
	struct sqlite_connection *sqlite = (struct sqlite_connection *)connection;

	for (int i = 0; i < STATEMENT_COUNT; i++)
		sqlite3_finalize(sqlite->query[i].statement);
	sqlite3_close(sqlite->db);
	free(sqlite);
}

static void bind_number(struct query *query, int at, int64_t value)
{
	sqlite3_bind_int64(inside(query), at, value);
}

static void bind_string(struct query *query, int at, const char *text)
{
	sqlite3_bind_text(inside(query), at, text, -1, SQLITE_STATIC);
}

static void bind_blob(struct query *query, int at, const void *bytes, size_t size)
{
	sqlite3_bind_blob64(inside(query), at, bytes, size, SQLITE_STATIC);
}

static int64_t number(struct query *row, int at)
{
	return sqlite3_column_int64(inside(row), at);
}

static const char *string(struct query *row, int at)
{
	return (const char *)sqlite3_column_text(inside(row), at);
}

static struct store_bytes blob(struct query *row, int at)
{
	const void *bytes = sqlite3_column_blob(inside(row), at);

	return (struct store_bytes){bytes ? bytes : "",
				    (size_t)sqlite3_column_bytes(inside(row), at)};
}

static bool is_null(struct query *row, int at)
{
	return sqlite3_column_type(inside(row), at) == SQLITE_NULL;
}

static int count_columns(struct query *row)
{
	return sqlite3_column_count(inside(row));
}

static const struct engine engine = {
	.statements = statements,
	.statement = statement,
	.run = run,
	.each = each,
	.ask = ask,
	.close = close_connection,
	.bind_int = bind_number,
	.bind_text = bind_string,
	.bind_bytes = bind_blob,
	.column_int = number,
	.column_text = string,
	.column_bytes = blob,
	.column_is_null = is_null,
	.column_count = count_columns,
};

static enum store_error open_connection(struct sqlite_connection **out, const char *path, int flags,
					const char *setup, const char *vfs)
{
	struct sqlite_connection *sqlite = calloc(1, sizeof(*sqlite));

	*out = NULL;
	if (!sqlite)
		return STORE_FAILED;
	sqlite->connection.engine = &engine;
	errno = 0;
	int code = sqlite3_open_v2(path, &sqlite->db, flags | SQLITE_OPEN_NOMUTEX, vfs);
	if (code == SQLITE_OK) {
		sqlite3_busy_timeout(sqlite->db, BUSY_MS);
		code = sqlite3_exec(sqlite->db, setup, NULL, NULL, NULL);
	}
	enum store_error error = sqlite->db ? sqlite_error(code) : STORE_FAILED;
	if (error)
		close_connection(&sqlite->connection);
	else
		*out = sqlite;
	return error;
}

enum store_error sqlite_connection_open(struct sqlite_connection **out, const char *path,
					const char *setup, const char *vfs)
{
	return open_connection(out, path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, setup, vfs);
}

/* https://www.sqlite.org/uri.html: whatever could mean something there is told by its number. */
static void write_uri(char *out, size_t size, const char *path)
{
	static const char plain[] = "/.-_0123456789"
				    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
	size_t used = (size_t)snprintf(out, size, "file:");

	for (; *path && used + 4 < size; path++)
		used += (size_t)snprintf(out + used, size - used,
					 strchr(plain, *path) ? "%c" : "%%%02X",
					 (unsigned char)*path);
	snprintf(out + used, size - used, "?immutable=1");
}

enum store_error sqlite_connection_open_to_read(struct sqlite_connection **out, const char *path,
						bool has_log)
{
	static const char setup[] = "PRAGMA temp_store = MEMORY; PRAGMA query_only = 1;"
				    "PRAGMA locking_mode = EXCLUSIVE";
	char uri[3 * PATH_MAX + 32];

	write_uri(uri, sizeof(uri), path);
	/* In exclusive mode the index of a log is in memory, and no file (-shm) is made for it. */
	enum store_error error =
		has_log ? open_connection(out, path, SQLITE_OPEN_READONLY, setup, "unix-none")
			: open_connection(out, uri, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, setup,
					  NULL);

	if (!error)
		sqlite3_db_config((*out)->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
	return error;
}
