/* The statements are few and fixed, so each connection prepares one when it first needs it
 * and keeps it; nothing is parsed while commands run. */

#include "store/sqlite_connection.h"

#include <errno.h>
#include <string.h>

enum { BUSY_MS = 10000 };

/* The game ?1, if it is as far as ?2 says. */
#define THIS_GAME "SELECT id FROM game WHERE name = ?1 AND (?2 < 0 OR status = ?2)"

#define A_ROW \
	"SELECT number, scope, body_hash, time_ms, command, events, tips, checksum FROM command" \
	" WHERE game = (SELECT id FROM game WHERE name = ?1)"

#define A_BATTLE \
	"SELECT player, name, title, ruleset, changed_ms, code, hash, length(file), id, file" \
	" FROM battle"

static const char *const statements[STATEMENT_COUNT] = {
	[BEGIN] = "BEGIN IMMEDIATE",
	[BEGIN_READING] = "BEGIN",
	[COMMIT] = "COMMIT",
	[ROLLBACK] = "ROLLBACK",
	[PUT_GAME] = ("INSERT INTO game (name, created_ms, header, secret, access, status_ms)"
		      " VALUES (?1, ?2, ?3, ?4, ?5, ?2)"),
	/* A row goes in only after the one before it: a gap would be a conflict too. */
	[PUT_ROW] = ("INSERT INTO command"
		     " (game, number, scope, body_hash, time_ms, command, events, tips, checksum)"
		     " SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9 WHERE ?2 = 0"
		     " OR EXISTS (SELECT 1 FROM command WHERE game = ?1 AND number = ?2 - 1)"),
	[PUT_TAIL] = "INSERT OR REPLACE INTO tail (game, row_count, checksum) VALUES (?1, ?2, ?3)",
	[PUT_CHECKSUM] = ("UPDATE command SET checksum = ?3 WHERE number = ?2"
			  " AND game = (SELECT id FROM game WHERE name = ?1)"),
	[PUT_SEAT] = ("INSERT INTO holder (name, side, token_hash, player)"
		      " VALUES (?1, ?2, ?3, ?4)"),
	[END_PLAYERS] = ("DELETE FROM holder WHERE name = ?1 AND side = ?2"
			 " AND player IS NOT NULL"),
	[END_TOKENS] = "UPDATE holder SET ended = 1 WHERE name = ?1 AND side = ?2",
	[PUT_PLAYER] = ("INSERT INTO player (name, body_hash, title, created_ms)"
			" VALUES (?1, ?2, ?3, ?4)"),
	[CHANGE_PLAYER] = "UPDATE player SET title = ?2, ended = ?3 WHERE name = ?1",
	[BLANK_TOKENS] = "UPDATE token SET title = '' WHERE player = ?1",
	[PUT_TOKEN] = ("INSERT INTO token (name, player, token_hash, body_hash, title, may,"
		       " created_ms, used_ms, ended) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)"
		       " ON CONFLICT (name) DO UPDATE SET used_ms = ?8,"
		       " ended = max(ended, ?9)"),
	[PUT_STATUS] = ("UPDATE game SET status = ?2, status_ms = ?3, hidden = ?4"
			" WHERE name = ?1"),
	[PUT_FAULT] = ("INSERT INTO fault (name, report, side, deeds, command_hash, time_ms)"
		       " VALUES (?1, ?2, ?3, ?4, ?5, ?6)"),
	[CURE_GAME] = "DELETE FROM fault WHERE name = ?1",
	[PUT_REPORT] = ("INSERT INTO report (name, side, message, said, reason, time_ms)"
			" VALUES (?1, ?2, ?3, ?4, ?5, ?6)"),
	[SETTLE_REPORT] = "UPDATE report SET settled = 1 WHERE id = ?1",
	[FORGET_ROWS] = "DELETE FROM command WHERE game = (" THIS_GAME ")",
	[FORGET_HOLDERS] = "DELETE FROM holder WHERE name = ?1 AND EXISTS (" THIS_GAME ")",
	[FORGET_FAULTS] = "DELETE FROM fault WHERE name = ?1 AND EXISTS (" THIS_GAME ")",
	[FORGET_REPORTS] = "DELETE FROM report WHERE name = ?1 AND EXISTS (" THIS_GAME ")",
	[FORGET_TAIL] = "DELETE FROM tail WHERE game = (" THIS_GAME ")",
	[FORGET_GAME] = "DELETE FROM game WHERE id = (" THIS_GAME ")",
	[PUT_NUMBER] = "INSERT OR REPLACE INTO number (id, value) VALUES (?1, ?2)",
	[PUT_PROBE] = "UPDATE probe SET count = count + 1",
	[GET_GAME] = ("SELECT created_ms, header, secret, access, row_count, checksum, id FROM game"
		      " LEFT JOIN tail ON tail.game = game.id WHERE name = ?1"),
	[GET_TAIL] = ("SELECT row_count, checksum, id FROM game"
		      " LEFT JOIN tail ON tail.game = game.id WHERE name = ?1"),
	[GET_ROWS] = (A_ROW " ORDER BY number"),
	[GET_ROWS_FROM] = (A_ROW " AND number >= ?2 ORDER BY number LIMIT ?3"),
	[GET_CHECKSUM] = ("SELECT checksum FROM command WHERE number = ?2"
			  " AND game = (SELECT id FROM game WHERE name = ?1)"),
	[GET_SEATS] = "SELECT name, side, token_hash, player, ended FROM holder ORDER BY id",
	[GET_PLAYERS] = ("SELECT name, body_hash, title, created_ms, ended"
			 " FROM player ORDER BY id"),
	[GET_TOKENS] = ("SELECT name, player, token_hash, body_hash, title, may, created_ms,"
			" used_ms, ended FROM token ORDER BY id"),
	[COUNT_SEATS] = ("SELECT count(*) FROM holder JOIN game ON game.name = holder.name"
			 " WHERE holder.player = ?1 AND game.status < 2"),
	[GET_PLAYING] = ("SELECT game.name, command.tips,"
			 " json_extract(CAST(game.header AS TEXT), '$.ruleset'),"
			 " json_extract(CAST(game.header AS TEXT), '$.revision'), game.created_ms"
			 " FROM game JOIN command"
			 " ON command.game = game.id AND command.number ="
			 " (SELECT max(number) FROM command WHERE game = game.id)"
			 " WHERE game.status = 1 AND json_valid(CAST(game.header AS TEXT))"),
	[GET_IDS] = ("SELECT name FROM game WHERE (?1 < 0 OR status = ?1)"
		     " AND max(status_ms, created_ms) < ?2 ORDER BY id"),
	[GET_KEPT] = ("SELECT name, created_ms, status, hidden, id FROM game WHERE id < ?1"
		      " ORDER BY id DESC LIMIT ?2"),
	[GET_UNSUMMED] = ("SELECT name, created_ms, status, hidden, id FROM tail"
			  " CROSS JOIN game ON game.id = tail.game"
			  " WHERE checksum IS NULL AND tail.game > ?1 ORDER BY tail.game LIMIT ?2"),
	[GET_FAULTS] = ("SELECT name, report, side, deeds, command_hash, time_ms FROM fault"
			" ORDER BY id"),
	[GET_REPORTS] = ("SELECT name, side, message, said, reason, time_ms, settled, id"
			 " FROM report WHERE id < ?1 ORDER BY id DESC LIMIT ?2"),
	[PUT_BATTLE] = ("INSERT INTO battle (player, name, title, ruleset, changed_ms, hash, file)"
			" VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT (player, name) DO UPDATE"
			" SET title = ?3, ruleset = ?4, changed_ms = ?5, hash = ?6, file = ?7"),
	[LINK_BATTLE] = ("UPDATE battle SET code = ?3, code_hash = ?4"
			 " WHERE player = ?1 AND name = ?2"),
	[DROP_BATTLE] = "DELETE FROM battle WHERE player = ?1 AND name = ?2",
	[DROP_BATTLES] = "DELETE FROM battle WHERE player = ?1",
	[GET_BATTLE] = (A_BATTLE " WHERE player = ?1 AND name = ?2"),
	[GET_SHARED_BATTLE] = (A_BATTLE " WHERE name = ?1 AND code_hash = ?2"),
	[GET_BATTLES] = ("SELECT player, name, title, ruleset, changed_ms, code, hash,"
			 " length(file), id FROM battle WHERE player = ?1 AND id < ?2"
			 " ORDER BY id DESC LIMIT ?3"),
	[COUNT_BATTLES] = "SELECT count(*) FROM battle WHERE player = ?1",
	[GET_ALL_BATTLES] = (A_BATTLE " ORDER BY id"),
	[CHECK] = "PRAGMA integrity_check",
	[GET_PAGE_BYTES] = "PRAGMA page_size",
	[GET_NUMBER] = "SELECT value FROM number WHERE id = ?1",
	[GET_LISTED] = ("SELECT name, created_ms, status,"
			" json_extract(CAST(header AS TEXT), '$.ruleset'),"
			" json_extract(CAST(header AS TEXT), '$.scenario')"
			" FROM game WHERE access = 0 AND hidden = 0"
			" AND json_valid(CAST(header AS TEXT)) ORDER BY id"),
};

