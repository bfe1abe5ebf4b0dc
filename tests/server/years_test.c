/* What a server must bear over the years: folders of earlier versions, copies, games that
 * nobody needs any more, rules that change, faults, an operator. */

#include <criterion/criterion.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"
#include "earlier.h"
#include "game/operator.h"
#include "game/service.h"
#include "records.h"
#include "store/store_backup.h"

enum { DAY = 24 * 3600 };

static struct host *const host = &records_host;
static struct pn_muster muster;
static char folder[64];

static void run(const char *format, const char *a, const char *b)
{
	char command[512];
	snprintf(command, sizeof(command), format, a, b);
	cr_assert_eq(system(command), 0, "%s", command);
}

static void open_folder(void)
{
	host_make_folder(folder);
	host_open(host, folder);
	records_trust_server();
	host_muster(&muster, PN_METHOD_LOSER_FIRST);
}

static void close_folder(void)
{
	host_close(host);
	host_remove_folder(folder);
}

static void pass_days(int64_t days)
{
	atomic_fetch_add(&host->world.now_ms, days * DAY * 1000);
}

static enum game_status status_of(const struct hosted_game *hosted)
{
	struct snapshot *state = host_state(host, hosted);
	enum game_status status = snapshot_header(state)->status;
	snapshot_release(state);
	return status;
}

/* Is there such a game? */
static bool is_there(const struct hosted_game *hosted)
{
	struct job job = {.kind = JOB_OPEN};
	memcpy(job.game, hosted->game, sizeof(job.game));
	cr_assert(host_run(host, &job));
	snapshot_release(job.snapshot);
	return !job.problem;
}

static unsigned count_events(const struct hosted_game *hosted, uint8_t kind)
{
	struct snapshot *state = host_state(host, hosted);
	unsigned found = 0;
	for (uint32_t i = 0; i < state->entries; i++)
		found += log_entry(state->log, i)->seq[PN_PUBLIC] != 0 &&
			 log_event(state->log, i).kind == kind;
	snapshot_release(state);
	return found;
}

static enum problem_code act_random(const struct hosted_game *hosted)
{
	struct snapshot *state = host_state(host, hosted);
	pn_side side = pn_owes(snapshot_view(state, PN_PUBLIC), PN_RED) ? PN_RED : PN_BLUE;
	struct pn_command command = snapshot_actions(state, side)->action[0].command;
	snapshot_release(state);
	struct job job = host_act(host, hosted, side, &command);
	snapshot_release(job.snapshot);
	return job.problem;
}

/* ---- earlier versions ---- */

static struct hosted_game read_table(const json_t *games, const char *name)
{
	struct hosted_game hosted = {0};
	const json_t *game = json_object_get(games, name);
	snprintf(hosted.game, sizeof(hosted.game), "%s",
		 json_string_value(json_object_get(game, "game")));
	return hosted;
}

/* What version 1 of the database left opens, plays on to the end, and can be exported. */
Test(years, a_folder_of_version_1_is_played_on)
{
	struct random_source random = {8};
	json_error_t error;
	json_t *games = json_load_file(PN_SOURCE_DIR "/tests/data/v1.json", 0, &error);

	cr_assert_not_null(games, "%s", error.text);
	host_make_folder(folder);
	run("cp -r '%s'/. '%s'", PN_SOURCE_DIR "/tests/data/v1", folder);
	cr_assert_eq(check_folder(folder), 0);
	host_open(host, folder);
	records_trust_server();
	struct hosted_game finished = read_table(games, "finished");
	struct hosted_game playing = read_table(games, "playing");
	struct hosted_game open = read_table(games, "open");
	json_decref(games);

	cr_expect_eq(status_of(&finished), GAME_FINISHED);
	cr_expect_eq(status_of(&open), GAME_OPEN);
	cr_expect_eq(status_of(&playing), GAME_PLAYING);
	struct text record = record_of(&finished, PN_PUBLIC);
	struct verify_report report = record_verify(record.bytes, record.size);
	cr_expect_neq(report.verdict, VERIFY_WRONG, "line %u: %s", report.line, report.reason);
	text_free(&record);
	host_play(host, &playing, &random, 3000);
	cr_expect_eq(status_of(&playing), GAME_FINISHED);
	record = record_of(&playing, PN_PUBLIC);
	report = record_verify(record.bytes, record.size);
	cr_expect_neq(report.verdict, VERIFY_WRONG, "line %u: %s", report.line, report.reason);
	text_free(&record);
	close_folder();
}

