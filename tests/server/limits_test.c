/* The service's limits: what is past one gets a clear answer, changes nothing, and room that
 * comes free is there again. Those of the HTTP shell are in http_hostile_test.c and
 * http_stream_test.c, those of musters in rulesets/. */

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "game/service.h"
#include "host.h"

enum { QUEUE = 8, PATIENCE_MS = 10000 };

static struct host host;
static struct pn_muster muster;
static atomic_uint finished;

static void count_one(struct job *job)
{
	atomic_fetch_add(&finished, 1);
}

static void await_finished(unsigned wanted)
{
	for (int i = 0; i < PATIENCE_MS && atomic_load(&finished) < wanted; i++)
		usleep(1000);
	cr_assert_eq(atomic_load(&finished), wanted);
}

Test(limits, a_full_queue_takes_no_more_until_there_is_room)
{
	struct job job[QUEUE + 1];

	host_open(&host, NULL);
	host.queue_max = QUEUE;
	host_reopen(&host);
	host_muster(&muster, PN_METHOD_LOSER_FIRST);
	for (int i = 0; i <= QUEUE; i++) {
		job[i] = host_create_job(&host, &muster);
		job[i].done = count_one;
	}
	store_faulty_hold(&host.faulty);
	cr_assert(service_submit(host.service, &job[0]));
	store_faulty_await(&host.faulty);
	for (int i = 1; i < QUEUE; i++)
		cr_expect(service_submit(host.service, &job[i]), "%d", i);
	cr_expect_not(service_submit(host.service, &job[QUEUE]), "one too many");
	cr_expect_eq(service_figures(host.service).queue, QUEUE);
	store_faulty_go_on(&host.faulty);
	await_finished(QUEUE);
	for (int i = 0; i < QUEUE; i++) {
		cr_expect_eq(job[i].problem, PROBLEM_NONE);
		snapshot_release(job[i].snapshot);
	}
	cr_expect(service_submit(host.service, &job[QUEUE]), "there is room again");
	await_finished(QUEUE + 1);
	snapshot_release(job[QUEUE].snapshot);
	host_close(&host);
}

Test(limits, a_player_holds_so_many_seats)
{
	struct job job = {.kind = JOB_PLAYER, .if_match = -1, .account.name = "Ann"};
	char player[GAME_ID_BYTES];

	host_open(&host, NULL);
	host_muster(&muster, PN_METHOD_LOSER_FIRST);
	struct hosted_game open = host_game(&host, &muster);
	struct job made = host_create_job(&host, &muster);

	cr_assert(host_run(&host, &made));
	memcpy(open.game, made.game, sizeof(open.game));
	memcpy(open.invitation, made.seat.code, sizeof(open.invitation));
	snapshot_release(made.snapshot);
	host_key(&host, &job);
	cr_assert(host_run(&host, &job));
	cr_assert_eq(job.problem, PROBLEM_NONE);
	memcpy(player, job.player, sizeof(player));
	/* createGame asks before it makes a job; joinGame within it. */
	for (int i = 0; i < SEATS_MAX; i++) {
		made = host_create_job(&host, &muster);
		memcpy(made.player, player, sizeof(player));
		cr_assert(host_run(&host, &made));
		snapshot_release(made.snapshot);
		cr_assert_eq(made.problem, PROBLEM_NONE, "game %d", i);
	}
	made = host_join_job(&host, &open);
	memcpy(made.player, player, sizeof(player));
	cr_assert(host_run(&host, &made));
	cr_expect_eq(made.problem, PROBLEM_TOO_MANY_GAMES);
	snapshot_release(made.snapshot);
	/* Others may still take that seat. */
	made = host_join_job(&host, &open);
	cr_assert(host_run(&host, &made));
	cr_expect_eq(made.problem, PROBLEM_NONE);
	snapshot_release(made.snapshot);
	host_close(&host);
}

Test(limits, so_many_games_stay_in_memory)
{
	enum { HOT = 3, TABLES = 12 };
	char folder[64];

	host_make_folder(folder);
	host_open(&host, folder);
	host.hot_games_max = HOT;
	host_reopen(&host);
	host_muster(&muster, PN_METHOD_LOSER_FIRST);
	for (int i = 0; i < TABLES; i++) {
		struct hosted_game hosted = host_game(&host, &muster);

		host_settle(&host, &hosted);
		/* The one that is being worked on may be one more. */
		cr_expect_leq(service_figures(host.service).games_hot, HOT + 1);
	}
	host_close(&host);
	host_remove_folder(folder);
}