static int hex_value(char digit)
{
	if (digit >= '0' && digit <= '9')
		return digit - '0';
	return digit >= 'a' && digit <= 'f' ? digit - 'a' + 10 : -1;
}

bool name_of_id(uint8_t name[STORE_NAME_BYTES], const char *id)
{
	for (int i = 0; i < STORE_NAME_BYTES; i++) {
		if ((i == 4 || i == 6 || i == 8 || i == 10) && *id++ != '-')
			return false;
		int high = hex_value(id[0]);
		int low = high < 0 ? -1 : hex_value(id[1]);
		if (low < 0)
			return false;
		name[i] = (uint8_t)(high << 4 | low);
		id += 2;
	}
	return *id == '\0';
}

void id_of_name(char id[STORE_GAME_BYTES], const uint8_t name[STORE_NAME_BYTES])
{
	static const char digits[] = "0123456789abcdef";
	for (int i = 0; i < STORE_NAME_BYTES; i++) {
		if (i == 4 || i == 6 || i == 8 || i == 10)
			*id++ = '-';
		*id++ = digits[name[i] >> 4];
		*id++ = digits[name[i] & 15];
	}
	*id = '\0';
}

/* SQLite tells a full disk itself, but a limit on file sizes and a quota only as a failed
 * write, and forgets their errno; so callers clear errno before they step. */
