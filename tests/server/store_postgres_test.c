/* What is PostgreSQL's alone: a database that goes and comes, a COMMIT of which nobody heard, errors
 * of the server, another process that takes over. */

#include <criterion/criterion.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "engines.h"

static const char one[] = "01234567-89ab-4def-8123-456789abcdef";

enum { TRIES = 300, TRY_MS = 100 };

static void wait_a_little(void)
{
	const struct timespec pause = {.tv_nsec = TRY_MS * 1000000L};

	nanosleep(&pause, NULL);
}

static enum store_error put(struct store *store, uint32_t number)
{
	const char *conflict = NULL;
	const struct store_game game = {
		.id = one, .header = {"header", 6}, .secret = {"seed", 4}, .created_ms = 1};
	struct store_row row = {.game = one, .expected = number, .events = {"a\n", 2}};
	const struct store_batch batch = {.list[STORE_GAME] = {&game, number == 0},
					  .list[STORE_ROW] = {&row, 1},
					  .conflict = &conflict};

	memcpy(row.scope, &number, sizeof(number));
	enum store_error error = store->append(store, &batch);
	cr_expect_eq(conflict != NULL, error == STORE_CONFLICT);
	return error;
}

static void count_row(void *context, const struct store_row *row)
{
	(void)row;
	++*(uint32_t *)context;
}

static uint32_t rows_of(struct store *store)
{
	uint32_t count = 0;

	cr_expect_eq(store->load_rows(store, one, &count, count_row), STORE_OK);
	return count;
}

static struct cluster cluster;

/* A cluster of the test's own, with a store in it; NULL where there is no PostgreSQL. */
static struct store *open_in_cluster(char url[CLUSTER_URL_BYTES])
{
	if (!cluster_begin(&cluster)) {
		fputs("skipped: no PostgreSQL here\n", stderr);
		return NULL;
	}
	cluster_make_database(&cluster, url);
	return engines_must_open(url);
}

static void close_in_cluster(struct store *store)
{
	store_close(store);
	cluster_end(&cluster);
}

static void wait_until_reached(struct store *store)
{
	enum store_error error = STORE_FAILED;

	for (int i = 0; i < TRIES && error; i++) {
		wait_a_little();
		error = store->reach(store);
	}
	cr_assert_eq(error, STORE_OK);
}

Test(store_postgres, a_database_that_is_gone_is_told_and_goes_on_when_it_is_back)
{
	char url[CLUSTER_URL_BYTES];
	uint32_t count = 0;
	struct store *store = open_in_cluster(url);

	if (!store)
		return;
	cr_assert_eq(put(store, 0), STORE_OK);
	cr_assert_eq(put(store, 1), STORE_OK);
	cr_expect_eq(rows_of(store), 2);
	cluster_kill(&cluster);
	cr_expect_eq(put(store, 2), STORE_FAILED);
	cr_expect_eq(store->load_rows(store, one, &count, count_row), STORE_FAILED);
	for (int i = 0; i < TRIES && store->reach(store) == STORE_OK; i++)
		wait_a_little();
	cr_expect_eq(store->reach(store), STORE_FAILED);
	cr_expect_eq(put(store, 2), STORE_FAILED);
	cluster_start(&cluster);
	wait_until_reached(store);
	cr_expect_eq(rows_of(store), 2);
	cr_expect_eq(put(store, 2), STORE_OK);
	cr_expect_eq(rows_of(store), 3);
	close_in_cluster(store);
}

/* ---- a COMMIT of which nobody heard ---- */

/* While a COMMIT waits for a standby that is not there, it is on disk already: end its process. */
static void *cut_commit(void *context)
{
	const char *url = context;
	const char *const waiting = "SELECT count(*) FROM pg_stat_activity"
				    " WHERE wait_event = 'SyncRep' AND query = 'COMMIT'";

	for (int i = 0; i < TRIES && cluster_sql(url, waiting) == 0; i++)
		wait_a_little();
	cluster_sql(url, "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
			 " WHERE wait_event = 'SyncRep' AND query = 'COMMIT'");
	cluster_sql(url, "ALTER SYSTEM RESET synchronous_standby_names");
	cluster_sql(url, "SELECT pg_reload_conf()");
	return NULL;
}

Test(store_postgres, a_commit_of_which_nobody_heard_is_found_and_not_done_twice)
{
	char url[CLUSTER_URL_BYTES];
	pthread_t thread;
	struct store *store = open_in_cluster(url);

	if (!store)
		return;
	cr_assert_eq(put(store, 0), STORE_OK);
	cluster_sql(url, "ALTER SYSTEM SET synchronous_standby_names = 'nobody'");
	cluster_sql(url, "SELECT pg_reload_conf()");
	pthread_create(&thread, NULL, cut_commit, url);
	cr_expect_eq(put(store, 1), STORE_OK);
	pthread_join(thread, NULL);
	wait_until_reached(store);
	cr_expect_eq(rows_of(store), 2);
	cr_expect_eq(put(store, 1), STORE_CONFLICT);
	cr_expect_eq(put(store, 2), STORE_OK);
	close_in_cluster(store);
}

