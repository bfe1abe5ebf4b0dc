/* The tables are those of schema.c, which says what they are for, and one more:
 *
 *	writer    a process that has the database: when it last showed that it lives, and how many
 *	          batches it wrote; row 1 is of one that has it alone
 *	change    one row a batch of a process that shares it: what it changed
 *
 * The keys of rows are numbers that the statements give, one more than the last; no sequence
 * orders anything. What is in a step is done statement by statement, each on its own, and may be
 * done again when it was cut short: no transaction changes both tables and rows. What belongs to a
 * hook goes with it because it refers to it. */

#include "store/postgres_schema.h"

#include <stdio.h>

static const char *const step_1[] = {
	"CREATE TABLE IF NOT EXISTS game (id BIGINT PRIMARY KEY, name BYTEA NOT NULL UNIQUE,"
	" created_ms BIGINT NOT NULL, access BIGINT NOT NULL DEFAULT 1,"
	" status BIGINT NOT NULL DEFAULT 0, status_ms BIGINT NOT NULL DEFAULT 0,"
	" hidden BIGINT NOT NULL DEFAULT 0, secret BYTEA NOT NULL, header BYTEA NOT NULL)",
	"CREATE INDEX IF NOT EXISTS game_public ON game (id) WHERE access = 0",
	"CREATE INDEX IF NOT EXISTS game_status ON game (status, status_ms)",
	"CREATE TABLE IF NOT EXISTS command (game BIGINT NOT NULL, number BIGINT NOT NULL,"
	" scope BYTEA NOT NULL, body_hash BYTEA NOT NULL, time_ms BIGINT NOT NULL,"
	" command BYTEA NOT NULL, events BYTEA NOT NULL, tips BYTEA NOT NULL, checksum BYTEA,"
	" PRIMARY KEY (game, number))",
	"CREATE TABLE IF NOT EXISTS tail (game BIGINT PRIMARY KEY, row_count BIGINT NOT NULL,"
	" checksum BYTEA) WITH (fillfactor = 50)",
	"CREATE INDEX IF NOT EXISTS tail_unsummed ON tail (game) WHERE checksum IS NULL",
	"CREATE TABLE IF NOT EXISTS state (game BIGINT PRIMARY KEY, row_count BIGINT NOT NULL,"
	" last BYTEA NOT NULL, checksum BYTEA NOT NULL, body BYTEA NOT NULL)",
	"CREATE TABLE IF NOT EXISTS holder (id BIGINT PRIMARY KEY, name BYTEA NOT NULL,"
	" side BIGINT NOT NULL, token_hash BYTEA UNIQUE, player BYTEA,"
	" ended BIGINT NOT NULL DEFAULT 0, UNIQUE (name, player))",
	"CREATE INDEX IF NOT EXISTS holder_name ON holder (name)",
	"CREATE INDEX IF NOT EXISTS holder_player ON holder (player) WHERE player IS NOT NULL",
	"CREATE TABLE IF NOT EXISTS player (id BIGINT PRIMARY KEY, name BYTEA NOT NULL UNIQUE,"
	" body_hash BYTEA NOT NULL, title TEXT NOT NULL, created_ms BIGINT NOT NULL,"
	" ended BIGINT NOT NULL DEFAULT 0, shows_day BIGINT NOT NULL DEFAULT 0)",
	"CREATE TABLE IF NOT EXISTS token (id BIGINT PRIMARY KEY, name BYTEA NOT NULL UNIQUE,"
	" player BYTEA NOT NULL, token_hash BYTEA NOT NULL UNIQUE, body_hash BYTEA NOT NULL,"
	" title TEXT NOT NULL, may BIGINT NOT NULL, created_ms BIGINT NOT NULL,"
	" used_ms BIGINT NOT NULL DEFAULT 0, ended BIGINT NOT NULL DEFAULT 0)",
	"CREATE INDEX IF NOT EXISTS token_player ON token (player)",
	"CREATE TABLE IF NOT EXISTS battle (id BIGINT PRIMARY KEY, player BYTEA NOT NULL,"
	" name BYTEA NOT NULL, changed_ms BIGINT NOT NULL, code BIGINT NOT NULL DEFAULT 0,"
	" code_hash BYTEA, title TEXT NOT NULL, ruleset TEXT NOT NULL, hash BYTEA NOT NULL,"
	" file BYTEA NOT NULL, UNIQUE (player, name))",
	"CREATE INDEX IF NOT EXISTS battle_shared ON battle (name) WHERE code_hash IS NOT NULL",
	"CREATE TABLE IF NOT EXISTS hook (id BIGINT PRIMARY KEY, player BYTEA NOT NULL,"
	" name BYTEA NOT NULL, url TEXT NOT NULL, format BIGINT NOT NULL, kinds BIGINT NOT NULL,"
	" secret BIGINT NOT NULL DEFAULT 1, secret_ms BIGINT NOT NULL, created_ms BIGINT NOT NULL,"
	" state BIGINT NOT NULL DEFAULT 0, status BIGINT NOT NULL DEFAULT 0,"
	" heard_ms BIGINT NOT NULL DEFAULT 0, failing_ms BIGINT NOT NULL DEFAULT 0, keys BYTEA,"
	" language TEXT NOT NULL DEFAULT 'en', quiet_from BIGINT NOT NULL DEFAULT 0,"
	" quiet_until BIGINT NOT NULL DEFAULT 0, one_unread BIGINT NOT NULL DEFAULT 0,"
	" mentions TEXT NOT NULL DEFAULT '', game BYTEA, side BIGINT NOT NULL DEFAULT 0,"
	" token BYTEA, asked BYTEA NOT NULL DEFAULT '', UNIQUE (player, name))",
	"CREATE INDEX IF NOT EXISTS hook_game ON hook (game) WHERE game IS NOT NULL",
	"CREATE INDEX IF NOT EXISTS hook_token ON hook (token) WHERE token IS NOT NULL",
	"CREATE TABLE IF NOT EXISTS delivery (id BIGINT PRIMARY KEY,"
	" hook BIGINT NOT NULL REFERENCES hook ON DELETE CASCADE,"
	" game BYTEA NOT NULL, kind BIGINT NOT NULL, side BIGINT NOT NULL, version BIGINT NOT NULL,"
	" made_ms BIGINT NOT NULL, attempts BIGINT NOT NULL, status BIGINT NOT NULL,"
	" heard_ms BIGINT NOT NULL, good BIGINT NOT NULL, UNIQUE (hook, game, kind, made_ms))",
	"CREATE TABLE IF NOT EXISTS post (hook BIGINT NOT NULL REFERENCES hook ON DELETE CASCADE,"
	" game BYTEA NOT NULL,"
	" side BIGINT NOT NULL, message TEXT NOT NULL, posted_ms BIGINT NOT NULL,"
	" edited_ms BIGINT NOT NULL, PRIMARY KEY (hook, game, side))",
	"CREATE INDEX IF NOT EXISTS post_game ON post (game)",
	"CREATE TABLE IF NOT EXISTS notice (id BIGINT PRIMARY KEY,"
	" hook BIGINT NOT NULL REFERENCES hook ON DELETE CASCADE,"
	" game BYTEA NOT NULL, kind BIGINT NOT NULL, side BIGINT NOT NULL, version BIGINT NOT NULL,"
	" made_ms BIGINT NOT NULL, due_ms BIGINT, attempts BIGINT NOT NULL DEFAULT 0,"
	" UNIQUE (hook, game, kind))",
	"CREATE INDEX IF NOT EXISTS notice_due ON notice (due_ms) WHERE due_ms IS NOT NULL",
	"CREATE INDEX IF NOT EXISTS notice_game ON notice (game)",
	"CREATE TABLE IF NOT EXISTS app (id BIGINT PRIMARY KEY, name BYTEA NOT NULL UNIQUE,"
	" player BYTEA, title TEXT NOT NULL, asks BIGINT NOT NULL, number BIGINT NOT NULL,"
	" token_hash BYTEA NOT NULL, body_hash BYTEA NOT NULL, created_ms BIGINT NOT NULL,"
	" ended BIGINT NOT NULL DEFAULT 0)",
	"CREATE INDEX IF NOT EXISTS app_player ON app (player) WHERE player IS NOT NULL",
	"CREATE TABLE IF NOT EXISTS app_grant (id BIGINT PRIMARY KEY, name BYTEA NOT NULL UNIQUE,"
	" app BYTEA NOT NULL, player BYTEA NOT NULL, game BYTEA, may BIGINT NOT NULL,"
	" body_hash BYTEA NOT NULL, created_ms BIGINT NOT NULL, ended BIGINT NOT NULL DEFAULT 0)",
	"CREATE INDEX IF NOT EXISTS app_grant_app ON app_grant (app)",
	"CREATE INDEX IF NOT EXISTS app_grant_player ON app_grant (player)",
	"CREATE INDEX IF NOT EXISTS app_grant_game ON app_grant (game) WHERE game IS NOT NULL",
	"CREATE TABLE IF NOT EXISTS mailed (address BYTEA NOT NULL, game BYTEA NOT NULL,"
	" sent_ms BIGINT NOT NULL, PRIMARY KEY (address, game, sent_ms))",
	"CREATE INDEX IF NOT EXISTS mailed_sent ON mailed (sent_ms)",
	"CREATE TABLE IF NOT EXISTS number (id BIGINT PRIMARY KEY, value BIGINT NOT NULL)",
	"CREATE TABLE IF NOT EXISTS fault (id BIGINT PRIMARY KEY, name BYTEA NOT NULL,"
	" report BYTEA NOT NULL, side BIGINT NOT NULL, deeds BIGINT NOT NULL,"
	" command_hash BYTEA NOT NULL, time_ms BIGINT NOT NULL)",
	"CREATE INDEX IF NOT EXISTS fault_name ON fault (name)",
	"CREATE TABLE IF NOT EXISTS report (id BIGINT PRIMARY KEY, name BYTEA NOT NULL,"
	" side BIGINT NOT NULL, message BIGINT NOT NULL, said BYTEA NOT NULL,"
	" reason BYTEA NOT NULL, time_ms BIGINT NOT NULL, settled BIGINT NOT NULL DEFAULT 0)",
	"CREATE INDEX IF NOT EXISTS report_name ON report (name)",
	"CREATE TABLE IF NOT EXISTS probe (id BIGINT PRIMARY KEY, count BIGINT NOT NULL)",
	"INSERT INTO probe VALUES (1, 0) ON CONFLICT DO NOTHING",
	"CREATE TABLE IF NOT EXISTS writer (id BIGINT PRIMARY KEY, session BYTEA NOT NULL,"
	" pid BIGINT NOT NULL, batch BIGINT NOT NULL, seen_ms BIGINT NOT NULL)"
	" WITH (fillfactor = 10)",
	"INSERT INTO writer VALUES (1, '', 0, 0, 0) ON CONFLICT DO NOTHING",
	NULL,
};

