/* State rows: a game that is loaded from one is the game that its rows give; whatever is wrong
 * with one, the rows are what counts. */

#include <criterion/criterion.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "game/service.h"
#include "game/state_row.h"
#include "host.h"
#include "records.h"

enum { ROWS = STATE_ROWS + 20, LIMIT_SEEN = 16 };

static struct host host;
static struct pn_muster muster;
static char folder[64];
static struct hosted_game hosted;

static uint32_t count_rows(void)
{
	struct snapshot *state = host_state(&host, &hosted);
	uint32_t rows = state->rows;

	snapshot_release(state);
	return rows;
}

/* Something listed that neither takes back nor ends the game. False: it was not taken. */
static bool go_on(struct random_source *random)
{
	struct snapshot *state = host_state(&host, &hosted);
	pn_side side = pn_owes(&state->truth, PN_RED) ? PN_RED : PN_BLUE;
	const struct pn_actions *actions = snapshot_actions(state, side);
	unsigned at = (unsigned)(random_next(random) % actions->count);

	while (pn_is_parley(actions->action[at].command.kind))
		at = (at + 1) % actions->count;
	struct pn_command command = actions->action[at].command;
	struct job job = host_act(&host, &hosted, side, &command);

	snapshot_release(job.snapshot);
	snapshot_release(state);
	return job.problem == PROBLEM_NONE;
}

static void go_on_to(uint32_t rows)
{
	struct random_source random = {7};

	while (count_rows() < rows)
		cr_assert(go_on(&random));
}

/* A game of so many rows, and the server stopped. */
static void make_game(uint32_t rows)
{
	host_make_folder(folder);
	host_open(&host, folder);
	host_muster(&muster, PN_METHOD_SEALED);
	muster.turns = 90;
	host.plays_on = true;
	hosted = host_game(&host, &muster);
	go_on_to(rows);
	host_close(&host);
}

static void open_again(void)
{
	host_open(&host, folder);
	atomic_store(&host.keys, 1000);
	host.plays_on = true;
}

static void close_folder(void)
{
	host_close(&host);
	host_remove_folder(folder);
}

static int64_t run_sql(const char *sql)
{
	sqlite3 *db;
	sqlite3_stmt *statement;
	char file[128];
	int64_t value = -1;

	snprintf(file, sizeof(file), "%s/pennon.db", folder);
	cr_assert_eq(sqlite3_open(file, &db), SQLITE_OK);
	cr_assert_eq(sqlite3_prepare_v2(db, sql, -1, &statement, NULL), SQLITE_OK, "%s",
		     sqlite3_errmsg(db));
	if (sqlite3_step(statement) == SQLITE_ROW)
		value = sqlite3_column_int64(statement, 0);
	sqlite3_finalize(statement);
	sqlite3_close(db);
	return value;
}

static struct snapshot *load(bool whole)
{
	struct snapshot *snapshot = NULL;

	cr_assert_eq(game_load(host.service, hosted.game, whole, &snapshot), STORE_OK);
	return snapshot;
}

static struct job open_game(bool newest)
{
	struct job job = {.kind = JOB_OPEN, .newest = newest};

	memcpy(job.game, hosted.game, sizeof(job.game));
	cr_assert(host_run(&host, &job));
	return job;
}

static void expect_alike(struct snapshot *a, struct snapshot *b)
{
	cr_expect_eq(a->rows, b->rows);
	cr_expect_eq(a->entries, b->entries);
	cr_expect_eq(pn_game_hash(&a->truth), pn_game_hash(&b->truth));
	for (pn_side viewer = 0; viewer < PN_VIEWERS; viewer++) {
		const struct pn_game *x = snapshot_view(a, viewer), *y = snapshot_view(b, viewer);
		uint8_t chain[2][32];

		cr_expect_eq(pn_game_hash(x), pn_game_hash(y), "viewer %d", viewer);
		for (pn_side side = 0; side < PN_SIDES; side++)
			cr_expect_eq(pn_view_hash(x, side), pn_view_hash(y, side), "viewer %d",
				     viewer);
		cr_expect_eq(a->tip[viewer].seq, b->tip[viewer].seq);
		cr_expect_eq(a->tip[viewer].version, b->tip[viewer].version);
		log_chain(a->log, viewer, a->tip[viewer].seq, chain[0]);
		log_chain(b->log, viewer, b->tip[viewer].seq, chain[1]);
		cr_expect_arr_eq(chain[0], chain[1], 32, "viewer %d", viewer);
	}
}