/* As if written before there were any. */
#define FORGET_CHECKSUMS \
	"UPDATE command SET checksum = NULL; UPDATE tail SET checksum = NULL, row_count = 0"

Test(years, a_folder_of_a_later_version_is_refused_untouched)
{
	struct store *store;
	int pid;

	open_folder();
	host_close(host);
	earlier_sql(folder, "PRAGMA user_version = 9999");
	cr_expect_eq(store_sqlite_open(&store, folder, &pid), STORE_NEWER);
	cr_expect_eq(check_folder(folder), 2);
	earlier_sql(folder, "UPDATE probe SET count = count");
	host_remove_folder(folder);
}

Test(years, a_game_goes_on_under_revised_rules_and_says_so)
{
	open_folder();
	struct hosted_game hosted = host_game(host, &muster);
	cr_assert_eq(act_random(&hosted), PROBLEM_NONE);
	host_close(host);
	/* As if it had been made under an earlier revision. */
	earlier_sql(folder, "UPDATE command SET tips = CAST(substr(tips, 1, length(tips) - 42)"
			    " || x'0000' || substr(tips, length(tips) - 39) AS BLOB)");
	earlier_sql(folder, "UPDATE game SET header = CAST(replace(CAST(header AS TEXT),"
			    " '\"revision\":', '\"revision\":9') AS BLOB)");
	earlier_sql(folder, FORGET_CHECKSUMS);
	host_reopen(host);
	cr_expect_eq(count_events(&hosted, PN_EVENT_RULES_REVISED), 0);
	cr_assert_eq(act_random(&hosted), PROBLEM_NONE);
	cr_expect_eq(count_events(&hosted, PN_EVENT_RULES_REVISED), 1);
	cr_assert_eq(act_random(&hosted), PROBLEM_NONE);
	cr_expect_eq(count_events(&hosted, PN_EVENT_RULES_REVISED), 1);
	close_folder();
}

/* Nobody need move first: who waits is told at the server's first look. */
Test(years, revised_rules_are_told_at_once)
{
	open_folder();
	struct hosted_game hosted = host_game(host, &muster), other = host_game(host, &muster);
	host_close(host);
	earlier_sql(folder, "UPDATE command SET tips = CAST(substr(tips, 1, length(tips) - 42)"
			    " || x'0000' || substr(tips, length(tips) - 39) AS BLOB)");
	earlier_sql(folder, "UPDATE game SET header = CAST(replace(CAST(header AS TEXT),"
			    " '\"revision\":', '\"revision\":9') AS BLOB)");
	earlier_sql(folder, FORGET_CHECKSUMS);
	host_reopen(host);
	service_look(host->service);
	cr_expect_eq(count_events(&hosted, PN_EVENT_RULES_REVISED), 1);
	cr_expect_eq(count_events(&other, PN_EVENT_RULES_REVISED), 1);
	service_look(host->service);
	host_reopen(host);
	service_look(host->service);
	cr_expect_eq(count_events(&hosted, PN_EVENT_RULES_REVISED), 1, "once");
	close_folder();
}

/* ---- copies ---- */

static enum store_error back_up(const char *directory, const char *file, int64_t now_ms)
{
	const struct store_backup backup = {.directory = directory, .file = file, .now_ms = now_ms};
	const char *why;

	return store_backup(&backup, &why);
}