static const char *const step_2[] = {
	"CREATE TABLE IF NOT EXISTS change (writer BIGINT NOT NULL, number BIGINT NOT NULL,"
	" what BYTEA NOT NULL, PRIMARY KEY (writer, number))",
	NULL,
};

/* 3: in which channel a message stands; '': not known. */
static const char *const step_3[] = {
	"ALTER TABLE post ADD COLUMN IF NOT EXISTS channel TEXT NOT NULL DEFAULT ''",
	NULL,
};

/* 4 and 5: checksums of the rows that belong to no game's log, and their sums; see row_sums.h. They
 * are two steps so that a program that knows neither does not start any more. One that still runs
 * writes no checksums: a row of `writer` is of a program that does when it has its session twice. */
static const char *const step_4[] = {
	"ALTER TABLE holder ADD COLUMN IF NOT EXISTS checksum BYTEA",
	"ALTER TABLE player ADD COLUMN IF NOT EXISTS checksum BYTEA",
	"ALTER TABLE token ADD COLUMN IF NOT EXISTS checksum BYTEA",
	"ALTER TABLE battle ADD COLUMN IF NOT EXISTS checksum BYTEA",
	NULL,
};

static const char *const step_5[] = {
	"ALTER TABLE writer ADD COLUMN IF NOT EXISTS summing BYTEA NOT NULL DEFAULT ''",
	"CREATE TABLE IF NOT EXISTS row_sum (name TEXT PRIMARY KEY, row_count BIGINT NOT NULL,"
	" checksums BIGINT NOT NULL, ids_high BIGINT NOT NULL, ids_middle BIGINT NOT NULL,"
	" ids_low BIGINT NOT NULL)",
	NULL,
};

