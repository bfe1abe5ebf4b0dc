/* What disk and memory agree on: restarts, cold games, conflicts, full disks, faults. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "game/operator.h"
#include "game/service.h"
#include "host.h"

static struct host host;
static struct pn_muster muster;
static char folder[64];

static void open_host(void)
{
	host_make_folder(folder);
	host_open(&host, folder);
}

static void close_host(void)
{
	host_close(&host);
	host_remove_folder(folder);
}

TestSuite(service_disk, .init = open_host, .fini = close_host);

/* ---- what comes back ---- */

struct shown {
	struct tip tip[PN_VIEWERS];
	uint64_t view[PN_VIEWERS];
	uint64_t truth;
	struct text lines[PN_VIEWERS];
	struct text record;
};

static void show(struct shown *shown, const struct hosted_game *hosted)
{
	struct snapshot *state = host_state(&host, hosted);
	*shown = (struct shown){.truth = pn_view_hash(&state->truth, PN_PUBLIC)};
	for (pn_side viewer = 0; viewer < PN_VIEWERS; viewer++) {
		static struct seen_event seen[LOG_EVENTS_MAX];
		shown->tip[viewer] = snapshot_tip(state, viewer);
		shown->view[viewer] = pn_view_hash(snapshot_view(state, viewer), viewer);
		size_t count = snapshot_events(state, viewer, 0, seen, LOG_EVENTS_MAX,
					       &shown->lines[viewer]);
		for (size_t i = 0; i < count; i++)
			text_add_hex(&shown->record, seen[i].hash, 32);
		snapshot_record(host.service, state, viewer, &shown->record);
	}
	snapshot_release(state);
}

static void expect_same(struct shown *a, struct shown *b)
{
	cr_expect_eq(a->truth, b->truth);
	cr_expect_str_eq(a->record.bytes, b->record.bytes);
	for (pn_side viewer = 0; viewer < PN_VIEWERS; viewer++) {
		cr_expect_eq(memcmp(&a->tip[viewer], &b->tip[viewer], sizeof(struct tip)), 0);
		cr_expect_eq(a->view[viewer], b->view[viewer]);
		cr_expect_str_eq(a->lines[viewer].bytes, b->lines[viewer].bytes);
		text_free(&a->lines[viewer]);
		text_free(&b->lines[viewer]);
	}
	text_free(&a->record);
	text_free(&b->record);
}

Test(service_disk, a_game_comes_back_as_it_was)
{
	for (uint64_t seed = 1; seed <= 6; seed++) {
		struct random_source random = {seed};
		struct shown before, after;
		host_muster(&muster, seed % 2 ? PN_METHOD_SEALED : PN_METHOD_LOSER_FIRST);
		struct hosted_game hosted = host_game(&host, &muster);
		host_play(&host, &hosted, &random, seed == 6 ? 1000 : (int)(7 * seed));
		show(&before, &hosted);
		host_reopen(&host);
		cr_expect_eq(service_figures(host.service).games_hot, 0);
		show(&after, &hosted);
		expect_same(&before, &after);
		struct caller red = service_authenticate(host.service, hosted.token[PN_RED]);
		cr_expect(red.known && red.side == PN_RED);
		cr_expect_str_eq(red.game, hosted.game);
	}
}

Test(service_disk, a_game_goes_on_after_a_restart)
{
	struct random_source random = {21};
	host_muster(&muster, PN_METHOD_SEALED);
	struct hosted_game hosted = host_game(&host, &muster);
	for (int i = 0; i < 300 && host_step(&host, &hosted, &random); i++) {
		if (i % 5 == 0)
			host_reopen(&host);
	}
	struct snapshot *state = host_state(&host, &hosted);
	cr_expect_eq(snapshot_header(state)->status, GAME_FINISHED);
	snapshot_release(state);
}