Test(years, a_copy_is_whole_and_goes_on_as_one)
{
	char copy[64], file[128];

	host_make_folder(copy);
	snprintf(file, sizeof(file), "%s/pennon.db", copy);
	open_folder();
	struct hosted_game timeless = host_game(host, &muster);
	host->clock = (struct clock_rule){DAY, 0, DAY};
	struct hosted_game hosted = host_game(host, &muster);
	service_look(host->service);
	int64_t now_ms = atomic_load(&host->world.now_ms);
	cr_assert_eq(back_up(folder, file, now_ms), STORE_OK);
	struct stat status;
	cr_assert_eq(stat(file, &status), 0);
	cr_expect_eq(status.st_mode & 0777, 0600);
	cr_assert_eq(act_random(&hosted), PROBLEM_NONE, "the daemon goes on");
	cr_assert_eq(back_up(folder, file, now_ms), STORE_OK, "over the one before");
	host_close(host);

	/* A week later the disk is gone; the copy goes on. */
	run("cp -r '%s/keys' '%s'", folder, copy);
	cr_expect_eq(check_folder(copy), 0);
	host_remove_folder(folder);
	snprintf(folder, sizeof(folder), "%s", copy);
	snprintf(host->directory, sizeof(host->directory), "%s", copy);
	pass_days(7);
	host_reopen(host);
	service_look(host->service);
	cr_expect_eq(count_events(&hosted, PN_EVENT_RESTORED), 1);
	cr_expect_eq(count_events(&timeless, PN_EVENT_RESTORED), 1, "without a clock, too");
	cr_expect_eq(count_events(&hosted, PN_EVENT_DOWN_TIME), 1);
	cr_expect_eq(count_events(&hosted, PN_EVENT_CLOCK_EXPIRED), 0);
	cr_assert_eq(act_random(&hosted), PROBLEM_NONE);
	host_reopen(host);
	service_look(host->service);
	cr_expect_eq(count_events(&hosted, PN_EVENT_RESTORED), 1);
	close_folder();
}

Test(years, a_copy_that_cannot_be_made_leaves_the_one_before)
{
	char file[128];

	open_folder();
	snprintf(file, sizeof(file), "%s/copy", folder);
	run("echo before > '%s%s'", file, "");
	cr_expect_eq(back_up("/nowhere", file, 1), STORE_NOT_FOUND);
	cr_expect_neq(back_up(folder, "/nowhere/copy", 1), STORE_OK);
	run("grep -q before '%s%s'", file, "");
	close_folder();
}

/* ---- looking whether all is whole ---- */

Test(years, what_is_damaged_is_found)
{
	open_folder();
	struct hosted_game hosted = host_game(host, &muster);
	struct random_source random = {3};
	host_play(host, &hosted, &random, 3000);
	host_close(host);
	cr_expect_eq(check_folder(folder), 0);
	cr_expect_eq(check_folder("/nowhere"), 2);
	earlier_sql(folder, "UPDATE command SET events = CAST(replace(CAST(events AS TEXT),"
			    " '\"turn\":2', '\"turn\":3') AS BLOB)");
	cr_expect_eq(check_folder(folder), 1);
	earlier_sql(folder, FORGET_CHECKSUMS);
	cr_expect_eq(check_folder(folder), 1, "by its record");
	host_remove_folder(folder);
}

/* ---- what goes ---- */

static struct hosted_game open_challenge(void)
{
	struct hosted_game hosted = {0};
	struct job create = host_create_job(host, &muster);
	cr_assert(host_run(host, &create) && !create.problem);
	memcpy(hosted.game, create.game, sizeof(hosted.game));
	memcpy(hosted.token[PN_RED], create.token, sizeof(create.token));
	snapshot_release(create.snapshot);
	return hosted;
}

Test(years, a_challenge_that_nobody_joins_goes_after_thirty_days)
{
	open_folder();
	struct hosted_game lonely = open_challenge(), played = host_game(host, &muster);
	pass_days(29);
	service_look(host->service);
	cr_expect(is_there(&lonely));
	pass_days(2);
	service_look(host->service);
	cr_expect_not(is_there(&lonely));
	cr_expect(is_there(&played));
	cr_expect_not(service_authenticate(host->service, lonely.token[PN_RED]).known);
	host_reopen(host);
	cr_expect_not(is_there(&lonely));
	cr_expect(is_there(&played));
	close_folder();
}

