/* The steps from an empty database to today's, in order: step n makes version n of version
 * n - 1. A step that was released is never changed again; what is wrong in it is mended by
 * the next one.
 *
 *	game      one row a game: what it starts from, who may look, how far it is
 *	tail      one row a game: how many rows it has, and the checksum of the last one
 *	command   one row of a log, never changed: a command with its events, a seat taken, an
 *	          invitation, a message; with its idempotency key, what viewers have then,
 *	          and a checksum
 *	state     at most one row a game: what it was after so many rows, so that those need not
 *	          be read; a cache
 *	holder    who holds a seat: the hash of a token, or a player
 *	player    one row a player: a name, empty once they have left, and whether their day is shown
 *	token     one row a player's token: its hash, a name, what it may, when it was used
 *	battle    one row a battle that a player keeps: the file, its hash, and who may read it
 *	hook      one row an address that a player or a seat is told at: where, of what, and how
 *	          it fares
 *	delivery  one row for what a hook was sent: how often, and what came of it
 *	post      one row a message that a hook has in a channel: of a game, to be edited
 *	mailed    one row for a mail that an address was sent in the last day
 *	notice    one row for what a hook is to be told of a game, and was told of the turn that
 *	          it still waits for
 *	app       one row a program that acts for players: whose it is, its token's hash, what it asks
 *	app_grant one row a player allowed an app something: what, in which game
 *	row_sum   one row each of holder, player, token and battle: how many rows that table has,
 *	          and sums of their checksums and ids; none as long as they are not summed
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

	/* 11: states of games, from which loading goes on. */
	"CREATE TABLE state ("
	" game INTEGER PRIMARY KEY,"
	" row_count INTEGER NOT NULL," /* that it has taken in */
	" last BLOB NOT NULL,"         /* the checksum of the last of them */
	" checksum BLOB NOT NULL,"     /* of all the rest here */
	" body BLOB NOT NULL) STRICT;",

	/* 12: what players are told, and where. A hook is told a thing of a game once until that
	 * is over: the unique index. `due_ms` is NULL when it was told. */
	"CREATE TABLE hook ("
	" id INTEGER PRIMARY KEY,"
	" player BLOB NOT NULL,"
	" name BLOB NOT NULL," /* the 16 bytes of the id that its player gave it */
	" url TEXT NOT NULL,"
	" format INTEGER NOT NULL,"
	" kinds INTEGER NOT NULL,"            /* bits */
	" secret INTEGER NOT NULL DEFAULT 1," /* how many it has had: it is made from that */
	" secret_ms INTEGER NOT NULL,"        /* since when it has this one */
	" created_ms INTEGER NOT NULL,"
	" state INTEGER NOT NULL DEFAULT 0,"
	" status INTEGER NOT NULL DEFAULT 0,"     /* what it answered last */
	" heard_ms INTEGER NOT NULL DEFAULT 0,"   /* when */
	" failing_ms INTEGER NOT NULL DEFAULT 0," /* since when it has answered nothing good */
	" UNIQUE (player, name)) STRICT;"
	"CREATE TABLE notice ("
	" id INTEGER PRIMARY KEY,"
	" hook INTEGER NOT NULL,"
	" game BLOB NOT NULL,"
	" kind INTEGER NOT NULL,"
	" side INTEGER NOT NULL,"
	" version INTEGER NOT NULL," /* of the game, as the receiver counts */
	" made_ms INTEGER NOT NULL,"
	" due_ms INTEGER,"
	" attempts INTEGER NOT NULL DEFAULT 0,"
	" UNIQUE (hook, game, kind)) STRICT;"
	"CREATE INDEX notice_due ON notice (due_ms) WHERE due_ms IS NOT NULL;"
	"CREATE INDEX notice_game ON notice (game);",

	/* 13: who wants it shown on which day they were here. */
	"ALTER TABLE player ADD COLUMN shows_day INTEGER NOT NULL DEFAULT 0;",

	/* 14: programs that act for players, and what each was allowed. */
	"CREATE TABLE app ("
	" id INTEGER PRIMARY KEY,"
	" name BLOB NOT NULL UNIQUE,"
	" player BLOB,"             /* who made it; NULL: the operator */
	" title TEXT NOT NULL,"     /* empty once it is gone */
	" asks INTEGER NOT NULL,"   /* bits */
	" number INTEGER NOT NULL," /* of its token: how many it has had */
	" token_hash BLOB NOT NULL,"
	" body_hash BLOB NOT NULL," /* of the request that made it */
	" created_ms INTEGER NOT NULL,"
	" ended INTEGER NOT NULL DEFAULT 0) STRICT;"
	"CREATE INDEX app_player ON app (player) WHERE player IS NOT NULL;"
	"CREATE TABLE app_grant ("
	" id INTEGER PRIMARY KEY,"
	" name BLOB NOT NULL UNIQUE,"
	" app BLOB NOT NULL,"
	" player BLOB NOT NULL,"
	" game BLOB,"            /* NULL: all of the player's */
	" may INTEGER NOT NULL," /* bits */
	" body_hash BLOB NOT NULL,"
	" created_ms INTEGER NOT NULL,"
	" ended INTEGER NOT NULL DEFAULT 0) STRICT;"
	"CREATE INDEX app_grant_app ON app_grant (app);"
	"CREATE INDEX app_grant_player ON app_grant (player);"
	"CREATE INDEX app_grant_game ON app_grant (game) WHERE game IS NOT NULL;",

	/* 15: mails and pushes are hooks, too. Of a mail it is known which address had it when,
	 * whoever named the address, by a hash of it; without a game it asked to be confirmed. */
	"ALTER TABLE hook ADD COLUMN keys BLOB;" /* a push's: public key and secret */
	"ALTER TABLE hook ADD COLUMN language TEXT NOT NULL DEFAULT 'en';"
	"ALTER TABLE hook ADD COLUMN quiet_from INTEGER NOT NULL DEFAULT 0;" /* minute of the day */
	"ALTER TABLE hook ADD COLUMN quiet_until INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE hook ADD COLUMN one_unread INTEGER NOT NULL DEFAULT 0;"
	"CREATE TABLE mailed ("
	" address BLOB NOT NULL,"
	" game BLOB NOT NULL,"
	" sent_ms INTEGER NOT NULL,"
	" PRIMARY KEY (address, game, sent_ms)) STRICT, WITHOUT ROWID;"
	"CREATE INDEX mailed_sent ON mailed (sent_ms);",

	/* 16: what stands in a Discord channel, so that it can be brought up to date. */
	"ALTER TABLE hook ADD COLUMN mentions TEXT NOT NULL DEFAULT '';" /* users, with commas */
	"CREATE TABLE post ("
	" hook INTEGER NOT NULL,"
	" game BLOB NOT NULL,"
	" side INTEGER NOT NULL," /* who is told there that they are waited for; 2: the table */
	" message TEXT NOT NULL," /* its id, there */
	" posted_ms INTEGER NOT NULL,"
	" edited_ms INTEGER NOT NULL,"
	" PRIMARY KEY (hook, game, side)) STRICT, WITHOUT ROWID;"
	"CREATE INDEX post_game ON post (game);",
	/* 17: hooks of seats, whose `player` is the seat's holder as one name; what hooks were
	 * sent. All that belongs to a hook goes with it. */
	"ALTER TABLE hook ADD COLUMN game BLOB;"
	"ALTER TABLE hook ADD COLUMN side INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE hook ADD COLUMN token BLOB;" /* how its hash begins */
	"ALTER TABLE hook ADD COLUMN asked BLOB NOT NULL DEFAULT x'';"
	"CREATE INDEX hook_game ON hook (game) WHERE game IS NOT NULL;"
	"CREATE INDEX hook_token ON hook (token) WHERE token IS NOT NULL;"
	"CREATE TABLE delivery ("
	" id INTEGER PRIMARY KEY,"
	" hook INTEGER NOT NULL,"
	" game BLOB NOT NULL,"
	" kind INTEGER NOT NULL,"
	" side INTEGER NOT NULL,"
	" version INTEGER NOT NULL,"
	" made_ms INTEGER NOT NULL,"
	" attempts INTEGER NOT NULL,"
	" status INTEGER NOT NULL,"
	" heard_ms INTEGER NOT NULL,"
	" good INTEGER NOT NULL,"
	" UNIQUE (hook, game, kind, made_ms)) STRICT;"
	"CREATE TRIGGER hook_gone AFTER DELETE ON hook BEGIN"
	" DELETE FROM notice WHERE hook = old.id;"
	" DELETE FROM delivery WHERE hook = old.id;"
	" DELETE FROM post WHERE hook = old.id; END;",

	/* 18: in which channel it stands, so that it can be removed when the table moves; '': not known. */
	"ALTER TABLE post ADD COLUMN channel TEXT NOT NULL DEFAULT '';",

	/* 19: checksums of the rows that belong to no game's log, and their sums; see row_sums.h.
	 * Rows from before get theirs when the database is opened next. */
	"ALTER TABLE holder ADD COLUMN checksum BLOB;"
	"ALTER TABLE player ADD COLUMN checksum BLOB;"
	"ALTER TABLE token ADD COLUMN checksum BLOB;"
	"ALTER TABLE battle ADD COLUMN checksum BLOB;"
	"CREATE TABLE row_sum ("
	" name TEXT PRIMARY KEY," /* of the table */
	" row_count INTEGER NOT NULL,"
	" checksums INTEGER NOT NULL,"
	" ids_high INTEGER NOT NULL,"
	" ids_middle INTEGER NOT NULL,"
	" ids_low INTEGER NOT NULL) STRICT, WITHOUT ROWID;",
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
	enum store_error error = sqlite_error(sqlite3_exec(db, sql, NULL, NULL, NULL));
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

enum store_error schema_compare(sqlite3 *db)
{
	errno = 0;
	const int version = read_version(db);

	if (version < 0)
		return sqlite_error(sqlite3_errcode(db));
	if (version == schema_version())
		return STORE_OK;
	return version > schema_version() ? STORE_NEWER : STORE_OLDER;
}