Test(service_disk, more_games_than_memory_holds_are_played_all_the_same)
{
	struct random_source random = {31};
	struct hosted_game hosted[5];
	host.hot_games_max = 2;
	host_reopen(&host);
	host_muster(&muster, PN_METHOD_LOSER_FIRST);
	for (int i = 0; i < 5; i++)
		hosted[i] = host_game(&host, &muster);
	for (int step = 0; step < 100; step++)
		host_step(&host, &hosted[random_between(&random, 0, 4)], &random);
	struct service_figures figures = service_figures(host.service);
	cr_expect_leq(figures.games_hot, 2);
	cr_expect_gt(figures.loads, 20);
}

Test(service_disk, a_repeated_request_is_known_after_a_restart)
{
	struct text text = TEXT_EMPTY;
	host_muster(&muster, PN_METHOD_SEALED);
	struct job create = host_create_job(&host, &muster);
	cr_assert(host_run(&host, &create));
	host_reopen(&host);
	struct job repeated = create;
	cr_assert(host_run(&host, &repeated));
	cr_expect_eq(repeated.problem, PROBLEM_NONE);
	cr_expect_str_eq(repeated.token, create.token);
	cr_expect_str_eq(repeated.game, create.game);
	cr_expect_eq(service_figures(host.service).commits, 0);
	snapshot_release(create.snapshot);
	snapshot_release(repeated.snapshot);

	struct hosted_game hosted = host_declaring_game(&host, &muster);
	struct pn_command ready = host_actions(&host, &hosted, PN_RED, PN_COMMAND_READY);
	struct job first = host_act_job(&host, &hosted, PN_RED, &ready, &text);
	cr_assert(host_run(&host, &first));
	host_reopen(&host);
	repeated = first;
	cr_assert(host_run(&host, &repeated));
	cr_expect_eq(repeated.problem, PROBLEM_NONE);
	struct text before = TEXT_EMPTY, after = TEXT_EMPTY;
	receipt_write(host.service, hosted.game, PN_RED, &first.action.receipt, &before);
	receipt_write(host.service, hosted.game, PN_RED, &repeated.action.receipt, &after);
	cr_expect_str_eq(before.bytes, after.bytes);
	text_free(&before);
	text_free(&after);
	cr_expect_eq(service_figures(host.service).commits, 0);
	snapshot_release(first.snapshot);
	snapshot_release(repeated.snapshot);
	text_free(&text);
}

Test(service_disk, keys_are_made_once_and_are_secret)
{
	uint8_t id[2][8], key[2][2][32];
	char path[128];
	struct stat status;
	static const char *const names[] = {"tokens.secret", "sign-0001.key"};
	cr_expect_eq(service_keys(host.service, id, key[0], 2), 1);
	for (int i = 0; i < 2; i++) {
		snprintf(path, sizeof(path), "%s/keys/%s", folder, names[i]);
		cr_assert_eq(stat(path, &status), 0, "%s", path);
		cr_expect_eq(status.st_mode & 07777, 0600);
	}
	/* A new one is put beside it: the newest signs, the old one is still shown. */
	snprintf(path, sizeof(path), "%s/keys/sign-0002.key", folder);
	FILE *file = fopen(path, "w");
	for (int i = 0; i < 32; i++)
		fprintf(file, "%02x", i);
	fclose(file);
	host_reopen(&host);
	cr_expect_eq(service_keys(host.service, id, key[1], 2), 2);
	cr_expect_eq(memcmp(key[1][1], key[0][0], 32), 0);
	cr_expect_neq(memcmp(key[1][0], key[0][0], 32), 0);
}

/* ---- conflicts and full disks ---- */