/* Do something once when a row goes in, at its COMMIT. */
static void plant(const char *url, const char *what)
{
	char text[1024];

	cluster_sql(url, "CREATE SEQUENCE done");
	snprintf(text, sizeof(text),
		 "CREATE FUNCTION once() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
		 " IF nextval('done') = 1 THEN %s; END IF; RETURN NULL; END $$",
		 what);
	cluster_sql(url, text);
	cluster_sql(url,
		    "CREATE CONSTRAINT TRIGGER once AFTER INSERT ON command DEFERRABLE INITIALLY"
		    " DEFERRED FOR EACH ROW EXECUTE FUNCTION once()");
}

TEST_OF_POSTGRES(store_postgres, a_commit_that_came_to_nothing_is_done_again)
{
	struct store *store = engines_must_open(place);

	cr_assert_eq(put(store, 0), STORE_OK);
	plant(place, "PERFORM pg_terminate_backend(pg_backend_pid())");
	cr_expect_eq(put(store, 1), STORE_OK);
	cr_expect_eq(cluster_sql(place, "SELECT last_value FROM done"), 2);
	cr_expect_eq(rows_of(store), 2);
	store_close(store);
}

TEST_OF_POSTGRES(store_postgres, what_another_transaction_was_in_the_way_of_is_done_again)
{
	struct store *store = engines_must_open(place);

	cr_assert_eq(put(store, 0), STORE_OK);
	plant(place, "RAISE SQLSTATE '40001'");
	cr_expect_eq(put(store, 1), STORE_OK);
	cr_expect_eq(cluster_sql(place, "SELECT last_value FROM done"), 2);
	store_close(store);
}

/* ---- errors of the server ---- */

TEST_OF_POSTGRES(store_postgres, errors_say_what_they_are_and_nothing_of_the_batch_is_kept)
{
	static const struct {
		const char *what;
		enum store_error error;
	} cases[] = {
		{"RAISE SQLSTATE '53100'", STORE_FULL},
		{"RAISE SQLSTATE '25006'", STORE_READ_ONLY},
		{"RAISE SQLSTATE 'XX001'", STORE_DAMAGED},
		{"RAISE SQLSTATE '57014'", STORE_FAILED},
		{"RAISE SQLSTATE '23505'", STORE_CONFLICT},
	};
	struct store *store = engines_must_open(place);

	cr_assert_eq(put(store, 0), STORE_OK);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const struct store_batch probe = {0};

		plant(place, cases[i].what);
		const struct store_row row = {.game = one, .expected = 1};
		const struct store_batch batch = {.list[STORE_ROW] = {&row, 1}};
		cr_expect_eq(store->append(store, &batch), cases[i].error, "%s", cases[i].what);
		cr_expect_eq(rows_of(store), 1);
		cr_expect_eq(store->append(store, &probe), STORE_OK);
		cluster_sql(place, "DROP FUNCTION once CASCADE");
		cluster_sql(place, "DROP SEQUENCE done");
	}
	store_close(store);
}

/* ---- who has the database ---- */

TEST_OF_POSTGRES(store_postgres, whose_database_another_has_taken_writes_nothing_more)
{
	struct store *store = engines_must_open(place);

	cr_assert_eq(put(store, 0), STORE_OK);
	cluster_sql(place, "UPDATE writer SET session = 'another'");
	cr_expect_eq(put(store, 1), STORE_STALE);
	cr_expect_eq(put(store, 1), STORE_STALE);
	for (int i = 0; i < TRIES && store->reach(store) != STORE_STALE; i++)
		wait_a_little();
	cr_expect_eq(store->reach(store), STORE_STALE);
	cr_expect_eq(cluster_sql(place, "SELECT count(*) FROM command"), 1);
	store_close(store);
}

TEST_OF_POSTGRES(store_postgres, a_schema_more_than_one_step_ahead_is_refused)
{
	struct store *store = engines_must_open(place);
	int pid;

	store_close(store);
	cluster_sql(place, "UPDATE schema_version SET version = version + 1");
	store = engines_must_open(place);
	store_close(store);
	cluster_sql(place, "UPDATE schema_version SET version = version + 1");
	cr_expect_eq(engines_open(&store, place, &pid), STORE_NEWER);
}

/* What a server is set to does not make an answer earlier than the disk. */
TEST_OF_POSTGRES(store_postgres, what_is_answered_is_on_disk_whatever_the_server_is_set_to)
{
	char text[256];

	snprintf(text, sizeof(text),
		 "DO $$ BEGIN EXECUTE 'ALTER DATABASE ' || current_database() ||"
		 " ' SET synchronous_commit = off'; END $$");
	cluster_sql(place, text);
	struct store *store = engines_must_open(place);
	cluster_sql(place, "CREATE TABLE seen (setting TEXT)");
	cluster_sql(place, "CREATE FUNCTION see() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
			   " INSERT INTO seen VALUES (current_setting('synchronous_commit'));"
			   " RETURN NULL; END $$");
	cluster_sql(place, "CREATE TRIGGER see AFTER INSERT ON command EXECUTE FUNCTION see()");
	cr_assert_eq(put(store, 0), STORE_OK);
	cr_expect_eq(cluster_sql(place, "SELECT count(*) FROM seen WHERE setting = 'on'"), 1);
	store_close(store);
}

