/* The store's contract, on SQLite in memory and in a folder; full disks; the lock. */

#include <criterion/criterion.h>
#include <fcntl.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engines.h"
#include "host.h"
#include "store/store.h"

static const char one[] = "01234567-89ab-4def-8123-456789abcdef";
static const char two[] = "f1234567-89ab-4def-8123-456789abcdef";

static struct store *open_store(const char *place)
{
	return engines_must_open(place);
}

static struct store_game game_of(const char *id)
{
	return (struct store_game){
		.id = id, .header = {"header", 6}, .secret = {"\0seed", 5}, .created_ms = 12345};
}

/* Row number `number`; its scope is its number unless given otherwise. */
static struct store_row row_of(const char *game, uint32_t number)
{
	struct store_row row = {
		.game = game,
		.expected = number,
		.body_hash = {9, (uint8_t)number},
		.time_ms = 1000 + number,
		.command = {"{}", 2},
		.events = {"a\nb\n", 4},
		.tips = {"\1\0\2", 3},
	};
	memcpy(row.scope, &number, sizeof(number));
	return row;
}

static enum store_error append_rows(struct store *store, const struct store_row *rows, size_t count,
				    const char **conflict)
{
	const struct store_batch batch = {.list[STORE_ROW] = {rows, count}, .conflict = conflict};
	return store->append(store, &batch);
}

static void create_game(struct store *store, const char *id)
{
	const struct store_game game = game_of(id);
	const struct store_row row = row_of(id, 0);
	const struct store_batch batch = {.list[STORE_GAME] = {&game, 1},
					  .list[STORE_ROW] = {&row, 1}};
	cr_assert_eq(store->append(store, &batch), STORE_OK);
}

static void count_row(void *context, const struct store_row *row)
{
	uint32_t *count = context;
	cr_expect_eq(row->expected, *count);
	cr_expect_eq(row->time_ms, 1000 + *count);
	cr_expect_eq(row->events.size, 4);
	cr_expect_eq(memcmp(row->events.bytes, "a\nb\n", 4), 0);
	cr_expect_eq(row->tips.size, 3);
	cr_expect_eq(memcmp(row->tips.bytes, "\1\0\2", 3), 0);
	cr_expect_eq(row->body_hash[0], 9);
	++*count;
}

static uint32_t rows_of(struct store *store, const char *id)
{
	uint32_t count = 0;
	enum store_error error = store->load_rows(store, id, &count, count_row);
	cr_expect_eq(error, count ? STORE_OK : STORE_NOT_FOUND);
	return count;
}

static void expect_game(void *context, const struct store_game *game)
{
	*(int *)context += 1;
	cr_expect_eq(game->created_ms, 12345);
	cr_expect_eq(game->header.size, 6);
	cr_expect_eq(game->secret.size, 5);
	cr_expect_eq(memcmp(game->secret.bytes, "\0seed", 5), 0);
}

static void check_contract(struct store *store)
{
	int games = 0;
	const char *conflict = NULL;
	struct store_row row[3];

	cr_expect_eq(rows_of(store, one), 0);
	cr_expect_eq(store->load_game(store, one, &games, expect_game), STORE_NOT_FOUND);
	cr_expect_eq(store->load_game(store, "no id", &games, expect_game), STORE_NOT_FOUND);
	create_game(store, one);
	create_game(store, two);
	cr_expect_eq(store->load_game(store, one, &games, expect_game), STORE_OK);
	cr_expect_eq(games, 1);

	row[0] = row_of(one, 1);
	row[1] = row_of(two, 1);
	row[2] = row_of(one, 2);
	cr_expect_eq(append_rows(store, row, 3, &conflict), STORE_OK);
	cr_expect_eq(rows_of(store, one), 3);
	cr_expect_eq(rows_of(store, two), 2);

	/* An old number, a number too high: nothing of the batch is kept. */
	row[0] = row_of(two, 2);
	row[1] = row_of(one, 2);
	memset(row[1].scope, 77, sizeof(row[1].scope));
	cr_expect_eq(append_rows(store, row, 2, &conflict), STORE_CONFLICT);
	cr_expect_str_eq(conflict, one);
	row[1] = row_of(one, 4);
	cr_expect_eq(append_rows(store, row, 2, &conflict), STORE_CONFLICT);
	row[1] = row_of("99999999-89ab-4def-8123-456789abcdef", 1);
	cr_expect_eq(append_rows(store, row, 2, &conflict), STORE_CONFLICT);
	cr_expect_eq(rows_of(store, one), 3);
	cr_expect_eq(rows_of(store, two), 2);

	/* The same key in another game is another key. */
	row[0] = row_of(two, 2);
	cr_expect_eq(append_rows(store, row, 1, &conflict), STORE_OK);
	/* A game is made once. */
	const struct store_game again = game_of(one);
	const struct store_batch batch = {.list[STORE_GAME] = {&again, 1}, .conflict = &conflict};
	cr_expect_eq(store->append(store, &batch), STORE_CONFLICT);
	/* An empty batch asks whether writing works. */
	cr_expect_eq(append_rows(store, row, 0, &conflict), STORE_OK);
}

