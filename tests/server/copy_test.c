/* Everything from a folder into a database and back, and what is no good place. */

#include <criterion/criterion.h>
#include <ctype.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "copy.h"
#include "engines.h"
#include "game/notice_kinds.h"
#include "host.h"
#include "place.h"
#include "store/connection.h"
#include "store/store_copy.h"

enum { GAMES = 3, MESSAGES = 100 /* beside its other rows: more than a page of them all */ };

static void fill(const char *folder)
{
	static struct pn_muster muster;
	static struct host host;
	struct hosted_game hosted[GAMES];

	host_open(&host, folder);
	host_muster(&muster, PN_METHOD_LOSER_FIRST);
	for (int i = 0; i < GAMES; i++)
		hosted[i] = host_game(&host, &muster);
	for (int i = 0; i < MESSAGES; i++) {
		for (int game = 0; game < GAMES; game++) {
			struct job job = {.kind = JOB_TALK,
					  .side = PN_RED,
					  .if_match = -1,
					  .talk.text = "now"};

			memcpy(job.game, hosted[game].game, sizeof(job.game));
			host_key(&host, &job);
			cr_assert(host_run(&host, &job));
			snapshot_release(job.snapshot);
		}
	}
	host_close(&host);
}

/* A hook with a notice that waits, and one that waits no more: its time is none. */
static void put_hook(struct store *store)
{
	static const char name[] = "11234567-89ab-4def-8123-456789abcdef";
	static const char game[] = "01234567-89ab-4def-8123-456789abcdef";
	const struct store_hook hook = {.player = game,
					.id = name,
					.url = "https://example.org/x",
					.language = "de",
					.kinds = 1 << NOTICE_TURN | 1 << NOTICE_ENDED,
					.act = STORE_HOOK_PUT};
	const struct store_notice notices[] = {
		{.player = game, .game = game, .kind = NOTICE_TURN, .made_ms = 5, .due_ms = 6},
		{.player = game, .game = game, .kind = NOTICE_ENDED, .made_ms = 5, .due_ms = 6},
		{.place = 1, .made_ms = 5, .act = STORE_NOTICE_TOLD},
	};
	const struct store_batch batch = {.list[STORE_HOOK] = {&hook, 1},
					  .list[STORE_NOTICE] = {notices, 3}};

	cr_assert_eq(store->append(store, &batch), STORE_OK);
}

TEST_OF_POSTGRES(copy, all_goes_into_a_database_and_back_and_into_nothing_that_is_not_empty)
{
	char folder[64], back[64];
	struct store *store;

	host_make_folder(folder);
	host_make_folder(back);
	fill(folder);
	store = engines_must_open(folder);
	put_hook(store);
	store_close(store);
	cr_expect_eq(copy_place(folder, place, "/nowhere"), 0);
	cr_expect_eq(copy_place(folder, place, "/nowhere"), 2, "it is not empty");
	cr_expect_eq(check_place(place, folder), 0);
	cr_expect_eq(check_place(place, back), 2, "there are no keys");
	cr_expect_eq(copy_place(place, back, folder), 0);
	cr_expect_eq(check_kept(&(struct place){.folder = back}, folder), 0);
	store = engines_must_open(back);
	int64_t due = 0;
	cr_expect_eq(store->next_due(store, 0, &due), STORE_OK);
	cr_expect_eq(due, 6);
	store_close(store);
	host_remove_folder(folder);
	host_remove_folder(back);
}

TEST_OF_POSTGRES(copy, what_arrives_otherwise_than_it_was_sent_is_found)
{
	struct store *from, *to;
	const char *table = "";
	char folder[64];
	uint64_t rows = 0;

	host_make_folder(folder);
	fill(folder);
	from = engines_must_open(folder);
	to = engines_must_open(place);
	cluster_sql(place, "CREATE FUNCTION alter_it() RETURNS trigger LANGUAGE plpgsql AS"
			   " $$ BEGIN NEW.time_ms = NEW.time_ms + 1; RETURN NEW; END $$");
	cluster_sql(place, "CREATE TRIGGER alter_it BEFORE INSERT ON command FOR EACH ROW"
			   " WHEN (NEW.number = 7) EXECUTE FUNCTION alter_it()");
	cr_expect_eq(store_copy(from, to, &rows, &table), STORE_DAMAGED);
	cr_expect_str_eq(table, "command");
	store_close(to);
	store_close(from);
	host_remove_folder(folder);
}

/* ---- places ---- */

/* ---- whatever the database has ---- */

/* Is the word in the text, by itself? */
static bool has_word(const char *text, const char *word)
{
	const size_t size = strlen(word);

	for (const char *at = text; (at = strstr(at, word)); at++) {
		const bool begins =
			at == text || (!isalnum((unsigned char)at[-1]) && at[-1] != '_');

		if (begins && !isalnum((unsigned char)at[size]) && at[size] != '_')
			return true;
	}
	return false;
}