Test(state_row, a_game_loaded_from_one_is_what_its_rows_give)
{
	make_game(ROWS);
	cr_expect_eq(run_sql("SELECT row_count FROM state"), STATE_ROWS);
	open_again();
	struct snapshot *whole = load(true), *newest = load(false);

	cr_expect(log_is_whole(whole->log));
	cr_expect_not(log_is_whole(newest->log));
	expect_alike(whole, newest);
	cr_expect_eq(newest->header.status, whole->header.status);
	cr_expect_arr_eq(newest->dice_key, whole->dice_key, 32);
	cr_expect_arr_eq(newest->base->seed, whole->base->seed, 32);
	cr_expect_eq(newest->told_ms, whole->told_ms);
	cr_expect_eq(newest->asked_ms, whole->asked_ms);
	cr_expect_eq(newest->asked_row, whole->asked_row);
	/* What was before comes when it is asked for, and is compared. */
	cr_expect_eq(game_complete(host.service, newest), STORE_OK);
	cr_expect(log_is_whole(newest->log));
	for (pn_side viewer = 0; viewer < PN_VIEWERS; viewer++) {
		log_hash(whole->log, viewer, whole->tip[viewer].seq);
		for (uint32_t seq = 1; seq <= whole->tip[viewer].seq; seq++) {
			cr_expect_eq(log_seen(whole->log, viewer, seq),
				     log_seen(newest->log, viewer, seq));
			cr_expect_arr_eq(log_seen_hash(whole->log, viewer, seq),
					 log_seen_hash(newest->log, viewer, seq), 32);
		}
	}
	snapshot_release(whole);
	snapshot_release(newest);
	close_folder();
}

Test(state_row, a_game_goes_on_from_one_to_its_end)
{
	struct random_source random = {9};

	make_game(ROWS);
	for (int i = 0; i < 12; i++) {
		open_again();
		atomic_store(&host.keys, 1000u + (unsigned)i * 100);
		struct job job = open_game(true);
		cr_expect_eq(job.problem, PROBLEM_NONE);
		snapshot_release(job.snapshot);
		host_play(&host, &hosted, &random, 23);
		host_close(&host);
	}
	cr_expect_gt(run_sql("SELECT row_count FROM state"), STATE_ROWS);
	cr_expect_eq(check_folder(folder), 0);
	open_again();
	atomic_store(&host.keys, 9000);
	host.plays_on = false;
	host_play(&host, &hosted, &random, 100000);
	struct job job = open_game(false);
	struct text record = TEXT_EMPTY;

	snapshot_record(host.service, job.snapshot, PN_PUBLIC, &record);
	struct verify_report report = record_verify(record.bytes, record.size);
	record_expect(&report, VERIFY_RIGHT, "a game that was loaded from state rows");
	text_free(&record);
	snapshot_release(job.snapshot);
	close_folder();
}

/* A command that was row number `row` again, with its key, when the game has ROWS rows and only the
 * newest are in memory. */
