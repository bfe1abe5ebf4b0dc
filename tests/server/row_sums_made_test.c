/* Checksums of players, tokens, holders and battles: of rows from before there were any, with several
 * processes on one database, after a crash, in a copy, and what the check says of them. */

#include <criterion/criterion.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "check.h"
#include "earlier.h"
#include "engines.h"
#include "host.h"
#include "store/store_copy.h"
#include "summed.h"

/* ---- from before ---- */

static void back_to_before(const char *place)
{
	if (!engines_is_postgres(place)) {
		earlier_back_to_18(place);
		return;
	}
	cluster_sql(place, "DROP TABLE row_sum; ALTER TABLE writer DROP COLUMN summing;"
			   "ALTER TABLE holder DROP COLUMN checksum;"
			   "ALTER TABLE player DROP COLUMN checksum;"
			   "ALTER TABLE token DROP COLUMN checksum;"
			   "ALTER TABLE battle DROP COLUMN checksum;"
			   "UPDATE schema_version SET version = 3");
}

TEST_OF_ENGINES(row_sums_made, rows_of_before_get_their_checksums_when_it_is_opened)
{
	summed_make(place);
	back_to_before(place);
	cr_expect_eq(summed_findings_in(place).count, 0);
	engines_sql(place, "UPDATE player SET title = 'Mallory' WHERE id = 1");
	summed_expect_found(place, STORE_ROW_CHANGED, "player", ANN, "a row of before");
}

/* More than are asked for, or written, without waiting for an answer. */
TEST_OF_ENGINES(row_sums_made, many_rows_in_one_batch_and_at_one_start)
{
	enum { MANY = 1025 };
	static char id[MANY][STORE_GAME_BYTES];
	static struct store_player player[MANY];
	static struct store_token token[MANY];
	struct store *store = engines_must_open(place);

	for (int i = 0; i < MANY; i++) {
		snprintf(id[i], sizeof(id[i]), "%08d-89ab-4def-8123-456789abcdef", i);
		player[i] = (struct store_player){.id = id[i], .name = "Somebody"};
		token[i] = summed_token(id[i], id[i]);
	}
	summed_append(store, &(struct store_batch){.list[STORE_PLAYER] = {player, MANY},
						   .list[STORE_TOKEN] = {token, MANY}});
	summed_expect_whole(store, "a batch");
	store_close(store);
	back_to_before(place);
	cr_expect_eq(summed_findings_in(place).count, 0);
	engines_sql(place, "DELETE FROM token WHERE id = 1000");
	summed_expect_found(place, STORE_ROW_MISSING, "token", id[999], "one of them");
}

/* A disk that can only be read gives none; nothing is said of such a table but that. */
Test(row_sums_made, a_table_without_a_sum_is_told_as_one)
{
	char folder[64];
	struct store *store;
	int pid;

	host_make_folder(folder);
	summed_make(folder);
	engines_sql(folder, "DELETE FROM row_sum WHERE name = 'token'");
	engines_sql(folder, "UPDATE token SET may = 7");
	cr_assert_eq(store_sqlite_open_to_read(&store, folder, &pid), STORE_OK);
	const struct summed_found found = summed_findings(store);
	cr_expect_eq(found.count, 1);
	cr_expect_eq(found.last.kind, STORE_ROWS_UNSUMMED);
	cr_expect_str_eq(found.table, "token");
	store_close(store);
	host_remove_folder(folder);
}

/* ---- several on one database ---- */

/* A process of before, as far as the database knows of it. */
#define OLDER_COMES(seen) \
	"INSERT INTO writer (id, session, pid, batch, seen_ms)" \
	" SELECT max(id) + 1, 'older', 1, 0, " seen " FROM writer"

#define FAR_FUTURE "9000000000000"