static bool is_copied(const char *table, const char *column)
{
	char from[64];

	snprintf(from, sizeof(from), " FROM %s WHERE ", table);
	for (int i = 0; i < COPIED_MAX; i++) {
		const char *text = store_copy_text((enum statement)(COPY_READ + i));

		if (strstr(text, from) && has_word(text, column))
			return true;
	}
	return false;
}

/* A table that is new is forgotten here most easily, and lost then when a club moves. */
static int expect_copied(void *context, int count, char **values, char **names)
{
	(*(int *)context)++;
	cr_expect(is_copied(values[0], values[1]), "%s.%s is not copied", values[0], values[1]);
	return 0;
}

Test(copy, every_column_of_every_table_is_copied)
{
	/* Not what each database has for itself: the probe, the order in which rows of different games
	 * came. Sums are copied by themselves. */
	static const char columns[] =
		"SELECT t.name, c.name FROM sqlite_schema AS t, pragma_table_info(t.name) AS c"
		" WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%'"
		" AND t.name NOT IN ('probe', 'row_sum')"
		" AND t.name || '.' || c.name <> 'command.id'";
	char folder[64], path[128];
	sqlite3 *database;
	int found = 0;

	host_make_folder(folder);
	store_close(engines_must_open(folder));
	snprintf(path, sizeof(path), "%s/pennon.db", folder);
	cr_assert_eq(sqlite3_open(path, &database), SQLITE_OK);
	cr_assert_eq(sqlite3_exec(database, columns, expect_copied, &found, NULL), SQLITE_OK);
	cr_expect_gt(found, 100);
	sqlite3_close(database);
	host_remove_folder(folder);
	cr_expect_not(is_copied("player", "tit"), "part of a name is none");
	cr_expect_not(is_copied("tail", "title"), "another table's is none");
}

Test(place, a_password_is_not_told)
{
	static const char *const urls[] = {"postgresql://ann:secret@db.example/games?x=1",
					   "postgres://ann:se%40cret@db.example/games",
					   "postgresql://db.example/games?password=secret"};
	struct place read;
	char detail[256];

	for (size_t i = 0; i < 3; i++) {
		cr_assert(place_read(&read, urls[i], detail, sizeof(detail)));
		cr_expect_str_eq(read.name, "postgresql://db.example/games");
		cr_expect(place_shows_password(urls[i]));
	}
	cr_expect_not(place_shows_password("postgresql://ann@db.example/games"));
	cr_expect_not(place_shows_password("/a:b@c"));
}

Test(place, a_url_that_cannot_be_read_is_not_told_either)
{
	static const char *const urls[] = {"postgresql://ann:secret@db.example:secret/games",
					   "postgresql://ann:secret@[::1/games"};
	struct place read;
	struct store *store;
	char detail[256];

	for (size_t i = 0; i < 2; i++) {
		cr_assert(place_read(&read, urls[i], detail, sizeof(detail)));
		cr_expect_eq(place_open(&store, &read, detail, sizeof(detail)), STORE_FAILED);
		cr_expect_not(strstr(detail, "ann:"), "%s", detail);
	}
}

Test(place, a_file_names_a_database_and_a_folder_itself)
{
	char folder[64], path[96], detail[256];
	struct place read;

	host_make_folder(folder);
	snprintf(path, sizeof(path), "%s/place", folder);
	FILE *file = fopen(path, "w");
	fputs("postgresql://ann:secret@db.example/games\n", file);
	fclose(file);
	cr_assert(place_read(&read, path, detail, sizeof(detail)));
	cr_expect_null(read.folder);
	cr_expect_str_eq(read.url, "postgresql://ann:secret@db.example/games");
	file = fopen(path, "w");
	fputs("secret\n", file);
	fclose(file);
	cr_expect_not(place_read(&read, path, detail, sizeof(detail)));
	cr_expect_not(strstr(detail, "secret"));
	/* What is cut off would be another database, or a folder of that name. */
	char far[PLACE_URL_BYTES + 64];
	snprintf(far, sizeof(far), "postgresql://ann:secret@db.example/%0*d", PLACE_URL_BYTES, 1);
	cr_expect_not(place_read(&read, far, detail, sizeof(detail)));
	cr_expect_not(strstr(detail, "secret"));
	file = fopen(path, "w");
	fputs(far, file);
	fclose(file);
	cr_expect_not(place_read(&read, path, detail, sizeof(detail)));
	cr_expect_not(strstr(detail, "secret"));
	cr_assert(place_read(&read, folder, detail, sizeof(detail)));
	cr_expect_str_eq(read.folder, folder);
	host_remove_folder(folder);
}
