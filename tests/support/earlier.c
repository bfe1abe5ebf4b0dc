#include "earlier.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>

void earlier_sql(const char *folder, const char *sql)
{
	sqlite3 *db;
	char file[128];

	snprintf(file, sizeof(file), "%s/pennon.db", folder);
	if (sqlite3_open(file, &db) != SQLITE_OK ||
	    sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK) {
		fprintf(stderr, "%s: %s\n", sql, sqlite3_errmsg(db));
		abort();
	}
	sqlite3_close(db);
}

void earlier_back_to_18(const char *folder)
{
	earlier_sql(folder, "DROP TABLE row_sum;"
			    "ALTER TABLE holder DROP COLUMN checksum;"
			    "ALTER TABLE player DROP COLUMN checksum;"
			    "ALTER TABLE token DROP COLUMN checksum;"
			    "ALTER TABLE battle DROP COLUMN checksum;"
			    "PRAGMA user_version = 18");
}

void earlier_back_to_6(const char *folder)
{
	earlier_back_to_18(folder);
	earlier_sql(
		folder,
		"ALTER TABLE game ADD COLUMN row_count INTEGER NOT NULL DEFAULT 0;"
		"ALTER TABLE game ADD COLUMN checksum BLOB;"
		"UPDATE game SET row_count = tail.row_count, checksum = tail.checksum FROM tail"
		" WHERE tail.game = game.id;"
		"CREATE INDEX game_unsummed ON game (id) WHERE checksum IS NULL;"
		"DROP TABLE tail;"
		"DROP TABLE battle;"
		"DROP TABLE state; DROP TABLE notice; DROP TABLE hook; DROP TABLE delivery; DROP TABLE post; DROP TABLE mailed;"
		"DROP TABLE app; DROP TABLE app_grant;"
		"DROP INDEX holder_player;"
		"CREATE TABLE player_of_6 ("
		" id INTEGER PRIMARY KEY,"
		" name BLOB NOT NULL UNIQUE,"
		" token_hash BLOB NOT NULL UNIQUE,"
		" body_hash BLOB NOT NULL,"
		" title TEXT NOT NULL,"
		" created_ms INTEGER NOT NULL,"
		" ended INTEGER NOT NULL DEFAULT 0) STRICT;"
		"INSERT INTO player_of_6"
		" SELECT player.id, player.name, token_hash, player.body_hash, player.title,"
		" player.created_ms, 0 FROM player JOIN token ON token.name = player.name;"
		"DROP TABLE player;"
		"DROP TABLE token;"
		"ALTER TABLE player_of_6 RENAME TO player;"
		"PRAGMA user_version = 6;");
}