TEST_OF_POSTGRES(row_sums_made, while_an_older_process_writes_nothing_is_told_of_its_rows)
{
	struct store *store, *other;

	summed_make(place);
	back_to_before(place);
	cluster_sql(place, OLDER_COMES(FAR_FUTURE));
	store = engines_must_join(place);
	cluster_sql(place, "UPDATE player SET title = 'Anna' WHERE id = 1");
	cluster_sql(place, "DELETE FROM battle");
	struct summed_found found = summed_findings(store);
	cr_expect_eq(found.count, 4);
	cr_expect_eq(found.last.kind, STORE_ROWS_UNSUMMED);
	summed_put_player(store, &(struct store_player){.id = BOB, .name = "Bo", .changes = true});
	cr_expect_eq(summed_findings(store).count, 4);
	/* It goes; whoever comes next makes the sums, while the others write on. */
	cluster_sql(place, "UPDATE writer SET seen_ms = 0 WHERE session = 'older'");
	other = engines_must_join(place);
	summed_expect_whole(other, "the older one has gone");
	summed_put_player(store, &(struct store_player){.id = BOB, .name = "Bob", .changes = true});
	summed_expect_whole(store, "a name after that");
	cr_expect_eq(cluster_sql(place, "SELECT count(*) FROM writer WHERE session = 'older'"), 0,
		     "if it was not dead after all, it writes nothing more");
	store_close(other);
	store_close(store);
}

/* It began when it had not yet read that it must not. */
TEST_OF_POSTGRES(row_sums_made, after_an_older_process_the_sums_are_made_anew)
{
	struct store *store = engines_must_join(place);

	summed_fill(store);
	cluster_sql(place, OLDER_COMES("0"));
	cluster_sql(place, "UPDATE player SET title = 'Anna' WHERE id = 1");
	cr_expect_eq(summed_findings(store).last.kind, STORE_ROWS_UNSUMMED);
	store_close(store);
	cr_expect_eq(summed_findings_in(place).count, 0);
	cluster_sql(place, "UPDATE player SET title = 'Mallory' WHERE id = 1");
	summed_expect_found(place, STORE_ROW_CHANGED, "player", ANN, "after that");
}

enum { PLAYERS_EACH = 60 };

struct node {
	struct store *store;
	char mark;
	int first; /* its players are numbered from here */
};

static void *write_players(void *context)
{
	const struct node *node = context;
	char id[STORE_GAME_BYTES];

	for (int i = 0; i < PLAYERS_EACH; i++) {
		snprintf(id, sizeof(id), "%c%07d-89ab-4def-8123-456789abcdef", node->mark,
			 node->first + i);
		const struct store_token token = summed_token(id, id);

		summed_put_player(node->store,
				  &(struct store_player){.id = id, .name = "Somebody"});
		summed_put_token(node->store, &token);
		summed_put_player(node->store,
				  &(struct store_player){
					  .id = id, .name = "", .changes = true, .ended = i % 2});
	}
	return NULL;
}

TEST_OF_POSTGRES(row_sums_made, two_that_write_at_once_keep_one_sum)
{
	struct node nodes[] = {{engines_must_join(place), 'a', 0},
			       {engines_must_join(place), 'b', 0}};
	pthread_t threads[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, write_players, &nodes[i]);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	summed_expect_whole(nodes[0].store, "two at once");
	cr_expect_eq(cluster_sql(place, "SELECT row_count FROM row_sum WHERE name = 'player'"),
		     2 * PLAYERS_EACH);
	store_close(nodes[1].store);
	store_close(nodes[0].store);
}

/* ---- a crash ---- */