static void expect_repeated(uint32_t row)
{
	struct text text = TEXT_EMPTY;

	host_make_folder(folder);
	host_open(&host, folder);
	host_muster(&muster, PN_METHOD_SEALED);
	muster.turns = 90;
	host.plays_on = true;
	hosted = host_game(&host, &muster);
	go_on_to(row);
	struct snapshot *state = host_state(&host, &hosted);
	pn_side side = pn_owes(&state->truth, PN_RED) ? PN_RED : PN_BLUE;
	const struct pn_actions *actions = snapshot_actions(state, side);
	unsigned at = 0;

	while (pn_is_parley(actions->action[at].command.kind))
		at++;
	struct pn_command command = actions->action[at].command;
	struct job first = host_act_job(&host, &hosted, side, &command, &text);
	struct job again = first;

	cr_assert(host_run(&host, &first));
	cr_assert_eq(first.problem, PROBLEM_NONE);
	snapshot_release(state);
	go_on_to(ROWS);
	host_reopen(&host);
	struct job newest = open_game(true);
	cr_assert_not(log_is_whole(newest.snapshot->log));
	snapshot_release(newest.snapshot);
	cr_assert(host_run(&host, &again));
	cr_expect_eq(again.problem, PROBLEM_NONE, "row %u", row);
	cr_expect_eq(again.action.receipt.seq, first.action.receipt.seq, "row %u", row);
	cr_expect_eq(again.action.receipt.time_ms, first.action.receipt.time_ms, "row %u", row);
	snapshot_release(first.snapshot);
	snapshot_release(again.snapshot);
	text_free(&text);
	close_folder();
}

Test(state_row, what_was_before_one_is_answered_as_it_was)
{
	expect_repeated(2);
	expect_repeated(STATE_ROWS - 1);
}

/* Its row is in memory; what was before it is not. */
Test(state_row, what_came_after_one_is_answered_as_it_was)
{
	expect_repeated(STATE_ROWS);
	expect_repeated(ROWS - 2);
	expect_repeated(ROWS - 1);
}

/* Both parts of a log are read while the game goes on. */
Test(state_row, who_asks_for_what_was_before_gets_it)
{
	struct seen_event seen[4];
	struct text lines = TEXT_EMPTY;
	struct random_source random = {11};

	make_game(ROWS);
	open_again();
	struct job job = open_game(true);
	cr_expect_not(log_is_whole(job.snapshot->log));
	snapshot_release(job.snapshot);
	cr_expect_null(service_near(host.service, hosted.game, PN_RED, false));
	cr_expect(go_on(&random));
	job = open_game(false);
	cr_assert_eq(job.problem, PROBLEM_NONE);
	cr_expect_eq(snapshot_events(job.snapshot, PN_RED, 0, seen, 4, &lines), 4);
	cr_expect_eq(seen[0].seq, 1);
	text_free(&lines);
	snapshot_release(job.snapshot);
	cr_expect(go_on(&random));
	close_folder();
}

/* What a command answers lies behind the state row. */
Test(state_row, a_command_tells_its_own_events)
{
	struct seen_event seen[LIMIT_SEEN];
	struct text lines = TEXT_EMPTY, text = TEXT_EMPTY;

	make_game(ROWS);
	open_again();
	struct job job = open_game(true);
	pn_side side = pn_owes(&job.snapshot->truth, PN_RED) ? PN_RED : PN_BLUE;
	const struct pn_actions *actions = snapshot_actions(job.snapshot, side);
	unsigned at = 0;

	while (pn_is_parley(actions->action[at].command.kind))
		at++;
	struct pn_command command = actions->action[at].command;
	struct job act = host_act_job(&host, &hosted, side, &command, &text);

	/* Writing the command has brought in all of it. */
	snapshot_release(job.snapshot);
	host_reopen(&host);
	cr_assert(host_run(&host, &act));
	cr_assert_eq(act.problem, PROBLEM_NONE);
	cr_expect_not(log_is_whole(act.snapshot->log));
	cr_expect_geq(snapshot_events(act.snapshot, side, act.action.first_seq - 1, seen,
				      LIMIT_SEEN, &lines),
		      1);
	cr_expect_eq(seen[0].seq, act.action.first_seq);
	text_free(&lines);
	text_free(&text);
	snapshot_release(act.snapshot);
	close_folder();
}

/* The state row is spoilt by `sql`; the game is what it was. */
static void expect_folded(const char *sql, int faults)
{
	make_game(ROWS);
	run_sql(sql);
	cr_expect_eq(check_folder(folder), faults, "%s", sql);
	open_again();
	struct snapshot *newest = load(false), *whole = load(true);

	cr_expect(log_is_whole(newest->log), "%s", sql);
	expect_alike(newest, whole);
	snapshot_release(newest);
	snapshot_release(whole);
	close_folder();
}