Test(store, contract_in_memory)
{
	struct store *store = open_store(":memory:");
	check_contract(store);
	store_close(store);
}

TEST_OF_ENGINES(store, contract_and_after_opening_again)
{
	struct store *store = open_store(place);

	check_contract(store);
	store_close(store);
	store = open_store(place);
	cr_expect_eq(rows_of(store, one), 3);
	cr_expect_eq(rows_of(store, two), 3);
	cr_expect_eq(store->check(store), STORE_OK);
	store_close(store);
}

struct seen_seats {
	int count;
	struct store_seat last;
	char game[STORE_GAME_BYTES];
};

static void see_seat(void *context, const void *piece)
{
	const struct store_seat *seat = piece;
	struct seen_seats *seen = context;
	seen->count++;
	seen->last = *seat;
	memcpy(seen->game, seat->game, sizeof(seen->game));
}

TEST_OF_ENGINES(store, seats_come_back)
{
	struct store *store = open_store(place);
	struct seen_seats seen = {0};
	const struct store_seat seat[2] = {
		{.game = one, .side = 0, .token_hash = {1}},
		{.game = one, .side = 1, .token_hash = {2}},
	};
	struct store_batch batch = {.list[STORE_SEAT] = {seat, 2}};

	cr_expect_eq(store->load(store, STORE_SEAT, NULL, &seen, see_seat), STORE_OK);
	cr_expect_eq(seen.count, 0);
	create_game(store, one);
	cr_expect_eq(store->append(store, &batch), STORE_OK);
	cr_expect_eq(store->load(store, STORE_SEAT, NULL, &seen, see_seat), STORE_OK);
	cr_expect_eq(seen.count, 2);
	cr_expect_eq(seen.last.side, 1);
	cr_expect_eq(seen.last.token_hash[0], 2);
	cr_expect_str_eq(seen.game, one);
	/* A token holds one seat. */
	const struct store_seat other = {.game = one, .side = 1, .token_hash = {2}};
	batch = (struct store_batch){.list[STORE_SEAT] = {&other, 1}};
	cr_expect_eq(store->append(store, &batch), STORE_CONFLICT);
	store_close(store);
}

static enum store_error put_seat(struct store *store, struct store_seat seat)
{
	const struct store_batch batch = {.list[STORE_SEAT] = {&seat, 1}};
	return store->append(store, &batch);
}

struct holders {
	int tokens, ended, players;
};

static void count_holder(void *context, const void *piece)
{
	const struct store_seat *seat = piece;
	struct holders *holders = context;
	holders->players += seat->player != NULL;
	holders->tokens += !seat->player && !seat->ended;
	holders->ended += seat->ended;
	if (seat->player)
		cr_expect_str_eq(seat->player, two);
}

static struct holders holders_of(struct store *store)
{
	struct holders holders = {0};
	cr_expect_eq(store->load(store, STORE_SEAT, NULL, &holders, count_holder), STORE_OK);
	return holders;
}