Test(service_disk, a_conflict_is_asked_again)
{
	host_muster(&muster, PN_METHOD_SEALED);
	struct hosted_game hosted = host_declaring_game(&host, &muster);
	struct pn_command ready = host_actions(&host, &hosted, PN_RED, PN_COMMAND_READY);
	const int appends = store_faulty_appends(&host.faulty);
	store_faulty_fail(&host.faulty, STORE_CONFLICT, 1);
	struct job job = host_act(&host, &hosted, PN_RED, &ready);
	cr_expect_eq(job.problem, PROBLEM_NONE);
	cr_expect_eq(store_faulty_appends(&host.faulty), appends + 2);
	snapshot_release(job.snapshot);
	/* It does not go on for ever. */
	ready = host_actions(&host, &hosted, PN_BLUE, PN_COMMAND_READY);
	store_faulty_fail(&host.faulty, STORE_CONFLICT, 1000);
	job = host_act(&host, &hosted, PN_BLUE, &ready);
	cr_expect_eq(job.problem, PROBLEM_STORE_FAILED);
	store_faulty_fail(&host.faulty, STORE_OK, 0);
	job = host_act(&host, &hosted, PN_BLUE, &ready);
	cr_expect_eq(job.problem, PROBLEM_NONE);
	snapshot_release(job.snapshot);
}

Test(service_disk, what_another_process_wrote_is_found_after_a_conflict)
{
	host_muster(&muster, PN_METHOD_SEALED);
	struct hosted_game hosted = host_declaring_game(&host, &muster);
	struct pn_command ready = host_actions(&host, &hosted, PN_RED, PN_COMMAND_READY);
	struct snapshot *before = host_state(&host, &hosted);
	host.faulty.wrote_anyway = true;
	store_faulty_fail(&host.faulty, STORE_CONFLICT, 1);
	struct job job = host_act(&host, &hosted, PN_RED, &ready);
	cr_expect_eq(job.problem, PROBLEM_NONE, "its own key is found");
	struct snapshot *state = host_state(&host, &hosted);
	cr_expect_eq(state->rows, before->rows + 1);
	snapshot_release(before);
	snapshot_release(state);
	snapshot_release(job.snapshot);
}

Test(service_disk, a_conflict_of_one_game_does_not_cost_another_in_the_batch)
{
	struct text text[3] = {TEXT_EMPTY, TEXT_EMPTY, TEXT_EMPTY};
	struct job job[3];
	host_muster(&muster, PN_METHOD_SEALED);
	for (int i = 0; i < 3; i++) {
		struct hosted_game hosted = host_declaring_game(&host, &muster);
		struct pn_command ready = host_actions(&host, &hosted, PN_RED, PN_COMMAND_READY);
		job[i] = host_act_job(&host, &hosted, PN_RED, &ready, &text[i]);
	}
	/* The append being held is the first; the conflict is for whatever comes next. */
	store_faulty_fail(&host.faulty, STORE_CONFLICT, 2);
	host_run_all(&host, job, 3);
	for (int i = 0; i < 3; i++) {
		cr_expect_eq(job[i].problem, PROBLEM_NONE, "%d", i);
		snapshot_release(job[i].snapshot);
		text_free(&text[i]);
	}
}

struct follower {
	struct subscription subscription;
	atomic_int woken;
	uint32_t seq; /* what it could see when it was woken */
};

static void wake(struct subscription *subscription)
{
	struct follower *follower = subscription->owner;
	struct snapshot *state = service_peek(host.service, subscription->game);
	follower->seq = snapshot_tip(state, subscription->viewer).seq;
	snapshot_release(state);
	atomic_fetch_add(&follower->woken, 1);
}

static void follow(struct follower *follower, const struct hosted_game *hosted, pn_side viewer)
{
	host_settle(&host, hosted);
	*follower = (struct follower){.subscription = {.viewer = viewer, .wake = wake}};
	follower->subscription.owner = follower;
	memcpy(follower->subscription.game, hosted->game, sizeof(hosted->game));
	service_subscribe(host.service, &follower->subscription);
}

