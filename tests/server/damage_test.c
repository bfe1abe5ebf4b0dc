/* What a disk may do to a database: a bit that fell over in a row, in the first row, in
 * what a game starts from, and rows that are missing at the end. */

#include <criterion/criterion.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "game/operator.h"
#include "game/service.h"
#include "game/service_inside.h"
#include "host.h"

static struct host host;
static struct pn_muster muster;
static char folder[64];
static struct hosted_game hosted, other;

static void close_folder(void)
{
	host_close(&host);
	host_remove_folder(folder);
}

/* Two games in a folder, the first one being played; the server is stopped. */
static void make_games(void)
{
	struct random_source random = {7};

	host_make_folder(folder);
	host_open(&host, folder);
	host_muster(&muster, PN_METHOD_LOSER_FIRST);
	host.plays_on = true;
	hosted = host_game(&host, &muster);
	host_play(&host, &hosted, &random, 40);
	other = host_game(&host, &muster);
	host_close(&host);
	cr_assert_eq(check_folder(folder), 0);
}

/* Returns how many rows changed. */
static int run_sql(const char *format, const char *text)
{
	sqlite3 *db;
	char file[128], sql[1024];

	snprintf(file, sizeof(file), "%s/pennon.db", folder);
	snprintf(sql, sizeof(sql), format, text);
	cr_assert_eq(sqlite3_open(file, &db), SQLITE_OK);
	cr_assert_eq(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK, "%s", sqlite3_errmsg(db));
	int changes = sqlite3_changes(db);
	sqlite3_close(db);
	return changes;
}

/* As if written before there were any. */
#define FORGET_CHECKSUMS \
	"UPDATE command SET checksum = NULL; UPDATE tail SET checksum = NULL, row_count = 0%s"

#define FIRST_GAME "(SELECT min(id) FROM game)"

/* Start again; idempotency keys go on from other ones. */
static void open_again(void)
{
	host_open(&host, folder);
	atomic_store(&host.keys, 1000);
	host.plays_on = true;
}

static enum problem_code open_problem(const struct hosted_game *of)
{
	struct job job = {.kind = JOB_OPEN};

	memcpy(job.game, of->game, sizeof(job.game));
	cr_assert(host_run(&host, &job));
	cr_expect(!job.snapshot == (job.problem != PROBLEM_NONE));
	snapshot_release(job.snapshot);
	return job.problem;
}

static size_t count_faults(void)
{
	struct kept_fault fault[16];
	size_t count = service_faults(host.service, fault, 16);

	for (size_t i = 0; i < count; i++) {
		struct text report = TEXT_EMPTY;
		cr_expect_str_eq(fault[i].game, hosted.game);
		cr_expect(service_fault_report(host.service, fault[i].report, &report));
		cr_expect(report.size && strstr(report.bytes, hosted.game));
		text_free(&report);
	}
	return count;
}

/* The damaged game is found and is not shown; the other goes on. */
static void expect_found(const char *what)
{
	cr_expect_eq(check_folder(folder), 1, "%s", what);
	open_again();
	for (int i = 0; i < 2; i++)
		cr_expect_eq(open_problem(&hosted), PROBLEM_GAME_PAUSED, "%s", what);
	cr_expect_eq(count_faults(), 1, "%s: %zu", what, count_faults());
	cr_expect_eq(open_problem(&other), PROBLEM_NONE, "%s", what);
	struct random_source random = {9};
	cr_expect(host_step(&host, &other, &random), "%s", what);
	close_folder();
}

/* The first 1 or 2 that a roll of the first game begins with becomes the other. */
static void change_face(void)
{
	cr_assert_eq(run_sql("UPDATE command SET events = CAST(replace(replace(replace(CAST(events"
			     " AS TEXT), '\"faces\":[1', '\"faces\":[9'), '\"faces\":[2',"
			     " '\"faces\":[1'), '\"faces\":[9', '\"faces\":[2') AS BLOB)"
			     " WHERE id = (SELECT min(id) FROM command WHERE game = " FIRST_GAME
			     " AND (instr(events, CAST('\"faces\":[1' AS BLOB))"
			     " OR instr(events, CAST('\"faces\":[2' AS BLOB))))%s",
			     ""),
		     1);
}