/* ---- the disk ---- */

enum { FLOOR_MIB = 100 };

static void set_free(int64_t bytes)
{
	atomic_store(&host.world.free_bytes, bytes);
}

static enum problem_code run(struct job *job)
{
	cr_assert(host_run(&host, job));
	snapshot_release(job->snapshot);
	job->snapshot = NULL;
	return job->problem;
}

Test(limits, nothing_new_is_made_on_a_disk_that_is_nearly_full)
{
	static const int64_t floor = (int64_t)FLOOR_MIB * 1024 * 1024;
	struct job player = {.kind = JOB_PLAYER, .if_match = -1, .account.name = "Ann"};
	const struct pn_command resign = {
		.kind = PN_COMMAND_RESIGN, .unit = PN_NO_UNIT, .target = PN_NO_UNIT};

	host_open(&host, NULL);
	host.disk_floor_mib = FLOOR_MIB;
	host_reopen(&host);
	host_muster(&muster, PN_METHOD_LOSER_FIRST);
	set_free(floor);
	struct job made = host_create_job(&host, &muster), again = made;
	struct job late = host_create_job(&host, &muster);
	struct hosted_game hosted = {{0}, {0}, {{0}}};

	cr_expect_eq(run(&made), PROBLEM_NONE, "just enough");
	set_free(floor - 1);
	cr_expect_eq(run(&late), PROBLEM_NO_ROOM);
	host_key(&host, &player);
	cr_expect_eq(run(&player), PROBLEM_NO_ROOM);
	cr_expect_eq(run(&again), PROBLEM_NONE, "it is made already");
	/* What is there goes on. */
	memcpy(hosted.game, made.game, sizeof(hosted.game));
	memcpy(hosted.invitation, made.seat.code, sizeof(hosted.invitation));
	struct job join = host_join_job(&host, &hosted);

	cr_expect_eq(run(&join), PROBLEM_NONE);
	struct job act = host_act(&host, &hosted, PN_RED, &resign);

	cr_expect_eq(act.problem, PROBLEM_NONE);
	snapshot_release(act.snapshot);
	set_free(floor);
	cr_expect_eq(run(&late), PROBLEM_NONE);
	cr_expect_eq(run(&player), PROBLEM_NONE);
	host_close(&host);
}

/* ---- what is written in secret ---- */

/* Declare, or take back what was declared, in secret; what became of it. */
static enum problem_code draft(const struct hosted_game *hosted, bool takes_back)
{
	struct pn_command command =
		host_actions(&host, hosted, PN_RED,
			     takes_back ? PN_COMMAND_WITHDRAW_CHARGE : PN_COMMAND_DECLARE_CHARGE);
	struct job job = host_act(&host, hosted, PN_RED, &command);
	enum problem_code problem = job.problem;

	snapshot_release(job.snapshot);
	return problem;
}

Test(limits, drafts_and_plans_share_a_bound_of_their_side)
{
	enum { DRAFTS_MAX = 6000 };
	static const char orders[] = "{\"orders\":[]}";
	struct pn_command ready;
	int drafts = 0;

	host_open(&host, NULL);
	host_muster(&muster, PN_METHOD_SEALED);
	struct hosted_game hosted = host_declaring_game(&host, &muster);

	while (drafts < DRAFTS_MAX && draft(&hosted, drafts % 2) == PROBLEM_NONE)
		drafts++;
	cr_expect_gt(drafts, 500);
	cr_expect_lt(drafts, DRAFTS_MAX, "without end");
	cr_expect_eq(draft(&hosted, drafts % 2), PROBLEM_GAME_TOO_LONG);
	/* Neither the other side nor the game feels it. */
	struct job write =
		host_write(&host, &hosted, PN_BLUE, PN_EVENT_STANDING_ORDERS_SET, orders);

	cr_expect_eq(write.problem, PROBLEM_NONE);
	snapshot_release(write.snapshot);
	ready = host_actions(&host, &hosted, PN_RED, PN_COMMAND_READY);
	write = host_act(&host, &hosted, PN_RED, &ready);
	cr_expect_eq(write.problem, PROBLEM_NONE);
	snapshot_release(write.snapshot);
	host_close(&host);
}