Test(service_disk, a_full_disk_costs_the_command_and_nothing_else)
{
	struct follower follower;
	host_muster(&muster, PN_METHOD_SEALED);
	struct hosted_game hosted = host_declaring_game(&host, &muster);
	follow(&follower, &hosted, PN_PUBLIC);
	struct pn_command ready = host_actions(&host, &hosted, PN_RED, PN_COMMAND_READY);
	struct snapshot *before = host_state(&host, &hosted);
	cr_expect(service_ready(host.service));
	store_faulty_fail(&host.faulty, STORE_FULL, -1);
	struct job job = host_act(&host, &hosted, PN_RED, &ready);
	cr_expect_eq(job.problem, PROBLEM_STORE_FAILED);
	cr_expect_null(job.snapshot);
	cr_expect_not(service_ready(host.service));
	struct snapshot *after = host_state(&host, &hosted);
	cr_expect_eq(before, after);
	cr_expect_eq(atomic_load(&follower.woken), 0);
	snapshot_release(before);
	snapshot_release(after);

	store_faulty_fail(&host.faulty, STORE_OK, 0);
	for (int i = 0; i < 500 && !service_ready(host.service); i++)
		usleep(10000);
	cr_expect(service_ready(host.service), "it tries again by itself");
	job = host_act(&host, &hosted, PN_RED, &ready);
	cr_expect_eq(job.problem, PROBLEM_NONE);
	snapshot_release(job.snapshot);
	service_unsubscribe(host.service, &follower.subscription);
}

Test(service_disk, a_failed_creation_leaves_no_game)
{
	host_muster(&muster, PN_METHOD_SEALED);
	struct job create = host_create_job(&host, &muster);
	store_faulty_fail(&host.faulty, STORE_FULL, 1);
	cr_assert(host_run(&host, &create));
	cr_expect_eq(create.problem, PROBLEM_STORE_FAILED);
	cr_expect_not(service_authenticate(host.service, create.token).known);
	struct job open = {.kind = JOB_OPEN};
	memcpy(open.game, create.game, sizeof(open.game));
	cr_assert(host_run(&host, &open));
	cr_expect_eq(open.problem, PROBLEM_NO_SUCH_GAME);
	cr_assert(host_run(&host, &create));
	cr_expect_eq(create.problem, PROBLEM_NONE, "the same request succeeds now");
	snapshot_release(create.snapshot);
}

/* ---- following ---- */

Test(service_disk, followers_hear_after_the_commit_and_only_what_they_see)
{
	struct follower red, blue, other;
	struct text text = TEXT_EMPTY;
	host_muster(&muster, PN_METHOD_SEALED);
	struct hosted_game hosted = host_declaring_game(&host, &muster),
			   elsewhere = host_declaring_game(&host, &muster);
	follow(&red, &hosted, PN_RED);
	follow(&blue, &hosted, PN_BLUE);
	follow(&other, &elsewhere, PN_PUBLIC);
	struct pn_command draft = host_actions(&host, &hosted, PN_RED, PN_COMMAND_DECLARE_CHARGE);
	struct job job = host_act_job(&host, &hosted, PN_RED, &draft, &text);
	host_run_all(&host, &job, 1);
	cr_expect_eq(job.problem, PROBLEM_NONE);
	for (int i = 0; i < 500 && !atomic_load(&red.woken); i++)
		usleep(1000);
	cr_expect_eq(atomic_load(&red.woken), 1);
	cr_expect_eq(red.seq, job.action.receipt.seq, "what it is woken for is there");
	cr_expect_eq(atomic_load(&blue.woken), 0, "a draft is not blue's");
	cr_expect_eq(atomic_load(&other.woken), 0, "nor another game's");
	cr_expect_eq(service_figures(host.service).subscriptions, 3);
	service_unsubscribe(host.service, &red.subscription);
	service_unsubscribe(host.service, &other.subscription);
	service_unsubscribe(host.service, &blue.subscription);
	cr_expect_eq(service_figures(host.service).subscriptions, 0);
	snapshot_release(job.snapshot);
	text_free(&text);
}