Test(years, finished_games_stay_unless_the_operator_says_how_long)
{
	struct random_source random = {5};

	open_folder();
	struct hosted_game hosted = host_game(host, &muster);
	host_play(host, &hosted, &random, 3000);
	pass_days(400);
	service_look(host->service);
	cr_expect(is_there(&hosted));
	host->keep_finished_days = 30;
	host_reopen(host);
	struct hosted_game fresh = host_game(host, &muster);
	host_play(host, &fresh, &random, 3000);
	service_look(host->service);
	cr_expect_not(is_there(&hosted));
	cr_expect(is_there(&fresh));
	close_folder();
}

/* ---- the operator ---- */

static struct job operate(const struct hosted_game *hosted, enum pn_operator_act act, pn_side side)
{
	struct job job = {
		.kind = JOB_OPERATE, .operator_act = (uint8_t)act, .side = side, .if_match = -1};
	memcpy(job.game, hosted->game, sizeof(job.game));
	host_key(host, &job);
	cr_assert(host_run(host, &job));
	snapshot_release(job.snapshot);
	job.snapshot = NULL;
	return job;
}

Test(years, a_paused_game_takes_nothing_and_runs_no_clock)
{
	open_folder();
	host->clock = (struct clock_rule){DAY, 0, DAY};
	struct hosted_game hosted = host_game(host, &muster);
	cr_expect_eq(operate(&hosted, PN_OPERATOR_PAUSE, PN_NO_SIDE).problem, PROBLEM_NONE);
	cr_expect_eq(operate(&hosted, PN_OPERATOR_PAUSE, PN_NO_SIDE).problem, PROBLEM_NONE);
	cr_expect_eq(count_events(&hosted, PN_EVENT_OPERATOR_ACTED), 1, "told once");
	cr_expect_eq(act_random(&hosted), PROBLEM_GAME_PAUSED);
	pass_days(10);
	service_look(host->service);
	host_reopen(host);
	cr_expect_eq(act_random(&hosted), PROBLEM_GAME_PAUSED, "after a restart too");
	cr_expect_eq(operate(&hosted, PN_OPERATOR_RESUME, PN_NO_SIDE).problem, PROBLEM_NONE);
	service_look(host->service);
	cr_expect_eq(count_events(&hosted, PN_EVENT_CLOCK_EXPIRED), 0);
	cr_expect_eq(act_random(&hosted), PROBLEM_NONE);
	close_folder();
}

Test(years, a_game_is_closed_hidden_and_deleted)
{
	open_folder();
	struct hosted_game hosted = host_game(host, &muster);
	cr_expect_eq(operate(&hosted, PN_OPERATOR_HIDE, PN_NO_SIDE).problem, PROBLEM_NONE);
	struct snapshot *state = host_state(host, &hosted);
	cr_expect_eq(snapshot_header(state)->access, ACCESS_PRIVATE);
	snapshot_release(state);
	cr_expect_eq(operate(&hosted, PN_OPERATOR_SHOW, PN_NO_SIDE).problem, PROBLEM_NONE);
	cr_expect_eq(operate(&hosted, PN_OPERATOR_CLOSE, PN_NO_SIDE).problem, PROBLEM_NONE);
	cr_expect_eq(status_of(&hosted), GAME_FINISHED);
	cr_expect_eq(operate(&hosted, PN_OPERATOR_PAUSE, PN_NO_SIDE).problem, PROBLEM_GAME_ENDED);
	struct text record = record_of(&hosted, PN_PUBLIC);
	struct verify_report report = record_verify(record.bytes, record.size);
	record_expect(&report, VERIFY_RIGHT, "a closed game");
	text_free(&record);
	cr_expect_eq(operate(&hosted, PN_OPERATOR_DELETE, PN_NO_SIDE).problem, PROBLEM_NONE);
	cr_expect(is_there(&hosted), "who follows it hears of it first");
	pass_days(1);
	service_look(host->service);
	cr_expect_not(is_there(&hosted));
	cr_expect_eq(operate(&hosted, PN_OPERATOR_HIDE, PN_NO_SIDE).problem, PROBLEM_NO_SUCH_GAME);
	close_folder();
}

