/* The steps from an empty database to today's, in order: step n makes version n of version
 * n - 1. A step that was released is never changed again; what is wrong in it is mended by
 * the next one.
 *
 *	game      one row a game: what it starts from, who may look, how far it is
 *	tail      one row a game: how many rows it has, and the checksum of the last one
 *	command   one row of a log, never changed: a command with its events, a seat taken, an
 *	          invitation, a message; with its idempotency key, what viewers have then,
 *	          and a checksum
 *	holder    who holds a seat: the hash of a token, or a player
 *	player    one row a player: a name, which is empty once they have left
 *	token     one row a player's token: its hash, a name, what it may, when it was used
 *	battle    one row a battle that a player keeps: the file, its hash, and who may read it
 *	number    a few numbers about the database itself
 *	fault     one row a command that broke a rule
 *	report    one row a message that a player reported, with what they said of it
 *	probe     one row, rewritten by empty batches: does writing work? */

#include "store/schema.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/sqlite_connection.h"

static const char *const steps[] = {
	/* 1 */
	"CREATE TABLE game ("
	" id INTEGER PRIMARY KEY,"
	" name BLOB NOT NULL UNIQUE," /* the 16 bytes of its id on the wire */
	" created_ms INTEGER NOT NULL,"
	" header BLOB NOT NULL,"
	" secret BLOB NOT NULL) STRICT;"
	"CREATE TABLE command ("
	" id INTEGER PRIMARY KEY,"
	" game INTEGER NOT NULL,"
	" number INTEGER NOT NULL," /* 0 is the game's creation */
	" scope BLOB NOT NULL,"
	" body_hash BLOB NOT NULL,"
	" time_ms INTEGER NOT NULL,"
	" command BLOB NOT NULL,"
	" events BLOB NOT NULL,"
	" tips BLOB NOT NULL) STRICT;"
	"CREATE UNIQUE INDEX command_number ON command (game, number);"
	"CREATE UNIQUE INDEX command_scope ON command (game, scope);"
	"CREATE TABLE seat ("
	" id INTEGER PRIMARY KEY,"
	" name BLOB NOT NULL,"
	" side INTEGER NOT NULL,"
	" token_hash BLOB NOT NULL UNIQUE,"
	" UNIQUE (name, side)) STRICT;"
	"CREATE TABLE probe (id INTEGER PRIMARY KEY, count INTEGER NOT NULL) STRICT;"
	"INSERT INTO probe VALUES (1, 0);",

	/* 2: players; seats with several holders; who may look at a game; how far it is. What
	 * was made before is unlisted, and its status is read off seats and events once. */
	"CREATE TABLE player ("
	" id INTEGER PRIMARY KEY,"
	" name BLOB NOT NULL UNIQUE,"
	" token_hash BLOB NOT NULL UNIQUE,"
	" body_hash BLOB NOT NULL," /* of the request that made it */
	" title TEXT NOT NULL,"
	" created_ms INTEGER NOT NULL,"
	" ended INTEGER NOT NULL DEFAULT 0) STRICT;"
	"CREATE TABLE holder ("
	" id INTEGER PRIMARY KEY,"
	" name BLOB NOT NULL," /* of the game */
	" side INTEGER NOT NULL,"
	" token_hash BLOB UNIQUE," /* either this */
	" player BLOB,"            /* or this */
	" ended INTEGER NOT NULL DEFAULT 0,"
	" UNIQUE (name, player)) STRICT;"
	"INSERT INTO holder (name, side, token_hash)"
	" SELECT name, side, token_hash FROM seat ORDER BY id;"
	"CREATE INDEX holder_name ON holder (name);"
	"ALTER TABLE game ADD COLUMN access INTEGER NOT NULL DEFAULT 1;"
	"ALTER TABLE game ADD COLUMN status INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE game ADD COLUMN status_ms INTEGER NOT NULL DEFAULT 0;"
	"UPDATE game SET status_ms = created_ms,"
	" status = (SELECT count(*) = 2 FROM seat WHERE seat.name = game.name);"
	"UPDATE game SET status = 2, status_ms = e.time_ms FROM (SELECT game, time_ms FROM command"
	" WHERE instr(events, CAST('\"type\":\"ended\"' AS BLOB))) AS e WHERE e.game = game.id;"
	"CREATE INDEX game_public ON game (id) WHERE access = 0;"
	"DROP TABLE seat;",

	/* 3: numbers about the database itself (enum store_number); faults outlive a restart. */
	"CREATE TABLE number (id INTEGER PRIMARY KEY, value INTEGER NOT NULL) STRICT;"
	"CREATE TABLE fault ("
	" id INTEGER PRIMARY KEY,"
	" name BLOB NOT NULL," /* of the game */
	" report BLOB NOT NULL,"
	" side INTEGER NOT NULL,"
	" deeds INTEGER NOT NULL,"
	" command_hash BLOB NOT NULL,"
	" time_ms INTEGER NOT NULL) STRICT;"
	"CREATE INDEX fault_name ON fault (name);"
	"ALTER TABLE game ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0;"
	"CREATE INDEX game_status ON game (status, status_ms);",

	/* 4: numbers without a gap keep keys unique too; see store_sqlite.c. */
	"DROP INDEX command_scope;",

	/* 5: reports of table talk, where the operator finds them. Those of before are read off
	 * the games: a row's second byte of tips is its kind, 8 a report, whose command is the
	 * message's number (4 bytes, at most 2000) and the reason; 6 and 9 have such numbers. */
	"CREATE TABLE report ("
	" id INTEGER PRIMARY KEY,"
	" name BLOB NOT NULL,"    /* of the game */
	" side INTEGER NOT NULL," /* who reports */
	" message INTEGER NOT NULL,"
	" said BLOB NOT NULL,"
	" reason BLOB NOT NULL,"
	" time_ms INTEGER NOT NULL,"
	" settled INTEGER NOT NULL DEFAULT 0) STRICT;"
	"CREATE INDEX report_name ON report (name);"
	"WITH told AS (SELECT game, number, command, row_number() OVER"
	" (PARTITION BY game ORDER BY number) AS place FROM command"
	" WHERE substr(tips, 2, 1) IN (x'06', x'09')),"
	" digit AS (SELECT id, game, time_ms, substr(tips, 3, 1) = x'01' AS side, command,"
	" hex(substr(command, 3, 2)) AS digits FROM command WHERE substr(tips, 2, 1) = x'08'),"
	" reported AS (SELECT *, (instr('123456789ABCDEF', substr(digits, 1, 1)) * 4096"
	" + instr('123456789ABCDEF', substr(digits, 2, 1)) * 256"
	" + instr('123456789ABCDEF', substr(digits, 3, 1)) * 16"
	" + instr('123456789ABCDEF', substr(digits, 4, 1))) AS message FROM digit)"
	" INSERT INTO report (name, side, message, said, reason, time_ms)"
	" SELECT game.name, reported.side, reported.message, told.command,"
	" substr(reported.command, 5), reported.time_ms FROM reported"
	" JOIN game ON game.id = reported.game"
	" JOIN told ON told.game = reported.game AND told.place = reported.message"
	" ORDER BY reported.id;",

	/* 6: checksums; see checksum.h. Rows from before get theirs while the daemon runs: so
	 * many of a game have one, and its own is the last one once all have. */
	"ALTER TABLE command ADD COLUMN checksum BLOB;"
	"ALTER TABLE game ADD COLUMN row_count INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE game ADD COLUMN checksum BLOB;"
	"CREATE INDEX game_unsummed ON game (id) WHERE checksum IS NULL;",

	/* 7: a player may have several tokens; the one they had is the first, with their own id. */
	"CREATE TABLE token ("
	" id INTEGER PRIMARY KEY,"
	" name BLOB NOT NULL UNIQUE,"
	" player BLOB NOT NULL,"
	" token_hash BLOB NOT NULL UNIQUE,"
	" body_hash BLOB NOT NULL," /* of the request that made it */
	" title TEXT NOT NULL,"
	" may INTEGER NOT NULL," /* bits: 1 read, 2 play */
	" created_ms INTEGER NOT NULL,"
	" used_ms INTEGER NOT NULL DEFAULT 0,"
	" ended INTEGER NOT NULL DEFAULT 0) STRICT;"
	"INSERT INTO token (name, player, token_hash, body_hash, title, may, created_ms, ended)"
	" SELECT name, name, token_hash, body_hash, 'first', 3, created_ms, ended FROM player"
	" ORDER BY id;"
	"CREATE TABLE player_of_7 ("
	" id INTEGER PRIMARY KEY,"
	" name BLOB NOT NULL UNIQUE,"
	" body_hash BLOB NOT NULL,"
	" title TEXT NOT NULL," /* empty once they have left */
	" created_ms INTEGER NOT NULL,"
	" ended INTEGER NOT NULL DEFAULT 0) STRICT;"
	"INSERT INTO player_of_7 SELECT id, name, body_hash, title, created_ms, 0 FROM player"
	" ORDER BY id;"
	"DROP TABLE player;"
	"ALTER TABLE player_of_7 RENAME TO player;"
	"CREATE INDEX token_player ON token (player);"
	"CREATE INDEX holder_player ON holder (player) WHERE player IS NOT NULL;",

	/* 8: what each command changes stands before the header, which is long: it shares a page
	 * with that of other games then, instead of lying at the end of the header's own pages. */
	"CREATE TABLE game_of_8 ("
	" id INTEGER PRIMARY KEY,"
	" name BLOB NOT NULL UNIQUE,"
	" created_ms INTEGER NOT NULL,"
	" access INTEGER NOT NULL DEFAULT 1,"
	" status INTEGER NOT NULL DEFAULT 0,"
	" status_ms INTEGER NOT NULL DEFAULT 0,"
	" hidden INTEGER NOT NULL DEFAULT 0,"
	" row_count INTEGER NOT NULL DEFAULT 0,"
	" checksum BLOB,"
	" secret BLOB NOT NULL,"
	" header BLOB NOT NULL) STRICT;"
	"INSERT INTO game_of_8 SELECT id, name, created_ms, access, status, status_ms, hidden,"
	" row_count, checksum, secret, header FROM game ORDER BY id;"
	"DROP TABLE game;"
	"ALTER TABLE game_of_8 RENAME TO game;"
	"CREATE INDEX game_public ON game (id) WHERE access = 0;"
	"CREATE INDEX game_status ON game (status, status_ms);"
	"CREATE INDEX game_unsummed ON game (id) WHERE checksum IS NULL;",

	/* 9: what each command changes of a game has a table of its own, whose rows are short:
	 * those of many games share a page. */
	"CREATE TABLE tail ("
	" game INTEGER PRIMARY KEY,"
	" row_count INTEGER NOT NULL,"
	" checksum BLOB) STRICT;"
	"INSERT INTO tail SELECT id, row_count, checksum FROM game ORDER BY id;"
	"CREATE INDEX tail_unsummed ON tail (game) WHERE checksum IS NULL;"
	"DROP INDEX game_unsummed;"
	"ALTER TABLE game DROP COLUMN row_count;"
	"ALTER TABLE game DROP COLUMN checksum;",

	/* 10: battles that players keep. */
	"CREATE TABLE battle ("
	" id INTEGER PRIMARY KEY,"
	" player BLOB NOT NULL,"
	" name BLOB NOT NULL," /* the 16 bytes of the id that its player gave it */
	" changed_ms INTEGER NOT NULL,"
	" code INTEGER NOT NULL DEFAULT 0," /* what its link's code is made from; 0: no link */
	" code_hash BLOB,"
	" title TEXT NOT NULL,"
	" ruleset TEXT NOT NULL,"
	" hash BLOB NOT NULL," /* of the file */
	" file BLOB NOT NULL,"
	" UNIQUE (player, name)) STRICT;"
	"CREATE INDEX battle_shared ON battle (name) WHERE code_hash IS NOT NULL;",
};