TEST_OF_ENGINES(store, a_seat_may_have_several_holders_and_is_taken_from_all_at_once)
{
	struct store *store = open_store(place);
	create_game(store, one);
	const struct store_seat player = {.game = one, .side = 0, .player = two};

	cr_expect_eq(put_seat(store, (struct store_seat){.game = one, .token_hash = {1}}),
		     STORE_OK);
	cr_expect_eq(put_seat(store, (struct store_seat){.game = one, .token_hash = {2}}),
		     STORE_OK);
	cr_expect_eq(put_seat(store, player), STORE_OK);
	cr_expect_eq(put_seat(store, player), STORE_CONFLICT, "a player holds one seat a game");
	cr_expect_eq(
		put_seat(store, (struct store_seat){.game = one, .side = 1, .token_hash = {3}}),
		STORE_OK);
	struct holders before = holders_of(store);
	cr_expect_eq(before.tokens, 3);
	cr_expect_eq(before.players, 1);

	const struct store_seat move = {.game = one, .token_hash = {4}, .ends_others = true};
	cr_expect_eq(put_seat(store, move), STORE_OK);
	struct holders after = holders_of(store);
	cr_expect_eq(after.tokens, 2, "the new one, and the other side's");
	cr_expect_eq(after.ended, 2);
	cr_expect_eq(after.players, 0);
	store_close(store);
}

/* A folder as version 1 wrote it: an open game, one being played, one that has ended. */
static const char version_1[] =
	"CREATE TABLE game (id INTEGER PRIMARY KEY, name BLOB NOT NULL UNIQUE,"
	" created_ms INTEGER NOT NULL, header BLOB NOT NULL, secret BLOB NOT NULL) STRICT;"
	"CREATE TABLE command (id INTEGER PRIMARY KEY, game INTEGER NOT NULL,"
	" number INTEGER NOT NULL, scope BLOB NOT NULL, body_hash BLOB NOT NULL,"
	" time_ms INTEGER NOT NULL, command BLOB NOT NULL, events BLOB NOT NULL,"
	" tips BLOB NOT NULL) STRICT;"
	"CREATE UNIQUE INDEX command_number ON command (game, number);"
	"CREATE UNIQUE INDEX command_scope ON command (game, scope);"
	"CREATE TABLE seat (id INTEGER PRIMARY KEY, name BLOB NOT NULL, side INTEGER NOT NULL,"
	" token_hash BLOB NOT NULL UNIQUE, UNIQUE (name, side)) STRICT;"
	"CREATE TABLE probe (id INTEGER PRIMARY KEY, count INTEGER NOT NULL) STRICT;"
	"INSERT INTO probe VALUES (1, 0);"
	"INSERT INTO game VALUES (1, CAST(zeroblob(15) || x'01' AS BLOB), 10, x'7b7d', x'00'),"
	" (2, CAST(zeroblob(15) || x'02' AS BLOB), 20, x'7b7d', x'00'), (3, CAST(zeroblob(15) || x'03' AS BLOB), 30, x'7b7d',"
	" x'00');"
	"INSERT INTO seat SELECT NULL, name, 0, CAST(name || x'00' || zeroblob(15) AS BLOB) FROM game;"
	"INSERT INTO seat SELECT NULL, name, 1, CAST(name || x'01' || zeroblob(15) AS BLOB) FROM game"
	" WHERE id > 1;"
	"INSERT INTO command VALUES (1, 3, 0, x'00', x'00', 77, x'',"
	" CAST('{\"seq\":4,\"type\":\"ended\"}' AS BLOB), x'00');"
	"PRAGMA user_version = 1;";

/* Pages are what costs: what a command changes of a game must not lie among the pages of its long
 * header, or each game of a batch costs one. */
Test(store, a_batch_writes_fewer_pages_than_it_has_games)
{
	enum { GAMES = 64, PAGE_BYTES = 1024 };
	static char id[GAMES][sizeof(one)], header[3 * PAGE_BYTES];
	struct store_game game[GAMES];
	struct store_row row[GAMES];
	char folder[64], path[96];
	struct stat before, after;

	host_make_folder(folder);
	snprintf(path, sizeof(path), "%s/pennon.db-wal", folder);
	struct store *store = open_store(folder);
	memset(header, ' ', sizeof(header));
	for (int i = 0; i < GAMES; i++) {
		snprintf(id[i], sizeof(id[i]), "%08x%s", i, one + 8);
		game[i] = game_of(id[i]);
		game[i].header = (struct store_bytes){header, sizeof(header)};
		row[i] = row_of(id[i], 0);
	}
	const struct store_batch made = {.list[STORE_GAME] = {game, GAMES},
					 .list[STORE_ROW] = {row, GAMES}};
	cr_assert_eq(store->append(store, &made), STORE_OK);
	/* Numbers of one byte from here on: what has another size is written anew. */
	for (uint32_t number = 1; number < 4; number++) {
		cr_assert_eq(stat(path, &before), 0);
		for (int i = 0; i < GAMES; i++)
			row[i] = row_of(id[i], number);
		cr_assert_eq(append_rows(store, row, GAMES, NULL), STORE_OK);
		cr_assert_eq(stat(path, &after), 0);
	}
	cr_expect_lt(after.st_size - before.st_size, GAMES * PAGE_BYTES / 2, "%lld bytes",
		     (long long)(after.st_size - before.st_size));
	store_close(store);
	host_remove_folder(folder);
}