/* ---- several that share it ---- */

struct heard {
	uint32_t count, from, rows;
	bool has_status;
};

static void hear(void *context, const struct store_change *change)
{
	struct heard *heard = context;

	cr_expect_str_eq(change->id, one);
	heard->count++;
	heard->has_status |= change->kind == STORE_CHANGED_STATUS;
	if (change->kind != STORE_CHANGED_GAME)
		return;
	heard->from = change->from;
	heard->rows = change->rows;
}

static struct heard follow(struct store *store)
{
	struct heard heard = {0};

	cr_expect_eq(store->follow(store, &heard, hear), STORE_OK);
	return heard;
}

TEST_OF_POSTGRES(store_postgres, each_hears_of_the_others_once_and_not_of_itself)
{
	struct store *first = engines_must_join(place);
	struct store *second = engines_must_join(place);

	cr_expect_eq(put(first, 0), STORE_OK);
	struct heard heard = follow(second);
	cr_expect(heard.has_status && heard.from == 0 && heard.rows == 1);
	cr_expect_eq(follow(second).count, 0, "it is told once");
	cr_expect_eq(follow(first).count, 0, "what one writes oneself is known");
	cr_expect_eq(put(second, 1), STORE_OK);
	heard = follow(first);
	cr_expect(heard.count == 1 && heard.from == 1 && heard.rows == 2);
	/* A store that joins later reads what is there, and hears of what comes. */
	struct store *third = engines_must_join(place);
	cr_expect_eq(follow(third).count, 0);
	cr_expect_eq(put(first, 2), STORE_OK);
	cr_expect_eq(put(second, 3), STORE_OK);
	cr_expect_eq(follow(third).count, 2);
	store_close(third);
	store_close(second);
	store_close(first);
}

TEST_OF_POSTGRES(store_postgres, of_two_that_expect_the_same_row_one_has_it)
{
	struct store *first = engines_must_join(place);
	struct store *second = engines_must_join(place);

	cr_expect_eq(put(first, 0), STORE_OK);
	cr_expect_eq(put(first, 1), STORE_OK);
	cr_expect_eq(put(second, 1), STORE_CONFLICT);
	cr_expect_eq(put(second, 0), STORE_CONFLICT, "it was made already");
	cr_expect_eq(put(second, 2), STORE_OK);
	cr_expect_eq(put(first, 2), STORE_CONFLICT);
	cr_expect_eq(rows_of(first), 3);
	struct heard heard = follow(first);
	cr_expect(heard.count == 1 && heard.rows == 3, "what was not written is not told");
	store_close(second);
	store_close(first);
}

TEST_OF_POSTGRES(store_postgres, who_misses_something_begins_anew)
{
	struct store *first = engines_must_join(place);
	struct store *second = engines_must_join(place);
	struct heard heard = {0};

	cr_expect_eq(put(first, 0), STORE_OK);
	cr_expect_eq(put(first, 1), STORE_OK);
	cluster_sql(place, "DELETE FROM change WHERE number = 1");
	cr_expect_eq(second->follow(second, &heard, hear), STORE_STALE);
	store_close(second);
	second = engines_must_join(place);
	cr_expect_eq(follow(second).count, 0);
	cluster_sql(place, "DELETE FROM change");
	cr_expect_eq(put(first, 2), STORE_OK);
	cr_expect_eq(follow(second).rows, 3);
	store_close(second);
	store_close(first);
}

TEST_OF_POSTGRES(store_postgres, one_has_it_alone_or_several_share_it)
{
	struct store *first = engines_must_join(place), *alone = NULL;
	char detail[256];
	int pid = 0;

	cr_expect_eq(store_postgres_open(&alone, place, false, &pid, detail, sizeof(detail)),
		     STORE_LOCKED);
	cr_expect_eq(pid, getpid());
	store_close(first);
	alone = engines_must_open(place);
	cr_expect_null(alone->follow);
	cr_expect_eq(store_postgres_open(&first, place, true, &pid, detail, sizeof(detail)),
		     STORE_LOCKED);
	store_close(alone);
}

Test(store_postgres, where_no_database_is_it_is_told_why)
{
	struct store *store = NULL;
	char detail[256] = "";
	int pid;

	cr_expect_eq(store_postgres_open(&store, "postgresql:///x?host=/nowhere", false, &pid,
					 detail, sizeof(detail)),
		     STORE_FAILED);
	cr_expect(strstr(detail, "/nowhere"), "%s", detail);
	cr_expect_null(store);
}