/* The version of a database that is up to date. */
static int schema_version(void)
{
	return (int)(sizeof(steps) / sizeof(steps[0]));
}

/* The version of a database, -1 on failure; an empty one has 0. */
static int read_version(sqlite3 *db)
{
	sqlite3_stmt *statement;
	int version = -1;
	if (sqlite3_prepare_v2(db, "PRAGMA user_version", -1, &statement, NULL) != SQLITE_OK)
		return -1;
	if (sqlite3_step(statement) == SQLITE_ROW)
		version = sqlite3_column_int(statement, 0);
	sqlite3_finalize(statement);
	return version;
}

/* Do the step that makes `version`. */
static enum store_error take_step(sqlite3 *db, int version)
{
	const char *step = steps[version - 1];
	size_t size = strlen(step) + 96;
	char *sql = malloc(size);

	if (!sql)
		return STORE_FAILED;
	snprintf(sql, size, "BEGIN IMMEDIATE; %s PRAGMA user_version = %d; COMMIT;", step, version);
	errno = 0;
	enum store_error error = connection_error(sqlite3_exec(db, sql, NULL, NULL, NULL));
	if (error && !sqlite3_get_autocommit(db))
		sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
	free(sql);
	return error;
}

enum store_error schema_migrate(sqlite3 *db)
{
	int version = read_version(db);
	enum store_error error = version < 0 ? STORE_FAILED : STORE_OK;

	if (version > schema_version())
		return STORE_NEWER;
	while (!error && version < schema_version())
		error = take_step(db, ++version);
	return error;
}