Test(service_disk, nothing_is_seen_before_the_commit)
{
	struct follower follower;
	host_muster(&muster, PN_METHOD_SEALED);
	struct hosted_game hosted = host_declaring_game(&host, &muster);
	follow(&follower, &hosted, PN_PUBLIC);
	struct pn_command ready = host_actions(&host, &hosted, PN_RED, PN_COMMAND_READY);
	struct snapshot *before = host_state(&host, &hosted);
	store_faulty_fail(&host.faulty, STORE_FAILED, 1);
	struct job job = host_act(&host, &hosted, PN_RED, &ready);
	cr_expect_eq(job.problem, PROBLEM_STORE_FAILED);
	struct snapshot *after = host_state(&host, &hosted);
	cr_expect_eq(before, after);
	cr_expect_eq(atomic_load(&follower.woken), 0);
	snapshot_release(before);
	snapshot_release(after);
	service_unsubscribe(host.service, &follower.subscription);
}

/* ---- faults ---- */

/* Red's READY draws a salt; with the world broken that breaks a rule. */
static struct job break_rule(const struct hosted_game *hosted)
{
	struct pn_command ready = host_actions(&host, hosted, PN_RED, PN_COMMAND_READY);
	atomic_store(&host.world.broken, true);
	struct job job = host_act(&host, hosted, PN_RED, &ready);
	atomic_store(&host.world.broken, false);
	return job;
}

Test(service_disk, a_broken_rule_costs_one_500_and_nothing_else_in_its_batch)
{
	struct text text[2] = {TEXT_EMPTY, TEXT_EMPTY};
	host_muster(&muster, PN_METHOD_SEALED);
	struct hosted_game broken = host_declaring_game(&host, &muster),
			   sound = host_declaring_game(&host, &muster);
	struct pn_command ready = host_actions(&host, &broken, PN_RED, PN_COMMAND_READY);
	struct pn_command draft = host_actions(&host, &sound, PN_BLUE, PN_COMMAND_DECLARE_CHARGE);
	struct job job[2] = {
		host_act_job(&host, &broken, PN_RED, &ready, &text[0]),
		host_act_job(&host, &sound, PN_BLUE, &draft, &text[1]),
	};
	struct snapshot *before = host_state(&host, &broken);
	int appends = store_faulty_appends(&host.faulty);
	host.breaks_batch = true;
	host_run_all(&host, job, 2);
	cr_expect_eq(store_faulty_appends(&host.faulty), appends + 2, "one batch");

	cr_expect_eq(job[0].problem, PROBLEM_RULE_FAULT);
	cr_expect_eq(job[1].problem, PROBLEM_NONE);
	struct snapshot *after = host_state(&host, &broken);
	cr_expect_eq(before, after);
	cr_expect_eq(service_figures(host.service).faults, 1);
	char path[160];
	snprintf(path, sizeof(path), "%s/faults/%s.json", folder, job[0].report);
	cr_expect_eq(access(path, R_OK), 0, "%s", path);

	/* The same command again is not run again, even now that the rule is mended. */
	char report[GAME_ID_BYTES];
	memcpy(report, job[0].report, sizeof(report));
	struct job repeated = host_act(&host, &broken, PN_RED, &ready);
	cr_expect_eq(repeated.problem, PROBLEM_RULE_FAULT);
	cr_expect_str_eq(repeated.report, report);
	cr_expect_eq(service_figures(host.service).faults, 1);
	snapshot_release(repeated.snapshot);
	snapshot_release(before);
	snapshot_release(after);
	for (int i = 0; i < 2; i++) {
		snapshot_release(job[i].snapshot);
		text_free(&text[i]);
	}
}