enum store_error connection_error(int code)
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

sqlite3_stmt *connection_statement(struct connection *connection, enum statement which)
{
	sqlite3_stmt **slot = &connection->statement[which];
	if (!*slot)
		sqlite3_prepare_v3(connection->db, statements[which], -1, SQLITE_PREPARE_PERSISTENT,
				   slot, NULL);
	return *slot;
}

enum store_error connection_run(struct connection *connection, enum statement which)
{
	sqlite3_stmt *statement = connection_statement(connection, which);
	if (!statement)
		return STORE_FAILED;
	errno = 0;
	enum store_error error = connection_error(sqlite3_step(statement));
	sqlite3_reset(statement);
	return error;
}

void bind_bytes(sqlite3_stmt *statement, int at, const void *bytes, size_t size)
{
	/* A NULL pointer would bind NULL, not an empty piece. */
	sqlite3_bind_blob64(statement, at, bytes ? bytes : "", size, SQLITE_STATIC);
}

struct store_bytes column_bytes(sqlite3_stmt *statement, int at)
{
	const void *bytes = sqlite3_column_blob(statement, at);
	return (struct store_bytes){bytes ? bytes : "",
				    (size_t)sqlite3_column_bytes(statement, at)};
}

bool copy_column(sqlite3_stmt *statement, int at, void *out, size_t size)
{
	struct store_bytes bytes = column_bytes(statement, at);
	if (bytes.size != size)
		return false;
	memcpy(out, bytes.bytes, size);
	return true;
}

enum store_error connection_each(struct connection *connection, enum statement which, void *context,
				 bool (*row)(void *context, sqlite3_stmt *row))
{
	sqlite3_stmt *statement = connection_statement(connection, which);
	int code;
	int count = 0;
	enum store_error error = STORE_OK;

	errno = 0;
	while (!error && (code = sqlite3_step(statement)) != SQLITE_DONE) {
		error = connection_error(code);
		if (!error && !row(context, statement))
			error = STORE_DAMAGED;
		count++;
	}
	sqlite3_reset(statement);
	return error || count ? error : STORE_NOT_FOUND;
}

void connection_close(struct connection *connection)
{
	for (int i = 0; i < STATEMENT_COUNT; i++)
		sqlite3_finalize(connection->statement[i]);
	sqlite3_close(connection->db);
	*connection = (struct connection){0};
}

enum store_error connection_open(struct connection *connection, const char *path, const char *setup,
				 const char *vfs)
{
	*connection = (struct connection){0};
	int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
	errno = 0;
	int code = sqlite3_open_v2(path, &connection->db, flags, vfs);
	if (code == SQLITE_OK) {
		sqlite3_busy_timeout(connection->db, BUSY_MS);
		code = sqlite3_exec(connection->db, setup, NULL, NULL, NULL);
	}
	enum store_error error = connection->db ? connection_error(code) : STORE_FAILED;
	if (error)
		connection_close(connection);
	return error;
}