Test(damage, a_face_that_changed_is_found_and_not_shown)
{
	make_games();
	change_face();
	expect_found("a face");
}

Test(damage, a_missing_tail_is_found)
{
	make_games();
	cr_assert_eq(run_sql("DELETE FROM command WHERE game = " FIRST_GAME " AND number >="
			     " (SELECT max(number) FROM command WHERE game = " FIRST_GAME ")%s",
			     ""),
		     1);
	expect_found("the tail");
}

Test(damage, a_missing_row_is_found)
{
	make_games();
	cr_assert_eq(
		run_sql("DELETE FROM command WHERE game = " FIRST_GAME " AND number = 3%s", ""), 1);
	expect_found("a row");
}

Test(damage, row_0_is_covered)
{
	make_games();
	cr_assert_eq(run_sql("UPDATE command SET time_ms = time_ms + 1 WHERE number = 0"
			     " AND game = " FIRST_GAME "%s",
			     ""),
		     1);
	expect_found("row 0");
}

Test(damage, a_byte_of_the_header_or_of_the_secret_is_covered)
{
	static const char *const changes[] = {
		"header = CAST(x'00' || substr(header, 2) AS BLOB)",
		"header = CAST(replace(header, '\"revision\":', '\"revision\":9') AS BLOB)",
		"secret = CAST(substr(secret, 1, length(secret) - 1) || x'aa' AS BLOB)",
		"access = 1 - access",
		"created_ms = created_ms + 1",
	};

	for (size_t i = 0; i < sizeof(changes) / sizeof(changes[0]); i++) {
		make_games();
		cr_assert_eq(run_sql("UPDATE game SET %s WHERE id = " FIRST_GAME, changes[i]), 1);
		expect_found(changes[i]);
	}
}

/* Of a game that is being played, without any checksum: the seed tells. */
Test(damage, every_die_of_running_games_is_rolled_again)
{
	make_games();
	run_sql(FORGET_CHECKSUMS, "");
	cr_expect_eq(check_folder(folder), 0);
	change_face();
	cr_expect_eq(check_folder(folder), 1);
	host_remove_folder(folder);
}

static int count_rows(const char *sql)
{
	sqlite3 *db;
	sqlite3_stmt *statement;
	char file[128];

	snprintf(file, sizeof(file), "%s/pennon.db", folder);
	cr_assert_eq(sqlite3_open(file, &db), SQLITE_OK);
	cr_assert_eq(sqlite3_prepare_v2(db, sql, -1, &statement, NULL), SQLITE_OK);
	cr_assert_eq(sqlite3_step(statement), SQLITE_ROW);
	int count = sqlite3_column_int(statement, 0);
	sqlite3_finalize(statement);
	sqlite3_close(db);
	return count;
}

static void play_one(const struct hosted_game *of)
{
	struct random_source random = {11};
	cr_assert(host_step(&host, of, &random));
}

/* Games go on meanwhile; what came before the last look is guarded after it. */
Test(damage, rows_of_before_get_their_checksums_while_games_go_on)
{
	make_games();
	run_sql(FORGET_CHECKSUMS, "");
	open_again();
	cr_expect_eq(open_problem(&hosted), PROBLEM_NONE);
	play_one(&hosted);
	cr_expect_gt(count_rows("SELECT count(*) FROM command WHERE checksum IS NULL"), 32);
	service_look(host.service);
	play_one(&hosted);
	for (int i = 0; i < 8; i++)
		service_look(host.service);
	play_one(&hosted);
	cr_expect_eq(count_rows("SELECT count(*) FROM command WHERE checksum IS NULL"), 0);
	cr_expect_eq(count_rows("SELECT count(*) FROM tail WHERE checksum IS NULL"), 0);
	cr_expect_eq(count_rows("SELECT sum(row_count) FROM tail"),
		     count_rows("SELECT count(*) FROM command"));
	host_close(&host);
	cr_expect_eq(check_folder(folder), 0);
	change_face();
	expect_found("a face of before");
}