/* All see the pause, and neither it nor the faults are forgotten at a restart. */
static void expect_pause_is_kept(const struct hosted_game *hosted, const struct pn_command *ready)
{
	struct kept_fault fault[2 * FAULTS_PAUSE];
	struct text report = TEXT_EMPTY;

	host_reopen(&host);
	struct job job = host_act(&host, hosted, PN_BLUE, ready);
	cr_expect_eq(job.problem, PROBLEM_GAME_PAUSED);
	cr_expect(job.snapshot->server.clock.paused);
	snapshot_release(job.snapshot);
	cr_assert_eq(service_faults(host.service, fault, 2 * FAULTS_PAUSE), FAULTS_PAUSE);
	cr_expect_str_eq(fault[0].game, hosted->game);
	cr_expect(service_fault_report(host.service, fault[0].report, &report));
	cr_expect(strstr(report.bytes, fault[0].report));
	text_free(&report);
}

Test(service_disk, three_faults_pause_a_game_but_not_the_way_out)
{
	host_muster(&muster, PN_METHOD_SEALED);
	struct hosted_game hosted = host_declaring_game(&host, &muster);
	for (int i = 0; i < FAULTS_PAUSE; i++) {
		struct pn_command draft =
			host_actions(&host, &hosted, PN_RED, PN_COMMAND_DECLARE_CHARGE);
		struct job job = host_act(&host, &hosted, PN_RED, &draft);
		cr_expect_eq(job.problem, PROBLEM_NONE, "%d", i);
		snapshot_release(job.snapshot);
		job = break_rule(&hosted);
		cr_expect_eq(job.problem, PROBLEM_RULE_FAULT, "%d", i);
		snapshot_release(job.snapshot);
	}
	struct pn_command ready = host_actions(&host, &hosted, PN_BLUE, PN_COMMAND_READY);
	struct job job = host_act(&host, &hosted, PN_BLUE, &ready);
	cr_expect_eq(job.problem, PROBLEM_GAME_PAUSED);
	snapshot_release(job.snapshot);
	const struct pn_command cup = {.kind = PN_COMMAND_ROLL_CUP,
				       .unit = PN_NO_UNIT,
				       .target = PN_NO_UNIT,
				       .cup = {1, 6, 0}};
	job = host_act(&host, &hosted, PN_RED, &cup);
	cr_expect_eq(job.problem, PROBLEM_GAME_PAUSED);
	snapshot_release(job.snapshot);
	expect_pause_is_kept(&hosted, &ready);
	const struct pn_command undo = {
		.kind = PN_COMMAND_UNDO, .unit = PN_NO_UNIT, .target = PN_NO_UNIT};
	job = host_act(&host, &hosted, PN_RED, &undo);
	cr_expect_eq(job.problem, PROBLEM_NONE);
	snapshot_release(job.snapshot);
	const struct pn_command resign = {
		.kind = PN_COMMAND_RESIGN, .unit = PN_NO_UNIT, .target = PN_NO_UNIT};
	job = host_act(&host, &hosted, PN_RED, &resign);
	cr_expect_eq(job.problem, PROBLEM_NONE);
	cr_expect_eq(snapshot_header(job.snapshot)->status, GAME_FINISHED);
	snapshot_release(job.snapshot);
}

/* ---- many at once ---- */

enum { PLAYERS = 4, TABLES = 6 };

static struct hosted_game games[TABLES];
static atomic_bool playing;

/* Play at random tables, with others at the same ones: whatever is answered, nothing
 * breaks and what was accepted is in the game. */
static void *play_about(void *context)
{
	struct random_source random = {(uint64_t)(uintptr_t)context};
	for (int i = 0; i < 60; i++) {
		struct hosted_game *hosted = &games[random_between(&random, 0, TABLES - 1)];
		struct snapshot *state = host_state(&host, hosted);
		pn_side side = (pn_side)random_between(&random, 0, 1);
		const struct pn_actions *actions = snapshot_actions(state, side);
		int32_t last = actions->count - 1;
		struct pn_command command = {.kind = PN_COMMAND_PASS};
		if (last >= 0)
			command = actions->action[random_between(&random, 0, last)].command;
		snapshot_release(state);
		if (pn_is_parley(command.kind))
			continue;
		struct job job = host_act(&host, hosted, side, &command);
		cr_assert(job.problem == PROBLEM_NONE || job.problem == PROBLEM_REFUSED);
		snapshot_release(job.snapshot);
	}
	return NULL;
}

