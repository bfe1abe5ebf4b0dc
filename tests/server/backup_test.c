/* Where a copy may go and what comes of it there, what is served after it is restored, and what a
 * folder is that can only be read. */

#include <criterion/criterion.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "check.h"
#include "host.h"
#include "store/store_backup.h"

static struct host host;
static struct pn_muster muster;
static struct hosted_game first, second;
/* The database that is copied, and where copies go. */
static char folder[64], work[64];

/* Run a line of the shell; $F is the folder, $W where copies go. */
static int shell(const char *line)
{
	char command[1024];

	snprintf(command, sizeof(command), "F='%s'; W='%s'; cd \"$W\" && { %s; }", folder, work,
		 line);
	return system(command);
}

static void open_folder(void)
{
	host_make_folder(folder);
	host_make_folder(work);
	host_open(&host, folder);
	host_muster(&muster, PN_METHOD_LOSER_FIRST);
	first = host_game(&host, &muster);
}

static void close_folder(void)
{
	host_close(&host);
	host_remove_folder(folder);
	host_remove_folder(work);
}

TestSuite(backup, .init = open_folder, .fini = close_folder);

static enum store_error copy_to(const char *file, bool replaces, const char **why)
{
	const struct store_backup backup = {
		.directory = folder, .file = file, .replaces = replaces, .now_ms = 1700000000000};

	return store_backup(&backup, why);
}

static const char *in_work(const char *name)
{
	static char path[160];

	snprintf(path, sizeof(path), "%s/%s", work, name);
	return path;
}

static void ignore(void *context, const struct store_game *game)
{
	(void)context;
	(void)game;
}

/* Does the database of a folder have the game? The folder is opened as a server opens it. */
static enum store_error find_game(const char *directory, const struct hosted_game *game)
{
	struct store *store;
	int pid;
	enum store_error error = store_sqlite_open(&store, directory, &pid);

	if (error)
		return error;
	error = store->load_game(store, game->game, NULL, ignore);
	store_close(store);
	return error;
}

/* ---- where it goes ---- */

/* What lies in the folder for copies before, whether logs beside the file are to go, and what is said:
 * NULL, a copy is made. `$W/old` is a copy of before. */
struct target_row {
	const char *name, *before;
	bool replaces;
	const char *says;
};

static const struct target_row targets[] = {
	{"copy.db", "true", false, NULL},
	{"copy.db", ": >copy.db", false, NULL},
	{"copy.db", "cp old copy.db", false, NULL},
	{"copy.db", "cp old copy.db; echo x >copy.db-wal", false, "--replace removes it"},
	{"copy.db", "cp old copy.db; echo x >copy.db-journal", false, "--replace removes it"},
	{"copy.db", "cp old copy.db; echo x >copy.db-shm", false, "--replace removes it"},
	{"copy.db", "echo x >copy.db-wal", false, "--replace removes it"},
	{"copy.db", "cp old copy.db; for i in wal journal shm; do echo x >copy.db-$i; done", true,
	 NULL},
	{"copy.db", "echo x >copy.db-wal", true, NULL},
	{"copy.db", "ln \"$F/pennon.db\" copy.db", true, "the database itself"},
	{"copy.db", "ln -s \"$F/pennon.db\" copy.db", true, "a link"},
	{"copy.db", "ln -s nothing copy.db", true, "a link"},
	{"copy.db", "mkdir copy.db", true, "a folder"},
	{"copy.db", "mkfifo copy.db", true, "a device"},
	{"copy.db", "mknod copy.db c 1 3 || mkfifo copy.db", true, "a device"},
	{"copy.db", "echo token >copy.db", true, "no database"},
	{"copy.db", "head -c 99 old >copy.db", true, "no database"},
	{"copy.db", "head -c 100 old >copy.db", false, NULL},
	{"copy.db-wal", "true", true, "such a name"},
	{"copy.db-journal", "true", true, "such a name"},
	{"none/copy.db", "true", true, "no such folder"},
	/* What one that was broken off has left. */
	{"copy.db", "echo x >copy.db.part; echo x >copy.db.part-journal", false, NULL},
};