/* Nobody asks for the game: the server finds it by itself. */
Test(damage, an_idle_server_finds_it)
{
	make_games();
	change_face();
	open_again();
	for (int i = 0; i < 4; i++)
		service_look(host.service);
	cr_expect_eq(count_faults(), 1);
	play_one(&other);
	close_folder();
}

/* It was whole when it was loaded: what memory has is right, but it goes on no more. */
Test(damage, a_game_in_memory_is_paused_when_its_rows_are_damaged)
{
	make_games();
	open_again();
	struct snapshot *state = host_state(&host, &hosted);
	cr_expect_eq(open_problem(&hosted), PROBLEM_NONE);
	change_face();
	for (int i = 0; i < 4; i++)
		service_look(host.service);
	pn_side side = pn_owes(snapshot_view(state, PN_PUBLIC), PN_RED) ? PN_RED : PN_BLUE;
	struct pn_command command = snapshot_actions(state, side)->action[0].command;
	snapshot_release(state);
	struct job job = host_act(&host, &hosted, side, &command);
	cr_expect_eq(job.problem, PROBLEM_GAME_PAUSED);
	snapshot_release(job.snapshot);
	cr_expect_eq(count_faults(), 1);
	close_folder();
}

/* The end of a game in memory goes: it is not written on, and others in the batch are. */
Test(damage, a_tail_that_goes_while_the_game_is_played_is_found)
{
	make_games();
	open_again();
	struct snapshot *state = host_state(&host, &hosted);
	pn_side side = pn_owes(snapshot_view(state, PN_PUBLIC), PN_RED) ? PN_RED : PN_BLUE;
	struct pn_command command = snapshot_actions(state, side)->action[0].command;
	snapshot_release(state);
	cr_assert_eq(run_sql("UPDATE tail SET row_count = row_count - 1 WHERE game = " FIRST_GAME
			     "%s",
			     ""),
		     1);
	struct job job = host_act(&host, &hosted, side, &command);
	cr_expect_eq(job.problem, PROBLEM_GAME_PAUSED);
	snapshot_release(job.snapshot);
	play_one(&other);
	close_folder();
}

/* A game is loaded as it was stored; that its muster is in the one form there is, --check proves. */
Test(damage, a_header_that_is_not_canonical_is_found_by_the_check)
{
	make_games();
	run_sql(FORGET_CHECKSUMS, "");
	cr_expect_eq(check_folder(folder), 0);
	cr_assert_geq(run_sql("UPDATE game SET header = CAST(replace(CAST(header AS TEXT),"
			      " '\"depth\":', '\"depth\": ') AS BLOB) WHERE id = " FIRST_GAME "%s",
			      ""),
		      1);
	cr_expect_eq(check_folder(folder), 1);
	open_again();
	play_one(&hosted);
	close_folder();
}

/* After a conflict and after a failure the checksums go on from what is there. */
Test(damage, conflict_and_retry_compute_them_anew)
{
	make_games();
	open_again();
	store_faulty_fail(&host.faulty, STORE_CONFLICT, 1);
	play_one(&other);
	store_faulty_fail(&host.faulty, STORE_CONFLICT, 1);
	host.faulty.wrote_anyway = true;
	play_one(&other);
	host.faulty.wrote_anyway = false;
	play_one(&hosted);
	host_close(&host);
	cr_expect_eq(check_folder(folder), 0);
	host_remove_folder(folder);
}