/* Read whatever can be read, all the while. */
static void *look_about(void *context)
{
	struct random_source random = {(uint64_t)(uintptr_t)context};
	while (atomic_load(&playing)) {
		struct text text = TEXT_EMPTY;
		struct seen_event seen[16];
		struct hosted_game *hosted = &games[random_between(&random, 0, TABLES - 1)];
		pn_side viewer = (pn_side)random_between(&random, 0, PN_VIEWERS - 1);
		struct snapshot *state = host_state(&host, hosted);
		snapshot_events(state, viewer, (uint32_t)random_between(&random, 0, 40), seen, 16,
				&text);
		snapshot_record(host.service, state, viewer, &text);
		cr_assert(service_authenticate(host.service, hosted->token[PN_RED]).known);
		snapshot_release(state);
		text_free(&text);
	}
	return NULL;
}

Test(service_disk, many_play_and_read_at_once_with_little_memory)
{
	pthread_t player[PLAYERS], reader[2];
	host.hot_games_max = 3;
	host_reopen(&host);
	host_muster(&muster, PN_METHOD_LOSER_FIRST);
	for (int i = 0; i < TABLES; i++)
		games[i] = host_game(&host, &muster);
	atomic_store(&playing, true);
	for (uintptr_t i = 0; i < PLAYERS; i++)
		pthread_create(&player[i], NULL, play_about, (void *)(i + 1));
	for (uintptr_t i = 0; i < 2; i++)
		pthread_create(&reader[i], NULL, look_about, (void *)(i + 100));
	for (int i = 0; i < PLAYERS; i++)
		pthread_join(player[i], NULL);
	atomic_store(&playing, false);
	for (int i = 0; i < 2; i++)
		pthread_join(reader[i], NULL);

	struct shown before[TABLES], after[TABLES];
	for (int i = 0; i < TABLES; i++)
		show(&before[i], &games[i]);
	host_reopen(&host);
	for (int i = 0; i < TABLES; i++) {
		show(&after[i], &games[i]);
		expect_same(&before[i], &after[i]);
	}
}

/* ---- limits ---- */

static void ignore_done(struct job *job)
{
	snapshot_release(job->snapshot);
	atomic_fetch_sub((atomic_int *)job->owner, 1);
}

Test(service_disk, a_full_queue_takes_no_more)
{
	enum { JOBS = QUEUE_DEFAULT + 10 };
	static struct job jobs[JOBS];
	atomic_int left = 0;
	int taken = 0;
	host_muster(&muster, PN_METHOD_SEALED);
	struct hosted_game hosted = host_declaring_game(&host, &muster);
	struct pn_command ready = host_actions(&host, &hosted, PN_RED, PN_COMMAND_READY);
	struct text text = TEXT_EMPTY;
	struct job first = host_act_job(&host, &hosted, PN_RED, &ready, &text);
	store_faulty_hold(&host.faulty);
	for (int i = 0; i < JOBS; i++) {
		jobs[i] = first;
		jobs[i].done = ignore_done;
		jobs[i].owner = &left;
		atomic_fetch_add(&left, 1);
		if (service_submit(host.service, &jobs[i]))
			taken++;
		else
			atomic_fetch_sub(&left, 1);
		if (i == 0)
			store_faulty_await(&host.faulty);
	}
	store_faulty_go_on(&host.faulty);
	while (atomic_load(&left))
		usleep(1000);
	cr_expect_eq(taken, QUEUE_DEFAULT);
	text_free(&text);
}
