/* What is written or read for a command finds its rows by an index: none of its statements walks a
 * whole table, however many games, hooks and notices there are. */

#include <criterion/criterion.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

#include "host.h"
#include "store/sqlite_connection.h"
#include "store/store.h"

/* What is asked at start, by the operator, or once an hour; and a table of one row. */
static const enum statement walks[] = {PUT_PROBE,    GET_SEATS,   GET_PLAYERS,   GET_TOKENS,
				       GET_LISTED,   GET_IDS,     GET_FAULTS,    GET_ALL_BATTLES,
				       GET_APPS,     GET_GRANTS,  GET_ALL_HOOKS, READ_HOLDERS,
				       READ_PLAYERS, READ_TOKENS, READ_BATTLES};

static bool may_walk(enum statement which)
{
	for (size_t i = 0; i < sizeof(walks) / sizeof(walks[0]); i++) {
		if (walks[i] == which)
			return true;
	}
	return false;
}

static sqlite3_stmt *plan_of(const struct sqlite_connection *connection, enum statement which)
{
	char sql[4096];
	sqlite3_stmt *plan;

	snprintf(sql, sizeof(sql), "EXPLAIN QUERY PLAN %s",
		 statement_text(connection->connection.engine, which));
	cr_assert_eq(sqlite3_prepare_v2(connection->db, sql, -1, &plan, NULL), SQLITE_OK, "%s",
		     sqlite3_errmsg(connection->db));
	return plan;
}

/* "SCAN hook" is a walk; "SEARCH hook USING INDEX ..." is none. */
static bool does_walk(sqlite3_stmt *plan, char detail[128])
{
	bool walks_now = false;

	while (sqlite3_step(plan) == SQLITE_ROW) {
		const char *step = (const char *)sqlite3_column_text(plan, 3);

		/* A subquery's rows are those that were found for it. */
		if (strncmp(step, "SCAN ", 5) == 0 && strcmp(step, "SCAN CONSTANT ROW") != 0 &&
		    strncmp(step, "SCAN (", 6) != 0) {
			walks_now = true;
			snprintf(detail, 128, "%s", step);
		}
	}
	sqlite3_finalize(plan);
	return walks_now;
}

Test(statement_plans, nothing_walks_a_whole_table_but_what_is_asked_seldom)
{
	char folder[64], path[96], detail[128];
	struct sqlite_connection *connection;
	struct store *store;
	int pid;

	host_make_folder(folder);
	cr_assert_eq(store_sqlite_open(&store, folder, &pid), STORE_OK);
	snprintf(path, sizeof(path), "%s/pennon.db", folder);
	cr_assert_eq(sqlite_connection_open(&connection, path, "PRAGMA query_only = 1", NULL),
		     STORE_OK);
	for (enum statement which = 0; which < STATEMENT_COUNT; which++) {
		if (!statement_text(connection->connection.engine, which))
			continue; /* another engine's */
		const bool walked = does_walk(plan_of(connection, which), detail);

		cr_expect_eq(walked, may_walk(which), "statement %d: %s: %s", (int)which,
			     walked ? detail : "walks no table",
			     statement_text(connection->connection.engine, which));
	}
	connection->connection.engine->close(&connection->connection);
	store_close(store);
	host_remove_folder(folder);
}