Test(backup, goes_where_it_harms_nothing)
{
	const char *why;

	for (size_t i = 0; i < sizeof(targets) / sizeof(targets[0]); i++) {
		const struct target_row *row = &targets[i];

		cr_assert_eq(shell("rm -rf ./*"), 0);
		cr_assert_eq(copy_to(in_work("old"), false, &why), STORE_OK);
		cr_assert_eq(shell(row->before), 0);
		cr_assert_eq(shell("ls -liR . >\"$F/before\""), 0);
		const enum store_error error = copy_to(in_work(row->name), row->replaces, &why);

		cr_expect_eq(error, row->says ? STORE_TARGET : STORE_OK, "%zu: %s", i, why);
		if (row->says) {
			cr_expect(why && strstr(why, row->says), "%zu: %s", i, why);
			cr_expect_eq(shell("ls -liR . | cmp -s - \"$F/before\""), 0, "%zu", i);
			continue;
		}
		cr_expect_eq(shell("test \"$(ls | tr '\\n' ' ')\" = 'copy.db old '"), 0, "%zu", i);
		cr_expect_eq(shell("mkdir is; cp copy.db is/pennon.db"), 0);
		cr_expect_eq(find_game(in_work("is"), &first), STORE_OK, "%zu", i);
	}
}

Test(backup, goes_into_no_folder_that_a_server_has)
{
	char file[160];
	const char *why;

	snprintf(file, sizeof(file), "%s/pennon.db", folder);
	cr_expect_eq(copy_to(file, true, &why), STORE_TARGET);
	cr_expect_not_null(strstr(why, "the database itself"), "%s", why);
	snprintf(file, sizeof(file), "%s/copy.db", folder);
	cr_expect_eq(copy_to(file, true, &why), STORE_TARGET);
	cr_expect_not_null(strstr(why, "A server has that folder"), "%s", why);
	cr_expect_neq(access(file, F_OK), 0);
	host_close(&host);
	cr_expect_eq(copy_to(file, false, &why), STORE_OK, "%s", why);
	snprintf(file, sizeof(file), "%s/pennon.db", folder);
	cr_expect_eq(copy_to(file, true, &why), STORE_TARGET);
	cr_expect_eq(find_game(folder, &first), STORE_OK);
	host_open(&host, folder);
}

Test(backup, is_made_by_one_at_a_time)
{
	char path[160];
	const char *why;

	snprintf(path, sizeof(path), "%s/pennon.db", folder);
	const int other = open(path, O_RDONLY | O_CLOEXEC);

	cr_assert_eq(flock(other, LOCK_EX), 0);
	cr_expect_eq(copy_to(in_work("copy.db"), false, &why), STORE_LOCKED);
	cr_expect_not_null(strstr(why, "copies that folder"), "%s", why);
	cr_expect_eq(shell("test -z \"$(ls)\""), 0);
	close(other);
	cr_expect_eq(copy_to(in_work("copy.db"), false, &why), STORE_OK);
}

/* Pages of tables and indexes are gone; the copy of before is worth more than a new one. */
Test(backup, of_what_is_damaged_leaves_the_one_before)
{
	const char *why;

	cr_assert_eq(copy_to(in_work("copy.db"), false, &why), STORE_OK);
	cr_assert_eq(shell("cp copy.db same"), 0);
	host_close(&host);
	cr_assert_eq(shell("dd if=/dev/zero of=\"$F/pennon.db\" bs=1024 seek=4 count=4 conv=notrunc"
			   " status=none"),
		     0);
	cr_expect_eq(copy_to(in_work("copy.db"), false, &why), STORE_DAMAGED, "%s", why);
	cr_expect_eq(shell("cmp copy.db same && test \"$(ls | tr '\\n' ' ')\" = 'copy.db same '"),
		     0);
	cr_assert_eq(shell("cp copy.db \"$F/pennon.db\""), 0);
	host_open(&host, folder);
}

/* ---- what is restored ---- */