Test(years, what_the_disk_does_not_take_has_not_happened)
{
	open_folder();
	struct hosted_game hosted = host_game(host, &muster), lonely = open_challenge();
	for (enum pn_operator_act act = PN_OPERATOR_PAUSE; act < PN_OPERATOR_ACT_COUNT; act++) {
		store_faulty_fail(&host->faulty, STORE_FULL, 1);
		struct job job = operate(&hosted, act, PN_RED);
		if (act != PN_OPERATOR_RESUME && act != PN_OPERATOR_SHOW)
			cr_expect_eq(job.problem, PROBLEM_STORE_FAILED, "%d", act);
		cr_expect_eq(count_events(&hosted, PN_EVENT_OPERATOR_ACTED), 0, "%d", act);
		store_faulty_fail(&host->faulty, STORE_OK, 0);
	}
	cr_expect(service_authenticate(host->service, hosted.token[PN_RED]).known);
	cr_expect_eq(act_random(&hosted), PROBLEM_NONE);
	pass_days(31);
	store_faulty_fail(&host->faulty, STORE_FULL, 2);
	service_look(host->service);
	cr_expect(is_there(&lonely));
	close_folder();
}

Test(years, a_token_ends_and_a_new_one_takes_its_place)
{
	open_folder();
	struct hosted_game hosted = host_game(host, &muster);
	struct job job = operate(&hosted, PN_OPERATOR_END_TOKEN, PN_RED);
	cr_expect_eq(job.problem, PROBLEM_NONE);
	for (int i = 0; i < 2; i++) {
		cr_expect_not(service_authenticate(host->service, hosted.token[PN_RED]).known);
		cr_expect(service_authenticate(host->service, job.token).known);
		cr_expect(service_authenticate(host->service, hosted.token[PN_BLUE]).known);
		host_reopen(host);
	}
	close_folder();
}

/* ---- reports ---- */

static enum problem_code report(const struct hosted_game *hosted, pn_side side, uint32_t message,
				const char *reason)
{
	struct job job = {.kind = JOB_REPORT,
			  .side = side,
			  .if_match = -1,
			  .talk.message = message,
			  .talk.text = reason};

	memcpy(job.game, hosted->game, sizeof(job.game));
	host_key(host, &job);
	cr_assert(host_run(host, &job));
	snapshot_release(job.snapshot);
	return job.problem;
}

static void say(const struct hosted_game *hosted, pn_side side, const char *text)
{
	struct job job = {.kind = JOB_TALK, .side = side, .if_match = -1, .talk.text = text};

	memcpy(job.game, hosted->game, sizeof(job.game));
	host_key(host, &job);
	cr_assert(host_run(host, &job) && !job.problem);
	snapshot_release(job.snapshot);
}

static enum problem_code settle(uint32_t number)
{
	struct job job = {.kind = JOB_SETTLE, .if_match = -1, .talk.message = number};

	cr_assert(host_run(host, &job));
	return job.problem;
}

/* The newest of the reports, and how many there are. */
static size_t newest(struct kept_report *out)
{
	static struct kept_report kept[8];
	size_t count;

	cr_assert(service_reports(host->service, UINT32_MAX, kept, 8, &count));
	*out = kept[0];
	return count;
}