Test(store, a_folder_of_version_1_becomes_todays)
{
	static const int wanted[3][2] = {{0, 10}, {1, 20}, {2, 77}};
	char folder[64], path[96];
	sqlite3 *db;
	sqlite3_stmt *statement;

	host_make_folder(folder);
	snprintf(path, sizeof(path), "%s/pennon.db", folder);
	cr_assert_eq(sqlite3_open(path, &db), SQLITE_OK);
	cr_assert_eq(sqlite3_exec(db, version_1, NULL, NULL, NULL), SQLITE_OK, "%s",
		     sqlite3_errmsg(db));
	sqlite3_close(db);
	struct store *store = open_store(folder);
	cr_expect_eq(holders_of(store).tokens, 5);
	store_close(store);
	store_close(open_store(folder));

	cr_assert_eq(sqlite3_open(path, &db), SQLITE_OK);
	sqlite3_prepare_v2(db, "SELECT status, status_ms, access FROM game ORDER BY id", -1,
			   &statement, NULL);
	for (int i = 0; i < 3; i++) {
		cr_assert_eq(sqlite3_step(statement), SQLITE_ROW);
		cr_expect_eq(sqlite3_column_int(statement, 0), wanted[i][0], "%d", i);
		cr_expect_eq(sqlite3_column_int(statement, 1), wanted[i][1], "%d", i);
		cr_expect_eq(sqlite3_column_int(statement, 2), 1);
	}
	sqlite3_finalize(statement);
	sqlite3_close(db);
	host_remove_folder(folder);
}

/* ---- trouble ---- */

/* Append rows of 64 KiB until it fails; returns how many went in. */
static uint32_t fill(struct store *store, enum store_error *error)
{
	static char big[65536];
	memset(big, 'x', sizeof(big));
	uint32_t number = 1;
	do {
		struct store_row row = row_of(one, number);
		row.command = (struct store_bytes){big, sizeof(big)};
		*error = append_rows(store, &row, 1, NULL);
	} while (!*error && number++ < 1000);
	return number;
}

Test(store, a_full_disk_is_told_and_loses_nothing)
{
	char folder[64];
	host_make_folder(folder);
	struct store *store = open_store(folder);
	create_game(store, one);

	struct rlimit before, limit;
	getrlimit(RLIMIT_FSIZE, &before);
	limit = before;
	limit.rlim_cur = 1024 * 1024;
	setrlimit(RLIMIT_FSIZE, &limit);
	enum store_error error;
	uint32_t rows = fill(store, &error);
	cr_expect_eq(error, STORE_FULL, "%s", store_error_text(error));
	cr_expect_gt(rows, 5);
	cr_expect_eq(rows_of(store, one), rows);

	setrlimit(RLIMIT_FSIZE, &before);
	const struct store_row row = row_of(one, rows);
	cr_expect_eq(append_rows(store, &row, 1, NULL), STORE_OK, "it can be written again");
	store_close(store);
	store = open_store(folder);
	cr_expect_eq(rows_of(store, one), rows + 1);
	store_close(store);
	host_remove_folder(folder);
}

TEST_OF_ENGINES(store, a_second_process_is_refused_and_told_who_has_it)
{
	struct store *store = open_store(place);
	int told = (int)getpid();
	pid_t child = fork();
	if (child == 0) {
		struct store *second;
		int pid = 0;
		enum store_error error = engines_open(&second, place, &pid);
		_exit(error == STORE_LOCKED && pid == told ? 0 : 1);
	}
	int status;
	cr_assert_eq(waitpid(child, &status, 0), child);
	cr_expect_eq(status, 0);
	create_game(store, one);
	store_close(store);
	store = open_store(place);
	store_close(store);
}