TEST_OF_ENGINES(row_sums_made, after_a_crash_sums_and_rows_agree)
{
	const struct timespec pause = {.tv_nsec = 400 * 1000000L};
	int status, begun[2];
	char byte = 0;

	cr_assert_eq(pipe(begun), 0);
	store_close(engines_must_open(place));
	const pid_t child = fork();
	if (child == 0) {
		struct node node = {engines_must_open(place), 'c', 0};

		write_players(&node);
		if (write(begun[1], &byte, 1) != 1)
			_exit(EXIT_FAILURE);
		for (;;) {
			node.first += PLAYERS_EACH;
			write_players(&node);
		}
	}
	close(begun[1]);
	cr_assert_eq(read(begun[0], &byte, 1), 1, "it has written some");
	close(begun[0]);
	nanosleep(&pause, NULL);
	kill(child, SIGKILL);
	cr_assert_eq(waitpid(child, &status, 0), child);
	cr_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
	struct store *store = engines_must_open(place);
	summed_expect_whole(store, "a crash");
	summed_put_player(store, &(struct store_player){.id = ANN, .name = "Ann"});
	summed_expect_whole(store, "what came after it");
	store_close(store);
}

/* ---- copies ---- */

static void expect_copied(const char *from, const char *to)
{
	struct store *source = engines_must_open(from), *target = engines_must_open(to);
	const char *table = "";
	uint64_t rows = 0;

	cr_assert_eq(store_copy(source, target, &rows, &table), STORE_OK, "%s", table);
	summed_expect_whole(target, "a copy");
	summed_put_player(target, &(struct store_player){.id = BOB, .name = "Bo", .changes = true});
	summed_expect_whole(target, "a name in the copy");
	store_close(target);
	store_close(source);
}

TEST_OF_POSTGRES(row_sums_made, a_copy_has_the_sums_of_what_was_copied)
{
	char folder[64], back[64];

	host_make_folder(folder);
	host_make_folder(back);
	summed_make(folder);
	expect_copied(folder, place);
	expect_copied(place, back);
	engines_sql(back, "DELETE FROM token WHERE id = 1");
	summed_expect_found(back, STORE_ROW_MISSING, "token", PHONE, "from the copy of the copy");
	host_remove_folder(folder);
	host_remove_folder(back);
}

/* What is missing is so in a copy, too. */
TEST_OF_POSTGRES(row_sums_made, a_copy_hides_nothing)
{
	char folder[64];
	struct store *from, *to;
	const char *table = "";
	uint64_t rows = 0;

	host_make_folder(folder);
	summed_make(folder);
	engines_sql(folder, "DELETE FROM token WHERE id = 1");
	from = engines_must_open(folder);
	to = engines_must_open(place);
	cr_assert_eq(store_copy(from, to, &rows, &table), STORE_OK);
	store_close(to);
	store_close(from);
	summed_expect_found(place, STORE_ROW_MISSING, "token", PHONE, "the copy");
	host_remove_folder(folder);
}

/* ---- pennond --check ---- */

static struct host host;

/* A folder with a player, and what the check says after a change to it. */
static int check_after(const char *change)
{
	struct job job = {.kind = JOB_PLAYER, .if_match = -1, .account.name = "Ann"};
	char folder[64];

	host_make_folder(folder);
	host_open(&host, folder);
	host_key(&host, &job);
	cr_assert(host_run(&host, &job));
	host_close(&host);
	cr_assert_eq(check_folder(folder), 0);
	earlier_sql(folder, change);
	const int status = check_folder(folder);
	host_remove_folder(folder);
	return status;
}

Test(row_sums_made, the_check_says_so)
{
	cr_expect_eq(check_after("UPDATE player SET ended = 0"), 0, "nothing changed");
	cr_expect_eq(check_after("UPDATE player SET title = 'Mallory'"), 1);
	cr_expect_eq(check_after("DELETE FROM token"), 1);
	cr_expect_eq(check_after("UPDATE row_sum SET row_count = 0 WHERE name = 'token'"), 1);
	cr_expect_eq(check_after("UPDATE player SET body_hash = x'00'"), 1, "it cannot be read");
	cr_expect_eq(check_after("UPDATE token SET token_hash = x'00'"), 1, "it cannot be read");
}