Test(years, a_report_reaches_the_operator_once_and_is_settled)
{
	static struct kept_report kept;

	open_folder();
	struct hosted_game hosted = host_game(host, &muster);
	say(&hosted, PN_BLUE, "Well met.");
	say(&hosted, PN_RED, "Oaf! \xc3\xa4");
	cr_expect_eq(newest(&kept), 0);
	cr_expect_eq(report(&hosted, PN_BLUE, 2, "Rude."), PROBLEM_NONE);
	cr_expect_eq(report(&hosted, PN_BLUE, 2, "Again."), PROBLEM_NONE, "it is so already");
	cr_expect_eq(report(&hosted, PN_BLUE, 1, "Mine."), PROBLEM_NO_SUCH_MESSAGE);
	cr_assert_eq(newest(&kept), 1);
	cr_expect_str_eq(kept.game, hosted.game);
	cr_expect_str_eq(kept.said, "Oaf! \xc3\xa4");
	cr_expect_str_eq(kept.reason, "Rude.");
	cr_expect_eq(kept.side, PN_BLUE);
	cr_expect_eq(kept.message, 2);
	cr_expect_not(kept.settled);
	store_faulty_fail(&host->faulty, STORE_FULL, 1);
	cr_expect_eq(settle(kept.place), PROBLEM_STORE_FAILED);
	newest(&kept);
	cr_expect_not(kept.settled);
	cr_expect_eq(settle(kept.place), PROBLEM_NONE);
	host_reopen(host);
	cr_assert_eq(newest(&kept), 1);
	cr_expect(kept.settled);
	close_folder();
}

/* A full disk reports nothing; the same again does. */
Test(years, a_report_that_was_not_written_was_not_made)
{
	static struct kept_report kept;

	open_folder();
	struct hosted_game hosted = host_game(host, &muster);
	say(&hosted, PN_RED, "Oaf!");
	store_faulty_fail(&host->faulty, STORE_FULL, 1);
	cr_expect_eq(report(&hosted, PN_BLUE, 1, "Rude."), PROBLEM_STORE_FAILED);
	cr_expect_eq(newest(&kept), 0);
	store_faulty_fail(&host->faulty, STORE_CONFLICT, 1);
	cr_expect_eq(report(&hosted, PN_BLUE, 1, "Rude."), PROBLEM_NONE);
	cr_expect_eq(newest(&kept), 1);
	close_folder();
}

/* A folder from before there were such rows: they are read off the games. */
Test(years, reports_of_before_are_found)
{
	static struct kept_report kept;

	open_folder();
	struct hosted_game hosted = host_game(host, &muster);
	for (int i = 0; i < 20; i++)
		say(&hosted, i % 2 ? PN_RED : PN_BLUE, i == 17 ? "Oaf!" : "Well met.");
	cr_assert_eq(report(&hosted, PN_BLUE, 18, "Rude."), PROBLEM_NONE);
	host_close(host);
	earlier_back_to_6(folder);
	earlier_sql(folder, "DROP TABLE report; DROP INDEX game_unsummed;"
			    "ALTER TABLE command DROP COLUMN checksum;"
			    "ALTER TABLE game DROP COLUMN checksum;"
			    "ALTER TABLE game DROP COLUMN row_count; PRAGMA user_version = 4");
	host_open(host, folder);
	cr_assert_eq(newest(&kept), 1);
	cr_expect_str_eq(kept.game, hosted.game);
	cr_expect_str_eq(kept.said, "Oaf!");
	cr_expect_str_eq(kept.reason, "Rude.");
	cr_expect_eq(kept.side, PN_BLUE);
	cr_expect_eq(kept.message, 18);
	close_folder();
}

Test(years, the_operators_token_is_made_once_and_for_his_eyes)
{
	char path[128], token[128] = "";
	struct stat status;

	open_folder();
	snprintf(path, sizeof(path), "%s/operator.token", folder);
	cr_assert_eq(stat(path, &status), 0);
	cr_expect_eq(status.st_mode & 0777, 0600);
	FILE *file = fopen(path, "r");
	cr_assert(file && fgets(token, sizeof(token), file));
	fclose(file);
	token[strcspn(token, "\n")] = '\0';
	cr_expect(service_is_operator(host->service, token));
	cr_expect_not(service_is_operator(host->service, ""));
	token[20] ^= 1;
	cr_expect_not(service_is_operator(host->service, token));
	token[20] ^= 1;
	host_reopen(host);
	cr_expect(service_is_operator(host->service, token));
	close_folder();
}