/* Leave the log of another database beside `$W/old/pennon.db`, as a server does that was killed. */
static void leave_log(void)
{
	static const struct pn_command resign = {
		.kind = PN_COMMAND_RESIGN, .unit = PN_NO_UNIT, .target = PN_NO_UNIT};
	static struct host other;
	const char *why;

	cr_assert_eq(shell("mkdir old; cp -r \"$F/keys\" old"), 0);
	cr_assert_eq(copy_to(in_work("old/pennon.db"), false, &why), STORE_OK);
	host_open(&other, in_work("old"));
	struct job job = host_act(&other, &first, PN_RED, &resign);

	cr_assert_eq(job.problem, PROBLEM_NONE);
	snapshot_release(job.snapshot);
	cr_assert_eq(shell("cp old/pennon.db-wal left && test -s left"), 0);
	host_close(&other);
	cr_assert_eq(shell("cp left old/pennon.db-wal"), 0);
}

Test(backup, over_a_database_with_a_log_is_served_as_it_was_copied)
{
	const char *why;

	leave_log();
	second = host_game(&host, &muster);
	cr_expect_eq(copy_to(in_work("old/pennon.db"), false, &why), STORE_TARGET);
	cr_expect_eq(copy_to(in_work("old/pennon.db"), true, &why), STORE_OK, "%s", why);
	cr_expect_eq(check_folder(in_work("old")), 0);
	cr_expect_eq(find_game(in_work("old"), &second), STORE_OK);
}

/* An operator who puts a copy back by hand may forget the log. */
Test(backup, put_back_beside_a_log_is_not_served)
{
	const char *why;

	leave_log();
	second = host_game(&host, &muster);
	cr_assert_eq(copy_to(in_work("copy.db"), false, &why), STORE_OK);
	cr_assert_eq(shell("cp copy.db old/pennon.db"), 0);
	cr_expect_eq(find_game(in_work("old"), &second), STORE_OTHER_LOG);
	cr_expect_eq(check_folder(in_work("old")), 2);
	cr_expect_eq(shell("cmp left old/pennon.db-wal && cmp copy.db old/pennon.db"), 0,
		     "nothing is touched");
	cr_assert_eq(shell("rm old/pennon.db-wal"), 0);
	cr_expect_eq(check_folder(in_work("old")), 0);
	cr_expect_eq(find_game(in_work("old"), &second), STORE_OK);
	/* Its own log is: a server that was killed goes on from it. */
	cr_assert_eq(shell("rm -r old left"), 0);
	leave_log();
	cr_expect_eq(find_game(in_work("old"), &first), STORE_OK);
}

/* ---- what can only be read ---- */

static enum store_error read_game(const char *directory, const struct hosted_game *game)
{
	struct store *store;
	int pid;
	enum store_error error = store_sqlite_open_to_read(&store, directory, &pid);

	if (error)
		return error;
	const struct store_batch nothing = {0};

	error = store->load_game(store, game->game, NULL, ignore);
	cr_expect_neq(store->append(store, &nothing), STORE_OK);
	store_close(store);
	return error;
}

/* What the last server left in the log is read, too, and stays there. */
Test(backup, a_folder_is_read_and_left_as_it_is)
{
	cr_expect_eq(read_game(folder, &first), STORE_LOCKED);
	cr_assert_eq(shell("mkdir killed; cp \"$F\"/pennon.db* killed; rm -f killed/*-shm"), 0);
	cr_assert_eq(shell("test -s killed/pennon.db-wal; ls -l killed >before"), 0);
	cr_expect_eq(read_game(in_work("killed"), &first), STORE_OK);
	cr_expect_eq(shell("ls -l killed | cmp - before"), 0);
	host_close(&host);
	cr_expect_eq(read_game(folder, &first), STORE_OK, "without a log");
	cr_expect_eq(shell("test ! -e \"$F/pennon.db-wal\""), 0);
	host_open(&host, folder);
}

Test(backup, a_folder_without_keys_is_not_given_any_to_be_checked)
{
	const char *why;

	cr_assert_eq(shell("mkdir is"), 0);
	cr_assert_eq(copy_to(in_work("is/pennon.db"), false, &why), STORE_OK);
	cr_expect_eq(check_folder(in_work("is")), 2);
	cr_expect_eq(shell("test \"$(ls is)\" = pennon.db"), 0);
	cr_assert_eq(shell("cp -r \"$F/keys\" is"), 0);
	cr_expect_eq(check_folder(in_work("is")), 0);
	cr_expect_eq(shell("test ! -e is/operator.token -a ! -e is/faults"), 0);
}