Test(state_row, a_damaged_one_is_folded_over)
{
	expect_folded("UPDATE state SET body = CAST(substr(body, 1, length(body) - 1) AS BLOB)", 1);
	expect_folded("UPDATE state SET row_count = row_count - 1", 1);
	expect_folded("UPDATE state SET last = x'00000000000000000000000000000000'", 1);
	expect_folded("UPDATE state SET checksum = x'00'", 1);
	expect_folded("DELETE FROM state", 0);
}

/* Put a body into the database as a server would, with a checksum that is right. */
static void put_body(const char *body, size_t size, uint32_t rows)
{
	const struct store_state state = {hosted.game, rows, {body, size}};
	const struct store_batch batch = {.list[STORE_STATE] = {&state, 1}};
	struct store *store;
	int pid;

	cr_assert_eq(store_sqlite_open(&store, folder, &pid), STORE_OK);
	cr_assert_eq(store->append(store, &batch), STORE_OK);
	store_close(store);
}

Test(state_row, one_of_another_build_is_folded_over)
{
	struct text body = TEXT_EMPTY;

	make_game(ROWS);
	open_again();
	struct snapshot *whole = load(true);
	uint32_t rows = whole->rows;

	state_row_write(&body, whole);
	snapshot_release(whole);
	host_close(&host);
	put_body(body.bytes, body.size, rows);
	open_again();
	struct snapshot *newest = load(false);
	cr_expect_not(log_is_whole(newest->log), "as it is it serves");
	snapshot_release(newest);
	host_close(&host);
	body.bytes[0] ^= 1;
	put_body(body.bytes, body.size, rows);
	cr_expect_eq(check_folder(folder), 0, "another build's says nothing");
	open_again();
	newest = load(false);
	cr_expect(log_is_whole(newest->log));
	snapshot_release(newest);
	text_free(&body);
	close_folder();
}

/* A state that says something else than its rows, in a row that is whole. */
Test(state_row, the_check_finds_one_that_is_wrong)
{
	struct text body = TEXT_EMPTY;

	make_game(ROWS);
	open_again();
	struct snapshot *whole = load(true), *wrong = snapshot_copy(whole);
	uint32_t rows = whole->rows;

	wrong->truth.unit[0].pose.at.x += 1;
	state_row_write(&body, wrong);
	snapshot_release(whole);
	snapshot_release(wrong);
	host_close(&host);
	put_body(body.bytes, body.size, rows);
	cr_expect_eq(check_folder(folder), 1);
	open_again();
	text_free(&body);
	close_folder();
}

/* A row from before it is not looked at until somebody asks for it. */
Test(state_row, damage_before_one_is_found_when_that_is_read)
{
	make_game(ROWS);
	run_sql("UPDATE command SET time_ms = time_ms + 1 WHERE number = 5");
	cr_expect_eq(check_folder(folder), 1);
	open_again();
	struct job job = open_game(true);
	cr_expect_eq(job.problem, PROBLEM_NONE);
	snapshot_release(job.snapshot);
	job = open_game(false);
	cr_expect_eq(job.problem, PROBLEM_GAME_PAUSED);
	cr_expect_null(job.snapshot);
	close_folder();
}

Test(state_row, damage_behind_one_is_found_at_once)
{
	make_game(ROWS);
	run_sql("UPDATE command SET time_ms = time_ms + 1 WHERE number = 80");
	open_again();
	cr_expect_eq(open_game(true).problem, PROBLEM_GAME_PAUSED);
	close_folder();
}

/* A disk that takes nothing: the batch with the state row has not happened, and comes again. */
Test(state_row, one_that_was_not_written_comes_later)
{
	struct random_source random = {7};

	make_game(STATE_ROWS - 1);
	open_again();
	store_faulty_fail(&host.faulty, STORE_FULL, 1);
	cr_expect_not(go_on(&random));
	cr_expect_eq(count_rows(), STATE_ROWS - 1);
	store_faulty_fail(&host.faulty, STORE_OK, 0);
	cr_expect(go_on(&random));
	host_close(&host);
	cr_expect_eq(run_sql("SELECT row_count FROM state"), STATE_ROWS);
	cr_expect_eq(check_folder(folder), 0);
	open_again();
	close_folder();
}