/* Open the folder from another process: what comes of it, and the process that it is told has it. */
static enum store_error open_beside(const char *folder, int *pid)
{
	int ends[2], told[2] = {0, 0};

	cr_assert_eq(pipe(ends), 0);
	const pid_t child = fork();

	if (child == 0) {
		struct store *second;
		int answer[2] = {0, 0};

		answer[0] = store_sqlite_open(&second, folder, &answer[1]);
		_exit(write(ends[1], answer, sizeof(answer)) != sizeof(answer));
	}
	cr_assert_eq(read(ends[0], told, sizeof(told)), (ssize_t)sizeof(told));
	waitpid(child, NULL, 0);
	close(ends[0]);
	close(ends[1]);
	*pid = told[1];
	return (enum store_error)told[0];
}

Test(store, a_folder_is_locked_whatever_goes_in_it)
{
	char folder[64], path[96];
	int pid;

	host_make_folder(folder);
	snprintf(path, sizeof(path), "%s/pennon.lock", folder);
	struct store *store = open_store(folder);

	cr_expect_eq(open_beside(folder, &pid), STORE_LOCKED);
	cr_expect_eq(pid, (int)getpid());
	unlink(path);
	cr_expect_eq(open_beside(folder, &pid), STORE_LOCKED);
	cr_expect_eq(pid, 0, "nothing tells");
	cr_expect_neq(access(path, F_OK), 0, "and nobody else is named there");
	store_close(store);
	cr_expect_eq(open_beside(folder, &pid), STORE_OK);
	/* A server of before locked the file alone. */
	const int file = open(path, O_RDWR | O_CLOEXEC);

	cr_assert_eq(flock(file, LOCK_EX | LOCK_NB), 0);
	cr_expect_eq(open_beside(folder, &pid), STORE_LOCKED);
	close(file);
	host_remove_folder(folder);
}

TEST_OF_ENGINES(store, the_lock_of_a_killed_process_is_gone)
{
	int ready[2];
	cr_assert_eq(pipe(ready), 0);
	pid_t child = fork();
	if (child == 0) {
		struct store *held;
		int pid;
		char byte = engines_open(&held, place, &pid) == STORE_OK;
		if (write(ready[1], &byte, 1) == 1)
			pause();
		_exit(1);
	}
	char byte = 0;
	cr_assert_eq(read(ready[0], &byte, 1), 1);
	cr_assert_eq(byte, 1);
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
	struct store *store = open_store(place);
	store_close(store);
}

Test(store, a_later_version_is_refused)
{
	char folder[64], path[96];
	sqlite3 *db;
	int pid;
	host_make_folder(folder);
	store_close(open_store(folder));
	snprintf(path, sizeof(path), "%s/pennon.db", folder);
	cr_assert_eq(sqlite3_open(path, &db), SQLITE_OK);
	cr_assert_eq(sqlite3_exec(db, "PRAGMA user_version = 999", NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(db);
	struct store *store = NULL;
	cr_expect_eq(store_sqlite_open(&store, folder, &pid), STORE_NEWER);
	cr_expect_null(store);
	host_remove_folder(folder);
}

Test(store, a_folder_that_cannot_be_written_is_told)
{
	char folder[64];
	host_make_folder(folder);
	cr_assert_eq(chmod(folder, 0555), 0);
	/* Root may write anywhere, so this is somebody else's attempt. */
	pid_t child = fork();
	if (child == 0) {
		struct store *store;
		int pid;
		if (geteuid() == 0 && setuid(65534) != 0)
			_exit(2);
		_exit(store_sqlite_open(&store, folder, &pid) == STORE_READ_ONLY ? 0 : 1);
	}
	int status;
	waitpid(child, &status, 0);
	cr_expect_eq(status, 0);
	chmod(folder, 0755);
	host_remove_folder(folder);
	struct store *store;
	int pid;
	cr_expect_neq(store_sqlite_open(&store, "/nowhere/at/all", &pid), STORE_OK);
}

Test(store, what_is_written_is_for_its_owner_alone)
{
	char folder[64], path[96];
	struct stat status;
	host_make_folder(folder);
	store_close(open_store(folder));
	snprintf(path, sizeof(path), "%s/pennon.db", folder);
	cr_assert_eq(stat(path, &status), 0);
	cr_expect_eq(status.st_mode & 0777, 0600);
	host_remove_folder(folder);
}