/* 6: which process tells a hook, and until when by the database's clock (claim_hook() of store.h). */
static const char *const step_6[] = {
	"ALTER TABLE hook ADD COLUMN IF NOT EXISTS claimer BIGINT NOT NULL DEFAULT 0",
	"ALTER TABLE hook ADD COLUMN IF NOT EXISTS claimed_until BIGINT NOT NULL DEFAULT 0",
	NULL,
};

static const char *const *const steps[] = {step_1, step_2, step_3, step_4, step_5, step_6};

/* The version of a database that is up to date. */
enum { VERSION = sizeof(steps) / sizeof(steps[0]) };

static bool read_version(void *context, struct query *row)
{
	*(int64_t *)context = column_int(row, 0);
	return true;
}

/* Do the step that makes `version`. */
static enum store_error take_step(struct postgres_connection *postgres, int64_t version)
{
	enum store_error error = STORE_OK;
	char text[96];

	for (const char *const *text_of = steps[version - 1]; *text_of && !error; text_of++)
		error = postgres_execute(postgres, *text_of);
	snprintf(text, sizeof(text), "UPDATE schema_version SET version = %d WHERE id = 1",
		 (int)version);
	return error ? error : postgres_execute(postgres, text);
}

enum store_error postgres_migrate(struct postgres_connection *postgres)
{
	int64_t version = 0;
	enum store_error error =
		postgres_execute(postgres, "CREATE TABLE IF NOT EXISTS schema_version"
					   " (id BIGINT PRIMARY KEY, version BIGINT NOT NULL)");

	if (!error)
		error = postgres_execute(postgres, "INSERT INTO schema_version VALUES (1, 0)"
						   " ON CONFLICT DO NOTHING");
	if (!error)
		error = connection_each(&postgres->connection, GET_VERSION, &version, read_version);
	if (error)
		return error;
	if (version > VERSION + 1)
		return STORE_NEWER;
	while (!error && version < VERSION)
		error = take_step(postgres, ++version);
	return error;
}
